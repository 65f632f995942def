package publishingtest

import (
	"net/http"
	"slices"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/permissions"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleNoGuests       = newUndecidedRule("permissions.guests-not-listed", "lists of permissions omit users whose role is null, since a permission is a role; without the rule, they are listed")
	ruleInviteSomeone  = newRule("permissions.invite.someone", "an invite contains a user or a team")
	ruleAggregateTeams = newUndecidedRule("permissions.listaggregate.teams", "the members of a team have its role, or the strongest role of several teams, unless they have a role of their own; without the rule, the strongest of all these")

	ruleDefaultLevel  = newUndecidedRule("permissions.default-level", "a default level other than inherit is the role of members of the organization who were given none on the content, whatever the role of the membership; the level null gives them none; without the rule, it has no effect")
	ruleLevelAdmins   = newSeenRule("permissions.default-level.admins", "administrators of the organization keep that role whatever the default level is")
	ruleLevelGuests   = newUndecidedRule("permissions.default-level.guests", "a default level gives guests of the organization no role; without the rule, it gives them one too")
	ruleLevelInherits = newUndecidedRule("permissions.default-level.inheritance", "content whose default level is not inherit inherits no roles of users and teams from the collections that contain it; without the rule, it inherits them")
)

// The operations on the permissions of users and teams on spaces and collections.
var _ = declareIn([]string{"Permissions.Spaces", "Permissions.Collections"}, operations{
	"Invite":         {onNode(inviteTo), limits.Table{limits.BodyOf(permissions.Invite{})}},
	"Users.List":     {handle: onNode(listPermissions)},
	"Users.Update":   {onNode(updatePermission), limits.Table{limits.BodyOf(permissions.UserUpdate{})}},
	"Users.Delete":   {handle: ifPresent(onNode(deletePermission))},
	"Aggregate.List": {onNode(listAggregate), limits.Table{limits.QueryOf(permissions.AggregateListOptions{})}},
	"Teams.List":     {handle: onNode(permitted((*call).mayManageTeams, listTeamPermissions))},
	"Teams.Update":   {onNode(permitted((*call).mayManageTeams, updateTeamPermission)), limits.Table{limits.BodyOf(permissions.TeamUpdate{})}},
	"Teams.Delete":   {handle: ifPresent(onNode(permitted((*call).mayManageTeams, deleteTeamPermission)))},
})

// grants contains the roles that were given on a space, a collection or a site, by user ID and by
// team ID. A nil role means guest.
type grants struct {
	users, teams ordered.Table[*grant]
}

type grant struct{ role *api.Role }

// place is a space, a collection or a site, on which users and teams can have roles.
type place interface {
	grants() *grants
	organization() string
	defaultLevel() *api.Role
}

// withRole is the group name for grants of a role other than guest.
const withRole = "with a role"

// setGrant gives a role to the user or the team with the given ID. It replaces an earlier role.
func setGrant(t *ordered.Table[*grant], id string, role *api.Role) {
	var groups []string
	if role != nil {
		groups = []string{withRole}
	}
	if given, ok := t.Get(id); ok {
		given.role = role
		t.Regroup(id, groups...)
		return
	}
	t.Add(id, &grant{role}, groups...)
}

// roleOf returns the role in a body, or nil for null.
func roleOf(role api.Nullable[api.Role]) *api.Role {
	if given, ok := role.Get(); ok {
		return &given
	}
	return nil
}

func inviteTo[P place](c *call, on P) (response, error) {
	in := input[permissions.Invite](c)
	if len(in.Users)+len(in.Teams) == 0 && c.enabled(ruleInviteSomeone) {
		return response{}, invalid("users", "a user or a team", nil, ruleInviteSomeone)
	}
	for _, id := range in.Users {
		if !c.users.Has(id) {
			return response{}, notFound("users", id)
		}
	}
	for _, id := range in.Teams {
		if !c.hasTeam(on.organization(), id) {
			return response{}, notFound("teams", id)
		}
	}
	for _, id := range in.Users {
		setGrant(&on.grants().users, id, roleOf(in.Role))
	}
	for _, id := range in.Teams {
		setGrant(&on.grants().teams, id, roleOf(in.Role))
	}
	return response{status: http.StatusNoContent}, nil
}

func listPermissions(c *call, node treeNode) (response, error) {
	given := &node.grants().users
	return respondUsers(c, given, byRule(c.state, ruleNoGuests, given.Group(withRole), given.Rows()))
}

