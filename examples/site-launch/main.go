// Command site-launch launches a docs site from nothing: it creates spaces and imports their pages,
// creates a site for authenticated visitors with a section for each space, changes one color of its
// appearance, redirects the old path of a page, publishes the site, tries it out as a visitor does,
// and counts its views.
//
//	go run ./examples/site-launch
//
// It prints what it did. A second run finds what exists and changes nothing. A run that was
// interrupted is continued by the next one: each step first looks for its result, so that nothing
// is created twice, even if the response to a request was lost. The exception is an import: if it
// may not be complete, the program asks you to look at the space first. Two runs at the same time
// may do the same step twice.
//
// It runs on the in-memory server, which is a new one each time. If PUBLISHING_BASE_URL and
// PUBLISHING_TOKEN are set, it runs on that service, in the organization of -org or
// PUBLISHING_ORGANIZATION. The site is that of plan.go; for a service other than that of
// examples/server, change the addresses in it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites/customization"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	notes := terminal.Writer{Out: os.Stderr}
	err := run(ctx, os.Args[1:], terminal.Writer{Out: os.Stdout}, notes)
	stop()
	if err != nil {
		fmt.Fprintln(notes, "site-launch:", err)
		os.Exit(1)
	}
}

// run launches the site. It prints what it did on out, and everything else on notes.
func run(ctx context.Context, args []string, out, notes io.Writer) error {
	flags := flag.NewFlagSet("site-launch", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main prints the error
	orgID := flags.String("org", "", "ID of the organization, instead of "+service.EnvOrganization)
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		_, err = fmt.Fprintln(out, usage(flags))
		return err
	} else if err != nil {
		return fmt.Errorf("%w\n%s", err, usage(flags))
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q\n%s", flags.Arg(0), usage(flags))
	}
	// What cannot be decoded must not count as missing, or it would be created again.
	on, err := service.OpenIn(notes, *orgID, nil, publishing.WithStrictDecoding())
	if err != nil {
		return err
	}
	defer on.Close()
	l := &launcher{client: on.Client, orgID: on.OrgID, plan: parcels, out: out, now: time.Now}
	if on.Server != nil {
		l.created = func(siteID string) { addUnknownSetting(on.Server, on.OrgID, siteID) }
		l.verify = func(siteID string, token api.Secret) error {
			_, err := on.Server.Sites.Publishing.Auth.VerifyVisitorToken(on.OrgID, siteID, token.Reveal())
			return err
		}
	}
	err = l.launch(ctx)
	if err != nil && !errors.Is(err, errLookFirst) {
		return fmt.Errorf("%w\nThe launch is not complete. Once the cause is corrected, run it again: it finds what exists and continues", err)
	}
	return err
}

func usage(flags *flag.FlagSet) string {
	var b strings.Builder
	b.WriteString("usage: site-launch [flags]\n")
	flags.VisitAll(func(f *flag.Flag) { fmt.Fprintf(&b, "  -%s %s (%s)\n", f.Name, f.DefValue, f.Usage) })
	return strings.TrimSpace(b.String())
}

// addUnknownSetting adds a setting to the appearance of a site on the in-memory server, as a newer
// service may have it, which this release does not know.
func addUnknownSetting(server *publishingtest.Server, orgID, siteID string) {
	server.Sites.Customization.Edit(orgID, siteID, func(settings *customization.Settings) {
		settings.Extra = map[string]api.Raw{"seasonalBadges": api.Raw(`[{"month":"12","badge":"snow"}]`)}
	})
}
