package urls_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/urls"
)

func lookUp(lookup urls.PublishedLookup) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) { return a.URLs.Published(a.Ctx, lookup, a.Opts...) }
}

func secretJSON(v any) api.SecretJSON {
	j, err := api.NewSecretJSON(v)
	if err != nil {
		panic(err)
	}
	return j
}

var ofReader = urls.PublishedLookup{URL: api.NewSecret("https://docs.example.com/acme/guides?x=1&y=<2>")}

const (
	publishedRequest = "POST /v1/urls/published"
	bodyOfReader     = `{"url": "https://docs.example.com/acme/guides?x=1&y=<2>"}`
)

var publishedRows = []contract.Row{
	{
		Op: "URLs.Published",
		Call: lookUp(urls.PublishedLookup{
			URL:             ofReader.URL,
			RedirectOnError: new(true),
			Visitor:         &urls.Visitor{JWTToken: api.NewSecret("jwt_of_visitor"), UnsignedClaims: secretJSON(map[string]any{"language": "fr", "plans": []any{}})},
		}),
		Request: publishedRequest,
		Body: `{"url": "https://docs.example.com/acme/guides?x=1&y=<2>", "redirectOnError": true,
			"visitor": {"jwtToken": "jwt_of_visitor", "unsignedClaims": {"language": "fr", "plans": []}}}`,
		Status:   200,
		Response: "published.json",
	},
	{
		Op:      "URLs.Published",
		Name:    "site without sections",
		Call:    lookUp(urls.PublishedLookup{URL: ofReader.URL, RedirectOnError: new(false), Visitor: &urls.Visitor{}}),
		Request: publishedRequest,
		Body:    `{"url": "https://docs.example.com/acme/guides?x=1&y=<2>", "redirectOnError": false, "visitor": {}}`,
		Status:  200,
		Response: `{"organization": "org_1", "site": "site_1", "siteSpace": "sitesp_1", "space": "space_1", "pathname": "guides", "basePath": "/acme/",
			"siteBasePath": "/acme/", "apiToken": "api_token_2", "complete": true, "canonicalUrl": "https://docs.example.com/acme/guides"}`,
	},
	{
		Op:       "URLs.Published",
		Name:     "application",
		Call:     lookUp(ofReader),
		Request:  publishedRequest,
		Body:     bodyOfReader,
		Status:   200,
		Response: `{"target": "application", "redirect": "https://app.example.com/o/org_1"}`,
	},
	{
		Op:       "URLs.Published",
		Name:     "other content",
		Call:     lookUp(ofReader),
		Request:  publishedRequest,
		Body:     bodyOfReader,
		Status:   200,
		Response: `{"target": "content", "redirect": "https://docs.example.com/acme/start"}`,
	},
	{
		Op:       "URLs.Published",
		Name:     "login",
		Call:     lookUp(ofReader),
		Request:  publishedRequest,
		Body:     bodyOfReader,
		Status:   200,
		Response: `{"target": "external", "redirect": "https://login.example.com/?location=%2Facme", "site": "site_1"}`,
	},
	{
		Op:       "URLs.Published",
		Name:     "nothing",
		Call:     lookUp(ofReader),
		Request:  publishedRequest,
		Body:     bodyOfReader,
		Status:   404,
		Response: `{"error": {"code": 404, "message": "nothing is published"}}`,
		Err:      api.ErrNotFound,
	},
}

func TestPublishedResultIsARedirectIfItHasOne(t *testing.T) {
	t.Parallel()
	var result urls.PublishedResult
	require.NoError(t, json.Unmarshal([]byte(`{"site": "site_1", "redirect": "https://login.example.com", "target": "elsewhere"}`), &result))
	require.Equal(t, urls.PublishedResult{Redirect: &urls.Redirect{Target: "elsewhere", URL: "https://login.example.com", Site: new("site_1")}}, result)

	require.NoError(t, json.Unmarshal([]byte(`{"redirect": null, "site": "site_1", "complete": true}`), &result))
	require.Equal(t, urls.PublishedResult{Content: &urls.PublishedContent{Site: "site_1", Complete: true}}, result)

	require.NoError(t, json.Unmarshal([]byte(`{"space": "space_1", "complete": true}`), &result))
	require.Equal(t, urls.PublishedResult{Content: &urls.PublishedContent{Space: "space_1", Complete: true}}, result, "the site can be missed")
}

// TestValueThatDoesNotFitSelectsNoOtherVariant is about variants that are selected by their fields.
func TestValueThatDoesNotFitSelectsNoOtherVariant(t *testing.T) {
	t.Parallel()
	var result urls.PublishedResult
	require.Error(t, json.Unmarshal([]byte(`{"target": "elsewhere", "redirect": {"url": "https://login.example.com"}}`), &result))
	require.Equal(t, urls.PublishedResult{Redirect: &urls.Redirect{Target: "elsewhere"}}, result)
}

func TestUnknownPublishedResultIsKeptAsASecret(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`{"archive": {"apiToken": "hush_hush"}}`, `["hush_hush"]`, `"hush_hush"`} {
		var result urls.PublishedResult
		require.NoError(t, json.Unmarshal([]byte(text), &result))
		require.Nil(t, result.Redirect)
		require.Nil(t, result.Content)
		require.Equal(t, text, string(result.Raw.Reveal()))
		require.NotContains(t, fmt.Sprintf("%+v", result), "hush")
		encoded, err := json.Marshal(result)
		require.NoError(t, err)
		require.JSONEq(t, text, string(encoded))
	}
}

