package publishingtest

import (
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

// ForgetEvents removes the events of an integration.
func ForgetEvents(s *Server, name string) {
	defer s.mu.hold()()
	in := s.seedIntegration(name)
	in.events = ordered.Table[*integrations.TracedEvent]{}
}
