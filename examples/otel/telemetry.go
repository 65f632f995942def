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

// operationKey names the operation on spans and metrics.
const operationKey = attribute.Key("publishing.operation")

// withTelemetry makes a span of each attempt, named for its operation, and counts it in the metrics of HTTP clients. The span is a child of
// that in the context of the call, and the service is told of it. A call that is sent again has a span for each attempt; that of a stream
// ends with the stream. No span and no metric has a token, a header, a query or a body.
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

// operation is the name of the operation a request belongs to, such as "Sites.List".
func operation(req *http.Request) string {
	name, _ := api.OperationFromContext(req.Context())
	return name
}

// labeled names the operation in the metrics of an attempt.
type labeled struct{ next http.RoundTripper }

func (l labeled) RoundTrip(req *http.Request) (*http.Response, error) {
	var labeler otelhttp.Labeler
	if outer, ok := otelhttp.ClientLabelerFromContext(req.Context()); ok {
		labeler.Add(outer.Get()...) // those of the program, which stay as they are
	}
	labeler.Add(operationKey.String(operation(req)))
	return l.next.RoundTrip(req.WithContext(otelhttp.ContextWithClientLabeler(req.Context(), &labeler)))
}

// described says more of a request on its span, which has begun, and puts the address without its query in the place of the whole one: a
// query can have what a person typed.
type described struct{ next http.RoundTripper }

func (d described) RoundTrip(req *http.Request) (*http.Response, error) {
	address := *req.URL
	address.RawQuery, address.ForceQuery = "", false
	trace.SpanFromContext(req.Context()).SetAttributes(operationKey.String(operation(req)), semconv.URLFull(address.String()))
	return d.next.RoundTrip(req)
}
