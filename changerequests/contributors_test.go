package changerequests_test

import (
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/spaces"
)

var commenterPage = spaces.CommenterListOptions{Cursor: "c/2+d=", Limit: 50}

// contributorRows have the two lists of the users of a change request.
var contributorRows = []contract.Row{
	{
		Op: "ChangeRequests.Commenters.List",
		Call: func(a contract.Args) (any, error) {
			return a.ChangeRequests.Commenters.List(a.Ctx, a.ID[0], a.ID[1], commenterPage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.ChangeRequests.Commenters.All(a.Ctx, a.ID[0], a.ID[1], commenterPage, a.Opts...),
				a.ChangeRequests.Commenters.ListPages(a.Ctx, a.ID[0], a.ID[1], commenterPage, a.Opts...)
		},
		Request:  "GET " + changeRequestPath + "/commenters?limit=50&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@api/member.json", "@api/member-guest.json"]}`,
	},
	{
		Op:   "ChangeRequests.Commenters.List",
		Name: "unset, empty",
		Call: func(a contract.Args) (any, error) {
			return a.ChangeRequests.Commenters.List(a.Ctx, a.ID[0], a.ID[1], spaces.CommenterListOptions{}, a.Opts...)
		},
		Request:  "GET " + changeRequestPath + "/commenters",
		Status:   200,
		Response: `{"items": []}`,
	},

	{
		Op: "ChangeRequests.Contributors.List",
		Call: func(a contract.Args) (any, error) {
			return a.ChangeRequests.Contributors.List(a.Ctx, a.ID[0], a.ID[1], changerequests.ContributorListOptions{}, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.ChangeRequests.Contributors.All(a.Ctx, a.ID[0], a.ID[1], changerequests.ContributorListOptions{}, a.Opts...),
				a.ChangeRequests.Contributors.ListPages(a.Ctx, a.ID[0], a.ID[1], changerequests.ContributorListOptions{}, a.Opts...)
		},
		Request: "GET " + changeRequestPath + "/contributors",
		Status:  200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": [
			{"user": "@api/user.json", "actionType": "edit", "count": 3, "updatedAt": "2026-01-10T03:04:05.678Z"},
			{"user": "@api/user.json", "actionType": "comment", "count": 1, "updatedAt": "2026-01-11T03:04:05.678Z"}
		]}`,
	},
	{
		Op:   "ChangeRequests.Contributors.List",
		Name: "empty",
		Call: func(a contract.Args) (any, error) {
			return a.ChangeRequests.Contributors.List(a.Ctx, a.ID[0], a.ID[1], changerequests.ContributorListOptions{}, a.Opts...)
		},
		Request:  "GET " + changeRequestPath + "/contributors",
		Status:   200,
		Response: `{"items": []}`,
	},
}
