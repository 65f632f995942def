package publishingtest

import (
	"cmp"
	"slices"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
	"github.com/publishing-platform/publishing-go/sites"
)

var (
	ruleSectionOfKnownSpace = newUndecidedRule("sites.sections.create.space-exists", "the space of a new section belongs to the organization; without the rule, a section of an unknown one has no site space")
	ruleSectionTitle        = newUndecidedRule("sites.sections.create.title-of-space", "a new section without a title gets the title of its space; without the rule, it is untitled")
	ruleSectionFirst        = newUndecidedRule("sites.sections.first-default", "the first section of a site is the default, and no other is; without the rule, none is until an update makes it the default")
	ruleSectionNext         = newUndecidedRule("sites.sections.delete.next-default", "after the default section is deleted, the first remaining one is the default; without the rule, none is")
	ruleSectionSpacesGo     = newUndecidedRule("sites.sections.delete.site-spaces", "deleting a section deletes its site spaces; without the rule, they move to the root")
	ruleSectionDefaultSpace = newUndecidedRule("sites.sections.update.default-site-space", "the default site space of a section belongs to the section; without the rule, it becomes the default of its own section")
	ruleSectionMoves        = newMoveRules("sites.sections.move",
		"section", "in the same group, or also without a group")
)

// The operations on sections.
var _ = declare(operations{
	"Sites.Sections.List":   {handle: onSite(listSections)},
	"Sites.Sections.Create": {onSite(createSection), limits.Table{limits.BodyOf(sites.SectionCreate{})}},
	"Sites.Sections.Delete": {handle: inOrganization(sectionKind.delete)},
	"Sites.Sections.Update": {sectionKind.on(updateSection), limits.Table{limits.BodyOf(sites.SectionUpdate{})}},
	"Sites.Sections.Move":   {sectionKind.on(moveSection), append(positionLimits("site-section"), limits.BodyOf(sites.SectionMove{}))},
})

// section is a section of a site. Its site spaces are in the table of the site.
type section struct {
	data sites.Section // showSection sets Default, SectionGroup and SiteSpaces

	byDefault bool
	group     string // "" if there is none
}

// sectionKind is the resource kind for sections of sites.
var sectionKind = &kind[*site, section, sites.Section]{
	name: "section", id: "site-section", param: "siteSectionId", in: siteKind.scope(),
	table:  func(s *site) *ordered.Table[*section] { return &s.sections },
	show:   func(c *call, s *site, sec *section) sites.Section { return c.showSection(s, sec, "") },
	remove: removeSection,
}

func listSections(c *call, s *site) (response, error) {
	key := c.query.Get("shareKey")
	return respondPage(c, s.parts.Group(allSections).List(), func(p part) sites.Section {
		return c.showSection(s, p.section, key)
	})
}

func createSection(c *call, s *site) (response, error) {
	in := input[sites.SectionCreate](c)
	group := publishing.Value(in.SiteSectionGroupID)
	if group != "" && !s.groups.Has(group) {
		return response{}, invalid("siteSectionGroupId", "a section group of the site", group, "")
	}
	spaceID := c.placedSpace(in.SpaceID, in.Title, in.Template, in.PageID, ruleSectionOfKnownSpace)
	data := as[sites.Section](in)
	data.ID = c.newID("site-section")
	if sp, ok := c.spaces.Get(spaceID); ok && in.Title == nil && c.enabled(ruleSectionTitle) {
		data.Title = sp.data.Title
	}
	sec := c.addSection(s, data)
	if group != "" {
		s.putIn(group, sec.part())
	}
	c.place(s, spaceID, data.ID, sites.SiteSpace{PageID: in.PageID})
	return c.respondAdded(c.showSection(s, sec, ""), data.ID)
}

// removeSection removes a section and its site spaces from the parts of its site.
func removeSection(c *call, s *site, sec *section) {
	for _, placed := range slices.Collect(s.spacesIn(sec.data.ID)) {
		if c.enabled(ruleSectionSpacesGo) {
			c.takeOff(s, placed)
			continue
		}
		placed.byDefault, placed.section = placed.byDefault && c.firstOf(s, "") == nil, ""
		s.spaces.Regroup(placed.data.ID, "")
	}
	s.parts.Remove(sec.data.ID)
	if sec.byDefault && c.enabled(ruleSectionNext) {
		for i, first := range s.allSections() {
			first.byDefault = i == 0
		}
	}
}

