package spaces

import (
	"context"
	"log/slog"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// PDFOptions are the query parameters of requests for a PDF.
//
// Experimental: may change in any minor release; see [api].
type PDFOptions struct {
	// PageID is the ID of the page to print, or "" for all pages. It is not a cursor.
	PageID string `url:"page,omitempty"`
	// Only omits the pages below the page.
	Only *bool `url:"only,omitempty"`
}

// PDF contains the URL of a PDF file.
type PDF struct {
	URL string `json:"url" response:"about" secret:"url"` // valid for a limited time
}

// LogValue implements [slog.LogValuer]. It hides the path and the query of the URL, because anyone
// who knows the URL can download the file.
func (p PDF) LogValue() slog.Value { return logvalue.Of(p) }

// PDF returns the URL of a PDF file with the current content of a space.
//
// Experimental: may change in any minor release; see [api].
//
// API: GET /v1/spaces/{spaceId}/pdf
func (s Service) PDF(
	ctx context.Context, spaceID string, options PDFOptions, opts ...api.CallOption,
) (*PDF, error) {
	return transport.JSON[PDF](ctx, s.core, opPDF.Path(spaceID).Query(options), opts)
}
