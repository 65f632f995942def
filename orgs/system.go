package orgs

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// SystemService describes the service. It is a field of the client, because it does not depend on
// an organization.
//
// Experimental: may change in any minor release; see [api].
type SystemService struct {
	madeSystem

	core *transport.Core
}

type (
	madeSystem  = transport.MadeBy[systemMaker]
	systemMaker struct{}
)

func (systemMaker) Make(core *transport.Core) SystemService { return SystemService{core: core} }

// SystemInfo describes the software of the service.
//
// Experimental: may change in any minor release; see [api].
type SystemInfo struct {
	Version string `json:"version"`
	Build   string `json:"build"` // date of the build in ISO 8601 format
}

// Info returns the version of the service. Calling it is a cheap way to check the base URL and the
// token.
//
// API: GET /v1/
func (s SystemService) Info(ctx context.Context, opts ...api.CallOption) (*SystemInfo, error) {
	return transport.JSON[SystemInfo](ctx, s.core, opSystemInfo.Path(), opts)
}
