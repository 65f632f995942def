// Package spaces has the spaces of an organization: containers of pages and files with a history of revisions.
package spaces

import "github.com/publishing-platform/publishing-go/internal/transport"

// Service is reached as the Spaces field of the client.
type Service struct {
	core *transport.Core
}

// New is for package publishing, which makes the services of a client.
func New(core *transport.Core) *Service { return &Service{core: core} }
