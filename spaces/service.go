// Package spaces has the spaces of an organization, which are containers of pages and files with a history of revisions, their content, and
// the collections that group them.
package spaces

import "github.com/publishing-platform/publishing-go/internal/transport"

// Service is reached as the Spaces field of the client.
type Service struct {
	// Content is the current content of a space.
	Content *ContentService
	// Files are the files of the current content.
	Files *FileService
	// FileBacklinks are the places that refer to a file.
	FileBacklinks *FileBacklinkService
	// Links are the links in a space.
	Links *LinkService
	// Search finds pages of a space.
	Search *SearchService

	core *transport.Core
}

// New is for package publishing, which makes the services of a client.
func New(core *transport.Core) *Service {
	return &Service{
		Content:       &ContentService{core: core},
		Files:         &FileService{core: core},
		FileBacklinks: &FileBacklinkService{core: core},
		Links:         &LinkService{core: core},
		Search:        &SearchService{core: core},
		core:          core,
	}
}
