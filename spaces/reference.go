package spaces

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"log/slog"
)

// Reference contains the content that it refers to. Which of the other fields are set depends on
// Kind.
type Reference struct {
	Kind           ContentRefKind  `json:"kind"`
	Organization   *Organization   `json:"organization,omitzero"`
	Space          *Space          `json:"space,omitzero"`
	VersionContext *VersionContext `json:"versionContext,omitzero"` // nil for the current content
	File           *File           `json:"file,omitzero"`

	// The targets of other kinds.
	//
	// Experimental: may change in any release; see docs/sources.md.
	URL              *string           `json:"url,omitzero"`              // external address
	Page             *Page             `json:"page,omitzero"`             // page, or the page that contains InternalLocation
	InternalLocation *InternalLocation `json:"internalLocation,omitzero"` // location on the page
	User             *api.User         `json:"user,omitzero"`
	Collection       *Collection       `json:"collection,omitzero"`
	ReusableContent  *ReusableContent  `json:"reusableContent,omitzero"`
	OpenAPISpec      api.Raw           `json:"openAPISpec,omitzero"` // decode it into an orgs.OpenAPISpec

	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// LogValue implements [slog.LogValuer]. It hides the download URL of a file.
func (r Reference) LogValue() slog.Value { return logvalue.Of(r) }

// InternalLocation is a location on a page.
type InternalLocation struct {
	Type   InternalLocationType `json:"type"`
	Anchor *string              `json:"anchor,omitzero"` // name, nil for a node
	Node   *string              `json:"node,omitzero"`   // ID, nil for an anchor
	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// InternalLocationType is the type of a location on a page.
//
// Experimental: may change in any release; see docs/sources.md.
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
	Revision *RevisionRef `json:"revision,omitzero"`
	// ChangeRequest is set for [VersionContextTypeChangeRequest]. Decode it into a
	// changerequests.ChangeRequest.
	//
	// Experimental: may change in any release; see docs/sources.md.
	ChangeRequest api.Raw `json:"changeRequest,omitzero"`
	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// LogValue implements [slog.LogValuer]. It hides the download URLs of files.
func (v VersionContext) LogValue() slog.Value { return logvalue.Of(v) }

// VersionContextType is the type of a version.
type VersionContextType string

// VersionContextTypeRevision means that the content is that of a revision.
const VersionContextTypeRevision VersionContextType = "revision"

// VersionContextTypeChangeRequest means that the content is that of a change request.
//
// Experimental: may change in any release; see docs/sources.md.
const VersionContextTypeChangeRequest VersionContextType = "changeRequest"

// RevisionRef is a revision or only its ID, depending on what the service returns.
type RevisionRef struct {
	ID string // set even if Revision is nil
	// Revision is the revision, nil if the service returns only the ID.
	//
	// Experimental: may change in any release; see docs/sources.md.
	Revision *Revision
}

// LogValue implements [slog.LogValuer]. It hides the download URLs of files.
func (r RevisionRef) LogValue() slog.Value { return logvalue.Of(r) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (r RevisionRef) MarshalJSON() ([]byte, error) {
	if r.Revision != nil {
		return jsonx.Marshal(r.Revision)
	}
	return jsonx.Marshal(r.ID)
}

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (r *RevisionRef) UnmarshalJSON(data []byte) error {
	*r = RevisionRef{}
	if jsonx.IsString(data) {
		return jsonx.Unmarshal(data, &r.ID)
	}
	revision := new(Revision)
	err := jsonx.Unmarshal(data, revision)
	if len(data) > 0 && data[0] == '{' { // anything else contains no revision to keep
		r.ID, r.Revision = revision.ID, revision
	}
	return err
}

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
	)
}}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (r Reference) MarshalJSON() ([]byte, error) { return referenceCodec.Marshal(&r) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (r *Reference) UnmarshalJSON(data []byte) error { return referenceCodec.Unmarshal(data, r) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (v VersionContext) MarshalJSON() ([]byte, error) { return referenceCodec.Marshal(&v) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (v *VersionContext) UnmarshalJSON(data []byte) error { return referenceCodec.Unmarshal(data, v) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (l InternalLocation) MarshalJSON() ([]byte, error) { return referenceCodec.Marshal(&l) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (l *InternalLocation) UnmarshalJSON(data []byte) error { return referenceCodec.Unmarshal(data, l) }
