package changerequests

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/spaces"
)

// ContentService returns the content of a change request, which is its active revision, and imports
// content into it.
type ContentService struct {
	core *transport.Core
}

// Get returns the active revision of a change request: all its pages, without their text, all its
// files and all its reusable content. [ContentService.PageTree] returns the pages alone.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content
func (s ContentService) Get(ctx context.Context, spaceID, changeRequestID string, options spaces.ContentOptions, opts ...api.CallOption) (*spaces.Revision, error) {
	return transport.Whole[spaces.Revision](ctx, s.core, opContentGet.Path(spaceID, changeRequestID).Query(options), "pages", opts)
}

// Import imports content into a change request. Newer descriptions of the API do not contain this
// operation, so the service may respond with 404 or 405.
//
// API: POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/import
func (s ContentService) Import(ctx context.Context, spaceID, changeRequestID string, content spaces.Import, opts ...api.CallOption) (*spaces.ImportResult, error) {
	return transport.JSON[spaces.ImportResult](ctx, s.core, opContentImport.Path(spaceID, changeRequestID).Body(content), opts)
}

// ImportIntoPage imports content into a page of a change request. Newer descriptions of the API
// do not contain this operation, so the service may respond with 404 or 405.
//
// Experimental: may change in any release; see docs/sources.md.
//
// API: POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/import
func (s ContentService) ImportIntoPage(ctx context.Context, spaceID, changeRequestID, pageID string, content spaces.Import, opts ...api.CallOption) (*spaces.ImportResult, error) {
	return transport.JSON[spaces.ImportResult](ctx, s.core, opContentImportIntoPage.Path(spaceID, changeRequestID, pageID).Body(content), opts)
}

// PageTree returns all pages of the active revision of a change request in one response, without
// their text.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages
func (s ContentService) PageTree(ctx context.Context, spaceID, changeRequestID string, options spaces.ContentOptions, opts ...api.CallOption) (*spaces.PageTree, error) {
	return transport.Whole[spaces.PageTree](ctx, s.core, opContentPageTree.Path(spaceID, changeRequestID).Query(options), "pages", opts)
}

// Page returns a page of the active revision of a change request with its text, as
// [spaces.ContentService.Page] does for a space.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}
func (s ContentService) Page(ctx context.Context, spaceID, changeRequestID, pageID string, options spaces.PageOptions, opts ...api.CallOption) (*spaces.Page, error) {
	return transport.JSON[spaces.Page](ctx, s.core, opContentPage.Path(spaceID, changeRequestID, pageID).Query(options), opts)
}
