package richtext_test

import (
	"encoding/json"
	"fmt"

	"github.com/publishing-platform/publishing-go/richtext"
)

func ExampleWalk() {
	var document richtext.Document
	err := json.Unmarshal([]byte(`{"object": "document", "nodes": [
		{"object": "block", "type": "heading-1", "nodes": [{"object": "text", "leaves": [{"object": "leaf", "text": "Publish", "marks": []}]}]},
		{"object": "block", "type": "paragraph", "nodes": [
			{"object": "text", "leaves": [{"object": "leaf", "text": "Read ", "marks": []}]},
			{"object": "inline", "type": "link", "data": {"ref": {"kind": "url", "url": "https://example.com/help"}}, "nodes": [
				{"object": "text", "leaves": [{"object": "leaf", "text": "the help", "marks": []}]}]},
			{"object": "text", "leaves": [{"object": "leaf", "text": " first.", "marks": []}]}]}]}`), &document)
	if err != nil {
		fmt.Println(err)
		return
	}

	for visit := range richtext.Walk(document.Nodes) {
		if visit.Node.Type == richtext.InlineLink {
			fmt.Printf("%s in a %s\n", visit.Node.Data["ref"], visit.Parents[0].Type)
		}
	}
	fmt.Println(document.PlainText())
	// Output:
	// {"kind": "url", "url": "https://example.com/help"} in a paragraph
	// Publish
	// Read the help first.
}

func ExampleNewDocument() {
	document := richtext.NewDocument(richtext.NewParagraph("Translate freely, but keep names."))
	body, err := json.Marshal(document)
	fmt.Println(json.Valid(body), err)
	// Output: true <nil>
}
