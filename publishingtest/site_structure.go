package publishingtest

import (
	"cmp"
	"iter"
	"net/http"
	"slices"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
	"github.com/publishing-platform/publishing-go/sites"
)

var ruleSortMoves = newMoveRules("sites.structure.sort",
	"part of a site", "in the same section or group, or also at the root")

// The operations on the structure of sites.
var _ = declare(operations{
	"Sites.Structure.Get":  {handle: onSite(getStructure)},
	"Sites.Structure.Sort": {onSite(sortStructure), limits.Table{limits.BodyOf(sites.StructureSort{})}},
})

// part is a section, a section group or an external link. The parts of a site have a common order.
type part struct {
	pointer sites.StructurePointer
	in      *string // ID of the section group that contains the part; "" if there is none
	section *section
	group   *sectionGroup
	link    *externalLink
}

func (sec *section) part() part {
	pointer := sites.StructurePointer{Type: sites.StructureItemTypeSection, ID: sec.data.ID}
	return part{pointer: pointer, in: &sec.group, section: sec}
}

func (group *sectionGroup) part() part {
	pointer := sites.StructurePointer{Type: sites.StructureItemTypeSectionGroup, ID: group.data.ID}
	return part{pointer: pointer, in: &group.parent, group: group}
}

func (l *externalLink) part() part {
	pointer := sites.StructurePointer{Type: sites.StructureItemTypeExternalLink, ID: l.data.ID}
	return part{pointer: pointer, in: &l.group, link: l}
}

func (p part) isDraft() bool {
	return p.section != nil && publishing.Value(p.section.data.Draft) ||
		p.group != nil && publishing.Value(p.group.data.Draft) ||
		p.link != nil && p.link.data.Draft
}

// Names of table groups for the parts of a site, in addition to those of [partsIn].
const (
	allSections = string(sites.StructureItemTypeSection)
	allGroups   = string(sites.StructureItemTypeSectionGroup)
	allLinks    = string(sites.StructureItemTypeExternalLink)
)

// partsIn returns the name of the table group for the parts in a section group. If group is "", the
// table group is for the parts that are in no section group.
func partsIn(group string) string { return "in " + group }

// groups returns the names of the table groups that a part belongs to.
func (p part) groups() []string { return []string{string(p.pointer.Type), partsIn(*p.in)} }

// addPart adds a part after all others.
func (s *site) addPart(p part) { s.parts.Add(p.pointer.ID, p, p.groups()...) }

// putIn moves a part into a section group. If the site has no such group, it moves the part out of
// all groups.
func (s *site) putIn(group string, p part) {
	if !s.groups.Has(group) {
		group = ""
	}
	*p.in = group
	s.parts.Regroup(p.pointer.ID, p.groups()...)
}

// regroup moves a part into a section group. If to is null, it moves the part out of all groups. It
// rejects moving a group into itself or into a group that it contains.
func (s *site) regroup(field string, p part, to api.Nullable[string]) error {
	id, given := to.Get()
	if !given && !to.IsNull() {
		return nil
	}
	for at := id; at != ""; {
		group, ok := s.groups.Get(at)
		if !ok || group == p.group {
			return invalid(field, "a section group of the site that is not in this one", id, "")
		}
		at = group.parent
	}
	s.putIn(id, p)
	return nil
}

// partsIn iterates over the parts in a group, in order. If group is "", it iterates over the parts
// that are in no group.
func (s *site) partsIn(group string) iter.Seq[part] {
	return s.parts.Group(partsIn(group)).Values()
}

// allSections returns the sections, in order.
func (s *site) allSections() (all []*section) {
	for p := range s.parts.Group(allSections).Values() {
		all = append(all, p.section)
	}
	return all
}

// has reports whether the site contains the part that a pointer identifies.
func (s *site) has(p sites.StructurePointer) bool {
	if p.Type == sites.StructureItemTypeSiteSpace {
		return s.spaces.Has(p.ID)
	}
	found, ok := s.parts.Get(p.ID)
	return ok && found.pointer == p
}

func getStructure(c *call, s *site) (response, error) {
	return respondOK(c.showStructure(s, c.query.Get("shareKey")))
}

