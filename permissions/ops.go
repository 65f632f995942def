package permissions

import "github.com/publishing-platform/publishing-go/internal/op"

// Groups with a name that ends in Exp contain operations that are not in the API reference.
var (
	onSpace         = op.Group{Path: "/v1/spaces/{spaceId}/permissions"}
	onSpaceExp      = op.Group{Path: "/v1/spaces/{spaceId}/permissions", Experimental: true}
	onCollection    = op.Group{Path: "/v1/collections/{collectionId}/permissions"}
	onCollectionExp = op.Group{Path: "/v1/collections/{collectionId}/permissions", Experimental: true}
	onSiteExp       = op.Group{Path: "/v1/orgs/{organizationId}/sites/{siteId}/permissions", Experimental: true}
)

var (
	opSpaceInvite        = onSpace.New("Permissions.Spaces.Invite", "POST", "", op.Keeps)
	opSpaceUserList      = onSpace.New("Permissions.Spaces.Users.List", "GET", "/users")
	opSpaceUserDelete    = onSpace.New("Permissions.Spaces.Users.Delete", "DELETE", "/users/{userId}")
	opSpaceUserUpdate    = onSpace.New("Permissions.Spaces.Users.Update", "PATCH", "/users/{userId}", op.Keeps)
	opSpaceAggregateList = onSpace.New("Permissions.Spaces.Aggregate.List", "GET", "/aggregate")

	opSpaceTeamList   = onSpaceExp.New("Permissions.Spaces.Teams.List", "GET", "/teams")
	opSpaceTeamDelete = onSpaceExp.New("Permissions.Spaces.Teams.Delete", "DELETE", "/teams/{teamId}")
	opSpaceTeamUpdate = onSpaceExp.New("Permissions.Spaces.Teams.Update", "PATCH", "/teams/{teamId}", op.Keeps)

	opCollectionInvite     = onCollection.New("Permissions.Collections.Invite", "POST", "", op.Keeps)
	opCollectionUserList   = onCollection.New("Permissions.Collections.Users.List", "GET", "/users")
	opCollectionUserDelete = onCollection.New("Permissions.Collections.Users.Delete", "DELETE", "/users/{userId}")
	opCollectionUserUpdate = onCollection.New("Permissions.Collections.Users.Update", "PATCH", "/users/{userId}",
		op.Keeps)
	opCollectionAggregateList = onCollection.New("Permissions.Collections.Aggregate.List", "GET", "/aggregate")

	opCollectionTeamList   = onCollectionExp.New("Permissions.Collections.Teams.List", "GET", "/teams")
	opCollectionTeamDelete = onCollectionExp.New("Permissions.Collections.Teams.Delete", "DELETE", "/teams/{teamId}")
	opCollectionTeamUpdate = onCollectionExp.New("Permissions.Collections.Teams.Update", "PATCH", "/teams/{teamId}",
		op.Keeps)

	opSiteInvite        = onSiteExp.New("Permissions.Sites.Invite", "POST", "", op.Keeps)
	opSiteUserList      = onSiteExp.New("Permissions.Sites.Users.List", "GET", "/users")
	opSiteUserDelete    = onSiteExp.New("Permissions.Sites.Users.Delete", "DELETE", "/users/{userId}")
	opSiteUserUpdate    = onSiteExp.New("Permissions.Sites.Users.Update", "PATCH", "/users/{userId}", op.Keeps)
	opSiteAggregateList = onSiteExp.New("Permissions.Sites.Aggregate.List", "GET", "/aggregate")

	opSiteTeamList   = onSiteExp.New("Permissions.Sites.Teams.List", "GET", "/teams")
	opSiteTeamDelete = onSiteExp.New("Permissions.Sites.Teams.Delete", "DELETE", "/teams/{teamId}")
	opSiteTeamUpdate = onSiteExp.New("Permissions.Sites.Teams.Update", "PATCH", "/teams/{teamId}", op.Keeps)
)
