package integrations_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
)

const (
	installationsRequest = "/v1/integrations/sample-1/installations"
	installationRequest  = installationsRequest + "/installation%2F1"
)

var installationPage = integrations.InstallationListOptions{Cursor: "c/2+d=", Limit: 1000, ExternalID: "team & 1"}

// secretJSON returns JSON that contains secrets.
func secretJSON(text string) api.SecretJSON {
	var j api.SecretJSON
	if err := j.UnmarshalJSON([]byte(text)); err != nil {
		panic(err)
	}
	return j
}

func createInstallation(installation integrations.InstallationCreate) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Integrations.Installations.Create(a.Ctx, a.ID[0], installation, a.Opts...)
	}
}

func updateInstallation(update integrations.InstallationUpdate) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Integrations.Installations.Update(a.Ctx, a.ID[0], a.ID[1], update, a.Opts...)
	}
}

func deleteInstallation(a contract.Args) (any, error) {
	return a.Integrations.Installations.Delete(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
}

// installationOf is an installation that is not configured.
func installationOf(status string) string {
	return `{"id": "installation_2", "status": "` + status + `", "space_selection": "all", "site_selection": "selected", "spaces": 1, "configuration": {},
		"createdAt": "2026-01-02T03:04:05.678Z", "updatedAt": "2026-01-02T03:04:05.678Z", "externalIds": [], "target": {"organization": "org_2"},
		"urls": {"location": "https://api.example.com/v1/integrations/chat/installations/installation_2", "app": "https://app.example.com/o/org_2/integrations/chat",
		"publicEndpoint": "https://integrations.example.com/chat/installation_2"}}`
}

var installationRows = []contract.Row{
	{
		Op: "Integrations.Installations.List",
		Call: func(a contract.Args) (any, error) {
			return a.Integrations.Installations.List(a.Ctx, a.ID[0], installationPage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.Integrations.Installations.All(a.Ctx, a.ID[0], installationPage, a.Opts...), a.Integrations.Installations.ListPages(a.Ctx, a.ID[0], installationPage, a.Opts...)
		},
		Request: "GET " + installationsRequest + "?externalId=team+%26+1&limit=1000&page=c%2F2%2Bd%3D",
		Status:  200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@installation.json",
			` + installationOf("pending") + `]}`,
	},
	{
		Op:   "Integrations.Installations.List",
		Name: "unset, empty",
		Call: func(a contract.Args) (any, error) {
			return a.Integrations.Installations.List(a.Ctx, a.ID[0], integrations.InstallationListOptions{}, a.Opts...)
		},
		Request:  "GET " + installationsRequest,
		Status:   200,
		Response: `{"next": null, "items": []}`,
	},

	{
		Op:       "Integrations.Installations.Create",
		Call:     createInstallation(integrations.InstallationCreate{Organization: "org_1"}),
		Request:  "POST " + installationsRequest,
		Body:     `{"organization": "org_1"}`,
		Status:   201,
		Response: "installation.json",
	},

	{
		Op: "Integrations.Installations.Get",
		Call: func(a contract.Args) (any, error) {
			return a.Integrations.Installations.Get(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
		},
		Request:  "GET " + installationRequest,
		Status:   200,
		Response: "installation.json",
	},

	{
		Op: "Integrations.Installations.Update",
		Call: updateInstallation(integrations.InstallationUpdate{
			ExternalIDs: []string{"team_1", "team_2"}, Configuration: secretJSON(`{"account": {"token": "configured_secret_1"}, "channel": null}`),
			SpaceSelection: integrations.SelectionAll, SiteSelection: integrations.SelectionSelected,
		}),
		Request: "PATCH " + installationRequest,
		Body: `{"externalIds": ["team_1", "team_2"], "configuration": {"account": {"token": "configured_secret_1"}, "channel": null},
			"space_selection": "all", "site_selection": "selected"}`,
		Status:   200,
		Response: "installation.json",
	},
	{
		Op:       "Integrations.Installations.Update",
		Name:     "nothing set",
		Call:     updateInstallation(integrations.InstallationUpdate{}),
		Request:  "PATCH " + installationRequest,
		Body:     `{}`,
		Status:   200,
		Response: installationOf("paused"),
	},
	{
		Op:   "Integrations.Installations.Update",
		Name: "the other selections, and everything removed",
		Call: updateInstallation(integrations.InstallationUpdate{
			ExternalIDs: []string{}, Configuration: secretJSON(`{}`), SpaceSelection: integrations.SelectionSelected, SiteSelection: integrations.SelectionAll,
		}),
		Request:  "PATCH " + installationRequest,
		Body:     `{"externalIds": [], "configuration": {}, "space_selection": "selected", "site_selection": "all"}`,
		Status:   200,
		Response: "installation.json",
	},

	{
		Op:      "Integrations.Installations.Delete",
		Call:    deleteInstallation,
		Request: "DELETE " + installationRequest,
		Status:  205,
		Outcome: api.Deleted,
	},

	{
		Op: "Integrations.Installations.Tokens.Create",
		Call: func(a contract.Args) (any, error) {
			return a.Integrations.Installations.Tokens.Create(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
		},
		Request:  "POST " + installationRequest + "/tokens",
		Status:   200,
		Response: `{"token": "installation_secret_1"}`,
	},
}
