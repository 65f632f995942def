package publishingtest_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

func TestLifeOfASite(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	space := w.Spaces.Add(w.org, spaces.Space{}).ID
	var meta api.Meta
	created := must(w.client.Sites.Create(t.Context(), w.org, sites.Create{
		Title: new("Handbook"), Type: sites.TypeUltimate, Visibility: sites.VisibilityUnlisted, Spaces: []string{space},
	}, api.WithMeta(&meta)))(t)
	require.Equal(t, http.StatusCreated, meta.Status)
	require.Equal(t, created.URLs.Location, meta.Location)
	require.Equal(t, w.URL()+w.at("/sites/"+created.ID), meta.Location)
	require.Equal(t, "req_1", meta.RequestID)
	require.Equal(t, "site_1", created.ID)
	require.Equal(t, "Handbook", created.Title)
	require.Equal(t, sites.TypeUltimate, created.Type)
	require.Equal(t, sites.VisibilityUnlisted, created.Visibility)
	require.EqualValues(t, 1, created.SiteSpaces)
	require.False(t, created.Published)
	require.Nil(t, created.URLs.Published)

	got := must(w.client.Sites.Get(t.Context(), w.org, created.ID, sites.GetOptions{}))(t)
	require.Equal(t, created, got)
	page := must(w.client.Sites.List(t.Context(), w.org, sites.ListOptions{}))(t)
	require.Equal(t, []sites.Site{*created}, page.Items)
	require.Equal(t, page.Items, w.Sites.All(w.org))

	changed := must(w.client.Sites.Update(t.Context(), w.org, created.ID, sites.Update{
		Title:           new("Renamed"),
		Visibility:      sites.VisibilityShareLink,
		Basename:        new("renamed"),
		AgentsContext:   sites.AgentsContextExcluded,
		AdaptiveContent: &sites.AdaptiveContent{Enabled: true},
		Proxy:           api.Set("example.com/docs"),
	}))(t)
	want := *created
	want.Title, want.Visibility, want.AgentsContext = "Renamed", sites.VisibilityShareLink, sites.AgentsContextExcluded
	want.Basename = new("renamed")
	want.AdaptiveContent = &sites.AdaptiveContent{Enabled: true}
	want.Proxy = &sites.Proxy{Origin: "example.com/docs", Target: "https://sites.publishing.example/renamed"}
	require.Equal(t, &want, changed)
	got = must(w.client.Sites.Get(t.Context(), w.org, created.ID, sites.GetOptions{}))(t)
	require.Equal(t, changed, got)

	outcome := must(w.client.Sites.Delete(t.Context(), w.org, created.ID))(t)
	require.Equal(t, api.Deleted, outcome)
	outcome = must(w.client.Sites.Delete(t.Context(), w.org, created.ID))(t)
	require.Equal(t, api.AlreadyAbsent, outcome)
}

func TestResetContentHasALength(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Sites.Add(w.org, sites.Site{ID: "gone"})
	got := w.send(t, "DELETE", w.at("/sites/gone"), "")
	require.Equal(t, "0", got.header.Get("Content-Length"))
}

func TestUpdateKeepsAbsentFields(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	before := w.Sites.Add(w.org, sites.Site{Title: "Docs", Proxy: &sites.Proxy{Origin: "example.com/docs"}, Basename: new("docs")})
	after := must(w.client.Sites.Update(t.Context(), w.org, before.ID, sites.Update{}))(t)
	require.Equal(t, before, *after)
	after = must(w.client.Sites.Update(t.Context(), w.org, before.ID, sites.Update{Proxy: api.Null[string]()}))(t)
	require.Nil(t, after.Proxy)
}

func TestRejectedCreationHasNoEffect(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	elsewhere := w.Orgs.Add(orgs.Organization{}).ID
	stranger := w.Spaces.Add(elsewhere, spaces.Space{}).ID
	for _, id := range []string{"nowhere", stranger} {
		requireError(t, errorOf(w.client.Sites.Create(t.Context(), w.org, sites.Create{Spaces: []string{id}})), publishing.ErrBadRequest, "spaces[0]: want a space of the organization")
	}
	require.Empty(t, w.Sites.All(w.org))
	require.Zero(t, w.Calls.Commits("Sites.Create"))
}

