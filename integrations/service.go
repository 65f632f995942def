// Package integrations contains the operations on integrations: programs that extend the service
// for the organizations, spaces and sites on which they are installed.
//
// Experimental: may change in any release; see docs/sources.md.
package integrations

import "github.com/publishing-platform/publishing-go/internal/transport"

// Service is the Integrations field of a client.
type Service struct {
	Installations      InstallationService      // installations on organizations, and below them on spaces and sites
	SpaceInstallations SpaceInstallationService // all installations of an integration on spaces
	SiteInstallations  SiteInstallationService  // all installations of an integration on sites
	Events             EventService             // what an integration was told
	DevMode            DevModeService           // events for a program that is being developed
	Orgs               OrgService               // integrations of an organization
	Spaces             SpaceService             // integrations of a space
	Sites              SiteService              // integrations of a site

	core *transport.Core
}

// New is called by package publishing for each client.
func New(core *transport.Core) Service {
	return Service{
		Installations: InstallationService{
			Spaces: InstallationSpaceService{core: core},
			Sites:  InstallationSiteService{core: core},
			core:   core,
		},
		SpaceInstallations: SpaceInstallationService{core: core},
		SiteInstallations:  SiteInstallationService{core: core},
		Events:             EventService{core: core},
		DevMode:            DevModeService{core: core},
		Orgs: OrgService{
			Installations: OrgInstallationService{core: core},
			Statuses:      OrgStatusService{core: core},
			core:          core,
		},
		Spaces: SpaceService{core: core},
		Sites:  SiteService{core: core},
		core:   core,
	}
}
