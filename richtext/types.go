package richtext

// NodeType is a kind of node of a document: the RichBlock constants are blocks, the Inline constants stand within a line. A piece of
// text has none. The service may know more values than the constants.
//
// Beyond the documents.
type NodeType string

// Blocks. What a block has besides nodes is in its Data and Fragments.
const (
	// Paragraph is a paragraph, which holds inlines and text.
	Paragraph NodeType = "paragraph"
	// Heading1 is a heading of the first level.
	//
	// Beyond the documents.
	Heading1 NodeType = "heading-1"
	// Heading2 is a heading of the second level.
	//
	// Beyond the documents.
	Heading2 NodeType = "heading-2"
	// Heading3 is a heading of the third level.
	//
	// Beyond the documents.
	Heading3 NodeType = "heading-3"
	// ListOrdered is a numbered list of list items.
	//
	// Beyond the documents.
	ListOrdered NodeType = "list-ordered"
	// ListUnordered is a list of list items.
	//
	// Beyond the documents.
	ListUnordered NodeType = "list-unordered"
	// ListTasks is a list of list items with a check mark.
	//
	// Beyond the documents.
	ListTasks NodeType = "list-tasks"
	// ListItem is an item of a list, which holds blocks.
	//
	// Beyond the documents.
	ListItem NodeType = "list-item"
	// Divider is a line between blocks.
	//
	// Beyond the documents.
	Divider NodeType = "divider"
	// Quote is a quotation, which holds blocks.
	//
	// Beyond the documents.
	Quote NodeType = "blockquote"
	// Hint is a hint, which holds blocks.
	//
	// Beyond the documents.
	Hint NodeType = "hint"
	// Images is a row of images.
	//
	// Beyond the documents.
	Images NodeType = "images"
	// Image is an image; its caption is a fragment.
	//
	// Beyond the documents.
	Image NodeType = "image"
	// File is a file.
	//
	// Beyond the documents.
	File NodeType = "file"
	// Drawing is a drawing.
	//
	// Beyond the documents.
	Drawing NodeType = "drawing"
	// Embed is something from elsewhere, by its URL.
	//
	// Beyond the documents.
	Embed NodeType = "embed"
	// Code is code, which holds code lines.
	//
	// Beyond the documents.
	Code NodeType = "code"
	// CodeLine is a line of code.
	//
	// Beyond the documents.
	CodeLine NodeType = "code-line"
	// Math is a formula.
	//
	// Beyond the documents.
	Math NodeType = "math"
	// Expandable is a part that can be folded; its title and its body are fragments.
	//
	// Beyond the documents.
	Expandable NodeType = "expandable"
	// Tabs is a row of tabs.
	//
	// Beyond the documents.
	Tabs NodeType = "tabs"
	// TabsItem is a tab, which holds blocks.
	//
	// Beyond the documents.
	TabsItem NodeType = "tabs-item"
	// Table is a table; texts of its cells are fragments.
	//
	// Beyond the documents.
	Table NodeType = "table"
	// Swagger is an operation of an API, by a file or an address.
	//
	// Beyond the documents.
	Swagger NodeType = "swagger"
	// OpenAPIOperation is an operation of an OpenAPI specification.
	//
	// Beyond the documents.
	OpenAPIOperation NodeType = "openapi-operation"
	// OpenAPISchemas is schemas of an OpenAPI specification.
	//
	// Beyond the documents.
	OpenAPISchemas NodeType = "openapi-schemas"
	// OpenAPIWebhook is a webhook of an OpenAPI specification.
	//
	// Beyond the documents.
	OpenAPIWebhook NodeType = "openapi-webhook"
	// ContentRef is a link to other content, as a block.
	//
	// Beyond the documents.
	ContentRef NodeType = "content-ref"
	// Integration is a block of an integration.
	//
	// Beyond the documents.
	Integration NodeType = "integration"
	// ReusableContent is a place for a reusable content.
	//
	// Beyond the documents.
	ReusableContent NodeType = "reusable-content"
	// Stepper is a row of steps.
	//
	// Beyond the documents.
	Stepper NodeType = "stepper"
	// StepperStep is a step, which holds blocks.
	//
	// Beyond the documents.
	StepperStep NodeType = "stepper-step"
	// Columns is a row of columns.
	//
	// Beyond the documents.
	Columns NodeType = "columns"
	// Column is a column, which holds blocks.
	//
	// Beyond the documents.
	Column NodeType = "column"
	// If is blocks that are shown on a condition.
	//
	// Beyond the documents.
	If NodeType = "if"
)

// Inlines.
const (
	// InlineLink is a link, which holds text.
	//
	// Beyond the documents.
	InlineLink NodeType = "link"
	// InlineEmoji is an emoji, by its code.
	//
	// Beyond the documents.
	InlineEmoji NodeType = "emoji"
	// InlineIcon is an icon.
	//
	// Beyond the documents.
	InlineIcon NodeType = "icon"
	// InlineExpression is the value of an expression.
	//
	// Beyond the documents.
	InlineExpression NodeType = "expression"
	// InlineMath is a formula within a line.
	//
	// Beyond the documents.
	InlineMath NodeType = "inline-math"
	// InlineImage is an image within a line.
	//
	// Beyond the documents.
	InlineImage NodeType = "inline-image"
	// InlineAnnotation is annotated text; the annotation is a fragment.
	//
	// Beyond the documents.
	InlineAnnotation NodeType = "annotation"
	// InlineMention is a link to a user or other content.
	//
	// Beyond the documents.
	InlineMention NodeType = "mention"
	// InlineButton is a button.
	//
	// Beyond the documents.
	InlineButton NodeType = "button"
)

// MarkType is a way a run of text looks. The service may know more values than the constants.
//
// Beyond the documents.
type MarkType string

const (
	// MarkBold is text that is bold.
	//
	// Beyond the documents.
	MarkBold MarkType = "bold"
	// MarkItalic is text that is italic.
	//
	// Beyond the documents.
	MarkItalic MarkType = "italic"
	// MarkCode is text that is code.
	//
	// Beyond the documents.
	MarkCode MarkType = "code"
	// MarkKeyboard is text that is a key of a keyboard.
	//
	// Beyond the documents.
	MarkKeyboard MarkType = "keyboard"
	// MarkStrikethrough is text that is crossed out.
	//
	// Beyond the documents.
	MarkStrikethrough MarkType = "strikethrough"
	// MarkColor is text that is of a color, which its data names.
	//
	// Beyond the documents.
	MarkColor MarkType = "color"
	// MarkSuperscript is text that is above the line.
	//
	// Beyond the documents.
	MarkSuperscript MarkType = "superscript"
	// MarkSubscript is text that is below the line.
	//
	// Beyond the documents.
	MarkSubscript MarkType = "subscript"
)
