package sites

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// SectionGroupService is reached as the SectionGroups field of [Service].
type SectionGroupService struct {
	core *transport.Core
}

// SectionGroup is a group of sections of a site.
type SectionGroup struct {
	Object       string              `json:"object"` // "site-section-group"
	ID           string              `json:"id"`
	Title        string              `json:"title"`
	SectionGroup *string             `json:"sectionGroup,omitzero"` // id of the group it is in, nil for the root of the site
	Icon         *string             `json:"icon,omitzero"`         // name of the icon
	Children     []SectionGroupChild `json:"children,omitzero"`
	// Sections are the children that are sections.
	//
	// Beyond the documents.
	//
	// Deprecated: use Children.
	Sections []Section `json:"sections,omitzero"`
}

// SectionGroupListOptions are the query of [SectionGroupService.List].
type SectionGroupListOptions struct {
	Page  string `url:"page,omitempty"`                        // cursor of the page, "" for the first
	Limit int    `url:"limit,omitempty" check:"range=0..1000"` // groups a page, at most 1000; 0 leaves it to the service
}

// List returns one page of the section groups of a site. When there are none the page is empty; a site that does not exist is an error
// matching [api.ErrNotFound].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/section-groups
func (s SectionGroupService) List(ctx context.Context, orgID, siteID string, options SectionGroupListOptions, opts ...api.CallOption) (*pagination.Page[SectionGroup], error) {
	return transport.List[SectionGroup](ctx, s.core, opSectionGroupList.Path(orgID, siteID).Query(options), opts)
}

// All walks the section groups of a site, from options.Page on. An error is the last turn: a [*pagination.PageError] with what
// [SectionGroupService.List] returns, or a [*pagination.CursorLoopError].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/section-groups
func (s SectionGroupService) All(ctx context.Context, orgID, siteID string, options SectionGroupListOptions, opts ...api.CallOption) iter.Seq2[SectionGroup, error] {
	return transport.All[SectionGroup](ctx, s.core, opSectionGroupList.Path(orgID, siteID).Query(options), opts)
}

// Pages walks the pages of the section groups of a site, from options.Page on. Errors are those of [SectionGroupService.All].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/section-groups
func (s SectionGroupService) Pages(ctx context.Context, orgID, siteID string, options SectionGroupListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[SectionGroup], error] {
	return transport.Pages[SectionGroup](ctx, s.core, opSectionGroupList.Path(orgID, siteID).Query(options), opts)
}

// SectionGroupCreate is the body of [SectionGroupService.Create].
type SectionGroupCreate struct {
	Title string `json:"title" check:"required,len=1..100"` // 1 to 100 characters
	// Icon is the name of an icon, at most 50 characters. Unset or null is none.
	Icon     api.Nullable[string] `json:"icon,omitzero" check:"len=..50"`
	Sections []string             `json:"sections,omitzero"` // ids of the sections to put into the group
	Parent   *string              `json:"parent,omitzero"`   // id of the group to put it into, nil for the root of the site
}

// Create makes a section group and returns it. A section or a parent that does not exist is refused by the service; fields out of their
// limits are a [*api.ValidationError]. Not resent: see [api.MayHaveApplied].
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/section-groups
func (s SectionGroupService) Create(ctx context.Context, orgID, siteID string, group SectionGroupCreate, opts ...api.CallOption) (*SectionGroup, error) {
	return transport.JSON[SectionGroup](ctx, s.core, opSectionGroupCreate.Path(orgID, siteID).Body(group), opts)
}

// Delete removes a section group. One that is not there is no error but [api.AlreadyAbsent]. A caller who may not delete it gets an error
// matching [api.ErrForbidden].
//
// API: DELETE /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}
func (s SectionGroupService) Delete(ctx context.Context, orgID, siteID, siteSectionGroupID string, opts ...api.CallOption) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opSectionGroupDelete.Path(orgID, siteID, siteSectionGroupID), opts)
}

// SectionGroupUpdate is the body of [SectionGroupService.Update]. A field that is not set is left as it is.
type SectionGroupUpdate struct {
	Title *string `json:"title,omitzero" check:"len=1..100"` // 1 to 100 characters
	// Icon is the name of an icon, at most 50 characters. That null removes it is beyond the documents.
	Icon api.Nullable[string] `json:"icon,omitzero" check:"len=..50"`
}

// Update changes the fields of a section group that are set and returns the group as it is then. One that does not exist is an error
// matching [api.ErrNotFound]; fields out of their limits are a [*api.ValidationError]. Not resent: see [api.MayHaveApplied].
//
// API: PATCH /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}
func (s SectionGroupService) Update(ctx context.Context, orgID, siteID, siteSectionGroupID string, update SectionGroupUpdate, opts ...api.CallOption) (*SectionGroup, error) {
	return transport.JSON[SectionGroup](ctx, s.core, opSectionGroupUpdate.Path(orgID, siteID, siteSectionGroupID).Body(update), opts)
}

// SectionGroupAdd is the body of [SectionGroupService.Add].
type SectionGroupAdd struct {
	SectionID string `json:"sectionId" check:"required"`
}

// Add makes a section a child of a group and returns the group. A group or a section that does not exist is an error matching
// [api.ErrNotFound] or [api.ErrBadRequest], as the service decides. Not resent: see [api.MayHaveApplied]. Newer descriptions of the service
// no longer have the operation, so a service may answer 404 or 405.
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections
func (s SectionGroupService) Add(ctx context.Context, orgID, siteID, siteSectionGroupID string, section SectionGroupAdd, opts ...api.CallOption) (*SectionGroup, error) {
	return transport.JSON[SectionGroup](ctx, s.core, opSectionGroupAdd.Path(orgID, siteID, siteSectionGroupID).Body(section), opts)
}

// Remove takes a section out of a group; the section itself stays on the site. One that is not in the group is no error but
// [api.AlreadyAbsent]. A caller who may not remove it gets an error matching [api.ErrForbidden]. Newer descriptions of the service no
// longer have the operation, so a service may answer 404 or 405.
//
// Beyond the documents.
//
// API: DELETE /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}
func (s SectionGroupService) Remove(ctx context.Context, orgID, siteID, siteSectionGroupID, siteSectionID string, opts ...api.CallOption) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opSectionGroupRemove.Path(orgID, siteID, siteSectionGroupID, siteSectionID), opts)
}

// SectionGroupMove is the body of [SectionGroupService.Move].
//
// Beyond the documents.
type SectionGroupMove struct {
	// Position is beside a section or a section group. The zero value is left out: the group goes
	// to the end.
	Position StructurePosition `json:"position,omitzero"`
}

// Move puts a section group before or after a section or another group, or at the end, and returns
// it. A position that cannot be is an error matching [api.ErrBadRequest], a group that does not
// exist one matching [api.ErrNotFound]. Not resent: see [api.MayHaveApplied].
//
// Beyond the documents.
//
// Deprecated: use [StructureService.Sort].
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move
func (s SectionGroupService) Move(ctx context.Context, orgID, siteID, siteSectionGroupID string, move SectionGroupMove, opts ...api.CallOption) (*SectionGroup, error) {
	return transport.JSON[SectionGroup](ctx, s.core, opSectionGroupMove.Path(orgID, siteID, siteSectionGroupID).Body(move), opts)
}
