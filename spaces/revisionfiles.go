package spaces

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// RevisionFileService is reached as the Files field of [RevisionService].
//
// Beyond the documents.
type RevisionFileService struct {
	core *transport.Core
}

// List returns one page of the files of a revision. When there are none the page is empty; a revision that does not exist is an error matching
// [api.ErrNotFound].
//
// Beyond the documents.
//
// API: GET /v1/spaces/{spaceId}/revisions/{revisionId}/files
func (s RevisionFileService) List(ctx context.Context, spaceID, revisionID string, options FileListOptions, opts ...api.CallOption) (*pagination.Page[File], error) {
	return transport.List[File](ctx, s.core, opRevisionFileList.Path(spaceID, revisionID).Query(options), opts)
}

// All walks the files of a revision, from options.Page on. An error is the last turn: a [*pagination.PageError] with what [RevisionFileService.List]
// returns, or a [*pagination.CursorLoopError].
//
// Beyond the documents.
//
// API: GET /v1/spaces/{spaceId}/revisions/{revisionId}/files
func (s RevisionFileService) All(ctx context.Context, spaceID, revisionID string, options FileListOptions, opts ...api.CallOption) iter.Seq2[File, error] {
	return transport.All[File](ctx, s.core, opRevisionFileList.Path(spaceID, revisionID).Query(options), opts)
}

// Pages walks the pages of the files of a revision, from options.Page on. Errors are those of [RevisionFileService.All].
//
// Beyond the documents.
//
// API: GET /v1/spaces/{spaceId}/revisions/{revisionId}/files
func (s RevisionFileService) Pages(ctx context.Context, spaceID, revisionID string, options FileListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[File], error] {
	return transport.Pages[File](ctx, s.core, opRevisionFileList.Path(spaceID, revisionID).Query(options), opts)
}

// Get returns a file of a revision. A revision or a file that does not exist is an error matching [api.ErrNotFound].
//
// Beyond the documents.
//
// API: GET /v1/spaces/{spaceId}/revisions/{revisionId}/files/{fileId}
func (s RevisionFileService) Get(ctx context.Context, spaceID, revisionID, fileID string, options ContentOptions, opts ...api.CallOption) (*File, error) {
	return transport.JSON[File](ctx, s.core, opRevisionFileGet.Path(spaceID, revisionID, fileID).Query(options), opts)
}
