package publishingtest_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// docsKey is the share key of the site docs.
const docsKey = "2c70e12b7a0646f9"

func redirectProofs() map[string]proof {
	const path, one = docs + "/redirects", docs + "/redirects/moved"
	const toHome = `{"kind":"site-space","siteSpaceId":"home"}`
	p := proofs{}
	p.rejects("sites.redirects.source.unique", "POST", path, `{"source":"/MOVED","destination":`+toHome+`}`, "source")
	p.rejects("sites.redirects.destination.exists", "PATCH", one, `{"destination":{"kind":"site-section","siteSectionId":"nowhere"}}`, "destination")
	p.shows("sites.redirects.list.newest-first", "GET", path, "", func(list map[string]any) bool { return ids(list) == "gone moved" })

	const resolve = docs + "/redirect?shareKey=" + docsKey + "&source="
	p.responds("sites.redirects.resolve.hidden-404", "GET", docs+"/redirect?source=/moved", "", http.StatusNotFound)
	p["sites.redirects.resolve.wildcard"] = func(t *testing.T, w *world) bool {
		w.Sites.Redirects.Add("acme", "docs", sites.Redirect{Source: "/old/*", CaptureWildcard: new(true), Destination: sites.RedirectDestination{
			Kind: sites.RedirectDestinationKindSiteSpace, SiteSpaceID: new("home"),
		}})
		return w.try(t, w.Token(), "GET", resolve+"/old/a/b", "").status == http.StatusOK
	}
	p["sites.redirects.resolve.gone-404"] = func(t *testing.T, w *world) bool {
		require.Equal(t, http.StatusResetContent, w.send(t, "DELETE", docs+"/site-spaces/extra", "").status)
		return w.send(t, "GET", resolve+"/gone", "").status == http.StatusNotFound
	}
	return p
}

// newRedirectedSite adds a published site with the spaces guides, the default, and api at the root,
// which has a page below another.
func newRedirectedSite(t *testing.T, opts ...publishingtest.Option) (w *world, site string, destinations map[string]sites.RedirectDestination) {
	t.Helper()
	w = newWorld(t, opts...)
	w.Spaces.Add(w.org, spaces.Space{ID: "guides", Title: "Guides"})
	w.Spaces.Add(w.org, spaces.Space{ID: "api", Title: "API"}, publishingtest.Page{ID: "start", Title: "Start", Pages: []publishingtest.Page{
		{ID: "first", Title: "First steps"},
		{ID: "link", Title: "Elsewhere", Type: spaces.PageTypeLink, Target: &spaces.ContentRef{Kind: spaces.ContentRefKindURL, URL: new("https://example.com")}},
	}})
	site = w.Sites.Add(w.org, sites.Site{ID: "site", Basename: new("acme"), Published: true}).ID
	w.Sites.Sections.Add(w.org, site, sites.Section{ID: "docs", Title: "Docs"}, "guides")
	w.Sites.Sections.Add(w.org, site, sites.Section{ID: "reference", Title: "Reference"})
	w.Sites.SiteSpaces.Add(w.org, site, sites.SiteSpace{ID: "v1", Space: spaces.Space{ID: "guides"}, Section: new("reference")})
	w.Sites.SiteSpaces.Add(w.org, site, sites.SiteSpace{ID: "v2", Space: spaces.Space{ID: "api"}, Section: new("reference")})
	return w, site, map[string]sites.RedirectDestination{
		"/reference":     {Kind: sites.RedirectDestinationKindSection, SiteSectionID: new("reference")},
		"":               {Kind: sites.RedirectDestinationKindSection, SiteSectionID: new("docs")},
		"/reference/api": {Kind: sites.RedirectDestinationKindSiteSpace, SiteSpaceID: new("v2")},
		"/reference/api/start/first-steps": {
			Kind: sites.RedirectDestinationKindPage, SiteSpaceID: new("v2"), PageID: new("first"),
		},
	}
}

