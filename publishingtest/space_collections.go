package publishingtest

import (
	"iter"
	"net/http"
	"slices"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleCollectionParent = newUndecidedRule("collections.create.parent-exists", "the parent of a new collection is a collection of the same organization: any other returns 400; without the rule, 404")
	ruleCollectionLevel  = newSeenRule("collections.create.inherits", "a new collection has the default level inherit")
	ruleCollectionFreed  = newUndecidedRule("collections.delete.content-moves-up", "the content of a deleted collection moves to the parent of the collection; without the rule, out of all collections")
)

// The operations on collections.
var _ = declare(operations{
	"Collections.List":   {onOrganization(listCollections), limits.Table{limits.QueryOf(spaces.CollectionListOptions{})}},
	"Collections.Create": {onOrganization(createCollection), limits.Table{limits.BodyOf(spaces.CollectionCreate{}), limits.Body("title", limits.FromDescription(limits.Chars(0, 50)))}},
	"Collections.Get":    {handle: collectionKind.get},
	"Collections.Update": {onCollection(updateCollection), limits.Table{
		limits.BodyOf(spaces.CollectionUpdate{}),
		limits.Body("title", limits.FromDescription(limits.Chars(0, 50))),
		limits.Body("description", limits.FromDescription(limits.Chars(0, 100))),
	}},
	"Collections.Delete":      {handle: collectionKind.delete},
	"Collections.Spaces.List": {handle: onCollection(listCollectionSpaces)},
})

// collection is a group of spaces and other collections.
type collection struct {
	data   spaces.Collection
	grants grants
}

// collectionKind is the resource kind for collections.
var collectionKind = &kind[*state, collection, spaces.Collection]{
	name: "collection", param: "collectionId", in: everywhere,
	table:  func(st *state) *ordered.Table[*collection] { return &st.collections },
	show:   func(_ *call, _ *state, col *collection) spaces.Collection { return col.data },
	remove: emptyCollection,
}

var onCollection = on(collectionKind.of)

func listCollections(c *call, org *organization) (response, error) {
	nested := c.queryBool("nested")
	list := c.collections.Group(org.data.ID).List().Where(every(
		when(nested != nil && !*nested, func(col *collection) bool { return col.data.Parent == nil }),
		when(c.seesSome(), func(col *collection) bool { return c.sees(treeNode{collection: col}) }),
	))
	return respondPage(c, list, func(col *collection) spaces.Collection { return col.data })
}

func createCollection(c *call, org *organization) (response, error) {
	in := input[spaces.CollectionCreate](c)
	c.accept(c.checkParent(org.data.ID, in.Parent))
	data := as[spaces.Collection](in)
	data.ID = c.newID("collection")
	data.DefaultLevel = new(byRule(c.state, ruleCollectionLevel, spaces.LevelInherit, api.RoleRead))
	created := c.addCollection(org, data)
	return respondCreated(created.data, created.data.URLs.Location)
}

// checkParent rejects a parent that is not a collection of the organization.
func (st *state) checkParent(orgID string, parent *string) error {
	if parent == nil || st.hasCollection(orgID, *parent) {
		return nil
	}
	return byRule[error](
		st, ruleCollectionParent,
		invalid("parent", "a collection of the organization", *parent, ruleCollectionParent),
		notFound("parent", *parent),
	)
}

// hasCollection reports whether an organization has a collection with the given ID.
func (st *state) hasCollection(orgID, id string) bool {
	found, ok := st.collections.Get(id)
	return ok && found.data.Organization == orgID
}

func updateCollection(c *call, col *collection) (response, error) {
	merge(&col.data, input[spaces.CollectionUpdate](c))
	return respondOK(col.data)
}

