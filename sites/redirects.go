package sites

import (
	"context"
	"iter"
	"log/slog"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// RedirectService manages the redirects of a site.
//
// If a page has been moved, the service also redirects visitors from the old path, with the status
// 307. These automatic redirects take precedence over the redirects of RedirectService, which does
// not list them.
//
// Experimental: may change in any minor release; see [api].
type RedirectService struct {
	core *transport.Core
}

// Redirect sends visitors from a path to another part of the site.
//
// Experimental: may change in any minor release; see [api].
type Redirect struct {
	Object string `json:"object"` // "site-redirect"
	ID     string `json:"id"`
	// Source is the path on the site, such as "/old/page"; case does not matter.
	Source      string              `json:"source"`
	Destination RedirectDestination `json:"destination"`
	// Only newer versions of the service report these fields; otherwise they are nil.
	Draft           *bool      `json:"draft,omitzero"`
	CaptureWildcard *bool      `json:"captureWildcard,omitzero"`
	Permanent       *bool      `json:"permanent,omitzero"`
	CreatedAt       *time.Time `json:"createdAt,omitzero"`
	UpdatedAt       *time.Time `json:"updatedAt,omitzero"`
}

// RedirectDestination is the destination of a redirect. Kind determines which of the other fields
// are set.
//
// In a request, set Kind and the fields of that kind. For a destination of a kind that this release
// does not know, set Raw.
//
// Experimental: may change in any minor release; see [api].
type RedirectDestination struct {
	Kind RedirectDestinationKind `json:"kind"`
	// SiteSectionID is the ID of a section.
	SiteSectionID *string `json:"siteSectionId,omitzero" response:"required,if=kind:site-section"`
	// SiteSpaceID is the ID of a site space. If the destination is a page, it identifies the site
	// space that contains the page.
	SiteSpaceID *string `json:"siteSpaceId,omitzero" response:"required,if=kind:site-space|site-page"`
	// PageID is the ID of a page.
	PageID *string `json:"pageId,omitzero" response:"required,if=kind:site-page"`
	// URL is an absolute URL with http or https. It has at most 2048 characters.
	URL *string `json:"url,omitzero" response:"required,if=kind:external" check:"len=..2048"`
	// SpaceID is the ID of the space that contains Path.
	SpaceID *string `json:"spaceId,omitzero"`
	// Path is the path of a page in a space.
	Path *string `json:"path,omitzero"`
	// Raw is the JSON of a destination whose kind this release does not know, and nil otherwise. If
	// Raw is set, MarshalJSON returns it and ignores the other fields.
	Raw api.Raw `json:"-"`
}

// Validate checks that exactly the fields for Kind are set. If Raw is set, only Kind may be set
// too.
func (d RedirectDestination) Validate() error {
	var forms []string
	switch d.Kind {
	case RedirectDestinationKindSection:
		forms = []string{"kind with siteSectionId"}
	case RedirectDestinationKindSiteSpace:
		forms = []string{"kind with siteSpaceId"}
	case RedirectDestinationKindPage:
		forms = []string{"kind with siteSpaceId with pageId"}
	case RedirectDestinationKindExternal:
		forms = []string{"kind with url"}
	case RedirectDestinationKindPath:
		forms = []string{"kind with spaceId with path"}
	default: // an unknown kind needs Raw
	}
	return check.Form(d, append(forms, "Raw", "kind with Raw")...)
}

// RedirectDestinationKind is the kind of a [RedirectDestination].
//
// Experimental: may change in any minor release; see [api].
type RedirectDestinationKind string

// Kinds of destinations.
const (
	RedirectDestinationKindSection   RedirectDestinationKind = "site-section"
	RedirectDestinationKindSiteSpace RedirectDestinationKind = "site-space"
	RedirectDestinationKindPage      RedirectDestinationKind = "site-page" // a page in a site space
	RedirectDestinationKindExternal  RedirectDestinationKind = "external"  // a URL; only in newer versions of the service
	RedirectDestinationKindPath      RedirectDestinationKind = "path"      // a path in a space; only in requests, and only in newer versions of the service
)

type plainRedirectDestination RedirectDestination

var redirectDestinationCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Join(jsonx.Kinds("kind", func(d *RedirectDestination) (any, *RedirectDestinationKind, *api.Raw) {
		return (*plainRedirectDestination)(d), &d.Kind, &d.Raw
	}, RedirectDestinationKindSection, RedirectDestinationKindSiteSpace, RedirectDestinationKindPage,
		RedirectDestinationKindExternal, RedirectDestinationKindPath))
}}

