package changerequests

import "github.com/publishing-platform/publishing-go/internal/op"

var (
	opList           = op.New("ChangeRequests.List", "GET", "/v1/spaces/{spaceId}/change-requests")
	opCreate         = op.New("ChangeRequests.Create", "POST", "/v1/spaces/{spaceId}/change-requests")
	opGet            = op.New("ChangeRequests.Get", "GET", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}")
	opUpdate         = op.New("ChangeRequests.Update", "PATCH", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}")
	opMerge          = op.New("ChangeRequests.Merge", "POST", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge")
	opUpdateFromMain = op.New("ChangeRequests.UpdateFromMain", "POST", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/update") // Update is the PATCH
	opPDF            = op.New("ChangeRequests.PDF", "GET", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/pdf")
	opOrgList        = op.New("ChangeRequests.ListInOrg", "GET", "/v1/orgs/{organizationId}/change-requests")

	opContentGet    = op.New("ChangeRequests.Content.Get", "GET", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content")
	opContentImport = op.New("ChangeRequests.Content.Import", "POST", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/import")
	opPageImport    = op.New("ChangeRequests.Pages.Import", "POST", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/import", op.Experimental)
	opPageTree      = op.New("ChangeRequests.Pages.Tree", "GET", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages")
	opPageGet       = op.New("ChangeRequests.Pages.Get", "GET", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}")
	opPageGetByPath = op.New("ChangeRequests.Pages.GetByPath", "GET", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath}", op.Experimental, op.Check("pagePath", "path"))
	opChanges       = op.New("ChangeRequests.Changes", "GET", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes", op.Experimental)

	opReusableContentGet = op.New("ChangeRequests.ReusableContents.Get", "GET", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/reusable-contents/{reusableContentId}", op.Experimental)
	opLinkList           = op.New("ChangeRequests.Links.List", "GET", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/links", op.Experimental)

	opFileList         = op.New("ChangeRequests.Files.List", "GET", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files")
	opFileGet          = op.New("ChangeRequests.Files.Get", "GET", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}")
	opFileBacklinkList = op.New("ChangeRequests.Files.Backlinks.List", "GET", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks")
	opPageLinkList     = op.New("ChangeRequests.Pages.Links.List", "GET", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links")
	opPageBacklinkList = op.New("ChangeRequests.Pages.Backlinks.List", "GET", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/backlinks")

	opCommentList   = op.New("ChangeRequests.Comments.List", "GET", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments")
	opCommentCreate = op.New("ChangeRequests.Comments.Create", "POST", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments")
	opCommentGet    = op.New("ChangeRequests.Comments.Get", "GET", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}")
	opCommentUpdate = op.New("ChangeRequests.Comments.Update", "PUT", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}")
	opCommentDelete = op.New("ChangeRequests.Comments.Delete", "DELETE", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}")

	opReplyList   = op.New("ChangeRequests.Comments.Replies.List", "GET", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies")
	opReplyCreate = op.New("ChangeRequests.Comments.Replies.Create", "POST", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies", op.Experimental)
	opReplyGet    = op.New("ChangeRequests.Comments.Replies.Get", "GET", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}", op.Experimental)
	opReplyUpdate = op.New("ChangeRequests.Comments.Replies.Update", "PUT", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}", op.Experimental)
	opReplyDelete = op.New("ChangeRequests.Comments.Replies.Delete", "DELETE", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}", op.Experimental)

	opCommenterList   = op.New("ChangeRequests.Commenters.List", "GET", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/commenters", op.Experimental)
	opContributorList = op.New("ChangeRequests.Contributors.List", "GET", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/contributors", op.Experimental)

	opRequestedReviewerList   = op.New("ChangeRequests.RequestedReviewers.List", "GET", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers", op.Experimental)
	opRequestedReviewerCreate = op.New("ChangeRequests.RequestedReviewers.Create", "POST", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers", op.Experimental)
	opRequestedReviewerDelete = op.New("ChangeRequests.RequestedReviewers.Delete", "DELETE", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}", op.Experimental)

	opReviewList   = op.New("ChangeRequests.Reviews.List", "GET", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews", op.Experimental)
	opReviewCreate = op.New("ChangeRequests.Reviews.Create", "POST", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews", op.Experimental)
)
