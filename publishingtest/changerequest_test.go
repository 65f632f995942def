package publishingtest_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

func requestProofs() map[string]proof {
	const requests = wiki + "/change-requests"
	p := proofs{}
	p.responds("changerequests.pdf.page-404", "GET", proposal+"/pdf?page=nowhere", "", http.StatusNotFound)
	p.shows("changerequests.create.draft", "POST", requests, "", func(created map[string]any) bool { return created["status"] == "draft" })
	p.then("changerequests.list.newest-first", "POST", requests, "", requests+"?status=draft", func(list map[string]any) bool { return !strings.HasPrefix(ids(list), "sketch") })
	p.shows("changerequests.list.contributor", "GET", requests+"?status=draft&contributor=caller", "", func(list map[string]any) bool { return ids(list) == "sketch" })
	return p
}

func TestLifeOfAChangeRequest(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	space := w.Spaces.Add(w.org, spaces.Space{}, publishingtest.Page{ID: "a", Title: "A"})
	created := must(w.client.ChangeRequests.Create(t.Context(), space.ID, changerequests.Create{Subject: new("Fix")}))(t)
	require.Equal(t, "change-request", created.Object)
	require.EqualValues(t, 1, created.Number)
	require.Equal(t, changerequests.StatusDraft, created.Status)
	require.Equal(t, "Fix", created.Subject)
	require.Equal(t, w.Caller(), created.CreatedBy)
	require.Equal(t, space.ID, created.Space)
	require.Equal(t, space.Revision, created.Revision)
	require.Equal(t, space.Revision, created.RevisionInitial)
	require.Nil(t, created.RevisionMergedAncestor)
	require.Nil(t, created.RevisionMerged)
	require.False(t, created.Outdated)
	for _, id := range []string{created.ID, changerequests.Number(created.Number)} {
		require.Equal(t, created, must(w.client.ChangeRequests.Get(t.Context(), space.ID, id))(t))
	}
	require.EqualValues(t, 2, must(w.client.ChangeRequests.Create(t.Context(), space.ID, changerequests.Create{}))(t).Number)
	other := w.Spaces.Add(w.org, spaces.Space{ChangeRequests: new(int64(7))}).ID
	third := w.ChangeRequests.Add(other, changerequests.ChangeRequest{})
	require.EqualValues(t, 8, third.Number, "numbers count up in a space, from what it had")
	w.ChangeRequests.Add(other, changerequests.ChangeRequest{Number: 1})
	require.EqualValues(t, 9, w.ChangeRequests.Add(other, changerequests.ChangeRequest{}).Number, "a chosen number uses up no other")

	text := &richtext.Document{Object: "document", Nodes: []richtext.Node{}}
	changed := must(w.client.ChangeRequests.Update(t.Context(), space.ID, "1", changerequests.Update{
		Subject: new("Better"), Description: text, Status: changerequests.StatusOpen,
	}))(t)
	require.Equal(t, "Better", changed.Subject)
	require.Equal(t, "document", changed.Description.Object)
	require.Equal(t, changerequests.StatusOpen, changed.Status)
	got := must(w.client.Spaces.Get(t.Context(), space.ID, spaces.GetOptions{}))(t)
	require.Equal(t, []int64{2, 1, 1}, []int64{*got.ChangeRequests, *got.ChangeRequestsOpen, *got.ChangeRequestsDraft})
	require.ErrorIs(t, errorOf(w.client.ChangeRequests.Update(t.Context(), space.ID, "1", changerequests.Update{Status: changerequests.StatusMerged})), publishing.ErrBadRequest)
	require.ErrorIs(t, errorOf(w.client.ChangeRequests.Get(t.Context(), other, created.ID)), publishing.ErrNotFound, "it is one of another space")
	require.ErrorIs(t, errorOf(w.client.ChangeRequests.Get(t.Context(), space.ID, "3")), publishing.ErrNotFound)
	require.Len(t, w.ChangeRequests.All(space.ID), 2)
}

