package spaces

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// ReusableContentService returns the reusable content of a space.
//
// Experimental: may change in any minor release; see [api].
type ReusableContentService struct {
	core *transport.Core
}

// ReusableContentGetOptions are the query parameters of requests for reusable content.
//
// Experimental: may change in any minor release; see [api].
type ReusableContentGetOptions struct {
	// Metadata controls whether Git metadata is included; nil means true. Requests without
	// Git metadata can be faster.
	Metadata *bool `url:"metadata,omitempty"`
	// Computed controls whether content is computed from its sources; nil means true.
	Computed *bool `url:"computed,omitempty"`
}

// Get returns reusable content of the current revision of a space. [DocumentService.Get] returns
// its document.
//
// API: GET /v1/spaces/{spaceId}/content/reusable-contents/{reusableContentId}
func (s ReusableContentService) Get(
	ctx context.Context, spaceID, reusableContentID string,
	options ReusableContentGetOptions, opts ...api.CallOption,
) (*ReusableContent, error) {
	return transport.JSON[ReusableContent](
		ctx, s.core, opReusableContentGet.Path(spaceID, reusableContentID).Query(options), opts,
	)
}
