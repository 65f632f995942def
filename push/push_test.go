package push

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/push/internal/source"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// place is an empty space and the state of pushes to it.
type place struct {
	server  *publishingtest.Server
	client  *publishing.Client
	space   string
	options Options
}

func newPlace(t testing.TB, options ...publishingtest.Option) *place {
	server := publishingtest.NewServer(t, options...)
	org := server.Orgs.Add(orgs.Organization{Title: "Acme"}).ID
	return &place{
		server: server, client: server.Client(), space: server.Spaces.Add(org, spaces.Space{Title: "Docs"}).ID,
		options: Options{Store: &memoryStore{}, settle: time.Nanosecond},
	}
}

// memoryStore is a Store in memory.
type memoryStore struct{ state []byte }

func (s *memoryStore) Load(context.Context) ([]byte, error) { return s.state, nil }

func (s *memoryStore) Save(_ context.Context, state []byte) error {
	s.state = state
	return nil
}

func (p *place) push(t testing.TB, files fstest.MapFS) *Result {
	t.Helper()
	result, err := Push(t.Context(), p.client, Target{Space: p.space}, files, p.options)
	require.NoError(t, err)
	return result
}

// linked returns pages at three depths, each with an image and links to the one before and after.
func linked(pages int) fstest.MapFS {
	files := fstest.MapFS{}
	name := func(i int) string {
		i = (i + pages) % pages
		return []string{"", "a/", "a/b/"}[i%3] + fmt.Sprintf("page-%03d.md", i)
	}
	files["a/README.md"] = &fstest.MapFile{Data: []byte("# A\n")}
	files["a/b/README.md"] = &fstest.MapFile{Data: []byte("# B\n")}
	for i := range pages {
		text := fmt.Sprintf("# Page %d\n\n[before](/%s) and [after](/%s)\n\n![x](/images/%d.png)\n", i, name(i-1), name(i+1), i%7)
		files[name(i)] = &fstest.MapFile{Data: []byte(text)}
		files[fmt.Sprintf("images/%d.png", i%7)] = &fstest.MapFile{Data: []byte(fmt.Sprintf("image %d", i%7))}
	}
	return files
}

// tree returns the pages of the change request with their texts, in which links lead to paths and
// names of files.
func (p *place) tree(t testing.TB, changeRequest string) (lines []string) {
	t.Helper()
	content, err := p.client.ChangeRequests.Content.Get(t.Context(), p.space, changeRequest, spaces.ContentGetOptions{})
	require.NoError(t, err)
	names := map[string]string{}
	for visit := range spaces.WalkPages(content.Pages) {
		path := ""
		for _, parent := range visit.Parents {
			path += *parent.Slug + "/"
		}
		names["/pages/"+visit.Page.ID] = path + *visit.Page.Slug
	}
	for _, f := range content.Files {
		names["/files/"+f.ID] = f.Name
	}
	for visit := range spaces.WalkPages(content.Pages) {
		page, err := p.client.ChangeRequests.Pages.Get(t.Context(), p.space, changeRequest, visit.Page.ID, spaces.PageGetOptions{
			Format: richtext.FormatMarkdown, MarkdownRefs: spaces.MarkdownRefsStable,
		})
		require.NoError(t, err)
		text := ""
		if page.Markdown != nil {
			text = *page.Markdown
		}
		rewritten, _ := source.Rewrite([]byte(text), func(to string) string {
			to, anchor, _ := strings.Cut(to, "#")
			if names[to] == "" {
				return ""
			}
			return names[to] + anchor
		})
		lines = append(lines, names["/pages/"+page.ID]+" "+page.Title+": "+string(source.Normalize(rewritten)))
	}
	return lines
}

func kinds(actions []Action) map[ActionKind]int {
	found := map[ActionKind]int{}
	for _, a := range actions {
		found[a.Kind]++
	}
	return found
}

