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
	"github.com/publishing-platform/publishing-go/spaces"
)

// InstallationSpaceService manages the installations of an integration on the spaces of an
// organization.
//
// Experimental: may change in any minor release; see [api].
type InstallationSpaceService struct {
	core *transport.Core
}

// SpaceInstallation is an integration on a space.
//
// Experimental: may change in any minor release; see [api].
type SpaceInstallation struct {
	Integration string `json:"integration" response:"id"` // name of the integration
	// Installation is the ID of the installation on the organization.
	Installation string `json:"installation" response:"id"`
	Status       Status `json:"status"`
	// Configuration contains the settings for the space, which often include credentials of other
	// services.
	Configuration api.SecretJSON `json:"configuration"`
	// ExternalIDs contains the IDs of the installation in the external system. There are at most 5.
	ExternalIDs []string                `json:"externalIds"`
	URLs        ContentInstallationURLs `json:"urls"`
	Space       InstalledSpace          `json:"space"`
}

// LogValue implements [slog.LogValuer]. It hides the configuration.
func (i SpaceInstallation) LogValue() slog.Value { return logvalue.Of(i) }

// InstalledSpace is the space of a [SpaceInstallation]. The service returns its ID, or the complete
// space if Extended is set in the options.
//
// Experimental: may change in any minor release; see [api].
type InstalledSpace struct {
	ID    string        // set with or without Space; "" only if Raw is set
	Space *spaces.Space // nil if the service has returned only the ID
	Raw   api.Raw       // any other JSON, or nil
}

var installedSpaceCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Join(jsonx.Choice(
		"",
		func(i *InstalledSpace, data *jsonx.Value) any {
			*i = InstalledSpace{}
			switch {
			case data.IsString():
				return &i.ID
			case data.IsObject():
				i.ID, i.Space = data.Text("id"), new(spaces.Space)
				return i.Space
			default:
				i.Raw = data.Keep()
				return nil
			}
		},
		func(i *InstalledSpace) any { return jsonx.FirstOf(i.Raw, i.Space, i.ID) },
	))
}}

// MarshalJSON encodes Raw if it is set, the complete space if Space is set, and the ID otherwise.
func (i InstalledSpace) MarshalJSON() ([]byte, error) { return installedSpaceCodec.Marshal(&i) }

// UnmarshalJSON decodes an ID or a space, and keeps anything else in Raw.
func (i *InstalledSpace) UnmarshalJSON(data []byte) error {
	return installedSpaceCodec.Unmarshal(data, i)
}

// InstallationSpaceListOptions are the query parameters of [InstallationSpaceService.List].
//
// Experimental: may change in any minor release; see [api].
type InstallationSpaceListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of installations per page, at most 1000; 0 for the service's default.
	Limit    int   `url:"limit,omitempty" check:"range=0..1000"`
	Extended *bool `url:"extended,omitempty"` // whether to return complete spaces; nil means false
}

// List returns one page of the spaces on which an integration is installed.
//
// API: GET /v1/integrations/{integrationName}/installations/{installationId}/spaces
func (s InstallationSpaceService) List(
	ctx context.Context, integrationName, installationID string,
	options InstallationSpaceListOptions, opts ...api.CallOption,
) (*pagination.Page[SpaceInstallation], error) {
	return transport.List[SpaceInstallation](
		ctx, s.core,
		opInstallationsSpacesList.Path(integrationName, installationID).Query(options), opts,
	)
}

