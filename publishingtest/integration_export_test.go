package publishingtest

import (
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

// ForgetEvents removes the events of an integration.
func ForgetEvents(s *Server, name string) {
	defer open(s.server).mu.hold()()
	in := integrationKind.seeded(open(s.server), name)
	in.events = ordered.Table[*integrations.TracedEvent]{}
}
