package richtext

// A NodeType is the type of a [Node]. The constants that begin with Inline are types of inlines,
// and the others are types of blocks. Text nodes have no type.
type NodeType string

// BlockParagraph is a block that contains inlines and text nodes.
const BlockParagraph NodeType = "paragraph"

// Types of blocks other than [BlockParagraph]. In a [Node], Data and Fragments contain the parts of
// the block that are not child nodes.
//
// Experimental: may change in any minor release; see [api].
const (
	BlockHeading1         NodeType = "heading-1"
	BlockHeading2         NodeType = "heading-2"
	BlockHeading3         NodeType = "heading-3"
	BlockListOrdered      NodeType = "list-ordered"   // a numbered list of list items
	BlockListUnordered    NodeType = "list-unordered" // a list of list items
	BlockListTasks        NodeType = "list-tasks"     // a list of list items with a check mark
	BlockListItem         NodeType = "list-item"      // an item of a list, which contains blocks
	BlockDivider          NodeType = "divider"        // a line between blocks
	BlockQuote            NodeType = "blockquote"     // a quotation, which contains blocks
	BlockHint             NodeType = "hint"           // a hint, which contains blocks
	BlockImages           NodeType = "images"         // a row of images
	BlockImage            NodeType = "image"          // an image; its caption is a fragment
	BlockFile             NodeType = "file"
	BlockDrawing          NodeType = "drawing"
	BlockEmbed            NodeType = "embed" // content from another site, by its URL
	BlockCode             NodeType = "code"  // code, which contains code lines
	BlockCodeLine         NodeType = "code-line"
	BlockMath             NodeType = "math"              // a formula on its own line
	BlockExpandable       NodeType = "expandable"        // a block that can be expanded; its title and its body are fragments
	BlockTabs             NodeType = "tabs"              // a row of tabs
	BlockTabsItem         NodeType = "tabs-item"         // a tab, which contains blocks
	BlockTable            NodeType = "table"             // a table; the texts of its cells are fragments
	BlockSwagger          NodeType = "swagger"           // an API operation from a file or a URL
	BlockOpenAPIOperation NodeType = "openapi-operation" // an operation of an OpenAPI specification
	BlockOpenAPISchemas   NodeType = "openapi-schemas"   // schemas of an OpenAPI specification
	BlockOpenAPIWebhook   NodeType = "openapi-webhook"   // a webhook of an OpenAPI specification
	BlockContentRef       NodeType = "content-ref"       // a link to other content, as a block
	BlockIntegration      NodeType = "integration"       // a block of an integration
	BlockReusableContent  NodeType = "reusable-content"  // a place where reusable content is inserted
	BlockStepper          NodeType = "stepper"           // a row of steps
	BlockStepperStep      NodeType = "stepper-step"      // a step, which contains blocks
	BlockColumns          NodeType = "columns"           // a row of columns
	BlockColumn           NodeType = "column"            // a column, which contains blocks
	BlockIf               NodeType = "if"                // blocks that are shown on a condition
)

// Types of inlines.
//
// Experimental: may change in any minor release; see [api].
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
// Experimental: may change in any minor release; see [api].
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
