package publishingtest

// Each group has the server in a field. If the groups embedded the server, the compiler would
// generate wrappers of all of its methods for each group.

// Orgs manages organizations.
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

	server opaque
}

// OrgMembers manages the members of organizations.
type OrgMembers struct{ server opaque }

// OrgTeams manages the teams of organizations.
type OrgTeams struct {
	Members OrgTeamMembers

	server opaque
}

// OrgTeamMembers manages the members of teams.
type OrgTeamMembers struct{ server opaque }

// OrgInvites manages the invites of people to organizations.
type OrgInvites struct{ server opaque }

// OrgLinkInvites manages the link invites of organizations.
type OrgLinkInvites struct{ server opaque }

// OrgSAML manages the SAML providers of organizations.
type OrgSAML struct{ server opaque }

// OrgFonts manages the fonts of organizations.
type OrgFonts struct{ server opaque }

// OrgStorage manages the files in the storage of organizations.
type OrgStorage struct{ server opaque }

// OrgImports manages the imports of content into the spaces of organizations.
type OrgImports struct{ server opaque }

// OrgAgentInstructions manages the agent instructions of organizations.
type OrgAgentInstructions struct{ server opaque }

// OrgTranslations manages the translations of spaces.
type OrgTranslations struct {
	Glossary OrgTranslationGlossary

	server opaque
}

// OrgTranslationGlossary manages the glossary of each organization.
type OrgTranslationGlossary struct{ server opaque }

// OrgOpenAPI manages the OpenAPI specifications of organizations.
type OrgOpenAPI struct {
	Versions OrgOpenAPIVersions

	server opaque
}

// OrgOpenAPIVersions manages the versions of OpenAPI specifications.
type OrgOpenAPIVersions struct{ server opaque }

// OrgAuditEvents manages the audit logs of organizations.
type OrgAuditEvents struct{ server opaque }

// OrgConversations returns the conversations that organizations have ingested.
type OrgConversations struct {
	Clusters OrgConversationClusters

	server opaque
}

// OrgBilling records the AI usage of organizations.
type OrgBilling struct{ server opaque }

// OrgConversationClusters manages the clusters of conversations.
type OrgConversationClusters struct{ server opaque }

// Sites manages the docs sites of organizations.
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

	server opaque
}

// SiteSections manages the sections of sites.
type SiteSections struct{ server opaque }

// SiteSectionGroups manages the groups of sections.
type SiteSectionGroups struct{ server opaque }

// SiteSiteSpaces manages the spaces on sites.
type SiteSiteSpaces struct {
	Customization SiteSpaceCustomization

	server opaque
}

// SiteSpaceCustomization manages the customizations of site spaces.
type SiteSpaceCustomization struct{ server opaque }

// SiteShareLinks manages the share links of sites.
type SiteShareLinks struct{ server opaque }

// SiteExternalLinks manages the links of sites to other sites.
type SiteExternalLinks struct{ server opaque }

// SiteRedirects manages the redirects of sites.
type SiteRedirects struct{ server opaque }

// SiteMCPServers manages the MCP servers of sites.
type SiteMCPServers struct{ server opaque }

// SiteCustomization manages the customizations of sites.
type SiteCustomization struct{ server opaque }

// SitePublishing contains the settings for the publication of sites.
type SitePublishing struct {
	Auth SitePublishingAuth

	server opaque
}

// SitePublishingAuth manages the settings of visitor authentication.
type SitePublishingAuth struct{ server opaque }

// SiteInsights contains the insights into the visitors of sites.
type SiteInsights struct {
	Events SiteInsightsEvents

	server opaque
}

// SiteQuestions returns the questions that visitors asked on sites.
type SiteQuestions struct{ server opaque }

// SiteAnswers manages the answers that sites gave to questions.
type SiteAnswers struct{ server opaque }

// SiteInsightsEvents manages the events that visitors caused on sites.
type SiteInsightsEvents struct{ server opaque }

// Spaces manages the spaces of organizations.
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

	server opaque
}

// SpacePages manages the pages of spaces and of change requests.
type SpacePages struct{ server opaque }

// SpaceFiles manages the files of spaces and of change requests.
type SpaceFiles struct{ server opaque }

// SpaceReusableContents manages the reusable contents of spaces and of change requests.
type SpaceReusableContents struct{ server opaque }

// SpaceRevisions manages the revisions of spaces.
type SpaceRevisions struct{ server opaque }

// SpaceComments manages the comments on spaces and on change requests.
type SpaceComments struct {
	Replies SpaceCommentReplies

	server opaque
}

// SpaceCommentReplies manages the replies to comments.
type SpaceCommentReplies struct{ server opaque }

// SpaceGit manages imports of spaces from Git and exports of spaces to Git.
type SpaceGit struct {
	Repositories SpaceGitRepositories

	server opaque
}

// SpaceGitRepositories manages the Git repositories for imports and exports of spaces.
type SpaceGitRepositories struct{ server opaque }

// SpaceTemplates manages the templates for [spaces.ContentService.ApplyTemplate].
type SpaceTemplates struct{ server opaque }

// SpaceImports sets the content that imports find at URLs.
type SpaceImports struct{ server opaque }

// SpaceEmbeds sets how the content at URLs is displayed in spaces.
type SpaceEmbeds struct{ server opaque }

// Collections manages the collections of organizations.
type Collections struct{ server opaque }

// ChangeRequests manages the change requests of spaces.
type ChangeRequests struct {
	RequestedReviewers ChangeRequestRequestedReviewers
	Reviews            ChangeRequestReviews

	server opaque
}

// ChangeRequestRequestedReviewers manages the users who were asked to review change requests.
type ChangeRequestRequestedReviewers struct{ server opaque }

// ChangeRequestReviews manages the reviews of change requests.
type ChangeRequestReviews struct{ server opaque }

// CustomHostnames manages the custom hostnames of organizations and sites.
type CustomHostnames struct{ server opaque }

// Subdomains manages the subdomains of the hosting domain.
type Subdomains struct{ server opaque }

// Users manages user accounts.
type Users struct{ server opaque }

// Permissions manages the roles that were given on spaces, collections and sites.
type Permissions struct{ server opaque }

// Integrations manages integrations, which are programs that extend the service.
type Integrations struct {
	Dev           IntegrationDev
	Events        IntegrationEvents
	Tasks         IntegrationTasks
	Installations IntegrationInstallations

	server opaque
}

// IntegrationDev returns the development modes of integrations.
type IntegrationDev struct{ server opaque }

// IntegrationEvents manages the events of integrations.
type IntegrationEvents struct{ server opaque }

// IntegrationTasks returns the tasks that were queued for integrations.
type IntegrationTasks struct{ server opaque }

// IntegrationInstallations manages the installations of integrations on organizations.
type IntegrationInstallations struct {
	Sites  InstallationSites
	Spaces InstallationSpaces

	server opaque
}

// InstallationSites manages the installations of integrations on sites.
type InstallationSites struct{ server opaque }

// InstallationSpaces manages the installations of integrations on spaces.
type InstallationSpaces struct{ server opaque }

// Calls returns and counts the calls that reached the server.
type Calls struct{ server opaque }

// Faults makes calls fail in the ways that a test chooses.
type Faults struct{ server opaque }

// Streams scripts and delays the responses of streaming operations.
type Streams struct{ server opaque }

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
