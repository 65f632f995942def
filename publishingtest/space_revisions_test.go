package publishingtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// history is the path of the revisions of the wiki.
const history = wiki + "/revisions"

func revisionProofs() map[string]proof {
	p := proofs{}
	const at = history + "/wiki-revision"
	p.shows("spaces.revisions.changes.compared", "GET", at+"/changes", "", func(list map[string]any) bool { return len(list["changes"].([]any)) == 3 })
	return p
}

func TestRevisionsStayReadableUnchanged(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	revisions := w.client.Spaces.Revisions
	w.Spaces.ReusableContents.Add("wiki", "", publishingtest.ReusableContent{ID: "note", Title: "Note", Body: "Mind the gap."})
	before := must(w.client.Spaces.Content.Get(t.Context(), "wiki", spaces.ContentGetOptions{}))(t)
	require.Len(t, before.ReusableContents, 1)
	page := must(w.client.Spaces.Pages.Get(t.Context(), "wiki", "use", spaces.PageGetOptions{}))(t)

	w.Spaces.Pages.Edit("wiki", "", "use", func(page *publishingtest.Page) {
		page.Title, page.Slug, page.Sections[0].Body = "Usage", "usage", "New."
	})
	w.Spaces.Files.Remove("wiki", "", "plan")
	w.Spaces.ReusableContents.Edit("wiki", "", "note", func(c *publishingtest.ReusableContent) { c.Body = "Gone." })
	must(w.client.Spaces.Pages.Import(t.Context(), "wiki", "use", spaces.PageImport{URL: "https://example.com/import", Source: spaces.ImportSourceHTML}))(t)
	w.Spaces.Pages.Remove("wiki", "", "use")
	w.Spaces.ReusableContents.Remove("wiki", "", "note")

	require.Equal(t, before, must(revisions.Get(t.Context(), "wiki", before.ID, spaces.RevisionGetOptions{}))(t))
	require.Equal(t, before.Pages, must(revisions.Pages.Tree(t.Context(), "wiki", before.ID, spaces.PageTreeOptions{}))(t).Pages)
	for _, read := range []func() (*spaces.Page, error){
		func() (*spaces.Page, error) {
			return revisions.Pages.Get(t.Context(), "wiki", before.ID, "use", spaces.PageGetOptions{})
		},
		func() (*spaces.Page, error) {
			return revisions.Pages.GetByPath(t.Context(), "wiki", before.ID, "start/use", spaces.PageGetByPathOptions{Format: richtext.FormatMarkdown})
		},
	} {
		require.Equal(t, page, must(read())(t))
	}
	document := must(revisions.Pages.Document(t.Context(), "wiki", before.ID, "use", spaces.RevisionPageDocumentOptions{}))(t)
	require.Equal(t, "Back to the [start](/start).", document.Nodes[1].Nodes[0].Leaves[0].Text)
	require.Equal(t, document, must(w.client.Spaces.Documents.Get(t.Context(), "wiki", *page.DocumentID, spaces.DocumentGetOptions{}))(t))

	files := collect(t, revisions.Files.All(t.Context(), "wiki", before.ID, spaces.FileListOptions{Limit: 1}))
	require.Equal(t, before.Files, files)
	require.Nil(t, must(revisions.Files.Get(t.Context(), "wiki", before.ID, "plan", spaces.FileGetOptions{Metadata: new(false)}))(t).Git)
	require.ErrorIs(t, errorOf(w.client.Spaces.Files.Get(t.Context(), "wiki", "plan", spaces.FileGetOptions{})), publishing.ErrNotFound)

	note := must(revisions.ReusableContents.Get(t.Context(), "wiki", before.ID, "note", spaces.ReusableContentGetOptions{}))(t)
	require.Equal(t, &before.ReusableContents[0], note)
	text := must(revisions.ReusableContents.Document(t.Context(), "wiki", before.ID, "note", spaces.RevisionReusableContentDocumentOptions{}))(t)
	require.Equal(t, "Mind the gap.", text.Nodes[0].Nodes[0].Leaves[0].Text)
	require.ErrorIs(t, errorOf(w.client.Spaces.ReusableContents.Get(t.Context(), "wiki", "note", spaces.ReusableContentGetOptions{})), publishing.ErrNotFound)
}

