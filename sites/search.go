package sites

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/spaces"
)

// SearchService searches the pages of a site.
//
// Experimental: may change in any minor release; see [api].
type SearchService struct {
	core *transport.Core
}

// SearchQuery is the request body of [SearchService.List].
//
// Experimental: may change in any minor release; see [api].
type SearchQuery struct {
	Query string `json:"query" check:"required,len=..512"` // 1 to 512 characters
	// Scope selects the site spaces to search. Its Mode is required.
	Scope SearchScope `json:"scope"`
}

// SearchScope selects the site spaces that are used for a search or for an answer. Mode determines
// which of the other fields apply.
//
// Experimental: may change in any minor release; see [api].
type SearchScope struct {
	Mode SearchMode `json:"mode" check:"required"`
	// CurrentSiteSpace is the ID of the site space that the reader is visiting, for
	// [SearchModeDefault].
	CurrentSiteSpace *string `json:"currentSiteSpace,omitzero"`
	// SiteSpaceIDs contains the IDs of one or more site spaces, for [SearchModeSpecific].
	SiteSpaceIDs []string `json:"siteSpaceIds,omitzero" check:"items=1.."`

	// RestrictTo restricts [SearchModeDefault] to CurrentSiteSpace or to the other site spaces.
	// Only newer versions of the service use it.
	RestrictTo SearchRestriction `json:"restrictTo,omitzero"`
}

// Validate checks that SiteSpaceIDs is set for [SearchModeSpecific].
func (s SearchScope) Validate() error {
	if s.Mode != SearchModeSpecific {
		return nil
	}
	return check.Needs(s, "mode", string(s.Mode), "siteSpaceIds")
}

// SearchRestriction restricts a search to some of the site spaces.
//
// Experimental: may change in any minor release; see [api].
type SearchRestriction string

// Restrictions of a search.
const (
	SearchRestrictionCurrentSiteSpace SearchRestriction = "currentSiteSpace"
	SearchRestrictionOtherSiteSpaces  SearchRestriction = "otherSiteSpaces"
)

// SearchMode selects the site spaces that are used for a search or for an answer.
//
// Experimental: may change in any minor release; see [api].
type SearchMode string

// Search modes.
const (
	SearchModeDefault  SearchMode = "default"  // the default of the service
	SearchModeSpecific SearchMode = "specific" // the given site spaces
	SearchModeAll      SearchMode = "all"      // all site spaces
)

// SearchListOptions are the query parameters of [SearchService.List].
//
// Experimental: may change in any minor release; see [api].
type SearchListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of results per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
}

// List returns one page of the results of a search in a site, grouped by space.
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/search
func (s SearchService) List(
	ctx context.Context, orgID, siteID string,
	query SearchQuery, options SearchListOptions, opts ...api.CallOption,
) (*pagination.Page[spaces.SearchedSpace], error) {
	return transport.List[spaces.SearchedSpace](
		ctx, s.core, opSearchList.Path(orgID, siteID).Query(options).Body(query), opts,
	)
}

// All returns an iterator over the results of a search in a site.
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/search
func (s SearchService) All(
	ctx context.Context, orgID, siteID string,
	query SearchQuery, options SearchListOptions, opts ...api.CallOption,
) iter.Seq2[spaces.SearchedSpace, error] {
	return transport.All[spaces.SearchedSpace](
		ctx, s.core, opSearchList.Path(orgID, siteID).Query(options).Body(query), opts,
	)
}

// ListPages returns an iterator over the pages of [SearchService.List].
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/search
func (s SearchService) ListPages(
	ctx context.Context, orgID, siteID string,
	query SearchQuery, options SearchListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[spaces.SearchedSpace], error] {
	return transport.Pages[spaces.SearchedSpace](
		ctx, s.core, opSearchList.Path(orgID, siteID).Query(options).Body(query), opts,
	)
}
