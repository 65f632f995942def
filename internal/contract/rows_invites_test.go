package contract

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
)

var inviteRows = []row{
	{
		op: "Orgs.Invites.Create",
		call: func(a args) (any, error) {
			invite := orgs.InviteCreate{Emails: []string{"ada@example.com", "grace@example.com"}, Role: api.Set(api.RoleEdit), SSO: new(true)}
			return a.Orgs.Invites.Create(a.ctx, a.id[0], invite, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/invites",
		body:    `{"emails": ["ada@example.com", "grace@example.com"], "role": "edit", "sso": true}`,
		status:  200,
		answer:  `{"users": ["user_1"], "invited": 2, "failedSSOEmails": ["grace@example.com"]}`,
	},
	{
		op:   "Orgs.Invites.Create",
		name: "guests, without single sign-on",
		call: func(a args) (any, error) {
			invite := orgs.InviteCreate{Emails: []string{"ada@example.com"}, Role: api.Null[api.Role](), SSO: new(false)}
			return a.Orgs.Invites.Create(a.ctx, a.id[0], invite, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/invites",
		body:    `{"emails": ["ada@example.com"], "role": null, "sso": false}`,
		status:  200,
		answer:  `{"users": [], "invited": 1}`,
	},
	{
		op:   "Orgs.Invites.Create",
		name: "unset",
		call: func(a args) (any, error) {
			return a.Orgs.Invites.Create(a.ctx, a.id[0], orgs.InviteCreate{Emails: []string{"ada@example.com"}}, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/invites",
		body:    `{"emails": ["ada@example.com"]}`,
		status:  200,
		answer:  `{"users": [], "invited": 1, "failedSSOEmails": []}`,
	},
	{
		op:   "Orgs.Invites.Create",
		name: "nobody",
		call: func(a args) (any, error) {
			return a.Orgs.Invites.Create(a.ctx, a.id[0], orgs.InviteCreate{Emails: []string{}}, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/invites",
		body:    `{"emails": []}`,
		status:  400,
		answer:  `{"error": {"code": 400, "message": "emails: want an address"}}`,
		fails:   api.ErrBadRequest,
	},

	{
		op:      "Orgs.Invites.Join",
		call:    func(a args) (any, error) { return nil, a.Orgs.Invites.Join(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "POST /v1/orgs/organization%2F1/invites/invite%2F1",
		status:  200,
		answer:  `{}`,
	},
	{
		op:      "Orgs.Invites.Join",
		name:    "absent",
		call:    func(a args) (any, error) { return nil, a.Orgs.Invites.Join(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "POST /v1/orgs/organization%2F1/invites/invite%2F1",
		status:  404,
		fails:   api.ErrNotFound,
	},
}
