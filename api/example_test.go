package api_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/publishing-platform/publishing-go/api"
)

func ExampleNullable() {
	type update struct {
		Emoji api.Nullable[string] `json:"emoji,omitzero"`
	}
	for _, u := range []update{{}, {Emoji: api.Null[string]()}, {Emoji: api.Set("1f4d8")}} {
		body, err := json.Marshal(u)
		fmt.Println(string(body), err)
	}
	// Output:
	// {} <nil>
	// {"emoji":null} <nil>
	// {"emoji":"1f4d8"} <nil>
}

// Errors can be made in tests of a program that handles them.
func ExampleError() {
	var err error = &api.Error{Operation: "Sites.Get", Method: "GET", Path: "/v1/orgs/acme/sites/docs", Status: 404, Message: "no such site", Attempts: 1}
	fmt.Println(err)
	fmt.Println(errors.Is(err, api.ErrNotFound))
	// Output:
	// Sites.Get: GET /v1/orgs/acme/sites/docs: 404 Not Found: no such site
	// true
}

func ExampleMayHaveApplied() {
	lost := &api.TransportError{Operation: "Sites.Create", Method: "POST", Path: "/v1/orgs/acme/sites", Err: io.ErrUnexpectedEOF, Attempts: 1, MayHaveApplied: true}
	fmt.Println(api.MayHaveApplied(fmt.Errorf("launch: %w", lost)))
	fmt.Println(api.MayHaveApplied(&api.Error{Operation: "Sites.Create", Status: 400}))
	// Output:
	// true
	// false
}

func ExampleWalkRichNodes() {
	var document api.RichDocument
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

	for visit := range api.WalkRichNodes(document.Nodes) {
		if visit.Node.Type == api.RichInlineLink {
			fmt.Printf("%s in a %s\n", visit.Node.Data["ref"], visit.Parents[0].Type)
		}
	}
	fmt.Println(document.PlainText())
	// Output:
	// {"kind": "url", "url": "https://example.com/help"} in a paragraph
	// Publish
	// Read the help first.
}

func ExampleNewRichDocument() {
	document := api.NewRichDocument(api.Paragraph("Translate freely, but keep names."))
	body, err := json.Marshal(document)
	fmt.Println(json.Valid(body), err)
	// Output: true <nil>
}
