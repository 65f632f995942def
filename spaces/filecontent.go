package spaces

import (
	"context"
	"io"
	"log/slog"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// FileContent is a file and its content.
type FileContent struct {
	File
	// Body is the content. It must be closed, unless a Read has returned an error such as [io.EOF].
	Body io.ReadCloser
}

// FileOpenOptions configure [FileService.Open] and [FileService.Download].
type FileOpenOptions struct {
	FileGetOptions // of the request for the file

	// Known is the file as an earlier response contains it, such as that of a list. It saves the
	// request for the file. Its ID must be that of the call.
	Known *File
}

// LogValue implements [slog.LogValuer]. It hides the path and the query of the download URL.
func (o FileOpenOptions) LogValue() slog.Value { return logvalue.Of(o) }

// Open returns a file of a space and a reader of its content. It requests the file, unless
// options.Known contains it, and then its download URL. The service may use any host for that, so
// the request carries neither the token nor the header fields and query parameters of the client
// and of the call. Middleware sees the request and must not add a secret to it. Redirects to other
// hosts are followed, but not from https to http.
//
// Body has exactly the Size of the file, or a Read returns an error other than [io.EOF] after what
// was read so far. An encoded response, such as one in gzip, is an error too. The request is
// retried until the first byte. After that, if the connection is lost, the rest is requested, as
// often as a request is retried, if the response had a strong ETag. If the service then does not
// respond with the rest of the same content, a Read returns an error that is an
// [*api.TransportError]; [FileService.Download] continues in this case. If the service responds to
// the download URL with 401, 403 or 404, the URL may have expired: the file is requested again,
// once, and the new URL is used.
//
// The size is limited only by [api.WithMaxResponseBytes]. A larger file is an [*api.DecodeError].
// The download ends early if ctx ends or the timeout of the call expires, which both bound
// everything until Close. Otherwise only the idle timeout limits it, which is 60 s by default.
// The [api.Meta] of the call is that of the content, or that of the file if it cannot be requested.
//
// API: GET /v1/spaces/{spaceId}/content/files/{fileId}
func (s FileService) Open(
	ctx context.Context, spaceID, fileID string, options FileOpenOptions, opts ...api.CallOption,
) (*FileContent, error) {
	return contentOf(transport.OpenFile(
		ctx, s.core, opFileGet.Path(spaceID, fileID).Query(options.FileGetOptions), options.Known, placeOf, opts,
	))
}

// Download writes the content of a file of a space to a writer and returns the file. It is like
// [FileService.Open], except that it continues if the connection is lost and the rest cannot be
// requested: it then requests the content from the beginning, compares it with the hash of what it
// has written, and writes only what follows. So it writes each byte once, to any writer. If the
// content has changed since, it returns an [*api.DecodeError].
//
// If the error is nil, the complete content was written. Otherwise the beginning of the content may
// have been written, which the caller must discard. An error of the writer is returned wrapped, and
// nothing is retried.
//
// API: GET /v1/spaces/{spaceId}/content/files/{fileId}
func (s FileService) Download(
	ctx context.Context, spaceID, fileID string, to io.Writer, options FileOpenOptions, opts ...api.CallOption,
) (*File, error) {
	return transport.Download(
		ctx, s.core, opFileGet.Path(spaceID, fileID).Query(options.FileGetOptions), options.Known, placeOf, to, opts,
	)
}

// Open returns a file of a revision and a reader of its content: see [FileService.Open].
//
// API: GET /v1/spaces/{spaceId}/revisions/{revisionId}/files/{fileId}
func (s RevisionFileService) Open(
	ctx context.Context, spaceID, revisionID, fileID string, options FileOpenOptions, opts ...api.CallOption,
) (*FileContent, error) {
	return contentOf(transport.OpenFile(
		ctx, s.core, opRevisionFileGet.Path(spaceID, revisionID, fileID).Query(options.FileGetOptions),
		options.Known, placeOf, opts,
	))
}

// Download writes the content of a file of a revision to a writer and returns the file: see
// [FileService.Download].
//
// API: GET /v1/spaces/{spaceId}/revisions/{revisionId}/files/{fileId}
func (s RevisionFileService) Download(
	ctx context.Context, spaceID, revisionID, fileID string, to io.Writer, options FileOpenOptions, opts ...api.CallOption,
) (*File, error) {
	return transport.Download(
		ctx, s.core, opRevisionFileGet.Path(spaceID, revisionID, fileID).Query(options.FileGetOptions),
		options.Known, placeOf, to, opts,
	)
}

func placeOf(f *File) transport.Place {
	return transport.Place{ID: f.ID, URL: f.DownloadURL, Size: f.Size}
}

func contentOf(f *File, body io.ReadCloser, err error) (*FileContent, error) {
	if err != nil {
		return nil, err
	}
	return &FileContent{File: *f, Body: body}, nil
}
