package orgs

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// MemberService lists and gets the members of an organization. The ID of a member is that of the
// user.
//
// Experimental: may change in any release; see docs/sources.md.
type MemberService struct {
	core *transport.Core
}

// MemberRole selects members by their role in the organization. It has the values of [api.Role],
// which can be converted to it, and one for guests, whose role is null.
//
// Experimental: may change in any release; see docs/sources.md.
type MemberRole string

// Roles to select members by.
const (
	MemberRoleAdmin   MemberRole = "admin"
	MemberRoleCreate  MemberRole = "create"
	MemberRoleReview  MemberRole = "review"
	MemberRoleEdit    MemberRole = "edit"
	MemberRoleComment MemberRole = "comment"
	MemberRoleRead    MemberRole = "read"
	MemberRoleGuest   MemberRole = "guest" // members without a role
)

// MemberSort is what a list of members is sorted by.
//
// Experimental: may change in any release; see docs/sources.md.
type MemberSort string

// The times that members can be sorted by.
const (
	MemberSortJoinedAt   MemberSort = "joinedAt"
	MemberSortLastSeenAt MemberSort = "lastSeenAt" // omits members that were never seen
)

// MemberListOptions are the query parameters of [MemberService.List].
type MemberListOptions struct {
	Page   string     `url:"page,omitempty"`                        // cursor of the page; empty for the first page
	Limit  int        `url:"limit,omitempty" check:"range=0..1000"` // members per page, at most 1000; 0 for the service's default
	Order  api.Order  `url:"order,omitempty"`                       // [api.OrderDesc] if empty
	Role   MemberRole `url:"role,omitempty"`                        // members of any role if empty
	Search string     `url:"search,omitempty"`                      // text contained in the name or the email address
	Sort   MemberSort `url:"sort,omitempty"`                        // [MemberSortJoinedAt] if empty
}

// List returns one page of the members of an organization. Disabled members are listed,
// but have no access.
//
// API: GET /v1/orgs/{organizationId}/members
func (s MemberService) List(ctx context.Context, orgID string, options MemberListOptions, opts ...api.CallOption) (*pagination.Page[api.Member], error) {
	return transport.List[api.Member](ctx, s.core, opMemberList.Path(orgID).Query(options), opts)
}

// All iterates over the members of an organization, starting at options.Page.
//
// API: GET /v1/orgs/{organizationId}/members
func (s MemberService) All(ctx context.Context, orgID string, options MemberListOptions, opts ...api.CallOption) iter.Seq2[api.Member, error] {
	return transport.All[api.Member](ctx, s.core, opMemberList.Path(orgID).Query(options), opts)
}

// Pages iterates over the pages of [MemberService.List], starting at options.Page.
//
// API: GET /v1/orgs/{organizationId}/members
func (s MemberService) Pages(ctx context.Context, orgID string, options MemberListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[api.Member], error] {
	return transport.Pages[api.Member](ctx, s.core, opMemberList.Path(orgID).Query(options), opts)
}

// Get returns a member of an organization.
//
// API: GET /v1/orgs/{organizationId}/members/{userId}
func (s MemberService) Get(ctx context.Context, orgID, userID string, opts ...api.CallOption) (*api.Member, error) {
	return transport.JSON[api.Member](ctx, s.core, opMemberGet.Path(orgID, userID), opts)
}
