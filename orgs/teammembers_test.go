package orgs_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/orgs"
)

var teamMemberPage = orgs.TeamMemberListOptions{Cursor: "c/2+d=", Limit: 50}

var teamMemberRows = []contract.Row{
	{
		Op: "Orgs.Teams.Members.List",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Teams.Members.List(a.Ctx, a.ID[0], a.ID[1], teamMemberPage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.Orgs.Teams.Members.All(a.Ctx, a.ID[0], a.ID[1], teamMemberPage, a.Opts...), a.Orgs.Teams.Members.ListPages(a.Ctx, a.ID[0], a.ID[1], teamMemberPage, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/teams/team%2F1/members?limit=50&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@team-member.json", "@team-member-guest.json"]}`,
	},
	{
		Op:   "Orgs.Teams.Members.List",
		Name: "unset, empty",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Teams.Members.List(a.Ctx, a.ID[0], a.ID[1], orgs.TeamMemberListOptions{}, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/teams/team%2F1/members",
		Status:   200,
		Response: `{"next": null, "items": []}`,
	},

	{
		Op: "Orgs.Teams.Members.Update",
		Call: func(a contract.Args) (any, error) {
			return nil, a.Orgs.Teams.Members.Update(a.Ctx, a.ID[0], a.ID[1], orgs.TeamMemberUpdate{
				Add:    []string{"user_1", "grace@example.com"},
				Remove: []string{"user_1", "user_3"},
				Memberships: map[string]orgs.TeamMember{
					"user_4": {Role: orgs.TeamMemberRoleOwner},
					"user_5": {Role: orgs.TeamMemberRoleMember},
				},
			}, a.Opts...)
		},
		Request: "PUT /v1/orgs/organization%2F1/teams/team%2F1/members",
		Body: `{"add": ["user_1", "grace@example.com"], "remove": ["user_1", "user_3"],
			"memberships": {"user_4": {"role": "owner"}, "user_5": {"role": "member"}}}`,
		Status: 204,
	},
	{
		Op:   "Orgs.Teams.Members.Update",
		Name: "nobody",
		Call: func(a contract.Args) (any, error) {
			update := orgs.TeamMemberUpdate{Add: []string{}, Remove: []string{}, Memberships: map[string]orgs.TeamMember{}}
			return nil, a.Orgs.Teams.Members.Update(a.Ctx, a.ID[0], a.ID[1], update, a.Opts...)
		},
		Request: "PUT /v1/orgs/organization%2F1/teams/team%2F1/members",
		Body:    `{"add": [], "remove": [], "memberships": {}}`,
		Status:  204,
	},

	{
		Op: "Orgs.Teams.Members.Put",
		Call: func(a contract.Args) (any, error) {
			return nil, a.Orgs.Teams.Members.Put(a.Ctx, a.ID[0], a.ID[1], a.ID[2], orgs.TeamMemberPut{Role: orgs.TeamMemberRoleOwner}, a.Opts...)
		},
		Request: "PUT /v1/orgs/organization%2F1/teams/team%2F1/members/user%2F1",
		Body:    `{"role": "owner"}`,
		Status:  204,
	},
	{
		Op:   "Orgs.Teams.Members.Put",
		Name: "as a member",
		Call: func(a contract.Args) (any, error) {
			return nil, a.Orgs.Teams.Members.Put(a.Ctx, a.ID[0], a.ID[1], a.ID[2], orgs.TeamMemberPut{Role: orgs.TeamMemberRoleMember}, a.Opts...)
		},
		Request: "PUT /v1/orgs/organization%2F1/teams/team%2F1/members/user%2F1",
		Body:    `{"role": "member"}`,
		Status:  204,
	},

	{
		Op: "Orgs.Teams.Members.Delete",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Teams.Members.Delete(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.Opts...)
		},
		Request: "DELETE /v1/orgs/organization%2F1/teams/team%2F1/members/user%2F1",
		Status:  205,
		Outcome: api.Deleted,
	},
}
