package sse_test

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/publishing-platform/publishing-go/sse"
)

func ExampleRead() {
	body := strings.NewReader(": welcome\n\n" +
		"event: text\nid: 1\ndata: Open the editor\ndata: and press Publish.\n\n" +
		"event: done\ndata\n\n")

	for event, err := range sse.Read(body) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s %s %q\n", event.Name, event.LastEventID, event.Data)
	}
	// Output:
	// text 1 "Open the editor\nand press Publish."
	// done 1 ""
}

func ExampleRead_truncated() {
	body := strings.NewReader("data: Open the editor\n\ndata: and press Pub")

	for event, err := range sse.Read(body) {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			fmt.Println("truncated")
			return
		}
		fmt.Println(event.Data)
	}
	// Output:
	// Open the editor
	// truncated
}

func ExampleWithMaxEventSize() {
	body := strings.NewReader("data: Open the editor\n\n")

	for _, err := range sse.Read(body, sse.WithMaxEventSize(16)) {
		if large, ok := errors.AsType[*sse.EventTooLargeError](err); ok {
			fmt.Println("more than", large.Limit, "bytes")
		}
	}
	// Output:
	// more than 16 bytes
}
