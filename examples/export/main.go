// Command export writes the pages of a space to Markdown files in their tree, and the files of the space beside them.
//
//	go run -C examples/export . -o /tmp/guides
//
// It runs on the service in memory. With PUBLISHING_BASE_URL and PUBLISHING_TOKEN set it exports the space of that service whose id is its
// argument; with PUBLISHING_ORGANIZATION and no argument it lists the spaces.
//
// A directory takes one space and one run at a time. A second run fetches what has changed, or is missing or has another size, and removes
// what it wrote before and the space has no more; files that are not its own stay. Each file appears under its name when it is complete, so
// an interrupted run can be run again. Links within the text are left as the service writes them. What is done is kept in .export.
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

	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/spaces"
)

// interrupted is the exit status of a program that was interrupted.
const interrupted = 130

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	var shown progress = &lines{out: os.Stdout}
	if term.IsTerminal(int(os.Stderr.Fd())) {
		shown = &bar{out: os.Stderr}
	}
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr, shown)
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
		fmt.Fprintln(notes, "Interrupted. Run it again to go on.")
		return interrupted
	default:
		fmt.Fprintln(notes, "export:", err)
		return 1
	}
}

func export(ctx context.Context, args []string, out io.Writer, shown progress) error {
	flags := flag.NewFlagSet("export", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // run prints the error
	dir := flags.String("o", "exported", "directory to write to, made when it is not there")
	parallel := flags.Int("parallel", 4, "pages and files fetched at a time, 1 to 32")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		_, err = fmt.Fprintln(out, usage(flags))
		return err
	} else if err != nil {
		return fmt.Errorf("%w\n%s", err, usage(flags))
	}
	if flags.NArg() > 1 || *parallel < 1 || *parallel > 32 {
		return errors.New(usage(flags))
	}
	on, err := service.ConnectWith(out, []publishingtest.Option{publishingtest.WithClock(sameTime)})
	if err != nil {
		return err
	}
	defer on.Close()
	spaceID, err := chooseSpace(ctx, on, flags.Arg(0))
	if err != nil {
		return err
	}
	e := newExporter(on.Client, spaceID, *dir)
	e.parallel, e.progress = *parallel, shown
	sum, err := e.run(ctx)
	if sum.total > 0 || err == nil {
		fmt.Fprintf(out, "%s: %s\n", *dir, sum)
	}
	return err
}

// sameTime is the time of a service in memory: its pages are as old in each run, so that a second run finds them unchanged.
func sameTime() time.Time { return time.Date(2026, time.January, 5, 9, 0, 0, 0, time.UTC) }

// chooseSpace returns the id that was given, or that of the first space of the demo. Otherwise the error lists those to choose from.
func chooseSpace(ctx context.Context, on *service.Service, given string) (string, error) {
	switch {
	case given != "":
		return given, nil
	case on.Server != nil:
		return on.Demo.Spaces[0], nil
	case on.OrgID == "":
		return "", errors.New("which space? Give its id, or set " + service.EnvOrganization + " to have the spaces listed")
	}
	var b strings.Builder
	b.WriteString("which space? Give the id of one:")
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
