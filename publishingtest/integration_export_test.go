package publishingtest

import (
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

// InstallOn installs an integration on spaces and sites, below one of its installations.
func InstallOn(s *Server, name, installationID string, spaceIDs, siteIDs []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := mustFind(s, &s.seedIntegration(name).installations, "installation", installationID)
	for _, id := range spaceIDs {
		onSpaces.changed(s.state, i, onSpaces.blank(s.state, i, id), nil)
	}
	for _, id := range siteIDs {
		onSites.changed(s.state, i, onSites.blank(s.state, i, id), nil)
	}
}

// ForgetEvents removes the events of an integration.
func ForgetEvents(s *Server, name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	in := s.seedIntegration(name)
	in.events = ordered.Table[*integrations.TracedEvent]{}
}