func TestRevisionsOfChangeRequestsAreRead(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	request := must(w.client.ChangeRequests.Get(t.Context(), "wiki", "proposal"))(t)
	w.Spaces.Pages.Edit("wiki", "proposal", "start", func(page *publishingtest.Page) { page.Title = "Begin" })
	for id, title := range map[string]string{request.RevisionInitial: "Start here", request.Revision: "Start right here"} {
		require.Equal(t, title, must(w.client.Spaces.Revisions.Pages.Get(t.Context(), "wiki", id, "start", spaces.PageGetOptions{}))(t).Title)
	}
	require.ErrorIs(t, errorOf(w.client.Spaces.Revisions.Get(t.Context(), "notes", request.Revision, spaces.RevisionGetOptions{})), publishing.ErrNotFound, "it is a revision of another space")
	result := must(w.client.ChangeRequests.Merge(t.Context(), "wiki", "proposal", changerequests.MergeOptions{}))(t)
	changes := must(w.client.Spaces.Revisions.Changes(t.Context(), "wiki", result.Revision, spaces.RevisionChangesOptions{}))(t)
	require.Equal(t, []spaces.RevisionChange{{
		Type: spaces.RevisionChangeTypePageEdited, Page: &spaces.ChangedPage{ID: "start", Type: spaces.PageTypeDocument, Title: "Begin", Path: new("start")},
		Attributes: &spaces.ChangedAttributes{Title: &spaces.Change[string]{Before: new("Start here"), After: new("Begin")}},
	}}, changes.Changes)
	require.Nil(t, changes.More)
	var from changerequests.ChangeRequest
	require.NoError(t, changes.MergedFrom.Decode(&from))
	require.Equal(t, "proposal", from.ID)
}

// kinds returns the types of changes and the IDs of what they changed.
func kinds(list []spaces.RevisionChange) (all []string) {
	for _, change := range list {
		id := ""
		switch {
		case change.Page != nil:
			id = change.Page.ID
		case change.File != nil:
			id = change.File.ID
		case change.ReusableContent != nil:
			id = change.ReusableContent.ID
		}
		all = append(all, string(change.Type)+" "+id)
	}
	return all
}

