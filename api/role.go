package api

// A Role determines what a user or a team may do with content. Where a role may be null, null means
// guest: it is nil in a response, and [Null] in a request.
type Role string

// The roles.
const (
	// RoleAdmin permits administering content, such as creating and deleting spaces.
	RoleAdmin Role = "admin"
	// RoleCreate permits creating content.
	RoleCreate Role = "create"
	// RoleReview permits reviewing content.
	RoleReview Role = "review"
	// RoleEdit permits editing content, directly or in change requests.
	RoleEdit Role = "edit"
	// RoleComment permits reading content and its discussions.
	RoleComment Role = "comment"
	// RoleRead permits only reading content.
	RoleRead Role = "read"
)

// A RoleFilter selects users by their role in a list. Its values are the values of [Role], and
// [RoleFilterGuest] for users without a role.
//
// Experimental: may change in any minor release; see the package comment.
type RoleFilter string

// Values of RoleFilter.
const (
	RoleFilterAdmin   RoleFilter = "admin"
	RoleFilterCreate  RoleFilter = "create"
	RoleFilterReview  RoleFilter = "review"
	RoleFilterEdit    RoleFilter = "edit"
	RoleFilterComment RoleFilter = "comment"
	RoleFilterRead    RoleFilter = "read"
	RoleFilterGuest   RoleFilter = "guest" // users without a role
)
