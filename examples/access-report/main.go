// Command access-report tells who can reach which space and collection of an organization: as a table on the terminal, as CSV, and as one HTML
// page with a chart. Roles are those in effect: also those that come from a team, from the collection a space is in, or from the membership
// of the organization.
//
//	go run ./examples/access-report
//	go run ./examples/access-report -csv access.csv -html access.html
//
// It runs on the service in memory, with some people and content more than the other examples have. With PUBLISHING_BASE_URL and
// PUBLISHING_TOKEN set it runs on that service, in the organization of -org or PUBLISHING_ORGANIZATION, and changes nothing there.
//
// It ends with 0 when everything could be read, with 2 when what could not be is shown as unknown, and with 1 when there is no report.
// The files have names and e-mail addresses in them, so only their owner can read them.
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

	"github.com/publishing-platform/publishing-go/examples/internal/service"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "access-report:", err)
	}
	os.Exit(exitCode(err))
}

// errIncomplete is a report with something unknown in it.
var errIncomplete = errors.New("the report is not complete")

func exitCode(err error) int {
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errIncomplete):
		return 2
	default:
		return 1
	}
}

const mostParallel = 16

// run prints the report on out, and what is no part of it on notes.
func run(ctx context.Context, args []string, out, notes io.Writer) error {
	flags := flag.NewFlagSet("access-report", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main prints the error
	orgID := flags.String("org", "", "id of the organization, in place of "+service.EnvOrganization)
	csvFile := flags.String("csv", "", "file for the report as CSV")
	htmlFile := flags.String("html", "", "file for the report as an HTML page")
	parallel := flags.Int("parallel", 4, fmt.Sprintf("how many spaces and collections are read at once, 1 to %d", mostParallel))
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		_, err = fmt.Fprintln(out, usage(flags))
		return err
	} else if err != nil {
		return fmt.Errorf("%w\n%s", err, usage(flags))
	}
	if flags.NArg() > 0 || *parallel < 1 || *parallel > mostParallel {
		return errors.New(usage(flags))
	}
	on, err := service.OpenIn(notes, *orgID, nil)
	if err != nil {
		return err
	}
	defer on.Close()
	if on.Server != nil {
		seed(on.Server, on.Demo)
	}
	made, err := (&reader{client: on.Client, orgID: on.OrgID, parallel: *parallel}).read(ctx)
	if err != nil {
		return err
	}
	made.At = time.Now().UTC()
	return made.write(out, notes, *csvFile, *htmlFile)
}

// write writes the report in all its forms and tells whether it is complete.
func (r *report) write(out, notes io.Writer, csvFile, htmlFile string) error {
	if err := r.table(out); err != nil {
		return err
	}
	for _, form := range []struct {
		file  string
		write func(io.Writer) error
	}{{csvFile, r.csv}, {htmlFile, r.html}} {
		if form.file == "" {
			continue
		}
		var b strings.Builder
		if err := form.write(&b); err != nil {
			return err
		}
		if err := os.WriteFile(form.file, []byte(b.String()), 0o600); err != nil {
			return err
		}
		fmt.Fprintln(notes, "Wrote", form.file)
	}
	if n := r.unknown(); n > 0 {
		return fmt.Errorf("%w: %d of %d could not be read", errIncomplete, n, len(r.Places))
	}
	return nil
}

func usage(flags *flag.FlagSet) string {
	var b strings.Builder
	b.WriteString("usage: access-report [flags]\n")
	flags.VisitAll(func(f *flag.Flag) { fmt.Fprintf(&b, "  -%s %s\n        %s\n", f.Name, f.DefValue, f.Usage) })
	return strings.TrimSpace(b.String())
}
