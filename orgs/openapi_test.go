package orgs_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

var (
	openAPIPage   = orgs.OpenAPIListOptions{Cursor: "c/2+d=", Limit: 50}
	openAPISource = orgs.OpenAPISource{URL: new("https://pets.example.com/openapi.yaml")}
)

var openAPIRows = []contract.Row{
	{
		Op:   "Orgs.OpenAPI.List",
		Call: func(a contract.Args) (any, error) { return a.Orgs.OpenAPI.List(a.Ctx, a.ID[0], openAPIPage, a.Opts...) },
		List: func(a contract.Args) (all, pages any) {
			return a.Orgs.OpenAPI.All(a.Ctx, a.ID[0], openAPIPage, a.Opts...), a.Orgs.OpenAPI.ListPages(a.Ctx, a.ID[0], openAPIPage, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/openapi?limit=50&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@orgs/openapi-spec.json", "@openapi-spec-experimental.json"]}`,
	},

	{
		Op: "Orgs.OpenAPI.Create",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.OpenAPI.Create(a.Ctx, a.ID[0], orgs.OpenAPICreate{Slug: "pet-store", Source: openAPISource}, a.Opts...)
		},
		Request:  "POST /v1/orgs/organization%2F1/openapi",
		Body:     `{"slug": "pet-store", "source": {"url": "https://pets.example.com/openapi.yaml"}}`,
		Status:   201,
		Response: "orgs/openapi-spec.json",
	},
	{
		Op:   "Orgs.OpenAPI.Create",
		Name: "of a text",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.OpenAPI.Create(a.Ctx, a.ID[0], orgs.OpenAPICreate{Slug: "v2", Source: orgs.OpenAPISource{Text: new("openapi: 3.1.0")}}, a.Opts...)
		},
		Request:  "POST /v1/orgs/organization%2F1/openapi",
		Body:     `{"slug": "v2", "source": {"text": "openapi: 3.1.0"}}`,
		Status:   201,
		Response: "openapi-spec-experimental.json",
	},

	{
		Op:       "Orgs.OpenAPI.Get",
		Call:     func(a contract.Args) (any, error) { return a.Orgs.OpenAPI.Get(a.Ctx, a.ID[0], a.ID[1], a.Opts...) },
		Request:  "GET /v1/orgs/organization%2F1/openapi/specSlug%2F1",
		Status:   200,
		Response: "orgs/openapi-spec.json",
	},

	{
		Op: "Orgs.OpenAPI.Put",
		Call: func(a contract.Args) (any, error) {
			return contract.Put(a.Orgs.OpenAPI.Put(a.Ctx, a.ID[0], a.ID[1], orgs.OpenAPIPut{Source: openAPISource}, a.Opts...))
		},
		Request:  "PUT /v1/orgs/organization%2F1/openapi/sample-1",
		Body:     `{"source": {"url": "https://pets.example.com/openapi.yaml"}}`,
		Status:   201,
		Response: "orgs/openapi-spec.json",
		Outcome:  api.Created,
	},
	{
		Op:   "Orgs.OpenAPI.Put",
		Name: "present",
		Call: func(a contract.Args) (any, error) {
			return contract.Put(a.Orgs.OpenAPI.Put(a.Ctx, a.ID[0], a.ID[1], orgs.OpenAPIPut{Source: openAPISource}, a.Opts...))
		},
		Request:  "PUT /v1/orgs/organization%2F1/openapi/sample-1",
		Body:     `{"source": {"url": "https://pets.example.com/openapi.yaml"}}`,
		Status:   200,
		Response: "orgs/openapi-spec.json",
		Outcome:  api.Updated,
	},
	{
		Op:   "Orgs.OpenAPI.Put",
		Name: "without a body",
		Call: func(a contract.Args) (any, error) {
			return contract.Put(a.Orgs.OpenAPI.Put(a.Ctx, a.ID[0], a.ID[1], orgs.OpenAPIPut{Source: orgs.OpenAPISource{Text: new("openapi: 3.1.0")}}, a.Opts...))
		},
		Request: "PUT /v1/orgs/organization%2F1/openapi/sample-1",
		Body:    `{"source": {"text": "openapi: 3.1.0"}}`,
		Status:  201,
		Outcome: api.Created,
	},

	{
		Op:      "Orgs.OpenAPI.Delete",
		Call:    func(a contract.Args) (any, error) { return a.Orgs.OpenAPI.Delete(a.Ctx, a.ID[0], a.ID[1], a.Opts...) },
		Request: "DELETE /v1/orgs/organization%2F1/openapi/specSlug%2F1",
		Status:  205,
		Outcome: api.Deleted,
	},

	{
		Op: "Orgs.OpenAPI.Update",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.OpenAPI.Update(a.Ctx, a.ID[0], a.ID[1], orgs.OpenAPIUpdate{Visibility: orgs.OpenAPIVisibilityPrivate}, a.Opts...)
		},
		Request:  "PATCH /v1/orgs/organization%2F1/openapi/specSlug%2F1",
		Body:     `{"visibility": "private"}`,
		Status:   200,
		Response: "orgs/openapi-spec.json",
	},
	{
		Op:   "Orgs.OpenAPI.Update",
		Name: "public",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.OpenAPI.Update(a.Ctx, a.ID[0], a.ID[1], orgs.OpenAPIUpdate{Visibility: orgs.OpenAPIVisibilityPublic}, a.Opts...)
		},
		Request:  "PATCH /v1/orgs/organization%2F1/openapi/specSlug%2F1",
		Body:     `{"visibility": "public"}`,
		Status:   200,
		Response: "orgs/openapi-spec.json",
	},
}