func TestChangeRequestsAreFiltered(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	w.ChangeRequests.Add("notes", changerequests.ChangeRequest{ID: "note", Status: changerequests.StatusOpen, CreatedBy: api.User{ID: "nils"}})
	w.Spaces.Add("library", spaces.Space{ID: "triaged"})
	for _, seed := range []changerequests.ChangeRequest{
		{ID: "run", Styleguide: &changerequests.StyleguideRun{Site: "library-site", Run: "run-1"}},
		{ID: "topical", SiteTopic: &changerequests.SiteTopic{Site: "library-site", Topic: "links"}},
		{ID: "found", SiteTopic: &changerequests.SiteTopic{Site: "library-site", Topic: "links", Finding: new("broken")}},
	} {
		seed.Status = changerequests.StatusOpen
		w.ChangeRequests.Add("triaged", seed)
	}
	elsewhere := w.Spaces.Add(w.org, spaces.Space{}).ID
	w.ChangeRequests.Add(elsewhere, changerequests.ChangeRequest{Status: changerequests.StatusOpen})
	w.ActAs("olga")
	w.Spaces.Pages.Edit("wiki", "sketch", "use", func(page *publishingtest.Page) { page.Title = "Used" })
	w.Sites.Add("library", sites.Site{ID: "docs"}, "notes")
	for name, test := range map[string]struct {
		options changerequests.ListInOrgOptions
		want    string
	}{
		"open ones":    {changerequests.ListInOrgOptions{}, "topical run note proposal"},
		"drafts":       {changerequests.ListInOrgOptions{Status: []changerequests.Status{changerequests.StatusDraft}}, "sketch"},
		"merged ones":  {changerequests.ListInOrgOptions{Status: []changerequests.Status{changerequests.StatusMerged}}, ""},
		"creator":      {changerequests.ListInOrgOptions{Creator: "mona"}, "proposal"},
		"commented":    {changerequests.ListInOrgOptions{Contributor: "nils"}, "note proposal"},
		"edited":       {changerequests.ListInOrgOptions{Contributor: "olga", Status: []changerequests.Status{changerequests.StatusDraft}}, "sketch"},
		"edited, open": {changerequests.ListInOrgOptions{Contributor: "olga"}, ""},
		"asked":        {changerequests.ListInOrgOptions{RequestedReviewer: "mona"}, "proposal"},
		"not asked":    {changerequests.ListInOrgOptions{RequestedReviewer: "nils"}, ""},
		"space":        {changerequests.ListInOrgOptions{Space: "notes"}, "note"},
		"site":         {changerequests.ListInOrgOptions{Site: "docs"}, "note"},
		"another site": {changerequests.ListInOrgOptions{Site: "library-site"}, ""},
		"no site":      {changerequests.ListInOrgOptions{Site: "nowhere"}, ""},
		"of triage":    {changerequests.ListInOrgOptions{Finding: changerequests.FindingAll}, "found topical run note proposal"},
		"topic":        {changerequests.ListInOrgOptions{Topic: "links"}, "topical"},
		"topic, all":   {changerequests.ListInOrgOptions{Topic: "links", Finding: changerequests.FindingAll}, "found topical"},
		"style guide":  {changerequests.ListInOrgOptions{StyleguideRun: "run-1"}, "run"},
		"another run":  {changerequests.ListInOrgOptions{StyleguideRun: "run-2"}, ""},
	} {
		var got []string
		test.options.Limit = 1
		for _, cr := range collect(t, w.client.ChangeRequests.AllInOrg(t.Context(), "library", test.options)) {
			got = append(got, cr.ID)
		}
		require.Equal(t, test.want, strings.Join(got, " "), name)
	}
	require.Len(t, must(w.client.ChangeRequests.List(t.Context(), "wiki", changerequests.ListOptions{}))(t).Items, 1)
	require.Empty(t, must(w.client.ChangeRequests.List(t.Context(), "wiki", changerequests.ListOptions{RequestedReviewer: "nils"}))(t).Items)
	require.Len(t, must(w.client.ChangeRequests.List(t.Context(), "triaged", changerequests.ListOptions{Topic: "links"}))(t).Items, 2)
}

