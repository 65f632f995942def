package contract

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/richtext"
)

const commentsPath = changeRequestPath + "/comments"

var commentPage = changerequests.CommentListOptions{
	Page: "c/2+d=", Limit: 50, Order: changerequests.OrderDesc, Format: richtext.FormatMarkdown,
	Status: changerequests.CommentStatusAll, TargetPage: "page/1", Authors: []string{"user/1", "user 2"},
}

func listComments(options changerequests.CommentListOptions) func(a args) (any, error) {
	return func(a args) (any, error) {
		return a.ChangeRequests.Comments.List(a.ctx, a.id[0], a.id[1], options, a.opts...)
	}
}

func createComment(comment changerequests.CommentCreate) func(a args) (any, error) {
	return func(a args) (any, error) {
		return a.ChangeRequests.Comments.Create(a.ctx, a.id[0], a.id[1], comment, a.opts...)
	}
}

func getComment(options changerequests.CommentGetOptions) func(a args) (any, error) {
	return func(a args) (any, error) {
		return a.ChangeRequests.Comments.Get(a.ctx, a.id[0], a.id[1], a.id[2], options, a.opts...)
	}
}

func updateComment(update changerequests.CommentUpdate) func(a args) (any, error) {
	return func(a args) (any, error) {
		return a.ChangeRequests.Comments.Update(a.ctx, a.id[0], a.id[1], a.id[2], update, a.opts...)
	}
}

func deleteComment(a args) (any, error) {
	return a.ChangeRequests.Comments.Delete(a.ctx, a.id[0], a.id[1], a.id[2], a.opts...)
}

