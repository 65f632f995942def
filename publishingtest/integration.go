package publishingtest

import (
	"time"

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
	events        ordered.Table[*integrations.Event] // the latest last
	devTunnel     string                             // "" without development mode
	devAll        bool
}

// installation is an integration on an organization, with its installations on spaces and sites.
type installation struct {
	data   integrations.Installation // what showInstallation completes
	of     *integration
	on     *organization
	spaces ordered.Table[*contentInstallation] // by the ID of the space
	sites  ordered.Table[*contentInstallation] // by the ID of the site
	tokens map[string]time.Time                // the times at which they expire
}
