package permissions

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// SiteTeamService manages the permissions of teams on a site. [SiteService.Invite] gives a team its
// first role.
//
// Experimental: may change in any minor release; see [api].
type SiteTeamService struct {
	core *transport.Core
}

// SiteTeamUpdate is the request body of [SiteTeamService.Update].
//
// Experimental: may change in any minor release; see [api].
type SiteTeamUpdate struct {
	// Role is the new role. To give a team the access of guests, use [SiteService.Invite].
	Role api.Role `json:"role" check:"required"`
}

// List returns one page of the teams that were given a role on a site.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/permissions/teams
func (s SiteTeamService) List(
	ctx context.Context, orgID, siteID string, options TeamListOptions, opts ...api.CallOption,
) (*pagination.Page[TeamPermission], error) {
	return transport.List[TeamPermission](
		ctx, s.core, opSiteTeamList.Path(orgID, siteID).Query(options), opts,
	)
}

// All returns an iterator over the teams that were given a role on a site.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/permissions/teams
func (s SiteTeamService) All(
	ctx context.Context, orgID, siteID string, options TeamListOptions, opts ...api.CallOption,
) iter.Seq2[TeamPermission, error] {
	return transport.All[TeamPermission](
		ctx, s.core, opSiteTeamList.Path(orgID, siteID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [SiteTeamService.List].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/permissions/teams
func (s SiteTeamService) ListPages(
	ctx context.Context, orgID, siteID string, options TeamListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[TeamPermission], error] {
	return transport.Pages[TeamPermission](
		ctx, s.core, opSiteTeamList.Path(orgID, siteID).Query(options), opts,
	)
}

// Update sets the role of a team on a site. To give a team its first role, use
// [SiteService.Invite]: the service may reject an update for a team without a role.
//
// API: PATCH /v1/orgs/{organizationId}/sites/{siteId}/permissions/teams/{teamId}
func (s SiteTeamService) Update(
	ctx context.Context, orgID, siteID, teamID string,
	update SiteTeamUpdate, opts ...api.CallOption,
) error {
	return transport.None(ctx, s.core, opSiteTeamUpdate.Path(orgID, siteID, teamID).Body(update), opts)
}

// Delete removes the role of a team on a site. If the team has no role, Delete returns
// [api.AlreadyAbsent] and a nil error.
//
// API: DELETE /v1/orgs/{organizationId}/sites/{siteId}/permissions/teams/{teamId}
func (s SiteTeamService) Delete(
	ctx context.Context, orgID, siteID, teamID string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opSiteTeamDelete.Path(orgID, siteID, teamID), opts)
}
