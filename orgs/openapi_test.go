package orgs_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

// soon polls without a noticeable wait.
var soon = orgs.OpenAPIWait{MinWait: time.Nanosecond, MaxWait: time.Nanosecond}

// processing returns a server with a specification that is processed in these steps.
func processing(t *testing.T, seed orgs.OpenAPISpec, steps ...publishingtest.OpenAPIStep) (*publishingtest.Server, string) {
	t.Helper()
	server := publishingtest.NewServer(t)
	org := server.AddOrganization(publishingtest.Organization{}).ID
	seed.Slug = "orders"
	server.AddOpenAPISpec(org, seed)
	server.ScriptOpenAPISpec(org, "orders", steps...)
	return server, org
}

func step(state orgs.OpenAPIProcessingState) publishingtest.OpenAPIStep {
	return publishingtest.OpenAPIStep{State: state}
}

func TestWaitProcessedReturnsTheSpecification(t *testing.T) {
	t.Parallel()
	// The errors of the previous source are never removed, and one state is unknown to this
	// release.
	server, org := processing(t, orgs.OpenAPISpec{LastProcessErrorCode: new(orgs.OpenAPIErrorCodeParseError), LastProcessedErrors: []orgs.OpenAPIProblem{{Message: "old"}}},
		step("pending"), step("progress"), step("rendering"), step("complete"))
	var meta api.Meta
	spec, err := server.Client().Orgs.OpenAPI.WaitProcessed(t.Context(), org, "orders", soon, api.WithMeta(&meta))
	require.NoError(t, err)
	require.Equal(t, 200, meta.Status)
	require.Equal(t, &server.OpenAPISpecs(org)[0], spec)
	require.Equal(t, orgs.OpenAPIProcessingStateComplete, spec.ProcessingState)
	require.Equal(t, 4, server.CallCount("Orgs.OpenAPI.Get"))
}

func TestWaitProcessedReturnsTheErrorsOfTheSpecification(t *testing.T) {
	t.Parallel()
	problems := []orgs.OpenAPIProblem{{Message: "line 3: no \"paths\"\n", Code: new("E3")}, {Message: "line 9"}, {Message: "line 12"}}
	for want, end := range map[string]publishingtest.OpenAPIStep{
		`specification "orders" was processed with errors: "FETCH_TIMEOUT"`:                                      {State: "complete", Code: new(orgs.OpenAPIErrorCodeFetchTimeout)},
		`specification "orders" was processed with errors: "PARSE_ERROR": "line 9"`:                              {State: "complete", Code: new(orgs.OpenAPIErrorCodeParseError), Errors: problems[1:2]},
		`specification "orders" was processed with errors: "PARSE_ERROR": "line 3: no \"paths\"\n" (and 2 more)`: {State: "complete", Code: new(orgs.OpenAPIErrorCodeParseError), Errors: problems},
		`specification "orders" was processed with errors: "line 9" (and 1 more)`:                                {State: "complete", Errors: problems[1:]},
	} {
		server, org := processing(t, orgs.OpenAPISpec{}, step("pending"), step("pending"), end)
		spec, err := server.Client().Orgs.OpenAPI.WaitProcessed(t.Context(), org, "orders", soon)
		require.Nil(t, spec)
		require.EqualError(t, err, want)
		failed, ok := errors.AsType[*orgs.OpenAPIProcessingError](err)
		require.True(t, ok)
		require.Equal(t, end.Code, failed.Spec.LastProcessErrorCode)
		require.Equal(t, end.Errors, failed.Spec.LastProcessedErrors)
	}
}

func TestWaitProcessedReturnsTheSpecificationAsLastSeenWhenCanceled(t *testing.T) {
	t.Parallel()
	server, org := processing(t, orgs.OpenAPISpec{}, step("pending"), step("progress"))
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	cause := errors.New("the build was stopped")
	server.Delay("Orgs.OpenAPI.Get", func(ctx context.Context) {
		if server.CallCount("Orgs.OpenAPI.Get") > 2 {
			cancel(cause)
			<-ctx.Done()
		}
	})
	_, err := server.Client().Orgs.OpenAPI.WaitProcessed(ctx, org, "orders", soon)
	ended, ok := errors.AsType[*orgs.OpenAPIWaitError](err)
	require.True(t, ok, "%v", err)
	require.Equal(t, orgs.OpenAPIProcessingStateProgress, ended.Last.ProcessingState)
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorIs(t, err, cause)
	require.ErrorContains(t, err, `wait for specification "orders", last seen "progress": `)
	require.False(t, api.MayHaveApplied(err))
}

func TestWaitProcessedEndsWhenTheSpecificationIsNotFound(t *testing.T) {
	t.Parallel()
	server, org := processing(t, orgs.OpenAPISpec{})
	server.Fail("Orgs.OpenAPI.Get", 1, publishingtest.Pass())
	server.Fail("Orgs.OpenAPI.Get", 1, publishingtest.Status(404))
	_, err := server.Client().Orgs.OpenAPI.WaitProcessed(t.Context(), org, "orders", soon)
	require.ErrorIs(t, err, api.ErrNotFound)
	_, ok := errors.AsType[*orgs.OpenAPIWaitError](err)
	require.True(t, ok)

	_, err = server.Client().Orgs.OpenAPI.WaitProcessed(t.Context(), org, "no-such", soon)
	require.ErrorIs(t, err, api.ErrNotFound)
	_, ok = errors.AsType[*orgs.OpenAPIWaitError](err)
	require.False(t, ok, "nothing was seen")
	_, err = server.Client().Orgs.OpenAPI.WaitProcessed(t.Context(), org, "orders", orgs.OpenAPIWait{MinWait: -1})
	require.EqualError(t, err, `Orgs.OpenAPI.Get: MinWait: want 0 or more, got "-1ns"`)
}
