package richtext

// Format is a format of text. The service may know more values than the constants.
type Format string

const (
	// FormatDocument is a tree of nodes, a [Document].
	//
	// Beyond the documents.
	FormatDocument Format = "document"
	// FormatMarkdown is Markdown. It asks for an answer in that format; [Markdown] makes a text to send.
	//
	// Beyond the documents.
	FormatMarkdown Format = "markdown"
)
