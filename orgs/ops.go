package orgs

import (
	"time"

	"github.com/publishing-platform/publishing-go/internal/op"
)

// Groups with a name that ends in Exp contain operations that are not in the API reference.
var (
	onV1Exp   = op.Group{Path: "/v1", Experimental: true}
	onOrg     = op.Group{Path: "/v1/orgs/{organizationId}"}
	onOrgExp  = op.Group{Path: "/v1/orgs/{organizationId}", Experimental: true}
	onSpec    = op.Group{Path: "/v1/orgs/{organizationId}/openapi/{specSlug}"}
	onSpecExp = op.Group{Path: "/v1/orgs/{organizationId}/openapi/{specSlug}", Experimental: true}
)

var (
	opList   = onV1Exp.New("Orgs.List", "GET", "/orgs")
	opCreate = onV1Exp.New("Orgs.Create", "POST", "/orgs", op.Keeps)
	opGet    = onOrgExp.New("Orgs.Get", "GET", "")
	opUpdate = onOrgExp.New("Orgs.Update", "PATCH", "", op.RemovesIf("null", "emailDomains", "mergeRules"))
	opJoin   = onOrgExp.New("Orgs.Join", "POST", "/join", op.Keeps)

	opBillingAIUsage = onOrgExp.New("Orgs.Billing.AIUsage", "GET", "/billing/ai-usage")

	opSearchList = onOrgExp.New("Orgs.Search.List", "GET", "/search")

	// Answer waits for the answer, and creates nothing.
	opAskAnswer = onOrg.New("Orgs.Ask.Answer", "POST", "/ask", op.Asks,
		op.Traits{AttemptTimeout: 5 * time.Minute})
	opAskQuestions       = onOrg.New("Orgs.Ask.Questions", "GET", "/ask/questions")
	opAskStreamQuestions = onOrg.New("Orgs.Ask.StreamQuestions", "GET", "/ask/questions/stream",
		op.Traits{Class: op.Stream})
	opAskStream = onOrg.New("Orgs.Ask.Stream", "GET", "/ask/stream", op.Traits{Class: op.Stream})

	opOpenAPIList   = onOrg.New("Orgs.OpenAPI.List", "GET", "/openapi")
	opOpenAPICreate = onOrg.New("Orgs.OpenAPI.Create", "POST", "/openapi", op.Keeps)
	opOpenAPIGet    = onSpec.New("Orgs.OpenAPI.Get", "GET", "")
	opOpenAPIPut    = onSpec.New("Orgs.OpenAPI.Put", "PUT", "", op.Removes,
		op.Traits{Limit: op.Limit{Param: "specSlug", Words: "len=1..100,match=slug"}})
	opOpenAPIDelete = onSpec.New("Orgs.OpenAPI.Delete", "DELETE", "")
	opOpenAPIUpdate = onSpec.New("Orgs.OpenAPI.Update", "PATCH", "", op.Keeps)

	opOpenAPIVersionList          = onSpecExp.New("Orgs.OpenAPI.Versions.List", "GET", "/versions")
	opOpenAPIVersionLatest        = onSpecExp.New("Orgs.OpenAPI.Versions.Latest", "GET", "/versions/latest")
	opOpenAPIVersionLatestContent = onSpecExp.New("Orgs.OpenAPI.Versions.LatestContent", "GET",
		"/versions/latest/content", op.Traits{AttemptTimeout: 5 * time.Minute})
	opOpenAPIVersionLatestContentRaw = onSpecExp.New("Orgs.OpenAPI.Versions.LatestContentRaw", "GET",
		"/versions/latest/content/raw", op.Traits{AttemptTimeout: 5 * time.Minute})
	opOpenAPIVersionGet = onSpecExp.New("Orgs.OpenAPI.Versions.Get", "GET", "/versions/{versionId}",
		op.Traits{Limit: op.Limit{Param: "versionId", Words: "match=version"}})
	opOpenAPIVersionContent = onSpecExp.New("Orgs.OpenAPI.Versions.Content", "GET", "/versions/{versionId}/content",
		op.Traits{AttemptTimeout: 5 * time.Minute, Limit: op.Limit{Param: "versionId", Words: "match=version"}})

	opImportList   = onV1Exp.New("Orgs.Imports.List", "GET", "/org/{organizationId}/imports")
	opImportCreate = onV1Exp.New("Orgs.Imports.Create", "POST", "/org/{organizationId}/imports", op.Removes,
		op.Shows("site="))
	opImportGet    = onV1Exp.New("Orgs.Imports.Get", "GET", "/org/{organizationId}/imports/{importRunId}")
	opImportCancel = onV1Exp.New("Orgs.Imports.Cancel", "POST", "/org/{organizationId}/imports/{importRunId}/cancel",
		op.Keeps)

	opInviteCreate = onOrg.New("Orgs.Invites.Create", "POST", "/invites", op.Keeps)
	// Join accepts the invite, but does not change it.
	opInviteJoin = onOrg.New("Orgs.Invites.Join", "POST", "/invites/{inviteId}", op.Keeps,
		op.Traits{Secret: "inviteId"})

	opLinkInviteList   = onOrg.New("Orgs.LinkInvites.List", "GET", "/link-invites")
	opLinkInviteCreate = onOrg.New("Orgs.LinkInvites.Create", "POST", "/link-invites", op.Keeps)
	opLinkInviteGet    = onOrg.New("Orgs.LinkInvites.Get", "GET", "/link-invites/{inviteId}",
		op.Traits{Secret: "inviteId"})
	opLinkInviteUpdate = onOrg.New("Orgs.LinkInvites.Update", "PATCH", "/link-invites/{inviteId}", op.Keeps,
		op.Traits{Secret: "inviteId"})
	opLinkInviteDelete = onOrgExp.New("Orgs.LinkInvites.Delete", "DELETE", "/link-invites/{inviteId}",
		op.Traits{Secret: "inviteId"})

	opFontList   = onOrg.New("Orgs.Fonts.List", "GET", "/fonts")
	opFontCreate = onOrg.New("Orgs.Fonts.Create", "PUT", "/fonts", op.Keeps, op.Traits{Class: op.Once})
	opFontGet    = onOrg.New("Orgs.Fonts.Get", "GET", "/fonts/{fontId}")
	opFontUpdate = onOrg.New("Orgs.Fonts.Update", "POST", "/fonts/{fontId}", op.Removes,
		op.Shows("fontFaces="))
	opFontDelete = onOrg.New("Orgs.Fonts.Delete", "DELETE", "/fonts/{fontId}")

	opStorageUpload = onOrgExp.New("Orgs.Storage.Upload", "POST", "/storage/upload", op.Keeps)

	opMemberList   = onOrgExp.New("Orgs.Members.List", "GET", "/members")
	opMemberGet    = onOrgExp.New("Orgs.Members.Get", "GET", "/members/{userId}")
	opMemberUpdate = onOrgExp.New("Orgs.Members.Update", "PATCH", "/members/{userId}", op.Keeps)
	opMemberDelete = onOrgExp.New("Orgs.Members.Delete", "DELETE", "/members/{userId}")
	// The name SSO would sound like a query, but the operation makes a change that cannot be
	// undone.
	opMemberSetSSO    = onOrgExp.New("Orgs.Members.SetSSO", "POST", "/members/{userId}/sso", op.Keeps)
	opPing            = onOrgExp.New("Orgs.Ping", "POST", "/ping", op.Keeps)
	opMemberSpaceList = onOrgExp.New("Orgs.Members.Spaces.List", "GET", "/members/{userId}/spaces")
	opMemberTeamList  = onOrgExp.New("Orgs.Members.Teams.List", "GET", "/members/{userId}/teams")

	opTeamList   = onOrgExp.New("Orgs.Teams.List", "GET", "/teams")
	opTeamCreate = onOrgExp.New("Orgs.Teams.Create", "PUT", "/teams", op.Keeps, op.Traits{Class: op.Once})
	opTeamGet    = onOrgExp.New("Orgs.Teams.Get", "GET", "/teams/{teamId}")
	opTeamUpdate = onOrgExp.New("Orgs.Teams.Update", "PATCH", "/teams/{teamId}", op.Keeps)
	opTeamDelete = onOrgExp.New("Orgs.Teams.Delete", "DELETE", "/teams/{teamId}")

	opTeamMemberList   = onOrg.New("Orgs.Teams.Members.List", "GET", "/teams/{teamId}/members")
	opTeamMemberUpdate = onOrg.New("Orgs.Teams.Members.Update", "PUT", "/teams/{teamId}/members",
		op.RemovesIf("remove"))
	opTeamMemberPut    = onOrg.New("Orgs.Teams.Members.Put", "PUT", "/teams/{teamId}/members/{userId}", op.Keeps)
	opTeamMemberDelete = onOrg.New("Orgs.Teams.Members.Delete", "DELETE", "/teams/{teamId}/members/{userId}")

	opSAMLList   = onOrg.New("Orgs.SAML.List", "GET", "/saml")
	opSAMLCreate = onOrg.New("Orgs.SAML.Create", "POST", "/saml", op.Keeps)
	opSAMLGet    = onOrg.New("Orgs.SAML.Get", "GET", "/saml/{samlProviderId}")
	opSAMLDelete = onOrg.New("Orgs.SAML.Delete", "DELETE", "/saml/{samlProviderId}")
	opSAMLUpdate = onOrg.New("Orgs.SAML.Update", "PATCH", "/saml/{samlProviderId}", op.Keeps)
	opSSO        = onOrg.New("Orgs.SSO", "GET", "/sso")

	opTranslationList   = onOrg.New("Orgs.Translations.List", "GET", "/translations")
	opTranslationCreate = onOrg.New("Orgs.Translations.Create", "POST", "/translations", op.Keeps)
	opTranslationGet    = onOrg.New("Orgs.Translations.Get", "GET", "/translations/{translationId}")
	opTranslationUpdate = onOrg.New("Orgs.Translations.Update", "PUT", "/translations/{translationId}", op.Keeps)
	opTranslationDelete = onOrg.New("Orgs.Translations.Delete", "DELETE", "/translations/{translationId}")
	opTranslationRun    = onOrg.New("Orgs.Translations.Run", "POST", "/translations/{translationId}/run", op.Removes)

	opGlossaryList   = onOrgExp.New("Orgs.Translations.Glossary.List", "GET", "/translations-glossary")
	opGlossaryUpdate = onOrgExp.New("Orgs.Translations.Glossary.Update", "PUT", "/translations-glossary",
		op.RemovesIf("operations[].type!insert"),
		op.Traits{Class: op.Once})
	opGlossaryGet = onOrgExp.New("Orgs.Translations.Glossary.Get", "GET", "/translations-glossary/{glossaryEntryId}")

	opConversationCreate      = onOrgExp.New("Orgs.Conversations.Create", "POST", "/conversations", op.Removes)
	opConversationClusterList = onOrgExp.New("Orgs.Conversations.Clusters.List", "GET", "/conversations-clusters")
	opConversationClusterGet  = onOrgExp.New("Orgs.Conversations.Clusters.Get", "GET",
		"/conversations-clusters/{clusterId}")
	opConversationIssueList = onOrgExp.New("Orgs.Conversations.Clusters.Issues.List", "GET",
		"/conversations-clusters/{clusterId}/issues")

	opAgentInstructionsGet = onOrgExp.New("Orgs.AgentInstructions.Get", "GET", "/agent-instructions")
	opAgentInstructionsPut = onOrgExp.New("Orgs.AgentInstructions.Put", "PUT", "/agent-instructions", op.Removes)

	opAuditEventList    = onOrgExp.New("Orgs.AuditEvents.List", "GET", "/audit-events")
	opAuditEventGet     = onOrgExp.New("Orgs.AuditEvents.Get", "GET", "/audit-events/{auditEventId}")
	opAuditEventActions = onOrgExp.New("Orgs.AuditEventActions", "GET", "/audit-event-actions")

	opSubdomainGet = onV1Exp.New("Subdomains.Get", "GET", "/subdomains/{subdomain}",
		op.Traits{Limit: op.Limit{Param: "subdomain", Words: "len=3..32,match=subdomain"}})

	opUserMe     = onV1Exp.New("Users.Me", "GET", "/user")
	opUserGet    = onV1Exp.New("Users.Get", "GET", "/users/{userId}")
	opUserUpdate = onV1Exp.New("Users.Update", "PATCH", "/users/{userId}", op.Keeps)

	opSystemInfo = onV1Exp.New("System.Info", "GET", "/")
)
