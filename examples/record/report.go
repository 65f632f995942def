package main

import (
	"context"
	"fmt"
	"io"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// report writes the sites of an organization with the number of their share links, the first page
// of its first space, and what the service says about opening hours.
func report(ctx context.Context, out io.Writer, client *publishing.Client, orgID string) error {
	for site, err := range client.Sites.All(ctx, orgID, sites.ListOptions{}) {
		if err != nil {
			return err
		}
		links, err := client.Sites.ShareLinks.List(ctx, orgID, site.ID, sites.ShareLinkListOptions{})
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s: %d share links\n", site.Title, len(links.Items))
	}

	list, err := client.Spaces.List(ctx, orgID, spaces.ListOptions{Limit: 1})
	if err != nil {
		return err
	}
	for _, space := range list.Items {
		tree, err := client.Spaces.Pages.Tree(ctx, space.ID, spaces.PageTreeOptions{})
		if err != nil {
			return err
		}
		for visit := range spaces.WalkPages(tree.Pages) {
			page, err := client.Spaces.Pages.Get(ctx, space.ID, visit.Page.ID, spaces.PageGetOptions{Format: richtext.FormatMarkdown})
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "\n%s\n", publishing.Value(page.Markdown))
			break
		}
	}

	var text ask.Text
	question := orgs.AskQuestion{Question: "What are the opening hours?"}
	options := orgs.AskStreamOptions{Format: richtext.FormatMarkdown}
	for event, err := range client.Orgs.Ask.Stream(ctx, orgID, question, options) {
		if err != nil {
			return err
		}
		text.Add(event)
	}
	_, err = fmt.Fprintf(out, "\n%s\n", text.String())
	return err
}
