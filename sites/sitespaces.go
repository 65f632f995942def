package sites

import (
	"context"
	"iter"
	"log/slog"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/spaces"
)

// SiteSpaceService manages the spaces on a site.
type SiteSpaceService struct {
	// Customization manages the settings of a site space that differ from the settings of the site.
	//
	// Experimental: may change in any minor release; see [api].
	Customization SiteSpaceCustomizationService

	core *transport.Core
}

// SiteSpace is a space on a site.
type SiteSpace struct {
	Object string `json:"object"` // "site-space"
	ID     string `json:"id"`
	Path   string `json:"path"` // path on the site
	// Section is the ID of the section that contains the site space, or nil if the site has no
	// sections.
	Section *string      `json:"section,omitzero"`
	Space   spaces.Space `json:"space"`
	Title   string       `json:"title"`
	Default *bool        `json:"default,omitzero"` // whether the site space is the default of the site
	// Condition is an expression that decides whether a visitor sees the space. If it is nil,
	// everybody sees the space.
	Condition                       *string       `json:"condition,omitzero"`
	HasAdvancedCustomizationFeature *bool         `json:"hasAdvancedCustomizationFeature,omitzero"`
	URLs                            SiteSpaceURLs `json:"urls"`

	// Only newer versions of the service report these fields; otherwise they are nil.
	//
	// Experimental: may change in any minor release; see [api].

	// LocalizedTitle contains the title in languages other than the default language.
	LocalizedTitle map[api.Language]string `json:"localizedTitle,omitzero"`
	// PageID is the ID of the page that visitors see first.
	PageID *string `json:"pageId,omitzero"`
	// Draft reports whether the site space is a draft, which the published site omits.
	Draft *bool `json:"draft,omitzero"`
	// Hidden reports whether the navigation omits the site space.
	Hidden *bool `json:"hidden,omitzero"`
}

// SiteSpaceURLs contains the URLs of a site space.
type SiteSpaceURLs struct {
	Published *string `json:"published,omitzero"` // nil if the site is not published; see [PageURL]
}

// SiteSpaceListOptions are the query parameters of [SiteSpaceService.List].
type SiteSpaceListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of site spaces per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
	// ShareKey is the key of a share link. If it is set, the service also returns the published
	// URLs of a site that is shared by link.
	ShareKey api.Secret `url:"shareKey,omitempty"`
	// Default selects only the default site space if it is true, and only the other site spaces if
	// it is false.
	Default *bool `url:"default,omitempty"`
}

// LogValue implements [slog.LogValuer]. It hides the key.
func (o SiteSpaceListOptions) LogValue() slog.Value { return logvalue.Of(o) }

// List returns one page of the site spaces of a site.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/site-spaces
func (s SiteSpaceService) List(
	ctx context.Context, orgID, siteID string, options SiteSpaceListOptions, opts ...api.CallOption,
) (*pagination.Page[SiteSpace], error) {
	return transport.List[SiteSpace](
		ctx, s.core, opSiteSpaceList.Path(orgID, siteID).Query(options), opts,
	)
}

