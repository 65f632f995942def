package spaces

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// CollectionSpaceService lists the spaces in collections.
type CollectionSpaceService struct {
	core *transport.Core
}

// CollectionSpaceListOptions are the query parameters of [CollectionSpaceService.List].
type CollectionSpaceListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of spaces per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
}

// List returns one page of the spaces in a collection.
//
// API: GET /v1/collections/{collectionId}/spaces
func (s CollectionSpaceService) List(
	ctx context.Context, collectionID string,
	options CollectionSpaceListOptions, opts ...api.CallOption,
) (*pagination.Page[Space], error) {
	return transport.List[Space](
		ctx, s.core, opCollectionSpaceList.Path(collectionID).Query(options), opts,
	)
}

// All returns an iterator over the spaces in a collection.
//
// API: GET /v1/collections/{collectionId}/spaces
func (s CollectionSpaceService) All(
	ctx context.Context, collectionID string,
	options CollectionSpaceListOptions, opts ...api.CallOption,
) iter.Seq2[Space, error] {
	return transport.All[Space](
		ctx, s.core, opCollectionSpaceList.Path(collectionID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [CollectionSpaceService.List].
//
// API: GET /v1/collections/{collectionId}/spaces
func (s CollectionSpaceService) ListPages(
	ctx context.Context, collectionID string,
	options CollectionSpaceListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[Space], error] {
	return transport.Pages[Space](
		ctx, s.core, opCollectionSpaceList.Path(collectionID).Query(options), opts,
	)
}
