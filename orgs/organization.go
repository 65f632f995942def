package orgs

import (
	"context"
	"fmt"
	"iter"
	"unicode/utf8"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// Organization is an organization. It is declared in package api, because other packages use it
// too.
type Organization = api.Organization

// ListOptions are the query parameters of [Service.List].
//
// Experimental: may change in any minor release; see [api].
type ListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of organizations per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
}

// List returns one page of the organizations that the owner of the token belongs to.
//
// Experimental: may change in any minor release; see [api].
//
// API: GET /v1/orgs
func (s Service) List(
	ctx context.Context, options ListOptions, opts ...api.CallOption,
) (*pagination.Page[Organization], error) {
	return transport.List[Organization](ctx, s.core, opList.Path().Query(options), opts)
}

// All returns an iterator over the organizations that the owner of the token belongs to.
//
// Experimental: may change in any minor release; see [api].
//
// API: GET /v1/orgs
func (s Service) All(
	ctx context.Context, options ListOptions, opts ...api.CallOption,
) iter.Seq2[Organization, error] {
	return transport.All[Organization](ctx, s.core, opList.Path().Query(options), opts)
}

// ListPages returns an iterator over the pages of [Service.List].
//
// Experimental: may change in any minor release; see [api].
//
// API: GET /v1/orgs
func (s Service) ListPages(
	ctx context.Context, options ListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[Organization], error] {
	return transport.Pages[Organization](ctx, s.core, opList.Path().Query(options), opts)
}

// CreateOptions are the query parameters of [Service.Create].
//
// Experimental: may change in any minor release; see [api].
type CreateOptions struct {
	// WithDefaultSite creates a site too, if it is true; nil means the service's default.
	WithDefaultSite *bool `url:"withDefaultSite,omitempty"`
	// OpenAPIURL is the URL of an OpenAPI specification for that site. The service ignores the URL
	// if WithDefaultSite is not true.
	OpenAPIURL string `url:"openapiUrl,omitempty"`
}

// Create is the request body of [Service.Create].
//
// Experimental: may change in any minor release; see [api].
type Create struct {
	Title string `json:"title" check:"required,len=2..255"` // 2 to 255 characters
	// EmailDomains contains email domains. Users with an address in one of them can join: see
	// [Service.Join].
	EmailDomains          []string               `json:"emailDomains,omitzero"`
	OnboardingPreferences *OnboardingPreferences `json:"onboardingPreferences,omitzero"`
}

// OnboardingPreferences describes the purpose of a new organization.
//
// Experimental: may change in any minor release; see [api].
type OnboardingPreferences struct {
	// Source and Audience are required. Null means that the value is unknown.
	Source    api.Nullable[OnboardingSource]   `json:"source" check:"required"`
	Audience  api.Nullable[OnboardingAudience] `json:"audience" check:"required"`
	Interests []OnboardingInterest             `json:"interests" check:"required"`
}

// OnboardingSource is the origin of the content of an organization.
//
// Experimental: may change in any minor release; see [api].
type OnboardingSource string

// Sources of content.
const (
	OnboardingSourceMarkdownInGit OnboardingSource = "markdown-in-git"
	OnboardingSourceImport        OnboardingSource = "import"
	OnboardingSourceTemplate      OnboardingSource = "template"
)

// OnboardingAudience is the audience of the content of an organization.
//
// Experimental: may change in any minor release; see [api].
type OnboardingAudience string

// Audiences.
const (
	OnboardingAudiencePublic    OnboardingAudience = "public"
	OnboardingAudienceMixed     OnboardingAudience = "mixed"
	OnboardingAudienceProtected OnboardingAudience = "protected"
	OnboardingAudienceInternal  OnboardingAudience = "internal"
)

// OnboardingInterest is a feature that an organization is interested in.
//
// Experimental: may change in any minor release; see [api].
type OnboardingInterest string

// Interests.
const (
	OnboardingInterestAdaptiveContent OnboardingInterest = "adaptive-content"
	OnboardingInterestAPIDocs         OnboardingInterest = "api-docs"
	OnboardingInterestProactiveAgent  OnboardingInterest = "proactive-agent"
)

// Create creates an organization and returns it. Create is not retried after a lost response,
// because each request creates another organization.
//
// Experimental: may change in any minor release; see [api].
//
// API: POST /v1/orgs
func (s Service) Create(
	ctx context.Context, organization Create, options CreateOptions, opts ...api.CallOption,
) (*Organization, error) {
	return transport.JSON[Organization](
		ctx, s.core, opCreate.Path().Query(options).Body(organization), opts,
	)
}

