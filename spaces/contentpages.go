package spaces

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/richtext"
)

// PageOptions are the query of reads of one page.
type PageOptions struct {
	Format    richtext.Format `url:"format,omitempty"`    // of the page's text, the service decides if empty
	Evaluated Evaluated       `url:"evaluated,omitempty"` // which expressions are evaluated, none if empty
	Metadata  *bool           `url:"metadata,omitempty"`  // false leaves out Git metadata, which can be faster; true when nil
	Computed  *bool           `url:"computed,omitempty"`  // false leaves content uncomputed; true when nil
}

// Evaluated says which expressions of a text are evaluated. The service may know more values than the constants.
type Evaluated string

const (
	// EvaluatedFalse evaluates none. It is the default.
	EvaluatedFalse Evaluated = "false"
	// EvaluatedTrue evaluates the whole document.
	EvaluatedTrue Evaluated = "true"
	// EvaluatedDeterministicOnly evaluates expressions that depend only on deterministic inputs.
	EvaluatedDeterministicOnly Evaluated = "deterministic-only"
)

// Page returns a page of the current revision of a space. With [richtext.FormatMarkdown] the service writes the text as Markdown, into
// Page.Markdown; with [richtext.FormatDocument] it is a tree of nodes, in Page.Document. A page that is no document has no text. A space or a page
// that does not exist is an error matching [api.ErrNotFound].
//
// Beyond the documents.
//
// API: GET /v1/spaces/{spaceId}/content/page/{pageId}
func (s ContentService) Page(ctx context.Context, spaceID, pageID string, options PageOptions, opts ...api.CallOption) (*Page, error) {
	return transport.JSON[Page](ctx, s.core, opContentPage.Path(spaceID, pageID).Query(options), opts)
}

// PageByPath is [ContentService.Page] for the path of a page in the space, such as "guides/first-steps". It finds documents and groups. A
// path has no slash at its start: one that has is a [*api.ValidationError]. A path that leads to no page is an error matching
// [api.ErrNotFound].
//
// Beyond the documents.
//
// API: GET /v1/spaces/{spaceId}/content/path/{pagePath}
func (s ContentService) PageByPath(ctx context.Context, spaceID, pagePath string, options PageOptions, opts ...api.CallOption) (*Page, error) {
	return transport.JSON[Page](ctx, s.core, opContentPageByPath.Path(spaceID, pagePath).Query(options), opts)
}