func TestPushOfLinkedFiles(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	var requests atomic.Int64
	p.client = p.through(func(request *http.Request, next http.RoundTripper) (*http.Response, error) {
		requests.Add(1)
		return next.RoundTrip(request)
	})
	files := linked(300)
	result := p.push(t, files)
	require.Equal(t, map[ActionKind]int{ActionUpload: 7, ActionInsert: 302}, kinds(result.Actions))
	require.Empty(t, result.Notes)
	const batches = 3 + 1 + 3 + 7 + 1 // levels, bodies, uploads
	require.LessOrEqual(t, requests.Load(), int64(batches*3+2*302+5))
	tree := p.tree(t, result.ChangeRequest.ID)
	require.Len(t, tree, 302)
	for _, line := range tree {
		require.NotContains(t, line, ".md", "a link does not resolve")
		require.NotContains(t, line, "/pages/")
	}

	requests.Store(0)
	again := p.push(t, files)
	require.Empty(t, again.Actions)
	require.Empty(t, again.Notes)
	require.LessOrEqual(t, requests.Load(), int64(3))
	require.Equal(t, result.ChangeRequest.Revision, again.ChangeRequest.Revision)

	for i := range 7 {
		file := files[fmt.Sprintf("a/b/page-%03d.md", 2+3*i)]
		file.Data = append(file.Data, "\nMore.\n"...)
	}
	requests.Store(0)
	result = p.push(t, files)
	require.Equal(t, map[ActionKind]int{ActionUpdate: 7}, kinds(result.Actions))
	require.LessOrEqual(t, requests.Load(), int64(2+7+3+7))

	files["a/renamed.md"] = files["page-000.md"]
	delete(files, "page-000.md")
	for _, name := range []string{"a/page-001.md", "a/b/page-299.md"} {
		files[name] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(string(files[name].Data), "/page-000.md", "/a/renamed.md"))}
	}
	result = p.push(t, files)
	require.Equal(t, []Action{{ActionMove, "a/renamed.md"}}, result.Actions, "the texts have the same links")
	require.Contains(t, strings.Join(p.tree(t, result.ChangeRequest.ID), "\n"), "a/renamed Page 0: ")
	require.Empty(t, p.push(t, files).Actions)
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(request *http.Request) (*http.Response, error) { return f(request) }

// errKilled is what the process of a push ends with, at once.
var errKilled = errors.New("killed")

// interruptions are what can happen instead of a request, or to its response.
var interruptions = []struct {
	name   string
	isSent bool
	happen func(request *http.Request, cancel context.CancelFunc) (*http.Response, error)
}{
	{"lost", false, func(*http.Request, context.CancelFunc) (*http.Response, error) { return nil, http.ErrHandlerTimeout }},
	{"response lost", true, func(*http.Request, context.CancelFunc) (*http.Response, error) { return nil, http.ErrHandlerTimeout }},
	{"429", false, answer(http.StatusTooManyRequests)},
	{"503", false, answer(http.StatusServiceUnavailable)},
	{"503 after it took effect", true, answer(http.StatusServiceUnavailable)},
	{"canceled", false, canceled},
	{"canceled after it took effect", true, canceled},
	{"killed", false, func(*http.Request, context.CancelFunc) (*http.Response, error) { panic(errKilled) }},
	{"killed after it took effect", true, func(*http.Request, context.CancelFunc) (*http.Response, error) { panic(errKilled) }},
}

func answer(status int) func(*http.Request, context.CancelFunc) (*http.Response, error) {
	return func(request *http.Request, _ context.CancelFunc) (*http.Response, error) {
		return &http.Response{
			StatusCode: status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: request,
			Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(`{"error":{"code":1,"message":"no"}}`)),
		}, nil
	}
}

func canceled(request *http.Request, cancel context.CancelFunc) (*http.Response, error) {
	cancel()
	return nil, request.Context().Err()
}

// interrupted pushes with an interruption at one request, and reports whether the push got there.
func (p *place) interrupted(t *testing.T, files fstest.MapFS, kind, cut int) (isReached bool) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	count := 0
	client := p.through(func(request *http.Request, next http.RoundTripper) (*http.Response, error) {
		if count++; count != cut {
			return next.RoundTrip(request)
		}
		isReached = true
		if interruptions[kind].isSent {
			response, err := next.RoundTrip(request)
			if err != nil {
				return nil, err
			}
			_ = response.Body.Close()
		}
		return interruptions[kind].happen(request, cancel)
	}, publishing.WithoutRetry())
	defer func() {
		if killed := recover(); killed != nil {
			require.Equal(t, errKilled, killed)
		}
	}()
	_, err := Push(ctx, client, Target{Space: p.space}, files, p.options)
	require.Equal(t, isReached, err != nil, "%v", err)
	return isReached
}