// emptyCollection moves the content out of a collection before the collection is deleted.
func emptyCollection(c *call, st *state, col *collection) {
	up := byRule(st, ruleCollectionFreed, col.data.Parent, nil)
	for held := range st.tree.Values() {
		if equalID(held.parent(), col.data.ID) {
			c.setParent(held, up)
		}
	}
	for sp := range st.trash.Values() {
		if equalID(sp.data.Parent, col.data.ID) {
			c.setParent(treeNode{space: sp}, up)
		}
	}
	st.tree.Remove(col.data.ID)
}

func listCollectionSpaces(c *call, col *collection) (response, error) {
	list := c.tree.Group(col.data.ID).List().Where(when(c.seesSome(), c.sees))
	return respondPage(c, list,
		func(held treeNode) spaces.Space { return c.showListedSpace(held.space) })
}

// addCollection adds a collection and generates the fields that are not set.
func (st *state) addCollection(org *organization, data spaces.Collection) *collection {
	st.fillCommon(&data, "collection", "collections", data.ID)
	fill(&data.Title, "Untitled collection")
	data.Organization = org.data.ID
	fill(&data.Permissions, spaces.CollectionPermissions{View: true, Admin: true, ViewInviteLinks: true, Create: true})
	data.DefaultLevel = orNew(data.DefaultLevel, spaces.LevelInherit)
	fill(&data.URLs.App, address(appURL, "o", org.data.ID, "c", data.ID))
	col := &collection{data: data}
	st.collections.Add(data.ID, col, org.data.ID)
	st.addNode(treeNode{collection: col})
	return col
}

// Add adds a collection to an organization and returns it. Parent is the ID of another collection
// of the organization. Fields that are not set are generated.
func (s Collections) Add(orgID string, seed spaces.Collection) spaces.Collection {
	server := open(s.server)
	defer server.mu.hold()()
	seed = clone(seed)
	org := organizationKind.seeded(server, orgID)
	server.agrees("Organization", seed.Organization, orgID)
	server.accept(
		server.state.checkParent(orgID, seed.Parent),
		server.limit("Collections.Create", seed), server.limit("Collections.Update", seed),
	)
	seed.ID = server.seedID("collection", seed.ID)
	return clone(server.state.addCollection(org, seed).data)
}

// All returns the collections of an organization, in the order in which they were created.
func (s Collections) All(orgID string) []spaces.Collection {
	return allIn(open(s.server), collectionKind, orgID)
}

var (
	ruleMoveCycle = newUndecidedRule("contents.move.no-cycle", "a collection does not move into itself or into a collection within it: that returns 400; without the rule, 409")

	ruleTransferOnSite = newUndecidedRule("contents.transfer.on-a-site-412", "a transfer of a space that is on a site returns 412; without the rule, it stays on the site")

	ruleInCollection = newUndecidedRule("contents.in-collection-visibility", "a space that moves out of all collections becomes private if its visibility was that of its collection; without the rule, it stays in-collection")
)

// moveLimits are the limits of a request that moves a space or a collection.
var moveLimits = append(limits.Table{
	limits.WholeBody(limits.FromDescription(limits.AnyField("parent", "position"))),
	limits.BodyOf(spaces.Move{}),
}, positionLimits("space", "collection")...)

// The operations on the tree of spaces and collections.
var _ = declare(operations{
	"Spaces.Move":          {onNode(moveNode), moveLimits},
	"Spaces.Transfer":      {onNode(transferNode), limits.Table{limits.BodyOf(spaces.Transfer{})}},
	"Collections.Move":     {onNode(moveNode), moveLimits},
	"Collections.Transfer": {onNode(transferNode), limits.Table{limits.BodyOf(spaces.CollectionTransfer{})}},
})

// treeNode is a space or a collection.
type treeNode struct {
	space      *space
	collection *collection
}

// nodeFields are the fields that spaces and collections have in common.
type nodeFields struct {
	id           string
	organization *string
	parent       **string
	level        *api.Role
	grants       *grants
	app          *string // URL in the app
	segment      string  // segment of this URL
}

