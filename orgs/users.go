package orgs

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// UserService gets and updates user accounts. It is a field of the client and not of [Service],
// because an account does not belong to an organization.
//
// Experimental: may change in any minor release; see [api].
type UserService struct {
	madeUsers

	core *transport.Core
}

type (
	madeUsers = transport.MadeBy[userMaker]
	userMaker struct{}
)

func (userMaker) Make(core *transport.Core) UserService { return UserService{core: core} }

// Me returns the user that the token belongs to.
//
// API: GET /v1/user
func (s UserService) Me(ctx context.Context, opts ...api.CallOption) (*api.User, error) {
	return transport.JSON[api.User](ctx, s.core, opUserMe.Path(), opts)
}

// Get returns the public data of a user. The Email may be nil.
//
// API: GET /v1/users/{userId}
func (s UserService) Get(
	ctx context.Context, userID string, opts ...api.CallOption,
) (*api.User, error) {
	return transport.JSON[api.User](ctx, s.core, opUserGet.Path(userID), opts)
}

// UserUpdate is the request body of [UserService.Update]. At least one of its fields must be set.
//
// Experimental: may change in any minor release; see [api].
type UserUpdate struct {
	DisplayName *string `json:"displayName,omitzero" check:"len=1..64"` // 1 to 64 characters
	PhotoURL    *string `json:"photoURL,omitzero" check:"len=..2048"`   // at most 2048 characters
}

// Validate checks that at least one field is set.
func (u UserUpdate) Validate() error { return check.AtLeastOne(u, "displayName", "photoURL") }

// Update sets the given fields of a user's account and returns the updated user. It is undocumented
// whether a token can update the account of another user.
//
// API: PATCH /v1/users/{userId}
func (s UserService) Update(
	ctx context.Context, userID string, update UserUpdate, opts ...api.CallOption,
) (*api.User, error) {
	return transport.JSON[api.User](ctx, s.core, opUserUpdate.Path(userID).Body(update), opts)
}
