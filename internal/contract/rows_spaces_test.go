package contract

import (
	"github.com/publishing-platform/publishing-go/spaces"
)

var spacePage = spaces.ListOptions{Page: "c/2+d=", Limit: 50}

var spaceRows = []Row{
	{
		Op: "Spaces.Get",
		Call: func(a Args) (any, error) {
			return a.Spaces.Get(a.Ctx, a.ID[0], spaces.GetOptions{ShareKey: "key 1"}, a.Opts...)
		},
		Request:  "GET /v1/spaces/space%2F1?shareKey=key+1",
		Status:   200,
		Response: "spaces/space.json",
	},
	{
		Op:       "Spaces.Get",
		Name:     "for guests",
		Call:     func(a Args) (any, error) { return a.Spaces.Get(a.Ctx, a.ID[0], spaces.GetOptions{}, a.Opts...) },
		Request:  "GET /v1/spaces/space%2F1",
		Status:   200,
		Response: "spaces/space-of-guests.json",
	},

	{
		Op:   "Spaces.List",
		Call: func(a Args) (any, error) { return a.Spaces.List(a.Ctx, a.ID[0], spacePage, a.Opts...) },
		List: func(a Args) (all, pages any) {
			return a.Spaces.All(a.Ctx, a.ID[0], spacePage, a.Opts...), a.Spaces.Pages(a.Ctx, a.ID[0], spacePage, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/spaces?limit=50&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@spaces/space.json", "@spaces/space-beyond.json"]}`,
	},
	{
		Op:       "Spaces.List",
		Name:     "unset, no rules",
		Call:     func(a Args) (any, error) { return a.Spaces.List(a.Ctx, a.ID[0], spaces.ListOptions{}, a.Opts...) },
		Request:  "GET /v1/orgs/organization%2F1/spaces",
		Status:   200,
		Response: `{"count": 1, "items": ["@spaces/space-of-guests.json"]}`,
	},
}
