// Package orgs contains the operations on organizations.
//
// # Resources
//
// The Orgs field of a client is a [Service], with a field for each resource of an organization:
//
//   - Invites and LinkInvites let people join, by e-mail or with a link.
//   - Members are its members, and TeamMembers those of its teams.
//   - SAML are its identity providers and the ways to sign in.
//   - Ask answers questions from its spaces.
//   - OpenAPI are the OpenAPI specifications that its pages refer to.
//   - Fonts are the custom fonts of its sites, and Storage is where font files are uploaded to.
//   - Translations keep translations of its spaces up to date.
//
// For example, the names of the members of a team are:
//
//	options := orgs.TeamMemberListOptions{}
//	for member, err := range client.Orgs.TeamMembers.All(ctx, orgID, teamID, options) {
//		if err != nil {
//			return err
//		}
//		fmt.Println(member.Organization.User.DisplayName, member.Team.Role)
//	}
//
// The Subdomains field of a client is a [SubdomainService]. It finds the organization that a
// subdomain leads to.
//
// # Asking questions
//
// [AskService.Answer] returns a complete answer and [AskService.Stream] yields it while it is
// written. An [AskText] assembles the text of a stream:
//
//	var text orgs.AskText
//	options := orgs.AskStreamOptions{Query: "Is there somebody on call?"}
//	for event, err := range client.Orgs.Ask.Stream(ctx, orgID, options) {
//		if err != nil {
//			return err
//		}
//		fmt.Print(text.Add(event))
//	}
//
// # Processing specifications
//
// The service processes an OpenAPI specification after the operation that creates it or replaces
// its source has returned. [OpenAPIService.WaitProcessed] waits for the result.
//
// # Uploading fonts
//
// A font is created from files in the storage of the service. [StorageService.Upload] returns a
// signed URL and a key for a file, the caller sends the file to the URL, and
// [FontService.Create] takes the key.
package orgs

import "github.com/publishing-platform/publishing-go/internal/transport"

// Service is the Orgs field of a client.
type Service struct {
	Invites      InviteService      // e-mail invites to the organization
	LinkInvites  LinkInviteService  // links to join an organization, a space or a collection
	Fonts        FontService        // custom fonts
	Storage      StorageService     // uploads of the files of fonts and imports
	Members      MemberService      // members of the organization
	TeamMembers  TeamMemberService  // members of teams
	SAML         SAMLService        // identity providers, and the ways to sign in
	Translations TranslationService // translations of spaces
	Ask          AskService         // questions, answered from the content of spaces
	OpenAPI      OpenAPIService     // OpenAPI specifications
}

// New is called by package publishing for each client.
func New(core *transport.Core) Service {
	return Service{
		Invites:      InviteService{core: core},
		LinkInvites:  LinkInviteService{core: core},
		Fonts:        FontService{core: core},
		Storage:      StorageService{core: core},
		Members:      MemberService{core: core},
		TeamMembers:  TeamMemberService{core: core},
		SAML:         SAMLService{core: core},
		Translations: TranslationService{core: core},
		Ask:          AskService{core: core},
		OpenAPI:      OpenAPIService{core: core},
	}
}