func TestLifeOfARedirect(t *testing.T) {
	t.Parallel()
	w, site, to := newRedirectedSite(t)
	redirects := w.client.Sites.Redirects
	list := func(search string) []sites.Redirect {
		return must(redirects.List(t.Context(), w.org, site, sites.RedirectListOptions{Search: search}))(t).Items
	}
	first := must(redirects.Create(t.Context(), w.org, site, sites.RedirectCreate{Source: "/Old/a%20b", Destination: to["/reference"]}))(t)
	require.Equal(t, &sites.Redirect{Object: "site-redirect", ID: first.ID, Source: "/Old/a%20b", Destination: to["/reference"]}, first)
	second := must(redirects.Create(t.Context(), w.org, site, sites.RedirectCreate{Source: "/older", Destination: to["/reference/api"]}))(t)
	require.Equal(t, []sites.Redirect{*second, *first}, list(""), "newest first")
	require.Equal(t, []sites.Redirect{*first, *second}, w.Sites.Redirects.All(w.org, site))
	require.Equal(t, []sites.Redirect{*first}, list("old/A"))
	require.Empty(t, list("reference"))

	for source, update := range map[string]sites.RedirectUpdate{
		"/older": {},
		"/OLDER": {Source: new("/OLDER")}, // its own, in another case
		"/newer": {Source: new("/newer")},
	} {
		got := must(redirects.Update(t.Context(), w.org, site, second.ID, update))(t)
		if update.Source != nil {
			require.Equal(t, source, got.Source)
		}
		require.Equal(t, to["/reference/api"], got.Destination, "kept")
	}
	require.ErrorIs(t, errorOf(redirects.Update(t.Context(), w.org, site, second.ID, sites.RedirectUpdate{Source: new("/old/A%20b")})), publishing.ErrBadRequest)
	page := to["/reference/api/start/first-steps"]
	moved := must(redirects.Update(t.Context(), w.org, site, first.ID, sites.RedirectUpdate{Destination: &page}))(t)
	require.Equal(t, &sites.Redirect{Object: "site-redirect", ID: first.ID, Source: "/Old/a%20b", Destination: page}, moved)

	must(redirects.Delete(t.Context(), w.org, site, first.ID))(t)
	require.Len(t, list(""), 1)
}

func TestRedirectLeadsToAURLOrToThePageAtAPath(t *testing.T) {
	t.Parallel()
	w, site, to := newRedirectedSite(t)
	redirects := w.client.Sites.Redirects
	const url = "https://example.com/manual?a=b"
	external := sites.RedirectDestination{Kind: sites.RedirectDestinationKindExternal, URL: new(url)}
	atPath := func(path string) sites.RedirectDestination {
		return sites.RedirectDestination{Kind: sites.RedirectDestinationKindPath, SpaceID: new("api"), Path: &path}
	}
	page := to["/reference/api/start/first-steps"]

	created := must(redirects.Create(t.Context(), w.org, site, sites.RedirectCreate{Source: "/manual", Destination: external}))(t)
	require.Equal(t, external, created.Destination)
	created = must(redirects.Create(t.Context(), w.org, site, sites.RedirectCreate{Source: "/first", Destination: atPath("start/first-steps")}))(t)
	require.Equal(t, page, created.Destination, "the page, not its path")
	updated := must(redirects.Update(t.Context(), w.org, site, created.ID, sites.RedirectUpdate{Destination: &external}))(t)
	require.Equal(t, external, updated.Destination)
	changed := sites.RedirectChange{Source: "/first", Destination: api.Set(atPath("start/first-steps"))}
	must(redirects.Put(t.Context(), w.org, site, sites.RedirectPut{Redirects: []sites.RedirectChange{changed}}))(t)
	seed := w.Sites.Redirects.Add(w.org, site, sites.Redirect{Source: "/seeded", Destination: atPath("start/first-steps")})
	require.Equal(t, page, seed.Destination)

	home := *w.Sites.All(w.org)[0].URLs.Published
	for source, target := range map[string]string{
		"/manual": url, "/first": home + "/reference/api/start/first-steps", "/seeded": home + "/reference/api/start/first-steps",
	} {
		require.Equal(t, target, must(redirects.Resolve(t.Context(), w.org, site, sites.RedirectResolveOptions{Source: source}))(t).Target)
	}
	for name, destination := range map[string]sites.RedirectDestination{
		"no such page":          atPath("start/nowhere"),
		"a space off the site":  {Kind: sites.RedirectDestinationKindPath, SpaceID: new("papers"), Path: new("start")},
		"a page that is a link": atPath("start/elsewhere"),
	} {
		err := errorOf(redirects.Create(t.Context(), w.org, site, sites.RedirectCreate{Source: "/new", Destination: destination}))
		require.ErrorIs(t, err, publishing.ErrBadRequest, name)
	}
}

