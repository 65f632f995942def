package permissions

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// CollectionService is reached as the Collections field of [Service].
type CollectionService struct {
	core *transport.Core
}

// Invite gives users and teams a role. A team or a user that does not exist is an error matching [api.ErrNotFound]; a role that is not set and
// an invite without a team or a user are a [*api.ValidationError]. Not resent: see [api.MayHaveApplied].
//
// API: POST /v1/collections/{collectionId}/permissions
func (s CollectionService) Invite(ctx context.Context, collectionID string, invite InviteCreate, opts ...api.CallOption) error {
	return transport.None(ctx, s.core, opCollectionInvite.Path(collectionID).Body(invite), opts)
}

// List returns one page of the users who were given a role on a collection. When there are none the page is empty; one that does
// not exist is an error matching [api.ErrNotFound].
//
// API: GET /v1/collections/{collectionId}/permissions/users
func (s CollectionService) List(ctx context.Context, collectionID string, options ListOptions, opts ...api.CallOption) (*pagination.Page[Permission], error) {
	return transport.List[Permission](ctx, s.core, opCollectionList.Path(collectionID).Query(options), opts)
}

// All walks the users who were given a role on a collection, from options.Page on. An error is the last turn: a
// [*pagination.PageError] with what [CollectionService.List] returns, or a [*pagination.CursorLoopError].
//
// API: GET /v1/collections/{collectionId}/permissions/users
func (s CollectionService) All(ctx context.Context, collectionID string, options ListOptions, opts ...api.CallOption) iter.Seq2[Permission, error] {
	return transport.All[Permission](ctx, s.core, opCollectionList.Path(collectionID).Query(options), opts)
}

// Pages walks the pages of the users who were given a role on a collection, from options.Page on. Errors are those of
// [CollectionService.All].
//
// API: GET /v1/collections/{collectionId}/permissions/users
func (s CollectionService) Pages(ctx context.Context, collectionID string, options ListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[Permission], error] {
	return transport.Pages[Permission](ctx, s.core, opCollectionList.Path(collectionID).Query(options), opts)
}

// Delete takes the role of a user away. A user who has none is no error but [api.AlreadyAbsent]. A caller who may not take it away gets an
// error matching [api.ErrForbidden].
//
// API: DELETE /v1/collections/{collectionId}/permissions/users/{userId}
func (s CollectionService) Delete(ctx context.Context, collectionID, userID string, opts ...api.CallOption) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opCollectionDelete.Path(collectionID, userID), opts)
}

// Update changes the role of a user. A collection or a user that does not exist is an error matching [api.ErrNotFound]. Not
// resent: see [api.MayHaveApplied].
//
// API: PATCH /v1/collections/{collectionId}/permissions/users/{userId}
func (s CollectionService) Update(ctx context.Context, collectionID, userID string, update RoleUpdate, opts ...api.CallOption) error {
	return transport.None(ctx, s.core, opCollectionUpdate.Path(collectionID, userID).Body(update), opts)
}

// ListAggregate returns one page of the users who can access a collection. When there are none the page is empty; one that does
// not exist is an error matching [api.ErrNotFound].
//
// API: GET /v1/collections/{collectionId}/permissions/aggregate
func (s CollectionService) ListAggregate(ctx context.Context, collectionID string, options AggregateOptions, opts ...api.CallOption) (*pagination.Page[Permission], error) {
	return transport.List[Permission](ctx, s.core, opCollectionListAggregate.Path(collectionID).Query(options), opts)
}

// AllAggregate walks the users who can access a collection, from options.Page on. An error is the last turn: a
// [*pagination.PageError] with what [CollectionService.ListAggregate] returns, or a [*pagination.CursorLoopError].
//
// API: GET /v1/collections/{collectionId}/permissions/aggregate
func (s CollectionService) AllAggregate(ctx context.Context, collectionID string, options AggregateOptions, opts ...api.CallOption) iter.Seq2[Permission, error] {
	return transport.All[Permission](ctx, s.core, opCollectionListAggregate.Path(collectionID).Query(options), opts)
}

// PagesAggregate walks the pages of the users who can access a collection, from options.Page on. Errors are those of
// [CollectionService.AllAggregate].
//
// API: GET /v1/collections/{collectionId}/permissions/aggregate
func (s CollectionService) PagesAggregate(ctx context.Context, collectionID string, options AggregateOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[Permission], error] {
	return transport.Pages[Permission](ctx, s.core, opCollectionListAggregate.Path(collectionID).Query(options), opts)
}
