package publishingtest

import (
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/publishing-platform/publishing-go/spaces"
)

// Page is a page to seed.
type Page struct {
	ID          string // "" for one like "page_1"
	Title       string
	Slug        string // "" for one made of the title
	Description string
	Emoji       string
	// Type is that of a document when empty. A group has pages and no text, a link has a Target. A computed page stands for its Pages: a
	// read of content has those in its place, and the page itself only with computed=false.
	Type     spaces.PageType
	Target   *spaces.ContentRef // of a link
	Computed *spaces.Computed   // of a computed page
	Cover    *spaces.PageCover
	Hidden   bool
	Sections []Section
	Pages    []Page // below this one
}

// Section is a part of a page to seed. The Markdown of its body can have links: to a page of the space by its path, such as
// [steps](guides/first-steps), to a file by its id, such as [plan](files/file_1), and elsewhere by an absolute address. Read as a document
// the body is paragraphs and headings of level 1 to 3; bold, links, lists and all other Markdown stay text in them.
type Section struct {
	ID    string // "" for one like "section_1"
	Title string
	Body  string // Markdown
}

// contentPage is a page of a revision. Like the revision, it does not change.
type contentPage struct {
	seed             Page // without the pages below
	path             string
	created, updated time.Time
	below            []*contentPage
}

// newPages makes pages below a path, with slugs that are not taken there. newID returns the id of a thing, given what the seed says.
func (st *state) newPages(parent string, seeds []Page, taken map[string]bool, newID func(kind, chosen string) string) []*contentPage {
	var created []*contentPage
	for _, seed := range seeds {
		p := &contentPage{seed: seed, created: st.now(), updated: st.now()}
		p.seed.ID = newID("page", seed.ID)
		p.seed.Type = orElse(seed.Type, spaces.PageTypeDocument)
		p.seed.Slug = orElse(seed.Slug, slugOf(seed.Title, taken))
		p.seed.Sections = nil
		for _, section := range seed.Sections {
			section.ID = newID("section", section.ID)
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

// newID for newPages that takes no id from the seed, so that the same pages can be made again.
func (st *state) freshID(kind, _ string) string { return st.newID(kind) }

func pathOf(parent, slug string) string { return strings.TrimPrefix(parent+"/"+slug, "/") }

func (p *contentPage) computed() bool { return p.seed.Type == spaces.PageTypeComputed }

// hasPath tells whether the page stands at a path of its own.
func (p *contentPage) hasPath() bool {
	return p.seed.Type == spaces.PageTypeDocument || p.seed.Type == spaces.PageTypeGroup
}

// slugOf makes a slug of a title that is none of those taken.
func slugOf(title string, taken map[string]bool) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	slug := orElse(strings.Join(words, "-"), "page")
	for n, first := 2, slug; taken[slug]; n++ {
		slug = fmt.Sprintf("%s-%d", first, n)
	}
	return slug
}

// slugs are those of pages beside each other.
func slugs(pages []*contentPage) map[string]bool {
	taken := map[string]bool{}
	for _, p := range pages {
		if !p.computed() {
			taken[p.seed.Slug] = true
		}
	}
	return taken
}

// readingOrder yields pages and those below them. Of a computed page it yields what it is computed into.
func readingOrder(pages []*contentPage) iter.Seq[*contentPage] { return readingOrderOf(pages, true) }

// readingOrderOf is readingOrder for a reader that may want computed pages themselves.
func readingOrderOf(pages []*contentPage, computed bool) iter.Seq[*contentPage] {
	return func(yield func(*contentPage) bool) {
		var walk func(pages []*contentPage) bool
		walk = func(pages []*contentPage) bool {
			for _, p := range pages {
				hidden := p.computed() && computed
				if !hidden && !yield(p) {
					return false
				}
				if (hidden || !p.computed()) && !walk(p.below) {
					return false
				}
			}
			return true
		}
		walk(pages)
	}
}

// pageWith returns the page with an id, nil when there is none.
func pageWith(pages []*contentPage, id string, computed bool) *contentPage {
	for p := range readingOrderOf(pages, computed) {
		if p.seed.ID == id {
			return p
		}
	}
	return nil
}

// countPages counts pages with those below them.
func countPages(pages []*contentPage) (count int64) {
	for range readingOrder(pages) {
		count++
	}
	return count
}

// samePage tells whether two pages say the same, the pages below them aside. An absent page is nil.
func samePage(a, b *contentPage) bool {
	if a == nil || b == nil {
		return a == b
	}
	return reflect.DeepEqual(a.seed, b.seed)
}

// markdown is the text of a page.
func (p *contentPage) markdown() string {
	var parts []string
	for _, section := range p.seed.Sections {
		if section.Title != "" {
			parts = append(parts, "## "+section.Title)
		}
		if body := strings.TrimSpace(section.Body); body != "" {
			parts = append(parts, body)
		}
	}
	return strings.Join(parts, "\n\n")
}

// edited returns pages in which the one with an id is replaced by what change makes of it: any number of pages. found tells whether it was
// there.
func edited(pages []*contentPage, id string, change func(p *contentPage) []*contentPage) (changed []*contentPage, found bool) {
	for i, p := range pages {
		if p.seed.ID == id {
			return slices.Concat(pages[:i], change(p), pages[i+1:]), true
		}
		if below, ok := edited(p.below, id, change); ok {
			above := *p
			above.below = below
			return slices.Concat(pages[:i], []*contentPage{&above}, pages[i+1:]), true
		}
	}
	return pages, false
}

// placed returns pages with the paths they have below a path.
func placed(pages []*contentPage, parent string) []*contentPage {
	moved := make([]*contentPage, 0, len(pages))
	for _, p := range pages {
		at := *p
		at.path = parent
		if !p.computed() {
			at.path = pathOf(parent, p.seed.Slug)
		}
		at.below = placed(p.below, at.path)
		moved = append(moved, &at)
	}
	return moved
}

// allPages yields pages and those below them, computed pages as well as what they are computed into.
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
