package changerequests_test

import (
	"github.com/publishing-platform/publishing-go/internal/test/contract"
)

var limits = []contract.Limit{
	{Op: "ChangeRequests.Content.Import", Field: "url", Check: "required"},
	{Op: "ChangeRequests.Content.Import", Field: "source", Check: "required"},
	{Op: "ChangeRequests.Comments.Create", Field: "body", Check: "required"},
	{Op: "ChangeRequests.Content.ImportIntoPage", Field: "url", Check: "required"},
	{Op: "ChangeRequests.Content.ImportIntoPage", Field: "source", Check: "required"},
	{Op: "ChangeRequests.Replies.Create", Field: "body", Check: "required"},
	{Op: "ChangeRequests.RequestedReviewers.Request", Field: "users", Check: "required"},
	{Op: "ChangeRequests.Reviews.Submit", Field: "status", Check: "required"},
	{Op: "ChangeRequests.Content.Changes", Field: "limit", Check: "range=0.."},
	{Op: "ChangeRequests.Content.PageByPath", Field: "pagePath", Check: "path"},
}
