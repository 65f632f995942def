package publishingtest

import (
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleChangeRequestDraft = newSeenRule("changerequests.create.draft", "a new change request is a draft")
	ruleChangeRequestOrder = newSeenRule("changerequests.list.newest-first", "change requests are listed in the reverse order of their creation")
	ruleContributor        = newUndecidedRule("changerequests.list.contributor", "contributor selects the change requests that the user created, edited or commented on; without the rule, those that the user edited or commented on")
	ruleReopened           = newUndecidedRule("changerequests.update.status.reopened", "a merged change request that gets another status starts again from the merged content; without the rule, its content and its merge stay")
)

// The operations on change requests.
var _ = declare(operations{
	"ChangeRequests.List":      {onSpace(listChangeRequests), limits.Table{limits.QueryOf(changerequests.ListOptions{}, "status")}},
	"ChangeRequests.ListInOrg": {onOrganization(listOrgChangeRequests), limits.Table{limits.QueryOf(changerequests.ListInOrgOptions{}, "status")}},
	"ChangeRequests.Create":    {onSpace(createChangeRequest), append(templateLimits("template."), limits.BodyOf(changerequests.Create{}), limits.Body("agentTaskId", limits.String), changeRequestSubject)},
	"ChangeRequests.Get":       {handle: onChangeRequest(shows((*call).showChangeRequest))},
	"ChangeRequests.Update": {onChangeRequest(updateChangeRequest), limits.Table{
		limits.BodyOf(changerequests.Update{}), changeRequestSubject,
		limits.Body("status", limits.FromDescription(limits.OneOf("draft", "open", "archived"))),
	}},
	"ChangeRequests.Merge":          {handle: onChangeRequest(mergeChangeRequest)},
	"ChangeRequests.UpdateFromMain": {handle: onChangeRequest(updateChangeRequestFromMain)},
})

// changeRequest is a proposed change to a space.
type changeRequest struct {
	data        changerequests.ChangeRequest
	space       *space
	head        *revision
	initial     *revision
	ancestor    *revision // the revision at which the change request and the main content diverged
	updatedFrom *revision // nil before the first update
	merged      *revision // nil before the merge
	mergedHead  *revision // the head that was merged; nil before the merge and after a later update
	pending     map[string]*contentPage
	settled     map[string]*contentPage
	reviewers   ordered.Table[*changerequests.RequestedReviewer] // reviewers by the ID of the user or the team
	reviews     ordered.Table[*review]
	discussed
}

func (c *call) changeRequest() *changeRequest {
	const param = "changeRequestId"
	return foundAt(c, param, c.findChangeRequest(spaceKind.of(c), c.param(param)))
}

// changeRequestScope finds a change request by its ID or its number.
var changeRequestScope = scope[*changeRequest]{
	(*call).changeRequest,
	func(s *server, ids ...string) *changeRequest { return s.seedChangeRequest(ids[0], ids[1]) },
}

var onChangeRequest = on((*call).changeRequest)

// findChangeRequest returns the change request in a space that has the given ID or number, or nil
// if there is none.
func (st *state) findChangeRequest(sp *space, id string) *changeRequest {
	if cr, ok := st.changeRequests.Get(id); ok && cr.space == sp {
		return cr
	}
	number, err := strconv.ParseInt(id, 10, 64)
	if err != nil || changerequests.Number(number) != id {
		return nil
	}
	return sp.numbered[number]
}

// addChangeRequest adds a change request, which must have an ID, to its space.
func (st *state) addChangeRequest(cr *changeRequest) {
	st.changeRequests.Add(cr.data.ID, cr, cr.groups()...)
	setOrDelete(&cr.space.numbered, cr.data.Number, cr, true)
}

// groups returns the names of the groups that cr belongs to: all change requests of its space, and
// those of the space that have its status.
func (cr *changeRequest) groups() []string {
	return []string{cr.space.data.ID, withStatus(cr.space, cr.data.Status)}
}

// withStatus returns the group name for the change requests in a space that have the given status.
func withStatus(sp *space, status changerequests.Status) string {
	return sp.data.ID + " " + string(status)
}

