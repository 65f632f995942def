package contract

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
)

var teamMemberPage = orgs.TeamMemberListOptions{Page: "c/2+d=", Limit: 50}

var teamMemberRows = []row{
	{
		op: "Orgs.TeamMembers.List",
		call: func(a args) (any, error) {
			return a.Orgs.TeamMembers.List(a.ctx, a.id[0], a.id[1], teamMemberPage, a.opts...)
		},
		walk: func(a args) (all, pages any) {
			return a.Orgs.TeamMembers.All(a.ctx, a.id[0], a.id[1], teamMemberPage, a.opts...), a.Orgs.TeamMembers.Pages(a.ctx, a.id[0], a.id[1], teamMemberPage, a.opts...)
		},
		request: "GET /v1/orgs/organization%2F1/teams/team%2F1/members?limit=50&page=c%2F2%2Bd%3D",
		status:  200,
		answer:  `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@orgs/team-member.json", "@orgs/team-member-guest.json"]}`,
	},
	{
		op:   "Orgs.TeamMembers.List",
		name: "unset, empty",
		call: func(a args) (any, error) {
			return a.Orgs.TeamMembers.List(a.ctx, a.id[0], a.id[1], orgs.TeamMemberListOptions{}, a.opts...)
		},
		request: "GET /v1/orgs/organization%2F1/teams/team%2F1/members",
		status:  200,
		answer:  `{"next": null, "items": []}`,
	},

	{
		op: "Orgs.TeamMembers.Update",
		call: func(a args) (any, error) {
			return nil, a.Orgs.TeamMembers.Update(a.ctx, a.id[0], a.id[1], orgs.TeamMemberUpdate{
				Add:    []string{"user_1", "grace@example.com"},
				Remove: []string{"user_1", "user_3"},
				Memberships: map[string]orgs.TeamMember{
					"user_4": {Role: orgs.TeamMemberRoleOwner},
					"user_5": {Role: orgs.TeamMemberRoleMember},
				},
			}, a.opts...)
		},
		request: "PUT /v1/orgs/organization%2F1/teams/team%2F1/members",
		body: `{"add": ["user_1", "grace@example.com"], "remove": ["user_1", "user_3"],
			"memberships": {"user_4": {"role": "owner"}, "user_5": {"role": "member"}}}`,
		status: 204,
	},
	{
		op:   "Orgs.TeamMembers.Update",
		name: "unset",
		call: func(a args) (any, error) {
			return nil, a.Orgs.TeamMembers.Update(a.ctx, a.id[0], a.id[1], orgs.TeamMemberUpdate{}, a.opts...)
		},
		request: "PUT /v1/orgs/organization%2F1/teams/team%2F1/members",
		body:    `{}`,
		status:  204,
	},
	{
		op:   "Orgs.TeamMembers.Update",
		name: "nobody",
		call: func(a args) (any, error) {
			update := orgs.TeamMemberUpdate{Add: []string{}, Remove: []string{}, Memberships: map[string]orgs.TeamMember{}}
			return nil, a.Orgs.TeamMembers.Update(a.ctx, a.id[0], a.id[1], update, a.opts...)
		},
		request: "PUT /v1/orgs/organization%2F1/teams/team%2F1/members",
		body:    `{"add": [], "remove": [], "memberships": {}}`,
		status:  204,
	},

	{
		op: "Orgs.TeamMembers.Put",
		call: func(a args) (any, error) {
			return nil, a.Orgs.TeamMembers.Put(a.ctx, a.id[0], a.id[1], a.id[2], orgs.TeamMemberPut{Role: orgs.TeamMemberRoleOwner}, a.opts...)
		},
		request: "PUT /v1/orgs/organization%2F1/teams/team%2F1/members/user%2F1",
		body:    `{"role": "owner"}`,
		status:  204,
	},
	{
		op:   "Orgs.TeamMembers.Put",
		name: "as a member",
		call: func(a args) (any, error) {
			return nil, a.Orgs.TeamMembers.Put(a.ctx, a.id[0], a.id[1], a.id[2], orgs.TeamMemberPut{Role: orgs.TeamMemberRoleMember}, a.opts...)
		},
		request: "PUT /v1/orgs/organization%2F1/teams/team%2F1/members/user%2F1",
		body:    `{"role": "member"}`,
		status:  204,
	},
	{
		op:   "Orgs.TeamMembers.Put",
		name: "unset",
		call: func(a args) (any, error) {
			return nil, a.Orgs.TeamMembers.Put(a.ctx, a.id[0], a.id[1], a.id[2], orgs.TeamMemberPut{}, a.opts...)
		},
		request: "PUT /v1/orgs/organization%2F1/teams/team%2F1/members/user%2F1",
		body:    `{}`,
		status:  204,
	},

	{
		op: "Orgs.TeamMembers.Delete",
		call: func(a args) (any, error) {
			return a.Orgs.TeamMembers.Delete(a.ctx, a.id[0], a.id[1], a.id[2], a.opts...)
		},
		request: "DELETE /v1/orgs/organization%2F1/teams/team%2F1/members/user%2F1",
		status:  205,
		outcome: api.Deleted,
	},
	{
		op:   "Orgs.TeamMembers.Delete",
		name: "absent",
		call: func(a args) (any, error) {
			return a.Orgs.TeamMembers.Delete(a.ctx, a.id[0], a.id[1], a.id[2], a.opts...)
		},
		request: "DELETE /v1/orgs/organization%2F1/teams/team%2F1/members/user%2F1",
		status:  204,
		outcome: api.AlreadyAbsent,
	},
}
