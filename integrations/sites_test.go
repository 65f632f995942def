package integrations_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
)

func listOnSite(options integrations.ListInSiteOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Integrations.ListInSite(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	}
}

func listSiteScripts(a contract.Args) (any, error) {
	return a.Integrations.ScriptsInSite(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
}

var siteRows = []contract.Row{
	{
		Op:   "Integrations.ListInSite",
		Call: listOnSite(integrations.ListInSiteOptions{Search: "docs & co"}),
		List: func(a contract.Args) (all, pages any) {
			options := integrations.ListInSiteOptions{Search: "docs & co"}
			return a.Integrations.AllInSite(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...), a.Integrations.ListPagesInSite(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/sites/site%2F1/integrations?search=docs+%26+co",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 1, "items": ["@integration.json"]}`,
	},
	{
		Op:       "Integrations.ListInSite",
		Name:     "unset, empty",
		Call:     listOnSite(integrations.ListInSiteOptions{}),
		Request:  "GET /v1/orgs/organization%2F1/sites/site%2F1/integrations",
		Status:   200,
		Response: `{"items": []}`,
	},

	{
		Op:      "Integrations.ScriptsInSite",
		Call:    listSiteScripts,
		Request: "GET /v1/orgs/organization%2F1/sites/site%2F1/integration-scripts",
		Status:  200,
		Response: `[
			{"script": "https://integrations.example.com/sample-1/script.js", "contentSecurityPolicy": "img-src https://images.example.com", "cookies": true},
			{"script": "https://integrations.example.com/other/script.js", "cookies": true}
		]`,
	},
	{
		Op:       "Integrations.ScriptsInSite",
		Name:     "none",
		Call:     listSiteScripts,
		Request:  "GET /v1/orgs/organization%2F1/sites/site%2F1/integration-scripts",
		Status:   200,
		Response: `[]`,
	},
	{
		Op:      "Integrations.ScriptsInSite",
		Name:    "bad request",
		Call:    listSiteScripts,
		Request: "GET /v1/orgs/organization%2F1/sites/site%2F1/integration-scripts",
		Status:  400,
		Err:     api.ErrBadRequest,
	},
}
