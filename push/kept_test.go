package push

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/push/internal/source"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// inMain changes the main content as somebody else does, and returns the pages that were inserted.
func (p *place) inMain(t testing.TB, changes ...changerequests.ContentChange) (inserted []string) {
	t.Helper()
	other, err := p.client.ChangeRequests.Create(t.Context(), p.space, changerequests.Create{})
	require.NoError(t, err)
	result, err := p.client.ChangeRequests.Content.Update(t.Context(), p.space, other.ID, changerequests.ContentUpdate{Changes: changes})
	require.NoError(t, err)
	_, err = p.client.ChangeRequests.Merge(t.Context(), p.space, other.ID, changerequests.MergeOptions{})
	require.NoError(t, err)
	for _, change := range result.Changes {
		inserted = append(inserted, change.Page.ID)
	}
	return inserted
}

func inserts(title, text string) changerequests.ContentChange {
	document := richtext.Markdown(text)
	return changerequests.ContentChange{
		Operation: changerequests.ContentOperationInsertPage, Title: &title, Document: &document,
	}
}

// through returns a client that sends each request through a function.
func (p *place) through(
	send func(request *http.Request, next http.RoundTripper) (*http.Response, error), opts ...publishing.Option,
) *publishing.Client {
	return p.server.Client(append(opts, publishing.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
		return roundTripper(func(request *http.Request) (*http.Response, error) { return send(request, next) })
	}))...)
}

// before returns a client that calls do before a request whose path has a suffix.
func (p *place) before(suffix string, do func()) *publishing.Client {
	return p.through(func(request *http.Request, next http.RoundTripper) (*http.Response, error) {
		if request.Method == http.MethodPost && strings.HasSuffix(request.URL.Path, suffix) {
			do()
		}
		return next.RoundTrip(request)
	})
}

func TestPageIsNotDeletedIfAnotherStaysBelowIt(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.options.Prune, p.options.MaxDeletes = true, 5
	files := texts(map[string]string{"guides/README.md": "# Guides\n", "old/setup.md": "# Setup\n\nText\n", "z.md": "---\nslug: z\n---\n# Z\n"})
	id := p.push(t, files).ChangeRequest.ID
	taken := inserts("setup", "Mine")
	taken.Into = api.Set(p.page(t, id, "guides").ID)
	p.edit(t, id, taken)
	files["guides/setup.md"] = files["old/setup.md"]
	delete(files, "old/setup.md")
	files["z.md"].Data = []byte("---\nslug: old\n---\n# Z\n") // the slug of the page that stays
	result := p.push(t, files)
	require.Empty(t, result.Actions)
	require.Equal(t, []string{
		`guides/setup.md: another page has the slug "setup", and stays`,
		"old: " + hasOthersBelow,
		`z.md: another page has the slug "old", and stays`,
	}, noteTexts(result.Notes))
	require.Equal(t, "Setup", p.page(t, id, "old/setup").Title)
}

func TestMetadataThatNoPushHasSetStays(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	hidden := inserts("A", "One")
	hidden.Hidden, hidden.Icon = new(true), new("book")
	p.inMain(t, hidden)
	files := texts(map[string]string{"a.md": "# A\n\nOne\n"})
	require.Empty(t, p.push(t, files).Actions)
	for _, front := range []string{"title: B", "title: C\ndescription: D", "title: E", "title: E\nicon: other", "title: F"} {
		files["a.md"].Data = []byte("---\n" + front + "\n---\n# A\n\nOne\n")
		result := p.push(t, files)
		require.Equal(t, []Action{{ActionUpdate, "a.md"}}, result.Actions, front)
		page := p.page(t, result.ChangeRequest.ID, "a")
		require.True(t, *page.Hidden, front)
		require.Equal(t, strings.Contains(front, "description"), page.Description != nil && *page.Description != "", front)
		if strings.Contains(front, "F") {
			require.Nil(t, page.Icon, "the file no longer has an icon")
		} else {
			require.Equal(t, map[bool]string{false: "book", true: "other"}[strings.Contains(front, "icon")], *page.Icon, front)
		}
	}
}

