package publishingtest

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleSiteSpaceOfKnownSpace = newUndecidedRule("sites.sitespaces.create.space-exists", "the space of a new site space belongs to the organization; without the rule, others are accepted, and the site space of an unknown one is not listed")
	ruleSiteSpaceInKnown      = newUndecidedRule("sites.sitespaces.create.section-exists", "the section of a new site space belongs to the site; without the rule, an unknown one is ignored")
	ruleSiteSpaceFirst        = newUndecidedRule("sites.sitespaces.first-default", "the first site space of a section or of the root is the default there, and no other is; without the rule, none is until an update makes it the default")
	ruleSiteSpaceNext         = newUndecidedRule("sites.sitespaces.delete.next-default", "after the default site space or its space is deleted, the first remaining one beside it is the default; without the rule, none is")
	ruleSiteSpaceToKnownSpace = newUndecidedRule("sites.sitespaces.update.space-exists", "the new space of a site space belongs to the organization; without the rule, others are accepted, and the site space of an unknown one is not listed")
	ruleSiteSpaceMoves        = newMoveRules("sites.sitespaces.move",
		"site space", "in the same section, or also at the root")
)

// The operations on site spaces.
var _ = declare(operations{
	"Sites.SiteSpaces.List":   {siteSpaceKind.list, limits.Table{limits.QueryOf(sites.SiteSpaceListOptions{})}},
	"Sites.SiteSpaces.Create": {onSite(createSiteSpace), limits.Table{limits.BodyOf(sites.SiteSpaceCreate{})}},
	"Sites.SiteSpaces.Delete": {handle: inOrganization(siteSpaceKind.delete)},
	"Sites.SiteSpaces.Update": {siteSpaceKind.on(updateSiteSpace), limits.Table{
		limits.BodyOf(sites.SiteSpaceUpdate{}),
		limits.Body("path", limits.FromDescription(limits.Chars(1, 100))),
		limits.Body("condition", limits.FromDescription(limits.Chars(0, 1024))),
	}},
	"Sites.SiteSpaces.Move":      {siteSpaceKind.on(moveSiteSpace), append(positionLimits("site-space"), limits.BodyOf(sites.SiteSpaceMove{}))},
	"Sites.SiteSpaces.Duplicate": {siteSpaceKind.on(duplicateSiteSpace), limits.Table{limits.BodyOf(sites.SiteSpaceDuplicate{})}},
})

// siteSpace is a space on a site.
type siteSpace struct {
	data      sites.SiteSpace // without Section, Space and Default; an empty title is that of the space
	space     string          // ID
	section   string          // "" for the root
	byDefault bool            // whether it is the default of its section or of the root
	overrides fieldTree       // overrides of the site's customization; nil if there is none
}

// siteSpaceKind is the resource kind for site spaces. Lists omit site spaces whose spaces are
// deleted.
var siteSpaceKind = &kind[*site, siteSpace, sites.SiteSpace]{
	name: "site space", id: "site-space", param: "siteSpaceId", in: siteKind.scope(),
	table: func(s *site) *ordered.Table[*siteSpace] { return &s.spaces },
	show: func(c *call, s *site, placed *siteSpace) sites.SiteSpace {
		return c.showSiteSpace(s, placed, c.query.Get("shareKey"))
	},
	listed: func(c *call, placed *siteSpace) bool { return c.exists(placed) },
	selected: func(c *call, _ *site) func(placed *siteSpace) bool {
		byDefault := c.queryBool("default")
		return when(byDefault != nil, func(placed *siteSpace) bool {
			return placed.byDefault == *byDefault
		})
	},
	remove: removeSiteSpace,
}

func createSiteSpace(c *call, s *site) (response, error) {
	in := input[sites.SiteSpaceCreate](c)
	data := as[sites.SiteSpace](in)
	section := s.defaultSection()
	if in.SectionID != nil {
		if s.sections.Has(*in.SectionID) {
			section = *in.SectionID
		} else if c.enabled(ruleSiteSpaceInKnown) {
			return response{}, invalid("sectionId", "a section of the site",
				*in.SectionID, ruleSiteSpaceInKnown)
		}
	}
	spaceID := c.placedSpace(
		in.SpaceID, in.Title, in.Template, data.PageID, ruleSiteSpaceOfKnownSpace)
	placed := c.place(s, spaceID, section, data)
	return c.respondAdded(c.showSiteSpace(s, placed, ""), placed.data.ID)
}

// placedSpace returns the ID of the space that a request places on a site. If the ID in the request
// is null, it creates a space.
func (c *call) placedSpace(
	id api.Nullable[string], title *string,
	template *spaces.Template, pageID *string, known rule,
) string {
	if given, ok := id.Get(); ok || !id.IsNull() {
		c.accept(c.checkSpaceOf(c.param("organizationId"), "spaceId", given, known))
		return given
	}
	if pageID != nil {
		c.accept(invalid("pageId", "none without a space", *pageID, ""))
	}
	var pages []Page
	if template != nil {
		pages = c.pagesOf(*template, &revision{}, "template.")
	}
	data := spaces.Space{
		ID: c.newID("space"), Organization: c.param("organizationId"),
		Title: "Untitled", EditMode: new(spaces.EditModeLive),
	}
	setIfGiven(&data.Title, title)
	c.addSpace(data, revisionContent{pages: c.newPages("", pages, map[string]bool{}, c.freshID)})
	return data.ID
}

