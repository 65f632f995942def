package publishingtest

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
)

// SeedIntegration adds an integration with an installation on an organization and some of its
// spaces.
func SeedIntegration(s *Server, name, organizationID, installationID string, selection integrations.Selection, spaceIDs ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	org := mustFind(s, &s.state.organizations, "organization", organizationID)
	of := &integration{data: integrations.Integration{Name: name}, owner: org}
	s.state.integrations.Add(name, of)
	in := &installation{of: of, on: org, data: integrations.Installation{ID: installationID, Status: integrations.StatusPending, SpaceSelection: selection}}
	of.installations.Add(installationID, in)
	for _, id := range spaceIDs {
		in.spaces.Add(id, &integrations.SpaceInstallation{})
	}
}

// TellInstallations tells an integration everything about installations.
func TellInstallations(s *Server, name, installationID, spaceID, siteID string, previous integrations.PreviousInstallation, configuration api.SecretJSON) {
	s.mu.Lock()
	defer s.mu.Unlock()
	in := mustFind(s, &mustFind(s, &s.state.integrations, "integration", name).installations, "installation", installationID)
	in.data.Configuration = configuration
	s.state.tellSetup(in, nil)
	s.state.tellSetup(in, &previous)
	s.state.tellSpaceSetup(in, spaceID, integrations.StatusActive, nil)
	s.state.tellSpaceSetup(in, spaceID, integrations.StatusActive, &previous)
	s.state.tellSiteSetup(in, siteID, integrations.StatusPaused, nil)
	s.state.tellSiteSetup(in, siteID, integrations.StatusPaused, &previous)
	s.state.tellSpaceDeleted(in, spaceID, configuration)
	s.state.tellSiteDeleted(in, siteID, configuration)
	s.state.tellDeleted(in)
}
