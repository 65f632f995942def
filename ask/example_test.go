package ask_test

import (
	"context"
	"fmt"

	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
)

func ExampleText() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	var text ask.Text
	question := orgs.AskQuestion{Question: "Is there somebody on call?"}
	for event, err := range client.Orgs.Ask.Stream(context.Background(), ids.Organization, question, orgs.AskStreamOptions{Format: richtext.FormatMarkdown}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print(text.Add(event)) // the new text
	}
	// Output:
	// From "Support":
	//
	// An outage goes to the person on call, at any hour.
}

// The messages of a site contain all of the text so far.
func ExampleText_cumulative() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	var text ask.Text
	question := sites.AskQuestion{Question: "Is there somebody on call?", Scope: sites.SearchScope{Mode: sites.SearchModeAll}}
	for event, err := range client.Sites.Ask.Stream(context.Background(), ids.Organization, ids.Sites[0], question, sites.AskStreamOptions{Format: richtext.FormatMarkdown}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		text.Add(event)
	}
	fmt.Println(text.String())
	// Output:
	// From "Support":
	//
	// An outage goes to the person on call, at any hour.
}