func TestChangesOfARevisionAreThoseSinceThePreviousOne(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first := w.Spaces.Add(w.org, spaces.Space{ID: "space"}, publishingtest.Page{ID: "a", Title: "A", Pages: []publishingtest.Page{{ID: "b", Title: "B"}}},
		publishingtest.Page{ID: "link", Title: "Link", Type: spaces.PageTypeLink, Target: &spaces.ContentRef{Kind: spaces.ContentRefKindURL, URL: new("https://example.com/1")}}).Revision
	changes := func(id string) []spaces.RevisionChange {
		got := must(w.client.Spaces.Revisions.Changes(t.Context(), "space", id, spaces.RevisionChangesOptions{}))(t)
		require.Nil(t, got.MergedFrom)
		return got.Changes
	}
	latest := func() []spaces.RevisionChange {
		revisions := w.Spaces.Revisions.All("space")
		return changes(revisions[len(revisions)-1].ID)
	}
	require.Equal(t, []string{"page_created a", "page_created b", "page_created link"}, kinds(changes(first)))

	edited := changes(w.Spaces.Pages.Edit("space", "", "a", func(page *publishingtest.Page) {
		page.Title, page.Slug, page.Description, page.Emoji = "AA", "aa", "All", "1f680"
		page.Sections = []publishingtest.Section{{Body: "Text."}}
		page.Cover = &spaces.PageCover{Ref: &spaces.ContentRef{Kind: spaces.ContentRefKindFile, File: new("file")}}
	}).ID)
	require.Equal(t, []string{"page_edited a"}, kinds(edited), "the path of the page below is no attribute")
	attributes := edited[0].Attributes
	require.Equal(t, &spaces.Change[string]{Before: new("A"), After: new("AA")}, attributes.Title)
	require.Equal(t, &spaces.Change[string]{Before: new("a"), After: new("aa")}, attributes.Slug)
	require.Equal(t, &spaces.Change[string]{After: new("All")}, attributes.Description)
	require.Equal(t, &spaces.Change[string]{After: new("1f680")}, attributes.Emoji)
	require.Nil(t, attributes.Cover.Before)
	require.Equal(t, "file", *attributes.Cover.After.Ref.File)
	require.False(t, attributes.Layout.Before.Layout.Cover)
	require.True(t, attributes.Layout.After.Layout.Cover)
	for text, id := range map[string]*string{"": attributes.Document.Before, "Text.": attributes.Document.After} {
		require.Len(t, must(w.client.Spaces.Documents.Get(t.Context(), "space", *id, spaces.DocumentGetOptions{}))(t).Nodes, min(len(text), 1))
	}

	target := changes(w.Spaces.Pages.Edit("space", "", "link", func(page *publishingtest.Page) {
		page.Target = &spaces.ContentRef{Kind: spaces.ContentRefKindURL, URL: new("https://example.com/2")}
	}).ID)
	require.Equal(t, new("https://example.com/2"), target[0].Attributes.Target.After.URL)
	require.Nil(t, target[0].Page.Path, "a link has none")

	moved := changes(w.Spaces.Pages.Move("space", "", "b", "").ID)
	require.Equal(t, []string{"page_moved b"}, kinds(moved))
	require.Equal(t, &spaces.ChangedParent{Before: &spaces.ChangedPage{ID: "a", Type: spaces.PageTypeDocument, Title: "AA", Path: new("aa")}}, moved[0].Parent)
	require.Equal(t, []string{"page_deleted link"}, kinds(changes(w.Spaces.Pages.Remove("space", "", "link").ID)))
	require.Equal(t, []string{"page_moved b"}, kinds(changes(w.Spaces.Pages.Move("space", "", "b", "a").ID)))

	w.Spaces.Files.Add("space", "", spaces.File{ID: "file", Name: "a.png", ContentType: "image/png", Size: 1})
	require.Equal(t, []string{"file_created file"}, kinds(latest()))
	renamed := changes(w.Spaces.Files.Edit("space", "", "file", func(f *spaces.File) { f.Name, f.Size = "b.png", 2 }).ID)
	require.Equal(t, []string{"file_edited file", "b.png"}, append(kinds(renamed), renamed[0].File.Name))
	require.Equal(t, &spaces.ChangedAttributes{
		Name: &spaces.Change[string]{Before: new("a.png"), After: new("b.png")}, Size: &spaces.Change[int64]{Before: new(int64(1)), After: new(int64(2))},
	}, renamed[0].Attributes)
	require.Equal(t, []string{"file_deleted file"}, kinds(changes(w.Spaces.Files.Remove("space", "", "file").ID)))

	w.Spaces.ReusableContents.Add("space", "", publishingtest.ReusableContent{ID: "note", Title: "Note"})
	require.Equal(t, []string{"reusable_content_created note"}, kinds(latest()))
	note := changes(w.Spaces.ReusableContents.Edit("space", "", "note", func(c *publishingtest.ReusableContent) { c.Body = "Text." }).ID)
	require.Equal(t, []string{"reusable_content_edited note"}, kinds(note))
	require.Nil(t, note[0].Attributes.Title)
	require.Equal(t, note[0].ReusableContent.Document, note[0].Attributes.Document.After)
	require.Equal(t, []string{"reusable_content_deleted note"}, kinds(changes(w.Spaces.ReusableContents.Remove("space", "", "note").ID)))
	require.Empty(t, changes(w.Spaces.Pages.Edit("space", "", "a", func(*publishingtest.Page) {}).ID))
}

