// Package orgs has what belongs to an organization as a whole: invites, OpenAPI specifications, custom fonts and the storage of files, members
// of teams, single sign-on, translations, the questions that are answered from its spaces, and the subdomains that lead to it.
package orgs

import "github.com/publishing-platform/publishing-go/internal/transport"

// Service is reached as the Orgs field of the client.
type Service struct {
	// Invites bring people into an organization by e-mail.
	Invites InviteService
	// LinkInvites are links that let people into an organization, a space or a collection.
	LinkInvites LinkInviteService
	// Fonts are the custom fonts of an organization.
	Fonts FontService
	// Storage is where the files of fonts and imports are.
	//
	// Beyond the documents.
	Storage StorageService
	// TeamMembers are the members of the teams of an organization.
	TeamMembers TeamMemberService
	// SAML are the identity providers of an organization, and the ways to sign on.
	SAML SAMLService
	// Translations keep spaces translated.
	Translations TranslationService
	// Ask answers questions from the spaces of an organization.
	Ask AskService
	// OpenAPI are the OpenAPI specifications of an organization.
	OpenAPI OpenAPIService
}

// New is for package publishing, which makes the services of a client.
func New(core *transport.Core) Service {
	return Service{
		Invites:      InviteService{core: core},
		LinkInvites:  LinkInviteService{core: core},
		Fonts:        FontService{core: core},
		Storage:      StorageService{core: core},
		TeamMembers:  TeamMemberService{core: core},
		SAML:         SAMLService{core: core},
		Translations: TranslationService{core: core},
		Ask:          AskService{core: core},
		OpenAPI:      OpenAPIService{core: core},
	}
}
