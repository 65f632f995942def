package publishingtest

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleLinkFilter             = newUndecidedRule("spaces.links.list.status", "status selects the links with that status; the stats count all links; without the rule, the selected ones")
	ruleChangeRequestLinkStats = newUndecidedRule("changerequests.pages.links.list.stats", "the link stats of a change request and of its pages count in changeRequest the links that are broken there and not in its base; without the rule, those that are broken there")
	ruleBrokenContext          = newUndecidedRule("changerequests.links.list.broken-context", "brokenContext change-request selects the links that are broken in the change request and not in its base, the revision of the main content that it was created from or last updated to, and space those that are broken in both; the stats count all links; without the rule, space selects all broken links")
)

// link is the target of links, together with the pages of a revision that contain these links.
type link struct {
	target string
	status spaces.LinkStatus
	to     *spaces.Reference
	from   []*contentPage
}

var markdownLink = regexp.MustCompile(`\]\(\s*([^)\s]+)[^)]*\)`)

// fileTarget returns the target of a link to the file with the given ID.
func fileTarget(id string) string { return "files/" + id }

// targets returns the unique targets of the links in a page, in order.
func targets(rev *revision, p *contentPage) []string {
	var all []string
	add := func(target string) {
		if target != "" && !strings.HasPrefix(target, "#") && !slices.Contains(all, target) {
			all = append(all, target)
		}
	}
	for _, section := range p.seed.Sections {
		text := new(mask).hideCode(section.Body)
		for _, match := range markdownLink.FindAllStringSubmatch(text, -1) {
			add(strings.TrimPrefix(match[1], "/"))
		}
		for _, match := range attributes.FindAllStringSubmatch(text, -1) {
			add(strings.TrimPrefix(match[2], "/"))
		}
	}
	refs := []*spaces.ContentRef{p.seed.Target}
	if p.seed.Cover != nil {
		refs = append(refs, p.seed.Cover.Ref, p.seed.Cover.RefDark)
	}
	for _, ref := range refs {
		switch {
		case ref == nil:
		case ref.File != nil:
			add(fileTarget(*ref.File))
		case ref.URL != nil:
			add(*ref.URL)
		case ref.Page != nil:
			if to := pageWith(rev.pages, *ref.Page, true); to != nil {
				add(to.path)
			} else {
				add(*ref.Page)
			}
		}
	}
	return all
}

// resolve returns the page or the file of a revision that a target identifies. If there is neither,
// it returns nil for both.
func resolve(rev *revision, target string) (*contentPage, *spaces.File) {
	if id, ok := strings.CutPrefix(target, fileTarget("")); ok {
		if f := rev.file(id); f != nil {
			return nil, f
		}
	}
	path, _, _ := strings.Cut(target, "#")
	if id, ok := strings.CutPrefix("/"+path, pageTarget("")); ok {
		if p := pageWith(rev.pages, id, true); p != nil {
			return p, nil
		}
		if p := pageAt(rev.pages, id); p != nil {
			return p, nil
		}
	}
	for p := range readingOrder(rev.pages) {
		if p.path == strings.TrimSuffix(path, "/") && p.seed.Type != spaces.PageTypeLink {
			return p, nil
		}
	}
	return nil, nil
}

// linksOf returns the links in the pages of a branch, grouped by target.
func (c *call) linksOf(b branch, pages []*contentPage) []*link {
	var links []*link
	for _, p := range pages {
		for _, target := range targets(b.head(), p) {
			i := slices.IndexFunc(links, func(l *link) bool { return l.target == target })
			if i < 0 {
				i = len(links)
				links = append(links, c.newLink(b, target))
			}
			links[i].from = append(links[i].from, p)
		}
	}
	return links
}

func (c *call) newLink(b branch, target string) *link {
	l := &link{target: target, status: spaces.LinkStatusOK}
	p, f := resolve(b.head(), target)
	u, err := url.Parse(target)
	switch {
	case err == nil && u.IsAbs():
		l.to = &spaces.Reference{Kind: spaces.ContentRefKindURL, URL: &target}
		if strings.HasPrefix(target, appURL+"/") {
			l.status = spaces.LinkStatusInApp
		}
	case p != nil:
		l.to = new(c.pageReference(b, p))
	case f != nil:
		ref := c.reference(b, spaces.ContentRefKindFile)
		ref.File = new(showFile(b.space, *f, inFull))
		l.to = &ref
	default:
		l.status = spaces.LinkStatusBroken
	}
	return l
}

