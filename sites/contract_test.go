package sites_test

import (
	"slices"
	"testing"

	"go.uber.org/goleak"

	"github.com/publishing-platform/publishing-go/internal/test/contract"
)

// area has the rows of all operations of the package. The doc of package contract explains them.
var area = contract.Area{
	Dir: "sites",
	Rows: slices.Concat(
		siteRows,
		publishedRows,
		structureRows,
		siteSearchRows,
		siteAskRows,
		questionRows,
		answerRows,
		agentSettingsRows,
		redirectRows,
		redirectPutRows,
		externalLinkRows,
		adaptiveSchemaRows,
		sectionRows,
		sectionGroupRows,
		siteSpaceRows,
		shareLinkRows,
		customizationRows,
		publishingAuthRows,
		previewRows,
		mcpServerRows,
		hostnameRows,
		adsRows,
		insightsRows,
	),
	Limits: slices.Concat(limits, customizationLimits()),
	Tried: []string{
		"Sites.Redirects.Create destination.kind " + destinationForms,
		"Sites.Redirects.Update destination.kind " + destinationForms,
		"Sites.Redirects.Put redirects[].destination.kind " + destinationForms,
		"Sites.Redirects.Put redirects[] Validate",
		"Sites.ExternalLinks.Create localizedTitle values=..128",
		"Sites.ExternalLinks.Create localizedDescription values=..256",
		"Sites.ExternalLinks.Update localizedTitle values=..128",
		"Sites.ExternalLinks.Update localizedDescription values=..256",
		"Sites.Sections.Update localizedTitle values=..128",
		"Sites.Sections.Update localizedDescription values=..256",
		"Sites.SectionGroups.Update localizedTitle values=..128",
		"Sites.Customization.Put localizedTitle values=..128",
		"Sites.Customization.Put header.links[].links[].localizedTitle values=..64",
		"Sites.Customization.Put footer.groups[].links[].localizedTitle values=..64",
		"Sites.Customization.Put announcement.link.localizedTitle values=..64",
		"Sites.Customization.Put announcement.localizedMessage values=..128",
		"Sites.Customization.Put ai.localizedGreeting values=..128",
		"Sites.Customization.Put ai Validate",
		"Sites.SiteSpaces.Customization.Update localizedTitle values=..128",
		"Sites.SiteSpaces.Customization.Update header.links[].links[].localizedTitle values=..64",
		"Sites.SiteSpaces.Customization.Update footer.groups[].links[].localizedTitle values=..64",
		"Sites.SiteSpaces.Customization.Update announcement.link.localizedTitle values=..64",
		"Sites.SiteSpaces.Customization.Update announcement.localizedMessage values=..128",
		"Sites.Publishing.Auth.Update fallbackURL noquery=location",
		"Sites.Publishing.Preview claims object",
		"Sites.MCPServers.Create headers values=1..512",
		"Sites.MCPServers.Update headers values=1..512",
		"Sites.Questions.List from Validate",
		"Sites.Questions.Get from Validate",
		"Sites.Questions.Sources.List from Validate",
		"Sites.QuestionStats from Validate",
		"Sites.Answers.List from Validate",
		"Sites.Insights.Events.Track events[].timestamp near=5m",
		"Sites.Insights.Events.Track events[].feedback has=comment:type:page_post_feedback_comment",
	},
}

func TestContract(t *testing.T) { contract.Run(t, area) } //nolint:paralleltest // it overwrites buffers that other tests would be using

// Iterators that prefetch start goroutines.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
