package contract

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	changeRequestPage = changerequests.ListOptions{
		Page: "c/2+d=", Limit: 50, Status: changerequests.StatusDraft, Creator: "user/1", Contributor: "user/2",
	}
	orgChangeRequestPage = changerequests.OrgListOptions{
		Page: "c/2+d=", Limit: 50, Status: changerequests.StatusArchived, Creator: "user/1", Contributor: "user/2",
	}
)

const (
	changeRequestsAnswer = `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@changerequests/change-request.json", "@changerequests/change-request-draft.json"]}`
	changeRequestPath    = "/v1/spaces/space%2F1/change-requests/changeRequest%2F1"
)

func updateChangeRequest(update changerequests.ChangeRequestUpdate) func(a args) (any, error) {
	return func(a args) (any, error) { return a.ChangeRequests.Update(a.ctx, a.id[0], a.id[1], update, a.opts...) }
}

func printChangeRequest(options spaces.PDFOptions) func(a args) (any, error) {
	return func(a args) (any, error) { return a.ChangeRequests.PDF(a.ctx, a.id[0], a.id[1], options, a.opts...) }
}

func merge(a args) (any, error) { return a.ChangeRequests.Merge(a.ctx, a.id[0], a.id[1], a.opts...) }

func updateFromMain(a args) (any, error) {
	return a.ChangeRequests.UpdateFromMain(a.ctx, a.id[0], a.id[1], a.opts...)
}

