package sites

import (
	"context"
	"iter"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/spaces"
)

// Site is a docs site, which publishes spaces.
type Site struct {
	Object   string    `json:"object"` // "site"
	ID       string    `json:"id"`
	Type     Type      `json:"type"`
	Title    string    `json:"title"`
	Icon     *api.Icon `json:"icon,omitzero"`     // nil if the site has no icon
	Hostname *string   `json:"hostname,omitzero"` // custom hostname; nil if there is none
	Basename *string   `json:"basename,omitzero"`
	// Proxy describes the proxy if the site is hosted under a path of another domain. Otherwise, it
	// is nil.
	Proxy      *Proxy     `json:"proxy,omitzero"`
	Visibility Visibility `json:"visibility"`
	// Published reports whether the site is published. Visibility determines who can see it.
	Published       bool             `json:"published"`
	SiteSpaces      int64            `json:"siteSpaces"` // number of site spaces
	CreatedAt       time.Time        `json:"createdAt"`
	AdaptiveContent *AdaptiveContent `json:"adaptiveContent,omitzero"`
	Ads             *Ads             `json:"ads,omitzero"`
	// AgentsContext is empty if the service does not report it.
	AgentsContext AgentsContext `json:"agentsContext,omitzero"`
	Features      []Feature     `json:"features"`
	URLs          URLs          `json:"urls"`

	// Only newer versions of the service report these fields; otherwise they are nil.
	//
	// Experimental: may change in any minor release; see [api].

	// AppliedType is the type that determines the current features of the site.
	AppliedType  *Type              `json:"appliedType,omitzero"`
	DefaultLevel *api.Role          `json:"defaultLevel,omitzero"` // may be [spaces.LevelInherit]
	Permissions  *Permissions       `json:"permissions,omitzero"`
	GitSync      *spaces.GitSync    `json:"gitSync,omitzero"`
	LastScanAt   *time.Time         `json:"lastScanAt,omitzero"`
	Styleguide   *spaces.ContentRef `json:"styleguide,omitzero"` // space of the style guide
}

// Permissions contains the caller's permissions on a site.
//
// Experimental: may change in any minor release; see [api].
type Permissions struct {
	View               bool `json:"view"`
	Access             bool `json:"access"`
	Edit               bool `json:"edit"`
	Create             bool `json:"create"`
	Admin              bool `json:"admin"`
	InstallIntegration bool `json:"installIntegration"`
	ViewAdaptiveSchema bool `json:"viewAdaptiveSchema"`
	EditAdaptiveSchema bool `json:"editAdaptiveSchema"`
}

// Type is the type of a site.
type Type string

// TypeBasic is the default type of a new site.
const TypeBasic Type = "basic"

// Types of sites that are not in the API reference.
//
// Experimental: may change in any minor release; see [api].
const (
	TypePremium       Type = "premium"
	TypeUltimate      Type = "ultimate"
	TypeSponsored     Type = "sponsored"
	TypeLegacyBasic   Type = "legacy-basic"
	TypeLegacyPremium Type = "legacy-premium"
)

// Visibility determines who can see a site.
type Visibility string

// Audiences of sites.
const (
	VisibilityPublic      Visibility = "public"       // everyone; indexed by search engines
	VisibilityUnlisted    Visibility = "unlisted"     // everyone; not indexed by search engines
	VisibilityShareLink   Visibility = "share-link"   // everyone who has a share link
	VisibilityVisitorAuth Visibility = "visitor-auth" // visitors who authenticate with a JWT
)

// AgentsContext configures whether the agent can access a site.
type AgentsContext string

// Values of [AgentsContext].
const (
	AgentsContextExcluded AgentsContext = "excluded" // the agent cannot access the site
	AgentsContextIncluded AgentsContext = "included" // the agent can access the site
)

// Proxy describes how a site is hosted under a path of another domain. In an [Update], the proxy is
// a single string.
type Proxy struct {
	Origin string `json:"origin"` // hostname and path that visitors use, such as "example.com/docs"
	Target string `json:"target"` // destination of the requests to Origin
}

// AdaptiveContent configures whether a site adapts to its visitors.
type AdaptiveContent struct {
	Enabled bool `json:"enabled"`
}

// Feature is a feature that the plan of a site includes.
type Feature struct {
	ID             string   `json:"id"`
	Plan           Type     `json:"plan"`
	Frozen         bool     `json:"frozen"`
	Customizations []string `json:"customizations,omitzero"`
}

// URLs contains the URLs of a site.
type URLs struct {
	Location  string  `json:"location"`           // URL in the API
	App       string  `json:"app"`                // URL in the app of the platform
	Published *string `json:"published,omitzero"` // nil if the site is not published

	// Only newer versions of the service report these URLs. Preview shows the site with its drafts
	// to members who may see it. The service renders change requests only below Preview.
	//
	// Experimental: may change in any minor release; see [api].
	Preview *string `json:"preview,omitzero"`
	Login   *string `json:"login,omitzero"`  // nil if the site has no visitor authentication
	Logout  *string `json:"logout,omitzero"` // nil if the site has no visitor authentication
}