func sortStructure(c *call, s *site) (response, error) {
	in := input[sites.StructureSort](c)
	if !s.has(in.Item) {
		return response{}, fail(http.StatusNotFound,
			"item: there is no %s %s on the site", in.Item.Type, abbreviated(in.Item.ID))
	}
	c.accept(c.movePart(s, in.Item, ruleSortMoves))
	if in.Item.Type == sites.StructureItemTypeSiteSpace {
		placed, _ := s.spaces.Get(in.Item.ID)
		return respondOK(sites.StructureItem{SiteSpace: new(c.showSiteSpace(s, placed, ""))})
	}
	p, _ := s.parts.Get(in.Item.ID)
	return respondOK(c.showPart(s, p, ""))
}

// movePart moves a part among its siblings, to the position in the body.
func (c *call) movePart(s *site, item sites.StructurePointer, rules moveRules) error {
	isSpace := item.Type == sites.StructureItemTypeSiteSpace
	to := c.position()
	for field, beside := range to.sides() {
		switch {
		case !s.has(beside):
			return invalid(field, "one of the site", beside.ID, "")
		case isSpace != (beside.Type == sites.StructureItemTypeSiteSpace):
			return invalid(field, "one at the same level", beside.ID, "")
		}
	}
	if isSpace {
		placed, _ := s.spaces.Get(item.ID)
		return moveIn(c, &s.spaces, item.ID, slices.Collect(s.spaces.Group(placed.section).Keys()), to, rules)
	}
	moved, _ := s.parts.Get(item.ID)
	return moveIn(c, &s.parts, item.ID, slices.Collect(s.parts.Group(partsIn(*moved.in)).Keys()), to, rules)
}

// showPart returns a part as it appears in responses.
func (st *state) showPart(s *site, p part, shareKey string) sites.StructureItem {
	switch {
	case p.section != nil:
		return sites.StructureItem{Section: new(st.showSection(s, p.section, shareKey))}
	case p.group != nil:
		return sites.StructureItem{Raw: st.sendGroup(s, p.group, shareKey)}
	default:
		return sites.StructureItem{ExternalLink: new(p.link.show())}
	}
}

// showStructure returns the structure of a site: its sections and groups, or its site spaces if it
// has no sections.
func (st *state) showStructure(s *site, shareKey string) sites.Structure {
	shown := sites.Structure{Type: sites.StructureTypeSections, Items: []sites.StructureItem{}}
	if s.sections.Len() > 0 {
		for p := range s.partsIn("") {
			shown.Items = append(shown.Items, st.showPart(s, p, shareKey))
		}
		return shown
	}
	shown.Type = sites.StructureTypeSiteSpaces
	for placed := range s.spacesIn("") {
		if st.exists(placed) {
			shown.Items = append(shown.Items,
				sites.StructureItem{SiteSpace: new(st.showSiteSpace(s, placed, shareKey))})
		}
	}
	return shown
}

// moveRules contains the rules for a move of one of several ordered resources.
type moveRules struct {
	self, level, agree, end rule
}

func newMoveRules(prefix, thing, level string) moveRules {
	return moveRules{
		self:  newUndecidedRule(prefix+".itself", "a "+thing+" does not move beside itself; without the rule, it stays where it is"),
		level: newUndecidedRule(prefix+".level", "a "+thing+" moves beside one "+level+"; without the rule, beside another one it stays where it is"),
		agree: newUndecidedRule(prefix+".agree", "a position that is both before and after others is between two neighbors; without the rule, it is after the latter"),
		end:   newUndecidedRule(prefix+".end", "a "+thing+" that moves without a position, or to an empty one, becomes the last of those beside it; without the rule, it stays where it is"),
	}
}

