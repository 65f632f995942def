package sites_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// TestPageURLIsWhereARedirectToThePageLeads compares the URLs of all pages of a site with those
// that the service gives, from the site space and from each part around it.
func TestPageURLIsWhereARedirectToThePageLeads(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	client := server.Client()
	server.Orgs.Add(orgs.Organization{ID: "acme"})
	for _, id := range []string{"guides", "api"} {
		server.Spaces.Add("acme", spaces.Space{ID: id, Title: id}, publishingtest.Page{
			ID: id + "-start", Title: "Start",
			Pages: []publishingtest.Page{{ID: id + "-first", Title: "First steps"}},
		})
	}
	for id, sections := range map[string][]string{"plain": nil, "sections": {"docs", "reference"}} {
		site := server.Sites.Add("acme", sites.Site{ID: id, Basename: &id, Published: true})
		place := func(section *string) {
			for _, space := range []string{"guides", "api"} {
				server.Sites.SiteSpaces.Add("acme", id, sites.SiteSpace{Space: spaces.Space{ID: space}, Section: section})
			}
		}
		if sections == nil {
			place(nil)
		}
		for _, section := range sections {
			server.Sites.Sections.Add("acme", id, sites.Section{ID: section, Title: section})
			place(&section)
		}
		inSection := map[string]*sites.Section{}
		for _, section := range server.Sites.Sections.All("acme", id) {
			inSection[section.ID] = &section
		}
		compared := 0
		for _, placed := range server.Sites.SiteSpaces.All("acme", id) {
			var section *sites.Section
			if placed.Section != nil {
				section = inSection[*placed.Section]
			}
			tree, err := client.Spaces.Pages.Tree(t.Context(), placed.Space.ID, spaces.PageTreeOptions{})
			require.NoError(t, err)
			for visit := range spaces.WalkPages(tree.Pages) {
				compared++
				source := "/" + placed.ID + visit.Page.ID
				_, err := client.Sites.Redirects.Create(t.Context(), "acme", id, sites.RedirectCreate{Source: source, Destination: sites.RedirectDestination{
					Kind: sites.RedirectDestinationKindPage, SiteSpaceID: &placed.ID, PageID: &visit.Page.ID,
				}})
				require.NoError(t, err)
				want, err := client.Sites.Redirects.Resolve(t.Context(), "acme", id, sites.RedirectResolveOptions{Source: source})
				require.NoError(t, err)
				require.Equal(t, want.Target, sites.PageURL(site, section, placed, *visit.Page))

				unresolved := placed
				unresolved.URLs.Published = nil
				require.Equal(t, want.Target, sites.PageURL(site, section, unresolved, *visit.Page))
				if section != nil {
					within := *section
					within.URLs.Published = nil
					require.Equal(t, want.Target, sites.PageURL(site, &within, unresolved, *visit.Page))
				}
			}
		}
		require.Equal(t, 4*max(1, len(sections)), compared)
	}
}

func TestPageURLIsEmptyWithoutAPublishedURLOrAPath(t *testing.T) {
	t.Parallel()
	page := spaces.Page{Path: new("start")}
	published := sites.SiteSpace{URLs: sites.SiteSpaceURLs{Published: new("https://docs.acme.example/v1/?key=a")}}
	require.Empty(t, sites.PageURL(sites.Site{}, &sites.Section{}, sites.SiteSpace{}, page))
	require.Empty(t, sites.PageURL(sites.Site{}, nil, published, spaces.Page{}))
	published.URLs.Published = new("https://docs.acme.example/%zz")
	require.Empty(t, sites.PageURL(sites.Site{}, nil, published, page), "no URL")
}

func TestPageURLIsEscapedAndKeepsTheQuery(t *testing.T) {
	t.Parallel()
	published := sites.SiteSpace{URLs: sites.SiteSpaceURLs{Published: new("https://docs.acme.example/v1/?key=a")}}
	require.Equal(t, "https://docs.acme.example/v1/a%20b/c%3Fd?key=a", sites.PageURL(sites.Site{}, nil, published, spaces.Page{Path: new("a b/c?d")}))
}
