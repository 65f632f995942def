package orgs_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/orgs"
)

var memberSpacePage = orgs.MemberSpaceListOptions{Cursor: "c/2+d=", Limit: 1000, Order: api.OrderDesc}

var memberSpaceRows = []contract.Row{
	{
		Op: "Orgs.Members.Spaces.List",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Members.Spaces.List(a.Ctx, a.ID[0], a.ID[1], memberSpacePage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.Orgs.Members.Spaces.All(a.Ctx, a.ID[0], a.ID[1], memberSpacePage, a.Opts...), a.Orgs.Members.Spaces.ListPages(a.Ctx, a.ID[0], a.ID[1], memberSpacePage, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/members/user%2F1/spaces?limit=1000&order=desc&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": [{"permission": "edit", "space": "@spaces/space.json"}, {"permission": "read", "space": "@spaces/space-of-guests.json"}]}`,
	},
	{
		Op:   "Orgs.Members.Spaces.List",
		Name: "ascending, empty",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Members.Spaces.List(a.Ctx, a.ID[0], a.ID[1], orgs.MemberSpaceListOptions{Order: api.OrderAsc}, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/members/user%2F1/spaces?order=asc",
		Status:   200,
		Response: `{"next": null, "items": []}`,
	},
	{
		Op:   "Orgs.Members.Spaces.List",
		Name: "unset",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Members.Spaces.List(a.Ctx, a.ID[0], a.ID[1], orgs.MemberSpaceListOptions{}, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/members/user%2F1/spaces",
		Status:   200,
		Response: `{"items": [{"permission": "admin", "space": "@spaces/space-experimental.json"}]}`,
	},
}
