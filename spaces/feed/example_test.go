package feed_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/spaces/feed"
)

func Example() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx, space := server.Client(), context.Background(), ids.Spaces[0]

	var state feed.State // state of an earlier run; at first, the zero State
	for run := range 2 {
		changes := feed.New(client.Spaces, space, state, feed.Options{MaxRemoved: 0.5})
		for change, err := range changes.All(ctx) {
			if err != nil {
				fmt.Println(err)
				return
			}
			fmt.Println(change.Kind, change.Page.ID, change.Page.Path)
		}
		next, err := changes.State()
		if err != nil {
			fmt.Println(err)
			return
		}
		state = next // store it together with what was made of the changes
		fmt.Println(len(state.Pages), "pages")

		if run == 0 { // somebody edits the space
			server.Spaces.Pages.Edit(space, "", "page_4", func(page *publishingtest.Page) { page.Title = "Domains" })
			server.Spaces.Pages.Remove(space, "", "page_3")
		}
	}
	// Output:
	// added page_1 getting-started
	// added page_2 publishing
	// added page_3 publishing/share-links
	// added page_4 publishing/custom-domains
	// 4 pages
	// removed page_3 publishing/share-links
	// changed page_4 publishing/custom-domains
	// 3 pages
}

// A search index needs the texts. With Text, a feed reads them anyway.
func ExampleOptions() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx, space := server.Client(), context.Background(), ids.Spaces[0]

	index := map[string]string{}
	changes := feed.New(client.Spaces, space, feed.State{}, feed.Options{Text: true})
	for change, err := range changes.All(ctx) {
		if err != nil {
			fmt.Println(err)
			return
		}
		switch change.Kind {
		case feed.Removed, feed.RemovedUnconfirmed:
			delete(index, change.Page.ID)
		case feed.Added, feed.Changed, feed.Moved:
			index[change.Page.ID] = change.Page.Title + "\n" + change.Markdown
		}
	}
	fmt.Println(len(index), "pages")
	fmt.Println(strings.Contains(index["page_1"], "publish"))
	// Output:
	// 4 pages
	// true
}
