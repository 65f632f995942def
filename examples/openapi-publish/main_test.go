package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/examples/internal/proxytest"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

func TestMain(m *testing.M) {
	proxytest.RunMain(main)
	goleak.VerifyTestMain(m)
}

// A bench is a publisher with a server of its own.
type bench struct {
	*publisher

	server *publishingtest.Server
	out    *strings.Builder
}

func newBench(t *testing.T, steps ...publishingtest.OpenAPIStep) *bench {
	t.Helper()
	var seconds atomic.Int64 // each look at the clock is another second
	server := publishingtest.NewServer(t, publishingtest.WithClock(func() time.Time { return time.Unix(seconds.Add(1), 0) }))
	org := server.Orgs.Add(orgs.Organization{}).ID
	server.Orgs.OpenAPI.Script(org, "orders", steps...)
	out := &strings.Builder{}
	return &bench{&publisher{client: server.Client(), orgID: org, out: out, pace: api.Wait{MinWait: 1, MaxWait: 1}}, server, out}
}

func (b *bench) run(ctx context.Context) error {
	return b.publish(ctx, "orders", "orders.yaml", sample)
}

var (
	progress = publishingtest.OpenAPIStep{State: orgs.OpenAPIProcessingStateProgress}
	complete = publishingtest.OpenAPIStep{State: orgs.OpenAPIProcessingStateComplete}
)

func TestPublishReportsWhetherItCreatedOrUpdated(t *testing.T) {
	t.Parallel()
	b := newBench(t, progress, complete)
	require.NoError(t, b.run(t.Context()))
	require.Contains(t, b.out.String(), "Created specification orders from orders.yaml, ")
	require.Contains(t, b.out.String(), ": version spec-version_1.\nhttps://")
	b.out.Reset()
	require.NoError(t, b.run(t.Context()))
	require.Contains(t, b.out.String(), "Updated specification orders ")
	require.JSONEq(t, `{"source":{"text":"`+strings.NewReplacer("\n", `\n`, `"`, `\"`).Replace(sample)+`"}}`, string(b.server.Calls.All("Orgs.OpenAPI.Put")[0].Body))
	require.Equal(t, 6, b.server.Calls.Count("Orgs.OpenAPI.Get"))
}

// TestResultOfThePreviousSourceIsNotThatOfTheNewOne has a service that reports the previous result
// once more after a publication.
func TestResultOfThePreviousSourceIsNotThatOfTheNewOne(t *testing.T) {
	t.Parallel()
	b := newBench(t, complete)
	require.NoError(t, b.run(t.Context()))
	b.out.Reset()
	previous, err := b.client.Orgs.OpenAPI.Get(t.Context(), b.orgID, "orders")
	require.NoError(t, err)
	b.server.Faults.Add("Orgs.OpenAPI.Get", 1, publishingtest.Pass())
	b.server.Faults.Add("Orgs.OpenAPI.Get", 1, publishingtest.EditJSON(func(spec map[string]any) {
		spec["lastVersion"], spec["lastProcessedAt"] = *previous.LastVersion, previous.LastProcessedAt.Format(time.RFC3339Nano)
	}))
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	require.NoError(t, b.run(ctx))
	require.Equal(t, 2+1+3, b.server.Calls.Count("Orgs.OpenAPI.Get"))
}

func TestPublishAfterALostResponse(t *testing.T) {
	t.Parallel()
	b := newBench(t, complete)
	b.server.Faults.Add("Orgs.OpenAPI.Put", 1, publishingtest.HangUp().AfterCommit())
	require.NoError(t, b.run(t.Context()))
	require.Contains(t, b.out.String(), "It may have existed before.")
	require.Len(t, b.server.Orgs.OpenAPI.All(b.orgID), 1)
}

func TestEachErrorIsPrintedWithItsLine(t *testing.T) {
	t.Parallel()
	b := newBench(t, progress, publishingtest.OpenAPIStep{
		State: orgs.OpenAPIProcessingStateComplete, Code: orgs.OpenAPIErrorCodeParseError,
		Errors: []orgs.OpenAPIProblem{
			{Message: "Line 3:\n no such\x1b field", Code: new("E3")},
			{Message: "line 99999: what is that"},
			{Message: "no paths"},
		},
	})
	require.EqualError(t, b.run(t.Context()), "orders.yaml was processed with errors")
	require.Contains(t, b.out.String(), `Processed with errors. PARSE_ERROR: the service cannot parse it.
  orders.yaml: Line 3: no such field [E3]
    3 | title: Parcels
  orders.yaml: line 99999: what is that
  orders.yaml: no paths
`)
}

