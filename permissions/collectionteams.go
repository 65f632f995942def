package permissions

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// CollectionTeamService manages the permissions of teams in a collection.
// [CollectionService.Invite] gives a team its first role.
//
// Experimental: may change in any minor release; see [api].
type CollectionTeamService struct {
	core *transport.Core
}

// List returns one page of the teams that were given a role in a collection. It does not include
// roles that teams have in an enclosing collection.
//
// API: GET /v1/collections/{collectionId}/permissions/teams
func (s CollectionTeamService) List(
	ctx context.Context, collectionID string, options TeamListOptions, opts ...api.CallOption,
) (*pagination.Page[TeamPermission], error) {
	return transport.List[TeamPermission](
		ctx, s.core, opCollectionTeamList.Path(collectionID).Query(options), opts,
	)
}

// All returns an iterator over the teams that were given a role in a collection.
//
// API: GET /v1/collections/{collectionId}/permissions/teams
func (s CollectionTeamService) All(
	ctx context.Context, collectionID string, options TeamListOptions, opts ...api.CallOption,
) iter.Seq2[TeamPermission, error] {
	return transport.All[TeamPermission](
		ctx, s.core, opCollectionTeamList.Path(collectionID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [CollectionTeamService.List].
//
// API: GET /v1/collections/{collectionId}/permissions/teams
func (s CollectionTeamService) ListPages(
	ctx context.Context, collectionID string, options TeamListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[TeamPermission], error] {
	return transport.Pages[TeamPermission](
		ctx, s.core, opCollectionTeamList.Path(collectionID).Query(options), opts,
	)
}

// Update sets the role of a team in a collection. To give a team its first role, use
// [CollectionService.Invite]: the service may reject an update for a team without a role.
//
// API: PATCH /v1/collections/{collectionId}/permissions/teams/{teamId}
func (s CollectionTeamService) Update(
	ctx context.Context, collectionID, teamID string, update TeamUpdate, opts ...api.CallOption,
) error {
	return transport.None(
		ctx, s.core, opCollectionTeamUpdate.Path(collectionID, teamID).Body(update), opts,
	)
}

// Delete removes the role of a team in a collection. If the team has no role, Delete returns
// [api.AlreadyAbsent] and a nil error.
//
// API: DELETE /v1/collections/{collectionId}/permissions/teams/{teamId}
func (s CollectionTeamService) Delete(
	ctx context.Context, collectionID, teamID string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opCollectionTeamDelete.Path(collectionID, teamID), opts)
}
