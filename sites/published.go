package sites

import (
	"context"
	"log/slog"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/sites/customization"
)

// PublishedSite is a site with all data that a program needs to display it.
//
// Experimental: may change in any minor release; see [api].
type PublishedSite struct {
	Object         string                  `json:"object"` // "published-content-site"
	Site           Site                    `json:"site"`
	Structure      Structure               `json:"structure" response:"about"`
	Customizations PublishedCustomizations `json:"customizations"`
	Scripts        []Script                `json:"scripts"` // scripts of integrations
}

// PublishedCustomizations contains the appearance of a site and of its site spaces.
//
// Experimental: may change in any minor release; see [api].
type PublishedCustomizations struct {
	Site customization.Settings `json:"site"`
	// SiteSpaces contains the appearance of site spaces. It is undocumented what its keys are and
	// which site spaces it contains.
	SiteSpaces map[string]customization.Settings `json:"siteSpaces"`
}

// Script is a script that an integration adds to a site.
//
// Experimental: may change in any minor release; see [api].
type Script struct {
	// Script is the URL of the script, at most 2048 characters.
	Script                string  `json:"script"`
	ContentSecurityPolicy *string `json:"contentSecurityPolicy,omitzero"` // nil if there is none
	// Cookies reports whether the script uses cookies.
	Cookies bool `json:"cookies"`
}

// PublishedOptions are the query parameters of [Service.Published].
//
// Experimental: may change in any minor release; see [api].
type PublishedOptions struct {
	ShareKey api.Secret `url:"shareKey,omitempty"` // key of a share link; empty for none
}

// LogValue implements [slog.LogValuer]. It hides the key.
func (o PublishedOptions) LogValue() slog.Value { return logvalue.Of(o) }

// Published returns a site as its visitors see it.
//
// It is undocumented what happens if the site is not published, or if the share key does not belong
// to an active share link. In package publishingtest, the error matches [api.ErrNotFound].
//
// Experimental: may change in any minor release; see [api].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/published
func (s Service) Published(
	ctx context.Context, orgID, siteID string, options PublishedOptions, opts ...api.CallOption,
) (*PublishedSite, error) {
	return transport.JSON[PublishedSite](
		ctx, s.core, opPublished.Path(orgID, siteID).Query(options), opts,
	)
}
