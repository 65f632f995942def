// Package permissions contains the operations on the roles of users and teams in spaces and
// collections and on sites.
//
// # Resources
//
// The Permissions field of a client is a [Service]. A [SpaceService], a [CollectionService] and a
// [SiteService] have the same operations. Their Users and Teams fields list, update and remove the
// roles that were given to users and teams. Their Aggregate fields list all users who can access
// the space, the collection or the site. This loop prints everybody who can access a space:
//
//	options := permissions.AggregateListOptions{}
//	for permission, err := range client.Permissions.Spaces.Aggregate.All(ctx, spaceID, options) {
//		if err != nil {
//			return err
//		}
//		fmt.Println(permission.User.DisplayName)
//	}
//
// The methods for sites also take the ID of the organization. The updates for sites have types of
// their own, because a role on a site cannot be set to null. The aggregate of a site also has its
// own type, which contains the origin of each role.
//
// # Guests
//
// A guest is a user without a role. In a [Permission], the role of a guest is nil. To make a user a
// guest, set the Role of [UserUpdate] to null. To invite guests, set the Role of [Invite] to null,
// because an unset Role is rejected. It is undocumented whether the lists for spaces and
// collections contain guests.
package permissions

import "github.com/publishing-platform/publishing-go/internal/transport"

// Service provides the operations on permissions.
type Service struct {
	made

	// Spaces manages the permissions in spaces.
	Spaces SpaceService
	// Collections manages the permissions in collections.
	Collections CollectionService
	// Sites manages the permissions on sites.
	//
	// Experimental: may change in any minor release; see [api].
	Sites SiteService
}

type (
	made  = transport.MadeBy[maker]
	maker struct{}
)

func (maker) Make(core *transport.Core) Service {
	return Service{
		Spaces: SpaceService{
			SpaceUserService{core}, SpaceAggregateService{core}, SpaceTeamService{core}, core,
		},
		Collections: CollectionService{
			CollectionUserService{core},
			CollectionAggregateService{core},
			CollectionTeamService{core},
			core,
		},
		Sites: SiteService{
			SiteUserService{core}, SiteAggregateService{core}, SiteTeamService{core}, core,
		},
	}
}
