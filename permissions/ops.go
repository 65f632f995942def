package permissions

import "github.com/publishing-platform/publishing-go/internal/op"

var (
	opSpaces = ops{
		invite:    op.New("Permissions.Spaces.Invite", "POST", "/v1/spaces/{spaceId}/permissions"),
		list:      op.New("Permissions.Spaces.List", "GET", "/v1/spaces/{spaceId}/permissions/users"),
		delete:    op.New("Permissions.Spaces.Delete", "DELETE", "/v1/spaces/{spaceId}/permissions/users/{userId}"),
		update:    op.New("Permissions.Spaces.Update", "PATCH", "/v1/spaces/{spaceId}/permissions/users/{userId}"),
		aggregate: op.New("Permissions.Spaces.ListAggregate", "GET", "/v1/spaces/{spaceId}/permissions/aggregate"),
	}
	opCollections = ops{
		invite:    op.New("Permissions.Collections.Invite", "POST", "/v1/collections/{collectionId}/permissions"),
		list:      op.New("Permissions.Collections.List", "GET", "/v1/collections/{collectionId}/permissions/users"),
		delete:    op.New("Permissions.Collections.Delete", "DELETE", "/v1/collections/{collectionId}/permissions/users/{userId}"),
		update:    op.New("Permissions.Collections.Update", "PATCH", "/v1/collections/{collectionId}/permissions/users/{userId}"),
		aggregate: op.New("Permissions.Collections.ListAggregate", "GET", "/v1/collections/{collectionId}/permissions/aggregate"),
	}
)

// ops are the operations of one kind of content. They are the same for both.
type ops struct{ invite, list, delete, update, aggregate *op.Op }
