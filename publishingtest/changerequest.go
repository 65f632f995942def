package publishingtest

import (
	"slices"

	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleRequest       = behaviour("change-request.absent-404", "a path with a change request that does not exist is answered with 404")
	ruleRequestNumber = behaviour("change-request.number", "a change request is found by its number in the space as well as by its id")
	ruleRequestDraft  = behaviour("changerequests.create.draft", "a change request is a draft when it is made")
	ruleRequestNext   = behaviour("changerequests.create.number", "the number of a change request is one more than that of the last one in the space")
	ruleListStatus    = behaviour("changerequests.list.status", "a list of change requests has those of the status asked for, open ones when none is")
	ruleListCreator   = behaviour("changerequests.list.creator", "creator lets the change requests through that the user made")
	ruleContributor   = behaviour("changerequests.list.contributor", "contributor lets the change requests through that the user made, edited or commented")
	ruleOutdated      = behaviour("change-request.outdated", "a change request is outdated when the main content has a revision it was neither made from nor updated from")
	ruleOpenComments  = behaviour("change-request.comments", "the comments of a change request and of its space count those that are open")
	ruleSpaceCounts   = behaviour("space.change-requests", "a space counts its change requests: all, the open ones and the drafts")
	ruleRequestStatus = behaviour("changerequests.update.status", "a status moves a change request from any other; one that was merged starts from the merged content again")
)

// changeRequestOperations are the operations on change requests.
var changeRequestOperations = operations{
	"ChangeRequests.List": {onSpace(listRequests), limits.Table{
		limits.Query("status", limits.String, requestStatuses),
	}},
	"ChangeRequests.ListInOrg": {onOrganization(listOrgRequests), limits.Table{
		limits.Query("status", limits.String, requestStatuses),
	}},
	"ChangeRequests.Create": {onSpace(createRequest), limits.Table{
		limits.Body("subject", limits.String, limits.FromDescription(limits.Chars(0, 100))),
		limits.Body("agentTaskId", limits.String),
	}},
	"ChangeRequests.Get": {handle: onRequest(getRequest)},
	"ChangeRequests.Update": {onRequest(updateRequest), limits.Table{
		limits.Body("subject", limits.String, limits.FromDescription(limits.Chars(0, 100))),
		limits.Body("description", limits.Object),
		limits.Body("status", limits.String, limits.FromDescription(limits.OneOf("draft", "open", "archived"))),
	}},
}

// changeRequest is a proposed change to a space.
type changeRequest struct {
	data          changerequests.ChangeRequest
	space         *space
	head          *revision
	initial       *revision
	ancestor      *revision // of the main content: where the two have parted
	updatedFrom   *revision // nil when never updated
	merged        *revision // nil before
	pending       map[string]*contentPage
	settled       map[string]*contentPage
	contributions ordered.Table[*contribution] // by action and user
	comments      ordered.Table[*comment]
	reviewers     ordered.Table[*changerequests.RequestedReviewer] // by the id of the user or the team
	reviews       ordered.Table[*review]
}

func (r *request) changeRequest() (*changeRequest, error) {
	sp, err := r.space()
	if err != nil {
		return nil, err
	}
	if cr := r.requestOf(sp, r.id("changeRequestId"), r.holds(ruleRequestNumber)); cr != nil {
		return cr, nil
	}
	if r.holds(ruleRequest) {
		return nil, notFound("changeRequestId", r.id("changeRequestId"))
	}
	return r.newRequest(sp, changerequests.ChangeRequest{}), nil
}

func onRequest(handle func(r *request, cr *changeRequest) (answer, error)) handler {
	return with((*request).changeRequest, handle)
}

// requestOf returns the change request of a space with an id or a number, nil when there is none.
func (st *state) requestOf(sp *space, id string, byNumber bool) *changeRequest {
	if cr, ok := st.requests.Get(id); ok && cr.space == sp {
		return cr
	}
	for _, cr := range st.requests.All() {
		if byNumber && cr.space == sp && changerequests.Number(cr.data.Number) == id {
			return cr
		}
	}
	return nil
}

