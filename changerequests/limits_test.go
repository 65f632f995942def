package changerequests_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/spaces"
)

var needs = []contract.Need{
	{Op: "ChangeRequests.Content.Import", Field: "url", Check: contract.Required, Call: importIntoChangeRequest(spaces.Import{Source: spaces.ImportSourceWebsite})},
	{Op: "ChangeRequests.Content.Import", Field: "source", Check: contract.Required, Call: importIntoChangeRequest(spaces.Import{URL: "https://old.example.com/"})},
	{Op: "ChangeRequests.Comments.Create", Field: "body", Check: contract.Required, Call: contract.With(createComment, spaces.CommentCreate{Page: new("page_1")})},
	{Op: "ChangeRequests.Content.ImportIntoPage", Field: "url", Check: contract.Required, Call: importIntoChangedPage(spaces.Import{Source: spaces.ImportSourceWebsite})},
	{Op: "ChangeRequests.Content.ImportIntoPage", Field: "source", Check: contract.Required, Call: importIntoChangedPage(spaces.Import{URL: "https://old.example.com/"})},
	{Op: "ChangeRequests.Replies.Create", Field: "body", Check: contract.Required, Call: createReply(spaces.ReplyCreate{}, changerequests.ReplyCreateOptions{})},
	{Op: "ChangeRequests.RequestedReviewers.Request", Field: "users", Check: contract.Required, Call: requestReview(changerequests.ReviewRequest{Subject: new("Look")})},
	{Op: "ChangeRequests.Reviews.Submit", Field: "status", Check: contract.Required, Call: submitReview(changerequests.ReviewSubmit{})},
}

func importIntoChangeRequest(content spaces.Import) func(contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.ChangeRequests.Content.Import(a.Ctx, a.ID[0], a.ID[1], content, a.Opts...)
	}
}

func importIntoChangedPage(content spaces.Import) func(contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.ChangeRequests.Content.ImportIntoPage(a.Ctx, a.ID[0], a.ID[1], a.ID[2], content, a.Opts...)
	}
}

func TestPathsOfPagesBeginWithoutASlash(t *testing.T) {
	t.Parallel()
	area.RejectsPathsWithASlash(t)
}

func TestChangesTakeNoNegativeLimit(t *testing.T) {
	t.Parallel()
	const name = "ChangeRequests.Content.Changes"
	for limit, query := range map[int]string{0: "", 1: "limit=1", 100_000: "limit=100000"} {
		require.Equal(t, query, area.Accepts(t, name, readChanges(changerequests.ChangesOptions{Limit: limit})).Query.Encode())
	}
	area.Rejects(t, name, readChanges(changerequests.ChangesOptions{Limit: -1}), "limit", "a number from 0", "-1")
}
