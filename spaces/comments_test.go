package spaces_test

import (
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/spaces"
)

const commentsPath = "/v1/spaces/space%2F1/comments"

func createComment(a contract.Args, comment spaces.CommentCreate) (any, error) {
	return a.Spaces.Comments.Create(a.Ctx, a.ID[0], comment, a.Opts...)
}

var commentRows = contract.CommentRows("Spaces", commentsPath, contract.CommentCalls{
	List: func(a contract.Args, options spaces.CommentListOptions) (any, error) {
		return a.Spaces.Comments.List(a.Ctx, a.ID[0], options, a.Opts...)
	},
	Iterators: func(a contract.Args, options spaces.CommentListOptions) (all, pages any) {
		return a.Spaces.Comments.All(a.Ctx, a.ID[0], options, a.Opts...),
			a.Spaces.Comments.ListPages(a.Ctx, a.ID[0], options, a.Opts...)
	},
	Create: createComment,
	Get: func(a contract.Args, options spaces.CommentGetOptions) (any, error) {
		return a.Spaces.Comments.Get(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	},
	Update: func(a contract.Args, update spaces.CommentUpdate) (any, error) {
		return a.Spaces.Comments.Update(a.Ctx, a.ID[0], a.ID[1], update, a.Opts...)
	},
	Delete: func(a contract.Args) (any, error) {
		return a.Spaces.Comments.Delete(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
	},
})
