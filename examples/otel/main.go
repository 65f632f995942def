// Command otel shows traces and metrics of calls by operation, with OpenTelemetry's instrumentation of HTTP clients.
//
//	go run -C examples/otel . | jq -r 'select(.SpanKind) | [.Name, (.Attributes // [] | map("\(.Key)=\(.Value.Value)"))[]] | join(" ")'
//
// It runs on the service in memory, whose first answer fails on purpose. With PUBLISHING_BASE_URL, PUBLISHING_TOKEN and
// PUBLISHING_ORGANIZATION set it reads from that service. Spans and metrics go to standard output, a line of JSON each; a program sends them
// to a collector by other exporters, and changes nothing else.
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
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "otel:", err)
		os.Exit(1)
	}
}

// run does some work and writes its spans and metrics to out.
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
		// What is still held is written after an interrupt too.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		err = errors.Join(err, traces.Shutdown(ctx), metrics.Shutdown(ctx))
	}()

	on, err := service.Open(notes, withTelemetry(traces, metrics))
	if err != nil {
		return err
	}
	defer on.Close()
	if on.Server != nil {
		on.Server.Fail("Sites.List", 1, publishingtest.Status(503)) // and is sent again
	}
	ctx, span := traces.Tracer("otel").Start(ctx, "work")
	defer span.End()
	return work(ctx, on.Client, on.OrgID)
}

// work makes a few calls: a list, something that is not there, and a stream.
func work(ctx context.Context, client *publishing.Client, orgID string) error {
	for _, err := range client.Sites.All(ctx, orgID, sites.ListOptions{Limit: 10}) {
		if err != nil {
			return err
		}
	}
	if _, err := client.Sites.Get(ctx, orgID, "no-such-site"); !errors.Is(err, publishing.ErrNotFound) {
		return fmt.Errorf("a site that does not exist: %w", err)
	}
	for _, err := range client.Orgs.Ask.Stream(ctx, orgID, orgs.AskStreamOptions{Query: "How do I publish?"}) {
		if err != nil {
			return err
		}
	}
	return nil
}
