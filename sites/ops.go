package sites

import "github.com/publishing-platform/publishing-go/internal/op"

// Groups with a name that ends in Exp contain operations that are not in the API reference.
var (
	onV1Exp           = op.Group{Path: "/v1", Experimental: true}
	onOrg             = op.Group{Path: "/v1/orgs/{organizationId}"}
	onSite            = op.Group{Path: "/v1/orgs/{organizationId}/sites/{siteId}"}
	onSiteExp         = op.Group{Path: "/v1/orgs/{organizationId}/sites/{siteId}", Experimental: true}
	onSectionGroup    = op.Group{Path: "/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}"}
	onSectionGroupExp = op.Group{
		Path:         "/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}",
		Experimental: true,
	}
	onSiteSpace    = op.Group{Path: "/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}"}
	onSiteSpaceExp = op.Group{
		Path:         "/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}",
		Experimental: true,
	}
	onAdsExp = op.Group{Path: "/v1/ads/sites", Experimental: true}
)

var (
	opList   = onOrg.New("Sites.List", "GET", "/sites")
	opCreate = onOrg.New("Sites.Create", "POST", "/sites", op.Keeps)
	opGet    = onSite.New("Sites.Get", "GET", "")
	opDelete = onSite.New("Sites.Delete", "DELETE", "")
	opUpdate = onSite.New("Sites.Update", "PATCH", "", op.RemovesIf("null"),
		op.Shows("proxy=proxy.origin styleguide=styleguide.space"))

	opPublish   = onSiteExp.New("Sites.Publish", "POST", "/publish", op.Keeps)
	opUnpublish = onSiteExp.New("Sites.Unpublish", "POST", "/unpublish", op.Removes)
	opPublished = onSiteExp.New("Sites.Published", "GET", "/published")

	opStructureGet  = onSiteExp.New("Sites.Structure.Get", "GET", "/structure")
	opStructureSort = onSiteExp.New("Sites.Structure.Sort", "PATCH", "/structure/sort", op.Keeps)

	opPublishingAuthGet    = onSiteExp.New("Sites.Publishing.Auth.Get", "GET", "/publishing/auth")
	opPublishingAuthUpdate = onSiteExp.New("Sites.Publishing.Auth.Update", "PATCH", "/publishing/auth",
		op.RemovesIf("null"))
	opPublishingAuthRegenerate = onSiteExp.New("Sites.Publishing.Auth.Regenerate", "POST",
		"/publishing/auth/regenerate", op.Removes)

	opPublishingPreview = onSiteExp.New("Sites.Publishing.Preview", "GET", "/publishing/preview")

	opMCPServerList   = onSiteExp.New("Sites.MCPServers.List", "GET", "/mcp-servers")
	opMCPServerCreate = onSiteExp.New("Sites.MCPServers.Create", "POST", "/mcp-servers", op.Keeps)
	opMCPServerGet    = onSiteExp.New("Sites.MCPServers.Get", "GET", "/mcp-servers/{siteMcpServerId}")
	opMCPServerUpdate = onSiteExp.New("Sites.MCPServers.Update", "PATCH", "/mcp-servers/{siteMcpServerId}",
		op.RemovesIf("null", "headers"))
	opMCPServerDelete = onSiteExp.New("Sites.MCPServers.Delete", "DELETE", "/mcp-servers/{siteMcpServerId}")

	opHostnameGet = onV1Exp.New("CustomHostnames.Get", "GET", "/custom-hostnames/{hostname}")
	// The method is PATCH, but the request has no body and only starts a check.
	opHostnameRevalidate = onV1Exp.New("CustomHostnames.Revalidate", "PATCH", "/custom-hostnames/{hostname}", op.Keeps)
	opHostnameDelete     = onV1Exp.New("CustomHostnames.Delete", "DELETE", "/custom-hostnames/{hostname}")

	opSearchList = onSiteExp.New("Sites.Search.List", "POST", "/search", op.Traits{Safe: true})

	opAskStream          = onSiteExp.New("Sites.Ask.Stream", "POST", "/ask", op.Traits{Safe: true, Class: op.Stream})
	opAskStreamQuestions = onSiteExp.New("Sites.Ask.StreamQuestions", "GET", "/ask/questions",
		op.Traits{Class: op.Stream})

	opQuestionList       = onSiteExp.New("Sites.Questions.List", "GET", "/questions")
	opQuestionGet        = onSiteExp.New("Sites.Questions.Get", "GET", "/questions/{siteQuestionId}")
	opQuestionSourceList = onSiteExp.New("Sites.Questions.Sources.List", "GET", "/questions/{siteQuestionId}/sources")
	opQuestionStats      = onSiteExp.New("Sites.QuestionStats", "GET", "/question-stats")
	opAnswerList         = onSiteExp.New("Sites.Answers.List", "GET", "/answers")
	opAnswerGet          = onSiteExp.New("Sites.Answers.Get", "GET", "/answers/{siteQuestionAnswerId}")
	opAnswerThread       = onSiteExp.New("Sites.Answers.Thread", "GET", "/answers/{siteQuestionAnswerId}/thread")
	opAnswerSourceList   = onSiteExp.New("Sites.Answers.Sources.List", "GET", "/answers/{siteQuestionAnswerId}/sources")

	opAgentSettingsGet = onSiteExp.New("Sites.AgentSettings.Get", "GET", "/agent-settings")
	opAgentSettingsPut = onSiteExp.New("Sites.AgentSettings.Put", "PUT", "/agent-settings", op.Removes)

	opRedirectList   = onSiteExp.New("Sites.Redirects.List", "GET", "/redirects")
	opRedirectCreate = onSiteExp.New("Sites.Redirects.Create", "POST", "/redirects", op.Keeps,
		op.Shows("kind:path="))
	opRedirectDelete = onSiteExp.New("Sites.Redirects.Delete", "DELETE", "/redirects/{siteRedirectId}")
	opRedirectUpdate = onSiteExp.New("Sites.Redirects.Update", "PATCH", "/redirects/{siteRedirectId}", op.Keeps,
		op.Shows("kind:path="))
	opRedirectPut = onSiteExp.New("Sites.Redirects.Put", "PUT", "/redirects",
		op.RemovesIf("redirects[].destination=null"), op.Traits{OnceWith: "redirects[].intent=publish"})
	// A method named Redirect would sound like a command.
	opRedirectResolve = onSiteExp.New("Sites.Redirects.Resolve", "GET", "/redirect")

	opAdaptiveSchemaGet                = onSite.New("Sites.AdaptiveSchema.Get", "GET", "/adaptive-schema")
	opAdaptiveSchemaPut                = onSite.New("Sites.AdaptiveSchema.Put", "PUT", "/adaptive-schema", op.Removes)
	opAdaptiveSchemaTemplateConditions = onSite.New("Sites.AdaptiveSchema.TemplateConditions", "GET",
		"/adaptive-schema/template-conditions")

	opShareLinkList   = onSite.New("Sites.ShareLinks.List", "GET", "/share-links")
	opShareLinkCreate = onSite.New("Sites.ShareLinks.Create", "POST", "/share-links", op.Keeps)
	opShareLinkDelete = onSite.New("Sites.ShareLinks.Delete", "DELETE", "/share-links/{shareLinkId}")
	opShareLinkUpdate = onSite.New("Sites.ShareLinks.Update", "PATCH", "/share-links/{shareLinkId}", op.Keeps)

	opSectionList   = onSite.New("Sites.Sections.List", "GET", "/sections")
	opSectionCreate = onSite.New("Sites.Sections.Create", "POST", "/sections", op.Keeps,
		op.Shows("siteSectionGroupId=sectionGroup"))
	opSectionDelete = onSite.New("Sites.Sections.Delete", "DELETE", "/sections/{siteSectionId}")
	opSectionUpdate = onSite.New("Sites.Sections.Update", "PATCH", "/sections/{siteSectionId}",
		op.RemovesIf("null", "localizedTitle", "localizedDescription"), op.Shows("siteSectionGroupId=sectionGroup"))
	opSectionMove = onSite.New("Sites.Sections.Move", "POST", "/sections/{siteSectionId}/move", op.Keeps)

	opSectionGroupList   = onSite.New("Sites.SectionGroups.List", "GET", "/section-groups")
	opSectionGroupCreate = onSite.New("Sites.SectionGroups.Create", "POST", "/section-groups", op.Keeps,
		op.Shows("parent=sectionGroup"))
	opSectionGroupDelete = onSectionGroup.New("Sites.SectionGroups.Delete", "DELETE", "")
	opSectionGroupUpdate = onSectionGroup.New("Sites.SectionGroups.Update", "PATCH", "",
		op.RemovesIf("null", "localizedTitle"), op.Shows("parentSectionGroupId=sectionGroup"))
	// Add does not create the section, which already exists.
	opSectionGroupSectionAdd = onSectionGroup.New("Sites.SectionGroups.Sections.Add", "POST", "/sections", op.Keeps)
	// Remove does not delete the section, which stays on the site.
	opSectionGroupSectionRemove = onSectionGroupExp.New("Sites.SectionGroups.Sections.Remove", "DELETE",
		"/sections/{siteSectionId}")
	opSectionGroupMove = onSectionGroupExp.New("Sites.SectionGroups.Move", "POST", "/move", op.Keeps)

	opSiteSpaceList   = onSite.New("Sites.SiteSpaces.List", "GET", "/site-spaces")
	opSiteSpaceCreate = onSite.New("Sites.SiteSpaces.Create", "POST", "/site-spaces", op.Keeps,
		op.Shows("spaceId=space.id sectionId=section null=spaceId"))
	opSiteSpaceDelete = onSiteSpace.New("Sites.SiteSpaces.Delete", "DELETE", "")
	opSiteSpaceUpdate = onSiteSpace.New("Sites.SiteSpaces.Update", "PATCH", "", op.RemovesIf("null", "spaceId"),
		op.Shows("spaceId=space.id"))
	opSiteSpaceMove = onSiteSpace.New("Sites.SiteSpaces.Move", "POST", "/move", op.Keeps)

	opSiteSpaceDuplicate = onSiteSpaceExp.New("Sites.SiteSpaces.Duplicate", "POST", "/duplicate", op.Keeps)

	opExternalLinkCreate = onSiteExp.New("Sites.ExternalLinks.Create", "POST", "/external-links", op.Keeps,
		op.Shows("parent=sectionGroup"))
	opExternalLinkDelete = onSiteExp.New("Sites.ExternalLinks.Delete", "DELETE", "/external-links/{siteExternalLinkId}")
	opExternalLinkUpdate = onSiteExp.New("Sites.ExternalLinks.Update", "PATCH", "/external-links/{siteExternalLinkId}",
		op.RemovesIf("null", "localizedTitle", "localizedDescription"), op.Shows("parent=sectionGroup"))

	opCustomizationGet = onSiteExp.New("Sites.Customization.Get", "GET", "/customization")
	opCustomizationPut = onSiteExp.New("Sites.Customization.Put", "PUT", "/customization", op.Removes,
		op.Shows("updatedAt="))

	opSiteSpaceCustomizationGet    = onSiteSpaceExp.New("Sites.SiteSpaces.Customization.Get", "GET", "/customization")
	opSiteSpaceCustomizationUpdate = onSiteSpaceExp.New("Sites.SiteSpaces.Customization.Update", "PATCH",
		"/customization", op.Removes, op.Shows("null=*"))
	opSiteSpaceCustomizationDelete = onSiteSpaceExp.New("Sites.SiteSpaces.Customization.Delete", "DELETE",
		"/customization")

	// The noun is plural, but the ads of a site are a single object.
	opAdsUpdate = onSiteExp.New("Sites.Ads.Update", "POST", "/ads", op.Keeps)
	// Only the partner calls these operations.
	opAdsReviewList = onAdsExp.New("Sites.AdsReview.List", "GET", "",
		op.Traits{SecretHeader: "X-GitBook-Partner-Key"}) //nolint:gosec // the key is a header
	// Only the partner calls these operations.
	opAdsReviewUpdate = onAdsExp.New("Sites.AdsReview.Update", "PATCH", "/{siteId}", op.Keeps,
		op.Traits{SecretHeader: "X-GitBook-Partner-Key"}) //nolint:gosec // the key is a header

	// Track creates no resource.
	opInsightsEventTrack     = onSiteExp.New("Sites.Insights.Events.Track", "POST", "/insights/events", op.Keeps)
	opInsightsEventAggregate = onSiteExp.New("Sites.Insights.Events.Aggregate", "POST", "/insights/events/aggregate",
		op.Traits{Safe: true})
	opInsightsVisitorSegmentList = onSiteExp.New("Sites.Insights.VisitorSegments.List", "GET",
		"/insights/visitor-segments")
)
