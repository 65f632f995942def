package publishingtest

import (
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

// integration is an integration with what it was told and where it is installed.
type integration struct {
	data          integrations.Integration // what showIntegration completes
	owner         *organization
	script        string
	secrets       map[string]bool // names
	installations ordered.Table[*installation]
	events        ordered.Table[*integrations.TracedEvent] // the latest last
	renders       map[string][]integrations.RenderOutput   // outputs to come, by component
	devTunnel     string                                   // "" without development mode
	devAll        bool
}

// installation is an integration on an organization, with its installations on spaces and sites.
type installation struct {
	data   integrations.Installation
	of     *integration
	on     *organization
	spaces ordered.Table[*integrations.SpaceInstallation] // by the ID of the space
	sites  ordered.Table[*integrations.SiteInstallation]  // by the ID of the site
}
