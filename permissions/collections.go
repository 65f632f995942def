package permissions

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// CollectionService manages the permissions in a collection.
type CollectionService struct {
	// Users manages the permissions of users in a collection.
	Users CollectionUserService
	// Aggregate lists all users who can access a collection.
	Aggregate CollectionAggregateService
	// Teams manages the permissions of teams in a collection.
	//
	// Experimental: may change in any minor release; see [api].
	Teams CollectionTeamService

	core *transport.Core
}

// CollectionUserService manages the permissions of users in a collection.
type CollectionUserService struct {
	core *transport.Core
}

// CollectionAggregateService lists all users who can access a collection, no matter where their
// roles come from.
type CollectionAggregateService struct {
	core *transport.Core
}

// Invite gives users and teams a role in a collection.
//
// API: POST /v1/collections/{collectionId}/permissions
func (s CollectionService) Invite(
	ctx context.Context, collectionID string, invite Invite, opts ...api.CallOption,
) error {
	return transport.None(ctx, s.core, opCollectionInvite.Path(collectionID).Body(invite), opts)
}

// List returns one page of the users who were given a role in a collection.
//
// API: GET /v1/collections/{collectionId}/permissions/users
func (s CollectionUserService) List(
	ctx context.Context, collectionID string, options UserListOptions, opts ...api.CallOption,
) (*pagination.Page[Permission], error) {
	return transport.List[Permission](
		ctx, s.core, opCollectionUserList.Path(collectionID).Query(options), opts,
	)
}

// All returns an iterator over the users who were given a role in a collection.
//
// API: GET /v1/collections/{collectionId}/permissions/users
func (s CollectionUserService) All(
	ctx context.Context, collectionID string, options UserListOptions, opts ...api.CallOption,
) iter.Seq2[Permission, error] {
	return transport.All[Permission](
		ctx, s.core, opCollectionUserList.Path(collectionID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [CollectionUserService.List].
//
// API: GET /v1/collections/{collectionId}/permissions/users
func (s CollectionUserService) ListPages(
	ctx context.Context, collectionID string, options UserListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[Permission], error] {
	return transport.Pages[Permission](
		ctx, s.core, opCollectionUserList.Path(collectionID).Query(options), opts,
	)
}

// Delete removes the role of a user in a collection. If the user has no role, Delete returns
// [api.AlreadyAbsent] and a nil error.
//
// API: DELETE /v1/collections/{collectionId}/permissions/users/{userId}
func (s CollectionUserService) Delete(
	ctx context.Context, collectionID, userID string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opCollectionUserDelete.Path(collectionID, userID), opts)
}

// Update sets the role of a user in a collection.
//
// API: PATCH /v1/collections/{collectionId}/permissions/users/{userId}
func (s CollectionUserService) Update(
	ctx context.Context, collectionID, userID string, update UserUpdate, opts ...api.CallOption,
) error {
	return transport.None(
		ctx, s.core, opCollectionUserUpdate.Path(collectionID, userID).Body(update), opts,
	)
}

// List returns one page of the users who can access a collection.
//
// API: GET /v1/collections/{collectionId}/permissions/aggregate
func (s CollectionAggregateService) List(
	ctx context.Context, collectionID string, options AggregateListOptions, opts ...api.CallOption,
) (*pagination.Page[Permission], error) {
	return transport.List[Permission](
		ctx, s.core, opCollectionAggregateList.Path(collectionID).Query(options), opts,
	)
}

// All returns an iterator over the users who can access a collection.
//
// API: GET /v1/collections/{collectionId}/permissions/aggregate
func (s CollectionAggregateService) All(
	ctx context.Context, collectionID string, options AggregateListOptions, opts ...api.CallOption,
) iter.Seq2[Permission, error] {
	return transport.All[Permission](
		ctx, s.core, opCollectionAggregateList.Path(collectionID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [CollectionAggregateService.List].
//
// API: GET /v1/collections/{collectionId}/permissions/aggregate
func (s CollectionAggregateService) ListPages(
	ctx context.Context, collectionID string, options AggregateListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[Permission], error] {
	return transport.Pages[Permission](
		ctx, s.core, opCollectionAggregateList.Path(collectionID).Query(options), opts,
	)
}
