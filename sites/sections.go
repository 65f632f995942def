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

// SectionService manages the sections of a site.
type SectionService struct {
	core *transport.Core
}

// Section is a part of a site that contains site spaces.
type Section struct {
	Object      string  `json:"object"` // "site-section"
	ID          string  `json:"id"`
	Title       string  `json:"title"`
	Description *string `json:"description,omitzero"`
	Default     *bool   `json:"default,omitzero"` // whether the section is the default section of the site
	Path        string  `json:"path"`             // path on the site
	// Condition is an expression that decides whether a visitor sees the section. If it is nil,
	// everybody sees the section.
	Condition *string `json:"condition,omitzero"`
	// SectionGroup is the ID of the group that contains the section, or nil if there is none.
	SectionGroup *string     `json:"sectionGroup,omitzero"`
	SiteSpaces   []SiteSpace `json:"siteSpaces"`
	URLs         SectionURLs `json:"urls"`
	Icon         *string     `json:"icon,omitzero"` // name of the icon

	// Only newer versions of the service report these fields; otherwise they are nil.
	//
	// Experimental: may change in any minor release; see [api].

	// LocalizedTitle contains the title in languages other than the default language.
	LocalizedTitle       map[api.Language]string `json:"localizedTitle,omitzero"`
	LocalizedDescription map[api.Language]string `json:"localizedDescription,omitzero"`
	// Draft reports whether the section is a draft, which the published site omits.
	Draft *bool `json:"draft,omitzero"`
}

// SectionURLs contains the URLs of a section.
type SectionURLs struct {
	Published *string `json:"published,omitzero"` // nil if the site is not published
}

// SectionListOptions are the query parameters of [SectionService.List].
type SectionListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of sections per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
	// ShareKey is the key of a share link. If it is set, the service also returns the published
	// URLs of a site that is shared by link.
	ShareKey api.Secret `url:"shareKey,omitempty"`
}

// LogValue implements [slog.LogValuer]. It hides the key.
func (o SectionListOptions) LogValue() slog.Value { return logvalue.Of(o) }

// List returns one page of the sections of a site.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/sections
func (s SectionService) List(
	ctx context.Context, orgID, siteID string, options SectionListOptions, opts ...api.CallOption,
) (*pagination.Page[Section], error) {
	return transport.List[Section](
		ctx, s.core, opSectionList.Path(orgID, siteID).Query(options), opts,
	)
}