func listRequests(r *request, sp *space) (answer, error) {
	return page(r, r.requests.All(), func(cr *changeRequest) (changerequests.ChangeRequest, bool) {
		return r.showRequest(cr), cr.space == sp && r.wantsRequest(cr)
	})
}

func listOrgRequests(r *request, org *organization) (answer, error) {
	return page(r, r.requests.All(), func(cr *changeRequest) (changerequests.ChangeRequest, bool) {
		_, there := r.spaces.Get(cr.space.data.ID)
		return r.showRequest(cr), there && cr.space.data.Organization == org.data.ID && r.wantsRequest(cr)
	})
}

// wantsRequest holds a change request against the filters of a list.
func (r *request) wantsRequest(cr *changeRequest) bool {
	status := orElse(changerequests.Status(r.query.Get("status")), changerequests.StatusOpen)
	if cr.data.Status != status && r.holds(ruleListStatus) {
		return false
	}
	if id := r.query.Get("creator"); id != "" && cr.data.CreatedBy.ID != id && r.holds(ruleListCreator) {
		return false
	}
	id := r.query.Get("contributor")
	return id == "" || cr.contributed(id) || !r.holds(ruleContributor)
}

func createRequest(r *request, sp *space) (answer, error) {
	in := input[changerequests.ChangeRequestCreate](r)
	data := changerequests.ChangeRequest{ID: r.newID("change-request")}
	set(&data.Subject, in.Subject)
	if !r.holds(ruleRequestDraft) {
		data.Status = changerequests.StatusOpen
	}
	made := r.newRequest(sp, data)
	if !r.holds(ruleRequestNext) {
		made.data.Number = 1
	}
	r.requests.Add(data.ID, made)
	return created(r.showRequest(made), made.data.URLs.Location)
}

func getRequest(r *request, cr *changeRequest) (answer, error) { return ok(r.showRequest(cr)) }

func updateRequest(r *request, cr *changeRequest) (answer, error) {
	in := input[changerequests.ChangeRequestUpdate](r)
	set(&cr.data.Subject, in.Subject)
	if in.Description != nil {
		cr.data.Description = in.Description
	}
	if in.Status != "" && r.holds(ruleRequestStatus) {
		if cr.data.Status == changerequests.StatusMerged {
			cr.head, cr.ancestor, cr.merged = cr.merged, cr.merged, nil
		}
		cr.data.Status = in.Status
	}
	cr.data.UpdatedAt = r.now()
	return ok(r.showRequest(cr))
}

// newRequest makes a change request of a space; fields that are not set are made up.
func (st *state) newRequest(sp *space, data changerequests.ChangeRequest) *changeRequest {
	sp.numbers++
	data.Object = "change-request"
	data.Number = orElse(data.Number, sp.numbers)
	sp.numbers = max(sp.numbers, data.Number)
	data.Status = orElse(data.Status, changerequests.StatusDraft)
	data.CreatedAt = orElse(data.CreatedAt, st.now())
	data.UpdatedAt = orElse(data.UpdatedAt, data.CreatedAt)
	data.Space = sp.data.ID
	if data.CreatedBy.ID == "" {
		data.CreatedBy = *st.callerUser()
	}
	data.URLs.Location = orElse(data.URLs.Location, st.location("spaces", data.Space, "change-requests", data.ID))
	data.URLs.App = orElse(data.URLs.App, address(sp.data.URLs.App, "changes", changerequests.Number(data.Number)))
	return &changeRequest{
		data: data, space: sp, head: sp.main, initial: sp.main, ancestor: sp.main,
		pending: map[string]*contentPage{}, settled: map[string]*contentPage{},
	}
}

// showRequest is a change request as the service shows it.
func (st *state) showRequest(cr *changeRequest) changerequests.ChangeRequest {
	shown := cr.data
	shown.Revision, shown.RevisionInitial = cr.head.id, cr.initial.id
	if cr.updatedFrom != nil {
		shown.RevisionMergedAncestor = &cr.updatedFrom.id
	}
	if cr.merged != nil {
		shown.RevisionMerged = &cr.merged.id
	}
	shown.Comments += st.openComments(cr)
	if !st.config.off[string(ruleOutdated)] {
		shown.Outdated = shown.Outdated || cr.ancestor != cr.space.main && shown.Status != changerequests.StatusMerged
	}
	return shown
}

