package push

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/spaces"
)

// lost returns a client that loses the response to each update of the content.
func (p *place) lost() *publishing.Client {
	return p.through(func(request *http.Request, next http.RoundTripper) (*http.Response, error) {
		response, err := next.RoundTrip(request)
		if err == nil && request.Method == http.MethodPost && strings.HasSuffix(request.URL.Path, "/content") {
			_ = response.Body.Close()
			return nil, http.ErrHandlerTimeout
		}
		return response, err
	}, publishing.WithoutRetry())
}

func (p *place) setStatus(t *testing.T, changeRequest string, status changerequests.Status) {
	t.Helper()
	_, err := p.client.ChangeRequests.Update(t.Context(), p.space, changeRequest, changerequests.Update{Status: status})
	require.NoError(t, err)
}

func (p *place) merge(t *testing.T) {
	t.Helper()
	_, err := Merge(t.Context(), p.client, p.space, p.options.Store)
	require.NoError(t, err)
}

func TestWhatAnArchivedChangeRequestHadIsPushedAgain(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.options.Prune, p.options.MaxDeletes = true, 1
	files := texts(map[string]string{"a.md": "# A\n\nOne\n", "b.md": "# B\n", "c.md": "# C\n"})
	p.push(t, files)
	p.merge(t)
	files["a.md"].Data = []byte("---\ndescription: Two\n---\n# A\n\nTwo\n")
	files["d.md"] = files["c.md"]
	delete(files, "b.md")
	first := p.push(t, files)
	require.Len(t, first.Actions, 3)
	want := p.tree(t, first.ChangeRequest.ID)
	for range 2 {
		p.setStatus(t, first.ChangeRequest.ID, changerequests.StatusArchived)
		second := p.push(t, files)
		require.Equal(t, first.Actions, second.Actions)
		require.Empty(t, second.Notes)
		require.NotEqual(t, first.ChangeRequest.ID, second.ChangeRequest.ID)
		require.Equal(t, want, p.tree(t, second.ChangeRequest.ID))
		require.Empty(t, p.push(t, files).Actions)
		first = second
	}

	// Nor is it in another change request that the caller names.
	other, err := p.client.ChangeRequests.Create(t.Context(), p.space, changerequests.Create{})
	require.NoError(t, err)
	target := Target{Space: p.space, ChangeRequest: other.ID}
	third, err := Push(t.Context(), p.client, target, files, p.options)
	require.NoError(t, err)
	require.Equal(t, first.Actions, third.Actions)
	require.Empty(t, third.Notes)
	require.Equal(t, want, p.tree(t, other.ID))

	// What somebody else has changed in the main content since then is still left alone.
	p.setStatus(t, other.ID, changerequests.StatusArchived)
	edit, err := p.client.ChangeRequests.Create(t.Context(), p.space, changerequests.Create{})
	require.NoError(t, err)
	p.edit(t, edit.ID, changerequests.ContentChange{Operation: changerequests.ContentOperationUpdatePage, Page: p.page(t, edit.ID, "a").ID, Document: &mine})
	_, err = p.client.ChangeRequests.Merge(t.Context(), p.space, edit.ID, changerequests.MergeOptions{})
	require.NoError(t, err)
	require.Equal(t, []Note{
		{Kind: NoteConflict, Path: "a.md", Text: "somebody else has changed the text, which stays as it is"},
	}, p.push(t, files).Notes)
}

// TestLostResponsesOfTextsThatTheServiceChanges pushes a link to nothing, which the service makes
// text, and changes of the metadata alone.
func TestLostResponsesOfTextsThatTheServiceChanges(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	files := texts(map[string]string{"a.md": "# A\n\n[x](gone.md)\n", "b.md": "# B\n\nB\n"})
	lose := func() {
		_, err := Push(t.Context(), p.lost(), Target{Space: p.space}, files, p.options)
		require.ErrorIs(t, err, http.ErrHandlerTimeout)
		again := p.push(t, files)
		require.Empty(t, again.Actions)
		require.Empty(t, again.Conflicts())
	}
	lose()
	files["b.md"].Data = []byte("---\ndescription: New\n---\n# B\n\nB\n")
	lose()
	files["a.md"].Data = []byte("# A\n\n[x](gone.md) more\n")
	files["b.md"].Data = []byte("---\ndescription: Newer\n---\n# B\n\nB, more\n")
	result := p.push(t, files)
	require.Equal(t, []Action{{ActionUpdate, "a.md"}, {ActionUpdate, "b.md"}}, result.Actions)
	require.Empty(t, result.Conflicts())
}

