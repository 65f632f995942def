package publishingtest_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/spaces"
)

func mergeProofs() map[string]proof {
	result := func(t *testing.T, w *world, action string) any {
		t.Helper()
		got := w.send(t, "POST", proposal+"/"+action, "")
		require.Equal(t, http.StatusOK, got.status)
		return got.object(t)["result"]
	}
	conflict := func(w *world) {
		w.Spaces.Pages.Edit("wiki", "", "start", func(page *publishingtest.Page) { page.Title = "Begin" })
	}
	return map[string]proof{
		"changerequests.merge.again": func(t *testing.T, w *world) bool {
			require.Equal(t, "merge", result(t, w, "merge"))
			merged := len(w.Spaces.Revisions.All("wiki"))
			require.Equal(t, "merge", result(t, w, "merge"))
			return len(w.Spaces.Revisions.All("wiki")) == merged
		},
		"changerequests.update.status.reopened": func(t *testing.T, w *world) bool {
			require.Equal(t, "merge", result(t, w, "merge"))
			_, isMerged := w.send(t, "PATCH", proposal, `{"status":"open"}`).object(t)["revisionMerged"]
			return !isMerged
		},
		"changerequests.updatefrommain.nothing-newer": func(t *testing.T, w *world) bool {
			before := w.send(t, "GET", proposal, "").object(t)["revision"]
			require.Equal(t, "update", result(t, w, "update"))
			return w.send(t, "GET", proposal, "").object(t)["revision"] == before
		},
		"changerequests.conflicts": func(t *testing.T, w *world) bool {
			conflict(w)
			return result(t, w, "merge") == "conflicts" && len(w.Spaces.Revisions.All("wiki")) == 3
		},
		"changerequests.conflicts.settled": func(t *testing.T, w *world) bool {
			conflict(w)
			_ = result(t, w, "update")
			w.Spaces.Pages.Edit("wiki", "proposal", "start", func(page *publishingtest.Page) { page.Title = "Begin right here" })
			return result(t, w, "merge") == "merge"
		},
	}
}

// diverged returns a world with a space that has the pages a (with a1 and a2) and b, and a change
// request.
func diverged(t *testing.T) *world {
	t.Helper()
	w := newWorld(t)
	w.Spaces.Add(w.org, spaces.Space{ID: "space"},
		publishingtest.Page{ID: "a", Title: "a", Pages: []publishingtest.Page{{ID: "a1", Title: "a1"}, {ID: "a2", Title: "a2"}}},
		publishingtest.Page{ID: "b", Title: "b"})
	w.ChangeRequests.Add("space", changerequests.ChangeRequest{ID: "cr"})
	return w
}

func (w *world) rename(request, page, title string) {
	w.Spaces.Pages.Edit("space", request, page, func(p *publishingtest.Page) { p.Title = title })
}

func TestMergeCreatesARevisionOfTheMainContent(t *testing.T) {
	t.Parallel()
	w := diverged(t)
	before := w.Spaces.Revisions.All("space")[0]
	w.rename("cr", "b", "B")
	proposed := must(w.client.ChangeRequests.Content.Get(t.Context(), "space", "cr", spaces.ContentGetOptions{}))(t)
	require.Equal(t, []string{before.ID}, proposed.Parents)
	result := must(w.client.ChangeRequests.Merge(t.Context(), "space", "cr", changerequests.MergeOptions{}))(t)
	require.Equal(t, changerequests.MergeOutcomeMerge, result.Result)

	main := must(w.client.Spaces.Content.Get(t.Context(), "space", spaces.ContentGetOptions{}))(t)
	require.Equal(t, result.Revision, main.ID)
	require.Equal(t, spaces.RevisionTypeMerge, main.Type)
	require.Equal(t, []string{before.ID, proposed.ID}, main.Parents)
	require.Equal(t, []string{"a", "-a1", "-a2", "B"}, titles(main.Pages))
	var from changerequests.ChangeRequest
	require.NoError(t, main.MergedFrom.Decode(&from))
	merged := must(w.client.ChangeRequests.Get(t.Context(), "space", "cr"))(t)
	require.Equal(t, *merged, from)
	require.Equal(t, changerequests.StatusMerged, merged.Status)
	require.Equal(t, &result.Revision, merged.RevisionMerged)
	require.Equal(t, proposed.ID, merged.Revision)
	require.False(t, merged.Outdated)

	require.Equal(t, 1, w.Calls.Commits("ChangeRequests.Merge"))
}

