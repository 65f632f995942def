package publishingtest_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/urls"
)

const (
	publishedURLs = "/v1/urls/published"
	docsURL       = "https://sites.publishing.example/acme/" + docsKey
)

// addLounge adds a published site with visitor authentication.
func (w *world) addLounge(fallback *string) {
	w.Sites.Add("acme", sites.Site{ID: "lounge", Published: true, Visibility: sites.VisibilityVisitorAuth, Hostname: new("lounge.acme.example")}, "guides")
	w.Sites.Publishing.Auth.Update("acme", "lounge", sites.PublishingAuth{FallbackURL: fallback})
}

// afterLounge proves a rule by a lookup on the site of addLounge.
func afterLounge(fallback *string, body string, holds func(t *testing.T, got wireResponse) bool) proof {
	return func(t *testing.T, w *world) bool {
		w.addLounge(fallback)
		return holds(t, w.send(t, "POST", publishedURLs, body))
	}
}

func publishedURLProofs() map[string]proof {
	const op = "urls.published"
	p := proofs{}
	at := func(path string) string { return `{"url":"` + docsURL + path + `"}` }
	p[op+".token"] = func(t *testing.T, w *world) bool {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, w.URL()+publishedURLs, strings.NewReader(at("")))
		require.NoError(t, err)
		return do(t, req).status == http.StatusOK
	}
	p[op+".api-token"] = func(t *testing.T, w *world) bool {
		token := w.send(t, "POST", publishedURLs, at("")).object(t)["apiToken"].(string)
		return w.sendWith(t, token, "GET", docs, "").status == http.StatusOK
	}
	p[op+".api-token.day"] = func(t *testing.T, w *world) bool {
		token := func() any { return w.send(t, "POST", publishedURLs, at("")).object(t)["apiToken"] }
		return token() == token()
	}
	const anonymous = `{"url":"https://lounge.acme.example/bar?x=1"}`
	fallback := new("https://login.acme.example?from=docs")
	p[op+".login"] = afterLounge(fallback, anonymous, func(t *testing.T, got wireResponse) bool {
		t.Helper()
		return got.status == http.StatusOK && got.object(t)["target"] == "external"
	})
	p[op+".login.expired"] = func(t *testing.T, w *world) bool {
		w.addLounge(fallback)
		expired := sign(t, w.Sites.Publishing.Auth.Get("acme", "lounge").PrivateKey, w.Now())
		return w.send(t, "POST", publishedURLs, `{"url":"https://lounge.acme.example","visitor":{"jwtToken":`+quoted(expired)+`}}`).status == http.StatusOK
	}
	p[op+".location"] = afterLounge(fallback, anonymous, func(t *testing.T, got wireResponse) bool {
		t.Helper()
		return got.object(t)["redirect"] == "https://login.acme.example?from=docs&location=%2Fbar"
	})
	p[op+".visitor-401"] = afterLounge(fallback, `{"url":"https://lounge.acme.example","visitor":{"jwtToken":"x"}}`, func(t *testing.T, got wireResponse) bool {
		t.Helper()
		return got.status == http.StatusUnauthorized
	})
	p[op+".no-login-401"] = afterLounge(nil, anonymous, func(t *testing.T, got wireResponse) bool {
		t.Helper()
		return got.status == http.StatusUnauthorized
	})
	return p
}

// published looks a URL up without a token.
func (w *world) published(t *testing.T, lookup urls.PublishedLookup) (*urls.PublishedResult, error) {
	t.Helper()
	client := must(publishing.NewClient(w.URL(), publishing.WithoutAuth(), publishing.WithAttemptTimeout(-1), publishing.WithoutRetry()))(t)
	t.Cleanup(client.CloseIdleConnections)
	return client.URLs.Published(t.Context(), lookup)
}

func (w *world) publishedAt(t *testing.T, text string) *urls.PublishedContent {
	t.Helper()
	result := must(w.published(t, urls.PublishedLookup{URL: api.NewSecret(text)}))(t, text)
	require.Nil(t, result.Redirect, text)
	require.False(t, result.Content.APIToken.IsZero(), text)
	return result.Content
}

