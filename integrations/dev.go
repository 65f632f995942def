package integrations

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// DevService switches the development mode of integrations on and off. In development mode, the
// service sends the events of an integration to the computer of a developer instead of to the
// published script.
//
// Experimental: may change in any minor release; see [api].
type DevService struct {
	core *transport.Core
}

// DevPut is the request body of [DevService.Put].
//
// Experimental: may change in any minor release; see [api].
type DevPut struct {
	// TunnelURL is the URL to which the service sends events. It has 1 to 256 characters.
	TunnelURL string `json:"tunnelUrl" check:"required,len=1..256"`
	// All controls whether the service sends the events of the installations on all organizations
	// to TunnelURL; nil means false.
	All *bool `json:"all,omitzero"`
}

// Put switches on the development mode of an integration, or changes the URL to which the service
// sends the events. [DevService.Delete] switches the development mode off.
//
// API: PUT /v1/integrations/{integrationName}/dev
func (s DevService) Put(
	ctx context.Context, integrationName string, mode DevPut, opts ...api.CallOption,
) error {
	return transport.None(ctx, s.core, opDevPut.Path(integrationName).Body(mode), opts)
}

// Delete switches off the development mode of an integration. If the mode was already off, it
// returns [api.Deleted] or [api.AlreadyAbsent]: which one is undocumented.
//
// API: DELETE /v1/integrations/{integrationName}/dev
func (s DevService) Delete(
	ctx context.Context, integrationName string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opDevDelete.Path(integrationName), opts)
}
