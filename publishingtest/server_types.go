package publishingtest

import (
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/permissions"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/customization"
	"github.com/publishing-platform/publishing-go/sites/insights"
	"github.com/publishing-platform/publishing-go/spaces"
	"github.com/publishing-platform/publishing-go/urls"
)

// The values of the enums of requests, and what else the types of requests do not tell.
var _ = []limits.Fact{
	limits.Enum(api.OrderAsc, api.OrderDesc),
	limits.Enum(api.RoleAdmin, api.RoleCreate, api.RoleReview,
		api.RoleEdit, api.RoleComment, api.RoleRead),
	limits.Enum(languages...),
	limits.Enum(api.DefaultContentTypeSite),
	limits.Enum(
		api.MergeRuleNameRequireSpecificReviewers,
		api.MergeRuleNameRequireOneOfSpecificReviewers, api.MergeRuleNameAllowBypass,
		api.MergeRuleNameRequireAtLeastOneReview,
		api.MergeRuleNameRequireAllReviewsApproved, api.MergeRuleNameRequireAgentReview,
		api.MergeRuleNameRequireUpToDate, api.MergeRuleNameRequireSubject,
		api.MergeRuleNameRequireDescription, api.MergeRuleNameCustom,
	),

	limits.Field[orgs.GlossaryOperation]("translations",
		limits.Check{Want: "values of one line", Accepts: isOfLines}),

	limits.Enum(richtext.FormatDocument, richtext.FormatMarkdown),
	limits.Field[richtext.Document]("object", limits.Constant("document")),
	limits.Field[richtext.Document]("data", limits.Optional),
	limits.Field[richtext.Node]("object", limits.Constant("block", "inline", "text")),
	limits.Field[richtext.Fragment]("object", limits.Constant("fragment")),
	limits.Field[richtext.Leaf]("object", limits.Constant("leaf")),
	limits.Field[richtext.Mark]("object", limits.Constant("mark")),

	limits.Enum(
		integrations.CategoryAnalytics, integrations.CategoryCollaboration, integrations.CategoryContent,
		integrations.CategoryGitSync, integrations.CategoryMarketing,
		integrations.CategoryVisitorAuth, integrations.CategoryOther,
	),
	limits.Enum(
		integrations.PropertyTypeString, integrations.PropertyTypeNumber,
		integrations.PropertyTypeBoolean,
		integrations.PropertyTypeButton,
	),
	limits.Enum(
		integrations.RenderContextTypeAccount,
		integrations.RenderContextTypeSpace, integrations.RenderContextTypeSite,
		integrations.RenderContextTypeContentSource, integrations.RenderContextTypeDocument,
	),
	limits.Enum(integrations.RenderThemeDark, integrations.RenderThemeLight),
	limits.Enum(integrations.RuntimeV1, integrations.RuntimeV2),
	limits.Enum(
		integrations.ScopeSpaceContentRead, integrations.ScopeSpaceContentWrite,
		integrations.ScopeSpaceMetadataRead,
		integrations.ScopeSpaceMetadataWrite,
		integrations.ScopeSpaceGitSync, integrations.ScopePageFeedbackRead,
		integrations.ScopeSiteMetadataRead,
		integrations.ScopeSiteViewsRead, integrations.ScopeSiteScriptInject,
		integrations.ScopeSiteScriptCookies,
		integrations.ScopeSiteVisitorAuth, integrations.ScopeSiteVisitorClaims,
		integrations.ScopeSiteAdaptiveRead,
		integrations.ScopeSiteAdaptiveWrite, integrations.ScopeOpenAPIRead,
		integrations.ScopeOpenAPIWrite, integrations.ScopeConversationsIngest,
	),
	limits.Enum(integrations.SelectionAll, integrations.SelectionSelected),
	limits.Enum(integrations.TargetAll, integrations.TargetSite,
		integrations.TargetSpace, integrations.TargetOrganization),
	limits.Enum(integrations.VisibilityPublic,
		integrations.VisibilityPrivate, integrations.VisibilityUnlisted),
	limits.Field[integrations.BlockMarkdown]("codeblock", limits.Required),
	limits.Field[integrations.BlockMarkdown]("body", limits.Required),

	limits.Enum(orgs.ConversationClusterSortUpdatedAt, orgs.ConversationClusterSortIssues, orgs.ConversationClusterSortConversations,
		orgs.ConversationClusterSortTasksTotal, orgs.ConversationClusterSortTasksBacklog, orgs.ConversationClusterSortTasksStarted),
	limits.Enum(orgs.ConversationClusterStatusPending, orgs.ConversationClusterStatusAnalysing),
	limits.Enum(orgs.ConversationPartTypeMessage),
	limits.Enum(orgs.ConversationRoleUser,
		orgs.ConversationRoleAssistant, orgs.ConversationRoleTeamMember),
	limits.Field[orgs.FontCreate]("fontFaces", limits.Optional), // without it, the response is 412
	limits.Enum(orgs.GlossaryOperationTypeInsert,
		orgs.GlossaryOperationTypeUpdate, orgs.GlossaryOperationTypeDelete),
	limits.Enum(orgs.MemberRoleAdmin, orgs.MemberRoleCreate, orgs.MemberRoleReview, orgs.MemberRoleEdit, orgs.MemberRoleComment,
		orgs.MemberRoleRead, orgs.MemberRoleGuest),
	limits.Enum(orgs.MemberSortJoinedAt, orgs.MemberSortLastSeenAt),
	limits.Enum(orgs.OpenAPIVisibilityPrivate, orgs.OpenAPIVisibilityPublic),
	limits.Enum(orgs.StorageKindCustomizationFont, orgs.StorageKindImportFile),
	limits.Enum(orgs.TeamMemberRoleOwner, orgs.TeamMemberRoleMember),

	limits.Enum(spaces.ContentRefKindFile, spaces.ContentRefKindOpenAPI, spaces.ContentRefKindURL, spaces.ContentRefKindPage,
		spaces.ContentRefKindAnchor, spaces.ContentRefKindUser,
		spaces.ContentRefKindCollection, spaces.ContentRefKindSpace,
		spaces.ContentRefKindReusableContent, spaces.ContentRefKindTranslation, spaces.ContentRefKindTag),
	limits.Enum(spaces.DocumentSchemaCurrent, spaces.DocumentSchemaNext),
	limits.Enum(spaces.EditModeLive, spaces.EditModeLocked),
	limits.Enum(changerequests.StatusDraft, changerequests.StatusOpen,
		changerequests.StatusArchived, changerequests.StatusMerged),
	limits.Enum(changerequests.BrokenContextChangeRequest, changerequests.BrokenContextSpace),
	limits.Enum(changerequests.ReviewStatusApproved, changerequests.ReviewStatusChangesRequested),
	limits.Enum(spaces.CommentStatusResolved, spaces.CommentStatusAll, spaces.CommentStatusOpen),
	limits.Enum(spaces.LinkStatusOK, spaces.LinkStatusBroken, spaces.LinkStatusInApp),
	limits.Enum(
		spaces.ImportSourceWebsite, spaces.ImportSourceDOCX, spaces.ImportSourceMarkdown,
		spaces.ImportSourceHTML, spaces.ImportSourceZIP, spaces.ImportSourceConfluence,
		spaces.ImportSourceGitHubWiki, spaces.ImportSourceNotion, spaces.ImportSourceGoogleDocs,
	),
	limits.Constants(spaces.EvaluatedFalse, spaces.EvaluatedTrue, spaces.EvaluatedDeterministicOnly),
	limits.Field[spaces.GitUpdate]("provider", limits.OneOf(
		string(spaces.InstallationProviderGitHub), string(spaces.InstallationProviderGitLab),
	)),
	limits.StandIn[spaces.GitRepository, string](),
	limits.Field[spaces.CollectionUpdate]("defaultLevel", levels),
	limits.Field[urls.Visitor]("unsignedClaims", limits.Object),
	limits.Field[spaces.Computed]("props", limits.Object),
	limits.Field[spaces.ComputedDependency]("value", limits.Object, limits.Nullable),
	limits.Field[spaces.Update]("defaultLevel", levels),

	limits.Enum(api.FontFormatWOFF2, api.FontFormatWOFF),
	limits.Field[api.FontSource]("url", limits.URI),
	limits.Field[api.ThemedURL]("light", limits.URI),
	limits.Field[api.ThemedURL]("dark", limits.URI),

	limits.Enum(
		sites.AdsStatusPending, sites.AdsStatusInReview,
		sites.AdsStatusRejected, sites.AdsStatusLive, sites.AdsStatusDisabled,
	),
	limits.Enum(sites.AdsTopicWebdev, sites.AdsTopicCrypto),
	limits.Enum(sites.AgentsContextExcluded, sites.AgentsContextIncluded),
	limits.Enum(sites.RedirectDestinationKindSection,
		sites.RedirectDestinationKindSiteSpace, sites.RedirectDestinationKindPage),
	limits.Enum(sites.SearchModeDefault, sites.SearchModeSpecific, sites.SearchModeAll),
	limits.Enum(sites.StructureItemTypeSiteSpace, sites.StructureItemTypeSection,
		sites.StructureItemTypeSectionGroup, sites.StructureItemTypeExternalLink),
	limits.Enum(
		sites.TypeBasic, sites.TypePremium, sites.TypeUltimate,
		sites.TypeSponsored, sites.TypeLegacyBasic, sites.TypeLegacyPremium,
	),
	limits.Enum(sites.VisibilityPublic, sites.VisibilityUnlisted,
		sites.VisibilityShareLink, sites.VisibilityVisitorAuth),
	limits.Enum(customization.ThemeClean, customization.ThemeMuted,
		customization.ThemeBold, customization.ThemeGradient),
	limits.Enum(customization.CornersStraight,
		customization.CornersRounded, customization.CornersCircular),
	limits.Enum(customization.DepthSubtle, customization.DepthFlat),
	limits.Enum(customization.LinksStyleDefault, customization.LinksStyleAccent),
	limits.Enum(customization.BackgroundPlain, customization.BackgroundMatch),
	limits.Enum(
		customization.IconsStyleRegular, customization.IconsStyleSolid, customization.IconsStyleDuotone,
		customization.IconsStyleLight, customization.IconsStyleThin,
	),
	limits.Enum(customization.SidebarBackgroundDefault, customization.SidebarBackgroundFilled),
	limits.Enum(customization.SidebarListDefault,
		customization.SidebarListPill, customization.SidebarListLine),
	limits.Enum(customization.SearchStyleProminent, customization.SearchStyleSubtle),
	limits.Enum(
		customization.HeaderPresetDefault, customization.HeaderPresetBold,
		customization.HeaderPresetContrast,
		customization.HeaderPresetCustom, customization.HeaderPresetNone,
	),
	limits.Enum(
		customization.HeaderItemStyleLink, customization.HeaderItemStyleButtonPrimary,
		customization.HeaderItemStyleButtonSecondary,
	),
	limits.Enum(
		customization.AnnouncementStyleInfo, customization.AnnouncementStyleWarning,
		customization.AnnouncementStyleDanger,
		customization.AnnouncementStyleSuccess,
	),
	limits.Enum(customization.ThemeModeLight,
		customization.ThemeModeDark, customization.ThemeModeSystem),
	limits.Enum(customization.LinksTargetSelf, customization.LinksTargetBlank),
	limits.Enum(customization.AIModeNone, customization.AIModeSearch, customization.AIModeAssistant),
	limits.Enum(
		insights.EventTypePageView, insights.EventTypeSearchOpen, insights.EventTypeSearchTypeQuery,
		insights.EventTypeSearchOpenResult, insights.EventTypePagePostFeedback,
		insights.EventTypePagePostFeedbackComment,
		insights.EventTypeAskQuestion, insights.EventTypeAskView,
		insights.EventTypeAskRateResponse, insights.EventTypeLinkClick,
		insights.EventTypeAPIClientOpen, insights.EventTypeAPIClientRequest,
		insights.EventTypeTrademarkClick,
		insights.EventTypeAdClick, insights.EventTypeAdDisplay,
	),
	limits.Enum(insights.DisplayContextSite, insights.DisplayContextEmbed),
	limits.Enum(insights.PageRatingBad, insights.PageRatingOK, insights.PageRatingGood),
	limits.Enum(
		insights.LinkPositionAnnouncement, insights.LinkPositionHeader,
		insights.LinkPositionFooter, insights.LinkPositionSidebar,
		insights.LinkPositionContent,
	),
	limits.Enum(
		insights.TrademarkPlacementSidebar,
		insights.TrademarkPlacementAd, insights.TrademarkPlacementFooter,
		insights.TrademarkPlacementPDF,
	),
	limits.Enum(insights.AdPlacementAside),
	limits.Enum(
		insights.EventsColumnEventsCount, insights.EventsColumnSessionsCount,
		insights.EventsColumnVisitorsCount,
		insights.EventsColumnPageRatings, insights.EventsColumnAskRatings,
		insights.EventsColumnDatetime, insights.EventsColumnURL,
		insights.EventsColumnEventType, insights.EventsColumnSiteSection, insights.EventsColumnSiteSpace,
		insights.EventsColumnSiteShareKey,
		insights.EventsColumnDisplayContext, insights.EventsColumnPage,
		insights.EventsColumnVisitorGeoCountry,
		insights.EventsColumnVisitorGeoPoint, insights.EventsColumnVisitorDevice,
		insights.EventsColumnVisitorBrowser,
		insights.EventsColumnVisitorOS, insights.EventsColumnVisitorBot,
		insights.EventsColumnVisitorLanguage, insights.EventsColumnEventLinkTargetValue,
		insights.EventsColumnEventLinkTargetKind,
		insights.EventsColumnEventLinkTargetDomain, insights.EventsColumnEventLinkPosition,
		insights.EventsColumnEventAPIOperationPath, insights.EventsColumnEventAPIOperationMethod,
		insights.EventsColumnEventSearchQuery,
		insights.EventsColumnEventPageRating, insights.EventsColumnEventPageComment,
		insights.EventsColumnEventAskRating,
		insights.EventsColumnReferrer, insights.EventsColumnReferrerDomain,
		insights.EventsColumnUTMSource, insights.EventsColumnUTMMedium, insights.EventsColumnUTMCampaign,
		insights.EventsColumnUTMTerm, insights.EventsColumnUTMContent,
		insights.EventsColumnVisitorClaimProperty,
		insights.EventsColumnVisitorClaim, insights.EventsColumnEventAdDomain,
		insights.EventsColumnEventAdPlacement,
		insights.EventsColumnEventTrademarkPlacement,
	),
	limits.Enum(insights.EventsIntervalHour, insights.EventsIntervalDay,
		insights.EventsIntervalWeek, insights.EventsIntervalMonth),
	limits.Enum(
		insights.EventsOperatorIn, insights.EventsOperatorNotIn, insights.EventsOperatorGreaterThan,
		insights.EventsOperatorGreaterThanOrEqual,
		insights.EventsOperatorLessThan, insights.EventsOperatorLessThanOrEqual,
	),
	limits.Enum(
		insights.EventsRangeLastYear, insights.EventsRangeLast3Months,
		insights.EventsRangeLast30Days, insights.EventsRangeLast7Days,
		insights.EventsRangeLast24Hours,
	),
	limits.Enum(spaces.VisitorAuthBackendCustom, spaces.VisitorAuthBackendIntegration),
	limits.Field[customization.Internationalization]("locale", locales),
	limits.Field[customization.InternationalizationOverrides]("locale", locales),
	limits.Field[customization.URL]("url", limits.URI),
	limits.Field[customization.URLOverrides]("url", limits.URI),
	limits.Enum(sites.RedirectIntentLive, sites.RedirectIntentDraft, sites.RedirectIntentPublish),
	limits.Field[sites.SectionCreate]("title", limits.Nullable), // null is the same as none
	limits.Field[sites.SectionCreate]("icon", limits.Nullable),
	limits.Field[sites.SectionGroupCreate]("icon", limits.Nullable),
	limits.Field[siteSearch]("mode", limits.OneOf("specific", "current", "all")),
	limits.Field[insights.Event]("rating", askRating),
	limits.StandIn[insights.EventsRange, eventsRange](),

	limits.Lenient[insights.Event](),             // the clock of the server decides, and a rule whether the other events are tracked
	limits.Lenient[integrations.RenderContext](), // a rule decides
	limits.Lenient[orgs.GlossaryOperation](),     // the handler names the field
	limits.Lenient[orgs.LinkInviteUpdate](),      // a rule decides
	limits.Lenient[orgs.OpenAPISource](),         // a rule decides about an empty text
	limits.Lenient[permissions.Invite](),         // a rule decides
	limits.Lenient[sites.RedirectDestination](),  // the handler names the field
	limits.Lenient[spaces.Create](),              // a rule decides
	limits.Lenient[spaces.GitExport](),           // the service accepts a URL with a user
	limits.Lenient[spaces.GitImport](),
	limits.Lenient[spaces.GitRepository](),
	limits.Lenient[spaces.GitUpdate](),
	limits.StandIn[insights.EventsValue, api.Raw](),
}

// locales are the languages of the controls of a site.
var locales = limits.OneOf("en", "fr", "es", "zh", "ja", "de", "nl", "no", "pt-br", "ru")

// languages are all languages.
var languages = []api.Language{
	api.LanguageEnglish, api.LanguageFrench, api.LanguageGerman,
	api.LanguageSpanish, api.LanguageItalian, api.LanguagePortuguese,
	api.LanguageBrazilianPortuguese, api.LanguageRussian, api.LanguageJapanese,
	api.LanguageChinese, api.LanguageCantonese, api.LanguageKorean,
	api.LanguageArabic, api.LanguageHindi, api.LanguageDutch,
	api.LanguagePolish, api.LanguageTurkish, api.LanguageSwedish,
	api.LanguageNorwegian, api.LanguageDanish, api.LanguageFinnish,
	api.LanguageGreek, api.LanguageCzech, api.LanguageHungarian,
	api.LanguageRomanian, api.LanguageThai, api.LanguageVietnamese,
	api.LanguageIndonesian, api.LanguageMalay, api.LanguageHebrew,
	api.LanguageUkrainian, api.LanguageSlovak, api.LanguageBulgarian,
	api.LanguageCroatian, api.LanguageLithuanian, api.LanguageLatvian,
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
