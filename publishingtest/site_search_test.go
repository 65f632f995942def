package publishingtest_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

func siteSearchProofs() map[string]proof {
	const op, path = "sites.search.list", docs + "/search"
	p := proofs{}
	p.rejects(op+".site-spaces-exist", "POST", path, `{"query":"x","siteSpaceIds":["home","nowhere"]}`, "siteSpaceIds[1]")

	// finds proves a rule by the spaces found on a site with the spaces one, the default, and two.
	finds := func(id, body, want string) {
		p[id] = func(t *testing.T, w *world) bool {
			w.Sites.Add(w.org, sites.Site{ID: "searched"})
			for _, space := range []string{"one", "two"} {
				w.Spaces.Add(w.org, spaces.Space{ID: space}, publishingtest.Page{Title: "How to publish"})
				w.Sites.SiteSpaces.Add(w.org, "searched", sites.SiteSpace{ID: "placed-" + space, Space: spaces.Space{ID: space}})
			}
			return ids(w.send(t, "POST", "/v1/orgs/org/sites/searched/search", body).object(t)) == want
		}
	}
	finds(op+".spaces", `{"query":"nothing","scope":{"mode":"all"}}`, "")
	finds(op+".default", `{"query":"publish","scope":{"mode":"default"}}`, "one")
	return p
}

// newSearchedSite adds a site with a section of the spaces v2, the default, and v1, and a section
// of the space api, which is in a group that comes first. Each space has a page on publishing, and
// v1 is on the site twice.
func newSearchedSite(t *testing.T, opts ...publishingtest.Option) (w *world, site string, placed map[string]string) {
	t.Helper()
	w = newWorld(t, opts...)
	for _, id := range []string{"v2", "v1", "api"} {
		w.Spaces.Add(w.org, spaces.Space{ID: id, Title: strings.ToUpper(id)},
			publishingtest.Page{ID: id + "-publish", Title: "Publish", Sections: []publishingtest.Section{{ID: id + "-how", Title: "How", Body: "Press the button of " + id + "."}}},
			publishingtest.Page{ID: id + "-other", Title: "Other"})
	}
	site = w.Sites.Add(w.org, sites.Site{}).ID
	w.Sites.SectionGroups.Add(w.org, site, sites.SectionGroup{ID: "group"})
	w.Sites.Sections.Add(w.org, site, sites.Section{ID: "docs"}, "v2", "v1", "v1")
	w.Sites.Sections.Add(w.org, site, sites.Section{ID: "reference", SectionGroup: new("group")}, "api")
	placed = map[string]string{}
	for _, one := range w.Sites.SiteSpaces.All(w.org, site) {
		if placed[one.Space.ID] == "" {
			placed[one.Space.ID] = one.ID
		}
	}
	return w, site, placed
}

// inDefault returns a search in the default scope.
func inDefault(query string) sites.SearchQuery {
	return sites.SearchQuery{Query: query, Scope: sites.SearchScope{Mode: sites.SearchModeDefault}}
}

// TestSearchOnASiteHasExactlyOneForm covers all combinations of the fields of a search.
func TestSearchOnASiteHasExactlyOneForm(t *testing.T) {
	t.Parallel()
	w, site, placed := newSearchedSite(t)
	forms := map[string]bool{
		`"scope":{"mode":"all"}`:                  true,
		`"siteSpaceIds":["ID"]`:                   true,
		`"mode":"specific","siteSpaceIds":["ID"]`: true,
		`"mode":"current","siteSpaceId":"ID"`:     true,
		`"mode":"all"`:                            true,
	}
	for _, scope := range []string{"", `"scope":{"mode":"all"}`} {
		for _, mode := range []string{"", `"mode":"specific"`, `"mode":"current"`, `"mode":"all"`} {
			for _, list := range []string{"", `"siteSpaceIds":["ID"]`} {
				for _, id := range []string{"", `"siteSpaceId":"ID"`} {
					parts := slices.DeleteFunc([]string{scope, mode, list, id}, func(part string) bool { return part == "" })
					given := strings.Join(parts, ",")
					want := 400
					if forms[given] {
						want = 200
					}
					body := strings.Join(append(parts, `"query":"publish"`), ",")
					got := w.send(t, "POST", "/v1/orgs/"+w.org+"/sites/"+site+"/search", "{"+strings.ReplaceAll(body, "ID", placed["v1"])+"}")
					require.Equal(t, want, got.status, given)
				}
			}
		}
	}
}

