// Command verify compares the SDK with a real service: it calls each operation that only reads on
// what the token can see, and reports where the responses differ from what the SDK expects.
//
//	go run ./examples/verify
//	go run ./examples/verify -o report.json -format markdown
//	go run ./examples/verify -ask -tokens -write
//	go run ./examples/verify -cleanup
//
// It runs on the in-memory server. If PUBLISHING_BASE_URL and PUBLISHING_TOKEN are set, it runs on
// that service, with a client that cannot write. If PUBLISHING_ORGANIZATION or -org is set, it
// stays in that organization. The exit status is
//
//	0  if nothing differs
//	1  if something differs
//	2  if the program could not run, was interrupted, or no operation succeeded
//
// go run exits with 1 instead of 2, so build the program to distinguish the two.
//
// What it promises:
//   - Without the flags below, it sends only requests that change nothing. It calls each operation
//     on a few resources of each kind, with at most -requests requests in total and -per-minute in
//     a minute.
//   - With -ask, it also asks the assistant five questions, which cost credits. With -tokens, it
//     creates a token of an installation, with a client that can create nothing else.
//   - With -write, it asks for permission, creates a space and a site whose titles begin with
//     Scratch, and tries more rules on these. Its client can write to nothing else. It publishes
//     nothing, sends no mail and changes neither people nor the organization. It deletes both at
//     the end, also after an interrupt. If the organization has more than three sites, -write has
//     to be given twice.
//   - Before it creates something, it writes that to the file of -journal. If the program was
//     killed, -cleanup deletes what the file lists on the same service. What has no ID there is
//     found by its title, and looked for once more a minute later.
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
// A 403 or a 404 is no difference, because it depends on the token and the content. In a message of
// a stream, only the first field that is missing is reported. The last request can be retried, even
// if -requests is reached then. Requests of -write count only against -per-minute.
package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
	"github.com/publishing-platform/publishing-go/internal/clock"
	"github.com/publishing-platform/publishing-go/sites"
)

// Exit statuses.
const (
	statusSame    = 0
	statusDiffers = 1
	statusFailed  = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	notes := terminal.Writer{Out: os.Stderr}
	status, err := run(ctx, os.Args[1:], os.Stdin, terminal.Writer{Out: os.Stdout}, notes)
	stop()
	if err != nil {
		fmt.Fprintln(notes, "verify:", err)
	}
	os.Exit(status)
}

const usage = `usage: verify [-org ID] [-requests N] [-per-minute N] [-ask] [-tokens] [-write]
              [-format text|markdown] [-o report.json] [-journal file]
       verify -cleanup [-journal file]`

// options are the flags of the program.
type options struct {
	orgID, format, name, journal string
	requests, perMinute          int
	ask, tokens, cleanup         bool
	write                        int // how often -write was given
}

func parseFlags(args []string) (o options, err error) {
	flags := flag.NewFlagSet("verify", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main prints the error
	flags.StringVar(&o.orgID, "org", "", "")
	flags.IntVar(&o.requests, "requests", 1500, "")
	flags.IntVar(&o.perMinute, "per-minute", 600, "")
	flags.StringVar(&o.format, "format", "text", "")
	flags.StringVar(&o.name, "o", "", "")
	flags.StringVar(&o.journal, "journal", "verify.journal", "")
	flags.BoolVar(&o.ask, "ask", false, "")
	flags.BoolVar(&o.tokens, "tokens", false, "")
	flags.BoolVar(&o.cleanup, "cleanup", false, "")
	flags.BoolFunc("write", "", func(text string) error {
		on, err := strconv.ParseBool(text)
		if o.write++; !on {
			o.write = 0
		}
		return err
	})
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return o, err
	} else if err != nil {
		return o, fmt.Errorf("%w\n%s", err, usage)
	}
	if writers[o.format] == nil || flags.NArg() > 0 || o.requests < 1 || o.perMinute < 1 {
		return o, errors.New(usage)
	}
	return o, nil
}

// run verifies the service, prints the report on out and everything else on notes, and returns the
// exit status.
func run(
	ctx context.Context, args []string, in io.Reader, out, notes io.Writer,
) (status int, err error) {
	opts, err := parseFlags(args)
	if errors.Is(err, flag.ErrHelp) {
		_, err = fmt.Fprintln(out, usage)
		return statusSame, err
	} else if err != nil {
		return statusFailed, err
	}
	t, err := connect(notes, opts)
	if err != nil {
		return statusFailed, err
	}
	defer t.on.Close()
	if opts.cleanup {
		err = t.cleanUp(ctx, opts)
	} else {
		err = t.verify(ctx, opts, in, out)
	}
	if err != nil {
		return statusFailed, err
	}
	switch {
	case opts.cleanup:
		return statusSame, nil
	case !t.walk.report.hasSuccess():
		return statusFailed, errors.New("no operation succeeded: is the base URL right?")
	case t.walk.report.differs():
		return statusDiffers, nil
	default:
		return statusSame, nil
	}
}

// A target is the service that the environment configures, or the in-memory server.
type target struct {
	on    *service.Service
	host  string // of the service, with the path of the base URL
	pace  []publishing.Option
	walk  *walk
	notes io.Writer
}

