package spaces

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// ContentRef refers to content by its ID. Which of the other fields are set depends on Kind.
type ContentRef struct {
	Kind ContentRefKind `json:"kind"`
	File *string        `json:"file,omitzero"` // ID
	// URL is an external address.
	//
	// Experimental: may change in any release; see docs/sources.md.
	URL *string `json:"url,omitzero"`
	// Page is the ID of a page, or of the page that contains an anchor.
	//
	// Experimental: may change in any release; see docs/sources.md.
	Page *string `json:"page,omitzero"`
	// Anchor is the name of an anchor on a page.
	//
	// Experimental: may change in any release; see docs/sources.md.
	Anchor *string `json:"anchor,omitzero"`
	// Space is the ID of a space, or of the space that contains the target.
	//
	// Experimental: may change in any release; see docs/sources.md.
	Space *string `json:"space,omitzero"`
	// User is the ID of a user.
	//
	// Experimental: may change in any release; see docs/sources.md.
	User *string `json:"user,omitzero"`
	// Collection is the ID of a collection.
	//
	// Experimental: may change in any release; see docs/sources.md.
	Collection *string `json:"collection,omitzero"`
	// ReusableContent is the ID of reusable content.
	//
	// Experimental: may change in any release; see docs/sources.md.
	ReusableContent *string `json:"reusableContent,omitzero"`
	// Spec is the ID of an OpenAPI specification.
	Spec *string `json:"spec,omitzero"`
	// Translation is the ID of a translation.
	//
	// Experimental: may change in any release; see docs/sources.md.
	Translation *string `json:"translation,omitzero"`
	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// ContentRefKind is the kind of content that a reference refers to.
type ContentRefKind string

// Kinds of content that a reference refers to.
const (
	ContentRefKindFile    ContentRefKind = "file"
	ContentRefKindOpenAPI ContentRefKind = "openapi" // an OpenAPI specification
)

// More kinds of content that a reference refers to.
//
// Experimental: may change in any release; see docs/sources.md.
const (
	ContentRefKindURL             ContentRefKind = "url" // an external address
	ContentRefKindPage            ContentRefKind = "page"
	ContentRefKindAnchor          ContentRefKind = "anchor" // an anchor on a page
	ContentRefKindUser            ContentRefKind = "user"
	ContentRefKindCollection      ContentRefKind = "collection"
	ContentRefKindSpace           ContentRefKind = "space"
	ContentRefKindReusableContent ContentRefKind = "reusable-content"
	ContentRefKindTranslation     ContentRefKind = "translation"
)

type plainContentRef ContentRef

var contentRefCodec = jsonx.Leaf(func(r *ContentRef) *plainContentRef { return (*plainContentRef)(r) })

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (r ContentRef) MarshalJSON() ([]byte, error) { return contentRefCodec.Marshal(&r) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (r *ContentRef) UnmarshalJSON(data []byte) error { return contentRefCodec.Unmarshal(data, r) }
