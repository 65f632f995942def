package changerequests

import "github.com/publishing-platform/publishing-go/internal/op"

// Groups with a name that ends in Exp contain operations that are not in the API reference.
var (
	onV1               = op.Group{Path: "/v1"}
	onChangeRequest    = op.Group{Path: "/v1/spaces/{spaceId}/change-requests/{changeRequestId}"}
	onChangeRequestExp = op.Group{Path: "/v1/spaces/{spaceId}/change-requests/{changeRequestId}", Experimental: true}
	onComment          = op.Group{Path: "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}"}
	onCommentExp       = op.Group{
		Path:         "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}",
		Experimental: true,
	}
	onContent    = op.Group{Path: "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content"}
	onContentExp = op.Group{
		Path:         "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content",
		Experimental: true,
	}
)

var (
	opList   = onV1.New("ChangeRequests.List", "GET", "/spaces/{spaceId}/change-requests")
	opCreate = onV1.New("ChangeRequests.Create", "POST", "/spaces/{spaceId}/change-requests", op.Keeps)
	opGet    = onChangeRequest.New("ChangeRequests.Get", "GET", "")
	opUpdate = onChangeRequest.New("ChangeRequests.Update", "PATCH", "", op.RemovesIf("links"))
	opMerge  = onChangeRequest.New("ChangeRequests.Merge", "POST", "/merge", op.Removes)
	// The PATCH is named Update.
	opUpdateFromMain = onChangeRequest.New("ChangeRequests.UpdateFromMain", "POST", "/update", op.Removes)
	opPDF            = onChangeRequest.New("ChangeRequests.PDF", "GET", "/pdf")
	opOrgList        = onV1.New("ChangeRequests.ListInOrg", "GET", "/orgs/{organizationId}/change-requests")

	opContentGet    = onContent.New("ChangeRequests.Content.Get", "GET", "")
	opContentUpdate = onContentExp.New("ChangeRequests.Content.Update", "POST", "",
		op.RemovesIf("changes[].operation!insert_page|update_page|insert_files"),
		op.Shows("changes="))
	opContentImport = onContent.New("ChangeRequests.Content.Import", "POST", "/import", op.Removes)
	opPageImport    = onContentExp.New("ChangeRequests.Pages.Import", "POST", "/page/{pageId}/import", op.Removes)
	opPageTree      = onContent.New("ChangeRequests.Pages.Tree", "GET", "/pages")
	opPageGet       = onContent.New("ChangeRequests.Pages.Get", "GET", "/page/{pageId}")
	opPageGetByPath = onContentExp.New("ChangeRequests.Pages.GetByPath", "GET", "/path/{pagePath}",
		op.Traits{Limit: op.Limit{Param: "pagePath", Words: "match=pagepath"}})
	opPageMetaLinks = onContentExp.New("ChangeRequests.Pages.MetaLinks", "GET", "/page/{pageId}/meta-links")
	opChanges       = onChangeRequestExp.New("ChangeRequests.Changes", "GET", "/changes")

	opReusableContentGet = onContentExp.New("ChangeRequests.ReusableContents.Get", "GET",
		"/reusable-contents/{reusableContentId}")
	opLinkList = onChangeRequestExp.New("ChangeRequests.Links.List", "GET", "/links")

	opFileList         = onContent.New("ChangeRequests.Files.List", "GET", "/files")
	opFileGet          = onContent.New("ChangeRequests.Files.Get", "GET", "/files/{fileId}")
	opFileBacklinkList = onContent.New("ChangeRequests.Files.Backlinks.List", "GET", "/files/{fileId}/backlinks")
	opPageLinkList     = onContent.New("ChangeRequests.Pages.Links.List", "GET", "/page/{pageId}/links")
	opPageBacklinkList = onContent.New("ChangeRequests.Pages.Backlinks.List", "GET", "/page/{pageId}/backlinks")

	opCommentList   = onChangeRequest.New("ChangeRequests.Comments.List", "GET", "/comments")
	opCommentCreate = onChangeRequest.New("ChangeRequests.Comments.Create", "POST", "/comments", op.Keeps)
	opCommentGet    = onComment.New("ChangeRequests.Comments.Get", "GET", "")
	opCommentUpdate = onComment.New("ChangeRequests.Comments.Update", "PUT", "", op.RemovesIf("removedReactions"))
	opCommentDelete = onComment.New("ChangeRequests.Comments.Delete", "DELETE", "")

	opReplyList   = onComment.New("ChangeRequests.Comments.Replies.List", "GET", "/replies")
	opReplyCreate = onCommentExp.New("ChangeRequests.Comments.Replies.Create", "POST", "/replies", op.Keeps)
	opReplyGet    = onCommentExp.New("ChangeRequests.Comments.Replies.Get", "GET", "/replies/{commentReplyId}")
	opReplyUpdate = onCommentExp.New("ChangeRequests.Comments.Replies.Update", "PUT", "/replies/{commentReplyId}",
		op.RemovesIf("removedReactions"))
	opReplyDelete = onCommentExp.New("ChangeRequests.Comments.Replies.Delete", "DELETE", "/replies/{commentReplyId}")

	opCommenterList   = onChangeRequestExp.New("ChangeRequests.Commenters.List", "GET", "/commenters")
	opContributorList = onChangeRequestExp.New("ChangeRequests.Contributors.List", "GET", "/contributors")

	opRequestedReviewerList = onChangeRequestExp.New("ChangeRequests.RequestedReviewers.List", "GET",
		"/requested-reviewers")
	opRequestedReviewerCreate = onChangeRequestExp.New("ChangeRequests.RequestedReviewers.Create", "POST",
		"/requested-reviewers", op.Keeps, op.Shows("users="))
	opRequestedReviewerDelete = onChangeRequestExp.New("ChangeRequests.RequestedReviewers.Delete", "DELETE",
		"/requested-reviewers/{userId}")

	opReviewList   = onChangeRequestExp.New("ChangeRequests.Reviews.List", "GET", "/reviews")
	opReviewCreate = onChangeRequestExp.New("ChangeRequests.Reviews.Create", "POST", "/reviews", op.Keeps)
	opReviewGet    = onChangeRequestExp.New("ChangeRequests.Reviews.Get", "GET", "/reviews/{reviewId}")
)
