package integrations

import (
	"context"
	"iter"
	"log/slog"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/sites"
)

// InstallationSiteService manages the installations of an integration on the sites of an
// organization.
//
// Experimental: may change in any minor release; see [api].
type InstallationSiteService struct {
	core *transport.Core
}

// SiteInstallation is an integration on a site.
//
// Experimental: may change in any minor release; see [api].
type SiteInstallation struct {
	Integration string `json:"integration" response:"id"` // name of the integration
	// Installation is the ID of the installation on the organization.
	Installation string `json:"installation" response:"id"`
	Status       Status `json:"status"`
	// Configuration contains the settings for the site, which often include credentials of other
	// services.
	Configuration api.SecretJSON `json:"configuration"`
	// ExternalIDs contains the IDs of the installation in the external system. There are at most 5.
	ExternalIDs []string                `json:"externalIds"`
	URLs        ContentInstallationURLs `json:"urls"`
	Site        InstalledSite           `json:"site"`
}

// LogValue implements [slog.LogValuer]. It hides the configuration.
func (i SiteInstallation) LogValue() slog.Value { return logvalue.Of(i) }

// InstalledSite is the site of a [SiteInstallation]. The service returns its ID, or the complete
// site if Extended is set in the options.
//
// Experimental: may change in any minor release; see [api].
type InstalledSite struct {
	ID   string      // set with or without Site; "" only if Raw is set
	Site *sites.Site // nil if the service has returned only the ID
	Raw  api.Raw     // any other JSON, or nil
}

var installedSiteCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Join(jsonx.Choice(
		"",
		func(i *InstalledSite, data *jsonx.Value) any {
			*i = InstalledSite{}
			switch {
			case data.IsString():
				return &i.ID
			case data.IsObject():
				i.ID, i.Site = data.Text("id"), new(sites.Site)
				return i.Site
			default:
				i.Raw = data.Keep()
				return nil
			}
		},
		func(i *InstalledSite) any { return jsonx.FirstOf(i.Raw, i.Site, i.ID) },
	))
}}

// MarshalJSON encodes Raw if it is set, the complete site if Site is set, and the ID otherwise.
func (i InstalledSite) MarshalJSON() ([]byte, error) { return installedSiteCodec.Marshal(&i) }

// UnmarshalJSON decodes an ID or a site, and keeps anything else in Raw.
func (i *InstalledSite) UnmarshalJSON(data []byte) error {
	return installedSiteCodec.Unmarshal(data, i)
}

// InstallationSiteListOptions are the query parameters of [InstallationSiteService.List].
//
// Experimental: may change in any minor release; see [api].
type InstallationSiteListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of installations per page, at most 1000; 0 for the service's default.
	Limit    int   `url:"limit,omitempty" check:"range=0..1000"`
	Extended *bool `url:"extended,omitempty"` // whether to return complete sites; nil means false
}

// List returns one page of the sites on which an integration is installed.
//
// API: GET /v1/integrations/{integrationName}/installations/{installationId}/sites
func (s InstallationSiteService) List(
	ctx context.Context, integrationName, installationID string,
	options InstallationSiteListOptions, opts ...api.CallOption,
) (*pagination.Page[SiteInstallation], error) {
	return transport.List[SiteInstallation](
		ctx, s.core,
		opInstallationsSitesList.Path(integrationName, installationID).Query(options), opts,
	)
}

