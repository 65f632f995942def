package sites

import (
	"context"
	"log/slog"
	"net/url"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/spaces"
)

// PublishingAuthService configures how visitors are authenticated on a site with the visibility
// [VisibilityVisitorAuth].
//
// The service sends a visitor without a valid token to the fallback URL, which is a login page of
// the customer or of an integration. The login page signs a token with the private key of the site,
// using [SignVisitorToken], and sends the visitor back to the URL that [VisitorURL] returns.
//
// Experimental: may change in any minor release; see [api].
type PublishingAuthService struct {
	core *transport.Core
}

// PublishingAuth is the configuration of visitor authentication on a site.
//
// Experimental: may change in any minor release; see [api].
type PublishingAuth struct {
	Object  string                    `json:"object"` // "publishing-auth"
	Backend spaces.VisitorAuthBackend `json:"backend"`
	// PrivateKey is the key that signs the tokens of visitors. Anyone who knows the key can enter
	// the site.
	PrivateKey api.Secret `json:"privateKey" response:"about"`
	// FallbackURL is the URL of the login page, or nil if there is none. The service adds the
	// parameter "location" to its query.
	FallbackURL *string `json:"fallbackURL,omitzero"`
	// LogoutURL is the URL at which visitors log out, or nil if there is none. Older versions of
	// the service do not return it.
	LogoutURL *string `json:"logoutURL,omitzero"`
	// Integration is the name of the integration for visitor authentication that is installed on
	// the site, or nil if there is none. If Backend is [spaces.VisitorAuthBackendIntegration], the
	// integration authenticates the visitors.
	Integration *string `json:"integration,omitzero" response:"required,if=backend:integration,id"`
	// Extra contains the fields that this release does not know, such as the fields of a new
	// backend.
	Extra map[string]api.SecretJSON `json:",embed"`
}

type plainPublishingAuth PublishingAuth

var publishingAuthCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Join(jsonx.Tree(func(a *PublishingAuth) *plainPublishingAuth { return (*plainPublishingAuth)(a) }))
}}

// MarshalJSON encodes the configuration with the fields in Extra.
func (a PublishingAuth) MarshalJSON() ([]byte, error) { return publishingAuthCodec.Marshal(&a) }

// UnmarshalJSON decodes a configuration and stores unknown fields in Extra.
func (a *PublishingAuth) UnmarshalJSON(data []byte) error {
	return publishingAuthCodec.Unmarshal(data, a)
}

// LogValue implements [slog.LogValuer]. It hides the key.
func (a PublishingAuth) LogValue() slog.Value { return logvalue.Of(a) }

// Get returns the configuration of visitor authentication, including the private key. Sites have
// been seen to have a key whatever their visibility.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/publishing/auth
func (s PublishingAuthService) Get(
	ctx context.Context, orgID, siteID string, opts ...api.CallOption,
) (*PublishingAuth, error) {
	return transport.JSON[PublishingAuth](
		ctx, s.core, opPublishingAuthGet.Path(orgID, siteID), opts,
	)
}

// PublishingAuthUpdate is the request body of [PublishingAuthService.Update].
//
// Experimental: may change in any minor release; see [api].
type PublishingAuthUpdate struct {
	// Backend is required, even if it does not change.
	Backend spaces.VisitorAuthBackend `json:"backend" check:"required"`
	// FallbackURL is an absolute URL. Its query must not contain the parameter "location", because
	// the service adds that parameter. If FallbackURL is unset, the URL does not change. Sending
	// null removes it.
	FallbackURL api.Nullable[string] `json:"fallbackURL,omitzero"`

	// LogoutURL is an absolute URL. If LogoutURL is unset, the URL does not change. Sending null
	// removes it. Only newer versions of the service use it.
	LogoutURL api.Nullable[string] `json:"logoutURL,omitzero"`
}

// Validate checks that FallbackURL has no parameter "location" in its query.
func (u PublishingAuthUpdate) Validate() error {
	fallback, _ := u.FallbackURL.Get()
	parsed, _ := url.Parse(fallback) // the service rejects an invalid URL
	if parsed == nil || !parsed.Query().Has("location") {
		return nil
	}
	return &api.ValidationError{
		Field: "fallbackURL", Rule: `a URL without the parameter "location" in its query`,
		Value: check.Shown(fallback),
	}
}

// Update changes how the visitors of a site are authenticated, and returns the updated
// configuration. The key does not change. If the service rejects a value, such as the backend
// [spaces.VisitorAuthBackendIntegration] on a site without such an integration, the error matches
// [api.ErrBadRequest] or [api.ErrUnprocessable].
//
// API: PATCH /v1/orgs/{organizationId}/sites/{siteId}/publishing/auth
func (s PublishingAuthService) Update(
	ctx context.Context, orgID, siteID string, update PublishingAuthUpdate, opts ...api.CallOption,
) (*PublishingAuth, error) {
	return transport.JSON[PublishingAuth](
		ctx, s.core, opPublishingAuthUpdate.Path(orgID, siteID).Body(update), opts,
	)
}

// Regenerate replaces the private key of a site and returns the configuration with the new key.
// Tokens that were signed with the old key become invalid immediately.
//
// If [api.MayHaveApplied] returns true for the error, the old key may no longer be valid: call
// [PublishingAuthService.Get] to get the current key. Do not call Regenerate again, because that
// would replace the new key too.
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/publishing/auth/regenerate
func (s PublishingAuthService) Regenerate(
	ctx context.Context, orgID, siteID string, opts ...api.CallOption,
) (*PublishingAuth, error) {
	return transport.JSON[PublishingAuth](
		ctx, s.core, opPublishingAuthRegenerate.Path(orgID, siteID), opts,
	)
}
