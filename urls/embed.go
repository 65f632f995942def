package urls

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/spaces"
)

// EmbedOptions are the query parameters of [Service.Embed].
//
// Experimental: may change in any minor release; see [api].
type EmbedOptions struct {
	URL string `url:"url,omitempty" check:"required"` // of any site
}

// Embed returns how the content at a URL is displayed within a page. The HTML in it is that of a
// third party: see [spaces.UntrustedHTML].
//
// API: GET /v1/urls/embed
func (s Service) Embed(
	ctx context.Context, options EmbedOptions, opts ...api.CallOption,
) (*spaces.Embed, error) {
	return transport.JSON[spaces.Embed](ctx, s.core, opEmbed.Path().Query(options), opts)
}
