package sites

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/sites/customization"
)

// PublishedService returns sites as their visitors see them.
//
// Experimental: may change in any release; see docs/sources.md.
type PublishedService struct {
	core *transport.Core
}

// PublishedSite is a site with everything that is needed to display it.
//
// Experimental: may change in any release; see docs/sources.md.
type PublishedSite struct {
	Object         string                  `json:"object"` // "published-content-site"
	Site           Site                    `json:"site"`
	Structure      Structure               `json:"structure"`
	Customizations PublishedCustomizations `json:"customizations"`
	Scripts        []Script                `json:"scripts"` // of integrations
}

// PublishedCustomizations describes the appearance of a site and of the spaces on it.
//
// Experimental: may change in any release; see docs/sources.md.
type PublishedCustomizations struct {
	Site customization.Settings `json:"site"`
	// SiteSpaces contains the appearance of site spaces. Its keys, and which site spaces it
	// contains, are undocumented.
	SiteSpaces map[string]customization.Settings `json:"siteSpaces"`
}

// Script is a script that an integration adds to a site.
//
// Experimental: may change in any release; see docs/sources.md.
type Script struct {
	Script                string  `json:"script"`                         // address, at most 2048 characters
	ContentSecurityPolicy *string `json:"contentSecurityPolicy,omitzero"` // nil if there is none
	Cookies               bool    `json:"cookies"`                        // whether the script uses cookies
}

// PublishedOptions is the query of [PublishedService.Get].
type PublishedOptions struct {
	ShareKey string `url:"shareKey,omitempty"` // key of a share link, empty for none
}

// Get returns a site as its visitors see it.
//
// The response is undocumented if the site is not published, or if the share key belongs to no
// active share link. The in-memory server of package publishingtest responds with an error
// matching [api.ErrNotFound].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/published
func (s PublishedService) Get(ctx context.Context, orgID, siteID string, options PublishedOptions, opts ...api.CallOption) (*PublishedSite, error) {
	return transport.JSON[PublishedSite](ctx, s.core, opPublishedGet.Path(orgID, siteID).Query(options), opts)
}
