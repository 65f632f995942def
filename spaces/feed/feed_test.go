package feed_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
	"github.com/publishing-platform/publishing-go/spaces/feed"
)

// operations are the operations that a run calls.
var operations = []string{"Spaces.Get", "Spaces.Revisions.Pages.Tree", "Spaces.Revisions.Get", "Spaces.Revisions.Pages.Get"}

// text returns a page with a text.
func text(id, title, body string, below ...publishingtest.Page) publishingtest.Page {
	return publishingtest.Page{ID: id, Title: title, Sections: []publishingtest.Section{{Body: body}}, Pages: below}
}

// newSpace returns a server with a space that has the pages a, with b below it, and c.
func newSpace(t *testing.T) (*publishingtest.Server, string) {
	t.Helper()
	server := publishingtest.NewServer(t)
	org := server.Orgs.Add(api.Organization{Title: "Acme"})
	space := server.Spaces.Add(org.ID, spaces.Space{Title: "Guides"},
		text("a", "Start", "Begin.", text("b", "Install", "Run it.")), text("c", "Links", "None."))
	return server, space.ID
}

// start returns the state of a server.
func start(t *testing.T, server *publishingtest.Server, space string, options feed.Options) feed.State {
	t.Helper()
	_, state, err := read(t.Context(), server.Client(publishing.WithoutRetry()), space, feed.State{}, options)
	require.NoError(t, err)
	return state
}

// read returns the changes of a run, and its state.
func read(
	ctx context.Context, client *publishing.Client, space string, state feed.State, options feed.Options,
) ([]feed.Change, feed.State, error) {
	f := feed.New(client.Spaces, space, state, options)
	var changes []feed.Change
	for change, err := range f.All(ctx) {
		if err != nil {
			_, unread := f.State()
			if unread == nil {
				return nil, state, fmt.Errorf("there is a state after %w", err)
			}
			return changes, state, err
		}
		changes = append(changes, change)
	}
	next, err := f.State()
	return changes, next, err
}

// summary returns the kinds and IDs of changes.
func summary(changes []feed.Change) []string {
	var list []string
	for _, change := range changes {
		list = append(list, string(change.Kind)+" "+change.Page.ID)
	}
	return list
}

func TestFirstRunAddsEachPageAndTheSecondNone(t *testing.T) {
	t.Parallel()
	server, space := newSpace(t)
	client := server.Client()
	changes, state, err := read(t.Context(), client, space, feed.State{}, feed.Options{})
	require.NoError(t, err)
	require.Equal(t, []string{"added a", "added b", "added c"}, summary(changes))
	require.Equal(t, "a", changes[1].Page.Parent)
	require.Nil(t, changes[1].Before)
	require.Equal(t, state.Revision, changes[1].Revision)

	stored, err := json.Marshal(state)
	require.NoError(t, err)
	var loaded feed.State
	require.NoError(t, json.Unmarshal(stored, &loaded))
	changes, next, err := read(t.Context(), client, space, loaded, feed.Options{})
	require.NoError(t, err)
	require.Empty(t, changes)
	require.Equal(t, state, next)
}

func TestEachKindOfChangeIsReported(t *testing.T) {
	t.Parallel()
	server, space := newSpace(t)
	state := start(t, server, space, feed.Options{})
	server.Spaces.Pages.Edit(space, "", "a", func(page *publishingtest.Page) { page.Sections[0].Body = "Begin here." })
	server.Spaces.Pages.Move(space, "", "b", "")
	server.Spaces.Pages.Remove(space, "", "c")
	server.Spaces.Pages.Add(space, "", "a", text("d", "Update", "Run it again."))
	server.Calls.Forget()
	changes, next, err := read(t.Context(), server.Client(), space, state, feed.Options{})
	require.NoError(t, err)
	require.Equal(t, []string{"removed c", "changed a", "added d", "moved b"}, summary(changes))
	require.Equal(t, state.Revision, changes[0].Revision)
	require.Equal(t, "a", changes[3].Before.Parent)
	require.Empty(t, changes[3].Page.Parent)
	require.Len(t, next.Pages, 3)
	require.Equal(t, 2, server.Calls.Count("Spaces.Revisions.Pages.Tree"))
	require.Equal(t, 1, server.Calls.Count("Spaces.Revisions.Pages.Get"), "for the removal")
	require.Equal(t, 1, server.Calls.Count("Spaces.Revisions.Get"))
}