var commentRows = []row{
	{
		op:   "ChangeRequests.Comments.List",
		call: listComments(commentPage),
		walk: func(a args) (all, pages any) {
			return a.ChangeRequests.Comments.All(a.ctx, a.id[0], a.id[1], commentPage, a.opts...),
				a.ChangeRequests.Comments.Pages(a.ctx, a.id[0], a.id[1], commentPage, a.opts...)
		},
		request: "GET " + commentsPath + "?authors=user%2F1&authors=user+2&format=markdown&limit=50&order=desc&page=c%2F2%2Bd%3D&status=all&targetPage=page%2F1",
		status:  200,
		answer:  `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@changerequests/comment.json", "@changerequests/comment-open.json"]}`,
	},
	{
		op:   "ChangeRequests.Comments.List",
		name: "open, oldest first, of one author",
		call: listComments(changerequests.CommentListOptions{
			Order: changerequests.OrderAsc, Format: richtext.FormatDocument, Status: changerequests.CommentStatusOpen, Authors: []string{"user/1"},
		}),
		request: "GET " + commentsPath + "?authors=user%2F1&format=document&order=asc&status=open",
		status:  200,
		answer:  `{"items": ["@changerequests/comment-open.json", "@changerequests/comment-of-another-body.json"]}`,
	},
	{
		op:      "ChangeRequests.Comments.List",
		name:    "resolved",
		call:    listComments(changerequests.CommentListOptions{Status: changerequests.CommentStatusResolved}),
		request: "GET " + commentsPath + "?status=resolved",
		status:  200,
		answer:  `{"items": ["@changerequests/comment.json"]}`,
	},
	{
		op:      "ChangeRequests.Comments.List",
		name:    "unset, empty",
		call:    listComments(changerequests.CommentListOptions{}),
		request: "GET " + commentsPath,
		status:  200,
		answer:  `{"items": []}`,
	},

	{
		op: "ChangeRequests.Comments.Create",
		call: createComment(changerequests.CommentCreate{
			Node: new("node/1"), Page: new("page/1"), Body: richtext.Markdown("Say **why**."),
			TableCell: &changerequests.TableCell{Record: "record/1", Definition: "definition/1"},
		}),
		request: "POST " + commentsPath,
		body: `{"node": "node/1", "page": "page/1", "body": {"markdown": "Say **why**."},
			"tableCell": {"record": "record/1", "definition": "definition/1"}}`,
		status: 200,
		answer: "changerequests/comment.json",
	},
	{
		op:   "ChangeRequests.Comments.Create",
		name: "on the change request, a document",
		call: createComment(changerequests.CommentCreate{Body: richtext.Content{Document: &richtext.Document{
			Object: "document", Data: richtext.Data{Extra: map[string]api.Raw{"another": api.Raw(`1`)}}, Nodes: []richtext.Node{},
		}}}),
		request: "POST " + commentsPath,
		body:    `{"body": {"document": {"object": "document", "data": {"another": 1}, "nodes": []}}}`,
		status:  200,
		answer:  "changerequests/comment-open.json",
	},
	{
		op:      "ChangeRequests.Comments.Create",
		name:    "of another body",
		call:    createComment(changerequests.CommentCreate{Body: richtext.Content{Extra: map[string]api.Raw{"audio": api.Raw(`"file_3"`)}}}),
		request: "POST " + commentsPath,
		body:    `{"body": {"audio": "file_3"}}`,
		status:  200,
		answer:  "changerequests/comment-of-another-body.json",
	},

	{
		op:      "ChangeRequests.Comments.Get",
		call:    getComment(changerequests.CommentGetOptions{Format: richtext.FormatMarkdown}),
		request: "GET " + commentsPath + "/comment%2F1?format=markdown",
		status:  200,
		answer:  "changerequests/comment.json",
	},
	{
		op:      "ChangeRequests.Comments.Get",
		name:    "unset",
		call:    getComment(changerequests.CommentGetOptions{}),
		request: "GET " + commentsPath + "/comment%2F1",
		status:  200,
		answer:  "changerequests/comment-open.json",
	},
	{
		op:      "ChangeRequests.Comments.Get",
		name:    "absent",
		call:    getComment(changerequests.CommentGetOptions{}),
		request: "GET " + commentsPath + "/comment%2F1",
		status:  404,
		fails:   api.ErrNotFound,
	},

	{
		op: "ChangeRequests.Comments.Update",
		call: updateComment(changerequests.CommentUpdate{
			Resolved: new(true), Body: new(richtext.Markdown("")), AddedReactions: []string{"1f44d", "1f680"}, RemovedReactions: []string{"1f44e"},
		}),
		request: "PUT " + commentsPath + "/comment%2F1",
		body:    `{"resolved": true, "body": {"markdown": ""}, "addedReactions": ["1f44d", "1f680"], "removedReactions": ["1f44e"]}`,
		status:  200,
		answer:  "changerequests/comment.json",
	},
	{
		op:      "ChangeRequests.Comments.Update",
		name:    "reopened, no reactions",
		call:    updateComment(changerequests.CommentUpdate{Resolved: new(false), AddedReactions: []string{}, RemovedReactions: []string{}}),
		request: "PUT " + commentsPath + "/comment%2F1",
		body:    `{"resolved": false, "addedReactions": [], "removedReactions": []}`,
		status:  200,
		answer:  "changerequests/comment-open.json",
	},
	{
		op:      "ChangeRequests.Comments.Update",
		name:    "unset",
		call:    updateComment(changerequests.CommentUpdate{}),
		request: "PUT " + commentsPath + "/comment%2F1",
		body:    `{}`,
		status:  200,
		answer:  "changerequests/comment.json",
	},

	{
		op:      "ChangeRequests.Comments.Delete",
		call:    deleteComment,
		request: "DELETE " + commentsPath + "/comment%2F1",
		status:  205,
		outcome: api.Deleted,
	},
	{
		op:      "ChangeRequests.Comments.Delete",
		name:    "absent",
		call:    deleteComment,
		request: "DELETE " + commentsPath + "/comment%2F1",
		status:  204,
		outcome: api.AlreadyAbsent,
	},
}
