package integrations

import "github.com/publishing-platform/publishing-go/internal/op"

var (
	opList       = op.New("Integrations.List", "GET", "/v1/integrations", op.Experimental)
	opGet        = op.New("Integrations.Get", "GET", "/v1/integrations/{integrationName}", op.Experimental, op.Check("integrationName", "len=..100,match=integration"))
	opPublish    = op.New("Integrations.Publish", "POST", "/v1/integrations/{integrationName}", op.Experimental, op.Check("integrationName", "len=..100,match=integration"))     // it creates the integration or changes it
	opUnpublish  = op.New("Integrations.Unpublish", "DELETE", "/v1/integrations/{integrationName}", op.Experimental, op.Check("integrationName", "len=..100,match=integration")) // the opposite of Publish
	opRender     = op.New("Integrations.Render", "POST", "/v1/integrations/{integrationName}/render", op.Experimental, op.Read, op.OnceWith("action"), op.Check("integrationName", "len=..100,match=integration"))
	opTaskCreate = op.New("Integrations.Tasks.Create", "POST", "/v1/integrations/{integrationName}/tasks", op.Experimental, op.Check("integrationName", "len=..100,match=integration"))

	opDevPut    = op.New("Integrations.Dev.Put", "PUT", "/v1/integrations/{integrationName}/dev", op.Experimental, op.Check("integrationName", "len=..100,match=integration"))
	opDevDelete = op.New("Integrations.Dev.Delete", "DELETE", "/v1/integrations/{integrationName}/dev", op.Experimental, op.Check("integrationName", "len=..100,match=integration"))

	opEventsList = op.New("Integrations.Events.List", "GET", "/v1/integrations/{integrationName}/events", op.Experimental, op.Check("integrationName", "len=..100,match=integration"))
	opEventsGet  = op.New("Integrations.Events.Get", "GET", "/v1/integrations/{integrationName}/events/{eventId}", op.Experimental, op.Check("integrationName", "len=..100,match=integration"))

	opInstallationsList         = op.New("Integrations.Installations.List", "GET", "/v1/integrations/{integrationName}/installations", op.Experimental, op.Check("integrationName", "len=..100,match=integration"))
	opInstallationsCreate       = op.New("Integrations.Installations.Create", "POST", "/v1/integrations/{integrationName}/installations", op.Experimental, op.Check("integrationName", "len=..100,match=integration"))
	opInstallationsGet          = op.New("Integrations.Installations.Get", "GET", "/v1/integrations/{integrationName}/installations/{installationId}", op.Experimental, op.Check("integrationName", "len=..100,match=integration"))
	opInstallationsUpdate       = op.New("Integrations.Installations.Update", "PATCH", "/v1/integrations/{integrationName}/installations/{installationId}", op.Experimental, op.Check("integrationName", "len=..100,match=integration"))
	opInstallationsDelete       = op.New("Integrations.Installations.Delete", "DELETE", "/v1/integrations/{integrationName}/installations/{installationId}", op.Experimental, op.Check("integrationName", "len=..100,match=integration"))
	opInstallationsTokensCreate = op.New("Integrations.Installations.Tokens.Create", "POST", "/v1/integrations/{integrationName}/installations/{installationId}/tokens", op.Experimental, op.Check("integrationName", "len=..100,match=integration"))

	opInstallationsSpacesList   = op.New("Integrations.Installations.Spaces.List", "GET", "/v1/integrations/{integrationName}/installations/{installationId}/spaces", op.Experimental, op.Check("integrationName", "len=..100,match=integration"))
	opInstallationsSpacesCreate = op.New("Integrations.Installations.Spaces.Create", "POST", "/v1/integrations/{integrationName}/installations/{installationId}/spaces", op.Experimental, op.Check("integrationName", "len=..100,match=integration"))
	opInstallationsSpacesGet    = op.New("Integrations.Installations.Spaces.Get", "GET", "/v1/integrations/{integrationName}/installations/{installationId}/spaces/{spaceId}", op.Experimental, op.Check("integrationName", "len=..100,match=integration"))
	opInstallationsSpacesUpdate = op.New("Integrations.Installations.Spaces.Update", "PATCH", "/v1/integrations/{integrationName}/installations/{installationId}/spaces/{spaceId}", op.Experimental, op.Check("integrationName", "len=..100,match=integration"))
	opInstallationsSpacesDelete = op.New("Integrations.Installations.Spaces.Delete", "DELETE", "/v1/integrations/{integrationName}/installations/{installationId}/spaces/{spaceId}", op.Experimental, op.Check("integrationName", "len=..100,match=integration"))

	opInstallationsSitesList   = op.New("Integrations.Installations.Sites.List", "GET", "/v1/integrations/{integrationName}/installations/{installationId}/sites", op.Experimental, op.Check("integrationName", "len=..100,match=integration"))
	opInstallationsSitesCreate = op.New("Integrations.Installations.Sites.Create", "POST", "/v1/integrations/{integrationName}/installations/{installationId}/sites", op.Experimental, op.Check("integrationName", "len=..100,match=integration"))
	opInstallationsSitesGet    = op.New("Integrations.Installations.Sites.Get", "GET", "/v1/integrations/{integrationName}/installations/{installationId}/sites/{siteId}", op.Experimental, op.Check("integrationName", "len=..100,match=integration"))
	opInstallationsSitesUpdate = op.New("Integrations.Installations.Sites.Update", "PATCH", "/v1/integrations/{integrationName}/installations/{installationId}/sites/{siteId}", op.Experimental, op.Check("integrationName", "len=..100,match=integration"))
	opInstallationsSitesDelete = op.New("Integrations.Installations.Sites.Delete", "DELETE", "/v1/integrations/{integrationName}/installations/{installationId}/sites/{siteId}", op.Experimental, op.Check("integrationName", "len=..100,match=integration"))

	opSpaceInstallationsList = op.New("Integrations.Spaces.List", "GET", "/v1/integrations/{integrationName}/spaces", op.Experimental, op.Check("integrationName", "len=..100,match=integration"))
	opSiteInstallationsList  = op.New("Integrations.Sites.List", "GET", "/v1/integrations/{integrationName}/sites", op.Experimental, op.Check("integrationName", "len=..100,match=integration"))

	opListInOrg                    = op.New("Integrations.ListInOrg", "GET", "/v1/orgs/{organizationId}/integrations", op.Experimental)
	opInstallationsListInOrg       = op.New("Integrations.Installations.ListInOrg", "GET", "/v1/orgs/{organizationId}/installations", op.Experimental)
	opInstallationsStatusListInOrg = op.New("Integrations.Installations.Status.ListInOrg", "GET", "/v1/orgs/{organizationId}/integrations/installations-status", op.Experimental)
	opInstallationsStatusGetInOrg  = op.New("Integrations.Installations.Status.GetInOrg", "GET", "/v1/orgs/{organizationId}/integrations/{integrationName}/installation_status", op.Experimental, op.Check("integrationName", "len=..100,match=integration"))

	opListInSpace   = op.New("Integrations.ListInSpace", "GET", "/v1/spaces/{spaceId}/integrations", op.Experimental)
	opBlocksInSpace = op.New("Integrations.BlocksInSpace", "GET", "/v1/spaces/{spaceId}/integration-blocks", op.Experimental)

	opListInSite    = op.New("Integrations.ListInSite", "GET", "/v1/orgs/{organizationId}/sites/{siteId}/integrations", op.Experimental)
	opScriptsInSite = op.New("Integrations.ScriptsInSite", "GET", "/v1/orgs/{organizationId}/sites/{siteId}/integration-scripts", op.Experimental)
)
