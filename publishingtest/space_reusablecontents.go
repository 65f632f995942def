package publishingtest

import (
	"slices"

	"github.com/publishing-platform/publishing-go/spaces"
)

var ruleReusable = behaviour("reusable-content.absent-404", "a path with a reusable content that the content does not have is answered with 404")

// reusableContentOperations are the operations on reusable contents of the main content.
var reusableContentOperations = operations{
	"Spaces.ReusableContents.Get": {onBranch(getReusable), readingLimits},
}

// ReusableContent is a reusable content to seed: a text that stands in several pages.
type ReusableContent struct {
	ID       string // "" for one like "reusable-content_1"
	Title    string
	Body     string           // Markdown
	Computed *spaces.Computed // what it is computed from, nil for one that is written
}

// reusableContent is one of a revision. Like the revision, it does not change.
type reusableContent struct{ seed ReusableContent }

func (c *reusableContent) documentID() string {
	return documentID("reusable content "+c.seed.ID, c.seed.Body)
}

// reusable is the reusable content of a branch that the path names.
func (r *request) reusable(b branch) (*reusableContent, error) {
	for _, c := range b.head().reusables {
		if c.seed.ID == r.id("reusableContentId") {
			return c, nil
		}
	}
	if r.holds(ruleReusable) {
		return nil, notFound("reusableContentId", r.id("reusableContentId"))
	}
	return &reusableContent{}, nil
}

func getReusable(r *request, b branch) (answer, error) {
	c, err := r.reusable(b)
	if err != nil {
		return answer{}, err
	}
	return ok(showReusable(b.space, c, r.reading()))
}

func getReusableDocument(r *request, b branch) (answer, error) {
	c, err := r.reusable(b)
	if err != nil {
		return answer{}, err
	}
	return ok(documentOf(c.seed.Body))
}

// showReusable is a reusable content as the service shows it.
func showReusable(sp *space, c *reusableContent, how reading) spaces.ReusableContent {
	shown := spaces.ReusableContent{ID: c.seed.ID, Title: c.seed.Title}
	if c.seed.Computed != nil {
		shown.Computed, shown.ComputedSeed = c.seed.Computed, new(computedSeed(c.seed.ID))
	} else {
		shown.Document = new(c.documentID())
	}
	if sp.data.GitSync != nil && how.metadata {
		shown.Git = &spaces.GitBlob{OID: gitOID("reusable content "+c.seed.ID, c.seed.Body), Path: ".includes/" + c.seed.ID + ".md"}
	}
	return shown
}

// AddReusableContent adds a reusable content to the main content of a space, or to a change request if its id or number is not empty, and
// returns it as the service shows it. It makes a revision, as an edit does.
func (s *Server) AddReusableContent(spaceID, changeRequestID string, seed ReusableContent) spaces.ReusableContent {
	s.mu.Lock()
	defer s.mu.Unlock()
	seed = clone(seed)
	b := s.editable(spaceID, changeRequestID)
	seed.ID = s.seedID("reusable-content", seed.ID)
	seed.Title = orElse(seed.Title, "Reusable content "+seed.ID)
	made := &reusableContent{seed}
	next := b.head().material
	next.reusables = slices.Concat(next.reusables, []*reusableContent{made})
	s.state.commit(b, revision{kind: spaces.RevisionTypeEdits, material: next})
	return clone(showReusable(b.space, made, inFull))
}

// EditReusableContent changes a reusable content in the main content of a space, or in a change request if its id or number is not empty, and
// returns the revision that makes. The id stays.
func (s *Server) EditReusableContent(spaceID, changeRequestID, id string, edit func(c *ReusableContent)) spaces.Revision {
	return s.changeReusable(spaceID, changeRequestID, id, func(c *reusableContent) []*reusableContent {
		given := clone(c.seed)
		edit(&given)
		changed := &reusableContent{clone(given)} // the test may keep what it was given
		changed.seed.ID = id
		return []*reusableContent{changed}
	})
}

// RemoveReusableContent removes a reusable content from the main content of a space, or from a change request if its id or number is not
// empty, and returns the revision that makes.
func (s *Server) RemoveReusableContent(spaceID, changeRequestID, id string) spaces.Revision {
	return s.changeReusable(spaceID, changeRequestID, id, func(*reusableContent) []*reusableContent { return nil })
}

func (s *Server) changeReusable(spaceID, changeRequestID, id string, change func(c *reusableContent) []*reusableContent) spaces.Revision {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.editable(spaceID, changeRequestID)
	next := b.head().material
	at := slices.IndexFunc(next.reusables, func(c *reusableContent) bool { return c.seed.ID == id })
	if at < 0 {
		s.mistake("there is no reusable content %q", id)
	} else {
		next.reusables = slices.Concat(next.reusables[:at], change(next.reusables[at]), next.reusables[at+1:])
	}
	made := s.state.commit(b, revision{kind: spaces.RevisionTypeEdits, material: next})
	return clone(s.state.showRevision(b.space, made, inFull))
}
