package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/propagation"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
)

const (
	operationKey = attribute.Key("publishing.operation") // attribute of spans and metrics
	attemptsKey  = attribute.Key("publishing.attempts")  // attribute of the spans of calls
)

// withTelemetry records a span for each call, below it a span for each attempt, and the metrics of
// HTTP clients. The span of a call is a child of the span in its context, and has the name of the
// operation. That of an attempt is propagated to the service. In a list, each page is a call. The
// spans of a stream end with the stream. No span or metric contains a token, a header, a query or a
// body.
func withTelemetry(traces trace.TracerProvider, metrics metric.MeterProvider) []publishing.Option {
	return []publishing.Option{
		publishing.WithCallContext(startSpan(traces.Tracer("github.com/publishing-platform/publishing-go/examples/otel"))),
		publishing.WithObserver(endSpan),
		withAttempts(traces, metrics),
	}
}

// startSpan returns a function that starts the span of a call.
func startSpan(tracer trace.Tracer) func(context.Context, api.CallInfo) context.Context {
	return func(ctx context.Context, call api.CallInfo) context.Context {
		ctx, _ = tracer.Start(ctx, call.Operation, trace.WithAttributes(operationKey.String(call.Operation), semconv.URLTemplate(call.Template)))
		return ctx
	}
}

// endSpan ends the span of a call. It records the type of an error, since its text may contain what
// a person typed.
func endSpan(ctx context.Context, call api.CallInfo) {
	span := trace.SpanFromContext(ctx)
	defer span.End()
	span.SetAttributes(attemptsKey.Int(call.Attempts))
	if call.Status != 0 {
		span.SetAttributes(semconv.HTTPResponseStatusCode(call.Status))
	}
	if call.Err != nil {
		span.SetAttributes(semconv.ErrorTypeKey.String(fmt.Sprintf("%T", call.Err)))
		span.SetStatus(codes.Error, "")
	}
}

// withAttempts records a span and the metrics of each attempt.
func withAttempts(traces trace.TracerProvider, metrics metric.MeterProvider) publishing.Option {
	return publishing.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
		return labeled{otelhttp.NewTransport(described{next},
			otelhttp.WithTracerProvider(traces),
			otelhttp.WithMeterProvider(metrics),
			otelhttp.WithPropagators(propagation.TraceContext{}),
			otelhttp.WithSpanNameFormatter(func(_ string, req *http.Request) string { return req.Method + " " + operation(req) }),
		)}
	})
}

// operation returns the name of the operation of a request, such as "Sites.List".
func operation(req *http.Request) string {
	name, _ := api.OperationFromContext(req.Context())
	return name
}

// labeled adds the operation to the metrics of an attempt.
type labeled struct{ next http.RoundTripper }

func (l labeled) RoundTrip(req *http.Request) (*http.Response, error) {
	var labeler otelhttp.Labeler
	if outer, ok := otelhttp.ClientLabelerFromContext(req.Context()); ok {
		labeler.Add(outer.Get()...) // the program's own labels
	}
	labeler.Add(operationKey.String(operation(req)))
	return l.next.RoundTrip(req.WithContext(otelhttp.ContextWithClientLabeler(req.Context(), &labeler)))
}

// described adds the operation to the span of an attempt, and replaces the URL by one without the
// query, which may contain what a person typed, and without secrets in the path, such as the ID of
// an invite.
type described struct{ next http.RoundTripper }

var redactor = publishing.Redactor{Replace: func(string) string { return "REDACTED" }} // OpenTelemetry's word

func (d described) RoundTrip(req *http.Request) (*http.Response, error) {
	url := redactor.URL(req.Method, req.URL)
	url.RawQuery, url.ForceQuery = "", false
	if name := operation(req); strings.HasSuffix(name, ".Files.Open") || strings.HasSuffix(name, ".Files.Download") {
		url.Path, url.RawPath = "/REDACTED", "" // the path of a file can be all that it takes to read it
	}
	trace.SpanFromContext(req.Context()).SetAttributes(operationKey.String(operation(req)), semconv.URLFull(url.String()))
	return d.next.RoundTrip(req)
}
