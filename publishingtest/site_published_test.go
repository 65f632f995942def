package publishingtest_test

import (
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
	"github.com/publishing-platform/publishing-go/sites/customization"
	"github.com/publishing-platform/publishing-go/spaces"
)

func publishedProofs() map[string]proof {
	p := proofs{}
	p.responds("sites.published.unpublished-404", "GET", "/v1/orgs/org/sites/other/published", "", http.StatusNotFound)
	p.responds("sites.published.share-key", "GET", docs+"/published?shareKey=nonsense", "", http.StatusNotFound)
	return p
}

// shareKey returns the key of a share link.
func shareKey(link sites.ShareLink) *string {
	address := *link.URLs.Published
	return new(address[strings.LastIndex(address, "/")+1:])
}

func TestPublishedSiteIsReadUntilItIsUnpublished(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.Sites.Add(w.org, sites.Site{Basename: new("handbook")}, w.Spaces.Add(w.org, spaces.Space{Title: "Guides"}).ID).ID
	read := func() (*sites.PublishedSite, error) {
		return w.client.Sites.Published(t.Context(), w.org, site, sites.PublishedOptions{})
	}
	require.ErrorIs(t, errorOf(read()), publishing.ErrNotFound)

	for range 2 {
		result := must(w.client.Sites.Publish(t.Context(), w.org, site, sites.PublishOptions{}))(t, "what is published already can be published")
		require.True(t, result.Site.Published)
		require.NotNil(t, result.Site.URLs.Published)
	}
	got := must(read())(t)
	require.Equal(t, "published-content-site", got.Object)
	require.Equal(t, w.Sites.All(w.org)[0], got.Site)
	require.Equal(t, sites.StructureTypeSiteSpaces, got.Structure.Type)
	require.Equal(t, w.Sites.SiteSpaces.All(w.org, site)[0], *got.Structure.Items[0].SiteSpace)
	require.Equal(t, customization.ThemeClean, got.Customizations.Site.Styling.Theme)
	require.Equal(t, customization.FontNameInter, got.Customizations.Site.Styling.Font.Name)
	require.Empty(t, got.Scripts)

	for range 2 {
		off := must(w.client.Sites.Unpublish(t.Context(), w.org, site))(t)
		require.False(t, off.Published)
		require.Nil(t, off.URLs.Published)
	}
	require.ErrorIs(t, errorOf(read()), publishing.ErrNotFound)
}

func TestPublishedShareLinkSiteIsReadWithAShareKey(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	space := w.Spaces.Add(w.org, spaces.Space{}).ID
	site := w.Sites.Add(w.org, sites.Site{Visibility: sites.VisibilityShareLink, Published: true}).ID
	w.Sites.Sections.Add(w.org, site, sites.Section{ID: "first"}, space)
	w.Sites.SectionGroups.Add(w.org, site, sites.SectionGroup{ID: "group"})
	w.Sites.Sections.Add(w.org, site, sites.Section{ID: "second", SectionGroup: new("group")}, space)
	link := w.Sites.ShareLinks.Add(w.org, site, sites.ShareLink{})
	read := func(key string) (*sites.PublishedSite, error) {
		return w.client.Sites.Published(t.Context(), w.org, site, sites.PublishedOptions{ShareKey: api.NewSecret(key)})
	}
	require.ErrorIs(t, errorOf(read("nonsense")), publishing.ErrNotFound)
	got := must(read(""))(t, "a share key is optional")
	require.Nil(t, got.Site.URLs.Published)
	require.Equal(t, "first", got.Structure.Items[0].Section.ID)
	require.Nil(t, got.Structure.Items[0].Section.URLs.Published)
	require.Nil(t, got.Structure.Items[0].Section.SiteSpaces[0].URLs.Published)
	got = must(read(*shareKey(link)))(t)
	require.Equal(t, link.URLs.Published, got.Site.URLs.Published)
	require.Equal(t, sites.StructureTypeSections, got.Structure.Type)
	require.Len(t, got.Structure.Items, 2)
	require.Equal(t, link.URLs.Published, got.Structure.Items[0].Section.URLs.Published)
	inner := got.Structure.Items[1].Group.Children[0].Section
	require.Equal(t, "second", inner.ID)
	require.True(t, strings.HasPrefix(*inner.URLs.Published, *link.URLs.Published+"/"), "what is in a group has its address too")

	must(w.client.Sites.ShareLinks.Update(t.Context(), w.org, site, link.ID, sites.ShareLinkUpdate{Active: new(false)}))(t)
	require.ErrorIs(t, errorOf(read(*shareKey(link))), publishing.ErrNotFound)
}