// moveIn moves a row of a table before or after another row. If the position is empty, the row
// moves to the end. level contains the keys of the row and of its siblings. If the position is
// impossible, the response is 400.
func moveIn[T any](
	c *call, t *ordered.Table[T], key string, level []string, to movePosition, rules moveRules,
) error {
	for field, beside := range to.sides() {
		switch {
		case !t.Has(beside.ID):
			return invalid(field, "one of the site", beside.ID, "")
		case beside.ID == key && c.enabled(rules.self):
			return invalid(field, "another one", beside.ID, rules.self)
		case !slices.Contains(level, beside.ID) && c.enabled(rules.level):
			return invalid(field, "one at the same level", beside.ID, rules.level)
		}
	}
	before, after := to.Before.id(), to.After.id()
	if before != "" && after != "" && c.enabled(rules.agree) {
		others := slices.DeleteFunc(slices.Clone(level),
			func(other string) bool { return other == key })
		if at := slices.Index(others, after); at < 0 || at+1 == len(others) || others[at+1] != before {
			return invalid("position", "neighbors", after+" and "+before, rules.agree)
		}
	}
	beside, following := after, true
	switch {
	case before == "" && after == "" && c.enabled(rules.end) && len(level) > 0:
		beside = level[len(level)-1]
	case after == "":
		beside, following = before, false
	}
	if beside != key && slices.Contains(level, beside) {
		t.Move(key, beside, following)
	}
	return nil
}

// movePosition is the position in the body of a move. It may be absent.
type movePosition struct {
	Before *movePointer `json:"before"`
	After  *movePointer `json:"after"`
}

// movePointer identifies a part of a site, a space or a collection. The field that contains its ID
// depends on the type.
type movePointer struct {
	Type        sites.StructureItemType `json:"type"`
	ID          string                  `json:"id"`
	SiteSection string                  `json:"siteSection"`
	SiteSpace   string                  `json:"siteSpace"`
	Space       string                  `json:"space"`
	Collection  string                  `json:"collection"`
}

func (p *movePointer) id() string {
	switch {
	case p == nil:
		return ""
	case p.Type == "space":
		return p.Space
	case p.Type == "collection":
		return p.Collection
	}
	return cmp.Or(p.ID, p.SiteSection, p.SiteSpace)
}

// position returns the position in the body of a move.
func (c *call) position() movePosition {
	return input[struct {
		Position movePosition `json:"position"`
	}](c).Position
}

// sides iterates over the pointers in the position, and yields each with its field.
func (to movePosition) sides() iter.Seq2[string, sites.StructurePointer] {
	return func(yield func(string, sites.StructurePointer) bool) {
		if p := to.Before; p != nil && !yield("position.before", sites.StructurePointer{Type: p.Type, ID: p.id()}) {
			return
		}
		if p := to.After; p != nil {
			yield("position.after", sites.StructurePointer{Type: p.Type, ID: p.id()})
		}
	}
}

// positionLimits returns the limits of a position, which is a part of a move. The position contains
// types, which the SDK adds.
func positionLimits(kinds ...string) limits.Table {
	return limits.Table{
		limits.Body("position.before.type", limits.String, limits.Required, limits.OneOf(kinds...)),
		limits.Body("position.after.type", limits.String, limits.Required, limits.OneOf(kinds...)),
	}
}

var (
	ruleExternalLinkSections = newRule("sites.externallinks.create.sections", "only a site with sections can have external links; without the rule, any site")
	ruleExternalLinkParent   = newUndecidedRule("sites.externallinks.parent-exists", "the parent of an external link is a section group of the site; without the rule, a link with another parent is at the root")
	ruleDraftsHidden         = newRule("sites.published.drafts", "a published site leaves out external links, sections, section groups and site spaces that are drafts; without the rule, it contains them")
)

// The operations on external links.
var _ = declare(operations{
	"Sites.ExternalLinks.Create": {onSite(createExternalLink), limits.AllFromDescription(limits.Table{limits.BodyOf(sites.ExternalLinkCreate{}), externalLinkURL})},
	"Sites.ExternalLinks.Update": {externalLinkKind.on(updateExternalLink), limits.AllFromDescription(limits.Table{limits.BodyOf(sites.ExternalLinkUpdate{}), externalLinkURL})},
	"Sites.ExternalLinks.Delete": {handle: inOrganization(externalLinkKind.delete)},
})

// externalLinkURL limits the URL of an external link further than the type in package sites does.
var externalLinkURL = limits.Body("url", limits.Pattern(`^https?://.`))

// externalLink is a link of a site to another site.
type externalLink struct {
	data  sites.ExternalLink // show sets SectionGroup
	group string             // "" if there is none
}