func TestSearchOnASiteFindsInItsScope(t *testing.T) {
	t.Parallel()
	w, site, placed := newSearchedSite(t, publishingtest.WithPageSize(1))
	find := func(query sites.SearchQuery) string {
		t.Helper()
		query.Query = "publish"
		var all []string
		for _, result := range collect(t, w.client.Sites.Search.All(t.Context(), w.org, site, query, sites.SearchListOptions{})) {
			require.Equal(t, strings.ToUpper(result.ID), result.Title)
			require.Len(t, result.Pages, 1)
			require.Equal(t, result.ID+"-publish", result.Pages[0].ID)
			all = append(all, result.ID)
		}
		return strings.Join(all, " ")
	}
	scope := func(scope sites.SearchScope) sites.SearchQuery { return sites.SearchQuery{Scope: scope} }
	require.Equal(t, "api v2", find(scope(sites.SearchScope{Mode: sites.SearchModeDefault})), "in the order of the site")
	require.Equal(t, "api v1", find(scope(sites.SearchScope{Mode: sites.SearchModeDefault, CurrentSiteSpace: new(placed["v1"])})))
	require.Equal(t, "api v2 v1", find(scope(sites.SearchScope{Mode: sites.SearchModeAll})), "a space is found once")
	require.Equal(t, "api v1", find(scope(sites.SearchScope{Mode: sites.SearchModeSpecific, SiteSpaceIDs: []string{placed["v1"], placed["api"]}})))
}

func TestSearchOnASiteAcceptsDeprecatedForms(t *testing.T) {
	t.Parallel()
	w, site, placed := newSearchedSite(t)
	for form, want := range map[string]string{
		`"siteSpaceIds":["` + placed["v1"] + `"]`:                   "v1",
		`"mode":"specific","siteSpaceIds":["` + placed["v1"] + `"]`: "v1",
		`"mode":"current","siteSpaceId":"` + placed["v2"] + `"`:     "v2",
		`"mode":"all"`: "api v2 v1",
		`"scope":{"mode":"default","includedSiteSpaces":["` + placed["v1"] + `"]}`: "api v2 v1",
	} {
		got := w.send(t, "POST", "/v1/orgs/"+w.org+"/sites/"+site+"/search", `{"query":"publish",`+form+"}")
		require.Equal(t, want, ids(got.object(t)), form)
	}
}

func TestSearchOnASiteReturnsMatchingSections(t *testing.T) {
	t.Parallel()
	w, site, _ := newSearchedSite(t)
	page := must(w.client.Sites.Search.List(t.Context(), w.org, site, inDefault("button V2"), sites.SearchListOptions{}))(t)
	require.Len(t, page.Items, 1)
	require.Equal(t, "v2-how", page.Items[0].Pages[0].Sections[0].ID)
	require.Equal(t, must(w.client.Spaces.Search.List(t.Context(), "v2", spaces.SearchListOptions{Query: "button V2"}))(t).Items, page.Items[0].Pages)
	require.Zero(t, w.Calls.Commits("Sites.Search.List"), "a search changes nothing")
}

func TestCursorOfAnotherSearchIsRejected(t *testing.T) {
	t.Parallel()
	w, site, _ := newSearchedSite(t, publishingtest.WithPageSize(1))
	first := must(w.client.Sites.Search.List(t.Context(), w.org, site, inDefault("publish"), sites.SearchListOptions{}))(t)
	require.ErrorIs(t, errorOf(w.client.Sites.Search.List(t.Context(), w.org, site, inDefault("button"), sites.SearchListOptions{Cursor: first.Next.Cursor})), publishing.ErrBadRequest)
	next := must(w.client.Sites.Search.List(t.Context(), w.org, site, inDefault("publish"), sites.SearchListOptions{Cursor: first.Next.Cursor}))(t)
	require.Equal(t, "v2", next.Items[0].ID)
}

func TestSearchOnASiteIsRetriedAsASafeRequest(t *testing.T) {
	t.Parallel()
	w, site, _ := newSearchedSite(t)
	w.Faults.Add("Sites.Search.List", 1, publishingtest.Status(500))
	found := mapped(collect(t, w.client.Sites.Search.All(t.Context(), w.org, site, inDefault("publish"), sites.SearchListOptions{})), func(result spaces.SearchedSpace) string { return result.ID })
	require.Equal(t, []string{"api", "v2"}, slices.Clone(found))
	require.Equal(t, 2, w.Calls.Count("Sites.Search.List"))
}
