package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.uber.org/goleak"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// telemetry records spans and metrics.
type telemetry struct {
	t       *testing.T
	spans   *tracetest.SpanRecorder
	reader  *sdkmetric.ManualReader
	traces  *sdktrace.TracerProvider
	metrics *sdkmetric.MeterProvider
}

func newTelemetry(t *testing.T) *telemetry {
	t.Helper()
	got := &telemetry{t: t, spans: tracetest.NewSpanRecorder(), reader: sdkmetric.NewManualReader()}
	got.traces = sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(got.spans))
	got.metrics = sdkmetric.NewMeterProvider(sdkmetric.WithReader(got.reader))
	t.Cleanup(func() {
		require.NoError(t, errors.Join(got.traces.Shutdown(context.WithoutCancel(t.Context())), got.metrics.Shutdown(context.WithoutCancel(t.Context()))))
	})
	return got
}

func (got *telemetry) options() []publishing.Option { return withTelemetry(got.traces, got.metrics) }

// ended returns the spans that have ended, as name and status code.
func (got *telemetry) ended() (list []string) {
	for _, span := range got.spans.Ended() {
		list = append(list, fmt.Sprintf("%s %s", span.Name(), attributes(span.Attributes())["http.response.status_code"]))
	}
	return list
}

func attributes(list []attribute.KeyValue) map[string]string {
	values := map[string]string{}
	for _, kv := range list {
		values[string(kv.Key)] = kv.Value.String()
	}
	return values
}

// durations counts the attempts by operation and status.
func (got *telemetry) durations() map[string]uint64 {
	got.t.Helper()
	counts := map[string]uint64{}
	for _, scope := range got.collect().ScopeMetrics {
		for _, metric := range scope.Metrics {
			if metric.Name != "http.client.request.duration" {
				continue
			}
			histogram, ok := metric.Data.(metricdata.Histogram[float64])
			require.True(got.t, ok)
			for _, point := range histogram.DataPoints {
				by := attributes(point.Attributes.ToSlice())
				counts[by["publishing.operation"]+" "+by["http.response.status_code"]] += point.Count
			}
		}
	}
	return counts
}

func (got *telemetry) collect() (all metricdata.ResourceMetrics) {
	got.t.Helper()
	require.NoError(got.t, got.reader.Collect(got.t.Context(), &all))
	return all
}

func TestEachCallHasASpanAndBelowItOneForEachAttempt(t *testing.T) {
	t.Parallel()
	got := newTelemetry(t)
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	server.Faults.Add("Sites.List", 1, publishingtest.Status(http.StatusServiceUnavailable))
	ctx, parent := got.traces.Tracer("test").Start(t.Context(), "parent")
	require.NoError(t, work(ctx, server.Client(got.options()...), demo.Organization))

	require.Equal(t, []string{
		"GET Sites.List 503", "GET Sites.List 200", "Sites.List 200",
		"GET Sites.Get 404", "Sites.Get 404",
		"GET Orgs.Ask.Stream 200", "Orgs.Ask.Stream 200",
	}, got.ended())
	spans, calls := got.spans.Ended(), server.Calls.All()
	for i, call := range []struct{ attempt, of int }{{0, 2}, {1, 2}, {3, 4}, {5, 6}} {
		attempt, of := spans[call.attempt], spans[call.of]
		require.Equal(t, parent.SpanContext().SpanID(), of.Parent().SpanID(), "calls are children of the program's span")
		require.Equal(t, of.SpanContext().SpanID(), attempt.Parent().SpanID(), "attempts are children of the call's span")
		require.Equal(t, of.Name(), calls[i].Operation)
		require.Equal(t, of.Name(), attributes(of.Attributes())["publishing.operation"])
		require.Equal(t, of.Name(), attributes(attempt.Attributes())["publishing.operation"])
		require.Contains(t, calls[i].Header.Get("Traceparent"), attempt.SpanContext().SpanID().String(), "the span is propagated to the service")
	}
	for i, want := range []codes.Code{codes.Error, codes.Unset, codes.Unset, codes.Error, codes.Error, codes.Unset, codes.Unset} {
		require.Equal(t, want, spans[i].Status().Code, spans[i].Name())
	}
	require.Equal(t, "2", attributes(spans[2].Attributes())["publishing.attempts"])
	require.Equal(t, "/v1/orgs/{organizationId}/sites/{siteId}", attributes(spans[4].Attributes())["url.template"])
	require.Equal(t, "*api.Error", attributes(spans[4].Attributes())["error.type"])
	require.Equal(t, map[string]uint64{"Sites.List 503": 1, "Sites.List 200": 1, "Sites.Get 404": 1, "Orgs.Ask.Stream 200": 1}, got.durations())
}

