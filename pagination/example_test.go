package pagination_test

import (
	"context"
	"errors"
	"fmt"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
)

func ExamplePage_NextCursor() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	options := sites.ListOptions{Limit: 4}
	for {
		page, err := client.Sites.List(context.Background(), ids.Organization, options)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(len(page.Items))
		if options.Cursor = page.NextCursor(); options.Cursor == "" {
			break
		}
	}
	// Output:
	// 4
	// 1
}

func ExamplePageError() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	server.Faults.Add("Sites.List", 1, publishingtest.Pass())
	server.Faults.Add("Sites.List", 1, publishingtest.Status(403))

	for site, err := range server.Client().Sites.All(context.Background(), ids.Organization, sites.ListOptions{}) {
		if stopped, ok := errors.AsType[*pagination.PageError](err); ok {
			fmt.Println("go on from", stopped.Cursor != "", errors.Is(err, publishing.ErrForbidden))
			return
		}
		fmt.Println(site.Title)
	}
	// Output:
	// Acme Docs
	// Acme Handbook
	// go on from true true
}

func ExampleCollect() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx := server.Client(), context.Background()

	all := client.Sites.All(ctx, ids.Organization, sites.ListOptions{})
	list, err := pagination.Collect(all, 100)
	if err != nil {
		fmt.Println(err) // ErrTooMany for an organization with more than 100 sites
		return
	}
	fmt.Println(list[0].Title)
	// Output: Acme Docs
}
