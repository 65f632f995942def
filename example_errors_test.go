package publishing_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
)

func Example_errors() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx := server.Client(), context.Background()

	_, err := client.Sites.Get(ctx, ids.Organization, "missing", sites.GetOptions{})
	switch {
	case err == nil:
		fmt.Println("found")
	case errors.Is(err, publishing.ErrNotFound):
		fmt.Println("there is no such site")
	case errors.Is(err, context.DeadlineExceeded):
		fmt.Println("too slow")
	default:
		fmt.Println(err)
	}
	if failed, ok := errors.AsType[*publishing.Error](err); ok {
		fmt.Println(failed.Operation, failed.Status, failed.Message)
	}
	// Output:
	// there is no such site
	// Sites.Get 404 siteId: there is no "missing"
}

func Example_invalidInput() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx := server.Client(), context.Background()

	_, err := client.Sites.ShareLinks.Create(ctx, ids.Organization, "", sites.ShareLinkCreate{})
	if invalid, ok := errors.AsType[*publishing.ValidationError](err); ok {
		fmt.Println(invalid.Field) // nothing was sent
	}
	// Output: siteId
}

func Example_lostResponse() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	server.Faults.Add("Sites.Create", 1, publishingtest.Reset().AfterCommit())
	client, ctx := server.Client(), context.Background()

	_, err := client.Sites.Create(ctx, ids.Organization, sites.Create{Title: new("Launch"), Type: sites.TypeBasic})
	if publishing.MayHaveApplied(err) {
		// The site may exist: look for it before creating it again.
		for site, err := range client.Sites.All(ctx, ids.Organization, sites.ListOptions{Title: "Launch"}) {
			if err != nil {
				fmt.Println(err)
				return
			}
			fmt.Println("found:", site.Title)
		}
	}
	fmt.Println("requests:", server.Calls.Count("Sites.Create"))
	// Output:
	// found: Launch
	// requests: 1
}

func ExampleWithRetry() {
	client, err := publishing.NewClient("https://api.example.com",
		publishing.WithToken("token"),
		publishing.WithTimeout(time.Minute),           // a call, with its retries
		publishing.WithAttemptTimeout(10*time.Second), // one attempt
		publishing.WithRetry(publishing.Retry{Attempts: 5, MaxWait: 5 * time.Second, MaxRetryAfter: 20 * time.Second}),
	)
	fmt.Println(client, err)
	// Output: publishing.Client(https://api.example.com) <nil>
}

func ExampleWithoutRetry() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	server.Faults.Add("Sites.Get", 1, publishingtest.Status(503))
	client, ctx := server.Client(), context.Background()

	_, err := client.Sites.Get(ctx, ids.Organization, ids.Sites[0], sites.GetOptions{}, publishing.WithoutRetry())
	fmt.Println(errors.Is(err, publishing.ErrServer), server.Calls.Count("Sites.Get"))
	_, err = client.Sites.Get(ctx, ids.Organization, ids.Sites[0], sites.GetOptions{})
	fmt.Println(err, server.Calls.Count("Sites.Get"))
	// Output:
	// true 1
	// <nil> 2
}

func Example_deletes() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx := server.Client(), context.Background()

	for range 2 {
		outcome, err := client.Sites.ShareLinks.Delete(ctx, ids.Organization, ids.Sites[0], ids.ShareLink)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(outcome)
	}
	// Output:
	// deleted
	// already-absent
}