// MarshalJSON encodes the destination, or Raw if it is set.
func (d RedirectDestination) MarshalJSON() ([]byte, error) {
	return redirectDestinationCodec.Marshal(&d)
}

// UnmarshalJSON decodes a destination of a known kind, and keeps any other destination in Raw.
func (d *RedirectDestination) UnmarshalJSON(data []byte) error {
	return redirectDestinationCodec.Unmarshal(data, d)
}

// RedirectListOptions are the query parameters of [RedirectService.List].
//
// Experimental: may change in any minor release; see [api].
type RedirectListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of redirects per page, at most 1000; 0 for the service's default.
	Limit  int    `url:"limit,omitempty" check:"range=0..1000"`
	Search string `url:"search,omitempty"` // text that the path contains

	// Only newer versions of the service have these parameters. An empty OrderBy means
	// [RedirectSortCreatedAt]. If Draft is true, it selects the drafts; if it is false or nil, it
	// selects the live redirects.
	OrderBy RedirectSort `url:"orderBy,omitempty"`
	Draft   *bool        `url:"draft,omitempty"`
}

// RedirectSort selects the order of a list of redirects.
//
// Experimental: may change in any minor release; see [api].
type RedirectSort string

// Orders of redirects.
const (
	RedirectSortCreatedAt RedirectSort = "createdAt" // newest first
	RedirectSortUpdatedAt RedirectSort = "updatedAt" // newest first
	RedirectSortSource    RedirectSort = "source"    // alphabetical
)

// List returns one page of the redirects of a site.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/redirects
func (s RedirectService) List(
	ctx context.Context, orgID, siteID string, options RedirectListOptions, opts ...api.CallOption,
) (*pagination.Page[Redirect], error) {
	return transport.List[Redirect](
		ctx, s.core, opRedirectList.Path(orgID, siteID).Query(options), opts,
	)
}

