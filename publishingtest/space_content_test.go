package publishingtest_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/spaces"
)

func contentProofs() map[string]proof {
	p := proofs{}
	p.then("content.import-into-page.below", "POST", wiki+"/content/page/use/import", `{"source":"website","url":"https://example.com/import"}`,
		wiki+"/content/page/use", func(page map[string]any) bool { return len(page["pages"].([]any)) == 1 })
	const template = wiki + "/content/template"
	p.responds("spaces.content.applytemplate.id-404", "POST", template, `{"id":"nowhere"}`, http.StatusNotFound)
	p.rejects("spaces.content.applytemplate.files-exist", "POST", template, `{"id":"letter","params":{"contentRefs":{"ada":{"kind":"file","file":"nowhere"}}}}`, "params.contentRefs[ada].file")
	p.rejects("content.import.seeded", "POST", wiki+"/content/import", `{"source":"website","url":"https://example.com/other"}`, "url")
	p.shows("page.kind", "GET", wiki+"/content/page/start", "", func(page map[string]any) bool { return page["kind"] == "sheet" })
	p.shows("content.page.format.default", "GET", proposal+"/content/page/start", "", func(page map[string]any) bool {
		return page["document"] == nil && page["markdown"] != nil
	})

	p.responds("spaces.pdf.page-404", "GET", wiki+"/pdf?page=nowhere", "", http.StatusNotFound)

	p.shows("spaces.search.list.pages", "GET", wiki+"/search?query=every", "", func(list map[string]any) bool { return ids(list) == "use" })
	p.shows("spaces.search.list.sections", "GET", wiki+"/search?query=every", "", func(list map[string]any) bool {
		return ids(map[string]any{"items": orNone(itemWithID(list, "use")["sections"])}) == "daily"
	})
	return p
}

func orNone(list any) any {
	if list == nil {
		return []any{}
	}
	return list
}

func linkProofs() map[string]proof {
	p := proofs{}
	statuses := func(list map[string]any) string {
		all := mapped(list["items"].([]any), func(one any) string { return one.(map[string]any)["status"].(string) })
		return strings.Join(all, " ")
	}
	p.shows("spaces.links.list.status", "GET", wiki+"/links?status=broken", "", func(list map[string]any) bool { return list["stats"].(map[string]any)["total"] == 6.0 })
	p["changerequests.links.list.broken-context"] = func(t *testing.T, w *world) bool {
		w.Spaces.Pages.Remove("wiki", "proposal", "use") // breaks another link
		return statuses(w.send(t, "GET", proposal+"/links?brokenContext=space", "").object(t)) == "broken"
	}
	p.shows("changerequests.pages.links.list.stats", "GET", proposal+"/content/page/start/links", "", func(list map[string]any) bool {
		broken := list["stats"].(map[string]any)["broken"].(map[string]any)
		return broken["total"] == 1.0 && broken["changeRequest"] == 0.0
	})
	return p
}

func newWiki(t *testing.T, opts ...publishingtest.Option) *world {
	t.Helper()
	w := newWorld(t, opts...)
	w.seedLibrary()
	return w
}

func titles(pages []spaces.Page) (all []string) {
	for visit := range spaces.WalkPages(pages) {
		all = append(all, strings.Repeat("-", visit.Depth)+visit.Page.Title)
	}
	return all
}

func TestCurrentRevisionOfASpace(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	got := must(w.client.Spaces.Content.Get(t.Context(), "wiki", spaces.ContentGetOptions{}))(t)
	require.Equal(t, "revision", got.Object)
	require.Equal(t, spaces.RevisionTypeEdits, got.Type)
	require.Equal(t, []string{"Start here", "-Use", "Orders"}, titles(got.Pages))
	require.Len(t, got.Files, 1)
	history := w.Spaces.Revisions.All("wiki")
	require.Len(t, history, 2, "adding the file created one")
	require.Equal(t, history[1], *got)
	require.Equal(t, []string{history[0].ID}, got.Parents)
	require.Empty(t, history[0].Parents)
	require.Empty(t, history[0].Files)
	require.Equal(t, got.ID, must(w.client.Spaces.Get(t.Context(), "wiki", spaces.GetOptions{}))(t).Revision)

	start := got.Pages[0]
	require.Equal(t, spaces.PageTypeDocument, start.Type)
	require.Equal(t, new("start"), start.Slug)
	require.Equal(t, new("start/use"), start.Pages[0].Path)
	require.Equal(t, new("First things"), start.Description)
	require.Nil(t, start.Markdown, "a tree of pages has no texts")
	require.Equal(t, got.Pages, must(w.client.Spaces.Pages.Tree(t.Context(), "wiki", spaces.PageTreeOptions{}))(t).Pages)
}

