package publishingtest

import (
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

// The operations on subdomains.
var _ = declare(operations{
	"Subdomains.Get": {handle: subdomainKind.get},
})

// subdomainKind is the resource kind for subdomains, which are identified by label.
var subdomainKind = &kind[*state, orgs.Subdomain, orgs.Subdomain]{
	name: "subdomain", param: "subdomain", in: everywhere,
	table: func(st *state) *ordered.Table[*orgs.Subdomain] { return &st.subdomains },
	show:  func(_ *call, _ *state, found *orgs.Subdomain) orgs.Subdomain { return *found },
}

// Add adds a subdomain, which leads to the organization, and returns the subdomain. Subdomain is
// required and must not be in use. Target is set to the organization.
func (s Subdomains) Add(orgID string, seed orgs.Subdomain) orgs.Subdomain {
	defer s.mu.hold()()
	seed = clone(seed)
	org := s.seedOrganization(orgID)
	s.accept(checkParams(s.routes.ops["Subdomains.Get"], func(string) string { return seed.Subdomain }))
	s.mistakeIf(s.state.subdomains.Has(seed.Subdomain), "the subdomain %q is taken", seed.Subdomain)
	s.agrees("Target.Organization", seed.Target.Organization, org.data.ID)
	seed.Object = "subdomain"
	seed.Target = orgs.SubdomainTarget{
		Type: orgs.SubdomainTargetTypeOrganization, Organization: org.data.ID,
	}
	s.state.subdomains.Add(seed.Subdomain, &seed, org.data.ID)
	return clone(seed)
}

// All returns the subdomains that lead to an organization, in the order in which they were
// added.
func (s Subdomains) All(orgID string) []orgs.Subdomain {
	defer s.mu.hold()()
	s.seedOrganization(orgID)
	return subdomainKind.shown(s.server, s.state, s.state.subdomains.Group(orgID))
}