func TestPageThatWasDeletedFromTheMainContentIsNotInsertedAgain(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	page := p.inMain(t, inserts("A", "One"), inserts("B", "Two"))[0]
	files := texts(map[string]string{"a.md": "# A\n\nOne\n", "b.md": "# B\n\nTwo\n"})
	require.Empty(t, p.push(t, files).Actions)
	p.inMain(t, changerequests.ContentChange{Operation: changerequests.ContentOperationDeletePage, Page: page})
	result := p.push(t, files)
	require.Empty(t, result.Actions)
	require.Equal(t, []string{"a.md: somebody else has deleted the page, which is not inserted again"}, noteTexts(result.Notes))
	created, err := p.client.ChangeRequests.Create(t.Context(), p.space, changerequests.Create{})
	require.NoError(t, err)
	result, err = Push(t.Context(), p.client, Target{Space: p.space, ChangeRequest: created.ID}, files, p.options)
	require.NoError(t, err)
	require.Empty(t, result.Actions, "nor in a new change request that the caller names")
	require.Len(t, result.Conflicts(), 1)
	p.options.Overwrite = true
	require.Equal(t, []Action{{ActionInsert, "a.md"}}, p.push(t, files).Actions)
}

// TestPageThatAnOlderChangeRequestLacksIsInserted is about a page that nobody has deleted.
func TestPageThatAnOlderChangeRequestLacksIsInserted(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	older, err := p.client.ChangeRequests.Create(t.Context(), p.space, changerequests.Create{})
	require.NoError(t, err)
	files := texts(map[string]string{"a.md": "# A\n\nOne\n"})
	p.push(t, files)
	p.merge(t)
	result, err := Push(t.Context(), p.client, Target{Space: p.space, ChangeRequest: older.ID}, files, p.options)
	require.NoError(t, err)
	require.Equal(t, []Action{{ActionInsert, "a.md"}}, result.Actions)
}

func TestChangeRequestCanBeGivenByItsNumber(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	created, err := p.client.ChangeRequests.Create(t.Context(), p.space, changerequests.Create{})
	require.NoError(t, err)
	target := Target{Space: p.space, ChangeRequest: changerequests.Number(created.Number)}
	files := texts(map[string]string{"a.md": "# A\n\nOne\n", "b.md": "# B\n"})
	_, err = Push(t.Context(), p.client, target, files, p.options)
	require.NoError(t, err)
	p.edit(t, created.ID, changerequests.ContentChange{Operation: changerequests.ContentOperationDeletePage, Page: p.page(t, created.ID, "a").ID})
	result, err := Push(t.Context(), p.client, target, files, p.options)
	require.NoError(t, err)
	require.Empty(t, result.Actions)
	require.Equal(t, []string{"a.md: somebody else has deleted the page, which is not inserted again"}, noteTexts(result.Notes))
}

// TestEditAfterAFirstPushIsNotOverwritten is about pages that existed before the first push. That
// push overwrites what it finds, but nothing that is changed after that.
func TestEditAfterAFirstPushIsNotOverwritten(t *testing.T) {
	t.Parallel()
	setUp := func() (p *place, page string) {
		p = newPlace(t)
		return p, p.inMain(t, inserts("A", "One"))[0]
	}
	requireKept := func(p *place, text string) {
		t.Helper()
		result := p.push(t, texts(map[string]string{"a.md": "# A\n\nTwo\n"}))
		require.Empty(t, result.Actions)
		require.Equal(t, []string{"a.md: " + text}, noteTexts(result.Notes))
	}
	const ofText = "somebody else has changed the text, which stays as it is"
	const ofTitle = "somebody else has changed the title or metadata, and the page stays as it is"

	p, page := setUp()
	first := p.push(t, texts(map[string]string{"a.md": "# A\n\nTwo\n"}))
	require.Equal(t, []Action{{ActionUpdate, "a.md"}}, first.Actions)
	p.setStatus(t, first.ChangeRequest.ID, changerequests.StatusArchived)
	p.inMain(t, changerequests.ContentChange{Operation: changerequests.ContentOperationUpdatePage, Page: page, Document: &mine})
	requireKept(p, ofText)

	for text, edit := range map[string]changerequests.ContentChange{
		ofText: {Document: &mine}, ofTitle: {Title: &myTitle},
	} {
		p, page = setUp()
		_, err := Push(t.Context(), p.never(), Target{Space: p.space}, texts(map[string]string{"a.md": "# A\n\nTwo\n"}), p.options)
		require.True(t, publishing.MayHaveApplied(err))
		edit.Operation, edit.Page = changerequests.ContentOperationUpdatePage, page
		p.edit(t, p.server.ChangeRequests.All(p.space)[1].ID, edit)
		requireKept(p, text)
	}
}