func TestReasonDependsOnTheErrorCode(t *testing.T) {
	t.Parallel()
	for want, code := range map[string]orgs.OpenAPIErrorCode{
		"FETCH_TIMEOUT: the service could not fetch something that it refers to.\n  orders.yaml: x": orgs.OpenAPIErrorCodeFetchTimeout,
		"NEW_CODE\n  orders.yaml: x":                "NEW_CODE",
		"There is no error code.\n  orders.yaml: x": "",
	} {
		b := newBench(t, publishingtest.OpenAPIStep{State: orgs.OpenAPIProcessingStateComplete, Code: code, Errors: []orgs.OpenAPIProblem{{Message: "x"}}})
		require.Error(t, b.run(t.Context()))
		require.Contains(t, b.out.String(), "Processed with errors. "+want)
	}
}

func TestCanceledWaitReportsTheLastState(t *testing.T) {
	t.Parallel()
	b := newBench(t, progress)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	b.server.Faults.Delay("Orgs.OpenAPI.Get", func(context.Context) {
		if b.server.Calls.Count("Orgs.OpenAPI.Get") > 3 {
			cancel()
		}
	})
	err := b.run(ctx)
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorContains(t, err, `last seen "progress"`)
}

func TestPublishReturnsTheErrorOfAPutAndDoesNotWait(t *testing.T) {
	t.Parallel()
	b := newBench(t, complete)
	b.server.Faults.Add("Orgs.OpenAPI.Put", 1, publishingtest.Status(403))
	err := b.run(t.Context())
	require.ErrorIs(t, err, publishing.ErrForbidden)
	require.False(t, api.MayHaveApplied(err))
	b.server.Faults.Add("Orgs.OpenAPI.Put", 3, publishingtest.HangUp().AfterCommit())
	err = b.run(t.Context())
	require.True(t, api.MayHaveApplied(err))
	require.ErrorContains(t, err, "publish orders.yaml as orders: ")
	require.Empty(t, b.out.String())
	require.Equal(t, 2, b.server.Calls.Count("Orgs.OpenAPI.Get"), "only before each publication")
}

func TestReadRejectsInvalidFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for want, text := range map[string]string{
		"more than 8388608 bytes": strings.Repeat("x", maxBytes+1),
		"is empty":                "",
		"is not UTF-8":            "\xff",
	} {
		path := filepath.Join(dir, "openapi.yaml")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		_, _, err := read(path, nil)
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, err, path)
		_, _, err = read("-", strings.NewReader(text))
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, err, "standard input ")
	}
	most := strings.Repeat("x", maxBytes)
	_, text, err := read("-", strings.NewReader(most))
	require.NoError(t, err)
	require.Len(t, text, len(most))
	_, _, err = read(filepath.Join(dir, "none"), nil)
	require.ErrorIs(t, err, os.ErrNotExist)
	broken := errors.New("broken pipe")
	_, _, err = read("-", io.MultiReader(strings.NewReader(most+"x"), failing{broken}))
	require.ErrorContains(t, err, "more than", "nothing is read beyond the limit")
	_, _, err = read("-", failing{broken})
	require.ErrorIs(t, err, broken)
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

func TestOpenAPIPublishRunsOnTheInMemoryServer(t *testing.T) {
	t.Setenv(publishing.EnvBaseURL, "")
	var out strings.Builder
	require.NoError(t, run(t.Context(), nil, nil, &out))
	require.Contains(t, out.String(), "Using the in-memory server.\nCreated specification parcels from sample.yaml, ")
	require.Contains(t, out.String(), "Processed in ")

	out.Reset()
	require.ErrorContains(t, run(t.Context(), []string{"-slug", "x", "-"}, strings.NewReader("open: 3\n\ttitle: x\n"), &out), "with errors")
	require.Contains(t, out.String(), "    1 | open: 3\n")
	require.Contains(t, out.String(), "    2 | title: x\n")

	require.ErrorContains(t, run(t.Context(), []string{"-timeout", "1ns"}, nil, &out), "context deadline exceeded")
	require.ErrorContains(t, run(t.Context(), []string{"-slug", "Not a slug", "-"}, strings.NewReader("x"), &out), "specSlug: want ")
	for _, args := range [][]string{{"openapi.yaml"}, {"-slug", "x"}, {"-slug", "x", "a", "b"}, {"-what"}} {
		require.ErrorContains(t, run(t.Context(), args, nil, &out), "usage: openapi-publish", "%q", args)
	}
	out.Reset()
	require.NoError(t, run(t.Context(), []string{"-h"}, nil, &out))
	require.Contains(t, out.String(), "usage: openapi-publish")
}

