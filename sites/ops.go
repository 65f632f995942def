package sites

import "github.com/publishing-platform/publishing-go/internal/op"

var (
	opList   = op.New("Sites.List", "GET", "/v1/orgs/{organizationId}/sites")
	opCreate = op.New("Sites.Create", "POST", "/v1/orgs/{organizationId}/sites")
	opGet    = op.New("Sites.Get", "GET", "/v1/orgs/{organizationId}/sites/{siteId}")
	opDelete = op.New("Sites.Delete", "DELETE", "/v1/orgs/{organizationId}/sites/{siteId}")
	opUpdate = op.New("Sites.Update", "PATCH", "/v1/orgs/{organizationId}/sites/{siteId}")

	opPublish   = op.New("Sites.Publish", "POST", "/v1/orgs/{organizationId}/sites/{siteId}/publish", op.Experimental)
	opUnpublish = op.New("Sites.Unpublish", "POST", "/v1/orgs/{organizationId}/sites/{siteId}/unpublish", op.Experimental)
	opPublished = op.New("Sites.Published", "GET", "/v1/orgs/{organizationId}/sites/{siteId}/published", op.Experimental)

	opStructureGet  = op.New("Sites.Structure.Get", "GET", "/v1/orgs/{organizationId}/sites/{siteId}/structure", op.Experimental)
	opStructureSort = op.New("Sites.Structure.Sort", "PATCH", "/v1/orgs/{organizationId}/sites/{siteId}/structure/sort", op.Experimental)

	opPublishingAuthGet        = op.New("Sites.Publishing.Auth.Get", "GET", "/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth", op.Experimental)
	opPublishingAuthUpdate     = op.New("Sites.Publishing.Auth.Update", "PATCH", "/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth", op.Experimental)
	opPublishingAuthRegenerate = op.New("Sites.Publishing.Auth.Regenerate", "POST", "/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth/regenerate", op.Experimental)

	opPublishingPreview = op.New("Sites.Publishing.Preview", "GET", "/v1/orgs/{organizationId}/sites/{siteId}/publishing/preview", op.Experimental)

	opMCPServerList   = op.New("Sites.MCPServers.List", "GET", "/v1/orgs/{organizationId}/sites/{siteId}/mcp-servers", op.Experimental)
	opMCPServerCreate = op.New("Sites.MCPServers.Create", "POST", "/v1/orgs/{organizationId}/sites/{siteId}/mcp-servers", op.Experimental)
	opMCPServerGet    = op.New("Sites.MCPServers.Get", "GET", "/v1/orgs/{organizationId}/sites/{siteId}/mcp-servers/{siteMcpServerId}", op.Experimental)
	opMCPServerUpdate = op.New("Sites.MCPServers.Update", "PATCH", "/v1/orgs/{organizationId}/sites/{siteId}/mcp-servers/{siteMcpServerId}", op.Experimental)
	opMCPServerDelete = op.New("Sites.MCPServers.Delete", "DELETE", "/v1/orgs/{organizationId}/sites/{siteId}/mcp-servers/{siteMcpServerId}", op.Experimental)

	opHostnameGet        = op.New("CustomHostnames.Get", "GET", "/v1/custom-hostnames/{hostname}", op.Experimental)
	opHostnameRevalidate = op.New("CustomHostnames.Revalidate", "PATCH", "/v1/custom-hostnames/{hostname}", op.Experimental) // it has no body, and starts a check
	opHostnameDelete     = op.New("CustomHostnames.Delete", "DELETE", "/v1/custom-hostnames/{hostname}", op.Experimental)

	opSearchList = op.New("Sites.Search.List", "POST", "/v1/orgs/{organizationId}/sites/{siteId}/search", op.Experimental, op.Read)

	opAskStream          = op.New("Sites.Ask.Stream", "POST", "/v1/orgs/{organizationId}/sites/{siteId}/ask", op.Experimental, op.Read, op.EventStream)
	opAskStreamQuestions = op.New("Sites.Ask.StreamQuestions", "GET", "/v1/orgs/{organizationId}/sites/{siteId}/ask/questions", op.Experimental, op.EventStream)

	opRedirectList    = op.New("Sites.Redirects.List", "GET", "/v1/orgs/{organizationId}/sites/{siteId}/redirects", op.Experimental)
	opRedirectCreate  = op.New("Sites.Redirects.Create", "POST", "/v1/orgs/{organizationId}/sites/{siteId}/redirects", op.Experimental)
	opRedirectDelete  = op.New("Sites.Redirects.Delete", "DELETE", "/v1/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}", op.Experimental)
	opRedirectUpdate  = op.New("Sites.Redirects.Update", "PATCH", "/v1/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}", op.Experimental)
	opRedirectResolve = op.New("Sites.Redirects.Resolve", "GET", "/v1/orgs/{organizationId}/sites/{siteId}/redirect", op.Experimental) // Redirect would read as an order

	opAdaptiveSchemaGet                = op.New("Sites.AdaptiveSchema.Get", "GET", "/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema")
	opAdaptiveSchemaPut                = op.New("Sites.AdaptiveSchema.Put", "PUT", "/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema")
	opAdaptiveSchemaTemplateConditions = op.New("Sites.AdaptiveSchema.TemplateConditions", "GET", "/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions")

	opShareLinkList   = op.New("Sites.ShareLinks.List", "GET", "/v1/orgs/{organizationId}/sites/{siteId}/share-links")
	opShareLinkCreate = op.New("Sites.ShareLinks.Create", "POST", "/v1/orgs/{organizationId}/sites/{siteId}/share-links")
	opShareLinkDelete = op.New("Sites.ShareLinks.Delete", "DELETE", "/v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}")
	opShareLinkUpdate = op.New("Sites.ShareLinks.Update", "PATCH", "/v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}")

	opSectionList   = op.New("Sites.Sections.List", "GET", "/v1/orgs/{organizationId}/sites/{siteId}/sections")
	opSectionCreate = op.New("Sites.Sections.Create", "POST", "/v1/orgs/{organizationId}/sites/{siteId}/sections")
	opSectionDelete = op.New("Sites.Sections.Delete", "DELETE", "/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}")
	opSectionUpdate = op.New("Sites.Sections.Update", "PATCH", "/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}")
	opSectionMove   = op.New("Sites.Sections.Move", "POST", "/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move")

	opSectionGroupList          = op.New("Sites.SectionGroups.List", "GET", "/v1/orgs/{organizationId}/sites/{siteId}/section-groups")
	opSectionGroupCreate        = op.New("Sites.SectionGroups.Create", "POST", "/v1/orgs/{organizationId}/sites/{siteId}/section-groups")
	opSectionGroupDelete        = op.New("Sites.SectionGroups.Delete", "DELETE", "/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}")
	opSectionGroupUpdate        = op.New("Sites.SectionGroups.Update", "PATCH", "/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}")
	opSectionGroupSectionAdd    = op.New("Sites.SectionGroups.Sections.Add", "POST", "/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections")                                       // the section exists before
	opSectionGroupSectionRemove = op.New("Sites.SectionGroups.Sections.Remove", "DELETE", "/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}", op.Experimental) // the section stays on the site
	opSectionGroupMove          = op.New("Sites.SectionGroups.Move", "POST", "/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move", op.Experimental)

	opSiteSpaceList   = op.New("Sites.SiteSpaces.List", "GET", "/v1/orgs/{organizationId}/sites/{siteId}/site-spaces")
	opSiteSpaceCreate = op.New("Sites.SiteSpaces.Create", "POST", "/v1/orgs/{organizationId}/sites/{siteId}/site-spaces")
	opSiteSpaceDelete = op.New("Sites.SiteSpaces.Delete", "DELETE", "/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}")
	opSiteSpaceUpdate = op.New("Sites.SiteSpaces.Update", "PATCH", "/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}")
	opSiteSpaceMove   = op.New("Sites.SiteSpaces.Move", "POST", "/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move")

	opCustomizationGet = op.New("Sites.Customization.Get", "GET", "/v1/orgs/{organizationId}/sites/{siteId}/customization", op.Experimental)
	opCustomizationPut = op.New("Sites.Customization.Put", "PUT", "/v1/orgs/{organizationId}/sites/{siteId}/customization", op.Experimental)

	opSiteSpaceCustomizationGet    = op.New("Sites.SiteSpaces.Customization.Get", "GET", "/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization", op.Experimental)
	opSiteSpaceCustomizationUpdate = op.New("Sites.SiteSpaces.Customization.Update", "PATCH", "/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization", op.Experimental)
	opSiteSpaceCustomizationDelete = op.New("Sites.SiteSpaces.Customization.Delete", "DELETE", "/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization", op.Experimental)

	opAdsUpdate       = op.New("Sites.Ads.Update", "POST", "/v1/orgs/{organizationId}/sites/{siteId}/ads", op.Experimental)                            // one object with a state, though its noun is plural
	opAdsReviewList   = op.New("Sites.AdsReview.List", "GET", "/v1/ads/sites", op.Experimental, op.SecretHeader("X-GitBook-Partner-Key"))              // for the partner alone
	opAdsReviewUpdate = op.New("Sites.AdsReview.Update", "PATCH", "/v1/ads/sites/{siteId}", op.Experimental, op.SecretHeader("X-GitBook-Partner-Key")) // for the partner alone

	opInsightsEventTrack         = op.New("Sites.Insights.Events.Track", "POST", "/v1/orgs/{organizationId}/sites/{siteId}/insights/events", op.Experimental) // nothing comes into being that can be read
	opInsightsEventAggregate     = op.New("Sites.Insights.Events.Aggregate", "POST", "/v1/orgs/{organizationId}/sites/{siteId}/insights/events/aggregate", op.Experimental, op.Read)
	opInsightsVisitorSegmentList = op.New("Sites.Insights.VisitorSegments.List", "GET", "/v1/orgs/{organizationId}/sites/{siteId}/insights/visitor-segments", op.Experimental)
)