func TestDraftOfARedirectDoesNotRedirect(t *testing.T) {
	t.Parallel()
	w, site, to := newRedirectedSite(t)
	redirects := w.client.Sites.Redirects
	draft := must(redirects.Create(t.Context(), w.org, site, sites.RedirectCreate{Source: "/old", Destination: to["/reference"], Draft: new(true)}))(t)
	require.Equal(t, new(true), draft.Draft)
	require.ErrorIs(t, errorOf(redirects.Resolve(t.Context(), w.org, site, sites.RedirectResolveOptions{Source: "/old"})), publishing.ErrNotFound)
	require.ErrorIs(t, errorOf(redirects.Create(t.Context(), w.org, site, sites.RedirectCreate{Source: "/old", Destination: to[""], Draft: new(true)})), publishing.ErrBadRequest)
	must(redirects.Create(t.Context(), w.org, site, sites.RedirectCreate{Source: "/old", Destination: to[""]}))(t) // beside the draft
	require.Len(t, w.Sites.Redirects.All(w.org, site), 2)
	require.ErrorIs(t, errorOf(redirects.Update(t.Context(), w.org, site, draft.ID, sites.RedirectUpdate{Draft: new(false)})), publishing.ErrBadRequest, "there is a live one")
	must(redirects.Update(t.Context(), w.org, site, draft.ID, sites.RedirectUpdate{Draft: new(false), Source: new("/new")}))(t)
	require.Equal(t, to["/reference"], must(redirects.Resolve(t.Context(), w.org, site, sites.RedirectResolveOptions{Source: "/new"}))(t).Redirect.Destination)
	list := must(redirects.List(t.Context(), w.org, site, sites.RedirectListOptions{OrderBy: sites.RedirectSortSource}))(t)
	require.Equal(t, []string{"/new", "/old"}, mapped(list.Items, func(r sites.Redirect) string { return r.Source }))
}

func TestRedirectsAreSortedByTheirLastChange(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	w, site, to := newRedirectedSite(t, publishingtest.WithClock(func() time.Time { return now }))
	redirects, seeded := w.client.Sites.Redirects, map[string]string{}
	put := func(source string, intent sites.RedirectIntent) {
		change := sites.RedirectChange{Source: source, Intent: intent}
		if intent != sites.RedirectIntentPublish {
			change.Destination = api.Set(to["/reference/api"])
		}
		must(redirects.Put(t.Context(), w.org, site, sites.RedirectPut{Redirects: []sites.RedirectChange{change}}))(t)
	}
	requireOrder := func(want string) {
		t.Helper()
		list := collect(t, redirects.All(t.Context(), w.org, site, sites.RedirectListOptions{OrderBy: sites.RedirectSortUpdatedAt, Limit: 1}))
		require.Equal(t, want, strings.Join(mapped(list, func(r sites.Redirect) string { return r.Source }), " "))
		now = now.Add(time.Minute)
	}
	for _, source := range []string{"/a", "/b", "/c"} {
		seeded[source] = w.Sites.Redirects.Add(w.org, site, sites.Redirect{Source: source, Destination: to["/reference"]}).ID
	}
	requireOrder("/c /b /a")
	long := now.Add(-time.Hour)
	old := w.Sites.Redirects.Add(w.org, site, sites.Redirect{Source: "/old", Destination: to["/reference"], UpdatedAt: &long}).ID
	requireOrder("/c /b /a /old")
	updated := must(redirects.Update(t.Context(), w.org, site, old, sites.RedirectUpdate{Permanent: new(true)}))(t)
	require.Equal(t, &now, updated.UpdatedAt)
	require.Equal(t, []time.Time{now}, mapped(must(redirects.List(t.Context(), w.org, site, sites.RedirectListOptions{Search: "/old"}))(t).Items,
		func(r sites.Redirect) time.Time { return *r.UpdatedAt }))
	must(redirects.Delete(t.Context(), w.org, site, old))(t)
	must(redirects.Update(t.Context(), w.org, site, seeded["/a"], sites.RedirectUpdate{CaptureWildcard: new(true)}))(t)
	requireOrder("/a /c /b")
	put("/b", sites.RedirectIntentLive)
	requireOrder("/b /a /c")
	put("/c", sites.RedirectIntentDraft)
	requireOrder("/b /a /c")
	put("/c", sites.RedirectIntentPublish)
	requireOrder("/c /b /a")
}

