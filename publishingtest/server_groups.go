package publishingtest

// Orgs are the organizations.
type Orgs struct {
	Members           OrgMembers
	Teams             OrgTeams
	Invites           OrgInvites
	LinkInvites       OrgLinkInvites
	SAML              OrgSAML
	Fonts             OrgFonts
	Storage           OrgStorage
	Imports           OrgImports
	AgentInstructions OrgAgentInstructions
	Translations      OrgTranslations
	OpenAPI           OrgOpenAPI
	Conversations     OrgConversations
	AuditEvents       OrgAuditEvents
	Billing           OrgBilling

	*server
}

// OrgMembers are the members of organizations.
type OrgMembers struct{ *server }

// OrgTeams are the teams of organizations.
type OrgTeams struct {
	Members OrgTeamMembers

	*server
}

// OrgTeamMembers are the members of teams.
type OrgTeamMembers struct{ *server }

// OrgInvites are the invites of people to organizations.
type OrgInvites struct{ *server }

// OrgLinkInvites are the link invites of organizations.
type OrgLinkInvites struct{ *server }

// OrgSAML are the SAML providers of organizations.
type OrgSAML struct{ *server }

// OrgFonts are the fonts of organizations.
type OrgFonts struct{ *server }

// OrgStorage are the files in the storage of organizations.
type OrgStorage struct{ *server }

// OrgImports are the imports into spaces of organizations.
type OrgImports struct{ *server }

// OrgAgentInstructions are the agent instructions of organizations.
type OrgAgentInstructions struct{ *server }

// OrgTranslations are the translations of spaces.
type OrgTranslations struct {
	Glossary OrgTranslationGlossary

	*server
}

// OrgTranslationGlossary is the glossary of each organization.
type OrgTranslationGlossary struct{ *server }

// OrgOpenAPI are the OpenAPI specifications of organizations.
type OrgOpenAPI struct {
	Versions OrgOpenAPIVersions

	*server
}

// OrgOpenAPIVersions are the versions of OpenAPI specifications.
type OrgOpenAPIVersions struct{ *server }

// OrgAuditEvents are the audit logs of organizations.
type OrgAuditEvents struct{ *server }

// OrgConversations are the conversations that were ingested.
type OrgConversations struct {
	Clusters OrgConversationClusters

	*server
}

// OrgBilling is the usage of organizations.
type OrgBilling struct{ *server }

// OrgConversationClusters are the clusters of conversations.
type OrgConversationClusters struct{ *server }

// Sites are the docs sites of organizations.
type Sites struct {
	Sections      SiteSections
	SectionGroups SiteSectionGroups
	SiteSpaces    SiteSiteSpaces
	ShareLinks    SiteShareLinks
	ExternalLinks SiteExternalLinks
	Redirects     SiteRedirects
	MCPServers    SiteMCPServers
	Customization SiteCustomization
	Publishing    SitePublishing
	Insights      SiteInsights
	Questions     SiteQuestions
	Answers       SiteAnswers

	*server
}

// SiteSections are the sections of sites.
type SiteSections struct{ *server }

// SiteSectionGroups are the groups of sections.
type SiteSectionGroups struct{ *server }

// SiteSiteSpaces are the spaces on sites.
type SiteSiteSpaces struct {
	Customization SiteSpaceCustomization

	*server
}

// SiteSpaceCustomization are the customizations of site spaces.
type SiteSpaceCustomization struct{ *server }

// SiteShareLinks are the share links of sites.
type SiteShareLinks struct{ *server }

// SiteExternalLinks are the links of sites to other sites.
type SiteExternalLinks struct{ *server }

// SiteRedirects are the redirects of sites.
type SiteRedirects struct{ *server }

// SiteMCPServers are the MCP servers of sites.
type SiteMCPServers struct{ *server }

// SiteCustomization are the customizations of sites.
type SiteCustomization struct{ *server }

// SitePublishing is the publishing of sites.
type SitePublishing struct {
	Auth SitePublishingAuth

	*server
}

// SitePublishingAuth are the settings of visitor authentication.
type SitePublishingAuth struct{ *server }

// SiteInsights are the insights of sites.
type SiteInsights struct {
	Events SiteInsightsEvents

	*server
}

// SiteQuestions are the questions to sites.
type SiteQuestions struct{ *server }

// SiteAnswers are the answers of sites.
type SiteAnswers struct{ *server }

// SiteInsightsEvents are the events of sites.
type SiteInsightsEvents struct{ *server }

// Spaces are the spaces of organizations.
type Spaces struct {
	Pages            SpacePages
	Files            SpaceFiles
	ReusableContents SpaceReusableContents
	Revisions        SpaceRevisions
	Comments         SpaceComments
	Git              SpaceGit
	Templates        SpaceTemplates
	Imports          SpaceImports
	Embeds           SpaceEmbeds

	*server
}

// SpacePages are the pages of spaces and of change requests.
type SpacePages struct{ *server }

// SpaceFiles are the files of spaces and of change requests.
type SpaceFiles struct{ *server }

// SpaceReusableContents are the reusable contents of spaces and of change requests.
type SpaceReusableContents struct{ *server }

// SpaceRevisions are the revisions of spaces.
type SpaceRevisions struct{ *server }

// SpaceComments are the comments on spaces and on change requests.
type SpaceComments struct {
	Replies SpaceCommentReplies

	*server
}

