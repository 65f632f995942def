package publishingtest

import (
	"net/http"
	"slices"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/permissions"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

var (
	ruleNoGuests       = behaviour("permissions.guests-not-listed", "a user whose role is null is in no listing of permissions, as a permission is a role")
	rulePermission     = behaviour("permission.absent-404", "a change to the permission of a user who was given none is answered with 404")
	ruleInviteSomeone  = behaviour("permissions.invite.someone", "an invite has a user or a team")
	ruleInviteUser     = behaviour("permissions.invite.user-404", "an invite of a user who does not exist is answered with 404")
	ruleInviteTeam     = behaviour("permissions.invite.team-404", "an invite of a team that the organization does not have is answered with 404")
	ruleInvited        = behaviour("permissions.invite.204", "an invite answers 204, and those invited have the role")
	ruleNewRole        = behaviour("permissions.update.204", "an update answers 204, and the user has the role")
	ruleAggregateRole  = behaviour("permissions.listaggregate.role", "the role of an aggregate lets the users with that role through")
	ruleNearest        = behaviour("permissions.listaggregate.nearest", "a role given on a space or a collection goes before one given on what it is in")
	ruleAggregateTeams = behaviour("permissions.listaggregate.teams", "the members of a team that was given a role have it, the strongest of several, unless they were given one themselves")
	ruleAggregateOrg   = behaviour("permissions.listaggregate.organization", "a member of the organization who was given no role has that of the membership; a guest has none")
)

// The limits of operations on permissions, which are the same for spaces and collections.
var (
	inviteLimits = limits.Table{
		limits.Body("role", limits.String, limits.Nullable, limits.Required, roles),
		limits.Body("teams", limits.List),
		limits.Body("teams[]", limits.String),
		limits.Body("users", limits.List),
		limits.Body("users[]", limits.String),
	}
	roleLimits      = limits.Table{limits.Body("role", limits.String, limits.Nullable, roles)}
	aggregateLimits = limits.Table{limits.Query("role", limits.String, roles)}
)

// permissionOperations are the operations on permissions.
var permissionOperations = operations{
	"Permissions.Spaces.Invite":             {onItem(inviteToContent), inviteLimits},
	"Permissions.Spaces.List":               {handle: onItem(listPermissions)},
	"Permissions.Spaces.Update":             {onItem(updatePermission), roleLimits},
	"Permissions.Spaces.Delete":             {handle: deletePermission},
	"Permissions.Spaces.ListAggregate":      {onItem(listAggregate), aggregateLimits},
	"Permissions.Collections.Invite":        {onItem(inviteToContent), inviteLimits},
	"Permissions.Collections.List":          {handle: onItem(listPermissions)},
	"Permissions.Collections.Update":        {onItem(updatePermission), roleLimits},
	"Permissions.Collections.Delete":        {handle: deletePermission},
	"Permissions.Collections.ListAggregate": {onItem(listAggregate), aggregateLimits},
}

// grants are the roles given on a space or a collection, by the ids of users and of teams. A nil role is that of guests.
type grants struct {
	users, teams ordered.Table[*grant]
}

type grant struct{ role *api.Role }

// give gives a role, in place of another one.
func give(t *ordered.Table[*grant], id string, role *api.Role) {
	if given, there := t.Get(id); there {
		given.role = role
		return
	}
	t.Add(id, &grant{role})
}

// roleOf is the role of a body, nil for null.
func roleOf(role api.Nullable[api.Role]) *api.Role {
	if given, ok := role.Get(); ok {
		return &given
	}
	return nil
}

func inviteToContent(r *request, c item) (answer, error) {
	in := input[permissions.InviteCreate](r)
	if len(in.Users)+len(in.Teams) == 0 && r.holds(ruleInviteSomeone) {
		return answer{}, broken("users", "a user or a team", nil, ruleInviteSomeone)
	}
	org, _ := r.organizations.Get(c.organization())
	for _, id := range in.Users {
		if _, there := r.users.Get(id); !there && r.holds(ruleInviteUser) {
			return answer{}, notFound("users", id)
		}
	}
	for _, id := range in.Teams {
		if org != nil {
			if _, there := org.teams.Get(id); there {
				continue
			}
		}
		if r.holds(ruleInviteTeam) {
			return answer{}, notFound("teams", id)
		}
	}
	if r.holds(ruleInvited) {
		for _, id := range in.Users {
			give(&c.grants().users, id, roleOf(in.Role))
		}
		for _, id := range in.Teams {
			give(&c.grants().teams, id, roleOf(in.Role))
		}
	}
	return answer{status: http.StatusNoContent}, nil
}

func listPermissions(r *request, c item) (answer, error) {
	given := &c.grants().users
	return page(r, given.Keys(), func(id string) (permissions.Permission, bool) {
		found, _ := given.Get(id)
		shown, there := r.permission(id, found.role)
		return shown, there && r.listed(found.role)
	})
}

// listed reports whether a listing of permissions has a user with a role.
func (r *request) listed(role *api.Role) bool { return role != nil || !r.holds(ruleNoGuests) }

// permission is the role of a user, if there is such a user.
func (st *state) permission(userID string, role *api.Role) (permissions.Permission, bool) {
	user, there := st.users.Get(userID)
	if !there { // while the rule that asks for one is off
		user = &api.User{Object: "user", ID: userID}
	}
	return permissions.Permission{Permission: role, User: *user}, there
}

func updatePermission(r *request, c item) (answer, error) {
	given, there := c.grants().users.Get(r.id("userId"))
	if !there {
		if r.holds(rulePermission) {
			return answer{}, notFound("userId", r.id("userId"))
		}
		given = &grant{}
	}
	in := input[permissions.RoleUpdate](r)
	if !in.Role.IsZero() && r.holds(ruleNewRole) {
		given.role = roleOf(in.Role)
	}
	return answer{status: http.StatusNoContent, unchanged: in.Role.IsZero()}, nil
}

func deletePermission(r *request) (answer, error) {
	// The target of the delete is the permission, which is as absent on content that is gone.
	if sp, ok := r.spaces.Get(r.id("spaceId")); ok {
		return r.deleted(sp.grants.users.Remove(r.id("userId")))
	}
	c, ok := r.collections.Get(r.id("collectionId"))
	return r.deleted(ok && c.grants.users.Remove(r.id("userId")))
}

func listAggregate(r *request, c item) (answer, error) {
	wanted := api.Role(r.query.Get("role"))
	return page(r, r.users.All(), func(user *api.User) (permissions.Permission, bool) {
		role, can := r.access(c, user.ID)
		if wanted != "" && (role == nil || *role != wanted) && r.holds(ruleAggregateRole) {
			can = false
		}
		return permissions.Permission{Permission: role, User: *user}, can && r.listed(role)
	})
}

// access is the role of a user on a space or a collection, and whether there is one: that of the nearest place where one was given, from the
// content itself over the collections it is in to the organization.
func (r *request) access(c item, userID string) (role *api.Role, can bool) {
	org, ok := r.organizations.Get(c.organization())
	if !ok {
		return nil, false
	}
	levels := []*grants{c.grants()}
	for outer := range r.above(c.parent()) {
		levels = append(levels, &outer.grants)
	}
	if !r.holds(ruleNearest) {
		slices.Reverse(levels)
	}
	for _, level := range levels {
		if given, there := level.users.Get(userID); there {
			return given.role, true
		}
		if role, there := throughTeams(org, level, userID); there && r.holds(ruleAggregateTeams) {
			return role, true
		}
	}
	member, there := org.members.Get(userID)
	if !there || member.Role == nil || !r.holds(ruleAggregateOrg) {
		return nil, false
	}
	return member.Role, true
}

// throughTeams is the strongest role that the teams of a user were given.
func throughTeams(org *organization, level *grants, userID string) (strongest *api.Role, there bool) {
	for _, id := range level.teams.Keys() {
		t, known := org.teams.Get(id)
		if !known {
			continue
		}
		if _, member := t.members.Get(userID); !member {
			continue
		}
		given, _ := level.teams.Get(id)
		if !there || strength(given.role) > strength(strongest) {
			strongest = given.role
		}
		there = true
	}
	return strongest, there
}

// strength puts roles in order. That of guests is the weakest.
func strength(role *api.Role) int {
	if role == nil {
		return -1
	}
	return slices.Index([]api.Role{api.RoleRead, api.RoleComment, api.RoleEdit, api.RoleReview, api.RoleCreate, api.RoleAdmin}, *role)
}

// roles are the values of a role.
var roles = limits.OneOf("admin", "create", "review", "edit", "comment", "read")

// Grant gives a user or a team a role on a space or a collection, as an invite does. A nil role is
// that of a guest, whom no listing of permissions has.
func (s *Server) Grant(contentID, userOrTeamID string, role *api.Role) {
	s.mu.Lock()
	defer s.mu.Unlock()
	role = clone(role)
	c, there := s.state.contents.Get(contentID)
	if !there {
		s.mistake("there is no space or collection %q", contentID)
		return
	}
	org := s.seedOrganization(c.organization())
	if _, team := org.teams.Get(userOrTeamID); team {
		give(&c.grants().teams, userOrTeamID, role)
		return
	}
	if _, user := s.state.users.Get(userOrTeamID); !user {
		s.mistake("there is no user or team %q", userOrTeamID)
		return
	}
	give(&c.grants().users, userOrTeamID, role)
}
