// Command redirects keeps the old paths of a space alive after its pages were restructured: it
// compares the pages of two revisions, and plans, applies and verifies the redirects of a site.
//
//	go run ./examples/redirects plan -site org_1/site_1 -before revision_1 space_1
//	go run ./examples/redirects apply -site org_1/site_1 -before revision_1 -to page_7=page_2 space_1
//	go run ./examples/redirects verify -site org_1/site_1 -before revision_1 -fetch space_1
//
// The argument is the ID of the space. -before is the revision before the restructure, and -after
// the one after it, which is the current one if the flag is absent. -to sets the page that replaces
// a removed one, and can be repeated. The service redirects from the old paths of pages that were
// moved or renamed by itself; with -all, they get redirects too.
//
// verify reports one of four results for each old path: "redirect" to the page, "other target",
// "none", or "automatic", which cannot be asked for: with -fetch, the published URL of such a path
// is requested, without the token. The exit status is 1 if a change failed, if a path does not have
// the result that the plan wants, or if the program could not do what it was asked.
//
// It runs on the in-memory server, with a restructure of its own if there is no argument. If
// PUBLISHING_BASE_URL and PUBLISHING_TOKEN are set, it runs on that service. Only apply has a
// client that can write.
//
// What it promises:
//   - Each old path leads to the same page by a redirect, is automatic, or is listed with the
//     reason why not: the page was removed and nobody decided what replaces it, another page is
//     published there, or the path is too long for a redirect.
//   - A redirect that led through another one, through an old path or to a removed page with a
//     replacement leads to the page itself. One that leads from a page to itself is deleted. Other
//     loops, redirects on the paths of published pages, redirects to removed pages and wildcards
//     are reported and not changed.
//   - apply sends changes in bulk, and reads the result of each one. It can be repeated: a second
//     plan is empty, and nothing is sent for an empty plan.
//   - The paths of the space on the site are those of its published URLs. Site spaces that are
//     drafts are left out. If the space has no published URL, the program stops.
//
// What it does not promise:
//   - Somebody may change pages or redirects between the plan and its application.
//   - Paths of groups, links and computed pages, and anchors on pages, are left out.
//   - Redirects lead to pages of one space; destinations in other spaces and on other sites are not
//     checked.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	notes := terminal.Writer{Out: os.Stderr}
	err := run(ctx, os.Args[1:], terminal.Writer{Out: os.Stdout}, notes)
	stop()
	if err != nil {
		fmt.Fprintln(notes, "redirects:", err)
		os.Exit(1)
	}
}

const usage = `usage: redirects plan   -site ORG/SITE -before REVISION [flags] SPACE
       redirects apply  -site ORG/SITE -before REVISION [flags] SPACE
       redirects verify -site ORG/SITE -before REVISION [flags] [-fetch] SPACE
flags: -after REVISION, -to REMOVED=PAGE, -all`

// run runs the command in args. It prints the result on out, and everything else on notes.
func run(ctx context.Context, args []string, out, notes io.Writer) error {
	name := "plan"
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		name, args = args[0], args[1:]
	}
	p := &program{decisions: map[string]string{}}
	flags := flag.NewFlagSet("redirects", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main prints the error
	site := flags.String("site", "", "")
	flags.StringVar(&p.before, "before", "", "")
	flags.StringVar(&p.after, "after", "", "")
	flags.BoolVar(&p.all, "all", false, "")
	fetch := flags.Bool("fetch", false, "")
	flags.Func("to", "", func(text string) error {
		removed, page, ok := strings.Cut(text, "=")
		if !ok || removed == "" || page == "" {
			return errors.New("want REMOVED=PAGE")
		}
		p.decisions[removed] = page
		return nil
	})
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		_, err = fmt.Fprintln(out, usage)
		return err
	} else if err != nil {
		return fmt.Errorf("%w\n%s", err, usage)
	}
	if name != "plan" && name != "apply" && name != "verify" || flags.NArg() > 1 || *fetch && name != "verify" {
		return errors.New(usage)
	}
	// A tree or a list that is incomplete must not count as one without these pages.
	options := []publishing.Option{publishing.WithStrictDecoding()}
	if name != "apply" {
		options = append(options, publishing.WithReadOnly())
	}
	on, err := service.Connect(notes, options...)
	if err != nil {
		return err
	}
	defer on.Close()
	p.client, p.space = on.Client, flags.Arg(0)
	p.orgID, p.siteID, _ = strings.Cut(*site, "/")
	if on.Server != nil && p.space == "" {
		p.seed(on.Server, on.Demo)
	}
	if p.space == "" || p.before == "" || p.orgID == "" || p.siteID == "" {
		return errors.New(usage)
	}
	r, err := p.read(ctx)
	if err != nil {
		return err
	}
	if name == "verify" {
		var client *http.Client
		if *fetch {
			client = &http.Client{Timeout: 30 * time.Second}
		}
		return p.printVerified(ctx, out, r, client)
	}
	made := r.Plan()
	printPlan(out, made)
	if name == "plan" {
		return nil
	}
	applied, err := p.apply(ctx, made.Changes)
	atLeast := ""
	if publishing.MayHaveApplied(err) { // a response was lost
		atLeast = "At least "
	}
	fmt.Fprintf(out, "%s%d of %d changes were applied.\n", atLeast, applied, len(made.Changes))
	return err
}

func printPlan(out io.Writer, made plan) {
	for _, c := range made.Changes {
		text := c.Verb + " " + c.Source
		if c.Verb != "create" {
			text += ", which leads to " + describe(c.old)
		}
		if c.Verb != "delete" {
			text += " -> page " + c.To.PageID
		}
		fmt.Fprintln(out, terminal.Line(text))
	}
	for _, path := range made.Paths {
		if path.Fate != redirects {
			fmt.Fprintln(out, terminal.Line(fmt.Sprintf("%s: %s of page %s", path.Fate, path.Path, path.PageID)))
		}
	}
	for _, told := range made.Told {
		fmt.Fprintln(out, terminal.Line("look at "+told))
	}
	fmt.Fprintf(out, "%d changes, %d old paths\n", len(made.Changes), len(made.Paths))
}

func (p *program) printVerified(ctx context.Context, out io.Writer, r restructure, fetch *http.Client) error {
	all, err := p.verify(ctx, r, fetch)
	unwanted := 0
	for _, found := range all {
		text := fmt.Sprintf("%s: %s", found.Path, found.Result)
		if !found.Wanted {
			unwanted++
			switch {
			case found.URL != "":
				text += ", want a redirect to " + found.URL
			case found.To.PageID != "":
				text += ", want a redirect to page " + found.To.PageID
			default:
				text += ", want the redirect that the plan keeps"
			}
		} else if found.Fate != redirects && found.Fate != automatic {
			text += ", " + string(found.Fate)
		}
		fmt.Fprintln(out, terminal.Line(text))
	}
	if err == nil && unwanted > 0 {
		err = fmt.Errorf("%d of %d old paths do not lead to their page", unwanted, len(all))
	}
	return err
}
