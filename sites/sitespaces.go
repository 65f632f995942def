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

// SiteSpaceService is reached as the SiteSpaces field of [Service].
type SiteSpaceService struct {
	core *transport.Core
}

// SiteSpace is a space placed on a site.
type SiteSpace struct {
	Object    string       `json:"object"` // "site-space"
	ID        string       `json:"id"`
	Path      string       `json:"path"`             // of the space on the site
	Section   *string      `json:"section,omitzero"` // id of the section it is in, nil for a site without sections
	Space     spaces.Space `json:"space"`
	Title     string       `json:"title"`
	Default   *bool        `json:"default,omitzero"`   // whether it is the default space of the site, nil when the service does not say
	Condition *string      `json:"condition,omitzero"` // expression that decides whether a visitor sees the space, nil for everybody
	// HasAdvancedCustomizationFeature is nil when the service does not say.
	HasAdvancedCustomizationFeature *bool         `json:"hasAdvancedCustomizationFeature,omitzero"`
	URLs                            SiteSpaceURLs `json:"urls"`
}

// SiteSpaceURLs are the addresses of a site space.
type SiteSpaceURLs struct {
	Published *string `json:"published,omitzero"` // nil for a site that is not published
}

// SiteSpaceListOptions are the query of [SiteSpaceService.List].
type SiteSpaceListOptions struct {
	Page     string `url:"page,omitempty"`                        // cursor of the page, "" for the first
	Limit    int    `url:"limit,omitempty" check:"range=0..1000"` // site spaces a page, at most 1000; 0 leaves it to the service
	ShareKey string `url:"shareKey,omitempty"`                    // resolves the published URLs of a site that is shared by link
	Default  *bool  `url:"default,omitempty"`                     // true asks for the default one alone, false for the others, nil for all
}

// List returns one page of the site spaces of a site. When there are none the page is empty; a site that does not exist is an error
// matching [api.ErrNotFound].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/site-spaces
func (s SiteSpaceService) List(ctx context.Context, orgID, siteID string, options SiteSpaceListOptions, opts ...api.CallOption) (*pagination.Page[SiteSpace], error) {
	return transport.List[SiteSpace](ctx, s.core, opSiteSpaceList.Path(orgID, siteID).Query(options), opts)
}

// All walks the site spaces of a site, from options.Page on. An error is the last turn: a [*pagination.PageError] with what
// [SiteSpaceService.List] returns, or a [*pagination.CursorLoopError].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/site-spaces
func (s SiteSpaceService) All(ctx context.Context, orgID, siteID string, options SiteSpaceListOptions, opts ...api.CallOption) iter.Seq2[SiteSpace, error] {
	return transport.All[SiteSpace](ctx, s.core, opSiteSpaceList.Path(orgID, siteID).Query(options), opts)
}

// Pages walks the pages of the site spaces of a site, from options.Page on. Errors are those of [SiteSpaceService.All].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/site-spaces
func (s SiteSpaceService) Pages(ctx context.Context, orgID, siteID string, options SiteSpaceListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[SiteSpace], error] {
	return transport.Pages[SiteSpace](ctx, s.core, opSiteSpaceList.Path(orgID, siteID).Query(options), opts)
}

// SiteSpaceCreate is the body of [SiteSpaceService.Create].
type SiteSpaceCreate struct {
	SpaceID   string  `json:"spaceId" check:"required"`
	SectionID *string `json:"sectionId,omitzero"` // nil for the default section, or for the root of a site without sections
}

// Create places a space on a site and returns the site space. A site, a section or a space that does not exist is an error matching
// [api.ErrNotFound] or [api.ErrBadRequest], as the service decides. Not resent: see [api.MayHaveApplied].
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/site-spaces
func (s SiteSpaceService) Create(ctx context.Context, orgID, siteID string, siteSpace SiteSpaceCreate, opts ...api.CallOption) (*SiteSpace, error) {
	return transport.JSON[SiteSpace](ctx, s.core, opSiteSpaceCreate.Path(orgID, siteID).Body(siteSpace), opts)
}

// Delete takes a space off a site; the space itself stays. One that is not there is no error but [api.AlreadyAbsent]. A caller who may not
// delete it gets an error matching [api.ErrForbidden].
//
// API: DELETE /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}
func (s SiteSpaceService) Delete(ctx context.Context, orgID, siteID, siteSpaceID string, opts ...api.CallOption) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opSiteSpaceDelete.Path(orgID, siteID, siteSpaceID), opts)
}

// SiteSpaceUpdate is the body of [SiteSpaceService.Update]. A field that is not set is left as it is.
type SiteSpaceUpdate struct {
	Path *string `json:"path,omitzero"`
	// Condition is an expression that decides whether a visitor sees the space. Null removes it.
	Condition api.Nullable[string] `json:"condition,omitzero"`
	SpaceID   *string              `json:"spaceId,omitzero"` // content that the site space points to
}

// Update changes the fields of a site space that are set and returns it as it is then. One that does not exist is an error matching
// [api.ErrNotFound]. Not resent: see [api.MayHaveApplied].
//
// API: PATCH /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}
func (s SiteSpaceService) Update(ctx context.Context, orgID, siteID, siteSpaceID string, update SiteSpaceUpdate, opts ...api.CallOption) (*SiteSpace, error) {
	return transport.JSON[SiteSpace](ctx, s.core, opSiteSpaceUpdate.Path(orgID, siteID, siteSpaceID).Body(update), opts)
}

// SiteSpaceMove is the body of [SiteSpaceService.Move].
type SiteSpaceMove struct {
	Position SiteSpacePosition `json:"position,omitzero"` // left out if it is zero: the site space goes to the end
}

// SiteSpacePosition is a place beside another site space. Either field may be left out.
type SiteSpacePosition struct {
	Before *SiteSpacePointer `json:"before,omitzero"`
	After  *SiteSpacePointer `json:"after,omitzero"`
}

// SiteSpacePointer names a site space in a move.
type SiteSpacePointer struct {
	SiteSpace string `json:"siteSpace" check:"required"` // id
}

// MarshalJSON says what is named, too.
func (p SiteSpacePointer) MarshalJSON() ([]byte, error) {
	type plain SiteSpacePointer
	return jsonx.Marshal(struct {
		Type string `json:"type"`
		plain
	}{"site-space", plain(p)})
}

// Move puts a site space before or after another one, or at the end, and returns it. A position
// that cannot be is an error matching [api.ErrBadRequest], a site space that does not exist one
// matching [api.ErrNotFound]. Not resent: see [api.MayHaveApplied].
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move
func (s SiteSpaceService) Move(ctx context.Context, orgID, siteID, siteSpaceID string, move SiteSpaceMove, opts ...api.CallOption) (*SiteSpace, error) {
	return transport.JSON[SiteSpace](ctx, s.core, opSiteSpaceMove.Path(orgID, siteID, siteSpaceID).Body(move), opts)
}