func TestChangesThatTheNormalFormHidesArePushed(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	files := texts(map[string]string{
		"a.md": "---\nlayout:\n  width: default\n---\n# A\n\nOne\n",
		"b.md": "# B\n\n\\*\\*bold\\*\\* and &lt;b>x\n",
		"c.md": "# C\n\none\ntwo\n",
	})
	id := p.push(t, files).ChangeRequest.ID
	files["a.md"].Data = []byte("---\nlayout:\n  width: wide\ncover: https://example.com/x.png\n---\n# A\n\nOne\n")
	files["b.md"].Data = []byte("# B\n\n**bold** and <b>x\n")
	files["c.md"].Data = []byte("# C\n\none\\\ntwo\n")
	require.Len(t, p.push(t, files).Actions, 3)
	require.Contains(t, *p.page(t, id, "b").Markdown, "**bold**")
	require.Empty(t, p.push(t, files).Actions)
}

func TestPageWhoseFileBecomesUnreadableKeepsItsText(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	directory := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(directory, name)), 0o750))
		require.NoError(t, os.WriteFile(filepath.Join(directory, name), []byte(text), 0o600))
	}
	remove := func(name string) { require.NoError(t, os.Remove(filepath.Join(directory, name))) }
	push := func() (*Result, error) {
		return Push(t.Context(), p.client, Target{Space: p.space}, os.DirFS(directory), p.options)
	}
	write("a.md", "# A\n\nOne\n")
	write("f/README.md", "---\ndescription: D\n---\n# Folder\n\nLong text\n")
	write("f/x.md", "# X\n")
	first, err := push()
	require.NoError(t, err)
	want := p.tree(t, first.ChangeRequest.ID)

	remove("a.md")
	require.NoError(t, os.Symlink("nowhere.md", filepath.Join(directory, "a.md")))
	_, err = push()
	var wrong *DirectoryError
	require.ErrorAs(t, err, &wrong)
	require.Len(t, wrong.Problems, 1)
	require.Contains(t, wrong.Problems[0].String(), "a.md: unreadable: ")
	require.Equal(t, want, p.tree(t, first.ChangeRequest.ID))

	// The page of a folder is a page without a file, but nothing is deleted without Prune.
	remove("a.md")
	write("a.md", "# A\n\nOne\n")
	remove("f/README.md")
	result, err := push()
	require.NoError(t, err)
	require.Empty(t, result.Actions)
	require.Equal(t, want, p.tree(t, first.ChangeRequest.ID))
	p.options.Prune, p.options.MaxDeletes = true, 1
	result, err = push()
	require.NoError(t, err)
	require.Equal(t, []Action{{ActionUpdate, "f"}}, result.Actions)
	require.Contains(t, p.tree(t, first.ChangeRequest.ID), "f f: ")
}

func TestStateOfAnotherSpaceIsAnError(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	files := texts(map[string]string{"a.md": "# A\n"})
	p.push(t, files)
	before, err := p.options.Store.Load(t.Context())
	require.NoError(t, err)
	other := p.server.Spaces.Add(p.server.Orgs.Add(orgs.Organization{}).ID, spaces.Space{}).ID
	want := `reading the state of the push: it belongs to the space "` + p.space + `", not to "` + other + `"`
	_, err = Push(t.Context(), p.client, Target{Space: other}, files, p.options)
	require.EqualError(t, err, want)
	_, err = Merge(t.Context(), p.client, other, p.options.Store)
	require.EqualError(t, err, want)
	after, err := p.options.Store.Load(t.Context())
	require.NoError(t, err)
	require.Equal(t, before, after)
	require.Empty(t, p.server.ChangeRequests.All(other))
}

