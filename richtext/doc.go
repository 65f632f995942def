// Package richtext contains the types of rich text, such as the text of a page or a comment. A
// [Content] is a text in Markdown or a [Document].
//
// # Sending texts
//
// [Markdown] returns the content for a text in Markdown:
//
//	reply := spaces.CommentReplyCreate{Body: richtext.Markdown("See [the guide](https://example.com).")}
//
// [NewDocument] and [NewParagraph] create documents. The package does not convert between formats.
//
// # Reading documents
//
// A document is a tree of nodes: blocks such as paragraphs and headings, inlines such as links, and
// text nodes. A text node consists of leaves, which are runs of text with the same marks, such as
// bold. In addition to child nodes, a node can have fragments, which are separate texts such as the
// caption of an image.
//
// [Walk] visits all nodes, including those in fragments:
//
//	for visit := range richtext.Walk(document.Nodes) {
//		if code, ok := richtext.As[richtext.Code](visit.Node); ok {
//			fmt.Println(code.Syntax)
//		}
//	}
//
// [As] returns the data of a node as a struct. The structs for links, images, files and tables,
// such as spaces.NodeLink, are in package spaces. [Document.PlainText] and [Node.PlainText] return
// only the text. The Document of a page is nil if the page was requested without a format.
//
// Nodes, marks and fields that this release does not know are kept and encoded unchanged.
package richtext
