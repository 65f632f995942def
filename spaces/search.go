package spaces

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// SearchService is reached as the Search field of [Service].
type SearchService struct {
	core *transport.Core
}

// SearchResult is a page that was found, with its sections that match.
type SearchResult struct {
	ID       string          `json:"id"`
	Title    string          `json:"title"`
	Path     string          `json:"path"`
	Sections []SearchSection `json:"sections,omitzero"` // nil when the page itself matches
	URLs     SearchURLs      `json:"urls"`
}

// SearchSection is a section of a page that was found.
type SearchSection struct {
	ID    string     `json:"id"`
	Title string     `json:"title"`
	Path  string     `json:"path"`
	Body  string     `json:"body"`
	URLs  SearchURLs `json:"urls"`
}

// SearchURLs are the addresses of what was found.
type SearchURLs struct {
	App string `json:"app"`
}

// SearchOptions are the query of [SearchService.List].
type SearchOptions struct {
	Query string `url:"query,omitempty" check:"required,len=..512"` // what to find, at most 512 characters
	Page  string `url:"page,omitempty"`                             // cursor of the page, "" for the first
	Limit int    `url:"limit,omitempty" check:"range=0..1000"`      // pages a page, at most 1000; 0 leaves it to the service
}

// List returns one page of what was found in a space. When nothing was found the page is empty; a space that does not exist is an error
// matching [api.ErrNotFound]. A query that is empty or too long is a [*api.ValidationError].
//
// API: GET /v1/spaces/{spaceId}/search
func (s SearchService) List(ctx context.Context, spaceID string, options SearchOptions, opts ...api.CallOption) (*pagination.Page[SearchResult], error) {
	return transport.List[SearchResult](ctx, s.core, opSearchList.Path(spaceID).Query(options), opts)
}

// All walks what was found in a space, from options.Page on. An error is the last turn: a [*pagination.PageError] with what
// [SearchService.List] returns, or a [*pagination.CursorLoopError].
//
// API: GET /v1/spaces/{spaceId}/search
func (s SearchService) All(ctx context.Context, spaceID string, options SearchOptions, opts ...api.CallOption) iter.Seq2[SearchResult, error] {
	return transport.All[SearchResult](ctx, s.core, opSearchList.Path(spaceID).Query(options), opts)
}

// Pages walks the pages of what was found in a space, from options.Page on. Errors are those of [SearchService.All].
//
// API: GET /v1/spaces/{spaceId}/search
func (s SearchService) Pages(ctx context.Context, spaceID string, options SearchOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[SearchResult], error] {
	return transport.Pages[SearchResult](ctx, s.core, opSearchList.Path(spaceID).Query(options), opts)
}