// TestInterruptedPushGoesOn interrupts a push at each request in turn, and runs it again. A push of
// more than one batch of insertions has so many requests that each interruption gets a third.
func TestInterruptedPushGoesOn(t *testing.T) {
	t.Parallel()
	files := linked(sample.Count(6, 60))
	whole := newPlace(t)
	want := whole.tree(t, whole.push(t, files).ChangeRequest.ID)
	for kind, interruption := range interruptions {
		t.Run(interruption.name, func(t *testing.T) {
			t.Parallel()
			step := sample.Count(1, 3)
			for cut := 1 + kind%step; ; cut += step {
				p := newPlace(t)
				if !p.interrupted(t, files, kind, cut) {
					break
				}
				result := p.push(t, files)
				require.Equal(t, want, p.tree(t, result.ChangeRequest.ID), "cut at request %d", cut)
				require.Empty(t, result.Notes, "cut at request %d", cut)
				content, err := p.client.ChangeRequests.Content.Get(t.Context(), p.space, result.ChangeRequest.ID, spaces.ContentGetOptions{})
				require.NoError(t, err)
				require.Len(t, content.Files, min(7, (len(files)-2)/2), "cut at request %d", cut)
				require.Len(t, p.server.ChangeRequests.All(p.space), 1, "cut at request %d", cut)
				require.Empty(t, p.push(t, files).Actions)
			}
		})
	}
}

// TestInterruptedPushGoesOnWithOtherFiles interrupts a push at each request in turn. Then files are
// renamed, or Page writes another page, before the push runs again.
func TestInterruptedPushGoesOnWithOtherFiles(t *testing.T) {
	t.Parallel()
	files, renamed := linked(6), linked(6)
	for _, directory := range []fstest.MapFS{files, renamed} { // a definition leads to no ref, so this text needs a second batch
		directory["x.md"] = &fstest.MapFile{Data: []byte("# X\n\n[first][y]\n\n[y]: /page-003.md\n")}
	}
	for from, to := range map[string]string{"page-000.md": "a/renamed.md", "x.md": "y.md"} {
		renamed[to] = renamed[from]
		delete(renamed, from)
	}
	for _, name := range []string{"a/page-001.md", "a/b/page-005.md"} {
		renamed[name] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(string(renamed[name].Data), "/page-000.md", "/a/renamed.md"))}
	}
	for name, change := range map[string]func(p *place) fstest.MapFS{
		"renamed": func(*place) fstest.MapFS { return renamed },
		"a page": func(p *place) fstest.MapFS {
			p.writePage(t, "news", "# News\n\nNew\n")
			return files
		},
	} {
		fresh := newPlace(t)
		want := fresh.tree(t, fresh.push(t, change(fresh)).ChangeRequest.ID)
		for kind, interruption := range interruptions {
			t.Run(name+", "+interruption.name, func(t *testing.T) {
				t.Parallel()
				for cut := 1; ; cut++ {
					p := newPlace(t)
					if !p.interrupted(t, files, kind, cut) {
						break
					}
					next := change(p)
					result := p.push(t, next)
					require.Empty(t, result.Conflicts(), "cut at request %d", cut)
					require.ElementsMatch(t, want, p.tree(t, result.ChangeRequest.ID), "cut at request %d", cut)
					require.Empty(t, p.push(t, next).Actions, "cut at request %d", cut)
				}
			})
		}
	}
}

// edit changes pages as somebody else does.
func (p *place) edit(t testing.TB, changeRequest string, changes ...changerequests.ContentChange) {
	t.Helper()
	_, err := p.client.ChangeRequests.Content.Update(t.Context(), p.space, changeRequest, changerequests.ContentUpdate{Changes: changes})
	require.NoError(t, err)
}

