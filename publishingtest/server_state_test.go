package publishingtest_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/publishing-platform/publishing-go/publishingtest"
)

// stateOf returns the state of a server, which no call may use at the same time.
func stateOf(s *publishingtest.Server) reflect.Value {
	return fieldOf(reflect.ValueOf(s), "server.state")
}

// fieldOf returns the field at the end of a path of fields. If there is a nil before it, the result
// is not valid.
func fieldOf(v reflect.Value, path string) reflect.Value {
	for name := range strings.SplitSeq(path, ".") {
		if v = pointedTo(v); !v.IsValid() {
			return v
		}
		v = v.FieldByName(name)
	}
	return v
}

func pointedTo(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	return v
}

// textIn is like fieldOf, but returns the text of the field, or "" if there is none.
func textIn(v reflect.Value, path string) string {
	if found := pointedTo(fieldOf(v, path)); found.IsValid() {
		return found.String()
	}
	return ""
}

// tablesIn returns the tables at the end of a path of fields. A slash in the path stands for each
// value of a table.
func tablesIn(v reflect.Value, path string) (all []reflect.Value) {
	path, rest, nested := strings.Cut(path, "/")
	if !nested {
		return []reflect.Value{fieldOf(v, path)}
	}
	for _, value := range valuesIn(v, path) {
		all = append(all, tablesIn(value, rest)...)
	}
	return all
}

func valuesIn(v reflect.Value, path string) (values []reflect.Value) {
	for _, table := range tablesIn(v, path) {
		for _, row := range fieldOf(table, "table.rows").Seq2() {
			values = append(values, fieldOf(row, "value").Elem())
		}
	}
	return values
}

// rows returns the number of rows of each of some tables of the state.
func (w *world) rows(paths ...string) []int {
	return mapped(paths, func(path string) int { return len(valuesIn(stateOf(w.Server), path)) })
}

// groupsOf are the functions that return the groups of a value, by the path of its table.
var groupsOf = map[string]func(value reflect.Value) []string{
	"spaces":                          inOrganization,
	"collections":                     inOrganization,
	"tree":                            func(node reflect.Value) []string { return strings.Fields(textIn(node, "space.data.Parent")) },
	"organizations/teams":             func(team reflect.Value) []string { return []string{textIn(team, "data.Title")} },
	"organizations/sites/spaces":      func(placed reflect.Value) []string { return []string{textIn(placed, "section")} },
	"organizations/sites/given.users": withRole,
	"spaces/grants.users":             withRole,
	"trash/grants.users":              withRole,
	"collections/grants.users":        withRole,
	"changeRequests": func(request reflect.Value) []string {
		space := textIn(request, "space.data.ID")
		return []string{space, space + " " + textIn(request, "data.Status")}
	},
	"organizations/sites/parts": func(part reflect.Value) []string {
		return []string{textIn(part, "pointer.Type"), "in " + textIn(part, "in")}
	},
}

func inOrganization(value reflect.Value) []string {
	return []string{textIn(value, "data.Organization")}
}

func withRole(grant reflect.Value) []string {
	if fieldOf(grant, "role").IsNil() {
		return nil
	}
	return []string{"with a role"}
}

