package spaces

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// ContentService returns the current content of a space and imports content into it.
type ContentService struct {
	core *transport.Core
}

// PageService returns the pages of the current content of a space.
type PageService struct {
	// Links lists the links on a page.
	//
	// Experimental: may change in any minor release; see [api].
	Links PageLinkService
	// Backlinks lists the places that refer to a page.
	//
	// Experimental: may change in any minor release; see [api].
	Backlinks PageBacklinkService

	core *transport.Core
}

// ContentGetOptions are the query parameters of requests for all content.
type ContentGetOptions struct {
	// Metadata controls whether Git metadata is included; nil means true. Requests without
	// Git metadata can be faster.
	Metadata *bool `url:"metadata,omitempty"`
	// Computed controls whether content is computed from its sources; nil means true.
	Computed *bool `url:"computed,omitempty"`
}

// Get returns the current revision of a space. It contains all files, all reusable content and all
// pages, but not the text of the pages. [PageService.Tree] returns only the pages.
//
// API: GET /v1/spaces/{spaceId}/content
func (s ContentService) Get(
	ctx context.Context, spaceID string, options ContentGetOptions, opts ...api.CallOption,
) (*Revision, error) {
	return transport.JSON[Revision](ctx, s.core, opContentGet.Path(spaceID).Query(options), opts)
}

// PageTreeOptions are the query parameters of requests for all pages.
type PageTreeOptions struct {
	// Metadata controls whether Git metadata is included; nil means true. Requests without
	// Git metadata can be faster.
	Metadata *bool `url:"metadata,omitempty"`
	// Computed controls whether content is computed from its sources; nil means true.
	Computed *bool `url:"computed,omitempty"`
}

// PageTree contains the pages of a revision without their text. [WalkPages] iterates over all of
// them.
type PageTree struct {
	Pages []Page `json:"pages" response:"about"`
}

// Tree returns all pages of the current revision of a space in one response, without their
// text.
//
// API: GET /v1/spaces/{spaceId}/content/pages
func (s PageService) Tree(
	ctx context.Context, spaceID string, options PageTreeOptions, opts ...api.CallOption,
) (*PageTree, error) {
	return transport.JSON[PageTree](ctx, s.core, opPageTree.Path(spaceID).Query(options), opts)
}

// ContentImport is the request body of the methods that import content into a space.
type ContentImport struct {
	URL    string       `json:"url" check:"required"` // URL of the content
	Source ImportSource `json:"source" check:"required"`
}

// ImportSource is the format or the origin of content to import.
type ImportSource string

// ImportSourceWebsite means that the content is a website.
const ImportSourceWebsite ImportSource = "website"

// Import sources that are not in the API reference.
//
// Experimental: may change in any minor release; see [api].
const (
	ImportSourceDOCX       ImportSource = "docx" // a Word document
	ImportSourceMarkdown   ImportSource = "markdown"
	ImportSourceHTML       ImportSource = "html"
	ImportSourceZIP        ImportSource = "zip"        // an archive of files
	ImportSourceConfluence ImportSource = "confluence" // an export of Confluence
	ImportSourceGitHubWiki ImportSource = "github-wiki"
	ImportSourceNotion     ImportSource = "notion" // an export of Notion
	ImportSourceGoogleDocs ImportSource = "google-docs"
)

// ImportResult is the result of an import.
type ImportResult struct {
	// Revision is the ID of the revision that contains the content.
	Revision          string `json:"revision" response:"id"`
	ImportedResources int64  `json:"importedResources"`
	TotalResources    int64  `json:"totalResources"`
}

// Import imports content into a space. Newer descriptions of the API do not contain this operation,
// so the service may respond with 404 or 405.
//
// API: POST /v1/spaces/{spaceId}/content/import
func (s ContentService) Import(
	ctx context.Context, spaceID string, content ContentImport, opts ...api.CallOption,
) (*ImportResult, error) {
	return transport.JSON[ImportResult](
		ctx, s.core, opContentImport.Path(spaceID).Body(content), opts,
	)
}

// PageImport is the request body of the methods that import content into a page.
//
// Experimental: may change in any minor release; see [api].
type PageImport struct {
	URL    string       `json:"url" check:"required"` // URL of the content
	Source ImportSource `json:"source" check:"required"`
}

// Import imports content into a page of a space. Newer descriptions of the API do not contain this
// operation, so the service may respond with 404 or 405.
//
// Experimental: may change in any minor release; see [api].
//
// API: POST /v1/spaces/{spaceId}/content/page/{pageId}/import
func (s PageService) Import(
	ctx context.Context, spaceID, pageID string, content PageImport, opts ...api.CallOption,
) (*ImportResult, error) {
	return transport.JSON[ImportResult](
		ctx, s.core, opPageImport.Path(spaceID, pageID).Body(content), opts,
	)
}

// ContentApplyTemplate is the request body of [ContentService.ApplyTemplate].
type ContentApplyTemplate struct {
	ID     string          `json:"id" check:"required"`
	Params *TemplateParams `json:"params,omitzero"`
	// ChangeRequestID is the ID of the change request to which the template is applied, or nil for
	// the main content. Only newer versions of the service use it.
	//
	// Experimental: may change in any minor release; see [api].
	ChangeRequestID *string `json:"changeRequestId,omitzero"`
}

// Template is the template from which a request creates content.
//
// Experimental: may change in any minor release; see [api].
type Template struct {
	ID     string          `json:"id" check:"required"`
	Params *TemplateParams `json:"params,omitzero"`
}

// TemplateParams contains the parameters of a template.
type TemplateParams struct {
	ContentRefs map[string]TemplateFile `json:"contentRefs,omitzero"` // files by parameter name
}

// TemplateFile is a file that is passed to a template.
type TemplateFile struct {
	File string `json:"file" check:"required"` // ID of the file
}

// MarshalJSON implements the [encoding/json.Marshaler] interface. It adds the kind of the
// reference.
func (f TemplateFile) MarshalJSON() ([]byte, error) {
	type plain TemplateFile
	return jsonx.Marshal(struct {
		Kind string `json:"kind"`
		plain
	}{"file", plain(f)})
}

// ApplyTemplate fills a space from a template.
//
// API: POST /v1/spaces/{spaceId}/content/template
func (s ContentService) ApplyTemplate(
	ctx context.Context, spaceID string, template ContentApplyTemplate, opts ...api.CallOption,
) error {
	return transport.None(ctx, s.core, opContentApplyTemplate.Path(spaceID).Body(template), opts)
}