func TestSitesAreFiltered(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first, second := w.Spaces.Add(w.org, spaces.Space{}).ID, w.Spaces.Add(w.org, spaces.Space{}).ID
	w.Sites.Add(w.org, sites.Site{ID: "a", Title: "Über uns", Published: true}, first)
	w.Sites.Add(w.org, sites.Site{ID: "b", Title: "Docs", Type: sites.TypePremium}, first, second)
	w.Sites.Add(w.org, sites.Site{ID: "c", Title: "Old docs", Type: sites.TypeUltimate, Published: true})
	for name, test := range map[string]struct {
		options sites.ListOptions
		want    []string
	}{
		"all":                 {sites.ListOptions{}, []string{"a", "b", "c"}},
		"space":               {sites.ListOptions{Space: first}, []string{"a", "b"}},
		"another space":       {sites.ListOptions{Space: second}, []string{"b"}},
		"unknown space":       {sites.ListOptions{Space: "nowhere"}, nil},
		"title in any case":   {sites.ListOptions{Title: "DOC"}, []string{"b", "c"}},
		"title outside ASCII": {sites.ListOptions{Title: "üBER"}, []string{"a"}},
		"published":           {sites.ListOptions{Published: new(true)}, []string{"a", "c"}},
		"not published":       {sites.ListOptions{Published: new(false)}, []string{"b"}},
		"type":                {sites.ListOptions{Type: []sites.Type{sites.TypeBasic}}, []string{"a"}},
		"types":               {sites.ListOptions{Type: []sites.Type{sites.TypeBasic, sites.TypeUltimate}}, []string{"a", "c"}},
		"together":            {sites.ListOptions{Title: "docs", Published: new(true)}, []string{"c"}},
	} {
		page := must(w.client.Sites.List(t.Context(), w.org, test.options))(t, name)
		require.Equal(t, test.want, idsOf(page.Items), name)
		require.EqualValues(t, len(test.want), *page.Count, name)
	}
}

func TestFilteredIterationHasFilteredPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t, publishingtest.WithPageSize(2))
	var want []string
	for i, id := range w.addSites(9) {
		if i%2 == 0 {
			w.Sites.Publish(w.org, id)
			want = append(want, id)
		}
	}
	var got []sites.Site
	for _, page := range collect(t, w.client.Sites.ListPages(t.Context(), w.org, sites.ListOptions{Published: new(true)})) {
		require.LessOrEqual(t, len(page.Items), 2)
		require.EqualValues(t, 5, *page.Count)
		got = append(got, page.Items...)
	}
	require.Equal(t, want, idsOf(got))
	require.Equal(t, 3, w.Calls.Count("Sites.List"))
}

func TestPublishedSiteHasAnAddress(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for want, seed := range map[string]sites.Site{
		"https://sites.publishing.example/plain": {ID: "plain"},
		"https://sites.publishing.example/base":  {Basename: new("base")},
		"https://docs.example.com":               {Basename: new("base"), Hostname: new("docs.example.com")},
		"https://example.com/docs":               {Hostname: new("docs.example.com"), Proxy: &sites.Proxy{Origin: "example.com/docs"}},
		"https://example.com/chosen":             {URLs: sites.URLs{Published: new("https://example.com/chosen")}},
	} {
		site := w.Sites.Add(w.org, seed)
		require.Nil(t, site.URLs.Published)
		require.Equal(t, &want, w.Sites.Publish(w.org, site.ID).URLs.Published)
		got := must(w.client.Sites.Get(t.Context(), w.org, site.ID, sites.GetOptions{}))(t)
		require.True(t, got.Published)
		require.Equal(t, &want, got.URLs.Published)
		require.Nil(t, w.Sites.Unpublish(w.org, site.ID).URLs.Published)
	}
}

func TestIDsThatNeedEscapingAreFound(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, id := range []string{"a/b", "a b", "a%2Fb", "ü?#&=+", "..a", "a\\b"} {
		w.Sites.Add(w.org, sites.Site{ID: id})
		got := must(w.client.Sites.Get(t.Context(), w.org, id, sites.GetOptions{}))(t, id)
		require.Equal(t, id, got.ID)
		require.Equal(t, http.StatusOK, w.send(t, "GET", got.URLs.Location[len(w.URL()):], "").status, got.URLs.Location)
	}
}

func TestNewIDIsUnused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Sites.Add(w.org, sites.Site{ID: "site_1"})
	w.Sites.Add(w.org, sites.Site{ID: "site_2"})
	require.Equal(t, "site_3", must(w.client.Sites.Create(t.Context(), w.org, sites.Create{}))(t).ID)
}
