// Command gate checks a change request before it is merged, and fails only for what it makes worse:
// links that it breaks, pages and files that it removes although others link to them, and published
// paths that vanish without a redirect. What is broken in the main content too is not its fault.
//
//	go run ./examples/gate space_1/1
//	go run ./examples/gate -from space_2,space_3 -site org_1/site_1 -format github space_1/1
//
// The argument is the ID of the space and the number of the change request. The exit status is
//
//	0  if the change request makes nothing worse
//	1  if it makes something worse
//	2  if that cannot be determined, or the program could not run
//
// go run exits with 1 instead of 2, so build the program to distinguish the two.
//
// It runs on the in-memory server, whose change request it checks if there is no argument. If
// PUBLISHING_BASE_URL and PUBLISHING_TOKEN are set, it runs on that service, with a client that
// cannot write.
//
// What it promises:
//   - It reads every page, its reusable content and its files at one revision of the change
//     request, and at the revision of the main content that it is based on, and finds links in the
//     documents themselves. It does not use the operations on links, which newer services lack.
//   - The output names each space and revision that was read, with the number of its pages, and
//     each site. Links from other spaces are looked for only in those of -from, and paths only
//     with -site: without them, the output says so.
//   - It never counts as clean what it could not read: a document, a tree that is incomplete, a
//     link of a kind that it does not know, a site without published URLs, or a change request
//     that has another revision in the end. The status is then 2, whatever else it found.
//
// What it does not promise:
//   - It does not request external URLs, and does not recognize a link that is written as the URL
//     of a page of the space, in the app or on a site.
//   - A link to a heading counts as whole if the heading has that anchor or that key, or if its
//     text becomes the anchor in lower case with hyphens. No source states how the service derives
//     anchors. If the anchor is not found, the link is as unknown as it was before: only one that
//     was found in the base is broken, and only a new one makes the status 2.
//   - Pages that were moved or renamed redirect by themselves, so their old paths do not vanish.
//   - It does not look at what the main content has changed since the base, such as a new link to a
//     page that the change request removes. The output says if there is something: update the
//     change request first. Somebody may also change the space between the check and the merge.
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

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
)

// Exit statuses.
const (
	statusClean   = 0
	statusWorse   = 1
	statusUnknown = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	notes := terminal.Writer{Out: os.Stderr}
	status, err := run(ctx, os.Args[1:], terminal.Writer{Out: os.Stdout}, notes)
	stop()
	if err != nil {
		fmt.Fprintln(notes, "gate:", err)
	}
	os.Exit(status)
}

const usage = `usage: gate [-from SPACE,...] [-site ORG/SITE] [-format text|json|github] SPACE/NUMBER`

// run checks the change request in args, prints the report on out and everything else on notes, and
// returns the exit status.
func run(ctx context.Context, args []string, out, notes io.Writer) (status int, err error) {
	flags := flag.NewFlagSet("gate", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main prints the error
	from := flags.String("from", "", "")
	site := flags.String("site", "", "")
	format := flags.String("format", "text", "")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		_, err = fmt.Fprintln(out, usage)
		return statusClean, err
	} else if err != nil {
		return statusUnknown, fmt.Errorf("%w\n%s", err, usage)
	}
	write := formats[*format]
	if write == nil || flags.NArg() > 1 {
		return statusUnknown, errors.New(usage)
	}
	// A list or a tree that is incomplete must not count as whole.
	on, err := service.ConnectWith(notes, nil, publishing.WithStrictDecoding(), publishing.WithReadOnly())
	if err != nil {
		return statusUnknown, err
	}
	defer on.Close()
	target := flags.Arg(0)
	if on.Server != nil && target == "" {
		target = seed(on.Server, on.Demo)
	}
	g := &gate{client: on.Client}
	var ok bool
	if g.space, g.id, ok = cutPair(target); !ok {
		return statusUnknown, fmt.Errorf("want a change request as SPACE/NUMBER, got %q", target)
	}
	if *site != "" {
		if g.orgID, g.siteID, ok = cutPair(*site); !ok {
			return statusUnknown, fmt.Errorf("want a site as ORG/SITE, got %q", *site)
		}
	}
	if *from != "" {
		g.from = strings.Split(*from, ",")
	}
	report := g.check(ctx)
	if err := write(out, report); err != nil {
		return statusUnknown, err
	}
	return report.status(), nil
}

func cutPair(text string) (first, second string, ok bool) {
	first, second, ok = strings.Cut(text, "/")
	return first, second, ok && first != "" && second != ""
}
