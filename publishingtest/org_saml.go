package publishingtest

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
)

var (
	ruleSAML            = behaviour("saml-provider.absent-404", "a path with a SAML provider that does not exist is answered with 404")
	ruleSAMLTeam        = behaviour("orgs.saml.default-team", "the default team of a SAML provider is a team of the organization, which is shown whole")
	ruleSAMLDefaultRole = behaviour("orgs.saml.role-null", "a null default role makes guests, one that is absent from a creation readers")
	ruleSAMLStatus      = behaviour("orgs.saml.status", "a SAML provider is active once it has an entity id, a certificate and an address for sign-on, and pending before")
	ruleSAMLAddress     = behaviour("orgs.saml.sso-url", "a SAML provider without an address for sign-on shows one of the service's app in its place")
	ruleSAMLLogins      = behaviour("orgs.saml.logins.active", "the ways to sign on are the SAML providers that are active")
)

var (
	samlLabel       = limits.FromDescription(limits.Chars(1, 30))
	samlEntityID    = limits.FromDescription(limits.Chars(0, 1024))
	samlCertificate = limits.FromDescription(limits.Chars(0, 10000))
	addressLength   = limits.FromDescription(limits.Chars(0, 2048))
)

// samlOperations are the operations on SAML providers.
var samlOperations = operations{
	"Orgs.SAML.List": {handle: onOrganization(listSAML)},
	"Orgs.SAML.Create": {onOrganization(createSAML), limits.Table{
		limits.Body("label", limits.String, limits.Required, samlLabel),
		limits.Body("entityID", limits.String, samlEntityID),
		limits.Body("certificate", limits.String, samlCertificate),
		limits.Body("ssoURL", limits.String, addressLength, limits.URI),
		limits.Body("defaultTeam", limits.String),
		limits.Body("defaultRole", limits.String, limits.Nullable, roles),
	}},
	"Orgs.SAML.Get":    {handle: onSAML(getSAML)},
	"Orgs.SAML.Delete": {handle: onOrganization(deleteSAML)},
	"Orgs.SAML.Update": {onSAML(updateSAML), limits.Table{
		limits.Body("label", limits.String, samlLabel),
		limits.Body("entityID", limits.String, samlEntityID),
		limits.Body("certificate", limits.String, samlCertificate),
		limits.Body("ssoURL", limits.String, addressLength, limits.URI),
		limits.Body("defaultTeam", limits.String),
		limits.Body("defaultRole", limits.String, limits.Nullable, roles),
	}},
	"Orgs.SAML.Logins": {handle: onOrganization(listLogins)},
}

// samlProvider is an identity provider of an organization.
type samlProvider struct {
	data orgs.SAMLProvider // without DefaultTeam
	team string            // "" for none
}

func onSAML(handle func(r *request, org *organization, p *samlProvider) (answer, error)) handler {
	return onOrganization(func(r *request, org *organization) (answer, error) {
		p, err := find(r, &org.saml, "samlProviderId", ruleSAML)
		if err != nil {
			return answer{}, err
		}
		return handle(r, org, p)
	})
}

func listSAML(r *request, org *organization) (answer, error) {
	return page(r, org.saml.All(), func(p *samlProvider) (orgs.SAMLProvider, bool) { return r.showSAML(org, p), true })
}

func createSAML(r *request, org *organization) (answer, error) {
	in := input[orgs.SAMLCreate](r)
	if err := r.knownTeam(org, in.DefaultTeam); err != nil {
		return answer{}, err
	}
	p := r.addSAML(org, orgs.SAMLProvider{ID: r.newID("saml"), Label: in.Label, DefaultRole: new(api.RoleRead)}, "")
	r.updateSAML(p, orgs.SAMLUpdate{
		EntityID: in.EntityID, Certificate: in.Certificate, SSOURL: in.SSOURL, DefaultTeam: in.DefaultTeam, DefaultRole: in.DefaultRole,
	})
	return created(r.showSAML(org, p), p.data.URLs.Location)
}

func (r *request) knownTeam(org *organization, id *string) error {
	if id == nil || !r.holds(ruleSAMLTeam) {
		return nil
	}
	if _, ok := org.teams.Get(*id); !ok {
		return broken("defaultTeam", "a team of the organization", *id, ruleSAMLTeam)
	}
	return nil
}