// Get returns an organization. Billing is nil if the caller may not see it. Permissions contains
// the permissions of the caller. The response to a caller who is not a member is undocumented.
//
// Experimental: may change in any minor release; see [api].
//
// API: GET /v1/orgs/{organizationId}
func (s Service) Get(
	ctx context.Context, orgID string, opts ...api.CallOption,
) (*Organization, error) {
	return transport.JSON[Organization](ctx, s.core, opGet.Path(orgID), opts)
}

// Update is the request body of [Service.Update].
//
// Experimental: may change in any minor release; see [api].
type Update struct {
	Title *string `json:"title,omitzero" check:"len=2..255"` // 2 to 255 characters
	// EmailDomains replaces the email domains. Users with an address in one of them can join: see
	// [Service.Join]. An empty slice removes all domains, and nil leaves them unchanged.
	EmailDomains []string `json:"emailDomains,omitzero"`
	// Hostname identifies the organization in the URLs of its published content. It has 3 to 32
	// characters. Changing it changes these URLs.
	Hostname *string `json:"hostname,omitzero" check:"len=3..32"`
	// DefaultRole is the role of members who join without an invite: see [Service.Join]. Sending
	// null makes them guests.
	DefaultRole api.Nullable[api.Role] `json:"defaultRole,omitzero"`
	// DefaultContent is the content that the organization shows first. Sending null clears it.
	DefaultContent api.Nullable[api.DefaultContent] `json:"defaultContent,omitzero"`
	// Logo is the URL of the logo, with at most 2048 characters. The service returns it in
	// Organization.URLs.Logo. Sending null removes it.
	Logo api.Nullable[string] `json:"logo,omitzero" check:"len=..2048"`
	// SSO requires members to sign in with a SAML provider of the organization. Administrators can
	// still sign in by other means. Call [MemberService.SetSSO] for each member first, because it
	// is undocumented whether a member without SSO keeps access.
	SSO *bool `json:"sso,omitzero"`
	// AI sets Organization.AI. Its effect is undocumented.
	AI *bool `json:"ai,omitzero"`
	// InviteLinks permits people to join with a link invite. It is undocumented whether false
	// disables existing link invites.
	InviteLinks *bool `json:"inviteLinks,omitzero"`
	// MergeRules replaces all merge rules. The rules also apply to spaces whose merge rules have
	// the type [api.MergeRulesTypeInherit]. The merge rules of an organization cannot have this
	// type.
	MergeRules *api.MergeRules `json:"mergeRules,omitzero"`
}

// Validate checks that the expression of each merge rule has at most 1024 characters.
func (u Update) Validate() error {
	if u.MergeRules == nil {
		return nil
	}
	for i, rule := range u.MergeRules.Rules {
		if rule.Expression != nil && utf8.RuneCountInString(*rule.Expression) > 1024 {
			return &api.ValidationError{
				Field: fmt.Sprintf("mergeRules.rules[%d].expression", i), Rule: "at most 1024 characters",
				Value: check.Shown(*rule.Expression),
			}
		}
	}
	return nil
}

// Update updates the given fields of an organization and returns the updated organization. If the
// service rejects a value, the error matches [api.ErrBadRequest] or [api.ErrUnprocessable].
//
// Experimental: may change in any minor release; see [api].
//
// API: PATCH /v1/orgs/{organizationId}
func (s Service) Update(
	ctx context.Context, orgID string, update Update, opts ...api.CallOption,
) (*Organization, error) {
	return transport.JSON[Organization](ctx, s.core, opUpdate.Path(orgID).Body(update), opts)
}

// Join makes the owner of the token a member of an organization. The EmailDomains of the
// organization must contain the domain of the user's verified email address. The new member should
// get the DefaultRole of the organization. If the user cannot join, the error matches
// [api.ErrBadRequest], [api.ErrUnprocessable] or [api.ErrNotFound]. The organization may have to
// pay for the new member. To accept an invite, see [InviteService.Join].
//
// Experimental: may change in any minor release; see [api].
//
// API: POST /v1/orgs/{organizationId}/join
func (s Service) Join(ctx context.Context, orgID string, opts ...api.CallOption) error {
	return transport.None(ctx, s.core, opJoin.Path(orgID), opts)
}
