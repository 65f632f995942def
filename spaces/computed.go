package spaces

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/richtext"
)

// ComputedService is reached as the Computed field of [Service].
//
// Beyond the documents.
type ComputedService struct {
	core *transport.Core
}

// Computation is the body of reads of computed content.
//
// Beyond the documents.
type Computation struct {
	Source Computed `json:"source" check:"required"` // what is computed from, such as Page.Computed
	Seed   string   `json:"seed" check:"required"`   // goes with the source, such as Page.ComputedSeed
}

// ComputedContent is what the service computes from the source of a page of type [PageTypeComputed].
//
// Beyond the documents.
type ComputedContent struct {
	Pages            []Page            `json:"pages"`
	Files            []File            `json:"files"`
	ReusableContents []ReusableContent `json:"reusableContents"`
}

// Document returns the document that the service computes from the source of a page or of a reusable content. Nothing is changed, so the call
// is sent again like any read. A source or a seed that is not set is a [*api.ValidationError]; a space that does not exist is an error matching
// [api.ErrNotFound].
//
// Beyond the documents.
//
// API: POST /v1/spaces/{spaceId}/content/computed/document
func (s ComputedService) Document(ctx context.Context, spaceID string, computation Computation, options DocumentOptions, opts ...api.CallOption) (*richtext.Document, error) {
	return transport.JSON[richtext.Document](ctx, s.core, opComputedDocument.Path(spaceID).Query(options).Body(computation), opts)
}

// Revision returns the pages, the files and the reusable contents that the service computes from the source of a computed page. Any of them may
// be empty. Otherwise it is as [ComputedService.Document].
//
// Beyond the documents.
//
// API: POST /v1/spaces/{spaceId}/content/computed/revision
func (s ComputedService) Revision(ctx context.Context, spaceID string, computation Computation, opts ...api.CallOption) (*ComputedContent, error) {
	return transport.JSON[ComputedContent](ctx, s.core, opComputedRevision.Path(spaceID).Body(computation), opts)
}
