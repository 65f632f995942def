package contract

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/spaces"
)

// TestConstantsOfContentAreTheirValues holds each value of document 2, and those known beyond it, against the constant a program writes for it.
func TestConstantsOfContentAreTheirValues(t *testing.T) {
	t.Parallel()
	for value, constants := range map[string][]any{
		"edits":              {spaces.RevisionTypeEdits},
		"document":           {spaces.PageTypeDocument, api.FormatDocument},
		"file":               {spaces.ContentRefKindFile},
		"openapi":            {spaces.ContentRefKindOpenAPI},
		"ok":                 {spaces.LinkStatusOK},
		"broken":             {spaces.LinkStatusBroken},
		"in-app":             {spaces.LinkStatusInApp},
		"reference":          {spaces.LinkRelationReference},
		"revision":           {spaces.VersionContextTypeRevision},
		"website":            {spaces.ImportSourceWebsite},
		"true":               {spaces.EvaluatedTrue},
		"false":              {spaces.EvaluatedFalse},
		"deterministic-only": {spaces.EvaluatedDeterministicOnly},
		"draft":              {changerequests.StatusDraft},
		"open":               {changerequests.StatusOpen, changerequests.CommentStatusOpen},
		"merge":              {changerequests.ResultMerge, spaces.RevisionTypeMerge},
		"update":             {changerequests.ResultUpdate, spaces.RevisionTypeUpdate},
		"desc":               {changerequests.OrderDesc},
		"all":                {changerequests.CommentStatusAll},
		"resolved":           {changerequests.CommentStatusResolved},

		"none":                               {spaces.MergeRulesTypeNone, spaces.TrialStatusNone},
		"require_one_of_specific_reviewers":  {spaces.MergeRuleNameRequireOneOfSpecificReviewers},
		"allow_bypass":                       {spaces.MergeRuleNameAllowBypass},
		"require_at_least_one_review":        {spaces.MergeRuleNameRequireAtLeastOneReview},
		"require_all_reviews_approved":       {spaces.MergeRuleNameRequireAllReviewsApproved},
		"require_agent_review":               {spaces.MergeRuleNameRequireAgentReview},
		"require_up_to_date_change_request":  {spaces.MergeRuleNameRequireUpToDate},
		"require_change_request_subject":     {spaces.MergeRuleNameRequireSubject},
		"require_change_request_description": {spaces.MergeRuleNameRequireDescription},
		"custom":                             {spaces.MergeRuleNameCustom, spaces.VisitorAuthBackendCustom},
		"integration":                        {spaces.VisitorAuthBackendIntegration},
		"inherit":                            {spaces.LevelInherit},
		"github":                             {spaces.InstallationProviderGitHub},
		"gitlab":                             {spaces.InstallationProviderGitLab},
		"github-legacy":                      {spaces.InstallationProviderGitHubLegacy},

		"business":               {spaces.OrganizationTypeBusiness},
		"community":              {spaces.OrganizationTypeCommunity},
		"internalDocs":           {spaces.UseCaseInternalDocs},
		"docsSite":               {spaces.UseCaseDocsSite},
		"audienceControlledSite": {spaces.UseCaseAudienceControlledSite},
		"productDocs":            {spaces.UseCaseProductDocs},
		"teamKnowledgeBase":      {spaces.UseCaseTeamKnowledgeBase},
		"designSystem":           {spaces.UseCaseDesignSystem},
		"openSourceDocs":         {spaces.UseCaseOpenSourceDocs},
		"notes":                  {spaces.UseCaseNotes},
		"other":                  {spaces.UseCaseOther},
		"nonProfit":              {spaces.CommunityTypeNonProfit},
		"openSource":             {spaces.CommunityTypeOpenSource},
		"education":              {spaces.CommunityTypeEducation},
		"free_2024":              {spaces.PlanFree2024},
		"plus_2024":              {spaces.PlanPlus2024},
		"pro_2024":               {spaces.PlanPro2024},
		"enterprise_2024":        {spaces.PlanEnterprise2024},
		"community_2024":         {spaces.PlanCommunity2024},
		"free":                   {spaces.PlanFree},
		"plus":                   {spaces.PlanPlus},
		"pro":                    {spaces.PlanPro},
		"internal":               {spaces.PlanInternal, spaces.BlockSourceInternal},
		"monthly":                {spaces.BillingIntervalMonthly},
		"yearly":                 {spaces.BillingIntervalYearly},
		"notapplicable":          {spaces.TrialStatusNotApplicable},
		"active":                 {spaces.TrialStatusActive},
		"ended":                  {spaces.TrialStatusEnded},
		"expired":                {spaces.TrialStatusExpired},
		"downgrade":              {spaces.TrialDecisionDowngrade},
		"backoffice":             {spaces.BlockSourceBackoffice},
		"external":               {spaces.BlockSourceExternal},
		"site":                   {spaces.DefaultContentTypeSite},

		"rollback":            {spaces.RevisionTypeRollback},
		"computed":            {spaces.RevisionTypeComputed, spaces.PageTypeComputed},
		"group":               {spaces.PageTypeGroup},
		"link":                {spaces.PageTypeLink},
		"default":             {spaces.PageWidthDefault},
		"wide":                {spaces.PageWidthWide},
		"hero":                {spaces.CoverSizeHero},
		"full":                {spaces.CoverSizeFull},
		"builtin:openapi":     {spaces.ComputedTypeOpenAPI},
		"builtin:translation": {spaces.ComputedTypeTranslation},
		"url":                 {spaces.ContentRefKindURL},
		"page":                {spaces.ContentRefKindPage},
		"anchor":              {spaces.ContentRefKindAnchor, spaces.InternalLocationTypeAnchor},
		"node":                {spaces.InternalLocationTypeNode},
		"user":                {spaces.ContentRefKindUser},
		"collection":          {spaces.ContentRefKindCollection},
		"space":               {spaces.ContentRefKindSpace},
		"reusable-content":    {spaces.ContentRefKindReusableContent},
		"translation":         {spaces.ContentRefKindTranslation},
		"dependsOn":           {spaces.LinkRelationDependsOn},
		"changeRequest":       {spaces.VersionContextTypeChangeRequest},
		"markdown":            {api.FormatMarkdown, spaces.ImportSourceMarkdown},
		"docx":                {spaces.ImportSourceDOCX},
		"html":                {spaces.ImportSourceHTML},
		"zip":                 {spaces.ImportSourceZIP},
		"confluence":          {spaces.ImportSourceConfluence},
		"github-wiki":         {spaces.ImportSourceGitHubWiki},
		"notion":              {spaces.ImportSourceNotion},
		"google-docs":         {spaces.ImportSourceGoogleDocs},
		"archived":            {changerequests.StatusArchived},
		"merged":              {changerequests.StatusMerged},
		"conflicts":           {changerequests.ResultConflicts},
		"asc":                 {changerequests.OrderAsc},
	} {
		for _, constant := range constants {
			require.EqualValues(t, value, constant, "%T", constant)
		}
	}
}
