package orgs_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/orgs"
)

var inviteRows = []contract.Row{
	{
		Op: "Orgs.Invites.Create",
		Call: func(a contract.Args) (any, error) {
			invite := orgs.InviteCreate{Emails: []string{"ada@example.com", "grace@example.com"}, Role: api.Set(api.RoleEdit), SSO: new(true)}
			return a.Orgs.Invites.Create(a.Ctx, a.ID[0], invite, a.Opts...)
		},
		Request:  "POST /v1/orgs/organization%2F1/invites",
		Body:     `{"emails": ["ada@example.com", "grace@example.com"], "role": "edit", "sso": true}`,
		Status:   200,
		Response: `{"users": ["user_1"], "invited": 2, "failedSSOEmails": ["grace@example.com"]}`,
	},
	{
		Op:   "Orgs.Invites.Create",
		Name: "guests, without single sign-on",
		Call: func(a contract.Args) (any, error) {
			invite := orgs.InviteCreate{Emails: []string{"ada@example.com"}, Role: api.Null[api.Role](), SSO: new(false)}
			return a.Orgs.Invites.Create(a.Ctx, a.ID[0], invite, a.Opts...)
		},
		Request:  "POST /v1/orgs/organization%2F1/invites",
		Body:     `{"emails": ["ada@example.com"], "role": null, "sso": false}`,
		Status:   200,
		Response: `{"users": [], "invited": 1}`,
	},
	{
		Op:   "Orgs.Invites.Create",
		Name: "nobody",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Invites.Create(a.Ctx, a.ID[0], orgs.InviteCreate{Emails: []string{}}, a.Opts...)
		},
		Request:  "POST /v1/orgs/organization%2F1/invites",
		Body:     `{"emails": []}`,
		Status:   400,
		Response: `{"error": {"code": 400, "message": "emails: want an address"}}`,
		Err:      api.ErrBadRequest,
	},

	{
		Op: "Orgs.Invites.Join",
		Call: func(a contract.Args) (any, error) {
			return nil, a.Orgs.Invites.Join(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
		},
		Request:  "POST /v1/orgs/organization%2F1/invites/invite%2F1",
		Status:   200,
		Response: `{}`,
	},
}