// soon polls without a noticeable wait.
var soon = api.Wait{MinWait: time.Nanosecond, MaxWait: time.Nanosecond}

// processing returns a server with a specification that is processed in these steps.
func processing(t *testing.T, seed orgs.OpenAPISpec, steps ...publishingtest.OpenAPIStep) (*publishingtest.Server, string) {
	t.Helper()
	server := publishingtest.NewServer(t)
	org := server.Orgs.Add(orgs.Organization{}).ID
	seed.Slug = "orders"
	server.Orgs.OpenAPI.Add(org, seed)
	server.Orgs.OpenAPI.Script(org, "orders", steps...)
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
	require.Equal(t, &server.Orgs.OpenAPI.All(org)[0], spec)
	require.Equal(t, orgs.OpenAPIProcessingStateComplete, spec.ProcessingState)
	require.Equal(t, 4, server.Calls.Count("Orgs.OpenAPI.Get"))
}

func TestWaitProcessedReturnsTheErrorsOfTheSpecification(t *testing.T) {
	t.Parallel()
	problems := []orgs.OpenAPIProblem{{Message: "line 3: no \"paths\"\n", Code: new("E3")}, {Message: "line 9"}, {Message: "line 12"}}
	for want, end := range map[string]publishingtest.OpenAPIStep{
		`specification "orders" was processed with errors: "FETCH_TIMEOUT"`:                                      {State: "complete", Code: orgs.OpenAPIErrorCodeFetchTimeout},
		`specification "orders" was processed with errors: "PARSE_ERROR": "line 9"`:                              {State: "complete", Code: orgs.OpenAPIErrorCodeParseError, Errors: problems[1:2]},
		`specification "orders" was processed with errors: "PARSE_ERROR": "line 3: no \"paths\"\n" (and 2 more)`: {State: "complete", Code: orgs.OpenAPIErrorCodeParseError, Errors: problems},
		`specification "orders" was processed with errors: "line 9" (and 1 more)`:                                {State: "complete", Errors: problems[1:]},
	} {
		server, org := processing(t, orgs.OpenAPISpec{}, step("pending"), step("pending"), end)
		var meta api.Meta
		spec, err := server.Client().Orgs.OpenAPI.WaitProcessed(t.Context(), org, "orders", soon, api.WithMeta(&meta))
		require.Nil(t, spec)
		require.EqualError(t, err, "Orgs.OpenAPI.Get: "+want+", request id "+meta.RequestID)
		failed, ok := errors.AsType[*orgs.OpenAPIProcessingError](err)
		require.True(t, ok)
		require.Equal(t, end.Code, publishing.Value(failed.Spec.LastProcessErrorCode))
		require.Equal(t, end.Errors, failed.Spec.LastProcessedErrors)
		require.Nil(t, failed.Spec.LastVersion)
		require.Equal(t, []string{"Orgs.OpenAPI.Get", meta.RequestID}, []string{failed.Operation, failed.RequestID})
		require.NotEmpty(t, failed.RequestID)
	}
}

func TestWaitProcessedCountsErrorsThatAreNotListed(t *testing.T) {
	t.Parallel()
	for want, listed := range map[string][]orgs.OpenAPIProblem{
		`specification "orders" was processed with errors: 5 errors`:              nil,
		`specification "orders" was processed with errors: "line 9" (and 4 more)`: {{Message: "line 9"}},
	} {
		server, org := processing(t, orgs.OpenAPISpec{}, publishingtest.OpenAPIStep{State: "complete", Errors: listed})
		server.Faults.Add("Orgs.OpenAPI.Get", 1, publishingtest.EditJSON(func(spec map[string]any) { spec["lastProcessedErrorCount"] = 5 }))
		_, err := server.Client().Orgs.OpenAPI.WaitProcessed(t.Context(), org, "orders", soon)
		require.ErrorContains(t, err, want)
	}
}

