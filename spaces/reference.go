package spaces

import (
	"log/slog"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
)

// Reference contains the content that it refers to. Kind determines which of the other fields are
// set.
type Reference struct {
	Kind           ContentRefKind    `json:"kind"`
	Organization   *api.Organization `json:"organization,omitzero" response:"required,if=kind:file|page|collection|space|reusable-content|openapi"`
	Space          *Space            `json:"space,omitzero" response:"required,if=kind:file|page|space|reusable-content"`
	VersionContext *VersionContext   `json:"versionContext,omitzero"` // nil for the current content
	File           *File             `json:"file,omitzero" response:"required,if=kind:file"`

	// The following fields are set for other kinds. URL is an external URL. If InternalLocation is
	// set, Page is the page that contains it. OpenAPISpec can be decoded into an orgs.OpenAPISpec.
	//
	// Experimental: may change in any minor release; see [api].
	URL              *string           `json:"url,omitzero" response:"required,if=kind:url"`
	Page             *Page             `json:"page,omitzero" response:"required,if=kind:page"`
	InternalLocation *InternalLocation `json:"internalLocation,omitzero"`
	User             *api.User         `json:"user,omitzero" response:"required,if=kind:user"`
	Collection       *Collection       `json:"collection,omitzero" response:"required,if=kind:collection"`
	ReusableContent  *ReusableContent  `json:"reusableContent,omitzero" response:"required,if=kind:reusable-content"`
	OpenAPISpec      api.Raw           `json:"openAPISpec,omitzero" response:"required,if=kind:openapi"`

	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// LogValue implements [slog.LogValuer]. It hides the download URL of a file.
func (r Reference) LogValue() slog.Value { return logvalue.Of(r) }

// InternalLocation is a location on a page.
//
// Experimental: may change in any minor release; see [api].
type InternalLocation struct {
	Type InternalLocationType `json:"type"`
	// Anchor is the name of the anchor, or nil for a node.
	Anchor *string `json:"anchor,omitzero" response:"required,if=type:anchor"`
	// Node is the ID of the node, or nil for an anchor.
	Node *string `json:"node,omitzero" response:"required,if=type:node,id"`
	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// InternalLocationType is the type of a location on a page.
//
// Experimental: may change in any minor release; see [api].
type InternalLocationType string

// Types of locations on a page.
const (
	InternalLocationTypeAnchor InternalLocationType = "anchor" // a named location
	InternalLocationTypeNode   InternalLocationType = "node"   // a node of the document
)

// VersionContext is the version of the content that a reference refers to.
type VersionContext struct {
	Type VersionContextType `json:"type"`
	// Revision is set for [VersionContextTypeRevision].
	Revision *RevisionRef `json:"revision,omitzero" response:"required,if=type:revision"`
	// ChangeRequest is set for [VersionContextTypeChangeRequest]. Decode it into a
	// changerequests.ChangeRequest.
	//
	// Experimental: may change in any minor release; see [api].
	ChangeRequest api.Raw `json:"changeRequest,omitzero" response:"required,if=type:changeRequest"`
	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// LogValue implements [slog.LogValuer]. It hides the download URLs of files.
func (v VersionContext) LogValue() slog.Value { return logvalue.Of(v) }

// VersionContextType is the type of a version.
type VersionContextType string

// VersionContextTypeRevision means that the content belongs to a revision.
const VersionContextTypeRevision VersionContextType = "revision"

// VersionContextTypeChangeRequest means that the content belongs to a change request.
//
// Experimental: may change in any minor release; see [api].
const VersionContextTypeChangeRequest VersionContextType = "changeRequest"

// RevisionRef contains a revision, or only the ID of the revision if the service returns nothing
// else.
type RevisionRef struct {
	ID string // set even if Revision is nil
	// Revision is the revision, or nil if the service returns only the ID.
	//
	// Experimental: may change in any minor release; see [api].
	Revision *Revision
}

// LogValue implements [slog.LogValuer]. It hides the download URLs of files.
func (r RevisionRef) LogValue() slog.Value { return logvalue.Of(r) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (r RevisionRef) MarshalJSON() ([]byte, error) { return referenceCodec.Marshal(&r) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (r *RevisionRef) UnmarshalJSON(data []byte) error { return referenceCodec.Unmarshal(data, r) }

type (
	plainReference        Reference
	plainVersionContext   VersionContext
	plainInternalLocation InternalLocation
)

var referenceCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Join(
		jsonx.Tree(func(r *Reference) *plainReference { return (*plainReference)(r) }),
		jsonx.Tree(func(v *VersionContext) *plainVersionContext { return (*plainVersionContext)(v) }),
		jsonx.Tree(func(l *InternalLocation) *plainInternalLocation { return (*plainInternalLocation)(l) }),
		jsonx.Choice(
			"",
			func(r *RevisionRef, data *jsonx.Value) any {
				*r = RevisionRef{}
				if data.IsString() {
					return &r.ID
				}
				revision := new(Revision)
				if data.IsObject() { // any other JSON contains no revision
					r.ID, r.Revision = data.Text("id"), revision
				}
				return revision
			},
			func(r *RevisionRef) any { return jsonx.FirstOf(r.Revision, r.ID) },
		),
	)
}}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (r Reference) MarshalJSON() ([]byte, error) { return referenceCodec.Marshal(&r) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (r *Reference) UnmarshalJSON(data []byte) error { return referenceCodec.Unmarshal(data, r) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (v VersionContext) MarshalJSON() ([]byte, error) { return referenceCodec.Marshal(&v) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (v *VersionContext) UnmarshalJSON(data []byte) error {
	return referenceCodec.Unmarshal(data, v)
}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (l InternalLocation) MarshalJSON() ([]byte, error) { return referenceCodec.Marshal(&l) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (l *InternalLocation) UnmarshalJSON(data []byte) error {
	return referenceCodec.Unmarshal(data, l)
}
