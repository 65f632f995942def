package sites

import (
	"context"
	"iter"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/sites/customization"
)

// Site is a published set of spaces.
type Site struct {
	Object          string              `json:"object"` // "site"
	ID              string              `json:"id"`
	Type            Type                `json:"type"`
	Title           string              `json:"title"`
	Icon            *customization.Icon `json:"icon,omitzero"`     // nil when the site has none
	Hostname        *string             `json:"hostname,omitzero"` // custom hostname, nil for none
	Basename        *string             `json:"basename,omitzero"`
	Proxy           *Proxy              `json:"proxy,omitzero"` // nil when the site is not under a path of another domain
	Visibility      Visibility          `json:"visibility"`
	Published       bool                `json:"published"` // live for the audience that Visibility sets
	SiteSpaces      int64               `json:"siteSpaces"`
	CreatedAt       time.Time           `json:"createdAt"`
	AdaptiveContent *AdaptiveContent    `json:"adaptiveContent,omitzero"`
	Ads             *Ads                `json:"ads,omitzero"` // nil when the service leaves it out
	AgentsContext   AgentsContext       `json:"agentsContext"`
	Features        []Feature           `json:"features,omitzero"`
	URLs            URLs                `json:"urls"`
}

// Type is the type of a site. The service may know more values than the constants.
type Type string

const (
	// TypeBasic is what a site gets when its creation names no type.
	TypeBasic Type = "basic"
	// TypePremium is a type of site.
	//
	// Beyond the documents.
	TypePremium Type = "premium"
	// TypeUltimate is a type of site.
	//
	// Beyond the documents.
	TypeUltimate Type = "ultimate"
	// TypeSponsored is a type of site.
	//
	// Beyond the documents.
	TypeSponsored Type = "sponsored"
	// TypeLegacyBasic is a type of older sites.
	//
	// Beyond the documents.
	TypeLegacyBasic Type = "legacy-basic"
	// TypeLegacyPremium is a type of older sites.
	//
	// Beyond the documents.
	TypeLegacyPremium Type = "legacy-premium"
)

// Visibility says who can read a site. The service may know more values than the constants.
type Visibility string

const (
	// VisibilityPublic is for anyone, and search engines index it.
	VisibilityPublic Visibility = "public"
	// VisibilityUnlisted is for anyone, and search engines do not index it.
	VisibilityUnlisted Visibility = "unlisted"
	// VisibilityShareLink is for anyone with the secret token of a share link in the URL.
	VisibilityShareLink Visibility = "share-link"
	// VisibilityVisitorAuth is for visitors who authenticate with a JWT.
	VisibilityVisitorAuth Visibility = "visitor-auth"
)

// AgentsContext says whether the agent can access a site. The service may know more values than the constants.
type AgentsContext string

const (
	// AgentsContextExcluded keeps the agent out.
	AgentsContextExcluded AgentsContext = "excluded"
	// AgentsContextIncluded lets the agent in.
	AgentsContextIncluded AgentsContext = "included"
)

// Proxy is where a site is hosted under a path of another domain. It is written as one string: see [SiteUpdate].
type Proxy struct {
	Origin string `json:"origin"` // where readers come, such as "example.com/docs"
	Target string `json:"target"` // what that address leads to
}

// AdaptiveContent says whether a site adapts to its visitors.
type AdaptiveContent struct {
	Enabled bool `json:"enabled"`
}

// Feature is something the plan of a site includes.
type Feature struct {
	ID             string   `json:"id"`
	Plan           Type     `json:"plan"`
	Frozen         bool     `json:"frozen"`
	Customizations []string `json:"customizations,omitzero"` // nil when the feature has none
}

// URLs are the addresses of a site.
type URLs struct {
	Location  string  `json:"location"`
	App       string  `json:"app"`
	Published *string `json:"published,omitzero"` // nil for a site that is not published
}

// ListOptions are the query of [Service.List]. A nil filter lets all sites through.
type ListOptions struct {
	Page      string `url:"page,omitempty"`                        // cursor of the page, "" for the first
	Limit     int    `url:"limit,omitempty" check:"range=0..1000"` // sites a page, at most 1000; 0 leaves it to the service
	Space     string `url:"space,omitempty"`                       // sites with this space
	Title     string `url:"title,omitempty"`
	Published *bool  `url:"published,omitempty"` // false is not nil: it asks for sites that are not published
	// Type lets sites of these types through.
	//
	// Beyond the documents.
	Type []Type `url:"type,omitempty"`
}