// setStatus changes the status of a change request.
func (st *state) setStatus(cr *changeRequest, status changerequests.Status) {
	cr.data.Status = status
	st.changeRequests.Regroup(cr.data.ID, cr.groups()...)
}

// changeRequestsOf returns the change requests of a space, in the order in which they were created.
func (st *state) changeRequestsOf(sp *space) *ordered.Rows[*changeRequest] {
	return st.changeRequests.Group(sp.data.ID)
}

func listChangeRequests(c *call, sp *space) (response, error) {
	list := c.sortedChangeRequests(c.changeRequests.Group(withStatus(sp, c.wantedStatus())))
	return respondPage(c, list.Where(c.selectedChangeRequests()), c.showChangeRequest)
}

func listOrgChangeRequests(c *call, org *organization) (response, error) {
	status, others := c.wantedStatus(), c.query["status"]
	inOrg := func(cr *changeRequest) bool {
		return c.spaces.Has(cr.space.data.ID) && cr.space.data.Organization == org.data.ID &&
			(cr.data.Status == status || slices.Contains(others, string(cr.data.Status)))
	}
	siteID, spaceID := c.query.Get("site"), c.query.Get("space")
	run := c.query.Get("styleguideRun")
	all := changerequests.Finding(c.query.Get("finding")) == changerequests.FindingAll
	wanted, _ := org.sites.Get(siteID)
	list := c.sortedChangeRequests(c.changeRequests.Rows()).Where(every(
		inOrg, c.selectedChangeRequests(),
		when(siteID != "", func(cr *changeRequest) bool { return c.placements[cr.space.data.ID][wanted] > 0 }),
		when(spaceID != "", func(cr *changeRequest) bool { return cr.space.data.ID == spaceID }),
		when(run != "", func(cr *changeRequest) bool {
			return cr.data.Styleguide != nil && cr.data.Styleguide.Run == run
		}),
		when(!all, func(cr *changeRequest) bool {
			return cr.data.SiteTopic == nil || cr.data.SiteTopic.Finding == nil
		}),
	))
	return respondPage(c, list, c.showChangeRequest)
}

// sortedChangeRequests returns change requests in the order that the query selects.
func (c *call) sortedChangeRequests(rows *ordered.Rows[*changeRequest]) ordered.List[*changeRequest] {
	by := changerequests.Sort(c.query.Get("orderBy"))
	switch {
	case by == changerequests.SortUpdatedAt, by == "" && c.config.newer:
		return latestFirst(rows, func(cr *changeRequest) time.Time { return cr.data.UpdatedAt })
	case by == changerequests.SortCreatedAt:
		return latestFirst(rows, func(cr *changeRequest) time.Time { return cr.data.CreatedAt })
	}
	return byRule(c.state, ruleChangeRequestOrder, rows.Backward(), rows.List())
}

// wantedStatus returns the status in the query, or open if the query contains none.
func (c *call) wantedStatus() changerequests.Status {
	return orElse(changerequests.Status(c.query.Get("status")), changerequests.StatusOpen)
}

// selectedChangeRequests returns a function that reports whether a change request passes the
// filters in the query other than status. It returns nil if the query has no such filters.
func (c *call) selectedChangeRequests() func(cr *changeRequest) bool {
	creator, contributor := c.query.Get("creator"), c.query.Get("contributor")
	reviewer, topic := c.query.Get("requestedReviewer"), c.query.Get("topic")
	return every(
		when(topic != "", func(cr *changeRequest) bool {
			return cr.data.SiteTopic != nil && cr.data.SiteTopic.Topic == topic
		}),
		when(reviewer != "", func(cr *changeRequest) bool { return cr.reviewers.Has(reviewer) }),
		when(creator != "", func(cr *changeRequest) bool { return cr.data.CreatedBy.ID == creator }),
		when(contributor != "", func(cr *changeRequest) bool {
			return cr.contributed(contributor) ||
				cr.data.CreatedBy.ID == contributor && c.enabled(ruleContributor)
		}),
	)
}

