package publishingtest_test

import (
	"encoding/base64"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

const docsAuth = docs + "/publishing/auth"

func sign(t *testing.T, key api.Secret, expires time.Time) string {
	t.Helper()
	return must(sites.SignVisitorToken(key, map[string]any{"plan": "pro"}, expires))(t).Reveal()
}

// withPart returns a token with another part and the same signature.
func withPart(token string, part int, text string) string {
	parts := strings.Split(token, ".")
	parts[part] = base64.RawURLEncoding.EncodeToString([]byte(text))
	return strings.Join(parts, ".")
}

func publishingAuthProofs() map[string]proof {
	p := proofs{}
	p.responds("publishing-auth.any-visibility", "GET", docsAuth, "", http.StatusOK)
	p.shows("publishing-auth.custom", "GET", docsAuth, "", func(got map[string]any) bool { return got["backend"] == "custom" })
	p.rejects("sites.publishing.auth.update.integration", "PATCH", docsAuth, `{"backend":"integration"}`, "backend")
	p["visitor-token.no-expiry"] = func(t *testing.T, w *world) bool {
		w.Sites.Publishing.Auth.Update("acme", "docs", sites.PublishingAuth{PrivateKey: api.NewSecret("k")})
		_, err := w.Sites.Publishing.Auth.VerifyVisitorToken("acme", "docs", tokenWithoutExpiry)
		return err == nil
	}
	return p
}

// tokenWithoutExpiry has no claims. OpenSSL has signed it with the key "k".
const tokenWithoutExpiry = "eyJhbGciOiJIUzI1NiJ9.e30.CYG8qKSuUG1cj5ZM7YUE3kRjuUjOfiv14zgdYx-7pLo"

func TestPublishingAuthIsUpdatedAndRegenerated(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site, other := w.Sites.Add(w.org, sites.Site{Visibility: sites.VisibilityVisitorAuth}).ID, w.Sites.Add(w.org, sites.Site{}).ID
	service := w.client.Sites.Publishing.Auth
	first := must(service.Get(t.Context(), w.org, site))(t)
	require.Equal(t, &sites.PublishingAuth{Object: "publishing-auth", Backend: spaces.VisitorAuthBackendCustom, PrivateKey: first.PrivateKey}, first)
	require.NotEmpty(t, first.PrivateKey.Reveal())
	require.NotEqual(t, first.PrivateKey, w.Sites.Publishing.Auth.Get(w.org, other).PrivateKey)

	updated := must(service.Update(t.Context(), w.org, site, sites.PublishingAuthUpdate{Backend: spaces.VisitorAuthBackendCustom, FallbackURL: api.Set("https://login.acme.example/?a=1")}))(t)
	require.Equal(t, new("https://login.acme.example/?a=1"), updated.FallbackURL)
	require.Equal(t, first.PrivateKey, updated.PrivateKey)
	require.Equal(t, updated, must(service.Update(t.Context(), w.org, site, sites.PublishingAuthUpdate{Backend: spaces.VisitorAuthBackendCustom}))(t))

	regenerated := must(service.Regenerate(t.Context(), w.org, site))(t)
	require.NotEqual(t, first.PrivateKey, regenerated.PrivateKey)
	want := *updated
	want.PrivateKey = regenerated.PrivateKey
	require.Equal(t, &want, regenerated, "nothing but the key changes")
	require.Equal(t, want, w.Sites.Publishing.Auth.Get(w.org, site))

	cleared := must(service.Update(t.Context(), w.org, site, sites.PublishingAuthUpdate{Backend: spaces.VisitorAuthBackendCustom, FallbackURL: api.Null[string]()}))(t)
	require.Nil(t, cleared.FallbackURL)
}

func TestBackendIsAnIntegrationWhileOneIsInstalled(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.Sites.Add(w.org, sites.Site{ID: "docs"}).ID
	for name, scopes := range map[string][]integrations.Scope{"chat": nil, "login": {integrations.ScopeSiteVisitorAuth}} {
		w.Integrations.Add(w.org, integrations.Integration{Name: name, Scopes: scopes, Categories: []integrations.Category{integrations.CategoryVisitorAuth}})
		w.Integrations.Installations.Add(name, w.org, integrations.Installation{ID: name + "-here"})
	}
	w.Integrations.Installations.Sites.Add("chat", "chat-here", site, integrations.SiteInstallation{})
	service, update := w.client.Sites.Publishing.Auth, sites.PublishingAuthUpdate{Backend: spaces.VisitorAuthBackendIntegration}
	_, err := service.Update(t.Context(), w.org, site, update)
	require.ErrorIs(t, err, api.ErrBadRequest)
	require.ErrorContains(t, err, `backend: want custom, since no integration with the scope site:visitor:auth is installed on the site "docs", got "integration"`)

	w.Integrations.Installations.Sites.Add("login", "login-here", site, integrations.SiteInstallation{})
	before := must(service.Get(t.Context(), w.org, site))(t)
	require.Equal(t, spaces.VisitorAuthBackendCustom, before.Backend)
	require.Equal(t, new("login"), before.Integration)
	got := must(service.Update(t.Context(), w.org, site, update))(t)
	require.Equal(t, spaces.VisitorAuthBackendIntegration, got.Backend)
	require.Equal(t, new("login"), got.Integration)
	require.Equal(t, w.Sites.Publishing.Auth.Update(w.org, site, sites.PublishingAuth{Backend: spaces.VisitorAuthBackendIntegration}), *got)

	must(w.client.Integrations.Installations.Sites.Delete(t.Context(), "login", "login-here", site))(t)
	require.Equal(t, spaces.VisitorAuthBackendCustom, w.Sites.Publishing.Auth.Get(w.org, site).Backend)
	require.Nil(t, w.Sites.Publishing.Auth.Get(w.org, site).Integration)
}

func TestBackendIsAnIntegrationOnlyIfOneIsSeeded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.Sites.Add(w.org, sites.Site{}).ID
	before := w.Sites.Publishing.Auth.Get(w.org, site)
	update := sites.PublishingAuthUpdate{Backend: spaces.VisitorAuthBackendIntegration, FallbackURL: api.Set("https://login.acme.example")}
	require.ErrorIs(t, errorOf(w.client.Sites.Publishing.Auth.Update(t.Context(), w.org, site, update)), api.ErrBadRequest)
	require.Equal(t, before, w.Sites.Publishing.Auth.Get(w.org, site))
	w.Sites.Publishing.Auth.Update(w.org, site, sites.PublishingAuth{Integration: new("oidc")})
	got := must(w.client.Sites.Publishing.Auth.Update(t.Context(), w.org, site, update))(t)
	require.Equal(t, spaces.VisitorAuthBackendIntegration, got.Backend)
	require.Equal(t, new("oidc"), got.Integration)
}

