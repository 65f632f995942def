package publishingtest

import (
	"fmt"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleReviewOutdated  = newUndecidedRule("review.outdated", "a review is outdated if the change request has a later revision; without the rule, it never is")
	ruleReviewComment   = newUndecidedRule("changerequests.reviews.create.comment", "the comment of a review is a comment of the change request, with the review as its target; without the rule, it has no review as its target")
	ruleReviewRequested = newUndecidedRule("changerequests.reviews.create.requested-by", "a review by a user who was requested, directly or through a team, contains who requested it; without the rule, it does not")
	ruleReviewEnds      = newSeenRule("changerequests.reviews.create.request-ends", "a requested reviewer who submits a review is no longer one")
)

// The operations on reviews.
var _ = declare(operations{
	"ChangeRequests.Reviews.List":   {reviewKind.list, limits.Table{limits.QueryOf(changerequests.ReviewListOptions{})}},
	"ChangeRequests.Reviews.Create": {onChangeRequest(submitReview), limits.Table{limits.BodyOf(changerequests.ReviewCreate{})}},
	"ChangeRequests.Reviews.Get":    {reviewKind.get, limits.Table{limits.QueryOf(changerequests.ReviewGetOptions{})}},
})

// review is a user's review of a revision of a change request.
type review struct {
	data    changerequests.Review
	comment string // ID; "" if there is none
}

// reviewKind is the resource kind for reviews of change requests.
var reviewKind = &kind[*changeRequest, review, changerequests.Review]{
	name: "review", id: "review", param: "reviewId", in: changeRequestScope,
	table: func(cr *changeRequest) *ordered.Table[*review] { return &cr.reviews },
	show:  (*call).showReview,
	selected: func(c *call, cr *changeRequest) func(of *review) bool {
		outdated := c.queryBool("outdated")
		return when(outdated != nil,
			func(of *review) bool { return c.isOutdated(cr, of) == *outdated })
	},
}

func submitReview(c *call, cr *changeRequest) (response, error) {
	in := input[changerequests.ReviewCreate](c)
	created := c.addReview(cr,
		changerequests.Review{ID: c.newID("review"), Reviewer: *c.callerUser(), Status: in.Status})
	if in.Comment != nil {
		c.commentReview(cr, created, spaces.Comment{ID: c.newID("comment"), Body: *in.Comment})
	}
	if c.enabled(ruleReviewEnds) {
		cr.reviewers.Remove(c.caller)
	}
	return respondCreated(c.showReview(cr, created), c.location("spaces",
		cr.data.Space, "change-requests", cr.data.ID, "reviews", created.data.ID))
}

// addReview adds a review, which must have an ID and a reviewer. Other fields that are not set are
// generated.
func (st *state) addReview(cr *changeRequest, data changerequests.Review) *review {
	st.fillCommon(&data, "change-request-review")
	fill(&data.Revision, cr.head.id)
	fill(&data.Status, changerequests.ReviewStatusApproved)
	if data.RequestedBy == nil && st.enabled(ruleReviewRequested) {
		if asked := st.reviewRequestFor(cr, data.Reviewer.ID); asked != nil {
			data.RequestedBy = new(asked.RequestedBy)
		}
	}
	created := &review{data: data}
	cr.reviews.Add(data.ID, created)
	return created
}

// reviewRequestFor returns the requested reviewer that is the user or one of the user's teams, or
// nil if there is none.
func (st *state) reviewRequestFor(
	cr *changeRequest, userID string,
) *changerequests.RequestedReviewer {
	if asked, ok := cr.reviewers.Get(userID); ok {
		return asked
	}
	for asked := range cr.reviewers.Values() {
		t, ok := st.organizationOf(cr.space).teams.Get(publishing.Value(asked.Team).ID)
		if ok && t.members.Has(userID) {
			return asked
		}
	}
	return nil
}

// commentReview adds the comment of a review.
func (st *state) commentReview(cr *changeRequest, of *review, data spaces.Comment) {
	if data.PostedBy.ID == "" {
		data.PostedBy = of.data.Reviewer
	}
	fill(&data.PostedAt, of.data.CreatedAt)
	if st.enabled(ruleReviewComment) {
		data.Target.Review = &of.data.ID
	}
	of.comment = data.ID
	st.addComment(cr.branch().discussion(), data)
}

