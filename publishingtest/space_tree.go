package publishingtest

import (
	"iter"
	"net/http"
	"slices"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleMoveParent  = behaviour("contents.move.parent-exists", "a space or a collection moves into a collection of its own organization")
	ruleMoveCycle   = behaviour("contents.move.no-cycle", "a collection does not move into itself or a collection within it")
	rulePosition    = behaviour("contents.move.position", "the position of a move is beside something else in the target collection; one with both neighbours is between the two")
	ruleMoveNothing = behaviour("contents.move.nothing-409", "a move that would change nothing is answered with 409")

	ruleTransferTarget  = behaviour("contents.transfer.organization-404", "a transfer to an organization that does not exist is answered with 404")
	ruleTransferNothing = behaviour("contents.transfer.nothing-409", "a transfer to the organization that has it, or to none, is answered with 409")
	ruleTransferOnSite  = behaviour("contents.transfer.on-a-site-412", "a transfer that would take a space from a site is answered with 412")

	ruleInCollection = behaviour("contents.in-collection-visibility", "a space that leaves all collections is private when it was visible as its collection was")
)

// moveLimits limit the move of a space or a collection.
var moveLimits = limits.Table{
	limits.WholeBody(limits.FromDescription(limits.AnyField("parent", "position"))),
	limits.Body("parent", limits.String, limits.Nullable),
	limits.Body("position", limits.Object),
	limits.Body("position.before", limits.Object),
	limits.Body("position.before.type", limits.String, limits.Required, limits.OneOf("space", "collection")),
	limits.Body("position.before.space", limits.String),
	limits.Body("position.before.collection", limits.String),
	limits.Body("position.after", limits.Object),
	limits.Body("position.after.type", limits.String, limits.Required, limits.OneOf("space", "collection")),
	limits.Body("position.after.space", limits.String),
	limits.Body("position.after.collection", limits.String),
}

// treeOperations are the operations on the tree of spaces and collections.
var treeOperations = operations{
	"Spaces.Move": {onItem(moveContent), moveLimits},
	"Spaces.Transfer": {onItem(transferContent), limits.Table{
		limits.Body("organization", limits.String),
	}},
	"Collections.Move": {onItem(moveContent), moveLimits},
	"Collections.Transfer": {onItem(transferContent), limits.Table{
		limits.Body("organization", limits.String),
	}},
}

// item is a space or a collection.
type item struct {
	space      *space
	collection *collection
}

func (c item) id() string {
	if c.space != nil {
		return c.space.data.ID
	}
	return c.collection.data.ID
}

func (c item) organization() string {
	if c.space != nil {
		return c.space.data.Organization
	}
	return c.collection.data.Organization
}

func (c item) parent() *string {
	if c.space != nil {
		return c.space.data.Parent
	}
	return c.collection.data.Parent
}

func (c item) grants() *grants {
	if c.space != nil {
		return &c.space.grants
	}
	return &c.collection.grants
}

// item is the space or the collection that the path names.
func (r *request) item() (item, error) {
	if r.id("spaceId") != "" {
		sp, err := r.space()
		return item{space: sp}, err
	}
	c, err := r.collection()
	return item{collection: c}, err
}

func onItem(handle func(r *request, c item) (answer, error)) handler {
	return with((*request).item, handle)
}

// show answers with a space or a collection.
func (r *request) show(c item) (answer, error) {
	if c.space != nil {
		return ok(r.showSpace(c.space, ""))
	}
	return ok(c.collection.data)
}

// is tells whether an optional id is the one given.
func is(id *string, other string) bool { return id != nil && *id == other }

func sameID(a, b *string) bool { return a == nil && b == nil || a != nil && is(b, *a) }

// above yields a collection and those it is in, from the inside out.
func (st *state) above(id *string) iter.Seq[*collection] {
	return func(yield func(*collection) bool) {
		seen := map[string]bool{}
		for id != nil && !seen[*id] { // a circle can be made while the rule against it is off
			seen[*id] = true
			c, ok := st.collections.Get(*id)
			if !ok || !yield(c) {
				return
			}
			id = c.data.Parent
		}
	}
}

// put makes a collection the parent of a space or a collection, nil for none. It does not say where in the collection.
func (r *request) put(c item, parent *string) {
	if c.collection != nil {
		c.collection.data.Parent = parent
		return
	}
	c.space.data.Parent = parent
	if parent == nil && c.space.data.Visibility == spaces.VisibilityInCollection && r.holds(ruleInCollection) {
		c.space.data.Visibility = spaces.VisibilityPrivate
	}
}

// move is the body of a move. The SDK's own type does not read the type of a pointer.
type move struct {
	Parent   api.Nullable[string] `json:"parent"`
	Position struct {
		Before *pointer `json:"before"`
		After  *pointer `json:"after"`
	} `json:"position"`
}

type pointer struct {
	Type       string `json:"type"`
	Space      string `json:"space"`
	Collection string `json:"collection"`
}

