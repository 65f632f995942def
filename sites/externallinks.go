package sites

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// ExternalLinkService manages the external links of a site, which lead to other sites. Only a site
// with sections can have external links. [StructureService] returns and sorts them.
//
// Experimental: may change in any minor release; see [api].
type ExternalLinkService struct {
	core *transport.Core
}

// ExternalLink is a link to another site. It appears next to the sections of a site, or in a
// section group.
//
// Experimental: may change in any minor release; see [api].
type ExternalLink struct {
	Object string `json:"object"` // "site-external-link"
	ID     string `json:"id"`
	Title  string `json:"title"`
	// LocalizedTitle contains the title in languages other than the default language.
	LocalizedTitle       map[api.Language]string `json:"localizedTitle,omitzero"`
	Description          *string                 `json:"description,omitzero"`
	LocalizedDescription map[api.Language]string `json:"localizedDescription,omitzero"`
	Icon                 *string                 `json:"icon,omitzero"` // name of the icon
	URL                  string                  `json:"url"`
	// SectionGroup is the ID of the group that contains the link, or nil if the link is at the top
	// level.
	SectionGroup *string `json:"sectionGroup,omitzero"`
	// Draft reports whether the link is a draft, which the published site omits.
	Draft bool `json:"draft"`
	// Condition is an expression that decides whether a visitor sees the link. If it is nil,
	// everybody sees the link.
	Condition *string `json:"condition,omitzero"`
}

// ExternalLinkCreate is the request body of [ExternalLinkService.Create].
//
// Experimental: may change in any minor release; see [api].
type ExternalLinkCreate struct {
	// Title has 2 to 128 characters.
	Title string `json:"title" check:"required,len=2..128"`
	// LocalizedTitle contains the title in other languages. Each title has at most 128 characters.
	LocalizedTitle map[api.Language]string `json:"localizedTitle,omitzero" check:"values=..128"`
	// Description has at most 256 characters.
	Description *string `json:"description,omitzero" check:"len=..256"`
	// LocalizedDescription contains the description in other languages. Each description has at
	// most 256 characters.
	LocalizedDescription map[api.Language]string `json:"localizedDescription,omitzero" check:"values=..256"`
	// Icon is the name of an icon, at most 50 characters.
	Icon *string `json:"icon,omitzero" check:"len=..50"`
	// URL is an absolute URL with http or https. It has at most 2048 characters.
	URL string `json:"url" check:"required,len=..2048,match=web"`
	// Parent is the ID of a section group, or nil for the top level.
	Parent *string `json:"parent,omitzero"`
	// Draft omits the link from the published site; nil means the service's default.
	Draft *bool `json:"draft,omitzero"`
	// Condition is an expression of at most 1024 characters.
	Condition *string `json:"condition,omitzero" check:"len=..1024"`
}

// Create creates an external link and returns it. If the site has no sections, the error matches
// [api.ErrBadRequest] or [api.ErrUnprocessable].
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/external-links
func (s ExternalLinkService) Create(
	ctx context.Context, orgID, siteID string, link ExternalLinkCreate, opts ...api.CallOption,
) (*ExternalLink, error) {
	return transport.JSON[ExternalLink](
		ctx, s.core, opExternalLinkCreate.Path(orgID, siteID).Body(link), opts,
	)
}

// Delete deletes an external link. If the link does not exist, Delete returns [api.AlreadyAbsent]
// and a nil error.
//
// API: DELETE /v1/orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}
func (s ExternalLinkService) Delete(
	ctx context.Context, orgID, siteID, siteExternalLinkID string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(
		ctx, s.core, opExternalLinkDelete.Path(orgID, siteID, siteExternalLinkID), opts,
	)
}

// ExternalLinkUpdate is the request body of [ExternalLinkService.Update]. It has the same limits as
// [ExternalLinkCreate]. Sending null removes a value.
//
// Experimental: may change in any minor release; see [api].
type ExternalLinkUpdate struct {
	Title                *string                               `json:"title,omitzero" check:"len=2..128"`
	LocalizedTitle       api.Nullable[map[api.Language]string] `json:"localizedTitle,omitzero" check:"values=..128"`
	Description          api.Nullable[string]                  `json:"description,omitzero" check:"len=..256"`
	LocalizedDescription api.Nullable[map[api.Language]string] `json:"localizedDescription,omitzero" check:"values=..256"`
	Icon                 api.Nullable[string]                  `json:"icon,omitzero" check:"len=..50"`
	URL                  *string                               `json:"url,omitzero" check:"len=..2048,match=web"`
	// Parent is the ID of a section group, or null for the top level.
	Parent    api.Nullable[string] `json:"parent,omitzero"`
	Draft     *bool                `json:"draft,omitzero"`
	Condition api.Nullable[string] `json:"condition,omitzero" check:"len=..1024"`
}

// Update updates an external link and returns the updated link.
//
// API: PATCH /v1/orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}
func (s ExternalLinkService) Update(
	ctx context.Context, orgID, siteID, siteExternalLinkID string,
	update ExternalLinkUpdate, opts ...api.CallOption,
) (*ExternalLink, error) {
	return transport.JSON[ExternalLink](
		ctx, s.core,
		opExternalLinkUpdate.Path(orgID, siteID, siteExternalLinkID).Body(update), opts,
	)
}
