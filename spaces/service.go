// Package spaces contains the operations on spaces, their content, and the collections that group
// them.
//
// A [Space] contains pages, files and reusable content, with a history of revisions. A [Collection]
// groups spaces and other collections of an organization. This loop prints the titles of all pages
// of a space:
//
//	tree, err := client.Spaces.Pages.Tree(ctx, spaceID, spaces.PageTreeOptions{})
//	if err != nil {
//		return err
//	}
//	for visit := range spaces.WalkPages(tree.Pages) {
//		fmt.Println(strings.Repeat("  ", visit.Depth) + visit.Page.Title)
//	}
//
// Package api describes the rules that hold for every operation, such as for errors, retries and
// lists.
//
// # Services
//
// The Spaces field of a client is a [Service], and the Collections field is a [CollectionService].
// Service creates, lists, updates, moves and deletes spaces. Its fields are the services for the
// content of a space:
//
//   - [ContentService] returns all current content in one response, and imports content.
//     [PageService], [FileService] and [ReusableContentService] return the parts of the content,
//     and [DocumentService] returns documents by ID.
//   - [RevisionService] returns the content of earlier revisions.
//   - [SearchService] searches the pages.
//   - [GitService] synchronizes the content with a Git repository.
//   - [CommentService], [CommentReplyService] and [CommenterService] manage the discussion of the
//     main content. Package changerequests has services for the discussion of a change request,
//     with the same types.
//   - [LinkService] and [PageLinkService] list links. [PageBacklinkService] and
//     [FileBacklinkService] list the places that refer to a page or a file.
//   - [ComputedService] returns content that the service computes, such as the pages of an OpenAPI
//     specification.
//
// The integrations of a space and their blocks are in package integrations.
//
// # Pages
//
// [PageService.Tree] returns all pages of a space without their text. [DiffPages] compares
// two such trees. [PageService.Get] and [PageService.GetByPath] return one page with its
// text, which is either Markdown or a [richtext.Document], a tree of nodes.
//
// The word page has two meanings: a [Page] is a page of a space, and a [pagination.Page] is a page
// of a list. [Service.ListPages] and the Cursor field of list options refer to pages of a list.
//
// # References
//
// A [ContentRef] identifies content by its ID. A [Reference] contains data of the content itself;
// the services for links return it. If the content belongs to a change request,
// [VersionContext].ChangeRequest contains that change request as JSON: decode it into a
// changerequests.ChangeRequest.
package spaces

import "github.com/publishing-platform/publishing-go/internal/transport"

// Service provides the operations on spaces.
type Service struct {
	made

	// Content returns the current content of a space and imports content into it.
	Content ContentService
	// Pages returns the pages of the current content.
	Pages PageService
	// Files returns the files of the current content.
	Files FileService
	// Links lists the links in a space.
	Links LinkService
	// ReusableContents returns reusable content.
	//
	// Experimental: may change in any minor release; see [api].
	ReusableContents ReusableContentService
	// Documents returns the documents of pages and of reusable content.
	//
	// Experimental: may change in any minor release; see [api].
	Documents DocumentService
	// Computed returns content that the service computes.
	//
	// Experimental: may change in any minor release; see [api].
	Computed ComputedService
	// Revisions returns the content of earlier revisions.
	//
	// Experimental: may change in any minor release; see [api].
	Revisions RevisionService
	// Search searches the pages of a space.
	Search SearchService
	// Git synchronizes the content with a Git repository.
	//
	// Experimental: may change in any minor release; see [api].
	Git GitService
	// Comments manages the comments on the main content.
	//
	// Experimental: may change in any minor release; see [api].
	Comments CommentService
	// Commenters lists the users who commented.
	//
	// Experimental: may change in any minor release; see [api].
	Commenters CommenterService

	core *transport.Core
}

type (
	made  = transport.MadeBy[maker]
	maker struct{}
)

func (maker) Make(core *transport.Core) Service {
	return Service{
		Content:          ContentService{core: core},
		Pages:            PageService{PageLinkService{core}, PageBacklinkService{core}, core},
		Files:            FileService{FileBacklinkService{core}, core},
		Links:            LinkService{core: core},
		ReusableContents: ReusableContentService{core: core},
		Documents:        DocumentService{core: core},
		Computed:         ComputedService{core: core},
		Revisions: RevisionService{
			Pages:            RevisionPageService{core: core},
			Files:            RevisionFileService{core: core},
			ReusableContents: RevisionReusableContentService{core: core},
			core:             core,
		},
		Search:     SearchService{core: core},
		Git:        GitService{core: core},
		Comments:   CommentService{CommentReplyService{core}, core},
		Commenters: CommenterService{core: core},
		core:       core,
	}
}
