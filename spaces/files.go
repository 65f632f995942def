package spaces

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// FileService is reached as the Files field of [Service].
type FileService struct {
	core *transport.Core
}

// File is a file of a space.
type File struct {
	ID          string          `json:"id"`
	Name        string          `json:"name"`
	ContentType string          `json:"contentType"`
	DownloadURL string          `json:"downloadURL"`
	Size        int64           `json:"size"`                // bytes
	Dimensions  *FileDimensions `json:"dimensions,omitzero"` // nil for a file that is no image
	Git         *GitBlob        `json:"git,omitzero"`        // nil without Git synchronization, or when metadata was left out
}

// FileDimensions are the size of an image in pixels.
type FileDimensions struct {
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

// GitBlob is a file in a Git repository.
type GitBlob struct {
	OID  string `json:"oid"`
	Path string `json:"path"`
}

// FileListOptions are the query of [FileService.List].
type FileListOptions struct {
	Page     string `url:"page,omitempty"`                        // cursor of the page, "" for the first
	Limit    int    `url:"limit,omitempty" check:"range=0..1000"` // files a page, at most 1000; 0 leaves it to the service
	Metadata *bool  `url:"metadata,omitempty"`                    // false leaves out Git metadata, which can be faster; true when nil
	Computed *bool  `url:"computed,omitempty"`                    // false leaves content uncomputed; true when nil
}

// List returns one page of the files of a space. When there are none the page is empty; a space that does not exist is an error matching
// [api.ErrNotFound].
//
// API: GET /v1/spaces/{spaceId}/content/files
func (s FileService) List(ctx context.Context, spaceID string, options FileListOptions, opts ...api.CallOption) (*pagination.Page[File], error) {
	return transport.List[File](ctx, s.core, opFileList.Path(spaceID).Query(options), opts)
}

// All walks the files of a space, from options.Page on. An error is the last turn: a [*pagination.PageError] with what [FileService.List]
// returns, or a [*pagination.CursorLoopError].
//
// API: GET /v1/spaces/{spaceId}/content/files
func (s FileService) All(ctx context.Context, spaceID string, options FileListOptions, opts ...api.CallOption) iter.Seq2[File, error] {
	return transport.All[File](ctx, s.core, opFileList.Path(spaceID).Query(options), opts)
}

// Pages walks the pages of the files of a space, from options.Page on. Errors are those of [FileService.All].
//
// API: GET /v1/spaces/{spaceId}/content/files
func (s FileService) Pages(ctx context.Context, spaceID string, options FileListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[File], error] {
	return transport.Pages[File](ctx, s.core, opFileList.Path(spaceID).Query(options), opts)
}

// Get returns a file of a space. A space or a file that does not exist is an error matching [api.ErrNotFound].
//
// API: GET /v1/spaces/{spaceId}/content/files/{fileId}
func (s FileService) Get(ctx context.Context, spaceID, fileID string, options ContentOptions, opts ...api.CallOption) (*File, error) {
	return transport.JSON[File](ctx, s.core, opFileGet.Path(spaceID, fileID).Query(options), opts)
}
