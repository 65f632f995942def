package publishingtest

import (
	"net/http"
	"slices"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

var (
	ruleInstallTwice      = newUndecidedRule("installation.twice", "a second installation in the same place returns the existing one; without the rule, the response is 409")
	ruleInstallPending    = newUndecidedRule("installation.pending", "a new installation is pending if the integration has a configuration for the place, and active if it has none; without the rule, it is active")
	ruleInstallConfigured = newSeenRule("installation.configured", "an update with a configuration that fits the schema, which is not checked, makes a pending installation active; without the rule, it stays pending")
	ruleInstallSelection  = newUndecidedRule("integrations.installations.create.selection", "a new installation is on no space and no site, and both of its selections are selected; without the rule, they are all")
	ruleSelectionAll      = newUndecidedRule("installation.selection", "an installation with the selection all is on each space or site of the organization, in counts and lists too; without the rule, it is only where it was installed")
)

// The operations on installations on organizations.
var _ = declare(operations{
	"Integrations.Installations.List":   {handle: onIntegration(permitted((*call).mayActAs, listInstallations))},
	"Integrations.Installations.Create": {onIntegration(permitted((*call).mayManage, createInstallation)), limits.Table{limits.BodyOf[integrations.InstallationCreate]()}},
	"Integrations.Installations.Get":    {handle: onInstallation(shows((*call).showInstallation))},
	"Integrations.Installations.Update": {onInstallation(updateInstallation), limits.Table{limits.BodyOf[integrations.InstallationUpdate]()}},
	"Integrations.Installations.Delete": {handle: onIntegration(permitted((*call).mayManage, deleteInstallation))},
})

// installationKind is the resource kind for installations on organizations.
var installationKind = &kind[*integration, installation, integrations.Installation]{
	name: "installation", param: "installationId", in: integrationKind.scope(),
	table: func(in *integration) *ordered.Table[*installation] { return &in.installations },
	show: func(c *call, _ *integration, i *installation) integrations.Installation {
		return c.showInstallation(i)
	},
	selected: func(c *call, _ *integration) func(i *installation) bool {
		return withExternalID(c, func(i *installation) []string { return i.data.ExternalIDs })
	},
}

func onInstallation(handle func(c *call, i *installation) (response, error)) handler {
	return withResource((*call).installation, handle)
}

// installation returns the installation that the path identifies.
func (c *call) installation() (*installation, error) {
	in, err := integrationKind.of(c)
	if err != nil {
		return nil, err
	}
	if err := c.mayUse(in.data.Name, c.param("installationId")); err != nil {
		return nil, err
	}
	return find(c, &in.installations, "installationId")
}

func listInstallations(c *call, _ *integration) (response, error) {
	return installationKind.list(c)
}

// withExternalID returns a function that reports whether an installation has the external ID in the
// query. It returns nil if the query has no external ID.
func withExternalID[T any](c *call, ids func(T) []string) func(T) bool {
	id := c.query.Get("externalId")
	return when(id != "", func(i T) bool { return slices.Contains(ids(i), id) })
}

func createInstallation(c *call, in *integration) (response, error) {
	id := input[integrations.InstallationCreate](c).Organization
	org, ok := c.organizations.Get(id)
	if !ok {
		return response{}, notFound("organization", id)
	}
	if in.data.Visibility == integrations.VisibilityPrivate && in.owner != org {
		return response{}, notFound("integrationName", in.data.Name)
	}
	i := in.installationOn(org)
	twice := i != nil
	switch {
	case !twice:
		i = c.install(in, org, integrations.Installation{ID: c.newID("installation")})
	case c.enabled(ruleInstallTwice):
	default:
		return response{}, fail(http.StatusConflict,
			"organization: want one without an installation of the integration, got %q", id)
	}
	shown := c.showInstallation(i)
	resp, err := respondCreated(shown, shown.URLs.Location)
	resp.unchanged = twice
	return resp, err
}

// install adds an installation on an organization and generates the fields that are not set, except
// for the ID.
func (st *state) install(
	in *integration, org *organization, data integrations.Installation,
) *installation {
	selection := byRule(st, ruleInstallSelection,
		integrations.SelectionSelected, integrations.SelectionAll)
	data.Status = orElse(data.Status,
		st.statusFor(in.data.Configurations != nil && in.data.Configurations.Account != nil))
	data.SpaceSelection = orElse(data.SpaceSelection, selection)
	data.SiteSelection = orElse(data.SiteSelection, selection)
	data.Configuration = orElse(data.Configuration, noConfiguration())
	data.ExternalIDs = orNone(data.ExternalIDs)
	data.CreatedAt = orElse(data.CreatedAt, st.now())
	data.UpdatedAt = orElse(data.UpdatedAt, data.CreatedAt)
	data.Target.Organization = org.data.ID
	data.URLs.Location = orElse(data.URLs.Location,
		st.location("integrations", in.data.Name, "installations", data.ID))
	data.URLs.App = orElse(data.URLs.App,
		address(appURL, "o", org.data.ID, "integrations", in.data.Name))
	data.URLs.PublicEndpoint = orElse(data.URLs.PublicEndpoint,
		address(integrationsURL, in.data.Name, "installations", data.ID))
	i := &installation{of: in, on: org, data: data}
	in.installations.Add(data.ID, i)
	st.installationChanged(i, nil)
	return i
}

// statusFor returns the status of a new installation. An installation that has to be configured is
// not active yet.
func (st *state) statusFor(configurable bool) integrations.Status {
	if configurable && st.enabled(ruleInstallPending) {
		return integrations.StatusPending
	}
	return integrations.StatusActive
}

func noConfiguration() api.SecretJSON {
	none, _ := api.NewSecretJSON(struct{}{}) // an empty struct can be encoded
	return none
}

// installationChanged is called after an installation on an organization was created or changed.
// before is its earlier state, or nil if it is new.
func (st *state) installationChanged(i *installation, before *integrations.Installation) {
	event := &integrations.InstallationSetupEvent{InstallationID: i.data.ID, Status: i.data.Status}
	if before != nil {
		i.data.UpdatedAt = st.now()
		event.Previous = &integrations.PreviousInstallation{
			Status: &before.Status, Configuration: before.Configuration,
		}
	}
	st.tellIf(ruleEventSetups, i, integrations.EventPayload{
		Type: integrations.EventTypeInstallationSetup, InstallationSetup: event,
	})
}

// uninstall removes an installation from an organization, with its tokens and all installations
// below it. It reports whether the installation existed.
func (st *state) uninstall(in *integration, id string) bool {
	i, ok := in.installations.Get(id)
	if !ok {
		return false
	}
	for _, ct := range []content{onSpaces, onSites} {
		for below := range ct.table(i).Values() {
			st.tellIf(ruleEventSetups, i, ct.removal(below))
		}
	}
	in.installations.Remove(id)
	st.tellIf(ruleEventSetups, i, integrations.EventPayload{
		Type: integrations.EventTypeInstallationDeleted,
		InstallationDeleted: &integrations.InstallationDeletedEvent{
			InstallationID: id,
			Previous:       integrations.PreviousInstallation{Configuration: i.data.Configuration},
		},
	})
	return true
}

func updateInstallation(c *call, i *installation) (response, error) {
	in, before := input[integrations.InstallationUpdate](c), i.data
	merge(&i.data, in)
	c.configured(&i.data.Status, in.Configuration)
	c.installationChanged(i, &before)
	return respondOK(c.showInstallation(i))
}

// configured makes a pending installation active if an update has a configuration.
func (st *state) configured(status *integrations.Status, configuration api.SecretJSON) {
	if !configuration.IsZero() && *status == integrations.StatusPending &&
		st.enabled(ruleInstallConfigured) {
		*status = integrations.StatusActive
	}
}

func deleteInstallation(c *call, in *integration) (response, error) {
	return respondDeleted(c.uninstall(in, c.param("installationId")))
}

// showInstallation returns an installation as it appears in responses.
func (st *state) showInstallation(i *installation) integrations.Installation {
	shown := i.data
	shown.Spaces = int64(onSpaces.installations(st, i).Len())
	return shown
}

// Add installs an integration on an organization and returns the installation as it appears in a
// response. Fields that are not set are generated. Spaces is ignored, because the server counts the
// spaces. [InstallationSpaces.Add] and [InstallationSites.Add] add installations below it.
func (s IntegrationInstallations) Add(
	integrationName, orgID string, seed integrations.Installation,
) integrations.Installation {
	return installationKind.add(s.server, seed, func(in *integration, seed integrations.Installation) *installation {
		org := s.seedOrganization(orgID)
		s.agrees("Target.Organization", seed.Target.Organization, orgID)
		if in.installationOn(org) != nil {
			s.mistake("there is an installation of %q on the organization %q",
				integrationName, orgID)
		}
		s.accept(s.limit("Integrations.Installations.Update", seed))
		seed.ID = s.seedID("installation", seed.ID)
		return s.state.install(in, org, seed)
	}, integrationName)
}

// All returns the installations of an integration on organizations, in the order in which they were
// created.
func (s IntegrationInstallations) All(integrationName string) []integrations.Installation {
	return installationKind.all(s.server, integrationName)
}