// TestMergedChangeRequestIsMergedAndUpdatedAgain is about the state "any" of the API reference.
func TestMergedChangeRequestIsMergedAndUpdatedAgain(t *testing.T) {
	t.Parallel()
	w := diverged(t)
	service := w.client.ChangeRequests
	content := func(get func() ([]spaces.Page, error)) []string {
		t.Helper()
		pages := must(get())(t)
		return titles(pages)
	}
	main := func() ([]spaces.Page, error) {
		tree, err := w.client.Spaces.Pages.Tree(t.Context(), "space", spaces.PageTreeOptions{})
		return tree.Pages, err
	}
	proposed := func() ([]spaces.Page, error) {
		tree, err := service.Pages.Tree(t.Context(), "space", "cr", spaces.PageTreeOptions{})
		return tree.Pages, err
	}
	w.rename("", "a", "A")
	w.rename("cr", "b", "B")
	merged := must(service.Merge(t.Context(), "space", "cr", changerequests.MergeOptions{}))(t)
	w.rename("", "b", "Newer")
	revisions := len(w.Spaces.Revisions.All("space"))

	require.Equal(t, merged, must(service.Merge(t.Context(), "space", "cr", changerequests.MergeOptions{}))(t))
	require.Equal(t, 1, w.Calls.Commits("ChangeRequests.Merge"))
	require.Len(t, w.Spaces.Revisions.All("space"), revisions)
	require.Equal(t, []string{"A", "-a1", "-a2", "Newer"}, content(main), "what was merged before does not come back")

	updated := must(service.UpdateFromMain(t.Context(), "space", "cr"))(t)
	require.Equal(t, changerequests.MergeOutcomeUpdate, updated.Result)
	require.Equal(t, []string{"A", "-a1", "-a2", "Newer"}, content(proposed), "no conflict with what was merged")
	got := must(service.Get(t.Context(), "space", "cr"))(t)
	require.Equal(t, changerequests.StatusMerged, got.Status)
	require.Equal(t, updated.Revision, got.Revision)
	require.Equal(t, &merged.Revision, got.RevisionMerged)

	w.rename("", "a1", "A1")
	last := must(service.Merge(t.Context(), "space", "cr", changerequests.MergeOptions{}))(t)
	require.Equal(t, changerequests.MergeOutcomeMerge, last.Result)
	require.Equal(t, []string{"A", "-A1", "-a2", "Newer"}, content(main))
	got = must(service.Get(t.Context(), "space", "cr"))(t)
	require.Equal(t, &last.Revision, got.RevisionMerged)
}

func TestSeededMergedChangeRequestIsMergedAgain(t *testing.T) {
	t.Parallel()
	w := diverged(t)
	seeded := w.ChangeRequests.Add("space", changerequests.ChangeRequest{ID: "old", Status: changerequests.StatusMerged})
	result := must(w.client.ChangeRequests.Merge(t.Context(), "space", "old", changerequests.MergeOptions{}))(t)
	require.Equal(t, &changerequests.MergeResult{Revision: *seeded.RevisionMerged, Result: changerequests.MergeOutcomeMerge}, result)
	must(w.client.ChangeRequests.UpdateFromMain(t.Context(), "space", "old"))(t)
	require.Zero(t, w.Calls.Commits("ChangeRequests.UpdateFromMain"))
}