// All returns an iterator over the redirects of a site.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/redirects
func (s RedirectService) All(
	ctx context.Context, orgID, siteID string, options RedirectListOptions, opts ...api.CallOption,
) iter.Seq2[Redirect, error] {
	return transport.All[Redirect](
		ctx, s.core, opRedirectList.Path(orgID, siteID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [RedirectService.List].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/redirects
func (s RedirectService) ListPages(
	ctx context.Context, orgID, siteID string, options RedirectListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[Redirect], error] {
	return transport.Pages[Redirect](
		ctx, s.core, opRedirectList.Path(orgID, siteID).Query(options), opts,
	)
}

// RedirectCreate is the request body of [RedirectService.Create].
//
// Experimental: may change in any minor release; see [api].
type RedirectCreate struct {
	// Source is the path to redirect. It has at most 512 characters, begins with a slash, does not
	// end with a slash, and has no query. Characters other than letters, digits and "-._~+" are
	// percent-encoded. The service has been seen to fail if a path has 512 characters, but not if
	// it has 511. Newer versions of the service accept a wildcard at the end: "/old/*" or "/old*".
	Source      string              `json:"source" check:"required,len=..512,match=path"`
	Destination RedirectDestination `json:"destination"`

	// Only newer versions of the service have these fields; nil means false. CaptureWildcard
	// appends the text that the wildcard matches to the destination. Draft creates a draft, which
	// does not redirect visitors.
	CaptureWildcard *bool `json:"captureWildcard,omitzero"`
	Draft           *bool `json:"draft,omitzero"`
	Permanent       *bool `json:"permanent,omitzero"`
}

// Create creates a redirect and returns it. It is undocumented what the service does if the site
// already has a redirect from that path. In package publishingtest, the error matches
// [api.ErrBadRequest] or [api.ErrUnprocessable].
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/redirects
func (s RedirectService) Create(
	ctx context.Context, orgID, siteID string, redirect RedirectCreate, opts ...api.CallOption,
) (*Redirect, error) {
	return transport.JSON[Redirect](
		ctx, s.core, opRedirectCreate.Path(orgID, siteID).Body(redirect), opts,
	)
}

// RedirectUpdate is the request body of [RedirectService.Update]. If a field is nil, the value does
// not change.
//
// Experimental: may change in any minor release; see [api].
type RedirectUpdate struct {
	// Source is the path: see [RedirectCreate].
	Source      *string              `json:"source,omitzero" check:"len=..512,match=path"`
	Destination *RedirectDestination `json:"destination,omitzero"`

	// Only newer versions of the service have these fields: see [RedirectCreate].
	CaptureWildcard *bool `json:"captureWildcard,omitzero"`
	Draft           *bool `json:"draft,omitzero"`
	Permanent       *bool `json:"permanent,omitzero"`
}

// Update updates a redirect and returns the updated redirect.
//
// API: PATCH /v1/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}
func (s RedirectService) Update(
	ctx context.Context, orgID, siteID, siteRedirectID string,
	update RedirectUpdate, opts ...api.CallOption,
) (*Redirect, error) {
	return transport.JSON[Redirect](
		ctx, s.core, opRedirectUpdate.Path(orgID, siteID, siteRedirectID).Body(update), opts,
	)
}

// Delete deletes a redirect. If the redirect does not exist, Delete returns [api.AlreadyAbsent] and
// a nil error.
//
// API: DELETE /v1/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}
func (s RedirectService) Delete(
	ctx context.Context, orgID, siteID, siteRedirectID string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opRedirectDelete.Path(orgID, siteID, siteRedirectID), opts)
}

// RedirectResolveOptions are the query parameters of [RedirectService.Resolve].
//
// Experimental: may change in any minor release; see [api].
type RedirectResolveOptions struct {
	// Source is the path: see [RedirectCreate].
	Source string `url:"source,omitempty" check:"required,len=..512,match=path"`
	// ShareKey is the key of a share link; empty for none.
	ShareKey api.Secret `url:"shareKey,omitempty"`
}

// LogValue implements [slog.LogValuer]. It hides the key.
func (o RedirectResolveOptions) LogValue() slog.Value { return logvalue.Of(o) }

// ResolvedRedirect is the result of [RedirectService.Resolve].
//
// Experimental: may change in any minor release; see [api].
type ResolvedRedirect struct {
	Redirect Redirect `json:"redirect" response:"about"`
	// Target is the URL of the destination, which may contain the share key.
	Target string `json:"target" secret:"url"`
}

// LogValue implements [slog.LogValuer]. It hides the path of the target.
func (r ResolvedRedirect) LogValue() slog.Value { return logvalue.Of(r) }

// Resolve returns the redirect for a path and the URL that it leads to. If there is no redirect,
// the error matches [api.ErrNotFound]. If the service rejects the path, the error matches
// [api.ErrBadRequest] or [api.ErrUnprocessable]; the service has been seen to return 422.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/redirect
func (s RedirectService) Resolve(
	ctx context.Context, orgID, siteID string,
	options RedirectResolveOptions, opts ...api.CallOption,
) (*ResolvedRedirect, error) {
	return transport.JSON[ResolvedRedirect](
		ctx, s.core, opRedirectResolve.Path(orgID, siteID).Query(options), opts,
	)
}
