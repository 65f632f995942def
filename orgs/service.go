// Package orgs contains the operations on organizations.
//
// # Resources
//
// The Orgs field of a client is a [Service]. Its fields are the services for the resources of an
// organization:
//
//   - [InviteService] and [LinkInviteService] let people join, by email or with a link.
//   - [MemberService] manages the members of the organization, [TeamService] manages its teams, and
//     [TeamMemberService] manages the members of the teams.
//   - [SAMLService] manages its identity providers. [Service.SSO] returns the ways to sign in.
//   - [AskService] answers questions from the content of its spaces, and [SearchService] searches
//     their pages.
//   - [OpenAPIService] manages the OpenAPI specifications that its pages refer to, and
//     [OpenAPIVersionService] returns their versions.
//   - [FontService] manages the custom fonts of its sites, and [StorageService] uploads their
//     files.
//   - [ImportService] imports websites and files into its spaces.
//   - [TranslationService] keeps translations of its spaces up to date, and
//     [TranslationGlossaryService] manages the terms that they use.
//   - [ConversationService] ingests conversations with customers, and [ConversationClusterService]
//     lists the issues found in them.
//   - [BillingService] returns its AI usage.
//   - [AgentInstructionsService] manages the instructions to the agent of the service.
//   - [AuditEventService] reads its audit log, which records who did what, and when.
//
// For example, this loop prints the members of a team and their roles:
//
//	options := orgs.TeamMemberListOptions{}
//	for member, err := range client.Orgs.Teams.Members.All(ctx, orgID, teamID, options) {
//		if err != nil {
//			return err
//		}
//		fmt.Println(member.Organization.User.DisplayName, member.Team.Role)
//	}
//
// The Subdomains field of a client is a [SubdomainService], which finds the organization that a
// subdomain belongs to.
//
// A program that has a token but no organization ID can find its organizations with [Service.All].
//
// The Users field of a client is a [UserService], which gets and updates user accounts. The System
// field is a [SystemService], which returns the version of the service.
//
// The integrations of an organization and their installations are in package integrations.
//
// # Asking questions
//
// [AskService.Answer] returns a complete answer. [AskService.Stream] yields the answer while the
// service writes it, and an [ask.Text] assembles its text:
//
//	var text ask.Text
//	question := orgs.AskQuestion{Question: "How do I publish?"}
//	options := orgs.AskStreamOptions{Format: richtext.FormatMarkdown}
//	for event, err := range client.Orgs.Ask.Stream(ctx, orgID, question, options) {
//		if err != nil {
//			return err
//		}
//		fmt.Print(text.Add(event))
//	}
//
// # Processing specifications
//
// [OpenAPIService.Create] and [OpenAPIService.Put] return before the service has processed the
// specification. [OpenAPIService.WaitProcessed] waits for the result:
//
//	spec, err := client.Orgs.OpenAPI.WaitProcessed(ctx, orgID, "petstore", api.Wait{})
//
// # Uploading fonts
//
// [StorageService.Upload] returns a signed URL and a key for a font file. Send the file to the URL,
// and create the font with the key: see [FontService.Create].
package orgs

import "github.com/publishing-platform/publishing-go/internal/transport"

// Service provides the operations on organizations.
type Service struct {
	made

	// Invites invites people to an organization by email.
	Invites InviteService
	// LinkInvites manages the links to join an organization, a space or a collection.
	LinkInvites LinkInviteService
	// Fonts manages the custom fonts of an organization.
	Fonts FontService
	// Storage provides URLs for uploading the files of fonts and imports.
	//
	// Experimental: may change in any minor release; see [api].
	Storage StorageService
	// Imports imports websites and files into spaces.
	//
	// Experimental: may change in any minor release; see [api].
	Imports ImportService
	// Members manages the members of an organization.
	//
	// Experimental: may change in any minor release; see [api].
	Members MemberService
	// Teams manages the teams of an organization.
	Teams TeamService
	// SAML manages the identity providers of an organization.
	SAML SAMLService
	// Translations manages the translations of spaces.
	Translations TranslationService
	// Ask answers questions from the content of spaces.
	Ask AskService
	// OpenAPI manages the OpenAPI specifications of an organization.
	OpenAPI OpenAPIService
	// Search searches the pages of all spaces.
	//
	// Experimental: may change in any minor release; see [api].
	Search SearchService
	// Conversations ingests conversations with customers, and lists the issues found in them.
	//
	// Experimental: may change in any minor release; see [api].
	Conversations ConversationService
	// Billing returns the usage of an organization.
	//
	// Experimental: may change in any minor release; see [api].
	Billing BillingService
	// AgentInstructions manages the instructions to the agent of the service.
	//
	// Experimental: may change in any minor release; see [api].
	AgentInstructions AgentInstructionsService
	// AuditEvents reads the audit log of an organization.
	//
	// Experimental: may change in any minor release; see [api].
	AuditEvents AuditEventService

	core *transport.Core
}

type (
	made  = transport.MadeBy[maker]
	maker struct{}
)

func (maker) Make(core *transport.Core) Service {
	return Service{
		Invites:     InviteService{core: core},
		LinkInvites: LinkInviteService{core: core},
		Fonts:       FontService{core: core},
		Storage:     StorageService{core: core},
		Imports:     ImportService{core: core},
		Members: MemberService{
			Spaces: MemberSpaceService{core: core},
			Teams:  MemberTeamService{core: core}, core: core,
		},
		Teams:        TeamService{TeamMemberService{core}, core},
		SAML:         SAMLService{core: core},
		Translations: TranslationService{TranslationGlossaryService{core}, core},
		Ask:          AskService{core: core},
		OpenAPI:      OpenAPIService{Versions: OpenAPIVersionService{core: core}, core: core},
		Search:       SearchService{core: core},

		Conversations: ConversationService{
			ConversationClusterService{ConversationClusterIssueService{core}, core}, core,
		},
		Billing:           BillingService{core: core},
		AgentInstructions: AgentInstructionsService{core: core},
		AuditEvents:       AuditEventService{core: core},

		core: core,
	}
}