func TestSpansOfAStreamEndWithTheStream(t *testing.T) {
	t.Parallel()
	got := newTelemetry(t)
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	server.Streams.Script("Orgs.Ask.Stream", publishingtest.Event("", `{"type":"answer"}`), publishingtest.Wait(publishingtest.Forever))
	for _, err := range server.Client(got.options()...).Orgs.Ask.Stream(t.Context(), demo.Organization, orgs.AskQuestion{Question: "How do I publish?"}, orgs.AskStreamOptions{}) {
		require.NoError(t, err)
		require.Empty(t, got.ended())
		break
	}
	require.Equal(t, []string{"GET Orgs.Ask.Stream 200", "Orgs.Ask.Stream 200"}, got.ended())
}

// TestSpanOfAPageThatTheLoopDoesNotNeedEnds is about prefetching, where a call can end without a
// result.
func TestSpanOfAPageThatTheLoopDoesNotNeedEnds(t *testing.T) {
	t.Parallel()
	got := newTelemetry(t)
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	asked := make(chan struct{})
	var pages atomic.Int32
	server.Faults.Delay("Sites.List", func(ctx context.Context) {
		if pages.Add(1) == 2 {
			close(asked)
			<-ctx.Done()
		}
	})
	client := server.Client(append(got.options(), publishing.WithPrefetch())...)
	for _, err := range client.Sites.All(t.Context(), demo.Organization, sites.ListOptions{Limit: 1}) {
		require.NoError(t, err)
		<-asked
		break
	}
	require.Len(t, got.spans.Started(), 4)
	require.Len(t, got.spans.Ended(), 4)
}

func TestSpansAndMetricsContainNoSecrets(t *testing.T) {
	t.Parallel()
	got := newTelemetry(t)
	const token, typed = "very-secret-token", "very-private-words"
	server := publishingtest.NewServer(t, publishingtest.WithToken(token))
	demo := server.SeedDemo()
	client := server.Client(got.options()...)
	ask := func() error {
		for _, err := range client.Orgs.Ask.Stream(t.Context(), demo.Organization, orgs.AskQuestion{Question: typed}, orgs.AskStreamOptions{}) {
			if err != nil {
				return err
			}
		}
		return nil
	}
	require.NoError(t, ask())
	server.Faults.Add("Orgs.Ask.Stream", 1, publishingtest.Status(http.StatusBadRequest))
	require.ErrorIs(t, ask(), publishing.ErrBadRequest)
	server.Streams.Script("Orgs.Ask.Stream", publishingtest.Event("", `{"type":"answer"}`), publishingtest.Interrupt())
	require.Error(t, ask())
	_, err := client.Sites.Create(t.Context(), demo.Organization, sites.Create{Title: new(typed)})
	require.NoError(t, err)
	server.Faults.Add("Sites.Create", 1, publishingtest.HangUp())
	_, err = client.Sites.Create(t.Context(), demo.Organization, sites.Create{Title: new(typed)})
	require.True(t, api.MayHaveApplied(err))
	server.Close()
	require.Error(t, ask(), "the server is closed")
	require.Len(t, got.ended(), 6+5+3, "three attempts after the server was closed")

	written, err := json.Marshal(tracetest.SpanStubsFromReadOnlySpans(got.spans.Ended()))
	require.NoError(t, err)
	numbers, err := json.Marshal(got.collect())
	require.NoError(t, err)
	for _, secret := range []string{token, typed, "Authorization", "Bearer", "?"} {
		require.NotContains(t, string(written), secret)
		require.NotContains(t, string(numbers), secret)
	}
	require.Contains(t, string(written), server.URL()+"/v1/orgs/"+demo.Organization+"/ask/stream")
	for _, call := range server.Calls.All("Orgs.Ask.Stream") {
		require.Equal(t, typed, call.Query.Get("query"), "the service receives it")
	}
}

func TestLabelsOfTheProgramAreKept(t *testing.T) {
	t.Parallel()
	got := newTelemetry(t)
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	var labeler otelhttp.Labeler
	labeler.Add(attribute.String("team", "docs"))
	ctx := otelhttp.ContextWithClientLabeler(t.Context(), &labeler)
	client := server.Client(got.options()...)
	_, err := client.Sites.List(ctx, demo.Organization, sites.ListOptions{})
	require.NoError(t, err)
	_, err = client.Sites.Get(ctx, demo.Organization, demo.Sites[0], sites.GetOptions{})
	require.NoError(t, err)
	require.Equal(t, map[string]uint64{"Sites.List 200": 1, "Sites.Get 200": 1}, got.durations())
	require.Equal(t, map[string]string{"team": "docs"}, attributes(labeler.Get()))
	numbers, err := json.Marshal(got.collect())
	require.NoError(t, err)
	require.Equal(t, 2, strings.Count(string(numbers), `"docs"`)/2, "two metrics of two operations")
}

