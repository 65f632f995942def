package orgs

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// InviteService invites people to an organization by email. No operation lists these invites, so a
// program that must not invite anybody twice has to remember whom it has invited.
type InviteService struct {
	core *transport.Core
}

// InviteCreate is the request body of [InviteService.Create].
type InviteCreate struct {
	Emails []string `json:"emails" check:"required"`
	// Role is the role of the invited people. Sending null invites guests; unset means the
	// service's default.
	Role api.Nullable[api.Role] `json:"role,omitzero"`
	// SSO makes the invited people use single sign-on; nil means false.
	SSO *bool `json:"sso,omitzero"`
}

// InviteResult is the result of [InviteService.Create].
type InviteResult struct {
	// Users contains the IDs of the users who became members immediately.
	Users   []string `json:"users" response:"about"`
	Invited int64    `json:"invited"` // number of invited people
	// FailedSSOEmails contains the addresses of people who cannot use single sign-on. It is nil if
	// the service omits the field.
	FailedSSOEmails []string `json:"failedSSOEmails,omitzero"`
}

// Create invites people to an organization by email.
//
// API: POST /v1/orgs/{organizationId}/invites
func (s InviteService) Create(
	ctx context.Context, orgID string, invite InviteCreate, opts ...api.CallOption,
) (*InviteResult, error) {
	return transport.JSON[InviteResult](ctx, s.core, opInviteCreate.Path(orgID).Body(invite), opts)
}

// Join accepts an email or link invite, which makes the caller a member of the organization.
//
// API: POST /v1/orgs/{organizationId}/invites/{inviteId}
func (s InviteService) Join(
	ctx context.Context, orgID, inviteID string, opts ...api.CallOption,
) error {
	return transport.None(ctx, s.core, opInviteJoin.Path(orgID, inviteID), opts)
}
