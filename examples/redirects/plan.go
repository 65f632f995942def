package main

import (
	"cmp"
	"maps"
	"net/url"
	"slices"
	"strings"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// A restructure is what a plan is made from.
type restructure struct {
	// Before and After are the pages of the space at two revisions.
	Before, After []spaces.Page
	// Home is the published URL of the site, and Places is where the space stands on it.
	Home   string
	Places []place
	// Others are the paths of the other spaces below the site.
	Others []string
	// Redirects are the live redirects of the site.
	Redirects []sites.Redirect
	// Decisions are the pages that replace removed ones, by the ID of the removed page.
	Decisions map[string]string
	// All also plans redirects for pages that were moved or renamed, which redirect by themselves.
	All bool
}

// A place is a site space that contains the space.
type place struct {
	SiteSpaceID string
	Path        string // path below the site, such as "/docs", or "" for the whole site
}

// A plan is what to do about the old paths of a restructure.
type plan struct {
	// Changes are the redirects to create, change and delete.
	Changes []change
	// Paths are the old paths at which their page is no longer published, and what becomes of them.
	Paths []oldPath
	// Told are rules that somebody should look at. The plan leaves them alone.
	Told []string
}

// A change creates, changes or deletes the redirect of a path.
type change struct {
	Verb   string // "create", "change" or "delete"
	Source string
	To     target                    // zero for a deletion
	old    sites.RedirectDestination // for a text, zero for a creation
	keeps  sites.Redirect            // settings that a change keeps
}

// A target is a page in a place.
type target struct{ SiteSpaceID, PageID string }

// An oldPath is a path at which a page was published and is no longer.
type oldPath struct {
	Path   string
	PageID string
	Fate   fate
	To     target // page that the path leads to after the plan was applied, zero if there is none
	URL    string // URL of the redirect that the plan keeps, "" if it has none
}

type fate string

const (
	redirects fate = "redirect"      // a redirect leads to the page, or out of the space
	automatic fate = "automatic"     // the page was moved or renamed, and the service redirects by itself
	undecided fate = "undecided"     // the page was removed, and nobody has decided what replaces it
	taken     fate = "taken"         // another page is published there now
	tooLong   fate = "path too long" // no redirect can have the path
)

// maxSource is the largest length of the path of a redirect that the service has been seen to
// accept.
const maxSource = 511

// Plan returns what to do about the old paths of a restructure. It sends nothing. If its changes
// are applied, Plan returns no changes for the new redirects.
func (r restructure) Plan() plan {
	p := planner{
		restructure: r, rules: map[string]sites.Redirect{}, changes: map[string]change{},
		now: map[string]target{}, then: map[string]target{}, live: map[string]bool{}, known: map[string]bool{},
	}
	p.pages(r.Before, p.then, p.known)
	p.pages(r.After, p.now, p.live)
	maps.Copy(p.known, p.live)
	for _, redirect := range r.Redirects {
		p.rules[strings.ToLower(redirect.Source)] = redirect
	}
	var made plan
	for _, path := range slices.Sorted(maps.Keys(p.then)) {
		if is, exists := p.now[path]; !exists || is.PageID != p.then[path].PageID {
			made.Paths = append(made.Paths, p.old(path, p.then[path]))
		}
	}
	for _, source := range slices.Sorted(maps.Keys(p.rules)) {
		if told := p.rule(source, p.rules[source]); told != "" {
			made.Told = append(made.Told, told)
		}
	}
	for _, source := range slices.Sorted(maps.Keys(p.changes)) {
		made.Changes = append(made.Changes, p.changes[source])
	}
	return made
}

type planner struct {
	restructure

	now, then   map[string]target         // pages by path on the site, in lower case
	live, known map[string]bool           // IDs of the pages that exist, and of those that exist or did
	rules       map[string]sites.Redirect // by source in lower case
	changes     map[string]change         // by source in lower case
}

// pages adds the pages of a tree by their IDs, and the published ones by their paths, as a redirect
// has them.
func (p *planner) pages(tree []spaces.Page, by map[string]target, ids map[string]bool) {
	for visit := range spaces.WalkPages(tree) {
		ids[visit.Page.ID] = true
		if visit.Page.Type != spaces.PageTypeDocument || visit.Page.Path == nil {
			continue
		}
		for _, at := range p.Places {
			by[strings.ToLower(at.Path+"/"+escape(*visit.Page.Path))] = target{at.SiteSpaceID, visit.Page.ID}
		}
	}
}

// successor returns the page that a page is now: itself, or the one that was decided.
func (p *planner) successor(page target) (target, bool) {
	for range len(p.Decisions) + 1 { // a removed page can be replaced by one that was removed too
		if p.live[page.PageID] {
			return page, true
		}
		page.PageID = p.Decisions[page.PageID]
	}
	return target{}, false
}

// old decides what happens to an old path of a page.
func (p *planner) old(path string, page target) oldPath {
	found := oldPath{Path: path, PageID: page.PageID}
	if _, exists := p.now[path]; exists {
		found.Fate = taken
		return found
	}
	if p.live[page.PageID] {
		found.Fate, found.To = automatic, page
		if !p.All {
			return found
		}
	}
	to, decided := p.successor(page)
	if rule, ruled := p.rules[path]; ruled && !decided { // somebody has decided already
		if to, decided = p.follow(rule, map[string]bool{}); !decided || !p.indirect(rule) {
			if decided || p.leaves(rule) {
				found.Fate, found.To = redirects, to
				found.URL = publishing.Value(rule.Destination.URL)
				return found
			}
		}
	}
	switch {
	case decided && len(path) <= maxSource:
		found.Fate, found.To = redirects, to
		p.set(path, path, to)
	case found.Fate == automatic:
	case decided:
		found.Fate = tooLong
	default:
		found.Fate = undecided
	}
	return found
}

// leaves reports whether a redirect leads to something that is no page of the space.
func (p *planner) leaves(rule sites.Redirect) bool {
	if rule.Destination.Kind == sites.RedirectDestinationKindPage {
		return !p.known[publishing.Value(rule.Destination.PageID)]
	}
	path, onSite := p.onSite(rule.Destination)
	_, isRedirect := p.rules[path]
	return !onSite || !isRedirect && !p.isOfSpace(path)
}

// isOfSpace reports whether a path on the site is of the space, which can be above or below others.
func (p *planner) isOfSpace(path string) bool {
	longest, isOwn := -1, false
	look := func(at string, own bool) {
		at = strings.ToLower(at)
		if (path == at || strings.HasPrefix(path, at+"/")) && len(at) > longest {
			longest, isOwn = len(at), own
		}
	}
	for _, at := range p.Places {
		look(at.Path, true)
	}
	for _, at := range p.Others {
		look(at, false)
	}
	return isOwn
}

// rule looks at a redirect that exists. It returns a text if somebody else should look at it too.
func (p *planner) rule(path string, rule sites.Redirect) string {
	if _, planned := p.changes[path]; planned {
		return ""
	}
	page, onLivePage := p.now[path]
	to, found := p.follow(rule, map[string]bool{})
	switch {
	case onLivePage && found && to == page:
		p.changes[path] = change{Verb: "delete", Source: rule.Source, old: rule.Destination}
		return ""
	case onLivePage:
		return rule.Source + ": the redirect has the path of a page that is published"
	case p.loops(rule):
		return rule.Source + ": the redirect leads back to itself"
	case strings.HasSuffix(rule.Source, "*"):
		return rule.Source + ": the redirect has a wildcard, which is not followed"
	case rule.Destination.Kind == sites.RedirectDestinationKindPage && !found && p.known[publishing.Value(rule.Destination.PageID)]:
		return rule.Source + ": the redirect leads to a page that was removed"
	case found && p.indirect(rule):
		p.set(path, rule.Source, to)
	}
	return ""
}

// follow returns the page that a redirect leads to, through other redirects and old paths.
func (p *planner) follow(rule sites.Redirect, seen map[string]bool) (target, bool) {
	source := strings.ToLower(rule.Source)
	if seen[source] {
		return target{}, false
	}
	seen[source] = true
	to := rule.Destination
	if to.Kind == sites.RedirectDestinationKindPage {
		page := target{publishing.Value(to.SiteSpaceID), publishing.Value(to.PageID)}
		if !p.known[page.PageID] {
			return target{}, false // it is in another space
		}
		return p.successor(page)
	}
	path, ok := p.onSite(to)
	if !ok {
		return target{}, false
	}
	if page, exists := p.now[path]; exists {
		return page, true
	}
	if page, isAutomatic := p.automatic(path); isAutomatic {
		return page, true
	}
	if c, planned := p.changes[path]; planned {
		return c.To, true
	}
	if next, exists := p.rules[path]; exists {
		return p.follow(next, seen)
	}
	return p.successor(p.then[path])
}

// automatic returns the page to which the service redirects an old path by itself, before any other
// redirect.
func (p *planner) automatic(path string) (target, bool) {
	page, wasThere := p.then[path]
	return page, wasThere && p.live[page.PageID] && !p.All
}

// loops reports whether a redirect leads back to itself or to a loop.
func (p *planner) loops(rule sites.Redirect) bool {
	for seen := map[string]bool{}; ; {
		source := strings.ToLower(rule.Source)
		if seen[source] {
			return true
		}
		seen[source] = true
		path, ok := p.onSite(rule.Destination)
		_, exists := p.now[path]
		_, isAutomatic := p.automatic(path)
		if _, planned := p.changes[path]; !ok || exists || isAutomatic || planned {
			return false
		}
		if rule, ok = p.rules[path]; !ok {
			return false
		}
	}
}

// indirect reports whether a redirect leads to its page through something else: another redirect,
// an old path, or a page that was removed.
func (p *planner) indirect(rule sites.Redirect) bool {
	if rule.Destination.Kind == sites.RedirectDestinationKindPage {
		return !p.live[publishing.Value(rule.Destination.PageID)]
	}
	path, _ := p.onSite(rule.Destination)
	_, exists := p.now[path]
	// A redirect to a page has no anchor and no query, so one with either stays.
	return !exists && !strings.ContainsAny(publishing.Value(rule.Destination.URL), "?#")
}

// onSite returns the path on the site of a destination that is a URL.
func (p *planner) onSite(to sites.RedirectDestination) (string, bool) {
	if to.Kind != sites.RedirectDestinationKindExternal {
		return "", false
	}
	home, err := url.Parse(p.Home)
	external, externalErr := url.Parse(publishing.Value(to.URL))
	if err != nil || externalErr != nil || !strings.EqualFold(external.Host, home.Host) {
		return "", false
	}
	path, below := strings.CutPrefix(escape(external.Path), strings.TrimSuffix(escape(home.Path), "/"))
	below = below && (path == "" || path[0] == '/')
	return strings.ToLower(strings.TrimSuffix(path, "/")), below
}

// set plans that the redirect of a path leads to a page, unless it does.
func (p *planner) set(path, source string, to target) {
	planned := change{Verb: "create", Source: source, To: to}
	if rule, exists := p.rules[path]; exists {
		if rule.Destination.Kind == sites.RedirectDestinationKindPage &&
			publishing.Value(rule.Destination.PageID) == to.PageID && publishing.Value(rule.Destination.SiteSpaceID) == to.SiteSpaceID {
			return
		}
		planned.Verb, planned.Source, planned.old, planned.keeps = "change", rule.Source, rule.Destination, rule
	}
	p.changes[path] = planned
}

// request returns a change as the service takes it.
func (c change) request() sites.RedirectChange {
	if c.Verb == "delete" {
		return sites.RedirectChange{Source: c.Source, Destination: api.Null[sites.RedirectDestination]()}
	}
	return sites.RedirectChange{
		Source: c.Source, Permanent: c.keeps.Permanent, CaptureWildcard: c.keeps.CaptureWildcard,
		Destination: api.Set(sites.RedirectDestination{
			Kind: sites.RedirectDestinationKindPage, SiteSpaceID: &c.To.SiteSpaceID, PageID: &c.To.PageID,
		}),
	}
}

// escape returns a path in the form that a redirect has: each character but letters, digits and
// "-._~+" is percent-encoded.
func escape(path string) string {
	var b strings.Builder
	for _, c := range []byte(path) {
		if c == '/' || strings.IndexByte("-._~+", c) >= 0 || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' {
			b.WriteByte(c)
			continue
		}
		b.WriteString("%" + strings.ToUpper(string("0123456789abcdef"[c>>4])+string("0123456789abcdef"[c&15])))
	}
	return b.String()
}

// describe returns the destination of a redirect in a few words.
func describe(to sites.RedirectDestination) string {
	return string(to.Kind) + " " + cmp.Or(publishing.Value(to.PageID), publishing.Value(to.URL), publishing.Value(to.SiteSectionID), publishing.Value(to.SiteSpaceID))
}
