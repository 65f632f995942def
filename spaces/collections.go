package spaces

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// CollectionService is reached as the Collections field of the client.
type CollectionService struct {
	// Spaces are the spaces in a collection.
	Spaces CollectionSpaceService

	core *transport.Core
}

// NewCollections is for package publishing, which makes the services of a client.
func NewCollections(core *transport.Core) CollectionService {
	return CollectionService{Spaces: CollectionSpaceService{core: core}, core: core}
}

// Collection is a group of spaces and other collections.
type Collection struct {
	Object       string                `json:"object"` // "collection"
	ID           string                `json:"id"`
	Title        string                `json:"title"`
	Description  *string               `json:"description,omitzero"`
	Organization string                `json:"organization"`    // id of the organization that owns it
	Parent       *string               `json:"parent,omitzero"` // id of the collection it is in, nil for none
	DefaultLevel *api.Role             `json:"defaultLevel"`    // nil for guests; see [LevelInherit]
	URLs         CollectionURLs        `json:"urls"`
	Permissions  CollectionPermissions `json:"permissions"`
}

// CollectionURLs are the addresses of a collection.
type CollectionURLs struct {
	Location string `json:"location"`
	App      string `json:"app"`
}

// CollectionPermissions tells what the caller may do with a collection.
type CollectionPermissions struct {
	View            bool `json:"view"`
	Admin           bool `json:"admin"`
	ViewInviteLinks bool `json:"viewInviteLinks"`
	Create          bool `json:"create"`
}

// CollectionListOptions are the query of [CollectionService.List].
type CollectionListOptions struct {
	Page  string `url:"page,omitempty"`                        // cursor of the page, "" for the first
	Limit int    `url:"limit,omitempty" check:"range=0..1000"` // collections a page, at most 1000; 0 leaves it to the service
	// Nested tells whether to list collections within collections too; true when nil.
	//
	// Beyond the documents.
	Nested *bool `url:"nested,omitempty"`
}

// List returns one page of the collections of an organization. When there are none the page is empty; an organization that does not exist
// is an error matching [api.ErrNotFound].
//
// API: GET /v1/orgs/{organizationId}/collections
func (s CollectionService) List(ctx context.Context, orgID string, options CollectionListOptions, opts ...api.CallOption) (*pagination.Page[Collection], error) {
	return transport.List[Collection](ctx, s.core, opCollectionList.Path(orgID).Query(options), opts)
}

// All walks the collections of an organization, from options.Page on. An error is the last turn: a [*pagination.PageError] with what
// [CollectionService.List] returns, or a [*pagination.CursorLoopError].
//
// API: GET /v1/orgs/{organizationId}/collections
func (s CollectionService) All(ctx context.Context, orgID string, options CollectionListOptions, opts ...api.CallOption) iter.Seq2[Collection, error] {
	return transport.All[Collection](ctx, s.core, opCollectionList.Path(orgID).Query(options), opts)
}

// Pages walks the pages of the collections of an organization, from options.Page on. Errors are those of [CollectionService.All].
//
// API: GET /v1/orgs/{organizationId}/collections
func (s CollectionService) Pages(ctx context.Context, orgID string, options CollectionListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[Collection], error] {
	return transport.Pages[Collection](ctx, s.core, opCollectionList.Path(orgID).Query(options), opts)
}

// CollectionCreate is the body of [CollectionService.Create]. A nil field is left to the service.
type CollectionCreate struct {
	Title  *string `json:"title,omitzero"`
	Parent *string `json:"parent,omitzero"` // id of the collection to put it into, nil for none
}

// Create makes a collection and returns it. A parent that does not exist is refused by the service. Not resent: see [api.MayHaveApplied].
//
// API: POST /v1/orgs/{organizationId}/collections
func (s CollectionService) Create(ctx context.Context, orgID string, collection CollectionCreate, opts ...api.CallOption) (*Collection, error) {
	return transport.JSON[Collection](ctx, s.core, opCollectionCreate.Path(orgID).Body(collection), opts)
}

// Get returns a collection. One that does not exist is an error matching [api.ErrNotFound], one the caller may not see an error matching
// [api.ErrForbidden] or [api.ErrNotFound], as the service decides.
//
// API: GET /v1/collections/{collectionId}
func (s CollectionService) Get(ctx context.Context, collectionID string, opts ...api.CallOption) (*Collection, error) {
	return transport.JSON[Collection](ctx, s.core, opCollectionGet.Path(collectionID), opts)
}

// Delete removes a collection. One that is not there is no error but [api.AlreadyAbsent]. A caller who may not delete it gets an error
// matching [api.ErrForbidden].
//
// API: DELETE /v1/collections/{collectionId}
func (s CollectionService) Delete(ctx context.Context, collectionID string, opts ...api.CallOption) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opCollectionDelete.Path(collectionID), opts)
}

// CollectionUpdate is the body of [CollectionService.Update]. A field that is not set is left as it is.
type CollectionUpdate struct {
	Title       *string `json:"title,omitzero"`
	Description *string `json:"description,omitzero"`
	// DefaultLevel is the default level for content. Null and [LevelInherit] are beyond the documents.
	DefaultLevel api.Nullable[api.Role] `json:"defaultLevel,omitzero"`
}

// Update changes the fields of a collection that are set and returns the collection as it is then. One that does not exist is an error
// matching [api.ErrNotFound]. Not resent: see [api.MayHaveApplied].
//
// API: PATCH /v1/collections/{collectionId}
func (s CollectionService) Update(ctx context.Context, collectionID string, update CollectionUpdate, opts ...api.CallOption) (*Collection, error) {
	return transport.JSON[Collection](ctx, s.core, opCollectionUpdate.Path(collectionID).Body(update), opts)
}

// CollectionMove is the body of [CollectionService.Move].
type CollectionMove struct {
	// Parent is the id of the collection to move the collection into. Null is beyond the documents, and so is its effect; it should move
	// the collection out of all others.
	Parent   api.Nullable[string] `json:"parent,omitzero"`
	Position *ContentPosition     `json:"position,omitzero"`
}

// Move moves a collection into another one, beside another space or collection, or both, and returns it. A position that cannot be is an
// error matching [api.ErrBadRequest], a collection that does not exist one matching [api.ErrNotFound], a move that would change nothing one
// matching [api.ErrConflict]. Not resent: see [api.MayHaveApplied].
//
// API: POST /v1/collections/{collectionId}/move
func (s CollectionService) Move(ctx context.Context, collectionID string, move CollectionMove, opts ...api.CallOption) (*Collection, error) {
	return transport.JSON[Collection](ctx, s.core, opCollectionMove.Path(collectionID).Body(move), opts)
}

// CollectionTransfer is the body of [CollectionService.Transfer].
type CollectionTransfer struct {
	Organization *string `json:"organization,omitzero"` // id of the target organization
}

// Transfer moves a collection to another organization and returns it. A collection that does not exist is an error matching
// [api.ErrNotFound], a transfer that would change nothing one matching [api.ErrConflict], a collection that cannot be moved one matching
// [api.ErrPreconditionFailed]. Not resent: see [api.MayHaveApplied].
//
// API: POST /v1/collections/{collectionId}/transfer
func (s CollectionService) Transfer(ctx context.Context, collectionID string, transfer CollectionTransfer, opts ...api.CallOption) (*Collection, error) {
	return transport.JSON[Collection](ctx, s.core, opCollectionTransfer.Path(collectionID).Body(transfer), opts)
}
