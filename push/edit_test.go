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
	"github.com/publishing-platform/publishing-go/publishingtest"
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
					client := p.through(func(request *http.Request, next http.RoundTripper) (*http.Response, error) {
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
		client := p.through(func(request *http.Request, next http.RoundTripper) (*http.Response, error) {
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
		_, err := Push(t.Context(), client, Target{Space: p.space}, texts(map[string]string{"a.md": "# A\n\nTwo\n"}), p.options)
		require.ErrorIs(t, err, ErrBusy)
		require.Equal(t, isRejected, errors.Is(err, publishing.ErrBadRequest), "%v", err)
	}
}

// TestPlanMayChangeAfterTheFirstWrite has somebody edit a page after the push has given another
// page a temporary slug.
func TestPlanMayChangeAfterTheFirstWrite(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	front := func(first, second, text string) fstest.MapFS {
		return texts(map[string]string{
			"a.md": "---\nslug: " + first + "\n---\n# A\n", "b.md": "---\nslug: " + second + "\n---\n# B\n",
			"c.md": "# C\n\n" + text + "\n",
		})
	}
	id := p.push(t, front("x", "y", "One")).ChangeRequest.ID
	page := p.page(t, id, "c")
	after := front("y", "x", "Two")
	plan, err := Plan(t.Context(), p.client, Target{Space: p.space}, after, p.options)
	require.NoError(t, err)
	p.options.Expect = plan.Actions
	hasWritten, hasEdited := false, false
	client := p.through(func(request *http.Request, next http.RoundTripper) (*http.Response, error) {
		if hasWritten && !hasEdited {
			hasEdited = true
			p.edit(t, id, persons[0].edit(page))
		}
		hasWritten = hasWritten || request.Method == http.MethodPost
		return next.RoundTrip(request)
	})
	result, err := Push(t.Context(), client, Target{Space: p.space}, after, p.options)
	require.NoError(t, err)
	require.True(t, hasEdited)
	require.Equal(t, []string{"y A: ", "x B: ", "c C: Mine"}, p.tree(t, id))
	require.NotEqual(t, plan.Actions, result.Actions)
}

func TestUploadWhileSomebodyEditsOverwritesNothing(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	before := texts(map[string]string{"a.md": "# A\n", "b.md": "# B\n"})
	id := p.push(t, before).ChangeRequest.ID
	page := p.page(t, id, "b")
	hasEdited := false
	client := p.before("/content", func() {
		if !hasEdited {
			hasEdited = true
			p.edit(t, id, persons[0].edit(page))
		}
	})
	after := texts(map[string]string{"a.md": "# A\n\n![x](x.png)\n", "b.md": "# B\n", "x.png": "image"})
	result, err := Push(t.Context(), client, Target{Space: p.space}, after, p.options)
	require.NoError(t, err)
	require.True(t, hasEdited)
	require.Equal(t, []Action{{ActionUpload, "x.png"}, {ActionUpdate, "a.md"}}, result.Actions)
	require.Equal(t, []string{`a A: <figure><img src="x.png" alt="x"><figcaption></figcaption></figure>`, "b B: Mine"}, p.tree(t, id))
	_, err = Merge(t.Context(), p.client, p.space, p.options.Store)
	var conflict *MergeError
	require.ErrorAs(t, err, &conflict)
}

func TestResponseThatLacksPagesOrTextDeletesNothing(t *testing.T) {
	t.Parallel()
	for operation, field := range map[string]string{"Spaces.Revisions.Get": "pages", "Spaces.Revisions.Pages.Get": "markdown"} {
		p := newPlace(t)
		id := p.push(t, texts(map[string]string{"a.md": "# A\n", "b.md": "# B\n"})).ChangeRequest.ID
		b := p.page(t, id, "b")
		insert := inserts("Mine", "Mine")
		if field == "pages" {
			insert.Into = api.Set(b.ID)
		} else {
			insert = persons[0].edit(b)
		}
		p.edit(t, id, insert)
		before := p.tree(t, id)
		without := func(response map[string]any) {
			pages, _ := response["pages"].([]any)
			for _, page := range pages {
				delete(page.(map[string]any), field)
			}
			if field == "markdown" {
				delete(response, field)
			}
		}
		p.server.Faults.Add(operation, 1, publishingtest.EditJSON(without))
		p.options.Prune, p.options.MaxDeletes = true, 1
		result, err := Push(t.Context(), p.client, Target{Space: p.space}, texts(map[string]string{"a.md": "# A\n"}), p.options)
		require.Error(t, err, field)
		require.Empty(t, result.Actions)
		require.Equal(t, before, p.tree(t, id))
	}
}