func createChangeRequest(c *call, sp *space) (response, error) {
	in := input[changerequests.Create](c)
	var pages []Page
	if in.Template != nil {
		pages = c.pagesOf(*in.Template, sp.main, "template.")
	}
	data := as[changerequests.ChangeRequest](in)
	data.ID, data.Status = c.newID("change-request"), byRule(c.state,
		ruleChangeRequestDraft, changerequests.StatusDraft, changerequests.StatusOpen)
	created := c.newChangeRequest(sp, data)
	c.addChangeRequest(created)
	if in.Template != nil {
		c.appendPages(created.branch(), pages)
	}
	return respondCreated(c.showChangeRequest(created), created.data.URLs.Location)
}

func updateChangeRequest(c *call, cr *changeRequest) (response, error) {
	in := input[changerequests.Update](c)
	setIfGiven(&cr.data.Subject, in.Subject)
	replaceIfGiven(&cr.data.Description, in.Description)
	if in.Links != nil {
		cr.data.Links = nil
		for _, link := range in.Links {
			cr.data.Links = append(cr.data.Links, changerequests.AttachedLink{
				ID:  orElse(publishing.Value(link.ID), c.newID("link")),
				Ref: link.Ref, Title: link.Title,
			})
		}
	}
	if in.Status != "" {
		if cr.merged != nil && cr.data.Status == changerequests.StatusMerged && c.enabled(ruleReopened) {
			cr.head, cr.ancestor, cr.merged, cr.mergedHead = cr.merged, cr.merged, nil, nil
			cr.data.MergedBy, cr.data.MergedAt = nil, nil
		}
		c.setStatus(cr, in.Status)
	}
	cr.data.UpdatedAt = c.now()
	return respondOK(c.showChangeRequest(cr))
}

// newChangeRequest returns a new change request of a space. It copies data and generates the fields
// that are not set.
func (st *state) newChangeRequest(sp *space, data changerequests.ChangeRequest) *changeRequest {
	fill(&data.Number, sp.numbers+1)
	sp.numbers = max(sp.numbers, data.Number)
	fill(&data.Status, changerequests.StatusDraft)
	data.Space = sp.data.ID
	if data.CreatedBy.ID == "" {
		data.CreatedBy = *st.callerUser()
	}
	st.fillCommon(&data, "change-request", "spaces", data.Space, "change-requests", data.ID)
	fill(&data.URLs.App, address(sp.data.URLs.App, "changes", changerequests.Number(data.Number)))
	return &changeRequest{
		data: data, space: sp, head: sp.main, initial: sp.main, ancestor: sp.main,
		pending: map[string]*contentPage{}, settled: map[string]*contentPage{},
	}
}

// showChangeRequest returns a change request as it appears in responses.
func (st *state) showChangeRequest(cr *changeRequest) changerequests.ChangeRequest {
	shown := cr.data
	shown.CreatedBy = st.current(shown.CreatedBy)
	shown.Revision, shown.RevisionInitial = cr.head.id, cr.initial.id
	if cr.updatedFrom != nil {
		shown.RevisionMergedAncestor = &cr.updatedFrom.id
	}
	if cr.merged != nil {
		shown.RevisionMerged = &cr.merged.id
	}
	shown.Comments += cr.openComments()
	shown.Outdated = shown.Outdated ||
		cr.ancestor != cr.space.main && shown.Status != changerequests.StatusMerged
	return shown
}

// Add adds a change request to a space and returns it. Fields that are not set are generated. By
// default, the change request is a draft by the caller, and starts from the newest revision of the
// main content. RevisionInitial selects another revision. If a field contains the ID of a revision
// that does not exist, Add creates the revision: Revision with the content of the initial revision,
// the others with the main content. If Outdated is true, the change request is outdated until its
// next update. Only a merged change request may have a RevisionMerged, and a merged change request
// must not be outdated. The Number must be unique in the space.
//
// The methods of the editor, such as [SpacePages.Edit], change its content. A merge or an update
// finds a conflict on each page that both the change request and the main content have changed
// since they diverged. It then returns the result "conflicts" and changes nothing. To resolve the
// conflict, edit or remove the page in the change request. The next merge or update then takes the
// page from the change request, unless the page has changed in the main content again.
func (s ChangeRequests) Add(
	spaceID string, seed changerequests.ChangeRequest,
) changerequests.ChangeRequest {
	server := open(s.server)
	defer server.mu.hold()()
	seed = clone(seed)
	sp := spaceKind.seeded(server, spaceID)
	if seed.CreatedBy.ID != "" {
		seed.CreatedBy = server.seedUser("CreatedBy", seed.CreatedBy.ID)
	}
	server.agrees("Space", seed.Space, spaceID)
	server.accept(server.limit("ChangeRequests.Create", changerequests.Create{Subject: &seed.Subject}))
	server.acceptState(sp, seed)
	seed.ID = server.seedID("change-request", seed.ID)
	created := server.state.newChangeRequest(sp, seed)
	server.seedRevisions(created, seed)
	server.state.addChangeRequest(created)
	return clone(server.state.showChangeRequest(created))
}

