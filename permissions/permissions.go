package permissions

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
)

// Permission is the role of a user in a space or a collection, or on a site.
type Permission struct {
	Permission *api.Role `json:"permission"` // nil for a guest
	User       api.User  `json:"user"`
}

// Invite is the request body of [SpaceService.Invite], [CollectionService.Invite] and
// [SiteService.Invite]. At least one team or user is required.
type Invite struct {
	// Role is required. Sending null invites guests.
	Role  api.Nullable[api.Role] `json:"role" check:"required"`
	Teams []string               `json:"teams,omitzero"` // IDs of the teams
	// Users contains the IDs of users.
	//
	// Experimental: may change in any minor release; see [api].
	Users []string `json:"users,omitzero"`
}

// Validate checks that there is a team or a user.
func (i Invite) Validate() error {
	if len(i.Teams)+len(i.Users) > 0 {
		return nil
	}
	return check.AtLeastOne(Invite{}, "teams", "users") // an empty list does not count
}

// UserListOptions are the query parameters of [SpaceUserService.List], [CollectionUserService.List]
// and [SiteUserService.List].
type UserListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of users per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
}

// UserUpdate is the request body of [SpaceUserService.Update] and [CollectionUserService.Update].
type UserUpdate struct {
	// Role is the new role. Sending null makes the user a guest.
	Role api.Nullable[api.Role] `json:"role,omitzero"`
}

// AggregateListOptions are the query parameters of [SpaceAggregateService.List] and
// [CollectionAggregateService.List].
type AggregateListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of users per page, at most 1000; 0 for the service's default.
	Limit int      `url:"limit,omitempty" check:"range=0..1000"`
	Role  api.Role `url:"role,omitempty"` // role of the users; any role if empty
}
