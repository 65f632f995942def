// Command visitor-login serves a login page for the visitors of a docs site. A visitor whom the
// site sends here logs in, and goes back to the page that the visitor came from, with a token that
// opens the site.
//
//	go run ./examples/visitor-login
//
// It runs on the in-memory server, and then also serves a site to log in to. If PUBLISHING_BASE_URL
// and PUBLISHING_TOKEN are set, it runs on that service, for the site of -site in the organization
// of -org or PUBLISHING_ORGANIZATION. With -public, it makes that address of the login page the
// fallback URL of the site.
//
// The accounts are in accounts.go. In a program for others, replace them with an identity provider,
// limit the attempts, and serve the page over HTTPS.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
	"github.com/publishing-platform/publishing-go/examples/internal/web"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	notes := terminal.Writer{Out: os.Stderr}
	err := run(ctx, os.Args[1:], iterations, terminal.Writer{Out: os.Stdout}, notes)
	stop()
	if err != nil {
		fmt.Fprintln(notes, "visitor-login:", err)
		os.Exit(1)
	}
}

// run serves the page until ctx is done. It prints the address at which to start to out, which is
// that of the demo's site or of the page, and everything else to notes. Passwords are hashed with
// the given number of iterations.
func run(ctx context.Context, args []string, iterations int, out, notes io.Writer) error {
	flags := flag.NewFlagSet("visitor-login", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main prints the error
	addr := flags.String("addr", "127.0.0.1:8080", "address to listen on; port 0 selects a free port")
	public := flags.String("public", "", "public address of the page, to set as the fallback URL of the site")
	orgID := flags.String("org", "", "ID of the organization, instead of "+service.EnvOrganization)
	siteID := flags.String("site", "", "ID of the site")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		_, err = fmt.Fprintln(out, usage(flags))
		return err
	} else if err != nil {
		return fmt.Errorf("%w\n%s", err, usage(flags))
	}
	if flags.NArg() > 0 || *siteID == "" && os.Getenv(publishing.EnvBaseURL) != "" {
		return fmt.Errorf("want no arguments, and the ID of a site\n%s", usage(flags))
	}
	on, err := service.OpenIn(notes, *orgID, nil)
	if err != nil {
		return err
	}
	defer on.Close()
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", *addr)
	if err != nil {
		return err
	}
	defer func() { _ = listener.Close() }() // if it is not served
	log := slog.New(slog.NewTextHandler(notes, nil))
	start := "http://" + listener.Addr().String() + "/"
	if on.Server != nil {
		site, err := startDemoSite(ctx, on, log)
		if err != nil {
			return err
		}
		defer site.end()
		*siteID, *public = site.id, start
		start = site.url + "/guides"
		fmt.Fprintln(notes, `Log in as "ada" with the password "engine".`)
	}
	page, err := newLoginPage(ctx, on.Client, on.OrgID, *siteID, *public, iterations, log)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, start)
	server := web.NewServer(page.handler(), log)
	server.ReadTimeout = 10 * time.Second
	server.WriteTimeout = time.Minute // the API takes most of it
	return web.Serve(ctx, listener, server, 5*time.Second)
}

func usage(flags *flag.FlagSet) string {
	var b strings.Builder
	b.WriteString("usage: visitor-login [flags]\n")
	flags.VisitAll(func(f *flag.Flag) { fmt.Fprintf(&b, "  -%s %s (%s)\n", f.Name, f.DefValue, f.Usage) })
	return strings.TrimSpace(b.String())
}

// newLoginPage returns the login page of a published site, for the accounts of the demo, whose
// passwords are hashed with a number of iterations. If public is not "", it becomes the fallback
// URL of the site.
func newLoginPage(
	ctx context.Context, client *publishing.Client, orgID, siteID, public string, iterations int, log *slog.Logger,
) (*loginPage, error) {
	site, err := client.Sites.Get(ctx, orgID, siteID, sites.GetOptions{})
	switch {
	case err != nil:
		return nil, err
	case site.Visibility != sites.VisibilityVisitorAuth || site.URLs.Published == nil:
		return nil, fmt.Errorf("the site %s is not published with the visibility %s", siteID, sites.VisibilityVisitorAuth)
	}
	if public != "" {
		auth, err := client.Sites.Publishing.Auth.Get(ctx, orgID, siteID)
		if err != nil {
			return nil, err
		}
		if auth.Backend != spaces.VisitorAuthBackendCustom {
			return nil, fmt.Errorf("the site %s authenticates its visitors by %s; change that before you use -public", siteID, auth.Backend)
		}
		update := sites.PublishingAuthUpdate{Backend: spaces.VisitorAuthBackendCustom, FallbackURL: api.Set(public)}
		if _, err := client.Sites.Publishing.Auth.Update(ctx, orgID, siteID, update); err != nil {
			return nil, err
		}
	}
	// The key is read for each login, so that the page need not be restarted after Regenerate.
	key := func(ctx context.Context) (api.Secret, error) {
		auth, err := client.Sites.Publishing.Auth.Get(ctx, orgID, siteID)
		if err != nil {
			return api.Secret{}, err
		}
		return auth.PrivateKey, nil
	}
	return &loginPage{site: *site.URLs.Published, key: key, accounts: demoAccounts(iterations), log: log}, nil
}
