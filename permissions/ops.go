package permissions

import "github.com/publishing-platform/publishing-go/internal/op"

var (
	opSpaceInvite        = op.New("Permissions.Spaces.Invite", "POST", "/v1/spaces/{spaceId}/permissions")
	opSpaceList          = op.New("Permissions.Spaces.List", "GET", "/v1/spaces/{spaceId}/permissions/users")
	opSpaceDelete        = op.New("Permissions.Spaces.Delete", "DELETE", "/v1/spaces/{spaceId}/permissions/users/{userId}")
	opSpaceUpdate        = op.New("Permissions.Spaces.Update", "PATCH", "/v1/spaces/{spaceId}/permissions/users/{userId}")
	opSpaceListAggregate = op.New("Permissions.Spaces.ListAggregate", "GET", "/v1/spaces/{spaceId}/permissions/aggregate")

	opCollectionInvite        = op.New("Permissions.Collections.Invite", "POST", "/v1/collections/{collectionId}/permissions")
	opCollectionList          = op.New("Permissions.Collections.List", "GET", "/v1/collections/{collectionId}/permissions/users")
	opCollectionDelete        = op.New("Permissions.Collections.Delete", "DELETE", "/v1/collections/{collectionId}/permissions/users/{userId}")
	opCollectionUpdate        = op.New("Permissions.Collections.Update", "PATCH", "/v1/collections/{collectionId}/permissions/users/{userId}")
	opCollectionListAggregate = op.New("Permissions.Collections.ListAggregate", "GET", "/v1/collections/{collectionId}/permissions/aggregate")
)
