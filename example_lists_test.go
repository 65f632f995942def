package publishing_test

import (
	"context"
	"errors"
	"fmt"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
)

func Example_lists() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx := server.Client(), context.Background()

	for site, err := range client.Sites.All(ctx, ids.Organization, sites.ListOptions{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(site.Title)
	}
	// Output:
	// Acme Docs
	// Acme Handbook
	// Acme Status
	// Acme Partners
	// Acme Labs
}

func Example_pages() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx := server.Client(), context.Background()

	page, err := client.Sites.List(ctx, ids.Organization, sites.ListOptions{Limit: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(page.Items), "on the first page, more:", page.NextCursor() != "")

	for page, err := range client.Sites.ListPages(ctx, ids.Organization, sites.ListOptions{Limit: 2}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		if page.Count != nil { // the service may omit it
			fmt.Println(len(page.Items), "of", *page.Count)
		}
	}
	// Output:
	// 2 on the first page, more: true
	// 2 of 5
	// 2 of 5
	// 1 of 5
}

func Example_resume() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	server.Faults.Add("Sites.List", 1, publishingtest.Pass())
	server.Faults.Add("Sites.List", 1, publishingtest.Status(403))
	client, ctx := server.Client(), context.Background()

	var titles []string
	collect := func(from string) error {
		for site, err := range client.Sites.All(ctx, ids.Organization, sites.ListOptions{Cursor: from}) {
			if err != nil {
				return err
			}
			titles = append(titles, site.Title)
		}
		return nil
	}
	err := collect("")
	if stopped, ok := errors.AsType[*pagination.PageError](err); ok {
		fmt.Println("stopped after", len(titles), "sites, forbidden:", errors.Is(err, publishing.ErrForbidden))
		err = collect(stopped.Cursor)
	}
	fmt.Println(len(titles), "sites", err)
	// Output:
	// stopped after 2 sites, forbidden: true
	// 5 sites <nil>
}

func ExampleWithPrefetch() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx := server.Client(), context.Background()

	count := 0
	for _, err := range client.Sites.All(ctx, ids.Organization, sites.ListOptions{Limit: 2}, publishing.WithPrefetch()) {
		if err != nil {
			fmt.Println(err)
			return
		}
		count++ // meanwhile, the next page is fetched
	}
	fmt.Println(count)
	// Output: 5
}
