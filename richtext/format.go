package richtext

// A Format is a format in which an operation can return texts.
//
// Experimental: may change in any minor release; see [api].
type Format string

// The formats.
const (
	FormatDocument Format = "document" // a tree of nodes, in [Content].Document
	FormatMarkdown Format = "markdown" // Markdown, in [Content].Markdown
)
