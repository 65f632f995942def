package changerequests

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/spaces"
)

// FileService is reached as the Files field of [Service].
type FileService struct {
	core *transport.Core
}

// FileListOptions are the query of [FileService.List].
type FileListOptions struct {
	Page     string `url:"page,omitempty"`                        // cursor of the page; empty for the first page
	Limit    int    `url:"limit,omitempty" check:"range=0..1000"` // files per page, at most 1000; 0 for the service's default
	Metadata *bool  `url:"metadata,omitempty"`                    // false leaves out Git metadata, which can be faster; true when nil
	Computed *bool  `url:"computed,omitempty"`                    // false leaves content uncomputed; true when nil
}

// List returns one page of the files of a change request. When there are none the page is empty; a change request that does not exist is an
// error matching [api.ErrNotFound].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files
func (s FileService) List(ctx context.Context, spaceID, changeRequestID string, options FileListOptions, opts ...api.CallOption) (*pagination.Page[spaces.File], error) {
	return transport.List[spaces.File](ctx, s.core, opFileList.Path(spaceID, changeRequestID).Query(options), opts)
}

// All walks the files of a change request, from options.Page on. An error is the last turn: a [*pagination.PageError] with what
// [FileService.List] returns, or a [*pagination.CursorLoopError].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files
func (s FileService) All(ctx context.Context, spaceID, changeRequestID string, options FileListOptions, opts ...api.CallOption) iter.Seq2[spaces.File, error] {
	return transport.All[spaces.File](ctx, s.core, opFileList.Path(spaceID, changeRequestID).Query(options), opts)
}

// Pages walks the pages of the files of a change request, from options.Page on. Errors are those of [FileService.All].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files
func (s FileService) Pages(ctx context.Context, spaceID, changeRequestID string, options FileListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[spaces.File], error] {
	return transport.Pages[spaces.File](ctx, s.core, opFileList.Path(spaceID, changeRequestID).Query(options), opts)
}

// Get returns a file of the active revision. A change request or a file that does not exist is an error matching [api.ErrNotFound].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}
func (s FileService) Get(ctx context.Context, spaceID, changeRequestID, fileID string, options spaces.ContentOptions, opts ...api.CallOption) (*spaces.File, error) {
	return transport.JSON[spaces.File](ctx, s.core, opFileGet.Path(spaceID, changeRequestID, fileID).Query(options), opts)
}