func TestPublishedURLLeadsToThePartWithTheLongestAddress(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seedAcme()
	w.Sites.Add("acme", sites.Site{ID: "plain", Published: true, Hostname: new("plain.acme.example")}, "papers")
	w.Sites.Add("acme", sites.Site{ID: "proxied", Published: true, Proxy: &sites.Proxy{Origin: "acme.example/help"}}, "guides")
	key := new(api.NewSecret(docsKey))
	ofDocs := func(section *string, siteSpace, base, pathname string, complete bool) urls.PublishedContent {
		return urls.PublishedContent{
			Organization: "acme", Site: "docs", SiteSection: section, SiteSpace: siteSpace, Space: "guides", ShareKey: key, Complete: complete,
			SiteBasePath: "/acme/" + docsKey + "/", BasePath: "/acme/" + docsKey + base, Pathname: pathname,
			CanonicalURL: strings.TrimSuffix("https://sites.publishing.example/acme"+base+pathname, "/"),
		}
	}
	ofSite := func(id, space, base, host, pathname string) urls.PublishedContent {
		return urls.PublishedContent{
			Organization: "acme", Site: id, SiteSpace: w.Sites.SiteSpaces.All("acme", id)[0].ID, Space: space, Complete: true,
			SiteBasePath: base, BasePath: base, Pathname: pathname, CanonicalURL: strings.TrimSuffix(host+base+pathname, "/"),
		}
	}
	extra := ""
	for _, placed := range w.Sites.SiteSpaces.All("acme", "docs") {
		if placed.ID == "manual" {
			extra = placed.Path
		}
	}
	for text, want := range map[string]urls.PublishedContent{
		docsURL + "/untitled-section-2":            ofDocs(new("second"), "extra", "/untitled-section-2/", "", true),
		docsURL + "/untitled-section-2/a/b/?x=1#y": ofDocs(new("second"), "extra", "/untitled-section-2/", "a/b", true),
		docsURL + "/untitled-section-20":           ofDocs(new("first"), "guide", "/", "untitled-section-20", true),
		docsURL:                                    ofDocs(new("first"), "guide", "/", "", false),
		docsURL + "/" + extra:                      ofDocs(new("first"), "manual", "/"+extra+"/", "", true),

		"https://plain.acme.example":            ofSite("plain", "papers", "/", "https://plain.acme.example", ""),
		"http://PLAIN.acme.example/a%2Fb/c":     ofSite("plain", "papers", "/", "https://plain.acme.example", "a%2Fb/c"),
		"https://acme.example/help/first-steps": ofSite("proxied", "guides", "/help/", "https://acme.example", "first-steps"),
	} {
		got := *w.publishedAt(t, text)
		got.APIToken = api.Secret{}
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{
		"https://sites.publishing.example/acme", "https://sites.publishing.example/acme/other-key", "https://sites.publishing.example/acme?shareKey=" + docsKey,
		"https://acme.example/helpdesk", "https://acme.example", "https://other.acme.example", "mailto:ada@acme.example",
	} {
		require.ErrorIs(t, errorOf(w.published(t, urls.PublishedLookup{URL: api.NewSecret(text)})), api.ErrNotFound, text)
	}
}

func TestWhatIsNotPublishedIsNotFound(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seedAcme()
	look := func() error {
		return errorOf(w.published(t, urls.PublishedLookup{URL: api.NewSecret(docsURL + "/untitled-section-2")}))
	}
	require.NoError(t, look())
	w.Sites.Unpublish("acme", "docs")
	require.ErrorIs(t, look(), api.ErrNotFound)
	w.Sites.Publish("acme", "docs")
	require.NoError(t, look())
	for _, draft := range []bool{true, false} {
		must(w.client.Sites.Sections.Update(t.Context(), "acme", "docs", "second", sites.SectionUpdate{Draft: &draft}))(t)
		require.Equal(t, draft, *w.publishedAt(t, docsURL+"/untitled-section-2").SiteSection == "first", "the path below the section that remains")
	}
	must(w.client.Sites.ShareLinks.Update(t.Context(), "acme", "docs", "key", sites.ShareLinkUpdate{Active: new(false)}))(t)
	require.ErrorIs(t, look(), api.ErrNotFound)

	w.Sites.Add("acme", sites.Site{ID: "plain", Published: true, Hostname: new("plain.acme.example")}, "papers")
	require.Equal(t, "papers", w.publishedAt(t, "https://plain.acme.example").Space)
	must(w.client.Spaces.Delete(t.Context(), "papers"))(t)
	require.ErrorIs(t, errorOf(w.published(t, urls.PublishedLookup{URL: api.NewSecret("https://plain.acme.example")})), api.ErrNotFound)
}

func TestAPITokenOfPublishedContentReadsItsSite(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 22, 0, 0, 0, time.UTC)
	w := newWorld(t, publishingtest.WithClock(func() time.Time { return now }))
	w.seedAcme()
	w.Sites.Add("acme", sites.Site{ID: "plain", Published: true, Hostname: new("plain.acme.example")}, "papers")
	w.Integrations.Add("acme", integrations.Integration{Name: "chat"})
	w.Integrations.Installations.Add("chat", "acme", integrations.Installation{ID: "chat-on-acme"})
	w.Integrations.Installations.Spaces.Add("chat", "chat-on-acme", "papers", integrations.SpaceInstallation{})
	token := w.publishedAt(t, "https://plain.acme.example").APIToken.Reveal()
	require.Equal(t, token, w.publishedAt(t, "https://plain.acme.example").APIToken.Reveal())
	status := func(method, path string) int { return w.sendWith(t, token, method, path, "").status }

	const plain = "/v1/orgs/acme/sites/plain"
	for _, path := range []string{plain, plain + "/published", plain + "/structure", "/v1/spaces/papers", "/v1/spaces/papers/content"} {
		require.Equal(t, http.StatusOK, status("GET", path), path)
	}
	require.Equal(t, http.StatusBadRequest, status("POST", plain+"/search"), "a search reads")
	for _, path := range []string{
		docs, "/v1/orgs/other/sites/plain", "/v1/orgs/acme", "/v1/spaces/guides",
		"/v1/integrations/chat/installations/chat-on-acme/spaces/papers",
		plain + "/publishing/auth", plain + "/publishing/preview", plain + "/share-links", plain + "/mcp-servers",
	} {
		require.Equal(t, http.StatusUnauthorized, status("GET", path), path)
	}
	require.Equal(t, http.StatusUnauthorized, status("DELETE", plain))

	now = time.Date(2026, 1, 3, 0, 4, 59, 0, time.UTC)
	require.Equal(t, http.StatusOK, status("GET", plain))
	now = now.Add(time.Second)
	require.Equal(t, http.StatusUnauthorized, status("GET", plain))

	var claims struct{ Exp int64 }
	require.NoError(t, json.Unmarshal(claimsOf(t, token), &claims))
	require.Equal(t, now, time.Unix(claims.Exp, 0).UTC())
	require.NotEqual(t, token, w.publishedAt(t, "https://plain.acme.example").APIToken.Reveal())
}

