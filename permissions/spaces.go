package permissions

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// SpaceService manages the permissions in a space.
type SpaceService struct {
	// Users manages the permissions of users in a space.
	Users SpaceUserService
	// Aggregate lists all users who can access a space.
	Aggregate SpaceAggregateService
	// Teams manages the permissions of teams in a space.
	//
	// Experimental: may change in any minor release; see [api].
	Teams SpaceTeamService

	core *transport.Core
}

// SpaceUserService manages the permissions of users in a space.
type SpaceUserService struct {
	core *transport.Core
}

// SpaceAggregateService lists all users who can access a space, no matter where their roles come
// from.
type SpaceAggregateService struct {
	core *transport.Core
}

// Invite gives users and teams a role in a space.
//
// API: POST /v1/spaces/{spaceId}/permissions
func (s SpaceService) Invite(
	ctx context.Context, spaceID string, invite Invite, opts ...api.CallOption,
) error {
	return transport.None(ctx, s.core, opSpaceInvite.Path(spaceID).Body(invite), opts)
}

// List returns one page of the users who were given a role in a space.
//
// API: GET /v1/spaces/{spaceId}/permissions/users
func (s SpaceUserService) List(
	ctx context.Context, spaceID string, options UserListOptions, opts ...api.CallOption,
) (*pagination.Page[Permission], error) {
	return transport.List[Permission](
		ctx, s.core, opSpaceUserList.Path(spaceID).Query(options), opts,
	)
}

// All returns an iterator over the users who were given a role in a space.
//
// API: GET /v1/spaces/{spaceId}/permissions/users
func (s SpaceUserService) All(
	ctx context.Context, spaceID string, options UserListOptions, opts ...api.CallOption,
) iter.Seq2[Permission, error] {
	return transport.All[Permission](
		ctx, s.core, opSpaceUserList.Path(spaceID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [SpaceUserService.List].
//
// API: GET /v1/spaces/{spaceId}/permissions/users
func (s SpaceUserService) ListPages(
	ctx context.Context, spaceID string, options UserListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[Permission], error] {
	return transport.Pages[Permission](
		ctx, s.core, opSpaceUserList.Path(spaceID).Query(options), opts,
	)
}

// Delete removes the role of a user in a space. If the user has no role, Delete returns
// [api.AlreadyAbsent] and a nil error.
//
// API: DELETE /v1/spaces/{spaceId}/permissions/users/{userId}
func (s SpaceUserService) Delete(
	ctx context.Context, spaceID, userID string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opSpaceUserDelete.Path(spaceID, userID), opts)
}

// Update sets the role of a user in a space.
//
// API: PATCH /v1/spaces/{spaceId}/permissions/users/{userId}
func (s SpaceUserService) Update(
	ctx context.Context, spaceID, userID string, update UserUpdate, opts ...api.CallOption,
) error {
	return transport.None(ctx, s.core, opSpaceUserUpdate.Path(spaceID, userID).Body(update), opts)
}

// List returns one page of the users who can access a space.
//
// API: GET /v1/spaces/{spaceId}/permissions/aggregate
func (s SpaceAggregateService) List(
	ctx context.Context, spaceID string, options AggregateListOptions, opts ...api.CallOption,
) (*pagination.Page[Permission], error) {
	return transport.List[Permission](
		ctx, s.core, opSpaceAggregateList.Path(spaceID).Query(options), opts,
	)
}

// All returns an iterator over the users who can access a space.
//
// API: GET /v1/spaces/{spaceId}/permissions/aggregate
func (s SpaceAggregateService) All(
	ctx context.Context, spaceID string, options AggregateListOptions, opts ...api.CallOption,
) iter.Seq2[Permission, error] {
	return transport.All[Permission](
		ctx, s.core, opSpaceAggregateList.Path(spaceID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [SpaceAggregateService.List].
//
// API: GET /v1/spaces/{spaceId}/permissions/aggregate
func (s SpaceAggregateService) ListPages(
	ctx context.Context, spaceID string, options AggregateListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[Permission], error] {
	return transport.Pages[Permission](
		ctx, s.core, opSpaceAggregateList.Path(spaceID).Query(options), opts,
	)
}
