package publishingtest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

func TestSiteSpaceOfADeletedSpaceIsNotTheDefault(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var ids []string
	for range 3 {
		ids = append(ids, w.Spaces.Add(w.org, spaces.Space{}).ID)
	}
	site := w.Sites.Add(w.org, sites.Site{}, ids[:2]...).ID
	defaults := func() (list []string) {
		for _, placed := range collect(t, w.client.Sites.SiteSpaces.All(t.Context(), w.org, site, sites.SiteSpaceListOptions{})) {
			if *placed.Default {
				list = append(list, placed.Space.ID)
			}
		}
		return list
	}
	require.Equal(t, ids[:1], defaults())
	must(w.client.Spaces.Delete(t.Context(), ids[0]))(t)
	require.Equal(t, ids[1:2], defaults(), "the next one")
	must(w.client.Spaces.Restore(t.Context(), ids[0]))(t)
	require.Equal(t, ids[1:2], defaults())
	must(w.client.Spaces.Delete(t.Context(), ids[0]))(t)
	must(w.client.Spaces.Delete(t.Context(), ids[1]))(t)
	must(w.client.Sites.SiteSpaces.Create(t.Context(), w.org, site, sites.SiteSpaceCreate{SpaceID: api.Set(ids[2])}))(t)
	must(w.client.Spaces.Restore(t.Context(), ids[1]))(t)
	require.Equal(t, ids[2:], defaults(), "the only one at that time")
}

func siteSpaceProofs() map[string]proof {
	const path, guide = docs + "/site-spaces", docs + "/site-spaces/guide"
	p := proofs{}

	const create = "sites.sitespaces.create"
	p.rejects(create+".space-exists", "POST", path, `{"spaceId":"space"}`, "spaceId")
	p.rejects(create+".section-exists", "POST", path, `{"spaceId":null,"sectionId":"nowhere"}`, "sectionId")
	p["sites.sitespaces.first-default"] = func(t *testing.T, w *world) bool {
		const other = "/v1/orgs/org/sites/other/site-spaces"
		for range 2 {
			w.send(t, "POST", other, `{"spaceId":"space"}`)
		}
		list := w.send(t, "GET", other, "").object(t)
		return defaults(list) == strings.Fields(ids(list))[0]
	}
	p.then("sites.sitespaces.delete.next-default", "DELETE", guide, "", path+"?default=true", func(list map[string]any) bool {
		return ids(list) == "home manual extra"
	})

	p.rejects("sites.sitespaces.update.space-exists", "PATCH", guide, `{"spaceId":"space"}`, "spaceId")
	p.moves("sites.sitespaces.move", guide+"/move", "site-space", "siteSpace", "guide", "manual", "manual", "extra")
	p.then("sites.sitespaces.move.end", "POST", guide+"/move", "", docs+"/site-spaces", func(list map[string]any) bool {
		return ids(list) == "home annex manual guide extra"
	})
	return p
}

