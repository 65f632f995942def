package integrations_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
)

const (
	installationSpacesRequest = installationRequest + "/spaces"
	installationSpaceRequest  = installationSpacesRequest + "/space%2F1"
)

var (
	installationSpacePage = integrations.InstallationSpaceListOptions{Cursor: "c/2+d=", Limit: 1000, Extended: new(true)}
	spaceInstallationPage = integrations.SpaceListOptions{Cursor: "c/2+d=", Limit: 1000, ExternalID: "channel & 1", Extended: new(true)}

	wholeSpace    = integrations.InstallationSpaceGetOptions{Extended: new(true)}
	onlyIDOfSpace = integrations.InstallationSpaceGetOptions{Extended: new(false)}
)

func installSpace(installation integrations.InstallationSpaceCreate, options integrations.InstallationSpaceCreateOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Integrations.Installations.Spaces.Create(a.Ctx, a.ID[0], a.ID[1], installation, options, a.Opts...)
	}
}

func getInstallationSpace(options integrations.InstallationSpaceGetOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Integrations.Installations.Spaces.Get(a.Ctx, a.ID[0], a.ID[1], a.ID[2], options, a.Opts...)
	}
}

func updateInstallationSpace(update integrations.InstallationSpaceUpdate, options integrations.InstallationSpaceUpdateOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Integrations.Installations.Spaces.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], update, options, a.Opts...)
	}
}

func deleteInstallationSpace(a contract.Args) (any, error) {
	return a.Integrations.Installations.Spaces.Delete(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.Opts...)
}

// spaceInstallationOf is the fixture with another form of the space.
func spaceInstallationOf(space string) string {
	return `{"integration": "chat", "installation": "installation_2", "status": "pending", "configuration": {}, "externalIds": [],
		"urls": {"location": "https://api.example.com/v1/integrations/chat/installations/installation_2/spaces/space_1",
		"publicEndpoint": "https://integrations.example.com/chat/installation_2/spaces/space_1"}, "space": ` + space + `}`
}

