package api

// A Role determines what a user or a team may do with content. Where a role may be null, null means
// guest: a response contains nil, and a request takes [Null].
type Role string

// The roles.
const (
	// RoleAdmin may administer content, such as create and delete spaces.
	RoleAdmin  Role = "admin"
	RoleCreate Role = "create"
	RoleReview Role = "review"
	// RoleEdit may edit content, directly or in change requests.
	RoleEdit Role = "edit"
	// RoleComment may read content and its discussions.
	RoleComment Role = "comment"
	// RoleRead may only read content.
	RoleRead Role = "read"
)
