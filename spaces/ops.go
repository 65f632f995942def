package spaces

import "github.com/publishing-platform/publishing-go/internal/op"

// Groups with a name that ends in Exp contain operations that are not in the API reference.
var (
	onV1          = op.Group{Path: "/v1"}
	onV1Exp       = op.Group{Path: "/v1", Experimental: true}
	onSpace       = op.Group{Path: "/v1/spaces/{spaceId}"}
	onSpaceExp    = op.Group{Path: "/v1/spaces/{spaceId}", Experimental: true}
	onCommentExp  = op.Group{Path: "/v1/spaces/{spaceId}/comments/{commentId}", Experimental: true}
	onRevisionExp = op.Group{Path: "/v1/spaces/{spaceId}/revisions/{revisionId}", Experimental: true}
	onCollection  = op.Group{Path: "/v1/collections/{collectionId}"}
)

var (
	opGet    = onSpace.New("Spaces.Get", "GET", "")
	opDelete = onSpace.New("Spaces.Delete", "DELETE", "")
	opUpdate = onSpace.New("Spaces.Update", "PATCH", "", op.RemovesIf("null", "mergeRules"),
		op.Shows("null=emoji"))
	opDuplicate = onSpace.New("Spaces.Duplicate", "POST", "/duplicate", op.Keeps)
	opRestore   = onSpace.New("Spaces.Restore", "POST", "/restore", op.Keeps)
	opMove      = onSpace.New("Spaces.Move", "POST", "/move", op.Keeps)
	opTransfer  = onSpace.New("Spaces.Transfer", "POST", "/transfer", op.Removes)
	opList      = onV1.New("Spaces.List", "GET", "/orgs/{organizationId}/spaces")
	opCreate    = onV1Exp.New("Spaces.Create", "POST", "/orgs/{organizationId}/spaces", op.Keeps)

	opEmbed = onSpaceExp.New("Spaces.Embed", "GET", "/embed")
	opPDF   = onSpaceExp.New("Spaces.PDF", "GET", "/pdf")

	opLinkList   = onSpace.New("Spaces.Links.List", "GET", "/links")
	opSearchList = onSpace.New("Spaces.Search.List", "GET", "/search")

	opGitInfo   = onSpaceExp.New("Spaces.Git.Info", "GET", "/git/info")
	opGitImport = onSpaceExp.New("Spaces.Git.Import", "POST", "/git/import", op.Removes)
	opGitExport = onSpaceExp.New("Spaces.Git.Export", "POST", "/git/export", op.Removes)

	opCommentList   = onSpaceExp.New("Spaces.Comments.List", "GET", "/comments")
	opCommentCreate = onSpaceExp.New("Spaces.Comments.Create", "POST", "/comments", op.Keeps)
	opCommentGet    = onCommentExp.New("Spaces.Comments.Get", "GET", "")
	opCommentUpdate = onCommentExp.New("Spaces.Comments.Update", "PUT", "", op.RemovesIf("removedReactions"))
	opCommentDelete = onCommentExp.New("Spaces.Comments.Delete", "DELETE", "")
	opReplyList     = onCommentExp.New("Spaces.Comments.Replies.List", "GET", "/replies")
	opReplyCreate   = onCommentExp.New("Spaces.Comments.Replies.Create", "POST", "/replies", op.Keeps)
	opReplyGet      = onCommentExp.New("Spaces.Comments.Replies.Get", "GET", "/replies/{commentReplyId}")
	opReplyUpdate   = onCommentExp.New("Spaces.Comments.Replies.Update", "PUT", "/replies/{commentReplyId}",
		op.RemovesIf("removedReactions"))
	opReplyDelete   = onCommentExp.New("Spaces.Comments.Replies.Delete", "DELETE", "/replies/{commentReplyId}")
	opCommenterList = onSpaceExp.New("Spaces.Commenters.List", "GET", "/commenters")

	opContentGet    = onSpace.New("Spaces.Content.Get", "GET", "/content")
	opPageTree      = onSpace.New("Spaces.Pages.Tree", "GET", "/content/pages")
	opPageGet       = onSpaceExp.New("Spaces.Pages.Get", "GET", "/content/page/{pageId}")
	opPageGetByPath = onSpaceExp.New("Spaces.Pages.GetByPath", "GET", "/content/path/{pagePath}",
		op.Traits{Limit: op.Limit{Param: "pagePath", Words: "match=pagepath"}})
	opPageMetaLinks = onSpaceExp.New("Spaces.Pages.MetaLinks", "GET", "/content/page/{pageId}/meta-links")
	opContentImport = onSpace.New("Spaces.Content.Import", "POST", "/content/import", op.Removes)
	opPageImport    = onSpaceExp.New("Spaces.Pages.Import", "POST", "/content/page/{pageId}/import", op.Removes)
	// ApplyTemplate overwrites a space.
	opContentApplyTemplate = onSpace.New("Spaces.Content.ApplyTemplate", "POST", "/content/template", op.Removes)

	opFileList         = onSpace.New("Spaces.Files.List", "GET", "/content/files")
	opFileGet          = onSpace.New("Spaces.Files.Get", "GET", "/content/files/{fileId}")
	opFileBacklinkList = onSpace.New("Spaces.Files.Backlinks.List", "GET", "/content/files/{fileId}/backlinks")

	opPageLinkList     = onSpaceExp.New("Spaces.Pages.Links.List", "GET", "/content/page/{pageId}/links")
	opPageBacklinkList = onSpaceExp.New("Spaces.Pages.Backlinks.List", "GET", "/content/page/{pageId}/backlinks")

	opReusableContentGet = onSpaceExp.New("Spaces.ReusableContents.Get", "GET",
		"/content/reusable-contents/{reusableContentId}")
	opDocumentGet      = onSpaceExp.New("Spaces.Documents.Get", "GET", "/documents/{documentId}")
	opComputedDocument = onSpaceExp.New("Spaces.Computed.Document", "POST", "/content/computed/document",
		op.Traits{Safe: true})
	opComputedRevision = onSpaceExp.New("Spaces.Computed.Revision", "POST", "/content/computed/revision",
		op.Traits{Safe: true})

	opRevisionGet           = onRevisionExp.New("Spaces.Revisions.Get", "GET", "")
	opRevisionChanges       = onRevisionExp.New("Spaces.Revisions.Changes", "GET", "/changes")
	opRevisionPageTree      = onRevisionExp.New("Spaces.Revisions.Pages.Tree", "GET", "/pages")
	opRevisionPageGet       = onRevisionExp.New("Spaces.Revisions.Pages.Get", "GET", "/page/{pageId}")
	opRevisionPageGetByPath = onRevisionExp.New("Spaces.Revisions.Pages.GetByPath", "GET", "/path/{pagePath}",
		op.Traits{Limit: op.Limit{Param: "pagePath", Words: "match=pagepath"}})
	opRevisionPageDocument  = onRevisionExp.New("Spaces.Revisions.Pages.Document", "GET", "/page/{pageId}/document")
	opRevisionPageMetaLinks = onRevisionExp.New("Spaces.Revisions.Pages.MetaLinks", "GET", "/page/{pageId}/meta-links")

	opRevisionFileList           = onRevisionExp.New("Spaces.Revisions.Files.List", "GET", "/files")
	opRevisionFileGet            = onRevisionExp.New("Spaces.Revisions.Files.Get", "GET", "/files/{fileId}")
	opRevisionReusableContentGet = onRevisionExp.New("Spaces.Revisions.ReusableContents.Get", "GET",
		"/reusable-contents/{reusableContentId}")
	opRevisionReusableContentDocument = onRevisionExp.New("Spaces.Revisions.ReusableContents.Document", "GET",
		"/reusable-contents/{reusableContentId}/document")

	opCollectionGet      = onCollection.New("Collections.Get", "GET", "")
	opCollectionDelete   = onCollection.New("Collections.Delete", "DELETE", "")
	opCollectionUpdate   = onCollection.New("Collections.Update", "PATCH", "", op.RemovesIf("null"))
	opCollectionMove     = onCollection.New("Collections.Move", "POST", "/move", op.Keeps)
	opCollectionTransfer = onCollection.New("Collections.Transfer", "POST", "/transfer", op.Removes)
	opCollectionList     = onV1.New("Collections.List", "GET", "/orgs/{organizationId}/collections")
	opCollectionCreate   = onV1.New("Collections.Create", "POST", "/orgs/{organizationId}/collections", op.Keeps)

	opCollectionSpaceList = onCollection.New("Collections.Spaces.List", "GET", "/spaces")
)
