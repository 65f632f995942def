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

func sectionProofs() map[string]proof {
	const path, first = docs + "/sections", docs + "/sections/first"
	p := proofs{}

	const create = "sites.sections.create"
	p.rejects(create+".space-exists", "POST", path, `{"spaceId":"space"}`, "spaceId")
	p.shows(create+".title-of-space", "POST", path, `{"spaceId":"guides","title":null}`, func(section map[string]any) bool {
		return section["title"] == "The guides"
	})
	p.rejects("sites.sections.update.default-site-space", "PATCH", first, `{"siteSectionGroupId":"group","defaultSiteSpace":"extra"}`, "defaultSiteSpace")
	p["sites.sections.first-default"] = func(t *testing.T, w *world) bool {
		for range 2 {
			w.send(t, "POST", "/v1/orgs/org/sites/other/sections", `{"spaceId":"space"}`)
		}
		list := w.send(t, "GET", "/v1/orgs/org/sites/other/sections", "").object(t)
		return defaults(list) == strings.Fields(ids(list))[0]
	}

	p.then("sites.sections.delete.next-default", "DELETE", first, "", path, func(list map[string]any) bool { return defaults(list) == "second" })
	p.then("sites.sections.delete.site-spaces", "DELETE", first, "", docs, func(site map[string]any) bool { return site["siteSpaces"] == 3.0 })
	p.moves("sites.sections.move", first+"/move", "site-section", "siteSection", "first", "second", "second", "third")
	p.then("sites.sections.move.end", "POST", first+"/move", "", docs+"/sections", func(list map[string]any) bool {
		return ids(list) == "second first third fourth"
	})
	return p
}

func TestLifeOfASection(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	one, other := w.Spaces.Add(w.org, spaces.Space{Title: "Guides"}).ID, w.Spaces.Add(w.org, spaces.Space{Title: "API"}).ID
	site := w.Sites.Add(w.org, sites.Site{Published: true, Basename: new("docs")}, one).ID
	sections := w.client.Sites.Sections
	var meta api.Meta
	created := must(sections.Create(t.Context(), w.org, site, sites.SectionCreate{SpaceID: api.Set(one)}, api.WithMeta(&meta)))(t)
	require.Equal(t, w.URL()+w.at("/sites/"+site+"/sections/"+created.ID), meta.Location)
	require.Equal(t, "site-section", created.Object)
	require.Equal(t, "Guides", created.Title)
	require.Equal(t, "guides", created.Path)
	require.Equal(t, new(true), created.Default)
	require.Nil(t, created.SectionGroup)
	require.Equal(t, new("https://sites.publishing.example/docs"), created.URLs.Published)
	require.Len(t, created.SiteSpaces, 1)
	require.Equal(t, one, created.SiteSpaces[0].Space.ID)
	require.Equal(t, &created.ID, created.SiteSpaces[0].Section)
	require.Equal(t, new(true), created.SiteSpaces[0].Default)
	require.Nil(t, w.Sites.SiteSpaces.All(w.org, site)[0].Section, "the first section moves nothing")

	second := must(sections.Create(t.Context(), w.org, site, sites.SectionCreate{SpaceID: api.Set(other), Title: new("Guides"), Icon: new("book")}))(t)
	require.Equal(t, "guides-2", second.Path)
	require.Equal(t, new(false), second.Default)
	require.Equal(t, new("book"), second.Icon)
	require.Equal(t, new("https://sites.publishing.example/docs/guides-2"), second.URLs.Published)
	list := func() []sites.Section {
		page := must(sections.List(t.Context(), w.org, site, sites.SectionListOptions{}))(t)
		require.Equal(t, page.Items, w.Sites.Sections.All(w.org, site))
		return page.Items
	}
	require.Equal(t, []sites.Section{*created, *second}, list())
	require.EqualValues(t, 3, must(w.client.Sites.Get(t.Context(), w.org, site, sites.GetOptions{}))(t).SiteSpaces)

	changed := must(sections.Update(t.Context(), w.org, site, created.ID, sites.SectionUpdate{
		Title: new("Start"), Path: new("start"), Condition: api.Set("visitor.claims.isBeta"), Icon: api.Set("flag"), Description: api.Set(""),
	}))(t)
	want := *created
	want.Title, want.Path, want.Condition, want.Icon, want.Description = "Start", "start", new("visitor.claims.isBeta"), new("flag"), new("")
	require.Equal(t, &want, changed)
	require.Equal(t, changed, must(sections.Update(t.Context(), w.org, site, created.ID, sites.SectionUpdate{}))(t))
	cleared := must(sections.Update(t.Context(), w.org, site, created.ID, sites.SectionUpdate{
		Condition: api.Null[string](), Icon: api.Null[string](), Description: api.Null[string](),
	}))(t)
	want.Condition, want.Icon, want.Description = nil, nil, nil
	require.Equal(t, &want, cleared)

	must(sections.Delete(t.Context(), w.org, site, created.ID))(t)
	left := list()
	require.Len(t, left, 1)
	require.Equal(t, new(true), left[0].Default, "another section is the default one")
	require.Len(t, w.Sites.SiteSpaces.All(w.org, site), 2)
	requireError(t, errorOf(sections.Update(t.Context(), w.org, site, created.ID, sites.SectionUpdate{})), publishing.ErrNotFound, "siteSectionId")
	before := w.Spaces.All(w.org)
	lost := sites.SectionCreate{SpaceID: api.Null[string](), SiteSectionGroupID: new("nowhere")}
	requireError(t, errorOf(sections.Create(t.Context(), w.org, site, lost)), publishing.ErrBadRequest, "siteSectionGroupId")
	require.Equal(t, before, w.Spaces.All(w.org), "no space was created for the section")
}

