package api

// Role is what a user or a team may do with content. The service may know more values than the constants; they decode as they are.
// Where a role can be null, null stands for a guest: answers give nil, requests take [Null].
type Role string

const (
	// RoleAdmin may administer content: create and delete spaces and more.
	RoleAdmin Role = "admin"
	// RoleCreate may create content.
	RoleCreate Role = "create"
	// RoleReview may review content.
	RoleReview Role = "review"
	// RoleEdit may edit content, live or in change requests.
	RoleEdit Role = "edit"
	// RoleComment may access content and its discussions.
	RoleComment Role = "comment"
	// RoleRead may access content and change nothing.
	RoleRead Role = "read"
)
