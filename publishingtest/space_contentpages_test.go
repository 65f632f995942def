package publishingtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

func TestPageOfASpaceByItsIDAndByItsPath(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	pages := w.client.Spaces.Pages
	const text = "## Every day\n\nBack to the [start](/start)."
	for _, format := range []richtext.Format{"", richtext.FormatMarkdown} {
		byID := must(pages.Get(t.Context(), "wiki", "use", spaces.PageGetOptions{Format: format}))(t)
		require.Equal(t, "Use", byID.Title)
		require.Equal(t, new(text), byID.Markdown)
		require.Nil(t, byID.Document)
		require.Equal(t, byID, must(pages.GetByPath(t.Context(), "wiki", "start/use", spaces.PageGetByPathOptions{Format: format}))(t))
	}
	page := must(pages.GetByPath(t.Context(), "wiki", "start/use", spaces.PageGetByPathOptions{Format: richtext.FormatDocument, Metadata: new(false)}))(t)
	require.Nil(t, page.Markdown)
	require.Equal(t, richtext.BlockHeading2, page.Document.Nodes[0].Type)
	require.Nil(t, page.Git)

	w.Spaces.Pages.Edit("wiki", "", "use", func(page *publishingtest.Page) { page.Slug = "daily" })
	require.ErrorIs(t, errorOf(pages.GetByPath(t.Context(), "wiki", "start/use", spaces.PageGetByPathOptions{})), publishing.ErrNotFound)
	page = must(pages.GetByPath(t.Context(), "wiki", "start/daily", spaces.PageGetByPathOptions{}))(t)
	require.Equal(t, "use", page.ID)

	for _, path := range []string{"start/", "/start", "Start", "nowhere"} {
		require.ErrorIs(t, errorOf(pages.GetByPath(t.Context(), "wiki", path, spaces.PageGetByPathOptions{})), publishing.ErrNotFound, path)
	}
}

func TestPagesGetIDsSlugsAndPaths(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	space := w.Spaces.Add(w.org, spaces.Space{},
		publishingtest.Page{Title: "Getting Started!", Pages: []publishingtest.Page{{Title: "First steps"}, {Title: "First steps"}, {Title: "Chosen", Slug: "own", ID: "page"}}},
		publishingtest.Page{Title: "Über uns"},
		publishingtest.Page{Title: "???", Sections: []publishingtest.Section{{Title: "A"}, {ID: "b"}}},
	).ID
	for path, id := range map[string]string{
		"getting-started": "page_1", "getting-started/first-steps": "page_2", "getting-started/first-steps-2": "page_3",
		"getting-started/own": "page", "über-uns": "page_4", "page": "page_5",
	} {
		page := must(w.client.Spaces.Pages.GetByPath(t.Context(), space, path, spaces.PageGetByPathOptions{}))(t)
		require.Equal(t, []string{id, path}, []string{page.ID, *page.Path})
	}
	require.Equal(t, []publishingtest.Section{{ID: "section_1", Title: "A"}, {ID: "b"}}, w.Spaces.Pages.All(space, "")[2].Sections)
}

func TestPageByPathFindsGroupsAndWhatIsComputed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Spaces.Add(w.org, spaces.Space{ID: "space"},
		publishingtest.Page{ID: "group", Title: "Group", Type: spaces.PageTypeGroup, Pages: []publishingtest.Page{
			{ID: "link", Title: "Link", Type: spaces.PageTypeLink, Target: &spaces.ContentRef{Kind: spaces.ContentRefKindURL, URL: new("https://example.com")}},
			{ID: "source", Title: "Source", Type: spaces.PageTypeComputed, Computed: &spaces.Computed{Type: "integration:a:b", Props: api.Raw("{}")}, Pages: []publishingtest.Page{{ID: "made", Title: "Made"}}},
		}},
	)
	find := func(path string, options spaces.PageGetByPathOptions) string {
		page, err := w.client.Spaces.Pages.GetByPath(t.Context(), "space", path, options)
		if err != nil {
			require.ErrorIs(t, err, publishing.ErrNotFound)
			return ""
		}
		return page.ID
	}
	require.Equal(t, "group", find("group", spaces.PageGetByPathOptions{}))
	require.Equal(t, "group", find("group", spaces.PageGetByPathOptions{Computed: new(false)}))
	require.Empty(t, find("group/link", spaces.PageGetByPathOptions{}), "a link has no path")
	require.Equal(t, "made", find("group/made", spaces.PageGetByPathOptions{}))
	require.Empty(t, find("group/made", spaces.PageGetByPathOptions{Computed: new(false)}))
}

func TestImportIntoAPageAddsPagesBelowIt(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	content := spaces.PageImport{URL: "https://example.com/import", Source: spaces.ImportSourceDOCX}
	result := must(w.client.Spaces.Pages.Import(t.Context(), "wiki", "start", content))(t)
	require.EqualValues(t, 2, result.ImportedResources)
	got := must(w.client.Spaces.Content.Get(t.Context(), "wiki", spaces.ContentGetOptions{}))(t)
	require.Equal(t, result.Revision, got.ID)
	require.Equal(t, []string{"Start here", "-Use", "-Imported", "--Below", "Orders"}, titles(got.Pages))
	require.Equal(t, "Below", must(w.client.Spaces.Pages.GetByPath(t.Context(), "wiki", "start/imported/below", spaces.PageGetByPathOptions{}))(t).Title)

	content.URL = "https://example.com/unknown"
	require.ErrorIs(t, errorOf(w.client.Spaces.Pages.Import(t.Context(), "wiki", "start", content)), publishing.ErrBadRequest)
}

func TestLinksOfAPageOfASpace(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	var targets []spaces.ContentRefKind
	for _, page := range collect(t, w.client.Spaces.Pages.Links.ListPages(t.Context(), "wiki", "start", spaces.PageLinkListOptions{Limit: 2})) {
		require.Equal(t, spaces.LinkStats{Total: 5, Broken: spaces.BrokenStats{Total: 1}}, page.Stats, "there is no change request to count for")
		for _, link := range page.Items {
			require.Equal(t, "start", link.LocationReferences[0].Page.ID)
			if link.TargetReference != nil {
				targets = append(targets, link.TargetReference.Kind)
			}
		}
	}
	require.Equal(t, []spaces.ContentRefKind{"page", "file", "url", "url"}, targets)
	broken := must(w.client.Spaces.Pages.Links.List(t.Context(), "wiki", "start", spaces.PageLinkListOptions{Status: spaces.LinkStatusBroken}))(t)
	require.Len(t, broken.Items, 1)
	require.Nil(t, broken.Items[0].TargetReference)

	from := mapped(collect(t, w.client.Spaces.Pages.Backlinks.All(t.Context(), "wiki", "start", spaces.PageBacklinkListOptions{Limit: 1})), func(ref spaces.Reference) string { return ref.Page.ID })
	require.Equal(t, []string{"use"}, from)
}

func TestPDFOfASpaceIsAnAddressOfItsRevision(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	before := must(w.client.Spaces.PDF(t.Context(), "wiki", spaces.PDFOptions{}))(t)
	w.Spaces.Pages.Edit("wiki", "", "start", func(page *publishingtest.Page) { page.Title = "Begin" })
	after := must(w.client.Spaces.PDF(t.Context(), "wiki", spaces.PDFOptions{}))(t)
	require.NotEqual(t, before, after)
	one := must(w.client.Spaces.PDF(t.Context(), "wiki", spaces.PDFOptions{PageID: "use", Only: new(true)}))(t)
	require.Equal(t, after.URL+"?only=true&page=use", one.URL)
}
