package spaces

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// ContentService is reached as the Content field of [Service].
type ContentService struct {
	core *transport.Core
}

// ContentOptions are the query of reads of content.
type ContentOptions struct {
	Metadata *bool `url:"metadata,omitempty"` // false leaves out Git metadata, which can be faster; true when nil
	Computed *bool `url:"computed,omitempty"` // false leaves content uncomputed; true when nil
}

// Get returns the current revision of a space. A space that does not exist is an error matching [api.ErrNotFound].
//
// API: GET /v1/spaces/{spaceId}/content
func (s ContentService) Get(ctx context.Context, spaceID string, options ContentOptions, opts ...api.CallOption) (*Revision, error) {
	return transport.JSON[Revision](ctx, s.core, opContentGet.Path(spaceID).Query(options), opts)
}

// PageTree are the pages of a revision, without their texts. [WalkPages] visits them all.
type PageTree struct {
	Pages []Page `json:"pages"`
}

// PageTree returns the pages of the current revision of a space, all at once. A space without pages has none; one that does not exist is an
// error matching [api.ErrNotFound].
//
// API: GET /v1/spaces/{spaceId}/content/pages
func (s ContentService) PageTree(ctx context.Context, spaceID string, options ContentOptions, opts ...api.CallOption) (*PageTree, error) {
	return transport.Whole[PageTree](ctx, s.core, opContentPageTree.Path(spaceID).Query(options), "pages", opts)
}

// Import is the body of imports of content.
type Import struct {
	URL    string       `json:"url" check:"required"` // of the content
	Source ImportSource `json:"source" check:"required"`
}

// ImportSource is a kind of content to import. The service may know more values than the constants.
type ImportSource string

const (
	// ImportSourceWebsite is a website.
	ImportSourceWebsite ImportSource = "website"
	// ImportSourceDOCX is a Word document.
	//
	// Beyond the documents.
	ImportSourceDOCX ImportSource = "docx"
	// ImportSourceMarkdown is a Markdown file.
	//
	// Beyond the documents.
	ImportSourceMarkdown ImportSource = "markdown"
	// ImportSourceHTML is an HTML file.
	//
	// Beyond the documents.
	ImportSourceHTML ImportSource = "html"
	// ImportSourceZIP is an archive of files.
	//
	// Beyond the documents.
	ImportSourceZIP ImportSource = "zip"
	// ImportSourceConfluence is an export of Confluence.
	//
	// Beyond the documents.
	ImportSourceConfluence ImportSource = "confluence"
	// ImportSourceGitHubWiki is a wiki on GitHub.
	//
	// Beyond the documents.
	ImportSourceGitHubWiki ImportSource = "github-wiki"
	// ImportSourceNotion is an export of Notion.
	//
	// Beyond the documents.
	ImportSourceNotion ImportSource = "notion"
	// ImportSourceGoogleDocs is a document of Google Docs.
	//
	// Beyond the documents.
	ImportSourceGoogleDocs ImportSource = "google-docs"
)

// ImportResult is what an import came to.
type ImportResult struct {
	Revision          string `json:"revision"` // id of the revision with the content
	ImportedResources int64  `json:"importedResources"`
	TotalResources    int64  `json:"totalResources"`
}

// Import imports content into a space. Content the service cannot import is refused by it; a URL or a source that is not set is a
// [*api.ValidationError]. Not resent: see [api.MayHaveApplied]. Newer descriptions of the service no longer have the operation, so a
// service may answer 404 or 405.
//
// API: POST /v1/spaces/{spaceId}/content/import
func (s ContentService) Import(ctx context.Context, spaceID string, content Import, opts ...api.CallOption) (*ImportResult, error) {
	return transport.JSON[ImportResult](ctx, s.core, opContentImport.Path(spaceID).Body(content), opts)
}

// ImportIntoPage imports content into a page of a space. A space or a page that does not exist is an error matching [api.ErrNotFound]; a
// URL or a source that is not set is a [*api.ValidationError]. Not resent: see [api.MayHaveApplied]. Newer descriptions of the service no
// longer have the operation, so a service may answer 404 or 405.
//
// Beyond the documents.
//
// API: POST /v1/spaces/{spaceId}/content/page/{pageId}/import
func (s ContentService) ImportIntoPage(ctx context.Context, spaceID, pageID string, content Import, opts ...api.CallOption) (*ImportResult, error) {
	return transport.JSON[ImportResult](ctx, s.core, opContentImportIntoPage.Path(spaceID, pageID).Body(content), opts)
}

// Template is the body of [ContentService.ApplyTemplate].
type Template struct {
	ID     string          `json:"id" check:"required"`
	Params *TemplateParams `json:"params,omitzero"`
}

// TemplateParams fill in a template.
type TemplateParams struct {
	ContentRefs map[string]TemplateFile `json:"contentRefs,omitzero"` // by the name the template gives them
}

// TemplateFile is a file that fills in a template.
type TemplateFile struct {
	File string `json:"file" check:"required"` // id
}

// MarshalJSON says that it is a file, too.
func (f TemplateFile) MarshalJSON() ([]byte, error) {
	type plain TemplateFile
	return jsonx.Marshal(struct {
		Kind string `json:"kind"`
		plain
	}{"file", plain(f)})
}

// ApplyTemplate fills a space from a template. A space or a template that does not exist is an error matching [api.ErrNotFound]; an id that
// is not set is a [*api.ValidationError]. Not resent: see [api.MayHaveApplied].
//
// API: POST /v1/spaces/{spaceId}/content/template
func (s ContentService) ApplyTemplate(ctx context.Context, spaceID string, template Template, opts ...api.CallOption) error {
	return transport.None(ctx, s.core, opContentApplyTemplate.Path(spaceID).Body(template), opts)
}