func TestDefaultsOfASiteAreChosen(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t)
	update := func(update sites.Update) error {
		return errorOf(w.client.Sites.Update(t.Context(), "acme", "docs", update))
	}
	defaults := func() (sections, siteSpaces []string) {
		for _, section := range w.Sites.Sections.All("acme", "docs") {
			if *section.Default {
				sections = append(sections, section.ID)
			}
		}
		for _, placed := range w.Sites.SiteSpaces.All("acme", "docs") {
			if *placed.Default {
				siteSpaces = append(siteSpaces, placed.ID)
			}
		}
		return sections, siteSpaces
	}
	require.NoError(t, update(sites.Update{DefaultSiteSpace: new("manual")}))
	sections, siteSpaces := defaults()
	require.Equal(t, []string{"first"}, sections)
	require.Equal(t, []string{"home", "manual", "extra"}, siteSpaces, "one in each section and at the root")

	require.ErrorContains(t, update(sites.Update{DefaultSiteSpace: new("extra")}), "at the root or in the default section")
	require.NoError(t, update(sites.Update{DefaultSiteSection: new("second"), DefaultSiteSpace: new("extra")}))
	require.NoError(t, update(sites.Update{DefaultSiteSpace: new("annex")}))
	sections, siteSpaces = defaults()
	require.Equal(t, []string{"second"}, sections)
	require.Equal(t, []string{"annex", "manual", "extra"}, siteSpaces)

	must(w.client.Sites.Sections.Update(t.Context(), "acme", "docs", "first", sites.SectionUpdate{DefaultSiteSpace: new("guide")}))(t)
	_, siteSpaces = defaults()
	require.Equal(t, []string{"annex", "guide", "extra"}, siteSpaces)
	require.ErrorIs(t, update(sites.Update{DefaultSiteSection: new("third"), DefaultSiteSpace: new("nowhere")}), publishing.ErrBadRequest)
	sections, _ = defaults()
	require.Equal(t, []string{"second"}, sections, "a rejected call changes nothing")
}

