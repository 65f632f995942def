package publishingtest

import "github.com/publishing-platform/publishing-go/integrations"

// InstallIntegration installs an integration on an organization, and below it on spaces and sites.
func InstallIntegration(s *Server, name, organizationID string, data integrations.Installation, spaceIDs, siteIDs []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	in := s.seedIntegration(name)
	i := &installation{data: data, of: in, on: s.seedOrganization(organizationID)}
	for _, id := range spaceIDs {
		i.spaces.Put(id, &integrations.SpaceInstallation{})
	}
	for _, id := range siteIDs {
		i.sites.Put(id, &integrations.SiteInstallation{})
	}
	in.installations.Put(organizationID, i)
}
