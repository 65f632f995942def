package publishingtest

import (
	"reflect"
	"slices"

	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleMergedAgain  = newUndecidedRule("changerequests.merge.again", "a merge of a change request whose content has not changed since it was merged returns the same revision; without the rule, it creates another one")
	ruleConflicts    = newUndecidedRule("changerequests.conflicts", "a page that both sides changed since they diverged is a conflict: the result is conflicts, with status 200, and nothing is merged or updated; without the rule, the page is that of the change request")
	ruleSettled      = newUndecidedRule("changerequests.conflicts.settled", "a page that was edited in the change request after its conflict was reported is taken from there, until the main content changes it again; without the rule, it stays a conflict")
	ruleNothingNewer = newUndecidedRule("changerequests.updatefrommain.nothing-newer", "an update of a change request that is not outdated creates no revision; without the rule, it creates one")
)

// The operations on merges and updates of change requests.
var _ = declare(operations{
	"ChangeRequests.Merge":          {handle: onChangeRequest(mergeChangeRequest)},
	"ChangeRequests.UpdateFromMain": {handle: onChangeRequest(updateChangeRequestFromMain)},
})

func mergeChangeRequest(c *call, cr *changeRequest) (response, error) {
	if cr.merged != nil && cr.head == cr.mergedHead && c.enabled(ruleMergedAgain) {
		return respondUnchanged(changerequests.MergeResult{
			Revision: cr.merged.id, Result: changerequests.ResultMerge,
		})
	}
	joined, conflicts := c.mergedContent(cr)
	if conflicts {
		return c.respondConflicts(cr)
	}
	cr.merged = c.commit(branch{space: cr.space}, revision{
		kind: spaces.RevisionTypeMerge, revisionContent: joined,
		parents: []string{cr.head.id}, mergedFrom: cr,
	})
	cr.mergedHead = cr.head
	c.setStatus(cr, changerequests.StatusMerged)
	cr.data.UpdatedAt, cr.data.Outdated = c.now(), false
	if c.config.newer {
		cr.data.MergedBy, cr.data.MergedAt = c.callerUser(), new(c.now())
	}
	return respondOK(changerequests.MergeResult{
		Revision: cr.merged.id, Result: changerequests.ResultMerge,
	})
}

func updateChangeRequestFromMain(c *call, cr *changeRequest) (response, error) {
	main := cr.space.main
	if (cr.ancestor == main || cr.merged == main) && !cr.data.Outdated &&
		c.enabled(ruleNothingNewer) {
		return respondUnchanged(changerequests.MergeResult{
			Revision: cr.head.id, Result: changerequests.ResultUpdate,
		})
	}
	joined, conflicts := c.mergedContent(cr)
	if conflicts {
		return c.respondConflicts(cr)
	}
	c.commit(branch{space: cr.space, changeRequest: cr}, revision{
		kind: spaces.RevisionTypeUpdate, revisionContent: joined, parents: []string{main.id},
	})
	cr.ancestor, cr.updatedFrom, cr.data.Outdated = main, main, false
	cr.settled, cr.mergedHead = map[string]*contentPage{}, nil
	return respondOK(changerequests.MergeResult{
		Revision: cr.head.id, Result: changerequests.ResultUpdate,
	})
}

// respondConflicts responds to a merge or an update that has conflicts.
func (c *call) respondConflicts(cr *changeRequest) (response, error) {
	return respondUnchanged(changerequests.MergeResult{
		Revision: cr.head.id, Result: changerequests.ResultConflicts,
	})
}

// mergedContent merges the content of a change request with the main content and returns the
// result. It records the conflicts in the change request.
func (c *call) mergedContent(cr *changeRequest) (both revisionContent, conflicts bool) {
	base, head, main := cr.ancestor, cr.head, cr.space.main
	if cr.mergedHead != nil { // the main content contains the merged head
		base = cr.mergedHead
	}
	ours := func(id string, theirs *contentPage) bool {
		settled, looked := cr.settled[id]
		isSettled := looked && samePage(settled, theirs) && c.enabled(ruleSettled)
		return byRule(c.state, ruleConflicts, isSettled, true)
	}
	joined := newPageMerge(base.pages, head.pages, main.pages)
	cr.pending = joined.apply(ours)
	both.pages = placed(joined.tree(""), "")
	both.files = mergedRows(base.files, head.files, main.files, fileID)
	both.reusables = mergedRows(base.reusables,
		head.reusables, main.reusables, (*reusableContent).id)
	return both, len(cr.pending) > 0
}

