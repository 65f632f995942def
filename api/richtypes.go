package api

// RichNodeType is a kind of node of a document: the RichBlock constants are blocks, the RichInline constants stand within a line. A piece of
// text has none. The service may know more values than the constants.
//
// Beyond the documents.
type RichNodeType string

// Blocks. What a block has besides nodes is in its Data and Fragments.
const (
	// RichBlockParagraph is a paragraph, which holds inlines and text.
	RichBlockParagraph RichNodeType = "paragraph"
	// RichBlockHeading1 is a heading of the first level.
	//
	// Beyond the documents.
	RichBlockHeading1 RichNodeType = "heading-1"
	// RichBlockHeading2 is a heading of the second level.
	//
	// Beyond the documents.
	RichBlockHeading2 RichNodeType = "heading-2"
	// RichBlockHeading3 is a heading of the third level.
	//
	// Beyond the documents.
	RichBlockHeading3 RichNodeType = "heading-3"
	// RichBlockListOrdered is a numbered list of list items.
	//
	// Beyond the documents.
	RichBlockListOrdered RichNodeType = "list-ordered"
	// RichBlockListUnordered is a list of list items.
	//
	// Beyond the documents.
	RichBlockListUnordered RichNodeType = "list-unordered"
	// RichBlockListTasks is a list of list items with a check mark.
	//
	// Beyond the documents.
	RichBlockListTasks RichNodeType = "list-tasks"
	// RichBlockListItem is an item of a list, which holds blocks.
	//
	// Beyond the documents.
	RichBlockListItem RichNodeType = "list-item"
	// RichBlockDivider is a line between blocks.
	//
	// Beyond the documents.
	RichBlockDivider RichNodeType = "divider"
	// RichBlockQuote is a quotation, which holds blocks.
	//
	// Beyond the documents.
	RichBlockQuote RichNodeType = "blockquote"
	// RichBlockHint is a hint, which holds blocks.
	//
	// Beyond the documents.
	RichBlockHint RichNodeType = "hint"
	// RichBlockImages is a row of images.
	//
	// Beyond the documents.
	RichBlockImages RichNodeType = "images"
	// RichBlockImage is an image; its caption is a fragment.
	//
	// Beyond the documents.
	RichBlockImage RichNodeType = "image"
	// RichBlockFile is a file.
	//
	// Beyond the documents.
	RichBlockFile RichNodeType = "file"
	// RichBlockDrawing is a drawing.
	//
	// Beyond the documents.
	RichBlockDrawing RichNodeType = "drawing"
	// RichBlockEmbed is something from elsewhere, by its URL.
	//
	// Beyond the documents.
	RichBlockEmbed RichNodeType = "embed"
	// RichBlockCode is code, which holds code lines.
	//
	// Beyond the documents.
	RichBlockCode RichNodeType = "code"
	// RichBlockCodeLine is a line of code.
	//
	// Beyond the documents.
	RichBlockCodeLine RichNodeType = "code-line"
	// RichBlockMath is a formula.
	//
	// Beyond the documents.
	RichBlockMath RichNodeType = "math"
	// RichBlockExpandable is a part that can be folded; its title and its body are fragments.
	//
	// Beyond the documents.
	RichBlockExpandable RichNodeType = "expandable"
	// RichBlockTabs is a row of tabs.
	//
	// Beyond the documents.
	RichBlockTabs RichNodeType = "tabs"
	// RichBlockTabsItem is a tab, which holds blocks.
	//
	// Beyond the documents.
	RichBlockTabsItem RichNodeType = "tabs-item"
	// RichBlockTable is a table; texts of its cells are fragments.
	//
	// Beyond the documents.
	RichBlockTable RichNodeType = "table"
	// RichBlockSwagger is an operation of an API, by a file or an address.
	//
	// Beyond the documents.
	RichBlockSwagger RichNodeType = "swagger"
	// RichBlockOpenAPIOperation is an operation of an OpenAPI specification.
	//
	// Beyond the documents.
	RichBlockOpenAPIOperation RichNodeType = "openapi-operation"
	// RichBlockOpenAPISchemas is schemas of an OpenAPI specification.
	//
	// Beyond the documents.
	RichBlockOpenAPISchemas RichNodeType = "openapi-schemas"
	// RichBlockOpenAPIWebhook is a webhook of an OpenAPI specification.
	//
	// Beyond the documents.
	RichBlockOpenAPIWebhook RichNodeType = "openapi-webhook"
	// RichBlockContentRef is a link to other content, as a block.
	//
	// Beyond the documents.
	RichBlockContentRef RichNodeType = "content-ref"
	// RichBlockIntegration is a block of an integration.
	//
	// Beyond the documents.
	RichBlockIntegration RichNodeType = "integration"
	// RichBlockReusableContent is a place for a reusable content.
	//
	// Beyond the documents.
	RichBlockReusableContent RichNodeType = "reusable-content"
	// RichBlockStepper is a row of steps.
	//
	// Beyond the documents.
	RichBlockStepper RichNodeType = "stepper"
	// RichBlockStepperStep is a step, which holds blocks.
	//
	// Beyond the documents.
	RichBlockStepperStep RichNodeType = "stepper-step"
	// RichBlockColumns is a row of columns.
	//
	// Beyond the documents.
	RichBlockColumns RichNodeType = "columns"
	// RichBlockColumn is a column, which holds blocks.
	//
	// Beyond the documents.
	RichBlockColumn RichNodeType = "column"
	// RichBlockIf is blocks that are shown on a condition.
	//
	// Beyond the documents.
	RichBlockIf RichNodeType = "if"
)