func (st *state) isOutdated(cr *changeRequest, of *review) bool {
	return of.data.Outdated || of.data.Revision != cr.head.id && st.enabled(ruleReviewOutdated)
}

// showReview returns a review as it appears in responses.
func (c *call) showReview(cr *changeRequest, of *review) changerequests.Review {
	shown := of.data
	shown.Reviewer = c.current(shown.Reviewer)
	if shown.RequestedBy != nil {
		shown.RequestedBy = new(c.current(*shown.RequestedBy))
	}
	shown.Outdated = c.isOutdated(cr, of)
	if cm, ok := cr.comments.Get(of.comment); ok {
		shown.Comment = new(c.state.showComment(cm))
		shown.Comment.Body = c.inRequestedFormat(shown.Comment.Body)
	}
	return shown
}

// Add adds a review of the current revision of a change request and returns it. It generates the
// fields that are not set. By default, the reviewer is the caller and the status is approved.
// Reviewer.ID identifies another reviewer, and RequestedBy.ID identifies the user who requested the
// review. If Comment is set, Add adds the comment to the change request. The author of the comment
// is the reviewer, unless Comment.PostedBy.ID identifies another user.
func (s ChangeRequestReviews) Add(
	spaceID, changeRequestID string, seed changerequests.Review,
) changerequests.Review {
	server := open(s.server)
	return reviewKind.add(server, seed, func(cr *changeRequest, seed changerequests.Review) *review {
		server.accept(server.limit("ChangeRequests.Reviews.Create",
			changerequests.ReviewCreate{Status: seed.Status}))
		seed.Reviewer = server.seedUser("Reviewer", orElse(seed.Reviewer.ID, server.state.caller))
		if seed.RequestedBy != nil {
			seed.RequestedBy = new(server.seedUser("RequestedBy", seed.RequestedBy.ID))
		}
		said := seed.Comment
		seed.Comment = nil
		created := server.state.addReview(cr, seed)
		if said != nil {
			if said.Target.Review != nil {
				server.agrees("Comment.Target.Review", *said.Target.Review, seed.ID)
			}
			server.state.commentReview(cr, created, server.seedComment(cr.branch().discussion(), *said))
		}
		return created
	}, spaceID, changeRequestID)
}

// All returns the reviews of a change request, in the order in which they were created.
func (s ChangeRequestReviews) All(spaceID, changeRequestID string) []changerequests.Review {
	return reviewKind.all(open(s.server), spaceID, changeRequestID)
}

var (
	ruleReviewerMember   = newUndecidedRule("changerequests.requestedreviewers.create.member", "a requested reviewer is a member of the organization; without the rule, any user")
	ruleReviewerOnce     = newUndecidedRule("changerequests.requestedreviewers.create.once", "a user who is requested again stays a single requested reviewer, with the data of the latest request; without the rule, each request is another one")
	ruleReviewerResponse = newUndecidedRule("changerequests.requestedreviewers.create.response", "the response to a review request contains the users that it requests, each once; without the rule, all requested reviewers")
	ruleReviewerSubject  = newUndecidedRule("changerequests.requestedreviewers.create.subject", "the subject and the description of a review request become those of the change request; without the rule, the change request keeps its own")
)

// The operations on requested reviewers.
var _ = declare(operations{
	"ChangeRequests.RequestedReviewers.List":   {handle: reviewerKind.list},
	"ChangeRequests.RequestedReviewers.Create": {onChangeRequest(requestReviewers), limits.Table{limits.BodyOf(changerequests.RequestedReviewerCreate{})}},
	"ChangeRequests.RequestedReviewers.Delete": {handle: ifPresent(reviewerKind.on(deleteRequestedReviewer))},
})

// reviewerKind is the resource kind for requested reviewers. Their IDs are the IDs of users and
// teams.
var reviewerKind = &kind[*changeRequest, changerequests.RequestedReviewer, changerequests.RequestedReviewer]{
	name: "requested reviewer", param: "userId", in: changeRequestScope,
	table: func(cr *changeRequest) *ordered.Table[*changerequests.RequestedReviewer] {
		return &cr.reviewers
	},
	show: (*call).showReviewer,
}

