package permissions

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// SpaceService is reached as the Spaces field of [Service].
type SpaceService struct {
	core *transport.Core
}

// Invite gives users and teams a role. A team or a user that does not exist is an error matching [api.ErrNotFound]; a role that is not set and
// an invite without a team or a user are a [*api.ValidationError]. Not resent: see [api.MayHaveApplied].
//
// API: POST /v1/spaces/{spaceId}/permissions
func (s SpaceService) Invite(ctx context.Context, spaceID string, invite InviteCreate, opts ...api.CallOption) error {
	return transport.None(ctx, s.core, opSpaceInvite.Path(spaceID).Body(invite), opts)
}

// List returns one page of the users who were given a role on a space. When there are none the page is empty; one that does
// not exist is an error matching [api.ErrNotFound].
//
// API: GET /v1/spaces/{spaceId}/permissions/users
func (s SpaceService) List(ctx context.Context, spaceID string, options ListOptions, opts ...api.CallOption) (*pagination.Page[Permission], error) {
	return transport.List[Permission](ctx, s.core, opSpaceList.Path(spaceID).Query(options), opts)
}

// All walks the users who were given a role on a space, from options.Page on. An error is the last turn: a
// [*pagination.PageError] with what [SpaceService.List] returns, or a [*pagination.CursorLoopError].
//
// API: GET /v1/spaces/{spaceId}/permissions/users
func (s SpaceService) All(ctx context.Context, spaceID string, options ListOptions, opts ...api.CallOption) iter.Seq2[Permission, error] {
	return transport.All[Permission](ctx, s.core, opSpaceList.Path(spaceID).Query(options), opts)
}

// Pages walks the pages of the users who were given a role on a space, from options.Page on. Errors are those of
// [SpaceService.All].
//
// API: GET /v1/spaces/{spaceId}/permissions/users
func (s SpaceService) Pages(ctx context.Context, spaceID string, options ListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[Permission], error] {
	return transport.Pages[Permission](ctx, s.core, opSpaceList.Path(spaceID).Query(options), opts)
}

// Delete takes the role of a user away. A user who has none is no error but [api.AlreadyAbsent]. A caller who may not take it away gets an
// error matching [api.ErrForbidden].
//
// API: DELETE /v1/spaces/{spaceId}/permissions/users/{userId}
func (s SpaceService) Delete(ctx context.Context, spaceID, userID string, opts ...api.CallOption) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opSpaceDelete.Path(spaceID, userID), opts)
}

// Update changes the role of a user. A space or a user that does not exist is an error matching [api.ErrNotFound]. Not
// resent: see [api.MayHaveApplied].
//
// API: PATCH /v1/spaces/{spaceId}/permissions/users/{userId}
func (s SpaceService) Update(ctx context.Context, spaceID, userID string, update RoleUpdate, opts ...api.CallOption) error {
	return transport.None(ctx, s.core, opSpaceUpdate.Path(spaceID, userID).Body(update), opts)
}

// ListAggregate returns one page of the users who can access a space. When there are none the page is empty; one that does
// not exist is an error matching [api.ErrNotFound].
//
// API: GET /v1/spaces/{spaceId}/permissions/aggregate
func (s SpaceService) ListAggregate(ctx context.Context, spaceID string, options AggregateOptions, opts ...api.CallOption) (*pagination.Page[Permission], error) {
	return transport.List[Permission](ctx, s.core, opSpaceListAggregate.Path(spaceID).Query(options), opts)
}

// AllAggregate walks the users who can access a space, from options.Page on. An error is the last turn: a
// [*pagination.PageError] with what [SpaceService.ListAggregate] returns, or a [*pagination.CursorLoopError].
//
// API: GET /v1/spaces/{spaceId}/permissions/aggregate
func (s SpaceService) AllAggregate(ctx context.Context, spaceID string, options AggregateOptions, opts ...api.CallOption) iter.Seq2[Permission, error] {
	return transport.All[Permission](ctx, s.core, opSpaceListAggregate.Path(spaceID).Query(options), opts)
}

// PagesAggregate walks the pages of the users who can access a space, from options.Page on. Errors are those of
// [SpaceService.AllAggregate].
//
// API: GET /v1/spaces/{spaceId}/permissions/aggregate
func (s SpaceService) PagesAggregate(ctx context.Context, spaceID string, options AggregateOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[Permission], error] {
	return transport.Pages[Permission](ctx, s.core, opSpaceListAggregate.Path(spaceID).Query(options), opts)
}