func TestMetadataAndComputedHaveThreeStates(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	for _, on := range []*bool{nil, new(true)} {
		got := must(w.client.Spaces.Content.Get(t.Context(), "wiki", spaces.ContentGetOptions{Metadata: on, Computed: on}))(t)
		require.True(t, got.Git.ByService())
		require.Equal(t, "start.md", got.Pages[0].Git.Path)
		require.Equal(t, "files/plan.png", got.Files[0].Git.Path)
		orders := got.Pages[1]
		require.Equal(t, "orders", orders.ID)
		require.EqualValues(t, "builtin:openapi", orders.Computed.Type)
		require.NotNil(t, orders.ComputedSeed)
		for _, call := range w.Calls.All()[len(w.Calls.All())-1:] {
			require.Equal(t, on != nil, call.Query.Has("metadata"))
		}
	}
	off := must(w.client.Spaces.Content.Get(t.Context(), "wiki", spaces.ContentGetOptions{Metadata: new(false), Computed: new(false)}))(t)
	require.Nil(t, off.Git)
	require.Nil(t, off.Pages[0].Git)
	require.Nil(t, off.Files[0].Git)
	require.Equal(t, "reference", off.Pages[1].ID)
	require.Equal(t, spaces.PageTypeComputed, off.Pages[1].Type)
	require.JSONEq(t, `{"models":true}`, off.Pages[1].Computed.Props.String())

	require.ErrorIs(t, errorOf(w.client.ChangeRequests.Pages.Get(t.Context(), "wiki", "proposal", "orders", spaces.PageGetOptions{Computed: new(false)})), publishing.ErrNotFound)
	page := must(w.client.ChangeRequests.Pages.Get(t.Context(), "wiki", "proposal", "orders", spaces.PageGetOptions{}))(t)
	require.Equal(t, spaces.PageTypeDocument, page.Type)
}

func TestPagesOfEachType(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Spaces.Add(w.org, spaces.Space{ID: "space"},
		publishingtest.Page{Title: "Group", Type: spaces.PageTypeGroup, Pages: []publishingtest.Page{{Title: "Below", Hidden: true}}},
		publishingtest.Page{Title: "Link", Type: spaces.PageTypeLink, Target: &spaces.ContentRef{Kind: spaces.ContentRefKindURL, URL: new("https://example.com")}},
		publishingtest.Page{Title: "Cover", Cover: &spaces.PageCover{Ref: &spaces.ContentRef{Kind: spaces.ContentRefKindFile, File: new("file")}, YPos: 3}},
	)
	tree := must(w.client.Spaces.Pages.Tree(t.Context(), "space", spaces.PageTreeOptions{}))(t)
	group, link, cover := tree.Pages[0], tree.Pages[1], tree.Pages[2]
	require.Nil(t, group.URLs)
	require.Nil(t, group.Layout)
	require.Equal(t, new("group/below"), group.Pages[0].Path)
	require.Equal(t, new(true), group.Pages[0].Hidden)
	require.Nil(t, link.Path)
	require.Equal(t, new("https://example.com"), link.Href)
	require.True(t, cover.Layout.Cover)
	require.InDelta(t, 3, cover.Cover.YPos, 0)
}

