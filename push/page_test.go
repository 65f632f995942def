package push

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/changerequests"
)

func (p *place) writePage(t testing.TB, path, markdown string) *Result {
	t.Helper()
	result, err := Page(t.Context(), p.client, Target{Space: p.space, Subject: "A page"}, path, markdown, p.options)
	require.NoError(t, err)
	return result
}

func TestPageIsCreatedAndUpdated(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	result := p.writePage(t, "guides", "# All guides\n")
	require.Equal(t, []Action{{ActionInsert, "guides.md"}}, result.Actions)
	id := result.ChangeRequest.ID
	require.Equal(t, "A page", result.ChangeRequest.Subject)
	p.writePage(t, "guides/index", "One\n")
	require.Equal(t, "index", p.page(t, id, "guides/index").Title, "a new page without a title")
	require.Equal(t, "All guides", p.page(t, id, "guides").Title, "the parent stays as it is")

	title := "The index"
	p.edit(t, id, changerequests.ContentChange{Operation: changerequests.ContentOperationUpdatePage, Page: p.page(t, id, "guides/index").ID, Title: &title})
	p.options.Store = nil
	result, err := Page(t.Context(), p.client, Target{Space: p.space, ChangeRequest: id}, "guides/index", "[gone](gone.md)\n\nTwo\n", p.options)
	require.NoError(t, err)
	require.Equal(t, []Action{{ActionUpdate, "guides/index/README.md"}}, result.Actions)
	require.Equal(t, []Note{{NoteLink, "guides/index/README.md", 1, "the link leads to nothing: gone.md"}}, result.Notes)
	require.Equal(t, title, p.page(t, id, "guides/index").Title, "without a title in the Markdown, the page keeps its own")
}

func TestPageOfSomebodyElseStays(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	id := p.writePage(t, "a", "# A\n\nOne\n").ChangeRequest.ID
	require.Empty(t, p.writePage(t, "a", "# A\n\nOne\n").Actions)
	p.edit(t, id, changerequests.ContentChange{Operation: changerequests.ContentOperationUpdatePage, Page: p.page(t, id, "a").ID, Document: &mine})
	result := p.writePage(t, "a", "# A\n\nTwo\n")
	require.Empty(t, result.Actions)
	require.Len(t, result.Conflicts(), 1)
	p.options.Overwrite = true
	require.Len(t, p.writePage(t, "a", "# A\n\nTwo\n").Actions, 1)
}

func TestPageWhoseResponseIsLostIsWrittenOnce(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	_, err := Page(t.Context(), p.lost(), Target{Space: p.space}, "a", "# A\n", p.options)
	require.ErrorIs(t, err, http.ErrHandlerTimeout)
	result := p.writePage(t, "a", "# A\n")
	require.Empty(t, result.Actions)
	require.Equal(t, []string{"a A: "}, p.tree(t, result.ChangeRequest.ID))
}

func TestPathOfAPageCanBeAnySlug(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.writePage(t, "v1.2", "# Version 1.2\n")
	id := p.writePage(t, "v1.2/getting_Started", "# Start\n").ChangeRequest.ID
	require.Equal(t, []string{"v1.2 Version 1.2: ", "v1.2/getting_Started Start: "}, p.tree(t, id))
}

func TestPathsOfPagesAreSlugs(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	_, err := Page(t.Context(), p.client, Target{Space: p.space}, "Guides/Set up", "x", p.options)
	require.EqualError(t, err, `pushing: "Guides/Set up" is no path of a page: want a form such as "guides/set-up"`)
	_, err = Page(t.Context(), p.client, Target{Space: p.space}, "", "x", p.options)
	require.Error(t, err)
	require.Empty(t, p.server.Calls.All())
	_, err = Page(t.Context(), p.client, Target{Space: p.space}, "guides/setup", "x", p.options)
	require.EqualError(t, err, "pushing: the space has no page guides above setup")
}