// acceptState fails the test if the fields of a seed contradict each other.
func (s *server) acceptState(sp *space, seed changerequests.ChangeRequest) {
	if seed.Status != "" {
		s.accept(s.limitOf("ChangeRequests.List",
			limits.Input{Query: url.Values{"status": {string(seed.Status)}}}))
	}
	merged := seed.Status == changerequests.StatusMerged
	switch {
	case seed.RevisionMerged != nil && !merged:
		s.mistake("RevisionMerged: want none with the status %q, got %q",
			orElse(seed.Status, changerequests.StatusDraft), *seed.RevisionMerged)
	case seed.Outdated && merged:
		s.mistake("Outdated: want false with the status %q, got true", seed.Status)
	case seed.Number < 0:
		s.mistake("Number: want a positive number, got %d", seed.Number)
	}
	if seed.Number > 0 && s.state.findChangeRequest(sp, changerequests.Number(seed.Number)) != nil {
		s.mistake("Number: %d is already in use", seed.Number)
	}
}

// seedRevisions sets the revisions of a new change request to those that its seed identifies.
func (s *server) seedRevisions(cr *changeRequest, seed changerequests.ChangeRequest) {
	sp := cr.space
	from := func(rev *revision) *revision {
		if slices.Contains(sp.revisions, rev) {
			cr.ancestor = rev
		}
		return rev
	}
	cr.initial = from(s.seedRevision(sp, seed.RevisionInitial, sp.main))
	cr.head = s.seedRevision(sp, seed.Revision, cr.initial)
	if seed.RevisionMergedAncestor != nil {
		cr.updatedFrom = from(s.seedRevision(sp, *seed.RevisionMergedAncestor, sp.main))
	}
	switch {
	case seed.RevisionMerged != nil:
		cr.merged = s.seedRevision(sp, *seed.RevisionMerged, sp.main)
	case seed.Status == changerequests.StatusMerged:
		cr.merged = sp.main
	}
	if cr.merged != nil {
		cr.mergedHead = cr.head
	}
}

// seedRevision returns the revision with the given ID. If there is none, it creates one with the
// content of the revision like. If the ID is empty, it returns like itself.
func (s *server) seedRevision(sp *space, id string, like *revision) *revision {
	if id == "" {
		return like
	}
	if rev, ok := sp.kept.Get(id); ok {
		return rev
	}
	created := &revision{
		id: s.seedID("revision", id), kind: like.kind, created: like.created,
		parents: []string{like.id}, revisionContent: like.revisionContent,
	}
	sp.kept.Add(id, created)
	return created
}

// All returns the change requests of a space, in the order in which they were created.
func (s ChangeRequests) All(spaceID string) []changerequests.ChangeRequest {
	server := open(s.server)
	defer server.mu.hold()()
	return values(server.state.changeRequestsOf(spaceKind.seeded(server, spaceID)).Values(),
		server.state.showChangeRequest)
}

// seedChangeRequest returns the change request with the given ID. If it does not exist, the test
// fails.
func (s *server) seedChangeRequest(spaceID, id string) *changeRequest {
	cr := s.state.findChangeRequest(spaceKind.seeded(s, spaceID), id)
	s.mistakeIf(cr == nil, "there is no change request %q", id)
	return cr
}

var changeRequestSubject = limits.Body("subject", limits.FromDescription(limits.Chars(0, 100)))

