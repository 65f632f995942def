package publishingtest_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

func TestLifeOfAnOpenAPISpecification(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	w := newWorld(t, publishingtest.WithClock(func() time.Time { return now }))
	specs := w.client.Orgs.OpenAPI
	created := must(specs.Create(t.Context(), w.org, orgs.OpenAPICreate{Slug: "orders", Source: orgs.OpenAPISource{URL: new("https://example.com/openapi.json")}}))(t)
	require.Equal(t, &orgs.OpenAPISpec{
		Object:          "openapi-spec",
		ID:              "spec_1",
		CreatedAt:       now,
		UpdatedAt:       now,
		Slug:            "orders",
		SourceURL:       new("https://example.com/openapi.json"),
		ProcessingState: orgs.OpenAPIProcessingStatePending,
		Visibility:      new(orgs.OpenAPIVisibilityPrivate),
		Permissions:     orgs.OpenAPISpecPermissions{View: true, Edit: true},
		URLs:            orgs.OpenAPISpecURLs{Location: w.URL() + w.at("/openapi/orders"), App: "https://app.publishing.example/o/org_1/openapi/orders"},
	}, created)
	get := func() *orgs.OpenAPISpec {
		got := must(specs.Get(t.Context(), w.org, "orders"))(t)
		page := must(specs.List(t.Context(), w.org, orgs.OpenAPIListOptions{}))(t)
		require.Equal(t, []orgs.OpenAPISpec{*got}, page.Items)
		require.Equal(t, page.Items, w.Orgs.OpenAPI.All(w.org))
		return got
	}
	require.Equal(t, created, get())

	_, err := specs.Create(t.Context(), w.org, orgs.OpenAPICreate{Slug: "orders", Source: orgs.OpenAPISource{Text: new("openapi: 3.1.0")}})
	requireError(t, err, publishing.ErrBadRequest, "slug: want a slug that is not taken")
	require.Equal(t, created, get())

	now = now.Add(time.Minute)
	put := must(specs.Put(t.Context(), w.org, "orders", orgs.OpenAPIPut{Source: orgs.OpenAPISource{Text: new("openapi: 3.1.0")}}))(t)
	require.Equal(t, api.Updated, put.Outcome)
	require.Equal(t, "spec_1", put.Value.ID)
	require.Nil(t, put.Value.SourceURL)
	require.Equal(t, now, put.Value.UpdatedAt)
	require.Equal(t, put.Value, get())

	public := must(specs.Update(t.Context(), w.org, "orders", orgs.OpenAPIUpdate{Visibility: orgs.OpenAPIVisibilityPublic}))(t)
	require.Equal(t, new(orgs.OpenAPIVisibilityPublic), public.Visibility)
	require.NotNil(t, public.URLs.Published)
	require.Equal(t, public, get())
	require.Nil(t, must(specs.Update(t.Context(), w.org, "orders", orgs.OpenAPIUpdate{Visibility: orgs.OpenAPIVisibilityPrivate}))(t).URLs.Published)

	must(specs.Delete(t.Context(), w.org, "orders"))(t)

	again := must(specs.Put(t.Context(), w.org, "orders", orgs.OpenAPIPut{Source: orgs.OpenAPISource{Text: new("openapi: 3.1.0")}}))(t)
	require.Equal(t, api.Created, again.Outcome)
	require.Equal(t, "spec_2", again.Value.ID)
}

