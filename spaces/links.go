package spaces

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// LinkService is reached as the Links field of [Service].
type LinkService struct {
	core *transport.Core
}

// Link is a link from one place to another.
type Link struct {
	Status             LinkStatus   `json:"status"`
	Relation           LinkRelation `json:"relation"`
	TargetReference    *Reference   `json:"targetReference,omitzero"` // where it leads, nil when that is unknown
	LocationReferences []Reference  `json:"locationReferences"`       // where it stands
}

// LinkStatus says whether a link works. The service may know more values than the constants.
type LinkStatus string

const (
	// LinkStatusOK is a link without a problem.
	LinkStatusOK LinkStatus = "ok"
	// LinkStatusBroken is a link whose target does not exist in the revision.
	LinkStatusBroken LinkStatus = "broken"
	// LinkStatusInApp is a URL that leads to a place within the service.
	LinkStatusInApp LinkStatus = "in-app"
)

// LinkRelation says what a link is for. The service may know more values than the constants.
type LinkRelation string

const (
	// LinkRelationReference refers to its target.
	LinkRelationReference LinkRelation = "reference"
	// LinkRelationDependsOn is made from its target.
	//
	// Beyond the documents.
	LinkRelationDependsOn LinkRelation = "dependsOn"
)

// LinkPage is one page of links, with what they come to in all.
type LinkPage struct {
	pagination.Page[Link]
	Stats LinkStats `json:"stats"`
}

// LinkStats count links.
type LinkStats struct {
	Total  int64       `json:"total"`
	Broken BrokenStats `json:"broken"`
}

// BrokenStats count broken links.
type BrokenStats struct {
	Total         int64  `json:"total"`
	ChangeRequest *int64 `json:"changeRequest,omitzero"` // those of a change request, nil outside of one
}

// LinkListOptions are the query of [LinkService.List].
type LinkListOptions struct {
	Page  string `url:"page,omitempty"`                        // cursor of the page, "" for the first
	Limit int    `url:"limit,omitempty" check:"range=0..1000"` // links a page, at most 1000; 0 leaves it to the service
	// Status lets links of this status through.
	//
	// Beyond the documents.
	Status LinkStatus `url:"status,omitempty"`
}

// List returns one page of the links of a space. When there are none the page is empty; a space that does not exist is an error matching
// [api.ErrNotFound]. Newer descriptions of the service no longer have the operation, so a service may answer 404 or 405.
//
// API: GET /v1/spaces/{spaceId}/links
func (s LinkService) List(ctx context.Context, spaceID string, options LinkListOptions, opts ...api.CallOption) (*LinkPage, error) {
	return transport.ListAs[LinkPage, Link](ctx, s.core, opLinkList.Path(spaceID).Query(options), opts)
}

// All walks the links of a space, from options.Page on. An error is the last turn: a [*pagination.PageError] with what [LinkService.List]
// returns, or a [*pagination.CursorLoopError].
//
// API: GET /v1/spaces/{spaceId}/links
func (s LinkService) All(ctx context.Context, spaceID string, options LinkListOptions, opts ...api.CallOption) iter.Seq2[Link, error] {
	return transport.AllAs[LinkPage, Link](ctx, s.core, opLinkList.Path(spaceID).Query(options), opts)
}

// Pages walks the pages of the links of a space, from options.Page on. Errors are those of [LinkService.All].
//
// API: GET /v1/spaces/{spaceId}/links
func (s LinkService) Pages(ctx context.Context, spaceID string, options LinkListOptions, opts ...api.CallOption) iter.Seq2[*LinkPage, error] {
	return transport.PagesAs[LinkPage, Link](ctx, s.core, opLinkList.Path(spaceID).Query(options), opts)
}
