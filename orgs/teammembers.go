package orgs

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// TeamMemberService is reached as the TeamMembers field of [Service].
type TeamMemberService struct {
	core *transport.Core
}

// TeamMemberRole is what a member may do in a team. The service may know more values than the constants.
type TeamMemberRole string

const (
	// TeamMemberRoleOwner can manage the members of the team.
	TeamMemberRoleOwner TeamMemberRole = "owner"
	// TeamMemberRoleMember is a member of the team.
	TeamMemberRoleMember TeamMemberRole = "member"
)

// TeamMember is the part of a member that belongs to the team.
type TeamMember struct {
	Role TeamMemberRole `json:"role" check:"required"`
}

// TeamMembership is a member of an organization as a member of one of its teams.
type TeamMembership struct {
	Organization api.Member            `json:"organization"` // the member as the organization has it
	Team         TeamMember            `json:"team"`         // the member as the team has it
	Permissions  TeamMemberPermissions `json:"permissions"`
}

// TeamMemberPermissions tells what the caller may do with a member of a team.
type TeamMemberPermissions struct {
	View bool `json:"view"`
}

// TeamMemberListOptions are the query of [TeamMemberService.List].
type TeamMemberListOptions struct {
	Page  string `url:"page,omitempty"`                        // cursor of the page, "" for the first
	Limit int    `url:"limit,omitempty" check:"range=0..1000"` // members a page, at most 1000; 0 leaves it to the service
}

// List returns one page of the members of a team. A team without members has an empty page; one that does not exist is an error matching
// [api.ErrNotFound].
//
// API: GET /v1/orgs/{organizationId}/teams/{teamId}/members
func (s TeamMemberService) List(ctx context.Context, orgID, teamID string, options TeamMemberListOptions, opts ...api.CallOption) (*pagination.Page[TeamMembership], error) {
	return transport.List[TeamMembership](ctx, s.core, opTeamMemberList.Path(orgID, teamID).Query(options), opts)
}

// All walks the members of a team, from options.Page on. An error is the last turn: a [*pagination.PageError] with what
// [TeamMemberService.List] returns, or a [*pagination.CursorLoopError].
//
// API: GET /v1/orgs/{organizationId}/teams/{teamId}/members
func (s TeamMemberService) All(ctx context.Context, orgID, teamID string, options TeamMemberListOptions, opts ...api.CallOption) iter.Seq2[TeamMembership, error] {
	return transport.All[TeamMembership](ctx, s.core, opTeamMemberList.Path(orgID, teamID).Query(options), opts)
}

// Pages walks the pages of the members of a team, from options.Page on. Errors are those of [TeamMemberService.All].
//
// API: GET /v1/orgs/{organizationId}/teams/{teamId}/members
func (s TeamMemberService) Pages(ctx context.Context, orgID, teamID string, options TeamMemberListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[TeamMembership], error] {
	return transport.Pages[TeamMembership](ctx, s.core, opTeamMemberList.Path(orgID, teamID).Query(options), opts)
}

// TeamMemberUpdate is the body of [TeamMemberService.Update]. A nil field is left out. A user in both Add and Remove ends up removed.
type TeamMemberUpdate struct {
	Add         []string              `json:"add,omitzero"`         // ids or e-mail addresses of users
	Remove      []string              `json:"remove,omitzero"`      // ids or e-mail addresses of users
	Memberships map[string]TeamMember `json:"memberships,omitzero"` // by id of the user
}

// Update adds, removes and changes members of a team in one call. A team that does not exist is an error matching [api.ErrNotFound]; a
// membership without a role is a [*api.ValidationError].
//
// API: PUT /v1/orgs/{organizationId}/teams/{teamId}/members
func (s TeamMemberService) Update(ctx context.Context, orgID, teamID string, update TeamMemberUpdate, opts ...api.CallOption) error {
	return transport.None(ctx, s.core, opTeamMemberUpdate.Path(orgID, teamID).Body(update), opts)
}

// TeamMemberPut is the body of [TeamMemberService.Put].
type TeamMemberPut struct {
	Role TeamMemberRole `json:"role,omitzero"` // the service decides if empty
}

// Put makes a user a member of a team, or changes the role of one who is. The user is named by id. A team or a user that does not exist is
// an error matching [api.ErrNotFound].
//
// API: PUT /v1/orgs/{organizationId}/teams/{teamId}/members/{userId}
func (s TeamMemberService) Put(ctx context.Context, orgID, teamID, userID string, member TeamMemberPut, opts ...api.CallOption) error {
	return transport.None(ctx, s.core, opTeamMemberPut.Path(orgID, teamID, userID).Body(member), opts)
}

// Delete removes a user from a team. One who was not a member is no error but [api.AlreadyAbsent]. A caller who may not remove the user gets
// an error matching [api.ErrForbidden].
//
// API: DELETE /v1/orgs/{organizationId}/teams/{teamId}/members/{userId}
func (s TeamMemberService) Delete(ctx context.Context, orgID, teamID, userID string, opts ...api.CallOption) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opTeamMemberDelete.Path(orgID, teamID, userID), opts)
}
