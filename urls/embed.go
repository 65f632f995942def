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
	URL string `url:"url,omitempty" check:"required"` // URL of content on any site
}

// Embed returns a description of the content at a URL, so that a page can display it. Its HTML
// comes from a third party: see [spaces.UntrustedHTML].
//
// API: GET /v1/urls/embed
func (s Service) Embed(
	ctx context.Context, options EmbedOptions, opts ...api.CallOption,
) (*spaces.Embed, error) {
	return transport.JSON[spaces.Embed](ctx, s.core, opEmbed.Path().Query(options), opts)
}