// fields returns the fields of the space or the collection.
func (node treeNode) fields() nodeFields {
	if sp := node.space; sp != nil {
		d := &sp.data
		return nodeFields{d.ID, &d.Organization, &d.Parent, d.DefaultLevel, &sp.grants, &d.URLs.App, "s"}
	}
	d := &node.collection.data
	return nodeFields{
		d.ID, &d.Organization, &d.Parent, d.DefaultLevel, &node.collection.grants, &d.URLs.App, "c",
	}
}

func (node treeNode) id() string              { return node.fields().id }
func (node treeNode) organization() string    { return *node.fields().organization }
func (node treeNode) parent() *string         { return *node.fields().parent }
func (node treeNode) defaultLevel() *api.Role { return node.fields().level }
func (node treeNode) grants() *grants         { return node.fields().grants }

// node returns the space or the collection that the path identifies.
func (c *call) node() treeNode {
	if c.param("spaceId") != "" {
		return treeNode{space: spaceKind.of(c)}
	}
	return treeNode{collection: collectionKind.of(c)}
}

var onNode = on((*call).node)

// respondNode responds with a space or a collection.
func (c *call) respondNode(node treeNode) (response, error) {
	if node.space != nil {
		return respondOK(c.showSpace(node.space, ""))
	}
	return respondOK(node.collection.data)
}

// equalID reports whether an optional ID is set and equal to other.
func equalID(id *string, other string) bool { return id != nil && *id == other }

func sameID(a, b *string) bool { return a == nil && b == nil || a != nil && equalID(b, *a) }

// above iterates over a collection and the collections that contain it, innermost first.
func (st *state) above(id *string) iter.Seq[*collection] {
	return func(yield func(*collection) bool) {
		for id != nil {
			col, ok := st.collections.Get(*id)
			if !ok || !yield(col) {
				return
			}
			id = col.data.Parent
		}
	}
}

// addNode adds a space or a collection after all others.
func (st *state) addNode(node treeNode) { st.tree.Add(node.id(), node, node.groups()...) }

// groups returns the names of the table groups that a space or a collection belongs to. The spaces
// in a collection are in a group with the ID of the collection.
func (node treeNode) groups() []string {
	if node.space == nil || node.parent() == nil {
		return nil
	}
	return []string{*node.parent()}
}

// setParent changes the collection that contains a space or a collection. If parent is nil, no
// collection contains it. setParent does not change the order.
func (c *call) setParent(node treeNode, parent *string) {
	if node.collection != nil {
		node.collection.data.Parent = parent
		return
	}
	node.space.data.Parent = parent
	c.tree.Regroup(node.id(), node.groups()...)
	if parent == nil && node.space.data.Visibility == spaces.VisibilityInCollection &&
		c.enabled(ruleInCollection) {
		node.space.data.Visibility = spaces.VisibilityPrivate
	}
}

// moveBody is the body of a move. The type in the SDK does not decode the type of the resource that
// a pointer refers to.
type moveBody struct {
	Parent   api.Nullable[string] `json:"parent"`
	Position movePosition         `json:"position"`
}

func moveNode(c *call, node treeNode) (response, error) {
	in := input[moveBody](c)
	parent := c.moveTarget(node, in.Parent)
	var others []string // the other nodes in the target, in order
	was := 0            // number of other nodes before the node, if it was in the target
	for other := range c.tree.Values() {
		switch {
		case other == node:
			was = len(others)
		case other.organization() == node.organization() && sameID(other.parent(), parent):
			others = append(others, other.id())
		}
	}
	at := c.indexAfterMove(in, others, was, sameID(parent, node.parent()))
	if sameID(parent, node.parent()) && at == was {
		return response{}, fail(http.StatusConflict, "position: want a move that changes something")
	}
	c.setParent(node, parent)
	switch {
	case at < len(others):
		c.tree.Move(node.id(), others[at], false)
	case len(others) > 0:
		c.tree.Move(node.id(), others[len(others)-1], true)
	}
	return c.respondNode(node)
}