func updateSection(c *call, s *site, sec *section) (response, error) {
	in := input[sites.SectionUpdate](c)
	placed, ok := s.spaces.Get(publishing.Value(in.DefaultSiteSpace))
	if in.DefaultSiteSpace != nil && (!ok || placed.section != sec.data.ID) &&
		c.enabled(ruleSectionDefaultSpace) {
		return response{}, invalid("defaultSiteSpace", "a site space of the section",
			*in.DefaultSiteSpace, ruleSectionDefaultSpace)
	}
	c.accept(s.regroup("siteSectionGroupId", sec.part(), in.SiteSectionGroupID))
	if ok {
		s.makeDefault(placed)
	}
	merge(&sec.data, in)
	return respondOK(c.showSection(s, sec, ""))
}

func moveSection(c *call, s *site, sec *section) (response, error) {
	var level []string
	for other := range s.partsIn(sec.group) {
		if other.section != nil {
			level = append(level, other.section.data.ID)
		}
	}
	c.accept(moveIn(c, &s.parts, sec.data.ID, level, c.position(), ruleSectionMoves))
	return respondOK(c.showSection(s, sec, ""))
}

// addSection adds a section and generates the fields that are not set. The first section of a site
// becomes the default section. Existing site spaces stay at the root.
func (st *state) addSection(s *site, data sites.Section) *section {
	data.Object = "site-section"
	fill(&data.Title, "Untitled section")
	if data.Path == "" {
		taken := map[string]bool{}
		for _, other := range s.allSections() {
			taken[other.data.Path] = true
		}
		data.Path = slugOf(data.Title, taken)
	}
	sec := &section{data: data, byDefault: s.sections.Len() == 0 && st.enabled(ruleSectionFirst)}
	s.sections.Add(data.ID, sec)
	s.addPart(sec.part())
	return sec
}

// defaultSection returns the ID of the default section, or "" if the site has no sections.
func (s *site) defaultSection() string {
	for _, sec := range s.allSections() {
		if sec.byDefault {
			return sec.data.ID
		}
	}
	return ""
}

// makeDefaultSection makes a section the default section of its site.
func (s *site) makeDefaultSection(chosen *section) {
	for _, sec := range s.allSections() {
		sec.byDefault = sec == chosen
	}
}

// showSection returns a section as it appears in responses.
func (st *state) showSection(s *site, sec *section, shareKey string) sites.Section {
	shown := sec.data
	shown.Default = new(sec.byDefault)
	shown.SectionGroup = filled(sec.group)
	shown.SiteSpaces = []sites.SiteSpace{}
	for placed := range s.spacesIn(sec.data.ID) {
		if st.exists(placed) {
			shown.SiteSpaces = append(shown.SiteSpaces, st.showSiteSpace(s, placed, shareKey))
		}
	}
	shown.URLs.Published = s.addressOfSection(sec, s.visible(shareKey))
	return shown
}

// addressOfSection returns the URL of a section, or nil if the site is not visible. home is the URL
// of the site.
func (s *site) addressOfSection(sec *section, home *string) *string {
	switch {
	case home == nil:
		return nil
	case sec.data.URLs.Published != nil:
		return sec.data.URLs.Published
	case sec.byDefault:
		return home
	default:
		return new(address(*home, sec.data.Path))
	}
}

// Add adds a section with the given spaces to a site and returns it. The section becomes the
// default section if it is the first one of the site or Default is true. SectionGroup is the ID of
// the group that contains the section, or nil. Fields that are not set are generated, and
// SiteSpaces is ignored.
func (s SiteSections) Add(
	orgID, siteID string, seed sites.Section, spaceIDs ...string,
) sites.Section {
	server := open(s.server)
	return sectionKind.add(server, seed, func(found *site, seed sites.Section) *section {
		request := seed
		if isOneCharacter(seed.Title) { // a section can have the title of its space
			request.Title = ""
		}
		server.accept(
			server.limit("Sites.Sections.Create", request),
			server.limit("Sites.Sections.Update", request),
			server.state.checkSpacesOf(orgID, "spaces", spaceIDs, ruleSectionOfKnownSpace),
		)
		group := ""
		if seed.SectionGroup != nil {
			group = mustFind(server, &found.groups, "section group", *seed.SectionGroup).data.ID
		}
		sec := server.state.addSection(found, seed)
		found.putIn(group, sec.part())
		if publishing.Value(seed.Default) {
			found.makeDefaultSection(sec)
		}
		for _, id := range spaceIDs {
			server.state.place(found, id, seed.ID, sites.SiteSpace{})
		}
		return sec
	}, orgID, siteID)
}

// All returns the sections of a site, in order.
func (s SiteSections) All(orgID, siteID string) []sites.Section {
	server := open(s.server)
	defer server.mu.hold()()
	found := siteKind.seeded(server, orgID, siteID)
	return values(found.parts.Group(allSections).Values(), func(p part) sites.Section {
		return server.state.showSection(found, p.section, "")
	})
}