func TestResultOfAnEditedPushContainsItsActions(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	files := texts(map[string]string{"a.md": "# A\n\nOne\n", "b.md": "# B\n"})
	id := p.push(t, files).ChangeRequest.ID
	page := p.page(t, id, "b")
	client := p.through(func(request *http.Request, next http.RoundTripper) (*http.Response, error) {
		if request.Method == http.MethodPost {
			p.edit(t, id, changerequests.ContentChange{Operation: changerequests.ContentOperationUpdatePage, Page: page.ID, Document: &mine})
		}
		return next.RoundTrip(request)
	})
	files["a.md"].Data = []byte("# A\n\nTwo\n")
	var done []Action
	p.options.Progress = func(action Action) { done = append(done, action) }
	result, err := Push(t.Context(), client, Target{Space: p.space}, files, p.options)
	_, isEdited := errors.AsType[*EditedError](err)
	require.True(t, isEdited, "%v", err)
	require.Equal(t, []Action{{ActionUpdate, "a.md"}}, result.Actions)
	require.Equal(t, result.Actions, done)
}

func TestFileThatTheSpaceLostIsUploadedAgain(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	files := texts(map[string]string{"a.md": "# A\n\n![x](x.png)\n", "b.md": "# B\n\n![x](y.png)\n", "x.png": "image", "y.png": "image"})
	id := p.push(t, files).ChangeRequest.ID
	lost := p.server.Spaces.Files.All(p.space, id)
	require.Len(t, lost, 1)
	p.server.Spaces.Files.Remove(p.space, id, lost[0].ID)
	require.Equal(t, map[ActionKind]int{ActionUpload: 1, ActionUpdate: 2}, kinds(p.push(t, files).Actions))
	found := p.server.Spaces.Files.All(p.space, id)
	require.Len(t, found, 1)
	require.NotEqual(t, lost[0].ID, found[0].ID)
	for _, path := range []string{"a", "b"} {
		page, err := p.client.ChangeRequests.Pages.GetByPath(t.Context(), p.space, id, path, spaces.PageGetByPathOptions{Format: "markdown", MarkdownRefs: spaces.MarkdownRefsStable})
		require.NoError(t, err)
		require.Contains(t, *page.Markdown, "/files/"+found[0].ID)
	}
	require.Empty(t, p.push(t, files).Actions)
}

// TestFileIsRestoredAfterALostDeletion deletes a page without receiving the response.
func TestFileIsRestoredAfterALostDeletion(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.options.Prune, p.options.MaxDeletes = true, 1
	both := texts(map[string]string{"a.md": "# A\n", "b.md": "# B\n"})
	id := p.push(t, both).ChangeRequest.ID
	_, err := Push(t.Context(), p.lost(), Target{Space: p.space}, texts(map[string]string{"a.md": "# A\n"}), p.options)
	require.ErrorIs(t, err, http.ErrHandlerTimeout)
	require.Len(t, p.tree(t, id), 1)
	result := p.push(t, both)
	require.Equal(t, []Action{{ActionInsert, "b.md"}}, result.Actions)
	require.Empty(t, result.Conflicts())
}

func TestPushToAnArchivedChangeRequestIsAnError(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	id := p.push(t, texts(map[string]string{"a.md": "# A\n"})).ChangeRequest.ID
	p.setStatus(t, id, changerequests.StatusArchived)
	target := Target{Space: p.space, ChangeRequest: id}
	_, err := Push(t.Context(), p.client, target, texts(map[string]string{"b.md": "# B\n"}), p.options)
	require.EqualError(t, err, "pushing: the change request "+id+" is archived")
	require.Equal(t, []string{"a A: "}, p.tree(t, id))
}

// TestChangeRequestOfSomebodyElseIsNotAdopted loses the request that creates a change request.
func TestChangeRequestOfSomebodyElseIsNotAdopted(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	files := texts(map[string]string{"a.md": "# A\n"})
	client := p.through(func(request *http.Request, next http.RoundTripper) (*http.Response, error) {
		if request.Method == http.MethodPost {
			return nil, http.ErrHandlerTimeout
		}
		return next.RoundTrip(request)
	}, publishing.WithoutRetry())
	_, err := Push(t.Context(), client, Target{Space: p.space}, files, p.options)
	require.ErrorIs(t, err, http.ErrHandlerTimeout)
	theirs, err := p.client.ChangeRequests.Create(t.Context(), p.space, changerequests.Create{Subject: new("My edits")})
	require.NoError(t, err)
	require.NotEqual(t, theirs.ID, p.push(t, files).ChangeRequest.ID)
	require.Empty(t, p.tree(t, theirs.ID))
}