func TestSectionsAreMoved(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	space := w.Spaces.Add(w.org, spaces.Space{}).ID
	site := w.Sites.Add(w.org, sites.Site{}).ID
	for _, id := range []string{"a", "b", "c", "d"} {
		w.Sites.Sections.Add(w.org, site, sites.Section{ID: id}, space)
	}
	before := func(id string) sites.SectionPosition {
		return sites.SectionPosition{Before: &sites.SectionPointer{SiteSection: id}}
	}
	after := func(id string) sites.SectionPosition {
		return sites.SectionPosition{After: &sites.SectionPointer{SiteSection: id}}
	}
	between := func(one, other string) sites.SectionPosition {
		return sites.SectionPosition{After: &sites.SectionPointer{SiteSection: one}, Before: &sites.SectionPointer{SiteSection: other}}
	}
	for _, step := range []struct {
		moved    string
		position sites.SectionPosition
		want     string // "" for an invalid position
	}{
		{"a", after("c"), "b c a d"},
		{"d", before("b"), "d b c a"},
		{"c", before("a"), "d b c a"},
		{"d", between("c", "a"), "b c d a"},
		{"d", between("c", "a"), "b c d a"},
		{"a", between("b", "d"), ""},
		{"a", between("c", "b"), ""},
		{"a", between("d", "d"), ""},
		{"a", between("a", "b"), ""},
		{"a", before("a"), ""},
		{"a", after("nowhere"), ""},
		{"c", sites.SectionPosition{}, "b d a c"},
	} {
		//nolint:staticcheck // it is deprecated and still there
		moved, err := w.client.Sites.Sections.Move(t.Context(), w.org, site, step.moved, sites.SectionMove{Position: step.position})
		if step.want == "" {
			require.ErrorIs(t, err, publishing.ErrBadRequest)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, step.moved, moved.ID)
		got := mapped(w.Sites.Sections.All(w.org, site), func(section sites.Section) string { return section.ID })
		require.Equal(t, step.want, strings.Join(got, " "))
	}
}

func TestIterationYieldsEachSectionOnceWhileOthersMove(t *testing.T) {
	t.Parallel()
	w := newWorld(t, publishingtest.WithPageSize(2))
	site := w.Sites.Add(w.org, sites.Site{}).ID
	for _, id := range []string{"a", "b", "c", "d", "e", "f"} {
		w.Sites.Sections.Add(w.org, site, sites.Section{ID: id})
	}
	var listed []string
	for section, err := range w.client.Sites.Sections.All(t.Context(), w.org, site, sites.SectionListOptions{}) {
		require.NoError(t, err)
		listed = append(listed, section.ID)
		if section.ID == "b" {
			got := w.send(t, "POST", w.at("/sites/"+site+"/sections/f/move"), `{"position":{"before":{"type":"site-section","siteSection":"d"}}}`)
			require.Equal(t, http.StatusOK, got.status)
		}
	}
	require.Equal(t, []string{"a", "b", "c", "f", "d", "e"}, listed)
}

func TestSeedsOfASiteKeepWhatTheyChoose(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	space := w.Spaces.Add(w.org, spaces.Space{}).ID
	site := w.Sites.Add(w.org, sites.Site{Published: true}).ID
	w.Sites.Sections.Add(w.org, site, sites.Section{ID: "first"}, space)
	second := w.Sites.Sections.Add(w.org, site, sites.Section{
		ID: "second", Title: "Second", Path: "two", Default: new(true), URLs: sites.SectionURLs{Published: new("https://example.com/two")},
	})
	require.Equal(t, new(true), second.Default)
	require.Equal(t, new("https://example.com/two"), second.URLs.Published)
	require.Equal(t, new(false), w.Sites.Sections.All(w.org, site)[0].Default)
	for _, seed := range []sites.SiteSpace{
		{ID: "here", Space: spaces.Space{ID: space}},
		{ID: "there", Space: spaces.Space{ID: space}, Path: "start", Default: new(true), URLs: sites.SiteSpaceURLs{Published: new("https://example.com/there")}},
	} {
		added := w.Sites.SiteSpaces.Add(w.org, site, seed)
		require.Equal(t, new("second"), added.Section)
		require.Equal(t, new(true), added.Default)
	}
	shown := w.Sites.Sections.All(w.org, site)[1].SiteSpaces
	require.Equal(t, new(false), shown[0].Default)
	require.Equal(t, "start", shown[1].Path)
	require.Equal(t, new("https://example.com/there"), shown[1].URLs.Published)
}

func TestSectionsOfADeletedSite(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t)
	must(w.client.Sites.Delete(t.Context(), "acme", "docs"))(t)
	for _, path := range []string{"/sections/first", "/section-groups/group", "/site-spaces/guide"} {
		require.Equal(t, http.StatusNoContent, w.send(t, "DELETE", docs+path, "").status, "the target is absent")
		require.Equal(t, http.StatusNotFound, w.send(t, "PATCH", docs+path, "{}").status)
	}
}