// respondUsers responds with a page of the users who were given roles.
func respondUsers(
	c *call, given *ordered.Table[*grant], listed *ordered.Rows[*grant],
) (response, error) {
	return respondPage(c, listed.KeyList(), func(id string) permissions.Permission {
		found, _ := given.Get(id)
		return permissions.Permission{Permission: found.role, User: c.userWith(id)}
	})
}

func updatePermission[P place](c *call, on P) (response, error) {
	if !on.grants().users.Has(c.param("userId")) {
		return response{}, notFound("userId", c.param("userId"))
	}
	in := input[permissions.UserUpdate](c)
	if !in.Role.IsZero() {
		setGrant(&on.grants().users, c.param("userId"), roleOf(in.Role))
	}
	return response{status: http.StatusNoContent, unchanged: in.Role.IsZero()}, nil
}

func deletePermission(c *call, node treeNode) (response, error) {
	return respondDeleted(node.grants().users.Remove(c.param("userId")))
}

func listAggregate(c *call, node treeNode) (response, error) {
	wanted := api.Role(c.query.Get("role"))
	list := ordered.Select(c.users.List(), func(user *api.User) (permissions.Permission, bool) {
		role, can := c.access(node, user.ID)
		selected := wanted == "" || role != nil && *role == wanted
		isListed := role != nil || !c.enabled(ruleNoGuests)
		return permissions.Permission{Permission: role, User: *user}, can && selected && isListed
	})
	return respondPage(c, list, asIs)
}

// access returns the role of a user on a space or a collection, and reports whether there is one.
func (st *state) access(node treeNode, userID string) (role *api.Role, can bool) {
	role, from := st.effective(node, userID)
	return role, from != fromNowhere
}

// source identifies the place from which a role comes.
type source uint8

const (
	fromNowhere source = iota // there is no role
	fromOrganization
	fromCollection // a collection or site that contains the content
	fromContent    // the content itself
)

// effective returns the role of a user on a space or a collection, and the source of the role. It
// returns the first role that it finds in these places, in order: the content itself, the sites of
// a space, the collections that contain the content, and the organization. In each place, a role of
// the user takes precedence over the roles of the user's teams, and these take precedence over the
// default level.
func (st *state) effective(node treeNode, userID string) (role *api.Role, from source) {
	org, _ := st.organizations.Get(node.organization()) // organizations are never removed
	member, ok := org.members.Get(userID)
	if ok && member.Disabled && st.enabled(ruleMemberDisabled) {
		return nil, fromNowhere
	}
	for _, at := range st.levels(node) {
		from := fromCollection
		if at == place(node) {
			from = fromContent
		}
		role, _, given := st.givenTo(org, at.grants(), userID)
		switch level := at.defaultLevel(); {
		case given:
			return role, from
		case !ok || st.inherits(at),
			member.Role == nil && st.enabled(ruleLevelGuests),
			isAdminRole(member.Role) && st.enabled(ruleLevelAdmins): // no default level applies to them
		case level == nil:
			return nil, fromNowhere
		default:
			return level, from
		}
	}
	if !ok || member.Role == nil {
		return nil, fromNowhere
	}
	return member.Role, fromOrganization
}

// givenTo returns the role that a user was given in a place, and reports whether there is one. If
// the user has the role through a team, it also returns the ID of the team.
func (st *state) givenTo(
	org *organization, in *grants, userID string,
) (role *api.Role, team string, given bool) {
	grant, direct := in.users.Get(userID)
	role, team = throughTeams(org, in, userID)
	if direct &&
		(st.enabled(ruleAggregateTeams) || team == "" || strength(grant.role) > strength(role)) {
		return grant.role, "", true
	}
	return role, team, team != ""
}

// inherits reports whether a place inherits its default level.
func (st *state) inherits(in place) bool {
	level := in.defaultLevel()
	return byRule(st, ruleDefaultLevel, level != nil && *level == spaces.LevelInherit, true)
}

// levels returns a space or a collection, followed by the sites and the collections from which it
// inherits roles. The role on an earlier element takes precedence.
func (st *state) levels(node treeNode) []place {
	levels := []place{node}
	if node.space != nil && st.enabled(ruleSiteSpaces) {
		org, _ := st.organizations.Get(node.organization())
		for _, s := range st.sitesWith(org, node.id()) {
			levels = append(levels, s)
		}
	}
	within := node
	for outer := range st.above(node.parent()) {
		if !st.inherits(within) && st.enabled(ruleLevelInherits) {
			break
		}
		within = treeNode{collection: outer}
		levels = append(levels, within)
	}
	return levels
}

