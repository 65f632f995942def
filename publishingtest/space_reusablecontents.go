package publishingtest

import (
	"slices"

	"github.com/publishing-platform/publishing-go/spaces"
)

// The operations on reusable contents of the main content.
var _ = declare(operations{
	"Spaces.ReusableContents.Get": {inBranch((*call).reusable, getReusable), readingLimits},
})

// A ReusableContent is a text that several pages share, and with which a test seeds a space.
type ReusableContent struct {
	ID       string // if empty, an ID such as "reusable-content_1" is generated
	Title    string
	Body     string           // Markdown
	Computed *spaces.Computed // source of computed content; nil for other content
}

// reusableContent is a reusable content of a revision. Like the revision, it is immutable.
type reusableContent struct{ seed ReusableContent }

func (rc *reusableContent) id() string { return rc.seed.ID }

func (rc *reusableContent) documentID() string {
	return documentID("reusable content "+rc.seed.ID, rc.seed.Body)
}

// reusable returns the reusable content of a branch that the path identifies.
func (c *call) reusable(b branch) (**reusableContent, error) {
	const param = "reusableContentId"
	return foundAt(c, param, withID(b.head().reusables, c.param(param), (*reusableContent).id))
}

func getReusable(c *call, b branch, rc **reusableContent) (response, error) {
	return respondOK(showReusable(b.space, *rc, c.reading()))
}

func getReusableDocument(_ *call, _ branch, rc **reusableContent) (response, error) {
	return respondOK(documentOf((*rc).seed.Body))
}

// showReusable returns a reusable content as it appears in responses.
func showReusable(sp *space, rc *reusableContent, how reading) spaces.ReusableContent {
	shown := spaces.ReusableContent{ID: rc.seed.ID, Title: rc.seed.Title}
	if rc.seed.Computed != nil {
		shown.Computed, shown.ComputedSeed = rc.seed.Computed, new(computedSeed(rc.seed.ID))
	} else {
		shown.Document = new(rc.documentID())
	}
	if sp.data.GitSync != nil && how.metadata {
		shown.Git = &spaces.GitBlob{
			OID:  gitOID("reusable content "+rc.seed.ID, rc.seed.Body),
			Path: ".includes/" + rc.seed.ID + ".md",
		}
	}
	return shown
}

// Add adds a reusable content to a change request and returns the reusable content. If
// changeRequestID is empty, Add adds the reusable content to the main content of the space. Add
// creates a revision.
func (s SpaceReusableContents) Add(
	spaceID, changeRequestID string, seed ReusableContent,
) spaces.ReusableContent {
	defer s.mu.hold()()
	seed = clone(seed)
	s.acceptSource("Spaces.Computed.Document", seed.Computed)
	b := s.editable(spaceID, changeRequestID)
	seed.ID = s.seedID("reusable-content", seed.ID)
	fill(&seed.Title, "Reusable content "+seed.ID)
	created := &reusableContent{seed}
	next := b.head().revisionContent
	next.reusables = slices.Concat(next.reusables, []*reusableContent{created})
	s.edit(b, next)
	return clone(showReusable(b.space, created, inFull))
}

// All returns the reusable contents of a change request, in the order in which they were added. If
// changeRequestID is empty, it returns those of the main content of the space. [SpaceRevisions.All]
// returns them as they appear in responses.
func (s SpaceReusableContents) All(spaceID, changeRequestID string) []ReusableContent {
	defer s.mu.hold()()
	all := slices.Values(s.seedBranch(spaceID, changeRequestID).head().reusables)
	return values(all, func(rc *reusableContent) ReusableContent { return rc.seed })
}

// Edit changes a reusable content of a change request and returns the new revision. If
// changeRequestID is empty, the reusable content belongs to the main content of the space. The ID
// of the reusable content does not change.
func (s SpaceReusableContents) Edit(
	spaceID, changeRequestID, id string, edit func(c *ReusableContent),
) spaces.Revision {
	return s.changeReusable(spaceID, changeRequestID, id, func(rc *reusableContent) []*reusableContent {
		given := clone(rc.seed)
		edit(&given)
		changed := &reusableContent{clone(given)} // the test may keep a pointer
		changed.seed.ID = id
		return []*reusableContent{changed}
	})
}

// Remove removes a reusable content from a change request and returns the new revision. If
// changeRequestID is empty, Remove removes the reusable content from the main content of the space.
func (s SpaceReusableContents) Remove(spaceID, changeRequestID, id string) spaces.Revision {
	return s.changeReusable(spaceID, changeRequestID,
		id, func(*reusableContent) []*reusableContent { return nil })
}

func (s *server) changeReusable(
	spaceID, changeRequestID, id string, change func(rc *reusableContent) []*reusableContent,
) spaces.Revision {
	defer s.mu.hold()()
	b := s.editable(spaceID, changeRequestID)
	next := b.head().revisionContent
	next.reusables = changedIn(s, next.reusables,
		"reusable content", id, (*reusableContent).id, change)
	for _, rc := range next.reusables { // the other contents are checked again
		s.acceptSource("Spaces.Computed.Document", rc.seed.Computed)
	}
	return s.edit(b, next)
}
