package publishingtest

import (
	"encoding/hex"
	"net/http"
	"slices"
	"strconv"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
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
	"Integrations.Installations.Create": {onIntegration(permitted((*call).mayManage, createInstallation)), limits.Table{limits.BodyOf(integrations.InstallationCreate{})}},
	"Integrations.Installations.Get":    {handle: onInstallation(shows((*call).showInstallation))},
	"Integrations.Installations.Update": {onInstallation(updateInstallation), limits.Table{limits.BodyOf(integrations.InstallationUpdate{})}},
	"Integrations.Installations.Delete": {handle: onIntegration(permitted((*call).mayManage, deleteInstallation))},

	"Integrations.Installations.Tokens.Create": {handle: onInstallation(createInstallationToken)},
})

// installationKind is the resource kind for installations on organizations.
var installationKind = &kind[*integration, installation, integrations.Installation]{
	name: "installation", id: "installation", param: "installationId", in: integrationKind.scope(),
	table: func(in *integration) *ordered.Table[*installation] { return &in.installations },
	show:  showing[*integration]((*call).showInstallation),
	selected: func(c *call, _ *integration) func(i *installation) bool {
		return withExternalID(c, func(i *installation) []string { return i.data.ExternalIDs })
	},
}

var onInstallation = on((*call).installation)

// installation returns the installation that the path identifies.
func (c *call) installation() *installation {
	c.accept(c.mayUse(integrationKind.of(c).data.Name, c.param("installationId")))
	return installationKind.of(c)
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
	fill(&data.Status, st.statusFor(in.data.Configurations != nil && in.data.Configurations.Account != nil))
	fill(&data.SpaceSelection, selection)
	fill(&data.SiteSelection, selection)
	fill(&data.Configuration, noConfiguration())
	data.ExternalIDs = orNone(data.ExternalIDs)
	st.fillCommon(&data, "", "integrations", in.data.Name, "installations", data.ID)
	data.Target.Organization = org.data.ID
	fill(&data.URLs.App, address(appURL, "o", org.data.ID, "integrations", in.data.Name))
	fill(&data.URLs.PublicEndpoint, address(integrationsURL, in.data.Name, "installations", data.ID))
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
	shown.Spaces = int64(onSpaces.installations(st, i).Order.Len)
	return shown
}

// Add installs an integration on an organization and returns the installation as it appears in a
// response. Fields that are not set are generated. Spaces is ignored, because the server counts the
// spaces. [InstallationSpaces.Add] and [InstallationSites.Add] add installations below it.
func (s IntegrationInstallations) Add(
	integrationName, orgID string, seed integrations.Installation,
) integrations.Installation {
	server := open(s.server)
	return installationKind.add(server, seed, func(in *integration, seed integrations.Installation) *installation {
		org := organizationKind.seeded(server, orgID)
		server.agrees("Target.Organization", seed.Target.Organization, orgID)
		if in.installationOn(org) != nil {
			server.mistake("there is an installation of %q on the organization %q",
				integrationName, orgID)
		}
		server.accept(server.limit("Integrations.Installations.Update", seed))
		return server.state.install(in, org, seed)
	}, integrationName)
}

// All returns the installations of an integration on organizations, in the order in which they were
// created.
func (s IntegrationInstallations) All(integrationName string) []integrations.Installation {
	return installationKind.all(open(s.server), integrationName)
}

var (
	ruleOrgInstallationSearch = newUndecidedRule("integrations.installations.listinorg.search", "a list of installations with a search contains only those of integrations whose title or name contains the text, in any case; without the rule, only the title counts")
	ruleStatusTarget          = newUndecidedRule("integrations.installations.status.listinorg.target", "the list of statuses contains the integrations that are installed on the organization, or with the target space or site those that are on one of its spaces or sites, with the status of the first such installation; without the rule, the target is ignored")
)

// The operations on the installations on an organization.
var _ = declare(operations{
	"Integrations.Installations.ListInOrg":        {handle: onOrganization(listOrganizationInstallations)},
	"Integrations.Installations.Status.ListInOrg": {onOrganization(listStatuses), limits.Table{limits.QueryOf(integrations.InstallationStatusListInOrgOptions{}), limits.Query("target", limits.OneOf("organization", "space", "site"))}},
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
		return c.knows(in) && in.installationOn(org) != nil && c.isSearched(in, ruleOrgInstallationSearch)
	})
	return respondPage(c, list, func(in *integration) integrations.OrgInstallation {
		return integrations.OrgInstallation{
			Installation: c.showInstallation(in.installationOn(org)), Integration: c.showIntegration(in),
		}
	})
}

