package orgs_test

import (
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/orgs"
)

var memberTeamPage = orgs.MemberTeamListOptions{Cursor: "c/2+d=", Limit: 1000, Title: "docs & co"}

var memberTeamRows = []contract.Row{
	{
		Op: "Orgs.Members.Teams.List",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Members.Teams.List(a.Ctx, a.ID[0], a.ID[1], memberTeamPage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.Orgs.Members.Teams.All(a.Ctx, a.ID[0], a.ID[1], memberTeamPage, a.Opts...), a.Orgs.Members.Teams.ListPages(a.Ctx, a.ID[0], a.ID[1], memberTeamPage, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/members/user%2F1/teams?limit=1000&page=c%2F2%2Bd%3D&title=docs+%26+co",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 1, "items": [{"team": "@api/team.json", "member": {"role": "owner"}}]}`,
	},
	{
		Op:   "Orgs.Members.Teams.List",
		Name: "unset, empty",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Members.Teams.List(a.Ctx, a.ID[0], a.ID[1], orgs.MemberTeamListOptions{}, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/members/user%2F1/teams",
		Status:   200,
		Response: `{"next": null, "items": []}`,
	},
}
