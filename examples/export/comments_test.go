package main

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// exportComments runs a new exporter that exports comments, too.
func (w *world) exportComments() (summary, error) {
	w.t.Helper()
	e := w.exporter()
	e.comments = true
	return e.run(w.t.Context())
}

// comment adds a comment that was posted in the given minute.
func (w *world) comment(id, page string, minute int, change func(*spaces.Comment)) {
	w.t.Helper()
	c := spaces.Comment{ID: id, Body: richtext.Markdown("About " + id + "."), PostedAt: time.Date(2026, 1, 2, 3, minute, 0, 0, time.UTC)}
	if page != "" {
		c.Target.Page = &spaces.CommentPage{ID: page}
	}
	if change != nil {
		change(&c)
	}
	w.Spaces.Comments.Add("space", "", c)
}

// commented returns a world with comments on a page and on the space.
func commented(t *testing.T) *world {
	t.Helper()
	w := newWorld(t, tree()...)
	w.comment("second", "b", 2, func(c *spaces.Comment) {
		c.Status, c.Target.Revision = spaces.CommentStatusResolved, "r1"
		c.ResolvedAt = new(c.PostedAt.Add(time.Hour))
		c.Body = richtext.Markdown("See [a](/pages/a).\n\n# Not a comment")
	})
	w.comment("first", "b", 1, func(c *spaces.Comment) {
		c.Target.Revision, c.Target.Node = "r1", &spaces.CommentNode{ID: "n", Preview: new("some *text*")}
		c.Target.TableCell = &spaces.TableCell{Record: "row", Definition: "column"}
		c.EditedAt = new(c.PostedAt.Add(time.Hour))
	})
	for i, id := range []string{"late", "early"} {
		w.Spaces.Comments.Replies.Add("space", "", "first", spaces.CommentReply{ID: id, Body: richtext.Markdown("It is " + id + "."), PostedAt: time.Date(2026, 1, 3, 1-i, 0, 0, 0, time.UTC)})
	}
	w.comment("general", "", 3, func(c *spaces.Comment) { c.Target.Revision = "r1" })
	return w
}

const commentsOnB = `# Comments on Install

## Caller, 2026-01-02T03:01:00Z, edited 2026-01-02T04:01:00Z

* Status: open
* Page: b, Install
* Node: n, some \*text\*
* Cell: record row, definition column
* Revision: r1

> About first.

### Caller, 2026-01-03T00:00:00Z

> It is early.

### Caller, 2026-01-03T01:00:00Z

> It is late.

## Caller, 2026-01-02T03:02:00Z

* Status: resolved, 2026-01-02T04:02:00Z, Caller
* Page: b, Install
* Revision: r1

> See [a](../first-steps.md).
>
> # Not a comment
`

func TestCommentsAreBesideTheirPages(t *testing.T) {
	t.Parallel()
	w := commented(t)
	sum, err := w.exportComments()
	require.NoError(t, err)
	require.Equal(t, summary{total: 6, written: 6}, sum)
	want := treeFiles()
	want["first-steps/install.comments.md"] = commentsOnB
	want[otherComments] = "# Comments on the space\n\n## Caller, 2026-01-02T03:03:00Z\n\n* Status: open\n* Revision: r1\n\n> About general.\n"
	require.Equal(t, want, w.files())
	require.Equal(t, tally{Expected: 2, Written: 2}, w.receipt().Comments)
	require.True(t, w.receipt().Complete)
}

func TestCommentsOfAChangeRequestAreNotOnThePage(t *testing.T) {
	t.Parallel()
	w := commented(t)
	w.Faults.Add("Spaces.Comments.List", 1, publishingtest.EditJSON(func(list map[string]any) {
		for _, comment := range list["items"].([]any) {
			comment.(map[string]any)["target"].(map[string]any)["changeRequest"] = "proposal"
		}
	}))
	_, err := w.exportComments()
	require.NoError(t, err)
	require.Equal(t, treeFiles(), w.files())
}