var (
	ruleGroupSections = newUndecidedRule("sites.sectiongroups.create.sections-exist", "the sections of a new section group belong to the site; without the rule, unknown ones are ignored")
	ruleGroupParent   = newUndecidedRule("sites.sectiongroups.create.parent-exists", "the parent of a section group is a group of the site; without the rule, one with an unknown parent is at the root")
	ruleGroupAddKnown = newUndecidedRule("sites.sectiongroups.sections.add.section-exists", "a section that is added to a group belongs to the site; without the rule, an unknown one is ignored")
	ruleGroupRemove   = newUndecidedRule("sites.sectiongroups.sections.remove.to-root", "a section that is removed from a group is in no group; without the rule, it is in the group that contains the group")
	ruleGroupMoves    = newMoveRules("sites.sectiongroups.move",
		"section group", "in the same group, or also without a group")
	ruleGroupSectionsToo = newRule("section-group.sections", "a section group lists the sections among its children in the deprecated field sections, too; without the rule, the field is absent")
	ruleGroupChildrenUp  = newUndecidedRule("sites.sectiongroups.delete.children-to-parent", "the children of a deleted section group move to the group that contains it, or to the root; without the rule, to the root")
)

// The operations on section groups.
var _ = declare(operations{
	"Sites.SectionGroups.List":            {handle: onSite(listSectionGroups)},
	"Sites.SectionGroups.Create":          {onSite(createSectionGroup), limits.Table{limits.BodyOf(sites.SectionGroupCreate{})}},
	"Sites.SectionGroups.Delete":          {handle: inOrganization(sectionGroupKind.delete)},
	"Sites.SectionGroups.Update":          {sectionGroupKind.on(updateSectionGroup), limits.Table{limits.BodyOf(sites.SectionGroupUpdate{})}},
	"Sites.SectionGroups.Sections.Add":    {sectionGroupKind.on(addToSectionGroup), limits.Table{limits.BodyOf(sites.SectionGroupSectionAdd{})}},
	"Sites.SectionGroups.Sections.Remove": {handle: inOrganization(ifPresent(sectionGroupKind.on(removeFromSectionGroup)))},
	"Sites.SectionGroups.Move":            {sectionGroupKind.on(moveSectionGroup), append(positionLimits("site-section", "site-section-group"), limits.BodyOf(sites.SectionGroupMove{}))},
})

// sectionGroup is a group of sections of a site. Its children contain its ID.
type sectionGroup struct {
	data   sites.SectionGroup // showGroup sets SectionGroup and Children
	parent string             // "" for the root
}

// sectionGroupKind is the resource kind for section groups of sites.
var sectionGroupKind = &kind[*site, sectionGroup, sites.SectionGroup]{
	name: "section group", id: "site-section-group", param: "siteSectionGroupId", in: siteKind.scope(),
	table: func(s *site) *ordered.Table[*sectionGroup] { return &s.groups },
	show: func(c *call, s *site, group *sectionGroup) sites.SectionGroup {
		return c.showGroup(s, group, "")
	},
	remove: removeSectionGroup,
}

func listSectionGroups(c *call, s *site) (response, error) {
	return respondPage(c, s.parts.Group(allGroups).List(), func(p part) api.Raw {
		return c.sendGroup(s, p.group, "")
	})
}

func createSectionGroup(c *call, s *site) (response, error) {
	in := input[sites.SectionGroupCreate](c)
	c.accept(c.checkGroup(s, in.Sections, in.Parent))
	data := as[sites.SectionGroup](in)
	data.ID = c.newID("site-section-group")
	group := c.addGroup(s, data, in.Parent, in.Sections)
	return c.respondAdded(c.sendGroup(s, group, ""), data.ID)
}

// checkGroup rejects a new section group if its parent or one of its sections does not belong to
// the site.
func (st *state) checkGroup(s *site, sections []string, parent *string) error {
	return cmp.Or(
		checkAllIn(st, &s.sections, "sections", sections, "a section of the site", ruleGroupSections),
		checkIn(st, &s.groups, "parent", parent, "a section group of the site", ruleGroupParent),
	)
}

// removeSectionGroup removes a section group from the parts of its site. It does not remove the
// children.
func removeSectionGroup(c *call, s *site, group *sectionGroup) {
	heir := byRule(c.state, ruleGroupChildrenUp, group.parent, "")
	s.parts.Remove(group.data.ID)
	for _, child := range slices.Collect(s.partsIn(group.data.ID)) {
		s.putIn(heir, child)
	}
}

func updateSectionGroup(c *call, s *site, group *sectionGroup) (response, error) {
	in := input[sites.SectionGroupUpdate](c)
	c.accept(s.regroup("parentSectionGroupId", group.part(), in.ParentSectionGroupID))
	merge(&group.data, in)
	return respondOK(c.sendGroup(s, group, ""))
}

