package changerequests_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/contract"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

const commentsPath = changeRequestPath + "/comments"

var commentPage = spaces.CommentListOptions{
	Page: "c/2+d=", Limit: 50, Order: api.OrderDesc, Format: richtext.FormatMarkdown,
	Status: spaces.CommentStatusAll, TargetPage: "page/1", Authors: []string{"user/1", "user 2"},
}

func listComments(options spaces.CommentListOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.ChangeRequests.Comments.List(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	}
}

func createComment(comment spaces.CommentCreate) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.ChangeRequests.Comments.Create(a.Ctx, a.ID[0], a.ID[1], comment, a.Opts...)
	}
}

func getComment(options spaces.CommentGetOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.ChangeRequests.Comments.Get(a.Ctx, a.ID[0], a.ID[1], a.ID[2], options, a.Opts...)
	}
}

func updateComment(update spaces.CommentUpdate) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.ChangeRequests.Comments.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], update, a.Opts...)
	}
}

func deleteComment(a contract.Args) (any, error) {
	return a.ChangeRequests.Comments.Delete(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.Opts...)
}

var commentRows = []contract.Row{
	{
		Op:   "ChangeRequests.Comments.List",
		Call: listComments(commentPage),
		List: func(a contract.Args) (all, pages any) {
			return a.ChangeRequests.Comments.All(a.Ctx, a.ID[0], a.ID[1], commentPage, a.Opts...),
				a.ChangeRequests.Comments.Pages(a.Ctx, a.ID[0], a.ID[1], commentPage, a.Opts...)
		},
		Request:  "GET " + commentsPath + "?authors=user%2F1&authors=user+2&format=markdown&limit=50&order=desc&page=c%2F2%2Bd%3D&status=all&targetPage=page%2F1",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@spaces/comment.json", "@spaces/comment-open.json"]}`,
	},
	{
		Op:   "ChangeRequests.Comments.List",
		Name: "open, oldest first, of one author",
		Call: listComments(spaces.CommentListOptions{
			Order: api.OrderAsc, Format: richtext.FormatDocument, Status: spaces.CommentStatusOpen, Authors: []string{"user/1"},
		}),
		Request:  "GET " + commentsPath + "?authors=user%2F1&format=document&order=asc&status=open",
		Status:   200,
		Response: `{"items": ["@spaces/comment-open.json", "@spaces/comment-of-another-body.json"]}`,
	},
	{
		Op:       "ChangeRequests.Comments.List",
		Name:     "resolved",
		Call:     listComments(spaces.CommentListOptions{Status: spaces.CommentStatusResolved}),
		Request:  "GET " + commentsPath + "?status=resolved",
		Status:   200,
		Response: `{"items": ["@spaces/comment.json"]}`,
	},
	{
		Op:       "ChangeRequests.Comments.List",
		Name:     "unset, empty",
		Call:     listComments(spaces.CommentListOptions{}),
		Request:  "GET " + commentsPath,
		Status:   200,
		Response: `{"items": []}`,
	},

	{
		Op: "ChangeRequests.Comments.Create",
		Call: createComment(spaces.CommentCreate{
			Node: new("node/1"), Page: new("page/1"), Body: richtext.Markdown("Say **why**."),
			TableCell: &spaces.TableCell{Record: "record/1", Definition: "definition/1"},
		}),
		Request: "POST " + commentsPath,
		Body: `{"node": "node/1", "page": "page/1", "body": {"markdown": "Say **why**."},
			"tableCell": {"record": "record/1", "definition": "definition/1"}}`,
		Status:   200,
		Response: "spaces/comment.json",
	},
	{
		Op:   "ChangeRequests.Comments.Create",
		Name: "on the change request, a document",
		Call: createComment(spaces.CommentCreate{Body: richtext.Content{Document: &richtext.Document{
			Object: "document", Data: richtext.Data{Extra: map[string]api.Raw{"another": api.Raw(`1`)}}, Nodes: []richtext.Node{},
		}}}),
		Request:  "POST " + commentsPath,
		Body:     `{"body": {"document": {"object": "document", "data": {"another": 1}, "nodes": []}}}`,
		Status:   200,
		Response: "spaces/comment-open.json",
	},
	{
		Op:       "ChangeRequests.Comments.Create",
		Name:     "of another body",
		Call:     createComment(spaces.CommentCreate{Body: richtext.Content{Extra: map[string]api.Raw{"audio": api.Raw(`"file_3"`)}}}),
		Request:  "POST " + commentsPath,
		Body:     `{"body": {"audio": "file_3"}}`,
		Status:   200,
		Response: "spaces/comment-of-another-body.json",
	},

	{
		Op:       "ChangeRequests.Comments.Get",
		Call:     getComment(spaces.CommentGetOptions{Format: richtext.FormatMarkdown}),
		Request:  "GET " + commentsPath + "/comment%2F1?format=markdown",
		Status:   200,
		Response: "spaces/comment.json",
	},
	{
		Op:       "ChangeRequests.Comments.Get",
		Name:     "unset",
		Call:     getComment(spaces.CommentGetOptions{}),
		Request:  "GET " + commentsPath + "/comment%2F1",
		Status:   200,
		Response: "spaces/comment-open.json",
	},
	{
		Op:      "ChangeRequests.Comments.Get",
		Name:    "absent",
		Call:    getComment(spaces.CommentGetOptions{}),
		Request: "GET " + commentsPath + "/comment%2F1",
		Status:  404,
		Err:     api.ErrNotFound,
	},

	{
		Op: "ChangeRequests.Comments.Update",
		Call: updateComment(spaces.CommentUpdate{
			Resolved: new(true), Body: new(richtext.Markdown("")), AddedReactions: []string{"1f44d", "1f680"}, RemovedReactions: []string{"1f44e"},
		}),
		Request:  "PUT " + commentsPath + "/comment%2F1",
		Body:     `{"resolved": true, "body": {"markdown": ""}, "addedReactions": ["1f44d", "1f680"], "removedReactions": ["1f44e"]}`,
		Status:   200,
		Response: "spaces/comment.json",
	},
	{
		Op:       "ChangeRequests.Comments.Update",
		Name:     "reopened, no reactions",
		Call:     updateComment(spaces.CommentUpdate{Resolved: new(false), AddedReactions: []string{}, RemovedReactions: []string{}}),
		Request:  "PUT " + commentsPath + "/comment%2F1",
		Body:     `{"resolved": false, "addedReactions": [], "removedReactions": []}`,
		Status:   200,
		Response: "spaces/comment-open.json",
	},
	{
		Op:       "ChangeRequests.Comments.Update",
		Name:     "unset",
		Call:     updateComment(spaces.CommentUpdate{}),
		Request:  "PUT " + commentsPath + "/comment%2F1",
		Body:     `{}`,
		Status:   200,
		Response: "spaces/comment.json",
	},

	{
		Op:      "ChangeRequests.Comments.Delete",
		Call:    deleteComment,
		Request: "DELETE " + commentsPath + "/comment%2F1",
		Status:  205,
		Outcome: api.Deleted,
	},
	{
		Op:      "ChangeRequests.Comments.Delete",
		Name:    "absent",
		Call:    deleteComment,
		Request: "DELETE " + commentsPath + "/comment%2F1",
		Status:  204,
		Outcome: api.AlreadyAbsent,
	},
}