func TestWaitProcessedTakesNoErrorsThatDoNotFitForNone(t *testing.T) {
	t.Parallel()
	for field, value := range map[string]any{
		"lastProcessErrorCode": map[string]any{"code": "FETCH_ERROR"}, "lastProcessedErrors": map[string]any{"message": "line 9"}, "lastProcessedErrorCount": "5",
	} {
		server, org := processing(t, orgs.OpenAPISpec{}, step("complete"))
		server.Faults.Add("Orgs.OpenAPI.Get", 1, publishingtest.EditJSON(func(spec map[string]any) { spec[field] = value }))
		_, err := server.Client().Orgs.OpenAPI.WaitProcessed(t.Context(), org, "orders", soon)
		ended, ok := errors.AsType[*orgs.OpenAPIWaitError](err)
		require.True(t, ok, "%v", err)
		require.Equal(t, orgs.OpenAPIProcessingStateComplete, ended.Last.ProcessingState)
		require.ErrorContains(t, err, " at /"+field+", got ")
	}
	server, org := processing(t, orgs.OpenAPISpec{}, step("complete"))
	server.Faults.Add("Orgs.OpenAPI.Get", 1, publishingtest.EditJSON(func(spec map[string]any) { spec["lastProcessedAt"] = 7 }))
	_, err := server.Client().Orgs.OpenAPI.WaitProcessed(t.Context(), org, "orders", soon)
	require.NoError(t, err, "another field")
}

func TestErrorOfASpecificationShowsNoUserOfItsSource(t *testing.T) {
	t.Parallel()
	err := &orgs.OpenAPIProcessingError{Spec: orgs.OpenAPISpec{
		Slug: "orders", LastProcessedErrors: []orgs.OpenAPIProblem{{Message: "cannot fetch https://u:p@c4n4ry@example.com/orders.yaml"}},
	}}
	const text = `specification "orders" was processed with errors: "cannot fetch https://[redacted]@example.com/orders.yaml"`
	require.EqualError(t, err, text)
	require.Equal(t, text, err.LogValue().Group()[0].Value.String())
}

// pending is the service with a specification that is never processed.
type pending struct{}

func (pending) RoundTrip(req *http.Request) (*http.Response, error) {
	body := io.NopCloser(strings.NewReader(`{"id":"spec_1","slug":"orders","processingState":"pending"}`))
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, Body: body, Request: req}, nil
}

func TestWaitProcessedHasTheLimitOfTheWait(t *testing.T) {
	t.Parallel()
	client, err := publishing.NewClient("https://api.example.com", publishing.WithToken("token"), publishing.WithHTTPClient(&http.Client{Transport: pending{}}))
	require.NoError(t, err)
	for limit, want := range map[time.Duration]time.Duration{0: 15 * time.Minute, time.Minute: time.Minute, 2 * time.Hour: time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
			defer cancel()
			start := time.Now()
			_, err := client.Orgs.OpenAPI.WaitProcessed(ctx, "org_1", "orders", api.Wait{Limit: limit})
			require.Equal(t, want, time.Since(start))
			ended, ok := errors.AsType[*orgs.OpenAPIWaitError](err)
			require.True(t, ok, "%v", err)
			require.Equal(t, orgs.OpenAPIProcessingStatePending, ended.Last.ProcessingState)
			require.ErrorIs(t, err, context.DeadlineExceeded)
			require.Equal(t, want < time.Hour, strings.Contains(err.Error(), "the wait has reached its limit of "+want.String()))
		})
	}
}

func TestWaitProcessedReturnsTheSpecificationAsLastSeenWhenCanceled(t *testing.T) {
	t.Parallel()
	server, org := processing(t, orgs.OpenAPISpec{}, step("pending"), step("progress"))
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	cause := errors.New("the build was stopped")
	server.Faults.Delay("Orgs.OpenAPI.Get", func(ctx context.Context) {
		if server.Calls.Count("Orgs.OpenAPI.Get") > 2 {
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
	require.Equal(t, "Orgs.OpenAPI.Get", ended.Operation)
	require.NotEmpty(t, ended.RequestID)
	require.ErrorContains(t, err, `Orgs.OpenAPI.Get: wait for specification "orders", last seen "progress", request id `+ended.RequestID+": ")
	require.False(t, api.MayHaveApplied(err))
}

func TestWaitProcessedEndsWhenTheSpecificationIsNotFound(t *testing.T) {
	t.Parallel()
	server, org := processing(t, orgs.OpenAPISpec{})
	server.Faults.Add("Orgs.OpenAPI.Get", 1, publishingtest.Pass())
	server.Faults.Add("Orgs.OpenAPI.Get", 1, publishingtest.Status(404))
	_, err := server.Client().Orgs.OpenAPI.WaitProcessed(t.Context(), org, "orders", soon)
	require.ErrorIs(t, err, api.ErrNotFound)
	_, ok := errors.AsType[*orgs.OpenAPIWaitError](err)
	require.True(t, ok)

	_, err = server.Client().Orgs.OpenAPI.WaitProcessed(t.Context(), org, "no-such", soon)
	require.ErrorIs(t, err, api.ErrNotFound)
	_, ok = errors.AsType[*orgs.OpenAPIWaitError](err)
	require.False(t, ok, "nothing was seen")
	_, err = server.Client().Orgs.OpenAPI.WaitProcessed(t.Context(), org, "orders", api.Wait{MinWait: -1})
	require.EqualError(t, err, `Orgs.OpenAPI.Get: MinWait: want 0 or more, got "-1ns"`)
}
