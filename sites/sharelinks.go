package sites

import (
	"context"
	"iter"
	"log/slog"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// ShareLinkService manages the share links of a site.
type ShareLinkService struct {
	core *transport.Core
}

// ShareLink is a secret link to a site.
type ShareLink struct {
	Object    string        `json:"object"` // "share-link"
	ID        string        `json:"id"`
	CreatedAt time.Time     `json:"createdAt"`
	Name      *string       `json:"name,omitzero"`
	Active    *bool         `json:"active,omitzero"` // whether the link works
	URLs      ShareLinkURLs `json:"urls"`
}

// LogValue implements [slog.LogValuer]. It hides the key in the URL.
func (l ShareLink) LogValue() slog.Value { return logvalue.Of(l) }

// ShareLinkURLs contains the URLs of a share link.
type ShareLinkURLs struct {
	Published *string `json:"published,omitzero" secret:"link"` // nil if the site is not published
}

// LogValue implements [slog.LogValuer]. It hides the path of the URL, which contains the key.
func (u ShareLinkURLs) LogValue() slog.Value { return logvalue.Of(u) }

// ShareLinkListOptions are the query parameters of [ShareLinkService.List].
type ShareLinkListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of share links per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
	// Search selects the share links whose names contain this text. Only newer versions of the
	// service use it.
	//
	// Experimental: may change in any minor release; see [api].
	Search string `url:"search,omitempty"`
}

// List returns one page of the share links of a site.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/share-links
func (s ShareLinkService) List(
	ctx context.Context, orgID, siteID string, options ShareLinkListOptions, opts ...api.CallOption,
) (*pagination.Page[ShareLink], error) {
	return transport.List[ShareLink](
		ctx, s.core, opShareLinkList.Path(orgID, siteID).Query(options), opts,
	)
}

// All returns an iterator over the share links of a site.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/share-links
func (s ShareLinkService) All(
	ctx context.Context, orgID, siteID string, options ShareLinkListOptions, opts ...api.CallOption,
) iter.Seq2[ShareLink, error] {
	return transport.All[ShareLink](
		ctx, s.core, opShareLinkList.Path(orgID, siteID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [ShareLinkService.List].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/share-links
func (s ShareLinkService) ListPages(
	ctx context.Context, orgID, siteID string, options ShareLinkListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[ShareLink], error] {
	return transport.Pages[ShareLink](
		ctx, s.core, opShareLinkList.Path(orgID, siteID).Query(options), opts,
	)
}

// ShareLinkCreate is the request body of [ShareLinkService.Create].
type ShareLinkCreate struct {
	Name string `json:"name" check:"len=..50"` // at most 50 characters; may be empty
}

// Create creates a share link and returns it.
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/share-links
func (s ShareLinkService) Create(
	ctx context.Context, orgID, siteID string, link ShareLinkCreate, opts ...api.CallOption,
) (*ShareLink, error) {
	return transport.JSON[ShareLink](
		ctx, s.core, opShareLinkCreate.Path(orgID, siteID).Body(link), opts,
	)
}

// Delete deletes a share link. If the link does not exist, Delete returns [api.AlreadyAbsent] and a
// nil error.
//
// API: DELETE /v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}
func (s ShareLinkService) Delete(
	ctx context.Context, orgID, siteID, shareLinkID string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opShareLinkDelete.Path(orgID, siteID, shareLinkID), opts)
}

// ShareLinkUpdate is the request body of [ShareLinkService.Update].
type ShareLinkUpdate struct {
	Active *bool   `json:"active,omitzero"`
	Name   *string `json:"name,omitzero" check:"len=..50"` // at most 50 characters
}

// Update updates a share link and returns the updated link.
//
// API: PATCH /v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}
func (s ShareLinkService) Update(
	ctx context.Context, orgID, siteID, shareLinkID string,
	update ShareLinkUpdate, opts ...api.CallOption,
) (*ShareLink, error) {
	return transport.JSON[ShareLink](
		ctx, s.core, opShareLinkUpdate.Path(orgID, siteID, shareLinkID).Body(update), opts,
	)
}
