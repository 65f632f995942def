// Command export writes the pages of a space to Markdown files, in directories like the tree of
// pages, and downloads the files of the space.
//
//	go run -C examples/export . -o /tmp/guides
//
// It runs on the in-memory server. If PUBLISHING_BASE_URL and PUBLISHING_TOKEN are set, it runs on
// that service, and exports the space whose ID is its argument. With PUBLISHING_ORGANIZATION and no
// argument, it lists the spaces of the organization.
//
// What it writes can be pushed to another space with publishing-push: a table of contents in
// SUMMARY.md, title and metadata of pages as front matter, and links between files. docs/push.md
// lists what is then not the same.
//
// Use a directory for one space and one run at a time. The first run needs an empty one. A second
// run fetches the pages that have changed, and what is missing or has another size. A file has no
// time of its last edit, so if the space has another revision, the run downloads all its files,
// except those whose Git object is the same. The run removes what it wrote before and the space no
// longer contains, but not files of others. However, a new page replaces a file that has its path.
// The run removes the file of a page only if package feed proves that the page was removed. If a
// part of a response cannot be decoded or a page has an unknown type, it removes nothing and
// reports an error. A file is renamed to its name when it is complete, so that an interrupted run
// can be repeated. Links to pages that were moved are written again.
//
// The directory .export contains a journal of what is done, the pages of the last run, and
// receipt.json: the revision, how many pages, files and files with comments are expected, how many
// were written or were up to date, which were skipped or have failed and why, how many unknown
// blocks there are, and how many pages have a cover, a layout that is not the usual one, variables,
// tags, or other fields that the directory does not contain.
//
// With -comments, the comments on a page and their replies, open and resolved, are in a file beside
// it, such as install.comments.md for install.md. The comments on the space, and those on pages
// without a file, are in SUMMARY.comments.md. Each run reads all comments. A run without -comments
// leaves these files alone, unless their page is gone. If the comments cannot be listed, the run
// removes nothing, and the receipt lists those of each page as failed.
//
// With -plain, the blocks of the platform become standard Markdown: a hint becomes a quotation, the
// title of a tab or of an expandable block a bold line, and embedded content a link. The content of
// a block that the program does not know stays, and its tags become comments. A push of the
// directory does not restore the blocks.
//
// The exit status is 0 if the receipt is complete and what is gone was removed, 2 otherwise, 1 if
// the run failed before it knew what to export, and 130 if it was interrupted.
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

	"golang.org/x/term"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/spaces"
)

// The exit statuses of a program whose export is not complete, and of one that was interrupted.
const (
	incomplete  = 2
	interrupted = 130
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	out, notes := terminal.Writer{Out: os.Stdout}, terminal.Writer{Out: os.Stderr}
	var shown progress = &lines{out: out}
	if term.IsTerminal(int(os.Stderr.Fd())) {
		shown = &bar{out: os.Stderr}
	}
	code := run(ctx, os.Args[1:], out, notes, shown)
	stop()
	os.Exit(code)
}

// run returns the exit status.
func run(ctx context.Context, args []string, out, notes io.Writer, shown progress) int {
	err := export(ctx, args, out, shown)
	switch {
	case err == nil:
		return 0
	case ctx.Err() != nil:
		fmt.Fprintln(notes, "Interrupted. Run it again to continue.")
		return interrupted
	default:
		fmt.Fprintln(notes, "export:", err)
		if _, ok := errors.AsType[*incompleteError](err); ok {
			return incomplete
		}
		return 1
	}
}

func export(ctx context.Context, args []string, out io.Writer, shown progress) error {
	flags := flag.NewFlagSet("export", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // run prints the error
	dir := flags.String("o", "exported", "directory to write to; created if it does not exist")
	parallel := flags.Int("parallel", 4, "number of pages and files to fetch at once, 1 to 32")
	comments := flags.Bool("comments", false, "export the comments on pages, too")
	plain := flags.Bool("plain", false, "convert the blocks of the platform to standard Markdown")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		_, err = fmt.Fprintln(out, usage(flags))
		return err
	} else if err != nil {
		return fmt.Errorf("%w\n%s", err, usage(flags))
	}
	if flags.NArg() > 1 || *parallel < 1 || *parallel > 32 {
		return errors.New(usage(flags))
	}
	// A part of a response that cannot be decoded must not count as gone.
	on, err := service.ConnectWith(out, []publishingtest.Option{publishingtest.WithClock(sameTime)}, publishing.WithStrictDecoding())
	if err != nil {
		return err
	}
	defer on.Close()
	spaceID, err := chooseSpace(ctx, on, flags.Arg(0))
	if err != nil {
		return err
	}
	e := newExporter(on.Client, spaceID, *dir)
	e.parallel, e.progress, e.comments, e.plain = *parallel, shown, *comments, *plain
	sum, err := e.run(ctx)
	if sum.total > 0 || err == nil {
		fmt.Fprintf(out, "%s: %s\n", *dir, sum)
	}
	return err
}

// sameTime is the clock of the in-memory server. It always returns the same time, so that a second
// run finds the pages unchanged.
func sameTime() time.Time { return time.Date(2026, time.January, 5, 9, 0, 0, 0, time.UTC) }

// chooseSpace returns the given ID, or that of the first space of the demo. Otherwise it returns an
// error that lists the spaces.
func chooseSpace(ctx context.Context, on *service.Service, given string) (string, error) {
	switch {
	case given != "":
		return given, nil
	case on.Server != nil:
		return on.Demo.Spaces[0], nil
	case on.OrgID == "":
		return "", errors.New("which space? Pass its ID, or set " + service.EnvOrganization + " to list the spaces")
	}
	var b strings.Builder
	b.WriteString("which space? Pass the ID of one:")
	for space, err := range on.Client.Spaces.All(ctx, on.OrgID, spaces.ListOptions{}) {
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "\n  %s  %s", space.ID, space.Title)
	}
	return "", errors.New(b.String())
}

func usage(flags *flag.FlagSet) string {
	var b strings.Builder
	b.WriteString("usage: export [flags] [space]\n")
	flags.VisitAll(func(f *flag.Flag) { fmt.Fprintf(&b, "  -%s %s (%s)\n", f.Name, f.DefValue, f.Usage) })
	return strings.TrimSpace(b.String())
}
