package spaces_test

import (
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/spaces"
)

var commenterPage = spaces.CommenterListOptions{Cursor: "c/2+d=", Limit: 50}

var commenterRows = []contract.Row{
	{
		Op: "Spaces.Commenters.List",
		Call: func(a contract.Args) (any, error) {
			return a.Spaces.Commenters.List(a.Ctx, a.ID[0], commenterPage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.Spaces.Commenters.All(a.Ctx, a.ID[0], commenterPage, a.Opts...),
				a.Spaces.Commenters.ListPages(a.Ctx, a.ID[0], commenterPage, a.Opts...)
		},
		Request:  "GET /v1/spaces/space%2F1/commenters?limit=50&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@api/member.json", "@api/member-guest.json"]}`,
	},
	{
		Op:   "Spaces.Commenters.List",
		Name: "unset, empty",
		Call: func(a contract.Args) (any, error) {
			return a.Spaces.Commenters.List(a.Ctx, a.ID[0], spaces.CommenterListOptions{}, a.Opts...)
		},
		Request:  "GET /v1/spaces/space%2F1/commenters",
		Status:   200,
		Response: `{"items": []}`,
	},
}