// misplaced returns a description of what an index of the state lacks or has in excess, compared
// with a search through everything, and "" if each index is right.
func misplaced(s *publishingtest.Server) string {
	got, want := map[string][]string{}, map[string][]string{}
	st := stateOf(s)
	for path, groups := range groupsOf {
		for i, table := range tablesIn(st, path) {
			at := fmt.Sprintf("%s[%d], group ", path, i)
			for _, row := range fieldOf(table, "table.rows").Seq2() {
				for _, name := range groups(fieldOf(row, "value")) {
					want[at+name] = append(want[at+name], textIn(row, "key"))
				}
			}
			for name, rows := range fieldOf(table, "table.groups").Seq2() {
				for _, row := range rows.Seq2() {
					got[at+name.String()] = append(got[at+name.String()], textIn(row, "key"))
				}
			}
		}
	}
	for _, sp := range slices.Concat(valuesIn(st, "spaces"), valuesIn(st, "trash")) {
		for number, request := range fieldOf(sp, "numbered").Seq2() {
			got[fmt.Sprint(textIn(sp, "data.ID"), " ", number)] = []string{textIn(request, "data.ID")}
		}
	}
	for _, request := range valuesIn(st, "changeRequests") {
		number := fmt.Sprint(textIn(request, "space.data.ID"), " ", fieldOf(request, "data.Number"))
		if want[number] == nil {
			want[number] = []string{textIn(request, "data.ID")}
		}
	}
	existing := map[uintptr]bool{} // sites
	owns := func(name string, org, site uintptr) string { return fmt.Sprintf("%x %x owns %q", org, site, name) }
	for _, org := range valuesIn(st, "organizations") {
		want[owns(textIn(org, "data.CustomHostname"), org.Pointer(), 0)] = []string{"yes"}
		for _, site := range valuesIn(org, "sites") {
			existing[site.Pointer()] = true
			want[owns(textIn(site, "data.Hostname"), org.Pointer(), site.Pointer())] = []string{"yes"}
			for _, placed := range valuesIn(site, "spaces") {
				on := fmt.Sprintf("%s on %x", textIn(placed, "space"), site.Pointer())
				want[on] = append(want[on], "once")
			}
		}
	}
	for name, owners := range fieldOf(st, "hostnameOwners").Seq2() {
		for _, owner := range owners.Seq2() { // some of them are earlier owners
			key := owns(name.String(), fieldOf(owner, "org").Pointer(), fieldOf(owner, "site").Pointer())
			got[key] = want[key]
		}
	}
	for space, sites := range fieldOf(st, "placements").Seq2() {
		for site, times := range sites.Seq2() {
			if existing[site.Pointer()] {
				got[fmt.Sprintf("%s on %x", space, site.Pointer())] = slices.Repeat([]string{"once"}, int(times.Int()))
			}
		}
	}
	for _, key := range slices.Concat(slices.Collect(maps.Keys(want)), slices.Collect(maps.Keys(got))) {
		if !strings.HasSuffix(key, ` owns ""`) && !slices.Equal(got[key], want[key]) {
			return fmt.Sprintf("%s: got %q, want %q", key, got[key], want[key])
		}
	}
	return ""
}

// stateSize returns a number that grows with everything that the state of a server refers to.
func stateSize(s *publishingtest.Server) int {
	seen := map[any]bool{}
	var size func(v reflect.Value) int
	size = func(v reflect.Value) (total int) {
		switch v.Kind() {
		case reflect.Pointer, reflect.Map:
			if v.IsNil() || seen[v.UnsafePointer()] {
				return 1
			}
			seen[v.UnsafePointer()] = true
			if v.Kind() == reflect.Pointer {
				return 1 + size(v.Elem())
			}
			for entry := v.MapRange(); entry.Next(); {
				total += 1 + size(entry.Key()) + size(entry.Value())
			}
			return total
		case reflect.Interface:
			return 1 + size(v.Elem())
		case reflect.Slice, reflect.Array:
			for i := range v.Len() {
				total += 1 + size(v.Index(i))
			}
			return total
		case reflect.Struct:
			for _, field := range v.Fields() {
				total += size(field)
			}
			return total
		case reflect.String:
			return v.Len()
		default:
			return 1
		}
	}
	return size(stateOf(s))
}

// stateSizeWithoutIDs is like stateSize, but ignores which IDs were generated. A call that fails
// may have used up some.
func stateSizeWithoutIDs(s *publishingtest.Server) int {
	total := stateSize(s)
	for _, used := range []string{"taken", "counters"} {
		for name := range fieldOf(stateOf(s), used).Seq2() {
			total -= 2 + name.Len() // what stateSize adds for an entry with a number or a bool
		}
	}
	return total
}
