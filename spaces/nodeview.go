package spaces

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/richtext"
)

// NodeLink contains the data of a node that refers to content: a link, a button, a mention, a block
// that is a link, or a place where reusable content is inserted. [richtext.As] returns it:
//
//	if link, ok := richtext.As[spaces.NodeLink](visit.Node); ok && link.Ref.URL != nil {
//		fmt.Println(*link.Ref.URL)
//	}
//
// Experimental: may change in any minor release; see [api].
type NodeLink struct {
	Ref   ContentRef `json:"ref"`   // zero for a button with an action
	Label string     `json:"label"` // text of a button; "" for any other node
	Icon  string     `json:"icon"`  // name of the icon of a button; "" for none
}

// NodeTypes implements [richtext.View].
func (NodeLink) NodeTypes() []richtext.NodeType {
	return []richtext.NodeType{
		richtext.InlineLink, richtext.InlineButton, richtext.InlineMention,
		richtext.BlockContentRef, richtext.BlockReusableContent,
	}
}

// NodeImage contains the data of an image. The caption of a [richtext.BlockImage] is a fragment.
//
// Experimental: may change in any minor release; see [api].
type NodeImage struct {
	Ref     ContentRef  `json:"ref"`     // file, or URL of an image outside the space
	RefDark *ContentRef `json:"refDark"` // image for dark themes; nil if it does not differ from Ref
	Alt     string      `json:"alt"`     // text for readers who do not see the image
	Caption string      `json:"caption"` // caption of a [richtext.InlineImage]
	// Width and Height are each a number of pixels, or an object with a unit and a value. They are
	// nil if they were not set.
	Width  api.Raw `json:"width"`
	Height api.Raw `json:"height"`
}

// NodeTypes implements [richtext.View].
func (NodeImage) NodeTypes() []richtext.NodeType {
	return []richtext.NodeType{richtext.BlockImage, richtext.InlineImage}
}

// NodeFile contains the data of a node that refers to a file, to a URL or to an OpenAPI
// specification: a file, a drawing, or a part of an API.
//
// Experimental: may change in any minor release; see [api].
type NodeFile struct {
	Ref *ContentRef `json:"ref"` // nil for an empty drawing
}

// NodeTypes implements [richtext.View].
func (NodeFile) NodeTypes() []richtext.NodeType {
	return []richtext.NodeType{
		richtext.BlockFile, richtext.BlockDrawing, richtext.BlockSwagger,
		richtext.BlockOpenAPIOperation, richtext.BlockOpenAPISchemas, richtext.BlockOpenAPIWebhook,
	}
}

// NodeTable contains the data of a table. The texts of its cells are fragments of the node.
//
// Experimental: may change in any minor release; see [api].
type NodeTable struct {
	View       NodeTableView              `json:"view"`
	Definition map[string]NodeTableColumn `json:"definition"` // columns by their ID
	Records    map[string]NodeTableRecord `json:"records"`    // rows by their ID
}

// NodeTypes implements [richtext.View].
func (NodeTable) NodeTypes() []richtext.NodeType {
	return []richtext.NodeType{richtext.BlockTable}
}

// NodeTableView is the appearance of a table.
//
// Experimental: may change in any minor release; see [api].
type NodeTableView struct {
	Type    string   `json:"type"`    // "grid" or "cards"
	Columns []string `json:"columns"` // IDs of the visible columns, in order
}

// NodeTableColumn is a column of a table.
//
// Experimental: may change in any minor release; see [api].
type NodeTableColumn struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Type  string `json:"type"` // such as "text", "number" or "content-ref"
}

// NodeTableRecord is a row of a table.
//
// Experimental: may change in any minor release; see [api].
type NodeTableRecord struct {
	OrderIndex string `json:"orderIndex"` // text by which the rows are sorted
	// Values contains the cells by the ID of their column. Their form depends on the type of the
	// column: null, a text, a number, a boolean, a list of texts, a [ContentRef], or an object
	// whose field ref is the [ContentRef] of an image.
	Values map[string]api.Raw `json:"values"`
}