func TestMergedChangeRequestCanBeOpenedAgain(t *testing.T) {
	t.Parallel()
	w := diverged(t)
	w.rename("", "a", "A")
	w.rename("cr", "b", "B")
	must(w.client.ChangeRequests.Merge(t.Context(), "space", "cr", changerequests.MergeOptions{}))(t)
	opened := must(w.client.ChangeRequests.Update(t.Context(), "space", "cr", changerequests.Update{Status: changerequests.StatusOpen}))(t)
	require.Nil(t, opened.RevisionMerged)
	require.False(t, opened.Outdated)
	w.rename("cr", "a1", "A1")
	must(w.client.ChangeRequests.Merge(t.Context(), "space", "cr", changerequests.MergeOptions{}))(t)
	require.Equal(t, []string{"A", "-A1", "-a2", "B"}, titles(must(w.client.Spaces.Pages.Tree(t.Context(), "space", spaces.PageTreeOptions{}))(t).Pages))
}

func TestUpdateBringsTheMainContent(t *testing.T) {
	t.Parallel()
	w := diverged(t)
	w.rename("cr", "b", "B")
	get := func() *changerequests.ChangeRequest {
		return must(w.client.ChangeRequests.Get(t.Context(), "space", "cr"))(t)
	}
	same := must(w.client.ChangeRequests.UpdateFromMain(t.Context(), "space", "cr"))(t)
	require.Equal(t, changerequests.MergeResult{Revision: get().Revision, Result: changerequests.MergeOutcomeUpdate}, *same)
	require.Zero(t, w.Calls.Commits("ChangeRequests.UpdateFromMain"))
	w.rename("", "a", "A")
	file := w.Spaces.Files.Add("space", "", spaces.File{})
	main := w.Spaces.Revisions.All("space")[2].ID
	require.True(t, get().Outdated)

	result := must(w.client.ChangeRequests.UpdateFromMain(t.Context(), "space", "cr"))(t)
	require.Equal(t, changerequests.MergeOutcomeUpdate, result.Result)
	updated := get()
	require.Equal(t, result.Revision, updated.Revision)
	require.Equal(t, &main, updated.RevisionMergedAncestor)
	require.NotEqual(t, main, updated.RevisionInitial)
	require.False(t, updated.Outdated)
	content := must(w.client.ChangeRequests.Content.Get(t.Context(), "space", "cr", spaces.ContentGetOptions{}))(t)
	require.Equal(t, spaces.RevisionTypeUpdate, content.Type)
	require.Contains(t, content.Parents, main)
	require.Equal(t, []string{"A", "-a1", "-a2", "B"}, titles(content.Pages))
	require.Equal(t, []spaces.File{file}, content.Files)
	require.Len(t, w.Spaces.Revisions.All("space"), 3, "the main content stays")
}