func TestFilesOfASpace(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Spaces.Add(w.org, spaces.Space{ID: "space"}, publishingtest.Page{ID: "a", Title: "A", Sections: []publishingtest.Section{{Body: "[f](files/one) and [again](files/one)"}}},
		publishingtest.Page{ID: "b", Title: "B", Cover: &spaces.PageCover{Ref: &spaces.ContentRef{Kind: spaces.ContentRefKindFile, File: new("one")}}})
	one := w.Spaces.Files.Add("space", "", spaces.File{ID: "one", Name: "one.png", Dimensions: &spaces.FileDimensions{Width: 2, Height: 1}, Git: &spaces.GitBlob{OID: "1", Path: "one.png"}})
	two := w.Spaces.Files.Add("space", "", spaces.File{})
	require.Equal(t, "application/octet-stream", two.ContentType)
	require.NotEmpty(t, two.DownloadURL)
	got := collect(t, w.client.Spaces.Files.All(t.Context(), "space", spaces.FileListOptions{Limit: 1}))
	require.Equal(t, []spaces.File{one, two}, got)
	file := must(w.client.Spaces.Files.Get(t.Context(), "space", "one", spaces.FileGetOptions{Metadata: new(false)}))(t)
	one.Git = nil
	require.Equal(t, &one, file)

	var from []string
	for ref, err := range w.client.Spaces.Files.Backlinks.All(t.Context(), "space", "one", spaces.FileBacklinkListOptions{Limit: 1}) {
		require.NoError(t, err)
		require.Equal(t, spaces.ContentRefKindPage, ref.Kind)
		require.Equal(t, w.org, ref.Organization.ID)
		require.Equal(t, "space", ref.Space.ID)
		require.Equal(t, ref.Space.Revision, ref.VersionContext.Revision.ID)
		from = append(from, ref.Page.ID)
	}
	require.Equal(t, []string{"a", "b"}, from)
	require.Empty(t, must(w.client.Spaces.Files.Backlinks.List(t.Context(), "space", two.ID, spaces.FileBacklinkListOptions{}))(t).Items)
}

func TestLinksOfASpaceKeepTheirStats(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	var links []spaces.Link
	for _, page := range collect(t, w.client.Spaces.Links.ListPages(t.Context(), "wiki", spaces.LinkListOptions{Limit: 4})) {
		require.Equal(t, spaces.LinkStats{Total: 6, Broken: spaces.BrokenStats{Total: 1}}, page.Stats)
		require.EqualValues(t, 6, *page.Count)
		links = append(links, page.Items...)
	}
	var kinds []spaces.ContentRefKind
	for _, link := range links {
		require.Equal(t, spaces.LinkRelationReference, link.Relation)
		require.Len(t, link.LocationReferences, 1)
		kind := spaces.ContentRefKind("")
		if link.TargetReference != nil {
			kind = link.TargetReference.Kind
		}
		kinds = append(kinds, kind)
	}
	require.Equal(t, []spaces.ContentRefKind{"page", "file", "url", "url", "", "page"}, kinds)
	require.Equal(t, "use", links[0].TargetReference.Page.ID)
	require.Equal(t, "plan", links[1].TargetReference.File.ID)
	require.Equal(t, spaces.LinkStatusInApp, links[3].Status)
	require.Equal(t, spaces.LinkStatusBroken, links[4].Status)
	require.Equal(t, "use", links[5].LocationReferences[0].Page.ID)

	only := must(w.client.Spaces.Links.List(t.Context(), "wiki", spaces.LinkListOptions{Status: spaces.LinkStatusOK}))(t)
	require.Len(t, only.Items, 4)
	require.EqualValues(t, 6, only.Stats.Total)
}

func TestSearchFindsPagesBySections(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Spaces.Add(w.org, spaces.Space{ID: "space"},
		publishingtest.Page{ID: "publishing", Title: "Publishing", Description: "Go live", Sections: []publishingtest.Section{
			{ID: "one", Title: "Press the button", Body: "It is **green**."}, {ID: "two", Title: "Wait", Body: "A green light."},
		}},
		publishingtest.Page{ID: "über", Title: "Über uns", Pages: []publishingtest.Page{{ID: "team", Title: "Team", Sections: []publishingtest.Section{{ID: "three", Title: "Publishers"}}}}},
	)
	for query, want := range map[string]string{
		"publish": "publishing: team:three", "GREEN": "publishing:one,two", "green button": "publishing:one", "live": "publishing:", "ÜBER": "über:",
		"green team": "", "ublish": "", "?!": "",
	} {
		var got []string
		for _, found := range collect(t, w.client.Spaces.Search.All(t.Context(), "space", spaces.SearchListOptions{Query: query, Limit: 1})) {
			var sections []string
			for _, section := range found.Sections {
				sections = append(sections, section.ID)
				require.Contains(t, section.Path, found.Path+"#")
			}
			got = append(got, found.ID+":"+strings.Join(sections, ","))
		}
		require.Equal(t, want, strings.Join(got, " "), query)
	}
	for n, want := range map[int]int{0: 400, 1: 200, 512: 200, 513: 400} {
		require.Equal(t, want, w.send(t, "GET", "/v1/spaces/space/search?query="+strings.Repeat("a", n), "").status, n)
		require.Equal(t, want, w.send(t, "GET", "/v1/spaces/space/search?query="+strings.Repeat("%C3%BC", n), "").status, n)
	}
}