// throughTeams returns the strongest role of a user's teams, and the ID of a team with this role.
// The ID is "" if no team has a role.
func throughTeams(
	org *organization, level *grants, userID string,
) (strongest *api.Role, team string) {
	for id := range level.teams.Keys() {
		t, known := org.teams.Get(id)
		if !known || !t.members.Has(userID) {
			continue
		}
		given, _ := level.teams.Get(id)
		if team == "" || strength(given.role) > strength(strongest) {
			strongest, team = given.role, id
		}
	}
	return strongest, team
}

// strength returns the rank of a role. The role of guests is the weakest.
func strength(role *api.Role) int {
	if role == nil {
		return -1
	}
	return slices.Index([]api.Role{
		api.RoleRead, api.RoleComment, api.RoleEdit, api.RoleReview, api.RoleCreate, api.RoleAdmin,
	}, *role)
}

// A GrantedRole is the role of a user or a team on a space, a collection or a site.
type GrantedRole struct {
	ID   string    // ID of the user or the team
	Role *api.Role // nil for a guest
}

// All returns the roles that were given on a space, a collection or a site, by [Permissions.Grant]
// or by calls. The roles of users come before those of teams. Each group is in the order in which
// the roles were first given. All does not return roles that come from a membership or from an
// enclosing place.
func (s Permissions) All(placeID string) []GrantedRole {
	defer open(s.server).mu.hold()()
	given := []GrantedRole{}
	in := open(s.server).seedPlace(placeID).grants()
	for _, table := range []*ordered.Table[*grant]{&in.users, &in.teams} {
		for id := range table.Keys() {
			found, _ := table.Get(id)
			given = append(given, GrantedRole{ID: id, Role: clone(found.role)})
		}
	}
	return given
}

// Grant gives a user or a team a role on a space, a collection or a site, as an invite does. An
// empty role means guest. Only the lists of permissions on sites include guests.
func (s Permissions) Grant(placeID, userOrTeamID string, granted api.Role) {
	server := open(s.server)
	defer server.mu.hold()()
	role := filled(granted) // nil for a guest
	in := server.seedPlace(placeID)
	server.accept(
		server.limit("Permissions.Spaces.Users.Update", permissions.UserUpdate{Role: nullable(role)}),
	)
	org := organizationKind.seeded(server, in.organization())
	if org.teams.Has(userOrTeamID) {
		setGrant(&in.grants().teams, userOrTeamID, role)
		return
	}
	server.mistakeIf(!server.state.users.Has(userOrTeamID), "there is no user or team %q", userOrTeamID)
	setGrant(&in.grants().users, userOrTeamID, role)
}

// seedPlace returns the space, the collection or the site with the given ID. If it does not exist,
// the test fails.
func (s *server) seedPlace(id string) place {
	if node, ok := s.state.tree.Get(id); ok {
		return node
	}
	if found := s.state.siteWith(id); found != nil {
		return found
	}
	s.mistake("there is no space, collection or site %q", id)
	return nil
}

var (
	ruleSiteStrongest   = newUndecidedRule("permissions.sites.aggregate.list.strongest", "a user with access to several spaces of a site has the strongest of the roles on them; without the rule, the role on the first of them")
	ruleSiteOriginOuter = newUndecidedRule("permissions.sites.aggregate.list.origin-collection", "the origin of a role that a collection gives is the space; without the rule, it is the organization")
	ruleSiteGuests      = newUndecidedRule("permissions.sites.aggregate.list.guests", "the users of a site include those who were made guests of one of its spaces, with a null role; without the rule, they are none")
	ruleSiteFirst       = newUndecidedRule("permissions.sites.aggregate.list.site-first", "a role that a user was given on a site goes before those on its spaces; without the rule, the strongest of them all")
	ruleSiteSpaces      = newUndecidedRule("permissions.sites.spaces", "a role on a site is one on its spaces, before those of collections and after those on the space itself; without the rule, it is none")
	ruleSiteCaller      = ofCallers(newUndecidedRule("permissions.sites.caller-403", "a caller without the role admin or create on a site gets 403 for calls about the permissions on it; without the rule, every caller may"))
)

