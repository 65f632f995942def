package api

// Format is a format of text. The service may know more values than the constants.
type Format string

const (
	// FormatDocument is a tree of nodes.
	//
	// Beyond the documents.
	FormatDocument Format = "document"
	// FormatMarkdown is Markdown.
	//
	// Beyond the documents.
	FormatMarkdown Format = "markdown"
)
