package permissions

import "github.com/publishing-platform/publishing-go/internal/op"

var (
	opSpaceInvite        = op.New("Permissions.Spaces.Invite", "POST", "/v1/spaces/{spaceId}/permissions")
	opSpaceUserList      = op.New("Permissions.Spaces.Users.List", "GET", "/v1/spaces/{spaceId}/permissions/users")
	opSpaceUserDelete    = op.New("Permissions.Spaces.Users.Delete", "DELETE", "/v1/spaces/{spaceId}/permissions/users/{userId}")
	opSpaceUserUpdate    = op.New("Permissions.Spaces.Users.Update", "PATCH", "/v1/spaces/{spaceId}/permissions/users/{userId}")
	opSpaceAggregateList = op.New("Permissions.Spaces.Aggregate.List", "GET", "/v1/spaces/{spaceId}/permissions/aggregate")

	opSpaceTeamList   = op.New("Permissions.Spaces.Teams.List", "GET", "/v1/spaces/{spaceId}/permissions/teams", op.Experimental)
	opSpaceTeamDelete = op.New("Permissions.Spaces.Teams.Delete", "DELETE", "/v1/spaces/{spaceId}/permissions/teams/{teamId}", op.Experimental)
	opSpaceTeamUpdate = op.New("Permissions.Spaces.Teams.Update", "PATCH", "/v1/spaces/{spaceId}/permissions/teams/{teamId}", op.Experimental)

	opCollectionInvite        = op.New("Permissions.Collections.Invite", "POST", "/v1/collections/{collectionId}/permissions")
	opCollectionUserList      = op.New("Permissions.Collections.Users.List", "GET", "/v1/collections/{collectionId}/permissions/users")
	opCollectionUserDelete    = op.New("Permissions.Collections.Users.Delete", "DELETE", "/v1/collections/{collectionId}/permissions/users/{userId}")
	opCollectionUserUpdate    = op.New("Permissions.Collections.Users.Update", "PATCH", "/v1/collections/{collectionId}/permissions/users/{userId}")
	opCollectionAggregateList = op.New("Permissions.Collections.Aggregate.List", "GET", "/v1/collections/{collectionId}/permissions/aggregate")

	opCollectionTeamList   = op.New("Permissions.Collections.Teams.List", "GET", "/v1/collections/{collectionId}/permissions/teams", op.Experimental)
	opCollectionTeamDelete = op.New("Permissions.Collections.Teams.Delete", "DELETE", "/v1/collections/{collectionId}/permissions/teams/{teamId}", op.Experimental)
	opCollectionTeamUpdate = op.New("Permissions.Collections.Teams.Update", "PATCH", "/v1/collections/{collectionId}/permissions/teams/{teamId}", op.Experimental)

	opSiteAggregateList = op.New("Permissions.Sites.Aggregate.List", "GET", "/v1/orgs/{organizationId}/sites/{siteId}/permissions/aggregate", op.Experimental)
)
