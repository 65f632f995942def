package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// A gate is a check of a change request.
type gate struct {
	client        *publishing.Client
	space, id     string   // IDs of the space and the change request
	from          []string // IDs of the spaces whose links into the space are checked
	orgID, siteID string   // site whose paths are checked, "" for none
}

// check reads everything and returns the report. What fails makes the report unknown.
func (g *gate) check(ctx context.Context) *report {
	r := &report{ChangeRequest: g.space + "/" + g.id, Worse: []finding{}, Unknown: []string{}, Unchecked: []string{}}
	if err := g.compare(ctx, r); err != nil {
		r.Unknown = append(r.Unknown, err.Error())
	}
	r.Status = statusNames[r.status()]
	return r
}

func (g *gate) compare(ctx context.Context, r *report) error {
	request, err := g.client.ChangeRequests.Get(ctx, g.space, g.id)
	if err != nil {
		return err
	}
	if request.Status == changerequests.StatusMerged || request.Status == changerequests.StatusArchived {
		return fmt.Errorf("the change request is %s", request.Status)
	}
	base, err := g.read(ctx, r, "base", g.space, baseOf(request))
	if err != nil {
		return err
	}
	head, err := g.read(ctx, r, "change request", g.space, request.Revision)
	if err != nil {
		return err
	}
	others := map[string]*content{}
	for _, id := range g.from {
		if id == g.space || others[id] != nil {
			continue
		}
		space, err := g.client.Spaces.Get(ctx, id, spaces.GetOptions{})
		if err != nil {
			return err
		}
		if others[id], err = g.read(ctx, r, "other space", id, space.Revision); err != nil {
			return err
		}
	}
	c := comparison{base: base, head: head, others: others, report: r, removed: map[string]*finding{}}
	c.links()
	if len(others) == 0 {
		r.Unchecked = append(r.Unchecked, "links from other spaces: no other space was read")
	} else {
		r.Unchecked = append(r.Unchecked, "links from spaces other than those that were read")
	}
	if request.Outdated {
		r.Unchecked = append(r.Unchecked, "changes of the main content since the base: the change request is outdated")
	}
	if err := g.paths(ctx, c); err != nil {
		return err
	}
	again, err := g.client.ChangeRequests.Get(ctx, g.space, g.id)
	switch {
	case err != nil:
		return err
	case again.Revision != request.Revision || baseOf(again) != baseOf(request) || again.Status != request.Status:
		return errors.New("the change request changed while it was read")
	}
	return nil
}

// baseOf returns the revision of the main content that a change request is based on.
func baseOf(request *changerequests.ChangeRequest) string {
	return cmp.Or(publishing.Value(request.RevisionMergedAncestor), request.RevisionInitial)
}

func (g *gate) read(ctx context.Context, r *report, role, space, revision string) (*content, error) {
	c, err := read(ctx, g.client, space, revision)
	if err != nil {
		return nil, fmt.Errorf("space %s, revision %s: %w", space, revision, err)
	}
	r.Read = append(r.Read, contentRead{Role: role, Space: space, Revision: revision, Pages: c.read})
	r.Unknown = append(r.Unknown, c.unknown...)
	return c, nil
}

// A comparison compares a change request with its base.
type comparison struct {
	base, head *content
	others     map[string]*content // by the ID of the space
	report     *report
	removed    map[string]*finding // pages and files that others link to, by kind and ID
	seen       map[string]bool
}

