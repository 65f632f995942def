package publishingtest

import (
	"slices"
	"strings"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/customization"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleFilterTitle         = newUndecidedRule("sites.list.title", "title selects the sites whose titles contain it, ignoring case; without the rule, the case matters")
	ruleFilterType          = newRule("sites.list.type", "type, which may be repeated, selects the sites of these types; without the rule, the parameter has no effect")
	ruleKnownSpaces         = newUndecidedRule("sites.create.spaces-exist", "the spaces of a new site belong to the organization; without the rule, others are accepted, and unknown ones are not listed")
	ruleKnownDefaultSpace   = newUndecidedRule("sites.update.default-site-space-exists", "the default site space belongs to the site; without the rule, an unknown one is ignored")
	ruleKnownDefaultSection = newUndecidedRule("sites.update.default-site-section-exists", "the default site section belongs to the site; without the rule, an unknown one is ignored")
)

// The operations on sites.
var _ = declare(operations{
	"Sites.List":   {siteKind.list, limits.Table{limits.QueryOf(sites.ListOptions{}, "type")}},
	"Sites.Create": {onOrganization(createSite), limits.Table{limits.BodyOf(sites.Create{}, "type")}},
	"Sites.Get":    {handle: siteKind.get},
	"Sites.Delete": {handle: inOrganization(siteKind.delete)},
	"Sites.Update": {onSite(updateSite), limits.Table{limits.BodyOf(sites.Update{})}},
})

// site is a site with everything that belongs to it.
type site struct {
	data     sites.Site
	org      *organization
	sections ordered.Table[*section]
	groups   ordered.Table[*sectionGroup]
	parts    ordered.Table[part]       // the sections and groups, in the order that users chose
	spaces   ordered.Table[*siteSpace] // at the root and in sections
	given    grants                    // roles on the site itself
	links    ordered.Table[*shareLink]
	external ordered.Table[*externalLink]
	schema   *sites.AdaptiveSchema

	redirects  ordered.Table[*redirect]
	custom     *customization.Settings // nil for the defaults
	masked     []string                // paths of settings that the plan does not include
	auth       publishingAuth
	mcpServers ordered.Table[*sites.MCPServer]
	ads        adsRecord
	questions  ordered.Table[*question]
	answers    ordered.Table[*answer]
	agent      *sites.AgentSettings // nil for the defaults
	events     []visit              // events in the order in which they were recorded
}

// siteKind is the resource kind for sites of organizations.
var siteKind = &kind[*organization, site, sites.Site]{
	name: "site", id: "site", param: "siteId", in: organizationKind.scope(),
	table:    func(org *organization) *ordered.Table[*site] { return &org.sites },
	show:     showing[*organization]((*call).showSite),
	selected: (*call).selectedSites,
	remove:   takeDown,
}

var onSite = on(siteKind.of)

// selectedSites returns a function that reports whether a site passes the filters of a list. It
// returns nil if there are no filters.
func (c *call) selectedSites(*organization) func(s *site) bool {
	spaceID, title, published, types := c.query.Get("space"), c.query.Get("title"), c.queryBool("published"), c.query["type"]
	fold := byRule(c.state, ruleFilterTitle, strings.ToLower, asIs[string])
	return every(
		when(spaceID != "", func(s *site) bool { return s.withSpace(spaceID) != nil }),
		when(title != "", func(s *site) bool {
			return strings.Contains(fold(s.data.Title), fold(title))
		}),
		when(published != nil, func(s *site) bool { return s.data.Published == *published }),
		when(len(types) > 0 && c.enabled(ruleFilterType), func(s *site) bool {
			return slices.Contains(types, string(s.data.Type))
		}),
	)
}

func createSite(c *call, org *organization) (response, error) {
	in := input[sites.Create](c)
	c.accept(c.checkSpacesOf(org.data.ID, "spaces", in.Spaces, ruleKnownSpaces))
	data := as[sites.Site](in)
	data.ID = c.newID("site")
	created := c.addSite(org, data, in.Spaces)
	return respondCreated(c.showSite(created), created.data.URLs.Location)
}

