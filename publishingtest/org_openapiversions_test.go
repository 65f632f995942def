package publishingtest_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

func openAPIVersionProofs() map[string]proof {
	const path = acme + "/openapi/pets"
	p := proofs{}
	// with adds a specification with two versions of one source before a proof.
	with := func(id string, holds func(t *testing.T, w *world) bool) {
		p[id] = func(t *testing.T, w *world) bool {
			w.Orgs.OpenAPI.Add("acme", orgs.OpenAPISpec{Slug: "pets"})
			w.Orgs.OpenAPI.Versions.Add("acme", "pets", orgs.OpenAPIVersion{ID: "older"}, nil)
			w.Orgs.OpenAPI.Versions.Add("acme", "pets", orgs.OpenAPIVersion{ID: "newer"}, nil)
			return holds(t, w)
		}
	}
	with("orgs.openapi.versions.list.newest-first", func(t *testing.T, w *world) bool {
		return ids(w.send(t, "GET", path+"/versions", "").object(t)) == "newer older"
	})
	with("openapi-spec-version.same-source", func(_ *testing.T, w *world) bool {
		return *w.Orgs.OpenAPI.Complete("acme", "pets").LastVersion == "newer"
	})
	return p
}

func TestVersionsOfASpecificationAreWhatWasProcessed(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	w := newWorld(t, publishingtest.WithClock(func() time.Time { return now }))
	specs := w.client.Orgs.OpenAPI
	put := func(source orgs.OpenAPISource) {
		must(specs.Put(t.Context(), w.org, "pets", orgs.OpenAPIPut{Source: source}))(t)
	}
	list := func() []orgs.OpenAPIVersion {
		page := must(specs.Versions.List(t.Context(), w.org, "pets", orgs.OpenAPIVersionListOptions{}))(t)
		oldest := w.Orgs.OpenAPI.Versions.All(w.org, "pets")
		slices.Reverse(oldest)
		require.Equal(t, oldest, page.Items)
		return page.Items
	}
	put(orgs.OpenAPISource{Text: new(`{"openapi":"3.1.0"}`)})
	require.ErrorIs(t, errorOf(specs.Versions.Latest(t.Context(), w.org, "pets")), publishing.ErrNotFound)
	require.ErrorIs(t, errorOf(specs.Versions.OpenLatestContent(t.Context(), w.org, "pets")), publishing.ErrNotFound)
	w.Orgs.OpenAPI.Fail(w.org, "pets", orgs.OpenAPIErrorCodeParseError)
	require.Empty(t, list())

	spec := w.Orgs.OpenAPI.Complete(w.org, "pets")
	first := must(specs.Versions.Latest(t.Context(), w.org, "pets"))(t)
	require.Equal(t, &orgs.OpenAPIVersion{
		Object: "openapi-spec-version", ID: *spec.LastVersion, CreatedAt: &now, URL: "https://sites.publishing.example/openapi/" + spec.ID + "/" + *spec.LastVersion + ".json",
		URLs: orgs.OpenAPIVersionURLs{Location: w.URL() + w.at("/openapi/pets/versions/"+*spec.LastVersion)},
	}, first)

	put(orgs.OpenAPISource{Text: new(`{"openapi":"3.1.0"}`)})
	w.Orgs.OpenAPI.Complete(w.org, "pets")
	require.Len(t, list(), 1, "the same source")
	put(orgs.OpenAPISource{Text: new("openapi: 3.1.0")})
	now = now.Add(time.Minute)
	spec = w.Orgs.OpenAPI.Complete(w.org, "pets")
	require.Len(t, list(), 2)
	require.Equal(t, *spec.LastVersion, list()[0].ID)
	require.Equal(t, *first, list()[1])

	for id, want := range map[string]string{first.ID: `{"openapi":"3.1.0"}`, *spec.LastVersion: `"openapi: 3.1.0"`} {
		content := must(specs.Versions.Content(t.Context(), w.org, "pets", id))(t)
		require.JSONEq(t, `[{"dir":"./","isEntrypoint":true,"references":[],"filename":"openapi.json","specification":`+want+`}]`, content.Filesystem.String())
		require.Equal(t, w.Orgs.OpenAPI.Versions.Content(w.org, "pets", id), *content)
		require.Equal(t, &must(specs.Versions.Get(t.Context(), w.org, "pets", id))(t).URL, content.URL)
	}
	latest := must(specs.Versions.LatestContent(t.Context(), w.org, "pets"))(t)
	require.Equal(t, w.Orgs.OpenAPI.Versions.Content(w.org, "pets", *spec.LastVersion), *latest)
	raw := must(specs.Versions.LatestContentRaw(t.Context(), w.org, "pets"))(t)
	require.Equal(t, &orgs.OpenAPIRawContent{Text: "openapi: 3.1.0", Format: orgs.OpenAPIFormatYAML}, raw)

	must(specs.Delete(t.Context(), w.org, "pets"))(t)
	require.ErrorIs(t, errorOf(specs.Versions.Get(t.Context(), w.org, "pets", first.ID)), publishing.ErrNotFound)
	put(orgs.OpenAPISource{URL: new("https://acme.example/pets.json")})
	require.Empty(t, list(), "the versions are gone too")
	w.Orgs.OpenAPI.Complete(w.org, "pets")
	latest = must(specs.Versions.LatestContent(t.Context(), w.org, "pets"))(t)
	require.Contains(t, latest.Filesystem.String(), `"paths":{}`)
	raw = must(specs.Versions.LatestContentRaw(t.Context(), w.org, "pets"))(t)
	require.Equal(t, orgs.OpenAPIFormatJSON, raw.Format)
	require.Contains(t, raw.Text, `"paths":{}`)
}

func TestSeededVersionIsTheLatest(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Orgs.OpenAPI.Add(w.org, orgs.OpenAPISpec{Slug: "pets", LastVersion: new("first")})
	require.Equal(t, "first", w.Orgs.OpenAPI.Versions.All(w.org, "pets")[0].ID)
	w.Orgs.OpenAPI.Versions.Add(w.org, "pets", orgs.OpenAPIVersion{ID: "second"}, api.Raw(`{"pets.yaml":{}}`))
	require.Equal(t, new("second"), w.Orgs.OpenAPI.All(w.org)[0].LastVersion)
	require.JSONEq(t, `{"pets.yaml":{}}`, must(w.client.Orgs.OpenAPI.Versions.LatestContent(t.Context(), w.org, "pets"))(t).Filesystem.String())
}