func TestFileStoreFollowsSymbolicLinks(t *testing.T) {
	t.Parallel()
	directory := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(directory, "durable"), 0o750))
	link := filepath.Join(directory, "state.json")
	require.NoError(t, os.Symlink("durable/state.json", link))
	for _, want := range []string{"one", "two"} { // the first is a link to nothing
		require.NoError(t, FileStore(link).Save(t.Context(), []byte(want)))
		got, err := os.ReadFile(filepath.Join(directory, "durable", "state.json"))
		require.NoError(t, err)
		require.Equal(t, want, string(got))
		got, err = FileStore(link).Load(t.Context())
		require.NoError(t, err)
		require.Equal(t, want, string(got))
	}
}

func TestPlanThatChangesBeforeAnythingIsSentIsAnError(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	page := p.inMain(t, inserts("A", "One"))[0]
	files := texts(map[string]string{"a.md": "# A\n\nOne\n"})
	p.push(t, files)
	files["a.md"].Data = []byte("# A\n\nTwo\n")
	p.options.Expect = []Action{{ActionUpdate, "a.md"}}
	client := p.before("/change-requests", func() {
		p.inMain(t, changerequests.ContentChange{Operation: changerequests.ContentOperationUpdatePage, Page: page, Document: &mine})
	})
	_, err := Push(t.Context(), client, Target{Space: p.space}, files, p.options)
	require.ErrorIs(t, err, ErrPlanChanged)
	content, err := p.client.Spaces.Pages.Get(t.Context(), p.space, page, spaces.PageGetOptions{Format: richtext.FormatMarkdown})
	require.NoError(t, err)
	require.Contains(t, *content.Markdown, "Mine")
}

func TestFileThatAppearsDuringAPushIsNotUploaded(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	files := texts(map[string]string{"a.md": "# A\n\n![x](x.png)\n"})
	client := p.before("/change-requests", func() { files["x.png"] = texts(map[string]string{"x.png": "image"})["x.png"] })
	result, err := Push(t.Context(), client, Target{Space: p.space}, files, p.options)
	require.NoError(t, err)
	require.Equal(t, []Action{{ActionInsert, "a.md"}}, result.Actions)
	require.Equal(t, []Action{{ActionUpload, "x.png"}, {ActionUpdate, "a.md"}}, p.push(t, files).Actions)
}

func TestPagesStayInAGroupWithAnotherTitle(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.space = p.server.Spaces.Add(p.server.Orgs.All()[0].ID, spaces.Space{Title: "Grouped"}, publishingtest.Page{ID: "more", Title: "More", Type: spaces.PageTypeGroup}).ID
	files := texts(map[string]string{"SUMMARY.md": "## More\n\n* [B](b.md)\n", "b.md": "# B\n"})
	id := p.push(t, files).ChangeRequest.ID
	p.server.Spaces.Pages.Edit(p.space, id, "more", func(page *publishingtest.Page) { page.Title = "Less" })
	require.Empty(t, p.push(t, files).Actions)
	require.Equal(t, []string{"more Less: ", "more/b B: "}, p.tree(t, id))
}