func TestMergeCombinesBothSides(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		main, request func(w *world)
		want          string // the titles, or "conflicts"
	}{
		"one side": {
			func(*world) {}, func(w *world) { w.rename("cr", "a", "A") }, "A -a1 -a2 b",
		},
		"other side": {
			func(w *world) { w.rename("", "a", "A") }, func(*world) {}, "A -a1 -a2 b",
		},
		"two pages": {
			func(w *world) { w.rename("", "a", "A") }, func(w *world) { w.rename("cr", "b", "B") }, "A -a1 -a2 B",
		},
		"a page and the one below": {
			func(w *world) { w.rename("", "a", "A") }, func(w *world) { w.rename("cr", "a1", "A1") }, "A -A1 -a2 b",
		},
		"the same page": {
			func(w *world) { w.rename("", "a", "A") }, func(w *world) { w.rename("cr", "a", "AA") }, "conflicts",
		},
		"the same page, the same way": {
			func(w *world) { w.rename("", "a", "A") }, func(w *world) { w.rename("cr", "a", "A") }, "A -a1 -a2 b",
		},
		"edited and removed": {
			func(w *world) { w.rename("", "a1", "A1") }, func(w *world) { w.Spaces.Pages.Remove("space", "cr", "a") }, "conflicts",
		},
		"removed and edited": {
			func(w *world) { w.Spaces.Pages.Remove("space", "", "a") }, func(w *world) { w.rename("cr", "a1", "A1") }, "conflicts",
		},
		"removed twice": {
			func(w *world) { w.Spaces.Pages.Remove("space", "", "a") }, func(w *world) { w.Spaces.Pages.Remove("space", "cr", "a") }, "b",
		},
		"removed": {
			func(w *world) { w.rename("", "b", "B") }, func(w *world) { w.Spaces.Pages.Remove("space", "cr", "a1") }, "a -a2 B",
		},
		"added to both": {
			func(w *world) { w.Spaces.Pages.Add("space", "", "a", publishingtest.Page{Title: "m"}) },
			func(w *world) { w.Spaces.Pages.Add("space", "cr", "a", publishingtest.Page{Title: "c"}) }, "a -a1 -a2 -c -m b",
		},
		"added to both with one slug": {
			func(w *world) { w.Spaces.Pages.Add("space", "", "a", publishingtest.Page{Title: "c"}) },
			func(w *world) { w.Spaces.Pages.Add("space", "cr", "a", publishingtest.Page{Title: "c"}) }, "a -a1 -a2 -c -c b",
		},
		"moved beside one of the same slug": {
			func(w *world) { w.Spaces.Pages.Add("space", "", "b", publishingtest.Page{Title: "a1"}) },
			func(w *world) { w.Spaces.Pages.Move("space", "cr", "a1", "b") }, "a -a2 b -a1 -a1",
		},
		"reordered": {
			func(*world) {}, func(w *world) { w.Spaces.Pages.Move("space", "cr", "a1", "a") }, "a -a2 -a1 b",
		},
		"reordered in the main content": {
			func(w *world) { w.Spaces.Pages.Move("space", "", "a1", "a") }, func(w *world) { w.rename("cr", "b", "B") }, "a -a2 -a1 B",
		},
		"reordered, with a page of the main content between": {
			func(w *world) {
				w.Spaces.Pages.Add("space", "", "a", publishingtest.Page{Title: "m"})
				w.Spaces.Pages.Move("space", "", "a2", "a")
			},
			func(w *world) { w.Spaces.Pages.Move("space", "cr", "a1", "a") }, "a -a2 -a1 -m b",
		},
		"reordered at two levels": {
			func(w *world) { w.Spaces.Pages.Move("space", "", "a", "") },
			func(w *world) { w.Spaces.Pages.Move("space", "cr", "a1", "a") }, "b a -a2 -a1",
		},
		"added at the top with pages": {
			func(w *world) { w.Spaces.Pages.Remove("space", "", "b") },
			func(w *world) {
				w.Spaces.Pages.Add("space", "cr", "", publishingtest.Page{Title: "c", Pages: []publishingtest.Page{{Title: "d"}, {Title: "e"}}})
			}, "a -a1 -a2 c -d -e",
		},
		"added below a page the main content removed": {
			func(w *world) { w.Spaces.Pages.Remove("space", "", "b") },
			func(w *world) { w.Spaces.Pages.Add("space", "cr", "b", publishingtest.Page{Title: "c"}) }, "a -a1 -a2 c",
		},
		"added below a page the change request removed": {
			func(w *world) { w.Spaces.Pages.Add("space", "", "b", publishingtest.Page{Title: "c"}) },
			func(w *world) { w.Spaces.Pages.Remove("space", "cr", "b") }, "a -a1 -a2 c",
		},
		"files": {
			func(w *world) { w.Spaces.Files.Add("space", "", spaces.File{}) }, func(w *world) { w.Spaces.Files.Add("space", "cr", spaces.File{}) }, "a -a1 -a2 b",
		},
	} {
		for _, action := range []string{"merge", "update"} {
			w := diverged(t)
			test.main(w)
			test.request(w)
			before := w.send(t, "GET", "/v1/spaces/space/change-requests/cr", "").body
			got := w.send(t, "POST", "/v1/spaces/space/change-requests/cr/"+action, "")
			require.Equal(t, http.StatusOK, got.status, name)
			if test.want == "conflicts" {
				require.Equal(t, "conflicts", got.object(t)["result"], name)
				require.Equal(t, before, w.send(t, "GET", "/v1/spaces/space/change-requests/cr", "").body, "%s: nothing has changed", name)
				continue
			}
			require.Equal(t, action, got.object(t)["result"], name)
			content, err := w.client.ChangeRequests.Content.Get(t.Context(), "space", "cr", spaces.ContentGetOptions{})
			if action == "merge" {
				content, err = w.client.Spaces.Content.Get(t.Context(), "space", spaces.ContentGetOptions{})
			}
			require.NoError(t, err, name)
			require.Equal(t, test.want, strings.Join(titles(content.Pages), " "), "%s by %s", name, action)
			if name == "files" {
				require.Len(t, content.Files, 2, action)
			}
			paths := map[string]bool{}
			for visit := range spaces.WalkPages(content.Pages) {
				require.False(t, paths[*visit.Page.Path], "%s: two pages at %s", name, *visit.Page.Path)
				paths[*visit.Page.Path] = true
				if len(visit.Parents) > 0 {
					require.True(t, strings.HasPrefix(*visit.Page.Path, *visit.Parents[len(visit.Parents)-1].Path+"/"), name)
				}
			}
		}
	}
}

