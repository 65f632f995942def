package publishingtest

import (
	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

var (
	ruleSAMLTeam       = newUndecidedRule("orgs.saml.default-team", "the default team of a SAML provider is a team of the organization; without the rule, any ID is accepted, and one of no team is the same as none")
	ruleSAMLAbsentRole = newUndecidedRule("orgs.saml.create.role-absent", "a new SAML provider without a default role creates readers; without the rule, guests")
	ruleSAMLStatus     = newUndecidedRule("orgs.saml.status", "a SAML provider is active if it has an entity ID, a certificate and a sign-on address, and pending otherwise; without the rule, every provider is active")
	ruleSAMLAddress    = newUndecidedRule("orgs.saml.sso-url", "a SAML provider without a sign-on address returns an address of the service's app instead; without the rule, an empty one")
	ruleSAMLLogins     = newUndecidedRule("orgs.sso.active", "the sign-on methods are the active SAML providers; without the rule, all")
)

var samlLimits = limits.Table{
	limits.Body("label", limits.FromDescription(limits.Chars(1, 30))),
	limits.Body("entityID", limits.FromDescription(limits.Chars(0, 1024))),
	limits.Body("certificate", limits.FromDescription(limits.Chars(0, 10000))),
	limits.Body("ssoURL", limits.FromDescription(limits.Chars(0, 2048)), limits.URI),
}

// The operations on SAML providers.
var _ = declare(operations{
	"Orgs.SAML.List":   {handle: samlKind.list},
	"Orgs.SAML.Create": {onOrganization(createSAML), append(limits.Table{limits.BodyOf(orgs.SAMLCreate{})}, samlLimits...)},
	"Orgs.SAML.Get":    {handle: samlKind.get},
	"Orgs.SAML.Delete": {handle: inOrganization(samlKind.delete)},
	"Orgs.SAML.Update": {samlKind.on(updateSAML), append(limits.Table{limits.BodyOf(orgs.SAMLUpdate{})}, samlLimits...)},
	"Orgs.SSO":         {handle: onOrganization(listLogins)},
})

// samlProvider is a SAML identity provider of an organization.
type samlProvider struct {
	data orgs.SAMLProvider // without DefaultTeam
	team string            // "" if there is none
}

// samlKind is the resource kind for SAML providers of organizations.
var samlKind = &kind[*organization, samlProvider, orgs.SAMLProvider]{
	name: "SAML provider", id: "saml", param: "samlProviderId", in: organizationKind.scope(),
	table: func(org *organization) *ordered.Table[*samlProvider] { return &org.saml },
	show:  (*call).showSAML,
}

func createSAML(c *call, org *organization) (response, error) {
	in := input[orgs.SAMLCreate](c)
	c.accept(c.checkTeam(org, in.DefaultTeam))
	data := orgs.SAMLProvider{
		ID: c.newID("saml"), DefaultRole: byRule(c.state, ruleSAMLAbsentRole, new(api.RoleRead), nil),
	}
	merge(&data, in)
	p := c.addSAML(org, data, publishing.Value(in.DefaultTeam))
	return respondCreated(c.showSAML(org, p), p.data.URLs.Location)
}

func (st *state) checkTeam(org *organization, id *string) error {
	return checkIn(st, &org.teams, "defaultTeam", id, "a team of the organization", ruleSAMLTeam)
}

func updateSAML(c *call, org *organization, p *samlProvider) (response, error) {
	in := input[orgs.SAMLUpdate](c)
	c.accept(c.checkTeam(org, in.DefaultTeam))
	merge(&p.data, in)
	setIfGiven(&p.team, in.DefaultTeam)
	return respondOK(c.showSAML(org, p))
}

func listLogins(c *call, org *organization) (response, error) {
	logins := orgs.SSOLogins{Items: []orgs.SSOLogin{}}
	for p := range org.saml.Values() {
		shown := c.showSAML(org, p)
		if shown.Status != orgs.SAMLStatusActive && c.enabled(ruleSAMLLogins) {
			continue
		}
		logins.Items = append(logins.Items,
			orgs.SSOLogin{ID: shown.ID, Label: shown.Label, StartURL: shown.Service.StartURL})
	}
	return respondOK(logins)
}

func (st *state) addSAML(org *organization, data orgs.SAMLProvider, teamID string) *samlProvider {
	st.fillCommon(&data, "saml-provider", "orgs", org.data.ID, "saml", data.ID)
	endpoint := address(appURL, "saml", data.ID)
	data.Service = orElse(data.Service, orgs.SAMLEndpoints{
		ACSURL: endpoint + "/acs", StartURL: endpoint + "/start", EntityID: endpoint,
	})
	p := &samlProvider{data, teamID}
	org.saml.Add(data.ID, p)
	return p
}

// showSAML returns a provider as it appears in responses to the caller.
func (c *call) showSAML(org *organization, p *samlProvider) orgs.SAMLProvider {
	shown := p.data
	if incomplete := shown.EntityID == "" || shown.Certificate == "" || shown.SSOURL == ""; incomplete && c.enabled(ruleSAMLStatus) {
		fill(&shown.Status, orgs.SAMLStatusPending)
	}
	fill(&shown.Status, orgs.SAMLStatusActive)
	if shown.SSOURL == "" && c.enabled(ruleSAMLAddress) {
		shown.SSOURL = address(appURL, "saml", shown.ID, "setup")
	}
	if t, ok := org.teams.Get(p.team); ok {
		shown.DefaultTeam = new(c.showTeam(org, t))
	}
	return shown
}

// Add adds a SAML provider to an organization and returns it. DefaultTeam.ID identifies the default
// team. A nil DefaultRole means guest. Other fields that are not set are generated, except for the
// entity ID and the certificate. If Status is empty, the provider is active if the seed has an
// EntityID, a Certificate and an SSOURL, and pending otherwise.
func (s OrgSAML) Add(orgID string, seed orgs.SAMLProvider) orgs.SAMLProvider {
	server := open(s.server)
	return samlKind.add(server, seed, func(org *organization, seed orgs.SAMLProvider) *samlProvider {
		team := seed.DefaultTeam
		if seed.DefaultTeam = nil; team != nil {
			server.accept(server.state.checkTeam(org, &team.ID))
		}
		server.accept(server.limit("Orgs.SAML.Create", seed))
		fill(&seed.Label, "SAML "+seed.ID)
		return server.state.addSAML(org, seed, publishing.Value(team).ID)
	}, orgID)
}

// All returns the SAML providers of an organization, in the order in which they were created.
func (s OrgSAML) All(orgID string) []orgs.SAMLProvider {
	return samlKind.all(open(s.server), orgID)
}
