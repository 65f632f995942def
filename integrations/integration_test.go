package integrations_test

import (
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
)

var integrationPage = integrations.ListOptions{
	Cursor: "c/2+d=", Limit: 1000, Search: "docs & co", Category: integrations.CategoryContent, BlockDomain: "videos.example.com",
	Blocks: new(true), ContentSources: new(false), Owner: "org_1", Scope: integrations.ScopeSiteScriptInject, Target: integrations.TargetSite,
}

const integrationQuery = "?blockDomain=videos.example.com&blocks=true&category=content&contentSources=false&limit=1000&owner=org_1" +
	"&page=c%2F2%2Bd%3D&scope=site%3Ascript%3Ainject&search=docs+%26+co&target=site"

var integrationRows = []contract.Row{
	{
		Op:   "Integrations.List",
		Call: func(a contract.Args) (any, error) { return a.Integrations.List(a.Ctx, integrationPage, a.Opts...) },
		List: func(a contract.Args) (all, pages any) {
			return a.Integrations.All(a.Ctx, integrationPage, a.Opts...), a.Integrations.ListPages(a.Ctx, integrationPage, a.Opts...)
		},
		Request:  "GET /v1/integrations" + integrationQuery,
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@integration.json", "@integration-bare.json"]}`,
	},
	{
		Op:   "Integrations.List",
		Name: "the other values",
		Call: func(a contract.Args) (any, error) {
			return a.Integrations.List(a.Ctx, integrations.ListOptions{Blocks: new(false), ContentSources: new(true)}, a.Opts...)
		},
		Request:  "GET /v1/integrations?blocks=false&contentSources=true",
		Status:   200,
		Response: `{"items": []}`,
	},
	{
		Op:   "Integrations.List",
		Name: "unset, empty",
		Call: func(a contract.Args) (any, error) {
			return a.Integrations.List(a.Ctx, integrations.ListOptions{}, a.Opts...)
		},
		Request:  "GET /v1/integrations",
		Status:   200,
		Response: `{"next": null, "items": []}`,
	},

	{
		Op:       "Integrations.Get",
		Call:     func(a contract.Args) (any, error) { return a.Integrations.Get(a.Ctx, a.ID[0], a.Opts...) },
		Request:  "GET /v1/integrations/sample-1",
		Status:   200,
		Response: "integration.json",
	},
	{
		Op:       "Integrations.Get",
		Name:     "with nothing optional, and a policy that is a text",
		Call:     func(a contract.Args) (any, error) { return a.Integrations.Get(a.Ctx, a.ID[0], a.Opts...) },
		Request:  "GET /v1/integrations/sample-1",
		Status:   200,
		Response: "integration-bare.json",
	},
}
