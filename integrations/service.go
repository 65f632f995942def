// Package integrations contains the operations on integrations: programs that extend the service
// for the organizations, the spaces and the sites on which they are installed.
//
// An organization publishes an integration under a name that is unique among all organizations. An
// installation puts the integration on an organization, and holds its configuration. Below it, the
// integration is installed on spaces and on sites of the organization. The service runs the script
// of the integration for each event on them.
//
// # Resources
//
// The Integrations field of a client is a [Service]. Publish, Unpublish, List and Get manage
// integrations, and Render returns the output of one. ListInOrg lists the integrations that an
// organization can install. ListInSpace and ListInSite list those installed on a space or a site;
// BlocksInSpace and ScriptsInSite return the blocks and the scripts that they add. The fields of
// the service are resources:
//
//   - Installations manages the installations of an integration on organizations, and below them on
//     spaces and on sites, with their tokens. ListInOrg lists all installations on an organization.
//   - SpaceInstallations and SiteInstallations list all installations of an integration on spaces
//     and on sites, whatever the organization.
//   - Events contains the events that an integration has received, with the logs of its script.
//   - Dev sends events to the computer of a developer, and Tasks queues work for the script.
//
// For example, this lists the integrations for sites that an organization can install:
//
//	options := integrations.ListInOrgOptions{Target: integrations.TargetSite}
//	for integration, err := range client.Integrations.AllInOrg(ctx, orgID, options) {
//		if err != nil {
//			return err
//		}
//		fmt.Println(integration.Name, integration.Title)
//	}
//
// # Tokens
//
// A program that manages the integrations of an organization uses the token of a user. A script has
// the token of its integration, which lists the installations, queues tasks and creates the tokens
// of installations. The token of an installation does what the scopes of the integration permit on
// one organization, and expires soon. The TokenSource of Installations renews it for a second
// client:
//
//	source := client.Integrations.Installations.TokenSource("my-integration", installationID)
//	installed, err := publishing.NewClient(baseURL, publishing.WithTokenSource(source))
//
// # Secrets
//
// The secrets that an integration is published with are never returned. The configuration of an
// installation often contains credentials of other services, and so do some events: they are of
// the types [api.SecretMap] and [api.SecretJSON], which do not print.
//
// Experimental: may change in any minor release; see [api].
//
// [api.SecretMap]: https://pkg.go.dev/github.com/publishing-platform/publishing-go/api#SecretMap
// [api.SecretJSON]: https://pkg.go.dev/github.com/publishing-platform/publishing-go/api#SecretJSON
package integrations

import "github.com/publishing-platform/publishing-go/internal/transport"

// Service is the Integrations field of a client.
//
// Experimental: may change in any minor release; see [api].
type Service struct {
	made

	// Installations manages the installations of an integration on organizations, and below them on
	// spaces and sites.
	Installations InstallationService
	// Spaces lists all installations of an integration on spaces.
	Spaces SpaceService
	// Sites lists all installations of an integration on sites.
	Sites SiteService
	// Events returns the events that an integration has received.
	Events EventService
	// Dev sends events to a program that is being developed.
	Dev DevService
	// Tasks queues work for the script.
	Tasks TaskService

	core *transport.Core
}

type (
	made  = transport.MadeBy[maker]
	maker struct{}
)

func (maker) Make(core *transport.Core) Service {
	return Service{
		Installations: InstallationService{
			Spaces: InstallationSpaceService{core: core},
			Sites:  InstallationSiteService{core: core},
			Tokens: InstallationTokenService{core: core},
			Status: InstallationStatusService{core: core},
			core:   core,
		},
		Spaces: SpaceService{core: core},
		Sites:  SiteService{core: core},
		Events: EventService{core: core},
		Dev:    DevService{core: core},
		Tasks:  TaskService{core: core},
		core:   core,
	}
}