// mergedRows merges the lists ours and theirs, which have both changed since base. Changes in ours
// take precedence.
func mergedRows[T any](base, ours, theirs []T, id func(T) string) []T {
	var joined []T
	for _, row := range theirs {
		was, mine := withID(base, id(row), id), withID(ours, id(row), id)
		switch {
		case was != nil && mine != nil && !reflect.DeepEqual(*was, *mine):
			joined = append(joined, *mine)
		case mine != nil || was == nil:
			joined = append(joined, row)
		}
	}
	for _, row := range ours {
		was := withID(base, id(row), id)
		if withID(theirs, id(row), id) == nil && (was == nil || !reflect.DeepEqual(*was, row)) {
			joined = append(joined, row)
		}
	}
	return joined
}

// pageMerge merges the page trees ours and theirs, which have both changed since base.
type pageMerge struct {
	base, ours, theirs map[string]spot
	order              []string // IDs of the pages of ours in reading order, then of those only in base
	below              map[string][]string
	chosen             map[string]*contentPage
}

// spot is a page with its place.
type spot struct {
	page        *contentPage
	above, left string // IDs of the parent and of the previous sibling; "" if there is none
}

func newPageMerge(base, ours, theirs []*contentPage) *pageMerge {
	j := &pageMerge{
		base: spots(base), ours: spots(ours), theirs: spots(theirs),
		below: map[string][]string{}, chosen: map[string]*contentPage{},
	}
	for p := range allPages(theirs) {
		id := p.seed.ID
		j.chosen[id] = p
		j.below[j.theirs[id].above] = append(j.below[j.theirs[id].above], id)
	}
	for _, side := range [][]*contentPage{ours, base} {
		for p := range allPages(side) {
			if !slices.Contains(j.order, p.seed.ID) {
				j.order = append(j.order, p.seed.ID)
			}
		}
	}
	return j
}

// apply applies the changes of ours and returns the conflicts: the page in theirs by page ID, which
// is nil if theirs has removed the page. settled reports whether ours takes precedence for a page.
func (j *pageMerge) apply(
	settled func(id string, theirs *contentPage) bool,
) map[string]*contentPage {
	conflicts := map[string]*contentPage{}
	for _, id := range j.order {
		base, ours, theirs := j.base[id].page, j.ours[id].page, j.theirs[id].page
		if base != nil && ours != nil && theirs != nil && j.base[id].above != j.ours[id].above {
			j.move(id)
		}
		switch {
		case samePage(base, ours) || samePage(ours, theirs):
		case !samePage(base, theirs) && !settled(id, theirs):
			conflicts[id] = theirs
		case ours == nil:
			delete(j.chosen, id)
		default:
			j.chosen[id] = ours
			if theirs == nil {
				j.insert(id)
			}
		}
	}
	return conflicts
}

// insert adds a page that theirs does not contain. The page gets its place in ours, if that place
// still exists.
func (j *pageMerge) insert(id string) {
	at := j.ours[id]
	row := j.below[at.above]
	i := slices.Index(row, at.left) + 1
	if i == 0 && at.left != "" {
		i = len(row)
	}
	j.below[at.above] = slices.Insert(row, i, id)
}

// move moves a page to its place in ours, unless that place is now below the page itself. Both ours
// and theirs contain the page.
func (j *pageMerge) move(id string) {
	at := map[string]string{}
	for above, row := range j.below {
		for _, page := range row {
			at[page] = above
		}
	}
	for above := j.ours[id].above; above != ""; above = at[above] {
		if above == id {
			return
		}
	}
	from := j.below[at[id]]
	i := slices.Index(from, id)
	j.below[at[id]] = slices.Concat(from[:i], from[i+1:])
	j.insert(id)
}

// tree returns the merged pages below a page. The subpages of a removed page come last at the top
// level.
func (j *pageMerge) tree(above string) []*contentPage {
	var pages []*contentPage
	add := func(ids []string) {
		for _, id := range ids {
			if chosen := j.chosen[id]; chosen != nil {
				pages = append(pages, chosen.with(j.tree(id)))
			}
		}
	}
	add(j.below[above])
	if above == "" {
		for _, id := range j.lost() {
			add(j.below[id])
		}
	}
	return pages
}

// lost returns the IDs of removed pages, in order.
func (j *pageMerge) lost() []string {
	var ids []string
	for id := range j.below {
		if id != "" && j.chosen[id] == nil {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

func spots(pages []*contentPage) map[string]spot {
	found := map[string]spot{}
	var visit func(above string, pages []*contentPage)
	visit = func(above string, pages []*contentPage) {
		left := ""
		for _, p := range pages {
			found[p.seed.ID] = spot{p, above, left}
			left = p.seed.ID
			visit(p.seed.ID, p.below)
		}
	}
	visit("", pages)
	return found
}
