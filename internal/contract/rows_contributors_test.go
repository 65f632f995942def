package contract

import "github.com/publishing-platform/publishing-go/changerequests"

var commenterPage = changerequests.CommenterListOptions{Page: "c/2+d=", Limit: 50}

// contributorRows have the two lists of the users of a change request.
var contributorRows = []row{
	{
		op: "ChangeRequests.Commenters.List",
		call: func(a args) (any, error) {
			return a.ChangeRequests.Commenters.List(a.ctx, a.id[0], a.id[1], commenterPage, a.opts...)
		},
		walk: func(a args) (all, pages any) {
			return a.ChangeRequests.Commenters.All(a.ctx, a.id[0], a.id[1], commenterPage, a.opts...),
				a.ChangeRequests.Commenters.Pages(a.ctx, a.id[0], a.id[1], commenterPage, a.opts...)
		},
		request: "GET " + changeRequestPath + "/commenters?limit=50&page=c%2F2%2Bd%3D",
		status:  200,
		answer:  `{"next": {"page": "c/3+d="}, "count": 1, "items": ["@api/member.json"]}`,
	},
	{
		op:   "ChangeRequests.Commenters.List",
		name: "unset, empty",
		call: func(a args) (any, error) {
			return a.ChangeRequests.Commenters.List(a.ctx, a.id[0], a.id[1], changerequests.CommenterListOptions{}, a.opts...)
		},
		request: "GET " + changeRequestPath + "/commenters",
		status:  200,
		answer:  `{"items": []}`,
	},

	{
		op: "ChangeRequests.Contributors.List",
		call: func(a args) (any, error) {
			return a.ChangeRequests.Contributors.List(a.ctx, a.id[0], a.id[1], a.opts...)
		},
		request: "GET " + changeRequestPath + "/contributors",
		status:  200,
		answer: `{"next": {"page": "c/3+d="}, "count": 2, "items": [
			{"user": "@api/user.json", "actionType": "edit", "count": 3, "updatedAt": "2026-01-10T03:04:05.678Z"},
			{"user": "@api/user.json", "actionType": "comment", "count": 1, "updatedAt": "2026-01-11T03:04:05.678Z"}
		]}`,
	},
	{
		op:   "ChangeRequests.Contributors.List",
		name: "empty",
		call: func(a args) (any, error) {
			return a.ChangeRequests.Contributors.List(a.ctx, a.id[0], a.id[1], a.opts...)
		},
		request: "GET " + changeRequestPath + "/contributors",
		status:  200,
		answer:  `{"items": []}`,
	},
}