func TestVisitorsOfAPublishedURLAreAuthenticated(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seedAcme()
	w.addLounge(new("https://login.acme.example/in?from=docs"))
	key := w.Sites.Publishing.Auth.Get("acme", "lounge").PrivateKey
	lookup := func(token string, redirect *bool) urls.PublishedLookup {
		return urls.PublishedLookup{
			URL: api.NewSecret("https://lounge.acme.example/bar%20a?jwt_token=hush"), RedirectOnError: redirect,
			Visitor: &urls.Visitor{JWTToken: api.NewSecret(token)},
		}
	}
	good, later := sign(t, key, w.Now().Add(time.Hour)), sign(t, key, w.Now().Add(2*time.Hour))
	bad := sign(t, api.NewSecret("another"), w.Now().Add(time.Hour))
	toLogin := &urls.Redirect{Target: urls.RedirectTargetExternal, URL: "https://login.acme.example/in?from=docs&location=%2Fbar%2520a"}

	first := must(w.published(t, lookup(good, nil)))(t)
	require.Equal(t, "lounge", first.Content.Site)
	require.NotNil(t, first.Content.ContextID)
	require.Equal(t, first.Content.ContextID, must(w.published(t, lookup(later, nil)))(t).Content.ContextID, "the same claims")
	other := must(sites.SignVisitorToken(key, map[string]any{"plan": "free"}, w.Now().Add(time.Hour)))(t)
	require.NotEqual(t, first.Content.ContextID, must(w.published(t, lookup(other.Reveal(), nil)))(t).Content.ContextID)

	for _, redirect := range []*bool{nil, new(false), new(true)} {
		for _, anonymous := range []urls.PublishedLookup{lookup("", redirect), {URL: lookup("", nil).URL, RedirectOnError: redirect}} {
			require.Equal(t, &urls.PublishedResult{Redirect: toLogin}, must(w.published(t, anonymous))(t))
		}
		result, err := w.published(t, lookup(bad, redirect))
		if redirect != nil && *redirect {
			require.NoError(t, err)
			require.Equal(t, toLogin, result.Redirect)
			continue
		}
		requireError(t, err, api.ErrUnauthorized, "want a signature")
		require.NotContains(t, fmt.Sprint(err), bad)
	}

	require.Nil(t, w.publishedAt(t, docsURL).ContextID, "other sites have no visitors")
	unsigned := urls.PublishedLookup{URL: api.NewSecret(docsURL), Visitor: &urls.Visitor{JWTToken: api.NewSecret(bad)}}
	must(w.published(t, unsigned))(t, "other sites ignore the token")
}

// TestResolvePublishedFindsTheSitesOfTheServer resolves pages of all sites, with a space on each.
func TestResolvePublishedFindsTheSitesOfTheServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seedAcme()
	for text, want := range map[string][2]string{
		docsURL:                                     {"guide", ""},
		docsURL + "/untitled-section-2":             {"extra", ""},
		docsURL + "/untitled-section-2/a":           {"extra", "a"},
		docsURL + "/untitled-section-2/a/b/c/d":     {"extra", "a/b/c/d"},
		docsURL + "/~/changes/1/a/b":                {"guide", "a/b"},
		docsURL + "/untitled-section-2/~/changes/1": {"extra", ""},
	} {
		w.Calls.Forget()
		got := must(w.client.URLs.ResolvePublished(t.Context(), urls.PublishedLookup{URL: api.NewSecret(text)}))(t, text)
		path := strings.Trim(got.Content.Pathname+"/"+got.Path, "/")
		require.Equal(t, want, [2]string{got.Content.SiteSpace, path}, text)
		require.Equal(t, 1, w.Calls.Count("URLs.Published"), text)
	}
}

// claimsOf returns the claims of a JSON Web Token.
func claimsOf(t *testing.T, token string) []byte {
	t.Helper()
	return must(base64.RawURLEncoding.DecodeString(strings.Split(token, ".")[1]))(t)
}