var (
	ruleMergedAgain  = newUndecidedRule("changerequests.merge.again", "a merge of a change request whose content has not changed since it was merged returns the same revision; without the rule, it creates another one")
	ruleConflicts    = newUndecidedRule("changerequests.conflicts", "a page that both sides changed since they diverged is a conflict: the result is conflicts, with status 200, and nothing is merged or updated; without the rule, the page is that of the change request")
	ruleSettled      = newUndecidedRule("changerequests.conflicts.settled", "a page that was edited in the change request after its conflict was reported is taken from there, until the main content changes it again; without the rule, it stays a conflict")
	ruleNothingNewer = newUndecidedRule("changerequests.updatefrommain.nothing-newer", "an update of a change request that is not outdated creates no revision; without the rule, it creates one")
)

func mergeChangeRequest(c *call, cr *changeRequest) (response, error) {
	if cr.merged != nil && cr.head == cr.mergedHead && c.enabled(ruleMergedAgain) {
		return respondUnchanged(mergeResult(cr.merged, changerequests.MergeOutcomeMerge))
	}
	joined, conflicts := c.mergedContent(cr)
	if conflicts {
		return respondUnchanged(mergeResult(cr.head, changerequests.MergeOutcomeConflicts))
	}
	cr.merged = c.commit(branch{space: cr.space}, revision{
		kind: spaces.RevisionTypeMerge, revisionContent: joined,
		parents: []string{cr.head.id}, mergedFrom: cr,
	})
	cr.mergedHead, cr.settled = cr.head, map[string]*contentPage{}
	c.setStatus(cr, changerequests.StatusMerged)
	cr.data.UpdatedAt, cr.data.Outdated = c.now(), false
	if c.config.newer {
		cr.data.MergedBy, cr.data.MergedAt = c.callerUser(), new(cr.data.UpdatedAt)
	}
	return respondOK(mergeResult(cr.merged, changerequests.MergeOutcomeMerge))
}

func updateChangeRequestFromMain(c *call, cr *changeRequest) (response, error) {
	main := cr.space.main
	isMerged := cr.merged == main && cr.data.Status == changerequests.StatusMerged
	if (cr.ancestor == main || isMerged) && !cr.data.Outdated &&
		c.enabled(ruleNothingNewer) {
		return respondUnchanged(mergeResult(cr.head, changerequests.MergeOutcomeUpdate))
	}
	joined, conflicts := c.mergedContent(cr)
	if conflicts {
		return respondUnchanged(mergeResult(cr.head, changerequests.MergeOutcomeConflicts))
	}
	c.commit(cr.branch(), revision{
		kind: spaces.RevisionTypeUpdate, revisionContent: joined, parents: []string{main.id},
	})
	cr.ancestor, cr.updatedFrom, cr.data.Outdated = main, main, false
	cr.settled, cr.mergedHead = map[string]*contentPage{}, nil
	return respondOK(mergeResult(cr.head, changerequests.MergeOutcomeUpdate))
}

func mergeResult(rev *revision, result changerequests.MergeOutcome) changerequests.MergeResult {
	return changerequests.MergeResult{Revision: rev.id, Result: result}
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
	joined, conflicted := mergePages(base.pages, head.pages, main.pages, ours)
	cr.pending, both.pages = conflicted, placed(joined, "")
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
	base, ours, theirs pageTree
	chosen             map[string]*contentPage // merged pages by ID
	parents            map[string]string       // IDs of the parents of merged pages; "" for the top level
}

// pageTree contains the places of pages by their IDs.
type pageTree struct {
	spots map[string]spot
	below map[string][]string // IDs of the subpages of each page, in order; of "", those at the top level
}

// spot is a page with its place.
type spot struct {
	page        *contentPage
	above, left string // IDs of the parent and of the previous sibling; "" if there is none
}

func treeOfPages(pages []*contentPage) pageTree {
	tree := pageTree{map[string]spot{}, map[string][]string{}}
	eachSpot("", pages, func(at spot) {
		id := at.page.seed.ID
		tree.spots[id], tree.below[at.above] = at, append(tree.below[at.above], id)
	})
	return tree
}