func TestConflictIsAnErrorUntilItIsSettled(t *testing.T) {
	t.Parallel()
	w := diverged(t)
	w.rename("", "a", "main")
	w.rename("cr", "a", "proposed")
	before := w.Spaces.Revisions.All("space")
	for name, call := range map[string]func() (*changerequests.MergeResult, error){
		"merge": func() (*changerequests.MergeResult, error) {
			return w.client.ChangeRequests.Merge(t.Context(), "space", "cr", changerequests.MergeOptions{})
		},
		"update": func() (*changerequests.MergeResult, error) {
			return w.client.ChangeRequests.UpdateFromMain(t.Context(), "space", "cr")
		},
	} {
		_, err := call()
		require.ErrorIs(t, err, changerequests.ErrMergeConflicts, name)
		conflicts, ok := errors.AsType[*changerequests.MergeConflictsError](err)
		require.True(t, ok)
		require.Equal(t, w.ChangeRequests.All("space")[0].Revision, conflicts.Result.Revision)
	}
	require.Equal(t, before, w.Spaces.Revisions.All("space"))
	require.True(t, w.ChangeRequests.All("space")[0].Outdated)
	require.Zero(t, w.Calls.Commits("ChangeRequests.Merge")+w.Calls.Commits("ChangeRequests.UpdateFromMain"))

	w.rename("cr", "a", "both")
	w.rename("", "a", "main again")
	require.ErrorIs(t, errorOf(w.client.ChangeRequests.UpdateFromMain(t.Context(), "space", "cr")), changerequests.ErrMergeConflicts, "the main content has moved on")
	w.rename("cr", "a", "all")
	must(w.client.ChangeRequests.UpdateFromMain(t.Context(), "space", "cr"))(t)
	must(w.client.ChangeRequests.Merge(t.Context(), "space", "cr", changerequests.MergeOptions{}))(t)
	history := w.Spaces.Revisions.All("space")
	require.Equal(t, []string{"all", "-a1", "-a2", "b"}, titles(history[len(history)-1].Pages))
}

func TestConflictOverARemovedPageIsSettledEitherWay(t *testing.T) {
	t.Parallel()
	for want, settle := range map[string]func(w *world){
		"a -a1 -a2": func(w *world) { w.Spaces.Pages.Remove("space", "cr", "b") },
		"a -a1 -a2 B!": func(w *world) {
			w.Spaces.Pages.Edit("space", "cr", "b", func(page *publishingtest.Page) {
				require.Equal(t, "B", page.Title, "as the main content has it")
				page.Title += "!"
			})
		},
	} {
		w := diverged(t)
		w.rename("", "b", "B")
		w.Spaces.Pages.Remove("space", "cr", "b")
		require.ErrorIs(t, errorOf(w.client.ChangeRequests.UpdateFromMain(t.Context(), "space", "cr")), changerequests.ErrMergeConflicts)
		settle(w)
		must(w.client.ChangeRequests.Merge(t.Context(), "space", "cr", changerequests.MergeOptions{}))(t)
		require.Equal(t, want, strings.Join(titles(must(w.client.Spaces.Pages.Tree(t.Context(), "space", spaces.PageTreeOptions{}))(t).Pages), " "))
	}
}

