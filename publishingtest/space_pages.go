package publishingtest

import (
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// A Page is a page with which a test seeds a space.
type Page struct {
	ID          string // if empty, an ID such as "page_1" is generated
	Title       string
	Slug        string // if empty, it is derived from the title; a number makes it unique below a parent
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
		p.seed.Slug = freeSlug(orElse(seed.Slug, slugOf(seed.Title, nil)), taken)
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
	return freeSlug(orElse(strings.Join(wordsOf(title), "-"), "page"), taken)
}

// freeSlug returns a slug, with a number after it if the slug is in taken.
func freeSlug(slug string, taken map[string]bool) string {
	free := slug
	for n := 2; taken[free]; n++ {
		free = fmt.Sprintf("%s-%d", slug, n)
	}
	return free
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
	return pagesIn(pages,
		func(p *contentPage) bool { return !p.computed() || !computed },
		func(p *contentPage) bool { return !p.computed() || computed })
}

// pagesIn iterates over pages and their subpages. It omits the pages for which contains returns
// false, and the subpages of those for which opens returns false.
func pagesIn(pages []*contentPage, contains, opens func(p *contentPage) bool) iter.Seq[*contentPage] {
	return func(yield func(*contentPage) bool) {
		var visit func(pages []*contentPage) bool
		visit = func(pages []*contentPage) bool {
			for _, p := range pages {
				if contains(p) && !yield(p) || opens(p) && !visit(p.below) {
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

// samePage reports whether two pages are equal except for their subpages and the IDs of their
// sections, which are generated. The pages may be nil.
func samePage(a, b *contentPage) bool {
	if a == nil || b == nil {
		return a == b
	}
	withoutIDs := func(seed Page) Page {
		seed.Sections = slices.Clone(seed.Sections)
		for i := range seed.Sections {
			seed.Sections[i].ID = ""
		}
		return seed
	}
	return reflect.DeepEqual(withoutIDs(a.seed), withoutIDs(b.seed))
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
	document := documentOf("")
	if p.written {
		document.Nodes = append(document.Nodes, blocksOf(p.markdown(), writtenBlock)...)
		return document
	}
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

// placed returns a copy of pages with new paths, which begin with the path of the parent. If pages
// below one parent have the same slug, all but the first get another one.
func placed(pages []*contentPage, parent string) []*contentPage {
	moved, taken := make([]*contentPage, 0, len(pages)), map[string]bool{}
	for _, p := range pages {
		at := p.with(nil)
		at.path = parent
		if !p.computed() {
			at.seed.Slug = freeSlug(p.seed.Slug, taken)
			taken[at.seed.Slug] = true
			at.path = pathOf(parent, at.seed.Slug)
		}
		at.below = placed(p.below, at.path)
		moved = append(moved, at)
	}
	return moved
}

// allPages iterates over pages and their subpages, including computed pages and the pages that are
// computed from them.
func allPages(pages []*contentPage) iter.Seq[*contentPage] {
	always := func(*contentPage) bool { return true }
	return pagesIn(pages, always, always)
}

// editable returns the branch that a method of the editor changes. It fails the test if the branch
// cannot be edited: the main content of a locked space, or a merged change request.
func (s *server) editable(spaceID, changeRequestID string) branch {
	b := s.seedBranch(spaceID, changeRequestID)
	switch {
	case b.changeRequest != nil:
		s.mistakeIf(b.changeRequest.data.Status == changerequests.StatusMerged,
			"the change request %q is merged", changeRequestID)
	case equalID((*string)(b.space.data.EditMode), string(spaces.EditModeLocked)):
		s.mistake("the space %q is locked", spaceID)
	}
	return b
}

// seedBranch returns a change request or, if changeRequestID is empty, the main content of a space.
// If it does not exist, the test fails.
func (s *server) seedBranch(spaceID, changeRequestID string) branch {
	b := branch{space: spaceKind.seeded(s, spaceID)}
	if changeRequestID != "" {
		b.changeRequest = s.seedChangeRequest(spaceID, changeRequestID)
	}
	return b
}

// Edit calls edit to change a page, as a person does in the editor of the platform, and returns the
// new revision. If changeRequestID is empty, the page is in the main content of the space. edit
// receives the page without its subpages, and must not use the server. It cannot change the
// subpages or the ID of the page. A new section without an ID gets one.
//
// In a change request, Edit also resolves a conflict on the page: see [ChangeRequests.Add]. If the
// change request has removed the page, edit receives the page of the main content.
func (s SpacePages) Edit(
	spaceID, changeRequestID, pageID string, edit func(page *Page),
) spaces.Revision {
	server := open(s.server)
	defer server.mu.hold()()
	b := server.editable(spaceID, changeRequestID)
	change := func(p *contentPage) []*contentPage {
		changed := *p
		given := clone(p.seed)
		edit(&given)
		server.acceptSources([]Page{given})
		changed.seed = clone(given).withText() // the test may keep a pointer
		changed.seed.ID, changed.seed.Pages, changed.updated = p.seed.ID, nil, server.state.now()
		for i := range changed.seed.Sections {
			if changed.seed.Sections[i].ID == "" {
				changed.seed.Sections[i].ID = server.state.newID("section")
			}
		}
		return []*contentPage{&changed}
	}
	theirs := b.settle(pageID)
	pages, found := edited(b.head().pages, pageID, change)
	switch {
	case found:
	case theirs != nil: // it returns below its parent in the main content, if that is left
		above := spotOf(b.space.main.pages, pageID).above
		pages, found = edited(pages, above, func(p *contentPage) []*contentPage {
			return []*contentPage{p.with(slices.Concat(p.below, change(theirs.with(nil))))}
		})
		if !found {
			pages = slices.Concat(pages, change(theirs.with(nil)))
		}
	default:
		server.mistake("there is no page %q", pageID)
	}
	return server.rewrite(b, pages)
}

// Add adds a page with its subpages to a change request, and returns the new revision. If
// changeRequestID is empty, it adds the page to the main content of the space. The page comes last
// below the page parentID, or at the top level if parentID is empty.
func (s SpacePages) Add(spaceID, changeRequestID, parentID string, page Page) spaces.Revision {
	server := open(s.server)
	defer server.mu.hold()()
	page = clone(page)
	server.acceptSources([]Page{page})
	b := server.editable(spaceID, changeRequestID)
	pages, found := b.head().pages, true
	if parentID == "" {
		pages = slices.Concat(pages, server.state.newPages("", []Page{page}, slugs(pages), server.seedID))
	} else {
		pages, found = edited(pages, parentID, func(p *contentPage) []*contentPage {
			return []*contentPage{p.with(slices.Concat(p.below,
				server.state.newPages(p.path, []Page{page}, slugs(p.below), server.seedID)))}
		})
	}
	server.mistakeIf(!found, "there is no page %q", parentID)
	return server.rewrite(b, pages)
}

// All returns the pages of a change request with their texts and subpages. If changeRequestID is
// empty, it returns the pages of the main content of the space. Unlike in a seed, ID, Slug and Type
// of each page are set, and so is the ID of each section. [SpaceRevisions.All] returns the pages as
// they appear in responses.
func (s SpacePages) All(spaceID, changeRequestID string) []Page {
	defer open(s.server).mu.hold()()
	return clone(seedsOf(open(s.server).seedBranch(spaceID, changeRequestID).head().pages))
}

// seedsOf returns the seeds of pages, including their subpages.
func seedsOf(pages []*contentPage) []Page {
	var seeds []Page
	for _, p := range pages {
		seed := p.seed
		seed.Pages = seedsOf(p.below)
		seeds = append(seeds, seed)
	}
	return seeds
}

// Remove removes a page with its subpages from a change request, and returns the new revision. If
// changeRequestID is empty, it removes the page from the main content of the space. In a change
// request, Remove also resolves a conflict on the page, even if the change request has already
// removed the page.
func (s SpacePages) Remove(spaceID, changeRequestID, pageID string) spaces.Revision {
	server := open(s.server)
	defer server.mu.hold()()
	b := server.editable(spaceID, changeRequestID)
	conflicted := b.conflicts(pageID)
	b.settle(pageID)
	pages, found := edited(b.head().pages, pageID, func(*contentPage) []*contentPage { return nil })
	server.mistakeIf(!found && !conflicted, "there is no page %q", pageID)
	return server.rewrite(b, pages)
}

// Move moves a page with its subpages and returns the new revision. If changeRequestID is empty,
// the page is in the main content of the space. The page comes last below the page parentID, or at
// the top level if parentID is empty.
func (s SpacePages) Move(spaceID, changeRequestID, pageID, parentID string) spaces.Revision {
	server := open(s.server)
	defer server.mu.hold()()
	b := server.editable(spaceID, changeRequestID)
	var moved []*contentPage
	rest, found := edited(b.head().pages, pageID, func(p *contentPage) []*contentPage {
		moved = []*contentPage{p}
		return nil
	})
	server.mistakeIf(!found, "there is no page %q", pageID)
	pages := slices.Concat(rest, moved)
	if parentID != "" {
		pages, found = edited(rest, parentID, func(p *contentPage) []*contentPage {
			return []*contentPage{p.with(slices.Concat(p.below, moved))}
		})
		if !found { // the parent may be below the page that moves
			server.mistake("there is no page %q outside of %q", parentID, pageID)
		}
	}
	return server.rewrite(b, pages)
}

// rewrite commits pages to a branch.
func (s *server) rewrite(b branch, pages []*contentPage) spaces.Revision {
	next := b.head().revisionContent
	next.pages = placed(pages, "")
	return s.edit(b, next)
}

// edit commits content to a branch, and returns the new revision.
func (s *server) edit(b branch, next revisionContent) spaces.Revision {
	created := s.state.commit(b, revision{kind: spaces.RevisionTypeEdits, revisionContent: next})
	return clone(s.state.showRevision(b.space, created, inFull))
}

// withID returns the element of a list that has the given ID, or nil if there is none.
func withID[T any](list []T, id string, idOf func(T) string) *T {
	for i := range list {
		if idOf(list[i]) == id {
			return &list[i]
		}
	}
	return nil
}

// changedIn returns a copy of a list in which the result of change replaces the element with the
// given ID. If there is no such element, the test fails.
func changedIn[T any](
	s *server, list []T, kind, id string, idOf func(T) string, change func(T) []T,
) []T {
	at := slices.IndexFunc(list, func(element T) bool { return idOf(element) == id })
	s.mistakeIf(at < 0, "there is no %s %q", kind, id)
	return slices.Concat(list[:at], change(list[at]), list[at+1:])
}

// conflicts reports whether the last merge or update of a change request found a conflict on a
// page.
func (b branch) conflicts(pageID string) bool {
	if b.changeRequest == nil {
		return false
	}
	_, ok := b.changeRequest.pending[pageID]
	return ok
}

// settle records that the editor has resolved a conflict on a page of a change request. It returns
// the page as it was in the main content, or nil if there was no conflict.
func (b branch) settle(pageID string) *contentPage {
	if !b.conflicts(pageID) {
		return nil
	}
	theirs := b.changeRequest.pending[pageID]
	b.changeRequest.settled[pageID] = theirs
	delete(b.changeRequest.pending, pageID)
	return theirs
}
