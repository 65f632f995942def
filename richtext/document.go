package richtext

import (
	"bytes"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// A Document is a text as a tree of nodes. Each type in the tree keeps unknown fields in Extra, so
// that they are not lost if a document is decoded, changed and encoded. A value that does not fit
// its field is kept only if the document is not changed: before you send a changed document, check
// that Mismatch in [api.Meta] was nil. A program that builds a document can leave the Object fields
// empty: MarshalJSON fills them in.
type Document struct {
	Object string             `json:"object"` // "document"
	Data   DocumentData       `json:"data"`
	Nodes  []Node             `json:"nodes" response:"about"`
	Extra  map[string]api.Raw `json:",embed"`

	mismatch *mismatch
}

// A mismatch contains the JSON of a document if an Object is missing or a value does not fit its
// field. If the document has not been changed since it was decoded, it is encoded as this JSON.
type mismatch struct {
	decoded []byte // the JSON that was decoded
	encoded []byte // the JSON of the decoded fields
}

// DocumentData contains the properties of a document.
type DocumentData struct {
	SchemaVersion *int64             `json:"schemaVersion,omitzero"` // nil if unknown
	Extra         map[string]api.Raw `json:",embed"`
}

// A Node is a node of a document: a block, an inline (a part of a line), or a text node. A text
// node has Leaves, and any other node has Nodes.
type Node struct {
	// Object is "block", "inline" or "text".
	Object string `json:"object"`
	// Type is the type of the node, such as [BlockParagraph]. It is "" for a text node.
	Type NodeType `json:"type,omitzero" response:"required,if=object:block|inline"`
	// Key is the key of the node, or nil if there is none.
	Key *string `json:"key,omitzero"`
	// Nodes contains the child nodes. It is nil for a node that cannot have child nodes.
	Nodes []Node `json:"nodes,omitzero" response:"required,if=type:paragraph|heading-1|heading-2|heading-3|list-ordered|list-unordered|list-tasks|list-item|blockquote|hint|images|code|code-line|tabs|tabs-item|stepper|stepper-step|columns|column|if|link|annotation"`
	// Fragments contains the texts that are not child nodes, such as the caption of an image or the
	// cells of a table. It is nil if there are none.
	//
	// Experimental: may change in any minor release; see [api].
	Fragments []Fragment `json:"fragments,omitzero" response:"required,if=type:image|table|expandable|annotation"`
	// Leaves contains the runs of text of a text node. It is nil for any other node.
	//
	// Experimental: may change in any minor release; see [api].
	Leaves []Leaf `json:"leaves,omitzero" response:"required,if=object:text"`

	IsVoid *bool              `json:"isVoid,omitzero"`
	Data   map[string]api.Raw `json:"data,omitzero"` // such as "align"; nil if there is none
	Extra  map[string]api.Raw `json:",embed"`
}

// A Fragment is a text that belongs to a node but is not a child node, such as the caption of an
// image.
//
// Experimental: may change in any minor release; see [api].
type Fragment struct {
	Object   string             `json:"object"`            // "fragment"
	Key      *string            `json:"key,omitzero"`      // nil if there is none
	Fragment *string            `json:"fragment,omitzero"` // its purpose, such as "caption"
	Type     *string            `json:"type,omitzero"`     // such as "expandable-body"
	Nodes    []Node             `json:"nodes,omitzero" response:"required"`
	Extra    map[string]api.Raw `json:",embed"`
}

// A Leaf is a run of text with the same marks.
//
// Experimental: may change in any minor release; see [api].
type Leaf struct {
	Object string             `json:"object"` // "leaf"
	Text   string             `json:"text"`
	Marks  []Mark             `json:"marks,omitzero" response:"required"`
	Extra  map[string]api.Raw `json:",embed"`
}

// A Mark is a property of a run of text, such as bold.
//
// Experimental: may change in any minor release; see [api].
type Mark struct {
	Object string             `json:"object"` // "mark"
	Type   MarkType           `json:"type"`   // such as [MarkBold]
	Data   map[string]api.Raw `json:"data,omitzero"`
	Extra  map[string]api.Raw `json:",embed"`
}

// NewDocument returns a document with the given nodes.
func NewDocument(nodes ...Node) Document {
	return Document{Object: objectDocument, Nodes: nodes}
}

// NewParagraph returns a paragraph of plain text.
func NewParagraph(text string) Node {
	leaf := Leaf{Object: objectLeaf, Text: text, Marks: []Mark{}}
	return Node{
		Object: objectBlock, Type: BlockParagraph,
		Nodes: []Node{{Object: objectText, Leaves: []Leaf{leaf}}},
	}
}

// These types have the fields of the exported types but not their methods, so that the codec
// decodes and encodes a tree in one pass.
type (
	plainDocument Document
	plainData     DocumentData
	plainNode     Node
	plainFragment Fragment
	plainLeaf     Leaf
	plainMark     Mark
)

var codec = jsonx.Codec{New: func() jsonx.Types {
	jsonx.Keeps[Document]()
	return jsonx.Join(
		jsonx.Tree(func(d *Document) *plainDocument { return (*plainDocument)(d) }),
		jsonx.Tree(func(d *DocumentData) *plainData { return (*plainData)(d) }),
		jsonx.Tree(func(n *Node) *plainNode { return (*plainNode)(n) }),
		jsonx.Tree(func(f *Fragment) *plainFragment { return (*plainFragment)(f) }),
		jsonx.Tree(func(l *Leaf) *plainLeaf { return (*plainLeaf)(l) }),
		jsonx.Tree(func(m *Mark) *plainMark { return (*plainMark)(m) }),
	)
}}

// MarshalJSON encodes the document with the fields in Extra.
func (d Document) MarshalJSON() ([]byte, error) {
	if d.mismatch != nil {
		if data, err := codec.Marshal(&d); err == nil && bytes.Equal(data, d.mismatch.encoded) {
			return d.mismatch.decoded, nil
		}
	}
	return codec.Marshal(d.filled())
}

// UnmarshalJSON decodes a document and stores unknown fields in Extra. If a value does not fit its
// field, UnmarshalJSON decodes the rest and returns an error.
func (d *Document) UnmarshalJSON(data []byte) error {
	err := codec.Unmarshal(data, d)
	if err == nil && d.filled() == d {
		return nil
	}
	if encoded, encodeErr := codec.Marshal(d); encodeErr == nil {
		d.mismatch = &mismatch{decoded: bytes.Clone(data), encoded: encoded}
	}
	return err
}

// MarshalJSON encodes the properties with the fields in Extra.
func (d DocumentData) MarshalJSON() ([]byte, error) { return codec.Marshal(&d) }

// UnmarshalJSON decodes the properties and stores unknown fields in Extra.
func (d *DocumentData) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, d) }

// MarshalJSON encodes the node with the fields in Extra.
func (n Node) MarshalJSON() ([]byte, error) { return codec.Marshal(n.filled()) }

// UnmarshalJSON decodes a node and stores unknown fields in Extra.
func (n *Node) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, n) }

// MarshalJSON encodes the fragment with the fields in Extra.
func (f Fragment) MarshalJSON() ([]byte, error) { return codec.Marshal(f.filled()) }

// UnmarshalJSON decodes a fragment and stores unknown fields in Extra.
func (f *Fragment) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, f) }

// MarshalJSON encodes the leaf with the fields in Extra.
func (l Leaf) MarshalJSON() ([]byte, error) { return codec.Marshal(l.filled()) }

// UnmarshalJSON decodes a leaf and stores unknown fields in Extra.
func (l *Leaf) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, l) }

// MarshalJSON encodes the mark with the fields in Extra.
func (m Mark) MarshalJSON() ([]byte, error) { return codec.Marshal(m.filled()) }

// UnmarshalJSON decodes a mark and stores unknown fields in Extra.
func (m *Mark) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, m) }
