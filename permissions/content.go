package permissions

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// ContentService has the permissions on spaces or on collections. Its operations are the same for both; contentID is the id of a space or
// of a collection.
type ContentService struct {
	core *transport.Core
	ops  *ops
}

// Permission is the role of a user on a space or a collection.
type Permission struct {
	Permission *api.Role `json:"permission"` // nil for a guest
	User       api.User  `json:"user"`
}

// Invite is the body of [ContentService.Invite]. It should name at least one team or user.
type Invite struct {
	// Role is required. Null invites guests; left unset it is refused before anything is sent.
	Role  api.Nullable[api.Role] `json:"role" check:"required"`
	Teams []string               `json:"teams,omitzero"` // ids
	// Users are the ids of users.
	//
	// Beyond the documents.
	Users []string `json:"users,omitzero"`
}

// Invite gives users and teams a role. A team or a user that does not exist is an error matching [api.ErrNotFound]; a role that is not set is
// a [*api.ValidationError]. Not resent: see [api.MayHaveApplied].
//
// API: POST /v1/spaces/{spaceId}/permissions
// API: POST /v1/collections/{collectionId}/permissions
func (s *ContentService) Invite(ctx context.Context, contentID string, invite Invite, opts ...api.CallOption) error {
	return transport.None(ctx, s.core, s.ops.invite.Path(contentID).Body(invite), opts)
}

// ListOptions are the query of [ContentService.List].
type ListOptions struct {
	Page  string `url:"page,omitempty"`                        // cursor of the page, "" for the first
	Limit int    `url:"limit,omitempty" check:"range=0..1000"` // users a page, at most 1000; 0 leaves it to the service
}

// List returns one page of the users who were given a role on a space or a collection. When there are none the page is empty; one that does
// not exist is an error matching [api.ErrNotFound].
//
// API: GET /v1/spaces/{spaceId}/permissions/users
// API: GET /v1/collections/{collectionId}/permissions/users
func (s *ContentService) List(ctx context.Context, contentID string, options ListOptions, opts ...api.CallOption) (*pagination.Page[Permission], error) {
	return transport.List[Permission](ctx, s.core, s.ops.list.Path(contentID).Query(options), opts)
}

// All walks the users who were given a role on a space or a collection, from options.Page on. An error is the last turn: a
// [*pagination.PageError] with what [ContentService.List] returns, or a [*pagination.CursorLoopError].
//
// API: GET /v1/spaces/{spaceId}/permissions/users
// API: GET /v1/collections/{collectionId}/permissions/users
func (s *ContentService) All(ctx context.Context, contentID string, options ListOptions, opts ...api.CallOption) iter.Seq2[Permission, error] {
	return transport.All[Permission](ctx, s.core, s.ops.list.Path(contentID).Query(options), opts)
}

// Pages walks the pages of the users who were given a role on a space or a collection, from options.Page on. Errors are those of
// [ContentService.All].
//
// API: GET /v1/spaces/{spaceId}/permissions/users
// API: GET /v1/collections/{collectionId}/permissions/users
func (s *ContentService) Pages(ctx context.Context, contentID string, options ListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[Permission], error] {
	return transport.Pages[Permission](ctx, s.core, s.ops.list.Path(contentID).Query(options), opts)
}

// Delete takes the role of a user away. A user who has none is no error but [api.AlreadyAbsent].
//
// API: DELETE /v1/spaces/{spaceId}/permissions/users/{userId}
// API: DELETE /v1/collections/{collectionId}/permissions/users/{userId}
func (s *ContentService) Delete(ctx context.Context, contentID, userID string, opts ...api.CallOption) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, s.ops.delete.Path(contentID, userID), opts)
}

// Update is the body of [ContentService.Update].
type Update struct {
	// Role is the new role. Null makes the user a guest.
	Role api.Nullable[api.Role] `json:"role,omitzero"`
}

// Update changes the role of a user. A space, a collection or a user that does not exist is an error matching [api.ErrNotFound]. Not
// resent: see [api.MayHaveApplied].
//
// API: PATCH /v1/spaces/{spaceId}/permissions/users/{userId}
// API: PATCH /v1/collections/{collectionId}/permissions/users/{userId}
func (s *ContentService) Update(ctx context.Context, contentID, userID string, update Update, opts ...api.CallOption) error {
	return transport.None(ctx, s.core, s.ops.update.Path(contentID, userID).Body(update), opts)
}

// AggregateOptions are the query of [ContentService.ListAggregate].
type AggregateOptions struct {
	Page  string    `url:"page,omitempty"`                        // cursor of the page, "" for the first
	Limit int       `url:"limit,omitempty" check:"range=0..1000"` // users a page, at most 1000; 0 leaves it to the service
	Role  *api.Role `url:"role,omitempty"`                        // users with this role; all when nil
}

// ListAggregate returns one page of the users who can access a space or a collection. When there are none the page is empty; one that does
// not exist is an error matching [api.ErrNotFound].
//
// API: GET /v1/spaces/{spaceId}/permissions/aggregate
// API: GET /v1/collections/{collectionId}/permissions/aggregate
func (s *ContentService) ListAggregate(ctx context.Context, contentID string, options AggregateOptions, opts ...api.CallOption) (*pagination.Page[Permission], error) {
	return transport.List[Permission](ctx, s.core, s.ops.aggregate.Path(contentID).Query(options), opts)
}

// AllAggregate walks the users who can access a space or a collection, from options.Page on. An error is the last turn: a
// [*pagination.PageError] with what [ContentService.ListAggregate] returns, or a [*pagination.CursorLoopError].
//
// API: GET /v1/spaces/{spaceId}/permissions/aggregate
// API: GET /v1/collections/{collectionId}/permissions/aggregate
func (s *ContentService) AllAggregate(ctx context.Context, contentID string, options AggregateOptions, opts ...api.CallOption) iter.Seq2[Permission, error] {
	return transport.All[Permission](ctx, s.core, s.ops.aggregate.Path(contentID).Query(options), opts)
}

// PagesAggregate walks the pages of the users who can access a space or a collection, from options.Page on. Errors are those of
// [ContentService.AllAggregate].
//
// API: GET /v1/spaces/{spaceId}/permissions/aggregate
// API: GET /v1/collections/{collectionId}/permissions/aggregate
func (s *ContentService) PagesAggregate(ctx context.Context, contentID string, options AggregateOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[Permission], error] {
	return transport.Pages[Permission](ctx, s.core, s.ops.aggregate.Path(contentID).Query(options), opts)
}
