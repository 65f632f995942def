package orgs

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// TeamMemberService manages the members of the teams of an organization.
type TeamMemberService struct {
	core *transport.Core
}

// TeamMemberRole is the role of a member in a team.
type TeamMemberRole string

// The roles in a team.
const (
	TeamMemberRoleOwner  TeamMemberRole = "owner" // may manage the members of the team
	TeamMemberRoleMember TeamMemberRole = "member"
)

// TeamMember contains the role of a member in a team.
type TeamMember struct {
	Role TeamMemberRole `json:"role" check:"required"`
}

// TeamMembership is the membership of an organization member in a team.
type TeamMembership struct {
	Organization api.Member            `json:"organization"` // the member in the organization
	Team         TeamMember            `json:"team"`         // the membership in the team
	Permissions  TeamMemberPermissions `json:"permissions"`
}

// TeamMemberPermissions contains the caller's permissions on a member of a team.
type TeamMemberPermissions struct {
	View bool `json:"view"`
}

// TeamMemberListOptions are the query parameters of [TeamMemberService.List].
type TeamMemberListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of members per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
}

// List returns one page of the members of a team.
//
// API: GET /v1/orgs/{organizationId}/teams/{teamId}/members
func (s TeamMemberService) List(
	ctx context.Context, orgID, teamID string,
	options TeamMemberListOptions, opts ...api.CallOption,
) (*pagination.Page[TeamMembership], error) {
	return transport.List[TeamMembership](
		ctx, s.core, opTeamMemberList.Path(orgID, teamID).Query(options), opts,
	)
}

// All returns an iterator over the members of a team.
//
// API: GET /v1/orgs/{organizationId}/teams/{teamId}/members
func (s TeamMemberService) All(
	ctx context.Context, orgID, teamID string,
	options TeamMemberListOptions, opts ...api.CallOption,
) iter.Seq2[TeamMembership, error] {
	return transport.All[TeamMembership](
		ctx, s.core, opTeamMemberList.Path(orgID, teamID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [TeamMemberService.List].
//
// API: GET /v1/orgs/{organizationId}/teams/{teamId}/members
func (s TeamMemberService) ListPages(
	ctx context.Context, orgID, teamID string,
	options TeamMemberListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[TeamMembership], error] {
	return transport.Pages[TeamMembership](
		ctx, s.core, opTeamMemberList.Path(orgID, teamID).Query(options), opts,
	)
}

// TeamMemberUpdate is the request body of [TeamMemberService.Update]. If a user is in both Add and
// Remove, the service removes the user.
type TeamMemberUpdate struct {
	// Add contains IDs or email addresses of users.
	Add []string `json:"add,omitzero"`
	// Remove contains IDs or email addresses of users.
	Remove      []string              `json:"remove,omitzero"`
	Memberships map[string]TeamMember `json:"memberships,omitzero"` // by user ID
}

// Update adds, removes and changes members of a team in one request.
//
// API: PUT /v1/orgs/{organizationId}/teams/{teamId}/members
func (s TeamMemberService) Update(
	ctx context.Context, orgID, teamID string, update TeamMemberUpdate, opts ...api.CallOption,
) error {
	return transport.None(ctx, s.core, opTeamMemberUpdate.Path(orgID, teamID).Body(update), opts)
}

// TeamMemberPut is the request body of [TeamMemberService.Put].
type TeamMemberPut struct {
	Role TeamMemberRole `json:"role,omitzero"` // empty for the service's default
}

// Put adds a user to a team, or changes the role of a user who is already a member.
//
// API: PUT /v1/orgs/{organizationId}/teams/{teamId}/members/{userId}
func (s TeamMemberService) Put(
	ctx context.Context, orgID, teamID, userID string, member TeamMemberPut, opts ...api.CallOption,
) error {
	return transport.None(
		ctx, s.core, opTeamMemberPut.Path(orgID, teamID, userID).Body(member), opts,
	)
}

// Delete removes a user from a team. If the user is not a member, Delete returns
// [api.AlreadyAbsent] and a nil error.
//
// API: DELETE /v1/orgs/{organizationId}/teams/{teamId}/members/{userId}
func (s TeamMemberService) Delete(
	ctx context.Context, orgID, teamID, userID string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opTeamMemberDelete.Path(orgID, teamID, userID), opts)
}