// checkSpaceOf rejects a space that does not belong to an organization.
func (st *state) checkSpaceOf(orgID, field, id string, known rule) error {
	if sp, ok := st.spaces.Get(id); (!ok || sp.data.Organization != orgID) && st.enabled(known) {
		return invalid(field, "a space of the organization", id, known)
	}
	return nil
}

// checkSpacesOf rejects a list of spaces if one of them does not belong to an organization.
func (st *state) checkSpacesOf(orgID, field string, ids []string, known rule) error {
	for i, id := range ids {
		if err := st.checkSpaceOf(orgID, fmt.Sprintf("%s[%d]", field, i), id, known); err != nil {
			return err
		}
	}
	return nil
}

// removeSiteSpace removes a site space. If it was the default, another site space becomes the
// default.
func removeSiteSpace(c *call, s *site, placed *siteSpace) {
	c.takeOff(s, placed)
	c.passDefault(s, placed)
}

// passDefault makes the first site space beside a default one the default. The other one, or its
// space, was deleted.
func (c *call) passDefault(s *site, placed *siteSpace) {
	if first := c.firstOf(s, placed.section); placed.byDefault && first != nil && c.enabled(ruleSiteSpaceNext) {
		s.makeDefault(first)
	}
}

func updateSiteSpace(c *call, s *site, placed *siteSpace) (response, error) {
	in := input[sites.SiteSpaceUpdate](c)
	if in.SpaceID != nil {
		c.accept(c.checkSpaceOf(s.org.data.ID, "spaceId", *in.SpaceID, ruleSiteSpaceToKnownSpace))
		if *in.SpaceID != placed.space {
			placed.data.PageID = nil
		}
		c.countOn(s, placed.space, -1)
		c.countOn(s, *in.SpaceID, 1)
		placed.space = *in.SpaceID
	}
	merge(&placed.data, in)
	return respondOK(c.showSiteSpace(s, placed, ""))
}

func moveSiteSpace(c *call, s *site, placed *siteSpace) (response, error) {
	pointer := sites.StructurePointer{Type: sites.StructureItemTypeSiteSpace, ID: placed.data.ID}
	c.accept(c.movePart(s, pointer, ruleSiteSpaceMoves))
	return respondOK(c.showSiteSpace(s, placed, ""))
}

func duplicateSiteSpace(c *call, s *site, placed *siteSpace) (response, error) {
	sp, found := c.spaces.Get(placed.space)
	if !found {
		return response{}, notFound("siteSpaceId", placed.data.ID)
	}
	draft, in := input[sites.SiteSpaceDuplicate](c).Draft, placed.section
	if section, ok := s.sections.Get(in); ok && s.spaces.Group(in).Len() == 1 {
		beside := c.addSection(s, sites.Section{
			ID: c.newID("site-section"), Title: section.data.Title,
			Icon: section.data.Icon, Condition: section.data.Condition, Draft: draft,
		})
		in = beside.data.ID
		s.putIn(section.group, beside.part())
		s.parts.Move(in, section.data.ID, true)
	}
	added := c.place(s, c.duplicate(sp).data.ID, in,
		sites.SiteSpace{Condition: placed.data.Condition, Draft: draft})
	return respondCreated(c.showSiteSpace(s, added, ""), c.location("orgs",
		c.param("organizationId"), "sites", s.data.ID, "site-spaces", added.data.ID))
}

// place adds a space to a site. The first site space of a section or of the root becomes its
// default.
func (st *state) place(s *site, spaceID, section string, data sites.SiteSpace) *siteSpace {
	st.fillID(&data.ID, "site-space")
	data.Object = "site-space"
	data.HasAdvancedCustomizationFeature = orNew(data.HasAdvancedCustomizationFeature, false)
	if sp, ok := st.spaces.Get(spaceID); ok && data.Path == "" {
		taken := map[string]bool{}
		for other := range s.spacesIn(section) {
			taken[other.data.Path] = true
		}
		data.Path = slugOf(sp.data.Title, taken)
	}
	first := st.firstOf(s, section)
	placed := &siteSpace{data: data, space: spaceID, section: section}
	s.spaces.Add(data.ID, placed, section)
	if first == nil && st.enabled(ruleSiteSpaceFirst) {
		s.makeDefault(placed)
	}
	st.countOn(s, spaceID, 1)
	return placed
}

// takeOff removes a site space from a site.
func (st *state) takeOff(s *site, placed *siteSpace) {
	s.spaces.Remove(placed.data.ID)
	st.countOn(s, placed.space, -1)
}