// takeDown removes the references to a site before the site is deleted.
func takeDown(c *call, _ *organization, s *site) {
	if c.enabled(ruleContentDeleted) {
		c.uninstallFrom(onSites, s.data.ID)
	}
	for placed := range s.spaces.Values() {
		c.countOn(s, placed.space, -1)
	}
	if content := s.org.data.DefaultContent; content != nil && content.Site == s.data.ID {
		s.org.data.DefaultContent = nil
	}
	if h := c.hostnameCalled(publishing.Value(s.data.Hostname)); h != nil && h.site == s {
		delete(c.hostnames, h.name)
	}
}

func updateSite(c *call, s *site) (response, error) {
	in := input[sites.Update](c)
	c.setDefaults(s, in.DefaultSiteSection, in.DefaultSiteSpace)
	merge(&s.data, in)
	if id, given := in.Styleguide.Get(); given {
		s.data.Styleguide = &spaces.ContentRef{Kind: spaces.ContentRefKindSpace, Space: &id}
	}
	if origin, given := in.Proxy.Get(); given {
		s.data.Proxy = &sites.Proxy{Origin: origin} // showSite adds the target
	}
	return respondOK(c.showSite(s))
}

// setDefaults changes the default section of a site, and then the default site space. The site
// space must be at the root or in that section.
func (c *call) setDefaults(s *site, sectionID, siteSpaceID *string) {
	c.accept(checkIn(c.state, &s.sections, "defaultSiteSection",
		sectionID, "a section of the site", ruleKnownDefaultSection))
	section := s.defaultSection()
	if s.sections.Has(publishing.Value(sectionID)) {
		section = *sectionID
	}
	if siteSpaceID != nil {
		placed, ok := s.spaces.Get(*siteSpaceID)
		switch {
		case !ok && c.enabled(ruleKnownDefaultSpace):
			c.accept(invalid("defaultSiteSpace", "a site space of the site",
				*siteSpaceID, ruleKnownDefaultSpace))
		case ok && placed.section != "" && placed.section != section:
			c.accept(invalid("defaultSiteSpace",
				"a site space at the root or in the default section", *siteSpaceID, ""))
		case ok:
			s.makeDefault(placed)
		}
	}
	if chosen, ok := s.sections.Get(section); ok {
		s.makeDefaultSection(chosen)
	}
}

// siteWith returns the site with the given ID in any organization, or nil if there is none.
func (st *state) siteWith(id string) *site {
	for org := range st.organizations.Values() {
		if found, ok := org.sites.Get(id); ok {
			return found
		}
	}
	return nil
}

// setIfGiven sets a field to the value in a request, unless the value is nil.
func setIfGiven[T any](field *T, to *T) {
	if to != nil {
		*field = *to
	}
}

// replaceIfGiven is like setIfGiven, but for a field that the service may omit.
func replaceIfGiven[T any](field **T, to *T) {
	if to != nil {
		*field = to
	}
}

// addSite adds a site and generates the fields that are not set.
func (st *state) addSite(org *organization, data sites.Site, spaceIDs []string) *site {
	st.fillCommon(&data, "site", "orgs", org.data.ID, "sites", data.ID)
	fill(&data.Type, sites.TypeBasic)
	fill(&data.Title, "Untitled site")
	fill(&data.Visibility, sites.VisibilityPublic)
	fill(&data.AgentsContext, sites.AgentsContextIncluded)
	fill(&data.URLs.App, address(appURL, "o", org.data.ID, "sites", data.ID))
	data.AdaptiveContent = orNew(data.AdaptiveContent, sites.AdaptiveContent{})
	if data.Features == nil {
		data.Features = []sites.Feature{{ID: "sites-basic-customization", Plan: sites.TypeBasic}}
	}
	s := &site{data: data, org: org}
	for _, id := range spaceIDs {
		st.place(s, id, "", sites.SiteSpace{})
	}
	org.sites.Add(data.ID, s)
	st.addHostname(data.Hostname, org, s)
	return s
}

// showSite returns a site as it appears in responses.
func (st *state) showSite(s *site) sites.Site {
	shown := s.data
	shown.SiteSpaces += st.countSpaces(s)
	shown.URLs.Published = s.published()
	if proxy := s.data.Proxy; proxy != nil {
		shown.Proxy = &sites.Proxy{Origin: proxy.Origin, Target: orElse(proxy.Target, s.home())}
	}
	return shown
}

