package spaces

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// RevisionFileService returns the files of revisions.
//
// Experimental: may change in any minor release; see [api].
type RevisionFileService struct {
	core *transport.Core
}

// List returns one page of the files of a revision.
//
// API: GET /v1/spaces/{spaceId}/revisions/{revisionId}/files
func (s RevisionFileService) List(
	ctx context.Context, spaceID, revisionID string,
	options FileListOptions, opts ...api.CallOption,
) (*pagination.Page[File], error) {
	return transport.List[File](
		ctx, s.core, opRevisionFileList.Path(spaceID, revisionID).Query(options), opts,
	)
}

// All returns an iterator over the files of a revision.
//
// API: GET /v1/spaces/{spaceId}/revisions/{revisionId}/files
func (s RevisionFileService) All(
	ctx context.Context, spaceID, revisionID string,
	options FileListOptions, opts ...api.CallOption,
) iter.Seq2[File, error] {
	return transport.All[File](
		ctx, s.core, opRevisionFileList.Path(spaceID, revisionID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [RevisionFileService.List].
//
// API: GET /v1/spaces/{spaceId}/revisions/{revisionId}/files
func (s RevisionFileService) ListPages(
	ctx context.Context, spaceID, revisionID string,
	options FileListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[File], error] {
	return transport.Pages[File](
		ctx, s.core, opRevisionFileList.Path(spaceID, revisionID).Query(options), opts,
	)
}

// Get returns a file of a revision.
//
// API: GET /v1/spaces/{spaceId}/revisions/{revisionId}/files/{fileId}
func (s RevisionFileService) Get(
	ctx context.Context, spaceID, revisionID, fileID string,
	options FileGetOptions, opts ...api.CallOption,
) (*File, error) {
	return transport.JSON[File](
		ctx, s.core, opRevisionFileGet.Path(spaceID, revisionID, fileID).Query(options), opts,
	)
}
