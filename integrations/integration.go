package integrations

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// Integration is the latest published version of a program that extends the service.
//
// Experimental: may change in any minor release; see [api].
type Integration struct {
	Object string `json:"object"` // "integration"
	// Name is unique among the integrations of all organizations.
	Name           string          `json:"name" response:"id"`
	Version        int64           `json:"version"`
	Title          string          `json:"title"`
	Description    *string         `json:"description,omitzero"`
	Summary        *string         `json:"summary,omitzero"`
	PreviewImages  []string        `json:"previewImages"` // at most 3 URLs
	Target         Target          `json:"target"`
	Verified       bool            `json:"verified"`
	Visibility     Visibility      `json:"visibility"`
	Scopes         []Scope         `json:"scopes"`
	Categories     []Category      `json:"categories"`
	Blocks         []Block         `json:"blocks,omitzero"`
	ContentSources []ContentSource `json:"contentSources,omitzero"`
	// Configurations is nil if the integration has no settings.
	Configurations *Configurations `json:"configurations,omitzero"`
	ExternalLinks  []ExternalLink  `json:"externalLinks"` // at most 5 links
	// Owner is the organization that publishes the integration.
	Owner       api.Organization `json:"owner"`
	URLs        URLs             `json:"urls"`
	Permissions Permissions      `json:"permissions"` // permissions of the caller
	// ContentSecurityPolicy is the policy for the content and the scripts of the integration on a
	// page, or nil if there is none.
	ContentSecurityPolicy *ContentSecurityPolicy `json:"contentSecurityPolicy,omitzero"`
}

// ExternalLink is a link on the page that describes an integration.
//
// Experimental: may change in any minor release; see [api].
type ExternalLink struct {
	URL   string `json:"url" check:"required,len=..2048"` // at most 2048 characters
	Label string `json:"label" check:"required"`
}

// URLs contains the URLs of an integration.
//
// Experimental: may change in any minor release; see [api].
type URLs struct {
	Location string  `json:"location"` // URL in the API
	Icon     *string `json:"icon,omitzero"`
	App      string  `json:"app"`
	Assets   string  `json:"assets"`
	// PublicEndpoint is the URL at which the integration itself handles HTTP requests.
	PublicEndpoint string `json:"publicEndpoint"`
	// PublicContentEndpoint is nil if the service does not report it.
	PublicContentEndpoint *string `json:"publicContentEndpoint,omitzero"`
}

// Permissions contains the caller's permissions on an integration.
//
// Experimental: may change in any minor release; see [api].
type Permissions struct {
	Admin bool `json:"admin"`
}

// Target is the kind of place where an integration can be installed.
//
// Experimental: may change in any minor release; see [api].
type Target string

// Kinds of places.
const (
	TargetAll          Target = "all"
	TargetSite         Target = "site"
	TargetSpace        Target = "space"
	TargetOrganization Target = "organization"
)

// Visibility determines who can find and install an integration.
//
// Experimental: may change in any minor release; see [api].
type Visibility string

// Visibilities of integrations.
const (
	VisibilityPublic   Visibility = "public"
	VisibilityPrivate  Visibility = "private"  // the organization that owns the integration
	VisibilityUnlisted Visibility = "unlisted" // everyone who knows the name
)

// Scope is a permission of an integration.
//
// Experimental: may change in any minor release; see [api].
type Scope string

// Permissions of integrations.
const (
	ScopeSpaceContentRead    Scope = "space:content:read"
	ScopeSpaceContentWrite   Scope = "space:content:write"
	ScopeSpaceMetadataRead   Scope = "space:metadata:read"
	ScopeSpaceMetadataWrite  Scope = "space:metadata:write"
	ScopeSpaceGitSync        Scope = "space:git:sync"
	ScopePageFeedbackRead    Scope = "page:feedback:read"
	ScopeSiteMetadataRead    Scope = "site:metadata:read"
	ScopeSiteViewsRead       Scope = "site:views:read"
	ScopeSiteScriptInject    Scope = "site:script:inject"
	ScopeSiteScriptCookies   Scope = "site:script:cookies"
	ScopeSiteVisitorAuth     Scope = "site:visitor:auth"
	ScopeSiteVisitorClaims   Scope = "site:visitor:claims" // only in newer versions of the service
	ScopeSiteAdaptiveRead    Scope = "site:adaptive:read"
	ScopeSiteAdaptiveWrite   Scope = "site:adaptive:write"
	ScopeOpenAPIRead         Scope = "openapi:read"
	ScopeOpenAPIWrite        Scope = "openapi:write"
	ScopeConversationsIngest Scope = "conversations:ingest"
)

// Category is the category of an integration.
//
// Experimental: may change in any minor release; see [api].
type Category string

// Categories of integrations.
const (
	CategoryAnalytics     Category = "analytics"
	CategoryCollaboration Category = "collaboration"
	CategoryContent       Category = "content"
	CategoryGitSync       Category = "gitsync"
	CategoryMarketing     Category = "marketing"
	CategoryVisitorAuth   Category = "visitor-auth"
	CategoryOther         Category = "other"
)

// ListOptions are the query parameters of [Service.List].
//
// Experimental: may change in any minor release; see [api].
type ListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of integrations per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
	// The following fields are filters. The list contains the integrations that match all filters
	// that are set. Search is a text to search for; it is undocumented which data of an integration
	// the service searches.
	Search   string   `url:"search,omitempty"`
	Category Category `url:"category,omitempty"`
	// BlockDomain selects the integrations with a block that can display URLs of this host, such as
	// "videos.example.com": see Block.URLUnfurl. It has at most 100 letters, digits, hyphens,
	// underscores and periods.
	BlockDomain string `url:"blockDomain,omitempty" check:"len=..100,match=name"`
	// Blocks selects only integrations with blocks if it is true, and only integrations without
	// blocks if it is false.
	Blocks *bool `url:"blocks,omitempty"`
	// ContentSources selects only integrations with content sources if it is true, and only
	// integrations without content sources if it is false.
	ContentSources *bool `url:"contentSources,omitempty"`
	// Owner is the ID of the organization that publishes the integration.
	Owner  string `url:"owner,omitempty"`
	Scope  Scope  `url:"scope,omitempty"`
	Target Target `url:"target,omitempty"`
}

// List returns one page of the public integrations of all organizations. [Service.ListInOrg] also
// lists the private integrations of an organization.
//
// API: GET /v1/integrations
func (s Service) List(
	ctx context.Context, options ListOptions, opts ...api.CallOption,
) (*pagination.Page[Integration], error) {
	return transport.List[Integration](ctx, s.core, opList.Path().Query(options), opts)
}

// All returns an iterator over the public integrations of all organizations.
//
// API: GET /v1/integrations
func (s Service) All(
	ctx context.Context, options ListOptions, opts ...api.CallOption,
) iter.Seq2[Integration, error] {
	return transport.All[Integration](ctx, s.core, opList.Path().Query(options), opts)
}

// ListPages returns an iterator over the pages of [Service.List].
//
// API: GET /v1/integrations
func (s Service) ListPages(
	ctx context.Context, options ListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[Integration], error] {
	return transport.Pages[Integration](ctx, s.core, opList.Path().Query(options), opts)
}

// Get returns an integration by its name.
//
// API: GET /v1/integrations/{integrationName}
func (s Service) Get(
	ctx context.Context, integrationName string, opts ...api.CallOption,
) (*Integration, error) {
	return transport.JSON[Integration](ctx, s.core, opGet.Path(integrationName), opts)
}
