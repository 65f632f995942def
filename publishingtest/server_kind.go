package publishingtest

import (
	"reflect"

	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

// scope finds the owner of resources. It uses the IDs in the path of a call, or the IDs that a test
// passes.
type scope[P any] struct {
	of     func(c *call) (P, error)
	seeded func(s *server, ids ...string) P
}

// everywhere is the scope of resources without an owner.
var everywhere = scope[*state]{
	func(c *call) (*state, error) { return c.state, nil },
	func(s *server, _ ...string) *state { return s.state },
}

// A kind describes how the server finds, stores and shows a kind of resource. P is the type of the
// resource's owner, such as *site. T is the type of the resource in the state, and V is its type in
// responses. The methods get, list and delete are handlers. The groups of a [Server] call seeded,
// all, add and edit.
type kind[P, T, V any] struct {
	name  string // name in messages to tests
	param string // path parameter that contains the ID
	in    scope[P]
	table func(in P) *ordered.Table[*T]
	show  func(c *call, in P, found *T) V

	// The following fields are optional.
	absent   rule                                    // undecided rule: a resource that does not exist returns 404
	exists   func(c *call, found *T) bool            // whether a resource of the table exists for a call
	listed   func(c *call, found *T) bool            // whether lists contain a resource that exists
	selected func(c *call, in P) func(found *T) bool // the filters of a list; nil without filters
	newest   func(c *call) bool                      // whether a list begins with the newest resource
	oldest   rule                                    // undecided rule: a list begins with the oldest resource
	remove   func(c *call, in P, found *T) error     // removes what the resource has besides its row in the table
}

// scope returns the scope of resources whose owner is a resource of the kind.
func (k *kind[P, T, V]) scope() scope[*T] { return scope[*T]{k.of, k.seeded} }

// of returns the resource that the path identifies.
func (k *kind[P, T, V]) of(c *call) (*T, error) {
	_, found, err := k.within(c)
	return found, err
}

// within returns the owner and the resource that the path identifies.
func (k *kind[P, T, V]) within(c *call) (P, *T, error) {
	in, err := k.in.of(c)
	if err != nil {
		return in, nil, err
	}
	found, err := find(c, k.table(in), k.param, k.absent)
	if err == nil && k.exists != nil && !k.exists(c, found) {
		err = notFound(k.param, c.param(k.param))
	}
	return in, found, err
}

// on returns a handler that calls handle with the resource that the path identifies.
func (k *kind[P, T, V]) on(handle func(c *call, in P, found *T) (response, error)) handler {
	return func(c *call) (response, error) {
		in, found, err := k.within(c)
		if err != nil {
			return response{}, err
		}
		return handle(c, in, found)
	}
}

func (k *kind[P, T, V]) get(c *call) (response, error) {
	return k.on(func(c *call, in P, found *T) (response, error) {
		return respondOK(k.show(c, in, found))
	})(c)
}

func (k *kind[P, T, V]) list(c *call) (response, error) {
	in, err := k.in.of(c)
	if err != nil {
		return response{}, err
	}
	rows := byRule(c.state, k.oldest, k.table(in).List(), k.table(in).Backward())
	if k.newest != nil && k.newest(c) {
		rows = k.table(in).Backward()
	}
	if k.exists != nil || k.listed != nil {
		rows = rows.Where(func(found *T) bool { return k.isListed(c, found) })
	}
	if k.selected != nil {
		rows = rows.Where(k.selected(c, in))
	}
	return respondPage(c, rows, func(found *T) V { return k.show(c, in, found) })
}

// itself shows a resource whose type in responses is that in the state.
func itself[P, T any](_ *call, _ P, found *T) T { return *found }

// showing returns a function that shows a resource regardless of its owner.
func showing[P, T, V any](show func(c *call, found *T) V) func(c *call, _ P, found *T) V {
	return func(c *call, _ P, found *T) V { return show(c, found) }
}

// shows returns a handler that responds with what show returns for a resource.
func shows[T, V any](show func(c *call, of T) V) handlerOf[T] {
	return func(c *call, of T) (response, error) { return respondOK(show(c, of)) }
}

// delete deletes the resource that the path identifies. If the resource or its owner does not
// exist, there is nothing to delete.
func (k *kind[P, T, V]) delete(c *call) (response, error) {
	in, found, err := k.within(c)
	if err != nil {
		return respondDeleted(false)
	}
	if k.remove != nil {
		if err := k.remove(c, in, found); err != nil {
			return response{}, err
		}
	}
	k.table(in).Remove(c.param(k.param))
	return respondDeleted(true)
}

// seeded returns the resource that ids identify. The IDs of its owners come first. If the resource
// does not exist, the test fails.
func (k *kind[P, T, V]) seeded(s *server, ids ...string) *T {
	_, found := k.seededWithin(s, ids)
	return found
}

func (k *kind[P, T, V]) seededWithin(s *server, ids []string) (P, *T) {
	last := len(ids) - 1
	in := k.in.seeded(s, ids[:last]...)
	return in, mustFind(s, k.table(in), k.name, ids[last])
}

// all returns the resources of the owner that ids identify, in the order of the table.
func (k *kind[P, T, V]) all(s *server, ids ...string) []V {
	defer s.mu.hold()()
	in := k.in.seeded(s, ids...)
	return k.shown(s, in, k.table(in).Rows)
}

// shown returns the resources in rows as they appear in lists. It omits those that lists do not
// contain.
func (k *kind[P, T, V]) shown(s *server, in P, rows ordered.Rows[*T]) []V {
	c, shown := s.unrestricted(), []V{}
	for found := range rows.Values() {
		if k.isListed(c, found) {
			shown = append(shown, clone(k.show(c, in, found)))
		}
	}
	return shown
}

// isListed reports whether lists contain a resource of the table.
func (k *kind[P, T, V]) isListed(c *call, found *T) bool {
	return (k.exists == nil || k.exists(c, found)) && (k.listed == nil || k.listed(c, found))
}

// add adds a resource to the owner that ids identify, and returns the resource.
func (k *kind[P, T, V]) add(s *server, seed V, create func(in P, seed V) *T, ids ...string) V {
	defer s.mu.hold()()
	in := k.in.seeded(s, ids...)
	return clone(k.show(s.unrestricted(), in, create(in, clone(seed))))
}

// one returns the resource that ids identify, as it appears in responses.
func (k *kind[P, T, V]) one(s *server, ids ...string) V {
	return k.edit(s, func(P, *T) {}, ids...)
}

// edit changes the resource that ids identify, and returns the resource.
func (k *kind[P, T, V]) edit(s *server, change func(in P, found *T), ids ...string) V {
	defer s.mu.hold()()
	in, found := k.seededWithin(s, ids)
	change(in, found)
	return clone(k.show(s.unrestricted(), in, found))
}

// unrestricted returns a call that sees everything, as a test does.
func (s *server) unrestricted() *call { return &call{state: s.state} }

// inOrganization returns a handler that requires the organization in the path to exist. If the
// organization does not exist, a delete finds nothing to delete.
func inOrganization(handle handler) handler {
	return onOrganization(func(c *call, _ *organization) (response, error) { return handle(c) })
}

// as returns a new resource with the fields of a request: see [merge].
func as[T any](request any) (data T) {
	merge(&data, request)
	return data
}

// merge sets the fields of a resource to those of a request that are set. The names of the fields
// are the same in both. A null clears a field. Fields that have another type in the resource, such
// as an ID instead of what it identifies, are left alone.
func merge(data, request any) {
	into := reflect.ValueOf(data).Elem()
	for field, given := range reflect.ValueOf(request).Fields() {
		to := into.FieldByName(field.Name)
		if given.IsZero() || !to.IsValid() {
			continue
		}
		if nullable, ok := given.Interface().(interface{ IsNull() bool }); ok {
			if nullable.IsNull() {
				to.SetZero()
				continue
			}
			given = given.MethodByName("Get").Call(nil)[0]
		}
		if given.Kind() == reflect.Pointer && to.Kind() != reflect.Pointer {
			given = given.Elem()
		}
		switch {
		case given.Type().AssignableTo(to.Type()):
			to.Set(given)
		case to.Kind() == reflect.Pointer && given.Type().AssignableTo(to.Type().Elem()):
			to.Set(reflect.New(to.Type().Elem()))
			to.Elem().Set(given)
		}
	}
}