func TestOpenAPIPublishRunsOnAnotherService(t *testing.T) {
	server := publishingtest.NewServer(t)
	org := server.Orgs.Add(orgs.Organization{}).ID
	server.Orgs.OpenAPI.Script(org, "x", complete)
	t.Setenv(publishing.EnvBaseURL, server.URL())
	t.Setenv(publishing.EnvToken, server.Token())
	t.Setenv(service.EnvOrganization, "")
	var out strings.Builder
	args := []string{"-slug", "x", "-timeout", time.Minute.String(), "-"}
	require.ErrorContains(t, run(t.Context(), args, strings.NewReader(sample), &out), service.EnvOrganization)
	require.NoError(t, run(t.Context(), append([]string{"-org", org}, args...), strings.NewReader(sample), &out))
	require.NotContains(t, out.String(), "in-memory")
	t.Setenv(service.EnvOrganization, org)
	require.NoError(t, run(t.Context(), args, strings.NewReader(sample), &out))
	require.ErrorContains(t, run(t.Context(), nil, nil, &out), "want -slug and one file", "the sample is for the in-memory server")
	require.Len(t, server.Orgs.OpenAPI.All(org), 1)
}

func TestWhatTheServiceSendsDoesNotControlTheTerminal(t *testing.T) { //nolint:paralleltest // it sets the environment
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	proxytest.Change(t, server, demo.Organization, proxytest.Control)
	server.Orgs.OpenAPI.Script(demo.Organization, "parcels", publishingtest.OpenAPIStep{
		State: orgs.OpenAPIProcessingStateComplete, Code: orgs.OpenAPIErrorCodeParseError, Errors: []orgs.OpenAPIProblem{{Message: "line 1: wrong"}},
	})
	server.Orgs.OpenAPI.Script(demo.Organization, "orders", publishingtest.OpenAPIStep{State: orgs.OpenAPIProcessingStateComplete})
	proxytest.RequirePrintableOutput(t, []string{"-slug", "parcels", "sample.yaml"}, []string{"-slug", "orders", "sample.yaml"})
}

// checkNotPublished requires an error if the response with the state of a specification is changed.
func checkNotPublished(t *testing.T, change func(spec map[string]any)) {
	t.Helper()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	server.Orgs.OpenAPI.Script(demo.Organization, "parcels", publishingtest.OpenAPIStep{State: orgs.OpenAPIProcessingStateComplete})
	proxytest.Use(t, server, demo.Organization)
	for _, operation := range []string{"Orgs.OpenAPI.Put", "Orgs.OpenAPI.Get"} {
		server.Faults.Add(operation, 100, publishingtest.EditJSON(change))
	}
	require.Error(t, run(t.Context(), []string{"-slug", "parcels", "sample.yaml"}, strings.NewReader(""), io.Discard))
}

func TestErrorsThatCannotBeDecodedAreNotNone(t *testing.T) { //nolint:paralleltest // it sets the environment
	checkNotPublished(t, func(spec map[string]any) { spec["lastProcessedErrors"] = "line 1: wrong" })
	checkNotPublished(t, func(spec map[string]any) { spec["lastProcessErrorCode"] = []any{"PARSE_ERROR"} })
}

func TestMissingStateIsNotPublished(t *testing.T) { //nolint:paralleltest // it sets the environment
	checkNotPublished(t, func(spec map[string]any) { delete(spec, "urls") })
	checkNotPublished(t, func(spec map[string]any) { delete(spec, "id") })
}

// TestResultOfASourceInProgressIsNotThatOfTheNewOne has a service that completes an earlier source
// at the second look, with and without errors.
func TestResultOfASourceInProgressIsNotThatOfTheNewOne(t *testing.T) {
	t.Parallel()
	for _, code := range []any{nil, "PARSE_ERROR"} {
		b := newBench(t, progress, complete)
		earlier := orgs.OpenAPIPut{Source: orgs.OpenAPISource{Text: new("openapi: 3.0.0")}}
		_, err := b.client.Orgs.OpenAPI.Put(t.Context(), b.orgID, "orders", earlier)
		require.NoError(t, err)
		b.server.Faults.Add("Orgs.OpenAPI.Get", 1, publishingtest.Pass())
		b.server.Faults.Add("Orgs.OpenAPI.Get", 1, publishingtest.EditJSON(func(spec map[string]any) {
			spec["processingState"], spec["lastVersion"] = "complete", "earlier"
			spec["lastProcessedAt"] = "2026-01-02T15:04:05Z"
			spec["lastProcessErrorCode"] = code
		}))
		require.NoError(t, b.run(t.Context()))
		require.Contains(t, b.out.String(), ": version spec-version_2.\n")
	}
}
