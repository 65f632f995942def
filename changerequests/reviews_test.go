package changerequests_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/richtext"
)

const (
	requestedReviewersPath = changeRequestPath + "/requested-reviewers"
	reviewsPath            = changeRequestPath + "/reviews"
)

var (
	requestedReviewerPage = changerequests.RequestedReviewerListOptions{Cursor: "c/2+d=", Limit: 50}
	reviewPage            = changerequests.ReviewListOptions{Cursor: "c/2+d=", Limit: 50, Format: richtext.FormatMarkdown, Outdated: new(true)}
)

func requestReview(request changerequests.RequestedReviewerCreate) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.ChangeRequests.RequestedReviewers.Create(a.Ctx, a.ID[0], a.ID[1], request, a.Opts...)
	}
}

func deleteRequestedReviewer(a contract.Args) (any, error) {
	return a.ChangeRequests.RequestedReviewers.Delete(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.Opts...)
}

func listReviews(options changerequests.ReviewListOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.ChangeRequests.Reviews.List(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	}
}

func submitReview(review changerequests.ReviewCreate) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.ChangeRequests.Reviews.Create(a.Ctx, a.ID[0], a.ID[1], review, a.Opts...)
	}
}

func getReview(options changerequests.ReviewGetOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.ChangeRequests.Reviews.Get(a.Ctx, a.ID[0], a.ID[1], a.ID[2], options, a.Opts...)
	}
}

var reviewRows = []contract.Row{
	{
		Op: "ChangeRequests.RequestedReviewers.List",
		Call: func(a contract.Args) (any, error) {
			return a.ChangeRequests.RequestedReviewers.List(a.Ctx, a.ID[0], a.ID[1], requestedReviewerPage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.ChangeRequests.RequestedReviewers.All(a.Ctx, a.ID[0], a.ID[1], requestedReviewerPage, a.Opts...),
				a.ChangeRequests.RequestedReviewers.ListPages(a.Ctx, a.ID[0], a.ID[1], requestedReviewerPage, a.Opts...)
		},
		Request: "GET " + requestedReviewersPath + "?limit=50&page=c%2F2%2Bd%3D",
		Status:  200,
		Response: `{"next": {"page": "c/3+d="}, "count": 3, "items": [
			"@requested-reviewer.json", "@requested-reviewer-team.json", "@requested-reviewer-of-another-kind.json"
		]}`,
	},
	{
		Op:   "ChangeRequests.RequestedReviewers.List",
		Name: "unset, empty",
		Call: func(a contract.Args) (any, error) {
			return a.ChangeRequests.RequestedReviewers.List(a.Ctx, a.ID[0], a.ID[1], changerequests.RequestedReviewerListOptions{}, a.Opts...)
		},
		Request:  "GET " + requestedReviewersPath,
		Status:   200,
		Response: `{"items": []}`,
	},

	{
		Op: "ChangeRequests.RequestedReviewers.Create",
		Call: requestReview(changerequests.RequestedReviewerCreate{
			Users: []string{"user/1", "user_2"}, Subject: new(""), Description: &richtext.Document{Object: "document", Nodes: []richtext.Node{}},
		}),
		Request:  "POST " + requestedReviewersPath,
		Body:     `{"users": ["user/1", "user_2"], "subject": "", "description": {"object": "document", "data": {}, "nodes": []}}`,
		Status:   200,
		Response: `{"users": ["@requested-reviewer.json", "@requested-reviewer-team.json"]}`,
	},
	{
		Op:       "ChangeRequests.RequestedReviewers.Create",
		Name:     "of nobody, without users in the response",
		Call:     requestReview(changerequests.RequestedReviewerCreate{Users: []string{}}),
		Request:  "POST " + requestedReviewersPath,
		Body:     `{"users": []}`,
		Status:   200,
		Response: `{}`,
	},

	{
		Op:      "ChangeRequests.RequestedReviewers.Delete",
		Call:    deleteRequestedReviewer,
		Request: "DELETE " + requestedReviewersPath + "/user%2F1",
		Status:  205,
		Outcome: api.Deleted,
	},

	{
		Op:   "ChangeRequests.Reviews.List",
		Call: listReviews(reviewPage),
		List: func(a contract.Args) (all, pages any) {
			return a.ChangeRequests.Reviews.All(a.Ctx, a.ID[0], a.ID[1], reviewPage, a.Opts...),
				a.ChangeRequests.Reviews.ListPages(a.Ctx, a.ID[0], a.ID[1], reviewPage, a.Opts...)
		},
		Request:  "GET " + reviewsPath + "?format=markdown&limit=50&outdated=true&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@review.json", "@review-bare.json"]}`,
	},
	{
		Op:       "ChangeRequests.Reviews.List",
		Name:     "not outdated",
		Call:     listReviews(changerequests.ReviewListOptions{Format: richtext.FormatDocument, Outdated: new(false)}),
		Request:  "GET " + reviewsPath + "?format=document&outdated=false",
		Status:   200,
		Response: `{"items": ["@review-bare.json"]}`,
	},
	{
		Op:       "ChangeRequests.Reviews.List",
		Name:     "unset, empty",
		Call:     listReviews(changerequests.ReviewListOptions{}),
		Request:  "GET " + reviewsPath,
		Status:   200,
		Response: `{"items": []}`,
	},

	{
		Op:       "ChangeRequests.Reviews.Create",
		Call:     submitReview(changerequests.ReviewCreate{Status: changerequests.ReviewStatusChangesRequested, Comment: new(richtext.Markdown("Say **why**."))}),
		Request:  "POST " + reviewsPath,
		Body:     `{"status": "changes-requested", "comment": {"markdown": "Say **why**."}}`,
		Status:   201,
		Response: "review.json",
	},
	{
		Op:       "ChangeRequests.Reviews.Create",
		Name:     "without a comment",
		Call:     submitReview(changerequests.ReviewCreate{Status: changerequests.ReviewStatusApproved}),
		Request:  "POST " + reviewsPath,
		Body:     `{"status": "approved"}`,
		Status:   201,
		Response: "review-bare.json",
	},

	{
		Op:       "ChangeRequests.Reviews.Get",
		Call:     getReview(changerequests.ReviewGetOptions{Format: richtext.FormatMarkdown}),
		Request:  "GET " + reviewsPath + "/review%2F1?format=markdown",
		Status:   200,
		Response: "review.json",
	},
	{
		Op:       "ChangeRequests.Reviews.Get",
		Name:     "unset",
		Call:     getReview(changerequests.ReviewGetOptions{}),
		Request:  "GET " + reviewsPath + "/review%2F1",
		Status:   200,
		Response: "review-bare.json",
	},
	{
		Op:       "ChangeRequests.Reviews.Get",
		Name:     "of a document",
		Call:     getReview(changerequests.ReviewGetOptions{Format: richtext.FormatDocument}),
		Request:  "GET " + reviewsPath + "/review%2F1?format=document",
		Status:   200,
		Response: "review-bare.json",
	},
}
