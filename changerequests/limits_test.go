package changerequests_test

import (
	"github.com/publishing-platform/publishing-go/internal/test/contract"
)

var limits = []contract.Limit{
	{Op: "ChangeRequests.Create", Field: "template.id", Check: "required", Body: `{"template": {"id": "template_1"}}`},
	{Op: "ChangeRequests.Create", Field: "template.params.contentRefs[logo].file", Check: "required", Body: `{"template": {"id": "template_1", "params": {"contentRefs": {"logo": {"kind": "file", "file": "file_1"}}}}}`},
	{Op: "ChangeRequests.Update", Field: "links", Check: "items=..10", Body: `{"links": [{"ref": {"kind": "url", "url": "https://example.com"}}]}`},
	{Op: "ChangeRequests.Update", Field: "links[0].ref", Check: "required", Body: `{"links": [{"ref": {"kind": "url", "url": "https://example.com"}}]}`},
	{Op: "ChangeRequests.Update", Field: "links[0].title", Check: "len=..128", Body: `{"links": [{"ref": {"kind": "url", "url": "https://example.com"}, "title": "Ticket"}]}`},
	{Op: "ChangeRequests.Content.Update", Field: "changes", Check: "required,items=1..50"},
	{Op: "ChangeRequests.Content.Update", Field: "changes[0].at", Check: "range=0.."},
	{Op: "ChangeRequests.Content.Update", Field: "changes[0].slug", Check: "len=..100"},
	{Op: "ChangeRequests.Content.Update", Field: "changes[0].emoji", Check: "len=..50"},
	{Op: "ChangeRequests.Content.Update", Field: "changes[0].icon", Check: "len=..50"},
	{Op: "ChangeRequests.Content.Update", Field: "changes[4].files", Check: "items=1..20"},
	{Op: "ChangeRequests.Content.Update", Field: "changes[4].files[0].name", Check: "required,len=1..256"},
	{Op: "ChangeRequests.Content.Update", Field: "changes[4].files[1].url", Check: "len=..2048,match=web", Prefix: "https://"},
	{Op: "ChangeRequests.Content.Import", Field: "url", Check: "required"},
	{Op: "ChangeRequests.Content.Import", Field: "source", Check: "required"},
	{Op: "ChangeRequests.Comments.Create", Field: "body", Check: "required"},
	{Op: "ChangeRequests.Pages.Import", Field: "url", Check: "required"},
	{Op: "ChangeRequests.Pages.Import", Field: "source", Check: "required"},
	{Op: "ChangeRequests.Comments.Replies.Create", Field: "body", Check: "required"},
	{Op: "ChangeRequests.RequestedReviewers.Create", Field: "users", Check: "required"},
	{Op: "ChangeRequests.Reviews.Create", Field: "status", Check: "required"},
	{Op: "ChangeRequests.Changes", Field: "limit", Check: "range=0.."},
	{Op: "ChangeRequests.Pages.GetByPath", Field: "pagePath", Check: "match=pagepath"},
}