func TestSiteWithOneSectionConsistsOfSections(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	space := w.Spaces.Add(w.org, spaces.Space{}).ID
	site := w.Sites.Add(w.org, sites.Site{Published: true}, space).ID
	read := func() sites.Structure {
		return must(w.client.Sites.Published(t.Context(), w.org, site, sites.PublishedOptions{}))(t).Structure
	}
	got := read()
	require.Equal(t, sites.StructureTypeSiteSpaces, got.Type)
	require.Len(t, got.Items, 1)
	w.Sites.Sections.Add(w.org, site, sites.Section{ID: "only"}, space)
	got = read()
	require.Equal(t, sites.StructureTypeSections, got.Type)
	require.Len(t, got.Items, 1)
	require.Equal(t, "only", got.Items[0].Section.ID)
	require.True(t, *got.Items[0].Section.Default)
}

func previewProofs() map[string]proof {
	const preview = docs + "/publishing/preview"
	p := proofs{}
	p.rejects("sites.publishing.preview.site-space", "GET", preview+"?siteSpace=nowhere", "", "siteSpace")
	return p
}

func TestPreviewIsAnAddressThatExpiresInAnHour(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	w := newWorld(t, publishingtest.WithClock(func() time.Time { return now }))
	first, second := w.Spaces.Add(w.org, spaces.Space{}).ID, w.Spaces.Add(w.org, spaces.Space{}).ID
	site := w.Sites.Add(w.org, sites.Site{}, first, second).ID
	placed, before := w.Sites.SiteSpaces.All(w.org, site), w.Sites.All(w.org)
	claims := must(api.NewSecretJSON(map[string]any{"plan": "pro", "name": "Ada's"}))(t)
	for _, test := range []struct {
		options sites.PublishingPreviewOptions
		want    string
	}{
		{sites.PublishingPreviewOptions{}, placed[0].ID + "?expires=2026-01-02T04:04:05Z"},
		{sites.PublishingPreviewOptions{SiteSpace: placed[1].ID}, placed[1].ID + "?expires=2026-01-02T04:04:05Z"},
		{sites.PublishingPreviewOptions{Claims: claims}, placed[0].ID + "?claims=(name:'Ada!'s',plan:pro)&expires=2026-01-02T04:04:05Z"},
	} {
		got := must(w.client.Sites.Publishing.Preview(t.Context(), w.org, site, test.options))(t)
		text, err := url.QueryUnescape(got.URL.Reveal())
		require.NoError(t, err)
		require.Equal(t, "https://sites.publishing.example/preview/"+site+"/"+test.want, text)
	}
	require.Equal(t, before, w.Sites.All(w.org), "the site is not published by it")

	other := w.Sites.SiteSpaces.Add(w.org, w.Sites.Add(w.org, sites.Site{}).ID, sites.SiteSpace{Space: spaces.Space{ID: first}}).ID
	require.ErrorIs(t, errorOf(w.client.Sites.Publishing.Preview(t.Context(), w.org, site, sites.PublishingPreviewOptions{SiteSpace: other})), api.ErrBadRequest)
	empty := must(w.client.Sites.Publishing.Preview(t.Context(), w.org, w.Sites.Add(w.org, sites.Site{ID: "empty"}).ID, sites.PublishingPreviewOptions{}))(t)
	require.Contains(t, empty.URL.Reveal(), "/preview/empty?")
}

func TestClaimsOfAPreviewAreRison(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	path := w.at("/sites/" + w.Sites.Add(w.org, sites.Site{}).ID + "/publishing/preview?claims=")
	for claims, status := range map[string]int{
		"(isBeta:!t)": http.StatusOK, "()": http.StatusOK, "(a:(b:!(1,!n)))": http.StatusOK,
		"": http.StatusBadRequest, "!t": http.StatusBadRequest, "!(isBeta)": http.StatusBadRequest, "(isBeta:true": http.StatusBadRequest, `{"isBeta":true}`: http.StatusBadRequest,
	} {
		require.Equal(t, status, w.send(t, "GET", path+url.QueryEscape(claims), "").status, claims)
	}
}