// All returns an iterator over the site spaces of a site.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/site-spaces
func (s SiteSpaceService) All(
	ctx context.Context, orgID, siteID string, options SiteSpaceListOptions, opts ...api.CallOption,
) iter.Seq2[SiteSpace, error] {
	return transport.All[SiteSpace](
		ctx, s.core, opSiteSpaceList.Path(orgID, siteID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [SiteSpaceService.List].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/site-spaces
func (s SiteSpaceService) ListPages(
	ctx context.Context, orgID, siteID string, options SiteSpaceListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[SiteSpace], error] {
	return transport.Pages[SiteSpace](
		ctx, s.core, opSiteSpaceList.Path(orgID, siteID).Query(options), opts,
	)
}

// SiteSpaceCreate is the request body of [SiteSpaceService.Create].
type SiteSpaceCreate struct {
	// SpaceID is the ID of a space of the organization. Sending null creates a space from Template
	// or, without a Template, an empty space with the Title. That is experimental.
	SpaceID api.Nullable[string] `json:"spaceId" check:"required"`
	// SectionID is the ID of the section to place the space in. Nil means the default section or,
	// if the site has no sections, the top level.
	SectionID *string `json:"sectionId,omitzero"`

	// Only newer versions of the service have these fields. PageID is the ID of the page that
	// visitors see first. If it is set, SpaceID must be set too. The published site omits drafts.
	//
	// Experimental: may change in any minor release; see [api].

	Template *spaces.Template `json:"template,omitzero"`
	// Title has 2 to 128 characters.
	Title  *string              `json:"title,omitzero" check:"len=2..128"`
	PageID api.Nullable[string] `json:"pageId,omitzero"`
	Draft  *bool                `json:"draft,omitzero"`
}

// Create places a space on a site and returns the site space. If the site has no sections, the
// service has been seen to create a section with the title of the site, and to place the site space
// in that section.
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/site-spaces
func (s SiteSpaceService) Create(
	ctx context.Context, orgID, siteID string, siteSpace SiteSpaceCreate, opts ...api.CallOption,
) (*SiteSpace, error) {
	return transport.JSON[SiteSpace](
		ctx, s.core, opSiteSpaceCreate.Path(orgID, siteID).Body(siteSpace), opts,
	)
}

// Delete removes a space from a site; the space itself is not deleted. If the site space does not
// exist, Delete returns [api.AlreadyAbsent] and a nil error.
//
// API: DELETE /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}
func (s SiteSpaceService) Delete(
	ctx context.Context, orgID, siteID, siteSpaceID string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opSiteSpaceDelete.Path(orgID, siteID, siteSpaceID), opts)
}

// SiteSpaceUpdate is the request body of [SiteSpaceService.Update].
type SiteSpaceUpdate struct {
	Path *string `json:"path,omitzero"`
	// Condition is an expression that decides whether a visitor sees the space. Sending null
	// removes it.
	Condition api.Nullable[string] `json:"condition,omitzero"`
	SpaceID   *string              `json:"spaceId,omitzero"` // ID of the space to display

	// Only newer versions of the service have these fields. PageID is the ID of the page that
	// visitors see first. Sending null removes it. Changing SpaceID removes it too.
	//
	// Experimental: may change in any minor release; see [api].
	PageID api.Nullable[string] `json:"pageId,omitzero"`
	Hidden *bool                `json:"hidden,omitzero"` // whether the navigation omits the space
	Draft  *bool                `json:"draft,omitzero"`  // whether the published site omits the space
}

// Update updates a site space and returns the updated site space.
//
// API: PATCH /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}
func (s SiteSpaceService) Update(
	ctx context.Context, orgID, siteID, siteSpaceID string,
	update SiteSpaceUpdate, opts ...api.CallOption,
) (*SiteSpace, error) {
	return transport.JSON[SiteSpace](
		ctx, s.core, opSiteSpaceUpdate.Path(orgID, siteID, siteSpaceID).Body(update), opts,
	)
}

// SiteSpaceMove is the request body of [SiteSpaceService.Move].
type SiteSpaceMove struct {
	Position SiteSpacePosition `json:"position,omitzero"` // zero means the end
}

// SiteSpacePosition is a position before or after another site space. Either field can be nil.
type SiteSpacePosition struct {
	Before *SiteSpacePointer `json:"before,omitzero"`
	After  *SiteSpacePointer `json:"after,omitzero"`
}

// SiteSpacePointer identifies the site space that a position refers to.
type SiteSpacePointer struct {
	SiteSpace string `json:"siteSpace" check:"required"` // ID of the site space
}

// MarshalJSON implements the [encoding/json.Marshaler] interface. It adds the type of the part.
func (p SiteSpacePointer) MarshalJSON() ([]byte, error) {
	type plain SiteSpacePointer
	return jsonx.Marshal(struct {
		Type string `json:"type"`
		plain
	}{"site-space", plain(p)})
}

// Move moves a site space before or after another site space, or to the end, and returns the moved
// site space. If the position is invalid, the error matches [api.ErrBadRequest] or
// [api.ErrUnprocessable].
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move
func (s SiteSpaceService) Move(
	ctx context.Context, orgID, siteID, siteSpaceID string,
	move SiteSpaceMove, opts ...api.CallOption,
) (*SiteSpace, error) {
	return transport.JSON[SiteSpace](
		ctx, s.core, opSiteSpaceMove.Path(orgID, siteID, siteSpaceID).Body(move), opts,
	)
}

// SiteSpaceDuplicate is the request body of [SiteSpaceService.Duplicate].
//
// Experimental: may change in any minor release; see [api].
type SiteSpaceDuplicate struct {
	// Draft omits the copy, and a section that is created for the copy, from the published site.
	// Nil means false.
	Draft *bool `json:"draft,omitzero"`
}

// Duplicate copies a site space with its space, and returns the copy. If the original is the only
// site space of its section, the copy is placed in a new section next to that section. Otherwise,
// the copy is placed in the same section.
//
// Experimental: may change in any minor release; see [api].
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/duplicate
func (s SiteSpaceService) Duplicate(
	ctx context.Context, orgID, siteID, siteSpaceID string,
	duplicate SiteSpaceDuplicate, opts ...api.CallOption,
) (*SiteSpace, error) {
	return transport.JSON[SiteSpace](
		ctx, s.core, opSiteSpaceDuplicate.Path(orgID, siteID, siteSpaceID).Body(duplicate), opts,
	)
}
