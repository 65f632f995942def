package orgs_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/orgs"
)

var (
	memberPage = orgs.MemberListOptions{
		Cursor: "c/2+d=", Limit: 1000, Order: api.OrderDesc, Role: api.RoleFilterAdmin, Search: "ada & co", Sort: orgs.MemberSortJoinedAt,
	}
	guestsLastSeen = orgs.MemberListOptions{Order: api.OrderAsc, Role: api.RoleFilterGuest, Sort: orgs.MemberSortLastSeenAt}
)

// membersOf returns the row of a list of the members with a role.
func membersOf(role api.RoleFilter) contract.Row {
	return contract.Row{
		Op:   "Orgs.Members.List",
		Name: "with the role " + string(role),
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Members.List(a.Ctx, a.ID[0], orgs.MemberListOptions{Role: role}, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/members?role=" + string(role),
		Status:   200,
		Response: `{"items": ["@api/member.json"]}`,
	}
}

var memberRows = []contract.Row{
	{
		Op:   "Orgs.Members.List",
		Call: func(a contract.Args) (any, error) { return a.Orgs.Members.List(a.Ctx, a.ID[0], memberPage, a.Opts...) },
		List: func(a contract.Args) (all, pages any) {
			return a.Orgs.Members.All(a.Ctx, a.ID[0], memberPage, a.Opts...), a.Orgs.Members.ListPages(a.Ctx, a.ID[0], memberPage, a.Opts...)
		},
		Request: "GET /v1/orgs/organization%2F1/members?limit=1000&order=desc&page=c%2F2%2Bd%3D&role=admin&search=ada+%26+co&sort=joinedAt",
		Status:  200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@api/member.json",
			{"object": "member", "id": "user_2", "role": null, "user": "@api/user.json", "disabled": true, "joinedAt": "2026-01-03T03:04:05Z",
				"sso": true, "spaces": 1, "teams": 1}]}`,
	},
	{
		Op:   "Orgs.Members.List",
		Name: "guests by when they were last seen, empty",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Members.List(a.Ctx, a.ID[0], guestsLastSeen, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/members?order=asc&role=guest&sort=lastSeenAt",
		Status:   200,
		Response: `{"next": null, "items": []}`,
	},
	membersOf(api.RoleFilterCreate),
	membersOf(api.RoleFilterReview),
	membersOf(api.RoleFilterEdit),
	membersOf(api.RoleFilterComment),
	membersOf(api.RoleFilterRead),

	{
		Op:       "Orgs.Members.Get",
		Call:     func(a contract.Args) (any, error) { return a.Orgs.Members.Get(a.Ctx, a.ID[0], a.ID[1], a.Opts...) },
		Request:  "GET /v1/orgs/organization%2F1/members/user%2F1",
		Status:   200,
		Response: "api/member.json",
	},

	{
		Op: "Orgs.Members.Update",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Members.Update(a.Ctx, a.ID[0], a.ID[1], orgs.MemberUpdate{Role: api.Set(api.RoleEdit)}, a.Opts...)
		},
		Request:  "PATCH /v1/orgs/organization%2F1/members/user%2F1",
		Body:     `{"role": "edit"}`,
		Status:   200,
		Response: "api/member.json",
	},
	{
		Op:   "Orgs.Members.Update",
		Name: "to a guest",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Members.Update(a.Ctx, a.ID[0], a.ID[1], orgs.MemberUpdate{Role: api.Null[api.Role]()}, a.Opts...)
		},
		Request:  "PATCH /v1/orgs/organization%2F1/members/user%2F1",
		Body:     `{"role": null}`,
		Status:   200,
		Response: "api/member-guest.json",
	},

	{
		Op:      "Orgs.Members.Delete",
		Call:    func(a contract.Args) (any, error) { return a.Orgs.Members.Delete(a.Ctx, a.ID[0], a.ID[1], a.Opts...) },
		Request: "DELETE /v1/orgs/organization%2F1/members/user%2F1",
		Status:  205,
		Outcome: api.Deleted,
	},
	{
		Op:      "Orgs.Members.Delete",
		Name:    "requested",
		Call:    func(a contract.Args) (any, error) { return a.Orgs.Members.Delete(a.Ctx, a.ID[0], a.ID[1], a.Opts...) },
		Request: "DELETE /v1/orgs/organization%2F1/members/user%2F1",
		Status:  202,
		Outcome: api.DeletionRequested,
	},

	{
		Op:       "Orgs.Members.SetSSO",
		Call:     func(a contract.Args) (any, error) { return a.Orgs.Members.SetSSO(a.Ctx, a.ID[0], a.ID[1], a.Opts...) },
		Request:  "POST /v1/orgs/organization%2F1/members/user%2F1/sso",
		Status:   200,
		Response: "api/member.json",
	},

	{
		Op:       "Orgs.Ping",
		Call:     func(a contract.Args) (any, error) { return a.Orgs.Ping(a.Ctx, a.ID[0], a.Opts...) },
		Request:  "POST /v1/orgs/organization%2F1/ping",
		Status:   200,
		Response: `{"gitbookVisitorClaims": "eyJhbGciOiJIUzI1NiJ9.eyJwbGFuIjoicHJvIn0.c2lnbmF0dXJl"}`,
	},
	{
		Op:       "Orgs.Ping",
		Name:     "without claims",
		Call:     func(a contract.Args) (any, error) { return a.Orgs.Ping(a.Ctx, a.ID[0], a.Opts...) },
		Request:  "POST /v1/orgs/organization%2F1/ping",
		Status:   200,
		Response: `{}`,
	},
}