func TestLifeOfASiteSpace(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	one, other := w.Spaces.Add(w.org, spaces.Space{Title: "Guides"}), w.Spaces.Add(w.org, spaces.Space{Title: "API"})
	site := w.Sites.Add(w.org, sites.Site{Published: true, Basename: new("docs")}).ID
	placed := w.client.Sites.SiteSpaces
	var meta api.Meta
	created := must(placed.Create(t.Context(), w.org, site, sites.SiteSpaceCreate{SpaceID: api.Set(one.ID)}, api.WithMeta(&meta)))(t)
	require.Equal(t, w.URL()+w.at("/sites/"+site+"/site-spaces/"+created.ID), meta.Location)
	one.URLs.Published = new("https://sites.publishing.example/docs")
	require.Equal(t, &sites.SiteSpace{
		Object: "site-space", ID: created.ID, Path: "guides", Space: one, Title: "Guides", Default: new(true), HasAdvancedCustomizationFeature: new(false),
		URLs: sites.SiteSpaceURLs{Published: one.URLs.Published},
	}, created, "it embeds the space, and is at the root of a site without sections")
	second := must(placed.Create(t.Context(), w.org, site, sites.SiteSpaceCreate{SpaceID: api.Set(other.ID)}))(t)
	require.Equal(t, new(false), second.Default)
	require.Equal(t, new("https://sites.publishing.example/docs/api"), second.URLs.Published)
	got := must(w.client.Spaces.Get(t.Context(), other.ID, spaces.GetOptions{}))(t)
	require.Equal(t, second.URLs.Published, got.URLs.Published, "the space has the same address")

	list := func(byDefault *bool) (got []string) {
		page := must(placed.List(t.Context(), w.org, site, sites.SiteSpaceListOptions{Default: byDefault}))(t)
		for _, one := range page.Items {
			got = append(got, one.ID)
		}
		return got
	}
	require.Equal(t, []string{created.ID, second.ID}, list(nil))
	require.Equal(t, []string{created.ID}, list(new(true)))
	require.Equal(t, []string{second.ID}, list(new(false)))
	require.Equal(t, []sites.SiteSpace{*created, *second}, w.Sites.SiteSpaces.All(w.org, site))

	changed := must(placed.Update(t.Context(), w.org, site, second.ID, sites.SiteSpaceUpdate{Path: new("v1"), Condition: api.Set(""), SpaceID: &one.ID}))(t)
	require.Equal(t, "v1", changed.Path)
	require.Equal(t, new(""), changed.Condition)
	require.Equal(t, one.ID, changed.Space.ID)
	require.Equal(t, "Guides", changed.Title)
	require.Equal(t, changed, must(placed.Update(t.Context(), w.org, site, second.ID, sites.SiteSpaceUpdate{}))(t))
	changed = must(placed.Update(t.Context(), w.org, site, second.ID, sites.SiteSpaceUpdate{Condition: api.Null[string]()}))(t)
	require.Nil(t, changed.Condition)

	must(placed.Delete(t.Context(), w.org, site, created.ID))(t)
	require.Equal(t, []string{second.ID}, list(new(true)), "another one is the default")
}

func TestSiteSpaceGoesToTheGivenOrTheDefaultSection(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t)
	placed := w.client.Sites.SiteSpaces
	created := must(placed.Create(t.Context(), "acme", "docs", sites.SiteSpaceCreate{SpaceID: api.Set("papers")}))(t)
	require.Equal(t, new("first"), created.Section)
	require.Equal(t, new(false), created.Default)
	created = must(placed.Create(t.Context(), "acme", "docs", sites.SiteSpaceCreate{SpaceID: api.Set("papers"), SectionID: new("third")}))(t)
	require.Equal(t, new("third"), created.Section)
	require.Equal(t, new(true), created.Default, "the first in its section")
}

func TestSiteSpacesAreMoved(t *testing.T) {
	t.Parallel()
	w := newWorld(t, publishingtest.WithPageSize(2))
	var seeds []string
	for range 4 {
		seeds = append(seeds, w.Spaces.Add(w.org, spaces.Space{}).ID)
	}
	site := w.Sites.Add(w.org, sites.Site{}, seeds...).ID
	at := w.Sites.SiteSpaces.All(w.org, site)
	pointer := func(n int) *sites.SiteSpacePointer { return &sites.SiteSpacePointer{SiteSpace: at[n].ID} }
	for _, step := range []struct {
		moved    int
		position sites.SiteSpacePosition
		want     []int // nil for an invalid position
	}{
		{0, sites.SiteSpacePosition{After: pointer(3)}, []int{1, 2, 3, 0}},
		{3, sites.SiteSpacePosition{Before: pointer(1)}, []int{3, 1, 2, 0}},
		{0, sites.SiteSpacePosition{After: pointer(3), Before: pointer(1)}, []int{3, 0, 1, 2}},
		{0, sites.SiteSpacePosition{After: pointer(1), Before: pointer(3)}, nil},
		{0, sites.SiteSpacePosition{After: pointer(0)}, nil},
		{0, sites.SiteSpacePosition{After: &sites.SiteSpacePointer{SiteSpace: "nowhere"}}, nil},
		{1, sites.SiteSpacePosition{}, []int{3, 0, 2, 1}},
	} {
		moved, err := w.client.Sites.SiteSpaces.Move(t.Context(), w.org, site, at[step.moved].ID, sites.SiteSpaceMove{Position: step.position})
		if step.want == nil {
			require.ErrorIs(t, err, publishing.ErrBadRequest)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, at[step.moved], *moved, "only the order changes")
		var want, got []string
		for _, n := range step.want {
			want = append(want, at[n].ID)
		}
		for _, one := range collect(t, w.client.Sites.SiteSpaces.All(t.Context(), w.org, site, sites.SiteSpaceListOptions{})) {
			got = append(got, one.ID)
		}
		require.Equal(t, want, got)
	}
	_, err := w.client.Sites.SiteSpaces.Move(t.Context(), w.org, site, "nowhere", sites.SiteSpaceMove{Position: sites.SiteSpacePosition{After: pointer(0)}})
	require.ErrorIs(t, err, publishing.ErrNotFound)
}

