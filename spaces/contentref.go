package spaces

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// ContentRef refers to content by its ID. Kind determines which of the other fields are set.
type ContentRef struct {
	Kind ContentRefKind `json:"kind"`
	// File is the ID of a file.
	File *string `json:"file,omitzero" response:"required,if=kind:file,id"`
	// Spec is the ID of an OpenAPI specification.
	Spec *string `json:"spec,omitzero" response:"required,if=kind:openapi,id"`

	// The following fields are set for other kinds. URL is a URL, Anchor is the name of an anchor,
	// and Tag is the slug of a tag. The other fields are IDs. Page is set for an anchor too, and
	// identifies the page that contains it. Space is the ID of the space that contains the target.
	//
	// Experimental: may change in any minor release; see [api].
	URL             *string `json:"url,omitzero" response:"required,if=kind:url"`
	Page            *string `json:"page,omitzero" response:"required,if=kind:page,id"`
	Anchor          *string `json:"anchor,omitzero" response:"required,if=kind:anchor"`
	Space           *string `json:"space,omitzero" response:"required,if=kind:space,id"`
	User            *string `json:"user,omitzero" response:"required,if=kind:user,id"`
	Collection      *string `json:"collection,omitzero" response:"required,if=kind:collection,id"`
	ReusableContent *string `json:"reusableContent,omitzero" response:"required,if=kind:reusable-content,id"`
	Translation     *string `json:"translation,omitzero" response:"required,if=kind:translation,id"`
	Tag             *string `json:"tag,omitzero" response:"required,if=kind:tag,id"`

	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// ContentRefKind is the kind of a reference.
type ContentRefKind string

// Kinds of references.
const (
	ContentRefKindFile    ContentRefKind = "file"
	ContentRefKindOpenAPI ContentRefKind = "openapi" // an OpenAPI specification
)

// Kinds of references that are not in the API reference.
//
// Experimental: may change in any minor release; see [api].
const (
	ContentRefKindURL             ContentRefKind = "url" // an external URL
	ContentRefKindPage            ContentRefKind = "page"
	ContentRefKindAnchor          ContentRefKind = "anchor" // an anchor on a page
	ContentRefKindUser            ContentRefKind = "user"
	ContentRefKindCollection      ContentRefKind = "collection"
	ContentRefKindSpace           ContentRefKind = "space"
	ContentRefKindReusableContent ContentRefKind = "reusable-content"
	ContentRefKindTranslation     ContentRefKind = "translation"
	ContentRefKindTag             ContentRefKind = "tag" // a tag; only in newer versions of the service
)

type plainContentRef ContentRef

var contentRefCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Leaf(func(r *ContentRef) *plainContentRef { return (*plainContentRef)(r) })
}}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (r ContentRef) MarshalJSON() ([]byte, error) { return contentRefCodec.Marshal(&r) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (r *ContentRef) UnmarshalJSON(data []byte) error { return contentRefCodec.Unmarshal(data, r) }
