package spaces

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// ContentRef refers to something by its id. Kind says which of the other fields is set.
type ContentRef struct {
	Kind ContentRefKind `json:"kind"`
	File *string        `json:"file,omitzero"` // id
	// URL is an address outside of the service.
	//
	// Beyond the documents.
	URL *string `json:"url,omitzero"`
	// Page is the id of a page, also of the one that an anchor is on.
	//
	// Beyond the documents.
	Page *string `json:"page,omitzero"`
	// Anchor is the name of a place on a page.
	//
	// Beyond the documents.
	Anchor *string `json:"anchor,omitzero"`
	// Space is the id of a space, also of the one that something else is in.
	//
	// Beyond the documents.
	Space *string `json:"space,omitzero"`
	// User is the id of a user.
	//
	// Beyond the documents.
	User *string `json:"user,omitzero"`
	// Collection is the id of a collection.
	//
	// Beyond the documents.
	Collection *string `json:"collection,omitzero"`
	// ReusableContent is the id of a reusable content.
	//
	// Beyond the documents.
	ReusableContent *string `json:"reusableContent,omitzero"`
	// Spec is the id of an OpenAPI specification.
	Spec *string `json:"spec,omitzero"`
	// Translation is the id of a translation.
	//
	// Beyond the documents.
	Translation *string `json:"translation,omitzero"`
	// Extra has the members this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// ContentRefKind says what something refers to. The service may know more values than the constants.
type ContentRefKind string

const (
	// ContentRefKindFile is a file.
	ContentRefKindFile ContentRefKind = "file"
	// ContentRefKindOpenAPI is an OpenAPI specification.
	ContentRefKindOpenAPI ContentRefKind = "openapi"
	// ContentRefKindURL is an address outside of the service.
	//
	// Beyond the documents.
	ContentRefKindURL ContentRefKind = "url"
	// ContentRefKindPage is a page.
	//
	// Beyond the documents.
	ContentRefKindPage ContentRefKind = "page"
	// ContentRefKindAnchor is a place on a page.
	//
	// Beyond the documents.
	ContentRefKindAnchor ContentRefKind = "anchor"
	// ContentRefKindUser is a user.
	//
	// Beyond the documents.
	ContentRefKindUser ContentRefKind = "user"
	// ContentRefKindCollection is a collection.
	//
	// Beyond the documents.
	ContentRefKindCollection ContentRefKind = "collection"
	// ContentRefKindSpace is a space.
	//
	// Beyond the documents.
	ContentRefKindSpace ContentRefKind = "space"
	// ContentRefKindReusableContent is a reusable content.
	//
	// Beyond the documents.
	ContentRefKindReusableContent ContentRefKind = "reusable-content"
	// ContentRefKindTranslation is a translation.
	//
	// Beyond the documents.
	ContentRefKindTranslation ContentRefKind = "translation"
)

type plainContentRef ContentRef

var contentRefCodec = jsonx.Leaf(func(r *ContentRef) *plainContentRef { return (*plainContentRef)(r) })

// MarshalJSON returns the reference with all it was read with.
func (r ContentRef) MarshalJSON() ([]byte, error) { return contentRefCodec.Marshal(&r) }

// UnmarshalJSON reads a reference and keeps what it does not know.
func (r *ContentRef) UnmarshalJSON(data []byte) error { return contentRefCodec.Unmarshal(data, r) }
