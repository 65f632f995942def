// Package richtext contains the texts of the service: [Content] in one of its formats, and [Document],
// a tree of nodes.
//
// To send Markdown, use [Markdown]; to send a tree, use [NewDocument]. To read a document, iterate over
// its nodes with [Walk], or take its [Document.PlainText]. Nodes, marks and fields that this release
// does not know are kept and encoded unchanged.
package richtext