// All returns an iterator over the spaces on which an integration is installed.
//
// API: GET /v1/integrations/{integrationName}/installations/{installationId}/spaces
func (s InstallationSpaceService) All(
	ctx context.Context, integrationName, installationID string,
	options InstallationSpaceListOptions, opts ...api.CallOption,
) iter.Seq2[SpaceInstallation, error] {
	return transport.All[SpaceInstallation](
		ctx, s.core,
		opInstallationsSpacesList.Path(integrationName, installationID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [InstallationSpaceService.List].
//
// API: GET /v1/integrations/{integrationName}/installations/{installationId}/spaces
func (s InstallationSpaceService) ListPages(
	ctx context.Context, integrationName, installationID string,
	options InstallationSpaceListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[SpaceInstallation], error] {
	return transport.Pages[SpaceInstallation](
		ctx, s.core,
		opInstallationsSpacesList.Path(integrationName, installationID).Query(options), opts,
	)
}

// InstallationSpaceCreateOptions are the query parameters of [InstallationSpaceService.Create].
//
// Experimental: may change in any minor release; see [api].
type InstallationSpaceCreateOptions struct {
	// Extended requests the complete space instead of its ID; nil means false.
	Extended *bool `url:"extended,omitempty"`
}

// InstallationSpaceCreate is the request body of [InstallationSpaceService.Create].
//
// Experimental: may change in any minor release; see [api].
type InstallationSpaceCreate struct {
	Space string `json:"space" check:"required"` // ID of the space
}

// Create installs an integration on a space and returns the installation. The integration must be
// installed on the organization.
//
// API: POST /v1/integrations/{integrationName}/installations/{installationId}/spaces
func (s InstallationSpaceService) Create(
	ctx context.Context, integrationName, installationID string, installation InstallationSpaceCreate,
	options InstallationSpaceCreateOptions, opts ...api.CallOption,
) (*SpaceInstallation, error) {
	return transport.JSON[SpaceInstallation](
		ctx, s.core,
		opInstallationsSpacesCreate.Path(integrationName, installationID).Query(options).Body(installation), opts,
	)
}

// InstallationSpaceGetOptions are the query parameters of [InstallationSpaceService.Get].
//
// Experimental: may change in any minor release; see [api].
type InstallationSpaceGetOptions struct {
	// Extended requests the complete space instead of its ID; nil means false.
	Extended *bool `url:"extended,omitempty"`
}

// Get returns the installation on a space, including its configuration.
//
// API: GET /v1/integrations/{integrationName}/installations/{installationId}/spaces/{spaceId}
func (s InstallationSpaceService) Get(
	ctx context.Context, integrationName, installationID, spaceID string,
	options InstallationSpaceGetOptions, opts ...api.CallOption,
) (*SpaceInstallation, error) {
	return transport.JSON[SpaceInstallation](
		ctx, s.core,
		opInstallationsSpacesGet.Path(integrationName, installationID, spaceID).Query(options), opts,
	)
}

// InstallationSpaceUpdateOptions are the query parameters of [InstallationSpaceService.Update].
//
// Experimental: may change in any minor release; see [api].
type InstallationSpaceUpdateOptions struct {
	// Extended requests the complete space instead of its ID; nil means false.
	Extended *bool `url:"extended,omitempty"`
}

// InstallationSpaceUpdate is the request body of [InstallationSpaceService.Update]. Fields that are
// not set do not change.
//
// Experimental: may change in any minor release; see [api].
type InstallationSpaceUpdate struct {
	// ExternalIDs replaces the IDs of the installation in the external system. There are at most 5.
	// Nil leaves the IDs unchanged, and an empty list removes them.
	ExternalIDs []string `json:"externalIds,omitzero" check:"items=..5"`
	// Configuration replaces the configuration, which is a JSON object.
	// [InstallationSpaceService.MergeConfiguration] changes only a part of the configuration.
	Configuration api.SecretJSON `json:"configuration,omitzero"`
}

// LogValue implements [slog.LogValuer]. It hides the configuration.
func (u InstallationSpaceUpdate) LogValue() slog.Value { return logvalue.Of(u) }

// Validate checks that Configuration is an object.
func (u InstallationSpaceUpdate) Validate() error {
	return check.Object("configuration", u.Configuration.Reveal())
}

// Update changes the installation on a space and returns the updated installation.
//
// API: PATCH /v1/integrations/{integrationName}/installations/{installationId}/spaces/{spaceId}
func (s InstallationSpaceService) Update(
	ctx context.Context, integrationName, installationID, spaceID string,
	update InstallationSpaceUpdate, options InstallationSpaceUpdateOptions, opts ...api.CallOption,
) (*SpaceInstallation, error) {
	return transport.JSON[SpaceInstallation](
		ctx, s.core,
		opInstallationsSpacesUpdate.Path(integrationName, installationID, spaceID).Query(options).Body(update), opts,
	)
}

// MergeConfiguration changes a part of the configuration of the installation on a space and returns
// the updated installation. It behaves like [InstallationService.MergeConfiguration].
//
// API: PATCH /v1/integrations/{integrationName}/installations/{installationId}/spaces/{spaceId}
func (s InstallationSpaceService) MergeConfiguration(
	ctx context.Context, integrationName, installationID, spaceID string,
	changes api.SecretJSON, options InstallationSpaceUpdateOptions, opts ...api.CallOption,
) (*SpaceInstallation, error) {
	get := func(keep func(data []byte) error) (*SpaceInstallation, error) {
		return transport.Intact[SpaceInstallation](
			ctx, s.core,
			opInstallationsSpacesGet.Path(integrationName, installationID, spaceID).Query(options), keep, opts,
		)
	}
	update := func(merged api.SecretJSON) (*SpaceInstallation, error) {
		return s.Update(
			ctx, integrationName, installationID, spaceID,
			InstallationSpaceUpdate{Configuration: merged}, options, opts...,
		)
	}
	return mergeConfiguration(s.core, opInstallationsSpacesUpdate.Name, changes, opts, get, update)
}

// Delete removes an integration from a space. If the integration is not installed on the space,
// Delete returns [api.AlreadyAbsent] and a nil error.
//
// API: DELETE /v1/integrations/{integrationName}/installations/{installationId}/spaces/{spaceId}
func (s InstallationSpaceService) Delete(
	ctx context.Context, integrationName, installationID, spaceID string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(
		ctx, s.core,
		opInstallationsSpacesDelete.Path(integrationName, installationID, spaceID), opts,
	)
}

// SpaceService lists the installations of an integration on spaces.
//
// Experimental: may change in any minor release; see [api].
type SpaceService struct {
	core *transport.Core
}

// SpaceListOptions are the query parameters of [SpaceService.List].
//
// Experimental: may change in any minor release; see [api].
type SpaceListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of installations per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
	// ExternalID selects the installations with this external ID. If it is empty, all installations
	// are selected.
	ExternalID string `url:"externalId,omitempty"`
	// Extended requests complete spaces instead of their IDs; nil means false.
	Extended *bool `url:"extended,omitempty"`
}

// List returns one page of the installations of an integration on spaces of all organizations. It
// requires the token of the integration: with the token of a user, the error matches
// [api.ErrForbidden]. Newer versions of the service also accept the tokens of installations.
//
// API: GET /v1/integrations/{integrationName}/spaces
func (s SpaceService) List(
	ctx context.Context, integrationName string, options SpaceListOptions, opts ...api.CallOption,
) (*pagination.Page[SpaceInstallation], error) {
	return transport.List[SpaceInstallation](
		ctx, s.core, opSpaceInstallationsList.Path(integrationName).Query(options), opts,
	)
}

// All returns an iterator over the installations of an integration on spaces.
//
// API: GET /v1/integrations/{integrationName}/spaces
func (s SpaceService) All(
	ctx context.Context, integrationName string, options SpaceListOptions, opts ...api.CallOption,
) iter.Seq2[SpaceInstallation, error] {
	return transport.All[SpaceInstallation](
		ctx, s.core, opSpaceInstallationsList.Path(integrationName).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [SpaceService.List].
//
// API: GET /v1/integrations/{integrationName}/spaces
func (s SpaceService) ListPages(
	ctx context.Context, integrationName string, options SpaceListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[SpaceInstallation], error] {
	return transport.Pages[SpaceInstallation](
		ctx, s.core, opSpaceInstallationsList.Path(integrationName).Query(options), opts,
	)
}
