package publishingtest

import (
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

// An Organization is an organization to seed.
type Organization struct {
	ID    string // "" for a generated one, such as "org_1"
	Title string // "" for one derived from the ID
}

var ruleOrganization = newRule("organization.absent-404", "a call for an organization that does not exist returns 404")

func (c *call) organization() (*organization, error) {
	return find(c, &c.organizations, "organizationId", ruleOrganization)
}

func onOrganization(handle func(c *call, org *organization) (response, error)) handler {
	return withResource((*call).organization, handle)
}

// AddOrganization adds an organization and returns it with its ID.
func (s *Server) AddOrganization(seed Organization) Organization {
	s.mu.Lock()
	defer s.mu.Unlock()
	seed.ID = s.seedID("org", seed.ID)
	seed.Title = orElse(seed.Title, "Organization "+seed.ID)
	s.state.organizations.Add(seed.ID, &organization{data: seed, createdAt: s.state.now()})
	return seed
}

// Organizations returns the organizations, in the order in which they were added.
func (s *Server) Organizations() []Organization {
	s.mu.Lock()
	defer s.mu.Unlock()
	return values(&s.state.organizations, func(org *organization) Organization { return org.data })
}

// seedOrganization returns an organization. If there is none, the test fails.
func (s *Server) seedOrganization(id string) *organization {
	return mustFind(s, &s.state.organizations, "organization", id)
}

// organization is an organization with everything that it owns except spaces.
type organization struct {
	data         Organization
	createdAt    time.Time
	members      ordered.Table[*api.Member]
	claims       map[string]api.Secret // visitor claims, by user
	teams        ordered.Table[*team]
	invites      ordered.Table[*invite] // by email
	linkInvites  ordered.Table[*linkInvite]
	sites        ordered.Table[*site]
	specs        ordered.Table[*orgs.OpenAPISpec]
	specScripts  map[string]*specScript     // by slug
	storage      ordered.Table[*storedFile] // by key
	fonts        ordered.Table[*orgs.Font]
	saml         ordered.Table[*samlProvider]
	translations ordered.Table[*translation]
}
