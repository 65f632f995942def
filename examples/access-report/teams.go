package main

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/permissions"
)

// A team is a team with a role in a place.
type team struct {
	ID      string
	Title   string
	Members []api.User // sorted by name
	Grants  []grant    // ordered as in the tree
	Problem string     // why its members are unknown, "" if they are known
}

// A grant is a role that a team was given. It holds in the place and in what the place contains,
// except where the team or a person was given another one.
type grant struct {
	Place *place
	Role  string
}

// grants reads the roles that teams were given in a place. It discards what was read before a
// failure.
func (r *reader) grants(ctx context.Context, p *place) error {
	var all iter.Seq2[permissions.TeamPermission, error]
	if p.Kind == "space" {
		all = r.client.Permissions.Spaces.Teams.All(ctx, p.ID, permissions.TeamListOptions{})
	} else {
		all = r.client.Permissions.Collections.Teams.All(ctx, p.ID, permissions.TeamListOptions{})
	}
	var read []permissions.TeamPermission
	for permission, err := range all {
		if err != nil {
			return err
		}
		read = append(read, permission)
	}
	p.teams = read
	return nil
}

// teams groups the roles of teams by team, reads the members, and adds the teams to the access of
// their members.
func (r *reader) teams(ctx context.Context, places []*place) ([]*team, error) {
	byID := map[string]*team{}
	var list []*team
	for _, p := range places {
		for _, permission := range p.teams {
			t := byID[permission.Team.ID]
			if t == nil {
				t = &team{ID: permission.Team.ID, Title: terminal.Line(permission.Team.Title)}
				byID[t.ID] = t
				list = append(list, t)
			}
			t.Grants = append(t.Grants, grant{p, roleOf(permission.Permission)})
		}
	}
	slices.SortFunc(list, func(a, b *team) int {
		return cmp.Or(strings.Compare(strings.ToLower(a.Title), strings.ToLower(b.Title)), strings.Compare(a.ID, b.ID))
	})
	if err := each(ctx, r.parallel, list, r.members); err != nil {
		return nil, err
	}
	for _, p := range places {
		p.addTeams(list)
	}
	return list, nil
}

// members reads the members of a team.
func (r *reader) members(ctx context.Context, t *team) error {
	var read []api.User
	for member, err := range r.client.Orgs.Teams.Members.All(ctx, r.orgID, t.ID, orgs.TeamMemberListOptions{}) {
		if isGeneral(ctx, err) {
			return err
		} else if err != nil {
			t.Problem = problem(err)
			return nil
		}
		user := member.Organization.User
		user.DisplayName = terminal.Line(user.DisplayName)
		read = append(read, user)
	}
	slices.SortFunc(read, comparePeople)
	t.Members = read
	return nil
}

// addTeams adds the teams that were given a role in the place, or in a collection that contains it,
// to the access of their members. If one of these is unknown, so are the teams of the place.
func (p *place) addTeams(list []*team) {
	for outer := p; outer != nil; outer = outer.outer {
		p.TeamProblem = cmp.Or(p.TeamProblem, outer.TeamProblem)
	}
	for _, t := range list {
		if !slices.ContainsFunc(t.Grants, func(g grant) bool { return p.isIn(g.Place) }) {
			continue
		}
		p.TeamProblem = cmp.Or(p.TeamProblem, t.Problem)
		for i := range p.Access {
			if slices.ContainsFunc(t.Members, func(user api.User) bool { return user.ID == p.Access[i].User.ID }) {
				p.Access[i].Teams = append(p.Access[i].Teams, t.Title)
			}
		}
	}
}

// isIn reports whether a place is another one or in it.
func (p *place) isIn(other *place) bool {
	for ; p != nil; p = p.outer {
		if p == other {
			return true
		}
	}
	return false
}

// through returns the teams of a person as text.
func (p *place) through(a access) string {
	if p.TeamProblem != "" {
		return "unknown"
	}
	return strings.Join(a.Teams, ", ")
}

// Names returns the names of the members as text.
func (t *team) Names() string {
	if t.Problem != "" {
		return "unknown: " + t.Problem
	}
	var names []string
	for _, user := range t.Members {
		names = append(names, user.DisplayName)
	}
	return cmp.Or(strings.Join(names, ", "), "nobody")
}