// reference returns a reference to a branch. The caller adds the page, file or other part to refer
// to.
func (c *call) reference(b branch, kind spaces.ContentRefKind) spaces.Reference {
	ref := spaces.Reference{Kind: kind, Space: new(c.showSpace(b.space, ""))}
	ref.Organization = new(c.showOrganization(c.organizationOf(b.space)))
	ref.VersionContext = &spaces.VersionContext{
		Type: "revision", Revision: &spaces.RevisionRef{ID: b.head().id},
	}
	return ref
}

func (c *call) pageReference(b branch, p *contentPage) spaces.Reference {
	ref := c.reference(b, spaces.ContentRefKindPage)
	ref.Page = new(c.showPage(b.space, sourceOf(b.head().pages, p), p, inFull))
	return ref
}

func listLinks(c *call, b branch) (response, error) {
	all := func(b branch) []*link { return c.linksOf(b, slices.Collect(readingOrder(b.head().pages))) }
	return c.respondLinks(b, all(b), all)
}

func listPageLinks(c *call, b branch, p *contentPage) (response, error) {
	return c.respondLinks(b, c.linksOf(b, []*contentPage{p}), func(base branch) []*link {
		old := pageWith(base.head().pages, p.seed.ID, true)
		if old == nil {
			return nil
		}
		return c.linksOf(base, []*contentPage{old})
	})
}

// respondLinks responds with a page of links and the statistics of all links. linksIn returns the
// links at the same place in the base of the change request.
func (c *call) respondLinks(
	b branch, links []*link, linksIn func(base branch) []*link,
) (response, error) {
	before := map[string]bool{} // the targets of links that are broken in the base
	if b.changeRequest != nil {
		for _, l := range linksIn(branch{space: b.space, end: b.changeRequest.ancestor}) {
			before[l.target] = l.status == spaces.LinkStatusBroken
		}
	}
	wanted, why := spaces.LinkStatus(c.query.Get("status")), c.query.Get("brokenContext")
	selected := slices.DeleteFunc(slices.Clone(links), func(l *link) bool {
		isBroken, inBase := l.status == spaces.LinkStatusBroken, before[l.target]
		return wanted != "" && l.status != wanted ||
			why == "change-request" && (!isBroken || inBase) ||
			why == "space" && (!isBroken || !inBase && c.enabled(ruleBrokenContext))
	})
	counted := byRule(c.state, ruleLinkFilter, links, selected)
	stats := spaces.LinkStats{Total: int64(len(counted))}
	if b.changeRequest != nil {
		stats.Broken.ChangeRequest = new(int64)
	}
	for _, l := range counted {
		if l.status != spaces.LinkStatusBroken {
			continue
		}
		stats.Broken.Total++
		inBase := before[l.target] && c.enabled(ruleChangeRequestLinkStats)
		if b.changeRequest != nil && !inBase {
			*stats.Broken.ChangeRequest++
		}
	}
	from, to, next := c.pageOf(ordered.Of(selected).Order)
	list := spaces.LinkList{Stats: stats}
	list.Items, list.Next, list.Count = []spaces.Link{}, next, new(int64(len(selected)))
	for _, l := range selected[from:to] {
		shown := spaces.Link{
			Status: l.status, Relation: spaces.LinkRelationReference, TargetReference: l.to,
		}
		for _, from := range l.from {
			shown.LocationReferences = append(shown.LocationReferences, c.pageReference(b, from))
		}
		list.Items = append(list.Items, shown)
	}
	return respondOK(list)
}

func listFileBacklinks(c *call, b branch, f *spaces.File) (response, error) {
	return c.respondBacklinks(b, func(_ *contentPage, to *spaces.File) bool {
		return to != nil && to.ID == f.ID
	})
}

func listPageBacklinks(c *call, b branch, p *contentPage) (response, error) {
	return c.respondBacklinks(b, func(to *contentPage, _ *spaces.File) bool {
		return to != nil && to.seed.ID == p.seed.ID
	})
}

// respondBacklinks responds with the pages of a branch that refer to a target.
func (c *call) respondBacklinks(
	b branch, leads func(p *contentPage, f *spaces.File) bool,
) (response, error) {
	var from []*contentPage
	for p := range readingOrder(b.head().pages) {
		if slices.ContainsFunc(targets(b.head(), p), func(target string) bool { return leads(resolve(b.head(), target)) }) {
			from = append(from, p)
		}
	}
	return respondPage(c,
		ordered.Of(from), func(p *contentPage) spaces.Reference { return c.pageReference(b, p) })
}