// home returns the URL of a site, whether it is published or not.
func (s *site) home() string {
	switch {
	case s.data.Hostname != nil:
		return "https://" + *s.data.Hostname
	case s.data.Basename != nil:
		return address(s.org.home, *s.data.Basename)
	default:
		return address(s.org.home, s.data.ID)
	}
}

// published returns the URL of a published site, or nil for any other site.
func (s *site) published() *string {
	switch {
	case !s.data.Published:
		return nil
	case s.data.URLs.Published != nil:
		return s.data.URLs.Published
	case s.data.Proxy != nil:
		return new("https://" + s.data.Proxy.Origin)
	default:
		return new(s.home())
	}
}

// withSpace returns the first site space that contains a space, or nil if the space is not on the
// site.
func (s *site) withSpace(spaceID string) *siteSpace {
	for placed := range s.spaces.Values() {
		if placed.space == spaceID {
			return placed
		}
	}
	return nil
}

// Add adds a site with the given spaces to an organization and returns it. Fields that are not set
// are generated, including the URLs. The count of site spaces is the value of SiteSpaces plus the
// number of given spaces.
func (s Sites) Add(orgID string, seed sites.Site, spaceIDs ...string) sites.Site {
	server := open(s.server)
	return siteKind.add(server, seed, func(org *organization, seed sites.Site) *site {
		update := sites.Update{Basename: seed.Basename, AgentsContext: seed.AgentsContext}
		if seed.Proxy != nil {
			update.Proxy = api.Set(seed.Proxy.Origin)
		}
		server.accept(
			server.limit("Sites.Create", seed),
			server.limit("Sites.Update", update),
			server.state.checkSpacesOf(orgID, "spaces", spaceIDs, ruleKnownSpaces),
		)
		return server.state.addSite(org, seed, spaceIDs)
	}, orgID)
}

// Publish publishes a site, as Sites.Publish does, and returns it.
func (s Sites) Publish(orgID, siteID string) sites.Site {
	return open(s.server).setPublished(orgID, siteID, true)
}

// Unpublish unpublishes a site, as Sites.Unpublish does, and returns it.
func (s Sites) Unpublish(orgID, siteID string) sites.Site {
	return open(s.server).setPublished(orgID, siteID, false)
}

func (s *server) setPublished(orgID, siteID string, published bool) sites.Site {
	return siteKind.edit(s, func(_ *organization, found *site) { found.data.Published = published },
		orgID, siteID)
}

// All returns the sites of an organization, in the order in which they were created.
func (s Sites) All(orgID string) []sites.Site {
	return siteKind.all(open(s.server), orgID)
}

// The operations on the settings of the agent.
var _ = declare(operations{
	"Sites.AgentSettings.Get": {handle: onSite(shows((*call).agentSettingsOf))},
	"Sites.AgentSettings.Put": {onSite(putAgentSettings), limits.Table{limits.BodyOf(sites.AgentSettingsPut{})}},
})

// agentSettingsOf returns the settings of the agent for a site, or the defaults if they were not
// set.
func (st *state) agentSettingsOf(s *site) sites.AgentSettings {
	if s.agent != nil {
		return *s.agent
	}
	return sites.AgentSettings{
		Object:   "site-agent-settings",
		URLs:     sites.AgentSettingsURLs{Location: st.location("orgs", s.org.data.ID, "sites", s.data.ID, "agent-settings")},
		Scans:    sites.AgentScans{Topics: sites.AgentScanTopicsNever},
		Findings: sites.AgentFindings{ChangeRequests: sites.AgentFindingChangeRequestsNever},
		Editing:  sites.AgentEditing{CustomInstructions: richtext.Document{Object: "document", Nodes: []richtext.Node{}}},
	}
}

func putAgentSettings(c *call, s *site) (response, error) {
	in, settings := input[sites.AgentSettingsPut](c), c.agentSettingsOf(s)
	settings.Scans, settings.Findings, settings.Editing = in.Scans, in.Findings, in.Editing
	settings.UpdatedAt, settings.UpdatedBy = new(c.now()), &c.callerUser().ID
	s.agent = &settings
	return respondOK(settings)
}