// links adds what is worse about links.
func (c *comparison) links() {
	c.seen = map[string]bool{}
	before := map[string]link{}
	for _, l := range c.base.links {
		before[l.key()] = l
	}
	for _, l := range c.head.links {
		in, was := c.head, whole
		then, existed := before[l.key()]
		if other := c.others[publishing.Value(l.ref.Space)]; other != nil {
			in = other
			if existed { // the change request does not change the other space
				continue
			}
		} else if existed {
			was = c.base.resolve(c.base.space, then)
		}
		c.add(c.head.space, l, existed, was, in.resolve(c.head.space, l))
	}
	for _, id := range slices.Sorted(maps.Keys(c.others)) {
		for _, l := range c.others[id].links {
			c.add(id, l, true, c.base.resolve(id, l), c.head.resolve(id, l))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(c.removed)) {
		c.report.Worse = append(c.report.Worse, *c.removed[key])
	}
}

// add adds a link of a space if its state is worse than before. A link that did not exist before is
// worse if it is not whole. One that is unreadable may be worse than before.
func (c *comparison) add(space string, l link, existed bool, was, is state) {
	key := space + " " + l.key()
	if other := publishing.Value(l.ref.Space); is == elsewhere && !existed && other != "" && other != space {
		c.report.Unchecked = append(c.report.Unchecked, l.from+": link "+l.name()+" leads to a space that was not read")
	}
	if is == elsewhere || is == whole || c.seen[key] {
		return
	}
	c.seen[key] = true
	if existed && was != elsewhere && is != unreadable && is <= was {
		c.report.Old++
		return
	}
	where := l.from
	if space != c.head.space {
		where += " in space " + space
	}
	what := where + ": link " + l.name()
	switch {
	case is == untold && existed && was == whole:
		c.report.Worse = append(c.report.Worse, finding{Kind: kindLink, Where: where, Message: what + " leads to an anchor that is gone"})
	case is == untold || is == unreadable:
		c.report.Unknown = append(c.report.Unknown, what+": its target cannot be told")
	case !c.addRemoved(where, l):
		c.report.Worse = append(c.report.Worse, finding{Kind: kindLink, Where: where, Message: what + " leads to nothing"})
	}
}

// addRemoved adds the target of a broken link if the change request removed it, and reports whether
// it did.
func (c *comparison) addRemoved(where string, l link) bool {
	var kind findingKind
	var key, name string
	if id := publishing.Value(l.ref.Page); c.base.pages[id] != nil && c.head.pages[id] == nil {
		kind, key, name = kindPage, "page "+id, c.base.pages[id].name()
	} else if id := publishing.Value(l.ref.File); c.base.files[id] != "" && c.head.files[id] == "" {
		kind, key, name = kindFile, "file "+id, c.base.files[id]
	} else {
		return false
	}
	if c.removed[key] == nil {
		c.removed[key] = &finding{Kind: kind, Where: name, Message: fmt.Sprintf("%s: it is removed, and these link to it: %s", name, where)}
		return true
	}
	c.removed[key].Message += ", " + where
	return true
}

// key identifies a link within its space.
func (l link) key() string {
	target, _ := json.Marshal(l.ref) // it was decoded from JSON
	return l.id + " " + string(target)
}

func (l link) name() string {
	target, _ := json.Marshal(l.ref)
	if l.text == "" {
		return string(target)
	}
	return fmt.Sprintf("%q, %s", l.text, target)
}

func (p *page) name() string {
	if p.path != "" {
		return p.path
	}
	return p.title
}

// paths adds the published paths that vanish without a redirect. A page that was moved or renamed
// redirects by itself.
func (g *gate) paths(ctx context.Context, c comparison) error {
	if g.siteID == "" {
		c.report.Unchecked = append(c.report.Unchecked, "published paths: no site was given")
		return nil
	}
	c.report.Site = g.orgID + "/" + g.siteID
	prefixes, err := g.prefixes(ctx)
	if err != nil {
		return err
	}
	redirects := map[string]bool{} // the sources in lower case, because case does not matter
	for redirect, err := range g.client.Sites.Redirects.All(ctx, g.orgID, g.siteID, sites.RedirectListOptions{}) {
		if err != nil {
			return err
		}
		to := redirect.Destination
		if to.PageID == nil || c.head.pages[*to.PageID] != nil || c.base.pages[*to.PageID] == nil {
			redirects[strings.ToLower(redirect.Source)] = true
		}
	}
	taken := map[string]bool{}
	for _, p := range c.head.pages {
		taken[p.path] = taken[p.path] || p.document
	}
	for _, id := range slices.Sorted(maps.Keys(c.base.pages)) {
		old := c.base.pages[id]
		if old.path == "" || !old.document || c.head.pages[id] != nil || taken[old.path] {
			continue
		}
		for _, prefix := range prefixes {
			if at := prefix + "/" + escape(old.path); !redirected(redirects, strings.ToLower(at)) {
				c.report.Worse = append(c.report.Worse, finding{
					Kind: kindPath, Where: old.path, Message: at + ": the path vanishes, and no redirect of the site has it",
				})
			}
		}
	}
	return nil
}

// escape returns a path in the form that the source of a redirect has: each character but letters,
// digits and "-._~+" is percent-encoded.
func escape(path string) string {
	var b strings.Builder
	for _, c := range []byte(path) {
		if c == '/' || strings.IndexByte("-._~+", c) >= 0 || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// redirected reports whether a redirect has a path, or a wildcard that matches it.
func redirected(sources map[string]bool, path string) bool {
	if sources[path] {
		return true
	}
	for source := range sources {
		if prefix, ok := strings.CutSuffix(source, "*"); ok && strings.HasPrefix(path, prefix) {
			return true
		}
	}
	return false
}

// prefixes returns the paths of the space on the site.
func (g *gate) prefixes(ctx context.Context) ([]string, error) {
	site, err := g.client.Sites.Get(ctx, g.orgID, g.siteID, sites.GetOptions{})
	if err != nil {
		return nil, err
	}
	var prefixes []string
	for siteSpace, err := range g.client.Sites.SiteSpaces.All(ctx, g.orgID, g.siteID, sites.SiteSpaceListOptions{}) {
		if err != nil {
			return nil, err
		}
		if siteSpace.Space.ID != g.space || publishing.Value(siteSpace.Draft) {
			continue
		}
		home, of := pathOf(site.URLs.Published), pathOf(siteSpace.URLs.Published)
		prefix, below := strings.CutPrefix(of, home)
		if site.URLs.Published == nil || siteSpace.URLs.Published == nil || !below {
			return nil, fmt.Errorf("site space %s: it has no published URL below that of the site", siteSpace.ID)
		}
		prefixes = append(prefixes, prefix)
	}
	if prefixes == nil {
		return nil, fmt.Errorf("site %s: it does not publish space %s", g.siteID, g.space)
	}
	return prefixes, nil
}

// pathOf returns the path of a URL without a slash at its end.
func pathOf(address *string) string {
	parsed, err := url.Parse(publishing.Value(address))
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(parsed.EscapedPath(), "/")
}
