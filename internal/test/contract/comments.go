package contract

import (
	"slices"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// CommentCalls are the operations on the comments of a space, or of a change request.
type CommentCalls struct {
	List      func(Args, spaces.CommentListOptions) (any, error)
	Iterators func(Args, spaces.CommentListOptions) (all, pages any)
	Create    func(Args, spaces.CommentCreate) (any, error)
	Get       func(Args, spaces.CommentGetOptions) (any, error)
	Update    func(Args, spaces.CommentUpdate) (any, error)
	Delete    func(Args) (any, error)
}

// callWith returns a call with options or a body.
func callWith[T any](call func(Args, T) (any, error), v T) func(Args) (any, error) {
	return func(a Args) (any, error) { return call(a, v) }
}

var commentPage = spaces.CommentListOptions{
	Cursor: "c/2+d=", Limit: 50, Order: api.OrderDesc, Format: richtext.FormatMarkdown,
	Status: spaces.CommentStatusFilterAll, TargetPage: "page/1", Authors: []string{"user/1", "user 2"},
}

// CommentRows returns the rows of the operations on comments. area is that of their names, and path
// is that of the comments.
func CommentRows(area, path string, calls CommentCalls) []Row {
	return []Row{
		{
			Op:       area + ".Comments.List",
			Call:     callWith(calls.List, commentPage),
			List:     func(a Args) (all, pages any) { return calls.Iterators(a, commentPage) },
			Request:  "GET " + path + "?authors=user%2F1&authors=user+2&format=markdown&limit=50&order=desc&page=c%2F2%2Bd%3D&status=all&targetPage=page%2F1",
			Status:   200,
			Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@spaces/comment.json", "@spaces/comment-open.json"]}`,
		},
		{
			Op:   area + ".Comments.List",
			Name: "open, oldest first, of one author",
			Call: callWith(calls.List, spaces.CommentListOptions{
				Order: api.OrderAsc, Format: richtext.FormatDocument, Status: spaces.CommentStatusFilterOpen, Authors: []string{"user/1"},
			}),
			Request:  "GET " + path + "?authors=user%2F1&format=document&order=asc&status=open",
			Status:   200,
			Response: `{"items": ["@spaces/comment-open.json", "@spaces/comment-of-another-body.json"]}`,
		},
		{
			Op:       area + ".Comments.List",
			Name:     "resolved",
			Call:     callWith(calls.List, spaces.CommentListOptions{Status: spaces.CommentStatusFilterResolved}),
			Request:  "GET " + path + "?status=resolved",
			Status:   200,
			Response: `{"items": ["@spaces/comment.json"]}`,
		},
		{
			Op:       area + ".Comments.List",
			Name:     "with replies as an object, by the agent of the service",
			Call:     callWith(calls.List, spaces.CommentListOptions{}),
			Request:  "GET " + path,
			Status:   200,
			Response: `{"items": ["@spaces/comment-with-counted-replies.json"]}`,
		},
		{
			Op:       area + ".Comments.List",
			Name:     "unset, empty",
			Call:     callWith(calls.List, spaces.CommentListOptions{}),
			Request:  "GET " + path,
			Status:   200,
			Response: `{"items": []}`,
		},

		{
			Op: area + ".Comments.Create",
			Call: callWith(calls.Create, spaces.CommentCreate{
				Node: new("node/1"), Page: new("page/1"), Body: richtext.Markdown("Say **why**."),
				TableCell: &spaces.TableCell{Record: "record/1", Definition: "definition/1"},
			}),
			Request: "POST " + path,
			Body: `{"node": "node/1", "page": "page/1", "body": {"markdown": "Say **why**."},
				"tableCell": {"record": "record/1", "definition": "definition/1"}}`,
			Status:   200,
			Response: "spaces/comment.json",
		},
		{
			Op:   area + ".Comments.Create",
			Name: "on no page, a document",
			Call: callWith(calls.Create, spaces.CommentCreate{Body: richtext.Content{Document: &richtext.Document{
				Object: "document", Data: richtext.DocumentData{Extra: map[string]api.Raw{"another": api.Raw(`1`)}}, Nodes: []richtext.Node{},
			}}}),
			Request:  "POST " + path,
			Body:     `{"body": {"document": {"object": "document", "data": {"another": 1}, "nodes": []}}}`,
			Status:   200,
			Response: "spaces/comment-open.json",
		},
		{
			Op:       area + ".Comments.Create",
			Name:     "of another body",
			Call:     callWith(calls.Create, spaces.CommentCreate{Body: richtext.Content{Extra: map[string]api.Raw{"audio": api.Raw(`"file_3"`)}}}),
			Request:  "POST " + path,
			Body:     `{"body": {"audio": "file_3"}}`,
			Status:   200,
			Response: "spaces/comment-of-another-body.json",
		},

		{
			Op:       area + ".Comments.Get",
			Call:     callWith(calls.Get, spaces.CommentGetOptions{Format: richtext.FormatMarkdown}),
			Request:  "GET " + path + "/comment%2F1?format=markdown",
			Status:   200,
			Response: "spaces/comment.json",
		},

		{
			Op: area + ".Comments.Update",
			Call: callWith(calls.Update, spaces.CommentUpdate{
				Resolved: new(true), Body: new(richtext.Markdown("")), AddedReactions: []string{"1f44d", "1f680"}, RemovedReactions: []string{"1f44e"},
			}),
			Request:  "PUT " + path + "/comment%2F1",
			Body:     `{"resolved": true, "body": {"markdown": ""}, "addedReactions": ["1f44d", "1f680"], "removedReactions": ["1f44e"]}`,
			Status:   200,
			Response: "spaces/comment.json",
		},
		{
			Op:       area + ".Comments.Update",
			Name:     "reopened, no reactions",
			Call:     callWith(calls.Update, spaces.CommentUpdate{Resolved: new(false), AddedReactions: []string{}, RemovedReactions: []string{}}),
			Request:  "PUT " + path + "/comment%2F1",
			Body:     `{"resolved": false, "addedReactions": [], "removedReactions": []}`,
			Status:   200,
			Response: "spaces/comment-open.json",
		},

		{
			Op:      area + ".Comments.Delete",
			Call:    calls.Delete,
			Request: "DELETE " + path + "/comment%2F1",
			Status:  205,
			Outcome: api.Deleted,
		},
	}
}

// ReplyCalls are the operations on the replies to comments that are the same for spaces and for
// change requests.
type ReplyCalls struct {
	List      func(Args, spaces.CommentReplyListOptions) (any, error)
	Iterators func(Args, spaces.CommentReplyListOptions) (all, pages any)
	Get       func(Args, spaces.CommentReplyGetOptions) (any, error)
	Delete    func(Args) (any, error)
}

var replyPage = spaces.CommentReplyListOptions{Cursor: "c/2+d=", Limit: 50, Format: richtext.FormatMarkdown}

// ReplyRows returns the rows of the operations on replies, with those of the operations that differ
// in their places.
func ReplyRows(area, path string, calls ReplyCalls, creates, updates []Row) []Row {
	return slices.Concat([]Row{
		{
			Op:       area + ".Comments.Replies.List",
			Call:     callWith(calls.List, replyPage),
			List:     func(a Args) (all, pages any) { return calls.Iterators(a, replyPage) },
			Request:  "GET " + path + "?format=markdown&limit=50&page=c%2F2%2Bd%3D",
			Status:   200,
			Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@spaces/reply.json", "@spaces/reply-experimental.json"]}`,
		},
		{
			Op:       area + ".Comments.Replies.List",
			Name:     "unset, empty",
			Call:     callWith(calls.List, spaces.CommentReplyListOptions{}),
			Request:  "GET " + path,
			Status:   200,
			Response: `{"items": []}`,
		},
	}, creates, []Row{
		{
			Op:       area + ".Comments.Replies.Get",
			Call:     callWith(calls.Get, spaces.CommentReplyGetOptions{Format: richtext.FormatMarkdown}),
			Request:  "GET " + path + "/commentReply%2F1?format=markdown",
			Status:   200,
			Response: "spaces/reply-experimental.json",
		},
		{
			Op:       area + ".Comments.Replies.Get",
			Name:     "as a document",
			Call:     callWith(calls.Get, spaces.CommentReplyGetOptions{Format: richtext.FormatDocument}),
			Request:  "GET " + path + "/commentReply%2F1?format=document",
			Status:   200,
			Response: "spaces/reply.json",
		},
	}, updates, []Row{
		{
			Op:      area + ".Comments.Replies.Delete",
			Call:    calls.Delete,
			Request: "DELETE " + path + "/commentReply%2F1",
			Status:  205,
			Outcome: api.Deleted,
		},
	})
}
