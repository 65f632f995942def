// Package richtext contains the texts of the API, such as the text of a page, a comment or an
// answer. A [Content] is a text in one of several formats: Markdown, or a [Document].
//
// # Sending texts
//
// [Markdown] returns the content for a text in Markdown:
//
//	reply := changerequests.ReplyCreate{Body: richtext.Markdown("See [the guide](https://example.com).")}
//
// [NewDocument] and [NewParagraph] create documents. The package does not convert between formats.
//
// # Reading documents
//
// A document is a tree. Its nodes are blocks such as paragraphs and headings, inlines such as
// links, and text nodes. The leaves of a text node are runs of text with the same marks, such as
// bold. Some nodes have texts besides their nodes, such as the caption of an image; these are
// fragments.
//
// [Walk] visits all nodes, including those in fragments:
//
//	for visit := range richtext.Walk(document.Nodes) {
//		if visit.Node.Type == richtext.InlineLink {
//			fmt.Println(visit.Node.Data["ref"])
//		}
//	}
//
// [Document.PlainText] returns the text alone. A page that was requested without a format has no
// document: check that it is not nil before using its nodes.
//
// Nodes, marks and fields that this release does not know are kept, and encoded as they were
// decoded.
package richtext