func TestChangesOverTheLimitAreCounted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	pages := make([]publishingtest.Page, 12)
	for i := range pages {
		pages[i].Title = "Page"
	}
	id := w.Spaces.Add(w.org, spaces.Space{ID: "space"}, pages...).Revision
	for limit, want := range map[int]int{0: 10, 1: 1, 11: 11, 12: 12, 1001: 12} {
		got := must(w.client.Spaces.Revisions.Changes(t.Context(), "space", id, spaces.RevisionChangesOptions{Limit: limit}))(t)
		require.Len(t, got.Changes, want, limit)
		if want == 12 {
			require.Nil(t, got.More)
		} else {
			require.EqualValues(t, 12-want, *got.More)
		}
	}
}

func TestMergeCombinesFilesReusableContentsAndMoves(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Spaces.Add(w.org, spaces.Space{ID: "space"}, publishingtest.Page{ID: "a", Title: "A", Pages: []publishingtest.Page{{ID: "b", Title: "B"}}}, publishingtest.Page{ID: "c", Title: "C"})
	for _, id := range []string{"gone", "renamed", "both"} {
		w.Spaces.Files.Add("space", "", spaces.File{ID: id, Name: id})
		w.Spaces.ReusableContents.Add("space", "", publishingtest.ReusableContent{ID: "r-" + id, Title: id})
	}
	request := w.ChangeRequests.Add("space", changerequests.ChangeRequest{}).ID
	w.Spaces.Files.Remove("space", request, "gone")
	w.Spaces.Files.Edit("space", request, "renamed", func(f *spaces.File) { f.Name = "new" })
	w.Spaces.Files.Add("space", request, spaces.File{ID: "added", Name: "added"})
	w.Spaces.ReusableContents.Remove("space", request, "r-gone")
	w.Spaces.ReusableContents.Edit("space", request, "r-both", func(c *publishingtest.ReusableContent) { c.Title = "ours" })
	w.Spaces.ReusableContents.Edit("space", "", "r-both", func(c *publishingtest.ReusableContent) { c.Title = "theirs" })
	w.Spaces.Files.Edit("space", "", "both", func(f *spaces.File) { f.Name = "theirs" })
	w.Spaces.Pages.Move("space", request, "b", "c")
	must(w.client.ChangeRequests.Merge(t.Context(), "space", request, changerequests.MergeOptions{}))(t)
	got := must(w.client.Spaces.Content.Get(t.Context(), "space", spaces.ContentGetOptions{}))(t)
	require.Equal(t, []string{"A", "C", "-B"}, titles(got.Pages))
	require.Equal(t, new("c/b"), got.Pages[1].Pages[0].Path)
	var files, contents []string
	for _, file := range got.Files {
		files = append(files, file.ID+":"+file.Name)
	}
	for _, content := range got.ReusableContents {
		contents = append(contents, content.ID+":"+content.Title)
	}
	require.Equal(t, []string{"renamed:new", "both:theirs", "added:added"}, files)
	require.Equal(t, []string{"r-renamed:renamed", "r-both:ours"}, contents)
}

// TestMergeDoesNotCreateCycles moves each of two pages below the other, one in the change request
// and one in the main content.
func TestMergeDoesNotCreateCycles(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Spaces.Add(w.org, spaces.Space{ID: "space"}, publishingtest.Page{ID: "a", Title: "A"}, publishingtest.Page{ID: "b", Title: "B"})
	request := w.ChangeRequests.Add("space", changerequests.ChangeRequest{}).ID
	w.Spaces.Pages.Move("space", request, "a", "b")
	w.Spaces.Pages.Move("space", "", "b", "a")
	must(w.client.ChangeRequests.Merge(t.Context(), "space", request, changerequests.MergeOptions{}))(t)
	require.Equal(t, []string{"A", "-B"}, titles(must(w.client.Spaces.Content.Get(t.Context(), "space", spaces.ContentGetOptions{}))(t).Pages))
}