func addToSectionGroup(c *call, s *site, group *sectionGroup) (response, error) {
	id := input[sites.SectionGroupSectionAdd](c).SectionID
	c.accept(checkIn(c.state, &s.sections, "sectionId", &id, "a section of the site", ruleGroupAddKnown))
	if sec, ok := s.sections.Get(id); ok {
		s.putIn(group.data.ID, sec.part())
	}
	return respondCreated(c.sendGroup(s, group, ""),
		c.location("orgs", c.param("organizationId"), "sites", s.data.ID, "section-groups", group.data.ID))
}

func removeFromSectionGroup(c *call, s *site, group *sectionGroup) (response, error) {
	sec := sectionKind.of(c)
	isIn := sec.group == group.data.ID
	if isIn {
		s.putIn(byRule(c.state, ruleGroupRemove, "", group.parent), sec.part())
	}
	return respondDeleted(isIn)
}

func moveSectionGroup(c *call, s *site, group *sectionGroup) (response, error) {
	c.accept(c.movePart(s, group.part().pointer, ruleGroupMoves))
	return respondOK(c.sendGroup(s, group, ""))
}

func (st *state) addGroup(
	s *site, data sites.SectionGroup, parent *string, sectionIDs []string,
) *sectionGroup {
	data.Object = "site-section-group"
	fill(&data.Title, "Untitled group")
	group := &sectionGroup{data: data}
	if parent != nil && s.groups.Has(*parent) {
		group.parent = *parent
	}
	s.groups.Add(data.ID, group)
	s.addPart(group.part())
	for _, id := range sectionIDs {
		if sec, ok := s.sections.Get(id); ok {
			s.putIn(data.ID, sec.part())
		}
	}
	return group
}

// showGroup returns a section group as it appears in responses, with its children in the order of
// the site.
func (st *state) showGroup(s *site, group *sectionGroup, shareKey string) sites.SectionGroup {
	shown := group.data
	shown.SectionGroup = filled(group.parent)
	shown.Children = []sites.SectionGroupChild{}
	for p := range s.partsIn(group.data.ID) {
		var child sites.SectionGroupChild
		switch {
		case p.group != nil:
			child.Group = new(st.showGroup(s, p.group, shareKey))
		case p.section != nil:
			child.Section = new(st.showSection(s, p.section, shareKey))
		default:
			child.ExternalLink = new(p.link.show())
		}
		shown.Children = append(shown.Children, child)
	}
	return shown
}

// sendGroup returns a section group as JSON. It adds the deprecated field sections, which the type
// in package sites does not have.
func (st *state) sendGroup(s *site, group *sectionGroup, shareKey string) api.Raw {
	return st.withSections(st.showGroup(s, group, shareKey))
}

func (st *state) withSections(group sites.SectionGroup) api.Raw {
	sections := []sites.Section{}
	for i, child := range group.Children {
		if child.Group != nil {
			group.Children[i] = sites.SectionGroupChild{Raw: st.withSections(*child.Group)}
		} else if child.Section != nil {
			sections = append(sections, *child.Section)
		}
	}
	encoded, _ := jsonx.Marshal(group) // neither call can fail
	added, _ := jsonx.Marshal(map[string]any{"sections": sections})
	if st.enabled(ruleGroupSectionsToo) {
		encoded = slices.Concat(encoded[:len(encoded)-1], []byte(","), added[1:])
	}
	return encoded
}

// Add adds a section group with the given sections to a site and returns it. SectionGroup is the ID
// of the group that contains the new group, or nil. Fields that are not set are generated, and
// Children is ignored.
func (s SiteSectionGroups) Add(
	orgID, siteID string, seed sites.SectionGroup, sectionIDs ...string,
) sites.SectionGroup {
	server := open(s.server)
	return sectionGroupKind.add(server, seed, func(found *site, seed sites.SectionGroup) *sectionGroup {
		server.accept(
			server.limit("Sites.SectionGroups.Create", seed),
			server.state.checkGroup(found, sectionIDs, seed.SectionGroup),
		)
		return server.state.addGroup(found, seed, seed.SectionGroup, sectionIDs)
	}, orgID, siteID)
}

// All returns the section groups of a site, in order. They include groups within other groups.
func (s SiteSectionGroups) All(orgID, siteID string) []sites.SectionGroup {
	server := open(s.server)
	defer server.mu.hold()()
	found := siteKind.seeded(server, orgID, siteID)
	return values(found.parts.Group(allGroups).Values(), func(p part) sites.SectionGroup {
		return server.state.showGroup(found, p.group, "")
	})
}
