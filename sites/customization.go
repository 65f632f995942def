package sites

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/sites/customization"
)

// CustomizationService manages the appearance of a site.
//
// Experimental: may change in any minor release; see [api].
type CustomizationService struct {
	core *transport.Core
}

// CustomizationGetOptions are the query parameters of [CustomizationService.Get].
//
// Experimental: may change in any minor release; see [api].
type CustomizationGetOptions struct {
	// Unmasked requests all settings. By default, the response may hide settings that the plan of
	// the site does not include. The service has deprecated this parameter without a public
	// replacement.
	Unmasked *bool `url:"unmasked,omitempty"`
}

// Get returns the appearance of a site. To change it, use [CustomizationService.Edit].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/customization
func (s CustomizationService) Get(
	ctx context.Context, orgID, siteID string,
	options CustomizationGetOptions, opts ...api.CallOption,
) (*customization.Settings, error) {
	return transport.JSON[customization.Settings](
		ctx, s.core, opCustomizationGet.Path(orgID, siteID).Query(options), opts,
	)
}

// Put replaces the appearance of a site and returns it. It replaces all settings: settings that are
// missing from the request are reset to their defaults. If the plan of the site does not include a
// setting, the service has been seen to drop it without an error, or to reject it. The result
// contains the settings that the service has accepted.
//
// To change some of the settings, use [CustomizationService.Edit]. A program that calls Get and Put
// itself must set [CustomizationGetOptions.Unmasked], and must not call Put if the
// [api.Meta.Mismatch] of the Get is not nil. Otherwise, Put resets the settings that the Get has
// hidden or could not decode.
//
// API: PUT /v1/orgs/{organizationId}/sites/{siteId}/customization
func (s CustomizationService) Put(
	ctx context.Context, orgID, siteID string,
	settings customization.Settings, opts ...api.CallOption,
) (*customization.Settings, error) {
	return transport.JSON[customization.Settings](
		ctx, s.core, opCustomizationPut.Path(orgID, siteID).Body(settings), opts,
	)
}

// Edit changes some of the settings of the appearance of a site. It gets the settings, calls edit
// with them, and puts the changed settings. No setting is lost: Edit gets the settings unmasked,
// and sends back unchanged everything that edit does not change, including fields and values that
// this release does not know. If edit changes, adds, removes or moves elements of a list, Edit
// sends the other elements back unchanged. It returns the settings in the response to the put,
// which may hide settings that the plan of the site does not include.
//
// If edit returns an error, Edit returns that error and changes nothing. If edit changes nothing,
// Edit sends no put and returns the settings that it got. If a required field of the settings
// themselves is missing from the response to the get, or a setting does not fit its Go field, Edit
// returns an error and changes nothing, because the put would lose settings. A field that is
// missing from one of the settings stays missing in the put; with [api.WithStrictDecoding], this is
// an error too. If the settings that the service returned already violate a limit that this release
// knows, Edit does not check the changed settings before it sends them.
//
// Edit does not detect concurrent changes: if somebody else changes the settings between the get
// and the put, or before a retry of the put, the put reverts that change.
//
// The options apply to both requests. [api.WithMeta] and [api.WithRawBody] report the last request
// that was sent.
//
// API: PUT /v1/orgs/{organizationId}/sites/{siteId}/customization
func (s CustomizationService) Edit(
	ctx context.Context, orgID, siteID string,
	edit func(settings *customization.Settings) error, opts ...api.CallOption,
) (*customization.Settings, error) {
	e := transport.Editor[customization.Settings, customization.Settings]{
		Get:  opCustomizationGet.Path(orgID, siteID).Query(CustomizationGetOptions{Unmasked: new(true)}),
		Put:  opCustomizationPut.Path(orgID, siteID),
		Body: func(settings *customization.Settings) *customization.Settings { return settings },
	}
	return e.Edit(ctx, s.core, edit, opts)
}

// SiteSpaceCustomizationService manages the overrides of a site space. The overrides are the
// settings that differ from the settings of the site.
//
// Experimental: may change in any minor release; see [api].
type SiteSpaceCustomizationService struct {
	core *transport.Core
}

// SiteSpaceCustomizationGetOptions are the query parameters of [SiteSpaceCustomizationService.Get].
//
// Experimental: may change in any minor release; see [api].
type SiteSpaceCustomizationGetOptions struct {
	// Unmasked has the same meaning as in [CustomizationGetOptions].
	Unmasked *bool `url:"unmasked,omitempty"`
}

// Get returns the appearance of a site space: the settings of the site, changed by the overrides of
// the site space. No operation returns only the overrides.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization
func (s SiteSpaceCustomizationService) Get(
	ctx context.Context, orgID, siteID, siteSpaceID string,
	options SiteSpaceCustomizationGetOptions, opts ...api.CallOption,
) (*customization.Settings, error) {
	return transport.JSON[customization.Settings](
		ctx, s.core,
		opSiteSpaceCustomizationGet.Path(orgID, siteID, siteSpaceID).Query(options), opts,
	)
}

// Update changes the overrides of a site space and returns its appearance, like Get. If a field is
// unset, its override does not change. Sending null removes the override.
//
// API: PATCH /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization
func (s SiteSpaceCustomizationService) Update(
	ctx context.Context, orgID, siteID, siteSpaceID string,
	overrides customization.Overrides, opts ...api.CallOption,
) (*customization.Settings, error) {
	return transport.JSON[customization.Settings](
		ctx, s.core,
		opSiteSpaceCustomizationUpdate.Path(orgID, siteID, siteSpaceID).Body(overrides), opts,
	)
}

// Delete removes all overrides of a site space, so that the site space has the appearance of its
// site. If there are no overrides, Delete returns [api.AlreadyAbsent] and a nil error.
//
// API: DELETE /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization
func (s SiteSpaceCustomizationService) Delete(
	ctx context.Context, orgID, siteID, siteSpaceID string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(
		ctx, s.core, opSiteSpaceCustomizationDelete.Path(orgID, siteID, siteSpaceID), opts,
	)
}
