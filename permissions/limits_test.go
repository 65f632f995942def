package permissions_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/permissions"
)

var needs = []contract.Need{
	{Op: "Permissions.Spaces.Invite", Field: "role", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return nil, a.Permissions.Spaces.Invite(a.Ctx, a.ID[0], permissions.InviteCreate{Users: []string{"user_1"}}, a.Opts...)
	}},
	{Op: "Permissions.Collections.Invite", Field: "role", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return nil, a.Permissions.Collections.Invite(a.Ctx, a.ID[0], permissions.InviteCreate{Users: []string{"user_1"}}, a.Opts...)
	}},
	{Op: "Permissions.Spaces.Invite", Field: "teams", Check: "any=teams|users", Call: func(a contract.Args) (any, error) {
		return nil, a.Permissions.Spaces.Invite(a.Ctx, a.ID[0], permissions.InviteCreate{Role: api.Null[api.Role](), Users: []string{}}, a.Opts...)
	}},
	{Op: "Permissions.Collections.Invite", Field: "teams", Check: "any=teams|users", Call: func(a contract.Args) (any, error) {
		return nil, a.Permissions.Collections.Invite(a.Ctx, a.ID[0], permissions.InviteCreate{Role: api.Null[api.Role](), Teams: []string{}}, a.Opts...)
	}},
}