func TestImportUsesSeededContent(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	content := spaces.ContentImport{URL: "https://example.com/import", Source: spaces.ImportSourceWebsite}
	result := must(w.client.Spaces.Content.Import(t.Context(), "wiki", content))(t)
	require.EqualValues(t, 2, result.ImportedResources)
	require.EqualValues(t, 2, result.TotalResources)
	got := must(w.client.Spaces.Content.Get(t.Context(), "wiki", spaces.ContentGetOptions{}))(t)
	require.Equal(t, result.Revision, got.ID)
	require.Equal(t, []string{"Start here", "-Use", "Orders", "Imported", "-Below"}, titles(got.Pages))

	must(w.client.Spaces.Content.Import(t.Context(), "wiki", content))(t)
	got = must(w.client.Spaces.Content.Get(t.Context(), "wiki", spaces.ContentGetOptions{}))(t)
	require.Equal(t, new("imported-2"), got.Pages[3].Slug)
	require.NotEqual(t, got.Pages[2].ID, got.Pages[3].ID)

	content.URL = "https://example.com/unknown"
	requireError(t, errorOf(w.client.Spaces.Content.Import(t.Context(), "wiki", content)), publishing.ErrBadRequest, "Spaces.Imports.Set")
}

func TestImportIntoAPageAddsSubpages(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	content := spaces.PageImport{URL: "https://example.com/import", Source: spaces.ImportSourceWebsite}
	client := w.client.ChangeRequests
	for range 2 {
		result := must(client.Pages.Import(t.Context(), "wiki", "2", "start", content))(t)
		require.EqualValues(t, 2, result.ImportedResources)
		require.EqualValues(t, 2, result.TotalResources)
		require.Equal(t, must(client.Get(t.Context(), "wiki", "proposal"))(t).Revision, result.Revision)
	}
	got := must(client.Content.Get(t.Context(), "wiki", "proposal", spaces.ContentGetOptions{}))(t)
	require.Equal(t, []string{"Start right here", "-Use", "-Imported", "--Below", "-Imported", "--Below", "Orders"}, titles(got.Pages))
	require.Equal(t, new("start/imported-2/below"), got.Pages[0].Pages[2].Pages[0].Path)

	before := w.ChangeRequests.All("wiki")
	content.URL = "https://example.com/unknown"
	requireError(t, errorOf(client.Pages.Import(t.Context(), "wiki", "proposal", "start", content)), publishing.ErrBadRequest, "Spaces.Imports.Set")
	require.Equal(t, before, w.ChangeRequests.All("wiki"))
}

func TestTemplateIsFilledIn(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	require.Equal(t, "template_1", w.Spaces.Templates.Add(""))
	template := spaces.ContentApplyTemplate{ID: "letter", Params: &spaces.TemplateParams{ContentRefs: map[string]spaces.TemplateFile{"logo": {File: "plan"}}}}
	require.NoError(t, w.client.Spaces.Content.ApplyTemplate(t.Context(), "wiki", template))
	got := w.send(t, "POST", wiki+"/content/template", `{"id":"letter"}`)
	require.Equal(t, http.StatusCreated, got.status)
	require.Empty(t, got.body)
	links := must(w.client.Spaces.Files.Backlinks.List(t.Context(), "wiki", "plan", spaces.FileBacklinkListOptions{}))(t)
	require.Len(t, links.Items, 2, "the page start and the first letter")
	require.Equal(t, "Letter", links.Items[1].Page.Title)
	tree := must(w.client.Spaces.Pages.Tree(t.Context(), "wiki", spaces.PageTreeOptions{}))(t)
	require.Equal(t, []string{"Start here", "-Use", "Orders", "Letter", "Letter"}, titles(tree.Pages))
}

