package sites

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// CustomHostnameService manages the custom hostnames of sites and organizations. The service
// accepts these operations only with a token of its own staff; with any other token, expect an
// error that matches [api.ErrUnauthorized] or [api.ErrForbidden].
//
// Experimental: may change in any minor release; see [api].
type CustomHostnameService struct {
	madeCustomHostnames

	core *transport.Core
}

type (
	madeCustomHostnames = transport.MadeBy[customHostnameMaker]
	customHostnameMaker struct{}
)

func (customHostnameMaker) Make(core *transport.Core) CustomHostnameService {
	return CustomHostnameService{core: core}
}

// CustomHostname is a hostname that a customer uses for a site or an organization.
//
// Experimental: may change in any minor release; see [api].
type CustomHostname struct {
	Object   string             `json:"object"` // "custom-hostname"
	Hostname string             `json:"hostname"`
	Target   HostnameTarget     `json:"target" response:"about"`
	IsActive bool               `json:"isActive"`
	Status   *HostnameStatus    `json:"status,omitzero"` // nil if the service does not report it
	URLs     CustomHostnameURLs `json:"urls"`
}

// HostnameTarget is the target of a custom hostname: an organization or a site.
//
// Experimental: may change in any minor release; see [api].
type HostnameTarget struct {
	Type HostnameTargetType `json:"type"`
	// Organization is the ID of the organization, or nil for another type of target.
	Organization *string `json:"organization,omitzero" response:"required,if=type:organization,id"`
	// Site is the ID of the site, or nil for another type of target.
	Site *string `json:"site,omitzero" response:"required,if=type:site,id"`
	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

type plainHostnameTarget HostnameTarget

var hostnameTargetCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Join(jsonx.Tree(func(t *HostnameTarget) *plainHostnameTarget { return (*plainHostnameTarget)(t) }))
}}

// MarshalJSON encodes the target with the fields in Extra.
func (t HostnameTarget) MarshalJSON() ([]byte, error) { return hostnameTargetCodec.Marshal(&t) }

// UnmarshalJSON decodes a target and stores unknown fields in Extra.
func (t *HostnameTarget) UnmarshalJSON(data []byte) error {
	return hostnameTargetCodec.Unmarshal(data, t)
}

// HostnameTargetType is the type of the target of a custom hostname.
//
// Experimental: may change in any minor release; see [api].
type HostnameTargetType string

// Types of targets.
const (
	HostnameTargetTypeOrganization HostnameTargetType = "organization"
	HostnameTargetTypeSite         HostnameTargetType = "site"
)

// HostnameStatus is the state of a custom hostname, or the reason why it does not work.
//
// Experimental: may change in any minor release; see [api].
type HostnameStatus string

// States of a custom hostname. Names with DNS are about the DNS records of the hostname, and names
// with SSL are about its certificate.
const (
	HostnameStatusLive HostnameStatus = "live"

	HostnameStatusDNSPassed            HostnameStatus = "dns_passed"
	HostnameStatusDNSWrongCNAME        HostnameStatus = "dns_wrong_cname"
	HostnameStatusDNSNoCNAME           HostnameStatus = "dns_no_cname"
	HostnameStatusDNSCloudflareProxied HostnameStatus = "dns_cloudflare_proxied"
	HostnameStatusDNSWrongCAA          HostnameStatus = "dns_wrong_caa"

	HostnameStatusSSLUnknown      HostnameStatus = "ssl_unknown"
	HostnameStatusSSLPending      HostnameStatus = "ssl_pending"
	HostnameStatusSSLFailed       HostnameStatus = "ssl_failed"
	HostnameStatusSSLRetryExpired HostnameStatus = "ssl_retry_expired"

	HostnameStatusInvalidDomain HostnameStatus = "invalid_domain"
	HostnameStatusInternalError HostnameStatus = "internal_error"
)

// CustomHostnameURLs contains the URLs of a custom hostname.
//
// Experimental: may change in any minor release; see [api].
type CustomHostnameURLs struct {
	Location string `json:"location"` // URL in the API
}

// Get returns a custom hostname.
//
// API: GET /v1/custom-hostnames/{hostname}
func (s CustomHostnameService) Get(
	ctx context.Context, hostname string, opts ...api.CallOption,
) (*CustomHostname, error) {
	return transport.JSON[CustomHostname](ctx, s.core, opHostnameGet.Path(hostname), opts)
}

// Revalidate makes the service check the DNS records of a custom hostname again. Afterwards,
// [CustomHostnameService.Get] returns the new status. If the service rejects the request, the error
// matches [api.ErrBadRequest], [api.ErrUnprocessable] or [api.ErrConflict]. It is undocumented
// which hostnames the service rejects.
//
// API: PATCH /v1/custom-hostnames/{hostname}
func (s CustomHostnameService) Revalidate(
	ctx context.Context, hostname string, opts ...api.CallOption,
) error {
	return transport.None(ctx, s.core, opHostnameRevalidate.Path(hostname), opts)
}

// Delete deletes a custom hostname. The hostname keeps working until another site or organization
// uses it. If the hostname does not exist, Delete returns [api.AlreadyAbsent] and a nil error.
//
// API: DELETE /v1/custom-hostnames/{hostname}
func (s CustomHostnameService) Delete(
	ctx context.Context, hostname string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opHostnameDelete.Path(hostname), opts)
}
