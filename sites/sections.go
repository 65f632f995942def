package sites

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// SectionService is reached as the Sections field of [Service].
type SectionService struct {
	core *transport.Core
}

// Section is a part of a site with spaces of its own.
type Section struct {
	Object       string      `json:"object"` // "site-section"
	ID           string      `json:"id"`
	Title        string      `json:"title"`
	Description  *string     `json:"description,omitzero"`
	Default      *bool       `json:"default,omitzero"`      // whether it is the default section of the site, nil when the service does not say
	Path         string      `json:"path"`                  // of the section on the site
	Condition    *string     `json:"condition,omitzero"`    // expression that decides whether a visitor sees the section, nil for everybody
	SectionGroup *string     `json:"sectionGroup,omitzero"` // id of the group it is in, nil for none
	SiteSpaces   []SiteSpace `json:"siteSpaces,omitzero"`
	URLs         SectionURLs `json:"urls"`
	Icon         *string     `json:"icon,omitzero"` // name of the icon
}

// SectionURLs are the addresses of a section.
type SectionURLs struct {
	Published *string `json:"published,omitzero"` // nil for a site that is not published
}

// SectionListOptions are the query of [SectionService.List].
type SectionListOptions struct {
	Page     string `url:"page,omitempty"`                        // cursor of the page, "" for the first
	Limit    int    `url:"limit,omitempty" check:"range=0..1000"` // sections a page, at most 1000; 0 leaves it to the service
	ShareKey string `url:"shareKey,omitempty"`                    // resolves the published URLs of a site that is shared by link
}

// List returns one page of the sections of a site. When there are none the page is empty; a site that does not exist is an error matching
// [api.ErrNotFound].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/sections
func (s SectionService) List(ctx context.Context, orgID, siteID string, options SectionListOptions, opts ...api.CallOption) (*pagination.Page[Section], error) {
	return transport.List[Section](ctx, s.core, opSectionList.Path(orgID, siteID).Query(options), opts)
}

// All walks the sections of a site, from options.Page on. An error is the last turn: a [*pagination.PageError] with what
// [SectionService.List] returns, or a [*pagination.CursorLoopError].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/sections
func (s SectionService) All(ctx context.Context, orgID, siteID string, options SectionListOptions, opts ...api.CallOption) iter.Seq2[Section, error] {
	return transport.All[Section](ctx, s.core, opSectionList.Path(orgID, siteID).Query(options), opts)
}

// Pages walks the pages of the sections of a site, from options.Page on. Errors are those of [SectionService.All].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/sections
func (s SectionService) Pages(ctx context.Context, orgID, siteID string, options SectionListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[Section], error] {
	return transport.Pages[Section](ctx, s.core, opSectionList.Path(orgID, siteID).Query(options), opts)
}

// SectionCreate is the body of [SectionService.Create].
type SectionCreate struct {
	SpaceID string `json:"spaceId" check:"required"` // space that the section starts with
	// Title has 2 to 128 characters. Unset or null leaves it to the service.
	Title api.Nullable[string] `json:"title,omitzero" check:"len=2..128"`
	// Icon is the name of an icon, at most 50 characters. Unset or null is none.
	Icon api.Nullable[string] `json:"icon,omitzero" check:"len=..50"`
}

// Create adds a section with a space to a site and returns it. A site or a space that does not exist is an error matching [api.ErrNotFound]
// or [api.ErrBadRequest], as the service decides; fields out of their limits are a [*api.ValidationError]. Not resent: see
// [api.MayHaveApplied].
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/sections
func (s SectionService) Create(ctx context.Context, orgID, siteID string, section SectionCreate, opts ...api.CallOption) (*Section, error) {
	return transport.JSON[Section](ctx, s.core, opSectionCreate.Path(orgID, siteID).Body(section), opts)
}

// Delete removes a section from a site. One that is not there is no error but [api.AlreadyAbsent]. A caller who may not delete it gets an
// error matching [api.ErrForbidden].
//
// API: DELETE /v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}
func (s SectionService) Delete(ctx context.Context, orgID, siteID, siteSectionID string, opts ...api.CallOption) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opSectionDelete.Path(orgID, siteID, siteSectionID), opts)
}

// SectionUpdate is the body of [SectionService.Update]. A field that is not set is left as it is.
type SectionUpdate struct {
	Title            *string `json:"title,omitzero" check:"len=2..128"` // 2 to 128 characters
	Path             *string `json:"path,omitzero" check:"len=1..100"`  // 1 to 100 characters
	DefaultSiteSpace *string `json:"defaultSiteSpace,omitzero"`         // id of a site space of the section
	// Condition is an expression of at most 1024 characters that decides whether a visitor sees the section. Null removes it.
	Condition api.Nullable[string] `json:"condition,omitzero" check:"len=..1024"`
	// Icon is the name of an icon, at most 50 characters. Null removes it.
	Icon api.Nullable[string] `json:"icon,omitzero" check:"len=..50"`
	// Description has at most 256 characters. Null removes it.
	Description api.Nullable[string] `json:"description,omitzero" check:"len=..256"`
}

// Update changes the fields of a section that are set and returns the section as it is then. One that does not exist is an error matching
// [api.ErrNotFound]; fields out of their limits are a [*api.ValidationError]. Not resent: see [api.MayHaveApplied].
//
// API: PATCH /v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}
func (s SectionService) Update(ctx context.Context, orgID, siteID, siteSectionID string, update SectionUpdate, opts ...api.CallOption) (*Section, error) {
	return transport.JSON[Section](ctx, s.core, opSectionUpdate.Path(orgID, siteID, siteSectionID).Body(update), opts)
}

// SectionMove is the body of [SectionService.Move].
type SectionMove struct {
	Position SectionPosition `json:"position,omitzero"` // left out if it is zero: the section goes to the end
}

// SectionPosition is a place beside another section. Either field may be left out.
type SectionPosition struct {
	Before *SectionPointer `json:"before,omitzero"`
	After  *SectionPointer `json:"after,omitzero"`
}

// SectionPointer names a section in a move.
type SectionPointer struct {
	SiteSection string `json:"siteSection" check:"required"` // id
}

// MarshalJSON says what is named, too.
func (p SectionPointer) MarshalJSON() ([]byte, error) {
	type plain SectionPointer
	return jsonx.Marshal(struct {
		Type string `json:"type"`
		plain
	}{"site-section", plain(p)})
}

// Move puts a section before or after another one, or at the end, and returns it. A position that
// cannot be is an error matching [api.ErrBadRequest], a section that does not exist one matching
// [api.ErrNotFound]. Not resent: see [api.MayHaveApplied].
//
// Deprecated: use [StructureService.Sort].
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move
func (s SectionService) Move(ctx context.Context, orgID, siteID, siteSectionID string, move SectionMove, opts ...api.CallOption) (*Section, error) {
	return transport.JSON[Section](ctx, s.core, opSectionMove.Path(orgID, siteID, siteSectionID).Body(move), opts)
}