func TestTemplateFillsAChangeRequest(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	main := must(w.client.Spaces.Pages.Tree(t.Context(), "wiki", spaces.PageTreeOptions{}))(t)
	created := must(w.client.ChangeRequests.Create(t.Context(), "wiki", changerequests.Create{Template: &spaces.Template{ID: "letter"}}))(t)
	require.NotEqual(t, created.RevisionInitial, created.Revision)
	for _, id := range []string{created.ID, changerequests.Number(created.Number)} {
		require.NoError(t, w.client.Spaces.Content.ApplyTemplate(t.Context(), "wiki", spaces.ContentApplyTemplate{ID: "letter", ChangeRequestID: &id}))
	}
	tree := must(w.client.ChangeRequests.Pages.Tree(t.Context(), "wiki", created.ID, spaces.PageTreeOptions{}))(t)
	require.Equal(t, append(titles(main.Pages), "Letter", "Letter", "Letter"), titles(tree.Pages))

	before := w.ChangeRequests.All("wiki")
	for _, template := range []spaces.ContentApplyTemplate{{ID: "nowhere"}, {ID: "letter", ChangeRequestID: new("nowhere")}} {
		require.ErrorIs(t, w.client.Spaces.Content.ApplyTemplate(t.Context(), "wiki", template), publishing.ErrNotFound)
	}
	require.ErrorIs(t, errorOf(w.client.ChangeRequests.Create(t.Context(), "wiki", changerequests.Create{Template: &spaces.Template{ID: "nowhere"}})), publishing.ErrNotFound)
	require.Equal(t, before, w.ChangeRequests.All("wiki"))
	require.Equal(t, main, must(w.client.Spaces.Pages.Tree(t.Context(), "wiki", spaces.PageTreeOptions{}))(t), "the main content")
}

func TestEditorChangesTheMainContent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Spaces.Add(w.org, spaces.Space{ID: "space"}, publishingtest.Page{ID: "a", Title: "A", Pages: []publishingtest.Page{{ID: "b", Title: "B"}}})
	before := w.Spaces.Revisions.All("space")
	edited := w.Spaces.Pages.Edit("space", "", "a", func(page *publishingtest.Page) {
		require.Empty(t, page.Pages)
		page.Title, page.Slug, page.ID = "Renamed", "new", "ignored"
		page.Sections = append(page.Sections, publishingtest.Section{Title: "Added"})
	})
	require.Equal(t, "a", edited.Pages[0].ID)
	require.Equal(t, "Renamed", edited.Pages[0].Title)
	require.Equal(t, new("new/b"), edited.Pages[0].Pages[0].Path)
	added := w.Spaces.Pages.Add("space", "", "b", publishingtest.Page{ID: "c", Title: "C"})
	require.Equal(t, []string{"Renamed", "-B", "--C"}, titles(added.Pages))
	added = w.Spaces.Pages.Add("space", "", "", publishingtest.Page{Title: "D"})
	require.Equal(t, []string{"Renamed", "-B", "--C", "D"}, titles(added.Pages))
	removed := w.Spaces.Pages.Remove("space", "", "b")
	require.Equal(t, []string{"Renamed", "D"}, titles(removed.Pages))
	require.Equal(t, removed, *must(w.client.Spaces.Content.Get(t.Context(), "space", spaces.ContentGetOptions{}))(t))
	history := w.Spaces.Revisions.All("space")
	require.Len(t, history, 5)
	require.Equal(t, before[0], history[0], "a revision does not change")
	require.True(t, slices.IsSortedFunc(history, func(a, b spaces.Revision) int { return a.CreatedAt.Compare(b.CreatedAt) }))
}

func TestLinkThatAChangeRequestBreaksIsCounted(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	w.Spaces.Pages.Remove("wiki", "proposal", "use")
	page := must(w.client.ChangeRequests.Pages.Links.List(t.Context(), "wiki", "proposal", "start", changerequests.PageLinkListOptions{}))(t)
	require.EqualValues(t, 2, page.Stats.Broken.Total)
	require.EqualValues(t, 1, *page.Stats.Broken.ChangeRequest)
}
