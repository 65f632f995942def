package integrations

import (
	"context"
	"iter"
	"log/slog"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// OrgInstallation is an installation on an organization, with its integration.
//
// Experimental: may change in any minor release; see [api].
type OrgInstallation struct {
	Installation Installation `json:"installation"`
	Integration  Integration  `json:"integration"`
}

// LogValue implements [slog.LogValuer]. It hides the configuration of the installation.
func (i OrgInstallation) LogValue() slog.Value { return logvalue.Of(i) }

// InstallationListInOrgOptions are the query parameters of [InstallationService.ListInOrg].
//
// Experimental: may change in any minor release; see [api].
type InstallationListInOrgOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of installations per page, at most 1000; 0 for the service's default.
	Limit  int    `url:"limit,omitempty" check:"range=0..1000"`
	Search string `url:"search,omitempty"` // text to search for
}

// ListInOrg returns one page of the installations of all integrations on an organization.
//
// API: GET /v1/orgs/{organizationId}/installations
func (s InstallationService) ListInOrg(
	ctx context.Context, orgID string, options InstallationListInOrgOptions, opts ...api.CallOption,
) (*pagination.Page[OrgInstallation], error) {
	return transport.List[OrgInstallation](
		ctx, s.core, opInstallationsListInOrg.Path(orgID).Query(options), opts,
	)
}

// AllInOrg returns an iterator over the installations on an organization.
//
// API: GET /v1/orgs/{organizationId}/installations
func (s InstallationService) AllInOrg(
	ctx context.Context, orgID string, options InstallationListInOrgOptions, opts ...api.CallOption,
) iter.Seq2[OrgInstallation, error] {
	return transport.All[OrgInstallation](
		ctx, s.core, opInstallationsListInOrg.Path(orgID).Query(options), opts,
	)
}

// ListPagesInOrg returns an iterator over the pages of [InstallationService.ListInOrg].
//
// API: GET /v1/orgs/{organizationId}/installations
func (s InstallationService) ListPagesInOrg(
	ctx context.Context, orgID string, options InstallationListInOrgOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[OrgInstallation], error] {
	return transport.Pages[OrgInstallation](
		ctx, s.core, opInstallationsListInOrg.Path(orgID).Query(options), opts,
	)
}

// InstallationStatusService reports which integrations are installed on an organization.
//
// Experimental: may change in any minor release; see [api].
type InstallationStatusService struct {
	core *transport.Core
}

// InstalledIntegration is an integration with the status of its installation.
//
// Experimental: may change in any minor release; see [api].
type InstalledIntegration struct {
	Status      Status      `json:"status"`
	Integration Integration `json:"integration"`
	// Target is the place where the integration is installed, or nil if the service does not report
	// it.
	Target *InstalledTarget `json:"target,omitzero"`
}

// InstalledTarget is the place where an integration is installed. Type determines which other field
// is set.
//
// Experimental: may change in any minor release; see [api].
type InstalledTarget struct {
	Type           Target  `json:"type"`
	OrganizationID *string `json:"organizationId,omitzero" response:"required,if=type:organization"`
	SiteID         *string `json:"siteId,omitzero" response:"required,if=type:site"`
	SpaceID        *string `json:"spaceId,omitzero" response:"required,if=type:space"`
	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

type plainInstalledTarget InstalledTarget

var installedTargetCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Leaf(func(t *InstalledTarget) *plainInstalledTarget { return (*plainInstalledTarget)(t) })
}}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (t InstalledTarget) MarshalJSON() ([]byte, error) { return installedTargetCodec.Marshal(&t) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (t *InstalledTarget) UnmarshalJSON(data []byte) error {
	return installedTargetCodec.Unmarshal(data, t)
}

// InstallationStatusListInOrgOptions are the query parameters of
// [InstallationStatusService.ListInOrg].
//
// Experimental: may change in any minor release; see [api].
type InstallationStatusListInOrgOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of integrations per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
	// Target selects the installations on the organization, on its spaces or on its sites. Empty
	// means [TargetOrganization]. [TargetAll] is invalid.
	Target Target `url:"target,omitempty"`
	// Site and Space are the IDs of a site and a space. They select the installations on this site
	// or space. Only newer versions of the service use them.
	Site  string `url:"site,omitempty"`
	Space string `url:"space,omitempty"`
}

// ListInOrg returns one page of the integrations that are installed on an organization, or on its
// spaces or sites, with the status of each installation.
//
// API: GET /v1/orgs/{organizationId}/integrations/installations-status
func (s InstallationStatusService) ListInOrg(
	ctx context.Context, orgID string,
	options InstallationStatusListInOrgOptions, opts ...api.CallOption,
) (*pagination.Page[InstalledIntegration], error) {
	return transport.List[InstalledIntegration](
		ctx, s.core, opInstallationsStatusListInOrg.Path(orgID).Query(options), opts,
	)
}

// AllInOrg returns an iterator over the integrations that are installed on an organization, or on
// its spaces or sites.
//
// API: GET /v1/orgs/{organizationId}/integrations/installations-status
func (s InstallationStatusService) AllInOrg(
	ctx context.Context, orgID string,
	options InstallationStatusListInOrgOptions, opts ...api.CallOption,
) iter.Seq2[InstalledIntegration, error] {
	return transport.All[InstalledIntegration](
		ctx, s.core, opInstallationsStatusListInOrg.Path(orgID).Query(options), opts,
	)
}

// ListPagesInOrg returns an iterator over the pages of [InstallationStatusService.ListInOrg].
//
// API: GET /v1/orgs/{organizationId}/integrations/installations-status
func (s InstallationStatusService) ListPagesInOrg(
	ctx context.Context, orgID string,
	options InstallationStatusListInOrgOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[InstalledIntegration], error] {
	return transport.Pages[InstalledIntegration](
		ctx, s.core, opInstallationsStatusListInOrg.Path(orgID).Query(options), opts,
	)
}

// InstallationStatus is the status of the installation of an integration on an organization.
//
// Experimental: may change in any minor release; see [api].
type InstallationStatus struct {
	Status Status `json:"status" response:"about"`
}

// GetInOrg returns the status of an integration on an organization. If the integration is not
// installed on the organization, the error matches [api.ErrNotFound].
//
// API: GET /v1/orgs/{organizationId}/integrations/{integrationName}/installation_status
func (s InstallationStatusService) GetInOrg(
	ctx context.Context, orgID, integrationName string, opts ...api.CallOption,
) (*InstallationStatus, error) {
	return transport.JSON[InstallationStatus](
		ctx, s.core, opInstallationsStatusGetInOrg.Path(orgID, integrationName), opts,
	)
}
