package api

import (
	"bytes"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// RichDocument is a text with structure: a tree of nodes. The service has more kinds of nodes than the documents show, so every member
// that has no field here is kept in Extra and sent back unchanged; a document that was read can be written without loss.
type RichDocument struct {
	Object string         `json:"object"` // "document"
	Data   RichData       `json:"data"`
	Nodes  []RichNode     `json:"nodes"`
	Extra  map[string]Raw `json:",embed"`

	odd *oddDocument
}

// oddDocument is a document with a member of another type than its field. What does not fit is not lost as long as nobody changes the rest.
type oddDocument struct {
	came []byte // as it came
	read []byte // as its fields are written
}

// RichData is what is said of a document as a whole.
type RichData struct {
	SchemaVersion *int64         `json:"schemaVersion,omitzero"` // nil when the document does not say
	Extra         map[string]Raw `json:",embed"`
}

// RichNode is a node of a document: a block, something within a line, or a piece of text. Text nodes have Leaves, others Nodes.
type RichNode struct {
	Object string       `json:"object"`         // "block", "inline" or "text"
	Type   RichNodeType `json:"type,omitzero"`  // such as [RichBlockParagraph]; "" for a piece of text
	Key    *string      `json:"key,omitzero"`   // nil when the service gave none
	Nodes  []RichNode   `json:"nodes,omitzero"` // nil when the node cannot have any
	// Fragments are texts a node has besides its nodes, such as the caption of an image or the cells of a table. Nil when it has none.
	//
	// Beyond the documents.
	Fragments []RichFragment `json:"fragments,omitzero"`
	// Leaves are the runs of a piece of text, nil for anything else.
	//
	// Beyond the documents.
	Leaves []RichLeaf     `json:"leaves,omitzero"`
	IsVoid *bool          `json:"isVoid,omitzero"`
	Data   map[string]Raw `json:"data,omitzero"` // such as "align"; nil when there is none
	Extra  map[string]Raw `json:",embed"`
}

// RichFragment is a text that a node has besides its nodes.
//
// Beyond the documents.
type RichFragment struct {
	Object   string         `json:"object"`            // "fragment"
	Key      *string        `json:"key,omitzero"`      // nil when the service gave none
	Fragment *string        `json:"fragment,omitzero"` // its part in the node, such as "caption"
	Type     *string        `json:"type,omitzero"`     // such as "expandable-body"
	Nodes    []RichNode     `json:"nodes,omitzero"`
	Extra    map[string]Raw `json:",embed"`
}

// RichLeaf is a run of text with the same marks.
type RichLeaf struct {
	Object string         `json:"object"` // "leaf"
	Text   string         `json:"text"`
	Marks  []RichMark     `json:"marks,omitzero"`
	Extra  map[string]Raw `json:",embed"`
}

// RichMark is a way a run of text looks.
type RichMark struct {
	Object string         `json:"object"` // "mark"
	Type   RichMarkType   `json:"type"`   // such as [RichMarkBold]
	Data   map[string]Raw `json:"data,omitzero"`
	Extra  map[string]Raw `json:",embed"`
}

// NewRichDocument returns a document of these nodes.
func NewRichDocument(nodes ...RichNode) RichDocument {
	return RichDocument{Object: "document", Nodes: nodes}
}

// Paragraph returns a node that is a paragraph of plain text.
func Paragraph(text string) RichNode {
	leaf := RichLeaf{Object: "leaf", Text: text, Marks: []RichMark{}}
	return RichNode{Object: "block", Type: RichBlockParagraph, Nodes: []RichNode{{Object: "text", Leaves: []RichLeaf{leaf}}}}
}

// The types without their methods, which the codecs read and write in one pass.
type (
	plainDocument RichDocument
	plainData     RichData
	plainNode     RichNode
	plainFragment RichFragment
	plainLeaf     RichLeaf
	plainMark     RichMark
)

var richCodec = jsonx.NewCodec(
	jsonx.Tree(func(d *RichDocument) *plainDocument { return (*plainDocument)(d) }),
	jsonx.Tree(func(d *RichData) *plainData { return (*plainData)(d) }),
	jsonx.Tree(func(n *RichNode) *plainNode { return (*plainNode)(n) }),
	jsonx.Tree(func(f *RichFragment) *plainFragment { return (*plainFragment)(f) }),
	jsonx.Tree(func(l *RichLeaf) *plainLeaf { return (*plainLeaf)(l) }),
	jsonx.Tree(func(m *RichMark) *plainMark { return (*plainMark)(m) }),
)

// MarshalJSON returns the document with all it was read with.
func (d RichDocument) MarshalJSON() ([]byte, error) {
	data, err := richCodec.Marshal(&d)
	if d.odd != nil && bytes.Equal(data, d.odd.read) {
		return d.odd.came, nil
	}
	return data, err
}

// UnmarshalJSON reads a document and keeps what it does not know. A member of another type than its field is an error, and the rest is read
// all the same.
func (d *RichDocument) UnmarshalJSON(data []byte) error {
	err := richCodec.Unmarshal(data, d)
	if err == nil {
		return nil
	}
	if read, broken := richCodec.Marshal(d); broken == nil {
		d.odd = &oddDocument{came: jsonx.Clone(data), read: read}
	}
	return err
}

// MarshalJSON returns the data with all it was read with.
func (d RichData) MarshalJSON() ([]byte, error) { return richCodec.Marshal(&d) }

// UnmarshalJSON reads the data and keeps what it does not know.
func (d *RichData) UnmarshalJSON(data []byte) error { return richCodec.Unmarshal(data, d) }

// MarshalJSON returns the node with all it was read with.
func (n RichNode) MarshalJSON() ([]byte, error) { return richCodec.Marshal(&n) }

// UnmarshalJSON reads a node and keeps what it does not know.
func (n *RichNode) UnmarshalJSON(data []byte) error { return richCodec.Unmarshal(data, n) }

// MarshalJSON returns the fragment with all it was read with.
func (f RichFragment) MarshalJSON() ([]byte, error) { return richCodec.Marshal(&f) }

// UnmarshalJSON reads a fragment and keeps what it does not know.
func (f *RichFragment) UnmarshalJSON(data []byte) error { return richCodec.Unmarshal(data, f) }

// MarshalJSON returns the leaf with all it was read with.
func (l RichLeaf) MarshalJSON() ([]byte, error) { return richCodec.Marshal(&l) }

// UnmarshalJSON reads a leaf and keeps what it does not know.
func (l *RichLeaf) UnmarshalJSON(data []byte) error { return richCodec.Unmarshal(data, l) }

// MarshalJSON returns the mark with all it was read with.
func (m RichMark) MarshalJSON() ([]byte, error) { return richCodec.Marshal(&m) }

// UnmarshalJSON reads a mark and keeps what it does not know.
func (m *RichMark) UnmarshalJSON(data []byte) error { return richCodec.Unmarshal(data, m) }