func TestChangeRequestsAreSorted(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		opts []publishingtest.Option
		by   changerequests.Sort
		want string
	}{
		"default":                    {nil, "", "c b a"},
		"created":                    {nil, changerequests.SortCreatedAt, "a c b"},
		"updated":                    {nil, changerequests.SortUpdatedAt, "b a c"},
		"default of a newer service": {[]publishingtest.Option{publishingtest.WithNewerService()}, "", "b a c"},
	} {
		now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		w := newWorld(t, append(test.opts, publishingtest.WithClock(func() time.Time { return now }))...)
		space := w.Spaces.Add(w.org, spaces.Space{}).ID
		for _, seed := range []changerequests.ChangeRequest{{ID: "a", CreatedAt: now.Add(time.Minute)}, {ID: "b"}, {ID: "c"}} {
			seed.Status = changerequests.StatusOpen
			w.ChangeRequests.Add(space, seed)
		}
		now = now.Add(time.Hour)
		must(w.client.ChangeRequests.Update(t.Context(), space, "b", changerequests.Update{}))(t)
		inSpace := collect(t, w.client.ChangeRequests.All(t.Context(), space, changerequests.ListOptions{OrderBy: test.by, Limit: 1}))
		inOrg := collect(t, w.client.ChangeRequests.AllInOrg(t.Context(), w.org, changerequests.ListInOrgOptions{OrderBy: test.by, Limit: 1}))
		for _, list := range [][]changerequests.ChangeRequest{inSpace, inOrg} {
			got := mapped(list, func(cr changerequests.ChangeRequest) string { return cr.ID })
			require.Equal(t, test.want, strings.Join(got, " "), name)
		}
	}
}

func TestPDFIsAnAddress(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	all := must(w.client.ChangeRequests.PDF(t.Context(), "wiki", "proposal", spaces.PDFOptions{}))(t)
	require.True(t, strings.HasPrefix(all.URL, w.URL()+"/pdf/"))
	require.True(t, strings.HasSuffix(all.URL, ".pdf"))
	one := must(w.client.ChangeRequests.PDF(t.Context(), "wiki", "2", spaces.PDFOptions{PageID: "use", Only: new(true)}))(t)
	require.Equal(t, all.URL+"?only=true&page=use", one.URL)
}

func TestContentOfAChangeRequestIsItsOwn(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	got := must(w.client.ChangeRequests.Content.Get(t.Context(), "wiki", "proposal", spaces.ContentGetOptions{}))(t)
	require.Equal(t, []string{"Start right here", "-Use", "Orders"}, titles(got.Pages))
	require.Equal(t, got.Pages, must(w.client.ChangeRequests.Pages.Tree(t.Context(), "wiki", "2", spaces.PageTreeOptions{}))(t).Pages)
	require.Equal(t, "Start here", must(w.client.Spaces.Pages.Tree(t.Context(), "wiki", spaces.PageTreeOptions{}))(t).Pages[0].Title)

	file := w.Spaces.Files.Add("wiki", "proposal", spaces.File{ID: "extra"})
	files := collect(t, w.client.ChangeRequests.Files.All(t.Context(), "wiki", "proposal", spaces.FileListOptions{Limit: 1}))
	require.Len(t, files, 2)
	require.Equal(t, file, files[1])
	require.Nil(t, must(w.client.ChangeRequests.Files.Get(t.Context(), "wiki", "proposal", "extra", spaces.FileGetOptions{Metadata: new(false)}))(t).Git)
	require.ErrorIs(t, errorOf(w.client.Spaces.Files.Get(t.Context(), "wiki", "extra", spaces.FileGetOptions{})), publishing.ErrNotFound)

	var meta api.Meta
	result := must(w.client.ChangeRequests.Content.Import(t.Context(), "wiki", "proposal", spaces.ContentImport{URL: "https://example.com/import", Source: spaces.ImportSourceHTML}, api.WithMeta(&meta)))(t)
	require.Equal(t, w.URL()+wiki+"/revisions/"+result.Revision, meta.Location)
	got = must(w.client.ChangeRequests.Content.Get(t.Context(), "wiki", "proposal", spaces.ContentGetOptions{}))(t)
	require.Equal(t, result.Revision, got.ID)
	require.Equal(t, []string{"Start right here", "-Use", "Orders", "Imported", "-Below"}, titles(got.Pages))
}

func TestPageOfAChangeRequestInEachFormat(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	page := func(options spaces.PageGetOptions) *spaces.Page {
		return must(w.client.ChangeRequests.Pages.Get(t.Context(), "wiki", "proposal", "use", options))(t)
	}
	const text = "## Every day\n\nBack to the [start](/start)."
	for _, format := range []richtext.Format{"", richtext.FormatMarkdown} {
		got := page(spaces.PageGetOptions{Format: format})
		require.Equal(t, new(text), got.Markdown)
		require.Nil(t, got.Document)
	}
	got := page(spaces.PageGetOptions{Format: richtext.FormatDocument, Metadata: new(false)})
	require.Nil(t, got.Markdown)
	require.Nil(t, got.Git)
	require.Equal(t, richtext.BlockHeading2, got.Document.Nodes[0].Type)
	require.Equal(t, "Every day", got.Document.Nodes[0].Nodes[0].Leaves[0].Text)
	require.Equal(t, richtext.BlockParagraph, got.Document.Nodes[1].Type)
	for _, evaluated := range []spaces.Evaluated{spaces.EvaluatedFalse, spaces.EvaluatedTrue, spaces.EvaluatedDeterministicOnly} {
		require.Equal(t, new(text), page(spaces.PageGetOptions{Evaluated: evaluated}).Markdown)
	}
}

