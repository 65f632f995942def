package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/examples/internal/proxytest"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
)

func TestMain(m *testing.M) {
	proxytest.RunMain(main)
	goleak.VerifyTestMain(m)
}

const (
	published     = "https://docs.acme.example/partners"
	fewIterations = 1 // more iterations of the hash would take most of the time
)

// A bench is a login page with a server of its own.
type bench struct {
	*loginPage

	server      *publishingtest.Server
	org, siteID string
	logged      *strings.Builder
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{server: publishingtest.NewServer(t), logged: &strings.Builder{}}
	b.org = b.server.Orgs.Add(orgs.Organization{}).ID
	b.siteID = b.server.Sites.Add(b.org, sites.Site{Published: true, Visibility: sites.VisibilityVisitorAuth, URLs: sites.URLs{Published: new(published)}}).ID
	var err error
	b.loginPage, err = newLoginPage(t.Context(), b.server.Client(), b.org, b.siteID, "", fewIterations, slog.New(slog.NewTextHandler(b.logged, nil)))
	require.NoError(t, err)
	return b
}

func (b *bench) do(t *testing.T, method, target, body string, header ...string) *httptest.ResponseRecorder {
	t.Helper()
	req := httptest.NewRequestWithContext(t.Context(), method, "https://login.acme.example"+target, strings.NewReader(body))
	if body != "" {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	recorder := httptest.NewRecorder()
	b.handler().ServeHTTP(recorder, req)
	require.Equal(t, "no-store", recorder.Header().Get("Cache-Control"))
	require.Contains(t, recorder.Header().Get("Content-Security-Policy"), "frame-ancestors 'none'")
	return recorder
}

func (b *bench) login(t *testing.T, location, user, password string) *httptest.ResponseRecorder {
	t.Helper()
	return b.do(t, "POST", "/", url.Values{"location": {location}, "user": {user}, "password": {password}}.Encode())
}

// token returns the token in the address of a redirect.
func token(t *testing.T, response *httptest.ResponseRecorder) string {
	t.Helper()
	require.Equal(t, http.StatusSeeOther, response.Code, response.Body)
	target, err := url.Parse(response.Header().Get("Location"))
	require.NoError(t, err)
	return target.Query().Get("jwt_token")
}

func TestVisitorGoesBackWithATokenThatOpensTheSite(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	form := b.do(t, "GET", "/?location=%2Fguides%3Ftab%3Dgo", "")
	require.Equal(t, http.StatusOK, form.Code)
	require.Contains(t, form.Body.String(), `<input type="hidden" name="location" value="/guides?tab=go">`)
	back := b.login(t, "/guides?tab=go", "ada", "engine")
	require.True(t, strings.HasPrefix(back.Header().Get("Location"), published+"/guides?tab=go&jwt_token="), back.Header())
	claims, err := b.server.Sites.Publishing.Auth.VerifyVisitorToken(b.org, b.siteID, token(t, back))
	require.NoError(t, err)
	require.InDelta(t, b.server.Now().Add(tokenLifetime).Unix(), claims["exp"], 120)
	delete(claims, "exp")
	require.Equal(t, map[string]any{"name": "Ada Lovelace", "plan": "pro", "isBeta": true}, claims)
}

func TestTokenIsVoidAfterRegenerateAndTheNextLoginUsesTheNewKey(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	before := token(t, b.login(t, "", "grace", "compiler"))
	_, err := b.server.Sites.Publishing.Auth.VerifyVisitorToken(b.org, b.siteID, before)
	require.NoError(t, err)
	_, err = b.server.Client().Sites.Publishing.Auth.Regenerate(t.Context(), b.org, b.siteID)
	require.NoError(t, err)
	_, err = b.server.Sites.Publishing.Auth.VerifyVisitorToken(b.org, b.siteID, before)
	require.ErrorContains(t, err, "want a signature with the private key of the site")
	_, err = b.server.Sites.Publishing.Auth.VerifyVisitorToken(b.org, b.siteID, token(t, b.login(t, "", "grace", "compiler")))
	require.NoError(t, err)
}

func TestWrongPasswordGetsTheFormAgain(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for _, try := range [][2]string{{"ada", "compiler"}, {"ada", ""}, {"nobody", "engine"}, {"", ""}, {`"><script>`, "x"}} {
		got := b.login(t, "/guides", try[0], try[1])
		require.Equal(t, http.StatusUnauthorized, got.Code, try)
		require.Empty(t, got.Header().Get("Location"))
		require.Contains(t, got.Body.String(), "The name or the password is wrong.")
		require.Contains(t, got.Body.String(), `value="/guides"`)
		require.NotContains(t, got.Body.String(), "<script>")
	}
	require.Zero(t, b.server.Calls.Count("Sites.Publishing.Auth.Get"), "the key is read for those who may log in")
}

func TestPageRedirectsNowhereButToTheSite(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for _, location := range []string{
		"https://evil.example", "//evil.example", `/\evil.example`, "javascript:alert(1)", "https://docs.acme.example/other", "/../other", "/%2e%2e/other",
		"https://docs.acme.example@evil.example/partners", "http://docs.acme.example/partners",
	} {
		for _, got := range []*httptest.ResponseRecorder{
			b.do(t, "GET", "/?"+url.Values{"location": {location}}.Encode(), ""), b.login(t, location, "ada", "engine"),
		} {
			require.Equal(t, http.StatusBadRequest, got.Code, location)
			require.Empty(t, got.Header().Get("Location"), location)
			require.NotContains(t, got.Body.String(), "evil")
			require.NotContains(t, got.Body.String(), "jwt_token")
		}
	}
}

func TestOtherSitesCannotLogVisitorsIn(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	req := httptest.NewRequestWithContext(t.Context(), "POST", "https://login.acme.example/", strings.NewReader("user=ada&password=engine"))
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Sec-Fetch-Site", "cross-site")
	recorder := httptest.NewRecorder()
	b.handler().ServeHTTP(recorder, req)
	require.Equal(t, http.StatusForbidden, recorder.Code)
	require.Empty(t, recorder.Header().Get("Location"))
	require.Equal(t, http.StatusSeeOther, b.do(t, "POST", "/", "user=ada&password=engine", "Sec-Fetch-Site", "same-origin").Code)
}

func TestLoginFailsWithoutTheKeyAndShowsNoSecret(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	key := b.server.Sites.Publishing.Auth.Get(b.org, b.siteID).PrivateKey.Reveal()
	b.server.Faults.Add("Sites.Publishing.Auth.Get", 1, publishingtest.Status(http.StatusForbidden))
	got := b.login(t, "/guides", "ada", "engine")
	require.Equal(t, http.StatusBadGateway, got.Code)
	require.Contains(t, b.logged.String(), "403")
	b.key = func(context.Context) (api.Secret, error) { return api.Secret{}, nil }
	other := b.login(t, "/guides", "ada", "engine")
	require.Equal(t, http.StatusInternalServerError, other.Code)
	for _, text := range []string{got.Body.String(), other.Body.String(), b.logged.String()} {
		require.NotContains(t, text, key)
		require.NotContains(t, text, "engine")
	}
}

func TestSiteMustBeForAuthenticatedVisitors(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	org := server.Orgs.Add(orgs.Organization{}).ID
	for _, site := range []sites.Site{{Published: true}, {Visibility: sites.VisibilityVisitorAuth}} {
		_, err := newLoginPage(t.Context(), server.Client(), org, server.Sites.Add(org, site).ID, "", fewIterations, nil)
		require.ErrorContains(t, err, "is not published with the visibility visitor-auth")
	}
	_, err := newLoginPage(t.Context(), server.Client(), org, "nowhere", "", fewIterations, nil)
	require.ErrorIs(t, err, publishing.ErrNotFound)
	site := server.Sites.Add(org, sites.Site{Published: true, Visibility: sites.VisibilityVisitorAuth}).ID
	_, err = newLoginPage(t.Context(), server.Client(), org, site, "https://login.acme.example/?location=x", fewIterations, nil)
	require.ErrorContains(t, err, "fallbackURL")
}

// browse requests a page of the demo, logs in, and returns the page that the visitor ends at.
func browse(t *testing.T, address string) string {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	require.NoError(t, err)
	response, err := client.Do(request)
	require.NoError(t, err)
	defer response.Body.Close()
	require.Equal(t, "location=%2Fguides", response.Request.URL.RawQuery)
	login := response.Request.URL
	login.RawQuery = ""
	form := url.Values{"location": {"/guides"}, "user": {"ada"}, "password": {"engine"}}.Encode()
	request, err = http.NewRequestWithContext(t.Context(), http.MethodPost, login.String(), strings.NewReader(form))
	require.NoError(t, err)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err = client.Do(request)
	require.NoError(t, err)
	defer response.Body.Close()
	page, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return string(page)
}

func TestVisitorLoginRunsOnTheInMemoryServer(t *testing.T) {
	t.Setenv(publishing.EnvBaseURL, "")
	t.Setenv(publishing.EnvToken, "")
	t.Setenv(service.EnvOrganization, "")
	ctx, interrupt := context.WithCancel(t.Context())
	out, printed := io.Pipe()
	ended := make(chan error, 1)
	var notes strings.Builder
	go func() { ended <- run(ctx, []string{"-addr", "127.0.0.1:0"}, fewIterations, printed, &notes) }()
	address, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	require.Regexp(t, `^This is /guides for \{"exp":\d+,"isBeta":true,"name":"Ada Lovelace","plan":"pro"\}\n$`, browse(t, strings.TrimSpace(address)))
	interrupt()
	require.NoError(t, <-ended)
	require.Equal(t, "Using the in-memory server.\nLog in as \"ada\" with the password \"engine\".\n", notes.String())
}

func TestVisitorLoginSetsTheFallbackURLOfAnotherService(t *testing.T) {
	server := publishingtest.NewServer(t)
	org := server.Orgs.Add(orgs.Organization{}).ID
	site := server.Sites.Add(org, sites.Site{Published: true, Visibility: sites.VisibilityVisitorAuth}).ID
	t.Setenv(publishing.EnvBaseURL, server.URL())
	t.Setenv(publishing.EnvToken, server.Token())
	t.Setenv(service.EnvOrganization, org)
	var out strings.Builder
	ctx, interrupt := context.WithCancelCause(t.Context())
	interrupt(errors.New("at once"))
	require.Error(t, run(ctx, []string{"-addr", "127.0.0.1:0", "-site", site}, fewIterations, &out, io.Discard), "the calls need a context")
	for _, args := range [][]string{{}, {"-x"}, {"-site", site, "more"}} {
		require.ErrorContains(t, run(t.Context(), args, fewIterations, &out, io.Discard), "usage: visitor-login", args)
	}
	require.NoError(t, run(t.Context(), []string{"-h"}, fewIterations, &out, io.Discard))
	require.Contains(t, out.String(), "usage: visitor-login [flags]\n  -addr 127.0.0.1:8080 (")
	page, err := newLoginPage(t.Context(), server.Client(), org, site, "", fewIterations, nil)
	require.NoError(t, err)
	require.Equal(t, *server.Sites.All(org)[0].URLs.Published, page.site)
	require.Nil(t, server.Sites.Publishing.Auth.Get(org, site).FallbackURL)

	args := []string{"-addr", "127.0.0.1:0", "-site", site, "-public", "https://login.acme.example/"}
	served, stop := context.WithCancel(t.Context())
	printed, lines := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- run(served, args, fewIterations, lines, io.Discard) }()
	_, err = bufio.NewReader(printed).ReadString('\n')
	require.NoError(t, err)
	stop()
	require.NoError(t, <-ended)
	require.Equal(t, new("https://login.acme.example/"), server.Sites.Publishing.Auth.Get(org, site).FallbackURL)
}

func TestVisitorLoginDoesNotReplaceAnIntegrationThatAuthenticates(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	org := server.Orgs.Add(orgs.Organization{}).ID
	site := server.Sites.Add(org, sites.Site{Published: true, Visibility: sites.VisibilityVisitorAuth}).ID
	server.Faults.Add("Sites.Publishing.Auth.Get", 1, publishingtest.EditJSON(func(body map[string]any) { body["backend"] = "integration" }))
	_, err := newLoginPage(t.Context(), server.Client(), org, site, "https://login.acme.example/", fewIterations, nil)
	require.EqualError(t, err, "the site "+site+" authenticates its visitors by integration; change that before you use -public")
	require.Zero(t, server.Calls.Count("Sites.Publishing.Auth.Update"))
}

func TestWhatTheServiceSendsDoesNotControlTheTerminal(t *testing.T) { //nolint:paralleltest // it sets the environment
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	proxytest.Change(t, server, demo.Organization, proxytest.Control)
	proxytest.RequirePrintableOutput(t, []string{"-addr", "127.0.0.1:0", "-site", "none"})
}
