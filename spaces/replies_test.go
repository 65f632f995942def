package spaces_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/contract"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

const repliesPath = commentsPath + "/comment%2F1/replies"

var replyPage = spaces.ReplyListOptions{Page: "c/2+d=", Limit: 50, Format: richtext.FormatMarkdown}

func createReply(reply spaces.ReplyCreate) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Spaces.Replies.Create(a.Ctx, a.ID[0], a.ID[1], reply, a.Opts...)
	}
}

func getReply(options spaces.ReplyGetOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Spaces.Replies.Get(a.Ctx, a.ID[0], a.ID[1], a.ID[2], options, a.Opts...)
	}
}

func updateReply(update spaces.ReplyUpdate) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Spaces.Replies.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], update, a.Opts...)
	}
}

func deleteReply(a contract.Args) (any, error) {
	return a.Spaces.Replies.Delete(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.Opts...)
}

var replyRows = []contract.Row{
	{
		Op: "Spaces.Replies.List",
		Call: func(a contract.Args) (any, error) {
			return a.Spaces.Replies.List(a.Ctx, a.ID[0], a.ID[1], replyPage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.Spaces.Replies.All(a.Ctx, a.ID[0], a.ID[1], replyPage, a.Opts...),
				a.Spaces.Replies.Pages(a.Ctx, a.ID[0], a.ID[1], replyPage, a.Opts...)
		},
		Request:  "GET " + repliesPath + "?format=markdown&limit=50&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@spaces/reply.json", "@spaces/reply-experimental.json"]}`,
	},
	{
		Op:   "Spaces.Replies.List",
		Name: "unset, empty",
		Call: func(a contract.Args) (any, error) {
			return a.Spaces.Replies.List(a.Ctx, a.ID[0], a.ID[1], spaces.ReplyListOptions{}, a.Opts...)
		},
		Request:  "GET " + repliesPath,
		Status:   200,
		Response: `{"items": []}`,
	},

	{
		Op:       "Spaces.Replies.Create",
		Call:     createReply(spaces.ReplyCreate{Body: richtext.Markdown("**Done.**")}),
		Request:  "POST " + repliesPath,
		Body:     `{"body": {"markdown": "**Done.**"}}`,
		Status:   200,
		Response: "spaces/reply-experimental.json",
	},
	{
		Op:       "Spaces.Replies.Create",
		Name:     "a document",
		Call:     createReply(spaces.ReplyCreate{Body: richtext.Content{Document: &richtext.Document{Object: "document", Nodes: []richtext.Node{}}}}),
		Request:  "POST " + repliesPath,
		Body:     `{"body": {"document": {"object": "document", "data": {}, "nodes": []}}}`,
		Status:   200,
		Response: "spaces/reply.json",
	},

	{
		Op:       "Spaces.Replies.Get",
		Call:     getReply(spaces.ReplyGetOptions{Format: richtext.FormatMarkdown}),
		Request:  "GET " + repliesPath + "/commentReply%2F1?format=markdown",
		Status:   200,
		Response: "spaces/reply-experimental.json",
	},
	{
		Op:       "Spaces.Replies.Get",
		Name:     "as a document",
		Call:     getReply(spaces.ReplyGetOptions{Format: richtext.FormatDocument}),
		Request:  "GET " + repliesPath + "/commentReply%2F1?format=document",
		Status:   200,
		Response: "spaces/reply.json",
	},
	{
		Op:       "Spaces.Replies.Get",
		Name:     "unset",
		Call:     getReply(spaces.ReplyGetOptions{}),
		Request:  "GET " + repliesPath + "/commentReply%2F1",
		Status:   200,
		Response: "spaces/reply.json",
	},
	{
		Op:      "Spaces.Replies.Get",
		Name:    "absent",
		Call:    getReply(spaces.ReplyGetOptions{}),
		Request: "GET " + repliesPath + "/commentReply%2F1",
		Status:  404,
		Err:     api.ErrNotFound,
	},

	{
		Op: "Spaces.Replies.Update",
		Call: updateReply(spaces.ReplyUpdate{
			Body: new(richtext.Markdown("")), AddedReactions: []string{"1f44d", "1f680"}, RemovedReactions: []string{"1f44e"},
		}),
		Request:  "PUT " + repliesPath + "/commentReply%2F1",
		Body:     `{"body": {"markdown": ""}, "addedReactions": ["1f44d", "1f680"], "removedReactions": ["1f44e"]}`,
		Status:   200,
		Response: "spaces/reply-experimental.json",
	},
	{
		Op:       "Spaces.Replies.Update",
		Name:     "no reactions",
		Call:     updateReply(spaces.ReplyUpdate{AddedReactions: []string{}, RemovedReactions: []string{}}),
		Request:  "PUT " + repliesPath + "/commentReply%2F1",
		Body:     `{"addedReactions": [], "removedReactions": []}`,
		Status:   200,
		Response: "spaces/reply.json",
	},
	{
		Op:       "Spaces.Replies.Update",
		Name:     "unset",
		Call:     updateReply(spaces.ReplyUpdate{}),
		Request:  "PUT " + repliesPath + "/commentReply%2F1",
		Body:     `{}`,
		Status:   200,
		Response: "spaces/reply.json",
	},

	{
		Op:      "Spaces.Replies.Delete",
		Call:    deleteReply,
		Request: "DELETE " + repliesPath + "/commentReply%2F1",
		Status:  205,
		Outcome: api.Deleted,
	},
	{
		Op:      "Spaces.Replies.Delete",
		Name:    "absent",
		Call:    deleteReply,
		Request: "DELETE " + repliesPath + "/commentReply%2F1",
		Status:  204,
		Outcome: api.AlreadyAbsent,
	},
}