func TestKeyIsRegeneratedOnceAndReadAfterALostResponse(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.Sites.Add(w.org, sites.Site{}).ID
	old := w.Sites.Publishing.Auth.Get(w.org, site).PrivateKey
	w.Faults.Add("Sites.Publishing.Auth.Regenerate", 1, publishingtest.Reset().AfterCommit())
	_, err := w.client.Sites.Publishing.Auth.Regenerate(t.Context(), w.org, site)
	require.True(t, api.MayHaveApplied(err))
	require.Equal(t, 1, w.Calls.Count("Sites.Publishing.Auth.Regenerate"))
	got := must(w.client.Sites.Publishing.Auth.Get(t.Context(), w.org, site))(t)
	require.NotEqual(t, old, got.PrivateKey)
	require.Equal(t, w.Sites.Publishing.Auth.Get(w.org, site), *got)
}

func TestVisitorTokenIsValidUntilItExpiresOrTheKeyIsReplaced(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	w := newWorld(t, publishingtest.WithClock(func() time.Time { return now }))
	site, other := w.Sites.Add(w.org, sites.Site{}).ID, w.Sites.Add(w.org, sites.Site{}).ID
	auth := must(w.client.Sites.Publishing.Auth.Get(t.Context(), w.org, site))(t)
	token := sign(t, auth.PrivateKey, now.Add(time.Minute))
	claims := must(w.Sites.Publishing.Auth.VerifyVisitorToken(w.org, site, token))(t)
	require.Equal(t, map[string]any{"plan": "pro", "exp": float64(now.Add(time.Minute).Unix())}, claims)
	require.ErrorContains(t, errorOf(w.Sites.Publishing.Auth.VerifyVisitorToken(w.org, other, token)), "want a signature with the private key of the site", "the key of another site")

	now = now.Add(59 * time.Second)
	must(w.Sites.Publishing.Auth.VerifyVisitorToken(w.org, site, token))(t)
	now = now.Add(time.Second)
	_, err := w.Sites.Publishing.Auth.VerifyVisitorToken(w.org, site, token)
	require.EqualError(t, err, "visitor token: it expired at 2026-01-02T03:05:05Z")

	token = sign(t, auth.PrivateKey, now.Add(time.Minute))
	must(w.client.Sites.Publishing.Auth.Regenerate(t.Context(), w.org, site))(t)
	require.ErrorContains(t, errorOf(w.Sites.Publishing.Auth.VerifyVisitorToken(w.org, site, token)), "want a signature")
	must(w.Sites.Publishing.Auth.VerifyVisitorToken(w.org, site, sign(t, w.Sites.Publishing.Auth.Get(w.org, site).PrivateKey, now.Add(time.Minute))))(t)
}

func TestForgedVisitorTokenIsInvalid(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.Sites.Add(w.org, sites.Site{}).ID
	good := sign(t, w.Sites.Publishing.Auth.Get(w.org, site).PrivateKey, w.Now().Add(time.Hour))
	parts := strings.Split(good, ".")
	for name, token := range map[string]string{
		"empty":               "",
		"no signature":        parts[0] + "." + parts[1],
		"empty signature":     parts[0] + "." + parts[1] + ".",
		"four parts":          good + ".x",
		"none":                withPart(parts[0]+"."+parts[1]+".", 0, `{"alg":"none"}`),
		"another algorithm":   withPart(good, 0, `{"alg":"HS512"}`),
		"another header":      withPart(good, 0, `{"alg":"HS256"}`),
		"another payload":     withPart(good, 1, `{"plan":"gold","exp":9999999999}`),
		"payload no object":   withPart(good, 1, `null`),
		"payload no JSON":     withPart(good, 1, `{`),
		"header no JSON":      withPart(good, 0, `{`),
		"another signature":   withPart(good, 2, "x"),
		"padded signature":    good + "=",
		"no base64":           parts[0] + "." + parts[1] + ".!",
		"part of the key":     sign(t, api.NewSecret(w.Sites.Publishing.Auth.Get(w.org, site).PrivateKey.Reveal()[:32]), w.Now().Add(time.Hour)),
		"expiry is no number": withPart(good, 1, `{"exp":"9999999999"}`),
	} {
		claims, err := w.Sites.Publishing.Auth.VerifyVisitorToken(w.org, site, token)
		require.ErrorContains(t, err, "visitor token: ", name)
		require.Nil(t, claims, name)
		require.False(t, token != "" && strings.Contains(err.Error(), token), name)
	}
}
