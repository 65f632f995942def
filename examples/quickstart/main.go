// Command quickstart lists sites, renames one and prints an answer as it streams.
//
//	go run ./examples/quickstart
//
// It runs on the in-memory server. If PUBLISHING_BASE_URL, PUBLISHING_TOKEN and
// PUBLISHING_ORGANIZATION are set, it runs on that service, and renames the site whose ID is its
// argument.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"unicode"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], printable{os.Stdout})
	stop()
	if err != nil {
		fmt.Fprintln(printable{os.Stderr}, "quickstart:", err)
		os.Exit(1)
	}
}

// printable writes text without characters that control a terminal, which a title may contain.
type printable struct{ out io.Writer }

func (p printable) Write(text []byte) (int, error) {
	_, err := p.out.Write(bytes.Map(func(r rune) rune {
		if r == '\n' || unicode.IsPrint(r) {
			return r
		}
		return -1
	}, text))
	return len(text), err
}

func run(ctx context.Context, args []string, out io.Writer) error {
	if os.Getenv(publishing.EnvBaseURL) == "" {
		fmt.Fprintln(out, "Using the in-memory server.")
		server, demo := publishingtest.StartDemo()
		defer server.Close()
		return quickstart(ctx, out, server.Client(), demo.Organization, demo.Sites[0])
	}
	orgID := os.Getenv("PUBLISHING_ORGANIZATION")
	if orgID == "" || len(args) != 1 {
		return errors.New("usage: PUBLISHING_ORGANIZATION=ORGANIZATION quickstart SITE, with the IDs of an organization and of the site to rename")
	}
	client, err := publishing.NewClient("", publishing.WithEnv())
	if err != nil {
		return err
	}
	return quickstart(ctx, out, client, orgID, args[0])
}

func quickstart(ctx context.Context, out io.Writer, client *publishing.Client, orgID, siteID string) error {
	for site, err := range client.Sites.All(ctx, orgID, sites.ListOptions{Published: new(true)}) {
		if err != nil {
			return err
		}
		fmt.Fprintln(out, site.ID, site.Title)
	}

	site, err := client.Sites.Update(ctx, orgID, siteID, sites.Update{Title: new("Handbook")})
	if errors.Is(err, publishing.ErrNotFound) {
		return fmt.Errorf("site %s does not exist: %w", siteID, err)
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "renamed to", site.Title)

	var text ask.Text
	question := orgs.AskQuestion{Question: "How do I publish?"}
	options := orgs.AskStreamOptions{Format: richtext.FormatMarkdown}
	var meta publishing.Meta
	for event, err := range client.Orgs.Ask.Stream(ctx, orgID, question, options, publishing.WithMeta(&meta)) {
		if err != nil {
			return err
		}
		fmt.Fprint(out, text.Add(event))
	}
	fmt.Fprintln(out)
	if !meta.Done {
		fmt.Fprintln(out, "The answer may be incomplete: the service did not announce its end.")
	}
	return nil
}
