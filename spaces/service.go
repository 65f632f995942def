// Package spaces contains the operations on spaces, their content, and the collections that group
// them.
//
// A [Space] contains pages, files and reusable content, with a history of revisions. A
// [Collection] groups spaces and other collections of an organization.
//
//	tree, err := client.Spaces.Content.PageTree(ctx, spaceID, spaces.ContentOptions{})
//	if err != nil {
//		return err
//	}
//	for visit := range spaces.WalkPages(tree.Pages) {
//		fmt.Println(strings.Repeat("  ", visit.Depth) + visit.Page.Title)
//	}
//
// What holds for every operation, such as its errors, retries and lists, is described in package
// api.
//
// # Content
//
// [ContentService] returns the current content of a space: [ContentService.PageTree] all pages
// without their text, and [ContentService.Page] and [ContentService.PageByPath] one page with its
// text. The service returns the text as Markdown or as a tree of nodes, a richtext.Document.
//
// The word page has two meanings. [Page] is a page of a space; a list consists of pages, too,
// which are of type pagination.Page. The field Page of list options is a cursor, and
// [Service.Pages] returns pages of a list of spaces.
//
// Other services return files, links and reusable content, or search the pages. [RevisionService]
// returns the content of earlier revisions.
//
// # References
//
// A [ContentRef] refers to content by ID. In a response of the link services, a [Reference]
// contains the content itself. The change request in it is JSON, because package changerequests
// imports this package: decode it into a changerequests.ChangeRequest.
package spaces

import "github.com/publishing-platform/publishing-go/internal/transport"

// Service provides the operations on spaces.
type Service struct {
	// Content returns and imports the current content of a space.
	Content ContentService
	// Files returns the files of the current content.
	Files FileService
	// FileBacklinks lists the places that refer to a file.
	FileBacklinks FileBacklinkService
	// Links lists the links in a space.
	Links LinkService
	// PageLinks lists the links on a page.
	PageLinks PageLinkService
	// PageBacklinks lists the places that refer to a page.
	PageBacklinks PageBacklinkService
	// ReusableContents returns reusable content.
	ReusableContents ReusableContentService
	// Documents returns the documents of pages and of reusable content.
	Documents DocumentService
	// Computed returns content that the service computes.
	Computed ComputedService
	// Revisions returns the content of earlier revisions.
	Revisions RevisionService
	// Search searches the pages of a space.
	Search SearchService

	core *transport.Core
}

// New returns a Service that sends its requests through core. Only package publishing can call
// it.
func New(core *transport.Core) Service {
	return Service{
		Content:          ContentService{core: core},
		Files:            FileService{core: core},
		FileBacklinks:    FileBacklinkService{core: core},
		Links:            LinkService{core: core},
		PageLinks:        PageLinkService{core: core},
		PageBacklinks:    PageBacklinkService{core: core},
		ReusableContents: ReusableContentService{core: core},
		Documents:        DocumentService{core: core},
		Computed:         ComputedService{core: core},
		Revisions: RevisionService{
			Files:            RevisionFileService{core: core},
			ReusableContents: RevisionReusableContentService{core: core},
			core:             core,
		},
		Search: SearchService{core: core},
		core:   core,
	}
}
