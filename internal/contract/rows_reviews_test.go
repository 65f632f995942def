package contract

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/richtext"
)

const (
	requestedReviewersPath = changeRequestPath + "/requested-reviewers"
	reviewsPath            = changeRequestPath + "/reviews"
)

var (
	requestedReviewerPage = changerequests.RequestedReviewerListOptions{Page: "c/2+d=", Limit: 50}
	reviewPage            = changerequests.ReviewListOptions{Page: "c/2+d=", Limit: 50, Format: richtext.FormatMarkdown, Outdated: new(true)}
)

func requestReview(request changerequests.ReviewRequest) func(a args) (any, error) {
	return func(a args) (any, error) {
		return a.ChangeRequests.RequestedReviewers.Request(a.ctx, a.id[0], a.id[1], request, a.opts...)
	}
}

func deleteRequestedReviewer(a args) (any, error) {
	return a.ChangeRequests.RequestedReviewers.Delete(a.ctx, a.id[0], a.id[1], a.id[2], a.opts...)
}

func listReviews(options changerequests.ReviewListOptions) func(a args) (any, error) {
	return func(a args) (any, error) {
		return a.ChangeRequests.Reviews.List(a.ctx, a.id[0], a.id[1], options, a.opts...)
	}
}

func submitReview(review changerequests.ReviewSubmit) func(a args) (any, error) {
	return func(a args) (any, error) {
		return a.ChangeRequests.Reviews.Submit(a.ctx, a.id[0], a.id[1], review, a.opts...)
	}
}

var reviewRows = []row{
	{
		op: "ChangeRequests.RequestedReviewers.List",
		call: func(a args) (any, error) {
			return a.ChangeRequests.RequestedReviewers.List(a.ctx, a.id[0], a.id[1], requestedReviewerPage, a.opts...)
		},
		walk: func(a args) (all, pages any) {
			return a.ChangeRequests.RequestedReviewers.All(a.ctx, a.id[0], a.id[1], requestedReviewerPage, a.opts...),
				a.ChangeRequests.RequestedReviewers.Pages(a.ctx, a.id[0], a.id[1], requestedReviewerPage, a.opts...)
		},
		request: "GET " + requestedReviewersPath + "?limit=50&page=c%2F2%2Bd%3D",
		status:  200,
		answer: `{"next": {"page": "c/3+d="}, "count": 3, "items": [
			"@changerequests/requested-reviewer.json", "@changerequests/requested-reviewer-team.json", "@changerequests/requested-reviewer-of-another-kind.json"
		]}`,
	},
	{
		op:   "ChangeRequests.RequestedReviewers.List",
		name: "unset, empty",
		call: func(a args) (any, error) {
			return a.ChangeRequests.RequestedReviewers.List(a.ctx, a.id[0], a.id[1], changerequests.RequestedReviewerListOptions{}, a.opts...)
		},
		request: "GET " + requestedReviewersPath,
		status:  200,
		answer:  `{"items": []}`,
	},

	{
		op: "ChangeRequests.RequestedReviewers.Request",
		call: requestReview(changerequests.ReviewRequest{
			Users: []string{"user/1", "user_2"}, Subject: new(""), Description: &richtext.Document{Object: "document", Nodes: []richtext.Node{}},
		}),
		request: "POST " + requestedReviewersPath,
		body:    `{"users": ["user/1", "user_2"], "subject": "", "description": {"object": "document", "data": {}, "nodes": []}}`,
		status:  200,
		answer:  `{"users": ["@changerequests/requested-reviewer.json", "@changerequests/requested-reviewer-team.json"]}`,
	},
	{
		op:      "ChangeRequests.RequestedReviewers.Request",
		name:    "of nobody, without users in the answer",
		call:    requestReview(changerequests.ReviewRequest{Users: []string{}}),
		request: "POST " + requestedReviewersPath,
		body:    `{"users": []}`,
		status:  200,
		answer:  `{}`,
	},

	{
		op:      "ChangeRequests.RequestedReviewers.Delete",
		call:    deleteRequestedReviewer,
		request: "DELETE " + requestedReviewersPath + "/user%2F1",
		status:  205,
		outcome: api.Deleted,
	},
	{
		op:      "ChangeRequests.RequestedReviewers.Delete",
		name:    "absent",
		call:    deleteRequestedReviewer,
		request: "DELETE " + requestedReviewersPath + "/user%2F1",
		status:  204,
		outcome: api.AlreadyAbsent,
	},

	{
		op:   "ChangeRequests.Reviews.List",
		call: listReviews(reviewPage),
		walk: func(a args) (all, pages any) {
			return a.ChangeRequests.Reviews.All(a.ctx, a.id[0], a.id[1], reviewPage, a.opts...),
				a.ChangeRequests.Reviews.Pages(a.ctx, a.id[0], a.id[1], reviewPage, a.opts...)
		},
		request: "GET " + reviewsPath + "?format=markdown&limit=50&outdated=true&page=c%2F2%2Bd%3D",
		status:  200,
		answer:  `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@changerequests/review.json", "@changerequests/review-bare.json"]}`,
	},
	{
		op:      "ChangeRequests.Reviews.List",
		name:    "not outdated",
		call:    listReviews(changerequests.ReviewListOptions{Format: richtext.FormatDocument, Outdated: new(false)}),
		request: "GET " + reviewsPath + "?format=document&outdated=false",
		status:  200,
		answer:  `{"items": ["@changerequests/review-bare.json"]}`,
	},
	{
		op:      "ChangeRequests.Reviews.List",
		name:    "unset, empty",
		call:    listReviews(changerequests.ReviewListOptions{}),
		request: "GET " + reviewsPath,
		status:  200,
		answer:  `{"items": []}`,
	},

	{
		op:      "ChangeRequests.Reviews.Submit",
		call:    submitReview(changerequests.ReviewSubmit{Status: changerequests.ReviewStatusChangesRequested, Comment: new(richtext.Markdown("Say **why**."))}),
		request: "POST " + reviewsPath,
		body:    `{"status": "changes-requested", "comment": {"markdown": "Say **why**."}}`,
		status:  201,
		answer:  "changerequests/review.json",
	},
	{
		op:      "ChangeRequests.Reviews.Submit",
		name:    "without a comment",
		call:    submitReview(changerequests.ReviewSubmit{Status: changerequests.ReviewStatusApproved}),
		request: "POST " + reviewsPath,
		body:    `{"status": "approved"}`,
		status:  201,
		answer:  "changerequests/review-bare.json",
	},
}
