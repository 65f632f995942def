package sites

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// SectionGroupService manages the section groups of a site.
type SectionGroupService struct {
	// Sections adds sections to a group and removes them from it.
	Sections SectionGroupSectionService

	core *transport.Core
}

// SectionGroupSectionService adds sections to a group and removes them from it.
type SectionGroupSectionService struct {
	core *transport.Core
}

// SectionGroup is a group of sections.
type SectionGroup struct {
	Object string `json:"object"` // "site-section-group"
	ID     string `json:"id"`
	Title  string `json:"title"`
	// SectionGroup is the ID of the parent group, or nil if the group is at the top level.
	SectionGroup *string             `json:"sectionGroup,omitzero"`
	Icon         *string             `json:"icon,omitzero"` // name of the icon
	Children     []SectionGroupChild `json:"children"`

	// Only newer versions of the service report these fields; otherwise they are nil.
	//
	// Experimental: may change in any minor release; see [api].

	// LocalizedTitle contains the title in languages other than the default language.
	LocalizedTitle map[api.Language]string `json:"localizedTitle,omitzero"`
	// Draft reports whether the group is a draft, which the published site omits.
	Draft *bool `json:"draft,omitzero"`
}

// SectionGroupListOptions are the query parameters of [SectionGroupService.List].
type SectionGroupListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of section groups per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
}

// List returns one page of the section groups of a site.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/section-groups
func (s SectionGroupService) List(
	ctx context.Context, orgID, siteID string,
	options SectionGroupListOptions, opts ...api.CallOption,
) (*pagination.Page[SectionGroup], error) {
	return transport.List[SectionGroup](
		ctx, s.core, opSectionGroupList.Path(orgID, siteID).Query(options), opts,
	)
}

// All returns an iterator over the section groups of a site.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/section-groups
func (s SectionGroupService) All(
	ctx context.Context, orgID, siteID string,
	options SectionGroupListOptions, opts ...api.CallOption,
) iter.Seq2[SectionGroup, error] {
	return transport.All[SectionGroup](
		ctx, s.core, opSectionGroupList.Path(orgID, siteID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [SectionGroupService.List].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/section-groups
func (s SectionGroupService) ListPages(
	ctx context.Context, orgID, siteID string,
	options SectionGroupListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[SectionGroup], error] {
	return transport.Pages[SectionGroup](
		ctx, s.core, opSectionGroupList.Path(orgID, siteID).Query(options), opts,
	)
}

// SectionGroupCreate is the request body of [SectionGroupService.Create].
type SectionGroupCreate struct {
	Title string `json:"title" check:"required,len=1..100"` // 1 to 100 characters
	// Icon is the name of an icon, at most 50 characters.
	Icon *string `json:"icon,omitzero" check:"len=..50"`
	// Sections contains the IDs of the sections to add to the group.
	Sections []string `json:"sections,omitzero"`
	// Parent is the ID of the parent group, or nil for the top level.
	Parent *string `json:"parent,omitzero"`
	// Draft omits the group from the published site. Only newer versions of the service use it.
	//
	// Experimental: may change in any minor release; see [api].
	Draft *bool `json:"draft,omitzero"`
}

// Create creates a section group and returns it.
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/section-groups
func (s SectionGroupService) Create(
	ctx context.Context, orgID, siteID string, group SectionGroupCreate, opts ...api.CallOption,
) (*SectionGroup, error) {
	return transport.JSON[SectionGroup](
		ctx, s.core, opSectionGroupCreate.Path(orgID, siteID).Body(group), opts,
	)
}

// Delete deletes a section group. If the group does not exist, Delete returns [api.AlreadyAbsent]
// and a nil error.
//
// API: DELETE /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}
func (s SectionGroupService) Delete(
	ctx context.Context, orgID, siteID, siteSectionGroupID string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(
		ctx, s.core, opSectionGroupDelete.Path(orgID, siteID, siteSectionGroupID), opts,
	)
}

// SectionGroupUpdate is the request body of [SectionGroupService.Update].
type SectionGroupUpdate struct {
	Title *string `json:"title,omitzero" check:"len=1..100"` // 1 to 100 characters
	// Icon is the name of an icon, at most 50 characters. Sending null removes it; that is
	// experimental: see docs/sources.md.
	Icon api.Nullable[string] `json:"icon,omitzero" check:"len=..50"`

	// Only newer versions of the service have these fields. LocalizedTitle replaces all titles in
	// other languages; each title has at most 128 characters. Sending null as ParentSectionGroupID
	// moves the group to the top level.
	//
	// Experimental: may change in any minor release; see [api].
	LocalizedTitle       map[api.Language]string `json:"localizedTitle,omitzero" check:"values=..128"`
	Draft                *bool                   `json:"draft,omitzero"`
	ParentSectionGroupID api.Nullable[string]    `json:"parentSectionGroupId,omitzero"`
}

// Update updates a section group and returns the updated group.
//
// API: PATCH /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}
func (s SectionGroupService) Update(
	ctx context.Context, orgID, siteID, siteSectionGroupID string,
	update SectionGroupUpdate, opts ...api.CallOption,
) (*SectionGroup, error) {
	return transport.JSON[SectionGroup](
		ctx, s.core,
		opSectionGroupUpdate.Path(orgID, siteID, siteSectionGroupID).Body(update), opts,
	)
}

// SectionGroupSectionAdd is the request body of [SectionGroupSectionService.Add].
type SectionGroupSectionAdd struct {
	SectionID string `json:"sectionId" check:"required"`
}

// Add adds a section to a section group and returns the updated group. Newer descriptions of the
// API do not contain this operation, so the service may respond with 404 or 405.
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections
func (s SectionGroupSectionService) Add(
	ctx context.Context, orgID, siteID, siteSectionGroupID string,
	section SectionGroupSectionAdd, opts ...api.CallOption,
) (*SectionGroup, error) {
	return transport.JSON[SectionGroup](
		ctx, s.core,
		opSectionGroupSectionAdd.Path(orgID, siteID, siteSectionGroupID).Body(section), opts,
	)
}

// Remove removes a section from a section group; the section stays on the site. If the section is
// not in the group, Remove returns [api.AlreadyAbsent] and a nil error. Newer descriptions of the
// API do not contain this operation, so the service may respond with 404 or 405.
//
// Experimental: may change in any minor release; see [api].
//
// API: DELETE /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}
func (s SectionGroupSectionService) Remove(
	ctx context.Context, orgID, siteID, siteSectionGroupID, siteSectionID string,
	opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(
		ctx, s.core,
		opSectionGroupSectionRemove.Path(orgID, siteID, siteSectionGroupID, siteSectionID), opts,
	)
}

// SectionGroupMove is the request body of [SectionGroupService.Move].
//
// Experimental: may change in any minor release; see [api].
type SectionGroupMove struct {
	// Position is a position before or after a section or another group. The zero Position moves
	// the group to the end.
	Position StructurePosition `json:"position,omitzero"`
}

// Move moves a section group before or after a section or another group, or to the end, and returns
// the moved group. If the position is invalid, the error matches [api.ErrBadRequest] or
// [api.ErrUnprocessable].
//
// Experimental: may change in any minor release; see [api].
//
// Deprecated: use [StructureService.Sort].
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move
func (s SectionGroupService) Move(
	ctx context.Context, orgID, siteID, siteSectionGroupID string,
	move SectionGroupMove, opts ...api.CallOption,
) (*SectionGroup, error) {
	return transport.JSON[SectionGroup](
		ctx, s.core, opSectionGroupMove.Path(orgID, siteID, siteSectionGroupID).Body(move), opts,
	)
}
