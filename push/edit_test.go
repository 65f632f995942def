package push

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// person is somebody who edits a change request while a push writes to it, once.
type person struct {
	name string
	// edit does it, on the page at c.
	edit func(page *spaces.Page) changerequests.ContentChange
	// isThere reports whether the edit is in a revision, in which the page may be nil.
	isThere func(page *spaces.Page) bool
}

var (
	mine     = richtext.Markdown("Mine")
	myTitle  = "My title"
	mySlug   = "mine"
	lastPage = int64(0)
)

var persons = []person{
	{
		"writes",
		func(page *spaces.Page) changerequests.ContentChange {
			return changerequests.ContentChange{Operation: changerequests.ContentOperationUpdatePage, Page: page.ID, Document: &mine}
		},
		func(page *spaces.Page) bool { return page != nil && strings.Contains(*page.Markdown, "Mine") },
	},
	{
		"names",
		func(page *spaces.Page) changerequests.ContentChange {
			return changerequests.ContentChange{Operation: changerequests.ContentOperationUpdatePage, Page: page.ID, Title: &myTitle}
		},
		func(page *spaces.Page) bool { return page != nil && page.Title == myTitle },
	},
	{
		"gives another slug",
		func(page *spaces.Page) changerequests.ContentChange {
			return changerequests.ContentChange{Operation: changerequests.ContentOperationUpdatePage, Page: page.ID, Slug: &mySlug}
		},
		func(page *spaces.Page) bool { return page != nil && *page.Slug == mySlug },
	},
	{
		"moves to the top",
		func(page *spaces.Page) changerequests.ContentChange {
			return changerequests.ContentChange{Operation: changerequests.ContentOperationUpdatePage, Page: page.ID, Into: api.Null[string](), At: &lastPage}
		},
		func(page *spaces.Page) bool { return page != nil && *page.Path == "c" },
	},
	{
		"deletes",
		func(page *spaces.Page) changerequests.ContentChange {
			return changerequests.ContentChange{Operation: changerequests.ContentOperationDeletePage, Page: page.ID}
		},
		func(page *spaces.Page) bool { return page == nil },
	},
}

// read returns a page as it is in a revision, or else in the change request, nil if it is not
// there.
func (p *place) read(t testing.TB, revision, changeRequest, id string) *spaces.Page {
	t.Helper()
	if revision == "" {
		found, err := p.client.ChangeRequests.Get(t.Context(), p.space, changeRequest)
		require.NoError(t, err)
		revision = found.Revision
	}
	page, err := p.client.Spaces.Revisions.Pages.Get(t.Context(), p.space, revision, id, spaces.PageGetOptions{Format: richtext.FormatMarkdown})
	if errors.Is(err, api.ErrNotFound) {
		return nil
	}
	require.NoError(t, err)
	return page
}

// TestEditsDuringAPushAreNotLost has somebody edit a page, which the push is to change or to
// delete, before each request of the push in turn.
func TestEditsDuringAPushAreNotLost(t *testing.T) {
	t.Parallel()
	before := texts(map[string]string{"a.md": "# A\n\n[b](b.md)\n", "b/README.md": "# B\n", "b/c.md": "# C\n\nOne\n", "d.md": "# D\n"})
	after := []fstest.MapFS{
		texts(map[string]string{"a.md": "# A\n\n[new](new.md)\n", "b/README.md": "# B\n", "b/c.md": "---\ndescription: Two\n---\n# C\n\nTwo\n", "d.md": "# D\n", "new.md": "# New\n"}),
		texts(map[string]string{"a.md": "# A\n\n[new](new.md)\n", "b/README.md": "# B\n", "d.md": "# D\n", "new.md": "# New\n"}),
		texts(map[string]string{"a.md": "# A\n\n[new](new.md)\n", "b/README.md": "# B\n", "d.md": "# D\n", "new/c.md": "# C\n\nOne\n"}),
	}
	for i, does := range []string{"updated", "deleted", "moved"} {
		for _, somebody := range persons {
			t.Run(does+" and somebody "+somebody.name, func(t *testing.T) {
				t.Parallel()
				for cut := 1; ; cut++ {
					p := newPlace(t)
					id := p.push(t, before).ChangeRequest.ID
					page := p.page(t, id, "b/c")
					count, isReached := 0, false
					client := p.server.Client(publishing.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
						return roundTripper(func(request *http.Request) (*http.Response, error) {
							if count++; count == cut {
								isReached = true
								_, err := p.client.ChangeRequests.Content.Update(t.Context(), p.space, id, changerequests.ContentUpdate{Changes: []changerequests.ContentChange{somebody.edit(page)}})
								if err != nil && !errors.Is(err, api.ErrNotFound) && !errors.Is(err, api.ErrBadRequest) { // the push has deleted the page
									return nil, err
								}
								if err != nil {
									isReached = false
								}
							}
							return next.RoundTrip(request)
						})
					}))
					p.options.Prune, p.options.MaxDeletes = true, 5
					_, err := Push(t.Context(), client, Target{Space: p.space}, after[i], p.options)
					if count < cut {
						require.NoError(t, err)
						break
					}
					if !isReached {
						continue
					}
					at := fmt.Sprintf("before request %d", cut)
					if edited, ok := errors.AsType[*EditedError](err); ok {
						require.True(t, somebody.isThere(p.read(t, edited.Revision, id, page.ID)), "%s: %v", at, err)
						_, err = Push(t.Context(), p.client, Target{Space: p.space}, after[i], p.options)
						require.NoError(t, err, at)
						continue
					}
					require.NoError(t, err, at)
					require.True(t, somebody.isThere(p.read(t, "", id, page.ID)), at)
					p.push(t, after[i])
					require.True(t, somebody.isThere(p.read(t, "", id, page.ID)), at)
				}
			})
		}
	}
}

// TestPushEndsIfSomebodyElseEditsAllTheTime has somebody edit the change request before each
// request that reads it, or before each write, which the service then rejects.
func TestPushEndsIfSomebodyElseEditsAllTheTime(t *testing.T) {
	t.Parallel()
	for _, isRejected := range []bool{false, true} {
		p := newPlace(t)
		id := p.push(t, texts(map[string]string{"a.md": "# A\n\nOne\n"})).ChangeRequest.ID
		count := 0
		client := p.server.Client(publishing.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
			return roundTripper(func(request *http.Request) (*http.Response, error) {
				isWrite := request.Method == http.MethodPost
				if isWrite == isRejected && (isWrite || strings.HasSuffix(request.URL.Path, id)) {
					count++
					p.edit(t, id, inserts(fmt.Sprint("Theirs ", count), "Text"))
				}
				if isWrite {
					return answer(http.StatusBadRequest)(request, nil)
				}
				return next.RoundTrip(request)
			})
		}))
		_, err := Push(t.Context(), client, Target{Space: p.space}, texts(map[string]string{"a.md": "# A\n\nTwo\n"}), p.options)
		require.ErrorIs(t, err, ErrBusy)
		require.Equal(t, isRejected, errors.Is(err, publishing.ErrBadRequest), "%v", err)
	}
}
