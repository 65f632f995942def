package spaces_test

import (
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

const repliesPath = commentsPath + "/comment%2F1/replies"

func createReply(reply spaces.CommentReplyCreate) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Spaces.Comments.Replies.Create(a.Ctx, a.ID[0], a.ID[1], reply, a.Opts...)
	}
}

func updateReply(update spaces.CommentReplyUpdate) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Spaces.Comments.Replies.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], update, a.Opts...)
	}
}

var replyRows = contract.ReplyRows("Spaces", repliesPath, contract.ReplyCalls{
	List: func(a contract.Args, options spaces.CommentReplyListOptions) (any, error) {
		return a.Spaces.Comments.Replies.List(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	},
	Iterators: func(a contract.Args, options spaces.CommentReplyListOptions) (all, pages any) {
		return a.Spaces.Comments.Replies.All(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...), a.Spaces.Comments.Replies.ListPages(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	},
	Get: func(a contract.Args, options spaces.CommentReplyGetOptions) (any, error) {
		return a.Spaces.Comments.Replies.Get(a.Ctx, a.ID[0], a.ID[1], a.ID[2], options, a.Opts...)
	},
	Delete: func(a contract.Args) (any, error) {
		return a.Spaces.Comments.Replies.Delete(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.Opts...)
	},
}, []contract.Row{
	{
		Op:       "Spaces.Comments.Replies.Create",
		Call:     createReply(spaces.CommentReplyCreate{Body: richtext.Markdown("**Done.**")}),
		Request:  "POST " + repliesPath,
		Body:     `{"body": {"markdown": "**Done.**"}}`,
		Status:   200,
		Response: "spaces/reply-experimental.json",
	},
	{
		Op:       "Spaces.Comments.Replies.Create",
		Name:     "a document",
		Call:     createReply(spaces.CommentReplyCreate{Body: richtext.Content{Document: &richtext.Document{Object: "document", Nodes: []richtext.Node{}}}}),
		Request:  "POST " + repliesPath,
		Body:     `{"body": {"document": {"object": "document", "data": {}, "nodes": []}}}`,
		Status:   200,
		Response: "spaces/reply.json",
	},
}, []contract.Row{
	{
		Op: "Spaces.Comments.Replies.Update",
		Call: updateReply(spaces.CommentReplyUpdate{
			Body: new(richtext.Markdown("")), AddedReactions: []string{"1f44d", "1f680"}, RemovedReactions: []string{"1f44e"},
		}),
		Request:  "PUT " + repliesPath + "/commentReply%2F1",
		Body:     `{"body": {"markdown": ""}, "addedReactions": ["1f44d", "1f680"], "removedReactions": ["1f44e"]}`,
		Status:   200,
		Response: "spaces/reply-experimental.json",
	},
	{
		Op:       "Spaces.Comments.Replies.Update",
		Name:     "no reactions",
		Call:     updateReply(spaces.CommentReplyUpdate{AddedReactions: []string{}, RemovedReactions: []string{}}),
		Request:  "PUT " + repliesPath + "/commentReply%2F1",
		Body:     `{"addedReactions": [], "removedReactions": []}`,
		Status:   200,
		Response: "spaces/reply.json",
	},
})
