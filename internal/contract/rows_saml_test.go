package contract

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
)

var samlPage = orgs.SAMLListOptions{Page: "c/2+d=", Limit: 50}

var samlRows = []row{
	{
		op:   "Orgs.SAML.List",
		call: func(a args) (any, error) { return a.Orgs.SAML.List(a.ctx, a.id[0], samlPage, a.opts...) },
		walk: func(a args) (all, pages any) {
			return a.Orgs.SAML.All(a.ctx, a.id[0], samlPage, a.opts...), a.Orgs.SAML.Pages(a.ctx, a.id[0], samlPage, a.opts...)
		},
		request: "GET /v1/orgs/organization%2F1/saml?limit=50&page=c%2F2%2Bd%3D",
		status:  200,
		answer:  `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@orgs/saml-provider.json", "@orgs/saml-provider-guests.json"]}`,
	},
	{
		op:      "Orgs.SAML.List",
		name:    "unset, empty",
		call:    func(a args) (any, error) { return a.Orgs.SAML.List(a.ctx, a.id[0], orgs.SAMLListOptions{}, a.opts...) },
		request: "GET /v1/orgs/organization%2F1/saml",
		status:  200,
		answer:  `{"items": []}`,
	},

	{
		op: "Orgs.SAML.Create",
		call: func(a args) (any, error) {
			return a.Orgs.SAML.Create(a.ctx, a.id[0], orgs.SAMLCreate{
				Label:       "Acme",
				EntityID:    new("https://idp.acme.example.com/metadata"),
				Certificate: new("-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"),
				SSOURL:      new("https://idp.acme.example.com/sso"),
				DefaultTeam: new("team_1"),
				DefaultRole: api.Set(api.RoleRead),
			}, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/saml",
		body: `{"label": "Acme", "entityID": "https://idp.acme.example.com/metadata",
			"certificate": "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n", "ssoURL": "https://idp.acme.example.com/sso",
			"defaultTeam": "team_1", "defaultRole": "read"}`,
		status: 201,
		answer: "orgs/saml-provider.json",
	},
	{
		op:   "Orgs.SAML.Create",
		name: "for guests",
		call: func(a args) (any, error) {
			return a.Orgs.SAML.Create(a.ctx, a.id[0], orgs.SAMLCreate{Label: "Partners", DefaultRole: api.Null[api.Role]()}, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/saml",
		body:    `{"label": "Partners", "defaultRole": null}`,
		status:  201,
		answer:  "orgs/saml-provider-guests.json",
	},
	{
		op:   "Orgs.SAML.Create",
		name: "unset",
		call: func(a args) (any, error) {
			return a.Orgs.SAML.Create(a.ctx, a.id[0], orgs.SAMLCreate{Label: "Acme"}, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/saml",
		body:    `{"label": "Acme"}`,
		status:  201,
		answer:  "orgs/saml-provider.json",
	},

	{
		op:      "Orgs.SAML.Get",
		call:    func(a args) (any, error) { return a.Orgs.SAML.Get(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "GET /v1/orgs/organization%2F1/saml/samlProvider%2F1",
		status:  200,
		answer:  "orgs/saml-provider.json",
	},
	{
		op:      "Orgs.SAML.Get",
		name:    "for guests, without a team",
		call:    func(a args) (any, error) { return a.Orgs.SAML.Get(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "GET /v1/orgs/organization%2F1/saml/samlProvider%2F1",
		status:  200,
		answer:  "orgs/saml-provider-guests.json",
	},
	{
		op:      "Orgs.SAML.Get",
		name:    "absent",
		call:    func(a args) (any, error) { return a.Orgs.SAML.Get(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "GET /v1/orgs/organization%2F1/saml/samlProvider%2F1",
		status:  404,
		fails:   api.ErrNotFound,
	},

	{
		op:      "Orgs.SAML.Delete",
		call:    func(a args) (any, error) { return a.Orgs.SAML.Delete(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "DELETE /v1/orgs/organization%2F1/saml/samlProvider%2F1",
		status:  205,
		outcome: api.Deleted,
	},
	{
		op:      "Orgs.SAML.Delete",
		name:    "absent",
		call:    func(a args) (any, error) { return a.Orgs.SAML.Delete(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "DELETE /v1/orgs/organization%2F1/saml/samlProvider%2F1",
		status:  204,
		outcome: api.AlreadyAbsent,
	},

	{
		op: "Orgs.SAML.Update",
		call: func(a args) (any, error) {
			return a.Orgs.SAML.Update(a.ctx, a.id[0], a.id[1], orgs.SAMLUpdate{
				Label:       new("Acme"),
				EntityID:    new("https://idp.acme.example.com/metadata"),
				Certificate: new("MIIC"),
				SSOURL:      new("https://idp.acme.example.com/sso"),
				DefaultTeam: new("team_1"),
				DefaultRole: api.Set(api.RoleRead),
			}, a.opts...)
		},
		request: "PATCH /v1/orgs/organization%2F1/saml/samlProvider%2F1",
		body: `{"label": "Acme", "entityID": "https://idp.acme.example.com/metadata", "certificate": "MIIC", "ssoURL": "https://idp.acme.example.com/sso",
			"defaultTeam": "team_1", "defaultRole": "read"}`,
		status: 200,
		answer: "orgs/saml-provider.json",
	},
	{
		op:   "Orgs.SAML.Update",
		name: "for guests",
		call: func(a args) (any, error) {
			return a.Orgs.SAML.Update(a.ctx, a.id[0], a.id[1], orgs.SAMLUpdate{DefaultRole: api.Null[api.Role]()}, a.opts...)
		},
		request: "PATCH /v1/orgs/organization%2F1/saml/samlProvider%2F1",
		body:    `{"defaultRole": null}`,
		status:  200,
		answer:  "orgs/saml-provider-guests.json",
	},
	{
		op:   "Orgs.SAML.Update",
		name: "unset",
		call: func(a args) (any, error) {
			return a.Orgs.SAML.Update(a.ctx, a.id[0], a.id[1], orgs.SAMLUpdate{}, a.opts...)
		},
		request: "PATCH /v1/orgs/organization%2F1/saml/samlProvider%2F1",
		body:    `{}`,
		status:  200,
		answer:  "orgs/saml-provider.json",
	},

	{
		op:      "Orgs.SAML.Logins",
		call:    func(a args) (any, error) { return a.Orgs.SAML.Logins(a.ctx, a.id[0], a.opts...) },
		request: "GET /v1/orgs/organization%2F1/sso",
		status:  200,
		answer:  `{"items": [{"id": "provider_1", "label": "Acme", "startURL": "https://app.example.com/saml/provider_1/start"}]}`,
	},
	{
		op:      "Orgs.SAML.Logins",
		name:    "none",
		call:    func(a args) (any, error) { return a.Orgs.SAML.Logins(a.ctx, a.id[0], a.opts...) },
		request: "GET /v1/orgs/organization%2F1/sso",
		status:  200,
		answer:  `{"items": []}`,
	},
}
