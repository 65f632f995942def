// Package permissions contains the operations on the permissions of users in spaces and in
// collections.
//
// # Resources
//
// The Permissions field of a client is a [Service], whose fields Spaces and Collections have the
// same operations. List returns the users who were given a role, and ListAggregate the users who
// can access the space or the collection. For example, everybody who can access a space is:
//
//	options := permissions.AggregateOptions{}
//	for permission, err := range client.Permissions.Spaces.AllAggregate(ctx, spaceID, options) {
//		if err != nil {
//			return err
//		}
//		fmt.Println(permission.User.DisplayName)
//	}
//
// # Guests
//
// A guest has no role: Permission is nil, and null is sent to make a user a guest. The role of an
// invite is required: [api.Null] invites guests, and a zero value is rejected.
package permissions

import "github.com/publishing-platform/publishing-go/internal/transport"

// Service is the Permissions field of a client.
type Service struct {
	Spaces      SpaceService      // permissions in spaces
	Collections CollectionService // permissions in collections
}

// New is called by package publishing for each client.
func New(core *transport.Core) Service {
	return Service{
		Spaces:      SpaceService{core: core},
		Collections: CollectionService{core: core},
	}
}