func TestRedirectResolvesToThePublishedAddress(t *testing.T) {
	t.Parallel()
	w, site, to := newRedirectedSite(t)
	home := *w.Sites.All(w.org)[0].URLs.Published
	for path, destination := range to {
		source := "/from" + path
		w.Sites.Redirects.Add(w.org, site, sites.Redirect{Source: source, Destination: destination})
		got := must(w.client.Sites.Redirects.Resolve(t.Context(), w.org, site, sites.RedirectResolveOptions{Source: strings.ToUpper(source)}))(t)
		require.Equal(t, home+path, got.Target)
		require.Equal(t, source, got.Redirect.Source)
		require.Equal(t, destination, got.Redirect.Destination)
	}
	sections := w.Sites.Sections.All(w.org, site)
	require.Equal(t, home+"/reference", *sections[1].URLs.Published, "as the section has it")
	require.Equal(t, home+"/reference/api", *sections[1].SiteSpaces[1].URLs.Published)
	for _, source := range []string{"/from/reference/ap", "/reference", "/nowhere"} {
		require.ErrorIs(t, errorOf(w.client.Sites.Redirects.Resolve(t.Context(), w.org, site, sites.RedirectResolveOptions{Source: source})), publishing.ErrNotFound, source)
	}
	w.Sites.Unpublish(w.org, site)
	require.ErrorIs(t, errorOf(w.client.Sites.Redirects.Resolve(t.Context(), w.org, site, sites.RedirectResolveOptions{Source: "/from/reference"})), publishing.ErrNotFound)
}

func TestRedirectOfAShareLinkSiteResolvesWithItsKey(t *testing.T) {
	t.Parallel()
	w, site, to := newRedirectedSite(t)
	link := w.Sites.ShareLinks.Add(w.org, site, sites.ShareLink{})
	must(w.client.Sites.Update(t.Context(), w.org, site, sites.Update{Visibility: sites.VisibilityShareLink}))(t)
	address := *w.Sites.ShareLinks.All(w.org, site)[0].URLs.Published
	key := address[strings.LastIndex(address, "/")+1:]
	w.Sites.Redirects.Add(w.org, site, sites.Redirect{Source: "/old", Destination: to["/reference"]})
	resolve := func(key string) (*sites.ResolvedRedirect, error) {
		return w.client.Sites.Redirects.Resolve(t.Context(), w.org, site, sites.RedirectResolveOptions{Source: "/old", ShareKey: api.NewSecret(key)})
	}
	require.Equal(t, address+"/reference", must(resolve(key))(t).Target)
	for _, wrong := range []string{"", "wrong"} {
		require.ErrorIs(t, errorOf(resolve(wrong)), publishing.ErrNotFound)
	}
	must(w.client.Sites.ShareLinks.Update(t.Context(), w.org, site, link.ID, sites.ShareLinkUpdate{Active: new(false)}))(t)
	_, err := resolve(key)
	require.ErrorIs(t, err, publishing.ErrNotFound)
	require.NotContains(t, err.Error(), key)
	require.NotContains(t, err.Error(), url.QueryEscape("/old"))
}