// Inlines.
const (
	// RichInlineLink is a link, which holds text.
	//
	// Beyond the documents.
	RichInlineLink RichNodeType = "link"
	// RichInlineEmoji is an emoji, by its code.
	//
	// Beyond the documents.
	RichInlineEmoji RichNodeType = "emoji"
	// RichInlineIcon is an icon.
	//
	// Beyond the documents.
	RichInlineIcon RichNodeType = "icon"
	// RichInlineExpression is the value of an expression.
	//
	// Beyond the documents.
	RichInlineExpression RichNodeType = "expression"
	// RichInlineMath is a formula within a line.
	//
	// Beyond the documents.
	RichInlineMath RichNodeType = "inline-math"
	// RichInlineImage is an image within a line.
	//
	// Beyond the documents.
	RichInlineImage RichNodeType = "inline-image"
	// RichInlineAnnotation is annotated text; the annotation is a fragment.
	//
	// Beyond the documents.
	RichInlineAnnotation RichNodeType = "annotation"
	// RichInlineMention is a link to a user or other content.
	//
	// Beyond the documents.
	RichInlineMention RichNodeType = "mention"
	// RichInlineButton is a button.
	//
	// Beyond the documents.
	RichInlineButton RichNodeType = "button"
)

// RichMarkType is a way a run of text looks. The service may know more values than the constants.
//
// Beyond the documents.
type RichMarkType string

const (
	// RichMarkBold is text that is bold.
	//
	// Beyond the documents.
	RichMarkBold RichMarkType = "bold"
	// RichMarkItalic is text that is italic.
	//
	// Beyond the documents.
	RichMarkItalic RichMarkType = "italic"
	// RichMarkCode is text that is code.
	//
	// Beyond the documents.
	RichMarkCode RichMarkType = "code"
	// RichMarkKeyboard is text that is a key of a keyboard.
	//
	// Beyond the documents.
	RichMarkKeyboard RichMarkType = "keyboard"
	// RichMarkStrikethrough is text that is crossed out.
	//
	// Beyond the documents.
	RichMarkStrikethrough RichMarkType = "strikethrough"
	// RichMarkColor is text that is of a color, which its data names.
	//
	// Beyond the documents.
	RichMarkColor RichMarkType = "color"
	// RichMarkSuperscript is text that is above the line.
	//
	// Beyond the documents.
	RichMarkSuperscript RichMarkType = "superscript"
	// RichMarkSubscript is text that is below the line.
	//
	// Beyond the documents.
	RichMarkSubscript RichMarkType = "subscript"
)