func TestTextThatChangesWithoutATraceIsReportedByItsHash(t *testing.T) {
	t.Parallel()
	server, space := newSpace(t)
	options := feed.Options{Text: true}
	state := start(t, server, space, options)
	server.Faults.Add("Spaces.Revisions.Pages.Get", 1, publishingtest.EditJSON(func(body map[string]any) {
		body["markdown"] = "The name of a file that it refers to has changed."
	}).WhenParam("pageId", "b"))
	changes, _, err := read(t.Context(), server.Client(), space, state, options)
	require.NoError(t, err)
	require.Equal(t, []string{"changed b"}, summary(changes))
	require.Contains(t, changes[0].Markdown, "refers")
}

func TestPageWithoutTimeAndDocumentCountsAsChanged(t *testing.T) {
	t.Parallel()
	server, space := newSpace(t)
	without := publishingtest.EditJSON(func(body map[string]any) {
		for _, page := range body["pages"].([]any) {
			delete(page.(map[string]any), "updatedAt")
			delete(page.(map[string]any), "documentId")
		}
	})
	server.Faults.Add("Spaces.Revisions.Pages.Tree", 3, without)
	state := start(t, server, space, feed.Options{})
	changes, state, err := read(t.Context(), server.Client(), space, state, feed.Options{})
	require.NoError(t, err)
	require.Empty(t, changes, "the revision is the same")
	server.Spaces.Pages.Add(space, "", "", text("d", "Update", "Run it again."))
	changes, _, err = read(t.Context(), server.Client(), space, state, feed.Options{})
	require.NoError(t, err)
	require.Equal(t, []string{"changed a", "changed c", "added d"}, summary(changes))
}

func TestRemovalIsUnconfirmedIfTheOldRevisionIsGone(t *testing.T) {
	t.Parallel()
	server, space := newSpace(t)
	state := start(t, server, space, feed.Options{})
	server.Spaces.Pages.Remove(space, "", "c")
	gone := publishingtest.Status(404).WhenParam("revisionId", state.Revision)
	server.Faults.Add("Spaces.Revisions.Pages.Tree", 2, gone)
	changes, _, err := read(t.Context(), server.Client(), space, state, feed.Options{})
	require.Empty(t, changes)
	require.ErrorIs(t, err, feed.ErrUnconfirmed)
	require.ErrorIs(t, err, api.ErrNotFound)
	require.NotErrorIs(t, err, feed.ErrUnknown)
	changes, _, err = read(t.Context(), server.Client(), space, state, feed.Options{AllowUnconfirmed: true})
	require.NoError(t, err)
	require.Equal(t, []string{"removed-unconfirmed c"}, summary(changes))
}

func TestSpaceThatIsGoneOrForbiddenIsUnknown(t *testing.T) {
	t.Parallel()
	for _, operation := range operations[:3] {
		for _, status := range []int{403, 404} {
			server, space := newSpace(t)
			state := start(t, server, space, feed.Options{})
			server.Spaces.Pages.Remove(space, "", "c")
			server.Faults.Add(operation, 1, publishingtest.Status(status))
			changes, _, err := read(t.Context(), server.Client(), space, state, feed.Options{AllowUnconfirmed: true})
			require.Empty(t, changes)
			require.ErrorIs(t, err, feed.ErrUnknown, "%s %d", operation, status)
		}
	}
}