func TestRedirectToWhatWasDeletedDoesNotResolve(t *testing.T) {
	t.Parallel()
	for name, remove := range map[string]func(w *world, site string) error{
		"section": func(w *world, site string) error {
			return errorOf(w.client.Sites.Sections.Delete(w.t.Context(), w.org, site, "reference"))
		},
		"site space": func(w *world, site string) error {
			return errorOf(w.client.Sites.SiteSpaces.Delete(w.t.Context(), w.org, site, "v2"))
		},
		"space": func(w *world, _ string) error { return errorOf(w.client.Spaces.Delete(w.t.Context(), "api")) },
		"page": func(w *world, _ string) error {
			w.Spaces.Pages.Remove("api", "", "first")
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, site, to := newRedirectedSite(t)
			w.t = t
			at := map[string]string{"section": "/reference", "site space": "/reference/api", "space": "/reference/api", "page": "/reference/api/start/first-steps"}[name]
			seeded := w.Sites.Redirects.Add(w.org, site, sites.Redirect{Source: "/old", Destination: to[at]})
			options := sites.RedirectResolveOptions{Source: "/old"}
			must(w.client.Sites.Redirects.Resolve(t.Context(), w.org, site, options))(t)
			require.NoError(t, remove(w, site))
			require.ErrorIs(t, errorOf(w.client.Sites.Redirects.Resolve(t.Context(), w.org, site, options)), publishing.ErrNotFound)
			require.Equal(t, []sites.Redirect{seeded}, w.Sites.Redirects.All(w.org, site), "it remains")
			destination := to[at]
			require.ErrorIs(t, errorOf(w.client.Sites.Redirects.Update(t.Context(), w.org, site, seeded.ID, sites.RedirectUpdate{Destination: &destination})), publishing.ErrBadRequest)
		})
	}
}

func TestDestinationOfARedirectIsOnTheSite(t *testing.T) {
	t.Parallel()
	w, site, _ := newRedirectedSite(t)
	other := w.Sites.Add(w.org, sites.Site{}, "api").ID
	elsewhere := w.Sites.SiteSpaces.All(w.org, other)[0].ID
	for _, destination := range []string{
		`{"kind":"site-section","siteSectionId":"nowhere"}`, `{"kind":"site-space","siteSpaceId":"nowhere"}`, `{"kind":"site-space","siteSpaceId":"` + elsewhere + `"}`,
		`{"kind":"site-page","siteSpaceId":"v1","pageId":"first"}`, `{"kind":"site-page","siteSpaceId":"v2","pageId":"nowhere"}`,
		`{"kind":"site-page","siteSpaceId":"v2","pageId":"link"}`, `{"kind":"site-page","siteSpaceId":"nowhere","pageId":"first"}`,
		`{"kind":"site-section","siteSpaceId":"v2"}`, `{"kind":"site-space","siteSectionId":"docs"}`, `{"kind":"site-page","pageId":"first"}`,
		`{"kind":"external"}`, `{"kind":"path","spaceId":"api"}`, `{"kind":"path","path":"start"}`,
	} {
		got := w.send(t, "POST", w.at("/sites/"+site+"/redirects"), `{"source":"/old","destination":`+destination+`}`)
		require.Equal(t, http.StatusBadRequest, got.status, destination)
	}
	require.Empty(t, w.Sites.Redirects.All(w.org, site))
}

func redirectPutProofs() map[string]proof {
	const path = docs + "/redirects"
	status := func(want string) func(got map[string]any) bool {
		return func(got map[string]any) bool { return at(got, "results.0.status") == want }
	}
	p := proofs{}
	p.shows("sites.redirects.put.no-draft", "PUT", path, `{"redirects":[{"source":"/moved","intent":"publish"}]}`, status("error"))
	p.shows("sites.redirects.put.absent", "PUT", path, `{"redirects":[{"source":"/nowhere","destination":null}]}`, status("deleted"))
	return p
}