func TestLinksOfAPageOfAChangeRequest(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	w.Spaces.Pages.Edit("wiki", "proposal", "use", func(page *publishingtest.Page) {
		page.Sections[0].Body += " And [on](missing/one) and [on](missing/two)."
	})
	var links []spaces.Link
	for _, page := range collect(t, w.client.ChangeRequests.Pages.Links.ListPages(t.Context(), "wiki", "proposal", "use", changerequests.PageLinkListOptions{Limit: 2})) {
		require.Equal(t, spaces.LinkStats{Total: 3, Broken: spaces.BrokenStats{Total: 2, ChangeRequest: new(int64(2))}}, page.Stats)
		links = append(links, page.Items...)
	}
	require.Len(t, links, 3)
	require.Equal(t, "Start right here", links[0].TargetReference.Page.Title)
	page := must(w.client.ChangeRequests.Pages.Links.List(t.Context(), "wiki", "proposal", "start", changerequests.PageLinkListOptions{}))(t)
	require.Equal(t, spaces.LinkStats{Total: 5, Broken: spaces.BrokenStats{Total: 1, ChangeRequest: new(int64(0))}}, page.Stats)

	backlinks := must(w.client.ChangeRequests.Pages.Backlinks.List(t.Context(), "wiki", "proposal", "start", spaces.PageBacklinkListOptions{}))(t)
	require.Len(t, backlinks.Items, 1)
	require.Equal(t, "use", backlinks.Items[0].Page.ID)
	files := must(w.client.ChangeRequests.Files.Backlinks.List(t.Context(), "wiki", "proposal", "plan", spaces.FileBacklinkListOptions{}))(t)
	require.Len(t, files.Items, 1)
	require.Equal(t, "Start right here", files.Items[0].Page.Title)
}

func TestChangeRequestIsSeededWithItsRevisions(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	requests := w.client.ChangeRequests
	first := w.Spaces.Revisions.All("wiki")[0].ID
	older := w.ChangeRequests.Add("wiki", changerequests.ChangeRequest{ID: "older", RevisionInitial: first})
	require.Equal(t, first, older.Revision)
	require.True(t, older.Outdated, "the main content is newer")
	require.Equal(t, first, must(requests.Content.Get(t.Context(), "wiki", "older", spaces.ContentGetOptions{}))(t).ID)

	seeded := w.ChangeRequests.Add("wiki", changerequests.ChangeRequest{ID: "named", Revision: "head", RevisionInitial: "start-of-it", Outdated: true})
	require.Equal(t, "head", seeded.Revision)
	require.Equal(t, "start-of-it", seeded.RevisionInitial)
	for _, id := range []string{"head", "start-of-it"} {
		require.NotEmpty(t, must(w.client.Spaces.Revisions.Get(t.Context(), "wiki", id, spaces.RevisionGetOptions{}))(t).Pages)
	}
	require.NotEqual(t, "head", must(requests.UpdateFromMain(t.Context(), "wiki", "named"))(t).Revision)
	require.False(t, must(requests.Get(t.Context(), "wiki", "named"))(t).Outdated, "it was updated")

	merged := w.ChangeRequests.Add("wiki", changerequests.ChangeRequest{ID: "merged", Status: changerequests.StatusMerged})
	require.Equal(t, w.Spaces.All("library")[0].Revision, *merged.RevisionMerged)
	reopened := must(requests.Update(t.Context(), "wiki", "merged", changerequests.Update{Status: changerequests.StatusOpen}))(t)
	require.Nil(t, reopened.RevisionMerged)
	require.Equal(t, *merged.RevisionMerged, reopened.Revision)
}

