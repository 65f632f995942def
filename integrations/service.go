// Package integrations contains the operations on integrations. An integration is a program that
// extends the service for the organizations, spaces and sites on which it is installed.
//
// An organization publishes an integration under a name that is unique among all organizations. An
// installation connects the integration to an organization, and contains its configuration. The
// integration can then be installed on spaces and sites of the organization. For each event in one
// of these places, the service runs the script of the integration.
//
// # Resources
//
// The Integrations field of a client is a [Service]. Its methods Publish, Unpublish, List and Get
// manage integrations, and Render returns the output of a component. ListInOrg lists the
// integrations that an organization can install. ListInSpace and ListInSite list the integrations
// that are installed on a space or a site. BlocksInSpace returns the blocks that the integrations
// add to a space, and ScriptsInSite returns the scripts that they add to a site. The fields of
// Service are further services:
//
//   - [InstallationService] manages the installations of an integration on organizations. Its
//     fields manage the installations on spaces ([InstallationSpaceService]) and sites
//     ([InstallationSiteService]), create tokens ([InstallationTokenService]), and return the
//     status of installations ([InstallationStatusService]).
//   - [SpaceService] and [SiteService] list the installations of an integration on the spaces and
//     sites of all organizations.
//   - [EventService] returns the events that an integration has received, with the logs of its
//     script.
//   - [DevService] sends events to the computer of a developer, and [TaskService] queues tasks for
//     the script.
//
// For example, this loop prints the integrations for sites that an organization can install:
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
// the token of its integration. With that token, it can list installations, queue tasks and create
// the tokens of installations. The token of an installation is short-lived. It grants the scopes of
// the integration, on a single organization. A second client can use such tokens;
// [InstallationService.TokenSource] renews them:
//
//	source := client.Integrations.Installations.TokenSource("my-integration", installationID)
//	installed, err := publishing.NewClient(baseURL, publishing.WithTokenSource(source))
//
// # Secrets
//
// No operation returns the secrets in a [Publish]. The configuration of an installation, and some
// events, can contain credentials of other services. These fields have the types [api.SecretMap]
// and [api.SecretJSON], which never print their values.
//
// Experimental: may change in any minor release; see [api].
//
// [api.SecretMap]: https://pkg.go.dev/github.com/publishing-platform/publishing-go/api#SecretMap
// [api.SecretJSON]: https://pkg.go.dev/github.com/publishing-platform/publishing-go/api#SecretJSON
package integrations

import "github.com/publishing-platform/publishing-go/internal/transport"

// Service provides the operations on integrations.
//
// Experimental: may change in any minor release; see [api].
type Service struct {
	made

	// Installations manages the installations of an integration on organizations, spaces and sites.
	Installations InstallationService
	// Spaces lists all installations of an integration on spaces.
	Spaces SpaceService
	// Sites lists all installations of an integration on sites.
	Sites SiteService
	// Events returns the events that an integration has received.
	Events EventService
	// Dev switches the development mode of integrations on and off.
	Dev DevService
	// Tasks queues tasks for the scripts of integrations.
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
