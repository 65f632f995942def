package sites

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/sites/customization"
)

// PublishedService is reached as the Published field of [Service].
//
// Beyond the documents.
type PublishedService struct {
	core *transport.Core
}

// PublishedSite is all that a site is shown with.
//
// Beyond the documents.
type PublishedSite struct {
	Object         string                  `json:"object"` // "published-content-site"
	Site           Site                    `json:"site"`
	Structure      Structure               `json:"structure"`
	Customizations PublishedCustomizations `json:"customizations"`
	Scripts        []Script                `json:"scripts"` // of integrations
}

// PublishedCustomizations is how a site and the spaces on it look.
//
// Beyond the documents.
type PublishedCustomizations struct {
	Site customization.Settings `json:"site"`
	// SiteSpaces is how single site spaces look. What its keys are, and which site spaces are in it, is not described.
	SiteSpaces map[string]customization.Settings `json:"siteSpaces"`
}

// Script is a script that an integration adds to a site.
//
// Beyond the documents.
type Script struct {
	Script                string  `json:"script"`                         // its address, at most 2048 characters
	ContentSecurityPolicy *string `json:"contentSecurityPolicy,omitzero"` // nil for none
	Cookies               bool    `json:"cookies"`                        // whether it has to do with cookies
}

// PublishedOptions are the query of [PublishedService.Get].
//
// Beyond the documents.
type PublishedOptions struct {
	ShareKey string `url:"shareKey,omitempty"` // key of a share link, empty for none
}

// Get returns a site as it is published. If the site does not exist, it returns an error matching
// [api.ErrNotFound]. The share key is optional. What the service returns for a site that is not
// published, and for a share key that belongs to no active share link, is not described: the
// in-memory server of package publishingtest returns the same error.
//
// Beyond the documents.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/published
func (s PublishedService) Get(ctx context.Context, orgID, siteID string, options PublishedOptions, opts ...api.CallOption) (*PublishedSite, error) {
	return transport.JSON[PublishedSite](ctx, s.core, opPublishedGet.Path(orgID, siteID).Query(options), opts)
}
