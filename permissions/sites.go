package permissions

import (
	"context"
	"iter"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// SiteService manages the permissions on a site.
//
// Experimental: may change in any minor release; see [api].
type SiteService struct {
	// Users manages the permissions of users on a site.
	Users SiteUserService
	// Aggregate lists all users who can access a site.
	Aggregate SiteAggregateService
	// Teams manages the permissions of teams on a site.
	Teams SiteTeamService

	core *transport.Core
}

// SiteUserService manages the permissions of users on a site.
//
// Experimental: may change in any minor release; see [api].
type SiteUserService struct {
	core *transport.Core
}

// SiteAggregateService lists all users who can access a site, no matter where their roles come
// from.
//
// Experimental: may change in any minor release; see [api].
type SiteAggregateService struct {
	core *transport.Core
}

// SiteUserUpdate is the request body of [SiteUserService.Update].
//
// Experimental: may change in any minor release; see [api].
type SiteUserUpdate struct {
	// Role is the new role. To make a user a guest, use [SiteService.Invite].
	Role api.Role `json:"role" check:"required"`
}

// Invite gives users and teams a role on a site.
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/permissions
func (s SiteService) Invite(
	ctx context.Context, orgID, siteID string, invite Invite, opts ...api.CallOption,
) error {
	return transport.None(ctx, s.core, opSiteInvite.Path(orgID, siteID).Body(invite), opts)
}

// List returns one page of the users who were given a role on a site, including guests.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/permissions/users
func (s SiteUserService) List(
	ctx context.Context, orgID, siteID string, options UserListOptions, opts ...api.CallOption,
) (*pagination.Page[Permission], error) {
	return transport.List[Permission](
		ctx, s.core, opSiteUserList.Path(orgID, siteID).Query(options), opts,
	)
}

// All returns an iterator over the users who were given a role on a site, including guests.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/permissions/users
func (s SiteUserService) All(
	ctx context.Context, orgID, siteID string, options UserListOptions, opts ...api.CallOption,
) iter.Seq2[Permission, error] {
	return transport.All[Permission](
		ctx, s.core, opSiteUserList.Path(orgID, siteID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [SiteUserService.List].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/permissions/users
func (s SiteUserService) ListPages(
	ctx context.Context, orgID, siteID string, options UserListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[Permission], error] {
	return transport.Pages[Permission](
		ctx, s.core, opSiteUserList.Path(orgID, siteID).Query(options), opts,
	)
}

// Delete removes the role of a user on a site. If the user has no role, Delete returns
// [api.AlreadyAbsent] and a nil error. The user may still have access through a team, a space of
// the site or the organization: see [SiteAggregateService.List].
//
// API: DELETE /v1/orgs/{organizationId}/sites/{siteId}/permissions/users/{userId}
func (s SiteUserService) Delete(
	ctx context.Context, orgID, siteID, userID string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opSiteUserDelete.Path(orgID, siteID, userID), opts)
}

// Update sets the role of a user on a site.
//
// API: PATCH /v1/orgs/{organizationId}/sites/{siteId}/permissions/users/{userId}
func (s SiteUserService) Update(
	ctx context.Context, orgID, siteID, userID string,
	update SiteUserUpdate, opts ...api.CallOption,
) error {
	return transport.None(
		ctx, s.core, opSiteUserUpdate.Path(orgID, siteID, userID).Body(update), opts,
	)
}

// SitePermission is the role of a user on a site, and its origin. If a user has several roles, it
// is undocumented which one the service returns.
//
// Experimental: may change in any minor release; see [api].
type SitePermission struct {
	Permission *api.Role `json:"permission"` // nil for a guest
	User       api.User  `json:"user"`
	Origin     Origin    `json:"origin"`
	// Disabled reports whether the member is disabled. It is nil if the service does not report it.
	Disabled *bool `json:"disabled,omitzero"`
	// LastSeenAt is nil if the user was never seen, or if the service does not report it.
	LastSeenAt *time.Time `json:"lastSeenAt,omitzero"`
}

// Origin is the space, organization or site that gives a role. Type determines which of the other
// fields are set.
//
// Experimental: may change in any minor release; see [api].
type Origin struct {
	Type         OriginType `json:"type"`
	Space        *string    `json:"space,omitzero" response:"required,if=type:space,id"`               // ID of the space
	Organization *string    `json:"organization,omitzero" response:"required,if=type:organization,id"` // ID of the organization
	Site         *string    `json:"site,omitzero" response:"required,if=type:site,id"`                 // ID of the site
	// Reason and Team are set for [OriginTypeSite].
	Reason *OriginReason `json:"reason,omitzero" response:"required,if=type:site"`
	Team   *string       `json:"team,omitzero"` // ID of the team, for [OriginReasonTeam]
	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// OriginReason is the reason why a site gives a role.
//
// Experimental: may change in any minor release; see [api].
type OriginReason string

// Reasons why a site gives a role.
const (
	OriginReasonMember  OriginReason = "member"  // the user has the role on the site
	OriginReasonTeam    OriginReason = "team"    // a team of the user has the role on the site
	OriginReasonDefault OriginReason = "default" // the role is the default level of the site
)

// OriginType is the kind of an [Origin].
//
// Experimental: may change in any minor release; see [api].
type OriginType string

// Kinds of origins.
const (
	OriginTypeSpace        OriginType = "space"
	OriginTypeOrganization OriginType = "organization"
	OriginTypeSite         OriginType = "site"
)

type plainOrigin Origin

var originCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Leaf(func(o *Origin) *plainOrigin { return (*plainOrigin)(o) })
}}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (o Origin) MarshalJSON() ([]byte, error) { return originCodec.Marshal(&o) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (o *Origin) UnmarshalJSON(data []byte) error { return originCodec.Unmarshal(data, o) }

// SiteAggregateListOptions are the query parameters of [SiteAggregateService.List].
//
// Experimental: may change in any minor release; see [api].
type SiteAggregateListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of users per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`

	// Only newer versions of the service have the following parameters. Role selects the users with
	// the given role. Team selects the members of the team with the given ID. Search selects the
	// users with the given text in their name or email address.
	Order  api.Order         `url:"order,omitempty"` // [api.OrderDesc] if empty
	Sort   SiteAggregateSort `url:"sort,omitempty"`  // [SiteAggregateSortJoinedAt] if empty
	Role   api.RoleFilter    `url:"role,omitempty"`
	Team   string            `url:"team,omitempty"`
	Search string            `url:"search,omitempty"`
}

// SiteAggregateSort selects the order of a list of the users who can access a site.
//
// Experimental: may change in any minor release; see [api].
type SiteAggregateSort string

// Orders of users.
const (
	SiteAggregateSortJoinedAt   SiteAggregateSort = "joinedAt"
	SiteAggregateSortLastSeenAt SiteAggregateSort = "lastSeenAt"
	SiteAggregateSortName       SiteAggregateSort = "name"
)

// List returns one page of the users who can access a site.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/permissions/aggregate
func (s SiteAggregateService) List(
	ctx context.Context, orgID, siteID string,
	options SiteAggregateListOptions, opts ...api.CallOption,
) (*pagination.Page[SitePermission], error) {
	return transport.List[SitePermission](
		ctx, s.core, opSiteAggregateList.Path(orgID, siteID).Query(options), opts,
	)
}

// All returns an iterator over the users who can access a site.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/permissions/aggregate
func (s SiteAggregateService) All(
	ctx context.Context, orgID, siteID string,
	options SiteAggregateListOptions, opts ...api.CallOption,
) iter.Seq2[SitePermission, error] {
	return transport.All[SitePermission](
		ctx, s.core, opSiteAggregateList.Path(orgID, siteID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [SiteAggregateService.List].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/permissions/aggregate
func (s SiteAggregateService) ListPages(
	ctx context.Context, orgID, siteID string,
	options SiteAggregateListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[SitePermission], error] {
	return transport.Pages[SitePermission](
		ctx, s.core, opSiteAggregateList.Path(orgID, siteID).Query(options), opts,
	)
}