func TestPageWhoseParentSomebodyElseRenamedIsAnError(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.writePage(t, "guides", "# Guides\n")
	id := p.writePage(t, "guides/setup", "One\n").ChangeRequest.ID
	slug := "manual"
	p.edit(t, id, changerequests.ContentChange{Operation: changerequests.ContentOperationUpdatePage, Page: p.page(t, id, "guides").ID, Slug: &slug})
	_, err := Page(t.Context(), p.client, Target{Space: p.space}, "guides/setup", "Two\n", p.options)
	require.EqualError(t, err, "pushing: the space has no page guides above setup")
}

// TestPageKeepsWhatAPushOfADirectorySent writes a page between a push whose response is lost and
// the next one.
func TestPageKeepsWhatAPushOfADirectorySent(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	id := p.writePage(t, "news", "# News\n").ChangeRequest.ID
	files := texts(map[string]string{"a.md": "# A\n\nOne\n"})
	_, err := Push(t.Context(), p.lost(), Target{Space: p.space}, files, p.options)
	require.ErrorIs(t, err, http.ErrHandlerTimeout)
	require.Empty(t, p.writePage(t, "news", "# News\n").Actions)
	files["a.md"].Data = []byte("# A\n\nTwo\n")
	result := p.push(t, files)
	require.Empty(t, result.Conflicts())
	require.Equal(t, []string{"news News: ", "a A: Two"}, p.tree(t, id))
}

// TestPageIsNotThatOfItsFolder writes pages whose slugs are the names of files that a push of a
// directory has written as pages of their folders.
func TestPageIsNotThatOfItsFolder(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	files := texts(map[string]string{"README.md": slugged("welcome", "# Welcome\n"), "guides/README.md": "# Guides\n"})
	id := p.push(t, files).ChangeRequest.ID
	for _, path := range []string{"README", "guides/README", "guides/index"} {
		require.Equal(t, []Action{{ActionInsert, path + "/README.md"}}, p.writePage(t, path, "Page\n").Actions)
		require.Empty(t, p.writePage(t, path, "Page\n").Actions)
	}
	require.Equal(t, []string{
		"welcome Welcome: ", "guides Guides: ", "guides/README README: Page", "guides/index index: Page", "README README: Page",
	}, p.tree(t, id))
	require.Empty(t, p.push(t, files).Actions)
}

func TestPageThatAPushOfADirectoryWroteIsUpdated(t *testing.T) {
	t.Parallel()
	for _, overwrite := range []bool{false, true} {
		p := newPlace(t)
		p.options.Overwrite = overwrite
		files := texts(map[string]string{"guides/README.md": "# Guides\n\nOne\n", "x.md": "# X\n"})
		id := p.push(t, files).ChangeRequest.ID
		require.Equal(t, []Action{{ActionUpdate, "guides.md"}}, p.writePage(t, "guides", "# Guides\n\nTwo\n").Actions)
		require.Equal(t, []string{"guides Guides: Two", "x X: "}, p.tree(t, id))
		state, _, err := loadState(t.Context(), p.options.Store, p.space)
		require.NoError(t, err)
		require.Len(t, state.Pages, 2)
		p.options.Prune, p.options.MaxDeletes = true, 5
		require.Equal(t, []Action{{ActionUpdate, "guides/README.md"}}, p.push(t, files).Actions)
		require.Equal(t, []string{"guides Guides: One", "x X: "}, p.tree(t, id))
	}
}

func TestSlugInTheTextOfAPageIsTheOneOfItsPath(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	_, err := Page(t.Context(), p.client, Target{Space: p.space}, "guides/a", "---\ntitle: A\nslug: b\n---\n", p.options)
	var wrong *DirectoryError
	require.ErrorAs(t, err, &wrong)
	require.Equal(t, []Note{{NoteForm, "guides/a.md", 3, `has the slug "b", but the path of the page ends with "a"`}}, wrong.Problems)
	require.Empty(t, p.server.Calls.All())
	p.options.Store = nil
	id := p.writePage(t, "a", slugged("a", "# A\n")).ChangeRequest.ID
	require.Equal(t, []string{"a A: "}, p.tree(t, id))
}