func (r *request) updateSAML(p *samlProvider, in orgs.SAMLUpdate) {
	set(&p.data.Label, in.Label)
	set(&p.data.EntityID, in.EntityID)
	set(&p.data.Certificate, in.Certificate)
	set(&p.data.SSOURL, in.SSOURL)
	set(&p.team, in.DefaultTeam)
	setNullable(r, &p.data.DefaultRole, in.DefaultRole, ruleSAMLDefaultRole)
}

func getSAML(r *request, org *organization, p *samlProvider) (answer, error) {
	return ok(r.showSAML(org, p))
}

func deleteSAML(r *request, org *organization) (answer, error) {
	return r.deleted(org.saml.Remove(r.id("samlProviderId")))
}

func updateSAML(r *request, org *organization, p *samlProvider) (answer, error) {
	in := input[orgs.SAMLUpdate](r)
	if err := r.knownTeam(org, in.DefaultTeam); err != nil {
		return answer{}, err
	}
	r.updateSAML(p, in)
	return ok(r.showSAML(org, p))
}

func listLogins(r *request, org *organization) (answer, error) {
	logins := orgs.SSOLogins{Items: []orgs.SSOLogin{}}
	for _, p := range org.saml.All() {
		shown := r.showSAML(org, p)
		if shown.Status == orgs.SAMLStatusActive || !r.holds(ruleSAMLLogins) {
			logins.Items = append(logins.Items, orgs.SSOLogin{ID: shown.ID, Label: shown.Label, StartURL: shown.Service.StartURL})
		}
	}
	return ok(logins)
}

func (st *state) addSAML(org *organization, data orgs.SAMLProvider, teamID string) *samlProvider {
	data.Object = "saml-provider"
	data.CreatedAt = orElse(data.CreatedAt, st.now())
	endpoint := address(appURL, "saml", data.ID)
	data.Service = orElse(data.Service, orgs.SAMLEndpoints{ACSURL: endpoint + "/acs", StartURL: endpoint + "/start", EntityID: endpoint})
	data.URLs.Location = orElse(data.URLs.Location, st.location("orgs", org.data.ID, "saml", data.ID))
	p := &samlProvider{data, teamID}
	org.saml.Add(data.ID, p)
	return p
}

// showSAML is a provider as the service shows it.
func (st *state) showSAML(org *organization, p *samlProvider) orgs.SAMLProvider {
	shown := p.data
	complete := shown.EntityID != "" && shown.Certificate != "" && shown.SSOURL != ""
	if shown.Status == "" {
		shown.Status = orgs.SAMLStatusPending
		if complete == !st.config.off[string(ruleSAMLStatus)] {
			shown.Status = orgs.SAMLStatusActive
		}
	}
	if shown.SSOURL == "" && !st.config.off[string(ruleSAMLAddress)] {
		shown.SSOURL = address(appURL, "saml", shown.ID, "setup")
	}
	if t, ok := org.teams.Get(p.team); ok {
		shown.DefaultTeam = new(st.showTeam(t))
	}
	return shown
}

// AddSAMLProvider adds a SAML provider to an organization and returns it as the service shows it.
// DefaultTeam names a team by its id. A nil default role is that of guests. A provider with a
// status keeps it; other fields that are not set are made up, except for the entity id and the
// certificate. A made-up SSOURL leaves the provider pending.
func (s *Server) AddSAMLProvider(organizationID string, seed orgs.SAMLProvider) orgs.SAMLProvider {
	s.mu.Lock()
	defer s.mu.Unlock()
	seed = clone(seed)
	org := s.seedOrganization(organizationID)
	teamID := ""
	if seed.DefaultTeam != nil {
		teamID = known(s, &org.teams, "team", seed.DefaultTeam.ID).data.ID
	}
	seed.ID = s.seedID("saml", seed.ID)
	seed.Label = orElse(seed.Label, "SAML "+seed.ID)
	seed.DefaultTeam = nil
	return clone(s.state.showSAML(org, s.state.addSAML(org, seed, teamID)))
}

// SAMLProviders returns the SAML providers of an organization as the service shows them, in the order they were made.
func (s *Server) SAMLProviders(organizationID string) []orgs.SAMLProvider {
	s.mu.Lock()
	defer s.mu.Unlock()
	org := s.seedOrganization(organizationID)
	return values(&org.saml, func(p *samlProvider) orgs.SAMLProvider { return s.state.showSAML(org, p) })
}
