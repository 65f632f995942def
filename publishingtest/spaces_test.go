package publishingtest_test

import (
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

func TestSpacesAreReadAndListed(t *testing.T) {
	t.Parallel()
	w := newWorld(t, publishingtest.WithPageSize(2))
	elsewhere := w.AddOrganization(publishingtest.Organization{}).ID
	w.AddSpace(elsewhere, spaces.Space{})
	var want []spaces.Space
	for range 3 {
		want = append(want, w.AddSpace(w.org, spaces.Space{}))
		w.AddSpace(elsewhere, spaces.Space{})
	}
	got, err := w.client.Spaces.Get(t.Context(), want[0].ID, spaces.GetOptions{})
	require.NoError(t, err)
	require.Equal(t, &want[0], got)
	var listed []spaces.Space
	for space, err := range w.client.Spaces.All(t.Context(), w.org, spaces.ListOptions{}) {
		require.NoError(t, err)
		listed = append(listed, space)
	}
	require.Equal(t, want, listed)
	require.Equal(t, want, w.Spaces(w.org))
	require.Len(t, w.Spaces(elsewhere), 4)
	_, err = w.client.Spaces.Get(t.Context(), "nowhere", spaces.GetOptions{})
	require.ErrorIs(t, err, publishing.ErrNotFound)
	_, err = w.client.Spaces.List(t.Context(), "nowhere", spaces.ListOptions{})
	require.ErrorIs(t, err, publishing.ErrNotFound)
}

func TestSpaceHasAllRequiredFields(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.AddSpace(w.org, spaces.Space{ID: "space"})
	got := w.send(t, http.MethodGet, "/v1/spaces/space", "")
	require.Equal(t, http.StatusOK, got.status)
	space := got.object(t)
	for _, required := range []string{
		"object", "id", "title", "visibility", "createdAt", "updatedAt", "editMode", "mergeRules", "urls", "organization", "revision",
		"defaultLevel", "comments", "changeRequests", "changeRequestsOpen", "changeRequestsDraft", "permissions",
	} {
		require.Contains(t, space, required)
	}
	require.Equal(t, "space", space["object"])
	require.Equal(t, w.org, space["organization"])
	require.Equal(t, map[string]any{"type": "inherit"}, space["mergeRules"])
	require.Len(t, space["permissions"], 10)
}

func TestSeededFieldsOfASpaceAreKept(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	seed := spaces.Space{
		ID: "space", Title: "Guides", Emoji: new("1f4d6"), Visibility: spaces.VisibilityPublic, EditMode: new(spaces.EditModeLocked),
		Language: new(api.LanguageEnglish), Revision: "rev", DefaultLevel: new(api.RoleEdit), Comments: 3, ChangeRequests: 5, ChangeRequestsOpen: 2, ChangeRequestsDraft: 1,
		Permissions: spaces.Permissions{View: true}, URLs: spaces.URLs{Published: new("https://example.com")},
	}
	added := w.AddSpace(w.org, seed)
	got, err := w.client.Spaces.Get(t.Context(), "space", spaces.GetOptions{})
	require.NoError(t, err)
	require.Equal(t, &added, got)
	seed.Object, seed.Organization, seed.CreatedAt, seed.UpdatedAt, seed.MergeRules = added.Object, w.org, added.CreatedAt, added.CreatedAt, added.MergeRules
	seed.URLs.Location, seed.URLs.App = added.URLs.Location, added.URLs.App
	require.Equal(t, seed, added)
}

func TestPublishedAddressOfASpaceIsThatOfItsSite(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	space := w.AddSpace(w.org, spaces.Space{}).ID
	site := w.AddSite(w.org, sites.Site{Basename: new("docs")}, space)
	published := func(shareKey *string) *string {
		got, err := w.client.Spaces.Get(t.Context(), space, spaces.GetOptions{ShareKey: shareKey})
		require.NoError(t, err)
		return got.URLs.Published
	}
	require.Nil(t, published(nil))
	w.PublishSite(w.org, site.ID)
	require.Equal(t, new("https://sites.publishing.example/docs"), published(nil))
	require.Equal(t, new("https://sites.publishing.example/docs"), published(new("any key")))

	_, err := w.client.Sites.Update(t.Context(), w.org, site.ID, sites.SiteUpdate{Visibility: new(sites.VisibilityShareLink)})
	require.NoError(t, err)
	link := w.AddShareLink(w.org, site.ID, sites.ShareLink{})
	key := (*link.URLs.Published)[strings.LastIndex(*link.URLs.Published, "/")+1:]
	require.Nil(t, published(nil))
	require.Nil(t, published(new("wrong")))
	require.Equal(t, link.URLs.Published, published(&key))
	_, err = w.client.Sites.ShareLinks.Update(t.Context(), w.org, site.ID, link.ID, sites.ShareLinkUpdate{Active: new(false)})
	require.NoError(t, err)
	require.Nil(t, published(&key), "an inactive link leads nowhere")
}
