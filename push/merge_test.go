package push

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/spaces"
)

var newPage = changerequests.ContentChange{Operation: changerequests.ContentOperationInsertPage, Title: &myTitle, Document: &mine}

// editMain changes the main content as somebody else does, and returns its revision.
func (p *place) editMain(t testing.TB) string {
	t.Helper()
	other, err := p.client.ChangeRequests.Create(t.Context(), p.space, changerequests.Create{})
	require.NoError(t, err)
	p.edit(t, other.ID, newPage)
	merged, err := p.client.ChangeRequests.Merge(t.Context(), p.space, other.ID, changerequests.MergeOptions{})
	require.NoError(t, err)
	return merged.Revision
}

func TestMergeOfWhatPushesMade(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	files := linked(9)
	_, err := Merge(t.Context(), p.client, p.space, p.options.Store)
	require.ErrorContains(t, err, "the state has no change request")
	p.push(t, files)
	files["new.md"] = texts(map[string]string{"new.md": "# New\n"})["new.md"]
	p.push(t, files)
	p.push(t, files)
	result, err := Merge(t.Context(), p.client, p.space, p.options.Store)
	require.NoError(t, err)
	main, err := p.client.Spaces.Get(t.Context(), p.space, spaces.GetOptions{})
	require.NoError(t, err)
	require.Equal(t, main.Revision, result.Revision)
	_, err = Merge(t.Context(), p.client, p.space, p.options.Store)
	require.ErrorContains(t, err, "was not merged: its status is merged")

	require.Empty(t, p.push(t, files).Actions, "the main content has it all")
	delete(files, "new.md")
	p.options.Prune = true
	require.Equal(t, []Action{{ActionDelete, "new.md"}}, p.push(t, files).Actions)
	_, err = Merge(t.Context(), p.client, p.space, p.options.Store)
	require.NoError(t, err)
}

func TestMergeRefusesWhatOthersDid(t *testing.T) {
	t.Parallel()
	for name, does := range map[string]func(p *place, changeRequest string) string{
		"somebody else has changed it": func(p *place, changeRequest string) string {
			p.edit(t, changeRequest, newPage)
			return p.head(t, changeRequest)
		},
		"somebody else has changed it: revision": func(p *place, changeRequest string) string {
			p.edit(t, changeRequest, newPage)
			revision := p.head(t, changeRequest)
			p.push(t, linked(5)) // which does not make it the push's own
			return revision
		},
		"the main content has changed since it was created or updated": func(p *place, _ string) string { return p.editMain(t) },
	} {
		p := newPlace(t)
		revision := does(p, p.push(t, linked(3)).ChangeRequest.ID)
		_, err := Merge(t.Context(), p.client, p.space, p.options.Store)
		refused, ok := errors.AsType[*MergeError](err)
		require.True(t, ok, "%s: %v", name, err)
		require.Contains(t, err.Error(), "was not merged: "+name)
		require.Equal(t, revision, refused.Revision, name)
		require.False(t, refused.IsMerged)
	}
}

func (p *place) head(t testing.TB, changeRequest string) string {
	t.Helper()
	found, err := p.client.ChangeRequests.Get(t.Context(), p.space, changeRequest)
	require.NoError(t, err)
	return found.Revision
}

// TestMergeTellsWhatCameBetween has somebody edit right before the merge itself.
func TestMergeTellsWhatCameBetween(t *testing.T) {
	t.Parallel()
	for _, isMain := range []bool{false, true} {
		p := newPlace(t)
		id := p.push(t, linked(3)).ChangeRequest.ID
		var revision string
		client := p.through(func(request *http.Request, next http.RoundTripper) (*http.Response, error) {
			switch isMerge := strings.HasSuffix(request.URL.Path, "/merge"); {
			case isMerge && isMain:
				revision = p.editMain(t)
			case isMerge:
				p.edit(t, id, newPage)
				revision = p.head(t, id)
			}
			return next.RoundTrip(request)
		})
		result, err := Merge(t.Context(), client, p.space, p.options.Store)
		require.NotNil(t, result)
		between, ok := errors.AsType[*MergeError](err)
		require.True(t, ok, "%v", err)
		require.Equal(t, &MergeError{id, "somebody else has changed it or the main content at the same time", revision, true}, between)
	}
}
