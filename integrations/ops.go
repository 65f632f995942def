package integrations

import "github.com/publishing-platform/publishing-go/internal/op"

var integrationName = op.Limit{Param: "integrationName", Words: "len=..100,match=name"}

var (
	onV1          = op.Group{Path: "/v1", Experimental: true}
	onIntegration = op.Group{
		Path:         "/v1/integrations/{integrationName}",
		Experimental: true, Limit: integrationName,
	}
	onInstallation = op.Group{
		Path:         "/v1/integrations/{integrationName}/installations/{installationId}",
		Experimental: true, Limit: integrationName,
	}
	onSpaceInstallation = op.Group{
		Path:         "/v1/integrations/{integrationName}/installations/{installationId}/spaces",
		Experimental: true, Limit: integrationName,
	}
	onSiteInstallation = op.Group{
		Path:         "/v1/integrations/{integrationName}/installations/{installationId}/sites",
		Experimental: true, Limit: integrationName,
	}
	onOrg = op.Group{Path: "/v1/orgs/{organizationId}", Experimental: true}
)

var (
	opList    = onV1.New("Integrations.List", "GET", "/integrations")
	opGet     = onIntegration.New("Integrations.Get", "GET", "")
	opPublish = onIntegration.New("Integrations.Publish", "POST", "", op.Removes,
		op.Shows("previewImages= blocks[].icon= contentSources[].icon=")) // creates or changes the integration
	opUnpublish = onIntegration.New("Integrations.Unpublish", "DELETE", "") // named as the opposite of Publish
	opRender    = onIntegration.New("Integrations.Render", "POST", "/render",
		op.Removes, op.Traits{Safe: true, OnceWith: "action"}, op.Shows("props= state="))
	opTaskCreate = onIntegration.New("Integrations.Tasks.Create", "POST", "/tasks", op.Removes)

	opDevPut    = onIntegration.New("Integrations.Dev.Put", "PUT", "/dev", op.Removes)
	opDevDelete = onIntegration.New("Integrations.Dev.Delete", "DELETE", "/dev")

	opEventsList = onIntegration.New("Integrations.Events.List", "GET", "/events")
	opEventsGet  = onIntegration.New("Integrations.Events.Get", "GET", "/events/{eventId}")

	opInstallationsList   = onIntegration.New("Integrations.Installations.List", "GET", "/installations")
	opInstallationsCreate = onIntegration.New("Integrations.Installations.Create", "POST", "/installations", op.Keeps)
	opInstallationsGet    = onInstallation.New("Integrations.Installations.Get", "GET", "")
	opInstallationsUpdate = onInstallation.New("Integrations.Installations.Update", "PATCH", "",
		op.RemovesIf("externalIds", "configuration", "space_selection", "site_selection"))
	opInstallationsDelete       = onInstallation.New("Integrations.Installations.Delete", "DELETE", "")
	opInstallationsTokensCreate = onInstallation.New("Integrations.Installations.Tokens.Create", "POST", "/tokens",
		op.Keeps)

	opInstallationsSpacesList   = onSpaceInstallation.New("Integrations.Installations.Spaces.List", "GET", "")
	opInstallationsSpacesCreate = onSpaceInstallation.New("Integrations.Installations.Spaces.Create", "POST", "",
		op.Keeps)
	opInstallationsSpacesGet    = onSpaceInstallation.New("Integrations.Installations.Spaces.Get", "GET", "/{spaceId}")
	opInstallationsSpacesUpdate = onSpaceInstallation.New("Integrations.Installations.Spaces.Update", "PATCH",
		"/{spaceId}", op.RemovesIf("externalIds", "configuration"))
	opInstallationsSpacesDelete = onSpaceInstallation.New("Integrations.Installations.Spaces.Delete", "DELETE",
		"/{spaceId}")

	opInstallationsSitesList   = onSiteInstallation.New("Integrations.Installations.Sites.List", "GET", "")
	opInstallationsSitesCreate = onSiteInstallation.New("Integrations.Installations.Sites.Create", "POST", "", op.Keeps)
	opInstallationsSitesGet    = onSiteInstallation.New("Integrations.Installations.Sites.Get", "GET", "/{siteId}")
	opInstallationsSitesUpdate = onSiteInstallation.New("Integrations.Installations.Sites.Update", "PATCH", "/{siteId}",
		op.RemovesIf("externalIds", "configuration"))
	opInstallationsSitesDelete = onSiteInstallation.New("Integrations.Installations.Sites.Delete", "DELETE",
		"/{siteId}")

	opSpaceInstallationsList = onIntegration.New("Integrations.Spaces.List", "GET", "/spaces")
	opSiteInstallationsList  = onIntegration.New("Integrations.Sites.List", "GET", "/sites")

	opListInOrg                    = onOrg.New("Integrations.ListInOrg", "GET", "/integrations")
	opInstallationsListInOrg       = onOrg.New("Integrations.Installations.ListInOrg", "GET", "/installations")
	opInstallationsStatusListInOrg = onOrg.New("Integrations.Installations.Status.ListInOrg", "GET",
		"/integrations/installations-status")
	opInstallationsStatusGetInOrg = onOrg.New("Integrations.Installations.Status.GetInOrg", "GET",
		"/integrations/{integrationName}/installation_status", op.Traits{Limit: integrationName})

	opListInSpace   = onV1.New("Integrations.ListInSpace", "GET", "/spaces/{spaceId}/integrations")
	opBlocksInSpace = onV1.New("Integrations.BlocksInSpace", "GET", "/spaces/{spaceId}/integration-blocks")

	opListInSite    = onOrg.New("Integrations.ListInSite", "GET", "/sites/{siteId}/integrations")
	opScriptsInSite = onOrg.New("Integrations.ScriptsInSite", "GET", "/sites/{siteId}/integration-scripts")
)
