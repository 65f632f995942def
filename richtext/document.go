package richtext

import (
	"bytes"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// Document is a text with structure: a tree of nodes. The service has more kinds of nodes than the documents show, so every member
// that has no field here is kept in Extra and sent back unchanged; a document that was read can be written without loss.
type Document struct {
	Object string             `json:"object"` // "document"
	Data   Data               `json:"data"`
	Nodes  []Node             `json:"nodes"`
	Extra  map[string]api.Raw `json:",embed"`

	odd *oddDocument
}

// oddDocument is a document with a member of another type than its field. What does not fit is not lost as long as nobody changes the rest.
type oddDocument struct {
	came []byte // as it came
	read []byte // as its fields are written
}

// Data is what is said of a document as a whole.
type Data struct {
	SchemaVersion *int64             `json:"schemaVersion,omitzero"` // nil when the document does not say
	Extra         map[string]api.Raw `json:",embed"`
}

// Node is a node of a document: a block, something within a line, or a piece of text. Text nodes have Leaves, others Nodes.
type Node struct {
	Object string   `json:"object"`         // "block", "inline" or "text"
	Type   NodeType `json:"type,omitzero"`  // such as [Paragraph]; "" for a piece of text
	Key    *string  `json:"key,omitzero"`   // nil when the service gave none
	Nodes  []Node   `json:"nodes,omitzero"` // nil when the node cannot have any
	// Fragments are texts a node has besides its nodes, such as the caption of an image or the cells of a table. Nil when it has none.
	//
	// Beyond the documents.
	Fragments []Fragment `json:"fragments,omitzero"`
	// Leaves are the runs of a piece of text, nil for anything else.
	//
	// Beyond the documents.
	Leaves []Leaf             `json:"leaves,omitzero"`
	IsVoid *bool              `json:"isVoid,omitzero"`
	Data   map[string]api.Raw `json:"data,omitzero"` // such as "align"; nil when there is none
	Extra  map[string]api.Raw `json:",embed"`
}

// Fragment is a text that a node has besides its nodes.
//
// Beyond the documents.
type Fragment struct {
	Object   string             `json:"object"`            // "fragment"
	Key      *string            `json:"key,omitzero"`      // nil when the service gave none
	Fragment *string            `json:"fragment,omitzero"` // its part in the node, such as "caption"
	Type     *string            `json:"type,omitzero"`     // such as "expandable-body"
	Nodes    []Node             `json:"nodes,omitzero"`
	Extra    map[string]api.Raw `json:",embed"`
}

// Leaf is a run of text with the same marks.
type Leaf struct {
	Object string             `json:"object"` // "leaf"
	Text   string             `json:"text"`
	Marks  []Mark             `json:"marks,omitzero"`
	Extra  map[string]api.Raw `json:",embed"`
}

// Mark is a way a run of text looks.
type Mark struct {
	Object string             `json:"object"` // "mark"
	Type   MarkType           `json:"type"`   // such as [MarkBold]
	Data   map[string]api.Raw `json:"data,omitzero"`
	Extra  map[string]api.Raw `json:",embed"`
}

// NewDocument returns a document of these nodes.
func NewDocument(nodes ...Node) Document {
	return Document{Object: "document", Nodes: nodes}
}

// NewParagraph returns a node that is a paragraph of plain text.
func NewParagraph(text string) Node {
	leaf := Leaf{Object: "leaf", Text: text, Marks: []Mark{}}
	return Node{Object: "block", Type: Paragraph, Nodes: []Node{{Object: "text", Leaves: []Leaf{leaf}}}}
}

// The types without their methods, which the codecs read and write in one pass.
type (
	plainDocument Document
	plainData     Data
	plainNode     Node
	plainFragment Fragment
	plainLeaf     Leaf
	plainMark     Mark
)

var codec = jsonx.NewCodec(
	jsonx.Tree(func(d *Document) *plainDocument { return (*plainDocument)(d) }),
	jsonx.Tree(func(d *Data) *plainData { return (*plainData)(d) }),
	jsonx.Tree(func(n *Node) *plainNode { return (*plainNode)(n) }),
	jsonx.Tree(func(f *Fragment) *plainFragment { return (*plainFragment)(f) }),
	jsonx.Tree(func(l *Leaf) *plainLeaf { return (*plainLeaf)(l) }),
	jsonx.Tree(func(m *Mark) *plainMark { return (*plainMark)(m) }),
)

// MarshalJSON returns the document with all it was read with.
func (d Document) MarshalJSON() ([]byte, error) {
	data, err := codec.Marshal(&d)
	if d.odd != nil && bytes.Equal(data, d.odd.read) {
		return d.odd.came, nil
	}
	return data, err
}

// UnmarshalJSON reads a document and keeps what it does not know. A member of another type than its field is an error, and the rest is read
// all the same.
func (d *Document) UnmarshalJSON(data []byte) error {
	err := codec.Unmarshal(data, d)
	if err == nil {
		return nil
	}
	if read, broken := codec.Marshal(d); broken == nil {
		d.odd = &oddDocument{came: jsonx.Clone(data), read: read}
	}
	return err
}

// MarshalJSON returns the data with all it was read with.
func (d Data) MarshalJSON() ([]byte, error) { return codec.Marshal(&d) }

// UnmarshalJSON reads the data and keeps what it does not know.
func (d *Data) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, d) }

// MarshalJSON returns the node with all it was read with.
func (n Node) MarshalJSON() ([]byte, error) { return codec.Marshal(&n) }

// UnmarshalJSON reads a node and keeps what it does not know.
func (n *Node) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, n) }

// MarshalJSON returns the fragment with all it was read with.
func (f Fragment) MarshalJSON() ([]byte, error) { return codec.Marshal(&f) }

// UnmarshalJSON reads a fragment and keeps what it does not know.
func (f *Fragment) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, f) }

// MarshalJSON returns the leaf with all it was read with.
func (l Leaf) MarshalJSON() ([]byte, error) { return codec.Marshal(&l) }

// UnmarshalJSON reads a leaf and keeps what it does not know.
func (l *Leaf) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, l) }

// MarshalJSON returns the mark with all it was read with.
func (m Mark) MarshalJSON() ([]byte, error) { return codec.Marshal(&m) }

// UnmarshalJSON reads a mark and keeps what it does not know.
func (m *Mark) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, m) }
