package orgs

import (
	"time"

	"github.com/publishing-platform/publishing-go/internal/op"
)

var (
	opList   = op.New("Orgs.List", "GET", "/v1/orgs", op.Experimental)
	opGet    = op.New("Orgs.Get", "GET", "/v1/orgs/{organizationId}", op.Experimental)
	opUpdate = op.New("Orgs.Update", "PATCH", "/v1/orgs/{organizationId}", op.Experimental)
	opJoin   = op.New("Orgs.Join", "POST", "/v1/orgs/{organizationId}/join", op.Experimental)

	opSearchList = op.New("Orgs.Search.List", "GET", "/v1/orgs/{organizationId}/search", op.Experimental)

	opAskAnswer          = op.New("Orgs.Ask.Answer", "POST", "/v1/orgs/{organizationId}/ask", op.AttemptTimeout(5*time.Minute)) // it waits for the answer, and creates nothing
	opAskQuestions       = op.New("Orgs.Ask.Questions", "GET", "/v1/orgs/{organizationId}/ask/questions")
	opAskStreamQuestions = op.New("Orgs.Ask.StreamQuestions", "GET", "/v1/orgs/{organizationId}/ask/questions/stream", op.EventStream)
	opAskStream          = op.New("Orgs.Ask.Stream", "GET", "/v1/orgs/{organizationId}/ask/stream", op.EventStream)

	opOpenAPIList   = op.New("Orgs.OpenAPI.List", "GET", "/v1/orgs/{organizationId}/openapi")
	opOpenAPICreate = op.New("Orgs.OpenAPI.Create", "POST", "/v1/orgs/{organizationId}/openapi")
	opOpenAPIGet    = op.New("Orgs.OpenAPI.Get", "GET", "/v1/orgs/{organizationId}/openapi/{specSlug}")
	opOpenAPIPut    = op.New("Orgs.OpenAPI.Put", "PUT", "/v1/orgs/{organizationId}/openapi/{specSlug}", op.Check("specSlug", "len=1..100,match=slug"))
	opOpenAPIDelete = op.New("Orgs.OpenAPI.Delete", "DELETE", "/v1/orgs/{organizationId}/openapi/{specSlug}")
	opOpenAPIUpdate = op.New("Orgs.OpenAPI.Update", "PATCH", "/v1/orgs/{organizationId}/openapi/{specSlug}")

	opOpenAPIVersionList          = op.New("Orgs.OpenAPI.Versions.List", "GET", "/v1/orgs/{organizationId}/openapi/{specSlug}/versions", op.Experimental)
	opOpenAPIVersionLatest        = op.New("Orgs.OpenAPI.Versions.Latest", "GET", "/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest", op.Experimental)
	opOpenAPIVersionLatestContent = op.New("Orgs.OpenAPI.Versions.LatestContent", "GET", "/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content", op.Experimental, op.AttemptTimeout(5*time.Minute))
	opOpenAPIVersionGet           = op.New("Orgs.OpenAPI.Versions.Get", "GET", "/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}", op.Experimental, op.Check("versionId", "not=latest"))
	opOpenAPIVersionContent       = op.New("Orgs.OpenAPI.Versions.Content", "GET", "/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content", op.Experimental, op.AttemptTimeout(5*time.Minute), op.Check("versionId", "not=latest"))

	opInviteCreate = op.New("Orgs.Invites.Create", "POST", "/v1/orgs/{organizationId}/invites")
	opInviteJoin   = op.New("Orgs.Invites.Join", "POST", "/v1/orgs/{organizationId}/invites/{inviteId}", op.Secret("inviteId")) // it accepts the invite, and changes nothing of it

	opLinkInviteList   = op.New("Orgs.LinkInvites.List", "GET", "/v1/orgs/{organizationId}/link-invites")
	opLinkInviteCreate = op.New("Orgs.LinkInvites.Create", "POST", "/v1/orgs/{organizationId}/link-invites")
	opLinkInviteGet    = op.New("Orgs.LinkInvites.Get", "GET", "/v1/orgs/{organizationId}/link-invites/{inviteId}", op.Secret("inviteId"))
	opLinkInviteUpdate = op.New("Orgs.LinkInvites.Update", "PATCH", "/v1/orgs/{organizationId}/link-invites/{inviteId}", op.Secret("inviteId"))
	opLinkInviteDelete = op.New("Orgs.LinkInvites.Delete", "DELETE", "/v1/orgs/{organizationId}/link-invites/{inviteId}", op.Secret("inviteId"), op.Experimental)

	opFontList   = op.New("Orgs.Fonts.List", "GET", "/v1/orgs/{organizationId}/fonts")
	opFontCreate = op.New("Orgs.Fonts.Create", "PUT", "/v1/orgs/{organizationId}/fonts", op.AtMostOnce)
	opFontGet    = op.New("Orgs.Fonts.Get", "GET", "/v1/orgs/{organizationId}/fonts/{fontId}")
	opFontUpdate = op.New("Orgs.Fonts.Update", "POST", "/v1/orgs/{organizationId}/fonts/{fontId}")
	opFontDelete = op.New("Orgs.Fonts.Delete", "DELETE", "/v1/orgs/{organizationId}/fonts/{fontId}")

	opStorageUpload = op.New("Orgs.Storage.Upload", "POST", "/v1/orgs/{organizationId}/storage/upload", op.Experimental)

	opMemberList      = op.New("Orgs.Members.List", "GET", "/v1/orgs/{organizationId}/members", op.Experimental)
	opMemberGet       = op.New("Orgs.Members.Get", "GET", "/v1/orgs/{organizationId}/members/{userId}", op.Experimental)
	opMemberUpdate    = op.New("Orgs.Members.Update", "PATCH", "/v1/orgs/{organizationId}/members/{userId}", op.Experimental)
	opMemberDelete    = op.New("Orgs.Members.Delete", "DELETE", "/v1/orgs/{organizationId}/members/{userId}", op.Experimental)
	opMemberSetSSO    = op.New("Orgs.Members.SetSSO", "POST", "/v1/orgs/{organizationId}/members/{userId}/sso", op.Experimental) // SSO reads like a question, but this cannot be undone
	opPing            = op.New("Orgs.Ping", "POST", "/v1/orgs/{organizationId}/ping", op.Experimental)
	opMemberSpaceList = op.New("Orgs.Members.Spaces.List", "GET", "/v1/orgs/{organizationId}/members/{userId}/spaces", op.Experimental)
	opMemberTeamList  = op.New("Orgs.Members.Teams.List", "GET", "/v1/orgs/{organizationId}/members/{userId}/teams", op.Experimental)

	opTeamList   = op.New("Orgs.Teams.List", "GET", "/v1/orgs/{organizationId}/teams", op.Experimental)
	opTeamCreate = op.New("Orgs.Teams.Create", "PUT", "/v1/orgs/{organizationId}/teams", op.Experimental, op.AtMostOnce)
	opTeamGet    = op.New("Orgs.Teams.Get", "GET", "/v1/orgs/{organizationId}/teams/{teamId}", op.Experimental)
	opTeamUpdate = op.New("Orgs.Teams.Update", "PATCH", "/v1/orgs/{organizationId}/teams/{teamId}", op.Experimental)
	opTeamDelete = op.New("Orgs.Teams.Delete", "DELETE", "/v1/orgs/{organizationId}/teams/{teamId}", op.Experimental)

	opTeamMemberList   = op.New("Orgs.Teams.Members.List", "GET", "/v1/orgs/{organizationId}/teams/{teamId}/members")
	opTeamMemberUpdate = op.New("Orgs.Teams.Members.Update", "PUT", "/v1/orgs/{organizationId}/teams/{teamId}/members")
	opTeamMemberPut    = op.New("Orgs.Teams.Members.Put", "PUT", "/v1/orgs/{organizationId}/teams/{teamId}/members/{userId}")
	opTeamMemberDelete = op.New("Orgs.Teams.Members.Delete", "DELETE", "/v1/orgs/{organizationId}/teams/{teamId}/members/{userId}")

	opSAMLList   = op.New("Orgs.SAML.List", "GET", "/v1/orgs/{organizationId}/saml")
	opSAMLCreate = op.New("Orgs.SAML.Create", "POST", "/v1/orgs/{organizationId}/saml")
	opSAMLGet    = op.New("Orgs.SAML.Get", "GET", "/v1/orgs/{organizationId}/saml/{samlProviderId}")
	opSAMLDelete = op.New("Orgs.SAML.Delete", "DELETE", "/v1/orgs/{organizationId}/saml/{samlProviderId}")
	opSAMLUpdate = op.New("Orgs.SAML.Update", "PATCH", "/v1/orgs/{organizationId}/saml/{samlProviderId}")
	opSSO        = op.New("Orgs.SSO", "GET", "/v1/orgs/{organizationId}/sso")

	opTranslationList   = op.New("Orgs.Translations.List", "GET", "/v1/orgs/{organizationId}/translations")
	opTranslationCreate = op.New("Orgs.Translations.Create", "POST", "/v1/orgs/{organizationId}/translations")
	opTranslationGet    = op.New("Orgs.Translations.Get", "GET", "/v1/orgs/{organizationId}/translations/{translationId}")
	opTranslationUpdate = op.New("Orgs.Translations.Update", "PUT", "/v1/orgs/{organizationId}/translations/{translationId}")
	opTranslationDelete = op.New("Orgs.Translations.Delete", "DELETE", "/v1/orgs/{organizationId}/translations/{translationId}")
	opTranslationRun    = op.New("Orgs.Translations.Run", "POST", "/v1/orgs/{organizationId}/translations/{translationId}/run")

	opGlossaryList   = op.New("Orgs.Translations.Glossary.List", "GET", "/v1/orgs/{organizationId}/translations-glossary", op.Experimental)
	opGlossaryUpdate = op.New("Orgs.Translations.Glossary.Update", "PUT", "/v1/orgs/{organizationId}/translations-glossary", op.Experimental, op.AtMostOnce)
	opGlossaryGet    = op.New("Orgs.Translations.Glossary.Get", "GET", "/v1/orgs/{organizationId}/translations-glossary/{glossaryEntryId}", op.Experimental)

	opConversationCreate      = op.New("Orgs.Conversations.Create", "POST", "/v1/orgs/{organizationId}/conversations", op.Experimental)
	opConversationClusterList = op.New("Orgs.Conversations.Clusters.List", "GET", "/v1/orgs/{organizationId}/conversations-clusters", op.Experimental)
	opConversationClusterGet  = op.New("Orgs.Conversations.Clusters.Get", "GET", "/v1/orgs/{organizationId}/conversations-clusters/{clusterId}", op.Experimental)
	opConversationIssueList   = op.New("Orgs.Conversations.Clusters.Issues.List", "GET", "/v1/orgs/{organizationId}/conversations-clusters/{clusterId}/issues", op.Experimental)

	opAgentInstructionsGet = op.New("Orgs.AgentInstructions.Get", "GET", "/v1/orgs/{organizationId}/agent-instructions", op.Experimental)
	opAgentInstructionsPut = op.New("Orgs.AgentInstructions.Put", "PUT", "/v1/orgs/{organizationId}/agent-instructions", op.Experimental)

	opSubdomainGet = op.New("Subdomains.Get", "GET", "/v1/subdomains/{subdomain}", op.Experimental, op.Check("subdomain", "len=3..32,match=subdomain"))

	opUserMe     = op.New("Users.Me", "GET", "/v1/user", op.Experimental)
	opUserGet    = op.New("Users.Get", "GET", "/v1/users/{userId}", op.Experimental)
	opUserUpdate = op.New("Users.Update", "PATCH", "/v1/users/{userId}", op.Experimental)

	opSystemInfo = op.New("System.Info", "GET", "/v1/", op.Experimental)
)
