package publishing_test

import (
	"context"
	"fmt"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
)

func Example_streams() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx := server.Client(), context.Background()

	var text ask.Text
	question := orgs.AskQuestion{Question: "What are the opening hours?"}
	options := orgs.AskStreamOptions{Format: richtext.FormatMarkdown}
	for event, err := range client.Orgs.Ask.Stream(ctx, ids.Organization, question, options) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print(text.Add(event)) // the new part
	}
	fmt.Println()
	// Output:
	// From "Support":
	//
	// Support answers on working days from nine to five.
	//
	// An outage goes to the person on call, at any hour.
	//
	// From "Getting started":
	//
	// A space holds pages and files. Open the organization, choose **New space** and give it a title.
}

func Example_siteStream() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx := server.Client(), context.Background()

	var text ask.Text
	question := sites.AskQuestion{Question: "Is there somebody on call?", Scope: sites.SearchScope{Mode: sites.SearchModeAll}}
	options := sites.AskStreamOptions{Format: richtext.FormatMarkdown}
	for event, err := range client.Sites.Ask.Stream(ctx, ids.Organization, ids.Sites[0], question, options) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print(text.Add(event)) // the new part
	}
	fmt.Println()
	// Output:
	// From "Support":
	//
	// An outage goes to the person on call, at any hour.
}

func Example_truncatedStream() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	server.Streams.Script("Orgs.Ask.Stream",
		publishingtest.TextEvent("Open the"),
		publishingtest.Interrupt())
	client, ctx := server.Client(), context.Background()

	var text ask.Text
	question := orgs.AskQuestion{Question: "How?"}
	options := orgs.AskStreamOptions{Format: richtext.FormatMarkdown}
	for event, err := range client.Orgs.Ask.Stream(ctx, ids.Organization, question, options, publishing.WithIdleTimeout(20*time.Second)) {
		if err != nil {
			fmt.Printf("incomplete: %q\n", text.String()) // not retried: another answer costs money and may differ
			return
		}
		text.Add(event)
	}
	fmt.Println(text.String())
	// Output: incomplete: "Open the"
}

func ExampleClient_Stream() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx := server.Client(), context.Background()

	request := publishing.Request{
		Path:   "/v1/orgs/{organizationId}/ask/questions/stream",
		Params: map[string]string{"organizationId": ids.Organization},
	}
	for event, err := range client.Stream(ctx, request) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(event.Data != "")
		break // closes the stream
	}
	// Output: true
}