// externalLinkKind is the resource kind for external links of sites.
var externalLinkKind = &kind[*site, externalLink, sites.ExternalLink]{
	name: "external link", id: "site-external-link", param: "siteExternalLinkId", in: siteKind.scope(),
	table:  func(s *site) *ordered.Table[*externalLink] { return &s.external },
	show:   func(_ *call, _ *site, link *externalLink) sites.ExternalLink { return link.show() },
	remove: func(_ *call, s *site, link *externalLink) { s.parts.Remove(link.data.ID) },
}

func createExternalLink(c *call, s *site) (response, error) {
	in := input[sites.ExternalLinkCreate](c)
	if s.sections.Len() == 0 && c.enabled(ruleExternalLinkSections) {
		return response{}, invalid("siteId", "a site with sections",
			s.data.ID, ruleExternalLinkSections)
	}
	c.accept(c.checkLinkParent(s, in.Parent))
	data := as[sites.ExternalLink](in)
	data.ID, data.SectionGroup = c.newID("site-external-link"), in.Parent
	return c.respondAdded(c.addExternalLink(s, data).show(), data.ID)
}

// checkLinkParent rejects a parent that is not a section group of the site.
func (st *state) checkLinkParent(s *site, parent *string) error {
	return checkIn(st, &s.groups, "parent", parent,
		"a section group of the site", ruleExternalLinkParent)
}

func updateExternalLink(c *call, s *site, link *externalLink) (response, error) {
	in := input[sites.ExternalLinkUpdate](c)
	parent, isMoved := in.Parent.Get()
	if isMoved {
		c.accept(c.checkLinkParent(s, &parent))
	}
	merge(&link.data, in)
	if !in.Parent.IsZero() {
		s.putIn(parent, link.part())
	}
	return respondOK(link.show())
}

// addExternalLink adds an external link and generates the fields that are not set, except for the
// ID.
func (st *state) addExternalLink(s *site, data sites.ExternalLink) *externalLink {
	data.Object = string(sites.StructureItemTypeExternalLink)
	fill(&data.Title, "Untitled link")
	fill(&data.URL, "https://links.publishing.example/"+data.ID)
	link := &externalLink{data: data}
	s.external.Add(data.ID, link)
	s.addPart(link.part())
	s.putIn(publishing.Value(data.SectionGroup), link.part())
	return link
}

// show returns an external link as it appears in responses.
func (l *externalLink) show() sites.ExternalLink {
	shown := l.data
	shown.SectionGroup = filled(l.group)
	return shown
}

// withoutDrafts returns a copy of a site without parts and site spaces that are drafts. What a
// draft contains is then in a group or a section that the site does not have.
func (s *site) withoutDrafts() *site {
	published := *s
	published.parts, published.spaces = ordered.Table[part]{}, ordered.Table[*siteSpace]{}
	for p := range s.parts.Values() {
		if !p.isDraft() {
			published.addPart(p)
		}
	}
	for placed := range s.spaces.Values() {
		if !publishing.Value(placed.data.Draft) {
			published.spaces.Add(placed.data.ID, placed, placed.section)
		}
	}
	return &published
}

// Add adds an external link to a site and returns it. SectionGroup is the ID of the group that
// contains the link, or nil. Fields that are not set are generated.
func (s SiteExternalLinks) Add(orgID, siteID string, seed sites.ExternalLink) sites.ExternalLink {
	server := open(s.server)
	return externalLinkKind.add(server, seed, func(found *site, seed sites.ExternalLink) *externalLink {
		server.accept(
			server.limit("Sites.ExternalLinks.Create", seed),
			server.state.checkLinkParent(found, seed.SectionGroup),
		)
		return server.state.addExternalLink(found, seed)
	}, orgID, siteID)
}

// All returns the external links of a site, in order.
func (s SiteExternalLinks) All(orgID, siteID string) []sites.ExternalLink {
	defer open(s.server).mu.hold()()
	found := siteKind.seeded(open(s.server), orgID, siteID)
	return values(found.parts.Group(allLinks).Values(), func(p part) sites.ExternalLink {
		return p.link.show()
	})
}
