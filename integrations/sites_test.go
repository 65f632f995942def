package integrations_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
)

func listOnSite(options integrations.SiteListOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Integrations.Sites.List(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	}
}

func listSiteScripts(a contract.Args) (any, error) {
	return a.Integrations.Sites.Scripts(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
}

var siteRows = []contract.Row{
	{
		Op:       "Integrations.Sites.List",
		Call:     listOnSite(integrations.SiteListOptions{Search: "docs & co"}),
		Request:  "GET /v1/orgs/organization%2F1/sites/site%2F1/integrations?search=docs+%26+co",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 1, "items": ["@integration.json"]}`,
	},
	{
		Op:       "Integrations.Sites.List",
		Name:     "unset, empty",
		Call:     listOnSite(integrations.SiteListOptions{}),
		Request:  "GET /v1/orgs/organization%2F1/sites/site%2F1/integrations",
		Status:   200,
		Response: `{"items": []}`,
	},

	{
		Op:      "Integrations.Sites.Scripts",
		Call:    listSiteScripts,
		Request: "GET /v1/orgs/organization%2F1/sites/site%2F1/integration-scripts",
		Status:  200,
		Response: `[
			{"script": "https://integrations.example.com/sample-1/script.js", "contentSecurityPolicy": "img-src https://images.example.com", "cookies": true},
			{"script": "https://integrations.example.com/other/script.js", "cookies": true}
		]`,
	},
	{
		Op:       "Integrations.Sites.Scripts",
		Name:     "none",
		Call:     listSiteScripts,
		Request:  "GET /v1/orgs/organization%2F1/sites/site%2F1/integration-scripts",
		Status:   200,
		Response: `[]`,
	},
	{
		Op:      "Integrations.Sites.Scripts",
		Name:    "bad request",
		Call:    listSiteScripts,
		Request: "GET /v1/orgs/organization%2F1/sites/site%2F1/integration-scripts",
		Status:  400,
		Err:     api.ErrBadRequest,
	},
}
