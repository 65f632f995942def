package permissions_test

import (
	"context"
	"iter"
	"slices"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/permissions"
)

// teamService is the permissions of teams in spaces or in collections, which have the same
// operations.
type teamService interface {
	List(ctx context.Context, id string, options permissions.TeamListOptions, opts ...api.CallOption) (*pagination.Page[permissions.TeamPermission], error)
	All(ctx context.Context, id string, options permissions.TeamListOptions, opts ...api.CallOption) iter.Seq2[permissions.TeamPermission, error]
	ListPages(ctx context.Context, id string, options permissions.TeamListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[permissions.TeamPermission], error]
	Update(ctx context.Context, id, teamID string, update permissions.TeamUpdate, opts ...api.CallOption) error
	Delete(ctx context.Context, id, teamID string, opts ...api.CallOption) (api.Deletion, error)
}

// teamRows are the rows of the permissions of teams in spaces and in collections. Only the removal
// from a space has a response with status 400.
var teamRows = slices.Concat(
	teamsOn("Permissions.Spaces.Teams", "/v1/spaces/space%2F1/permissions/teams", func(a contract.Args) teamService { return a.Permissions.Spaces.Teams }),
	[]contract.Row{{
		Op:   "Permissions.Spaces.Teams.Delete",
		Name: "rejected",
		Call: func(a contract.Args) (any, error) {
			return a.Permissions.Spaces.Teams.Delete(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
		},
		Request: "DELETE /v1/spaces/space%2F1/permissions/teams/team%2F1",
		Status:  400,
		Err:     api.ErrBadRequest,
	}},
	teamsOn("Permissions.Collections.Teams", "/v1/collections/collection%2F1/permissions/teams", func(a contract.Args) teamService { return a.Permissions.Collections.Teams }),
)

func teamsOn(name, path string, service func(contract.Args) teamService) []contract.Row {
	update := func(update permissions.TeamUpdate) func(a contract.Args) (any, error) {
		return func(a contract.Args) (any, error) {
			return nil, service(a).Update(a.Ctx, a.ID[0], a.ID[1], update, a.Opts...)
		}
	}
	remove := func(a contract.Args) (any, error) { return service(a).Delete(a.Ctx, a.ID[0], a.ID[1], a.Opts...) }
	list := func(options permissions.TeamListOptions) func(a contract.Args) (any, error) {
		return func(a contract.Args) (any, error) { return service(a).List(a.Ctx, a.ID[0], options, a.Opts...) }
	}
	page := permissions.TeamListOptions{Cursor: "c/2+d=", Limit: 50}
	return []contract.Row{
		{
			Op:   name + ".List",
			Call: list(page),
			List: func(a contract.Args) (all, pages any) {
				return service(a).All(a.Ctx, a.ID[0], page, a.Opts...), service(a).ListPages(a.Ctx, a.ID[0], page, a.Opts...)
			},
			Request:  "GET " + path + "?limit=50&page=c%2F2%2Bd%3D",
			Status:   200,
			Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@team-permission.json"]}`,
		},
		{
			Op:       name + ".List",
			Name:     "unset, empty",
			Call:     list(permissions.TeamListOptions{}),
			Request:  "GET " + path,
			Status:   200,
			Response: `{"items": []}`,
		},
		{
			Op:       name + ".List",
			Name:     "a guest",
			Call:     list(permissions.TeamListOptions{}),
			Request:  "GET " + path,
			Status:   200,
			Response: `{"items": [{"permission": null, "team": "@api/team.json"}]}`,
		},

		{
			Op:      name + ".Update",
			Call:    update(permissions.TeamUpdate{Role: api.Set(api.RoleComment)}),
			Request: "PATCH " + path + "/team%2F1",
			Body:    `{"role": "comment"}`,
			Status:  204,
		},
		{
			Op:      name + ".Update",
			Name:    "to guests",
			Call:    update(permissions.TeamUpdate{Role: api.Null[api.Role]()}),
			Request: "PATCH " + path + "/team%2F1",
			Body:    `{"role": null}`,
			Status:  204,
		},

		{
			Op:      name + ".Delete",
			Call:    remove,
			Request: "DELETE " + path + "/team%2F1",
			Status:  205,
			Outcome: api.Deleted,
		},
	}
}
