package integrations

import (
	"context"
	"errors"
	"iter"
	"log/slog"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/tokens"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// InstallationService manages the installations of an integration on organizations.
//
// Experimental: may change in any minor release; see [api].
type InstallationService struct {
	// Spaces manages the installations on the spaces of an organization.
	Spaces InstallationSpaceService
	// Sites manages the installations on the sites of an organization.
	Sites InstallationSiteService
	// Tokens creates the tokens of installations.
	Tokens InstallationTokenService
	// Status returns the status of integrations on an organization, its spaces and its sites.
	Status InstallationStatusService

	core *transport.Core
}

// InstallationTokenService creates the tokens of installations.
//
// Experimental: may change in any minor release; see [api].
type InstallationTokenService struct {
	core *transport.Core
}

// InstallationListOptions are the query parameters of [InstallationService.List].
//
// Experimental: may change in any minor release; see [api].
type InstallationListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of installations per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
	// ExternalID selects the installations with this external ID. If it is empty, all installations
	// are selected.
	ExternalID string `url:"externalId,omitempty"`
}

// List returns one page of the installations of an integration, on all organizations. It requires
// the token of the integration: with the token of a user, the error matches [api.ErrForbidden].
// Newer versions of the service also accept the tokens of installations.
//
// API: GET /v1/integrations/{integrationName}/installations
func (s InstallationService) List(
	ctx context.Context, integrationName string,
	options InstallationListOptions, opts ...api.CallOption,
) (*pagination.Page[Installation], error) {
	return transport.List[Installation](
		ctx, s.core, opInstallationsList.Path(integrationName).Query(options), opts,
	)
}