// The operations on the permissions of users and teams on sites.
var _ = declare(operations{
	"Permissions.Sites.Aggregate.List": {onSite(listSiteAggregate), limits.Table{limits.QueryOf(permissions.SiteAggregateListOptions{})}},
	"Permissions.Sites.Invite":         {onSite(permitted((*call).mayManageSite, inviteTo)), limits.Table{limits.BodyOf(permissions.Invite{})}},
	"Permissions.Sites.Users.List":     {handle: onSite(permitted((*call).mayManageSite, listSiteUsers))},
	"Permissions.Sites.Users.Update":   {onSite(permitted((*call).mayManageSite, updatePermission)), limits.Table{limits.BodyOf(permissions.SiteUserUpdate{})}},
	"Permissions.Sites.Users.Delete":   {handle: ifPresent(onSite(permitted((*call).mayManageSite, deleteFromSite)))},
	"Permissions.Sites.Teams.List":     {handle: onSite(permitted((*call).mayManageSite, listSiteTeams))},
	"Permissions.Sites.Teams.Update":   {onSite(permitted((*call).mayManageSite, updateTeamPermission)), limits.Table{limits.BodyOf(permissions.SiteTeamUpdate{})}},
	"Permissions.Sites.Teams.Delete":   {handle: ifPresent(onSite(permitted((*call).mayManageSite, deleteFromSite)))},
})

func (s *site) grants() *grants      { return &s.given }
func (s *site) organization() string { return s.org.data.ID }

// defaultLevel returns the level inherit, because the default level of a site has no effect.
func (s *site) defaultLevel() *api.Role { return new(spaces.LevelInherit) }

// mayManageSite rejects a caller who is not allowed to read and change the permissions on a site.
func (c *call) mayManageSite(s *site) error {
	shown, _ := c.sitePermission(s, c.callerUser())
	return c.mayCall(mayCreate(shown.Permission),
		"the role admin or create on the site", ruleSiteCaller)
}

func listSiteUsers(c *call, s *site) (response, error) {
	return respondUsers(c, &s.given.users, s.given.users.Rows())
}

func listSiteTeams(c *call, s *site) (response, error) { return respondTeams(c, s, true) }

// deleteFromSite removes the role of the user or the team in the path.
func deleteFromSite(c *call, s *site) (response, error) {
	return respondDeleted(s.given.users.Remove(c.param("userId")) || s.given.teams.Remove(c.param("teamId")))
}

func listSiteAggregate(c *call, s *site) (response, error) {
	role, text := api.RoleFilter(c.query.Get("role")), c.query.Get("search")
	teamID := c.query.Get("team")
	wanted, _ := s.org.teams.Get(teamID)
	list := ordered.Select(c.users.List(), func(user *api.User) (permissions.SitePermission, bool) {
		if text != "" && !c.isNamed(*user, text) ||
			teamID != "" && (wanted == nil || !wanted.members.Has(user.ID)) {
			return permissions.SitePermission{}, false
		}
		shown, can := c.sitePermission(s, user)
		return shown, can && (role == "" || hasRole(shown.Permission, role))
	})
	return respondPage(c, list, asIs)
}

// sitePermission returns the permission of a user on a site, and reports whether there is one.
func (c *call) sitePermission(
	s *site, user *api.User,
) (shown permissions.SitePermission, can bool) {
	shown.User = *user
	if role, origin, given := c.givenOnSite(s, user.ID); given && (role != nil || c.enabled(ruleSiteGuests)) {
		shown.Permission, shown.Origin, can = role, origin, true
		if c.enabled(ruleSiteFirst) {
			return shown, can
		}
	}
	for _, placed := range s.spacesInOrder() {
		sp, ok := c.spaces.Get(placed.space)
		if !ok {
			continue
		}
		role, from := c.effective(treeNode{space: sp}, user.ID)
		isUser := role != nil || c.enabled(ruleSiteGuests)
		isStronger := c.enabled(ruleSiteStrongest) && strength(role) > strength(shown.Permission)
		if from == fromNowhere || !isUser || can && !isStronger {
			continue
		}
		can = true
		shown.Permission, shown.Origin = role, permissions.Origin{
			Type: permissions.OriginTypeOrganization, Organization: new(sp.data.Organization),
		}
		if from == fromContent || from == fromCollection && c.enabled(ruleSiteOriginOuter) {
			shown.Origin = permissions.Origin{Type: permissions.OriginTypeSpace, Space: new(sp.data.ID)}
		}
	}
	return shown, can
}

