package richtext

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// Content is a text in one of the formats of the API. If a response contains no text, both Markdown
// and Document are nil.
type Content struct {
	// Markdown is the text in Markdown, or nil if it has another format.
	Markdown *string `json:"markdown,omitzero"`
	// Document is the text as a tree of nodes, or nil if it has another format.
	//
	// Experimental: may change in any minor release; see [api].
	Document *Document `json:"document,omitzero"`
	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// Markdown returns a Content with a text in Markdown, such as the body of a comment.
func Markdown(text string) Content { return Content{Markdown: &text} }

type plainContent Content

var contentCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Leaf(func(c *Content) *plainContent { return (*plainContent)(c) })
}}

// MarshalJSON encodes the content with the fields in Extra.
func (c Content) MarshalJSON() ([]byte, error) { return contentCodec.Marshal(&c) }

// UnmarshalJSON decodes content and stores unknown fields in Extra.
func (c *Content) UnmarshalJSON(data []byte) error { return contentCodec.Unmarshal(data, c) }
