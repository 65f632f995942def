package publishingtest

import (
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// The values of the enums of requests, and what else the types of requests do not tell.
var _ = []limits.Fact{
	limits.Enum(api.OrderAsc, api.OrderDesc),
	limits.Enum(api.RoleAdmin, api.RoleCreate, api.RoleReview, api.RoleEdit, api.RoleComment, api.RoleRead),
	limits.Enum(languages...),
	limits.Enum(api.DefaultContentTypeSite),
	limits.Enum(
		api.MergeRuleNameRequireSpecificReviewers, api.MergeRuleNameRequireOneOfSpecificReviewers, api.MergeRuleNameAllowBypass,
		api.MergeRuleNameRequireAtLeastOneReview, api.MergeRuleNameRequireAllReviewsApproved, api.MergeRuleNameRequireAgentReview,
		api.MergeRuleNameRequireUpToDate, api.MergeRuleNameRequireSubject, api.MergeRuleNameRequireDescription, api.MergeRuleNameCustom,
	),

	limits.Field[orgs.GlossaryOperation]("translations", limits.Check{Want: "values of one line", Accepts: isOfLines}),

	limits.Enum(richtext.FormatDocument, richtext.FormatMarkdown),
	limits.Field[richtext.Document]("object", limits.Constant("document")),
	limits.Field[richtext.Document]("data", limits.Optional),
	limits.Field[richtext.Node]("object", limits.Constant("block", "inline", "text")),
	limits.Field[richtext.Fragment]("object", limits.Constant("fragment")),
	limits.Field[richtext.Leaf]("object", limits.Constant("leaf")),
	limits.Field[richtext.Mark]("object", limits.Constant("mark")),

	limits.Enum(orgs.ConversationClusterSortUpdatedAt, orgs.ConversationClusterSortIssues, orgs.ConversationClusterSortConversations,
		orgs.ConversationClusterSortTasksTotal, orgs.ConversationClusterSortTasksBacklog, orgs.ConversationClusterSortTasksStarted),
	limits.Enum(orgs.ConversationClusterStatusPending, orgs.ConversationClusterStatusAnalysing),
	limits.Enum(orgs.ConversationPartTypeMessage),
	limits.Enum(orgs.ConversationRoleUser, orgs.ConversationRoleAssistant, orgs.ConversationRoleTeamMember),
	limits.Field[orgs.FontCreate]("fontFaces", limits.Optional), // without it, the response is 412
	limits.Enum(orgs.GlossaryOperationTypeInsert, orgs.GlossaryOperationTypeUpdate, orgs.GlossaryOperationTypeDelete),
	limits.Enum(orgs.MemberRoleAdmin, orgs.MemberRoleCreate, orgs.MemberRoleReview, orgs.MemberRoleEdit, orgs.MemberRoleComment,
		orgs.MemberRoleRead, orgs.MemberRoleGuest),
	limits.Enum(orgs.MemberSortJoinedAt, orgs.MemberSortLastSeenAt),
	limits.Enum(orgs.OpenAPIVisibilityPrivate, orgs.OpenAPIVisibilityPublic),
	limits.Enum(orgs.StorageKindCustomizationFont, orgs.StorageKindImportFile),
	limits.Enum(orgs.TeamMemberRoleOwner, orgs.TeamMemberRoleMember),

	limits.Enum(spaces.ContentRefKindFile, spaces.ContentRefKindOpenAPI, spaces.ContentRefKindURL, spaces.ContentRefKindPage,
		spaces.ContentRefKindAnchor, spaces.ContentRefKindUser, spaces.ContentRefKindCollection, spaces.ContentRefKindSpace,
		spaces.ContentRefKindReusableContent, spaces.ContentRefKindTranslation),
	limits.Enum(spaces.DocumentSchemaCurrent, spaces.DocumentSchemaNext),
	limits.Enum(spaces.EditModeLive, spaces.EditModeLocked),
	limits.Field[spaces.Computed]("props", limits.Object),
	limits.Field[spaces.ComputedDependency]("value", limits.Object, limits.Nullable),
	limits.Field[spaces.Update]("defaultLevel", levels),
}

// languages are all languages.
var languages = []api.Language{
	api.LanguageEnglish, api.LanguageFrench, api.LanguageGerman, api.LanguageSpanish, api.LanguageItalian, api.LanguagePortuguese,
	api.LanguageBrazilianPortuguese, api.LanguageRussian, api.LanguageJapanese, api.LanguageChinese, api.LanguageCantonese, api.LanguageKorean,
	api.LanguageArabic, api.LanguageHindi, api.LanguageDutch, api.LanguagePolish, api.LanguageTurkish, api.LanguageSwedish,
	api.LanguageNorwegian, api.LanguageDanish, api.LanguageFinnish, api.LanguageGreek, api.LanguageCzech, api.LanguageHungarian,
	api.LanguageRomanian, api.LanguageThai, api.LanguageVietnamese, api.LanguageIndonesian, api.LanguageMalay, api.LanguageHebrew,
	api.LanguageUkrainian, api.LanguageSlovak, api.LanguageBulgarian, api.LanguageCroatian, api.LanguageLithuanian, api.LanguageLatvian,
	api.LanguageEstonian, api.LanguageSlovenian,
}

// isOfLines reports whether each text in a map is one line.
func isOfLines(v any) bool {
	texts, _ := v.(map[string]any)
	for _, value := range texts {
		if text, ok := value.(string); ok && strings.ContainsAny(text, "\r\n") {
			return false
		}
	}
	return true
}