// countOn changes the number of site spaces on a site that contain a space.
func (st *state) countOn(s *site, spaceID string, by int) {
	on := st.placements[spaceID]
	if on == nil {
		on = map[*site]int{}
		st.placements[spaceID] = on
	}
	if on[s] += by; on[s] == 0 {
		delete(on, s)
	}
}

// sitesWith returns the sites of an organization that contain a space, in order.
func (st *state) sitesWith(org *organization, spaceID string) []*site {
	var with []*site
	for s := range st.placements[spaceID] {
		if current, ok := org.sites.Get(s.data.ID); ok && current == s {
			with = append(with, s)
		}
	}
	slices.SortFunc(with, func(a, b *site) int {
		return cmp.Compare(org.sites.Position(a.data.ID), org.sites.Position(b.data.ID))
	})
	return with
}

// spacesIn iterates over the site spaces of a section. If section is "", it iterates over the site
// spaces at the root.
func (s *site) spacesIn(section string) iter.Seq[*siteSpace] {
	return s.spaces.Group(section).Values()
}

// firstOf returns the first site space of a section or of the root whose space is not deleted, or
// nil if there is none.
func (st *state) firstOf(s *site, section string) *siteSpace {
	for placed := range s.spacesIn(section) {
		if st.exists(placed) {
			return placed
		}
	}
	return nil
}

// makeDefault makes a site space the default of its section or of the root.
func (s *site) makeDefault(chosen *siteSpace) {
	for placed := range s.spacesIn(chosen.section) {
		placed.byDefault = placed == chosen
	}
}

// showSiteSpace returns a site space as it appears in responses. The space may be deleted.
func (st *state) showSiteSpace(s *site, placed *siteSpace, shareKey string) sites.SiteSpace {
	sp, ok := st.spaces.Get(placed.space)
	if !ok {
		return sites.SiteSpace{
			Object: "site-space", ID: placed.data.ID, Path: placed.data.Path,
			Space: spaces.Space{ID: placed.space},
		}
	}
	shown := placed.data
	shown.Space, shown.Section = st.showSpace(sp, shareKey), filled(placed.section)
	shown.Title, shown.Default = orElse(shown.Title, sp.data.Title), new(placed.byDefault)
	shown.URLs.Published = s.addressOf(placed, s.visible(shareKey))
	return shown
}

// visible returns the URL at which a caller with the given share key can see the site, or nil if
// the caller cannot see it. The share key may be empty.
func (s *site) visible(shareKey string) *string {
	if s.data.Visibility != sites.VisibilityShareLink || s.published() == nil {
		return s.published()
	}
	return s.linkWithKey(shareKey)
}

// addressOf returns the URL of a site space, or nil if the site is not visible. home is the URL of
// the site. The URL of a default site space is that of its section or its site.
func (s *site) addressOf(placed *siteSpace, home *string) *string {
	if home == nil {
		return nil
	}
	if placed.data.URLs.Published != nil {
		return placed.data.URLs.Published
	}
	if section, ok := s.sections.Get(placed.section); ok {
		home = s.addressOfSection(section, home)
	}
	if placed.byDefault {
		return home
	}
	return new(address(*home, placed.data.Path))
}

// countSpaces returns the number of site spaces whose spaces still exist.
func (st *state) countSpaces(s *site) (count int64) {
	for placed := range s.spaces.Values() {
		if st.exists(placed) {
			count++
		}
	}
	return count
}

// exists reports whether the space of a site space still exists.
func (st *state) exists(placed *siteSpace) bool { return st.spaces.Has(placed.space) }

// Add adds a space to a site and returns the site space. Space.ID identifies the space, and Section
// identifies the section. If Section is empty, the site space belongs to the default section, or to
// the root of a site without sections. The site space becomes the default if it is the first one of
// its section or of the root, or if Default is true. Fields that are not set are generated.
func (s SiteSiteSpaces) Add(orgID, siteID string, seed sites.SiteSpace) sites.SiteSpace {
	server := open(s.server)
	return siteSpaceKind.add(server, seed, func(found *site, seed sites.SiteSpace) *siteSpace {
		server.accept(
			server.state.checkSpaceOf(orgID, "space", seed.Space.ID, ruleSiteSpaceOfKnownSpace),
			server.limit("Sites.SiteSpaces.Update", seed),
		)
		section := found.defaultSection()
		if seed.Section != nil {
			section = mustFind(server, &found.sections, "section", *seed.Section).data.ID
		}
		placed := server.state.place(found, seed.Space.ID, section, seed)
		if seed.Default != nil && *seed.Default {
			found.makeDefault(placed)
		}
		return placed
	}, orgID, siteID)
}

// All returns the site spaces of a site, in order.
func (s SiteSiteSpaces) All(orgID, siteID string) []sites.SiteSpace {
	return siteSpaceKind.all(open(s.server), orgID, siteID)
}