// All returns an iterator over the installations of an integration.
//
// API: GET /v1/integrations/{integrationName}/installations
func (s InstallationService) All(
	ctx context.Context, integrationName string,
	options InstallationListOptions, opts ...api.CallOption,
) iter.Seq2[Installation, error] {
	return transport.All[Installation](
		ctx, s.core, opInstallationsList.Path(integrationName).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [InstallationService.List].
//
// API: GET /v1/integrations/{integrationName}/installations
func (s InstallationService) ListPages(
	ctx context.Context, integrationName string,
	options InstallationListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[Installation], error] {
	return transport.Pages[Installation](
		ctx, s.core, opInstallationsList.Path(integrationName).Query(options), opts,
	)
}

// InstallationCreate is the request body of [InstallationService.Create].
//
// Experimental: may change in any minor release; see [api].
type InstallationCreate struct {
	Organization string `json:"organization" check:"required"` // ID of the organization
}

// Create installs an integration on an organization and returns the installation. The Status of the
// installation reports whether it is ready for use.
//
// API: POST /v1/integrations/{integrationName}/installations
func (s InstallationService) Create(
	ctx context.Context, integrationName string,
	installation InstallationCreate, opts ...api.CallOption,
) (*Installation, error) {
	return transport.JSON[Installation](
		ctx, s.core, opInstallationsCreate.Path(integrationName).Body(installation), opts,
	)
}

// Get returns an installation, including its configuration.
//
// API: GET /v1/integrations/{integrationName}/installations/{installationId}
func (s InstallationService) Get(
	ctx context.Context, integrationName, installationID string, opts ...api.CallOption,
) (*Installation, error) {
	return transport.JSON[Installation](
		ctx, s.core, opInstallationsGet.Path(integrationName, installationID), opts,
	)
}

// InstallationUpdate is the request body of [InstallationService.Update]. Fields that are not set
// do not change.
//
// Experimental: may change in any minor release; see [api].
type InstallationUpdate struct {
	// ExternalIDs replaces the IDs of the installation in the external system. There are at most 5.
	// Nil leaves the IDs unchanged, and an empty list removes them. Several installations can have
	// the same external ID.
	ExternalIDs []string `json:"externalIds,omitzero" check:"items=..5"`
	// Configuration replaces the configuration, which is a JSON object.
	// [InstallationService.MergeConfiguration] changes only a part of the configuration.
	Configuration  api.SecretJSON `json:"configuration,omitzero"`
	SpaceSelection Selection      `json:"space_selection,omitzero"`
	SiteSelection  Selection      `json:"site_selection,omitzero"`
}

// LogValue implements [slog.LogValuer]. It hides the configuration.
func (u InstallationUpdate) LogValue() slog.Value { return logvalue.Of(u) }

// Validate checks that Configuration is an object.
func (u InstallationUpdate) Validate() error {
	return check.Object("configuration", u.Configuration.Reveal())
}

// Update changes an installation and returns the updated installation.
//
// API: PATCH /v1/integrations/{integrationName}/installations/{installationId}
func (s InstallationService) Update(
	ctx context.Context, integrationName, installationID string,
	update InstallationUpdate, opts ...api.CallOption,
) (*Installation, error) {
	return transport.JSON[Installation](
		ctx, s.core, opInstallationsUpdate.Path(integrationName, installationID).Body(update), opts,
	)
}

// MergeConfiguration changes a part of the configuration of an installation and returns the updated
// installation. It gets the configuration, sets the fields in changes, which must be a JSON object,
// and updates the installation with the result. Nested objects are replaced, not merged. A null in
// changes is stored as null. To remove a field, replace the configuration with
// [InstallationService.Update]. If nothing changes, MergeConfiguration sends no update.
//
// If the installation that it gets lacks a required field, such as the configuration, or has a
// value that does not fit its Go field, MergeConfiguration returns an error and updates nothing.
//
// MergeConfiguration makes two requests. If another program changes the same installation between
// the two, that change is lost.
//
// API: PATCH /v1/integrations/{integrationName}/installations/{installationId}
func (s InstallationService) MergeConfiguration(
	ctx context.Context, integrationName, installationID string,
	changes api.SecretJSON, opts ...api.CallOption,
) (*Installation, error) {
	get := func(keep func(data []byte) error) (*Installation, error) {
		return transport.Intact[Installation](
			ctx, s.core, opInstallationsGet.Path(integrationName, installationID), keep, opts,
		)
	}
	update := func(merged api.SecretJSON) (*Installation, error) {
		return s.Update(
			ctx,
			integrationName, installationID, InstallationUpdate{Configuration: merged}, opts...,
		)
	}
	return mergeConfiguration(s.core, opInstallationsUpdate.Name, changes, opts, get, update)
}

// mergeConfiguration calls get and applies changes to the configuration in the response. If the
// configuration then differs, it calls update with the new configuration.
func mergeConfiguration[T any](
	core *transport.Core, operation string, changes api.SecretJSON, opts []api.CallOption,
	get func(keep func(data []byte) error) (*T, error), update func(merged api.SecretJSON) (*T, error),
) (*T, error) {
	if _, err := jsonx.Fields(changes.Reveal()); err != nil && core != nil { // a zero service has no core; get returns the error
		err := &api.ValidationError{
			Field: "configuration", Rule: "a JSON object", Value: changes.String(),
		}
		return nil, transport.Reject(operation, err, opts)
	}
	var merged api.SecretJSON
	changed := false
	got, err := get(func(data []byte) error {
		fields, err := jsonx.Fields(data)
		if err != nil {
			return err
		}
		var result []byte
		if result, changed, err = jsonx.Merge(fields["configuration"], changes.Reveal()); err != nil {
			return errors.New("/configuration: want a JSON object") // err may quote the object
		}
		return merged.UnmarshalJSON(result)
	})
	if err != nil || !changed {
		return got, err
	}
	return update(merged)
}

// Delete removes an integration from an organization and from all spaces and sites of the
// organization. If the installation does not exist, Delete returns [api.AlreadyAbsent] and a nil
// error.
//
// API: DELETE /v1/integrations/{integrationName}/installations/{installationId}
func (s InstallationService) Delete(
	ctx context.Context, integrationName, installationID string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(
		ctx, s.core, opInstallationsDelete.Path(integrationName, installationID), opts,
	)
}

// Token is a temporary token of an installation.
//
// Experimental: may change in any minor release; see [api].
type Token struct {
	Token api.Secret `json:"token" response:"about"`
}

// LogValue implements [slog.LogValuer]. It hides the token.
func (t Token) LogValue() slog.Value { return logvalue.Of(t) }

// Create returns a new token for the API calls of an installation. The token is short-lived; its
// lifetime is undocumented. [InstallationService.TokenSource] renews tokens. Create requires the
// token of the integration: with any other token, the error matches [api.ErrForbidden].
//
// API: POST /v1/integrations/{integrationName}/installations/{installationId}/tokens
func (s InstallationTokenService) Create(
	ctx context.Context, integrationName, installationID string, opts ...api.CallOption,
) (*Token, error) {
	return transport.JSON[Token](
		ctx, s.core, opInstallationsTokensCreate.Path(integrationName, installationID), opts,
	)
}

// TokenSource returns a source of tokens for an installation. Pass the source to
// publishing.WithTokenSource to create a second client, which makes the calls of the installation:
//
//	own, err := publishing.NewClient(baseURL, publishing.WithTokenSource(
//		client.Integrations.Installations.TokenSource(integrationName, installationID)))
//
// The first client must have the token of the integration. The source calls
// [InstallationTokenService.Create] to get the first token, and to renew a token that the service
// has rejected with a 401 or that is about to expire. If a token is a JSON Web Token, the source
// reads the expiry time from it, and renews the token at most a minute before that time. It uses
// any other token until the service rejects it.
//
// All calls of the second client share the token. If several calls need a new token, they wait for
// the same renewal, each until its own context ends. If Create fails, or takes more than two
// seconds, the calls use the previous token, unless it has expired or the service has rejected it.
// Otherwise, all waiting calls fail with the error of Create, and the next call tries again. The
// failed attempts have sent nothing. Sentinels such as [api.ErrNotFound] do not match their errors,
// but [errors.As] finds the [*api.Error] of Create: for example, its Status is 404 if the
// installation does not exist.
//
// API: POST /v1/integrations/{integrationName}/installations/{installationId}/tokens
func (s InstallationService) TokenSource(
	integrationName, installationID string,
) func(context.Context) (string, error) {
	return tokens.NewSource(func(ctx context.Context) (string, error) {
		created, err := InstallationTokenService{core: s.core}.Create(ctx, integrationName, installationID)
		if err != nil {
			return "", err
		}
		return created.Token.Reveal(), nil
	})
}