// ListOptions are the query parameters of [Service.List]. A filter that is not set selects all
// sites.
type ListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of sites per page, at most 1000; 0 for the service's default.
	Limit     int    `url:"limit,omitempty" check:"range=0..1000"`
	Space     string `url:"space,omitempty"` // ID of a space; selects the sites that contain the space
	Title     string `url:"title,omitempty"`
	Published *bool  `url:"published,omitempty"` // true selects the published sites, and false all others
	// Type selects the sites with one of these types.
	//
	// Experimental: may change in any minor release; see [api].
	Type []Type `url:"type,omitempty"`
}

// List returns one page of the sites of an organization.
//
// API: GET /v1/orgs/{organizationId}/sites
func (s Service) List(
	ctx context.Context, orgID string, options ListOptions, opts ...api.CallOption,
) (*pagination.Page[Site], error) {
	return transport.List[Site](ctx, s.core, opList.Path(orgID).Query(options), opts)
}

// All returns an iterator over the sites of an organization.
//
// API: GET /v1/orgs/{organizationId}/sites
func (s Service) All(
	ctx context.Context, orgID string, options ListOptions, opts ...api.CallOption,
) iter.Seq2[Site, error] {
	return transport.All[Site](ctx, s.core, opList.Path(orgID).Query(options), opts)
}

// ListPages returns an iterator over the pages of [Service.List].
//
// API: GET /v1/orgs/{organizationId}/sites
func (s Service) ListPages(
	ctx context.Context, orgID string, options ListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[Site], error] {
	return transport.Pages[Site](ctx, s.core, opList.Path(orgID).Query(options), opts)
}

// Create is the request body of [Service.Create]. The service chooses the values of unset fields.
type Create struct {
	Type       Type       `json:"type,omitzero"`                     // [TypeBasic] if empty
	Title      *string    `json:"title,omitzero" check:"len=2..128"` // 2 to 128 characters
	Visibility Visibility `json:"visibility,omitzero"`
	Spaces     []string   `json:"spaces,omitzero"` // IDs of the spaces to place on the site
}

// Create creates a site and returns it.
//
// API: POST /v1/orgs/{organizationId}/sites
func (s Service) Create(
	ctx context.Context, orgID string, site Create, opts ...api.CallOption,
) (*Site, error) {
	return transport.JSON[Site](ctx, s.core, opCreate.Path(orgID).Body(site), opts)
}

// GetOptions are the query parameters of [Service.Get]. There are none yet.
type GetOptions struct{}

// Get returns a site.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}
func (s Service) Get(
	ctx context.Context, orgID, siteID string, options GetOptions, opts ...api.CallOption,
) (*Site, error) {
	return transport.JSON[Site](ctx, s.core, opGet.Path(orgID, siteID).Query(options), opts)
}

// Delete deletes a site. If the site does not exist, Delete returns [api.AlreadyAbsent] and a nil
// error.
//
// API: DELETE /v1/orgs/{organizationId}/sites/{siteId}
func (s Service) Delete(
	ctx context.Context, orgID, siteID string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opDelete.Path(orgID, siteID), opts)
}

// Update is the request body of [Service.Update].
type Update struct {
	Title         *string       `json:"title,omitzero" check:"len=2..128"` // 2 to 128 characters
	Visibility    Visibility    `json:"visibility,omitzero"`
	Basename      *string       `json:"basename,omitzero" check:"len=1..100"` // 1 to 100 characters
	AgentsContext AgentsContext `json:"agentsContext,omitzero"`
	// DefaultSiteSpace is the ID of a site space at the top level or in the default section.
	DefaultSiteSpace *string `json:"defaultSiteSpace,omitzero"`
	// DefaultSiteSection is the ID of a section.
	DefaultSiteSection *string          `json:"defaultSiteSection,omitzero"`
	AdaptiveContent    *AdaptiveContent `json:"adaptiveContent,omitzero"`
	// Proxy hosts the site under a path of another domain, such as "example.com/docs". It has at
	// most 512 characters. The service returns it in Site.Proxy. Sending null removes it.
	Proxy api.Nullable[string] `json:"proxy,omitzero" check:"len=..512,match=proxy"`

	// Only newer versions of the service have these settings. Sending null as DefaultLevel means
	// guest. Styleguide is the ID of the space that contains the style guide; sending null detaches
	// the space.
	//
	// Experimental: may change in any minor release; see [api].
	DefaultLevel api.Nullable[api.Role] `json:"defaultLevel,omitzero"`
	Styleguide   api.Nullable[string]   `json:"styleguide,omitzero"`
}

// Update updates a site and returns the updated site.
//
// API: PATCH /v1/orgs/{organizationId}/sites/{siteId}
func (s Service) Update(
	ctx context.Context, orgID, siteID string, update Update, opts ...api.CallOption,
) (*Site, error) {
	return transport.JSON[Site](ctx, s.core, opUpdate.Path(orgID, siteID).Body(update), opts)
}