func TestProcessingEndsWhenTheTestCompletesIt(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	w := newWorld(t, publishingtest.WithClock(func() time.Time { return now }))
	spec := w.Orgs.OpenAPI.Add(w.org, orgs.OpenAPISpec{Slug: "orders"})
	require.Equal(t, orgs.OpenAPIProcessingStatePending, spec.ProcessingState)
	get := func() *orgs.OpenAPISpec {
		return must(w.client.Orgs.OpenAPI.Get(t.Context(), w.org, "orders"))(t)
	}

	problem := orgs.OpenAPIProblem{Message: "line 1: no such thing", Code: new("E1")}
	failed := w.Orgs.OpenAPI.Fail(w.org, "orders", orgs.OpenAPIErrorCodeParseError, problem)
	require.Equal(t, &failed, get())
	require.Equal(t, orgs.OpenAPIProcessingStateComplete, failed.ProcessingState)
	require.Equal(t, new(orgs.OpenAPIErrorCodeParseError), failed.LastProcessErrorCode)
	require.Equal(t, []orgs.OpenAPIProblem{problem}, failed.LastProcessedErrors)
	require.Equal(t, &now, failed.LastProcessedAt)
	require.Nil(t, failed.LastVersion)

	must(w.client.Orgs.OpenAPI.Put(t.Context(), w.org, "orders", orgs.OpenAPIPut{Source: orgs.OpenAPISource{Text: new("openapi: 3.1.0")}}))(t)
	require.Equal(t, orgs.OpenAPIProcessingStatePending, get().ProcessingState)

	completed := w.Orgs.OpenAPI.Complete(w.org, "orders")
	require.Equal(t, &completed, get())
	require.Equal(t, new(now.Add(time.Millisecond)), completed.LastProcessedAt, "no two results have the same time")
	require.Equal(t, new("spec-version_1"), completed.LastVersion)
	require.Nil(t, completed.LastProcessErrorCode)
	require.Nil(t, completed.LastProcessedErrors)
	require.Equal(t, new("spec-version_1"), w.Orgs.OpenAPI.Complete(w.org, "orders").LastVersion)
}

func TestProcessingFollowsItsScript(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	pending, progress := orgs.OpenAPIProcessingStatePending, orgs.OpenAPIProcessingStateProgress
	problem := orgs.OpenAPIProblem{Message: "line 1: no such thing"}
	w.Orgs.OpenAPI.Script(w.org, "orders",
		publishingtest.OpenAPIStep{State: pending},
		publishingtest.OpenAPIStep{State: progress},
		publishingtest.OpenAPIStep{
			State: orgs.OpenAPIProcessingStateComplete, Code: orgs.OpenAPIErrorCodeParseError, Errors: []orgs.OpenAPIProblem{problem},
		})
	for range 2 { // each source is processed the same way
		put := must(w.client.Orgs.OpenAPI.Put(t.Context(), w.org, "orders", orgs.OpenAPIPut{Source: orgs.OpenAPISource{Text: new("openapi: 3.1.0")}}))(t)
		require.Equal(t, pending, put.Value.ProcessingState)
		for _, want := range []orgs.OpenAPIProcessingState{pending, progress, "complete", "complete"} {
			got := must(w.client.Orgs.OpenAPI.Get(t.Context(), w.org, "orders"))(t)
			require.Equal(t, want, got.ProcessingState)
			if want == "complete" {
				require.Equal(t, new(orgs.OpenAPIErrorCodeParseError), got.LastProcessErrorCode)
				require.Equal(t, []orgs.OpenAPIProblem{problem}, got.LastProcessedErrors)
				require.Nil(t, got.LastVersion)
				require.NotNil(t, got.LastProcessedAt)
			}
		}
	}
	w.Orgs.OpenAPI.Script(w.org, "orders", publishingtest.OpenAPIStep{State: orgs.OpenAPIProcessingStateComplete})
	got := must(w.client.Orgs.OpenAPI.Get(t.Context(), w.org, "orders"))(t)
	require.Equal(t, new("spec-version_1"), got.LastVersion)
	require.Nil(t, got.LastProcessErrorCode)
	require.Nil(t, got.LastProcessedErrors)
	w.Orgs.OpenAPI.Script(w.org, "orders")
	must(w.client.Orgs.OpenAPI.Put(t.Context(), w.org, "orders", orgs.OpenAPIPut{Source: orgs.OpenAPISource{Text: new("openapi: 3.1.0")}}))(t)
	for range 3 {
		got = must(w.client.Orgs.OpenAPI.Get(t.Context(), w.org, "orders"))(t)
		require.Equal(t, pending, got.ProcessingState, "no script is left")
	}
}