// List returns one page of the sites of an organization. When no site passes the filters the page is empty. An organization that does not
// exist is an error matching [api.ErrNotFound], one the caller may not see an error matching [api.ErrForbidden] or [api.ErrNotFound], as
// the service decides.
//
// API: GET /v1/orgs/{organizationId}/sites
func (s Service) List(ctx context.Context, orgID string, options ListOptions, opts ...api.CallOption) (*pagination.Page[Site], error) {
	return transport.List[Site](ctx, s.core, opList.Path(orgID).Query(options), opts)
}

// All walks the sites of an organization, from options.Page on. An error is the last turn: a [*pagination.PageError] with what
// [Service.List] returns, or a [*pagination.CursorLoopError].
//
// API: GET /v1/orgs/{organizationId}/sites
func (s Service) All(ctx context.Context, orgID string, options ListOptions, opts ...api.CallOption) iter.Seq2[Site, error] {
	return transport.All[Site](ctx, s.core, opList.Path(orgID).Query(options), opts)
}

// Pages walks the pages of the sites of an organization, from options.Page on. Errors are those of [Service.All].
//
// API: GET /v1/orgs/{organizationId}/sites
func (s Service) Pages(ctx context.Context, orgID string, options ListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[Site], error] {
	return transport.Pages[Site](ctx, s.core, opList.Path(orgID).Query(options), opts)
}

// SiteCreate is the body of [Service.Create]. A nil field is left to the service.
type SiteCreate struct {
	Type       Type       `json:"type,omitzero"`                     // [TypeBasic] if empty
	Title      *string    `json:"title,omitzero" check:"len=2..128"` // 2 to 128 characters
	Visibility Visibility `json:"visibility,omitzero"`
	Spaces     []string   `json:"spaces,omitzero"` // ids of the spaces to put on the site
}

// Create makes a site and returns it. A title out of its limits is a [*api.ValidationError]; a space that does not exist is refused by the
// service. Not resent: see [api.MayHaveApplied].
//
// API: POST /v1/orgs/{organizationId}/sites
func (s Service) Create(ctx context.Context, orgID string, site SiteCreate, opts ...api.CallOption) (*Site, error) {
	return transport.JSON[Site](ctx, s.core, opCreate.Path(orgID).Body(site), opts)
}

// Get returns a site. One that does not exist is an error matching [api.ErrNotFound], one the caller may not see an error matching
// [api.ErrForbidden] or [api.ErrNotFound], as the service decides.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}
func (s Service) Get(ctx context.Context, orgID, siteID string, opts ...api.CallOption) (*Site, error) {
	return transport.JSON[Site](ctx, s.core, opGet.Path(orgID, siteID), opts)
}

// Delete removes a site. One that is not there is no error but [api.AlreadyAbsent]. A caller who may not delete it gets an error matching
// [api.ErrForbidden].
//
// API: DELETE /v1/orgs/{organizationId}/sites/{siteId}
func (s Service) Delete(ctx context.Context, orgID, siteID string, opts ...api.CallOption) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opDelete.Path(orgID, siteID), opts)
}

// SiteUpdate is the body of [Service.Update]. A field that is not set is left as it is.
type SiteUpdate struct {
	Title              *string          `json:"title,omitzero" check:"len=2..128"` // 2 to 128 characters
	Visibility         Visibility       `json:"visibility,omitzero"`
	Basename           *string          `json:"basename,omitzero" check:"len=1..100"` // 1 to 100 characters
	AgentsContext      AgentsContext    `json:"agentsContext,omitzero"`
	DefaultSiteSpace   *string          `json:"defaultSiteSpace,omitzero"`   // id of a site space at the root or in the default section
	DefaultSiteSection *string          `json:"defaultSiteSection,omitzero"` // id of a section
	AdaptiveContent    *AdaptiveContent `json:"adaptiveContent,omitzero"`
	// Proxy hosts the site under a path of a domain, such as "example.com/docs", at most 512 characters. It is read back as Site.Proxy.
	// Null removes the proxy.
	Proxy api.Nullable[string] `json:"proxy,omitzero" check:"len=..512,match=proxy"`
}

// Update changes the fields of a site that are set and returns the site as it is then. A site that does not exist is an error matching
// [api.ErrNotFound]; a field out of its limits is a [*api.ValidationError]. An update with no field set is sent as it is. Not resent: see
// [api.MayHaveApplied].
//
// API: PATCH /v1/orgs/{organizationId}/sites/{siteId}
func (s Service) Update(ctx context.Context, orgID, siteID string, update SiteUpdate, opts ...api.CallOption) (*Site, error) {
	return transport.JSON[Site](ctx, s.core, opUpdate.Path(orgID, siteID).Body(update), opts)
}