func TestSpansDoNotContainTheQueryOfARedirect(t *testing.T) {
	t.Parallel()
	got := newTelemetry(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if req.URL.Query().Has("key") {
			_, _ = io.WriteString(w, `{"items":[]}`)
			return
		}
		http.Redirect(w, req, req.URL.Path+"?key=very-private", http.StatusTemporaryRedirect)
	}))
	t.Cleanup(server.Close)
	client, err := publishing.NewClient(server.URL, append(got.options(), publishing.WithoutAuth())...)
	require.NoError(t, err)
	t.Cleanup(client.CloseIdleConnections)
	_, err = client.Sites.List(t.Context(), "org", sites.ListOptions{})
	require.NoError(t, err)
	require.Equal(t, []string{"GET Sites.List 307", "GET Sites.List 200", "Sites.List 200"}, got.ended())
	for _, span := range got.spans.Ended()[:2] {
		require.Equal(t, server.URL+"/v1/orgs/org/sites", attributes(span.Attributes())["url.full"])
	}
}

func TestSpansDoNotContainTheIDOfAnInvite(t *testing.T) {
	t.Parallel()
	got := newTelemetry(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if req.Method == http.MethodGet && strings.HasSuffix(req.URL.Path, "/very-private") {
			http.Redirect(w, req, "/base/v2/invites/very-private", http.StatusTemporaryRedirect) // no operation
		}
	}))
	t.Cleanup(server.Close)
	client, err := publishing.NewClient(server.URL+"/base", append(got.options(), publishing.WithoutAuth(), publishing.WithoutRetry())...)
	require.NoError(t, err)
	t.Cleanup(client.CloseIdleConnections)
	_, _ = client.Orgs.LinkInvites.Get(t.Context(), "org", "very-private")
	_ = client.Orgs.Invites.Join(t.Context(), "org", "very-private")
	_, _ = client.Orgs.LinkInvites.Delete(t.Context(), "org", "very-private")
	require.GreaterOrEqual(t, len(got.ended()), 4)
	written, err := json.Marshal(tracetest.SpanStubsFromReadOnlySpans(got.spans.Ended()))
	require.NoError(t, err)
	require.NotContains(t, string(written), "very-private")
	require.Contains(t, string(written), server.URL+"/base/v1/orgs/org/invites/REDACTED")
}

func TestSpansDoNotContainTheURLOfAFile(t *testing.T) {
	t.Parallel()
	got := newTelemetry(t)
	server := publishingtest.NewServer(t)
	space := server.Spaces.Add(server.Orgs.Add(orgs.Organization{}).ID, spaces.Space{}).ID
	file := server.Spaces.Files.Add(space, "", spaces.File{Name: "very-private.pdf"})
	client := server.Client(got.options()...)
	_, err := client.Spaces.Files.Download(t.Context(), space, file.ID, io.Discard, spaces.FileOpenOptions{})
	require.NoError(t, err)
	written, err := json.Marshal(tracetest.SpanStubsFromReadOnlySpans(got.spans.Ended()))
	require.NoError(t, err)
	require.NotContains(t, string(written), "very-private")
	require.Contains(t, string(written), server.URL()+"/REDACTED")
}

func TestOtelRunsOnTheInMemoryServer(t *testing.T) {
	t.Setenv(publishing.EnvBaseURL, "")
	t.Setenv(publishing.EnvToken, "")
	t.Setenv(service.EnvOrganization, "")
	var out, notes strings.Builder
	require.NoError(t, run(t.Context(), &out, &notes))
	require.Equal(t, "Using the in-memory server.\n", notes.String())
	var names []string
	metrics, operations := 0, 0
	lines := bufio.NewScanner(strings.NewReader(out.String()))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var line struct { // includes the fields that the jq command in the README uses
			Name       string
			SpanKind   int
			Attributes []struct {
				Key   string
				Value struct{ Value any }
			}
			ScopeMetrics []any
		}
		require.NoError(t, json.Unmarshal(lines.Bytes(), &line), lines.Text())
		require.Equal(t, line.Name != "", line.SpanKind != 0, "a span has a kind")
		if line.Name != "" {
			names = append(names, line.Name)
		}
		for _, attribute := range line.Attributes {
			if attribute.Key == "publishing.operation" {
				require.Contains(t, []any{line.Name, strings.TrimPrefix(line.Name, "GET ")}, attribute.Value.Value)
				operations++
			}
		}
		metrics += len(line.ScopeMetrics)
	}
	require.Equal(t, []string{
		"GET Sites.List", "GET Sites.List", "Sites.List", "GET Sites.Get", "Sites.Get", "GET Orgs.Ask.Stream", "Orgs.Ask.Stream", "work",
	}, names)
	require.Equal(t, 7, operations)
	require.Equal(t, 1, metrics)
}

func TestInterruptedRunWritesItsSpans(t *testing.T) {
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	t.Setenv(publishing.EnvBaseURL, server.URL())
	t.Setenv(publishing.EnvToken, server.Token())
	t.Setenv(service.EnvOrganization, demo.Organization)
	ctx, interrupt := context.WithCancel(t.Context())
	server.Faults.Delay("Sites.Get", func(ctx context.Context) {
		interrupt()
		<-ctx.Done()
	})
	var out strings.Builder
	require.ErrorIs(t, run(ctx, &out, io.Discard), context.Canceled)
	require.Contains(t, out.String(), `"Name":"Sites.List"`)
	require.Contains(t, out.String(), `"Name":"Sites.Get"`)
}
