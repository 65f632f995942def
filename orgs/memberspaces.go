package orgs

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/spaces"
)

// MemberSpaceService lists the spaces that a member of an organization can access.
//
// Experimental: may change in any minor release; see [api].
type MemberSpaceService struct {
	core *transport.Core
}

// MemberSpace is a space that a member can access.
//
// Experimental: may change in any minor release; see [api].
type MemberSpace struct {
	// Permission is the role of the member in the space. It can be the member's own role, the role
	// of a team, or an inherited role.
	Permission api.Role     `json:"permission"`
	Space      spaces.Space `json:"space"`
}

// MemberSpaceListOptions are the query parameters of [MemberSpaceService.List].
//
// Experimental: may change in any minor release; see [api].
type MemberSpaceListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of spaces per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
	// Order is [api.OrderDesc] if empty; the sort key is undocumented.
	Order api.Order `url:"order,omitempty"`
}

// List returns one page of the spaces that a member can access. It is undocumented whether they
// include spaces that the caller cannot access.
//
// API: GET /v1/orgs/{organizationId}/members/{userId}/spaces
func (s MemberSpaceService) List(
	ctx context.Context, orgID, userID string,
	options MemberSpaceListOptions, opts ...api.CallOption,
) (*pagination.Page[MemberSpace], error) {
	return transport.List[MemberSpace](
		ctx, s.core, opMemberSpaceList.Path(orgID, userID).Query(options), opts,
	)
}

// All returns an iterator over the spaces that a member can access, like [MemberSpaceService.List].
//
// API: GET /v1/orgs/{organizationId}/members/{userId}/spaces
func (s MemberSpaceService) All(
	ctx context.Context, orgID, userID string,
	options MemberSpaceListOptions, opts ...api.CallOption,
) iter.Seq2[MemberSpace, error] {
	return transport.All[MemberSpace](
		ctx, s.core, opMemberSpaceList.Path(orgID, userID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [MemberSpaceService.List].
//
// API: GET /v1/orgs/{organizationId}/members/{userId}/spaces
func (s MemberSpaceService) ListPages(
	ctx context.Context, orgID, userID string,
	options MemberSpaceListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[MemberSpace], error] {
	return transport.Pages[MemberSpace](
		ctx, s.core, opMemberSpaceList.Path(orgID, userID).Query(options), opts,
	)
}
