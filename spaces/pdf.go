package spaces

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// PDFOptions are the query of PDFs.
type PDFOptions struct {
	// Page is the id of the one page to print, empty for all. It is not a cursor.
	//
	// Beyond the documents.
	Page string `url:"page,omitempty"`
	// Only leaves out the pages below that page.
	//
	// Beyond the documents.
	Only *bool `url:"only,omitempty"`
}

// PDF is where a PDF can be fetched.
type PDF struct {
	URL string `json:"url"` // works for a limited time
}

// PDF returns the address of a PDF of the current content of a space, not the PDF itself. A space or a page that does not exist is an error
// matching [api.ErrNotFound].
//
// Beyond the documents.
//
// API: GET /v1/spaces/{spaceId}/pdf
func (s Service) PDF(ctx context.Context, spaceID string, options PDFOptions, opts ...api.CallOption) (*PDF, error) {
	return transport.JSON[PDF](ctx, s.core, opPDF.Path(spaceID).Query(options), opts)
}
