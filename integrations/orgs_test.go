package integrations_test

import (
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
)

var orgPage = integrations.ListInOrgOptions(integrationPage)

var orgRows = []contract.Row{
	{
		Op: "Integrations.ListInOrg",
		Call: func(a contract.Args) (any, error) {
			return a.Integrations.ListInOrg(a.Ctx, a.ID[0], orgPage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.Integrations.AllInOrg(a.Ctx, a.ID[0], orgPage, a.Opts...), a.Integrations.ListPagesInOrg(a.Ctx, a.ID[0], orgPage, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/integrations" + integrationQuery,
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 1, "items": ["@integration.json"]}`,
	},
	{
		Op:   "Integrations.ListInOrg",
		Name: "the other values",
		Call: func(a contract.Args) (any, error) {
			return a.Integrations.ListInOrg(a.Ctx, a.ID[0], integrations.ListInOrgOptions{Blocks: new(false), ContentSources: new(true)}, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/integrations?blocks=false&contentSources=true",
		Status:   200,
		Response: `{"items": []}`,
	},
}