func listStatuses(c *call, org *organization) (response, error) {
	status := func(in *integration) integrations.Status { return c.statusOn(in.installationOn(org)) }
	list := c.integrations.List().Where(func(in *integration) bool { return c.knows(in) && status(in) != "" })
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
	targets := map[string]content{"space": onSpaces, "site": onSites}
	for _, name := range []string{"space", "site"} {
		if id := c.query.Get(name); id != "" {
			ct := targets[name]
			if in := ct.find(c.state, i, id); in != nil {
				return in.data.Status
			}
			return ""
		}
	}
	ct, onContent := targets[c.query.Get("target")]
	if onContent && c.enabled(ruleStatusTarget) {
		if ids := ct.installations(c.state, i); ids.Order.Len > 0 {
			return ct.on(c.state, i, ids.Value(0)).data.Status
		}
		return ""
	}
	return i.data.Status
}

func getStatus(c *call, org *organization) (response, error) {
	i := foundAt(c, "integrationName", integrationKind.of(c).installationOn(org))
	return respondOK(integrations.InstallationStatus{Status: i.data.Status})
}

var (
	ruleOwnToken      = ofCallers(newRule("integration.token-403", "only an integration itself lists its installations on all organizations, queues tasks and creates tokens: 403 for users, for other integrations and for installations"))
	ruleUserToken     = ofCallers(newUndecidedRule("installation.users-403", "only users publish and delete integrations, switch their development mode, install them on organizations and remove them: 403 for integrations and installations; without the rule, these may too"))
	ruleOtherToken    = ofCallers(newUndecidedRule("installation.other-403", "an integration may use only its own installations, and an installation only itself: 403; without the rule, any"))
	ruleTokenLifetime = newUndecidedRule("installation.token.lifetime", "the token of an installation expires an hour after it was created, and then calls with it return 401; without the rule, it does not expire")
	ruleTokenForm     = newUndecidedRule("installation.token.form", "the token of an installation is a JSON Web Token that contains when it expires; without the rule, nothing can be seen in it")
)

// tokenLifetime is the time until a token of an installation expires.
const tokenLifetime = time.Hour

// mayActAs rejects a call unless the integration itself makes it, or the call is not restricted.
func (c *call) mayActAs(in *integration) error {
	isOther := c.by != (bearer{}) && c.by != (bearer{integration: in.data.Name})
	return c.forbid(isOther, "the token of the integration", ruleOwnToken)
}

// mayManage rejects a call unless a user makes it. The integration may be nil.
func (c *call) mayManage(*integration) error {
	return c.forbid(c.by.integration != "", "the token of a user", ruleUserToken)
}

// mayUse rejects a call with the token of an integration or an installation, unless the call is
// about that integration or installation.
func (c *call) mayUse(integrationName, installationID string) error {
	isTheirs := c.by.integration == integrationName &&
		(c.by.installation == "" || c.by.installation == installationID)
	return c.forbid(c.by.integration != "" && !isTheirs,
		"the token of the integration or of the installation", ruleOtherToken)
}

func createInstallationToken(c *call, i *installation) (response, error) {
	c.accept(c.mayActAs(i.of))
	return respondOK(integrations.Token{Token: c.newInstallationToken(i)})
}

func (st *state) newInstallationToken(i *installation) api.Secret {
	st.counters["installation-token"]++
	claims := issuedClaims{
		Installation: i.data.ID, Number: strconv.Itoa(st.counters["installation-token"]),
	}
	token := st.issueToken(claims, st.now().Add(tokenLifetime))
	opaque := api.NewSecret(hex.EncodeToString([]byte(token.Reveal()))) // hides the claims
	return byRule(st, ruleTokenForm, token, opaque)
}

// bearerOfInstallation returns the installation that a token belongs to, and reports whether the
// token is still accepted.
func (s *server) bearerOfInstallation(token string) (by bearer, known bool) {
	defer s.mu.hold()()
	claims, issued := s.state.issuedToken(token)
	if !issued || s.state.expired(claims) && s.state.enabled(ruleTokenLifetime) {
		return bearer{}, false
	}
	for in := range s.state.integrations.Values() {
		if in.installations.Has(claims.Installation) {
			return bearer{integration: in.data.Name, installation: claims.Installation}, true
		}
	}
	return bearer{}, false
}

// TokenForIntegration returns a token that belongs to an integration, like the token that the
// script of the integration uses. Calls with this token may list the integration's installations,
// queue tasks for the integration, and create tokens of its installations, but may not do so for
// other integrations. Calls with a token of [Server.TokenFor] may not do any of this. In operations
// on content, calls with this token have the same permissions as calls with [Server.Token].
// TokenForIntegration returns the same token for the same integration each time.
//
// The token of an installation, which client.Integrations.Installations.Tokens.Create returns, is
// restricted to the installation in the same way. The server accepts it until it expires or the
// installation is deleted. [Server.Advance] can make it expire.
func (s *Server) TokenForIntegration(name string) string {
	server := open(s.server)
	defer server.mu.hold()()
	integrationKind.seeded(server, name)
	token := "integration-token-of-" + name
	server.bearers.Store(token, bearer{integration: name})
	return token
}

// ClientForIntegration returns a client like that of [Server.Client], but with the token of an
// integration: see [Server.TokenForIntegration].
func (s *Server) ClientForIntegration(name string, opts ...publishing.Option) *publishing.Client {
	return open(s.server).clientWith(s.TokenForIntegration(name), opts)
}
