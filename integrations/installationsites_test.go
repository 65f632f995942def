package integrations_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
)

const (
	installationSitesRequest = installationRequest + "/sites"
	installationSiteRequest  = installationSitesRequest + "/site%2F1"
)

var (
	installationSitePage = integrations.InstallationSiteListOptions{Cursor: "c/2+d=", Limit: 1000, Extended: new(true)}
	siteInstallationPage = integrations.SiteListOptions{Cursor: "c/2+d=", Limit: 1000, ExternalID: "channel & 1", Extended: new(true)}

	wholeSite    = integrations.InstallationSiteGetOptions{Extended: new(true)}
	onlyIDOfSite = integrations.InstallationSiteGetOptions{Extended: new(false)}
)

func installSite(installation integrations.InstallationSiteCreate, options integrations.InstallationSiteCreateOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Integrations.Installations.Sites.Create(a.Ctx, a.ID[0], a.ID[1], installation, options, a.Opts...)
	}
}

func getInstallationSite(options integrations.InstallationSiteGetOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Integrations.Installations.Sites.Get(a.Ctx, a.ID[0], a.ID[1], a.ID[2], options, a.Opts...)
	}
}

func updateInstallationSite(update integrations.InstallationSiteUpdate, options integrations.InstallationSiteUpdateOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Integrations.Installations.Sites.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], update, options, a.Opts...)
	}
}

func deleteInstallationSite(a contract.Args) (any, error) {
	return a.Integrations.Installations.Sites.Delete(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.Opts...)
}

// siteInstallationOf is the fixture with another form of the site.
func siteInstallationOf(site string) string {
	return `{"integration": "chat", "installation": "installation_2", "status": "pending", "configuration": {}, "externalIds": [],
		"urls": {"location": "https://api.example.com/v1/integrations/chat/installations/installation_2/sites/site_1",
		"publicEndpoint": "https://integrations.example.com/chat/installation_2/sites/site_1"}, "site": ` + site + `}`
}

