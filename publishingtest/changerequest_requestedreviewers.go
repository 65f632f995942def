package publishingtest

import (
	"fmt"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

var (
	ruleReviewerMember   = newUndecidedRule("changerequests.requestedreviewers.create.member", "a requested reviewer is a member of the organization; without the rule, any user")
	ruleReviewerOnce     = newUndecidedRule("changerequests.requestedreviewers.create.once", "a user who is requested again stays a single requested reviewer, with the data of the latest request; without the rule, each request is another one")
	ruleReviewerResponse = newUndecidedRule("changerequests.requestedreviewers.create.response", "the response to a review request contains the users that it requests, each once; without the rule, all requested reviewers")
	ruleReviewerSubject  = newUndecidedRule("changerequests.requestedreviewers.create.subject", "the subject and the description of a review request become those of the change request; without the rule, the change request keeps its own")
)

// The operations on requested reviewers.
var _ = declare(operations{
	"ChangeRequests.RequestedReviewers.List":   {handle: reviewerKind.list},
	"ChangeRequests.RequestedReviewers.Create": {onChangeRequest(requestReviewers), limits.Table{limits.BodyOf[changerequests.RequestedReviewerCreate]()}},
	"ChangeRequests.RequestedReviewers.Delete": {handle: deleteRequestedReviewer},
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
	data.Object = "change-request-requested-reviewer"
	data.Revision = orElse(data.Revision, cr.head.id)
	if data.RequestedBy.ID == "" {
		data.RequestedBy = *st.callerUser()
	}
	data.CreatedAt = orElse(data.CreatedAt, st.now())
	if cr.reviewers.Has(id) && !st.enabled(ruleReviewerOnce) {
		id = fmt.Sprintf("%s again %d", id, cr.reviewers.Len())
	}
	cr.reviewers.Put(id, &data)
	return &data
}

func deleteRequestedReviewer(c *call) (response, error) {
	cr, asked, err := reviewerKind.within(c)
	return respondDeleted(err == nil && asked.User != nil && cr.reviewers.Remove(c.param("userId")))
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
	if asked.Team != nil {
		if t := c.teamOf(cr, asked.Team.ID); t != nil {
			shown.Team = &changerequests.ReviewerTeam{Object: "team", ID: t.data.ID}
		}
	}
	return shown
}

// teamOf returns the team with the given ID in a change request's organization, or nil if there is
// none.
func (st *state) teamOf(cr *changeRequest, id string) *team {
	t, _ := st.organizationOf(cr.space).teams.Get(id)
	return t
}

// Add requests a review of a change request from a user or a team, and returns the requested
// reviewer. The seed contains either a User, who must be a member of the organization, or a Team.
// Only a seed can request a review from a team: no operation of the API can. By default, the caller
// requests the review. RequestedBy.ID identifies another user.
func (s ChangeRequestRequestedReviewers) Add(
	spaceID, changeRequestID string, seed changerequests.RequestedReviewer,
) changerequests.RequestedReviewer {
	type reviewer = changerequests.RequestedReviewer
	return reviewerKind.add(s.server, seed, func(cr *changeRequest, seed reviewer) *reviewer {
		if seed.RequestedBy.ID != "" {
			seed.RequestedBy = s.seedUser("RequestedBy", seed.RequestedBy.ID)
		}
		org := s.seedOrganization(cr.space.data.Organization)
		var id string
		if seed.Team != nil && seed.User != nil {
			s.mistake("want User or Team, got both")
		}
		if seed.Team != nil {
			s.agrees("Kind", string(seed.Kind), string(changerequests.ReviewerKindTeam))
			id = seed.Team.ID
			seed.Kind, seed.User, seed.Team = changerequests.ReviewerKindTeam, nil, &changerequests.ReviewerTeam{
				Object: "team", ID: mustFind(s.server, &org.teams, "team", id).data.ID,
			}
		} else {
			s.agrees("Kind", string(seed.Kind), string(changerequests.ReviewerKindUser))
			if seed.User == nil {
				seed.User = &api.User{}
			}
			id = seed.User.ID
			seed.Kind = changerequests.ReviewerKindUser
			seed.User = new(mustFind(s.server, &org.members, "member", id).User)
		}
		return s.state.askForReview(cr, id, seed)
	}, spaceID, changeRequestID)
}

// All returns the requested reviewers of a change request, in the order of their first requests.
func (s ChangeRequestRequestedReviewers) All(
	spaceID, changeRequestID string,
) []changerequests.RequestedReviewer {
	return reviewerKind.all(s.server, spaceID, changeRequestID)
}
