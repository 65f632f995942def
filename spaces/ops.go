package spaces

import "github.com/publishing-platform/publishing-go/internal/op"

var (
	opGet       = op.New("Spaces.Get", "GET", "/v1/spaces/{spaceId}")
	opDelete    = op.New("Spaces.Delete", "DELETE", "/v1/spaces/{spaceId}")
	opUpdate    = op.New("Spaces.Update", "PATCH", "/v1/spaces/{spaceId}")
	opDuplicate = op.New("Spaces.Duplicate", "POST", "/v1/spaces/{spaceId}/duplicate")
	opRestore   = op.New("Spaces.Restore", "POST", "/v1/spaces/{spaceId}/restore")
	opMove      = op.New("Spaces.Move", "POST", "/v1/spaces/{spaceId}/move")
	opTransfer  = op.New("Spaces.Transfer", "POST", "/v1/spaces/{spaceId}/transfer")
	opList      = op.New("Spaces.List", "GET", "/v1/orgs/{organizationId}/spaces")
	opCreate    = op.New("Spaces.Create", "POST", "/v1/orgs/{organizationId}/spaces", op.Experimental)

	opEmbed = op.New("Spaces.Embed", "GET", "/v1/spaces/{spaceId}/embed", op.Experimental)
	opPDF   = op.New("Spaces.PDF", "GET", "/v1/spaces/{spaceId}/pdf", op.Experimental)

	opLinkList   = op.New("Spaces.Links.List", "GET", "/v1/spaces/{spaceId}/links")
	opSearchList = op.New("Spaces.Search.List", "GET", "/v1/spaces/{spaceId}/search")

	opGitInfo   = op.New("Spaces.Git.Info", "GET", "/v1/spaces/{spaceId}/git/info", op.Experimental)
	opGitImport = op.New("Spaces.Git.Import", "POST", "/v1/spaces/{spaceId}/git/import", op.Experimental)
	opGitExport = op.New("Spaces.Git.Export", "POST", "/v1/spaces/{spaceId}/git/export", op.Experimental)

	opCommentList   = op.New("Spaces.Comments.List", "GET", "/v1/spaces/{spaceId}/comments", op.Experimental)
	opCommentCreate = op.New("Spaces.Comments.Create", "POST", "/v1/spaces/{spaceId}/comments", op.Experimental)
	opCommentGet    = op.New("Spaces.Comments.Get", "GET", "/v1/spaces/{spaceId}/comments/{commentId}", op.Experimental)
	opCommentUpdate = op.New("Spaces.Comments.Update", "PUT", "/v1/spaces/{spaceId}/comments/{commentId}", op.Experimental)
	opCommentDelete = op.New("Spaces.Comments.Delete", "DELETE", "/v1/spaces/{spaceId}/comments/{commentId}", op.Experimental)
	opReplyList     = op.New("Spaces.Comments.Replies.List", "GET", "/v1/spaces/{spaceId}/comments/{commentId}/replies", op.Experimental)
	opReplyCreate   = op.New("Spaces.Comments.Replies.Create", "POST", "/v1/spaces/{spaceId}/comments/{commentId}/replies", op.Experimental)
	opReplyGet      = op.New("Spaces.Comments.Replies.Get", "GET", "/v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}", op.Experimental)
	opReplyUpdate   = op.New("Spaces.Comments.Replies.Update", "PUT", "/v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}", op.Experimental)
	opReplyDelete   = op.New("Spaces.Comments.Replies.Delete", "DELETE", "/v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}", op.Experimental)
	opCommenterList = op.New("Spaces.Commenters.List", "GET", "/v1/spaces/{spaceId}/commenters", op.Experimental)

	opContentGet           = op.New("Spaces.Content.Get", "GET", "/v1/spaces/{spaceId}/content")
	opPageTree             = op.New("Spaces.Pages.Tree", "GET", "/v1/spaces/{spaceId}/content/pages")
	opPageGet              = op.New("Spaces.Pages.Get", "GET", "/v1/spaces/{spaceId}/content/page/{pageId}", op.Experimental)
	opPageGetByPath        = op.New("Spaces.Pages.GetByPath", "GET", "/v1/spaces/{spaceId}/content/path/{pagePath}", op.Experimental, op.Check("pagePath", "path"))
	opContentImport        = op.New("Spaces.Content.Import", "POST", "/v1/spaces/{spaceId}/content/import")
	opPageImport           = op.New("Spaces.Pages.Import", "POST", "/v1/spaces/{spaceId}/content/page/{pageId}/import", op.Experimental)
	opContentApplyTemplate = op.New("Spaces.Content.ApplyTemplate", "POST", "/v1/spaces/{spaceId}/content/template") // it overwrites a space

	opFileList         = op.New("Spaces.Files.List", "GET", "/v1/spaces/{spaceId}/content/files")
	opFileGet          = op.New("Spaces.Files.Get", "GET", "/v1/spaces/{spaceId}/content/files/{fileId}")
	opFileBacklinkList = op.New("Spaces.Files.Backlinks.List", "GET", "/v1/spaces/{spaceId}/content/files/{fileId}/backlinks")

	opPageLinkList     = op.New("Spaces.Pages.Links.List", "GET", "/v1/spaces/{spaceId}/content/page/{pageId}/links", op.Experimental)
	opPageBacklinkList = op.New("Spaces.Pages.Backlinks.List", "GET", "/v1/spaces/{spaceId}/content/page/{pageId}/backlinks", op.Experimental)

	opReusableContentGet = op.New("Spaces.ReusableContents.Get", "GET", "/v1/spaces/{spaceId}/content/reusable-contents/{reusableContentId}", op.Experimental)
	opDocumentGet        = op.New("Spaces.Documents.Get", "GET", "/v1/spaces/{spaceId}/documents/{documentId}", op.Experimental)
	opComputedDocument   = op.New("Spaces.Computed.Document", "POST", "/v1/spaces/{spaceId}/content/computed/document", op.Experimental, op.Read)
	opComputedRevision   = op.New("Spaces.Computed.Revision", "POST", "/v1/spaces/{spaceId}/content/computed/revision", op.Experimental, op.Read)

	opRevisionGet           = op.New("Spaces.Revisions.Get", "GET", "/v1/spaces/{spaceId}/revisions/{revisionId}", op.Experimental)
	opRevisionChanges       = op.New("Spaces.Revisions.Changes", "GET", "/v1/spaces/{spaceId}/revisions/{revisionId}/changes", op.Experimental)
	opRevisionPageTree      = op.New("Spaces.Revisions.Pages.Tree", "GET", "/v1/spaces/{spaceId}/revisions/{revisionId}/pages", op.Experimental)
	opRevisionPageGet       = op.New("Spaces.Revisions.Pages.Get", "GET", "/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}", op.Experimental)
	opRevisionPageGetByPath = op.New("Spaces.Revisions.Pages.GetByPath", "GET", "/v1/spaces/{spaceId}/revisions/{revisionId}/path/{pagePath}", op.Experimental, op.Check("pagePath", "path"))
	opRevisionPageDocument  = op.New("Spaces.Revisions.Pages.Document", "GET", "/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/document", op.Experimental)

	opRevisionFileList                = op.New("Spaces.Revisions.Files.List", "GET", "/v1/spaces/{spaceId}/revisions/{revisionId}/files", op.Experimental)
	opRevisionFileGet                 = op.New("Spaces.Revisions.Files.Get", "GET", "/v1/spaces/{spaceId}/revisions/{revisionId}/files/{fileId}", op.Experimental)
	opRevisionReusableContentGet      = op.New("Spaces.Revisions.ReusableContents.Get", "GET", "/v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}", op.Experimental)
	opRevisionReusableContentDocument = op.New("Spaces.Revisions.ReusableContents.Document", "GET", "/v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}/document", op.Experimental)

	opCollectionGet      = op.New("Collections.Get", "GET", "/v1/collections/{collectionId}")
	opCollectionDelete   = op.New("Collections.Delete", "DELETE", "/v1/collections/{collectionId}")
	opCollectionUpdate   = op.New("Collections.Update", "PATCH", "/v1/collections/{collectionId}")
	opCollectionMove     = op.New("Collections.Move", "POST", "/v1/collections/{collectionId}/move")
	opCollectionTransfer = op.New("Collections.Transfer", "POST", "/v1/collections/{collectionId}/transfer")
	opCollectionList     = op.New("Collections.List", "GET", "/v1/orgs/{organizationId}/collections")
	opCollectionCreate   = op.New("Collections.Create", "POST", "/v1/orgs/{organizationId}/collections")

	opCollectionSpaceList = op.New("Collections.Spaces.List", "GET", "/v1/collections/{collectionId}/spaces")
)