func TestPageWithTheSameWordsButOtherLinksStays(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	files := texts(map[string]string{"a.md": "# A\n"})
	id := p.push(t, files).ChangeRequest.ID
	p.edit(t, id, inserts("B", "[x](https://example.com/theirs)\n"), inserts("C", "Text\n"), inserts("D", "[x](https://example.com)\n"),
		inserts("E", "[x](/pages/"+p.page(t, id, "a").ID+")\n"))
	files["b.md"] = texts(map[string]string{"b.md": "# B\n\n[x](https://example.com/ours)\n"})["b.md"]
	files["c.md"] = texts(map[string]string{"c.md": "---\ntitle: Ours\n---\n# C\n\nText\n"})["c.md"]
	files["d.md"] = texts(map[string]string{"d.md": "# D\n\n[x](https://example.com)\n"})["d.md"]
	files["e.md"] = texts(map[string]string{"e.md": "# E\n\n[x](d.md)\n"})["e.md"]
	result := p.push(t, files)
	require.Empty(t, result.Actions)
	require.Equal(t, []string{
		"b.md: a page of somebody else has the path, and stays as it is",
		"c.md: a page of somebody else has the path, and stays as it is",
		"e.md: somebody else has changed the text, which stays as it is",
	}, noteTexts(result.Notes))
}

func TestNamedChangeRequestIsMerged(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	created, err := p.client.ChangeRequests.Create(t.Context(), p.space, changerequests.Create{})
	require.NoError(t, err)
	_, err = Push(t.Context(), p.client, Target{Space: p.space, ChangeRequest: created.ID}, texts(map[string]string{"a.md": "# A\n"}), p.options)
	require.NoError(t, err)
	p.merge(t)
}

func TestEmojiEqualsItsCodePoints(t *testing.T) {
	t.Parallel()
	for emoji, points := range map[string]string{"🛠️": "1f6e0", "1F6E0": "1f6e0", "👩‍💻": "1f469-200d-1f4bb", "": ""} {
		sent, stored := source.Meta{Emoji: emoji}, source.Meta{Emoji: points}
		require.Equal(t, fields("T", sent), fields("T", stored), emoji)
		require.True(t, hasFields(&source.Page{Title: "T", Meta: sent}, &node{title: "T", meta: &stored}), emoji)
	}
	require.NotEqual(t, fields("T", source.Meta{Emoji: "🛠"}), fields("T", source.Meta{Emoji: "1f469"}))
}

func TestLimitsOfTheFrontMatterAreKnownBeforeAnythingIsSent(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	long := strings.Repeat("x", 51)
	files := texts(map[string]string{"a.md": "---\nicon: " + long + "\n---\n# A\n", "b.md": "---\ntitle: B\nemoji: " + long + "\n---\n"})
	_, err := Push(t.Context(), p.client, Target{Space: p.space}, files, p.options)
	require.EqualError(t, err, "reading the directory: 2 problems:\n"+
		"\ta.md:2: icon has 51 characters, and at most 50 are allowed\n"+
		"\tb.md:3: emoji has 51 characters, and at most 50 are allowed")
	require.Empty(t, p.server.Calls.All())
}

// never returns a client whose updates of the content do not reach the service.
func (p *place) never() *publishing.Client {
	return p.through(func(request *http.Request, next http.RoundTripper) (*http.Response, error) {
		if request.Method == http.MethodPost && strings.HasSuffix(request.URL.Path, "/content") {
			return nil, http.ErrHandlerTimeout
		}
		return next.RoundTrip(request)
	}, publishing.WithoutRetry())
}

func slugged(slug, text string) string { return "---\nslug: " + slug + "\n---\n" + text }

func updates(page *spaces.Page) changerequests.ContentChange {
	return changerequests.ContentChange{Operation: changerequests.ContentOperationUpdatePage, Page: page.ID}
}

