package richtext

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// Content is a text in one of the formats of the service. An answer without a text has neither field. [Markdown] makes one to send.
type Content struct {
	// Markdown is the text as Markdown, nil when it came in another format.
	Markdown *string `json:"markdown,omitzero"`
	// Document is the text as a tree of nodes, nil when it came in another format. [NewDocument] makes one to send.
	//
	// Beyond the documents.
	Document *Document `json:"document,omitzero"`
	// Extra has the members this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// Markdown returns a content to send, such as the body of a comment. It converts nothing. In an answer the text is in [Content].Markdown, and
// [FormatMarkdown] asks for it in that format.
func Markdown(text string) Content { return Content{Markdown: &text} }

type plainContent Content

var contentCodec = jsonx.Leaf(func(c *Content) *plainContent { return (*plainContent)(c) })

// MarshalJSON returns the content with all it was read with.
func (c Content) MarshalJSON() ([]byte, error) { return contentCodec.Marshal(&c) }

// UnmarshalJSON reads a content and keeps what it does not know.
func (c *Content) UnmarshalJSON(data []byte) error { return contentCodec.Unmarshal(data, c) }
