// Command audit-tail follows the audit log of an organization: it writes each event as a line, the
// oldest first, and continues where it stopped when it is started again.
//
//	go run ./examples/audit-tail -once
//	go run ./examples/audit-tail -position audit.json >>audit.jsonl
//	go run ./examples/audit-tail -position audit.json -format syslog | ncat logs.example.com 601
//
// It runs on the in-memory server, where it stops at the end of the log. If PUBLISHING_BASE_URL
// and PUBLISHING_TOKEN are set, it runs on that service, and changes nothing. The user of the token
// must be an administrator of the organization that -org or PUBLISHING_ORGANIZATION selects.
//
// What it promises:
//   - It writes each event once, also those that occur while it reads or have equal times, however
//     often it is stopped or the service fails. It writes a batch of events when it has read the
//     log back to the position, and then replaces the file of the position.
//   - If events that it has written are no longer in the log, newer ones may be missing too. Then
//     it writes a gap: a line of its own, before the events that follow.
//   - It waits longer each time there is nothing new or the service fails, up to -max-wait, and at
//     least as long as the service asks for. It stops if another try is useless, for example if the
//     token may not read the log.
//   - It holds at most two batches of events, and the IDs of the events of the last -late.
//
// What it does not promise:
//   - If it is killed between writing a batch and replacing the position, or a write fails, the
//     next run writes that batch again, after an empty line, since the last line may be incomplete.
//     Events have IDs, by which a log store can discard them.
//   - An event that appears in the log more than -late after newer ones is lost. One that
//     appears earlier is written, but after those.
//   - Two processes with the same position write each event twice.
//   - Details of events are not written: their payloads may contain personal data. Labels may too.
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
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	notes := terminal.Writer{Out: os.Stderr}
	err := run(ctx, os.Args[1:], terminal.Writer{Out: os.Stdout}, notes)
	stop()
	if err != nil {
		fmt.Fprintln(notes, "audit-tail:", err)
		os.Exit(1)
	}
}

// run writes events on out, and everything else on notes. It returns nil if ctx is canceled.
func run(ctx context.Context, args []string, out, notes io.Writer) error {
	flags := flag.NewFlagSet("audit-tail", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main prints the error
	t := &tail{out: out, notes: notes, wait: wait, pageSize: 100}
	orgID := flags.String("org", "", "ID of the organization, instead of "+service.EnvOrganization)
	format := flags.String("format", "json", "form of a line: json, or syslog for RFC 5424")
	flags.StringVar(&t.file, "position", "", "file of the position; without it, the whole log is written each time")
	flags.IntVar(&t.batch, "batch", 10_000, "number of events to write at once")
	flags.DurationVar(&t.late, "late", time.Minute, "how late an event may appear in the log")
	flags.DurationVar(&t.minWait, "min-wait", 5*time.Second, "shortest wait between two reads")
	flags.DurationVar(&t.maxWait, "max-wait", 5*time.Minute, "longest wait between two reads")
	flags.BoolVar(&t.once, "once", false, "stop at the end of the log, or at a failure")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		_, err = fmt.Fprintln(out, usage(flags))
		return err
	} else if err != nil {
		return fmt.Errorf("%w\n%s", err, usage(flags))
	}
	t.line = formats[*format]
	if flags.NArg() > 0 || t.line == nil || t.batch < 1 || t.late < 0 || t.minWait <= 0 || t.maxWait < t.minWait {
		return errors.New(usage(flags))
	}
	// A list that ends early must not count as one that was read.
	on, err := service.OpenIn(notes, *orgID, nil, publishing.WithStrictDecoding(), publishing.WithReadOnly())
	if err != nil {
		return err
	}
	defer on.Close()
	t.client, t.orgID, t.once = on.Client, on.OrgID, t.once || on.Server != nil
	err = t.follow(ctx)
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// wait waits for d, or until ctx is done.
func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

func usage(flags *flag.FlagSet) string {
	var b strings.Builder
	b.WriteString("usage: audit-tail [flags]\n")
	flags.VisitAll(func(f *flag.Flag) { fmt.Fprintf(&b, "  -%s %s\n        %s\n", f.Name, f.DefValue, f.Usage) })
	return strings.TrimSpace(b.String())
}
