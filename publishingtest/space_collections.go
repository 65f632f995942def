package publishingtest

import (
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
	"Collections.List":   {onOrganization(listCollections), limits.Table{limits.QueryOf[spaces.CollectionListOptions]()}},
	"Collections.Create": {onOrganization(createCollection), limits.Table{limits.BodyOf[spaces.CollectionCreate](), limits.Body("title", limits.FromDescription(limits.Chars(0, 50)))}},
	"Collections.Get":    {handle: collectionKind.get},
	"Collections.Update": {onCollection(updateCollection), limits.Table{
		limits.BodyOf[spaces.CollectionUpdate](),
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

func onCollection(handle func(c *call, col *collection) (response, error)) handler {
	return withResource(collectionKind.of, handle)
}

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
	if err := c.checkParent(org.data.ID, in.Parent); err != nil {
		return response{}, err
	}
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
	return byRule(
		st, ruleCollectionParent,
		invalid("parent", "a collection of the organization", *parent, ruleCollectionParent),
		notFound("parent", *parent),
	)
}

// hasCollection reports whether an organization has a collection with an ID.
func (st *state) hasCollection(orgID, id string) bool {
	found, ok := st.collections.Get(id)
	return ok && found.data.Organization == orgID
}

func updateCollection(c *call, col *collection) (response, error) {
	merge(&col.data, input[spaces.CollectionUpdate](c))
	return respondOK(col.data)
}

// emptyCollection moves the content out of a collection before the collection is deleted.
func emptyCollection(c *call, st *state, col *collection) error {
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
	return nil
}

func listCollectionSpaces(c *call, col *collection) (response, error) {
	list := c.tree.Group(col.data.ID).List().Where(when(c.seesSome(), c.sees))
	return respondPage(c, list,
		func(held treeNode) spaces.Space { return c.showSpace(held.space, "") })
}

// addCollection adds a collection and generates the fields that are not set.
func (st *state) addCollection(org *organization, data spaces.Collection) *collection {
	data.Object = "collection"
	data.Title = orElse(data.Title, "Untitled collection")
	data.Organization = org.data.ID
	data.Permissions = orElse(data.Permissions,
		spaces.CollectionPermissions{View: true, Admin: true, ViewInviteLinks: true, Create: true})
	data.DefaultLevel = orNew(data.DefaultLevel, spaces.LevelInherit)
	data.URLs.Location = orElse(data.URLs.Location, st.location("collections", data.ID))
	data.URLs.App = orElse(data.URLs.App, address(appURL, "o", org.data.ID, "c", data.ID))
	col := &collection{data: data}
	st.collections.Add(data.ID, col, org.data.ID)
	st.addNode(treeNode{collection: col})
	return col
}

// Add adds a collection to an organization and returns it. Parent is the ID of another collection
// of the organization. Fields that are not set are generated.
func (s Collections) Add(orgID string, seed spaces.Collection) spaces.Collection {
	defer s.mu.hold()()
	seed = clone(seed)
	org := s.seedOrganization(orgID)
	s.agrees("Organization", seed.Organization, orgID)
	s.accept(
		s.state.checkParent(orgID, seed.Parent),
		s.limit("Collections.Create", seed), s.limit("Collections.Update", seed),
	)
	seed.ID = s.seedID("collection", seed.ID)
	return clone(s.state.addCollection(org, seed).data)
}

// All returns the collections of an organization, in the order in which they were created.
func (s Collections) All(orgID string) []spaces.Collection {
	defer s.mu.hold()()
	s.seedOrganization(orgID)
	return collectionKind.shown(s.server, s.state, s.state.collections.Group(orgID))
}
