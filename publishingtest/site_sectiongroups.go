package publishingtest

import (
	"cmp"
	"slices"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
	"github.com/publishing-platform/publishing-go/sites"
)

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
	"Sites.SectionGroups.Create":          {onSite(createSectionGroup), limits.Table{limits.BodyOf[sites.SectionGroupCreate]()}},
	"Sites.SectionGroups.Delete":          {handle: inOrganization(sectionGroupKind.delete)},
	"Sites.SectionGroups.Update":          {sectionGroupKind.on(updateSectionGroup), limits.Table{limits.BodyOf[sites.SectionGroupUpdate]()}},
	"Sites.SectionGroups.Sections.Add":    {sectionGroupKind.on(addToSectionGroup), limits.Table{limits.BodyOf[sites.SectionGroupSectionAdd]()}},
	"Sites.SectionGroups.Sections.Remove": {handle: inOrganization(removeFromSectionGroup)},
	"Sites.SectionGroups.Move":            {sectionGroupKind.on(moveSectionGroup), append(positionLimits("site-section", "site-section-group"), limits.BodyOf[sites.SectionGroupMove]())},
})

// sectionGroup is a group of sections of a site. Its children contain its ID.
type sectionGroup struct {
	data   sites.SectionGroup // without SectionGroup and Children
	parent string             // "" for the root
}

// sectionGroupKind is the resource kind for section groups of sites.
var sectionGroupKind = &kind[*site, sectionGroup, sites.SectionGroup]{
	name: "section group", param: "siteSectionGroupId", in: siteKind.scope(),
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
	if err := c.checkGroup(s, in.Sections, in.Parent); err != nil {
		return response{}, err
	}
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
func removeSectionGroup(c *call, s *site, group *sectionGroup) error {
	heir := byRule(c.state, ruleGroupChildrenUp, group.parent, "")
	s.parts.Remove(group.data.ID)
	for _, child := range slices.Collect(s.partsIn(group.data.ID)) {
		s.putIn(heir, child)
	}
	return nil
}

func updateSectionGroup(c *call, s *site, group *sectionGroup) (response, error) {
	in := input[sites.SectionGroupUpdate](c)
	if err := s.regroup("parentSectionGroupId", part{group: group}, in.ParentSectionGroupID); err != nil {
		return response{}, err
	}
	merge(&group.data, in)
	return respondOK(c.sendGroup(s, group, ""))
}

func addToSectionGroup(c *call, s *site, group *sectionGroup) (response, error) {
	id := input[sites.SectionGroupSectionAdd](c).SectionID
	if err := checkIn(c.state, &s.sections, "sectionId", &id, "a section of the site", ruleGroupAddKnown); err != nil {
		return response{}, err
	}
	if sec, ok := s.sections.Get(id); ok {
		s.putIn(group.data.ID, part{section: sec})
	}
	return respondCreated(c.sendGroup(s, group, ""),
		c.location("orgs", c.param("organizationId"), "sites", s.data.ID, "section-groups", group.data.ID))
}

func removeFromSectionGroup(c *call) (response, error) {
	s, group, err := sectionGroupKind.within(c)
	if err != nil {
		return respondDeleted(false)
	}
	sec, ok := s.sections.Get(c.param("siteSectionId"))
	if !ok || sec.group != group.data.ID {
		return respondDeleted(false)
	}
	s.putIn(byRule(c.state, ruleGroupRemove, "", group.parent), part{section: sec})
	return respondDeleted(true)
}

func moveSectionGroup(c *call, s *site, group *sectionGroup) (response, error) {
	in := input[moveTo[sites.StructurePointer]](c).Position
	to := sites.StructurePosition{Before: in.Before, After: in.After}
	if err := c.movePart(s, part{group: group}.pointer(), to, ruleGroupMoves); err != nil {
		return response{}, err
	}
	return respondOK(c.sendGroup(s, group, ""))
}

func (st *state) addGroup(
	s *site, data sites.SectionGroup, parent *string, sectionIDs []string,
) *sectionGroup {
	data.Object = "site-section-group"
	data.Title = orElse(data.Title, "Untitled group")
	group := &sectionGroup{data: data}
	if parent != nil && s.groups.Has(*parent) {
		group.parent = *parent
	}
	s.groups.Add(data.ID, group)
	s.addPart(part{group: group})
	for _, id := range sectionIDs {
		if sec, ok := s.sections.Get(id); ok {
			s.putIn(data.ID, part{section: sec})
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
			continue
		}
		if child.Section != nil {
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
	return sectionGroupKind.add(s.server, seed, func(found *site, seed sites.SectionGroup) *sectionGroup {
		s.accept(
			s.limit("Sites.SectionGroups.Create", seed),
			s.state.checkGroup(found, sectionIDs, seed.SectionGroup),
		)
		parent := seed.SectionGroup
		seed.ID = s.seedID("site-section-group", seed.ID)
		seed.SectionGroup, seed.Children = nil, nil
		return s.state.addGroup(found, seed, parent, sectionIDs)
	}, orgID, siteID)
}

// All returns the section groups of a site, in order. They include groups within other groups.
func (s SiteSectionGroups) All(orgID, siteID string) []sites.SectionGroup {
	defer s.mu.hold()()
	found := s.seedSite(orgID, siteID)
	return values(found.parts.Group(allGroups).Values(), func(p part) sites.SectionGroup {
		return s.state.showGroup(found, p.group, "")
	})
}
