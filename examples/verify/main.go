// Command verify holds the SDK against a real service: it calls each operation that only reads on
// what the token can see, and reports where the responses differ from what the SDK expects.
//
//	go run ./examples/verify
//	go run ./examples/verify -o report.json -format markdown
//
// It runs on the in-memory server. If PUBLISHING_BASE_URL and PUBLISHING_TOKEN are set, it runs on
// that service, with a client that cannot write. If PUBLISHING_ORGANIZATION or -org is set, it
// stays in that organization. The exit status is
//
//	0  if nothing differs
//	1  if something differs
//	2  if the program could not run, or was interrupted
//
// What it promises:
//   - It sends only requests that change nothing, and asks no questions to the assistant, which
//     cost credits. It calls each operation on a few resources of each kind, at most -requests
//     times in total and -per-minute times in a minute.
//   - It decodes each response leniently and strictly, encodes the result again, and compares the
//     two leaf by leaf. It reports statuses other than 200, 403 and 404, fields that are missing,
//     have another type or are unknown, unknown values of enums and variants of unions, lists with
//     fewer elements than their count, and cursors that are lost or repeated.
//   - It tries the rules of package publishingtest that no source states and a read can settle. If
//     the service does otherwise, the report contains the option that makes publishingtest do the
//     same, or that there is none.
//   - The report contains paths, types and the names of operations and fields, but no content: a
//     key of a map is *, and an unknown value is shown only if it consists of at most 40 lower-case
//     letters, digits, hyphens and underscores.
//
// What it does not promise: one response of an operation can be as expected and the next one not.
// A 403 or a 404 is no difference, because it depends on the token and the content. Only the first
// field that a response lacks is reported.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
)

// Exit statuses.
const (
	statusSame    = 0
	statusDiffers = 1
	statusFailed  = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	notes := terminal.Writer{Out: os.Stderr}
	status, err := run(ctx, os.Args[1:], terminal.Writer{Out: os.Stdout}, notes)
	stop()
	if err != nil {
		fmt.Fprintln(notes, "verify:", err)
	}
	os.Exit(status)
}

const usage = `usage: verify [-org ID] [-requests N] [-per-minute N] [-format text|markdown] [-o report.json]`

// run verifies the service, prints the report on out and everything else on notes, and returns the
// exit status.
func run(ctx context.Context, args []string, out, notes io.Writer) (status int, err error) {
	flags := flag.NewFlagSet("verify", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main prints the error
	orgID := flags.String("org", "", "")
	requests := flags.Int("requests", 1500, "")
	perMinute := flags.Int("per-minute", 600, "")
	format := flags.String("format", "text", "")
	name := flags.String("o", "", "")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		_, err = fmt.Fprintln(out, usage)
		return statusSame, err
	} else if err != nil {
		return statusFailed, fmt.Errorf("%w\n%s", err, usage)
	}
	write := writers[*format]
	if write == nil || flags.NArg() > 0 || *requests < 1 || *perMinute < 1 {
		return statusFailed, errors.New(usage)
	}
	w, closeService, err := connect(notes, *perMinute)
	if err != nil {
		return statusFailed, err
	}
	defer closeService()
	w.orgID = cmp.Or(*orgID, w.orgID)
	w.bounds.requests = *requests
	w.progress = func(operation string) { fmt.Fprintf(notes, "%5d  %s\n", w.report.requests, operation) }
	failed := w.run(ctx)
	if failed == nil {
		failed = w.settle(ctx)
	}
	w.report.finish(w.isFull())
	if err := errors.Join(failed, write(out, w.report), save(*name, w.report)); err != nil {
		return statusFailed, err
	}
	if w.report.differs() {
		return statusDiffers, nil
	}
	return statusSame, nil
}

// connect returns a walk through the service that the environment configures, or through the
// in-memory server.
func connect(notes io.Writer, perMinute int) (*walk, func(), error) {
	pace := []publishing.Option{publishing.WithPace(publishing.PerMinute(perMinute))}
	baseURL := os.Getenv(publishing.EnvBaseURL)
	if baseURL == "" {
		pace = nil
	}
	on, err := service.ConnectWith(notes, nil, append(pace, publishing.WithReadOnly())...)
	if err != nil {
		return nil, nil, err
	}
	if on.Server != nil {
		baseURL, on.OrgID = on.Server.URL(), ""
	}
	opts := append(pace, publishing.WithoutAuth(), publishing.WithReadOnly())
	anonymous, err := publishing.NewClient(baseURL, opts...)
	if err != nil {
		on.Close()
		return nil, nil, err
	}
	w, err := newWalk(on.Client, anonymous)
	w.orgID = on.OrgID
	return w, on.Close, err
}

// save writes the report to a file, unless its name is "".
func save(name string, p *report) error {
	if name == "" {
		return nil
	}
	encoded, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(encoded, '\n'), 0o600)
}