// All returns an iterator over the sites on which an integration is installed.
//
// API: GET /v1/integrations/{integrationName}/installations/{installationId}/sites
func (s InstallationSiteService) All(
	ctx context.Context, integrationName, installationID string,
	options InstallationSiteListOptions, opts ...api.CallOption,
) iter.Seq2[SiteInstallation, error] {
	return transport.All[SiteInstallation](
		ctx, s.core,
		opInstallationsSitesList.Path(integrationName, installationID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [InstallationSiteService.List].
//
// API: GET /v1/integrations/{integrationName}/installations/{installationId}/sites
func (s InstallationSiteService) ListPages(
	ctx context.Context, integrationName, installationID string,
	options InstallationSiteListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[SiteInstallation], error] {
	return transport.Pages[SiteInstallation](
		ctx, s.core,
		opInstallationsSitesList.Path(integrationName, installationID).Query(options), opts,
	)
}

// InstallationSiteCreateOptions are the query parameters of [InstallationSiteService.Create].
//
// Experimental: may change in any minor release; see [api].
type InstallationSiteCreateOptions struct {
	// Extended requests the complete site instead of its ID; nil means false.
	Extended *bool `url:"extended,omitempty"`
}

// InstallationSiteCreate is the request body of [InstallationSiteService.Create].
//
// Experimental: may change in any minor release; see [api].
type InstallationSiteCreate struct {
	SiteID string `json:"siteId" check:"required"` // ID of the site
}

// Create installs an integration on a site and returns the installation. The integration must be
// installed on the organization.
//
// API: POST /v1/integrations/{integrationName}/installations/{installationId}/sites
func (s InstallationSiteService) Create(
	ctx context.Context, integrationName, installationID string, installation InstallationSiteCreate,
	options InstallationSiteCreateOptions, opts ...api.CallOption,
) (*SiteInstallation, error) {
	return transport.JSON[SiteInstallation](
		ctx, s.core,
		opInstallationsSitesCreate.Path(integrationName, installationID).Query(options).Body(installation), opts,
	)
}

// InstallationSiteGetOptions are the query parameters of [InstallationSiteService.Get].
//
// Experimental: may change in any minor release; see [api].
type InstallationSiteGetOptions struct {
	// Extended requests the complete site instead of its ID; nil means false.
	Extended *bool `url:"extended,omitempty"`
}

// Get returns the installation on a site, including its configuration.
//
// API: GET /v1/integrations/{integrationName}/installations/{installationId}/sites/{siteId}
func (s InstallationSiteService) Get(
	ctx context.Context, integrationName, installationID, siteID string,
	options InstallationSiteGetOptions, opts ...api.CallOption,
) (*SiteInstallation, error) {
	return transport.JSON[SiteInstallation](
		ctx, s.core,
		opInstallationsSitesGet.Path(integrationName, installationID, siteID).Query(options), opts,
	)
}

// InstallationSiteUpdateOptions are the query parameters of [InstallationSiteService.Update].
//
// Experimental: may change in any minor release; see [api].
type InstallationSiteUpdateOptions struct {
	// Extended requests the complete site instead of its ID; nil means false.
	Extended *bool `url:"extended,omitempty"`
}

// InstallationSiteUpdate is the request body of [InstallationSiteService.Update]. Fields that are
// not set do not change.
//
// Experimental: may change in any minor release; see [api].
type InstallationSiteUpdate struct {
	// ExternalIDs replaces the IDs of the installation in the external system. There are at most 5.
	// Nil leaves the IDs unchanged, and an empty list removes them.
	ExternalIDs []string `json:"externalIds,omitzero" check:"items=..5"`
	// Configuration replaces the configuration, which is a JSON object.
	// [InstallationSiteService.MergeConfiguration] changes only a part of the configuration.
	Configuration api.SecretJSON `json:"configuration,omitzero"`
}

// LogValue implements [slog.LogValuer]. It hides the configuration.
func (u InstallationSiteUpdate) LogValue() slog.Value { return logvalue.Of(u) }

// Validate checks that Configuration is an object.
func (u InstallationSiteUpdate) Validate() error {
	return check.Object("configuration", u.Configuration.Reveal())
}

// Update changes the installation on a site and returns the updated installation.
//
// API: PATCH /v1/integrations/{integrationName}/installations/{installationId}/sites/{siteId}
func (s InstallationSiteService) Update(
	ctx context.Context, integrationName, installationID, siteID string,
	update InstallationSiteUpdate, options InstallationSiteUpdateOptions, opts ...api.CallOption,
) (*SiteInstallation, error) {
	return transport.JSON[SiteInstallation](
		ctx, s.core,
		opInstallationsSitesUpdate.Path(integrationName, installationID, siteID).Query(options).Body(update), opts,
	)
}

// MergeConfiguration changes a part of the configuration of the installation on a site and returns
// the updated installation. It behaves like [InstallationService.MergeConfiguration].
//
// API: PATCH /v1/integrations/{integrationName}/installations/{installationId}/sites/{siteId}
func (s InstallationSiteService) MergeConfiguration(
	ctx context.Context, integrationName, installationID, siteID string,
	changes api.SecretJSON, options InstallationSiteUpdateOptions, opts ...api.CallOption,
) (*SiteInstallation, error) {
	get := func(keep func(data []byte) error) (*SiteInstallation, error) {
		return transport.Intact[SiteInstallation](
			ctx, s.core,
			opInstallationsSitesGet.Path(integrationName, installationID, siteID).Query(options), keep, opts,
		)
	}
	update := func(merged api.SecretJSON) (*SiteInstallation, error) {
		return s.Update(
			ctx, integrationName, installationID, siteID,
			InstallationSiteUpdate{Configuration: merged}, options, opts...,
		)
	}
	return mergeConfiguration(s.core, opInstallationsSitesUpdate.Name, changes, opts, get, update)
}

// Delete removes an integration from a site. If the integration is not installed on the site,
// Delete returns [api.AlreadyAbsent] and a nil error.
//
// API: DELETE /v1/integrations/{integrationName}/installations/{installationId}/sites/{siteId}
func (s InstallationSiteService) Delete(
	ctx context.Context, integrationName, installationID, siteID string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(
		ctx, s.core, opInstallationsSitesDelete.Path(integrationName, installationID, siteID), opts,
	)
}

// SiteService lists the installations of an integration on sites.
//
// Experimental: may change in any minor release; see [api].
type SiteService struct {
	core *transport.Core
}

// SiteListOptions are the query parameters of [SiteService.List].
//
// Experimental: may change in any minor release; see [api].
type SiteListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of installations per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
	// ExternalID selects the installations with this external ID. If it is empty, all installations
	// are selected.
	ExternalID string `url:"externalId,omitempty"`
	// Extended requests complete sites instead of their IDs; nil means false.
	Extended *bool `url:"extended,omitempty"`
}

// List returns one page of the installations of an integration on sites of all organizations. It
// requires the token of the integration: with any other token, the error matches
// [api.ErrForbidden].
//
// API: GET /v1/integrations/{integrationName}/sites
func (s SiteService) List(
	ctx context.Context, integrationName string, options SiteListOptions, opts ...api.CallOption,
) (*pagination.Page[SiteInstallation], error) {
	return transport.List[SiteInstallation](
		ctx, s.core, opSiteInstallationsList.Path(integrationName).Query(options), opts,
	)
}

// All returns an iterator over the installations of an integration on sites.
//
// API: GET /v1/integrations/{integrationName}/sites
func (s SiteService) All(
	ctx context.Context, integrationName string, options SiteListOptions, opts ...api.CallOption,
) iter.Seq2[SiteInstallation, error] {
	return transport.All[SiteInstallation](
		ctx, s.core, opSiteInstallationsList.Path(integrationName).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [SiteService.List].
//
// API: GET /v1/integrations/{integrationName}/sites
func (s SiteService) ListPages(
	ctx context.Context, integrationName string, options SiteListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[SiteInstallation], error] {
	return transport.Pages[SiteInstallation](
		ctx, s.core, opSiteInstallationsList.Path(integrationName).Query(options), opts,
	)
}
