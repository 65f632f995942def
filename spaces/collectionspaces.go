package spaces

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// CollectionSpaceService is reached as the Spaces field of [CollectionService].
type CollectionSpaceService struct {
	core *transport.Core
}

// CollectionSpaceListOptions are the query of [CollectionSpaceService.List].
type CollectionSpaceListOptions struct {
	Page  string `url:"page,omitempty"`                        // cursor of the page, "" for the first
	Limit int    `url:"limit,omitempty" check:"range=0..1000"` // spaces a page, at most 1000; 0 leaves it to the service
}

// List returns one page of the spaces of a collection. When there are none the page is empty; a collection that does not exist is an error
// matching [api.ErrNotFound].
//
// API: GET /v1/collections/{collectionId}/spaces
func (s CollectionSpaceService) List(ctx context.Context, collectionID string, options CollectionSpaceListOptions, opts ...api.CallOption) (*pagination.Page[Space], error) {
	return transport.List[Space](ctx, s.core, opCollectionSpaceList.Path(collectionID).Query(options), opts)
}

// All walks the spaces of a collection, from options.Page on. An error is the last turn: a [*pagination.PageError] with what
// [CollectionSpaceService.List] returns, or a [*pagination.CursorLoopError].
//
// API: GET /v1/collections/{collectionId}/spaces
func (s CollectionSpaceService) All(ctx context.Context, collectionID string, options CollectionSpaceListOptions, opts ...api.CallOption) iter.Seq2[Space, error] {
	return transport.All[Space](ctx, s.core, opCollectionSpaceList.Path(collectionID).Query(options), opts)
}

// Pages walks the pages of the spaces of a collection, from options.Page on. Errors are those of [CollectionSpaceService.All].
//
// API: GET /v1/collections/{collectionId}/spaces
func (s CollectionSpaceService) Pages(ctx context.Context, collectionID string, options CollectionSpaceListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[Space], error] {
	return transport.Pages[Space](ctx, s.core, opCollectionSpaceList.Path(collectionID).Query(options), opts)
}
