// Package spaces has the spaces of an organization, which are containers of pages and files with a history of revisions, their content, and
// the collections that group them.
package spaces

import "github.com/publishing-platform/publishing-go/internal/transport"

// Service is reached as the Spaces field of the client.
type Service struct {
	// Content is the current content of a space.
	Content ContentService
	// Files are the files of the current content.
	Files FileService
	// FileBacklinks are the places that refer to a file.
	FileBacklinks FileBacklinkService
	// Links are the links in a space.
	Links LinkService
	// PageLinks are the links on a page.
	//
	// Beyond the documents.
	PageLinks PageLinkService
	// PageBacklinks are the places that refer to a page.
	//
	// Beyond the documents.
	PageBacklinks PageBacklinkService
	// ReusableContents stand in several pages of the current content.
	//
	// Beyond the documents.
	ReusableContents ReusableContentService
	// Documents are the texts of pages and of reusable contents.
	//
	// Beyond the documents.
	Documents DocumentService
	// Computed is what the service makes content from.
	//
	// Beyond the documents.
	Computed ComputedService
	// Revisions are the content of a space as it was.
	//
	// Beyond the documents.
	Revisions RevisionService
	// Search finds pages of a space.
	Search SearchService

	core *transport.Core
}

// New is for package publishing, which makes the services of a client.
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
