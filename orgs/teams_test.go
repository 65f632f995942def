package orgs_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/orgs"
)

var teamPage = orgs.TeamListOptions{Cursor: "c/2+d=", Limit: 1000, Owner: "user_1", Title: "docs & co"}

var teamRows = []contract.Row{
	{
		Op:   "Orgs.Teams.List",
		Call: func(a contract.Args) (any, error) { return a.Orgs.Teams.List(a.Ctx, a.ID[0], teamPage, a.Opts...) },
		List: func(a contract.Args) (all, pages any) {
			return a.Orgs.Teams.All(a.Ctx, a.ID[0], teamPage, a.Opts...), a.Orgs.Teams.ListPages(a.Ctx, a.ID[0], teamPage, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/teams?limit=1000&owner=user_1&page=c%2F2%2Bd%3D&title=docs+%26+co",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 1, "items": ["@api/team.json"]}`,
	},
	{
		Op:   "Orgs.Teams.List",
		Name: "unset, empty",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Teams.List(a.Ctx, a.ID[0], orgs.TeamListOptions{}, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/teams",
		Status:   200,
		Response: `{"next": null, "items": []}`,
	},

	{
		Op: "Orgs.Teams.Create",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Teams.Create(a.Ctx, a.ID[0], orgs.TeamCreate{Title: "Writers", Members: []string{"user_1", "user_2"}}, a.Opts...)
		},
		Request:  "PUT /v1/orgs/organization%2F1/teams",
		Body:     `{"title": "Writers", "members": ["user_1", "user_2"]}`,
		Status:   201,
		Response: "api/team.json",
	},
	{
		Op:   "Orgs.Teams.Create",
		Name: "without members",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Teams.Create(a.Ctx, a.ID[0], orgs.TeamCreate{Title: "Writers"}, a.Opts...)
		},
		Request:  "PUT /v1/orgs/organization%2F1/teams",
		Body:     `{"title": "Writers"}`,
		Status:   201,
		Response: "api/team.json",
	},
	{
		Op:   "Orgs.Teams.Create",
		Name: "with an empty list of members",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Teams.Create(a.Ctx, a.ID[0], orgs.TeamCreate{Title: "Writers", Members: []string{}}, a.Opts...)
		},
		Request:  "PUT /v1/orgs/organization%2F1/teams",
		Body:     `{"title": "Writers", "members": []}`,
		Status:   201,
		Response: "api/team.json",
	},

	{
		Op:       "Orgs.Teams.Get",
		Call:     func(a contract.Args) (any, error) { return a.Orgs.Teams.Get(a.Ctx, a.ID[0], a.ID[1], a.Opts...) },
		Request:  "GET /v1/orgs/organization%2F1/teams/team%2F1",
		Status:   200,
		Response: "api/team.json",
	},

	{
		Op: "Orgs.Teams.Update",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Teams.Update(a.Ctx, a.ID[0], a.ID[1], orgs.TeamUpdate{Title: "Editors"}, a.Opts...)
		},
		Request:  "PATCH /v1/orgs/organization%2F1/teams/team%2F1",
		Body:     `{"title": "Editors"}`,
		Status:   200,
		Response: "api/team.json",
	},

	{
		Op:      "Orgs.Teams.Delete",
		Call:    func(a contract.Args) (any, error) { return a.Orgs.Teams.Delete(a.Ctx, a.ID[0], a.ID[1], a.Opts...) },
		Request: "DELETE /v1/orgs/organization%2F1/teams/team%2F1",
		Status:  205,
		Outcome: api.Deleted,
	},
}