// SpaceCommentReplies are the replies to comments.
type SpaceCommentReplies struct{ *server }

// SpaceGit are the imports of spaces from Git and their exports to Git.
type SpaceGit struct {
	Repositories SpaceGitRepositories

	*server
}

// SpaceGitRepositories are the Git repositories from which spaces are imported and to which they
// are exported.
type SpaceGitRepositories struct{ *server }

// SpaceTemplates are the templates for [spaces.ContentService.ApplyTemplate].
type SpaceTemplates struct{ *server }

// SpaceImports are the contents of URLs, for imports.
type SpaceImports struct{ *server }

// SpaceEmbeds are the ways in which URLs are embedded.
type SpaceEmbeds struct{ *server }

// Collections are the collections of organizations.
type Collections struct{ *server }

// ChangeRequests are the change requests of spaces.
type ChangeRequests struct {
	RequestedReviewers ChangeRequestRequestedReviewers
	Reviews            ChangeRequestReviews

	*server
}

// ChangeRequestRequestedReviewers are the users who were asked to review change requests.
type ChangeRequestRequestedReviewers struct{ *server }

// ChangeRequestReviews are the reviews of change requests.
type ChangeRequestReviews struct{ *server }

// CustomHostnames are the custom hostnames of organizations and sites.
type CustomHostnames struct{ *server }

// Subdomains are the subdomains of the hosting domain.
type Subdomains struct{ *server }

// Users are the accounts of people.
type Users struct{ *server }

// Permissions are the roles that were given on spaces, collections and sites.
type Permissions struct{ *server }

// Integrations are the programs that extend the service.
type Integrations struct {
	Dev           IntegrationDev
	Events        IntegrationEvents
	Tasks         IntegrationTasks
	Installations IntegrationInstallations

	*server
}

// IntegrationDev are the development modes of integrations.
type IntegrationDev struct{ *server }

// IntegrationEvents are the events of integrations.
type IntegrationEvents struct{ *server }

// IntegrationTasks are the tasks of integrations.
type IntegrationTasks struct{ *server }

// IntegrationInstallations are the installations of integrations on organizations.
type IntegrationInstallations struct {
	Sites  InstallationSites
	Spaces InstallationSpaces

	*server
}

// InstallationSites are the installations of integrations on sites.
type InstallationSites struct{ *server }

// InstallationSpaces are the installations of integrations on spaces.
type InstallationSpaces struct{ *server }

// Calls are the calls that reached the server.
type Calls struct{ *server }

// Faults are the failures that a test has set up.
type Faults struct{ *server }

// Streams are the responses of the streaming operations.
type Streams struct{ *server }

// newServer returns a server with its groups.
func newServer(s *server) *Server {
	return &Server{
		server: s,
		Orgs: Orgs{
			server: s, Members: OrgMembers{s}, Teams: OrgTeams{OrgTeamMembers{s}, s},
			Invites: OrgInvites{s}, LinkInvites: OrgLinkInvites{s},
			SAML: OrgSAML{s}, Fonts: OrgFonts{s}, Storage: OrgStorage{s},
			Imports: OrgImports{s}, AgentInstructions: OrgAgentInstructions{s},
			Translations:  OrgTranslations{OrgTranslationGlossary{s}, s},
			OpenAPI:       OrgOpenAPI{OrgOpenAPIVersions{s}, s},
			Conversations: OrgConversations{OrgConversationClusters{s}, s},
			AuditEvents:   OrgAuditEvents{s}, Billing: OrgBilling{s},
		},
		Sites: Sites{
			server: s, Sections: SiteSections{s}, SectionGroups: SiteSectionGroups{s},
			SiteSpaces: SiteSiteSpaces{SiteSpaceCustomization{s}, s},
			ShareLinks: SiteShareLinks{s}, ExternalLinks: SiteExternalLinks{s},
			Redirects: SiteRedirects{s}, MCPServers: SiteMCPServers{s},
			Customization: SiteCustomization{s}, Publishing: SitePublishing{SitePublishingAuth{s}, s},
			Insights: SiteInsights{SiteInsightsEvents{s}, s}, Questions: SiteQuestions{s}, Answers: SiteAnswers{s},
		},
		Spaces: Spaces{
			server: s, Pages: SpacePages{s}, Files: SpaceFiles{s},
			ReusableContents: SpaceReusableContents{s}, Revisions: SpaceRevisions{s},
			Comments:  SpaceComments{SpaceCommentReplies{s}, s},
			Git:       SpaceGit{SpaceGitRepositories{s}, s},
			Templates: SpaceTemplates{s}, Imports: SpaceImports{s}, Embeds: SpaceEmbeds{s},
		},
		Collections:     Collections{s},
		ChangeRequests:  ChangeRequests{ChangeRequestRequestedReviewers{s}, ChangeRequestReviews{s}, s},
		CustomHostnames: CustomHostnames{s},
		Subdomains:      Subdomains{s},
		Users:           Users{s},
		Permissions:     Permissions{s},
		Integrations: Integrations{
			server: s, Dev: IntegrationDev{s}, Events: IntegrationEvents{s}, Tasks: IntegrationTasks{s},
			Installations: IntegrationInstallations{InstallationSites{s}, InstallationSpaces{s}, s},
		},
		Calls:   Calls{s},
		Faults:  Faults{s},
		Streams: Streams{s},
	}
}
