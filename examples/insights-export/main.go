// Command insights-export writes what the visitors of a site did to Parquet files: for each day,
// the events that the service counted, the questions that its assistant answered, and their
// statistics.
//
//	go run -C examples/insights-export . -o /tmp/insights
//	go run -C examples/insights-export . -site site_1 -from 2026-01-01 -to 2026-02-01 -o /tmp/insights
//
// It runs on the in-memory server. If PUBLISHING_BASE_URL and PUBLISHING_TOKEN are set, it runs on
// that service, and changes nothing. The token must be allowed to read the insights of the site
// that -site selects, in the organization that -org or PUBLISHING_ORGANIZATION selects.
//
// What it promises:
//   - A day begins and ends at midnight UTC. What happened in the last millisecond of a day is in
//     the file of that day, what happened at midnight in that of the next, and nothing is in both,
//     whether the service includes the end of a range or not. However, if it excludes the end and
//     also rounds times down to milliseconds, the last millisecond of a day is in no file, nor is
//     that of a part into which the range was halved.
//   - A truncated result is never exported: the range is halved until each part is complete. If an
//     hour has too many rows, the day fails and has no file.
//   - A file appears when it is complete and on the disk. Run it again after an interruption or a
//     failure: it continues with the first file that is missing. -again replaces files that exist.
//   - A day that has not ended is not exported.
//   - A directory contains the export of one site, with or without the words of visitors. The
//     program does not write to the directory of another export.
//
// What it does not promise:
//   - Counts of an exported day do not follow what the service records about it later. Wait some
//     hours after midnight, or use -again.
//   - The service may leave out events without a value in a column, such as those without a page.
//     The statistics of the day have the number of all events, and the program prints the
//     difference.
//   - Numbers of visitors and of sessions are not exported, because they cannot be added up.
//   - The words of visitors are personal data. They are exported only with -texts.
package main

import (
	"cmp"
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
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites/insights"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], terminal.Writer{Out: os.Stdout})
	stop()
	if err != nil {
		fmt.Fprintln(terminal.Writer{Out: os.Stderr}, "insights-export:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("insights-export", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main prints the error
	now := time.Now().UTC()
	e := exporter{now: now, out: out}
	orgID := flags.String("org", "", "ID of the organization, instead of "+service.EnvOrganization)
	from := flags.String("from", now.AddDate(0, 0, -7).Format(time.DateOnly), "first day")
	to := flags.String("to", now.Format(time.DateOnly), "day after the last one")
	flags.StringVar(&e.siteID, "site", "", "ID of the site")
	flags.StringVar(&e.dir, "o", "insights", "directory to write to; created if it does not exist")
	flags.BoolVar(&e.again, "again", false, "replace files that exist")
	flags.BoolVar(&e.texts, "texts", false, "export the words of visitors, which are personal data")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		_, err = fmt.Fprintln(out, usage(flags))
		return err
	} else if err != nil {
		return fmt.Errorf("%w\n%s", err, usage(flags))
	}
	first, errFirst := time.Parse(time.DateOnly, *from)
	end, errEnd := time.Parse(time.DateOnly, *to)
	if err := cmp.Or(errFirst, errEnd); err != nil {
		return err
	}
	if flags.NArg() > 0 || !first.Before(end) {
		return errors.New(usage(flags))
	}
	// A list that ends early must not count as a whole one.
	on, err := service.OpenIn(out, *orgID, nil, publishing.WithStrictDecoding(), publishing.WithReadOnly())
	if err != nil {
		return err
	}
	defer on.Close()
	if on.Server != nil && e.siteID == "" {
		e.siteID = on.Demo.Sites[0]
		seed(on.Server, on.OrgID, e.siteID, first)
	}
	if e.siteID == "" {
		return errors.New("-site is not set: the ID of the site")
	}
	e.client, e.orgID, e.service = on.Client, on.OrgID, cmp.Or(strings.TrimRight(os.Getenv(publishing.EnvBaseURL), "/"), "the in-memory server")
	return e.export(ctx, first, end)
}

func usage(flags *flag.FlagSet) string {
	var b strings.Builder
	b.WriteString("usage: insights-export [flags]\n")
	flags.VisitAll(func(f *flag.Flag) { fmt.Fprintf(&b, "  -%s %s\n        %s\n", f.Name, f.DefValue, f.Usage) })
	return strings.TrimSpace(b.String())
}

// seed gives a site of the in-memory server events and an answer on a day.
func seed(server *publishingtest.Server, orgID, siteID string, day time.Time) {
	for hour := range 3 {
		at := day.Add(time.Duration(hour) * time.Hour)
		server.Sites.Insights.Events.Add(orgID, siteID, insights.Event{Timestamp: &at})
		server.Sites.Answers.Add(orgID, siteID, insights.AnswerWithResponse{Answer: insights.Answer{
			CreatedAt: at, Input: insights.AnswerInput{Raw: "How do I publish?"},
		}})
	}
}