func TestUnsignedClaimsAreAnObject(t *testing.T) {
	t.Parallel()
	for _, claims := range []any{nil, true, "fr", []string{"fr"}} {
		lookup := urls.PublishedLookup{URL: ofReader.URL, Visitor: &urls.Visitor{UnsignedClaims: secretJSON(claims)}}
		area.Rejects(t, "URLs.Published", lookUp(lookup), "visitor.unsignedClaims", "a JSON object", "[secret]")
	}
}

// TestPublishedShowsNoSecret prints and logs what a program has of a call, and the errors of calls
// whose response repeats the request.
func TestPublishedShowsNoSecret(t *testing.T) {
	t.Parallel()
	const jwt, key, token = "jwt-of-the-visitor", "key-of-the-share-link", "token-of-the-content"
	lookup := urls.PublishedLookup{
		URL:     api.NewSecret("https://docs.example.com/acme?jwt_token=" + jwt + "&shareKey=" + key),
		Visitor: &urls.Visitor{JWTToken: api.NewSecret("other-" + jwt), UnsignedClaims: secretJSON(map[string]string{"name": "claim-of-the-visitor"})},
	}
	content := &urls.PublishedContent{Site: "site_1", APIToken: api.NewSecret(token), ShareKey: new(api.NewSecret(key))}
	keyed := *content // a path with the key prints, but is not logged
	keyed.SiteBasePath, keyed.BasePath = "/acme/"+key+"/", "/acme/"+key+"/guides/"
	var shown strings.Builder
	text, lines := slog.New(slog.NewTextHandler(&shown, nil)), slog.New(slog.NewJSONHandler(&shown, nil))
	for _, v := range []any{lookup, *lookup.Visitor, *content, urls.PublishedResult{Content: content}, urls.Resolved{Content: content}} {
		fmt.Fprintf(&shown, "%v %+v %#v\n", v, v, v)
		text.Info("value", slog.Any("v", v))
		lines.Info("value", slog.Any("v", v))
	}

	text.Info("value", slog.Any("v", keyed))
	lines.Info("value", slog.Any("v", keyed))
	require.Contains(t, shown.String(), "/acme/[secret]/guides/")

	handler := slog.NewJSONHandler(&shown, &slog.HandlerOptions{Level: slog.LevelDebug})
	for status, message := range map[int]string{
		400: "url: got " + lookup.URL.Reveal(),
		401: "visitor: got other-" + jwt + " and " + jwt,
		500: "got shareKey " + key + " and claim-of-the-visitor",
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			fmt.Fprintf(w, `{"error": {"code": %d, "message": %q}}`, status, message)
		}))
		t.Cleanup(server.Close)
		client, err := publishing.NewClient(server.URL, publishing.WithoutAuth(), publishing.WithoutRetry(), publishing.WithLogger(slog.New(handler)))
		require.NoError(t, err)
		t.Cleanup(client.CloseIdleConnections)
		for _, call := range []func(context.Context) error{
			func(ctx context.Context) error { _, err := client.URLs.Published(ctx, lookup); return err },
			func(ctx context.Context) error { _, err := client.URLs.ResolvePublished(ctx, lookup); return err },
		} {
			err := call(t.Context())
			var failed *api.Error
			require.ErrorAs(t, err, &failed)
			fmt.Fprintf(&shown, "%v %s\n", err, failed.Body)
		}
	}
	require.Contains(t, shown.String(), "URLs.Published")
	for _, secret := range []string{jwt, key, token, "claim-of-the-visitor", "docs.example.com"} {
		require.NotContains(t, shown.String(), secret)
	}
}

func TestLogContainsNoShareKeyOfAPublishedURL(t *testing.T) {
	t.Parallel()
	const key = "k3y of/the+link"
	escaped := url.PathEscape(key)
	content := &urls.PublishedContent{
		Site: "site", ShareKey: new(api.NewSecret(key)), SiteBasePath: "/" + escaped + "/", BasePath: "/" + key + "/docs/",
		Pathname: escaped + "/page", CanonicalURL: "https://docs.example.com/" + escaped + "/docs/page",
	}
	redirect := &urls.Redirect{Target: urls.RedirectTargetContent, URL: "https://docs.example.com/" + escaped + "/?jwt_token=" + escaped}
	for _, v := range []any{
		content, redirect,
		urls.PublishedResult{Content: content},
		urls.PublishedResult{Redirect: redirect},
		urls.Resolved{Content: content, Path: escaped + "/more"},
		&urls.Resolved{Redirect: redirect},
	} {
		var out bytes.Buffer
		slog.New(slog.NewTextHandler(&out, nil)).Info("resolved", slog.Any("value", v))
		slog.New(slog.NewJSONHandler(&out, nil)).Info("resolved", slog.Any("value", v))
		require.NotContains(t, out.String(), "k3y")
		require.Contains(t, out.String(), "https://docs.example.com/[secret]")
	}
}

func TestPublishedNeedsNoToken(t *testing.T) {
	t.Parallel()
	headers := make(chan http.Header, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		headers <- req.Header
		_, _ = w.Write([]byte(`{"target": "external", "redirect": "https://login.example.com"}`))
	}))
	t.Cleanup(server.Close)
	client, err := publishing.NewClient(server.URL, publishing.WithoutAuth())
	require.NoError(t, err)
	t.Cleanup(client.CloseIdleConnections)
	result, err := client.URLs.Published(t.Context(), ofReader)
	require.NoError(t, err)
	require.Equal(t, urls.RedirectTargetExternal, result.Redirect.Target)
	require.NotContains(t, <-headers, "Authorization")
}
