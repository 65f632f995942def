package orgs_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/orgs"
)

var samlPage = orgs.SAMLListOptions{Cursor: "c/2+d=", Limit: 50}

var samlRows = []contract.Row{
	{
		Op:   "Orgs.SAML.List",
		Call: func(a contract.Args) (any, error) { return a.Orgs.SAML.List(a.Ctx, a.ID[0], samlPage, a.Opts...) },
		List: func(a contract.Args) (all, pages any) {
			return a.Orgs.SAML.All(a.Ctx, a.ID[0], samlPage, a.Opts...), a.Orgs.SAML.ListPages(a.Ctx, a.ID[0], samlPage, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/saml?limit=50&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@saml-provider.json", "@saml-provider-guests.json"]}`,
	},
	{
		Op:   "Orgs.SAML.List",
		Name: "unset, empty",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.SAML.List(a.Ctx, a.ID[0], orgs.SAMLListOptions{}, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/saml",
		Status:   200,
		Response: `{"items": []}`,
	},

	{
		Op: "Orgs.SAML.Create",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.SAML.Create(a.Ctx, a.ID[0], orgs.SAMLCreate{
				Label:       "Acme",
				EntityID:    new("https://idp.acme.example.com/metadata"),
				Certificate: new("-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"),
				SSOURL:      new("https://idp.acme.example.com/sso"),
				DefaultTeam: new("team_1"),
				DefaultRole: api.Set(api.RoleRead),
			}, a.Opts...)
		},
		Request: "POST /v1/orgs/organization%2F1/saml",
		Body: `{"label": "Acme", "entityID": "https://idp.acme.example.com/metadata",
			"certificate": "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n", "ssoURL": "https://idp.acme.example.com/sso",
			"defaultTeam": "team_1", "defaultRole": "read"}`,
		Status:   201,
		Response: "saml-provider.json",
	},
	{
		Op:   "Orgs.SAML.Create",
		Name: "for guests",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.SAML.Create(a.Ctx, a.ID[0], orgs.SAMLCreate{Label: "Partners", DefaultRole: api.Null[api.Role]()}, a.Opts...)
		},
		Request:  "POST /v1/orgs/organization%2F1/saml",
		Body:     `{"label": "Partners", "defaultRole": null}`,
		Status:   201,
		Response: "saml-provider-guests.json",
	},

	{
		Op:       "Orgs.SAML.Get",
		Call:     func(a contract.Args) (any, error) { return a.Orgs.SAML.Get(a.Ctx, a.ID[0], a.ID[1], a.Opts...) },
		Request:  "GET /v1/orgs/organization%2F1/saml/samlProvider%2F1",
		Status:   200,
		Response: "saml-provider.json",
	},
	{
		Op:       "Orgs.SAML.Get",
		Name:     "for guests, without a team",
		Call:     func(a contract.Args) (any, error) { return a.Orgs.SAML.Get(a.Ctx, a.ID[0], a.ID[1], a.Opts...) },
		Request:  "GET /v1/orgs/organization%2F1/saml/samlProvider%2F1",
		Status:   200,
		Response: "saml-provider-guests.json",
	},

	{
		Op:      "Orgs.SAML.Delete",
		Call:    func(a contract.Args) (any, error) { return a.Orgs.SAML.Delete(a.Ctx, a.ID[0], a.ID[1], a.Opts...) },
		Request: "DELETE /v1/orgs/organization%2F1/saml/samlProvider%2F1",
		Status:  205,
		Outcome: api.Deleted,
	},

	{
		Op: "Orgs.SAML.Update",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.SAML.Update(a.Ctx, a.ID[0], a.ID[1], orgs.SAMLUpdate{
				Label:       new("Acme"),
				EntityID:    new("https://idp.acme.example.com/metadata"),
				Certificate: new("MIIC"),
				SSOURL:      new("https://idp.acme.example.com/sso"),
				DefaultTeam: new("team_1"),
				DefaultRole: api.Set(api.RoleRead),
			}, a.Opts...)
		},
		Request: "PATCH /v1/orgs/organization%2F1/saml/samlProvider%2F1",
		Body: `{"label": "Acme", "entityID": "https://idp.acme.example.com/metadata", "certificate": "MIIC", "ssoURL": "https://idp.acme.example.com/sso",
			"defaultTeam": "team_1", "defaultRole": "read"}`,
		Status:   200,
		Response: "saml-provider.json",
	},
	{
		Op:   "Orgs.SAML.Update",
		Name: "for guests",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.SAML.Update(a.Ctx, a.ID[0], a.ID[1], orgs.SAMLUpdate{DefaultRole: api.Null[api.Role]()}, a.Opts...)
		},
		Request:  "PATCH /v1/orgs/organization%2F1/saml/samlProvider%2F1",
		Body:     `{"defaultRole": null}`,
		Status:   200,
		Response: "saml-provider-guests.json",
	},

	{
		Op:       "Orgs.SSO",
		Call:     func(a contract.Args) (any, error) { return a.Orgs.SSO(a.Ctx, a.ID[0], a.Opts...) },
		Request:  "GET /v1/orgs/organization%2F1/sso",
		Status:   200,
		Response: `{"items": [{"id": "provider_1", "label": "Acme", "startURL": "https://app.example.com/saml/provider_1/start"}]}`,
	},
	{
		Op:       "Orgs.SSO",
		Name:     "none",
		Call:     func(a contract.Args) (any, error) { return a.Orgs.SSO(a.Ctx, a.ID[0], a.Opts...) },
		Request:  "GET /v1/orgs/organization%2F1/sso",
		Status:   200,
		Response: `{"items": []}`,
	},
}
