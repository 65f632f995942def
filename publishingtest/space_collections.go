package publishingtest

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleCollection       = behaviour("collection.absent-404", "a path with a collection that does not exist is answered with 404")
	ruleCollectionParent = behaviour("collections.create.parent-exists", "a collection is made in a collection of the same organization")
	ruleNested           = behaviour("collections.list.nested", "nested=false leaves out collections within collections; true and none list them")
	ruleCollectionFreed  = behaviour("collections.delete.content-moves-up", "what a deleted collection held moves to where the collection was")
)

// collectionOperations are the operations on collections.
var collectionOperations = operations{
	"Collections.List": {onOrganization(listCollections), limits.Table{
		limits.Query("nested", limits.Boolean),
	}},
	"Collections.Create": {onOrganization(createCollection), limits.Table{
		limits.Body("title", limits.String, limits.FromDescription(limits.Chars(0, 50))),
		limits.Body("parent", limits.String),
	}},
	"Collections.Get": {handle: onCollection(getCollection)},
	"Collections.Update": {onCollection(updateCollection), limits.Table{
		limits.Body("title", limits.String, limits.FromDescription(limits.Chars(0, 50))),
		limits.Body("description", limits.String, limits.FromDescription(limits.Chars(0, 100))),
		limits.Body("defaultLevel", limits.String, limits.Nullable, levels),
	}},
	"Collections.Delete":      {handle: deleteCollection},
	"Collections.Spaces.List": {handle: onCollection(listCollectionSpaces)},
}

// collection is a group of spaces and other collections.
type collection struct {
	data   spaces.Collection
	grants grants
}

func (r *request) collection() (*collection, error) {
	return find(r, &r.collections, "collectionId", ruleCollection)
}

func onCollection(handle func(r *request, c *collection) (answer, error)) handler {
	return with((*request).collection, handle)
}

func listCollections(r *request, org *organization) (answer, error) {
	nested := r.flag("nested")
	top := nested != nil && !*nested && r.holds(ruleNested)
	return page(r, r.collections.All(), func(c *collection) (spaces.Collection, bool) {
		return c.data, c.data.Organization == org.data.ID && (!top || c.data.Parent == nil)
	})
}

func createCollection(r *request, org *organization) (answer, error) {
	in := input[spaces.CollectionCreate](r)
	if in.Parent != nil {
		if parent, ok := r.collections.Get(*in.Parent); (!ok || parent.data.Organization != org.data.ID) && r.holds(ruleCollectionParent) {
			return answer{}, broken("parent", "a collection of the organization", *in.Parent, ruleCollectionParent)
		}
	}
	data := spaces.Collection{ID: r.newID("collection"), Parent: in.Parent}
	set(&data.Title, in.Title)
	made := r.addCollection(org, data)
	return created(made.data, made.data.URLs.Location)
}

func getCollection(_ *request, c *collection) (answer, error) { return ok(c.data) }

func updateCollection(r *request, c *collection) (answer, error) {
	in := input[spaces.CollectionUpdate](r)
	set(&c.data.Title, in.Title)
	if in.Description != nil {
		c.data.Description = in.Description
	}
	setLevel(&c.data.DefaultLevel, in.DefaultLevel)
	return ok(c.data)
}

// setLevel changes a default level, which null makes that of guests.
func setLevel(level **api.Role, to api.Nullable[api.Role]) {
	if role, given := to.Get(); given {
		*level = &role
	} else if to.IsNull() {
		*level = nil
	}
}

func deleteCollection(r *request) (answer, error) {
	id := r.id("collectionId")
	c, there := r.collections.Get(id)
	if !there {
		return r.deleted(false)
	}
	up := c.data.Parent
	if !r.holds(ruleCollectionFreed) {
		up = nil
	}
	for _, held := range r.contents.All() {
		if is(held.parent(), id) {
			r.put(held, up)
		}
	}
	for _, sp := range r.trash.All() {
		if is(sp.data.Parent, id) {
			r.put(item{space: sp}, up)
		}
	}
	r.contents.Remove(id)
	return r.deleted(r.collections.Remove(id))
}

func listCollectionSpaces(r *request, c *collection) (answer, error) {
	return page(r, r.contents.All(), func(held item) (spaces.Space, bool) {
		if held.space == nil || !is(held.space.data.Parent, c.data.ID) {
			return spaces.Space{}, false
		}
		return r.showSpace(held.space, ""), true
	})
}

// addCollection adds a collection; fields that are not set are made up.
func (st *state) addCollection(org *organization, data spaces.Collection) *collection {
	data.Object = "collection"
	data.Title = orElse(data.Title, "Untitled collection")
	data.Organization = org.data.ID
	data.Permissions = orElse(data.Permissions, spaces.CollectionPermissions{View: true, Admin: true, ViewInviteLinks: true, Create: true})
	if data.DefaultLevel == nil {
		data.DefaultLevel = new(api.RoleRead)
	}
	data.URLs.Location = orElse(data.URLs.Location, st.location("collections", data.ID))
	data.URLs.App = orElse(data.URLs.App, address(appURL, "o", org.data.ID, "c", data.ID))
	c := &collection{data: data}
	st.collections.Add(data.ID, c)
	st.contents.Add(data.ID, item{collection: c})
	return c
}

// AddCollection adds a collection to an organization and returns it as the service shows it. Fields that are not set are made up; a parent
// is the id of another collection of the organization.
func (s *Server) AddCollection(organizationID string, seed spaces.Collection) spaces.Collection {
	s.mu.Lock()
	defer s.mu.Unlock()
	seed = clone(seed)
	org := s.seedOrganization(organizationID)
	s.agrees("Organization", seed.Organization, organizationID)
	s.seedParent(organizationID, seed.Parent)
	seed.ID = s.seedID("collection", seed.ID)
	return clone(s.state.addCollection(org, seed).data)
}

// seedParent makes a parent that is no collection of the organization a mistake.
func (s *Server) seedParent(organizationID string, parent *string) {
	if parent != nil && known(s, &s.state.collections, "collection", *parent).data.Organization != organizationID {
		s.mistake("the collection %q is not one of the organization %q", *parent, organizationID)
	}
}

// Collections returns the collections of an organization as the service shows them, in the order they were made.
func (s *Server) Collections(organizationID string) []spaces.Collection {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seedOrganization(organizationID)
	var own []spaces.Collection
	for _, c := range s.state.collections.All() {
		if c.data.Organization == organizationID {
			own = append(own, c.data)
		}
	}
	return clone(own)
}
