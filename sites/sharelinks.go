package sites

import (
	"context"
	"iter"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// ShareLinkService is reached as the ShareLinks field of [Service].
type ShareLinkService struct {
	core *transport.Core
}

// ShareLink is a secret link to a site.
type ShareLink struct {
	Object    string        `json:"object"` // "share-link"
	ID        string        `json:"id"`
	CreatedAt time.Time     `json:"createdAt"`
	Name      *string       `json:"name,omitzero"`
	Active    *bool         `json:"active,omitzero"` // whether the link works, nil when the service does not say
	URLs      ShareLinkURLs `json:"urls"`
}

// ShareLinkURLs are the addresses of a share link.
type ShareLinkURLs struct {
	Published *string `json:"published,omitzero"` // nil for a site that is not published
}

// ShareLinkListOptions are the query of [ShareLinkService.List].
type ShareLinkListOptions struct {
	Page  string `url:"page,omitempty"`                        // cursor of the page, "" for the first
	Limit int    `url:"limit,omitempty" check:"range=0..1000"` // links a page, at most 1000; 0 leaves it to the service
}

// List returns one page of the share links of a site. A site without links has an empty page; one that does not exist is an error matching
// [api.ErrNotFound].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/share-links
func (s ShareLinkService) List(ctx context.Context, orgID, siteID string, options ShareLinkListOptions, opts ...api.CallOption) (*pagination.Page[ShareLink], error) {
	return transport.List[ShareLink](ctx, s.core, opShareLinkList.Path(orgID, siteID).Query(options), opts)
}

// All walks the share links of a site, from options.Page on. An error is the last turn: a [*pagination.PageError] with what
// [ShareLinkService.List] returns, or a [*pagination.CursorLoopError].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/share-links
func (s ShareLinkService) All(ctx context.Context, orgID, siteID string, options ShareLinkListOptions, opts ...api.CallOption) iter.Seq2[ShareLink, error] {
	return transport.All[ShareLink](ctx, s.core, opShareLinkList.Path(orgID, siteID).Query(options), opts)
}

// Pages walks the pages of the share links of a site, from options.Page on. Errors are those of [ShareLinkService.All].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/share-links
func (s ShareLinkService) Pages(ctx context.Context, orgID, siteID string, options ShareLinkListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[ShareLink], error] {
	return transport.Pages[ShareLink](ctx, s.core, opShareLinkList.Path(orgID, siteID).Query(options), opts)
}

// ShareLinkCreate is the body of [ShareLinkService.Create].
type ShareLinkCreate struct {
	Name string `json:"name" check:"len=..50"` // at most 50 characters; "" is a name too
}

// Create makes a share link and returns it. A site that does not exist is an error matching [api.ErrNotFound]; a name out of its limit is a
// [*api.ValidationError]. Not resent: see [api.MayHaveApplied].
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/share-links
func (s ShareLinkService) Create(ctx context.Context, orgID, siteID string, link ShareLinkCreate, opts ...api.CallOption) (*ShareLink, error) {
	return transport.JSON[ShareLink](ctx, s.core, opShareLinkCreate.Path(orgID, siteID).Body(link), opts)
}

// Delete removes a share link. One that is not there is no error but [api.AlreadyAbsent]. A caller who may not delete it gets an error
// matching [api.ErrForbidden].
//
// API: DELETE /v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}
func (s ShareLinkService) Delete(ctx context.Context, orgID, siteID, shareLinkID string, opts ...api.CallOption) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opShareLinkDelete.Path(orgID, siteID, shareLinkID), opts)
}

// ShareLinkUpdate is the body of [ShareLinkService.Update]. A nil field is left as it is.
type ShareLinkUpdate struct {
	Active *bool   `json:"active,omitzero"`
	Name   *string `json:"name,omitzero" check:"len=..50"` // at most 50 characters
}

// Update changes the fields of a share link that are set and returns the link as it is then. A link that does not exist is an error
// matching [api.ErrNotFound]; a name out of its limit is a [*api.ValidationError]. Not resent: see [api.MayHaveApplied].
//
// API: PATCH /v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}
func (s ShareLinkService) Update(ctx context.Context, orgID, siteID, shareLinkID string, update ShareLinkUpdate, opts ...api.CallOption) (*ShareLink, error) {
	return transport.JSON[ShareLink](ctx, s.core, opShareLinkUpdate.Path(orgID, siteID, shareLinkID).Body(update), opts)
}
