package orgs

import (
	"context"
	"iter"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// SAMLService manages the SAML identity providers of an organization.
type SAMLService struct {
	core *transport.Core
}

// SAMLProvider is an identity provider that members can sign in with.
type SAMLProvider struct {
	Object      string           `json:"object"` // "saml-provider"
	ID          string           `json:"id"`
	Label       string           `json:"label"`
	SSOURL      string           `json:"ssoURL"`
	EntityID    string           `json:"entityID" response:"empty"` // empty until it is set
	Certificate string           `json:"certificate"`               // text of the certificate
	DefaultTeam *api.Team        `json:"defaultTeam,omitzero"`      // nil for none
	DefaultRole *api.Role        `json:"defaultRole"`               // nil for guests
	CreatedAt   time.Time        `json:"createdAt"`
	Status      SAMLStatus       `json:"status"`
	Service     SAMLEndpoints    `json:"service"`
	URLs        SAMLProviderURLs `json:"urls"`
}

// SAMLStatus is the state of a SAML provider.
type SAMLStatus string

// SAMLStatusActive means that the provider is in use.
const SAMLStatusActive SAMLStatus = "active"

// SAMLStatusPending means that the provider is not yet fully set up.
//
// Experimental: may change in any minor release; see [api].
const SAMLStatusPending SAMLStatus = "pending"

// SAMLEndpoints contains the URLs of the service. Configure them at the identity provider.
type SAMLEndpoints struct {
	ACSURL   string `json:"acsURL"`
	StartURL string `json:"startURL"`
	EntityID string `json:"entityID" response:"empty"`
}

// SAMLProviderURLs contains the URLs of a SAML provider.
type SAMLProviderURLs struct {
	Location string `json:"location"`
}

// SAMLListOptions are the query parameters of [SAMLService.List].
type SAMLListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of providers per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
}

// List returns one page of the SAML providers of an organization.
//
// API: GET /v1/orgs/{organizationId}/saml
func (s SAMLService) List(
	ctx context.Context, orgID string, options SAMLListOptions, opts ...api.CallOption,
) (*pagination.Page[SAMLProvider], error) {
	return transport.List[SAMLProvider](ctx, s.core, opSAMLList.Path(orgID).Query(options), opts)
}

// All returns an iterator over the SAML providers of an organization.
//
// API: GET /v1/orgs/{organizationId}/saml
func (s SAMLService) All(
	ctx context.Context, orgID string, options SAMLListOptions, opts ...api.CallOption,
) iter.Seq2[SAMLProvider, error] {
	return transport.All[SAMLProvider](ctx, s.core, opSAMLList.Path(orgID).Query(options), opts)
}

// ListPages returns an iterator over the pages of [SAMLService.List].
//
// API: GET /v1/orgs/{organizationId}/saml
func (s SAMLService) ListPages(
	ctx context.Context, orgID string, options SAMLListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[SAMLProvider], error] {
	return transport.Pages[SAMLProvider](ctx, s.core, opSAMLList.Path(orgID).Query(options), opts)
}

// SAMLCreate is the request body of [SAMLService.Create].
type SAMLCreate struct {
	Label       string  `json:"label" check:"required"`
	EntityID    *string `json:"entityID,omitzero"`
	Certificate *string `json:"certificate,omitzero"` // text of the certificate
	SSOURL      *string `json:"ssoURL,omitzero"`
	DefaultTeam *string `json:"defaultTeam,omitzero"` // ID of the team that new members join
	// DefaultRole is the role of new members. Sending null makes them guests; unset means the
	// service's default.
	DefaultRole api.Nullable[api.Role] `json:"defaultRole,omitzero"`
}

// Create creates a SAML provider and returns it. The service rejects a default team that does not
// exist.
//
// API: POST /v1/orgs/{organizationId}/saml
func (s SAMLService) Create(
	ctx context.Context, orgID string, provider SAMLCreate, opts ...api.CallOption,
) (*SAMLProvider, error) {
	return transport.JSON[SAMLProvider](ctx, s.core, opSAMLCreate.Path(orgID).Body(provider), opts)
}

// Get returns a SAML provider.
//
// API: GET /v1/orgs/{organizationId}/saml/{samlProviderId}
func (s SAMLService) Get(
	ctx context.Context, orgID, samlProviderID string, opts ...api.CallOption,
) (*SAMLProvider, error) {
	return transport.JSON[SAMLProvider](ctx, s.core, opSAMLGet.Path(orgID, samlProviderID), opts)
}

// Delete deletes a SAML provider. If the provider does not exist, Delete returns
// [api.AlreadyAbsent] and a nil error.
//
// API: DELETE /v1/orgs/{organizationId}/saml/{samlProviderId}
func (s SAMLService) Delete(
	ctx context.Context, orgID, samlProviderID string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opSAMLDelete.Path(orgID, samlProviderID), opts)
}

// SAMLUpdate is the request body of [SAMLService.Update].
type SAMLUpdate struct {
	Label       *string `json:"label,omitzero"`
	EntityID    *string `json:"entityID,omitzero"`
	Certificate *string `json:"certificate,omitzero"` // text of the certificate
	SSOURL      *string `json:"ssoURL,omitzero"`
	DefaultTeam *string `json:"defaultTeam,omitzero"` // ID of the team that new members join
	// DefaultRole is the role of new members. Sending null makes them guests.
	DefaultRole api.Nullable[api.Role] `json:"defaultRole,omitzero"`
}

// Update sets the given fields of a SAML provider and returns the updated provider.
//
// API: PATCH /v1/orgs/{organizationId}/saml/{samlProviderId}
func (s SAMLService) Update(
	ctx context.Context, orgID, samlProviderID string, update SAMLUpdate, opts ...api.CallOption,
) (*SAMLProvider, error) {
	return transport.JSON[SAMLProvider](
		ctx, s.core, opSAMLUpdate.Path(orgID, samlProviderID).Body(update), opts,
	)
}

// SSOLogins contains the ways to sign in to an organization.
type SSOLogins struct {
	Items []SSOLogin `json:"items" response:"about"`
}

// SSOLogin is a way to sign in.
type SSOLogin struct {
	ID       string `json:"id"`
	Label    string `json:"label"`
	StartURL string `json:"startURL"` // URL at which signing in begins
}

// SSO returns all ways to sign in to an organization. There may be none.
//
// API: GET /v1/orgs/{organizationId}/sso
func (s Service) SSO(
	ctx context.Context, orgID string, opts ...api.CallOption,
) (*SSOLogins, error) {
	return transport.JSON[SSOLogins](ctx, s.core, opSSO.Path(orgID), opts)
}