func connect(notes io.Writer, opts options) (*target, error) {
	t := &target{notes: notes}
	if os.Getenv(publishing.EnvBaseURL) != "" {
		t.pace = []publishing.Option{publishing.WithPace(publishing.PerMinute(opts.perMinute))}
	}
	var err error
	if t.on, err = service.ConnectWith(notes, nil, t.with(publishing.WithReadOnly())...); err != nil {
		return nil, err
	}
	baseURL := os.Getenv(publishing.EnvBaseURL)
	if t.on.Server != nil {
		baseURL = t.on.Server.URL()
	}
	if parsed, err := url.Parse(baseURL); err == nil { // a URL that is invalid has no client
		t.host = parsed.Host + strings.TrimSuffix(parsed.Path, "/")
	}
	t.on.OrgID = cmp.Or(opts.orgID, t.on.OrgID)
	anonymous, err := publishing.NewClient(
		baseURL, t.with(publishing.WithoutAuth(), publishing.WithReadOnly())...)
	if err == nil {
		t.walk, err = newWalk(t.on.Client, anonymous)
	}
	if err != nil {
		t.on.Close()
		return nil, err
	}
	t.walk.orgID, t.walk.bounds.requests = t.on.OrgID, opts.requests
	t.walk.progress = func(operation string) {
		fmt.Fprintf(notes, "%5d  %s\n", t.walk.report.requests, operation)
	}
	return t, nil
}

// with returns options of a client with the pace of the program, which all clients share.
func (t *target) with(opts ...publishing.Option) []publishing.Option {
	return append(slices.Clip(t.pace), opts...)
}

// writing returns a client whose writes a policy decides about.
func (t *target) writing(
	policy func(context.Context, publishing.Write) error,
) (*publishing.Client, error) {
	opts := t.with(publishing.WithWritePolicy(policy))
	if t.on.Server != nil {
		return t.on.Server.Client(opts...), nil
	}
	return publishing.NewClient("", append(opts, publishing.WithEnv())...)
}

// verify does what the flags say and prints the report, also if it ends early.
func (t *target) verify(ctx context.Context, opts options, in io.Reader, out io.Writer) error {
	if opts.write > 0 {
		if err := t.mayWrite(ctx, opts.write > 1, in); err != nil {
			return err
		}
	}
	w := t.walk
	failed := w.run(ctx)
	if failed == nil {
		failed = w.settle(ctx)
	}
	isEarly := failed != nil // no later step calls the operations that finish lists
	if failed == nil && opts.ask {
		failed = w.ask(ctx)
	}
	if failed == nil && opts.tokens {
		client, err := t.writing(onlyTokens)
		if err != nil {
			return err
		}
		w.createToken(ctx, client)
		failed = ctx.Err()
	}
	if failed == nil && opts.write > 0 {
		may := &guard{orgID: t.on.OrgID}
		client, err := t.writing(may.permit)
		if err != nil {
			return err
		}
		scratch := &writer{
			client: client, guard: may, report: w.report,
			name: opts.journal, host: t.host, orgID: t.on.OrgID, wait: clock.Sleep,
		}
		failed = scratch.run(ctx)
		w.report.skipRules()
	}
	if failed == nil {
		failed = ctx.Err() // the last step may have recorded an interrupt as a failed call
	}
	w.report.finish(w.isFull(), isEarly)
	return errors.Join(failed, writers[opts.format](out, w.report), save(opts.name, w.report))
}

// fewSites is the number of sites of an organization that is not yet somebody's documentation.
const fewSites = 3

// mayWrite asks whether the program may write.
func (t *target) mayWrite(ctx context.Context, told bool, in io.Reader) error {
	if err := t.on.FindOrganization(ctx); err != nil {
		return err
	}
	t.walk.orgID = t.on.OrgID
	page, err := t.on.Client.Sites.List(ctx, t.on.OrgID, sites.ListOptions{Limit: fewSites + 1})
	if err != nil {
		return err
	}
	if (len(page.Items) > fewSites || page.NextCursor() != "") && !told {
		const format = "the organization has more than %d sites: repeat -write if it may be written to"
		return fmt.Errorf(format, fewSites)
	}
	fmt.Fprintf(t.notes, "This creates a space and a site in the organization %s, and deletes them"+
		" at the end. Type yes: ", t.on.OrgID)
	typed := make(chan string, 1)
	go func() { // because reading from a terminal cannot be canceled
		answer, _ := bufio.NewReader(in).ReadString('\n')
		typed <- answer
	}()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case answer := <-typed:
		if strings.TrimSpace(answer) != "yes" {
			return errors.New("nothing was written")
		}
		return nil
	}
}

// cleanUp deletes what an earlier run has left.
func (t *target) cleanUp(ctx context.Context, opts options) error {
	j, err := readJournal(opts.journal, t.host)
	if err != nil {
		return err
	}
	may := &guard{}
	client, err := t.writing(may.permit)
	if err != nil {
		return err
	}
	return j.cleanUp(ctx, client, may)
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
