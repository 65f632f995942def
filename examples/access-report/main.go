// Command access-report reports who has access to which space and collection of an organization: as
// a table on the terminal, as CSV, and as an HTML page with a chart. The roles are the effective
// ones, as the service reports them: it does not document which of several roles of a person wins.
// They may come from a team, from the collection that contains a space, or from the membership in
// the organization. A second table groups the roles of teams by team, with their
// members.
//
//	go run ./examples/access-report
//	go run ./examples/access-report -csv access.csv -html access.html
//
// It runs on the in-memory server, with more people and content than the other examples. If
// PUBLISHING_BASE_URL and PUBLISHING_TOKEN are set, it runs on that service, and changes nothing.
// If the user of the token is a member of several organizations, -org or PUBLISHING_ORGANIZATION
// selects one.
//
// The user of the token must be an administrator of the organization. For others, the service lists
// only some of the spaces and collections.
//
// The exit status is 0 if the report is complete, 2 if it shows some access as unknown because it
// could not be read, or the user is no administrator, and 1 if there is no report. Only their owner
// can read the files, because they contain names and email addresses.
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
	"path/filepath"
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
		fmt.Fprintln(notes, "access-report:", err)
	}
	os.Exit(exitCode(err))
}

// errIncomplete means that the report shows some access as unknown, or may lack some.
var errIncomplete = errors.New("the report is incomplete")

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

const maxParallel = 16

// run prints the report on out, and everything else on notes.
func run(ctx context.Context, args []string, out, notes io.Writer) error {
	flags := flag.NewFlagSet("access-report", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main prints the error
	orgID := flags.String("org", "", "ID of the organization, instead of "+service.EnvOrganization)
	csvFile := flags.String("csv", "", "file for the report as CSV")
	htmlFile := flags.String("html", "", "file for the report as an HTML page")
	parallel := flags.Int("parallel", 4, fmt.Sprintf("number of spaces and collections to read at once, 1 to %d", maxParallel))
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		_, err = fmt.Fprintln(out, usage(flags))
		return err
	} else if err != nil {
		return fmt.Errorf("%w\n%s", err, usage(flags))
	}
	if flags.NArg() > 0 || *parallel < 1 || *parallel > maxParallel {
		return errors.New(usage(flags))
	}
	// A role that cannot be decoded must not count as that of a guest.
	on, err := service.Connect(notes, publishing.WithStrictDecoding(), publishing.WithReadOnly())
	if err != nil {
		return err
	}
	defer on.Close()
	on.OrgID = cmp.Or(*orgID, on.OrgID)
	if err := on.FindOrganization(ctx); err != nil {
		return err
	}
	if on.Server != nil {
		seed(on.Server, on.Demo)
	}
	result, err := (&reader{client: on.Client, orgID: on.OrgID, parallel: *parallel}).read(ctx)
	if err != nil {
		return err
	}
	result.At = time.Now().UTC()
	return result.write(out, notes, *csvFile, *htmlFile)
}

// write writes the report in all its forms. It returns errIncomplete if there is unknown access.
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
		// The text is made safe as a whole: a writer of CSV can write half a character.
		if err := replace(form.file, terminal.Text(b.String())); err != nil {
			return err
		}
		fmt.Fprintln(notes, "Wrote", form.file)
	}
	if r.Hidden {
		return fmt.Errorf("%w: the user of the token is no administrator, so spaces and collections may be missing", errIncomplete)
	}
	if n := r.unknown(); n > 0 {
		return fmt.Errorf("%w: %d of %d could not be read", errIncomplete, n, len(r.Places))
	}
	if n := r.unknownTeams(); n > 0 {
		return fmt.Errorf("%w: the teams of %d of %d could not be read", errIncomplete, n, len(r.Places))
	}
	return nil
}

// replace writes a file that only its owner can read, also if there is a file that others can read.
// The file is never incomplete.
func replace(name, text string) error {
	part, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*.part")
	if err != nil {
		return err
	}
	_, err = part.WriteString(text)
	if err = errors.Join(err, part.Close()); err == nil {
		err = os.Rename(part.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(part.Name()))
	}
	return nil
}

func usage(flags *flag.FlagSet) string {
	var b strings.Builder
	b.WriteString("usage: access-report [flags]\n")
	flags.VisitAll(func(f *flag.Flag) { fmt.Fprintf(&b, "  -%s %s\n        %s\n", f.Name, f.DefValue, f.Usage) })
	return strings.TrimSpace(b.String())
}