func TestAddressesBelowASite(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t)
	addresses := func() map[string]string {
		got := map[string]string{}
		for _, section := range w.Sites.Sections.All("acme", "docs") {
			if section.URLs.Published != nil {
				got[section.ID] = *section.URLs.Published
			}
		}
		for _, placed := range w.Sites.SiteSpaces.All("acme", "docs") {
			if placed.URLs.Published != nil {
				got[placed.ID] = *placed.URLs.Published
			}
		}
		return got
	}
	require.Empty(t, addresses(), "a site that is shared by link shows none without a share key")
	must(w.client.Sites.Update(t.Context(), "acme", "docs", sites.Update{Visibility: sites.VisibilityPublic}))(t)
	const home = "https://sites.publishing.example/acme"
	require.Equal(t, map[string]string{
		"first": home, "second": home + "/untitled-section-2", "third": home + "/untitled-section-3", "fourth": home + "/untitled-section-4",
		"home": home, "annex": home + "/the-guides-2", "guide": home, "manual": home + "/the-guides-2", "extra": home + "/untitled-section-2",
	}, addresses())
	w.Sites.Unpublish("acme", "docs")
	require.Empty(t, addresses())
}

func TestShareKeyResolvesURLsInLists(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t)
	link := *w.Sites.ShareLinks.All("acme", "docs")[0].URLs.Published
	for path, lasts := range map[string]string{"/sections": "/untitled-section-4", "/site-spaces": "/untitled-section-2"} {
		for query, want := range map[string]any{"": nil, "?shareKey=wrong": nil, "?shareKey=" + docsKey: link + lasts} {
			items := w.send(t, "GET", docs+path+query, "").object(t)["items"].([]any)
			require.Equal(t, want, at(items[len(items)-1], "urls.published"), path+query)
		}
	}
}

func TestDeletedSpaceIsOnNoSite(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	space := w.Spaces.Add(w.org, spaces.Space{}).ID
	site := w.Sites.Add(w.org, sites.Site{}, space).ID
	must(w.client.Spaces.Delete(t.Context(), space))(t)
	require.Empty(t, w.Sites.SiteSpaces.All(w.org, site))
	require.Empty(t, must(w.client.Sites.SiteSpaces.List(t.Context(), w.org, site, sites.SiteSpaceListOptions{}))(t).Items)
	require.Zero(t, must(w.client.Sites.Get(t.Context(), w.org, site, sites.GetOptions{}))(t).SiteSpaces)
}

func TestSpaceIsPublishedOnTheFirstSiteThatContainsIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Spaces.Add(w.org, spaces.Space{ID: "shared"})
	published := func() any {
		return at(w.send(t, "GET", "/v1/spaces/shared", "").object(t), "urls.published")
	}
	var homes []any
	for n := range 5 {
		s := w.Sites.Add(w.org, sites.Site{ID: fmt.Sprintf("site-%d", n), Published: true}, "shared")
		homes = append(homes, *s.URLs.Published)
	}
	for n, home := range homes {
		require.Equal(t, home, published())
		require.Equal(t, http.StatusResetContent, w.send(t, "DELETE", w.at(fmt.Sprintf("/sites/site-%d", n)), "").status)
	}
	require.Nil(t, published())
}
