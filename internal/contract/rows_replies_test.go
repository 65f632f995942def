package contract

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/richtext"
)

const repliesPath = commentsPath + "/comment%2F1/replies"

var replyPage = changerequests.ReplyListOptions{Page: "c/2+d=", Limit: 50, Format: richtext.FormatMarkdown}

func createReply(reply changerequests.ReplyCreate, options changerequests.ReplyCreateOptions) func(a args) (any, error) {
	return func(a args) (any, error) {
		return a.ChangeRequests.Replies.Create(a.ctx, a.id[0], a.id[1], a.id[2], reply, options, a.opts...)
	}
}

func getReply(options changerequests.ReplyGetOptions) func(a args) (any, error) {
	return func(a args) (any, error) {
		return a.ChangeRequests.Replies.Get(a.ctx, a.id[0], a.id[1], a.id[2], a.id[3], options, a.opts...)
	}
}

func updateReply(update changerequests.ReplyUpdate) func(a args) (any, error) {
	return func(a args) (any, error) {
		return a.ChangeRequests.Replies.Update(a.ctx, a.id[0], a.id[1], a.id[2], a.id[3], update, a.opts...)
	}
}

func deleteReply(a args) (any, error) {
	return a.ChangeRequests.Replies.Delete(a.ctx, a.id[0], a.id[1], a.id[2], a.id[3], a.opts...)
}

var replyRows = []row{
	{
		op: "ChangeRequests.Replies.List",
		call: func(a args) (any, error) {
			return a.ChangeRequests.Replies.List(a.ctx, a.id[0], a.id[1], a.id[2], replyPage, a.opts...)
		},
		walk: func(a args) (all, pages any) {
			return a.ChangeRequests.Replies.All(a.ctx, a.id[0], a.id[1], a.id[2], replyPage, a.opts...),
				a.ChangeRequests.Replies.Pages(a.ctx, a.id[0], a.id[1], a.id[2], replyPage, a.opts...)
		},
		request: "GET " + repliesPath + "?format=markdown&limit=50&page=c%2F2%2Bd%3D",
		status:  200,
		answer:  `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@changerequests/reply.json", "@changerequests/reply-beyond.json"]}`,
	},
	{
		op:   "ChangeRequests.Replies.List",
		name: "unset, empty",
		call: func(a args) (any, error) {
			return a.ChangeRequests.Replies.List(a.ctx, a.id[0], a.id[1], a.id[2], changerequests.ReplyListOptions{}, a.opts...)
		},
		request: "GET " + repliesPath,
		status:  200,
		answer:  `{"items": []}`,
	},

	{
		op:      "ChangeRequests.Replies.Create",
		call:    createReply(changerequests.ReplyCreate{Body: richtext.Markdown("**Done.**")}, changerequests.ReplyCreateOptions{Format: richtext.FormatMarkdown}),
		request: "POST " + repliesPath + "?format=markdown",
		body:    `{"body": {"markdown": "**Done.**"}}`,
		status:  200,
		answer:  "changerequests/reply-beyond.json",
	},
	{
		op:   "ChangeRequests.Replies.Create",
		name: "a document",
		call: createReply(changerequests.ReplyCreate{Body: richtext.Content{Document: &richtext.Document{Object: "document", Nodes: []richtext.Node{}}}},
			changerequests.ReplyCreateOptions{Format: richtext.FormatDocument}),
		request: "POST " + repliesPath + "?format=document",
		body:    `{"body": {"document": {"object": "document", "data": {}, "nodes": []}}}`,
		status:  200,
		answer:  "changerequests/reply.json",
	},
	{
		op:      "ChangeRequests.Replies.Create",
		name:    "of another body, without a format",
		call:    createReply(changerequests.ReplyCreate{Body: richtext.Content{Extra: map[string]api.Raw{"audio": api.Raw(`"file_3"`)}}}, changerequests.ReplyCreateOptions{}),
		request: "POST " + repliesPath,
		body:    `{"body": {"audio": "file_3"}}`,
		status:  200,
		answer:  "changerequests/reply-beyond.json",
	},

	{
		op:      "ChangeRequests.Replies.Get",
		call:    getReply(changerequests.ReplyGetOptions{Format: richtext.FormatMarkdown}),
		request: "GET " + repliesPath + "/commentReply%2F1?format=markdown",
		status:  200,
		answer:  "changerequests/reply-beyond.json",
	},
	{
		op:      "ChangeRequests.Replies.Get",
		name:    "as a document",
		call:    getReply(changerequests.ReplyGetOptions{Format: richtext.FormatDocument}),
		request: "GET " + repliesPath + "/commentReply%2F1?format=document",
		status:  200,
		answer:  "changerequests/reply.json",
	},
	{
		op:      "ChangeRequests.Replies.Get",
		name:    "unset",
		call:    getReply(changerequests.ReplyGetOptions{}),
		request: "GET " + repliesPath + "/commentReply%2F1",
		status:  200,
		answer:  "changerequests/reply.json",
	},
	{
		op:      "ChangeRequests.Replies.Get",
		name:    "absent",
		call:    getReply(changerequests.ReplyGetOptions{}),
		request: "GET " + repliesPath + "/commentReply%2F1",
		status:  404,
		fails:   api.ErrNotFound,
	},

	{
		op: "ChangeRequests.Replies.Update",
		call: updateReply(changerequests.ReplyUpdate{
			Resolved: new(true), Body: new(richtext.Markdown("")), AddedReactions: []string{"1f44d", "1f680"}, RemovedReactions: []string{"1f44e"},
		}),
		request: "PUT " + repliesPath + "/commentReply%2F1",
		body:    `{"resolved": true, "body": {"markdown": ""}, "addedReactions": ["1f44d", "1f680"], "removedReactions": ["1f44e"]}`,
		status:  200,
		answer:  "changerequests/reply-beyond.json",
	},
	{
		op:      "ChangeRequests.Replies.Update",
		name:    "not resolved, no reactions",
		call:    updateReply(changerequests.ReplyUpdate{Resolved: new(false), AddedReactions: []string{}, RemovedReactions: []string{}}),
		request: "PUT " + repliesPath + "/commentReply%2F1",
		body:    `{"resolved": false, "addedReactions": [], "removedReactions": []}`,
		status:  200,
		answer:  "changerequests/reply.json",
	},
	{
		op:      "ChangeRequests.Replies.Update",
		name:    "unset",
		call:    updateReply(changerequests.ReplyUpdate{}),
		request: "PUT " + repliesPath + "/commentReply%2F1",
		body:    `{}`,
		status:  200,
		answer:  "changerequests/reply.json",
	},

	{
		op:      "ChangeRequests.Replies.Delete",
		call:    deleteReply,
		request: "DELETE " + repliesPath + "/commentReply%2F1",
		status:  205,
		outcome: api.Deleted,
	},
	{
		op:      "ChangeRequests.Replies.Delete",
		name:    "absent",
		call:    deleteReply,
		request: "DELETE " + repliesPath + "/commentReply%2F1",
		status:  204,
		outcome: api.AlreadyAbsent,
	},
}
