package orgs_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

const (
	openAPIVersionJSON = `{"object": "openapi-spec-version", "id": "version_1", "createdAt": "2026-01-02T03:04:05.678Z", "url": "https://files.example.com/openapi.json",
	"urls": {"location": "https://api.example.com/v1/orgs/org_1/openapi/pets/versions/version_1"}}`
	openAPIContentJSON = `{"filesystem": {"openapi.yaml": {"openapi": "3.1.0"}}, "url": "https://files.example.com/openapi.json"}`
	// What a newer service sends, and what was seen of any.
	openAPIContentNewer = `{"filesystem": [{"dir": "./", "isEntrypoint": true, "references": [], "filename": "openapi.yaml", "specification": {"openapi": "3.1.0"}}],
	"urls": {"source": "https://files.example.com/openapi.json", "public": "https://public.example.com/openapi.json"}}`
)

var openAPIVersionPage = orgs.OpenAPIVersionListOptions{Cursor: "c/2+d=", Limit: 1000}

func latestContentRaw(a contract.Args) (any, error) {
	return a.Orgs.OpenAPI.Versions.LatestContentRaw(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
}

var openAPIVersionRows = []contract.Row{
	{
		Op: "Orgs.OpenAPI.Versions.List",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.OpenAPI.Versions.List(a.Ctx, a.ID[0], a.ID[1], openAPIVersionPage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.Orgs.OpenAPI.Versions.All(a.Ctx, a.ID[0], a.ID[1], openAPIVersionPage, a.Opts...), a.Orgs.OpenAPI.Versions.ListPages(a.Ctx, a.ID[0], a.ID[1], openAPIVersionPage, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/openapi/specSlug%2F1/versions?limit=1000&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 1, "items": [` + openAPIVersionJSON + `]}`,
	},

	{
		Op: "Orgs.OpenAPI.Versions.Latest",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.OpenAPI.Versions.Latest(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/openapi/specSlug%2F1/versions/latest",
		Status:   200,
		Response: openAPIVersionJSON,
	},
	{
		Op:   "Orgs.OpenAPI.Versions.Latest",
		Name: "before the first",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.OpenAPI.Versions.Latest(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
		},
		Request: "GET /v1/orgs/organization%2F1/openapi/specSlug%2F1/versions/latest",
		Status:  404,
		Err:     api.ErrNotFound,
	},

	{
		Op: "Orgs.OpenAPI.Versions.LatestContent",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.OpenAPI.Versions.LatestContent(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/openapi/specSlug%2F1/versions/latest/content",
		Status:   200,
		Response: openAPIContentJSON,
	},
	{
		Op:   "Orgs.OpenAPI.Versions.LatestContent",
		Name: "of a newer service",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.OpenAPI.Versions.LatestContent(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/openapi/specSlug%2F1/versions/latest/content",
		Status:   200,
		Response: openAPIContentNewer,
	},

	{
		Op:       "Orgs.OpenAPI.Versions.LatestContentRaw",
		Call:     latestContentRaw,
		Request:  "GET /v1/orgs/organization%2F1/openapi/specSlug%2F1/versions/latest/content/raw",
		Status:   200,
		Response: `{"text": "openapi: 3.1.0\npaths: {}\n", "format": "yaml"}`,
	},
	{
		Op:       "Orgs.OpenAPI.Versions.LatestContentRaw",
		Name:     "in JSON",
		Call:     latestContentRaw,
		Request:  "GET /v1/orgs/organization%2F1/openapi/specSlug%2F1/versions/latest/content/raw",
		Status:   200,
		Response: `{"text": "{\"openapi\": \"3.1.0\"}", "format": "json"}`,
	},

	{
		Op: "Orgs.OpenAPI.Versions.Get",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.OpenAPI.Versions.Get(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/openapi/specSlug%2F1/versions/version%2F1",
		Status:   200,
		Response: openAPIVersionJSON,
	},
	{
		Op:   "Orgs.OpenAPI.Versions.Get",
		Name: "without a time",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.OpenAPI.Versions.Get(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.Opts...)
		},
		Request: "GET /v1/orgs/organization%2F1/openapi/specSlug%2F1/versions/version%2F1",
		Status:  200,
		Response: `{"object": "openapi-spec-version", "id": "version_1", "url": "https://files.example.com/openapi.json",
			"urls": {"location": "https://api.example.com/v1/orgs/org_1/openapi/pets/versions/version_1"}}`,
	},

	{
		Op: "Orgs.OpenAPI.Versions.Content",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.OpenAPI.Versions.Content(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/openapi/specSlug%2F1/versions/version%2F1/content",
		Status:   200,
		Response: openAPIContentJSON,
	},
	{
		Op:   "Orgs.OpenAPI.Versions.Content",
		Name: "of a newer service, not public",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.OpenAPI.Versions.Content(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/openapi/specSlug%2F1/versions/version%2F1/content",
		Status:   200,
		Response: `{"filesystem": [], "urls": {"source": "https://files.example.com/openapi.json", "public": null}}`,
	},
}

func TestContentOfLatestIsNotOpened(t *testing.T) {
	t.Parallel()
	client := publishingtest.NewServer(t).Client()
	body, err := client.Orgs.OpenAPI.Versions.OpenContent(t.Context(), "org", "pets", "latest")
	_, invalid := errors.AsType[*api.ValidationError](err)
	require.True(t, invalid, "%v", err)
	require.Nil(t, body)
}

func TestContentOfAVersionIsDownloadedWithoutALimit(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	org := server.Orgs.Add(orgs.Organization{}).ID
	server.Orgs.OpenAPI.Add(org, orgs.OpenAPISpec{Slug: "pets"})
	files := api.Raw(`{"openapi.json":"` + strings.Repeat("x", 1<<20) + `"}`)
	version := server.Orgs.OpenAPI.Versions.Add(org, "pets", orgs.OpenAPIVersion{}, files)
	versions := server.Client(publishing.WithMaxResponseBytes(1 << 10)).Orgs.OpenAPI.Versions
	_, err := versions.LatestContent(t.Context(), org, "pets")
	require.ErrorContains(t, err, "larger than the limit")

	for name, open := range map[string]func(ctx context.Context, opts ...api.CallOption) (io.ReadCloser, error){
		"by ID": func(ctx context.Context, opts ...api.CallOption) (io.ReadCloser, error) {
			return versions.OpenContent(ctx, org, "pets", version.ID, opts...)
		},
		"latest": func(ctx context.Context, opts ...api.CallOption) (io.ReadCloser, error) {
			return versions.OpenLatestContent(ctx, org, "pets", opts...)
		},
	} {
		var meta api.Meta
		body, err := open(t.Context(), api.WithMeta(&meta))
		require.NoError(t, err, name)
		require.Equal(t, 200, meta.Status)
		var content orgs.OpenAPIContent
		require.NoError(t, json.NewDecoder(body).Decode(&content))
		require.NoError(t, body.Close())
		require.Equal(t, files, content.Filesystem)
	}

	server.Faults.TruncateAfter("Orgs.OpenAPI.Versions.Content", 1000)
	body, err := versions.OpenContent(t.Context(), org, "pets", version.ID)
	require.NoError(t, err)
	got, err := io.ReadAll(body)
	require.Len(t, got, 1000)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.ErrorContains(t, err, "Orgs.OpenAPI.Versions.Content: ")
	require.True(t, publishing.Retryable(err))
	require.NoError(t, body.Close())
}
