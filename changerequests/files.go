package changerequests

import (
	"context"
	"io"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/spaces"
)

// FileService returns the files of a change request.
type FileService struct {
	// Backlinks lists the places that refer to a file.
	Backlinks FileBacklinkService

	core *transport.Core
}

// List returns one page of the files of a change request.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files
func (s FileService) List(
	ctx context.Context, spaceID, changeRequestID string,
	options spaces.FileListOptions, opts ...api.CallOption,
) (*pagination.Page[spaces.File], error) {
	return transport.List[spaces.File](ctx, s.core,
		opFileList.Path(spaceID, changeRequestID).Query(options), opts)
}

// All returns an iterator over the files of a change request.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files
func (s FileService) All(
	ctx context.Context, spaceID, changeRequestID string,
	options spaces.FileListOptions, opts ...api.CallOption,
) iter.Seq2[spaces.File, error] {
	return transport.All[spaces.File](ctx, s.core,
		opFileList.Path(spaceID, changeRequestID).Query(options), opts)
}

// ListPages returns an iterator over the pages of [FileService.List].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files
func (s FileService) ListPages(
	ctx context.Context, spaceID, changeRequestID string,
	options spaces.FileListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[spaces.File], error] {
	return transport.Pages[spaces.File](ctx, s.core,
		opFileList.Path(spaceID, changeRequestID).Query(options), opts)
}

// Get returns a file of the active revision of a change request.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}
func (s FileService) Get(
	ctx context.Context, spaceID, changeRequestID, fileID string,
	options spaces.FileGetOptions, opts ...api.CallOption,
) (*spaces.File, error) {
	return transport.JSON[spaces.File](ctx, s.core,
		opFileGet.Path(spaceID, changeRequestID, fileID).Query(options), opts)
}

// Open returns a file of the active revision of a change request and a reader of its content: see
// [spaces.FileService.Open].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}
func (s FileService) Open(
	ctx context.Context, spaceID, changeRequestID, fileID string,
	options spaces.FileOpenOptions, opts ...api.CallOption,
) (*spaces.FileContent, error) {
	file, body, err := transport.OpenFile(ctx, s.core,
		opFileGet.Path(spaceID, changeRequestID, fileID).Query(options.FileGetOptions), options.Known, placeOf, opts)
	if err != nil {
		return nil, err
	}
	return &spaces.FileContent{File: *file, Body: body}, nil
}

// Download writes the content of a file of the active revision of a change request to a writer and
// returns the file: see [spaces.FileService.Download].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}
func (s FileService) Download(
	ctx context.Context, spaceID, changeRequestID, fileID string,
	to io.Writer, options spaces.FileOpenOptions,
	opts ...api.CallOption,
) (*spaces.File, error) {
	return transport.Download(ctx, s.core,
		opFileGet.Path(spaceID, changeRequestID, fileID).Query(options.FileGetOptions), options.Known, placeOf, to, opts)
}

func placeOf(f *spaces.File) transport.Place {
	return transport.Place{ID: f.ID, URL: f.DownloadURL, Size: f.Size}
}
