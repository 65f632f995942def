package orgs

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// MemberTeamService lists the teams of a member of an organization.
//
// Experimental: may change in any minor release; see [api].
type MemberTeamService struct {
	core *transport.Core
}

// MemberTeam is a team that a member belongs to.
//
// Experimental: may change in any minor release; see [api].
type MemberTeam struct {
	Team   api.Team   `json:"team"`
	Member TeamMember `json:"member"` // the membership in the team
}

// MemberTeamListOptions are the query parameters of [MemberTeamService.List].
//
// Experimental: may change in any minor release; see [api].
type MemberTeamListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of teams per page, at most 1000; 0 for the service's default.
	Limit int    `url:"limit,omitempty" check:"range=0..1000"`
	Title string `url:"title,omitempty"` // text that the title contains; case does not matter
}

// List returns one page of the teams of a member.
//
// API: GET /v1/orgs/{organizationId}/members/{userId}/teams
func (s MemberTeamService) List(
	ctx context.Context, orgID, userID string,
	options MemberTeamListOptions, opts ...api.CallOption,
) (*pagination.Page[MemberTeam], error) {
	return transport.List[MemberTeam](
		ctx, s.core, opMemberTeamList.Path(orgID, userID).Query(options), opts,
	)
}

// All returns an iterator over the teams of a member.
//
// API: GET /v1/orgs/{organizationId}/members/{userId}/teams
func (s MemberTeamService) All(
	ctx context.Context, orgID, userID string,
	options MemberTeamListOptions, opts ...api.CallOption,
) iter.Seq2[MemberTeam, error] {
	return transport.All[MemberTeam](
		ctx, s.core, opMemberTeamList.Path(orgID, userID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [MemberTeamService.List].
//
// API: GET /v1/orgs/{organizationId}/members/{userId}/teams
func (s MemberTeamService) ListPages(
	ctx context.Context, orgID, userID string,
	options MemberTeamListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[MemberTeam], error] {
	return transport.Pages[MemberTeam](
		ctx, s.core, opMemberTeamList.Path(orgID, userID).Query(options), opts,
	)
}