// givenOnSite returns the role that a user was given on a site, and reports whether there is one.
func (c *call) givenOnSite(
	s *site, userID string,
) (role *api.Role, origin permissions.Origin, given bool) {
	if m, ok := s.org.members.Get(userID); ok && m.Disabled && c.enabled(ruleMemberDisabled) {
		return nil, origin, false
	}
	role, team, given := c.givenTo(s.org, &s.given, userID)
	origin = permissions.Origin{
		Type: permissions.OriginTypeSite, Site: new(s.data.ID),
		Reason: new(permissions.OriginReasonMember),
	}
	if team != "" {
		origin.Reason, origin.Team = new(permissions.OriginReasonTeam), &team
	}
	return role, origin, given
}

var (
	ruleTeamPermission  = newUndecidedRule("team-permission.absent-404", "an update of the permission of a team that has none returns 404, and gives none; without the rule, it gives the role")
	ruleTeamNoRole      = newUndecidedRule("permissions.teams.update.unset", "an update of the permission of a team without a role changes nothing; without the rule, the response is 400")
	ruleTeamGuests      = newUndecidedRule("permissions.teams.guests-not-listed", "lists of the permissions of teams omit teams whose role is null, which gives their members the access of guests; without the rule, they are listed")
	ruleTeamTitles      = newUndecidedRule("permissions.teams.title-order", "the permissions of teams are sorted by the title of the team, in any case; without the rule, they are in the order in which they were given")
	ruleTeamRemoval     = newUndecidedRule("permissions.spaces.teams.delete.no-400", "the removal of a team that has no role in a space returns 204; without the rule, 400")
	ruleTeamPermissions = ofCallers(newUndecidedRule("permissions.teams.caller-403", "a caller without the role admin or create on the content gets 403 for calls about the permissions of teams; without the rule, every caller may"))
)

// mayManageTeams rejects a caller who is not allowed to read and change the permissions of teams.
func (c *call) mayManageTeams(node treeNode) error {
	return c.mayCall(mayCreate(c.roleOn(node)),
		"the role admin or create on the content", ruleTeamPermissions)
}

// mayCreate reports whether a role allows a user to create content.
func mayCreate(role *api.Role) bool {
	return role != nil && (*role == api.RoleAdmin || *role == api.RoleCreate)
}

func listTeamPermissions(c *call, node treeNode) (response, error) {
	return respondTeams(c, node, !c.enabled(ruleTeamGuests))
}

// respondTeams responds with a page of the teams that were given roles. It omits teams with the
// role guest unless guests is true.
func respondTeams(c *call, in place, guests bool) (response, error) {
	org, _ := c.organizations.Get(in.organization())
	type given struct {
		role *api.Role
		team *team
	}
	var listed ordered.Elements[given]
	granted := &in.grants().teams
	for id := range granted.Keys() {
		t, known := org.teams.Get(id)
		found, _ := granted.Get(id)
		if !known || found.role == nil && !guests {
			continue
		}
		position := byRule(c.state, ruleTeamTitles,
			sortPosition(strings.ToLower(t.data.Title), id, false), ordered.At(granted.Position(id)))
		listed.Add(position, given{found.role, t})
	}
	return respondPage(c, listed.Sorted(), func(g given) permissions.TeamPermission {
		return permissions.TeamPermission{Permission: g.role, Team: c.showTeam(org, g.team)}
	})
}

func updateTeamPermission[P place](c *call, on P) (response, error) {
	id := c.param("teamId")
	if !c.hasTeam(on.organization(), id) || !on.grants().teams.Has(id) && c.enabled(ruleTeamPermission) {
		return response{}, notFound("teamId", id)
	}
	in := input[permissions.TeamUpdate](c)
	switch {
	case !in.Role.IsZero():
		setGrant(&on.grants().teams, id, roleOf(in.Role))
	case c.enabled(ruleTeamNoRole):
	default:
		return response{}, invalid("role", "a role", nil, "")
	}
	return response{status: http.StatusNoContent, unchanged: in.Role.IsZero()}, nil
}

// hasTeam reports whether an organization has a team.
func (st *state) hasTeam(orgID, teamID string) bool {
	org, _ := st.organizations.Get(orgID)
	return org.teams.Has(teamID)
}

func deleteTeamPermission(c *call, node treeNode) (response, error) {
	id := c.param("teamId")
	found := node.grants().teams.Remove(id)
	if found || node.space == nil || c.enabled(ruleTeamRemoval) {
		return respondDeleted(found)
	}
	return response{}, invalid("teamId", "a team with a role in the space", id, "")
}
