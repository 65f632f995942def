package spaces

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/richtext"
)

// PageGetOptions are the query parameters of requests for a page by its ID.
type PageGetOptions struct {
	// Format is the format of the text; empty for the service's default.
	Format    richtext.Format `url:"format,omitempty"`
	Evaluated Evaluated       `url:"evaluated,omitempty"` // expressions to evaluate; none if empty
	// Metadata controls whether Git metadata is included; nil means true. Requests without
	// Git metadata can be faster.
	Metadata *bool `url:"metadata,omitempty"`
	// Computed controls whether content is computed from its sources; nil means true.
	Computed *bool `url:"computed,omitempty"`

	// Only newer versions of the service have these parameters. MarkdownRefs is used only with
	// [richtext.FormatMarkdown]; an empty value means [MarkdownRefsRelative]. Dereferenced selects
	// the references to replace by their content; none if it is empty.
	//
	// Experimental: may change in any minor release; see [api].
	Dereferenced Dereferenced `url:"dereferenced,omitempty"`
	MarkdownRefs MarkdownRefs `url:"format.markdown.refs,omitempty"`
}

// PageGetByPathOptions are the query parameters of requests for a page by its path.
//
// Experimental: may change in any minor release; see [api].
type PageGetByPathOptions struct {
	// Format is the format of the text; empty for the service's default.
	Format    richtext.Format `url:"format,omitempty"`
	Evaluated Evaluated       `url:"evaluated,omitempty"` // expressions to evaluate; none if empty
	// Metadata controls whether Git metadata is included; nil means true. Requests without
	// Git metadata can be faster.
	Metadata *bool `url:"metadata,omitempty"`
	// Computed controls whether content is computed from its sources; nil means true.
	Computed *bool `url:"computed,omitempty"`

	// Only newer versions of the service have these parameters. MarkdownRefs is used only with
	// [richtext.FormatMarkdown]; an empty value means [MarkdownRefsRelative]. Dereferenced selects
	// the references to replace by their content; none if it is empty.
	Dereferenced Dereferenced `url:"dereferenced,omitempty"`
	MarkdownRefs MarkdownRefs `url:"format.markdown.refs,omitempty"`
	// CachedMetadata permits outdated Git metadata.
	CachedMetadata *bool `url:"cachedMetadata,omitempty"`
}

// Evaluated determines which expressions the service evaluates in a text.
type Evaluated string

// Expressions to evaluate.
const (
	EvaluatedFalse             Evaluated = "false"              // none, the default
	EvaluatedTrue              Evaluated = "true"               // all
	EvaluatedDeterministicOnly Evaluated = "deterministic-only" // expressions that depend only on deterministic inputs
)

// Dereferenced selects the references that are replaced by the content that they refer to.
//
// Experimental: may change in any minor release; see [api].
type Dereferenced string

// Values of [Dereferenced].
const (
	DereferencedFalse            Dereferenced = "false" // none, the default
	DereferencedTrue             Dereferenced = "true"  // all
	DereferencedReusableContents Dereferenced = "reusable-contents"
)

// MarkdownRefs is the form of the links in Markdown.
//
// Experimental: may change in any minor release; see [api].
type MarkdownRefs string

// Forms of links.
const (
	MarkdownRefsRelative MarkdownRefs = "relative" // relative to the page, the default
	MarkdownRefsStable   MarkdownRefs = "stable"   // links by ID, which stay valid when a page moves
)

// Get returns a page of the current revision of a space with its text. If options.Format is
// [richtext.FormatMarkdown], the text is in Page.Markdown. If it is [richtext.FormatDocument], the
// text is a tree of nodes in Page.Document. A page that is not of type [PageTypeDocument] has no
// text. Page.Pages contains the pages below the page, without their text.
//
// Experimental: may change in any minor release; see [api].
//
// API: GET /v1/spaces/{spaceId}/content/page/{pageId}
func (s PageService) Get(
	ctx context.Context, spaceID, pageID string, options PageGetOptions, opts ...api.CallOption,
) (*Page, error) {
	return transport.JSON[Page](ctx, s.core, opPageGet.Path(spaceID, pageID).Query(options), opts)
}

// GetByPath returns the page with the given path, such as "guides/first-steps", in a space. It
// behaves like [PageService.Get], but finds only documents and groups. If the path is empty or
// begins with a slash, the error is an [*api.ValidationError].
//
// Experimental: may change in any minor release; see [api].
//
// API: GET /v1/spaces/{spaceId}/content/path/{pagePath}
func (s PageService) GetByPath(
	ctx context.Context, spaceID, pagePath string,
	options PageGetByPathOptions, opts ...api.CallOption,
) (*Page, error) {
	return transport.JSON[Page](
		ctx, s.core, opPageGetByPath.Path(spaceID, pagePath).Query(options), opts,
	)
}

// MetaLinks returns the links in the HTML head of a page of the current revision of a space.
//
// Experimental: may change in any minor release; see [api].
//
// API: GET /v1/spaces/{spaceId}/content/page/{pageId}/meta-links
func (s PageService) MetaLinks(
	ctx context.Context, spaceID, pageID string, opts ...api.CallOption,
) (*PageMetaLinks, error) {
	return transport.JSON[PageMetaLinks](ctx, s.core, opPageMetaLinks.Path(spaceID, pageID), opts)
}