func TestConflictOverARemovedSubpageLeavesItBelowItsParent(t *testing.T) {
	t.Parallel()
	w := diverged(t)
	w.rename("", "a1", "main")
	w.Spaces.Pages.Remove("space", "cr", "a1")
	require.ErrorIs(t, errorOf(w.client.ChangeRequests.Merge(t.Context(), "space", "cr", changerequests.MergeOptions{})), changerequests.ErrMergeConflicts)
	w.rename("cr", "a1", "kept")
	must(w.client.ChangeRequests.Merge(t.Context(), "space", "cr", changerequests.MergeOptions{}))(t)
	tree := must(w.client.Spaces.Pages.Tree(t.Context(), "space", spaces.PageTreeOptions{}))(t)
	require.ElementsMatch(t, []string{"a", "-kept", "-a2", "b"}, titles(tree.Pages))
}

func TestSettledConflictEndsWithTheMerge(t *testing.T) {
	t.Parallel()
	w := diverged(t)
	merge := func() error {
		return errorOf(w.client.ChangeRequests.Merge(t.Context(), "space", "cr", changerequests.MergeOptions{}))
	}
	w.rename("", "a", "main")
	w.rename("cr", "a", "first")
	require.ErrorIs(t, merge(), changerequests.ErrMergeConflicts)
	w.rename("cr", "a", "second")
	require.NoError(t, merge())
	w.rename("", "a", "main")
	must(w.client.ChangeRequests.Content.Update(t.Context(), "space", "cr", changerequests.ContentUpdate{Changes: []changerequests.ContentChange{
		{Operation: changerequests.ContentOperationUpdatePage, Page: "a", Title: new("third")},
	}}))(t)
	require.ErrorIs(t, merge(), changerequests.ErrMergeConflicts)
}

func TestReopenedChangeRequestWasNotMerged(t *testing.T) {
	t.Parallel()
	w := newWiki(t, publishingtest.WithNewerService(), publishingtest.WithoutDescriptionLimits())
	must(w.client.ChangeRequests.Merge(t.Context(), "wiki", "proposal", changerequests.MergeOptions{}))(t)
	opened := must(w.client.ChangeRequests.Update(t.Context(), "wiki", "proposal", changerequests.Update{Status: changerequests.StatusOpen}))(t)
	require.Nil(t, opened.MergedBy)
	require.Nil(t, opened.MergedAt)

	// A status that only a merge gives does not break the change request.
	require.Equal(t, http.StatusOK, w.send(t, "PATCH", proposal, `{"status":"merged"}`).status)
	require.Equal(t, http.StatusOK, w.send(t, "PATCH", proposal, `{"status":"open"}`).status)
}

func TestMergeIgnoresMergeRules(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	rules := api.MergeRules{Type: api.MergeRulesTypeRules, Rules: []api.MergeRule{
		{Rule: api.MergeRuleNameRequireAtLeastOneReview}, {Rule: api.MergeRuleNameRequireSpecificReviewers, Users: []string{"nobody"}},
	}}
	w.Spaces.Add(w.org, spaces.Space{ID: "space", MergeRules: rules}, publishingtest.Page{ID: "page", Title: "Start"})
	request := w.ChangeRequests.Add("space", changerequests.ChangeRequest{})
	w.Spaces.Pages.Edit("space", request.ID, "page", func(page *publishingtest.Page) { page.Title = "Begin" })
	merged := must(w.client.ChangeRequests.Merge(t.Context(), "space", request.ID, changerequests.MergeOptions{}))(t)
	require.Equal(t, changerequests.MergeOutcomeMerge, merged.Result)
	require.Equal(t, rules, must(w.client.Spaces.Get(t.Context(), "space", spaces.GetOptions{}))(t).MergeRules)
}
