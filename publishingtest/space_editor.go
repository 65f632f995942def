package publishingtest

import (
	"slices"

	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/spaces"
)

// editable returns the branch that a method of the editor changes. It fails the test if the branch
// cannot be edited: the main content of a locked space, or a merged change request.
func (s *server) editable(spaceID, changeRequestID string) branch {
	b := s.seedBranch(spaceID, changeRequestID)
	switch {
	case b.changeRequest != nil:
		if b.changeRequest.data.Status == changerequests.StatusMerged {
			s.mistake("the change request %q is merged", changeRequestID)
		}
	case equalID((*string)(b.space.data.EditMode), string(spaces.EditModeLocked)):
		s.mistake("the space %q is locked", spaceID)
	}
	return b
}

// seedBranch returns a change request or, if changeRequestID is empty, the main content of a space.
// If it does not exist, the test fails.
func (s *server) seedBranch(spaceID, changeRequestID string) branch {
	b := branch{space: s.seedSpace(spaceID)}
	if changeRequestID != "" {
		b.changeRequest = s.seedChangeRequest(spaceID, changeRequestID)
	}
	return b
}

// Edit calls edit to change a page, as a person does in the editor of the platform, and returns the
// new revision. If changeRequestID is empty, the page is in the main content of the space. edit
// receives the page without its subpages. It cannot change the subpages or the ID of the page. A
// new section without an ID gets one.
//
// In a change request, Edit also resolves a conflict on the page: see [ChangeRequests.Add]. If the
// change request has removed the page, edit receives the page of the main content.
func (s SpacePages) Edit(
	spaceID, changeRequestID, pageID string, edit func(page *Page),
) spaces.Revision {
	defer s.mu.hold()()
	b := s.editable(spaceID, changeRequestID)
	change := func(p *contentPage) []*contentPage {
		changed := *p
		given := clone(p.seed)
		edit(&given)
		s.acceptSources([]Page{given})
		changed.seed = clone(given).withText() // the test may keep a pointer
		changed.seed.ID, changed.seed.Pages, changed.updated = p.seed.ID, nil, s.state.now()
		for i := range changed.seed.Sections {
			if changed.seed.Sections[i].ID == "" {
				changed.seed.Sections[i].ID = s.state.newID("section")
			}
		}
		return []*contentPage{&changed}
	}
	theirs := b.settle(pageID)
	pages, found := edited(b.head().pages, pageID, change)
	switch {
	case found:
	case theirs != nil:
		pages = slices.Concat(pages, change(theirs.with(nil)))
	default:
		s.mistake("there is no page %q", pageID)
	}
	return s.rewrite(b, pages)
}

// Add adds a page with its subpages to a change request, and returns the new revision. If
// changeRequestID is empty, it adds the page to the main content of the space. The page comes last
// below the page parentID, or at the top level if parentID is empty.
func (s SpacePages) Add(spaceID, changeRequestID, parentID string, page Page) spaces.Revision {
	defer s.mu.hold()()
	page = clone(page)
	s.acceptSources([]Page{page})
	b := s.editable(spaceID, changeRequestID)
	pages, found := b.head().pages, true
	if parentID == "" {
		pages = slices.Concat(pages, s.state.newPages("", []Page{page}, slugs(pages), s.seedID))
	} else {
		pages, found = edited(pages, parentID, func(p *contentPage) []*contentPage {
			return []*contentPage{p.with(slices.Concat(p.below,
				s.state.newPages(p.path, []Page{page}, slugs(p.below), s.seedID)))}
		})
	}
	if !found {
		s.mistake("there is no page %q", parentID)
	}
	return s.rewrite(b, pages)
}

// All returns the pages of a change request with their texts and subpages. If changeRequestID is
// empty, it returns the pages of the main content of the space. Unlike in a seed, ID, Slug and Type
// of each page are set, and so is the ID of each section. [SpaceRevisions.All] returns the pages as
// they appear in responses.
func (s SpacePages) All(spaceID, changeRequestID string) []Page {
	defer s.mu.hold()()
	return clone(seedsOf(s.seedBranch(spaceID, changeRequestID).head().pages))
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
	defer s.mu.hold()()
	b := s.editable(spaceID, changeRequestID)
	conflicted := b.conflicts(pageID)
	b.settle(pageID)
	pages, found := edited(b.head().pages, pageID, func(*contentPage) []*contentPage { return nil })
	if !found && !conflicted {
		s.mistake("there is no page %q", pageID)
	}
	return s.rewrite(b, pages)
}

// Move moves a page with its subpages and returns the new revision. If changeRequestID is empty,
// the page is in the main content of the space. The page comes last below the page parentID, or at
// the top level if parentID is empty.
func (s SpacePages) Move(spaceID, changeRequestID, pageID, parentID string) spaces.Revision {
	defer s.mu.hold()()
	b := s.editable(spaceID, changeRequestID)
	var moved []*contentPage
	rest, found := edited(b.head().pages, pageID, func(p *contentPage) []*contentPage {
		moved = []*contentPage{p}
		return nil
	})
	if !found {
		s.mistake("there is no page %q", pageID)
	}
	pages := slices.Concat(rest, moved)
	if parentID != "" {
		pages, found = edited(rest, parentID, func(p *contentPage) []*contentPage {
			return []*contentPage{p.with(slices.Concat(p.below, moved))}
		})
		if !found { // the parent may be below the page that moves
			s.mistake("there is no page %q outside of %q", parentID, pageID)
		}
	}
	return s.rewrite(b, pages)
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
	if at < 0 {
		s.mistake("there is no %s %q", kind, id)
	}
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
