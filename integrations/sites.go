package integrations

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/sites"
)

// ListInSiteOptions are the query parameters of [Service.ListInSite].
//
// Experimental: may change in any minor release; see [api].
type ListInSiteOptions struct {
	// Search is a text to search for; it is undocumented which fields the service searches.
	Search string `url:"search,omitempty"`
}

// ListInSite returns the integrations that are installed on a site. The API reference describes no
// pages for this list. If a response nevertheless has a next page, the result contains its cursor.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/integrations
func (s Service) ListInSite(
	ctx context.Context, orgID, siteID string, options ListInSiteOptions, opts ...api.CallOption,
) (*pagination.Page[Integration], error) {
	return transport.List[Integration](
		ctx, s.core, opListInSite.Path(orgID, siteID).Query(options), opts,
	)
}

// AllInSite returns an iterator over the integrations that are installed on a site.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/integrations
func (s Service) AllInSite(
	ctx context.Context, orgID, siteID string, options ListInSiteOptions, opts ...api.CallOption,
) iter.Seq2[Integration, error] {
	return transport.All[Integration](
		ctx, s.core, opListInSite.Path(orgID, siteID).Query(options), opts,
	)
}

// ListPagesInSite returns an iterator over the pages of [Service.ListInSite].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/integrations
func (s Service) ListPagesInSite(
	ctx context.Context, orgID, siteID string, options ListInSiteOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[Integration], error] {
	return transport.Pages[Integration](
		ctx, s.core, opListInSite.Path(orgID, siteID).Query(options), opts,
	)
}

// SiteScripts contains the scripts that integrations add to the pages of a site. Its JSON form is
// an array.
//
// Experimental: may change in any minor release; see [api].
type SiteScripts struct {
	Items []sites.Script
}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (l SiteScripts) MarshalJSON() ([]byte, error) { return jsonx.Marshal(l.Items) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (l *SiteScripts) UnmarshalJSON(data []byte) error { return jsonx.Unmarshal(data, &l.Items) }

// ScriptsInSite returns the scripts that integrations add to the pages of a site.
// [sites.Service.Published] returns these scripts too. The result is not paginated.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/integration-scripts
func (s Service) ScriptsInSite(
	ctx context.Context, orgID, siteID string, opts ...api.CallOption,
) (*SiteScripts, error) {
	items, err := transport.JSON[[]sites.Script](
		ctx, s.core, opScriptsInSite.Path(orgID, siteID), opts,
	)
	if err != nil {
		return nil, err
	}
	return &SiteScripts{*items}, nil
}