func TestUpdateThatNeverTookEffectIsSentAgain(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	id := p.push(t, texts(map[string]string{"a.md": "# A\n\nOne\n", "b.md": "# B\n"})).ChangeRequest.ID
	files := texts(map[string]string{"a.md": "---\ndescription: Two\n---\n# A\n\nOne\n", "b.md": "# B\n"})
	_, err := Push(t.Context(), p.never(), Target{Space: p.space}, files, p.options)
	require.True(t, publishing.MayHaveApplied(err))
	edit := updates(p.page(t, id, "b"))
	edit.Document = &mine
	p.edit(t, id, edit)
	require.Equal(t, []Action{{ActionUpdate, "a.md"}}, p.push(t, files).Actions)
	require.Equal(t, "Two", *p.page(t, id, "a").Description)
}

func TestTitleOfSomebodyElseAfterALostResponseIsNotOverwritten(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	id := p.push(t, texts(map[string]string{"a.md": "# A\n\nOne\n"})).ChangeRequest.ID
	_, err := Push(t.Context(), p.lost(), Target{Space: p.space}, texts(map[string]string{"a.md": "# A\n\nTwo\n"}), p.options)
	require.True(t, publishing.MayHaveApplied(err))
	edit := updates(p.page(t, id, "a"))
	edit.Title = &myTitle
	p.edit(t, id, edit)
	result := p.push(t, texts(map[string]string{"a.md": "# A\n\nThree\n"}))
	require.Empty(t, result.Actions)
	require.NotEmpty(t, result.Conflicts())
	require.Equal(t, myTitle, p.page(t, id, "a").Title)
}

func TestNoPageIsLeftWithATemporarySlug(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	files := func(a, d string) fstest.MapFS {
		return texts(map[string]string{"a.md": slugged(a, "# A\n"), "b.md": "# B\n", "d.md": slugged(d, "# D\n")})
	}
	id := p.push(t, files("x", "z")).ChangeRequest.ID
	edit, slug := updates(p.page(t, id, "b")), "y"
	edit.Slug = &slug
	p.edit(t, id, edit)
	result := p.push(t, files("y", "x"))
	require.Empty(t, result.Actions)
	require.Len(t, result.Conflicts(), 2)
	require.Equal(t, []string{"x A: ", "y B: ", "z D: "}, p.tree(t, id))
}

func TestInterruptedReorderingContinues(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	files := func(isReversed bool) fstest.MapFS {
		pages, names := map[string]string{}, []string{}
		for i := range 60 {
			names = append(names, fmt.Sprintf("p%02d", i))
			pages[names[i]+".md"] = "# " + names[i] + "\n"
		}
		if isReversed {
			slices.Reverse(names)
		}
		for _, name := range names {
			pages["SUMMARY.md"] += "* [" + name + "](" + name + ".md)\n"
		}
		return texts(pages)
	}
	id := p.push(t, files(false)).ChangeRequest.ID
	p.pushOneBatch(t, files(true))
	require.Empty(t, p.push(t, files(true)).Conflicts())
	tree := p.tree(t, id)
	require.True(t, slices.IsSortedFunc(tree, func(a, b string) int { return strings.Compare(b, a) }), tree)
}

// pushOneBatch pushes a directory until the second batch, which does not reach the service.
func (p *place) pushOneBatch(t *testing.T, files fstest.MapFS) {
	t.Helper()
	count := 0
	once := p.through(func(request *http.Request, next http.RoundTripper) (*http.Response, error) {
		if request.Method == http.MethodPost && strings.HasSuffix(request.URL.Path, "/content") {
			if count++; count > 1 {
				return nil, http.ErrHandlerTimeout
			}
		}
		return next.RoundTrip(request)
	}, publishing.WithoutRetry())
	_, err := Push(t.Context(), once, Target{Space: p.space}, files, p.options)
	require.Error(t, err)
	require.Equal(t, 2, count)
}

