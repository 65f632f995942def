package contract

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/spaces"
)

// ofReviews are the operations of change requests beyond the documents.
func ofReviews() []*op.Op {
	var list []*op.Op
	for _, o := range op.All() {
		if o.Experimental && strings.HasPrefix(o.Name, "ChangeRequests.") {
			list = append(list, o)
		}
	}
	return list
}

func importIntoChangedPage(content spaces.Import) func(Args) (any, error) {
	return func(a Args) (any, error) {
		return a.ChangeRequests.Content.ImportIntoPage(a.Ctx, a.ID[0], a.ID[1], a.ID[2], content, a.Opts...)
	}
}

var reviewNeeds = []need{
	{"ChangeRequests.Content.ImportIntoPage", "url", isRequired, importIntoChangedPage(spaces.Import{Source: spaces.ImportSourceWebsite})},
	{"ChangeRequests.Content.ImportIntoPage", "source", isRequired, importIntoChangedPage(spaces.Import{URL: "https://old.example.com/"})},
	{"ChangeRequests.Replies.Create", "body", isRequired, createReply(changerequests.ReplyCreate{}, changerequests.ReplyCreateOptions{})},
	{"ChangeRequests.RequestedReviewers.Request", "users", isRequired, requestReview(changerequests.ReviewRequest{Subject: new("Look")})},
	{"ChangeRequests.Reviews.Submit", "status", isRequired, submitReview(changerequests.ReviewSubmit{})},
}

func TestPagesOfReviewsHaveAtMostAThousandItems(t *testing.T) {
	t.Parallel()
	require.Equal(t, 3, pagesHaveAtMostAThousandItems(t, ofReviews()))
}

func TestRequestsOfReviewsHaveWhatTheyCannotBeWithout(t *testing.T) {
	t.Parallel()
	areNeeded(t, reviewNeeds)
}

func TestLimitsOfReviewsAreAllTried(t *testing.T) {
	t.Parallel()
	areAllTried(t, ofReviews(), reviewNeeds, map[string]bool{})
}
