package publishingtest

import (
	"iter"
	"slices"

	publishing "github.com/publishing-platform/publishing-go"
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
	"Sites.Sections.Create": {onSite(createSection), limits.Table{limits.BodyOf[sites.SectionCreate]()}},
	"Sites.Sections.Delete": {handle: inOrganization(sectionKind.delete)},
	"Sites.Sections.Update": {sectionKind.on(updateSection), limits.Table{limits.BodyOf[sites.SectionUpdate]()}},
	"Sites.Sections.Move":   {sectionKind.on(moveSection), append(positionLimits("site-section"), limits.BodyOf[sites.SectionMove]())},
})

// section is a section of a site. Its site spaces are in the table of the site.
type section struct {
	data sites.Section // without Default, SectionGroup and SiteSpaces

	byDefault bool
	group     string // "" if there is none
}

// sectionKind is the resource kind for sections of sites.
var sectionKind = &kind[*site, section, sites.Section]{
	name: "section", param: "siteSectionId", in: siteKind.scope(),
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
	spaceID, err := c.placedSpace(in.SpaceID, in.Title, in.Template, in.PageID, ruleSectionOfKnownSpace)
	if err != nil {
		return response{}, err
	}
	group := publishing.Value(in.SiteSectionGroupID)
	if group != "" && !s.groups.Has(group) {
		return response{}, invalid("siteSectionGroupId", "a section group of the site", group, "")
	}
	data := as[sites.Section](in)
	data.ID = c.newID("site-section")
	if sp, ok := c.spaces.Get(spaceID); ok && in.Title == nil && c.enabled(ruleSectionTitle) {
		data.Title = sp.data.Title
	}
	sec := c.addSection(s, data)
	if group != "" {
		s.putIn(group, part{section: sec})
	}
	c.place(s, spaceID, data.ID, sites.SiteSpace{PageID: in.PageID})
	return c.respondAdded(c.showSection(s, sec, ""), data.ID)
}

// removeSection removes a section and its site spaces from the parts of its site.
func removeSection(c *call, s *site, sec *section) error {
	for _, placed := range slices.Collect(s.spacesIn(sec.data.ID)) {
		if c.enabled(ruleSectionSpacesGo) {
			c.takeOff(s, placed)
			continue
		}
		placed.byDefault, placed.section = placed.byDefault && s.firstOf("") == nil, ""
		s.spaces.Regroup(placed.data.ID, "")
	}
	s.parts.Remove(sec.data.ID)
	if sec.byDefault && c.enabled(ruleSectionNext) {
		for first := range s.allSections() {
			first.byDefault = true
			break
		}
	}
	return nil
}

func updateSection(c *call, s *site, sec *section) (response, error) {
	in := input[sites.SectionUpdate](c)
	if err := s.regroup("siteSectionGroupId", part{section: sec}, in.SiteSectionGroupID); err != nil {
		return response{}, err
	}
	if in.DefaultSiteSpace != nil {
		placed, ok := s.spaces.Get(*in.DefaultSiteSpace)
		if (!ok || placed.section != sec.data.ID) && c.enabled(ruleSectionDefaultSpace) {
			return response{}, invalid("defaultSiteSpace", "a site space of the section",
				*in.DefaultSiteSpace, ruleSectionDefaultSpace)
		}
		if ok {
			s.makeDefault(placed)
		}
	}
	merge(&sec.data, in)
	return respondOK(c.showSection(s, sec, ""))
}

func moveSection(c *call, s *site, sec *section) (response, error) {
	in := input[moveTo[sites.SectionPointer]](c).Position
	var before, after *string
	if in.Before != nil {
		before = &in.Before.SiteSection
	}
	if in.After != nil {
		after = &in.After.SiteSection
	}
	var level []string
	for other := range s.sectionsIn(sec.group) {
		level = append(level, other.data.ID)
	}
	if err := moveIn(c, &s.parts, sec.data.ID, level, before, after, ruleSectionMoves); err != nil {
		return response{}, err
	}
	return respondOK(c.showSection(s, sec, ""))
}

// addSection adds a section and generates the fields that are not set. The first section of a site
// becomes the default section. Existing site spaces stay at the root.
func (st *state) addSection(s *site, data sites.Section) *section {
	taken := map[string]bool{}
	for other := range s.allSections() {
		taken[other.data.Path] = true
	}
	data.Object = "site-section"
	data.Title = orElse(data.Title, "Untitled section")
	data.Path = orElse(data.Path, slugOf(data.Title, taken))
	sec := &section{data: data, byDefault: s.sections.Len() == 0 && st.enabled(ruleSectionFirst)}
	s.sections.Add(data.ID, sec)
	s.addPart(part{section: sec})
	return sec
}

// sectionsIn iterates over the sections of a group. If group is "", it iterates over the sections
// without a group.
func (s *site) sectionsIn(group string) iter.Seq[*section] {
	return func(yield func(*section) bool) {
		for p := range s.partsIn(group) {
			if p.section != nil && !yield(p.section) {
				return
			}
		}
	}
}

// defaultSection returns the ID of the default section, or "" if the site has no sections.
func (s *site) defaultSection() string {
	for sec := range s.allSections() {
		if sec.byDefault {
			return sec.data.ID
		}
	}
	return ""
}

// makeDefaultSection makes a section the default section of its site.
func (s *site) makeDefaultSection(chosen *section) {
	for sec := range s.allSections() {
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
	return sectionKind.add(s.server, seed, func(found *site, seed sites.Section) *section {
		request := seed
		if isOneCharacter(seed.Title) { // a section can have the title of its space
			request.Title = ""
		}
		s.accept(
			s.limit("Sites.Sections.Create", request), s.limit("Sites.Sections.Update", request),
			s.state.checkSpacesOf(orgID, "spaces", spaceIDs, ruleSectionOfKnownSpace),
		)
		group := ""
		if seed.SectionGroup != nil {
			group = mustFind(s.server, &found.groups, "section group", *seed.SectionGroup).data.ID
		}
		byDefault := seed.Default != nil && *seed.Default
		seed.ID = s.seedID("site-section", seed.ID)
		seed.Default, seed.SectionGroup, seed.SiteSpaces = nil, nil, nil
		sec := s.state.addSection(found, seed)
		found.putIn(group, part{section: sec})
		if byDefault {
			found.makeDefaultSection(sec)
		}
		for _, id := range spaceIDs {
			s.state.place(found, id, seed.ID, sites.SiteSpace{})
		}
		return sec
	}, orgID, siteID)
}

// All returns the sections of a site, in order.
func (s SiteSections) All(orgID, siteID string) []sites.Section {
	defer s.mu.hold()()
	found := s.seedSite(orgID, siteID)
	return values(found.parts.Group(allSections).Values(), func(p part) sites.Section {
		return s.state.showSection(found, p.section, "")
	})
}
