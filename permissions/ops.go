package permissions

import "github.com/publishing-platform/publishing-go/internal/op"

var (
	opSpaceInvite        = op.New("Permissions.Spaces.Invite", "POST", "/v1/spaces/{spaceId}/permissions")
	opSpaceList          = op.New("Permissions.Spaces.List", "GET", "/v1/spaces/{spaceId}/permissions/users")
	opSpaceDelete        = op.New("Permissions.Spaces.Delete", "DELETE", "/v1/spaces/{spaceId}/permissions/users/{userId}")
	opSpaceUpdate        = op.New("Permissions.Spaces.Update", "PATCH", "/v1/spaces/{spaceId}/permissions/users/{userId}")
	opSpaceListAggregate = op.New("Permissions.Spaces.ListAggregate", "GET", "/v1/spaces/{spaceId}/permissions/aggregate")

	opSpaceTeamList   = op.New("Permissions.Spaces.Teams.List", "GET", "/v1/spaces/{spaceId}/permissions/teams", op.Experimental)
	opSpaceTeamDelete = op.New("Permissions.Spaces.Teams.Delete", "DELETE", "/v1/spaces/{spaceId}/permissions/teams/{teamId}", op.Experimental)
	opSpaceTeamUpdate = op.New("Permissions.Spaces.Teams.Update", "PATCH", "/v1/spaces/{spaceId}/permissions/teams/{teamId}", op.Experimental)

	opCollectionInvite        = op.New("Permissions.Collections.Invite", "POST", "/v1/collections/{collectionId}/permissions")
	opCollectionList          = op.New("Permissions.Collections.List", "GET", "/v1/collections/{collectionId}/permissions/users")
	opCollectionDelete        = op.New("Permissions.Collections.Delete", "DELETE", "/v1/collections/{collectionId}/permissions/users/{userId}")
	opCollectionUpdate        = op.New("Permissions.Collections.Update", "PATCH", "/v1/collections/{collectionId}/permissions/users/{userId}")
	opCollectionListAggregate = op.New("Permissions.Collections.ListAggregate", "GET", "/v1/collections/{collectionId}/permissions/aggregate")

	opCollectionTeamList   = op.New("Permissions.Collections.Teams.List", "GET", "/v1/collections/{collectionId}/permissions/teams", op.Experimental)
	opCollectionTeamDelete = op.New("Permissions.Collections.Teams.Delete", "DELETE", "/v1/collections/{collectionId}/permissions/teams/{teamId}", op.Experimental)
	opCollectionTeamUpdate = op.New("Permissions.Collections.Teams.Update", "PATCH", "/v1/collections/{collectionId}/permissions/teams/{teamId}", op.Experimental)

	opSiteListAggregate = op.New("Permissions.Sites.ListAggregate", "GET", "/v1/orgs/{organizationId}/sites/{siteId}/permissions/aggregate", op.Experimental)
)
