package permissions

import "github.com/publishing-platform/publishing-go/api"

// TeamPermission is the role of a team in a space or a collection, or on a site.
//
// Experimental: may change in any minor release; see [api].
type TeamPermission struct {
	Permission *api.Role `json:"permission"` // nil for a guest
	Team       api.Team  `json:"team"`
}

// TeamListOptions are the query parameters of [SpaceTeamService.List], [CollectionTeamService.List]
// and [SiteTeamService.List].
//
// Experimental: may change in any minor release; see [api].
type TeamListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of teams per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
}

// TeamUpdate is the request body of [SpaceTeamService.Update] and [CollectionTeamService.Update].
//
// Experimental: may change in any minor release; see [api].
type TeamUpdate struct {
	// Role is the new role. Null means guest, but the effect of sending null is undocumented. To
	// remove the role, delete the permission.
	Role api.Nullable[api.Role] `json:"role,omitzero"`
}
