package integrations

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// Block is a block that an integration adds to the editor of pages.
//
// Experimental: may change in any minor release; see [api].
type Block struct {
	ID          string  `json:"id" check:"required"`
	Title       string  `json:"title" check:"required,len=2..40"`       // 2 to 40 characters
	Description *string `json:"description,omitzero" check:"len=..150"` // at most 150 characters
	Icon        *string `json:"icon,omitzero"`
	// URLUnfurl contains URLs or prefixes of URLs. If somebody pastes a matching URL into a page,
	// the block displays the content at the URL.
	URLUnfurl []string       `json:"urlUnfurl,omitzero"`
	Markdown  *BlockMarkdown `json:"markdown,omitzero"` // nil if Markdown cannot contain the block
}

// BlockMarkdown describes the form of a block in Markdown: a fenced block of code.
//
// Experimental: may change in any minor release; see [api].
type BlockMarkdown struct {
	// Codeblock is the language of the fenced block, such as "mermaid". In a request, set either
	// both Codeblock and Body, or only Extra.
	Codeblock *string `json:"codeblock,omitzero"`
	// Body is a name. The API reference does not describe it further.
	Body *string `json:"body,omitzero"`
	// Extra contains the fields that this release does not know. If the block is not a fenced block
	// in Markdown, these are all of its fields.
	Extra map[string]api.Raw `json:",embed"`
}

// Validate checks that either both Codeblock and Body are set, or only Extra is set.
func (m BlockMarkdown) Validate() error {
	if m.Codeblock == nil && m.Body == nil && m.Extra != nil {
		return nil
	}
	return check.Form(m, "codeblock with body")
}

type plainBlockMarkdown BlockMarkdown

var blockMarkdownCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Leaf(func(m *BlockMarkdown) *plainBlockMarkdown { return (*plainBlockMarkdown)(m) })
}}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (m BlockMarkdown) MarshalJSON() ([]byte, error) { return blockMarkdownCodec.Marshal(&m) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (m *BlockMarkdown) UnmarshalJSON(data []byte) error {
	return blockMarkdownCodec.Unmarshal(data, m)
}

// ContentSource is a source from which an integration computes content, such as the pages of a
// space: see spaces.ComputedService.
//
// Experimental: may change in any minor release; see [api].
type ContentSource struct {
	ID string `json:"id" check:"required"`
	// Title has 2 to 40 characters.
	Title string `json:"title" check:"required,len=2..40"`
	// Description has at most 150 characters.
	Description *string `json:"description,omitzero" check:"len=..150"`
	Icon        *string `json:"icon,omitzero"`
	// Configuration displays the settings of the source.
	Configuration ConfigurationComponent `json:"configuration"`
}