var installationSiteRows = []contract.Row{
	{
		Op: "Integrations.Installations.Sites.List",
		Call: func(a contract.Args) (any, error) {
			return a.Integrations.Installations.Sites.List(a.Ctx, a.ID[0], a.ID[1], installationSitePage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.Integrations.Installations.Sites.All(a.Ctx, a.ID[0], a.ID[1], installationSitePage, a.Opts...), a.Integrations.Installations.Sites.ListPages(a.Ctx, a.ID[0], a.ID[1], installationSitePage, a.Opts...)
		},
		Request:  "GET " + installationSitesRequest + "?extended=true&limit=1000&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@site-installation.json", ` + siteInstallationOf(`"@site.json"`) + `]}`,
	},
	{
		Op:   "Integrations.Installations.Sites.List",
		Name: "only IDs",
		Call: func(a contract.Args) (any, error) {
			return a.Integrations.Installations.Sites.List(a.Ctx, a.ID[0], a.ID[1], integrations.InstallationSiteListOptions{Extended: new(false)}, a.Opts...)
		},
		Request:  "GET " + installationSitesRequest + "?extended=false",
		Status:   200,
		Response: `{"next": null, "items": []}`,
	},

	{
		Op:       "Integrations.Installations.Sites.Create",
		Call:     installSite(integrations.InstallationSiteCreate{SiteID: "site_1"}, integrations.InstallationSiteCreateOptions(wholeSite)),
		Request:  "POST " + installationSitesRequest + "?extended=true",
		Body:     `{"siteId": "site_1"}`,
		Status:   201,
		Response: siteInstallationOf(`"@site.json"`),
	},
	{
		Op:       "Integrations.Installations.Sites.Create",
		Name:     "only the ID",
		Call:     installSite(integrations.InstallationSiteCreate{SiteID: "site_1"}, integrations.InstallationSiteCreateOptions(onlyIDOfSite)),
		Request:  "POST " + installationSitesRequest + "?extended=false",
		Body:     `{"siteId": "site_1"}`,
		Status:   201,
		Response: "site-installation.json",
	},

	{
		Op:       "Integrations.Installations.Sites.Get",
		Call:     getInstallationSite(wholeSite),
		Request:  "GET " + installationSiteRequest + "?extended=true",
		Status:   200,
		Response: siteInstallationOf(`"@site.json"`),
	},
	{
		Op:       "Integrations.Installations.Sites.Get",
		Name:     "only the ID",
		Call:     getInstallationSite(onlyIDOfSite),
		Request:  "GET " + installationSiteRequest + "?extended=false",
		Status:   200,
		Response: "site-installation.json",
	},
	{
		Op:       "Integrations.Installations.Sites.Get",
		Name:     "another form of the site",
		Call:     getInstallationSite(integrations.InstallationSiteGetOptions{}),
		Request:  "GET " + installationSiteRequest,
		Status:   200,
		Response: siteInstallationOf(`["site_1", {"new": 1.50}]`),
	},

	{
		Op:       "Integrations.Installations.Sites.Update",
		Call:     updateInstallationSite(integrations.InstallationSiteUpdate{ExternalIDs: []string{"channel_1"}, Configuration: secretJSON(`{"key": "configured_secret_2"}`)}, integrations.InstallationSiteUpdateOptions(wholeSite)),
		Request:  "PATCH " + installationSiteRequest + "?extended=true",
		Body:     `{"externalIds": ["channel_1"], "configuration": {"key": "configured_secret_2"}}`,
		Status:   200,
		Response: siteInstallationOf(`"@site.json"`),
	},
	{
		Op:       "Integrations.Installations.Sites.Update",
		Name:     "nothing set",
		Call:     updateInstallationSite(integrations.InstallationSiteUpdate{}, integrations.InstallationSiteUpdateOptions(onlyIDOfSite)),
		Request:  "PATCH " + installationSiteRequest + "?extended=false",
		Body:     `{}`,
		Status:   200,
		Response: "site-installation.json",
	},
	{
		Op:       "Integrations.Installations.Sites.Update",
		Name:     "everything removed",
		Call:     updateInstallationSite(integrations.InstallationSiteUpdate{ExternalIDs: []string{}, Configuration: secretJSON(`{}`)}, integrations.InstallationSiteUpdateOptions{}),
		Request:  "PATCH " + installationSiteRequest,
		Body:     `{"externalIds": [], "configuration": {}}`,
		Status:   200,
		Response: "site-installation.json",
	},

	{
		Op:      "Integrations.Installations.Sites.Delete",
		Call:    deleteInstallationSite,
		Request: "DELETE " + installationSiteRequest,
		Status:  205,
		Outcome: api.Deleted,
	},

	{
		Op: "Integrations.Sites.List",
		Call: func(a contract.Args) (any, error) {
			return a.Integrations.Sites.List(a.Ctx, a.ID[0], siteInstallationPage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.Integrations.Sites.All(a.Ctx, a.ID[0], siteInstallationPage, a.Opts...), a.Integrations.Sites.ListPages(a.Ctx, a.ID[0], siteInstallationPage, a.Opts...)
		},
		Request:  "GET /v1/integrations/sample-1/sites?extended=true&externalId=channel+%26+1&limit=1000&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@site-installation.json", ` + siteInstallationOf(`"@site.json"`) + `]}`,
	},
	{
		Op:   "Integrations.Sites.List",
		Name: "only IDs",
		Call: func(a contract.Args) (any, error) {
			return a.Integrations.Sites.List(a.Ctx, a.ID[0], integrations.SiteListOptions{Extended: new(false)}, a.Opts...)
		},
		Request:  "GET /v1/integrations/sample-1/sites?extended=false",
		Status:   200,
		Response: `{"next": null, "items": []}`,
	},
}
