package changerequests_test

import (
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/spaces"
)

var linkPage = changerequests.LinkListOptions{
	Cursor: "c/2+d=", Limit: 50, Status: spaces.LinkStatusBroken, BrokenContext: changerequests.BrokenContextChangeRequest,
}

func listLinks(options changerequests.LinkListOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.ChangeRequests.Links.List(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	}
}

var linkRows = []contract.Row{
	{
		Op:   "ChangeRequests.Links.List",
		Call: listLinks(linkPage),
		List: func(a contract.Args) (all, pages any) {
			return a.ChangeRequests.Links.All(a.Ctx, a.ID[0], a.ID[1], linkPage, a.Opts...),
				a.ChangeRequests.Links.ListPages(a.Ctx, a.ID[0], a.ID[1], linkPage, a.Opts...)
		},
		Request: "GET " + changeRequestPath + "/links?brokenContext=change-request&limit=50&page=c%2F2%2Bd%3D&status=broken",
		Status:  200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "stats": {"total": 9, "broken": {"total": 4, "changeRequest": 2}},
			"items": ["@spaces/link-broken.json", "@spaces/link.json"]}`,
	},
	{
		Op:       "ChangeRequests.Links.List",
		Name:     "broken in the space",
		Call:     listLinks(changerequests.LinkListOptions{Status: spaces.LinkStatusOK, BrokenContext: changerequests.BrokenContextSpace}),
		Request:  "GET " + changeRequestPath + "/links?brokenContext=space&status=ok",
		Status:   200,
		Response: `{"stats": {"total": 1, "broken": {"total": 1}}, "items": ["@spaces/link.json"]}`,
	},
	{
		Op:       "ChangeRequests.Links.List",
		Name:     "in the app",
		Call:     listLinks(changerequests.LinkListOptions{Status: spaces.LinkStatusInApp}),
		Request:  "GET " + changeRequestPath + "/links?status=in-app",
		Status:   200,
		Response: `{"stats": {"total": 1, "broken": {"total": 1}}, "items": ["@spaces/link-in-app.json"]}`,
	},
	{
		Op:       "ChangeRequests.Links.List",
		Name:     "unset, empty",
		Call:     listLinks(changerequests.LinkListOptions{}),
		Request:  "GET " + changeRequestPath + "/links",
		Status:   200,
		Response: `{"stats": {"total": 1, "broken": {"total": 1}}, "items": []}`,
	},
}
