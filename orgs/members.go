package orgs

import (
	"context"
	"iter"
	"log/slog"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// MemberService manages the members of an organization. The ID of a member is the ID of the user.
//
// Experimental: may change in any minor release; see [api].
type MemberService struct {
	// Spaces lists the spaces that a member can access.
	Spaces MemberSpaceService
	// Teams lists the teams of a member.
	Teams MemberTeamService

	core *transport.Core
}

// MemberSort selects the order of a list of members.
//
// Experimental: may change in any minor release; see [api].
type MemberSort string

// Orders of members.
const (
	MemberSortJoinedAt   MemberSort = "joinedAt"
	MemberSortLastSeenAt MemberSort = "lastSeenAt" // omits members who were never seen
	MemberSortName       MemberSort = "name"       // only in newer versions of the service
)

// MemberListOptions are the query parameters of [MemberService.List].
//
// Experimental: may change in any minor release; see [api].
type MemberListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of members per page, at most 1000; 0 for the service's default.
	Limit  int            `url:"limit,omitempty" check:"range=0..1000"`
	Order  api.Order      `url:"order,omitempty"`  // [api.OrderDesc] if empty
	Role   api.RoleFilter `url:"role,omitempty"`   // any role if empty
	Search string         `url:"search,omitempty"` // text that the name or the email address contains
	Sort   MemberSort     `url:"sort,omitempty"`   // [MemberSortJoinedAt] if empty
}

// List returns one page of the members of an organization. The list includes disabled members,
// although they have no access.
//
// API: GET /v1/orgs/{organizationId}/members
func (s MemberService) List(
	ctx context.Context, orgID string, options MemberListOptions, opts ...api.CallOption,
) (*pagination.Page[api.Member], error) {
	return transport.List[api.Member](ctx, s.core, opMemberList.Path(orgID).Query(options), opts)
}

// All returns an iterator over the members of an organization.
//
// API: GET /v1/orgs/{organizationId}/members
func (s MemberService) All(
	ctx context.Context, orgID string, options MemberListOptions, opts ...api.CallOption,
) iter.Seq2[api.Member, error] {
	return transport.All[api.Member](ctx, s.core, opMemberList.Path(orgID).Query(options), opts)
}

// ListPages returns an iterator over the pages of [MemberService.List].
//
// API: GET /v1/orgs/{organizationId}/members
func (s MemberService) ListPages(
	ctx context.Context, orgID string, options MemberListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[api.Member], error] {
	return transport.Pages[api.Member](ctx, s.core, opMemberList.Path(orgID).Query(options), opts)
}

// Get returns a member of an organization.
//
// API: GET /v1/orgs/{organizationId}/members/{userId}
func (s MemberService) Get(
	ctx context.Context, orgID, userID string, opts ...api.CallOption,
) (*api.Member, error) {
	return transport.JSON[api.Member](ctx, s.core, opMemberGet.Path(orgID, userID), opts)
}

// MemberUpdate is the request body of [MemberService.Update].
//
// Experimental: may change in any minor release; see [api].
type MemberUpdate struct {
	// Role is the new role in the organization. Sending null makes the member a guest.
	Role api.Nullable[api.Role] `json:"role,omitzero"`
}

// Update sets the role of a member and returns the updated member.
//
// API: PATCH /v1/orgs/{organizationId}/members/{userId}
func (s MemberService) Update(
	ctx context.Context, orgID, userID string, update MemberUpdate, opts ...api.CallOption,
) (*api.Member, error) {
	return transport.JSON[api.Member](
		ctx, s.core, opMemberUpdate.Path(orgID, userID).Body(update), opts,
	)
}

// Delete removes a member from an organization. If the user is not a member, Delete returns
// [api.AlreadyAbsent] and a nil error. If the administrators have to approve the removal, Delete
// returns [api.DeletionRequested], and the user is still a member.
//
// API: DELETE /v1/orgs/{organizationId}/members/{userId}
func (s MemberService) Delete(
	ctx context.Context, orgID, userID string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opMemberDelete.Path(orgID, userID), opts)
}

// SetSSO sets the SSO field of a member, which lets the member sign in with a SAML provider of the
// organization, and returns the member. The caller must make sure that the user's account and the
// account at the provider belong to the same person. No operation can undo SetSSO. If the user is
// not a member, send an invite first, because the response is undocumented. In package
// publishingtest, the error matches [api.ErrNotFound].
//
// API: POST /v1/orgs/{organizationId}/members/{userId}/sso
func (s MemberService) SetSSO(
	ctx context.Context, orgID, userID string, opts ...api.CallOption,
) (*api.Member, error) {
	return transport.JSON[api.Member](ctx, s.core, opMemberSetSSO.Path(orgID, userID), opts)
}

// PingResult is the result of [Service.Ping].
//
// Experimental: may change in any minor release; see [api].
type PingResult struct {
	// VisitorClaims is a JSON Web Token with the claims that the caller has as a visitor of sites.
	// It is nil if there is none.
	VisitorClaims *api.Secret `json:"gitbookVisitorClaims,omitzero"`
}

// LogValue implements [slog.LogValuer]. It hides the token.
func (p PingResult) LogValue() slog.Value { return logvalue.Of(p) }

// Ping records that the owner of the client's token is active in an organization. It updates the
// LastSeenAt of the member. The effect for a user who is not a member is undocumented.
//
// Experimental: may change in any minor release; see [api].
//
// API: POST /v1/orgs/{organizationId}/ping
func (s Service) Ping(
	ctx context.Context, orgID string, opts ...api.CallOption,
) (*PingResult, error) {
	return transport.JSON[PingResult](ctx, s.core, opPing.Path(orgID), opts)
}
