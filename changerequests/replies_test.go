package changerequests_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/internal/contract"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

const repliesPath = commentsPath + "/comment%2F1/replies"

var replyPage = spaces.ReplyListOptions{Page: "c/2+d=", Limit: 50, Format: richtext.FormatMarkdown}

func createReply(reply spaces.ReplyCreate, options changerequests.ReplyCreateOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.ChangeRequests.Replies.Create(a.Ctx, a.ID[0], a.ID[1], a.ID[2], reply, options, a.Opts...)
	}
}

func getReply(options spaces.ReplyGetOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.ChangeRequests.Replies.Get(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.ID[3], options, a.Opts...)
	}
}

func updateReply(update changerequests.ReplyUpdate) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.ChangeRequests.Replies.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.ID[3], update, a.Opts...)
	}
}

func deleteReply(a contract.Args) (any, error) {
	return a.ChangeRequests.Replies.Delete(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.ID[3], a.Opts...)
}

var replyRows = []contract.Row{
	{
		Op: "ChangeRequests.Replies.List",
		Call: func(a contract.Args) (any, error) {
			return a.ChangeRequests.Replies.List(a.Ctx, a.ID[0], a.ID[1], a.ID[2], replyPage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.ChangeRequests.Replies.All(a.Ctx, a.ID[0], a.ID[1], a.ID[2], replyPage, a.Opts...),
				a.ChangeRequests.Replies.Pages(a.Ctx, a.ID[0], a.ID[1], a.ID[2], replyPage, a.Opts...)
		},
		Request:  "GET " + repliesPath + "?format=markdown&limit=50&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@spaces/reply.json", "@spaces/reply-experimental.json"]}`,
	},
	{
		Op:   "ChangeRequests.Replies.List",
		Name: "unset, empty",
		Call: func(a contract.Args) (any, error) {
			return a.ChangeRequests.Replies.List(a.Ctx, a.ID[0], a.ID[1], a.ID[2], spaces.ReplyListOptions{}, a.Opts...)
		},
		Request:  "GET " + repliesPath,
		Status:   200,
		Response: `{"items": []}`,
	},

	{
		Op:       "ChangeRequests.Replies.Create",
		Call:     createReply(spaces.ReplyCreate{Body: richtext.Markdown("**Done.**")}, changerequests.ReplyCreateOptions{Format: richtext.FormatMarkdown}),
		Request:  "POST " + repliesPath + "?format=markdown",
		Body:     `{"body": {"markdown": "**Done.**"}}`,
		Status:   200,
		Response: "spaces/reply-experimental.json",
	},
	{
		Op:   "ChangeRequests.Replies.Create",
		Name: "a document",
		Call: createReply(spaces.ReplyCreate{Body: richtext.Content{Document: &richtext.Document{Object: "document", Nodes: []richtext.Node{}}}},
			changerequests.ReplyCreateOptions{Format: richtext.FormatDocument}),
		Request:  "POST " + repliesPath + "?format=document",
		Body:     `{"body": {"document": {"object": "document", "data": {}, "nodes": []}}}`,
		Status:   200,
		Response: "spaces/reply.json",
	},
	{
		Op:       "ChangeRequests.Replies.Create",
		Name:     "of another body, without a format",
		Call:     createReply(spaces.ReplyCreate{Body: richtext.Content{Extra: map[string]api.Raw{"audio": api.Raw(`"file_3"`)}}}, changerequests.ReplyCreateOptions{}),
		Request:  "POST " + repliesPath,
		Body:     `{"body": {"audio": "file_3"}}`,
		Status:   200,
		Response: "spaces/reply-experimental.json",
	},

	{
		Op:       "ChangeRequests.Replies.Get",
		Call:     getReply(spaces.ReplyGetOptions{Format: richtext.FormatMarkdown}),
		Request:  "GET " + repliesPath + "/commentReply%2F1?format=markdown",
		Status:   200,
		Response: "spaces/reply-experimental.json",
	},
	{
		Op:       "ChangeRequests.Replies.Get",
		Name:     "as a document",
		Call:     getReply(spaces.ReplyGetOptions{Format: richtext.FormatDocument}),
		Request:  "GET " + repliesPath + "/commentReply%2F1?format=document",
		Status:   200,
		Response: "spaces/reply.json",
	},
	{
		Op:       "ChangeRequests.Replies.Get",
		Name:     "unset",
		Call:     getReply(spaces.ReplyGetOptions{}),
		Request:  "GET " + repliesPath + "/commentReply%2F1",
		Status:   200,
		Response: "spaces/reply.json",
	},
	{
		Op:      "ChangeRequests.Replies.Get",
		Name:    "absent",
		Call:    getReply(spaces.ReplyGetOptions{}),
		Request: "GET " + repliesPath + "/commentReply%2F1",
		Status:  404,
		Err:     api.ErrNotFound,
	},

	{
		Op: "ChangeRequests.Replies.Update",
		Call: updateReply(changerequests.ReplyUpdate{
			Resolved: new(true), Body: new(richtext.Markdown("")), AddedReactions: []string{"1f44d", "1f680"}, RemovedReactions: []string{"1f44e"},
		}),
		Request:  "PUT " + repliesPath + "/commentReply%2F1",
		Body:     `{"resolved": true, "body": {"markdown": ""}, "addedReactions": ["1f44d", "1f680"], "removedReactions": ["1f44e"]}`,
		Status:   200,
		Response: "spaces/reply-experimental.json",
	},
	{
		Op:       "ChangeRequests.Replies.Update",
		Name:     "not resolved, no reactions",
		Call:     updateReply(changerequests.ReplyUpdate{Resolved: new(false), AddedReactions: []string{}, RemovedReactions: []string{}}),
		Request:  "PUT " + repliesPath + "/commentReply%2F1",
		Body:     `{"resolved": false, "addedReactions": [], "removedReactions": []}`,
		Status:   200,
		Response: "spaces/reply.json",
	},
	{
		Op:       "ChangeRequests.Replies.Update",
		Name:     "unset",
		Call:     updateReply(changerequests.ReplyUpdate{}),
		Request:  "PUT " + repliesPath + "/commentReply%2F1",
		Body:     `{}`,
		Status:   200,
		Response: "spaces/reply.json",
	},

	{
		Op:      "ChangeRequests.Replies.Delete",
		Call:    deleteReply,
		Request: "DELETE " + repliesPath + "/commentReply%2F1",
		Status:  205,
		Outcome: api.Deleted,
	},
	{
		Op:      "ChangeRequests.Replies.Delete",
		Name:    "absent",
		Call:    deleteReply,
		Request: "DELETE " + repliesPath + "/commentReply%2F1",
		Status:  204,
		Outcome: api.AlreadyAbsent,
	},
}