func TestWildcardMatchesAllPathsBelowIt(t *testing.T) {
	t.Parallel()
	w, site, to := newRedirectedSite(t)
	home := *w.Sites.All(w.org)[0].URLs.Published
	for source, captures := range map[string]bool{"/old/*": true, "/old/kept/*": false, "/dash*": true} {
		w.Sites.Redirects.Add(w.org, site, sites.Redirect{Source: source, Destination: to["/reference"], CaptureWildcard: &captures})
	}
	w.Sites.Redirects.Add(w.org, site, sites.Redirect{Source: "/old/a", Destination: to["/reference/api"]})
	w.Sites.Redirects.Add(w.org, site, sites.Redirect{Source: "/draft/*", Destination: to["/reference"], Draft: new(true)})
	for source, want := range map[string]string{
		"/old/a": "/reference/api", "/old/b/c": "/reference/b/c", "/OLD/b": "/reference/b", "/old/kept/d": "/reference", "/dash-e": "/reference/-e",
	} {
		got := must(w.client.Sites.Redirects.Resolve(t.Context(), w.org, site, sites.RedirectResolveOptions{Source: source}))(t)
		require.Equal(t, home+want, got.Target, source)
	}
	for _, source := range []string{"/old", "/draft/a"} {
		err := errorOf(w.client.Sites.Redirects.Resolve(t.Context(), w.org, site, sites.RedirectResolveOptions{Source: source}))
		require.ErrorIs(t, err, publishing.ErrNotFound, source)
	}
}

func TestBatchThatChangesNothingIsNoCommit(t *testing.T) {
	t.Parallel()
	w, site, to := newRedirectedSite(t)
	put := func(changes ...sites.RedirectChange) int {
		_, _ = w.client.Sites.Redirects.Put(t.Context(), w.org, site, sites.RedirectPut{Redirects: changes})
		return w.Calls.Commits("Sites.Redirects.Put")
	}
	absent := sites.RedirectChange{Source: "/gone", Destination: api.Null[sites.RedirectDestination]()}
	require.Zero(t, put(absent, sites.RedirectChange{Source: "/gone", Intent: sites.RedirectIntentPublish}))
	require.Equal(t, 1, put(absent, sites.RedirectChange{Source: "/new", Destination: api.Set(to["/reference"])}))
	require.Equal(t, 2, put(sites.RedirectChange{Source: "/new", Destination: absent.Destination}))
}

func TestRedirectsAreChangedInBulk(t *testing.T) {
	t.Parallel()
	w, site, to := newRedirectedSite(t)
	redirects := w.client.Sites.Redirects
	put := func(changes ...sites.RedirectChange) ([]sites.RedirectPutResult, error) {
		results, err := redirects.Put(t.Context(), w.org, site, sites.RedirectPut{Redirects: changes})
		if err != nil {
			return nil, err
		}
		return results.Results, nil
	}
	change := func(source string, intent sites.RedirectIntent, destination string) sites.RedirectChange {
		return sites.RedirectChange{Source: source, Intent: intent, Destination: api.Set(to[destination])}
	}
	const live, draft, publish = sites.RedirectIntentLive, sites.RedirectIntentDraft, sites.RedirectIntentPublish
	null := api.Null[sites.RedirectDestination]()
	batch := []sites.RedirectChange{change("/a", "", "/reference"), change("/A", draft, "/reference/api"), change("/b", live, "")}
	batch[0].CaptureWildcard, batch[0].Permanent = new(true), new(true)

	created := must(put(batch...))(t)
	list := w.Sites.Redirects.All(w.org, site)
	require.Len(t, list, 3)
	for i, want := range []sites.RedirectPutResult{{Source: "/a"}, {Source: "/A", Draft: true}, {Source: "/b"}} {
		want.Status, want.ID = sites.RedirectPutStatusCreated, &list[i].ID
		require.Equal(t, want, created[i])
		require.Equal(t, want.Draft, publishing.Value(list[i].Draft))
	}
	require.Equal(t, new(true), list[0].CaptureWildcard)
	require.Equal(t, new(true), list[0].Permanent)

	again := must(put(batch...))(t)
	require.Equal(t, list, w.Sites.Redirects.All(w.org, site), "the same batch again changes nothing")
	for i := range again {
		require.Equal(t, sites.RedirectPutStatusUpdated, again[i].Status)
		require.Equal(t, created[i].ID, again[i].ID)
	}

	published := must(put(sites.RedirectChange{Source: "/a", Intent: publish}))(t)
	require.Equal(t, []sites.RedirectPutResult{{Status: sites.RedirectPutStatusPublished, Source: "/a", ID: created[0].ID}}, published)
	list = w.Sites.Redirects.All(w.org, site)
	require.Len(t, list, 2)
	require.Equal(t, to["/reference/api"], list[0].Destination, "that of the draft")
	must(put(change("/c", draft, "")))(t)
	published = must(put(sites.RedirectChange{Source: "/c", Intent: publish}))(t)
	require.Equal(t, new(false), w.Sites.Redirects.All(w.org, site)[2].Draft)
	require.Equal(t, &w.Sites.Redirects.All(w.org, site)[2].ID, published[0].ID)

	_, err := put(
		sites.RedirectChange{Source: "/a", Intent: publish}, sites.RedirectChange{Source: "/b", Destination: null},
		sites.RedirectChange{Source: "/d", Destination: api.Set(sites.RedirectDestination{Kind: sites.RedirectDestinationKindSection, SiteSectionID: new("gone")})},
		sites.RedirectChange{Source: "/e", Intent: draft, Destination: null}, change("/f", "", ""),
	)
	var failed *sites.RedirectPutError
	require.ErrorAs(t, err, &failed)
	statuses := mapped(failed.Results, func(result sites.RedirectPutResult) sites.RedirectPutStatus { return result.Status })
	require.Equal(t, []sites.RedirectPutStatus{"error", "deleted", "error", "deleted", "created"}, statuses)
	require.Len(t, failed.Failed(), 2)
	require.Len(t, w.Sites.Redirects.All(w.org, site), 3, "the others took effect")
}

