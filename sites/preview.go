package sites

import (
	"context"
	"log/slog"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// PublishingService configures how the visitors of a site are authenticated, and returns URLs of
// previews of the site.
//
// Experimental: may change in any minor release; see [api].
type PublishingService struct {
	// Auth configures how the visitors of a site are authenticated.
	Auth PublishingAuthService

	core *transport.Core
}

// PublishingPreviewOptions are the query parameters of [PublishingService.Preview].
//
// Experimental: may change in any minor release; see [api].
type PublishingPreviewOptions struct {
	SiteSpace string `url:"siteSpace,omitempty"` // ID of a site space; empty for the default site space
	// Claims is an object with the claims about a visitor, such as the result of
	// api.NewSecretJSON(map[string]any{"isBeta": true}). The preview shows the site as a visitor
	// with these claims sees it. The claims can be nested at most 100 levels deep.
	Claims api.SecretJSON `url:"claims,omitempty"`

	// Only newer versions of the service have the following parameters. Draft determines whether
	// the preview shows drafts; nil means true.
	Draft  *bool  `url:"draft,omitempty"`
	Target string `url:"target,omitempty"` // part of the site to show first
}

// LogValue implements [slog.LogValuer]. It hides the claims.
func (o PublishingPreviewOptions) LogValue() slog.Value { return logvalue.Of(o) }

// Validate checks that Claims is an object.
func (o PublishingPreviewOptions) Validate() error {
	return check.Object("claims", o.Claims.Reveal())
}

// Preview is a preview of a site.
//
// Experimental: may change in any minor release; see [api].
type Preview struct {
	// URL is the URL of the preview. It is valid for one hour after the call. Until then, anyone
	// who knows the URL can see the site, even if the site is not published.
	URL api.Secret `json:"url" response:"about"`
}

// LogValue implements [slog.LogValuer]. It hides the URL.
func (p Preview) LogValue() slog.Value { return logvalue.Of(p) }

// Preview returns the URL of a preview of a site, which is valid for one hour. It does not change
// the site. If the service rejects an option, the error matches [api.ErrBadRequest] or
// [api.ErrUnprocessable].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/publishing/preview
func (s PublishingService) Preview(
	ctx context.Context, orgID, siteID string,
	options PublishingPreviewOptions, opts ...api.CallOption,
) (*Preview, error) {
	return transport.JSON[Preview](
		ctx, s.core, opPublishingPreview.Path(orgID, siteID).Query(options), opts,
	)
}
