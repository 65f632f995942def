package changerequests_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	changeRequestPage = changerequests.ListOptions{
		Cursor: "c/2+d=", Limit: 50, Status: changerequests.StatusDraft, Creator: "user/1", Contributor: "user/2",
	}
	orgChangeRequestPage = changerequests.ListInOrgOptions{
		Cursor: "c/2+d=", Limit: 50, Status: []changerequests.Status{changerequests.StatusArchived}, Creator: "user/1", Contributor: "user/2",
	}
)

const (
	changeRequestsResponse = `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@changerequests/change-request.json", "@changerequests/change-request-draft.json"]}`
	changeRequestPath      = "/v1/spaces/space%2F1/change-requests/changeRequest%2F1"
)

func updateChangeRequest(update changerequests.Update) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.ChangeRequests.Update(a.Ctx, a.ID[0], a.ID[1], update, a.Opts...)
	}
}

func printChangeRequest(options spaces.PDFOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.ChangeRequests.PDF(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	}
}

func merge(a contract.Args) (any, error) {
	return a.ChangeRequests.Merge(a.Ctx, a.ID[0], a.ID[1], changerequests.MergeOptions{}, a.Opts...)
}

func updateFromMain(a contract.Args) (any, error) {
	return a.ChangeRequests.UpdateFromMain(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
}

var changeRequestRows = []contract.Row{
	{
		Op: "ChangeRequests.List",
		Call: func(a contract.Args) (any, error) {
			return a.ChangeRequests.List(a.Ctx, a.ID[0], changeRequestPage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.ChangeRequests.All(a.Ctx, a.ID[0], changeRequestPage, a.Opts...), a.ChangeRequests.ListPages(a.Ctx, a.ID[0], changeRequestPage, a.Opts...)
		},
		Request:  "GET /v1/spaces/space%2F1/change-requests?contributor=user%2F2&creator=user%2F1&limit=50&page=c%2F2%2Bd%3D&status=draft",
		Status:   200,
		Response: changeRequestsResponse,
	},
	{
		Op:   "ChangeRequests.List",
		Name: "unset, empty",
		Call: func(a contract.Args) (any, error) {
			return a.ChangeRequests.List(a.Ctx, a.ID[0], changerequests.ListOptions{}, a.Opts...)
		},
		Request:  "GET /v1/spaces/space%2F1/change-requests",
		Status:   200,
		Response: `{"items": []}`,
	},

	{
		Op: "ChangeRequests.Create",
		Call: func(a contract.Args) (any, error) {
			return a.ChangeRequests.Create(a.Ctx, a.ID[0], changerequests.Create{Subject: new("New guides"), AgentTaskID: new("task/1")}, a.Opts...)
		},
		Request:  "POST /v1/spaces/space%2F1/change-requests",
		Body:     `{"subject": "New guides", "agentTaskId": "task/1"}`,
		Status:   201,
		Response: "changerequests/change-request.json",
	},
	{
		Op:   "ChangeRequests.Create",
		Name: "empty subject",
		Call: func(a contract.Args) (any, error) {
			return a.ChangeRequests.Create(a.Ctx, a.ID[0], changerequests.Create{Subject: new("")}, a.Opts...)
		},
		Request:  "POST /v1/spaces/space%2F1/change-requests",
		Body:     `{"subject": ""}`,
		Status:   201,
		Response: "changerequests/change-request-draft.json",
	},

	{
		Op:       "ChangeRequests.Get",
		Call:     func(a contract.Args) (any, error) { return a.ChangeRequests.Get(a.Ctx, a.ID[0], a.ID[1], a.Opts...) },
		Request:  "GET " + changeRequestPath,
		Status:   200,
		Response: "changerequests/change-request.json",
	},
	{
		Op:   "ChangeRequests.Get",
		Name: "by its number",
		Call: func(a contract.Args) (any, error) {
			return a.ChangeRequests.Get(a.Ctx, a.ID[0], changerequests.Number(8), a.Opts...)
		},
		Request:  "GET /v1/spaces/space%2F1/change-requests/8",
		Status:   200,
		Response: "changerequests/change-request-draft.json",
	},

	{
		Op: "ChangeRequests.Update",
		Call: updateChangeRequest(changerequests.Update{
			Subject: new("Better guides"),
			Description: &richtext.Document{Object: "document", Data: richtext.DocumentData{SchemaVersion: new(int64(8))}, Nodes: []richtext.Node{
				{Object: "block", Type: "paragraph", Nodes: []richtext.Node{{Object: "text", Leaves: []richtext.Leaf{{Object: "leaf", Text: "Why", Marks: []richtext.Mark{}}}}}},
			}},
			Status: changerequests.StatusOpen,
		}),
		Request: "PATCH " + changeRequestPath,
		Body: `{"subject": "Better guides", "description": {"object": "document", "data": {"schemaVersion": 8}, "nodes": [
			{"object": "block", "type": "paragraph", "nodes": [{"object": "text", "leaves": [{"object": "leaf", "text": "Why", "marks": []}]}]}]}, "status": "open"}`,
		Status:   200,
		Response: "changerequests/change-request.json",
	},
	{
		Op:       "ChangeRequests.Update",
		Name:     "links",
		Call:     updateChangeRequest(changerequests.Update{Links: []changerequests.AttachedLinkUpdate{{Ref: spaces.ContentRef{Kind: spaces.ContentRefKindURL, URL: new("https://example.com")}}}}),
		Request:  "PATCH " + changeRequestPath,
		Body:     `{"links": [{"ref": {"kind": "url", "url": "https://example.com"}}]}`,
		Status:   200,
		Response: "changerequests/change-request-draft.json",
	},
	{
		Op:       "ChangeRequests.Update",
		Name:     "to a draft",
		Call:     updateChangeRequest(changerequests.Update{Status: changerequests.StatusDraft}),
		Request:  "PATCH " + changeRequestPath,
		Body:     `{"status": "draft"}`,
		Status:   200,
		Response: "changerequests/change-request-draft.json",
	},

	{
		Op:       "ChangeRequests.Merge",
		Call:     merge,
		Request:  "POST " + changeRequestPath + "/merge",
		Status:   200,
		Response: `{"revision": "revision_6", "result": "merge"}`,
	},
	{
		Op:       "ChangeRequests.Merge",
		Name:     "conflicts",
		Call:     merge,
		Request:  "POST " + changeRequestPath + "/merge",
		Status:   200,
		Response: `{"revision": "revision_6", "result": "conflicts"}`,
		Err:      changerequests.ErrMergeConflicts,
	},

	{
		Op:       "ChangeRequests.UpdateFromMain",
		Call:     updateFromMain,
		Request:  "POST " + changeRequestPath + "/update",
		Status:   200,
		Response: `{"revision": "revision_7", "result": "update"}`,
	},
	{
		Op:       "ChangeRequests.UpdateFromMain",
		Name:     "conflicts",
		Call:     updateFromMain,
		Request:  "POST " + changeRequestPath + "/update",
		Status:   200,
		Response: `{"revision": "revision_7", "result": "conflicts"}`,
		Err:      changerequests.ErrMergeConflicts,
	},

	{
		Op:       "ChangeRequests.PDF",
		Call:     printChangeRequest(spaces.PDFOptions{PageID: "page/1", Only: new(true)}),
		Request:  "GET " + changeRequestPath + "/pdf?only=true&page=page%2F1",
		Status:   200,
		Response: `{"url": "https://files.example.com/changes.pdf?token=1"}`,
	},
	{
		Op:       "ChangeRequests.PDF",
		Name:     "with the pages below",
		Call:     printChangeRequest(spaces.PDFOptions{PageID: "page/1", Only: new(false)}),
		Request:  "GET " + changeRequestPath + "/pdf?only=false&page=page%2F1",
		Status:   200,
		Response: `{"url": "https://files.example.com/changes.pdf"}`,
	},

	{
		Op: "ChangeRequests.ListInOrg",
		Call: func(a contract.Args) (any, error) {
			return a.ChangeRequests.ListInOrg(a.Ctx, a.ID[0], orgChangeRequestPage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.ChangeRequests.AllInOrg(a.Ctx, a.ID[0], orgChangeRequestPage, a.Opts...),
				a.ChangeRequests.ListPagesInOrg(a.Ctx, a.ID[0], orgChangeRequestPage, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/change-requests?contributor=user%2F2&creator=user%2F1&limit=50&page=c%2F2%2Bd%3D&status=archived",
		Status:   200,
		Response: changeRequestsResponse,
	},
	{
		Op:   "ChangeRequests.ListInOrg",
		Name: "merged",
		Call: func(a contract.Args) (any, error) {
			return a.ChangeRequests.ListInOrg(a.Ctx, a.ID[0], changerequests.ListInOrgOptions{Status: []changerequests.Status{changerequests.StatusMerged}}, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/change-requests?status=merged",
		Status:   200,
		Response: `{"count": 1, "items": ["@changerequests/change-request-draft.json"]}`,
	},
	{
		Op:   "ChangeRequests.ListInOrg",
		Name: "unset, empty",
		Call: func(a contract.Args) (any, error) {
			return a.ChangeRequests.ListInOrg(a.Ctx, a.ID[0], changerequests.ListInOrgOptions{}, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/change-requests",
		Status:   200,
		Response: `{"items": []}`,
	},
}

// TestOnlyConflictsAreAnError is about a response with status 200 that is an error: it has the
// operation, the request ID and the response.
func TestOnlyConflictsAreAnError(t *testing.T) {
	t.Parallel()
	for name, call := range map[string]func(contract.Args) (any, error){"ChangeRequests.Merge": merge, "ChangeRequests.UpdateFromMain": updateFromMain} {
		for _, result := range []changerequests.MergeOutcome{changerequests.MergeOutcomeMerge, changerequests.MergeOutcomeUpdate, "another"} {
			got := contract.Call(t, call, []string{"space_1", "7"}, fmt.Sprintf(`{"revision": "revision_6", "result": %q}`, result))
			require.NoError(t, got.Err)
			require.Equal(t, []any{&changerequests.MergeResult{Revision: "revision_6", Result: result}}, got.Values)
		}
		got := contract.Call(t, call, []string{"space_1", "7"}, `{"revision": "revision_6", "result": "conflicts"}`)
		conflicts, ok := errors.AsType[*changerequests.MergeConflictsError](got.Err)
		require.True(t, ok, "%v", got.Err)
		require.Equal(t, changerequests.MergeResult{Revision: "revision_6", Result: changerequests.MergeOutcomeConflicts}, conflicts.Result)
		want := fmt.Sprintf("%s: POST %s: conflict with the main content (revision revision_6), request id %s", name, conflicts.Path, got.Meta.RequestID)
		require.EqualError(t, got.Err, want)
		require.Equal(t, []string{name, got.Meta.RequestID}, []string{conflicts.Operation, conflicts.RequestID})
		require.NotEmpty(t, conflicts.RequestID)
		require.ErrorIs(t, got.Err, changerequests.ErrMergeConflicts)
		require.ErrorIs(t, got.Err, api.ErrConflict)
		require.False(t, api.MayHaveApplied(got.Err))
		require.False(t, api.Retryable(got.Err))
		require.Equal(t, 200, got.Meta.Status)
		require.Empty(t, got.Values)
	}
}