func requestReviewers(c *call, cr *changeRequest) (response, error) {
	in := input[changerequests.RequestedReviewerCreate](c)
	for i, id := range in.Users {
		if !c.organizationOf(cr.space).members.Has(id) && c.enabled(ruleReviewerMember) {
			return response{}, invalid(fmt.Sprintf("users[%d]", i),
				"a member of the organization", id, ruleReviewerMember)
		}
	}
	named := map[string]bool{}
	for _, id := range in.Users {
		if by, known := c.users.Get(id); known {
			named[id] = true
			c.askForReview(cr, id,
				changerequests.RequestedReviewer{Kind: changerequests.ReviewerKindUser, User: by})
		}
	}
	if c.enabled(ruleReviewerSubject) && (in.Subject != nil || in.Description != nil) {
		merge(&cr.data, in)
		cr.data.UpdatedAt = c.now()
	}
	result := changerequests.RequestedReviewerResult{Users: []changerequests.RequestedReviewer{}}
	for asked := range cr.reviewers.Values() {
		if byRule(c.state, ruleReviewerResponse, asked.User != nil && named[asked.User.ID], true) {
			result.Users = append(result.Users, c.showReviewer(cr, asked))
		}
	}
	return respondOK(result)
}

// askForReview records that the user or the team with the given ID was asked for a review.
func (st *state) askForReview(
	cr *changeRequest, id string, data changerequests.RequestedReviewer,
) *changerequests.RequestedReviewer {
	st.fillCommon(&data, "change-request-requested-reviewer")
	fill(&data.Revision, cr.head.id)
	if data.RequestedBy.ID == "" {
		data.RequestedBy = *st.callerUser()
	}
	if cr.reviewers.Has(id) {
		id = byRule(st, ruleReviewerOnce, id, fmt.Sprintf("%s again %d", id, cr.reviewers.Len()))
	}
	cr.reviewers.Put(id, &data)
	return &data
}

func deleteRequestedReviewer(
	c *call, cr *changeRequest, asked *changerequests.RequestedReviewer,
) (response, error) {
	return respondDeleted(asked.User != nil && cr.reviewers.Remove(c.param("userId")))
}

// showReviewer returns a requested reviewer as it appears in responses.
func (c *call) showReviewer(
	cr *changeRequest, asked *changerequests.RequestedReviewer,
) changerequests.RequestedReviewer {
	shown := *asked
	shown.RequestedBy = c.current(asked.RequestedBy)
	if asked.User != nil {
		shown.User = new(c.current(*asked.User))
	}
	return shown
}

// Add requests a review of a change request from a user or a team, and returns the requested
// reviewer. The seed contains either a User, who must be a member of the organization, or a Team.
// Only a seed can request a review from a team: no operation of the API can. By default, the caller
// requests the review. RequestedBy.ID identifies another user.
func (s ChangeRequestRequestedReviewers) Add(
	spaceID, changeRequestID string, seed changerequests.RequestedReviewer,
) changerequests.RequestedReviewer {
	server := open(s.server)
	type reviewer = changerequests.RequestedReviewer
	return reviewerKind.add(server, seed, func(cr *changeRequest, seed reviewer) *reviewer {
		if seed.RequestedBy.ID != "" {
			seed.RequestedBy = server.seedUser("RequestedBy", seed.RequestedBy.ID)
		}
		org := organizationKind.seeded(server, cr.space.data.Organization)
		var id string
		server.mistakeIf(seed.Team != nil && seed.User != nil, "want User or Team, got both")
		if seed.Team != nil {
			server.agrees("Kind", string(seed.Kind), string(changerequests.ReviewerKindTeam))
			id = seed.Team.ID
			seed.Kind, seed.User, seed.Team = changerequests.ReviewerKindTeam, nil, &changerequests.ReviewerTeam{
				Object: "team", ID: mustFind(server, &org.teams, "team", id).data.ID,
			}
		} else {
			server.agrees("Kind", string(seed.Kind), string(changerequests.ReviewerKindUser))
			id = publishing.Value(seed.User).ID
			seed.Kind = changerequests.ReviewerKindUser
			seed.User = new(mustFind(server, &org.members, "member", id).User)
		}
		return server.state.askForReview(cr, id, seed)
	}, spaceID, changeRequestID)
}

// All returns the requested reviewers of a change request, in the order of their first requests.
func (s ChangeRequestRequestedReviewers) All(
	spaceID, changeRequestID string,
) []changerequests.RequestedReviewer {
	return reviewerKind.all(open(s.server), spaceID, changeRequestID)
}