// All returns an iterator over the sections of a site.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/sections
func (s SectionService) All(
	ctx context.Context, orgID, siteID string, options SectionListOptions, opts ...api.CallOption,
) iter.Seq2[Section, error] {
	return transport.All[Section](
		ctx, s.core, opSectionList.Path(orgID, siteID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [SectionService.List].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/sections
func (s SectionService) ListPages(
	ctx context.Context, orgID, siteID string, options SectionListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[Section], error] {
	return transport.Pages[Section](
		ctx, s.core, opSectionList.Path(orgID, siteID).Query(options), opts,
	)
}

// SectionCreate is the request body of [SectionService.Create].
type SectionCreate struct {
	// SpaceID is the ID of the first space in the section. Sending null creates a space from
	// Template or, without a Template, an empty space with the Title. That is experimental.
	SpaceID api.Nullable[string] `json:"spaceId" check:"required"`
	// Title has 2 to 128 characters. If it is nil, the service chooses a title.
	Title *string `json:"title,omitzero" check:"len=2..128"`
	Icon  *string `json:"icon,omitzero" check:"len=..50"` // name of an icon, at most 50 characters

	// Only newer versions of the service have these fields. PageID is the ID of the page that
	// visitors see first. If it is set, SpaceID must be set too. The published site omits drafts.
	//
	// Experimental: may change in any minor release; see [api].

	Template *spaces.Template `json:"template,omitzero"`
	PageID   *string          `json:"pageId,omitzero"`
	Draft    *bool            `json:"draft,omitzero"`
	// SiteSectionGroupID is the ID of the group to add the section to, or nil for the top level.
	SiteSectionGroupID *string `json:"siteSectionGroupId,omitzero"`
}

// Create creates a section that contains one space, and returns the section. To set the description
// or the texts in other languages, use [SectionService.Update]. Create has no fields for these
// texts, because the service has been seen to drop them.
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/sections
func (s SectionService) Create(
	ctx context.Context, orgID, siteID string, section SectionCreate, opts ...api.CallOption,
) (*Section, error) {
	return transport.JSON[Section](
		ctx, s.core, opSectionCreate.Path(orgID, siteID).Body(section), opts,
	)
}

// Delete deletes a section. If the section does not exist, Delete returns [api.AlreadyAbsent] and a
// nil error.
//
// API: DELETE /v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}
func (s SectionService) Delete(
	ctx context.Context, orgID, siteID, siteSectionID string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opSectionDelete.Path(orgID, siteID, siteSectionID), opts)
}

// SectionUpdate is the request body of [SectionService.Update].
type SectionUpdate struct {
	Title *string `json:"title,omitzero" check:"len=2..128"` // 2 to 128 characters
	Path  *string `json:"path,omitzero" check:"len=1..100"`  // 1 to 100 characters
	// DefaultSiteSpace is the ID of a site space of the section.
	DefaultSiteSpace *string `json:"defaultSiteSpace,omitzero"`
	// Condition is an expression of at most 1024 characters that decides whether a visitor sees the
	// section. Sending null removes it.
	Condition api.Nullable[string] `json:"condition,omitzero" check:"len=..1024"`
	// Icon is the name of an icon, at most 50 characters. Sending null removes it.
	Icon api.Nullable[string] `json:"icon,omitzero" check:"len=..50"`
	// Description has at most 256 characters. Sending null removes it.
	Description api.Nullable[string] `json:"description,omitzero" check:"len=..256"`

	// Only newer versions of the service have these fields. The localized texts replace all texts
	// in other languages. Each title has at most 128 characters, and each description at most 256.
	// Sending null as SiteSectionGroupID moves the section to the top level.
	//
	// Experimental: may change in any minor release; see [api].
	LocalizedTitle       map[api.Language]string `json:"localizedTitle,omitzero" check:"values=..128"`
	LocalizedDescription map[api.Language]string `json:"localizedDescription,omitzero" check:"values=..256"`
	Draft                *bool                   `json:"draft,omitzero"`
	SiteSectionGroupID   api.Nullable[string]    `json:"siteSectionGroupId,omitzero"`
}

// Update updates a section and returns the updated section.
//
// API: PATCH /v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}
func (s SectionService) Update(
	ctx context.Context, orgID, siteID, siteSectionID string,
	update SectionUpdate, opts ...api.CallOption,
) (*Section, error) {
	return transport.JSON[Section](
		ctx, s.core, opSectionUpdate.Path(orgID, siteID, siteSectionID).Body(update), opts,
	)
}

// SectionMove is the request body of [SectionService.Move].
type SectionMove struct {
	Position SectionPosition `json:"position,omitzero"` // zero means the end
}

// SectionPosition is a position before or after another section. Either field can be nil.
type SectionPosition struct {
	Before *SectionPointer `json:"before,omitzero"`
	After  *SectionPointer `json:"after,omitzero"`
}

// SectionPointer identifies the section that a position refers to.
type SectionPointer struct {
	SiteSection string `json:"siteSection" check:"required"` // ID of the site section
}

// MarshalJSON implements the [encoding/json.Marshaler] interface. It adds the type of the part.
func (p SectionPointer) MarshalJSON() ([]byte, error) {
	type plain SectionPointer
	return jsonx.Marshal(struct {
		Type string `json:"type"`
		plain
	}{"site-section", plain(p)})
}

// Move moves a section before or after another section, or to the end, and returns the moved
// section. If the position is invalid, the error matches [api.ErrBadRequest] or
// [api.ErrUnprocessable].
//
// Deprecated: use [StructureService.Sort].
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move
func (s SectionService) Move(
	ctx context.Context, orgID, siteID, siteSectionID string,
	move SectionMove, opts ...api.CallOption,
) (*Section, error) {
	return transport.JSON[Section](
		ctx, s.core, opSectionMove.Path(orgID, siteID, siteSectionID).Body(move), opts,
	)
}
