package spaces

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// SearchService searches the pages of spaces.
type SearchService struct {
	core *transport.Core
}

// SearchResult is a page that matches a search, with the matching sections.
type SearchResult struct {
	ID       string          `json:"id"`
	Title    string          `json:"title"`
	Path     string          `json:"path"`
	Sections []SearchSection `json:"sections,omitzero"` // nil if the page itself matches
	URLs     SearchURLs      `json:"urls"`

	// Only newer versions of the service return these fields; otherwise they are nil. A better
	// match has a higher Score and a lower Rank. Rank begins at 1.
	//
	// Experimental: may change in any minor release; see [api].
	Description *string           `json:"description,omitzero"`
	Score       *float64          `json:"score,omitzero"`
	Rank        *int64            `json:"rank,omitzero"`
	ResultType  *SearchResultType `json:"resultType,omitzero"`
	Ancestors   []SearchAncestor  `json:"ancestors,omitzero"` // pages above this one
}

// SearchResultType is the kind of text that matches a search.
//
// Experimental: may change in any minor release; see [api].
type SearchResultType string

// Kinds of text.
const (
	SearchResultTypePage    SearchResultType = "page"
	SearchResultTypeSection SearchResultType = "section"
)

// SearchAncestor is a page above a page that matches a search.
//
// Experimental: may change in any minor release; see [api].
type SearchAncestor struct {
	Title string `json:"title"`
}

// SearchSection is a section of a page that matches a search.
type SearchSection struct {
	ID    string     `json:"id"`
	Title string     `json:"title"`
	Path  string     `json:"path"`
	Body  string     `json:"body"`
	URLs  SearchURLs `json:"urls"`

	// Only newer versions of the service return these fields: see [SearchResult].
	//
	// Experimental: may change in any minor release; see [api].
	Score      *float64          `json:"score,omitzero"`
	ResultType *SearchResultType `json:"resultType,omitzero"`
}

// SearchURLs contains the URLs of a match.
type SearchURLs struct {
	App string `json:"app"`
}

// A SearchedSpace is a space with the pages that match a search in a site or in an organization. In
// newer versions of the service, a search in a site also finds records, which have a URL but no
// Pages.
//
// Experimental: may change in any minor release; see [api].
type SearchedSpace struct {
	Type  SearchedType   `json:"type,omitzero"` // [SearchedTypeSpace] if empty
	ID    string         `json:"id"`            // ID of the space or the record
	Title string         `json:"title"`
	Pages []SearchResult `json:"pages,omitzero" response:"required,if=type:|space"`
	// Score is higher for a better match. It is nil if the service does not report it.
	Score *float64 `json:"score,omitzero"`
	// URL and Description are set for a record.
	URL         *string `json:"url,omitzero" response:"required,if=type:record"`
	Description *string `json:"description,omitzero"`
	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// SearchedType is the kind of a [SearchedSpace].
//
// Experimental: may change in any minor release; see [api].
type SearchedType string

// Kinds of search results.
const (
	SearchedTypeSpace  SearchedType = "space"
	SearchedTypeRecord SearchedType = "record" // record of a source outside the platform
)

type plainSearchedSpace SearchedSpace

var searchedSpaceCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Join(jsonx.Tree(func(s *SearchedSpace) *plainSearchedSpace { return (*plainSearchedSpace)(s) }))
}}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (s SearchedSpace) MarshalJSON() ([]byte, error) { return searchedSpaceCodec.Marshal(&s) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (s *SearchedSpace) UnmarshalJSON(data []byte) error {
	return searchedSpaceCodec.Unmarshal(data, s)
}

// SearchListOptions are the query parameters of [SearchService.List].
type SearchListOptions struct {
	Query string `url:"query,omitempty" check:"required,len=..512"` // 1 to 512 characters
	// Cursor is the cursor to start from; empty for the first page.
	Cursor string `url:"page,omitempty"`
	// Limit is the number of results per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
}

// List returns one page of the results of a search in a space.
//
// API: GET /v1/spaces/{spaceId}/search
func (s SearchService) List(
	ctx context.Context, spaceID string, options SearchListOptions, opts ...api.CallOption,
) (*pagination.Page[SearchResult], error) {
	return transport.List[SearchResult](
		ctx, s.core, opSearchList.Path(spaceID).Query(options), opts,
	)
}

// All returns an iterator over the results of a search in a space.
//
// API: GET /v1/spaces/{spaceId}/search
func (s SearchService) All(
	ctx context.Context, spaceID string, options SearchListOptions, opts ...api.CallOption,
) iter.Seq2[SearchResult, error] {
	return transport.All[SearchResult](ctx, s.core, opSearchList.Path(spaceID).Query(options), opts)
}

// ListPages returns an iterator over the pages of [SearchService.List].
//
// API: GET /v1/spaces/{spaceId}/search
func (s SearchService) ListPages(
	ctx context.Context, spaceID string, options SearchListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[SearchResult], error] {
	return transport.Pages[SearchResult](
		ctx, s.core, opSearchList.Path(spaceID).Query(options), opts,
	)
}
