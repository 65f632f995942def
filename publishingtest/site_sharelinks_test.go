package publishingtest_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/sites"
)

func TestLifeOfAShareLink(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.Sites.Add(w.org, sites.Site{}).ID
	links := w.client.Sites.ShareLinks
	var meta api.Meta
	created := must(links.Create(t.Context(), w.org, site, sites.ShareLinkCreate{Name: "Reviewers"}, api.WithMeta(&meta)))(t)
	require.Equal(t, w.URL()+w.at("/sites/"+site+"/share-links/"+created.ID), meta.Location)
	require.Equal(t, "share-link", created.Object)
	require.Equal(t, new("Reviewers"), created.Name)
	require.Equal(t, new(true), created.Active)
	require.Nil(t, created.URLs.Published)
	list := func() []sites.ShareLink {
		page := must(links.List(t.Context(), w.org, site, sites.ShareLinkListOptions{}))(t)
		require.Equal(t, page.Items, w.Sites.ShareLinks.All(w.org, site))
		return page.Items
	}
	require.Equal(t, []sites.ShareLink{*created}, list())
	for text, count := range map[string]int{"VIEW": 1, "other": 0} {
		require.Len(t, must(links.List(t.Context(), w.org, site, sites.ShareLinkListOptions{Search: text}))(t).Items, count)
	}

	changed := must(links.Update(t.Context(), w.org, site, created.ID, sites.ShareLinkUpdate{Active: new(false)}))(t)
	require.Equal(t, new(false), changed.Active)
	require.Equal(t, created.Name, changed.Name)
	changed = must(links.Update(t.Context(), w.org, site, created.ID, sites.ShareLinkUpdate{Name: new("")}))(t)
	require.Equal(t, new(""), changed.Name)
	require.Equal(t, new(false), changed.Active)
	changed = must(links.Update(t.Context(), w.org, site, created.ID, sites.ShareLinkUpdate{Active: new(true)}))(t)
	require.Equal(t, new(true), changed.Active)
	require.Equal(t, []sites.ShareLink{*changed}, list())
	require.ErrorIs(t, errorOf(links.Update(t.Context(), w.org, site, created.ID, sites.ShareLinkUpdate{})), publishing.ErrBadRequest, "an update of nothing")
	require.Equal(t, []sites.ShareLink{*changed}, list())

	must(links.Delete(t.Context(), w.org, site, created.ID))(t)
	require.Empty(t, list())
	requireError(t, errorOf(links.Update(t.Context(), w.org, site, created.ID, sites.ShareLinkUpdate{Active: new(true)})), publishing.ErrNotFound, "shareLinkId")
}

func TestShareLinksOfADeletedSite(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.Sites.Add(w.org, sites.Site{}).ID
	link := w.Sites.ShareLinks.Add(w.org, site, sites.ShareLink{}).ID
	must(w.client.Sites.Delete(t.Context(), w.org, site))(t)
	require.ErrorIs(t, errorOf(w.client.Sites.ShareLinks.List(t.Context(), w.org, site, sites.ShareLinkListOptions{})), publishing.ErrNotFound)
	require.ErrorIs(t, errorOf(w.client.Sites.ShareLinks.Create(t.Context(), w.org, site, sites.ShareLinkCreate{Name: "x"})), publishing.ErrNotFound)
	require.Equal(t, api.AlreadyAbsent, must(w.client.Sites.ShareLinks.Delete(t.Context(), w.org, site, link))(t))
}

func TestShareLinkHasAnAddressWhileTheSiteIsPublished(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.Sites.Add(w.org, sites.Site{Published: true, Basename: new("docs")}).ID
	one, other := w.Sites.ShareLinks.Add(w.org, site, sites.ShareLink{}), w.Sites.ShareLinks.Add(w.org, site, sites.ShareLink{})
	require.True(t, strings.HasPrefix(*one.URLs.Published, "https://sites.publishing.example/docs/"))
	require.NotEqual(t, one.URLs.Published, other.URLs.Published)
	w.Sites.Unpublish(w.org, site)
	for _, link := range collect(t, w.client.Sites.ShareLinks.All(t.Context(), w.org, site, sites.ShareLinkListOptions{})) {
		require.Nil(t, link.URLs.Published)
	}
}