// TestSpaceThatIsForbiddenWhileRemovalsAreConfirmedIsUnknown rejects the pages of the old revision,
// and a page that was removed.
func TestSpaceThatIsForbiddenWhileRemovalsAreConfirmedIsUnknown(t *testing.T) {
	t.Parallel()
	for operation, passed := range map[string]int{operations[1]: 1, operations[3]: 0} {
		server, space := newSpace(t)
		state := start(t, server, space, feed.Options{})
		server.Spaces.Pages.Remove(space, "", "c")
		if passed > 0 {
			server.Faults.Add(operation, passed, publishingtest.Pass())
		}
		server.Faults.Add(operation, 1, publishingtest.Status(403))
		changes, _, err := read(t.Context(), server.Client(), space, state, feed.Options{})
		require.Empty(t, changes)
		require.ErrorIs(t, err, feed.ErrUnknown, operation)
	}
}

func TestMoreRemovalsThanAllowedAreAnError(t *testing.T) {
	t.Parallel()
	server, space := newSpace(t)
	state := start(t, server, space, feed.Options{})
	server.Spaces.Pages.Remove(space, "", "a")
	changes, _, err := read(t.Context(), server.Client(), space, state, feed.Options{MaxRemoved: 0.5})
	require.Empty(t, changes)
	require.ErrorIs(t, err, feed.ErrTooManyRemoved)
	require.ErrorContains(t, err, "2 of 3, want a share of at most 0.5")
	changes, _, err = read(t.Context(), server.Client(), space, state, feed.Options{MaxRemoved: 0.7})
	require.NoError(t, err)
	require.Equal(t, []string{"removed a", "removed b"}, summary(changes))
}

func TestAllPagesOfASpaceCanBeRemoved(t *testing.T) {
	t.Parallel()
	server, space := newSpace(t)
	state := start(t, server, space, feed.Options{})
	server.Spaces.Pages.Remove(space, "", "a")
	server.Spaces.Pages.Remove(space, "", "c")
	changes, next, err := read(t.Context(), server.Client(), space, state, feed.Options{})
	require.NoError(t, err)
	require.Equal(t, []string{"removed a", "removed b", "removed c"}, summary(changes))
	require.Empty(t, next.Pages)
}

func TestIncorrectStatesAndOptionsSendNothing(t *testing.T) {
	t.Parallel()
	server, space := newSpace(t)
	twice := []feed.Page{{ID: "a"}, {ID: "a"}}
	for want, state := range map[string]feed.State{
		"version 2":           {Version: 2, Space: space},
		"that of space other": {Version: 1, Space: "other"},
		"page a occurs twice": {Version: 1, Space: space, Pages: twice},
		"version 0, want 1":   {Space: space},
	} {
		_, _, err := read(t.Context(), server.Client(), space, state, feed.Options{})
		require.ErrorContains(t, err, want)
	}
	for _, share := range []float64{-0.1, 1.1} {
		_, _, err := read(t.Context(), server.Client(), space, feed.State{}, feed.Options{MaxRemoved: share})
		require.ErrorContains(t, err, "MaxRemoved")
	}
	require.Empty(t, server.Calls.All())
}

func TestLoopThatEndsEarlyHasNoState(t *testing.T) {
	t.Parallel()
	server, space := newSpace(t)
	f := feed.New(server.Client().Spaces, space, feed.State{}, feed.Options{})
	for range f.All(t.Context()) {
		break
	}
	_, err := f.State()
	require.ErrorContains(t, err, "not been read to their end")
	for range f.All(t.Context()) { //nolint:revive // only its end counts
	}
	_, err = f.State()
	require.NoError(t, err)
	for range f.All(t.Context()) {
		break
	}
	_, err = f.State()
	require.Error(t, err, "of the loop before")
}

