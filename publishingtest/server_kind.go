package publishingtest

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

// scope finds the owner of resources. It uses the IDs in the path of a call, or the IDs that a test
// passes.
type scope[P any] struct {
	of     func(c *call) P
	seeded func(s *server, ids ...string) P
}

// everywhere is the scope of resources without an owner.
var everywhere = scope[*state]{
	func(c *call) *state { return c.state },
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
	id       string                                  // beginning of the IDs that add generates; "" if it generates none
	absent   rule                                    // undecided rule: a resource that does not exist returns 404
	exists   func(c *call, found *T) bool            // whether a resource of the table exists for a call
	listed   func(c *call, found *T) bool            // whether lists contain a resource that exists
	selected func(c *call, in P) func(found *T) bool // the filters of a list; nil without filters
	newest   func(c *call) bool                      // whether a list begins with the newest resource
	oldest   rule                                    // undecided rule: a list begins with the oldest resource
	remove   func(c *call, in P, found *T)           // removes what the resource has besides its row in the table
}

// scope returns the scope of resources whose owner is a resource of the kind.
func (k *kind[P, T, V]) scope() scope[*T] { return scope[*T]{k.of, k.seeded} }

// of returns the resource that the path identifies.
func (k *kind[P, T, V]) of(c *call) *T {
	_, found := k.within(c)
	return found
}

// within returns the owner and the resource that the path identifies.
func (k *kind[P, T, V]) within(c *call) (P, *T) {
	in := k.in.of(c)
	found := find(c, k.table(in), k.param, k.absent)
	if k.exists != nil && !k.exists(c, found) {
		found = nil
	}
	return in, foundAt(c, k.param, found)
}

// on returns a handler that calls handle with the resource that the path identifies.
func (k *kind[P, T, V]) on(handle func(c *call, in P, found *T) (response, error)) handler {
	return func(c *call) (response, error) {
		in, found := k.within(c)
		return handle(c, in, found)
	}
}

func (k *kind[P, T, V]) get(c *call) (response, error) {
	in, found := k.within(c)
	return respondOK(k.show(c, in, found))
}

