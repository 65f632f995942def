package spaces

import (
	"context"
	"iter"
	"log/slog"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// LinkService lists the links in spaces.
type LinkService struct {
	core *transport.Core
}

// Link is a link in a space.
type Link struct {
	Status   LinkStatus   `json:"status"`
	Relation LinkRelation `json:"relation"`
	// TargetReference is nil if the target is unknown.
	TargetReference *Reference `json:"targetReference,omitzero"`
	// LocationReferences contains the places where the link occurs.
	LocationReferences []Reference `json:"locationReferences"`
}

// LogValue implements [slog.LogValuer]. It hides the download URL of a file.
func (l Link) LogValue() slog.Value { return logvalue.Of(l) }

// LinkStatus is the status of a link.
type LinkStatus string

// Statuses of links.
const (
	LinkStatusOK     LinkStatus = "ok"
	LinkStatusBroken LinkStatus = "broken" // the target does not exist in the revision
	LinkStatusInApp  LinkStatus = "in-app" // a URL within the service
)

// LinkRelation is the relation of a link to its target.
type LinkRelation string

// LinkRelationReference means that the content refers to the target.
const LinkRelationReference LinkRelation = "reference"

// LinkRelationDependsOn means that the service computes the content from the target.
//
// Experimental: may change in any minor release; see [api].
const LinkRelationDependsOn LinkRelation = "dependsOn"

// LinkList is one page of a list of links, with statistics about the entire list.
type LinkList struct {
	pagination.Page[Link]
	Stats LinkStats `json:"stats"`
}

// LinkStats contains the numbers of links.
type LinkStats struct {
	Total  int64       `json:"total"`
	Broken BrokenStats `json:"broken"`
}

// BrokenStats contains the numbers of broken links.
type BrokenStats struct {
	Total int64 `json:"total"`
	// ChangeRequest is the number of links that the change request breaks. It is nil if the list
	// does not belong to a change request.
	ChangeRequest *int64 `json:"changeRequest,omitzero"`
}

// LinkListOptions are the query parameters of [LinkService.List].
type LinkListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of links per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
	// Status selects the links with this status.
	//
	// Experimental: may change in any minor release; see [api].
	Status LinkStatus `url:"status,omitempty"`
}

// List returns one page of the links in a space. Newer descriptions of the API do not contain this
// operation, so the service may respond with 404 or 405.
//
// API: GET /v1/spaces/{spaceId}/links
func (s LinkService) List(
	ctx context.Context, spaceID string, options LinkListOptions, opts ...api.CallOption,
) (*LinkList, error) {
	return transport.ListAs[LinkList](
		ctx, s.core, opLinkList.Path(spaceID).Query(options), opts,
	)
}

// All returns an iterator over the links in a space.
//
// API: GET /v1/spaces/{spaceId}/links
func (s LinkService) All(
	ctx context.Context, spaceID string, options LinkListOptions, opts ...api.CallOption,
) iter.Seq2[Link, error] {
	return transport.AllAs[LinkList, Link](
		ctx, s.core, opLinkList.Path(spaceID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [LinkService.List].
//
// API: GET /v1/spaces/{spaceId}/links
func (s LinkService) ListPages(
	ctx context.Context, spaceID string, options LinkListOptions, opts ...api.CallOption,
) iter.Seq2[*LinkList, error] {
	return transport.PagesAs[LinkList](
		ctx, s.core, opLinkList.Path(spaceID).Query(options), opts,
	)
}
