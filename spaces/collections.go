package spaces

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// CollectionService provides the operations on collections.
type CollectionService struct {
	madeCollections

	// Spaces lists the spaces in a collection.
	Spaces CollectionSpaceService

	core *transport.Core
}

type (
	madeCollections = transport.MadeBy[collectionMaker]
	collectionMaker struct{}
)

func (collectionMaker) Make(core *transport.Core) CollectionService {
	return CollectionService{Spaces: CollectionSpaceService{core: core}, core: core}
}

// Collection is a group of spaces and other collections.
type Collection struct {
	Object      string  `json:"object"` // "collection"
	ID          string  `json:"id"`
	Title       string  `json:"title"`
	Description *string `json:"description,omitzero"`
	// Organization is the ID of the organization that owns the collection.
	Organization string `json:"organization" response:"id"`
	// Parent is the ID of the parent collection, or nil if there is none.
	Parent *string `json:"parent,omitzero"`
	// DefaultLevel is the default role for the content. It is nil if members are guests by default.
	// It may be [LevelInherit].
	DefaultLevel *api.Role             `json:"defaultLevel"`
	URLs         CollectionURLs        `json:"urls"`
	Permissions  CollectionPermissions `json:"permissions"`
}

// CollectionURLs contains the URLs of a collection.
type CollectionURLs struct {
	Location string `json:"location"`
	App      string `json:"app"`
}

// CollectionPermissions contains the caller's permissions on a collection.
type CollectionPermissions struct {
	View            bool `json:"view"`
	Admin           bool `json:"admin"`
	ViewInviteLinks bool `json:"viewInviteLinks"`
	Create          bool `json:"create"`
}

// CollectionListOptions are the query parameters of [CollectionService.List].
type CollectionListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of collections per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
	// Nested controls whether collections inside collections are listed, too; nil means true.
	//
	// Experimental: may change in any minor release; see [api].
	Nested *bool `url:"nested,omitempty"`
}

// List returns one page of the collections of an organization.
//
// API: GET /v1/orgs/{organizationId}/collections
func (s CollectionService) List(
	ctx context.Context, orgID string, options CollectionListOptions, opts ...api.CallOption,
) (*pagination.Page[Collection], error) {
	return transport.List[Collection](
		ctx, s.core, opCollectionList.Path(orgID).Query(options), opts,
	)
}

// All returns an iterator over the collections of an organization.
//
// API: GET /v1/orgs/{organizationId}/collections
func (s CollectionService) All(
	ctx context.Context, orgID string, options CollectionListOptions, opts ...api.CallOption,
) iter.Seq2[Collection, error] {
	return transport.All[Collection](ctx, s.core, opCollectionList.Path(orgID).Query(options), opts)
}

// ListPages returns an iterator over the pages of [CollectionService.List].
//
// API: GET /v1/orgs/{organizationId}/collections
func (s CollectionService) ListPages(
	ctx context.Context, orgID string, options CollectionListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[Collection], error] {
	return transport.Pages[Collection](
		ctx, s.core, opCollectionList.Path(orgID).Query(options), opts,
	)
}

// CollectionCreate is the request body of [CollectionService.Create]. The service chooses the
// values of unset fields.
type CollectionCreate struct {
	Title  *string `json:"title,omitzero"`
	Parent *string `json:"parent,omitzero"` // ID of the parent collection; nil for none
}

// Create creates a collection and returns it.
//
// API: POST /v1/orgs/{organizationId}/collections
func (s CollectionService) Create(
	ctx context.Context, orgID string, collection CollectionCreate, opts ...api.CallOption,
) (*Collection, error) {
	return transport.JSON[Collection](
		ctx, s.core, opCollectionCreate.Path(orgID).Body(collection), opts,
	)
}

// Get returns a collection.
//
// API: GET /v1/collections/{collectionId}
func (s CollectionService) Get(
	ctx context.Context, collectionID string, opts ...api.CallOption,
) (*Collection, error) {
	return transport.JSON[Collection](ctx, s.core, opCollectionGet.Path(collectionID), opts)
}

// Delete deletes a collection. If the collection does not exist, Delete returns [api.AlreadyAbsent]
// and a nil error.
//
// API: DELETE /v1/collections/{collectionId}
func (s CollectionService) Delete(
	ctx context.Context, collectionID string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opCollectionDelete.Path(collectionID), opts)
}

// CollectionUpdate is the request body of [CollectionService.Update].
type CollectionUpdate struct {
	Title       *string `json:"title,omitzero"`
	Description *string `json:"description,omitzero"`
	// DefaultLevel is the default role for the content. Sending null or [LevelInherit] is
	// experimental: see docs/sources.md.
	DefaultLevel api.Nullable[api.Role] `json:"defaultLevel,omitzero"`
}

// Update updates a collection and returns the updated collection.
//
// API: PATCH /v1/collections/{collectionId}
func (s CollectionService) Update(
	ctx context.Context, collectionID string, update CollectionUpdate, opts ...api.CallOption,
) (*Collection, error) {
	return transport.JSON[Collection](
		ctx, s.core, opCollectionUpdate.Path(collectionID).Body(update), opts,
	)
}

// CollectionMove is the request body of [CollectionService.Move].
type CollectionMove struct {
	// Parent is the ID of the new parent collection. The effect of sending null is undocumented.
	// Sending null is experimental: see docs/sources.md.
	Parent   api.Nullable[string] `json:"parent,omitzero"`
	Position ContentPosition      `json:"position,omitzero"` // zero is not sent
}

// Move changes the parent of a collection, its position relative to a space or another collection,
// or both, and returns the moved collection. If the target collection or the position is invalid,
// the error matches [api.ErrBadRequest] or [api.ErrUnprocessable]. If the move changes nothing, the
// error matches [api.ErrConflict].
//
// API: POST /v1/collections/{collectionId}/move
func (s CollectionService) Move(
	ctx context.Context, collectionID string, move CollectionMove, opts ...api.CallOption,
) (*Collection, error) {
	return transport.JSON[Collection](
		ctx, s.core, opCollectionMove.Path(collectionID).Body(move), opts,
	)
}

// CollectionTransfer is the request body of [CollectionService.Transfer].
type CollectionTransfer struct {
	Organization *string `json:"organization,omitzero"` // ID of the target organization
}

// Transfer moves a collection to another organization and returns the moved collection. If the
// transfer changes nothing, the error matches [api.ErrConflict]. If the collection cannot be moved,
// the error matches [api.ErrPreconditionFailed].
//
// API: POST /v1/collections/{collectionId}/transfer
func (s CollectionService) Transfer(
	ctx context.Context, collectionID string, transfer CollectionTransfer, opts ...api.CallOption,
) (*Collection, error) {
	return transport.JSON[Collection](
		ctx, s.core, opCollectionTransfer.Path(collectionID).Body(transfer), opts,
	)
}