// TestInterruptedReorderingAroundAMovedPageContinues interrupts a push after its first batch, which
// moves a page to another parent. The third one would change the order there.
func TestInterruptedReorderingAroundAMovedPageContinues(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	files := func(text, summary string) fstest.MapFS {
		pages := map[string]string{"p/README.md": "# P\n", "p/b.md": "# B\n", "p/c.md": "# C\n", "x.md": "# X\n", "SUMMARY.md": summary}
		for i := range 100 {
			pages[fmt.Sprintf("u%02d.md", i)] = "# U\n\n" + text + "\n"
			pages["SUMMARY.md"] += fmt.Sprintf("* [U](u%02d.md)\n", i)
		}
		return texts(pages)
	}
	before := files("One", "* [X](x.md)\n* [P](p/README.md)\n  * [B](p/b.md)\n  * [C](p/c.md)\n")
	after := files("Two", "* [P](p/README.md)\n  * [C](p/c.md)\n  * [X](x.md)\n  * [B](p/b.md)\n")
	id := p.push(t, before).ChangeRequest.ID
	p.pushOneBatch(t, after)
	require.Empty(t, p.push(t, after).Conflicts())
	require.Equal(t, []string{"p P: ", "p/c C: ", "p/x X: ", "p/b B: "}, p.tree(t, id)[:4])
}

// TestOrderOfSomebodyElseAfterAFailedReorderingStays has a push that is rejected, and one that is
// canceled before its request is sent.
func TestOrderOfSomebodyElseAfterAFailedReorderingStays(t *testing.T) {
	t.Parallel()
	for _, isCanceled := range []bool{false, true} {
		requireOrderStays(t, isCanceled)
	}
}

func requireOrderStays(t *testing.T, isCanceled bool) {
	t.Helper()
	p := newPlace(t)
	files := func(names ...string) fstest.MapFS {
		pages := map[string]string{}
		for _, name := range names {
			pages[name+".md"] = "# " + name + "\n"
			pages["SUMMARY.md"] += "* [" + name + "](" + name + ".md)\n"
		}
		return texts(pages)
	}
	id := p.push(t, files("a", "b", "c")).ChangeRequest.ID
	if isCanceled {
		ctx, cancel := context.WithCancel(t.Context())
		_, err := Push(ctx, p.before("/content", cancel), Target{Space: p.space}, files("c", "a", "b"), p.options)
		require.ErrorIs(t, err, context.Canceled)
	} else {
		p.server.Faults.Add("ChangeRequests.Content.Update", 1, publishingtest.Status(http.StatusForbidden))
		_, err := Push(t.Context(), p.client, Target{Space: p.space}, files("c", "a", "b"), p.options)
		require.ErrorIs(t, err, publishing.ErrForbidden)
	}
	edit := updates(p.page(t, id, "b"))
	edit.At = new(int64(0))
	p.edit(t, id, edit)
	result := p.push(t, files("c", "a", "b"))
	require.Empty(t, result.Actions)
	require.Len(t, result.Conflicts(), 1)
	require.Equal(t, []string{"b b: ", "a a: ", "c c: "}, p.tree(t, id))
}

func TestLinkOfSomebodyElseAfterALostResponseIsNotOverwritten(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	linking := func(to string) fstest.MapFS {
		return texts(map[string]string{"a.md": "# A\n\n[x](https://example.com/" + to + ")\n"})
	}
	id := p.push(t, linking("one")).ChangeRequest.ID
	_, err := Push(t.Context(), p.never(), Target{Space: p.space}, linking("two"), p.options)
	require.True(t, publishing.MayHaveApplied(err))
	edit, theirs := updates(p.page(t, id, "a")), richtext.Markdown("[x](https://example.com/theirs)")
	edit.Document = &theirs
	p.edit(t, id, edit)
	result := p.push(t, linking("two"))
	require.Empty(t, result.Actions)
	require.Equal(t, []string{"a.md: somebody else has changed the text, which stays as it is"}, noteTexts(result.Notes))
}

