// Command openapi-publish publishes an OpenAPI specification from CI: it creates or updates the
// specification, waits until the service has processed it, and prints the errors if there are any.
//
//	go run ./examples/openapi-publish
//	go run ./examples/openapi-publish -slug orders openapi.yaml
//	go run ./examples/openapi-publish -slug orders - <openapi.yaml
//
// It runs on the in-memory server; without arguments it publishes a sample. If PUBLISHING_BASE_URL
// and PUBLISHING_TOKEN are set, it runs on that service, for the organization of -org or
// PUBLISHING_ORGANIZATION, and requires a slug and a file. The exit status is 0 if the
// specification was processed without errors, and 1 otherwise.
package main

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	err := run(ctx, os.Args[1:], os.Stdin, terminal.Writer{Out: os.Stdout})
	stop()
	if err != nil {
		fmt.Fprintln(terminal.Writer{Out: os.Stderr}, "openapi-publish:", err)
		os.Exit(1)
	}
}

// maxBytes is the maximum size of a file. The API sets no limit; this one protects against a wrong
// path.
const maxBytes = 8 << 20

//go:embed sample.yaml
var sample string

func run(ctx context.Context, args []string, in io.Reader, out io.Writer) error {
	flags := flag.NewFlagSet("openapi-publish", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main prints the error
	slug := flags.String("slug", "", "slug of the specification: lower-case letters, digits and single hyphens")
	orgID := flags.String("org", "", "ID of the organization, instead of "+service.EnvOrganization)
	timeout := flags.Duration("timeout", 5*time.Minute, "maximum time for the processing, including that of an earlier source")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		_, err = fmt.Fprintln(out, usage(flags))
		return err
	} else if err != nil {
		return fmt.Errorf("%w\n%s", err, usage(flags))
	}
	var name, text string
	switch {
	case flags.NArg() == 1 && *slug != "":
		var err error
		if name, text, err = read(flags.Arg(0), in); err != nil {
			return err
		}
	case flags.NArg() == 0 && *slug == "" && os.Getenv(publishing.EnvBaseURL) == "":
		name, text, *slug = "sample.yaml", sample, "parcels"
	default:
		return fmt.Errorf("want -slug and one file, or - for standard input\n%s", usage(flags))
	}
	// An error of the processing that cannot be decoded must not count as none.
	on, err := service.OpenIn(out, *orgID, nil, publishing.WithStrictDecoding())
	if err != nil {
		return err
	}
	defer on.Close()
	p := &publisher{client: on.Client, orgID: on.OrgID, out: out, pace: api.Wait{Limit: *timeout}}
	if on.Server != nil {
		on.Server.Orgs.OpenAPI.Script(on.OrgID, *slug, pretend(text)...)
		p.pace.MinWait = 100 * time.Millisecond
	}
	ctx, cancel := context.WithTimeout(ctx, *timeout)
	defer cancel()
	return p.publish(ctx, *slug, name, text)
}

func usage(flags *flag.FlagSet) string {
	var b strings.Builder
	b.WriteString("usage: openapi-publish [flags] -slug SLUG FILE|-\n")
	flags.VisitAll(func(f *flag.Flag) { fmt.Fprintf(&b, "  -%s %s\n        %s\n", f.Name, f.DefValue, f.Usage) })
	return strings.TrimSpace(b.String())
}

// read returns the name and the text of a file, or of standard input for "-".
func read(path string, in io.Reader) (name, text string, err error) {
	name = "standard input"
	if path != "-" {
		name = path
		file, err := os.Open(path) //nolint:gosec // the path is an argument of the program
		if err != nil {
			return "", "", err
		}
		defer func() { _ = file.Close() }() // it is only read
		in = file
	}
	data, err := io.ReadAll(io.LimitReader(in, maxBytes+1))
	switch {
	case err != nil:
		return "", "", fmt.Errorf("read %s: %w", name, err)
	case len(data) > maxBytes:
		return "", "", fmt.Errorf("%s has more than %d bytes; is it the right file?", name, maxBytes)
	case len(data) == 0:
		return "", "", fmt.Errorf("%s is empty", name)
	case !utf8.Valid(data):
		return "", "", fmt.Errorf("%s is not UTF-8", name)
	}
	return name, string(data), nil
}

type publisher struct {
	client *publishing.Client
	orgID  string
	out    io.Writer
	pace   api.Wait
}

func (p *publisher) printf(format string, args ...any) { fmt.Fprintf(p.out, format+"\n", args...) }

