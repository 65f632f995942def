package richtext

// A NodeType is the type of a [Node]. The constants that begin with Inline are types of inlines,
// and the others are types of blocks. Text nodes have no type.
type NodeType string

// Paragraph is a block that contains inlines and text nodes.
const Paragraph NodeType = "paragraph"

// Types of blocks other than [Paragraph]. What a block has besides nodes is in its Data and its
// Fragments.
//
// Experimental: may change in any release; see docs/sources.md.
const (
	Heading1         NodeType = "heading-1"
	Heading2         NodeType = "heading-2"
	Heading3         NodeType = "heading-3"
	ListOrdered      NodeType = "list-ordered"   // a numbered list of list items
	ListUnordered    NodeType = "list-unordered" // a list of list items
	ListTasks        NodeType = "list-tasks"     // a list of list items with a check mark
	ListItem         NodeType = "list-item"      // an item of a list, which contains blocks
	Divider          NodeType = "divider"        // a line between blocks
	Quote            NodeType = "blockquote"     // a quotation, which contains blocks
	Hint             NodeType = "hint"           // a hint, which contains blocks
	Images           NodeType = "images"         // a row of images
	Image            NodeType = "image"          // an image; its caption is a fragment
	File             NodeType = "file"
	Drawing          NodeType = "drawing"
	Embed            NodeType = "embed" // content from another site, by its URL
	Code             NodeType = "code"  // code, which contains code lines
	CodeLine         NodeType = "code-line"
	Math             NodeType = "math"              // a formula on its own line
	Expandable       NodeType = "expandable"        // a block that can be expanded; its title and its body are fragments
	Tabs             NodeType = "tabs"              // a row of tabs
	TabsItem         NodeType = "tabs-item"         // a tab, which contains blocks
	Table            NodeType = "table"             // a table; the texts of its cells are fragments
	Swagger          NodeType = "swagger"           // an API operation from a file or a URL
	OpenAPIOperation NodeType = "openapi-operation" // an operation of an OpenAPI specification
	OpenAPISchemas   NodeType = "openapi-schemas"   // schemas of an OpenAPI specification
	OpenAPIWebhook   NodeType = "openapi-webhook"   // a webhook of an OpenAPI specification
	ContentRef       NodeType = "content-ref"       // a link to other content, as a block
	Integration      NodeType = "integration"       // a block of an integration
	ReusableContent  NodeType = "reusable-content"  // a place where reusable content is inserted
	Stepper          NodeType = "stepper"           // a row of steps
	StepperStep      NodeType = "stepper-step"      // a step, which contains blocks
	Columns          NodeType = "columns"           // a row of columns
	Column           NodeType = "column"            // a column, which contains blocks
	If               NodeType = "if"                // blocks that are shown on a condition
)

// Types of inlines.
//
// Experimental: may change in any release; see docs/sources.md.
const (
	InlineLink       NodeType = "link"  // a link, which contains text
	InlineEmoji      NodeType = "emoji" // an emoji, by its code
	InlineIcon       NodeType = "icon"
	InlineExpression NodeType = "expression" // the value of an expression
	InlineMath       NodeType = "inline-math"
	InlineImage      NodeType = "inline-image"
	InlineAnnotation NodeType = "annotation" // annotated text; the annotation is a fragment
	InlineMention    NodeType = "mention"    // a link to a user or to other content
	InlineButton     NodeType = "button"
)

// A MarkType is the type of a [Mark].
//
// Experimental: may change in any release; see docs/sources.md.
type MarkType string

// Types of marks.
const (
	MarkBold          MarkType = "bold"
	MarkItalic        MarkType = "italic"
	MarkCode          MarkType = "code"
	MarkKeyboard      MarkType = "keyboard" // a key of a keyboard
	MarkStrikethrough MarkType = "strikethrough"
	MarkColor         MarkType = "color" // its data contains the color
	MarkSuperscript   MarkType = "superscript"
	MarkSubscript     MarkType = "subscript"
)
