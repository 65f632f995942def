package spaces

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/richtext"
)

// RevisionService is reached as the Revisions field of [Service]. A revision is the content of a space at one time; how long the service keeps
// it is not described. The ids are those of Space.Revision, Revision.ID and Revision.Parents, and of the revisions of change requests.
//
// Beyond the documents.
type RevisionService struct {
	// Files are the files of a revision.
	Files RevisionFileService
	// ReusableContents stand in several pages of a revision.
	ReusableContents RevisionReusableContentService

	core *transport.Core
}

// Get returns a revision of a space. A space or a revision that does not exist is an error matching [api.ErrNotFound].
//
// Beyond the documents.
//
// API: GET /v1/spaces/{spaceId}/revisions/{revisionId}
func (s RevisionService) Get(ctx context.Context, spaceID, revisionID string, options ContentOptions, opts ...api.CallOption) (*Revision, error) {
	return transport.JSON[Revision](ctx, s.core, opRevisionGet.Path(spaceID, revisionID).Query(options), opts)
}

// PageTree returns the pages of a revision, all at once. A revision without pages has none; one that does not exist is an error matching
// [api.ErrNotFound].
//
// Beyond the documents.
//
// API: GET /v1/spaces/{spaceId}/revisions/{revisionId}/pages
func (s RevisionService) PageTree(ctx context.Context, spaceID, revisionID string, options ContentOptions, opts ...api.CallOption) (*PageTree, error) {
	return transport.Whole[PageTree](ctx, s.core, opRevisionPageTree.Path(spaceID, revisionID).Query(options), "pages", opts)
}

// Page returns a page of a revision, with its text as [ContentService.Page] has it. A revision or a page that does not exist is an error
// matching [api.ErrNotFound].
//
// Beyond the documents.
//
// API: GET /v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}
func (s RevisionService) Page(ctx context.Context, spaceID, revisionID, pageID string, options PageOptions, opts ...api.CallOption) (*Page, error) {
	return transport.JSON[Page](ctx, s.core, opRevisionPage.Path(spaceID, revisionID, pageID).Query(options), opts)
}

// PageByPath is [RevisionService.Page] for the path of a page, such as "guides/first-steps". It finds documents and groups. A path that begins
// with a slash is a [*api.ValidationError]; one that leads to no page is an error matching [api.ErrNotFound].
//
// Beyond the documents.
//
// API: GET /v1/spaces/{spaceId}/revisions/{revisionId}/path/{pagePath}
func (s RevisionService) PageByPath(ctx context.Context, spaceID, revisionID, pagePath string, options PageOptions, opts ...api.CallOption) (*Page, error) {
	return transport.JSON[Page](ctx, s.core, opRevisionPageByPath.Path(spaceID, revisionID, pagePath).Query(options), opts)
}

// RevisionDocumentOptions are the query of reads of a document in a revision.
//
// Beyond the documents.
type RevisionDocumentOptions struct {
	Evaluated Evaluated `url:"evaluated,omitempty"` // which expressions are evaluated, none if empty
}

// PageDocument returns the text of a page of a revision as a tree of nodes. To have it as Markdown, read the page: see [RevisionService.Page]. A
// revision, a page or a text that does not exist is an error matching [api.ErrNotFound].
//
// Beyond the documents.
//
// API: GET /v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/document
func (s RevisionService) PageDocument(ctx context.Context, spaceID, revisionID, pageID string, options RevisionDocumentOptions, opts ...api.CallOption) (*richtext.Document, error) {
	return transport.JSON[richtext.Document](ctx, s.core, opRevisionPageDocument.Path(spaceID, revisionID, pageID).Query(options), opts)
}
