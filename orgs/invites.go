package orgs

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// InviteService is reached as the Invites field of [Service].
type InviteService struct {
	core *transport.Core
}

// InviteCreate is the body of [InviteService.Create].
type InviteCreate struct {
	Emails []string `json:"emails" check:"required"`
	// Role is the default role of the invited. Unset leaves it to the service, null invites guests.
	Role api.Nullable[api.Role] `json:"role,omitzero"`
	SSO  *bool                  `json:"sso,omitzero"` // whether they are invited as users of single sign-on; false when nil
}

// InviteResult is what became of the invitations.
type InviteResult struct {
	Users           []string `json:"users"`                    // ids of the users who were added
	Invited         int64    `json:"invited"`                  // how many were invited
	FailedSSOEmails []string `json:"failedSSOEmails,omitzero"` // addresses that cannot use single sign-on, nil when the service does not say
}

// Create invites people to an organization by e-mail. An address the service refuses is an error matching [api.ErrBadRequest]; nil
// addresses are a [*api.ValidationError]. Not resent: see [api.MayHaveApplied].
//
// API: POST /v1/orgs/{organizationId}/invites
func (s InviteService) Create(ctx context.Context, orgID string, invite InviteCreate, opts ...api.CallOption) (*InviteResult, error) {
	return transport.JSON[InviteResult](ctx, s.core, opInviteCreate.Path(orgID).Body(invite), opts)
}

// Join makes the caller a member of the organization of an invite, of either kind. One that does not exist is an error matching
// [api.ErrNotFound]. Not resent: see [api.MayHaveApplied].
//
// API: POST /v1/orgs/{organizationId}/invites/{inviteId}
func (s InviteService) Join(ctx context.Context, orgID, inviteID string, opts ...api.CallOption) error {
	return transport.None(ctx, s.core, opInviteJoin.Path(orgID, inviteID), opts)
}