// moveTarget returns the target collection of a move, or nil if there is none.
func (c *call) moveTarget(node treeNode, parent api.Nullable[string]) *string {
	id, given := parent.Get()
	switch {
	case parent.IsNull():
		return nil
	case !given:
		return node.parent()
	case !c.hasCollection(node.organization(), id):
		c.accept(invalid("parent", "a collection of the organization", id, ""))
	}
	for outer := range c.above(&id) {
		if outer == node.collection {
			c.accept(byRule[error](c.state, ruleMoveCycle,
				invalid("parent", "a collection outside of the one that moves", id, ruleMoveCycle),
				fail(http.StatusConflict,
					"parent: want a collection outside of the one that moves, got %q", id)))
		}
	}
	return &id
}

// indexAfterMove returns the index of a node after a move, which is the number of other nodes
// before it.
func (c *call) indexAfterMove(in moveBody, others []string, was int, stays bool) int {
	at := map[string]int{"position.before": -1, "position.after": -1}
	for field, beside := range in.Position.sides() {
		at[field] = slices.Index(others, beside.ID)
		if at[field] < 0 || c.collections.Has(beside.ID) != (beside.Type == "collection") {
			c.accept(invalid(field, "a space or a collection in the target collection", beside.ID, ""))
		}
	}
	before, after := at["position.before"], at["position.after"]
	if before >= 0 && after >= 0 && before != after+1 {
		c.accept(invalid("position", "neighbors in the target collection",
			in.Position.Before.id(), ""))
	}
	switch {
	case before >= 0:
		return before
	case after >= 0:
		return after + 1
	case stays:
		return was
	default:
		return len(others)
	}
}

func transferNode(c *call, node treeNode) (response, error) {
	var id string
	setIfGiven(&id, input[spaces.Transfer](c).Organization) // the body of a collection's transfer has the same field
	if id == "" || id == node.organization() {
		return response{}, fail(http.StatusConflict,
			"organization: want an organization other than %q", node.organization())
	}
	to, ok := c.organizations.Get(id)
	if !ok {
		return response{}, notFound("organization", id)
	}
	moved := c.subtree(node)
	for _, part := range moved {
		if part.space != nil && c.enabled(ruleTransferOnSite) &&
			len(c.sitesWith(c.organizationOf(part.space), part.space.data.ID)) > 0 {
			return response{}, fail(
				http.StatusPreconditionFailed,
				"space: want a space that is not on a site, got %q [%s]",
				part.space.data.ID, ruleTransferOnSite,
			)
		}
	}
	c.setParent(node, nil)
	for _, part := range moved {
		f := part.fields()
		before := *f.app
		*f.organization, *f.app = to.data.ID, address(appURL, "o", to.data.ID, f.segment, f.id)
		if part.collection != nil {
			c.collections.Regroup(f.id, to.data.ID)
			for sp := range c.trash.Values() {
				if equalID(sp.data.Parent, f.id) { // a deleted space stays in the organization
					c.setParent(treeNode{space: sp}, nil)
				}
			}
			continue
		}
		c.spaces.Regroup(f.id, to.data.ID)
		for cr := range c.changeRequestsOf(part.space).Values() {
			cr.data.URLs.App = strings.Replace(cr.data.URLs.App, before, *f.app, 1)
		}
		if c.enabled(ruleContentMoved) {
			c.uninstallFrom(onSpaces, f.id)
		}
	}
	c.tree.Remove(node.id())
	c.addNode(node)
	return c.respondNode(node)
}

// subtree returns a space or a collection, and everything in it.
func (st *state) subtree(node treeNode) []treeNode {
	all := []treeNode{node}
	if node.collection == nil {
		return all
	}
	for other := range st.tree.Values() {
		for outer := range st.above(other.parent()) {
			if outer == node.collection && other != node {
				all = append(all, other)
				break
			}
		}
	}
	return all
}
