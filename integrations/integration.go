package integrations

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
)

// Integration is a program that extends the service, as its owner last published it.
//
// Experimental: may change in any release; see docs/sources.md.
type Integration struct {
	Object         string            `json:"object"` // "integration"
	Name           string            `json:"name"`   // unique among the integrations of all organizations
	Version        int               `json:"version"`
	Title          string            `json:"title"`
	Description    *string           `json:"description,omitzero"`
	Summary        *string           `json:"summary,omitzero"`
	PreviewImages  []string          `json:"previewImages"` // addresses, at most 3
	Target         Target            `json:"target"`
	Verified       bool              `json:"verified"`
	Visibility     Visibility        `json:"visibility"`
	Scopes         []Scope           `json:"scopes"`
	Categories     []Category        `json:"categories"`
	Blocks         []Block           `json:"blocks,omitzero"`
	ContentSources []ContentSource   `json:"contentSources,omitzero"`
	Configurations *Configurations   `json:"configurations,omitzero"` // nil if nothing can be configured
	ExternalLinks  []ExternalLink    `json:"externalLinks"`
	Owner          orgs.Organization `json:"owner"` // that publishes the integration
	URLs           URLs              `json:"urls"`
	Permissions    Permissions       `json:"permissions"`
	// ContentSecurityPolicy is the policy of the pages on which the integration is installed, nil
	// for none.
	ContentSecurityPolicy *ContentSecurityPolicy `json:"contentSecurityPolicy,omitzero"`
}

// Target is where an integration can be installed.
//
// Experimental: may change in any release; see docs/sources.md.
type Target string

// Where an integration can be installed.
const (
	TargetAll          Target = "all"
	TargetSite         Target = "site"
	TargetSpace        Target = "space"
	TargetOrganization Target = "organization"
)

// Visibility is who can find and install an integration.
//
// Experimental: may change in any release; see docs/sources.md.
type Visibility string

// Who can find and install an integration.
const (
	VisibilityPublic   Visibility = "public"
	VisibilityPrivate  Visibility = "private"  // the organization that owns it
	VisibilityUnlisted Visibility = "unlisted" // everyone who knows its name
)

// Scope is something that an integration may do.
//
// Experimental: may change in any release; see docs/sources.md.
type Scope string

// What an integration may do.
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
	ScopeSiteVisitorClaims   Scope = "site:visitor:claims" // of newer versions of the service
	ScopeSiteAdaptiveRead    Scope = "site:adaptive:read"
	ScopeSiteAdaptiveWrite   Scope = "site:adaptive:write"
	ScopeOpenAPIRead         Scope = "openapi:read"
	ScopeOpenAPIWrite        Scope = "openapi:write"
	ScopeConversationsIngest Scope = "conversations:ingest"
)

// Category is what an integration is about.
//
// Experimental: may change in any release; see docs/sources.md.
type Category string

// What integrations are about.
const (
	CategoryAnalytics     Category = "analytics"
	CategoryCollaboration Category = "collaboration"
	CategoryContent       Category = "content"
	CategoryGitSync       Category = "gitsync"
	CategoryMarketing     Category = "marketing"
	CategoryVisitorAuth   Category = "visitor-auth"
	CategoryOther         Category = "other"
)