func (p *place) page(t testing.TB, changeRequest, path string) *spaces.Page {
	t.Helper()
	page, err := p.client.ChangeRequests.Pages.GetByPath(t.Context(), p.space, changeRequest, path, spaces.PageGetByPathOptions{Format: richtext.FormatMarkdown})
	require.NoError(t, err)
	return page
}

func texts(markdown map[string]string) fstest.MapFS {
	files := fstest.MapFS{}
	for name, text := range markdown {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return files
}

func TestEditsOfOthersAreLeftAlone(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	files := texts(map[string]string{"a.md": "# A\n\nOne\n", "b.md": "# B\n\nTwo\n", "c.md": "# C\n\nThree\n"})
	id := p.push(t, files).ChangeRequest.ID
	edited, title := richtext.Markdown("Mine"), "B, edited"
	p.edit(
		t, id,
		changerequests.ContentChange{Operation: changerequests.ContentOperationUpdatePage, Page: p.page(t, id, "a").ID, Document: &edited},
		changerequests.ContentChange{Operation: changerequests.ContentOperationUpdatePage, Page: p.page(t, id, "b").ID, Title: &title},
	)
	for name, file := range files {
		file.Data = []byte("---\ndescription: New\n---\n# " + strings.ToUpper(name[:1]) + "\n\nAnother\n")
	}
	result := p.push(t, files)
	require.Equal(t, []Note{
		{Kind: NoteConflict, Path: "a.md", Text: "somebody else has changed the text, which stays as it is"},
		{Kind: NoteConflict, Path: "b.md", Text: "somebody else has changed the title or metadata, and the page stays as it is"},
	}, result.Notes)
	require.Contains(t, *p.page(t, id, "a").Markdown, "Mine")
	require.Equal(t, title, p.page(t, id, "b").Title)
	p.options.Overwrite = true
	require.Empty(t, p.push(t, files).Notes)
	require.NotContains(t, *p.page(t, id, "a").Markdown, "Mine")
}

func TestPruneDeletesWhatAPushCreated(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	files := texts(map[string]string{"a.md": "# A\n", "b.md": "# B\n", "c/README.md": "# C\n", "c/d.md": "# D\n"})
	id := p.push(t, files).ChangeRequest.ID
	mine := richtext.Markdown("Mine")
	p.edit(t, id, changerequests.ContentChange{Operation: changerequests.ContentOperationUpdatePage, Page: p.page(t, id, "b").ID, Document: &mine})
	delete(files, "b.md")
	delete(files, "c/README.md")
	delete(files, "c/d.md")
	require.Empty(t, p.push(t, files).Actions, "nothing is deleted without Prune")
	p.options.Prune = true
	_, err := Push(t.Context(), p.client, Target{Space: p.space}, files, p.options)
	var deletes *DeletesError
	require.ErrorAs(t, err, &deletes)
	require.Equal(t, &DeletesError{[]string{"c/d.md", "c/README.md"}, 0}, deletes)
	p.options.MaxDeletes = 2
	result := p.push(t, files)
	require.Equal(t, []Action{{ActionDelete, "c/d.md"}, {ActionDelete, "c/README.md"}}, result.Actions)
	require.Len(t, result.Conflicts(), 1)
	require.Len(t, p.tree(t, id), 2)
}

func TestTextsOfFoldersThatPruneRemovesAreLimited(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	files := texts(map[string]string{"a/README.md": "# A\n\nOne\n", "a/x.md": "# X\n", "b/README.md": "# B\n\nTwo\n", "b/y.md": "# Y\n"})
	id := p.push(t, files).ChangeRequest.ID
	delete(files, "a/README.md")
	delete(files, "b/README.md")
	require.Empty(t, p.push(t, files).Actions, "no text is removed without Prune")
	p.options.Prune, p.options.MaxDeletes = true, 1
	_, err := Push(t.Context(), p.client, Target{Space: p.space}, files, p.options)
	var deletes *DeletesError
	require.ErrorAs(t, err, &deletes)
	require.Equal(t, &DeletesError{[]string{"a", "b"}, 1}, deletes)
	require.Contains(t, p.tree(t, id), "a A: One")
	p.options.MaxDeletes = 2
	require.Equal(t, []Action{{ActionUpdate, "a"}, {ActionUpdate, "b"}}, p.push(t, files).Actions)
	p.options.MaxDeletes = -1
	require.Empty(t, p.push(t, files).Actions, "what has no text loses none")
}

func TestPruneKeepsTheTitleOfAFolderWhoseTextSomebodyElseHasChanged(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	files := texts(map[string]string{"a/README.md": "---\ndescription: D\n---\n# Guide\n\nOne\n", "a/x.md": "# X\n"})
	id := p.push(t, files).ChangeRequest.ID
	page := p.page(t, id, "a")
	p.edit(t, id, changerequests.ContentChange{
		Operation: changerequests.ContentOperationUpdatePage, Page: page.ID, Document: new(richtext.Markdown("Two")),
	})
	delete(files, "a/README.md")
	p.options.Prune, p.options.MaxDeletes = true, 1
	result := p.push(t, files)
	require.Empty(t, result.Actions)
	require.Equal(t, []string{"a: somebody else has changed the text, and the page stays as it is"}, noteTexts(result.Notes))
	kept := p.page(t, id, "a")
	require.Equal(t, "Guide", kept.Title)
	require.Equal(t, page.Description, kept.Description)
	require.Equal(t, result.Notes, p.push(t, files).Notes, "it stays in the next push")
	p.options.Overwrite = true
	require.Equal(t, []Action{{ActionUpdate, "a"}}, p.push(t, files).Actions)
	require.Contains(t, p.tree(t, id), "a a: ")
}

func TestOrderFollowsTheDirectory(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	files := texts(map[string]string{
		"SUMMARY.md": "* [A](a.md)\n* [B](b.md)\n  * [C](c.md)\n* [D](d.md)\n", "a.md": "# A\n", "b.md": "# B\n", "c.md": "# C\n", "d.md": "# D\n",
	})
	p.push(t, files)
	files["SUMMARY.md"].Data = []byte("* [D](d.md)\n* [A](a.md)\n  * [C](c.md)\n* [B](b.md)\n")
	result := p.push(t, files)
	require.Equal(t, map[ActionKind]int{ActionMove: 2}, kinds(result.Actions))
	require.Equal(t, []string{"d D: ", "a A: ", "a/c C: ", "b B: "}, p.tree(t, result.ChangeRequest.ID))
	require.Empty(t, p.push(t, files).Actions)

	files["SUMMARY.md"].Data = []byte("* [A](a.md)\n  * [C](c.md)\n* [B](b.md)\n* [D](d.md)\n")
	files["d.md"].Data = []byte("# D\n\nMore.\n")
	require.Equal(t, []Action{{ActionUpdate, "d.md"}, {ActionMove, "d.md"}}, p.push(t, files).Actions)
	files["d.md"].Data = []byte("# D\n\nAnd more.\n")
	require.Equal(t, []Action{{ActionUpdate, "d.md"}}, p.push(t, files).Actions, "the push knows what it wrote")
}

func TestPagesThatMoveTogetherKeepTheirOrder(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	list := func(names string) fstest.MapFS {
		files := fstest.MapFS{"SUMMARY.md": {}}
		for name := range strings.SplitSeq(names, "") {
			files["SUMMARY.md"].Data = fmt.Appendf(files["SUMMARY.md"].Data, "* [%s](%s.md)\n", name, name)
			files[name+".md"] = &fstest.MapFile{Data: []byte("# " + name + "\n")}
		}
		return files
	}
	p.push(t, list("abcdefg"))
	for _, names := range []string{"cdabefg", "efgdabc", "gfedcba", "xgafybz"} {
		var want []string
		for name := range strings.SplitSeq(names, "") {
			want = append(want, name+" "+name+": ")
		}
		p.options.Prune, p.options.MaxDeletes = true, 10
		require.Equal(t, want, p.tree(t, p.push(t, list(names)).ChangeRequest.ID))
		require.Empty(t, p.push(t, list(names)).Actions)
	}
}

func TestPlanIsWhatPushDoes(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	files := linked(9)
	plan, err := Plan(t.Context(), p.client, Target{Space: p.space}, files, p.options)
	require.NoError(t, err)
	require.Nil(t, plan.ChangeRequest)
	crs, err := p.client.ChangeRequests.List(t.Context(), p.space, changerequests.ListOptions{})
	require.NoError(t, err)
	require.Empty(t, crs.Items, "a plan opens no change request")
	p.options.Expect = plan.Actions[1:]
	_, err = Push(t.Context(), p.client, Target{Space: p.space}, files, p.options)
	require.ErrorIs(t, err, ErrPlanChanged)
	p.options.Expect = plan.Actions
	require.Equal(t, plan.Actions, p.push(t, files).Actions)
}

func TestWrongDirectoriesSendNothing(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.options.Strict = true
	_, err := Push(t.Context(), p.client, Target{Space: p.space}, texts(map[string]string{"a.md": "[x](gone.md)"}), p.options)
	require.EqualError(t, err, "reading the directory: 1 problems:\n\ta.md:1: the link leads to nothing: gone.md")
	_, err = Push(t.Context(), p.client, Target{Space: p.space}, texts(map[string]string{"a.md": "\xff"}), p.options)
	require.EqualError(t, err, "reading the directory: 1 problems:\n\ta.md:1: not UTF-8")
	require.Empty(t, p.server.Calls.All())
}

func TestWhatTheServiceChangesIsNoted(t *testing.T) {
	t.Parallel()
	require.Equal(t, []Note{
		{NoteLostLink, "a.md", 3, "the service made a link text: /pages/1"},
		{NoteChanged, "a.md", 5, "the service stored another form of: {% @x/y %}"},
	}, compare("a.md", "# A\n\n[b](/pages/1)\n\n{% @x/y %}\n\nSame.\n", "# A\n\nb\n\n\\{% @x/y %}\n\nSame.\n", map[int]bool{}))
}

// TestWhatTheServiceLosesIsNoted pushes to a service that makes links to pages that are not merged
// text, and changes the blocks of integrations. Nothing else is noted, and nothing written again.
func TestWhatTheServiceLosesIsNoted(t *testing.T) {
	t.Parallel()
	p := newPlace(t, publishingtest.WithoutRule("changerequests.content.update.unmerged", "changerequests.content.update.blocks"))
	files := linked(12)
	var want []Note
	for name, file := range files {
		if !strings.Contains(name, "page-") {
			continue
		}
		file.Data = append(file.Data, "\n{% @acme/chart\nid=\"1\" %}\n\nText.\n"...)
		for i, kind := range []NoteKind{NoteLostLink, NoteLostLink, NoteChanged} {
			want = append(want, Note{Kind: kind, Path: name, Line: []int{3, 3, 7}[i]})
		}
	}
	result := p.push(t, files)
	for i := range result.Notes {
		result.Notes[i].Text = ""
	}
	require.ElementsMatch(t, want, result.Notes)
	require.Empty(t, p.push(t, files).Actions)
}

func TestPagesOfAGroupAreBelowIt(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	files := texts(map[string]string{"SUMMARY.md": "* [A](a.md)\n\n## More\n\n* [B](b.md)\n", "a.md": "# A\n", "b.md": "# B\n"})
	result := p.push(t, files)
	require.Equal(t, []string{"SUMMARY.md:3: a group is not created: More"}, noteTexts(result.Notes))
	require.Equal(t, []string{"a A: ", "b B: "}, p.tree(t, result.ChangeRequest.ID))

	p = newPlace(t)
	p.space = p.server.Spaces.Add(p.server.Orgs.All()[0].ID, spaces.Space{Title: "Grouped"}, publishingtest.Page{Title: "More", Type: spaces.PageTypeGroup}).ID
	result = p.push(t, files)
	require.Empty(t, result.Notes)
	require.Equal(t, []string{"more More: ", "more/b B: ", "a A: "}, p.tree(t, result.ChangeRequest.ID))
	require.Empty(t, p.push(t, files).Actions)
}

func noteTexts(notes []Note) (lines []string) {
	for _, n := range notes {
		lines = append(lines, n.String())
	}
	return lines
}
