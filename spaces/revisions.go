package spaces

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/richtext"
)

// RevisionService returns the content of revisions. Space.Revision, Revision.Parents and change
// requests contain IDs of revisions. It is undocumented how long the service keeps a revision.
//
// Experimental: may change in any minor release; see [api].
type RevisionService struct {
	// Pages returns the pages of a revision.
	Pages RevisionPageService
	// Files returns the files of a revision.
	Files RevisionFileService
	// ReusableContents returns the reusable content of a revision.
	ReusableContents RevisionReusableContentService

	core *transport.Core
}

// RevisionPageService returns the pages of a revision.
//
// Experimental: may change in any minor release; see [api].
type RevisionPageService struct {
	core *transport.Core
}

// RevisionGetOptions are the query parameters of [RevisionService.Get].
//
// Experimental: may change in any minor release; see [api].
type RevisionGetOptions struct {
	// Metadata controls whether Git metadata is included; nil means true. Requests without
	// Git metadata can be faster.
	Metadata *bool `url:"metadata,omitempty"`
	// Computed controls whether content is computed from its sources; nil means true.
	Computed *bool `url:"computed,omitempty"`
}

// Get returns a revision of a space. It contains all files, all reusable content and all pages, but
// not the text of the pages. [RevisionPageService.Tree] returns only the pages.
//
// API: GET /v1/spaces/{spaceId}/revisions/{revisionId}
func (s RevisionService) Get(
	ctx context.Context, spaceID, revisionID string,
	options RevisionGetOptions, opts ...api.CallOption,
) (*Revision, error) {
	return transport.JSON[Revision](
		ctx, s.core, opRevisionGet.Path(spaceID, revisionID).Query(options), opts,
	)
}

// Tree returns all pages of a revision in one response, without their text.
//
// API: GET /v1/spaces/{spaceId}/revisions/{revisionId}/pages
func (s RevisionPageService) Tree(
	ctx context.Context, spaceID, revisionID string,
	options PageTreeOptions, opts ...api.CallOption,
) (*PageTree, error) {
	return transport.JSON[PageTree](
		ctx, s.core, opRevisionPageTree.Path(spaceID, revisionID).Query(options), opts,
	)
}

// Get returns a page of a revision with its text, like [PageService.Get].
//
// API: GET /v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}
func (s RevisionPageService) Get(
	ctx context.Context, spaceID, revisionID, pageID string,
	options PageGetOptions, opts ...api.CallOption,
) (*Page, error) {
	return transport.JSON[Page](
		ctx, s.core, opRevisionPageGet.Path(spaceID, revisionID, pageID).Query(options), opts,
	)
}

// GetByPath returns the page with the given path, such as "guides/first-steps", in a revision. It
// behaves like [PageService.GetByPath].
//
// API: GET /v1/spaces/{spaceId}/revisions/{revisionId}/path/{pagePath}
func (s RevisionPageService) GetByPath(
	ctx context.Context, spaceID, revisionID, pagePath string,
	options PageGetByPathOptions, opts ...api.CallOption,
) (*Page, error) {
	return transport.JSON[Page](
		ctx, s.core,
		opRevisionPageGetByPath.Path(spaceID, revisionID, pagePath).Query(options), opts,
	)
}

// RevisionPageDocumentOptions are the query parameters of [RevisionPageService.Document].
//
// Experimental: may change in any minor release; see [api].
type RevisionPageDocumentOptions struct {
	Evaluated Evaluated `url:"evaluated,omitempty"` // expressions to evaluate; none if empty
	// Dereferenced selects the references to replace by their content; none if it is empty. Only
	// newer versions of the service use it.
	Dereferenced Dereferenced `url:"dereferenced,omitempty"`
}

// Document returns the text of a page of a revision as a tree of nodes. If the page has no text,
// the error matches [api.ErrNotFound]. [RevisionPageService.Get] returns the text as Markdown.
//
// API: GET /v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/document
func (s RevisionPageService) Document(
	ctx context.Context, spaceID, revisionID, pageID string,
	options RevisionPageDocumentOptions, opts ...api.CallOption,
) (*richtext.Document, error) {
	return transport.JSON[richtext.Document](
		ctx, s.core, opRevisionPageDocument.Path(spaceID, revisionID, pageID).Query(options), opts,
	)
}

// MetaLinks returns the links in the HTML head of a page of a revision.
//
// API: GET /v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/meta-links
func (s RevisionPageService) MetaLinks(
	ctx context.Context, spaceID, revisionID, pageID string, opts ...api.CallOption,
) (*PageMetaLinks, error) {
	return transport.JSON[PageMetaLinks](ctx, s.core,
		opRevisionPageMetaLinks.Path(spaceID, revisionID, pageID), opts)
}
