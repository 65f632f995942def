package publishingtest

import (
	"fmt"
	"slices"

	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

// Misplaced returns a description of what an index of the state lacks or has in excess, compared
// with a search through everything, and "" if each index is right.
func Misplaced(s *Server) string {
	defer open(s.server).mu.hold()()
	st := open(s.server).state
	var found []string
	note := func(problem string) { found = append(found, problem) }
	orgs, nodes := slices.Collect(st.organizations.Keys()), slices.Collect(st.tree.Keys())
	compareGroups(note, "spaces", &st.spaces, orgs, func(sp *space) []string { return []string{sp.data.Organization} })
	compareGroups(note, "collections", &st.collections, orgs, func(col *collection) []string { return []string{col.data.Organization} })
	compareGroups(note, "tree", &st.tree, nodes, treeNode.groups)
	var requests []string
	for _, cr := range st.changeRequests.All() {
		for _, status := range []string{"draft", "open", "archived", "merged"} {
			requests = append(requests, cr.space.data.ID+" "+status)
		}
		for _, first := range st.changeRequests.All() {
			if first.space == cr.space && first.data.Number == cr.data.Number {
				if cr.space.numbered[cr.data.Number] != first {
					note(fmt.Sprintf("change request %d of %s", cr.data.Number, cr.space.data.ID))
				}
				break
			}
		}
	}
	compareGroups(note, "change requests", &st.changeRequests, requests, (*changeRequest).groups)
	for _, org := range st.organizations.All() {
		st.eachGrants(org, func(given *grants) {
			compareGroups(note, "permissions", &given.users, []string{withRole}, func(g *grant) []string {
				if g.role == nil {
					return nil
				}
				return []string{withRole}
			})
		})
		compareGroups(note, "teams", &org.teams, nil, func(t *team) []string { return []string{t.data.Title} })
	}
	placed := map[string]map[*site]int{}
	for _, org := range st.organizations.All() {
		for _, s := range org.sites.All() {
			compareGroups(note, "parts", &s.parts, []string{partsIn("")}, part.groups)
			compareGroups(note, "site spaces", &s.spaces, []string{""}, func(on *siteSpace) []string { return []string{on.section} })
			for _, on := range s.spaces.All() {
				if placed[on.space] == nil {
					placed[on.space] = map[*site]int{}
				}
				placed[on.space][s]++
			}
		}
	}
	for _, org := range st.organizations.All() {
		for _, s := range org.sites.All() {
			for id := range st.spaces.Keys() {
				if st.placements[id][s] != placed[id][s] {
					note(fmt.Sprintf("the space %s is %d times on the site %s, want %d", id, st.placements[id][s], s.data.ID, placed[id][s]))
				}
			}
		}
	}
	named := map[string]bool{}
	for want := range st.allHostnames() {
		if got := st.hostnameCalled(want.name); !named[want.name] && (got == nil || *got != want) {
			note("hostname " + want.name)
		}
		named[want.name] = true
	}
	if len(found) == 0 {
		return ""
	}
	return found[0]
}

// compareGroups compares the groups of a table with those that its rows belong to. others are
// groups that may be empty.
func compareGroups[T any](note func(problem string), table string, t *ordered.Table[T], others []string, groups func(T) []string) {
	want := map[string][]string{}
	for _, name := range others {
		want[name] = nil
	}
	for key := range t.Keys() {
		value, _ := t.Get(key)
		for _, name := range groups(value) {
			want[name] = append(want[name], key)
		}
	}
	for name, keys := range want {
		if got := slices.Collect(t.Group(name).Keys()); !slices.Equal(got, keys) {
			note(fmt.Sprintf("%s, group %q: got %q, want %q", table, name, got, keys))
		}
	}
}