func TestEachFieldOfAPageCounts(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		edit func(pages []any, b map[string]any) []any // edits a tree of a with b below it, and c
		want string
	}{
		"title":      {func(pages []any, b map[string]any) []any { b["title"] = "Setup"; return pages }, "changed b"},
		"updatedAt":  {func(pages []any, b map[string]any) []any { b["updatedAt"] = "2026-01-01T00:00:00Z"; return pages }, "changed b"},
		"documentId": {func(pages []any, b map[string]any) []any { b["documentId"] = "document_9"; return pages }, "changed b"},
		"path":       {func(pages []any, b map[string]any) []any { b["path"] = "setup"; return pages }, "moved b"},
		"parent": {func(pages []any, b map[string]any) []any {
			pages[0].(map[string]any)["pages"] = []any{}
			return append(pages, b)
		}, "moved b"},
		"type": {func(pages []any, b map[string]any) []any { b["type"] = "newer"; return pages }, "changed b"},
	} {
		server, space := newSpace(t)
		state := start(t, server, space, feed.Options{})
		state.Revision = "revision_before" // so that the pages may differ
		server.Faults.Add("Spaces.Revisions.Pages.Tree", 1, publishingtest.EditJSON(func(body map[string]any) {
			pages := body["pages"].([]any)
			b := pages[0].(map[string]any)["pages"].([]any)[0].(map[string]any)
			body["pages"] = test.edit(pages, b)
		}))
		changes, _, err := read(t.Context(), server.Client(), space, state, feed.Options{})
		require.NoError(t, err, name)
		require.Equal(t, []string{test.want}, summary(changes), name)
	}
}

// TestTreeWithoutAPageIsNotComplete leaves out each page in turn from the tree of a revision that
// is not the state's.
func TestTreeWithoutAPageIsNotComplete(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"a", "b", "d"} {
		server, space := newSpace(t)
		state := start(t, server, space, feed.Options{})
		server.Spaces.Pages.Add(space, "", "", text("d", "Update", "Run it again."))
		server.Spaces.Pages.Remove(space, "", "c")
		shorter := publishingtest.EditJSON(func(body map[string]any) { body["pages"] = without(body["pages"], id) })
		for name, from := range map[string]feed.State{"first run": {}, "later run": state} {
			server.Faults.Add("Spaces.Revisions.Pages.Tree", 1, shorter)
			changes, _, err := read(t.Context(), server.Client(), space, from, feed.Options{})
			require.ErrorIs(t, err, feed.ErrInconsistent, "%s without %s", name, id)
			require.Empty(t, changes)
			server.Faults.Add("Spaces.Revisions.Get", 1, shorter)
			changes, _, err = read(t.Context(), server.Client(), space, from, feed.Options{})
			require.ErrorIs(t, err, feed.ErrInconsistent, "%s without %s", name, id)
			require.Empty(t, changes)
			_, _, err = read(t.Context(), server.Client(), space, from, feed.Options{})
			require.NoError(t, err)
		}
	}
}

// TestTreeWithoutOnePageRemovesNone leaves out each page in turn from what the service returns.
func TestTreeWithoutOnePageRemovesNone(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"a", "b", "c"} {
		for _, edited := range []bool{false, true} {
			server, space := newSpace(t)
			state := start(t, server, space, feed.Options{})
			if edited {
				server.Spaces.Pages.Add(space, "", "", text("d", "Update", "Run it again."))
			}
			server.Faults.Add("Spaces.Revisions.Pages.Tree", 1, publishingtest.EditJSON(func(body map[string]any) {
				body["pages"] = without(body["pages"], id)
			}))
			changes, _, err := read(t.Context(), server.Client(), space, state, feed.Options{AllowUnconfirmed: true})
			require.ErrorIs(t, err, feed.ErrInconsistent, "without %s", id)
			require.Empty(t, changes)
		}
	}
}

func TestRevisionThatBecomesUnreadableRemovesNoPage(t *testing.T) {
	t.Parallel()
	server, space := newSpace(t)
	state := start(t, server, space, feed.Options{})
	server.Spaces.Pages.Add(space, "", "", text("d", "Update", "Run it again."))
	server.Faults.Add("Spaces.Revisions.Pages.Tree", 1, publishingtest.EditJSON(func(body map[string]any) {
		body["pages"] = without(body["pages"], "c")
	}))
	server.Faults.Add("Spaces.Revisions.Pages.Get", 1, publishingtest.Status(404))
	server.Faults.Add("Spaces.Revisions.Get", 1, publishingtest.Status(404))
	changes, _, err := read(t.Context(), server.Client(), space, state, feed.Options{})
	require.ErrorIs(t, err, feed.ErrUnknown)
	require.Empty(t, changes)
}

