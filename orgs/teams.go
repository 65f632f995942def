package orgs

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// TeamService manages the teams of an organization.
type TeamService struct {
	// Members manages the members of a team.
	Members TeamMemberService

	core *transport.Core
}

// TeamListOptions are the query parameters of [TeamService.List].
//
// Experimental: may change in any minor release; see [api].
type TeamListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of teams per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
	// Owner is the ID of a member. It selects the teams that the member may manage.
	Owner string `url:"owner,omitempty"`
	Title string `url:"title,omitempty"` // text that the title contains; case does not matter
}

// List returns one page of the teams of an organization.
//
// Experimental: may change in any minor release; see [api].
//
// API: GET /v1/orgs/{organizationId}/teams
func (s TeamService) List(
	ctx context.Context, orgID string, options TeamListOptions, opts ...api.CallOption,
) (*pagination.Page[api.Team], error) {
	return transport.List[api.Team](ctx, s.core, opTeamList.Path(orgID).Query(options), opts)
}

// All returns an iterator over the teams of an organization.
//
// Experimental: may change in any minor release; see [api].
//
// API: GET /v1/orgs/{organizationId}/teams
func (s TeamService) All(
	ctx context.Context, orgID string, options TeamListOptions, opts ...api.CallOption,
) iter.Seq2[api.Team, error] {
	return transport.All[api.Team](ctx, s.core, opTeamList.Path(orgID).Query(options), opts)
}

// ListPages returns an iterator over the pages of [TeamService.List].
//
// Experimental: may change in any minor release; see [api].
//
// API: GET /v1/orgs/{organizationId}/teams
func (s TeamService) ListPages(
	ctx context.Context, orgID string, options TeamListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[api.Team], error] {
	return transport.Pages[api.Team](ctx, s.core, opTeamList.Path(orgID).Query(options), opts)
}

// TeamCreate is the request body of [TeamService.Create].
//
// Experimental: may change in any minor release; see [api].
type TeamCreate struct {
	Title   string   `json:"title" check:"required,len=1..64"` // 1 to 64 characters
	Members []string `json:"members,omitzero"`                 // IDs of members of the organization
}

// Create creates a team and returns it. It is undocumented which role the members get in the team.
// [TeamMemberService.Update] sets their roles.
//
// Although the operation is a PUT, each request creates another team. A call is therefore retried
// only if the service cannot have acted on it: see [api.MayHaveApplied].
//
// Experimental: may change in any minor release; see [api].
//
// API: PUT /v1/orgs/{organizationId}/teams
func (s TeamService) Create(
	ctx context.Context, orgID string, team TeamCreate, opts ...api.CallOption,
) (*api.Team, error) {
	return transport.JSON[api.Team](ctx, s.core, opTeamCreate.Path(orgID).Body(team), opts)
}

// Get returns a team.
//
// Experimental: may change in any minor release; see [api].
//
// API: GET /v1/orgs/{organizationId}/teams/{teamId}
func (s TeamService) Get(
	ctx context.Context, orgID, teamID string, opts ...api.CallOption,
) (*api.Team, error) {
	return transport.JSON[api.Team](ctx, s.core, opTeamGet.Path(orgID, teamID), opts)
}

// TeamUpdate is the request body of [TeamService.Update].
//
// Experimental: may change in any minor release; see [api].
type TeamUpdate struct {
	Title string `json:"title" check:"required,len=1..64"` // 1 to 64 characters
}

// Update sets the title of a team and returns the updated team.
//
// Experimental: may change in any minor release; see [api].
//
// API: PATCH /v1/orgs/{organizationId}/teams/{teamId}
func (s TeamService) Update(
	ctx context.Context, orgID, teamID string, update TeamUpdate, opts ...api.CallOption,
) (*api.Team, error) {
	return transport.JSON[api.Team](
		ctx, s.core, opTeamUpdate.Path(orgID, teamID).Body(update), opts,
	)
}

// Delete deletes a team. If the team does not exist, Delete returns [api.AlreadyAbsent] and a nil
// error. The members of the team remain members of the organization.
//
// Experimental: may change in any minor release; see [api].
//
// API: DELETE /v1/orgs/{organizationId}/teams/{teamId}
func (s TeamService) Delete(
	ctx context.Context, orgID, teamID string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opTeamDelete.Path(orgID, teamID), opts)
}
