package changerequests_test

import (
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/spaces"
)

const commentsPath = changeRequestPath + "/comments"

func createComment(a contract.Args, comment spaces.CommentCreate) (any, error) {
	return a.ChangeRequests.Comments.Create(a.Ctx, a.ID[0], a.ID[1], comment, a.Opts...)
}

var commentRows = contract.CommentRows("ChangeRequests", commentsPath, contract.CommentCalls{
	List: func(a contract.Args, options spaces.CommentListOptions) (any, error) {
		return a.ChangeRequests.Comments.List(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	},
	Iterators: func(a contract.Args, options spaces.CommentListOptions) (all, pages any) {
		return a.ChangeRequests.Comments.All(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...),
			a.ChangeRequests.Comments.ListPages(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	},
	Create: createComment,
	Get: func(a contract.Args, options spaces.CommentGetOptions) (any, error) {
		return a.ChangeRequests.Comments.Get(a.Ctx, a.ID[0], a.ID[1], a.ID[2], options, a.Opts...)
	},
	Update: func(a contract.Args, update spaces.CommentUpdate) (any, error) {
		return a.ChangeRequests.Comments.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], update, a.Opts...)
	},
	Delete: func(a contract.Args) (any, error) {
		return a.ChangeRequests.Comments.Delete(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.Opts...)
	},
})
