package publishingtest

import (
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// A Page is a page with which a test seeds a space.
type Page struct {
	ID          string // if empty, an ID such as "page_1" is generated
	Title       string
	Slug        string // if empty, it is derived from the title
	Description string
	Emoji       string
	// Type defaults to a document. A group has Pages and no text, and a link has a Target. A
	// computed page has Pages, and responses contain these instead of the page itself, unless the
	// request has computed=false.
	Type     spaces.PageType
	Target   *spaces.ContentRef // target of a link
	Computed *spaces.Computed   // source of a computed page
	Cover    *spaces.PageCover
	Hidden   bool
	// The following fields can be set by an update of the content of a change request.
	Icon, Condition        string
	NoIndex, NoRobotsIndex bool
	MetaLinks              *spaces.PageMetaLinks // links in the head of the page
	Sections               []Section
	// Document is the text of the page as a document with nodes of any type. If Document is nil,
	// the text consists of the Sections. Otherwise, searches, links and answers use only the text
	// in Document, and the ID of a section is the anchor of its heading or the key of its first
	// node.
	Document *richtext.Document
	Pages    []Page // subpages
}

// A Section is a part of a [Page].
type Section struct {
	// ID is the anchor of the heading. If it is empty, an ID such as "section_1" is generated.
	ID    string
	Title string
	// Body is Markdown. The target of a link is the path of a page of the space, such as
	// [steps](guides/first-steps), the ID of a file, such as [plan](files/file_1), or an absolute
	// URL. If a response contains the body as a document, it consists of paragraphs and headings of
	// levels 1 to 3. All other Markdown, such as bold text, links and lists, stays text.
	Body string
}

// contentPage is a page of a revision. Like the revision, it is immutable.
type contentPage struct {
	seed             Page // without subpages
	path             string
	created, updated time.Time
	below            []*contentPage
	written          bool // whether an update of content has written the text
	anchored         bool // whether the IDs of sections are the anchors of their headings
}

// with returns a copy of a page with the given subpages instead of its own.
func (p *contentPage) with(below []*contentPage) *contentPage {
	changed := *p
	changed.below = below
	return &changed
}

// newPages creates pages below a path and gives them slugs that are unique there. newID returns the
// ID of a resource; its argument is the ID in the seed.
func (st *state) newPages(
	parent string, seeds []Page, taken map[string]bool, newID func(kind, chosen string) string,
) []*contentPage {
	var created []*contentPage
	for _, seed := range seeds {
		p := &contentPage{
			seed: seed, created: st.now(), updated: st.now(),
			anchored: st.enabled(ruleSectionAnchors),
		}
		p.seed.ID = newID("page", seed.ID)
		p.seed.Type = orElse(seed.Type, spaces.PageTypeDocument)
		p.seed.Slug = orElse(seed.Slug, slugOf(seed.Title, taken))
		p.seed.Sections = nil
		for _, section := range seed.withText().Sections {
			if seed.Document == nil || section.ID == "" { // keys are unique only in their document
				section.ID = newID("section", section.ID)
			}
			p.seed.Sections = append(p.seed.Sections, section)
		}
		p.seed.Pages = nil
		if p.computed() {
			p.path = parent
			p.below = st.newPages(parent, seed.Pages, taken, newID)
		} else {
			taken[p.seed.Slug] = true
			p.path = pathOf(parent, p.seed.Slug)
			p.below = st.newPages(p.path, seed.Pages, map[string]bool{}, newID)
		}
		created = append(created, p)
	}
	return created
}

// withText returns a page whose sections contain the text of its document, if there is one. The ID
// of a section is the anchor of its heading, or the key of its first node.
func (p Page) withText() Page {
	if p.Document == nil {
		return p
	}
	p.Sections = nil
	for _, part := range richtext.Sections(p.Document) {
		section := Section{ID: orElse(part.Anchor, part.Key)}
		if part.Level == 2 {
			section.Title, part.Nodes = part.Title(), part.Nodes[1:]
		}
		section.Body = textOf(part.Nodes)
		p.Sections = append(p.Sections, section)
	}
	return p
}

// freshID can be passed to newPages as newID. It ignores the IDs in seeds, so that the same pages
// can be created again.
func (st *state) freshID(kind, _ string) string { return st.newID(kind) }

func pathOf(parent, slug string) string { return strings.TrimPrefix(parent+"/"+slug, "/") }

func (p *contentPage) computed() bool { return p.seed.Type == spaces.PageTypeComputed }

// hasPath reports whether the page has a path of its own.
func (p *contentPage) hasPath() bool {
	return p.seed.Type == spaces.PageTypeDocument || p.seed.Type == spaces.PageTypeGroup
}

// slugOf derives a slug from a title. It avoids the slugs in taken.
func slugOf(title string, taken map[string]bool) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	slug := orElse(strings.Join(words, "-"), "page")
	for n, first := 2, slug; taken[slug]; n++ {
		slug = fmt.Sprintf("%s-%d", first, n)
	}
	return slug
}

