package spaces

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// FileBacklinkService lists the places that refer to files.
type FileBacklinkService struct {
	core *transport.Core
}

// FileBacklinkListOptions are the query parameters of [FileBacklinkService.List].
type FileBacklinkListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of backlinks per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
}

// List returns one page of the places that refer to a file. Newer descriptions of the API do not
// contain this operation, so the service may respond with 404 or 405.
//
// API: GET /v1/spaces/{spaceId}/content/files/{fileId}/backlinks
func (s FileBacklinkService) List(
	ctx context.Context, spaceID, fileID string,
	options FileBacklinkListOptions, opts ...api.CallOption,
) (*pagination.Page[Reference], error) {
	return transport.List[Reference](
		ctx, s.core, opFileBacklinkList.Path(spaceID, fileID).Query(options), opts,
	)
}

// All returns an iterator over the places that refer to a file.
//
// API: GET /v1/spaces/{spaceId}/content/files/{fileId}/backlinks
func (s FileBacklinkService) All(
	ctx context.Context, spaceID, fileID string,
	options FileBacklinkListOptions, opts ...api.CallOption,
) iter.Seq2[Reference, error] {
	return transport.All[Reference](
		ctx, s.core, opFileBacklinkList.Path(spaceID, fileID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [FileBacklinkService.List].
//
// API: GET /v1/spaces/{spaceId}/content/files/{fileId}/backlinks
func (s FileBacklinkService) ListPages(
	ctx context.Context, spaceID, fileID string,
	options FileBacklinkListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[Reference], error] {
	return transport.Pages[Reference](
		ctx, s.core, opFileBacklinkList.Path(spaceID, fileID).Query(options), opts,
	)
}
