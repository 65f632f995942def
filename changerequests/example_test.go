package changerequests_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

func ExampleService_AllInOrg() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	options := changerequests.ListInOrgOptions{}
	for change, err := range client.ChangeRequests.AllInOrg(context.Background(), ids.Organization, options) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(change.Number, change.Subject)
	}
	// Output: 1 Say who sees a site
}

func ExampleService_Create() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx := server.Client(), context.Background()

	change, err := client.ChangeRequests.Create(ctx, ids.Spaces[0], changerequests.Create{Subject: new("Explain redirects")})
	if err != nil {
		fmt.Println(err) // api.MayHaveApplied(err) reports whether it may have been created nonetheless
		return
	}
	fmt.Println(change.Number, change.Subject, change.Status)
	// Output: 2 Explain redirects draft
}

func ExampleService_Merge() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	result, err := client.ChangeRequests.Merge(context.Background(), ids.Spaces[0], ids.ChangeRequest, changerequests.MergeOptions{})
	switch {
	case errors.Is(err, changerequests.ErrMergeConflicts):
		fmt.Println("update it from the main content and resolve the conflicts")
	case api.MayHaveApplied(err):
		fmt.Println("it may be merged: get it before merging again")
	case err != nil:
		fmt.Println(err)
	default:
		fmt.Println("merged", result.Revision != "")
	}
	// Output: merged true
}

func ExampleCommentService_Create() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx := server.Client(), context.Background()

	comment, err := client.ChangeRequests.Comments.Create(ctx, ids.Spaces[0], ids.ChangeRequest, spaces.CommentCreate{
		Body: richtext.Markdown("Ready to **merge**?"),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	comment, err = client.ChangeRequests.Comments.Update(ctx, ids.Spaces[0], ids.ChangeRequest, comment.ID, spaces.CommentUpdate{
		Resolved: new(true),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(comment.Status)
	// Output: resolved
}
