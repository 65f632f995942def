package sites

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/spaces"
)

// SearchService is reached as the Search field of [Service].
//
// Beyond the documents.
type SearchService struct {
	core *transport.Core
}

// SearchQuery is the body of [SearchService.List]. Where it searches is given in exactly one form:
//
//   - Scope
//   - SiteSpaceIDs, alone or with Mode [SearchModeSpecific]
//   - Mode [SearchModeCurrent] and SiteSpaceID
//   - Mode [SearchModeAll]
//
// Anything else is a [*api.ValidationError]. The service has deprecated all forms but Scope.
//
// Beyond the documents.
type SearchQuery struct {
	Query string       `json:"query" check:"required,len=..512"` // what to find, at most 512 characters
	Scope *SearchScope `json:"scope,omitzero" check:"form=scope|siteSpaceIds|siteSpaceIds+mode:specific|mode:current+siteSpaceId|mode:all"`
	// SiteSpaceIDs are the ids of the site spaces to search in, at least one. Scope has the same
	// with [SearchModeSpecific].
	SiteSpaceIDs []string `json:"siteSpaceIds,omitzero" check:"items=1.."`
	// Mode is [SearchModeSpecific], [SearchModeCurrent] or [SearchModeAll].
	//
	// Deprecated: use Scope.
	Mode SearchMode `json:"mode,omitzero"`
	// SiteSpaceID is the id of the site space to search in with [SearchModeCurrent].
	//
	// Deprecated: use Scope.
	SiteSpaceID *string `json:"siteSpaceId,omitzero"`
}

// SearchScope is where on a site a search looks. Mode says which of the other fields count.
//
// Beyond the documents.
type SearchScope struct {
	Mode SearchMode `json:"mode" check:"required"`
	// CurrentSiteSpace is the id of the site space a reader is in, for [SearchModeDefault]; nil for none.
	CurrentSiteSpace *string `json:"currentSiteSpace,omitzero"`
	// IncludedSiteSpaces are ids of site spaces, for [SearchModeDefault]; nil for none.
	//
	// Deprecated: the service calls it deprecated. See [SearchModeSpecific].
	IncludedSiteSpaces []string `json:"includedSiteSpaces,omitzero"`
	// SiteSpaceIDs are the ids of the site spaces, at least one, for [SearchModeSpecific]; nil for the other modes.
	SiteSpaceIDs []string `json:"siteSpaceIds,omitzero" check:"items=1.."`
}

// SearchMode is a way to say where a search looks. The service may know more values than the constants.
//
// Beyond the documents.
type SearchMode string

const (
	// SearchModeDefault is the scope that the service has by default.
	//
	// Beyond the documents.
	SearchModeDefault SearchMode = "default"
	// SearchModeSpecific looks in the site spaces that are named.
	//
	// Beyond the documents.
	SearchModeSpecific SearchMode = "specific"
	// SearchModeAll looks in all site spaces.
	//
	// Beyond the documents.
	SearchModeAll SearchMode = "all"
	// SearchModeCurrent searches in one site space. It is no mode of a scope.
	//
	// Beyond the documents.
	//
	// Deprecated: use a [SearchScope] with [SearchModeSpecific].
	SearchModeCurrent SearchMode = "current"
)

// SearchOptions are the query of [SearchService.List].
//
// Beyond the documents.
type SearchOptions struct {
	Page  string `url:"page,omitempty"`                        // cursor of the page, "" for the first
	Limit int    `url:"limit,omitempty" check:"range=0..1000"` // spaces a page, at most 1000; 0 leaves it to the service
}

// SearchResult is a space with its pages that were found.
//
// Beyond the documents.
type SearchResult struct {
	ID    string                `json:"id"` // of the space
	Title string                `json:"title"`
	Pages []spaces.SearchResult `json:"pages"`
	// Extra has the members this release does not know. A newer description of the service also has results that are no space; they have no Pages.
	Extra map[string]api.Raw `json:",embed"`
}

type plainSearchResult SearchResult

var searchCodec = jsonx.NewCodec(jsonx.Tree(func(r *SearchResult) *plainSearchResult { return (*plainSearchResult)(r) }))

// MarshalJSON returns the result with all it was read with.
func (r SearchResult) MarshalJSON() ([]byte, error) { return searchCodec.Marshal(&r) }

// UnmarshalJSON reads a result and keeps what it does not know.
func (r *SearchResult) UnmarshalJSON(data []byte) error { return searchCodec.Unmarshal(data, r) }

// List returns one page of what was found on a site, grouped by space. When nothing was found the
// page is empty; a site that does not exist is an error matching [api.ErrNotFound]. A query that is
// empty or too long, an empty list of site spaces and a [SearchQuery] without exactly one form are a
// [*api.ValidationError]. Although it is a POST it changes nothing, so it is retried like a GET.
//
// Beyond the documents.
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/search
func (s SearchService) List(ctx context.Context, orgID, siteID string, query SearchQuery, options SearchOptions, opts ...api.CallOption) (*pagination.Page[SearchResult], error) {
	return transport.List[SearchResult](ctx, s.core, opSearchList.Path(orgID, siteID).Query(options).Body(query), opts)
}

// All walks what was found on a site, from options.Page on. An error is the last turn: a [*pagination.PageError] with what
// [SearchService.List] returns, or a [*pagination.CursorLoopError].
//
// Beyond the documents.
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/search
func (s SearchService) All(ctx context.Context, orgID, siteID string, query SearchQuery, options SearchOptions, opts ...api.CallOption) iter.Seq2[SearchResult, error] {
	return transport.All[SearchResult](ctx, s.core, opSearchList.Path(orgID, siteID).Query(options).Body(query), opts)
}

// Pages walks the pages of what was found on a site, from options.Page on. Errors are those of [SearchService.All].
//
// Beyond the documents.
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/search
func (s SearchService) Pages(ctx context.Context, orgID, siteID string, query SearchQuery, options SearchOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[SearchResult], error] {
	return transport.Pages[SearchResult](ctx, s.core, opSearchList.Path(orgID, siteID).Query(options).Body(query), opts)
}
