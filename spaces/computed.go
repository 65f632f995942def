package spaces

import (
	"context"
	"log/slog"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/richtext"
)

// ComputedService returns content that the service computes.
//
// Experimental: may change in any minor release; see [api].
type ComputedService struct {
	core *transport.Core
}

// Computation is the request body of the methods of [ComputedService].
//
// Experimental: may change in any minor release; see [api].
type Computation struct {
	// Source is the source of the content. For [ComputedService.Document], it is the source of a
	// document or of reusable content. For [ComputedService.Revision], it is the source of a page
	// of type [PageTypeComputed].
	Source Computed `json:"source" check:"required"`
	Seed   string   `json:"seed" check:"required"` // seed of the source, such as Page.ComputedSeed
}

// ComputedContent is the content that the service computes from the source of a page of type
// [PageTypeComputed].
//
// Experimental: may change in any minor release; see [api].
type ComputedContent struct {
	Pages            []Page            `json:"pages" response:"about"`
	Files            []File            `json:"files"`
	ReusableContents []ReusableContent `json:"reusableContents"`
}

// LogValue implements [slog.LogValuer]. It hides the download URLs of files.
func (c ComputedContent) LogValue() slog.Value { return logvalue.Of(c) }

// ComputedDocumentOptions are the query parameters of [ComputedService.Document].
//
// Experimental: may change in any minor release; see [api].
type ComputedDocumentOptions struct {
	// Schema is the version of the schema; empty for the service's default.
	Schema DocumentSchema `url:"schema,omitempty"`
}

// Document returns the document that the service computes from the source of a page or of reusable
// content. This POST changes nothing, so it is retried like a GET.
//
// API: POST /v1/spaces/{spaceId}/content/computed/document
func (s ComputedService) Document(
	ctx context.Context, spaceID string,
	computation Computation, options ComputedDocumentOptions, opts ...api.CallOption,
) (*richtext.Document, error) {
	return transport.JSON[richtext.Document](
		ctx, s.core, opComputedDocument.Path(spaceID).Query(options).Body(computation), opts,
	)
}

// Revision returns the pages, files and reusable content that the service computes from the source
// of a page. This POST changes nothing, so it is retried like a GET.
//
// API: POST /v1/spaces/{spaceId}/content/computed/revision
func (s ComputedService) Revision(
	ctx context.Context, spaceID string, computation Computation, opts ...api.CallOption,
) (*ComputedContent, error) {
	return transport.JSON[ComputedContent](
		ctx, s.core, opComputedRevision.Path(spaceID).Body(computation), opts,
	)
}
