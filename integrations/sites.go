package integrations

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/sites"
)

// SiteService lists the integrations that are installed on a site.
type SiteService struct {
	core *transport.Core
}

// SiteListOptions are the query parameters of [SiteService.List].
type SiteListOptions struct {
	Search string `url:"search,omitempty"` // text, presumably in the title
}

// List returns the integrations that are installed on a site. The operation takes no cursor. If the
// response has a next page nonetheless, the result contains its cursor.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/integrations
func (s SiteService) List(ctx context.Context, orgID, siteID string, options SiteListOptions, opts ...api.CallOption) (*pagination.Page[Integration], error) {
	return transport.List[Integration](ctx, s.core, opSitesList.Path(orgID, siteID).Query(options), opts)
}

// Scripts returns the scripts that integrations add to the pages of a site. The published site
// contains them too: see [sites.PublishedService]. There are no pages of the result.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/integration-scripts
func (s SiteService) Scripts(ctx context.Context, orgID, siteID string, opts ...api.CallOption) ([]sites.Script, error) {
	return transport.Array[sites.Script](ctx, s.core, opSitesScripts.Path(orgID, siteID), opts)
}
