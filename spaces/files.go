package spaces

import (
	"context"
	"iter"
	"log/slog"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// FileService returns the files of a space.
type FileService struct {
	// Backlinks lists the places that refer to a file.
	Backlinks FileBacklinkService

	core *transport.Core
}

// File is a file in a space.
type File struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	ContentType string `json:"contentType"`
	// DownloadURL is the URL of the content. Request it without the client's token. The service may
	// return a different URL each time, and its query may contain a key, so do not store or log it.
	DownloadURL string          `json:"downloadURL" secret:"url"`
	Size        int64           `json:"size"`                // size in bytes
	Dimensions  *FileDimensions `json:"dimensions,omitzero"` // nil if the file is not an image
	// Git is nil if the space is not synchronized with Git, or if the request excluded Git
	// metadata.
	Git *GitBlob `json:"git,omitzero"`
}

// LogValue implements [slog.LogValuer]. It hides the path and the query of the download URL.
func (f File) LogValue() slog.Value { return logvalue.Of(f) }

// FileDimensions is the size of an image in pixels.
type FileDimensions struct {
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

// GitBlob is a file in a Git repository.
type GitBlob struct {
	OID  string `json:"oid" response:"id"`
	Path string `json:"path"`
}

// FileListOptions are the query parameters of requests that list files.
type FileListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of files per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
	// Metadata controls whether Git metadata is included; nil means true. Requests without
	// Git metadata can be faster.
	Metadata *bool `url:"metadata,omitempty"`
	// Computed controls whether content is computed from its sources; nil means true.
	Computed *bool `url:"computed,omitempty"`
}

// List returns one page of the files of a space.
//
// API: GET /v1/spaces/{spaceId}/content/files
func (s FileService) List(
	ctx context.Context, spaceID string, options FileListOptions, opts ...api.CallOption,
) (*pagination.Page[File], error) {
	return transport.List[File](ctx, s.core, opFileList.Path(spaceID).Query(options), opts)
}

// All returns an iterator over the files of a space.
//
// API: GET /v1/spaces/{spaceId}/content/files
func (s FileService) All(
	ctx context.Context, spaceID string, options FileListOptions, opts ...api.CallOption,
) iter.Seq2[File, error] {
	return transport.All[File](ctx, s.core, opFileList.Path(spaceID).Query(options), opts)
}

// ListPages returns an iterator over the pages of [FileService.List].
//
// API: GET /v1/spaces/{spaceId}/content/files
func (s FileService) ListPages(
	ctx context.Context, spaceID string, options FileListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[File], error] {
	return transport.Pages[File](ctx, s.core, opFileList.Path(spaceID).Query(options), opts)
}

// FileGetOptions are the query parameters of requests for a file.
type FileGetOptions struct {
	// Metadata controls whether Git metadata is included; nil means true. Requests without
	// Git metadata can be faster.
	Metadata *bool `url:"metadata,omitempty"`
	// Computed controls whether content is computed from its sources; nil means true.
	Computed *bool `url:"computed,omitempty"`
}

// Get returns a file of a space.
//
// API: GET /v1/spaces/{spaceId}/content/files/{fileId}
func (s FileService) Get(
	ctx context.Context, spaceID, fileID string, options FileGetOptions, opts ...api.CallOption,
) (*File, error) {
	return transport.JSON[File](ctx, s.core, opFileGet.Path(spaceID, fileID).Query(options), opts)
}