func (p *pointer) id() string {
	if p.Type == "collection" {
		return p.Collection
	}
	return p.Space
}

func moveContent(r *request, c item) (answer, error) {
	in := input[move](r)
	parent, err := r.target(c, in.Parent)
	if err != nil {
		return answer{}, err
	}
	var others []string // in the target, in order
	was := 0            // how many of them it stood behind, when it was there
	for _, other := range r.contents.All() {
		switch {
		case other == c:
			was = len(others)
		case other.organization() == c.organization() && sameID(other.parent(), parent):
			others = append(others, other.id())
		}
	}
	at, err := r.position(in, others, was, sameID(parent, c.parent()))
	if err != nil {
		return answer{}, err
	}
	if sameID(parent, c.parent()) && at == was && r.holds(ruleMoveNothing) {
		return answer{}, fail(http.StatusConflict, "position: want a move that changes something [%s]", ruleMoveNothing)
	}
	r.put(c, parent)
	switch {
	case at < len(others):
		r.contents.Move(c.id(), others[at], false)
	case len(others) > 0:
		r.contents.Move(c.id(), others[len(others)-1], true)
	}
	return r.show(c)
}

// target is the collection a move leads to, nil for none.
func (r *request) target(c item, parent api.Nullable[string]) (*string, error) {
	id, given := parent.Get()
	switch {
	case parent.IsNull():
		return nil, nil
	case !given:
		return c.parent(), nil
	}
	if to, there := r.collections.Get(id); (!there || to.data.Organization != c.organization()) && r.holds(ruleMoveParent) {
		return nil, broken("parent", "a collection of the organization", id, ruleMoveParent)
	}
	for outer := range r.above(&id) {
		if outer == c.collection && r.holds(ruleMoveCycle) {
			return nil, broken("parent", "a collection outside of the one that moves", id, ruleMoveCycle)
		}
	}
	return &id, nil
}

// position is how many of the others come first after a move.
func (r *request) position(in move, others []string, was int, stays bool) (int, error) {
	before, after := -1, -1
	var err error
	at := func(field string, p *pointer) int {
		i := slices.Index(others, p.id())
		if _, isCollection := r.collections.Get(p.id()); isCollection != (p.Type == "collection") {
			i = -1
		}
		if i < 0 && err == nil {
			err = broken(field, "a space or a collection in the target collection", p.id(), rulePosition)
		}
		return i
	}
	if in.Position.Before != nil {
		before = at("position.before", in.Position.Before)
	}
	if in.Position.After != nil {
		after = at("position.after", in.Position.After)
	}
	if before >= 0 && after >= 0 && before != after+1 {
		err = broken("position", "neighbours in the target collection", in.Position.Before.id(), rulePosition)
	}
	switch {
	case err != nil && r.holds(rulePosition):
		return 0, err
	case before >= 0:
		return before, nil
	case after >= 0:
		return after + 1, nil
	case stays:
		return was, nil
	default:
		return len(others), nil
	}
}

func transferContent(r *request, c item) (answer, error) {
	var id string
	set(&id, input[spaces.SpaceTransfer](r).Organization) // a collection's has the same field
	if (id == "" || id == c.organization()) && r.holds(ruleTransferNothing) {
		return answer{}, fail(http.StatusConflict, "organization: want another one than %q [%s]", c.organization(), ruleTransferNothing)
	}
	to, there := r.organizations.Get(id)
	if !there {
		if r.holds(ruleTransferTarget) {
			return answer{}, fail(http.StatusNotFound, "organization: there is no %q [%s]", id, ruleTransferTarget)
		}
		return r.show(c)
	}
	moved := r.tree(c)
	for _, part := range moved {
		if part.space != nil && r.onSite(part.space) && r.holds(ruleTransferOnSite) {
			return answer{}, fail(http.StatusPreconditionFailed, "space: want one that is on no site, got %q [%s]", part.space.data.ID, ruleTransferOnSite)
		}
	}
	r.put(c, nil)
	for _, part := range moved {
		if part.space != nil {
			part.space.data.Organization = to.data.ID
			part.space.data.URLs.App = address(appURL, "o", to.data.ID, "s", part.id())
		} else {
			part.collection.data.Organization = to.data.ID
			part.collection.data.URLs.App = address(appURL, "o", to.data.ID, "c", part.id())
		}
	}
	r.contents.Remove(c.id())
	r.contents.Add(c.id(), c)
	return r.show(c)
}

// tree is a space or a collection with all that is in it.
func (st *state) tree(c item) []item {
	all := []item{c}
	if c.collection == nil {
		return all
	}
	for _, other := range st.contents.All() {
		for outer := range st.above(other.parent()) {
			if outer == c.collection && other != c {
				all = append(all, other)
				break
			}
		}
	}
	return all
}

func (st *state) onSite(sp *space) bool {
	org, ok := st.organizations.Get(sp.data.Organization)
	if !ok {
		return false
	}
	for _, s := range org.sites.All() {
		if s.withSpace(sp.data.ID) != nil {
			return true
		}
	}
	return false
}
