package contract

import (
	"github.com/publishing-platform/publishing-go/spaces"
)

var spacePage = spaces.ListOptions{Page: "c/2+d=", Limit: 50}

var spaceRows = []row{
	{
		op: "Spaces.Get",
		call: func(a args) (any, error) {
			return a.Spaces.Get(a.ctx, a.id[0], spaces.GetOptions{ShareKey: "key 1"}, a.opts...)
		},
		request: "GET /v1/spaces/space%2F1?shareKey=key+1",
		status:  200,
		answer:  "spaces/space.json",
	},
	{
		op:      "Spaces.Get",
		name:    "for guests",
		call:    func(a args) (any, error) { return a.Spaces.Get(a.ctx, a.id[0], spaces.GetOptions{}, a.opts...) },
		request: "GET /v1/spaces/space%2F1",
		status:  200,
		answer:  "spaces/space-of-guests.json",
	},

	{
		op:   "Spaces.List",
		call: func(a args) (any, error) { return a.Spaces.List(a.ctx, a.id[0], spacePage, a.opts...) },
		walk: func(a args) (all, pages any) {
			return a.Spaces.All(a.ctx, a.id[0], spacePage, a.opts...), a.Spaces.Pages(a.ctx, a.id[0], spacePage, a.opts...)
		},
		request: "GET /v1/orgs/organization%2F1/spaces?limit=50&page=c%2F2%2Bd%3D",
		status:  200,
		answer:  `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@spaces/space.json", "@spaces/space-beyond.json"]}`,
	},
	{
		op:      "Spaces.List",
		name:    "unset, no rules",
		call:    func(a args) (any, error) { return a.Spaces.List(a.ctx, a.id[0], spaces.ListOptions{}, a.opts...) },
		request: "GET /v1/orgs/organization%2F1/spaces",
		status:  200,
		answer:  `{"count": 1, "items": ["@spaces/space-of-guests.json"]}`,
	},
}