var installationSpaceRows = []contract.Row{
	{
		Op: "Integrations.Installations.Spaces.List",
		Call: func(a contract.Args) (any, error) {
			return a.Integrations.Installations.Spaces.List(a.Ctx, a.ID[0], a.ID[1], installationSpacePage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.Integrations.Installations.Spaces.All(a.Ctx, a.ID[0], a.ID[1], installationSpacePage, a.Opts...), a.Integrations.Installations.Spaces.ListPages(a.Ctx, a.ID[0], a.ID[1], installationSpacePage, a.Opts...)
		},
		Request:  "GET " + installationSpacesRequest + "?extended=true&limit=1000&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@space-installation.json", ` + spaceInstallationOf(`"@spaces/space.json"`) + `]}`,
	},
	{
		Op:   "Integrations.Installations.Spaces.List",
		Name: "only IDs",
		Call: func(a contract.Args) (any, error) {
			return a.Integrations.Installations.Spaces.List(a.Ctx, a.ID[0], a.ID[1], integrations.InstallationSpaceListOptions{Extended: new(false)}, a.Opts...)
		},
		Request:  "GET " + installationSpacesRequest + "?extended=false",
		Status:   200,
		Response: `{"next": null, "items": []}`,
	},

	{
		Op:       "Integrations.Installations.Spaces.Create",
		Call:     installSpace(integrations.InstallationSpaceCreate{Space: "space_1"}, integrations.InstallationSpaceCreateOptions(wholeSpace)),
		Request:  "POST " + installationSpacesRequest + "?extended=true",
		Body:     `{"space": "space_1"}`,
		Status:   201,
		Response: spaceInstallationOf(`"@spaces/space.json"`),
	},
	{
		Op:       "Integrations.Installations.Spaces.Create",
		Name:     "only the ID",
		Call:     installSpace(integrations.InstallationSpaceCreate{Space: "space_1"}, integrations.InstallationSpaceCreateOptions(onlyIDOfSpace)),
		Request:  "POST " + installationSpacesRequest + "?extended=false",
		Body:     `{"space": "space_1"}`,
		Status:   201,
		Response: "space-installation.json",
	},

	{
		Op:       "Integrations.Installations.Spaces.Get",
		Call:     getInstallationSpace(wholeSpace),
		Request:  "GET " + installationSpaceRequest + "?extended=true",
		Status:   200,
		Response: spaceInstallationOf(`"@spaces/space.json"`),
	},
	{
		Op:       "Integrations.Installations.Spaces.Get",
		Name:     "only the ID",
		Call:     getInstallationSpace(onlyIDOfSpace),
		Request:  "GET " + installationSpaceRequest + "?extended=false",
		Status:   200,
		Response: "space-installation.json",
	},
	{
		Op:       "Integrations.Installations.Spaces.Get",
		Name:     "another form of the space",
		Call:     getInstallationSpace(integrations.InstallationSpaceGetOptions{}),
		Request:  "GET " + installationSpaceRequest,
		Status:   200,
		Response: spaceInstallationOf(`["space_1", {"new": 1.50}]`),
	},

	{
		Op:       "Integrations.Installations.Spaces.Update",
		Call:     updateInstallationSpace(integrations.InstallationSpaceUpdate{ExternalIDs: []string{"channel_1"}, Configuration: secretJSON(`{"key": "configured_secret_2"}`)}, integrations.InstallationSpaceUpdateOptions(wholeSpace)),
		Request:  "PATCH " + installationSpaceRequest + "?extended=true",
		Body:     `{"externalIds": ["channel_1"], "configuration": {"key": "configured_secret_2"}}`,
		Status:   200,
		Response: spaceInstallationOf(`"@spaces/space.json"`),
	},
	{
		Op:       "Integrations.Installations.Spaces.Update",
		Name:     "nothing set",
		Call:     updateInstallationSpace(integrations.InstallationSpaceUpdate{}, integrations.InstallationSpaceUpdateOptions(onlyIDOfSpace)),
		Request:  "PATCH " + installationSpaceRequest + "?extended=false",
		Body:     `{}`,
		Status:   200,
		Response: "space-installation.json",
	},
	{
		Op:       "Integrations.Installations.Spaces.Update",
		Name:     "everything removed",
		Call:     updateInstallationSpace(integrations.InstallationSpaceUpdate{ExternalIDs: []string{}, Configuration: secretJSON(`{}`)}, integrations.InstallationSpaceUpdateOptions{}),
		Request:  "PATCH " + installationSpaceRequest,
		Body:     `{"externalIds": [], "configuration": {}}`,
		Status:   200,
		Response: "space-installation.json",
	},

	{
		Op:      "Integrations.Installations.Spaces.Delete",
		Call:    deleteInstallationSpace,
		Request: "DELETE " + installationSpaceRequest,
		Status:  205,
		Outcome: api.Deleted,
	},

	{
		Op: "Integrations.Spaces.List",
		Call: func(a contract.Args) (any, error) {
			return a.Integrations.Spaces.List(a.Ctx, a.ID[0], spaceInstallationPage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.Integrations.Spaces.All(a.Ctx, a.ID[0], spaceInstallationPage, a.Opts...), a.Integrations.Spaces.ListPages(a.Ctx, a.ID[0], spaceInstallationPage, a.Opts...)
		},
		Request:  "GET /v1/integrations/sample-1/spaces?extended=true&externalId=channel+%26+1&limit=1000&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 3, "items": ["@space-installation.json", ` + spaceInstallationOf(`"@spaces/space-of-guests.json"`) + `, ` + spaceInstallationOf(`"@spaces/space-experimental.json"`) + `]}`,
	},
	{
		Op:   "Integrations.Spaces.List",
		Name: "only IDs",
		Call: func(a contract.Args) (any, error) {
			return a.Integrations.Spaces.List(a.Ctx, a.ID[0], integrations.SpaceListOptions{Extended: new(false)}, a.Opts...)
		},
		Request:  "GET /v1/integrations/sample-1/spaces?extended=false",
		Status:   200,
		Response: `{"next": null, "items": []}`,
	},
}
