package spaces

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// Reference is a place in the service, in full. Kind says which of the other fields are set.
type Reference struct {
	Kind           ContentRefKind  `json:"kind"`
	Organization   *Organization   `json:"organization,omitzero"`
	Space          *Space          `json:"space,omitzero"`
	VersionContext *VersionContext `json:"versionContext,omitzero"` // nil for the current content
	File           *File           `json:"file,omitzero"`
	// URL is an address outside of the service.
	//
	// Beyond the documents.
	URL *string `json:"url,omitzero"`
	// Page is a page.
	//
	// Beyond the documents.
	Page *Page `json:"page,omitzero"`
	// InternalLocation is a place on the page.
	//
	// Beyond the documents.
	InternalLocation *InternalLocation `json:"internalLocation,omitzero"`
	// User is a user.
	//
	// Beyond the documents.
	User *api.User `json:"user,omitzero"`
	// Collection is a collection.
	//
	// Beyond the documents.
	Collection *Collection `json:"collection,omitzero"`
	// ReusableContent is a reusable content.
	//
	// Beyond the documents.
	ReusableContent *ReusableContent `json:"reusableContent,omitzero"`
	// OpenAPISpec is an OpenAPI specification. It decodes into orgs.OpenAPISpec.
	//
	// Beyond the documents.
	OpenAPISpec api.Raw `json:"openAPISpec,omitzero"`
	// Extra has the members this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// InternalLocation is a place on a page.
type InternalLocation struct {
	Type   InternalLocationType `json:"type"`
	Anchor *string              `json:"anchor,omitzero"` // name, nil for a node
	Node   *string              `json:"node,omitzero"`   // id, nil for an anchor
	// Extra has the members this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// InternalLocationType is a kind of place on a page. The service may know more values than the constants.
type InternalLocationType string

const (
	// InternalLocationTypeAnchor is a place with a name.
	//
	// Beyond the documents.
	InternalLocationTypeAnchor InternalLocationType = "anchor"
	// InternalLocationTypeNode is a node of the page's document.
	//
	// Beyond the documents.
	InternalLocationTypeNode InternalLocationType = "node"
)

// VersionContext says which version of the content a reference is to.
type VersionContext struct {
	Type VersionContextType `json:"type"`
	// Revision is that of [VersionContextTypeRevision], else nil.
	Revision *RevisionRef `json:"revision,omitzero"`
	// ChangeRequest is that of [VersionContextTypeChangeRequest], else nil. It decodes into changerequests.ChangeRequest.
	//
	// Beyond the documents.
	ChangeRequest api.Raw `json:"changeRequest,omitzero"`
	// Extra has the members this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// VersionContextType is a kind of version. The service may know more values than the constants.
type VersionContextType string

const (
	// VersionContextTypeRevision is a revision.
	VersionContextTypeRevision VersionContextType = "revision"
	// VersionContextTypeChangeRequest is a change request.
	//
	// Beyond the documents.
	VersionContextTypeChangeRequest VersionContextType = "changeRequest"
)

// RevisionRef is a revision by its id or in full, as the service sends it.
type RevisionRef struct {
	ID string // also when the revision is there in full
	// Revision is the revision in full, nil when the service sent the id.
	//
	// Beyond the documents.
	Revision *Revision
}

// MarshalJSON returns the revision in full when it is there, else the id.
func (r RevisionRef) MarshalJSON() ([]byte, error) {
	if r.Revision != nil {
		return jsonx.Marshal(r.Revision)
	}
	return jsonx.Marshal(r.ID)
}

// UnmarshalJSON reads an id or a revision.
func (r *RevisionRef) UnmarshalJSON(data []byte) error {
	*r = RevisionRef{}
	if jsonx.IsString(data) {
		return jsonx.Unmarshal(data, &r.ID)
	}
	revision := new(Revision)
	err := jsonx.Unmarshal(data, revision)
	if len(data) > 0 && data[0] == '{' { // else there is nothing of a revision to keep
		r.ID, r.Revision = revision.ID, revision
	}
	return err
}

type (
	plainReference        Reference
	plainVersionContext   VersionContext
	plainInternalLocation InternalLocation
)

var referenceCodec = jsonx.NewCodec(
	jsonx.Tree(func(r *Reference) *plainReference { return (*plainReference)(r) }),
	jsonx.Tree(func(v *VersionContext) *plainVersionContext { return (*plainVersionContext)(v) }),
	jsonx.Tree(func(l *InternalLocation) *plainInternalLocation { return (*plainInternalLocation)(l) }),
)

// MarshalJSON returns the reference with all it was read with.
func (r Reference) MarshalJSON() ([]byte, error) { return referenceCodec.Marshal(&r) }

// UnmarshalJSON reads a reference and keeps what it does not know.
func (r *Reference) UnmarshalJSON(data []byte) error { return referenceCodec.Unmarshal(data, r) }

// MarshalJSON returns what it was read with.
func (v VersionContext) MarshalJSON() ([]byte, error) { return referenceCodec.Marshal(&v) }

// UnmarshalJSON keeps what it does not know.
func (v *VersionContext) UnmarshalJSON(data []byte) error { return referenceCodec.Unmarshal(data, v) }

// MarshalJSON returns what it was read with.
func (l InternalLocation) MarshalJSON() ([]byte, error) { return referenceCodec.Marshal(&l) }

// UnmarshalJSON keeps what it does not know.
func (l *InternalLocation) UnmarshalJSON(data []byte) error { return referenceCodec.Unmarshal(data, l) }
