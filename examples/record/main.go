// Command record records the responses of a service, and replays them without the service. It shows
// how to use recorded responses, without secrets, in golden tests and in bug reports.
//
//	go run -C examples/record . -o /tmp/session
//
// It runs a small report on the in-memory server, writes the requests and responses to
// /tmp/session.yaml, and runs the report again on that file. If PUBLISHING_BASE_URL,
// PUBLISHING_TOKEN and PUBLISHING_ORGANIZATION are set, it runs on the service with that URL, and
// changes nothing there.
//
// To use it in a program, copy cassette.go, match.go and redact.go. The tests of this directory are
// golden tests; this records their files in testdata again:
//
//	go test -C examples/record . -record
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
	"github.com/publishing-platform/publishing-go/publishingtest"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], terminal.Writer{Out: os.Stdout})
	stop()
	if err != nil {
		fmt.Fprintln(terminal.Writer{Out: os.Stderr}, "record:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("record", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main prints the error
	name := flags.String("o", "session", "name of the cassette, without .yaml")
	const usage = "usage: record [-o name]"
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		_, err = fmt.Fprintln(out, usage)
		return err
	} else if err != nil || flags.NArg() > 0 {
		return errors.New(usage)
	}
	recorded, orgID, err := recordReport(ctx, *name, out)
	if err != nil {
		return err
	}
	replayed, err := replayReport(ctx, *name, orgID)
	if err != nil {
		return err
	}
	if replayed != recorded {
		return fmt.Errorf("the replayed report differs from the recorded one:\n%s", replayed)
	}
	_, err = fmt.Fprintf(out, "%s\nRecorded in %s.yaml, and the same when replayed.\n", recorded, *name)
	return err
}

// recordReport returns the report on the service and the ID of its organization.
func recordReport(ctx context.Context, name string, notes io.Writer) (text, orgID string, err error) {
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment}
	defer transport.CloseIdleConnections()
	recorder, err := newRecorder(name, transport)
	if err != nil {
		return "", "", err
	}
	// On the in-memory server, the same time in each run makes the same cassette.
	on, err := service.OpenIn(notes, "", []publishingtest.Option{publishingtest.WithClock(sameTime)},
		publishing.WithHTTPClient(&http.Client{Transport: recorder}))
	if err != nil {
		return "", "", err
	}
	defer on.Close()
	var b strings.Builder
	if err := report(ctx, &b, on.Client, on.OrgID); err != nil {
		return "", "", errors.Join(err, recorder.Stop()) // a bug report needs the cassette of a failure
	}
	return b.String(), on.OrgID, recorder.Stop()
}

// replayReport returns the report on a cassette.
func replayReport(ctx context.Context, name, orgID string) (string, error) {
	replayer, err := newReplayer(name)
	if err != nil {
		return "", err
	}
	client, err := publishing.NewClient(origin, publishing.WithoutAuth(), publishing.WithHTTPClient(&http.Client{Transport: replayer}))
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = errors.Join(report(ctx, &b, client, orgID), replayer.Stop())
	return b.String(), err
}

func sameTime() time.Time { return time.Date(2026, time.January, 5, 9, 0, 0, 0, time.UTC) }
