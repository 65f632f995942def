// Publishing-push writes a directory of Markdown to a change request of a space.
//
// Usage:
//
//	publishing-push -space ID [flags] directory
//	publishing-push -demo
//
// It prints the plan, performs it, and prints the URL of the change request. The environment
// variables PUBLISHING_BASE_URL and PUBLISHING_TOKEN contain the URL of the service and the token.
// With -demo, it pushes a sample to the in-memory server and needs neither variable. With -merge,
// it then merges the change request, unless somebody else has changed the change request or the
// main content. If there is no change request, it merges nothing.
//
// The exit status is 0 if there is nothing left to write, or, with -n, if the plan skips no page.
// It is 1 if the plan, the push or the merge failed, 2 if the arguments are invalid, and 3 if the
// push skipped pages that somebody else has changed or, with -n, would skip some.
package main

import (
	"context"
	"embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"strings"
	"unicode"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/push"
)

// The exit statuses.
const (
	statusDone      = 0
	statusFailed    = 1
	statusUsage     = 2
	statusConflicts = 3
)

//go:embed sample
var sample embed.FS

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	status := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("publishing-push", flag.ContinueOnError)
	flags.SetOutput(stderr)
	var target push.Target
	var options push.Options
	flags.StringVar(&target.Space, "space", "", "the `ID` of the space")
	flags.StringVar(&target.ChangeRequest, "change-request", "",
		"the `ID` of a change request to write to, instead of that of the last push or a new one")
	flags.StringVar(&target.Subject, "subject", "", "the subject of a new change request")
	state := flags.String("state", "",
		"the `file` that keeps the state between pushes (default .publishing-push-SPACE.json)")
	isDry := flags.Bool("n", false, "show the plan and stop")
	isDemo := flags.Bool("demo", false, "push a sample to a server in memory")
	flags.BoolVar(&options.Overwrite, "overwrite", false,
		"also write pages that somebody else has changed")
	flags.BoolVar(&options.Prune, "prune", false,
		"delete pages that a push has created and whose file is gone or no longer in SUMMARY.md")
	flags.IntVar(&options.MaxDeletes, "max-deletes", 0,
		"the largest `number` of pages to delete or empty (default a fifth, and at most 10; negative means none)")
	isMerge := flags.Bool("merge", false,
		"merge the change request, unless somebody else has changed it or the main content")
	flags.BoolVar(&options.Strict, "strict", false,
		"fail if links lead nowhere or files are too large")
	flags.Usage = func() {
		_, _ = fmt.Fprintln(stderr, "usage: publishing-push -space ID [flags] directory\n       publishing-push -demo")
		flags.PrintDefaults()
	}
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return statusDone
		}
		return statusUsage
	}
	usage := func(text string) int {
		_, _ = fmt.Fprintln(stderr, "publishing-push: "+text)
		return statusUsage
	}
	var client *publishing.Client
	var directory fs.FS
	switch {
	case *isMerge && (*isDemo || *isDry):
		return usage("-merge goes with neither -demo nor -n")
	case *isDemo && *state != "":
		return usage("-demo keeps no state")
	case *isDemo && flags.NArg() > 0:
		return usage("-demo takes no directory")
	case *isDemo:
		server, err := publishingtest.Start()
		if err != nil {
			return fail(stderr, err)
		}
		defer server.Close()
		client, target.Space = server.Client(), server.SeedDemo().Spaces[0]
		directory, _ = fs.Sub(sample, "sample")
	case target.Space == "":
		return usage("-space is required")
	case flags.NArg() == 0:
		return usage("a directory is required")
	case flags.NArg() > 1 && strings.HasPrefix(flags.Arg(1), "-"):
		return usage("flags are before the directory: " + flags.Arg(1))
	case flags.NArg() > 1:
		return usage("one directory is required, not " + flags.Arg(1) + " too")
	case os.Getenv("PUBLISHING_BASE_URL") == "" || os.Getenv("PUBLISHING_TOKEN") == "":
		return usage("PUBLISHING_BASE_URL and PUBLISHING_TOKEN are required")
	default:
		var err error
		if client, err = publishing.NewClient("", publishing.WithEnv()); err != nil {
			return usage(err.Error())
		}
		directory = os.DirFS(flags.Arg(0))
		if *state == "" {
			*state = ".publishing-push-" + target.Space + ".json"
		}
	}
	if *state != "" {
		options.Store = push.FileStore(*state)
	}
	result, status := pushTo(ctx, client, target, directory, options, *isDry, stdout, stderr)
	if *isMerge && status == statusDone && result.ChangeRequest != nil { // otherwise, there is nothing to merge
		merged, err := push.Merge(ctx, client, target.Space, options.Store)
		if merged != nil {
			_, _ = fmt.Fprintln(stdout, "merged: revision "+printable(merged.Revision))
		}
		if err != nil {
			return fail(stderr, err)
		}
	}
	return status
}

func pushTo(
	ctx context.Context, client *publishing.Client, target push.Target,
	directory fs.FS, options push.Options, isDry bool, stdout, stderr io.Writer,
) (*push.Result, int) {
	plan, err := push.Plan(ctx, client, target, directory, options)
	if err != nil {
		return nil, fail(stderr, err)
	}
	for _, action := range plan.Actions {
		_, _ = fmt.Fprintln(stdout, "plan: "+printable(action.String()))
	}
	result := plan
	if !isDry {
		options.Expect = append([]push.Action{}, plan.Actions...)
		options.Progress = func(done push.Action) { _, _ = fmt.Fprintln(stdout, "done: "+printable(done.String())) }
		result, err = push.Push(ctx, client, target, directory, options)
	}
	if result != nil {
		for _, note := range result.Notes {
			_, _ = fmt.Fprintln(stderr, printable(note.String()))
		}
		if result.ChangeRequest != nil {
			_, _ = fmt.Fprintln(stdout, printable(result.ChangeRequest.URLs.App))
		}
	}
	switch {
	case err != nil:
		return nil, fail(stderr, err)
	case len(result.Conflicts()) > 0:
		return result, statusConflicts
	}
	return result, statusDone
}

func fail(stderr io.Writer, err error) int {
	_, _ = fmt.Fprintln(stderr, "publishing-push: "+printable(err.Error()))
	return statusFailed
}

// printable replaces control characters, because names and texts that other people wrote must not
// control the terminal.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && !unicode.IsPrint(r) {
			return '\uFFFD'
		}
		return r
	}, text)
}