var changeRequestRows = []row{
	{
		op: "ChangeRequests.List",
		call: func(a args) (any, error) {
			return a.ChangeRequests.List(a.ctx, a.id[0], changeRequestPage, a.opts...)
		},
		walk: func(a args) (all, pages any) {
			return a.ChangeRequests.All(a.ctx, a.id[0], changeRequestPage, a.opts...), a.ChangeRequests.Pages(a.ctx, a.id[0], changeRequestPage, a.opts...)
		},
		request: "GET /v1/spaces/space%2F1/change-requests?contributor=user%2F2&creator=user%2F1&limit=50&page=c%2F2%2Bd%3D&status=draft",
		status:  200,
		answer:  changeRequestsAnswer,
	},
	{
		op:   "ChangeRequests.List",
		name: "unset, empty",
		call: func(a args) (any, error) {
			return a.ChangeRequests.List(a.ctx, a.id[0], changerequests.ListOptions{}, a.opts...)
		},
		request: "GET /v1/spaces/space%2F1/change-requests",
		status:  200,
		answer:  `{"items": []}`,
	},

	{
		op: "ChangeRequests.Create",
		call: func(a args) (any, error) {
			return a.ChangeRequests.Create(a.ctx, a.id[0], changerequests.ChangeRequestCreate{Subject: new("New guides"), AgentTaskID: new("task/1")}, a.opts...)
		},
		request: "POST /v1/spaces/space%2F1/change-requests",
		body:    `{"subject": "New guides", "agentTaskId": "task/1"}`,
		status:  201,
		answer:  "changerequests/change-request.json",
	},
	{
		op:   "ChangeRequests.Create",
		name: "empty subject",
		call: func(a args) (any, error) {
			return a.ChangeRequests.Create(a.ctx, a.id[0], changerequests.ChangeRequestCreate{Subject: new("")}, a.opts...)
		},
		request: "POST /v1/spaces/space%2F1/change-requests",
		body:    `{"subject": ""}`,
		status:  201,
		answer:  "changerequests/change-request-draft.json",
	},
	{
		op:   "ChangeRequests.Create",
		name: "unset",
		call: func(a args) (any, error) {
			return a.ChangeRequests.Create(a.ctx, a.id[0], changerequests.ChangeRequestCreate{}, a.opts...)
		},
		request: "POST /v1/spaces/space%2F1/change-requests",
		body:    `{}`,
		status:  201,
		answer:  "changerequests/change-request-draft.json",
	},

	{
		op:      "ChangeRequests.Get",
		call:    func(a args) (any, error) { return a.ChangeRequests.Get(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "GET " + changeRequestPath,
		status:  200,
		answer:  "changerequests/change-request.json",
	},
	{
		op:   "ChangeRequests.Get",
		name: "by its number",
		call: func(a args) (any, error) {
			return a.ChangeRequests.Get(a.ctx, a.id[0], changerequests.Number(8), a.opts...)
		},
		request: "GET /v1/spaces/space%2F1/change-requests/8",
		status:  200,
		answer:  "changerequests/change-request-draft.json",
	},
	{
		op:      "ChangeRequests.Get",
		name:    "absent",
		call:    func(a args) (any, error) { return a.ChangeRequests.Get(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "GET " + changeRequestPath,
		status:  404,
		fails:   api.ErrNotFound,
	},

	{
		op: "ChangeRequests.Update",
		call: updateChangeRequest(changerequests.ChangeRequestUpdate{
			Subject: new("Better guides"),
			Description: &richtext.Document{Object: "document", Data: richtext.Data{SchemaVersion: new(int64(8))}, Nodes: []richtext.Node{
				{Object: "block", Type: "paragraph", Nodes: []richtext.Node{{Object: "text", Leaves: []richtext.Leaf{{Object: "leaf", Text: "Why", Marks: []richtext.Mark{}}}}}},
			}},
			Status: changerequests.StatusOpen,
		}),
		request: "PATCH " + changeRequestPath,
		body: `{"subject": "Better guides", "description": {"object": "document", "data": {"schemaVersion": 8}, "nodes": [
			{"object": "block", "type": "paragraph", "nodes": [{"object": "text", "leaves": [{"object": "leaf", "text": "Why", "marks": []}]}]}]}, "status": "open"}`,
		status: 200,
		answer: "changerequests/change-request.json",
	},
	{
		op:      "ChangeRequests.Update",
		name:    "to a draft",
		call:    updateChangeRequest(changerequests.ChangeRequestUpdate{Status: changerequests.StatusDraft}),
		request: "PATCH " + changeRequestPath,
		body:    `{"status": "draft"}`,
		status:  200,
		answer:  "changerequests/change-request-draft.json",
	},
	{
		op:      "ChangeRequests.Update",
		name:    "unset",
		call:    updateChangeRequest(changerequests.ChangeRequestUpdate{}),
		request: "PATCH " + changeRequestPath,
		body:    `{}`,
		status:  200,
		answer:  "changerequests/change-request.json",
	},

	{
		op:      "ChangeRequests.Merge",
		call:    merge,
		request: "POST " + changeRequestPath + "/merge",
		status:  200,
		answer:  `{"revision": "revision_6", "result": "merge"}`,
	},
	{
		op:      "ChangeRequests.Merge",
		name:    "conflicts",
		call:    merge,
		request: "POST " + changeRequestPath + "/merge",
		status:  200,
		answer:  `{"revision": "revision_6", "result": "conflicts"}`,
		fails:   changerequests.ErrConflicts,
	},
	{
		op:      "ChangeRequests.Merge",
		name:    "absent",
		call:    merge,
		request: "POST " + changeRequestPath + "/merge",
		status:  404,
		fails:   api.ErrNotFound,
	},

	{
		op:      "ChangeRequests.UpdateFromMain",
		call:    updateFromMain,
		request: "POST " + changeRequestPath + "/update",
		status:  200,
		answer:  `{"revision": "revision_7", "result": "update"}`,
	},
	{
		op:      "ChangeRequests.UpdateFromMain",
		name:    "conflicts",
		call:    updateFromMain,
		request: "POST " + changeRequestPath + "/update",
		status:  200,
		answer:  `{"revision": "revision_7", "result": "conflicts"}`,
		fails:   changerequests.ErrConflicts,
	},

	{
		op:      "ChangeRequests.PDF",
		call:    printChangeRequest(spaces.PDFOptions{Page: "page/1", Only: new(true)}),
		request: "GET " + changeRequestPath + "/pdf?only=true&page=page%2F1",
		status:  200,
		answer:  `{"url": "https://files.example.com/changes.pdf?token=1"}`,
	},
	{
		op:      "ChangeRequests.PDF",
		name:    "with the pages below",
		call:    printChangeRequest(spaces.PDFOptions{Page: "page/1", Only: new(false)}),
		request: "GET " + changeRequestPath + "/pdf?only=false&page=page%2F1",
		status:  200,
		answer:  `{"url": "https://files.example.com/changes.pdf"}`,
	},
	{
		op:      "ChangeRequests.PDF",
		name:    "unset",
		call:    printChangeRequest(spaces.PDFOptions{}),
		request: "GET " + changeRequestPath + "/pdf",
		status:  200,
		answer:  `{"url": "https://files.example.com/changes.pdf"}`,
	},

	{
		op: "ChangeRequests.ListInOrg",
		call: func(a args) (any, error) {
			return a.ChangeRequests.ListInOrg(a.ctx, a.id[0], orgChangeRequestPage, a.opts...)
		},
		walk: func(a args) (all, pages any) {
			return a.ChangeRequests.AllInOrg(a.ctx, a.id[0], orgChangeRequestPage, a.opts...),
				a.ChangeRequests.PagesInOrg(a.ctx, a.id[0], orgChangeRequestPage, a.opts...)
		},
		request: "GET /v1/orgs/organization%2F1/change-requests?contributor=user%2F2&creator=user%2F1&limit=50&page=c%2F2%2Bd%3D&status=archived",
		status:  200,
		answer:  changeRequestsAnswer,
	},
	{
		op:   "ChangeRequests.ListInOrg",
		name: "merged",
		call: func(a args) (any, error) {
			return a.ChangeRequests.ListInOrg(a.ctx, a.id[0], changerequests.OrgListOptions{Status: changerequests.StatusMerged}, a.opts...)
		},
		request: "GET /v1/orgs/organization%2F1/change-requests?status=merged",
		status:  200,
		answer:  `{"count": 1, "items": ["@changerequests/change-request-draft.json"]}`,
	},
	{
		op:   "ChangeRequests.ListInOrg",
		name: "unset, empty",
		call: func(a args) (any, error) {
			return a.ChangeRequests.ListInOrg(a.ctx, a.id[0], changerequests.OrgListOptions{}, a.opts...)
		},
		request: "GET /v1/orgs/organization%2F1/change-requests",
		status:  200,
		answer:  `{"items": []}`,
	},
}

// TestConflictsCarryTheResult is about a 200 that says no: the error begins with the operation and has what the service answered.
func TestConflictsCarryTheResult(t *testing.T) {
	t.Parallel()
	for name, call := range map[string]func(args) (any, error){"ChangeRequests.Merge": merge, "ChangeRequests.UpdateFromMain": updateFromMain} {
		got := newService().run(t.Context(), call, []string{"space_1", "7"}, []reply{
			{200, "application/json", []byte(`{"revision": "revision_6", "result": "conflicts"}`)},
		})
		require.ErrorIs(t, got.err, changerequests.ErrConflicts)
		conflicts, ok := errors.AsType[*changerequests.ConflictsError](got.err)
		require.True(t, ok)
		require.Equal(t, changerequests.MergeResult{Revision: "revision_6", Result: changerequests.ResultConflicts}, conflicts.Result)
		require.Equal(t, name+": conflicts with the main content (revision revision_6)", got.err.Error())
		require.False(t, api.MayHaveApplied(got.err))
		require.Equal(t, 200, got.meta.Status)
		require.Empty(t, got.values)
	}
}