func TestPageMovesFromOneGroupToAnother(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.space = p.server.Spaces.Add(p.server.Orgs.All()[0].ID, spaces.Space{Title: "Grouped"},
		publishingtest.Page{ID: "one", Title: "One", Type: spaces.PageTypeGroup}, publishingtest.Page{ID: "two", Title: "Two", Type: spaces.PageTypeGroup}).ID
	id := p.push(t, texts(map[string]string{"SUMMARY.md": "## One\n\n* [B](b.md)\n", "b.md": "# B\n"})).ChangeRequest.ID
	files := texts(map[string]string{"SUMMARY.md": "## Two\n\n* [B](b.md)\n", "b.md": "# B\n"})
	require.Equal(t, []Action{{ActionMove, "b.md"}}, p.push(t, files).Actions)
	require.Equal(t, []string{"one One: ", "two Two: ", "two/b B: "}, p.tree(t, id))
}

func TestSlugOfSomebodyElseIsNotOverwrittenByAText(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	id := p.push(t, texts(map[string]string{"a.md": slugged("x", "# A\n\nOne\n")})).ChangeRequest.ID
	edit := updates(p.page(t, id, "x"))
	edit.Slug = &mySlug
	p.edit(t, id, edit)
	result := p.push(t, texts(map[string]string{"a.md": slugged("x", "# A\n\nTwo\n")}))
	require.Empty(t, result.Actions)
	require.Len(t, result.Conflicts(), 1)
	require.Equal(t, edit.Page, p.page(t, id, mySlug).ID)
}

func TestPruneKeepsAPageWhoseSlugSomebodyElseHasChanged(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.options.Prune, p.options.MaxDeletes = true, 5
	files := texts(map[string]string{"a.md": "# A\n", "b.md": "# B\n"})
	id := p.push(t, files).ChangeRequest.ID
	edit := updates(p.page(t, id, "a"))
	edit.Slug = &mySlug
	p.edit(t, id, edit)
	require.Empty(t, p.push(t, files).Actions)
	delete(files, "a.md")
	require.Empty(t, p.push(t, files).Actions)
	require.Equal(t, edit.Page, p.page(t, id, mySlug).ID)
}

func TestDeletedPageIsNotInsertedAgainIfItsFileIsRenamed(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	id := p.push(t, texts(map[string]string{"a.md": "# A\n", "b.md": "# B\n"})).ChangeRequest.ID
	p.edit(t, id, changerequests.ContentChange{Operation: changerequests.ContentOperationDeletePage, Page: p.page(t, id, "a").ID})
	renamed := texts(map[string]string{"c.md": "# A\n", "b.md": "# B\n"})
	for range 2 {
		result := p.push(t, renamed)
		require.Empty(t, result.Actions)
		require.Equal(t, []string{"c.md: somebody else has deleted the page, which is not inserted again"}, noteTexts(result.Conflicts()))
	}
}

func TestEditThatAPushOverwroteIsReportedBesideAnotherError(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	id := p.push(t, texts(map[string]string{"a.md": "# A\n\nOne\n"})).ChangeRequest.ID
	edit := updates(p.page(t, id, "a"))
	edit.Document = &mine
	reads := -1 // after the write
	client := p.through(func(request *http.Request, next http.RoundTripper) (*http.Response, error) {
		switch {
		case request.Method == http.MethodPost && strings.HasSuffix(request.URL.Path, "/content"):
			p.edit(t, id, edit)
			reads = 0
		case reads >= 0:
			if reads++; reads > 1 {
				return nil, http.ErrHandlerTimeout
			}
		}
		return next.RoundTrip(request)
	}, publishing.WithoutRetry())
	_, err := Push(t.Context(), client, Target{Space: p.space}, texts(map[string]string{"a.md": "# A\n\nTwo\n"}), p.options)
	require.ErrorIs(t, err, http.ErrHandlerTimeout)
	edited, ok := errors.AsType[*EditedError](err)
	require.True(t, ok, "%v", err)
	require.Equal(t, []string{"a.md"}, edited.Paths)
}

