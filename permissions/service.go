// Package permissions has the roles of users on spaces and on collections.
package permissions

import "github.com/publishing-platform/publishing-go/internal/transport"

// Service is reached as the Permissions field of the client.
type Service struct {
	// Spaces has the permissions on spaces.
	Spaces SpaceService
	// Collections has the permissions on collections.
	Collections CollectionService
}

// New is for package publishing, which makes the services of a client.
func New(core *transport.Core) Service {
	return Service{
		Spaces:      SpaceService{core: core},
		Collections: CollectionService{core: core},
	}
}
