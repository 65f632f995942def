package publishingtest_test

import (
	"net/http"
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
	created, err := links.Create(t.Context(), w.org, site, sites.ShareLinkCreate{Name: "Reviewers"}, api.WithMeta(&meta))
	require.NoError(t, err)
	require.Equal(t, http.StatusCreated, meta.Status)
	require.Equal(t, w.URL()+w.at("/sites/"+site+"/share-links/"+created.ID), meta.Location)
	require.Equal(t, "share-link", created.Object)
	require.Equal(t, new("Reviewers"), created.Name)
	require.Equal(t, new(true), created.Active)
	require.Nil(t, created.URLs.Published)
	list := func() []sites.ShareLink {
		page, err := links.List(t.Context(), w.org, site, sites.ShareLinkListOptions{})
		require.NoError(t, err)
		require.Equal(t, page.Items, w.Sites.ShareLinks.All(w.org, site))
		return page.Items
	}
	require.Equal(t, []sites.ShareLink{*created}, list())

	changed, err := links.Update(t.Context(), w.org, site, created.ID, sites.ShareLinkUpdate{Active: new(false)})
	require.NoError(t, err)
	require.Equal(t, new(false), changed.Active)
	require.Equal(t, created.Name, changed.Name)
	changed, err = links.Update(t.Context(), w.org, site, created.ID, sites.ShareLinkUpdate{Name: new("")})
	require.NoError(t, err)
	require.Equal(t, new(""), changed.Name)
	require.Equal(t, new(false), changed.Active)
	changed, err = links.Update(t.Context(), w.org, site, created.ID, sites.ShareLinkUpdate{Active: new(true)})
	require.NoError(t, err)
	require.Equal(t, new(true), changed.Active)
	require.Equal(t, []sites.ShareLink{*changed}, list())
	_, err = links.Update(t.Context(), w.org, site, created.ID, sites.ShareLinkUpdate{})
	require.ErrorIs(t, err, publishing.ErrBadRequest, "an update of nothing")
	require.Equal(t, []sites.ShareLink{*changed}, list())

	_, err = links.Delete(t.Context(), w.org, site, created.ID)
	require.NoError(t, err)
	require.Empty(t, list())
	_, err = links.Update(t.Context(), w.org, site, created.ID, sites.ShareLinkUpdate{Active: new(true)})
	require.ErrorIs(t, err, publishing.ErrNotFound)
	require.ErrorContains(t, err, "shareLinkId")
}

func TestShareLinksOfADeletedSite(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.Sites.Add(w.org, sites.Site{}).ID
	link := w.Sites.ShareLinks.Add(w.org, site, sites.ShareLink{}).ID
	_, err := w.client.Sites.Delete(t.Context(), w.org, site)
	require.NoError(t, err)
	_, err = w.client.Sites.ShareLinks.List(t.Context(), w.org, site, sites.ShareLinkListOptions{})
	require.ErrorIs(t, err, publishing.ErrNotFound)
	_, err = w.client.Sites.ShareLinks.Create(t.Context(), w.org, site, sites.ShareLinkCreate{Name: "x"})
	require.ErrorIs(t, err, publishing.ErrNotFound)
	outcome, err := w.client.Sites.ShareLinks.Delete(t.Context(), w.org, site, link)
	require.NoError(t, err)
	require.Equal(t, api.AlreadyAbsent, outcome)
}

func TestShareLinkHasAnAddressWhileTheSiteIsPublished(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.Sites.Add(w.org, sites.Site{Published: true, Basename: new("docs")}).ID
	one, other := w.Sites.ShareLinks.Add(w.org, site, sites.ShareLink{}), w.Sites.ShareLinks.Add(w.org, site, sites.ShareLink{})
	require.True(t, strings.HasPrefix(*one.URLs.Published, "https://sites.publishing.example/docs/"))
	require.NotEqual(t, one.URLs.Published, other.URLs.Published)
	w.Sites.Unpublish(w.org, site)
	for link, err := range w.client.Sites.ShareLinks.All(t.Context(), w.org, site, sites.ShareLinkListOptions{}) {
		require.NoError(t, err)
		require.Nil(t, link.URLs.Published)
	}
}