func TestBrokenLinksOfAChangeRequestHaveAContext(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	w.Spaces.Pages.Edit("wiki", "proposal", "use", func(page *publishingtest.Page) { page.Sections[0].Body += " And [on](missing/one)." })
	broken := func(options changerequests.LinkListOptions) int {
		options.Limit = 1
		count := 0
		for _, page := range collect(t, w.client.ChangeRequests.Links.ListPages(t.Context(), "wiki", "proposal", options)) {
			require.Equal(t, spaces.BrokenStats{Total: 2, ChangeRequest: new(int64(1))}, page.Stats.Broken, "the stats count all links")
			count += len(page.Items)
		}
		return count
	}
	require.Equal(t, 7, broken(changerequests.LinkListOptions{}))
	require.Equal(t, 2, broken(changerequests.LinkListOptions{Status: spaces.LinkStatusBroken}))
	require.Equal(t, 1, broken(changerequests.LinkListOptions{BrokenContext: changerequests.BrokenContextChangeRequest}))
	require.Equal(t, 1, broken(changerequests.LinkListOptions{Status: spaces.LinkStatusBroken, BrokenContext: changerequests.BrokenContextSpace}))
	require.Zero(t, broken(changerequests.LinkListOptions{Status: spaces.LinkStatusOK, BrokenContext: changerequests.BrokenContextSpace}))

	w.Spaces.Pages.Edit("wiki", "", "use", func(page *publishingtest.Page) { page.Sections[0].Body += " And [on](missing/one)." })
	require.Equal(t, 1, broken(changerequests.LinkListOptions{BrokenContext: changerequests.BrokenContextChangeRequest}), "compared with its base")
}

// changeKinds returns the types of changes with the IDs of what they change.
func changeKinds(all *spaces.RevisionChanges) (kinds []string) {
	for _, change := range all.Changes {
		kinds = append(kinds, string(change.Type)+" "+change.Page.ID)
	}
	return kinds
}

func TestChangesOfAChangeRequestLeaveOutThoseOfTheMainContent(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	changes := func() []string {
		all := must(w.client.ChangeRequests.CollectChanges(t.Context(), "wiki", "2"))(t)
		return changeKinds(all)
	}
	require.Equal(t, []string{"page_edited start"}, changes())
	added := w.Spaces.Pages.Add("wiki", "proposal", "", publishingtest.Page{ID: "added", Title: "Added"})
	require.NotEmpty(t, added.ID)
	w.Spaces.Pages.Add("wiki", "", "", publishingtest.Page{ID: "other", Title: "Other"})
	require.Equal(t, []string{"page_edited start", "page_created added"}, changes())
	must(w.client.ChangeRequests.UpdateFromMain(t.Context(), "wiki", "proposal"))(t)
	require.Equal(t, []string{"page_edited start", "page_created added"}, changes(), "the update brings the page other to both sides")

	page := must(w.client.ChangeRequests.Pages.GetByPath(t.Context(), "wiki", "proposal", "added", spaces.PageGetByPathOptions{}))(t)
	require.Equal(t, "added", page.ID)
	require.ErrorIs(t, errorOf(w.client.Spaces.Pages.GetByPath(t.Context(), "wiki", "added", spaces.PageGetByPathOptions{})), publishing.ErrNotFound)
	w.Spaces.ReusableContents.Add("wiki", "proposal", publishingtest.ReusableContent{ID: "note", Title: "Note", Body: "Mind."})
	note := must(w.client.ChangeRequests.ReusableContents.Get(t.Context(), "wiki", "proposal", "note", spaces.ReusableContentGetOptions{}))(t)
	require.Equal(t, "Note", note.Title)
	require.ErrorIs(t, errorOf(w.client.Spaces.ReusableContents.Get(t.Context(), "wiki", "note", spaces.ReusableContentGetOptions{})), publishing.ErrNotFound)
}

func TestAllChangesRaisesTheLimitUntilThereAreNoMore(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Spaces.Add(w.org, spaces.Space{ID: "space"})
	request := w.ChangeRequests.Add("space", changerequests.ChangeRequest{}).ID
	for range 250 {
		w.Spaces.Pages.Add("space", request, "", publishingtest.Page{Title: "Page"})
	}
	first := must(w.client.ChangeRequests.Changes(t.Context(), "space", request, changerequests.ChangesOptions{}))(t)
	require.Len(t, first.Changes, 10)
	require.Equal(t, new(int64(240)), first.More)
	w.Calls.Forget()
	all := must(w.client.ChangeRequests.CollectChanges(t.Context(), "space", request))(t)
	require.Len(t, all.Changes, 250)
	require.Nil(t, all.More)
	limits := mapped(w.Calls.All("ChangeRequests.Changes"), func(call publishingtest.Call) string { return call.Query.Get("limit") })
	require.Equal(t, []string{"100", "200", "400"}, limits)
}