// mergePages merges page trees. It returns the result and the conflicts: the page in theirs by page
// ID, which is nil if theirs has removed the page. settled reports whether ours takes precedence
// for a page.
func mergePages(
	base, ours, theirs []*contentPage, settled func(id string, theirs *contentPage) bool,
) (merged []*contentPage, conflicts map[string]*contentPage) {
	j := &pageMerge{
		base: treeOfPages(base), ours: treeOfPages(ours), theirs: treeOfPages(theirs),
		chosen: map[string]*contentPage{}, parents: map[string]string{},
	}
	for id, at := range j.theirs.spots {
		j.chosen[id], j.parents[id] = at.page, at.above
	}
	conflicts = map[string]*contentPage{}
	pages := slices.Collect(allPages(ours))
	for p := range allPages(base) {
		if j.ours.spots[p.seed.ID].page == nil {
			pages = append(pages, p)
		}
	}
	for _, p := range pages {
		id := p.seed.ID
		base, ours, theirs := j.base.spots[id], j.ours.spots[id], j.theirs.spots[id].page
		if base.page != nil && ours.page != nil && theirs != nil && base.above != ours.above {
			j.move(id, ours.above)
		}
		switch {
		case samePage(base.page, ours.page) || samePage(ours.page, theirs):
		case !samePage(base.page, theirs) && !settled(id, theirs):
			conflicts[id] = theirs
		case ours.page == nil:
			delete(j.chosen, id)
		case theirs == nil:
			j.chosen[id], j.parents[id] = ours.page, ours.above
		default:
			j.chosen[id] = ours.page
		}
	}
	return j.tree(""), conflicts
}

// move moves a page, unless it would then be below itself.
func (j *pageMerge) move(id, to string) {
	for above := to; above != ""; above = j.parents[above] {
		if above == id {
			return
		}
	}
	j.parents[id] = to
}

// tree returns the merged pages below a page. The subpages of a removed page come last at the top
// level.
func (j *pageMerge) tree(above string) []*contentPage {
	ids := j.row(above)
	if above == "" {
		var removed []string
		for id := range j.chosen {
			if parent := j.parents[id]; parent != "" && j.chosen[parent] == nil {
				removed = append(removed, parent)
			}
		}
		slices.Sort(removed)
		for _, id := range slices.Compact(removed) {
			ids = append(ids, j.row(id)...)
		}
	}
	var pages []*contentPage
	for _, id := range ids {
		pages = append(pages, j.chosen[id].with(j.tree(id)))
	}
	return pages
}

// row returns the IDs of the merged pages directly below a page. Their order is that of theirs, or
// that of ours if ours has changed it. A page of the other tree follows its previous sibling there.
func (j *pageMerge) row(above string) []string {
	in := func(tree pageTree, id string) bool {
		at, ok := tree.spots[id]
		return ok && at.above == above
	}
	only := func(ids []string, keep func(id string) bool) []string {
		return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return !keep(id) })
	}
	first, second := j.theirs, j.ours
	was := only(j.base.below[above], func(id string) bool { return in(j.ours, id) })
	if is := only(j.ours.below[above], func(id string) bool { return in(j.base, id) }); !slices.Equal(was, is) {
		first, second = second, first
	}
	isHere := func(id string) bool { return j.chosen[id] != nil && j.parents[id] == above }
	row := only(first.below[above], isHere)
	for _, id := range only(second.below[above], isHere) {
		if !in(first, id) {
			left := second.spots[id].left
			at := slices.Index(row, left) + 1
			if at == 0 && left != "" {
				at = len(row)
			}
			row = slices.Insert(row, at, id)
		}
	}
	return row
}

// eachSpot calls visit with the places of pages and of their subpages. The parent of the pages is
// above.
func eachSpot(above string, pages []*contentPage, visit func(at spot)) {
	left := ""
	for _, p := range pages {
		visit(spot{p, above, left})
		eachSpot(p.seed.ID, p.below, visit)
		left = p.seed.ID
	}
}

// spotOf returns the place of a page, or the zero value if there is no such page.
func spotOf(pages []*contentPage, id string) (found spot) {
	eachSpot("", pages, func(at spot) {
		if at.page.seed.ID == id {
			found = at
		}
	})
	return found
}
