package integrations_test

import (
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
)

var (
	orgInstallationPage = integrations.InstallationListInOrgOptions{Cursor: "c/2+d=", Limit: 1000, Search: "chat & co"}
	orgStatusPage       = integrations.InstallationStatusListInOrgOptions{Cursor: "c/2+d=", Limit: 1000, Target: integrations.TargetOrganization}
)

func orgStatusesOf(target integrations.Target) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Integrations.Installations.Status.ListInOrg(a.Ctx, a.ID[0], integrations.InstallationStatusListInOrgOptions{Target: target}, a.Opts...)
	}
}

var orgInstallationRows = []contract.Row{
	{
		Op: "Integrations.Installations.ListInOrg",
		Call: func(a contract.Args) (any, error) {
			return a.Integrations.Installations.ListInOrg(a.Ctx, a.ID[0], orgInstallationPage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.Integrations.Installations.AllInOrg(a.Ctx, a.ID[0], orgInstallationPage, a.Opts...), a.Integrations.Installations.ListPagesInOrg(a.Ctx, a.ID[0], orgInstallationPage, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/installations?limit=1000&page=c%2F2%2Bd%3D&search=chat+%26+co",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 1, "items": [{"installation": "@installation.json", "integration": "@integration.json"}]}`,
	},
	{
		Op:   "Integrations.Installations.ListInOrg",
		Name: "unset, empty",
		Call: func(a contract.Args) (any, error) {
			return a.Integrations.Installations.ListInOrg(a.Ctx, a.ID[0], integrations.InstallationListInOrgOptions{}, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/installations",
		Status:   200,
		Response: `{"next": null, "items": []}`,
	},

	{
		Op: "Integrations.Installations.Status.ListInOrg",
		Call: func(a contract.Args) (any, error) {
			return a.Integrations.Installations.Status.ListInOrg(a.Ctx, a.ID[0], orgStatusPage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.Integrations.Installations.Status.AllInOrg(a.Ctx, a.ID[0], orgStatusPage, a.Opts...), a.Integrations.Installations.Status.ListPagesInOrg(a.Ctx, a.ID[0], orgStatusPage, a.Opts...)
		},
		Request: "GET /v1/orgs/organization%2F1/integrations/installations-status?limit=1000&page=c%2F2%2Bd%3D&target=organization",
		Status:  200,
		Response: `{"next": {"page": "c/3+d="}, "count": 1, "items": [{"status": "paused", "integration": "@integration.json",
			"target": {"type": "organization", "organizationId": "org_1"}}]}`,
	},
	{
		Op:       "Integrations.Installations.Status.ListInOrg",
		Name:     "of spaces",
		Call:     orgStatusesOf(integrations.TargetSpace),
		Request:  "GET /v1/orgs/organization%2F1/integrations/installations-status?target=space",
		Status:   200,
		Response: `{"next": null, "items": []}`,
	},
	{
		Op:       "Integrations.Installations.Status.ListInOrg",
		Name:     "of sites",
		Call:     orgStatusesOf(integrations.TargetSite),
		Request:  "GET /v1/orgs/organization%2F1/integrations/installations-status?target=site",
		Status:   200,
		Response: `{"items": []}`,
	},

	{
		Op: "Integrations.Installations.Status.GetInOrg",
		Call: func(a contract.Args) (any, error) {
			return a.Integrations.Installations.Status.GetInOrg(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/integrations/sample-1/installation_status",
		Status:   200,
		Response: `{"status": "active"}`,
	},
}
