package orgs

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/spaces"
)

// SearchService searches the pages of all spaces of an organization. To search a single space, use
// [spaces.SearchService]. To search a site, use the Search field of sites.Service.
//
// Experimental: may change in any minor release; see [api].
type SearchService struct {
	core *transport.Core
}

// SearchListOptions are the query parameters of [SearchService.List].
//
// Experimental: may change in any minor release; see [api].
type SearchListOptions struct {
	Query string `url:"query,omitempty" check:"required,len=..512"` // 1 to 512 characters
	// Cursor is the cursor to start from; empty for the first page.
	Cursor string `url:"page,omitempty"`
	// Limit is the size of a page, at most 1000; 0 for the service's default. Its unit is
	// undocumented.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
}

// List returns one page of the results of a search in an organization, grouped by space. It is
// undocumented whether the results include spaces that the caller cannot read.
//
// API: GET /v1/orgs/{organizationId}/search
func (s SearchService) List(
	ctx context.Context, orgID string, options SearchListOptions, opts ...api.CallOption,
) (*pagination.Page[spaces.SearchedSpace], error) {
	return transport.List[spaces.SearchedSpace](
		ctx, s.core, opSearchList.Path(orgID).Query(options), opts,
	)
}

// All returns an iterator over the results of a search in an organization.
//
// API: GET /v1/orgs/{organizationId}/search
func (s SearchService) All(
	ctx context.Context, orgID string, options SearchListOptions, opts ...api.CallOption,
) iter.Seq2[spaces.SearchedSpace, error] {
	return transport.All[spaces.SearchedSpace](
		ctx, s.core, opSearchList.Path(orgID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [SearchService.List].
//
// API: GET /v1/orgs/{organizationId}/search
func (s SearchService) ListPages(
	ctx context.Context, orgID string, options SearchListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[spaces.SearchedSpace], error] {
	return transport.Pages[spaces.SearchedSpace](
		ctx, s.core, opSearchList.Path(orgID).Query(options), opts,
	)
}