// without returns the pages of a response without one of them.
func without(pages any, id string) []any {
	kept := []any{}
	list, _ := pages.([]any)
	for _, element := range list {
		page := element.(map[string]any)
		if page["id"] == id {
			continue
		}
		if page["pages"] != nil {
			page["pages"] = without(page["pages"], id)
		}
		kept = append(kept, page)
	}
	return kept
}

// A history is a space that is edited at random, and a copy of it that a feed maintains.
type history struct {
	t       *testing.T
	random  *rand.Rand
	server  *publishingtest.Server
	space   string
	options feed.Options
	pages   int // number of pages that were ever added
	state   feed.State
	copied  map[string]feed.Page
	texts   map[string]string
	// seesLess is whether the last fault hides a page from the token.
	seesLess bool
}

// ids returns the pages of the space by ID, and their texts as hashed.
func (h *history) ids() []string {
	var list []string
	var collect func(pages []publishingtest.Page)
	collect = func(pages []publishingtest.Page) {
		for _, page := range pages {
			list = append(list, page.ID)
			collect(page.Pages)
		}
	}
	collect(h.server.Spaces.Pages.All(h.space, ""))
	return list
}

// edit does what somebody does in the editor.
func (h *history) edit() {
	ids, pages := h.ids(), h.server.Spaces.Pages
	if len(ids) == 0 || h.random.IntN(4) == 0 {
		h.pages++
		id := fmt.Sprintf("page_%d", h.pages)
		parent := ""
		if len(ids) > 0 && h.random.IntN(2) == 0 {
			parent = ids[h.random.IntN(len(ids))]
		}
		pages.Add(h.space, "", parent, text(id, "Title of "+id, "Text."))
		return
	}
	id := ids[h.random.IntN(len(ids))]
	switch h.random.IntN(4) {
	case 0:
		pages.Remove(h.space, "", id)
	case 1:
		pages.Move(h.space, "", id, "")
	case 2:
		pages.Edit(h.space, "", id, func(page *publishingtest.Page) { page.Title += "!" })
	default:
		pages.Edit(h.space, "", id, func(page *publishingtest.Page) { page.Sections[0].Body += " More." })
	}
}

// sync runs the feed once and, if it succeeds, applies its changes.
func (h *history) sync() error {
	client := h.server.Client(publishing.WithoutRetry())
	changes, next, err := read(h.t.Context(), client, h.space, h.state, h.options)
	current := h.ids()
	for _, change := range changes {
		if change.Kind == feed.Removed {
			require.NotContains(h.t, current, change.Page.ID, "a wrong removal")
		}
	}
	if err != nil {
		return err
	}
	h.state = next
	for _, change := range changes {
		if change.Kind == feed.Removed || change.Kind == feed.RemovedUnconfirmed {
			delete(h.copied, change.Page.ID)
			delete(h.texts, change.Page.ID)
			continue
		}
		h.copied[change.Page.ID] = change.Page
		h.texts[change.Page.ID] = change.Markdown
	}
	return nil
}

