package main

import (
	"net/http"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/propagation"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
)

// operationKey is the attribute of spans and metrics that contains the operation.
const operationKey = attribute.Key("publishing.operation")

// withTelemetry records a span for each attempt, with the name of the operation, and the metrics of
// HTTP clients. The span is a child of the span in the context of the call, and is propagated to
// the service. A call that is retried has a span for each attempt. The span of a stream ends with
// the stream. No span or metric contains a token, a header, a query or a body.
func withTelemetry(traces trace.TracerProvider, metrics metric.MeterProvider) publishing.Option {
	return publishing.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
		return labeled{otelhttp.NewTransport(described{next},
			otelhttp.WithTracerProvider(traces),
			otelhttp.WithMeterProvider(metrics),
			otelhttp.WithPropagators(propagation.TraceContext{}),
			otelhttp.WithSpanNameFormatter(func(_ string, req *http.Request) string { return operation(req) }),
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
	trace.SpanFromContext(req.Context()).SetAttributes(operationKey.String(operation(req)), semconv.URLFull(url.String()))
	return d.next.RoundTrip(req)
}
