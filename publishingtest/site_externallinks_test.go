package publishingtest_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

func externalLinkProofs() map[string]proof {
	const path, bare = docs + "/external-links", "/v1/orgs/org/sites/other/external-links"
	p := proofs{}
	p.rejects("sites.externallinks.create.sections", "POST", bare, `{"title":"Blog","url":"https://blog.acme.example"}`, "siteId")
	p.rejects("sites.externallinks.parent-exists", "PATCH", path+"/blog", `{"parent":"first"}`, "parent")
	p["sites.published.drafts"] = func(t *testing.T, w *world) bool {
		require.Equal(t, http.StatusOK, w.send(t, "PATCH", path+"/blog", `{"draft":true,"parent":null}`).status)
		published := w.send(t, "GET", docs+"/published", "").object(t)
		return len(at(published, "structure.structure").([]any)) < len(at(w.send(t, "GET", docs+"/structure", "").object(t), "structure").([]any))
	}
	return p
}

func TestLifeOfAnExternalLink(t *testing.T) {
	t.Parallel()
	w, site, _ := newRedirectedSite(t)
	links := w.client.Sites.ExternalLinks
	w.Sites.SectionGroups.Add(w.org, site, sites.SectionGroup{ID: "group"}, "reference")
	german := map[api.Language]string{api.LanguageGerman: "Zustand"}
	var meta api.Meta
	created := must(links.Create(t.Context(), w.org, site, sites.ExternalLinkCreate{
		Title: "Status", LocalizedTitle: german, Description: new("Now"), LocalizedDescription: german, Icon: new("heart"),
		URL: "https://status.acme.example", Parent: new("group"), Draft: new(true), Condition: new("true"),
	}, api.WithMeta(&meta)))(t)
	require.Equal(t, w.URL()+w.at("/sites/site/external-links/"+created.ID), meta.Location)
	require.Equal(t, &sites.ExternalLink{
		Object: "site-external-link", ID: created.ID, Title: "Status", LocalizedTitle: german, Description: new("Now"), LocalizedDescription: german,
		Icon: new("heart"), URL: "https://status.acme.example", SectionGroup: new("group"), Draft: true, Condition: new("true"),
	}, created)
	require.Equal(t, []sites.ExternalLink{*created}, w.Sites.ExternalLinks.All(w.org, site))
	structure := func() []string {
		got := w.send(t, "GET", w.at("/sites/site/structure"), "").object(t)
		return mapped(got["structure"].([]any), func(item any) string { return item.(map[string]any)["id"].(string) })
	}
	require.Equal(t, []string{"docs", "group"}, structure())
	require.Len(t, must(w.client.Sites.SectionGroups.List(t.Context(), w.org, site, sites.SectionGroupListOptions{}))(t).Items[0].Children, 2)

	updated := must(links.Update(t.Context(), w.org, site, created.ID, sites.ExternalLinkUpdate{
		Title: new("State"), URL: new("https://state.acme.example"), Draft: new(false), LocalizedTitle: api.Null[map[api.Language]string](),
		LocalizedDescription: api.Set(map[api.Language]string{}), Description: api.Null[string](), Icon: api.Null[string](), Condition: api.Null[string](),
		Parent: api.Null[string](),
	}))(t)
	require.Equal(t, &sites.ExternalLink{Object: "site-external-link", ID: created.ID, Title: "State", LocalizedDescription: map[api.Language]string{}, URL: "https://state.acme.example"}, updated)
	require.Equal(t, updated, must(links.Update(t.Context(), w.org, site, created.ID, sites.ExternalLinkUpdate{}))(t))
	require.Equal(t, []string{"docs", "group", created.ID}, structure())

	item := sites.StructurePointer{Type: "site-external-link", ID: created.ID}
	must(w.client.Sites.Structure.Sort(t.Context(), w.org, site, sites.StructureSort{
		Item: item, Position: sites.StructurePosition{Before: &sites.StructurePointer{Type: sites.StructureItemTypeSection, ID: "docs"}},
	}))(t)
	require.Equal(t, []string{created.ID, "docs", "group"}, structure())

	moved := must(links.Update(t.Context(), w.org, site, created.ID, sites.ExternalLinkUpdate{Parent: api.Set("group")}))(t)
	require.Equal(t, new("group"), moved.SectionGroup)
	must(w.client.Sites.SectionGroups.Delete(t.Context(), w.org, site, "group"))(t)
	require.Nil(t, w.Sites.ExternalLinks.All(w.org, site)[0].SectionGroup, "with the other children of the group")

	for _, want := range []api.Deletion{api.Deleted, api.AlreadyAbsent} {
		require.Equal(t, want, must(links.Delete(t.Context(), w.org, site, created.ID))(t))
	}
	require.NotContains(t, structure(), created.ID)
}

func TestExternalLinkNeedsSectionsAndAGroup(t *testing.T) {
	t.Parallel()
	w, site, _ := newRedirectedSite(t)
	plain := w.Sites.Add(w.org, sites.Site{ID: "plain"}, "guides").ID
	for _, at := range []struct{ site, parent string }{{plain, ""}, {site, "nowhere"}, {site, "reference"}} {
		create := sites.ExternalLinkCreate{Title: "Blog", URL: "https://blog.acme.example"}
		if at.parent != "" {
			create.Parent = &at.parent
		}
		require.ErrorIs(t, errorOf(w.client.Sites.ExternalLinks.Create(t.Context(), w.org, at.site, create)), publishing.ErrBadRequest)
	}
	require.Empty(t, w.Sites.ExternalLinks.All(w.org, site))
}

func TestCopyOfTheOnlySiteSpaceIsInASectionOfItsOwn(t *testing.T) {
	t.Parallel()
	w, site, _ := newRedirectedSite(t)
	siteSpaces := w.client.Sites.SiteSpaces
	of := func(section string) []sites.SiteSpace {
		var all []sites.SiteSpace
		for _, placed := range w.Sites.SiteSpaces.All(w.org, site) {
			if *placed.Section == section {
				all = append(all, placed)
			}
		}
		return all
	}
	beside := must(siteSpaces.Duplicate(t.Context(), w.org, site, "v2", sites.SiteSpaceDuplicate{}))(t)
	require.Equal(t, new("reference"), beside.Section)
	require.Equal(t, "API (copy)", beside.Title)
	require.NotEqual(t, "api", beside.Space.ID)
	require.Len(t, of("reference"), 3)

	w.Sites.SectionGroups.Add(w.org, site, sites.SectionGroup{ID: "group"}, "docs")
	var meta api.Meta
	only := must(siteSpaces.Duplicate(t.Context(), w.org, site, of("docs")[0].ID, sites.SiteSpaceDuplicate{Draft: new(true)}, api.WithMeta(&meta)))(t)
	require.Equal(t, w.URL()+w.at("/sites/site/site-spaces/"+only.ID), meta.Location)
	require.Len(t, of("docs"), 1)
	sections := w.Sites.Sections.All(w.org, site)
	require.Len(t, sections, 3)
	require.Equal(t, *only.Section, sections[1].ID, "beside the original")
	require.Equal(t, new("group"), sections[1].SectionGroup)
	require.Equal(t, new(true), only.Default)
	published := must(w.client.Sites.Published(t.Context(), w.org, site, sites.PublishedOptions{}))(t)
	require.Len(t, published.Structure.Items, 2)
	require.Equal(t, "group", published.Structure.Items[1].Group.ID)
	require.Len(t, published.Structure.Items[1].Group.Children, 1, "without the draft")

	must(w.client.Spaces.Get(t.Context(), only.Space.ID, spaces.GetOptions{}))(t)
}