// fault makes one of the next calls fail in one of the ways that a run must survive.
func (h *history) fault() (disarm func()) {
	var calls, disarmed atomic.Int64 // the server asks on goroutines of its own
	at := 1 + h.random.Int64N(5)
	hidden := "none"
	if ids := h.ids(); len(ids) > 0 {
		hidden = ids[h.random.IntN(len(ids))]
	}
	drop := h.random.Uint64()
	once := func(publishingtest.Call) bool {
		return calls.Add(1) == at && disarmed.Load() == 0
	}
	fromThere := func(publishingtest.Call) bool {
		return calls.Add(1) >= at && disarmed.Load() == 0
	}
	shorter := publishingtest.EditJSON(func(body map[string]any) {
		if body["pages"] != nil {
			body["pages"] = without(body["pages"], hidden)
		}
	})
	kinds := []publishingtest.Fault{
		publishingtest.Reset(), publishingtest.Truncate(20),
		publishingtest.Status(403), publishingtest.Status(404), publishingtest.Status(500),
		publishingtest.EditJSON(func(body map[string]any) { // a field is missing
			names := slices.Sorted(maps.Keys(body))
			delete(body, names[drop%uint64(len(names))])
		}),
		shorter,
	}
	if h.seesLess = h.random.IntN(len(kinds)+1) == 0; h.seesLess { // from there on
		h.server.Faults.Add("Spaces.Revisions.Pages.Tree", 9, shorter.When(fromThere))
		h.server.Faults.Add("Spaces.Revisions.Get", 9, shorter.When(fromThere))
		h.server.Faults.Add("Spaces.Revisions.Pages.Get", 9, publishingtest.Status(404).When(func(call publishingtest.Call) bool {
			return fromThere(call) && call.Params["pageId"] == hidden
		}))
	} else {
		fault := kinds[h.random.IntN(len(kinds))].When(once)
		for _, operation := range operations {
			h.server.Faults.Add(operation, 1, fault)
		}
	}
	return func() { disarmed.Store(1) }
}

// TestCopyOfAFeedIsTheSpaceAndNoFaultRemovesAPage compares the copy with a fresh read.
func TestCopyOfAFeedIsTheSpaceAndNoFaultRemovesAPage(t *testing.T) {
	t.Parallel()
	for i := range sample.CountOneByOne(60, 2000) {
		h := &history{random: rand.New(rand.NewPCG(1, uint64(i))), copied: map[string]feed.Page{}, texts: map[string]string{}}
		h.options.Text = i%2 == 0
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			h.follow(t)
		})
	}
}

// follow edits a space and syncs the copy, with faults and without.
func (h *history) follow(t *testing.T) {
	h.t, h.server = t, publishingtest.NewServer(t)
	org := h.server.Orgs.Add(api.Organization{Title: "Acme"})
	h.space = h.server.Spaces.Add(org.ID, spaces.Space{Title: "Guides"}).ID
	for range 4 {
		for range 1 + h.random.IntN(4) {
			h.edit()
		}
		disarm := h.fault()
		_ = h.sync() // it may succeed, since the fault may come too late
		disarm()
		err := h.sync()
		if errors.Is(err, feed.ErrInconsistent) && h.seesLess { // the state lacks a page that the token now sees
			h.state = feed.State{}
			err = h.sync()
			for id := range h.copied {
				if !slices.ContainsFunc(h.state.Pages, func(page feed.Page) bool { return page.ID == id }) {
					delete(h.copied, id)
				}
			}
		}
		require.NoError(t, err)
		h.requireFresh()
	}
}

// requireFresh requires the copy to be what the service returns.
func (h *history) requireFresh() {
	client := h.server.Client()
	tree, err := client.Spaces.Pages.Tree(h.t.Context(), h.space, spaces.PageTreeOptions{})
	require.NoError(h.t, err)
	fresh := map[string]string{}
	for visit := range spaces.WalkPages(tree.Pages) {
		page := visit.Page
		fresh[page.ID] = fmt.Sprint(*page.Path, page.UpdatedAt, publishing.Value(page.DocumentID))
		if h.options.Text {
			got, err := client.Spaces.Pages.Get(h.t.Context(), h.space, page.ID, spaces.PageGetOptions{Format: richtext.FormatMarkdown})
			require.NoError(h.t, err)
			require.Equal(h.t, *got.Markdown, h.texts[page.ID])
		}
	}
	copied := map[string]string{}
	for id, page := range h.copied {
		copied[id] = fmt.Sprint(page.Path, &page.UpdatedAt, page.DocumentID)
	}
	require.Equal(h.t, fresh, copied)
}
