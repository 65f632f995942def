// Command quickstart lists sites, renames one and prints an answer as it streams.
//
//	go run ./examples/quickstart
//
// It runs on the in-memory server. If PUBLISHING_BASE_URL, PUBLISHING_TOKEN and
// PUBLISHING_ORGANIZATION are set, it runs on that service, and renames the site whose ID is its
// argument.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/sites"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "quickstart:", err)
		os.Exit(1)
	}
}

const usage = "usage: quickstart SITE, where SITE is the ID of the site to rename"

func run(ctx context.Context, args []string, out io.Writer) error {
	on, err := service.Open(out)
	if err != nil {
		return err
	}
	defer on.Close()
	switch {
	case len(args) == 1:
		return quickstart(ctx, out, on.Client, on.OrgID, args[0])
	case len(args) > 1 || on.Server == nil:
		return errors.New(usage)
	default:
		return quickstart(ctx, out, on.Client, on.OrgID, on.Demo.Sites[0])
	}
}

func quickstart(ctx context.Context, out io.Writer, client *publishing.Client, orgID, siteID string) error {
	for site, err := range client.Sites.All(ctx, orgID, sites.ListOptions{Published: new(true)}) {
		if err != nil {
			return err
		}
		fmt.Fprintln(out, site.ID, site.Title)
	}

	site, err := client.Sites.Update(ctx, orgID, siteID, sites.SiteUpdate{Title: new("Handbook")})
	if errors.Is(err, publishing.ErrNotFound) {
		return fmt.Errorf("site %s does not exist: %w", siteID, err)
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "renamed to", site.Title)

	var text orgs.AskText
	for event, err := range client.Orgs.Ask.Stream(ctx, orgID, orgs.AskStreamOptions{Query: "How do I publish?"}) {
		if err != nil {
			return err
		}
		fmt.Fprint(out, text.Add(event))
	}
	fmt.Fprintln(out)
	return nil
}
