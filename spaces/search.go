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
}

// SearchSection is a section of a page that matches a search.
type SearchSection struct {
	ID    string     `json:"id"`
	Title string     `json:"title"`
	Path  string     `json:"path"`
	Body  string     `json:"body"`
	URLs  SearchURLs `json:"urls"`
}

// SearchURLs contains the URLs of a match.
type SearchURLs struct {
	App string `json:"app"`
}

// A SearchedSpace is a space with the pages that match a search in a site or in an organization.
// Newer descriptions of the API also contain results that are not spaces; these have no Pages.
//
// Experimental: may change in any release; see docs/sources.md.
type SearchedSpace struct {
	ID    string         `json:"id"` // of the space
	Title string         `json:"title"`
	Pages []SearchResult `json:"pages"`
	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

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
	Query  string `url:"query,omitempty" check:"required,len=..512"` // 1 to 512 characters
	Cursor string `url:"page,omitempty"`                             // cursor of the page, "" for the first
	Limit  int    `url:"limit,omitempty" check:"range=0..1000"`      // page size, at most 1000; 0 for the service's default
}

// List returns one page of the results of a search in a space.
//
// API: GET /v1/spaces/{spaceId}/search
func (s SearchService) List(ctx context.Context, spaceID string, options SearchListOptions, opts ...api.CallOption) (*pagination.Page[SearchResult], error) {
	return transport.List[SearchResult](ctx, s.core, opSearchList.Path(spaceID).Query(options), opts)
}

// All returns an iterator over the results of a search in a space.
//
// API: GET /v1/spaces/{spaceId}/search
func (s SearchService) All(ctx context.Context, spaceID string, options SearchListOptions, opts ...api.CallOption) iter.Seq2[SearchResult, error] {
	return transport.All[SearchResult](ctx, s.core, opSearchList.Path(spaceID).Query(options), opts)
}

// ListPages returns an iterator over the pages of [SearchService.List].
//
// API: GET /v1/spaces/{spaceId}/search
func (s SearchService) ListPages(ctx context.Context, spaceID string, options SearchListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[SearchResult], error] {
	return transport.Pages[SearchResult](ctx, s.core, opSearchList.Path(spaceID).Query(options), opts)
}
