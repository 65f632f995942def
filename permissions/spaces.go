package permissions

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// SpaceService manages the permissions of users in a space.
type SpaceService struct {
	// Teams manages the permissions of teams in a space.
	Teams SpaceTeamService

	core *transport.Core
}

// Invite gives users and teams a role in a space.
//
// API: POST /v1/spaces/{spaceId}/permissions
func (s SpaceService) Invite(ctx context.Context, spaceID string, invite InviteCreate, opts ...api.CallOption) error {
	return transport.None(ctx, s.core, opSpaceInvite.Path(spaceID).Body(invite), opts)
}

// List returns one page of the users who were given a role in a space.
//
// API: GET /v1/spaces/{spaceId}/permissions/users
func (s SpaceService) List(ctx context.Context, spaceID string, options ListOptions, opts ...api.CallOption) (*pagination.Page[Permission], error) {
	return transport.List[Permission](ctx, s.core, opSpaceList.Path(spaceID).Query(options), opts)
}

// All iterates over the users who were given a role in a space, starting at options.Cursor.
//
// API: GET /v1/spaces/{spaceId}/permissions/users
func (s SpaceService) All(ctx context.Context, spaceID string, options ListOptions, opts ...api.CallOption) iter.Seq2[Permission, error] {
	return transport.All[Permission](ctx, s.core, opSpaceList.Path(spaceID).Query(options), opts)
}

// ListPages returns an iterator over the pages of [SpaceService.List].
//
// API: GET /v1/spaces/{spaceId}/permissions/users
func (s SpaceService) ListPages(ctx context.Context, spaceID string, options ListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[Permission], error] {
	return transport.Pages[Permission](ctx, s.core, opSpaceList.Path(spaceID).Query(options), opts)
}

// Delete removes the role of a user in a space. If the user has none, it returns
// [api.AlreadyAbsent] and a nil error.
//
// API: DELETE /v1/spaces/{spaceId}/permissions/users/{userId}
func (s SpaceService) Delete(ctx context.Context, spaceID, userID string, opts ...api.CallOption) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opSpaceDelete.Path(spaceID, userID), opts)
}

// Update sets the role of a user in a space.
//
// API: PATCH /v1/spaces/{spaceId}/permissions/users/{userId}
func (s SpaceService) Update(ctx context.Context, spaceID, userID string, update RoleUpdate, opts ...api.CallOption) error {
	return transport.None(ctx, s.core, opSpaceUpdate.Path(spaceID, userID).Body(update), opts)
}

// ListAggregate returns one page of the users who can access a space.
//
// API: GET /v1/spaces/{spaceId}/permissions/aggregate
func (s SpaceService) ListAggregate(ctx context.Context, spaceID string, options AggregateOptions, opts ...api.CallOption) (*pagination.Page[Permission], error) {
	return transport.List[Permission](ctx, s.core, opSpaceListAggregate.Path(spaceID).Query(options), opts)
}

// AllAggregate iterates over the users who can access a space, starting at options.Cursor.
//
// API: GET /v1/spaces/{spaceId}/permissions/aggregate
func (s SpaceService) AllAggregate(ctx context.Context, spaceID string, options AggregateOptions, opts ...api.CallOption) iter.Seq2[Permission, error] {
	return transport.All[Permission](ctx, s.core, opSpaceListAggregate.Path(spaceID).Query(options), opts)
}

// ListPagesAggregate iterates over the pages of [SpaceService.ListAggregate], starting at
// options.Cursor.
//
// API: GET /v1/spaces/{spaceId}/permissions/aggregate
func (s SpaceService) ListPagesAggregate(ctx context.Context, spaceID string, options AggregateOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[Permission], error] {
	return transport.Pages[Permission](ctx, s.core, opSpaceListAggregate.Path(spaceID).Query(options), opts)
}