// count adds a change request to the counts of its space.
func (st *state) count(shown *spaces.Space, cr *changeRequest) {
	shown.Comments += st.openComments(cr)
	if st.config.off[string(ruleSpaceCounts)] {
		return
	}
	shown.ChangeRequests++
	switch cr.data.Status {
	case changerequests.StatusOpen:
		shown.ChangeRequestsOpen++
	case changerequests.StatusDraft:
		shown.ChangeRequestsDraft++
	default:
	}
}

// AddChangeRequest adds a change request to a space and returns it as the service shows it. Fields that are not set are made up; it is a
// draft of the caller unless Status and CreatedBy.ID say otherwise. It starts from the newest
// revision of the main content unless RevisionInitial identifies another one. Revisions that do not
// exist are created with the same content. A change request with Outdated is outdated until its
// next update.
//
// The hooks of the editor, such as [Server.EditPage], change its content. A merge or an update finds a conflict over each page that both the
// change request and the main content have changed since they parted; it answers with the result "conflicts" and changes nothing. Editing
// or removing the page in the change request after that settles the conflict: the next merge or update takes the page as it is in the change
// request, unless the main content has changed it once more.
func (s *Server) AddChangeRequest(spaceID string, seed changerequests.ChangeRequest) changerequests.ChangeRequest {
	s.mu.Lock()
	defer s.mu.Unlock()
	seed = clone(seed)
	sp := s.seedSpace(spaceID)
	if seed.CreatedBy.ID != "" {
		seed.CreatedBy = *known(s, &s.state.users, "user", seed.CreatedBy.ID)
	}
	s.agrees("Space", seed.Space, spaceID)
	seed.ID = s.seedID("change-request", seed.ID)
	made := s.state.newRequest(sp, seed)
	s.seedRevisions(made, seed)
	s.state.requests.Add(seed.ID, made)
	return clone(s.state.showRequest(made))
}

// seedRevisions gives a new change request the revisions that its seed identifies.
func (s *Server) seedRevisions(cr *changeRequest, seed changerequests.ChangeRequest) {
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
}

// seedRevision returns the revision of a space with an id, or like for "". If there is none, it
// creates one with the content of like.
func (s *Server) seedRevision(sp *space, id string, like *revision) *revision {
	if id == "" {
		return like
	}
	if rev, there := sp.kept.Get(id); there {
		return rev
	}
	made := &revision{id: s.seedID("revision", id), kind: like.kind, created: like.created, parents: []string{like.id}, material: like.material}
	sp.kept.Add(id, made)
	return made
}

// ChangeRequests returns the change requests of a space as the service shows them, in the order they were made.
func (s *Server) ChangeRequests(spaceID string) []changerequests.ChangeRequest {
	s.mu.Lock()
	defer s.mu.Unlock()
	sp := s.seedSpace(spaceID)
	var shown []changerequests.ChangeRequest
	for _, cr := range s.state.requests.All() {
		if cr.space == sp {
			shown = append(shown, s.state.showRequest(cr))
		}
	}
	return clone(shown)
}

// seedSpace returns a space that a test has named. One that does not exist is a mistake.
func (s *Server) seedSpace(id string) *space {
	sp := known(s, &s.state.spaces, "space", id)
	if sp.main == nil { // a mistake, and the test has gone on
		sp.main = &revision{}
	}
	return sp
}

// seedRequest returns a change request that a test has named. One that does not exist is a mistake.
func (s *Server) seedRequest(spaceID, id string) *changeRequest {
	sp := s.seedSpace(spaceID)
	cr := s.state.requestOf(sp, id, true)
	if cr != nil {
		return cr
	}
	if sp.data.ID != "" {
		s.mistake("there is no change request %q", id)
	}
	return s.state.newRequest(sp, changerequests.ChangeRequest{})
}

var requestStatuses = limits.FromDescription(limits.OneOf("draft", "open", "archived", "merged"))
