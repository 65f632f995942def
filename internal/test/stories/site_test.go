package stories_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// TestStoryOfASite does what a team does with a site, from an empty one to its last visitor.
func TestStoryOfASite(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	client := server.Client(publishing.WithAttemptTimeout(-1), strict, strictWrites)
	org := server.Orgs.Add(orgs.Organization{Title: "Acme"}).ID
	server.Subdomains.Add(org, orgs.Subdomain{Subdomain: "acme", IsActive: true})
	page := func(title, body string) publishingtest.Page {
		return publishingtest.Page{Title: title, Sections: []publishingtest.Section{{Title: title, Body: body}}}
	}
	guides := server.Spaces.Add(org, spaces.Space{Title: "Guides"}, page("Publish", "Press the button.")).ID
	reference := server.Spaces.Add(org, spaces.Space{Title: "Reference"}, page("Sites", "A POST publishes a site.")).ID
	blog := server.Spaces.Add(org, spaces.Space{Title: "Blog"}, page("News", "We have moved.")).ID

	found, err := client.Subdomains.Get(t.Context(), "acme")
	require.NoError(t, err)
	require.Equal(t, new(org), found.Target.Organization)
	site, err := client.Sites.Create(t.Context(), org, sites.Create{Title: new("Handbook"), Visibility: sites.VisibilityShareLink})
	require.NoError(t, err)
	var sections []string
	for _, space := range []string{guides, reference, blog} {
		section, err := client.Sites.Sections.Create(t.Context(), org, site.ID, sites.SectionCreate{SpaceID: api.Set(space)})
		require.NoError(t, err)
		sections = append(sections, section.ID)
	}
	group, err := client.Sites.SectionGroups.Create(t.Context(), org, site.ID, sites.SectionGroupCreate{Title: "Docs", Sections: sections})
	require.NoError(t, err)
	outcome, err := client.Sites.SectionGroups.Sections.Remove(t.Context(), org, site.ID, group.ID, sections[2])
	require.NoError(t, err)
	require.Equal(t, api.Deleted, outcome)
	_, err = client.Sites.Structure.Sort(t.Context(), org, site.ID, sites.StructureSort{
		Item:     sites.StructurePointer{Type: sites.StructureItemTypeSection, ID: sections[1]},
		Position: sites.StructurePosition{Before: &sites.StructurePointer{Type: sites.StructureItemTypeSection, ID: sections[0]}},
	})
	require.NoError(t, err)

	link, err := client.Sites.ShareLinks.Create(t.Context(), org, site.ID, sites.ShareLinkCreate{Name: "Reviewers"})
	require.NoError(t, err)
	require.Nil(t, link.URLs.Published)
	published, err := client.Sites.Publish(t.Context(), org, site.ID, sites.PublishOptions{})
	require.NoError(t, err)
	require.True(t, published.Site.Published)
	links, err := client.Sites.ShareLinks.List(t.Context(), org, site.ID, sites.ShareLinkListOptions{})
	require.NoError(t, err)
	address := *links.Items[0].URLs.Published
	key := address[len(*published.Site.URLs.Published)+1:]

	unresolved, err := client.Sites.Published(t.Context(), org, site.ID, sites.PublishedOptions{})
	require.NoError(t, err)
	require.Nil(t, unresolved.Site.URLs.Published, "the site is shared by link")
	seen, err := client.Sites.Published(t.Context(), org, site.ID, sites.PublishedOptions{ShareKey: api.NewSecret(key)})
	require.NoError(t, err)
	require.Equal(t, &address, seen.Site.URLs.Published)
	require.Len(t, seen.Structure.Items, 2)
	require.Equal(t, sections[2], seen.Structure.Items[0].Section.ID)
	for i, child := range seen.Structure.Items[1].Group.Children {
		require.Equal(t, sections[1-i], child.Section.ID)
	}

	var titles []string
	for result, err := range client.Sites.Search.All(t.Context(), org, site.ID, sites.SearchQuery{Query: "publish", Scope: sites.SearchScope{Mode: sites.SearchModeAll}}, sites.SearchListOptions{Limit: 1}) {
		require.NoError(t, err)
		titles = append(titles, result.Title)
	}
	require.Equal(t, []string{"Reference", "Guides"}, titles, "in the order of the site")

	_, err = client.Sites.Unpublish(t.Context(), org, site.ID)
	require.NoError(t, err)
	_, err = client.Sites.Published(t.Context(), org, site.ID, sites.PublishedOptions{ShareKey: api.NewSecret(key)})
	require.ErrorIs(t, err, publishing.ErrNotFound)
}
