package publishingtest

import (
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
)

var (
	ruleOrgInstallationSearch = newUndecidedRule("integrations.installations.listinorg.search", "a list of installations with a search contains only those of integrations whose title or name contains the text, in any case; without the rule, only the title counts")
	ruleStatusTarget          = newUndecidedRule("integrations.installations.status.listinorg.target", "the list of statuses contains the integrations that are installed on the organization, or with the target space or site those that are on one of its spaces or sites, with the status of the first such installation; without the rule, the target is ignored")
)

// The operations on the installations on an organization.
var _ = declare(operations{
	"Integrations.Installations.ListInOrg":        {handle: onOrganization(listOrganizationInstallations)},
	"Integrations.Installations.Status.ListInOrg": {onOrganization(listStatuses), limits.Table{limits.QueryOf[integrations.InstallationStatusListInOrgOptions](), limits.Query("target", limits.OneOf("organization", "space", "site"))}},
	"Integrations.Installations.Status.GetInOrg":  {handle: onOrganization(getStatus)},
})

// installationOn returns the installation of an integration on an organization, or nil if there is
// none.
func (in *integration) installationOn(org *organization) *installation {
	for i := range in.installations.Values() {
		if i.on == org {
			return i
		}
	}
	return nil
}

func listOrganizationInstallations(c *call, org *organization) (response, error) {
	list := c.integrations.List().Where(func(in *integration) bool {
		return in.installationOn(org) != nil && c.isSearched(in, ruleOrgInstallationSearch)
	})
	return respondPage(c, list, func(in *integration) integrations.OrgInstallation {
		return integrations.OrgInstallation{
			Installation: c.showInstallation(in.installationOn(org)), Integration: c.showIntegration(in),
		}
	})
}

func listStatuses(c *call, org *organization) (response, error) {
	status := func(in *integration) integrations.Status { return c.statusOn(in.installationOn(org)) }
	list := c.integrations.List().Where(func(in *integration) bool { return status(in) != "" })
	return respondPage(c, list, func(in *integration) integrations.InstalledIntegration {
		return integrations.InstalledIntegration{Status: status(in), Integration: c.showIntegration(in)}
	})
}

// statusOn returns the status of an installation on the target in the query, or "" if it is not
// installed there.
func (c *call) statusOn(i *installation) integrations.Status {
	if i == nil {
		return ""
	}
	ct, onContent := map[string]content{"space": onSpaces, "site": onSites}[c.query.Get("target")]
	if onContent && c.enabled(ruleStatusTarget) {
		for _, id := range ct.installations(c.state, i).All() {
			return ct.on(c.state, i, id).data.Status
		}
		return ""
	}
	return i.data.Status
}

func getStatus(c *call, org *organization) (response, error) {
	in, err := integrationKind.of(c)
	if err != nil {
		return response{}, err
	}
	i := in.installationOn(org)
	if i == nil {
		return response{}, notFound("integrationName", in.data.Name)
	}
	return respondOK(integrations.InstallationStatus{Status: i.data.Status})
}
