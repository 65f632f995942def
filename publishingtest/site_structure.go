package publishingtest

import (
	"iter"
	"net/http"
	"slices"

	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/sites"
)

var (
	ruleStructureKey = newRule("sites.structure.get.share-key", "on a published share-link site, the share key of an active share link resolves the published URLs in the structure")

	ruleSortItem  = newRule("sites.structure.sort.item-404", "a sort of an item that the site does not have returns 404")
	ruleSortMoves = newMoveRules("sites.structure.sort", "part of a site", "in the same section or group, or also at the root")
)

// structureOperations are the operations on the structure of sites.
var structureOperations = operations{
	"Sites.Structure.Get": {handle: onSite(getStructure)},
	"Sites.Structure.Sort": {onSite(sortStructure), limits.AllFromDescription(slices.Concat(limits.Table{
		limits.Body("item", limits.Object, limits.Required),
		limits.Body("item.type", limits.String, limits.Required, limits.OneOf("site-space", "site-section", "site-section-group")),
		limits.Body("item.id", limits.String, limits.Required),
		limits.Body("position", limits.Object, limits.Required),
	}, positionLimits("id", "site-space", "site-section", "site-section-group")))},
}

// part is a section or a section group. All parts of a site have one order.
type part struct {
	section *section
	group   *sectionGroup
}

// in returns the group that contains the part, or "" if there is none.
func (p part) in() string {
	if p.section != nil {
		return p.section.group
	}
	return p.group.parent
}

func (p part) pointer() sites.StructurePointer {
	if p.section != nil {
		return sites.StructurePointer{Type: sites.StructureItemTypeSection, ID: p.section.data.ID}
	}
	return sites.StructurePointer{Type: sites.StructureItemTypeSectionGroup, ID: p.group.data.ID}
}

// partsIn iterates over the sections and groups in a group, or over those in none for "", in order.
func (s *site) partsIn(group string) iter.Seq[part] {
	return func(yield func(part) bool) {
		for _, p := range s.parts.All() {
			if p.in() == group && !yield(p) {
				return
			}
		}
	}
}

// allSections iterates over positions and sections, in order.
func (s *site) allSections() iter.Seq2[int64, *section] {
	return func(yield func(int64, *section) bool) {
		for position, p := range s.parts.All() {
			if p.section != nil && !yield(position, p.section) {
				return
			}
		}
	}
}

// allGroups iterates over positions and section groups, in order.
func (s *site) allGroups() iter.Seq2[int64, *sectionGroup] {
	return func(yield func(int64, *sectionGroup) bool) {
		for position, p := range s.parts.All() {
			if p.group != nil && !yield(position, p.group) {
				return
			}
		}
	}
}

// has reports whether the site has what a pointer identifies.
func (s *site) has(p sites.StructurePointer) bool {
	if p.Type == sites.StructureItemTypeSiteSpace {
		_, there := s.spaces.Get(p.ID)
		return there
	}
	found, there := s.parts.Get(p.ID)
	return there && found.pointer() == p
}

func getStructure(c *call, s *site) (response, error) {
	return respondOK(c.showStructure(s, c.shareKey(ruleStructureKey)))
}

func sortStructure(c *call, s *site) (response, error) {
	in := input[sites.StructureSort](c)
	if !s.has(in.Item) {
		if c.enabled(ruleSortItem) {
			return response{}, fail(http.StatusNotFound, "item: there is no %s %s on the site [%s]", in.Item.Type, abbreviated(in.Item.ID), ruleSortItem)
		}
		return respondOK(sites.StructureItem{})
	}
	if err := c.movePart(s, in.Item, in.Position, ruleSortMoves); err != nil {
		return response{}, err
	}
	if in.Item.Type == sites.StructureItemTypeSiteSpace {
		placed, _ := s.spaces.Get(in.Item.ID)
		item, _ := c.showSiteSpace(s, placed, "")
		return respondOK(sites.StructureItem{SiteSpace: &item})
	}
	p, _ := s.parts.Get(in.Item.ID)
	return respondOK(c.showPart(s, p, ""))
}

// movePart moves a part of a site among those beside it.
func (c *call) movePart(s *site, item sites.StructurePointer, position sites.StructurePosition, rules moveRules) error {
	isSpace := item.Type == sites.StructureItemTypeSiteSpace
	var before, after *string
	for _, side := range []struct {
		field  string
		beside *sites.StructurePointer
		id     **string
	}{{"position.before", position.Before, &before}, {"position.after", position.After, &after}} {
		switch {
		case side.beside == nil:
			continue
		case !s.has(*side.beside) && c.enabled(rules.known):
			return invalid(side.field, "one of the site", side.beside.ID, rules.known)
		case isSpace != (side.beside.Type == sites.StructureItemTypeSiteSpace) && c.enabled(rules.level):
			return invalid(side.field, "one at the same level", side.beside.ID, rules.level)
		}
		*side.id = &side.beside.ID
	}
	var level []string
	if isSpace {
		placed, _ := s.spaces.Get(item.ID)
		for other := range s.spacesIn(placed.section) {
			level = append(level, other.id)
		}
		return moveIn(c, &s.spaces, item.ID, level, before, after, rules)
	}
	moved, _ := s.parts.Get(item.ID)
	for other := range s.partsIn(moved.in()) {
		level = append(level, other.pointer().ID)
	}
	return moveIn(c, &s.parts, item.ID, level, before, after, rules)
}

// showPart returns a section or a section group as the service does.
func (st *state) showPart(s *site, p part, shareKey string) sites.StructureItem {
	if p.section != nil {
		return sites.StructureItem{Section: new(st.showSection(s, p.section, shareKey))}
	}
	return sites.StructureItem{Group: new(st.showGroup(s, p.group, shareKey))}
}

// showStructure returns the structure of a site: its sections and groups, or its site spaces if it
// has none.
func (st *state) showStructure(s *site, shareKey string) sites.Structure {
	shown := sites.Structure{Type: sites.StructureTypeSections, Items: []sites.StructureItem{}}
	for p := range s.partsIn("") {
		shown.Items = append(shown.Items, st.showPart(s, p, shareKey))
	}
	if len(shown.Items) > 0 {
		return shown
	}
	shown.Type = sites.StructureTypeSiteSpaces
	for placed := range s.spacesIn("") {
		if one, ok := st.showSiteSpace(s, placed, shareKey); ok {
			shown.Items = append(shown.Items, sites.StructureItem{SiteSpace: &one})
		}
	}
	return shown
}
