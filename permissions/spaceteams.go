package permissions

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// SpaceTeamService manages the permissions of teams in a space. [SpaceService.Invite] gives a team
// its first role.
//
// Experimental: may change in any minor release; see [api].
type SpaceTeamService struct {
	core *transport.Core
}

// List returns one page of the teams that were given a role in a space. It does not include roles
// that teams have in an enclosing collection.
//
// API: GET /v1/spaces/{spaceId}/permissions/teams
func (s SpaceTeamService) List(
	ctx context.Context, spaceID string, options TeamListOptions, opts ...api.CallOption,
) (*pagination.Page[TeamPermission], error) {
	return transport.List[TeamPermission](
		ctx, s.core, opSpaceTeamList.Path(spaceID).Query(options), opts,
	)
}

// All returns an iterator over the teams that were given a role in a space.
//
// API: GET /v1/spaces/{spaceId}/permissions/teams
func (s SpaceTeamService) All(
	ctx context.Context, spaceID string, options TeamListOptions, opts ...api.CallOption,
) iter.Seq2[TeamPermission, error] {
	return transport.All[TeamPermission](
		ctx, s.core, opSpaceTeamList.Path(spaceID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [SpaceTeamService.List].
//
// API: GET /v1/spaces/{spaceId}/permissions/teams
func (s SpaceTeamService) ListPages(
	ctx context.Context, spaceID string, options TeamListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[TeamPermission], error] {
	return transport.Pages[TeamPermission](
		ctx, s.core, opSpaceTeamList.Path(spaceID).Query(options), opts,
	)
}

// Update sets the role of a team in a space. To give a team its first role, use
// [SpaceService.Invite]: the service may reject an update for a team without a role.
//
// API: PATCH /v1/spaces/{spaceId}/permissions/teams/{teamId}
func (s SpaceTeamService) Update(
	ctx context.Context, spaceID, teamID string, update TeamUpdate, opts ...api.CallOption,
) error {
	return transport.None(ctx, s.core, opSpaceTeamUpdate.Path(spaceID, teamID).Body(update), opts)
}

// Delete removes the role of a team in a space. If the team has no role, Delete returns
// [api.AlreadyAbsent] and a nil error. With some versions of the service, it returns an error that
// matches [api.ErrBadRequest] or [api.ErrUnprocessable] instead.
//
// API: DELETE /v1/spaces/{spaceId}/permissions/teams/{teamId}
func (s SpaceTeamService) Delete(
	ctx context.Context, spaceID, teamID string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opSpaceTeamDelete.Path(spaceID, teamID), opts)
}