// publish puts a specification, which is an idempotent PUT and so retried after a lost response,
// and waits until it is processed. It first waits for an earlier source, whose result would
// otherwise pass for that of the new one.
func (p *publisher) publish(ctx context.Context, slug, name, text string) error {
	before, err := p.client.Orgs.OpenAPI.WaitProcessed(ctx, p.orgID, slug, p.pace)
	if failed, ok := errors.AsType[*orgs.OpenAPIProcessingError](err); ok {
		before = &failed.Spec
	} else if err != nil && !errors.Is(err, publishing.ErrNotFound) {
		return fmt.Errorf("nothing was published: %w", err)
	}
	put, err := p.client.Orgs.OpenAPI.Put(ctx, p.orgID, slug, orgs.OpenAPIPut{Source: orgs.OpenAPISource{Text: new(text)}})
	if err != nil {
		return fmt.Errorf("publish %s as %s: %w", name, slug, err)
	}
	switch put.Outcome {
	case api.Created:
		p.printf("Created specification %s from %s, %d bytes.", slug, name, len(text))
	case api.Updated:
		p.printf("Updated specification %s from %s, %d bytes.", slug, name, len(text))
	default:
		p.printf("Specification %s has its source from %s, %d bytes. It may have existed before.", slug, name, len(text))
	}
	start := time.Now()
	spec, err := p.processed(ctx, slug, before)
	if failed, ok := errors.AsType[*orgs.OpenAPIProcessingError](err); ok {
		p.explain(failed.Spec, name, text)
		return fmt.Errorf("%s was processed with errors", name)
	}
	if err != nil {
		return err
	}
	version := "no version"
	if spec.LastVersion != nil {
		version = "version " + terminal.Line(*spec.LastVersion)
	}
	p.printf("Processed in %s: %s.", time.Since(start).Round(100*time.Millisecond), version)
	p.printf("%s", terminal.Line(spec.URLs.App))
	return nil
}

// processed waits until the service reports another result than before the publication. Until then,
// the result can be that of the previous source.
func (p *publisher) processed(ctx context.Context, slug string, before *orgs.OpenAPISpec) (*orgs.OpenAPISpec, error) {
	resultOf := func(spec *orgs.OpenAPISpec) string {
		return fmt.Sprint(publishing.Value(spec.LastProcessedAt), publishing.Value(spec.LastVersion))
	}
	for {
		spec, err := p.client.Orgs.OpenAPI.WaitProcessed(ctx, p.orgID, slug, p.pace)
		last := spec
		if failed, ok := errors.AsType[*orgs.OpenAPIProcessingError](err); ok {
			last = &failed.Spec
		}
		if last == nil || before == nil || resultOf(last) != resultOf(before) {
			return spec, err
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("the service still reports the result of the previous source, and may not process an equal one again: %w", context.Cause(ctx))
		case <-time.After(cmp.Or(p.pace.MinWait, time.Second)):
		}
	}
}

// lineOf matches a line number in an error message.
var lineOf = regexp.MustCompile(`(?i)\bline (\d{1,7})\b`)

// explain prints the errors of a specification, with the line of the file if a message contains its
// number.
func (p *publisher) explain(spec orgs.OpenAPISpec, name, text string) {
	why := "There is no error code."
	if spec.LastProcessErrorCode != nil {
		switch *spec.LastProcessErrorCode {
		case orgs.OpenAPIErrorCodeParseError:
			why = "PARSE_ERROR: the service cannot parse it."
		case orgs.OpenAPIErrorCodeFetchError, orgs.OpenAPIErrorCodeFetchTimeout:
			why = terminal.Line(string(*spec.LastProcessErrorCode)) + ": the service could not fetch something that it refers to."
		default:
			why = terminal.Line(string(*spec.LastProcessErrorCode))
		}
	}
	p.printf("Processed with errors. %s", why)
	lines := strings.Split(text, "\n")
	for _, problem := range spec.LastProcessedErrors {
		message := terminal.Line(problem.Message)
		if problem.Code != nil {
			message += " [" + terminal.Line(*problem.Code) + "]"
		}
		p.printf("  %s: %s", name, message)
		if match := lineOf.FindStringSubmatch(problem.Message); match != nil {
			if n, _ := strconv.Atoi(match[1]); n >= 1 && n <= len(lines) {
				p.printf("    %d | %s", n, terminal.Truncate(terminal.Line(lines[n-1]), 100))
			}
		}
	}
}

var versionField = regexp.MustCompile(`(?m)^[\s{]*"?(openapi|swagger)"?\s*:`)

// pretend returns how the in-memory server, which does not parse specifications, processes a text.
func pretend(text string) []publishingtest.OpenAPIStep {
	steps := []publishingtest.OpenAPIStep{{State: orgs.OpenAPIProcessingStatePending}, {State: orgs.OpenAPIProcessingStateProgress}}
	end := publishingtest.OpenAPIStep{State: orgs.OpenAPIProcessingStateComplete}
	fail := func(message string) {
		end.Code = orgs.OpenAPIErrorCodeParseError
		end.Errors = append(end.Errors, orgs.OpenAPIProblem{Message: message})
	}
	if !versionField.MatchString(text) {
		fail(`line 1: there is no field "openapi" with the version`)
	}
	number := 0
	for line := range strings.Lines(text) {
		number++
		if strings.HasPrefix(line, "\t") && !strings.HasPrefix(strings.TrimSpace(text), "{") {
			fail(fmt.Sprintf("YAML cannot be indented by a tab (line %d)", number))
			break
		}
	}
	return append(steps, end)
}
