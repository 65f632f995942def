// Package permissions has the roles of users on spaces and on collections.
package permissions

import "github.com/publishing-platform/publishing-go/internal/transport"

// Service is reached as the Permissions field of the client.
type Service struct {
	// Spaces has the permissions on spaces.
	Spaces *ContentService
	// Collections has the permissions on collections.
	Collections *ContentService
}

// New is for package publishing, which makes the services of a client.
func New(core *transport.Core) *Service {
	return &Service{
		Spaces:      &ContentService{core: core, ops: &opSpaces},
		Collections: &ContentService{core: core, ops: &opCollections},
	}
}
