package publishingtest

import (
	"slices"

	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/spaces"
)

// editable is what a hook of the editor works on. The main content of a locked space and a change request that was merged cannot be edited.
func (s *Server) editable(spaceID, changeRequestID string) branch {
	b := branch{space: s.seedSpace(spaceID)}
	switch {
	case changeRequestID != "":
		b.changeRequest = s.seedChangeRequest(spaceID, changeRequestID)
		if b.changeRequest.data.Status == changerequests.StatusMerged {
			s.mistake("the change request %q is merged", changeRequestID)
		}
	case equalID((*string)(b.space.data.EditMode), string(spaces.EditModeLocked)):
		s.mistake("the space %q is locked", spaceID)
	}
	return b
}

// EditPage changes a page in the main content of a space, or in a change request if its id or number is not empty, as the editor of the
// platform does and no operation can. It returns the revision that makes. edit gets the page without those below it, which stay; the id stays
// too, and new sections get one.
//
// In a change request it also settles a conflict over the page: see [Server.AddChangeRequest]. If the change request has removed the page,
// edit gets it as the main content has it.
func (s *Server) EditPage(spaceID, changeRequestID, pageID string, edit func(page *Page)) spaces.Revision {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.editable(spaceID, changeRequestID)
	change := func(p *contentPage) []*contentPage {
		changed := *p
		given := clone(p.seed)
		edit(&given)
		changed.seed = clone(given) // the test may keep what it was given
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
		again := *theirs
		again.below = nil
		pages = slices.Concat(pages, change(&again))
	default:
		s.mistake("there is no page %q", pageID)
	}
	return s.rewrite(b, pages)
}

// AddPage adds a page with those below it to the main content of a space, or to a change request if its id or number is not empty, and
// returns the revision that makes. It comes last below the page with the id parentID, or at the top when that is empty.
func (s *Server) AddPage(spaceID, changeRequestID, parentID string, page Page) spaces.Revision {
	s.mu.Lock()
	defer s.mu.Unlock()
	page = clone(page)
	b := s.editable(spaceID, changeRequestID)
	pages, found := b.head().pages, true
	if parentID == "" {
		pages = slices.Concat(pages, s.state.newPages("", []Page{page}, slugs(pages), s.seedID))
	} else {
		pages, found = edited(pages, parentID, func(p *contentPage) []*contentPage {
			above := *p
			above.below = slices.Concat(p.below, s.state.newPages(p.path, []Page{page}, slugs(p.below), s.seedID))
			return []*contentPage{&above}
		})
	}
	if !found {
		s.mistake("there is no page %q", parentID)
	}
	return s.rewrite(b, pages)
}

// RemovePage removes a page with those below it from the main content of a space, or from a change request if its id or number is not
// empty, and returns the revision that makes. In a change request it also settles a conflict over the page, which may be gone already.
func (s *Server) RemovePage(spaceID, changeRequestID, pageID string) spaces.Revision {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.editable(spaceID, changeRequestID)
	conflicted := b.conflicts(pageID)
	b.settle(pageID)
	pages, found := edited(b.head().pages, pageID, func(*contentPage) []*contentPage { return nil })
	if !found && !conflicted {
		s.mistake("there is no page %q", pageID)
	}
	return s.rewrite(b, pages)
}

// MovePage moves a page with those below it in the main content of a space, or in a change request if its id or number is not empty, and
// returns the revision that makes. It comes last below the page with the id parentID, or at the top when that is empty.
func (s *Server) MovePage(spaceID, changeRequestID, pageID, parentID string) spaces.Revision {
	s.mu.Lock()
	defer s.mu.Unlock()
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
			above := *p
			above.below = slices.Concat(p.below, moved)
			return []*contentPage{&above}
		})
		if !found { // it may be below the page that moves
			s.mistake("there is no page %q outside of %q", parentID, pageID)
			pages = b.head().pages
		}
	}
	return s.rewrite(b, pages)
}

// rewrite makes pages the head of a branch.
func (s *Server) rewrite(b branch, pages []*contentPage) spaces.Revision {
	next := b.head().revisionContent
	next.pages = placed(pages, "")
	created := s.state.commit(b, revision{kind: spaces.RevisionTypeEdits, revisionContent: next})
	return clone(s.state.showRevision(b.space, created, inFull))
}

// conflicts tells whether the last merge or update of a change request has found a conflict over a page.
func (b branch) conflicts(pageID string) bool {
	if b.changeRequest == nil {
		return false
	}
	_, there := b.changeRequest.pending[pageID]
	return there
}

// settle takes note that the editor has looked at a page of a change request over which there was a conflict, and returns the page as the
// main content had it, nil when there was none.
func (b branch) settle(pageID string) *contentPage {
	if !b.conflicts(pageID) {
		return nil
	}
	theirs := b.changeRequest.pending[pageID]
	b.changeRequest.settled[pageID] = theirs
	delete(b.changeRequest.pending, pageID)
	return theirs
}
