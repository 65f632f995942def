package publishingtest

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleCollection       = behaviour("collection.absent-404", "a path with a collection that does not exist is answered with 404")
	ruleCollectionParent = behaviour("collections.create.parent-exists", "a collection is made in a collection of the same organization")
	ruleNested           = behaviour("collections.list.nested", "nested=false leaves out collections within collections; true and none list them")
	ruleCollectionFreed  = behaviour("collections.delete.content-moves-up", "what a deleted collection held moves to where the collection was")
)

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
	return page(r, r.collections.all(), func(c *collection) (spaces.Collection, bool) {
		return c.data, c.data.Organization == org.data.ID && (!top || c.data.Parent == nil)
	})
}

func createCollection(r *request, org *organization) (answer, error) {
	in := input[spaces.CollectionCreate](r)
	if in.Parent != nil {
		if parent, ok := r.collections.get(*in.Parent); (!ok || parent.data.Organization != org.data.ID) && r.holds(ruleCollectionParent) {
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
	c, there := r.collections.get(id)
	if !there {
		return r.deleted(false)
	}
	up := c.data.Parent
	if !r.holds(ruleCollectionFreed) {
		up = nil
	}
	for _, held := range r.contents.all() {
		if is(held.parent(), id) {
			r.put(held, up)
		}
	}
	for _, sp := range r.trash.all() {
		if is(sp.data.Parent, id) {
			r.put(item{space: sp}, up)
		}
	}
	r.contents.remove(id)
	return r.deleted(r.collections.remove(id))
}

func listCollectionSpaces(r *request, c *collection) (answer, error) {
	return page(r, r.contents.all(), func(held item) (spaces.Space, bool) {
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
	st.collections.add(data.ID, c)
	st.contents.add(data.ID, item{collection: c})
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
	for _, c := range s.state.collections.all() {
		if c.data.Organization == organizationID {
			own = append(own, c.data)
		}
	}
	return clone(own)
}

// collectionLimits are those of collections.
var collectionLimits = []limit{
	inQuery("Collections.List", "nested", boolean),
	inBody("Collections.Create", "title", text, described(chars(0, 50))),
	inBody("Collections.Create", "parent", text),
	inBody("Collections.Update", "title", text, described(chars(0, 50))),
	inBody("Collections.Update", "description", text, described(chars(0, 100))),
	inBody("Collections.Update", "defaultLevel", text, nullable, levels),
}