func (k *kind[P, T, V]) list(c *call) (response, error) {
	in := k.in.of(c)
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

// delete deletes the resource that the path identifies.
func (k *kind[P, T, V]) delete(c *call) (response, error) {
	return ifPresent(k.on(func(c *call, in P, found *T) (response, error) {
		if k.remove != nil {
			k.remove(c, in, found)
		}
		k.table(in).Remove(c.param(k.param))
		return respondDeleted(true)
	}))(c)
}

// ifPresent returns a handler for a delete. If a resource in the path does not exist, there is
// nothing to delete.
func ifPresent(handle handler) handler {
	return func(c *call) (response, error) {
		resp, err := handle.call(c)
		if failed, ok := errors.AsType[*failure](err); ok && failed.absent {
			return respondDeleted(false)
		}
		return resp, err
	}
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
	return k.shown(s, in, k.table(in).Rows())
}

// shown returns the resources in rows as they appear in lists. It omits those that lists do not
// contain.
func (k *kind[P, T, V]) shown(s *server, in P, rows *ordered.Rows[*T]) []V {
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

// allIn returns the resources of a kind that belong to an organization, in the order of the table.
func allIn[T, V any](s *server, k *kind[*state, T, V], orgID string) []V {
	defer s.mu.hold()()
	organizationKind.seeded(s, orgID)
	return k.shown(s, s.state, k.table(s.state).Group(orgID))
}

// add adds a resource to the owner that ids identify, and returns the resource. create receives a
// copy of the seed that has an ID.
func (k *kind[P, T, V]) add(s *server, seed V, create func(in P, seed V) *T, ids ...string) V {
	defer s.mu.hold()()
	in := k.in.seeded(s, ids...)
	seed = clone(seed)
	if k.id != "" {
		id := reflect.ValueOf(&seed).Elem().FieldByName("ID")
		id.SetString(s.seedID(k.id, id.String()))
	}
	return clone(k.show(s.unrestricted(), in, create(in, seed)))
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

// inOrganization returns a handler that requires the organization in the path to exist. If it does
// not exist, the response is 404, even to a delete.
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
		if nullable, ok := reflect.TypeAssert[interface{ IsNull() bool }](given); ok {
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

var (
	ruleCursor   = newUndecidedRule("lists.page.cursor", "the page of a list is a cursor that the same list has returned; without the rule, any other page is the first one")
	ruleLastPage = newRule("lists.next.last-page", "the last page of a list has no next; without the rule, an empty page follows")
)

// respondPage responds with a page of a list. show converts the elements of the page.
func respondPage[T, V any](c *call, list ordered.List[T], show func(T) V) (response, error) {
	return c.respondPage(list.Order, func(i int) any { return show(list.Value(i)) })
}

// respondPage responds with a page of a list whose elements shown returns. It has no type
// parameters, because each instance of a generic function takes time to compile.
func (c *call) respondPage(list ordered.Order, shown func(i int) any) (response, error) {
	from, to, next := c.pageOf(list)
	p := pagination.Page[any]{
		Items: make([]any, 0, to-from), Next: next, Count: new(int64(list.Len)),
	}
	for i := from; i < to; i++ {
		p.Items = append(p.Items, shown(i))
	}
	return respondOK(&p)
}

// pageOf returns the indexes at which the page of a list begins and ends.
func (c *call) pageOf(list ordered.Order) (from, to int, next *pagination.Next) {
	size := c.pageSize()
	if after, started := c.after(); started {
		from = list.UpTo(after)
	}
	to = min(from+size, list.Len)
	if to < list.Len || from < to && !c.enabled(ruleLastPage) {
		next = &pagination.Next{Cursor: c.cursor(list.Position(to - 1))}
	}
	return from, to, next
}

// when returns keep if applies is true. Otherwise it returns nil, so that a list without filters is
// not searched.
func when[T any](applies bool, keep func(T) bool) func(T) bool {
	if applies {
		return keep
	}
	return nil
}

// every returns a function that reports whether all conditions are true. It ignores nil conditions,
// and returns nil if there are no others.
func every[T any](conditions ...func(T) bool) func(T) bool {
	conditions = slices.DeleteFunc(conditions, func(keep func(T) bool) bool { return keep == nil })
	return when(len(conditions) > 0, func(element T) bool {
		for _, keep := range conditions {
			if !keep(element) {
				return false
			}
		}
		return true
	})
}

// searching returns a function that reports whether the text of an element contains a parameter of
// the query, ignoring case. It returns nil if the query does not have the parameter.
func searching[T any](c *call, param string, textOf func(T) string) func(T) bool {
	wanted := strings.ToLower(c.query.Get(param))
	return when(wanted != "", func(element T) bool {
		return strings.Contains(strings.ToLower(textOf(element)), wanted)
	})
}

// asIs returns an element unchanged.
func asIs[T any](element T) T { return element }

// positionAt returns the position of an element in a list that is sorted by time. Elements with the
// same time are ordered by added, their position in a table.
func positionAt(at time.Time, added int64) string {
	return ordered.At(at.UnixMilli()) + ordered.At(added)
}

// latestFirst returns rows sorted by a time, the latest first.
func latestFirst[T any](rows *ordered.Rows[T], at func(T) time.Time) ordered.List[T] {
	var sorted ordered.Elements[T]
	for added, row := range rows.All() {
		sorted.Add(ordered.At(-at(row).UnixMilli())+ordered.At(-added), row)
	}
	return sorted.Sorted()
}

func (c *call) pageSize() int {
	return min(orElse(c.limit(maxLimit), c.config.pageSize), c.config.maxPageSize)
}

// limit returns the limit of a list in the query, or 0 if there is none.
func (c *call) limit(most int) int {
	if !c.query.Has("limit") {
		return 0
	}
	n, err := strconv.Atoi(c.query.Get("limit"))
	if err != nil || n < 0 || n > most {
		c.accept(invalid("limit", fmt.Sprintf("a number from 0 to %d", most), c.query.Get("limit"), ""))
	}
	return n
}

// A cursor contains the position of the last element of the previous page, so that deletions
// between two pages neither skip nor repeat an element. It also contains a hash of the list and the
// position, so that no other list accepts the cursor. It contains characters that clients must
// escape.
const (
	cursorPrefix = "p+/= "
	markLength   = 8
)

func (c *call) cursor(last string) string {
	data := binary.BigEndian.AppendUint64(nil, c.listMark(last))
	return cursorPrefix + base64.StdEncoding.EncodeToString(append(data, last...))
}

// after returns the position in the cursor of a request, after which the page begins. It reports
// whether the request has a cursor.
func (c *call) after() (position string, started bool) {
	if !c.query.Has("page") {
		return "", false
	}
	given := c.query.Get("page")
	encoded, ours := strings.CutPrefix(given, cursorPrefix)
	data, err := base64.StdEncoding.DecodeString(encoded)
	if ours = ours && err == nil && len(data) > markLength; ours {
		position = string(data[markLength:])
		ours = binary.BigEndian.Uint64(data) == c.listMark(position)
	}
	if !ours && c.enabled(ruleCursor) {
		c.accept(invalid("page", "a cursor that this list has given", given, ruleCursor))
	}
	return position, ours
}

// sortPosition returns the position of an element in a list that is sorted by text. The text must
// not contain zero bytes. Elements with equal texts are ordered by id.
func sortPosition(text, id string, descending bool) string {
	position := []byte(text + "\x00" + id + "\x00")
	if descending {
		for i := range position {
			position[i] = ^position[i]
		}
	}
	return string(position)
}

// listMark returns a hash of a position, the path and the filters of a list. If the method of the
// list is POST, the filters are in the body.
func (c *call) listMark(position string) uint64 {
	filters := url.Values{}
	for name, values := range c.query {
		if name != "page" && name != "limit" {
			filters[name] = slices.Clone(values)
		}
	}
	mark := fnv.New64a()
	_, _ = mark.Write([]byte(c.http.URL.EscapedPath() + "?" + filters.Encode() + "\n" + position + "\n"))
	_, _ = mark.Write(c.body)
	return mark.Sum64()
}
