package changerequests_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

const repliesPath = commentsPath + "/comment%2F1/replies"

func createReply(reply spaces.CommentReplyCreate, options changerequests.CommentReplyCreateOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.ChangeRequests.Comments.Replies.Create(a.Ctx, a.ID[0], a.ID[1], a.ID[2], reply, options, a.Opts...)
	}
}

func updateReply(update changerequests.CommentReplyUpdate) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.ChangeRequests.Comments.Replies.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.ID[3], update, a.Opts...)
	}
}

var replyRows = contract.ReplyRows("ChangeRequests", repliesPath, contract.ReplyCalls{
	List: func(a contract.Args, options spaces.CommentReplyListOptions) (any, error) {
		return a.ChangeRequests.Comments.Replies.List(a.Ctx, a.ID[0], a.ID[1], a.ID[2], options, a.Opts...)
	},
	Iterators: func(a contract.Args, options spaces.CommentReplyListOptions) (all, pages any) {
		return a.ChangeRequests.Comments.Replies.All(a.Ctx, a.ID[0], a.ID[1], a.ID[2], options, a.Opts...), a.ChangeRequests.Comments.Replies.ListPages(a.Ctx, a.ID[0], a.ID[1], a.ID[2], options, a.Opts...)
	},
	Get: func(a contract.Args, options spaces.CommentReplyGetOptions) (any, error) {
		return a.ChangeRequests.Comments.Replies.Get(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.ID[3], options, a.Opts...)
	},
	Delete: func(a contract.Args) (any, error) {
		return a.ChangeRequests.Comments.Replies.Delete(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.ID[3], a.Opts...)
	},
}, []contract.Row{
	{
		Op:       "ChangeRequests.Comments.Replies.Create",
		Call:     createReply(spaces.CommentReplyCreate{Body: richtext.Markdown("**Done.**")}, changerequests.CommentReplyCreateOptions{Format: richtext.FormatMarkdown}),
		Request:  "POST " + repliesPath + "?format=markdown",
		Body:     `{"body": {"markdown": "**Done.**"}}`,
		Status:   200,
		Response: "spaces/reply-experimental.json",
	},
	{
		Op:   "ChangeRequests.Comments.Replies.Create",
		Name: "a document",
		Call: createReply(spaces.CommentReplyCreate{Body: richtext.Content{Document: &richtext.Document{Object: "document", Nodes: []richtext.Node{}}}},
			changerequests.CommentReplyCreateOptions{Format: richtext.FormatDocument}),
		Request:  "POST " + repliesPath + "?format=document",
		Body:     `{"body": {"document": {"object": "document", "data": {}, "nodes": []}}}`,
		Status:   200,
		Response: "spaces/reply.json",
	},
	{
		Op:       "ChangeRequests.Comments.Replies.Create",
		Name:     "of another body, without a format",
		Call:     createReply(spaces.CommentReplyCreate{Body: richtext.Content{Extra: map[string]api.Raw{"audio": api.Raw(`"file_3"`)}}}, changerequests.CommentReplyCreateOptions{}),
		Request:  "POST " + repliesPath,
		Body:     `{"body": {"audio": "file_3"}}`,
		Status:   200,
		Response: "spaces/reply-experimental.json",
	},
}, []contract.Row{
	{
		Op: "ChangeRequests.Comments.Replies.Update",
		Call: updateReply(changerequests.CommentReplyUpdate{
			Resolved: new(true), Body: new(richtext.Markdown("")), AddedReactions: []string{"1f44d", "1f680"}, RemovedReactions: []string{"1f44e"},
		}),
		Request:  "PUT " + repliesPath + "/commentReply%2F1",
		Body:     `{"resolved": true, "body": {"markdown": ""}, "addedReactions": ["1f44d", "1f680"], "removedReactions": ["1f44e"]}`,
		Status:   200,
		Response: "spaces/reply-experimental.json",
	},
	{
		Op:       "ChangeRequests.Comments.Replies.Update",
		Name:     "not resolved, no reactions",
		Call:     updateReply(changerequests.CommentReplyUpdate{Resolved: new(false), AddedReactions: []string{}, RemovedReactions: []string{}}),
		Request:  "PUT " + repliesPath + "/commentReply%2F1",
		Body:     `{"resolved": false, "addedReactions": [], "removedReactions": []}`,
		Status:   200,
		Response: "spaces/reply.json",
	},
})