func TestFirstPushWritesFrontMatterThatItDoesNotKnow(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.inMain(t, inserts("A", "One"), inserts("B", "Two"))
	files := texts(map[string]string{"a.md": "---\ndescription:\nlayout:\n  width: wide\n---\n# A\n\nOne\n", "b.md": "# B\n\nTwo\n"})
	for range 2 { // also after the state was lost
		p.options.Store = &memoryStore{}
		require.Equal(t, []Action{{ActionUpdate, "a.md"}}, p.push(t, files).Actions)
		require.Empty(t, p.push(t, files).Actions)
		p.merge(t)
	}
	p.options.Store = nil
	require.Empty(t, p.push(t, files).Actions)
}

// changing returns a client whose requests are changed, as with [strings.NewReplacer].
func (p *place) changing(oldnew ...string) *publishing.Client {
	return p.through(func(request *http.Request, next http.RoundTripper) (*http.Response, error) {
		if request.Body != nil {
			body, err := io.ReadAll(request.Body)
			if err != nil {
				return nil, err
			}
			request.GetBody, request.ContentLength = nil, -1
			request.Body = io.NopCloser(strings.NewReader(strings.NewReplacer(oldnew...).Replace(string(body))))
		}
		return next.RoundTrip(request)
	})
}

func TestMetadataInAnotherFormIsNotNoted(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	files := texts(map[string]string{
		"a.md": "---\ndescription: >\n  Two\n---\n# The `x` of \\[y\\] &amp; z\n",
		"b.md": "---\ntitle: >\n  A title\nif: >\n  visitor.claims.x\n---\nText\n",
	})
	require.Empty(t, p.push(t, files).Notes)
	require.Empty(t, p.push(t, files).Actions)
	p.merge(t)
	p.options.Store = nil
	require.Empty(t, p.push(t, files).Actions, "the page of the main content is adopted")
}

func TestOverwrittenPageGetsItsTitleToo(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	id := p.push(t, texts(map[string]string{"a.md": "One\n"})).ChangeRequest.ID
	p.edit(t, id, persons[1].edit(p.page(t, id, "a")))
	p.options.Overwrite = true
	require.Empty(t, p.push(t, texts(map[string]string{"a.md": "Two\n"})).Notes)
	require.Equal(t, []string{"a a: Two"}, p.tree(t, id))
}

// TestMetadataThatTheTextWritesIsNoted changes the front matter in the requests.
func TestMetadataThatTheTextWritesIsNoted(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	files := texts(map[string]string{"p/README.md": "---\ndescription: Two\n---\n# P\n\n[C](c.md)\n", "p/c.md": "# C\n"})
	client := p.changing(`\ndescription: Two`, `\ndescription: Other`)
	want := []string{"p/README.md: the service stored another title or other metadata"}
	result, err := Push(t.Context(), client, Target{Space: p.space}, files, p.options)
	require.NoError(t, err)
	require.Equal(t, want, noteTexts(result.Notes))
}

// TestMetadataThatTheServiceDoesNotTakeIsNoted removes the description from the requests.
func TestMetadataThatTheServiceDoesNotTakeIsNoted(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	with := texts(map[string]string{"a.md": "---\ndescription: Two\n---\n# A\n"})
	ignoring := p.changing(`"description":"Two",`, "", `\ndescription: Two`, "", `,"description":""`, "")
	want := []string{"a.md: the service stored another title or other metadata"}
	for _, client := range []*publishing.Client{ignoring, p.client} {
		result, err := Push(t.Context(), client, Target{Space: p.space}, with, p.options)
		require.NoError(t, err)
		if client == ignoring {
			require.Equal(t, want, noteTexts(result.Notes))
			p.options.Store = &memoryStore{}
		} else {
			require.Empty(t, result.Notes)
		}
	}
	result, err := Push(t.Context(), ignoring, Target{Space: p.space}, texts(map[string]string{"a.md": "# A\n"}), p.options)
	require.NoError(t, err)
	require.Equal(t, want, noteTexts(result.Notes))
}
