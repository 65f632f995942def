package publishingtest

import (
	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
	"github.com/publishing-platform/publishing-go/sites"
)

var (
	ruleExternalLinkSections = newRule("sites.externallinks.create.sections", "only a site with sections can have external links; without the rule, any site")
	ruleExternalLinkParent   = newUndecidedRule("sites.externallinks.parent-exists", "the parent of an external link is a section group of the site; without the rule, a link with another parent is at the root")
	ruleDraftsHidden         = newRule("sites.published.drafts", "the structure of a published site leaves out drafts of external links, sections and site spaces; without the rule, it contains them")
)

// The operations on external links.
var _ = declare(operations{
	"Sites.ExternalLinks.Create": {onSite(createExternalLink), limits.AllFromDescription(limits.Table{limits.BodyOf[sites.ExternalLinkCreate](), externalLinkURL})},
	"Sites.ExternalLinks.Update": {externalLinkKind.on(updateExternalLink), limits.AllFromDescription(limits.Table{limits.BodyOf[sites.ExternalLinkUpdate](), externalLinkURL})},
	"Sites.ExternalLinks.Delete": {handle: inOrganization(externalLinkKind.delete)},
})

// externalLinkURL limits the URL of an external link further than the type in package sites does.
var externalLinkURL = limits.Body("url", limits.Pattern(`^https?://.`))

// externalLink is a link of a site to another site.
type externalLink struct {
	data  sites.ExternalLink // without SectionGroup
	group string             // "" if there is none
}

// externalLinkKind is the resource kind for external links of sites.
var externalLinkKind = &kind[*site, externalLink, sites.ExternalLink]{
	name: "external link", param: "siteExternalLinkId", in: siteKind.scope(),
	table: func(s *site) *ordered.Table[*externalLink] { return &s.external },
	show:  func(_ *call, _ *site, link *externalLink) sites.ExternalLink { return link.show() },
	remove: func(_ *call, s *site, link *externalLink) error {
		s.parts.Remove(link.data.ID)
		return nil
	},
}

func createExternalLink(c *call, s *site) (response, error) {
	in := input[sites.ExternalLinkCreate](c)
	if s.sections.Len() == 0 && c.enabled(ruleExternalLinkSections) {
		return response{}, invalid("siteId", "a site with sections",
			s.data.ID, ruleExternalLinkSections)
	}
	if err := c.checkLinkParent(s, in.Parent); err != nil {
		return response{}, err
	}
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
		if err := c.checkLinkParent(s, &parent); err != nil {
			return response{}, err
		}
	}
	merge(&link.data, in)
	if !in.Parent.IsZero() {
		s.putLinkIn(parent, link)
	}
	return respondOK(link.show())
}

// addExternalLink adds an external link and generates the fields that are not set, except for the
// ID.
func (st *state) addExternalLink(s *site, data sites.ExternalLink) *externalLink {
	data.Object = string(sites.StructureItemTypeExternalLink)
	data.Title = orElse(data.Title, "Untitled link")
	data.URL = orElse(data.URL, "https://links.publishing.example/"+data.ID)
	parent := data.SectionGroup
	data.SectionGroup = nil
	link := &externalLink{data: data}
	s.external.Add(data.ID, link)
	s.addPart(part{link: link})
	if parent != nil {
		s.putLinkIn(*parent, link)
	}
	return link
}

// putLinkIn puts an external link into a section group, or at the root if group is empty.
func (s *site) putLinkIn(group string, link *externalLink) {
	if !s.groups.Has(group) {
		group = ""
	}
	s.putIn(group, part{link: link})
}

// show returns an external link as it appears in responses.
func (l *externalLink) show() sites.ExternalLink {
	shown := l.data
	shown.SectionGroup = filled(l.group)
	return shown
}

// withoutDrafts returns a copy of a site without draft external links and draft site spaces, which
// the structure of the site does not contain.
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
	return externalLinkKind.add(s.server, seed, func(found *site, seed sites.ExternalLink) *externalLink {
		s.accept(
			s.limit("Sites.ExternalLinks.Create", seed),
			s.state.checkLinkParent(found, seed.SectionGroup),
		)
		seed.ID = s.seedID("site-external-link", seed.ID)
		return s.state.addExternalLink(found, seed)
	}, orgID, siteID)
}

// All returns the external links of a site, in order.
func (s SiteExternalLinks) All(orgID, siteID string) []sites.ExternalLink {
	defer s.mu.hold()()
	found := s.seedSite(orgID, siteID)
	return values(found.parts.Group(allLinks).Values(), func(p part) sites.ExternalLink {
		return p.link.show()
	})
}