// slugs returns the slugs of sibling pages.
func slugs(pages []*contentPage) map[string]bool {
	taken := map[string]bool{}
	for _, p := range pages {
		if !p.computed() {
			taken[p.seed.Slug] = true
		}
	}
	return taken
}

// readingOrder iterates over pages and their subpages. Instead of a computed page, it yields the
// pages that are computed from it.
func readingOrder(pages []*contentPage) iter.Seq[*contentPage] {
	return readingOrderOf(pages, true)
}

// readingOrderOf is like readingOrder, but if computed is false, it yields the computed pages
// themselves.
func readingOrderOf(pages []*contentPage, computed bool) iter.Seq[*contentPage] {
	return func(yield func(*contentPage) bool) {
		var visit func(pages []*contentPage) bool
		visit = func(pages []*contentPage) bool {
			for _, p := range pages {
				hidden := p.computed() && computed
				if !hidden && !yield(p) {
					return false
				}
				if (hidden || !p.computed()) && !visit(p.below) {
					return false
				}
			}
			return true
		}
		visit(pages)
	}
}

// pageWith returns the page with the given ID, or nil if there is none.
func pageWith(pages []*contentPage, id string, computed bool) *contentPage {
	for p := range readingOrderOf(pages, computed) {
		if p.seed.ID == id {
			return p
		}
	}
	return nil
}

// countPages returns the number of pages including subpages.
func countPages(pages []*contentPage) (count int64) {
	for range readingOrder(pages) {
		count++
	}
	return count
}

// samePage reports whether two pages are equal except for their subpages. The pages may be nil.
func samePage(a, b *contentPage) bool {
	if a == nil || b == nil {
		return a == b
	}
	return reflect.DeepEqual(a.seed, b.seed)
}

// markdown returns the text of a page.
func (p *contentPage) markdown() string {
	var parts []string
	for _, section := range p.seed.Sections {
		if text := section.markdown(); text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, "\n\n")
}

// markdown returns the title of a section as a heading, and its body.
func (s Section) markdown() string {
	text := strings.TrimSpace(s.Body)
	if s.Title != "" {
		text = strings.TrimSpace("## " + s.Title + "\n\n" + text)
	}
	return text
}

// document returns the text of a page as a document.
func (p *contentPage) document() *richtext.Document {
	if p.seed.Document != nil {
		return p.seed.Document
	}
	if p.written {
		return writtenDocument(p.markdown())
	}
	document := documentOf("")
	for _, section := range p.seed.Sections {
		at := len(document.Nodes)
		document.Nodes = appendBlocks(document.Nodes, section.markdown())
		if section.Title != "" && p.anchored {
			document.Nodes[at].Data["id"], _ = jsonx.Marshal(section.ID)
		}
	}
	return document
}

// edited returns a copy of pages in which the result of change replaces the page with the given ID.
// found reports whether the page exists.
func edited(
	pages []*contentPage, id string, change func(p *contentPage) []*contentPage,
) (changed []*contentPage, found bool) {
	for i, p := range pages {
		if p.seed.ID == id {
			return slices.Concat(pages[:i], change(p), pages[i+1:]), true
		}
		if below, ok := edited(p.below, id, change); ok {
			return slices.Concat(pages[:i], []*contentPage{p.with(below)}, pages[i+1:]), true
		}
	}
	return pages, false
}

// placed returns a copy of pages with new paths, which begin with the path of the parent.
func placed(pages []*contentPage, parent string) []*contentPage {
	moved := make([]*contentPage, 0, len(pages))
	for _, p := range pages {
		path := parent
		if !p.computed() {
			path = pathOf(parent, p.seed.Slug)
		}
		at := p.with(placed(p.below, path))
		at.path = path
		moved = append(moved, at)
	}
	return moved
}

// allPages iterates over pages and their subpages, including computed pages and the pages that are
// computed from them.
func allPages(pages []*contentPage) iter.Seq[*contentPage] {
	return func(yield func(*contentPage) bool) {
		for _, p := range pages {
			if !yield(p) {
				return
			}
			for below := range allPages(p.below) {
				if !yield(below) {
					return
				}
			}
		}
	}
}
