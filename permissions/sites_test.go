package permissions_test

import (
	"slices"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/permissions"
)

const (
	sitePath          = "/v1/orgs/organization%2F1/sites/site%2F1/permissions"
	siteAggregatePath = "GET " + sitePath + "/aggregate"
)

var siteAggregatePage = permissions.SiteAggregateListOptions{Cursor: "c/2+d=", Limit: 50}

func siteAggregate(options permissions.SiteAggregateListOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Permissions.Sites.Aggregate.List(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	}
}

var siteRows = slices.Concat(siteAccessRows, []contract.Row{
	{
		Op:   "Permissions.Sites.Aggregate.List",
		Call: siteAggregate(siteAggregatePage),
		List: func(a contract.Args) (all, pages any) {
			return a.Permissions.Sites.Aggregate.All(a.Ctx, a.ID[0], a.ID[1], siteAggregatePage, a.Opts...),
				a.Permissions.Sites.Aggregate.ListPages(a.Ctx, a.ID[0], a.ID[1], siteAggregatePage, a.Opts...)
		},
		Request:  siteAggregatePath + "?limit=50&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@site-permission.json", "@site-permission-of-guest.json"]}`,
	},
	{
		Op:       "Permissions.Sites.Aggregate.List",
		Name:     "other origins",
		Call:     siteAggregate(permissions.SiteAggregateListOptions{}),
		Request:  siteAggregatePath,
		Status:   200,
		Response: `{"items": ["@site-permission-from-site.json", "@site-permission-of-another-origin.json"]}`,
	},
	{
		Op:       "Permissions.Sites.Aggregate.List",
		Name:     "unset, empty",
		Call:     siteAggregate(permissions.SiteAggregateListOptions{}),
		Request:  siteAggregatePath,
		Status:   200,
		Response: `{"next": null, "items": []}`,
	},
})

func inviteToSite(invite permissions.Invite) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return nil, a.Permissions.Sites.Invite(a.Ctx, a.ID[0], a.ID[1], invite, a.Opts...)
	}
}

func listSiteUsers(options permissions.UserListOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Permissions.Sites.Users.List(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	}
}

func listSiteTeams(options permissions.TeamListOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Permissions.Sites.Teams.List(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	}
}

var (
	siteUserPage = permissions.UserListOptions{Cursor: "c/2+d=", Limit: 50}
	siteTeamPage = permissions.TeamListOptions{Cursor: "c/2+d=", Limit: 50}
)

// siteAccessRows are the rows of the operations that give, list and remove roles on sites.
var siteAccessRows = []contract.Row{
	{
		Op:      "Permissions.Sites.Invite",
		Call:    inviteToSite(permissions.Invite{Role: api.Set(api.RoleEdit), Teams: []string{"team/1"}, Users: []string{"user/1", "user/2"}}),
		Request: "POST " + sitePath,
		Body:    `{"role": "edit", "teams": ["team/1"], "users": ["user/1", "user/2"]}`,
		Status:  204,
	},
	{
		Op:      "Permissions.Sites.Invite",
		Name:    "guests",
		Call:    inviteToSite(permissions.Invite{Role: api.Null[api.Role](), Users: []string{"user/1"}}),
		Request: "POST " + sitePath,
		Body:    `{"role": null, "users": ["user/1"]}`,
		Status:  204,
	},
	{
		Op:      "Permissions.Sites.Invite",
		Name:    "absent",
		Call:    inviteToSite(permissions.Invite{Role: api.Set(api.RoleRead), Teams: []string{"team/1"}}),
		Request: "POST " + sitePath,
		Body:    `{"role": "read", "teams": ["team/1"]}`,
		Status:  404,
		Err:     api.ErrNotFound,
	},

	{
		Op:   "Permissions.Sites.Users.List",
		Call: listSiteUsers(siteUserPage),
		List: func(a contract.Args) (all, pages any) {
			s := a.Permissions.Sites.Users
			return s.All(a.Ctx, a.ID[0], a.ID[1], siteUserPage, a.Opts...), s.ListPages(a.Ctx, a.ID[0], a.ID[1], siteUserPage, a.Opts...)
		},
		Request:  "GET " + sitePath + "/users?limit=50&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: permissionsResponse,
	},
	{
		Op:       "Permissions.Sites.Users.List",
		Name:     "unset, empty",
		Call:     listSiteUsers(permissions.UserListOptions{}),
		Request:  "GET " + sitePath + "/users",
		Status:   200,
		Response: `{"items": []}`,
	},
	{
		Op: "Permissions.Sites.Users.Update",
		Call: func(a contract.Args) (any, error) {
			return nil, a.Permissions.Sites.Users.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], permissions.SiteUserUpdate{Role: api.RoleComment}, a.Opts...)
		},
		Request: "PATCH " + sitePath + "/users/user%2F1",
		Body:    `{"role": "comment"}`,
		Status:  204,
	},
	{
		Op: "Permissions.Sites.Users.Delete",
		Call: func(a contract.Args) (any, error) {
			return a.Permissions.Sites.Users.Delete(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.Opts...)
		},
		Request: "DELETE " + sitePath + "/users/user%2F1",
		Status:  205,
		Outcome: api.Deleted,
	},

	{
		Op:   "Permissions.Sites.Teams.List",
		Call: listSiteTeams(siteTeamPage),
		List: func(a contract.Args) (all, pages any) {
			s := a.Permissions.Sites.Teams
			return s.All(a.Ctx, a.ID[0], a.ID[1], siteTeamPage, a.Opts...), s.ListPages(a.Ctx, a.ID[0], a.ID[1], siteTeamPage, a.Opts...)
		},
		Request:  "GET " + sitePath + "/teams?limit=50&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@team-permission.json", {"permission": null, "team": "@api/team.json"}]}`,
	},
	{
		Op:       "Permissions.Sites.Teams.List",
		Name:     "unset, empty",
		Call:     listSiteTeams(permissions.TeamListOptions{}),
		Request:  "GET " + sitePath + "/teams",
		Status:   200,
		Response: `{"items": []}`,
	},
	{
		Op: "Permissions.Sites.Teams.Update",
		Call: func(a contract.Args) (any, error) {
			return nil, a.Permissions.Sites.Teams.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], permissions.SiteTeamUpdate{Role: api.RoleComment}, a.Opts...)
		},
		Request: "PATCH " + sitePath + "/teams/team%2F1",
		Body:    `{"role": "comment"}`,
		Status:  204,
	},
	{
		Op: "Permissions.Sites.Teams.Delete",
		Call: func(a contract.Args) (any, error) {
			return a.Permissions.Sites.Teams.Delete(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.Opts...)
		},
		Request: "DELETE " + sitePath + "/teams/team%2F1",
		Status:  205,
		Outcome: api.Deleted,
	},
}
