package richtext

// A Section is a part of a document: a heading and the nodes after it, up to the next heading of
// any level.
//
// Experimental: may change in any minor release; see [api].
type Section struct {
	// Heading is the heading, or nil for the part of the document before the first heading. It
	// points into the document, to the first element of Nodes.
	Heading *Node
	// Level is the level of the heading, 1 to 3, or 0 if there is none.
	Level int
	// Key is the key of the heading or, if there is no heading, of the first node. It is "" if that
	// node has no key. The API reference does not state that answers and search results refer to
	// sections by these keys. docs/sources.md explains why the SDK assumes that they do.
	Key string
	// Anchor is the anchor that was set for the heading. It is "" if no anchor was set. The service
	// then derives the anchor from the text.
	Anchor string
	// Nodes contains the nodes of the section, including the heading. It shares memory with the
	// nodes of the document.
	Nodes []Node
}

// Sections returns the sections of a document, in order. Each node of doc.Nodes, with all nodes
// below it, is in exactly one section. A heading inside another block, such as a tab or a step,
// does not begin a section. If there are nodes before the first heading, they form a section
// without a heading. If doc is nil or has no nodes, there are no sections.
//
// Experimental: may change in any minor release; see [api].
func Sections(doc *Document) []Section {
	if doc == nil {
		return nil
	}
	var sections []Section
	from := 0
	for i := range doc.Nodes {
		if i > 0 && headingLevel(&doc.Nodes[i]) > 0 {
			sections = append(sections, newSection(doc.Nodes[from:i:i]))
			from = i
		}
	}
	if len(doc.Nodes) > 0 {
		sections = append(sections, newSection(doc.Nodes[from:len(doc.Nodes):len(doc.Nodes)]))
	}
	return sections
}

// newSection returns the section that consists of nodes. There must be at least one node.
func newSection(nodes []Node) Section {
	section := Section{Level: headingLevel(&nodes[0]), Nodes: nodes}
	if nodes[0].Key != nil {
		section.Key = *nodes[0].Key
	}
	if section.Level > 0 {
		section.Heading = &nodes[0]
		heading, _ := As[Heading](section.Heading)
		section.Anchor = heading.ID
	}
	return section
}

func headingLevel(n *Node) int {
	switch n.Type {
	case BlockHeading1:
		return 1
	case BlockHeading2:
		return 2
	case BlockHeading3:
		return 3
	default:
		return 0
	}
}

// Title returns the text of the heading, or "" if there is none.
func (s Section) Title() string { return s.Heading.PlainText() }

// PlainText returns the text below the heading, as [Document.PlainText] does.
func (s Section) PlainText() string {
	nodes := s.Nodes
	if s.Heading != nil && len(nodes) > 0 {
		nodes = nodes[1:]
	}
	return plainText(nodes)
}
