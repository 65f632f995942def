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
// Package api describes the rules that hold for every operation, such as for errors, retries and
// lists.
//
// # Publishing
//
// A published site is visible to the audience that its [Visibility] permits. If a site must be
// paid for before it can be published, the error of [Service.Publish] matches [ErrCheckout],
// although the status of the response is 200.
//
// # The parts of a site
//
// A site contains site spaces: a [SiteSpace] is a space of the organization on the site. A large
// site is divided into sections. A [Section] contains site spaces, and a [SectionGroup] contains
// sections and other groups.
//
// The fields of Service are the services for the parts of a site:
//
//   - [SiteSpaceService], [SectionService] and [SectionGroupService] manage the parts, and
//     [StructureService] returns and sorts them.
//   - [ShareLinkService] manages the secret links to a site whose visibility is
//     [VisibilityShareLink].
//   - [AdaptiveSchemaService] manages the schema of the claims about a visitor. [Claims] builds
//     such a schema.
//   - [Service.Published] returns a site as its visitors see it. Package customization contains the
//     types that describe its appearance.
//   - [SearchService] searches the pages of a site, and [AskService] answers questions from them.
//   - [QuestionService] and [AnswerService] list what visitors have asked the assistant of a site
//     and what it answered, and [Service.QuestionStats] counts both.
//   - [AgentSettingsService] configures what the agent of the service does for a site.
//   - [ExternalLinkService] manages the links to other sites beside the sections.
//   - [RedirectService] manages the redirects from old paths to parts of the site.
//   - [PublishingAuthService] configures how the visitors of a site whose visibility is
//     [VisibilityVisitorAuth] are authenticated. A login page sends them to the site with
//     [SignVisitorToken] and [VisitorURL].
//   - [PublishingService.Preview] returns URLs at which a site can be seen before it is published.
//   - [MCPServerService] manages the remote tools that the assistant of a site may call.
//   - [CustomHostnameService] manages custom hostnames.
//   - [CustomizationService] manages the appearance of a site, and [SiteSpaceCustomizationService]
//     manages the overrides of a site space.
//   - [InsightsService] records the actions of visitors and reports statistics about them. Package
//     insights contains its types, and a tracker that sends many events in batches.
//   - [AdsService] submits a site for a review, after which it shows ads. The partner that provides
//     the ads reviews it with [AdsReviewService].
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
	// MCPServers manages the remote tools that the assistant of a site may call.
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
	// Questions lists what visitors have asked the assistant of a site.
	//
	// Experimental: may change in any minor release; see [api].
	Questions QuestionService
	// Answers lists what the assistant of a site has answered.
	//
	// Experimental: may change in any minor release; see [api].
	Answers AnswerService
	// AgentSettings configures what the agent of the service does for a site.
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
	// Ads submits a site for a review, after which it shows ads.
	//
	// Experimental: may change in any minor release; see [api].
	Ads AdsService
	// AdsReview reviews the submitted sites. It is for the partner that provides the ads.
	//
	// Experimental: may change in any minor release; see [api].
	AdsReview AdsReviewService
	// Insights records the actions of visitors on a site, and reports statistics about them.
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
