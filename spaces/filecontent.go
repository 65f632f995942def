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
	// Body is the content. The caller must close it, unless a Read has returned an error such as
	// [io.EOF].
	Body io.ReadCloser
}

// FileOpenOptions configure [FileService.Open] and [FileService.Download].
type FileOpenOptions struct {
	FileGetOptions // options of the request for the file

	// Known is the file from an earlier response, such as an element of a list. If it is set, the
	// method requests only the content of the file. Known.ID must be the file ID that the caller
	// passes to the method.
	Known *File
}

// LogValue implements [slog.LogValuer]. It hides the path and the query of the download URL.
func (o FileOpenOptions) LogValue() slog.Value { return logvalue.Of(o) }

// Open returns a file of a space and a reader of its content. Open requests the file, unless
// options.Known is set, and then requests the content from the download URL of the file. That URL
// may lead to any host, so the request for the content contains neither the token nor the headers
// and query parameters that options add. Middleware sees this request and must not add a secret to
// it. Redirects to other hosts are followed, but not from https to http.
//
// If Body is shorter or longer than the Size of the file, a Read returns an error other than
// [io.EOF]. A response with a content encoding, such as gzip, is an error too. Open retries the
// request for the content until the first byte has arrived. If the connection is lost later and the
// response had a strong ETag, Body requests the rest of the content, at most as often as a request
// is retried. If the service does not respond with the rest of the same content, a Read returns an
// [*api.TransportError]; [FileService.Download] continues in this case. If the service responds to
// the download URL with 401, 403 or 404, the URL may have expired. Open then requests the file once
// more and uses its new URL.
//
// By default, the size of the file is not limited. With [api.WithMaxResponseBytes], a larger file
// results in an [*api.DecodeError]. The context and the timeout of the call apply until Body is
// closed: if one of them ends, the download fails. The idle timeout, which is 60 s by default,
// limits how long the download may be silent. [api.WithMeta] reports the response that contains the
// content or, if the request for the file fails, the response to that request.
//
// API: GET /v1/spaces/{spaceId}/content/files/{fileId}
func (s FileService) Open(
	ctx context.Context, spaceID, fileID string, options FileOpenOptions, opts ...api.CallOption,
) (*FileContent, error) {
	return contentOf(transport.OpenFile(
		ctx, s.core,
		opFileGet.Path(spaceID, fileID).Query(options.FileGetOptions), options.Known, placeOf, opts,
	))
}

// Download writes the content of a file of a space to a writer and returns the file. It behaves
// like [FileService.Open], but also continues if the connection is lost and the service cannot send
// only the rest of the content. Download then requests all of the content again, checks that it
// begins with the bytes that Download has already written, and writes only the bytes that follow.
// If the content has changed in the meantime, Download returns an [*api.DecodeError].
//
// If the error is nil, the complete content was written. Otherwise, a part of the content may have
// been written, which the caller must discard. If the writer returns an error, Download returns an
// error that wraps it, and retries nothing.
//
// API: GET /v1/spaces/{spaceId}/content/files/{fileId}
func (s FileService) Download(
	ctx context.Context, spaceID, fileID string,
	to io.Writer, options FileOpenOptions, opts ...api.CallOption,
) (*File, error) {
	return transport.Download(
		ctx, s.core, opFileGet.Path(spaceID, fileID).Query(options.FileGetOptions),
		options.Known, placeOf, to, opts,
	)
}

// Open returns a file of a revision and a reader of its content: see [FileService.Open].
//
// API: GET /v1/spaces/{spaceId}/revisions/{revisionId}/files/{fileId}
func (s RevisionFileService) Open(
	ctx context.Context, spaceID, revisionID, fileID string,
	options FileOpenOptions, opts ...api.CallOption,
) (*FileContent, error) {
	return contentOf(transport.OpenFile(
		ctx, s.core,
		opRevisionFileGet.Path(spaceID, revisionID, fileID).Query(options.FileGetOptions),
		options.Known, placeOf, opts,
	))
}

// Download writes the content of a file of a revision to a writer and returns the file: see
// [FileService.Download].
//
// API: GET /v1/spaces/{spaceId}/revisions/{revisionId}/files/{fileId}
func (s RevisionFileService) Download(
	ctx context.Context, spaceID, revisionID, fileID string,
	to io.Writer, options FileOpenOptions, opts ...api.CallOption,
) (*File, error) {
	return transport.Download(
		ctx, s.core,
		opRevisionFileGet.Path(spaceID, revisionID, fileID).Query(options.FileGetOptions),
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
