package publishingtest

import (
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

// ForgetEvents removes the events of an integration.
func ForgetEvents(s *Server, name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	in := s.seedIntegration(name)
	in.events = ordered.Table[*integrations.TracedEvent]{}
}