func TestDraftOfARedirectIsNotFollowed(t *testing.T) {
	t.Parallel()
	w, site, to := newRedirectedSite(t)
	must(w.client.Sites.Redirects.Put(t.Context(), w.org, site, sites.RedirectPut{Redirects: []sites.RedirectChange{
		{Source: "/old", Intent: sites.RedirectIntentDraft, Destination: api.Set(to["/reference"])},
	}}))(t)
	require.Len(t, must(w.client.Sites.Redirects.List(t.Context(), w.org, site, sites.RedirectListOptions{Draft: new(true)}))(t).Items, 1)
	live := must(w.client.Sites.Redirects.List(t.Context(), w.org, site, sites.RedirectListOptions{}))(t)
	require.Empty(t, live.Items)
	require.ErrorIs(t, errorOf(w.client.Sites.Redirects.Resolve(t.Context(), w.org, site, sites.RedirectResolveOptions{Source: "/old"})), publishing.ErrNotFound)
	must(w.client.Sites.Redirects.Create(t.Context(), w.org, site, sites.RedirectCreate{Source: "/old", Destination: to["/reference"]}))(t, "the live redirect is another one")
}

func TestBatchOfFiveHundredRedirectsIsRetriedUnlessItPublishes(t *testing.T) {
	t.Parallel()
	w, site, to := newRedirectedSite(t)
	put := sites.RedirectPut{}
	for i := range 500 {
		put.Redirects = append(put.Redirects, sites.RedirectChange{Source: fmt.Sprintf("/old/%d", i), Destination: api.Set(to["/reference"])})
	}
	w.Faults.Add("Sites.Redirects.Put", 1, publishingtest.Reset().AfterCommit())
	results := must(w.client.Sites.Redirects.Put(t.Context(), w.org, site, put))(t)
	require.Len(t, results.Results, 500)
	require.Equal(t, sites.RedirectPutStatusUpdated, results.Results[0].Status, "by the lost request")
	require.Len(t, w.Sites.Redirects.All(w.org, site), 500)

	w.Faults.Add("Sites.Redirects.Put", 1, publishingtest.Reset().AfterCommit())
	put.Redirects[499] = sites.RedirectChange{Source: "/old/499", Intent: sites.RedirectIntentPublish}
	_, err := w.client.Sites.Redirects.Put(t.Context(), w.org, site, put)
	require.True(t, api.MayHaveApplied(err), "%v", err)
	require.False(t, api.Retryable(err))
}
