package changerequests

import (
	"context"
	"errors"
	"fmt"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/spaces"
)

// ContentService returns and updates the content of a change request, and imports content into it.
// The content of a change request is its active revision.
type ContentService struct {
	core *transport.Core
}

// PageService returns the pages of a change request.
type PageService struct {
	// Links lists the links on a page.
	Links PageLinkService
	// Backlinks lists the places that refer to a page.
	Backlinks PageBacklinkService

	core *transport.Core
}

// Get returns the active revision of a change request. It contains all files, all reusable content
// and all pages, but not the text of the pages. [PageService.Tree] returns only the pages.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content
func (s ContentService) Get(
	ctx context.Context, spaceID, changeRequestID string,
	options spaces.ContentGetOptions, opts ...api.CallOption,
) (*spaces.Revision, error) {
	return transport.JSON[spaces.Revision](ctx, s.core,
		opContentGet.Path(spaceID, changeRequestID).Query(options), opts)
}

// Import imports content into a change request. Newer descriptions of the API do not contain this
// operation, so the service may respond with 404 or 405.
//
// API: POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/import
func (s ContentService) Import(
	ctx context.Context, spaceID, changeRequestID string,
	content spaces.ContentImport, opts ...api.CallOption,
) (*spaces.ImportResult, error) {
	return transport.JSON[spaces.ImportResult](ctx, s.core,
		opContentImport.Path(spaceID, changeRequestID).Body(content), opts)
}

// Import imports content into a page of a change request. Newer descriptions of the API do not
// contain this operation, so the service may respond with 404 or 405.
//
// Experimental: may change in any minor release; see [api].
//
// API: POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/import
func (s PageService) Import(
	ctx context.Context, spaceID, changeRequestID, pageID string,
	content spaces.PageImport, opts ...api.CallOption,
) (*spaces.ImportResult, error) {
	return transport.JSON[spaces.ImportResult](ctx, s.core,
		opPageImport.Path(spaceID, changeRequestID, pageID).Body(content), opts)
}

// Tree returns all pages of the active revision of a change request in one response, without
// their text.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages
func (s PageService) Tree(
	ctx context.Context, spaceID, changeRequestID string,
	options spaces.PageTreeOptions, opts ...api.CallOption,
) (*spaces.PageTree, error) {
	return transport.JSON[spaces.PageTree](ctx, s.core,
		opPageTree.Path(spaceID, changeRequestID).Query(options), opts)
}

// Get returns a page of the active revision of a change request with its text. It behaves like
// [spaces.PageService.Get].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}
func (s PageService) Get(
	ctx context.Context, spaceID, changeRequestID, pageID string,
	options spaces.PageGetOptions, opts ...api.CallOption,
) (*spaces.Page, error) {
	return transport.JSON[spaces.Page](ctx, s.core,
		opPageGet.Path(spaceID, changeRequestID, pageID).Query(options), opts)
}

// GetByPath returns the page with the given path, such as "guides/first-steps", in the active
// revision of a change request. It behaves like [PageService.Get], but finds only documents and
// groups. If the path is empty or begins with a slash, the error is an [*api.ValidationError].
//
// Experimental: may change in any minor release; see [api].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath}
func (s PageService) GetByPath(
	ctx context.Context, spaceID, changeRequestID, pagePath string,
	options spaces.PageGetByPathOptions, opts ...api.CallOption,
) (*spaces.Page, error) {
	return transport.JSON[spaces.Page](ctx, s.core,
		opPageGetByPath.Path(spaceID, changeRequestID, pagePath).Query(options), opts)
}

// MetaLinks returns the links in the HTML head of a page of the active revision of a change
// request.
//
// Experimental: may change in any minor release; see [api].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/meta-links
func (s PageService) MetaLinks(
	ctx context.Context, spaceID, changeRequestID, pageID string, opts ...api.CallOption,
) (*spaces.PageMetaLinks, error) {
	return transport.JSON[spaces.PageMetaLinks](ctx, s.core,
		opPageMetaLinks.Path(spaceID, changeRequestID, pageID), opts)
}

// ChangesOptions are the query parameters of [Service.Changes].
//
// Experimental: may change in any minor release; see [api].
type ChangesOptions struct {
	Limit int `url:"limit,omitempty" check:"range=0.."` // 0 for the default of 10
}

// Changes returns the changes of a change request. It compares the active revision with the
// revision of the main content from which the change request was created or last updated, so it
// does not include later changes of the main content. RevisionChanges.More is the number of changes
// beyond the limit. There is no next page; [Service.CollectChanges] returns all changes.
//
// Experimental: may change in any minor release; see [api].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes
func (s Service) Changes(
	ctx context.Context, spaceID, changeRequestID string,
	options ChangesOptions, opts ...api.CallOption,
) (*spaces.RevisionChanges, error) {
	return transport.JSON[spaces.RevisionChanges](ctx, s.core,
		opChanges.Path(spaceID, changeRequestID).Query(options), opts)
}

// CollectChanges returns all changes of a change request. It calls [Service.Changes] with a limit
// of 100, and doubles the limit until the response contains all changes. If the response is still
// incomplete and a higher limit adds no changes or fails, CollectChanges returns the response and
// an error that matches [ErrIncompleteChanges] and, if there is one, the error of the higher limit.
// It also does so if More does not fit its field.
//
// Experimental: may change in any minor release; see [api].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes
func (s Service) CollectChanges(
	ctx context.Context, spaceID, changeRequestID string, opts ...api.CallOption,
) (*spaces.RevisionChanges, error) {
	meta, opts := transport.MetaOf(opts)
	var last *spaces.RevisionChanges
	before := -1 // number of changes in last
	for limit := 100; ; limit *= 2 {
		changes, err := s.Changes(ctx, spaceID, changeRequestID, ChangesOptions{Limit: limit},
			opts...)
		switch {
		case err != nil && last == nil:
			return nil, err
		case err != nil:
			return last, fmt.Errorf("%s: %w: %w", opChanges.Name, ErrIncompleteChanges, err)
		}
		if m := meta.Mismatch; m != nil && m.Pointer == "/more" {
			return changes, fmt.Errorf("%s: %w: want %s at %s, got %s", opChanges.Name,
				ErrIncompleteChanges, m.Want, m.Pointer, m.Got)
		}
		if changes.More == nil || *changes.More == 0 {
			return changes, nil
		}
		n := len(changes.Changes)
		if n <= before {
			return changes, fmt.Errorf("%s: %w: %d of %d", opChanges.Name, ErrIncompleteChanges, n,
				int64(n)+*changes.More)
		}
		last, before = changes, n
	}
}

// ErrIncompleteChanges matches the error that [Service.CollectChanges] returns if the service does
// not return all changes, whatever the limit, or if the number of further changes is unknown.
//
// Experimental: may change in any minor release; see [api].
var ErrIncompleteChanges = errors.New("the service does not return all changes")
