package orgs

import (
	"context"
	"iter"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// SAMLService is reached as the SAML field of [Service].
type SAMLService struct {
	core *transport.Core
}

// SAMLProvider is an identity provider that members sign on with.
type SAMLProvider struct {
	Object      string           `json:"object"` // "saml-provider"
	ID          string           `json:"id"`
	Label       string           `json:"label"`
	SSOURL      string           `json:"ssoURL"`
	EntityID    string           `json:"entityID"`
	Certificate string           `json:"certificate"`          // its text
	DefaultTeam *api.Team        `json:"defaultTeam,omitzero"` // nil for none
	DefaultRole *api.Role        `json:"defaultRole"`          // nil for guests
	CreatedAt   time.Time        `json:"createdAt"`
	Status      SAMLStatus       `json:"status"`
	Service     SAMLEndpoints    `json:"service"`
	URLs        SAMLProviderURLs `json:"urls"`
}

// SAMLStatus is the state of a provider. The service may know more values than the constants.
type SAMLStatus string

const (
	// SAMLStatusActive is a provider that is in use.
	SAMLStatusActive SAMLStatus = "active"
	// SAMLStatusPending is a provider that is not set up in full.
	//
	// Beyond the documents.
	SAMLStatusPending SAMLStatus = "pending"
)

// SAMLEndpoints are what the provider has to be told of the service.
type SAMLEndpoints struct {
	ACSURL   string `json:"acsURL"`
	StartURL string `json:"startURL"`
	EntityID string `json:"entityID"`
}

// SAMLProviderURLs are the addresses of a provider.
type SAMLProviderURLs struct {
	Location string `json:"location"`
}

// SAMLListOptions are the query of [SAMLService.List].
type SAMLListOptions struct {
	Page  string `url:"page,omitempty"`                        // cursor of the page, "" for the first
	Limit int    `url:"limit,omitempty" check:"range=0..1000"` // providers a page, at most 1000; 0 leaves it to the service
}

// List returns one page of the SAML providers of an organization. An organization without providers has an empty page; one that does not
// exist is an error matching [api.ErrNotFound].
//
// API: GET /v1/orgs/{organizationId}/saml
func (s SAMLService) List(ctx context.Context, orgID string, options SAMLListOptions, opts ...api.CallOption) (*pagination.Page[SAMLProvider], error) {
	return transport.List[SAMLProvider](ctx, s.core, opSAMLList.Path(orgID).Query(options), opts)
}

// All walks the SAML providers of an organization, from options.Page on. An error is the last turn: a [*pagination.PageError] with what
// [SAMLService.List] returns, or a [*pagination.CursorLoopError].
//
// API: GET /v1/orgs/{organizationId}/saml
func (s SAMLService) All(ctx context.Context, orgID string, options SAMLListOptions, opts ...api.CallOption) iter.Seq2[SAMLProvider, error] {
	return transport.All[SAMLProvider](ctx, s.core, opSAMLList.Path(orgID).Query(options), opts)
}

// Pages walks the pages of the SAML providers of an organization, from options.Page on. Errors are those of [SAMLService.All].
//
// API: GET /v1/orgs/{organizationId}/saml
func (s SAMLService) Pages(ctx context.Context, orgID string, options SAMLListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[SAMLProvider], error] {
	return transport.Pages[SAMLProvider](ctx, s.core, opSAMLList.Path(orgID).Query(options), opts)
}

// SAMLCreate is the body of [SAMLService.Create].
type SAMLCreate struct {
	Label       string  `json:"label" check:"required"`
	EntityID    *string `json:"entityID,omitzero"`
	Certificate *string `json:"certificate,omitzero"` // its text
	SSOURL      *string `json:"ssoURL,omitzero"`
	DefaultTeam *string `json:"defaultTeam,omitzero"` // id of the team that members join
	// DefaultRole is the role that members get. Unset leaves it to the service, null makes them guests.
	DefaultRole api.Nullable[api.Role] `json:"defaultRole,omitzero"`
}

// Create makes a SAML provider and returns it. A team that does not exist is refused by the service; a label that is not set is a
// [*api.ValidationError]. Not resent: see [api.MayHaveApplied].
//
// API: POST /v1/orgs/{organizationId}/saml
func (s SAMLService) Create(ctx context.Context, orgID string, provider SAMLCreate, opts ...api.CallOption) (*SAMLProvider, error) {
	return transport.JSON[SAMLProvider](ctx, s.core, opSAMLCreate.Path(orgID).Body(provider), opts)
}

// Get returns a SAML provider. One that does not exist is an error matching [api.ErrNotFound].
//
// API: GET /v1/orgs/{organizationId}/saml/{samlProviderId}
func (s SAMLService) Get(ctx context.Context, orgID, samlProviderID string, opts ...api.CallOption) (*SAMLProvider, error) {
	return transport.JSON[SAMLProvider](ctx, s.core, opSAMLGet.Path(orgID, samlProviderID), opts)
}

// Delete removes a SAML provider. One that is not there is no error but [api.AlreadyAbsent]. A caller who may not delete it gets an error
// matching [api.ErrForbidden].
//
// API: DELETE /v1/orgs/{organizationId}/saml/{samlProviderId}
func (s SAMLService) Delete(ctx context.Context, orgID, samlProviderID string, opts ...api.CallOption) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opSAMLDelete.Path(orgID, samlProviderID), opts)
}

// SAMLUpdate is the body of [SAMLService.Update]. A field that is not set is left as it is.
type SAMLUpdate struct {
	Label       *string `json:"label,omitzero"`
	EntityID    *string `json:"entityID,omitzero"`
	Certificate *string `json:"certificate,omitzero"` // its text
	SSOURL      *string `json:"ssoURL,omitzero"`
	DefaultTeam *string `json:"defaultTeam,omitzero"` // id of the team that members join
	// DefaultRole is the role that members get. Null makes them guests.
	DefaultRole api.Nullable[api.Role] `json:"defaultRole,omitzero"`
}

// Update changes the fields of a SAML provider that are set and returns the provider as it is then. One that does not exist is an error
// matching [api.ErrNotFound]. Not resent: see [api.MayHaveApplied].
//
// API: PATCH /v1/orgs/{organizationId}/saml/{samlProviderId}
func (s SAMLService) Update(ctx context.Context, orgID, samlProviderID string, update SAMLUpdate, opts ...api.CallOption) (*SAMLProvider, error) {
	return transport.JSON[SAMLProvider](ctx, s.core, opSAMLUpdate.Path(orgID, samlProviderID).Body(update), opts)
}

// SSOLogins are the ways to sign on to an organization.
type SSOLogins struct {
	Items []SSOLogin `json:"items"`
}

// SSOLogin is a way to sign on.
type SSOLogin struct {
	ID       string `json:"id"`
	Label    string `json:"label"`
	StartURL string `json:"startURL"` // where a sign-on begins
}

// Logins returns the ways to sign on to an organization. There may be none; they come all at once. An organization that does not exist is
// an error matching [api.ErrNotFound].
//
// API: GET /v1/orgs/{organizationId}/sso
func (s SAMLService) Logins(ctx context.Context, orgID string, opts ...api.CallOption) (*SSOLogins, error) {
	return transport.Whole[SSOLogins](ctx, s.core, opSAMLLogins.Path(orgID), "items", opts)
}
