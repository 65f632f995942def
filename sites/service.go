// Package sites contains the operations on docs sites, which publish the spaces of an
// organization.
//
// The Sites field of a client is a [Service]. This code creates a site from a space and publishes
// it:
//
//	site, err := client.Sites.Create(ctx, orgID, sites.Create{
//		Title:      new("Handbook"),
//		Visibility: sites.VisibilityUnlisted,
//		Spaces:     []string{spaceID},
//	})
//	if err != nil {
//		return err
//	}
//	result, err := client.Sites.Publish(ctx, orgID, site.ID, sites.PublishOptions{})
//
// Package api describes what all operations have in common, such as errors, retries and lists.
//
// # Publishing
//
// The [Visibility] of a published site determines who can see it. If the organization must pay
// before it can publish a site, the error of [Service.Publish] matches [ErrCheckout], although the
// status of the response is 200.
//
// # The parts of a site
//
// A site contains site spaces. A [SiteSpace] is one of the organization's spaces, placed on the
// site. A large site is divided into sections. A [Section] contains site spaces, and a
// [SectionGroup] contains sections and other groups.
//
// The fields of Service are the services for the parts of a site:
//
//   - [SiteSpaceService], [SectionService] and [SectionGroupService] manage the parts, and
//     [StructureService] returns and sorts them.
//   - [ShareLinkService] manages the secret links to a site with the visibility
//     [VisibilityShareLink].
//   - [AdaptiveSchemaService] manages the schema of the claims about a visitor. [Claims.Schema]
//     returns such a schema.
//   - [Service.Published] returns a site as its visitors see it. Package customization contains the
//     types that describe its appearance.
//   - [SearchService] searches the pages of a site. [AskService] answers questions about the pages.
//   - [QuestionService] lists the questions that visitors have asked the assistant of a site, and
//     [AnswerService] lists the answers. [Service.QuestionStats] counts both.
//   - [AgentSettingsService] manages the settings that determine what the agent of the service does
//     for a site.
//   - [ExternalLinkService] manages the links to other sites, which appear next to the sections.
//   - [RedirectService] manages the redirects from old paths to parts of the site.
//   - [PublishingAuthService] configures how visitors are authenticated on a site with the
//     visibility [VisibilityVisitorAuth]. A login page uses [SignVisitorToken] and [VisitorURL] to
//     send visitors to the site.
//   - [PublishingService.Preview] returns the URL of a preview, which shows a site before it is
//     published.
//   - [MCPServerService] manages the MCP servers with tools that the assistant of a site may call.
//   - [CustomHostnameService] manages custom hostnames.
//   - [CustomizationService] manages the appearance of a site, and [SiteSpaceCustomizationService]
//     manages the overrides of a site space.
//   - [InsightsService] records the actions of visitors and returns statistics about these actions.
//     Package insights contains the types, and a tracker that sends events in batches.
//   - [AdsService] submits a site for review, so that it can show ads. With [AdsReviewService], the
//     partner that provides the ads records the result of the review.
//
// The integrations of a site and their scripts are in package integrations.
package sites

import "github.com/publishing-platform/publishing-go/internal/transport"

// Service provides the operations on sites.
type Service struct {
	made

	// AdaptiveSchema manages the schema of the claims about a visitor.
	AdaptiveSchema AdaptiveSchemaService
	// Sections manages the sections of a site.
	Sections SectionService
	// SectionGroups manages the groups of sections.
	SectionGroups SectionGroupService
	// SiteSpaces manages the spaces on a site.
	SiteSpaces SiteSpaceService
	// ShareLinks manages the secret links to a site.
	ShareLinks ShareLinkService
	// Structure returns and sorts the parts of a site.
	//
	// Experimental: may change in any minor release; see [api].
	Structure StructureService
	// Publishing configures how the visitors of a site are authenticated, and previews the site.
	//
	// Experimental: may change in any minor release; see [api].
	Publishing PublishingService
	// MCPServers manages the MCP servers with tools that the assistant of a site may call.
	//
	// Experimental: may change in any minor release; see [api].
	MCPServers MCPServerService
	// Search searches the pages of a site.
	//
	// Experimental: may change in any minor release; see [api].
	Search SearchService
	// Ask answers questions from the pages of a site.
	//
	// Experimental: may change in any minor release; see [api].
	Ask AskService
	// Questions lists the questions that visitors have asked the assistant of a site.
	//
	// Experimental: may change in any minor release; see [api].
	Questions QuestionService
	// Answers lists the answers that the assistant of a site has given.
	//
	// Experimental: may change in any minor release; see [api].
	Answers AnswerService
	// AgentSettings manages the settings that determine what the agent of the service does for a
	// site.
	//
	// Experimental: may change in any minor release; see [api].
	AgentSettings AgentSettingsService
	// ExternalLinks manages the links to other sites.
	//
	// Experimental: may change in any minor release; see [api].
	ExternalLinks ExternalLinkService
	// Redirects manages the redirects from old paths.
	//
	// Experimental: may change in any minor release; see [api].
	Redirects RedirectService
	// Customization manages the appearance of a site.
	//
	// Experimental: may change in any minor release; see [api].
	Customization CustomizationService
	// Ads submits a site for review, so that it can show ads.
	//
	// Experimental: may change in any minor release; see [api].
	Ads AdsService
	// AdsReview reviews the submitted sites. Only the partner that provides the ads can use it.
	//
	// Experimental: may change in any minor release; see [api].
	AdsReview AdsReviewService
	// Insights records the actions of visitors on a site and returns statistics about these
	// actions.
	//
	// Experimental: may change in any minor release; see [api].
	Insights InsightsService

	core *transport.Core
}

type (
	made  = transport.MadeBy[maker]
	maker struct{}
)

func (maker) Make(core *transport.Core) Service {
	return Service{
		AdaptiveSchema: AdaptiveSchemaService{core: core},
		Sections:       SectionService{core: core},
		SectionGroups:  SectionGroupService{SectionGroupSectionService{core}, core},
		SiteSpaces: SiteSpaceService{
			Customization: SiteSpaceCustomizationService{core: core}, core: core,
		},
		ShareLinks:    ShareLinkService{core: core},
		Structure:     StructureService{core: core},
		Publishing:    PublishingService{PublishingAuthService{core}, core},
		MCPServers:    MCPServerService{core: core},
		Search:        SearchService{core: core},
		Ask:           AskService{core: core},
		Questions:     QuestionService{QuestionSourceService{core}, core},
		Answers:       AnswerService{AnswerSourceService{core}, core},
		AgentSettings: AgentSettingsService{core: core},
		ExternalLinks: ExternalLinkService{core: core},
		Redirects:     RedirectService{core: core},
		Customization: CustomizationService{core: core},
		Ads:           AdsService{core: core},
		AdsReview:     AdsReviewService{core: core},
		Insights: InsightsService{Events: InsightsEventService{
			core: core,
		}, VisitorSegments: InsightsVisitorSegmentService{core: core}},
		core: core,
	}
}