func TestPagesWhoseCommentsCannotBeReadAreInTheReceipt(t *testing.T) {
	t.Parallel()
	w := commented(t)
	_, err := w.exportComments()
	require.NoError(t, err)
	before := w.files()

	w.Spaces.Pages.Remove("space", "", "d")
	w.Faults.Add("Spaces.Comments.List", 1, publishingtest.Status(http.StatusForbidden))
	_, err = w.exportComments()
	require.ErrorContains(t, err, "nothing is removed, because the comments cannot be listed: Spaces.Comments.List")
	require.ErrorIs(t, err, publishing.ErrForbidden)
	require.Equal(t, before, w.files())
	got := w.receipt()
	require.False(t, got.Complete)
	require.Equal(t, tally{Expected: 3}, got.Comments)
	require.Len(t, got.Failed, 3)
	require.Equal(t, []string{"comments/b", "first-steps/install.comments.md"}, []string{got.Failed[1].Key, got.Failed[1].Path})
	require.Contains(t, got.Failed[1].Reason, "403")

	w.Faults.Add("Spaces.Comments.Replies.List", 1, publishingtest.Status(http.StatusForbidden))
	_, err = w.exportComments()
	require.ErrorContains(t, err, "first-steps/install.comments.md: Spaces.Comments.Replies.List")
	got = w.receipt()
	require.Equal(t, tally{Expected: 2, Written: 1}, got.Comments)
	require.Len(t, got.Failed, 1)
	require.Equal(t, "comments/b", got.Failed[0].Key)
	delete(before, "more/deep.md") // certain to be gone
	require.Equal(t, before, w.files())
}

func TestFileOfCommentsIsRemovedWithThem(t *testing.T) {
	t.Parallel()
	w := commented(t)
	file := filepath.Join(w.dir, "first-steps", "install.comments.md")
	_, err := w.exportComments()
	require.NoError(t, err)
	w.export()
	require.FileExists(t, file, "this run exports no comments")
	require.FileExists(t, filepath.Join(w.dir, otherComments))

	for _, id := range []string{"first", "second"} {
		_, err := w.Client().Spaces.Comments.Delete(t.Context(), "space", id)
		require.NoError(t, err)
	}
	sum, err := w.exportComments()
	require.NoError(t, err)
	require.Equal(t, 1, sum.removed)
	require.NoFileExists(t, file)

	w.comment("third", "b", 4, nil)
	_, err = w.exportComments()
	require.NoError(t, err)
	require.FileExists(t, file)
	w.Spaces.Pages.Edit("space", "", "b", func(p *publishingtest.Page) { p.Slug = "moved" })
	_, err = w.exportComments()
	require.NoError(t, err)
	require.NoFileExists(t, file)
	require.FileExists(t, filepath.Join(w.dir, "first-steps", "moved.comments.md"))
	w.Spaces.Pages.Remove("space", "", "b")
	w.export()
	require.NoFileExists(t, filepath.Join(w.dir, "first-steps", "moved.comments.md"))
}

func TestCommentsOfPagesWithoutAFileAreKept(t *testing.T) {
	t.Parallel()
	w := commented(t)
	w.Spaces.Pages.Remove("space", "", "b")
	_, err := w.exportComments()
	require.NoError(t, err)
	others, err := os.ReadFile(filepath.Join(w.dir, otherComments))
	require.NoError(t, err)
	for _, text := range []string{"> About first.", "> About general.", "* Page: b, Install, outdated", "> It is late."} {
		require.Contains(t, string(others), text)
	}
}

func TestCommentsAreNoFileOfAPage(t *testing.T) {
	t.Parallel()
	dotted := page("dotted", "Dotted", "Of dotted.")
	dotted.Slug = "a.comments"
	for name, pages := range map[string][]publishingtest.Page{
		"the page first": {dotted, page("a", "A", "Of a.")}, "the comments first": {page("a", "A", "Of a."), dotted},
	} {
		w := newWorld(t, pages...)
		w.export()
		plain := w.files()
		w.comment("on a", "a", 1, nil)
		w.comment("on dotted", "dotted", 1, nil)
		_, err := w.exportComments()
		require.NoError(t, err)
		with := w.files()
		require.Len(t, with, 4, name)
		for file, text := range plain {
			require.Equal(t, text, with[file], name)
		}
	}
}
