package changerequests

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/spaces"
)

// FileBacklinkService lists the places that refer to a file.
type FileBacklinkService struct {
	core *transport.Core
}

// List returns one page of the places in a change request that refer to a file. Newer
// descriptions of the API do not contain this operation, so the service may respond with 404 or
// 405.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks
func (s FileBacklinkService) List(
	ctx context.Context, spaceID, changeRequestID, fileID string,
	options spaces.FileBacklinkListOptions, opts ...api.CallOption,
) (*pagination.Page[spaces.Reference], error) {
	return transport.List[spaces.Reference](ctx, s.core,
		opFileBacklinkList.Path(spaceID, changeRequestID, fileID).Query(options), opts)
}

// All returns an iterator over the places that refer to a file.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks
func (s FileBacklinkService) All(
	ctx context.Context, spaceID, changeRequestID, fileID string,
	options spaces.FileBacklinkListOptions, opts ...api.CallOption,
) iter.Seq2[spaces.Reference, error] {
	return transport.All[spaces.Reference](ctx, s.core,
		opFileBacklinkList.Path(spaceID, changeRequestID, fileID).Query(options), opts)
}

// ListPages returns an iterator over the pages of [FileBacklinkService.List].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks
func (s FileBacklinkService) ListPages(
	ctx context.Context, spaceID, changeRequestID, fileID string,
	options spaces.FileBacklinkListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[spaces.Reference], error] {
	return transport.Pages[spaces.Reference](ctx, s.core,
		opFileBacklinkList.Path(spaceID, changeRequestID, fileID).Query(options), opts)
}
