// Command otel prints traces and metrics of calls by operation, with the OpenTelemetry
// instrumentation of HTTP clients. Each call has a span, and below it one for each attempt.
//
//	go run -C examples/otel . | jq -r 'select(.SpanKind) | [.Name, (.Attributes // [] | map("\(.Key)=\(.Value.Value)"))[]] | join(" ")'
//
// It runs on the in-memory server, whose first response is an error, so that there is a retry. If
// PUBLISHING_BASE_URL, PUBLISHING_TOKEN and PUBLISHING_ORGANIZATION are set, it runs on that
// service, and changes nothing. It prints spans and metrics as lines of JSON. To send them to a
// collector, only the exporters have to be replaced.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"go.opentelemetry.io/otel/exporters/stdout/stdoutmetric"
	"go.opentelemetry.io/otel/exporters/stdout/stdouttrace"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	notes := terminal.Writer{Out: os.Stderr}
	err := run(ctx, terminal.Writer{Out: os.Stdout}, notes)
	stop()
	if err != nil {
		fmt.Fprintln(notes, "otel:", err)
		os.Exit(1)
	}
}

// run makes some calls and writes their spans and metrics to out.
func run(ctx context.Context, out, notes io.Writer) (err error) {
	spans, err := stdouttrace.New(stdouttrace.WithWriter(out))
	if err != nil {
		return err
	}
	numbers, err := stdoutmetric.New(stdoutmetric.WithWriter(out))
	if err != nil {
		return err
	}
	program := resource.NewSchemaless(semconv.ServiceName("otel-example"))
	traces := sdktrace.NewTracerProvider(sdktrace.WithBatcher(spans), sdktrace.WithResource(program))
	metrics := sdkmetric.NewMeterProvider(sdkmetric.WithReader(sdkmetric.NewPeriodicReader(numbers)), sdkmetric.WithResource(program))
	defer func() {
		// Write buffered spans and metrics after an interrupt too.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		err = errors.Join(err, traces.Shutdown(ctx), metrics.Shutdown(ctx))
	}()

	on, err := service.Open(notes, withTelemetry(traces, metrics)...)
	if err != nil {
		return err
	}
	defer on.Close()
	if on.Server != nil {
		on.Server.Faults.Add("Sites.List", 1, publishingtest.Status(503)) // and is retried
	}
	ctx, span := traces.Tracer("otel").Start(ctx, "work")
	defer span.End()
	return work(ctx, on.Client, on.OrgID)
}

// work makes a few calls: a list, a site that does not exist, and a stream.
func work(ctx context.Context, client *publishing.Client, orgID string) error {
	for _, err := range client.Sites.All(ctx, orgID, sites.ListOptions{Limit: 10}) {
		if err != nil {
			return err
		}
	}
	if _, err := client.Sites.Get(ctx, orgID, "no-such-site", sites.GetOptions{}); !errors.Is(err, publishing.ErrNotFound) {
		return fmt.Errorf("a site that does not exist: %w", err)
	}
	question := orgs.AskQuestion{Question: "How do I publish?"}
	options := orgs.AskStreamOptions{Format: richtext.FormatMarkdown}
	for _, err := range client.Orgs.Ask.Stream(ctx, orgID, question, options) {
		if err != nil {
			return err
		}
	}
	return nil
}
