package publishingtest

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/permissions"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

var (
	ruleTeamPermission  = newUndecidedRule("team-permission.absent-404", "an update of the permission of a team that has none returns 404, and gives none; without the rule, it gives the role")
	ruleTeamNoRole      = newUndecidedRule("permissions.teams.update.unset", "an update of the permission of a team without a role changes nothing; without the rule, the response is 400")
	ruleTeamGuests      = newUndecidedRule("permissions.teams.guests-not-listed", "lists of the permissions of teams omit teams whose role is null, which gives their members the access of guests; without the rule, they are listed")
	ruleTeamTitles      = newUndecidedRule("permissions.teams.title-order", "the permissions of teams are sorted by the title of the team, in any case; without the rule, they are in the order in which they were given")
	ruleTeamRemoval     = newUndecidedRule("permissions.spaces.teams.delete.no-400", "the removal of a team that has no role in a space returns 204; without the rule, 400")
	ruleTeamPermissions = ofCallers(newUndecidedRule("permissions.teams.caller-403", "a caller without the role admin or create on the content gets 403 for calls about the permissions of teams; without the rule, every caller may"))
)

// The operations on the permissions of teams.
var _ = declare(operations{
	"Permissions.Spaces.Teams.List":        {handle: onNode(permitted((*call).mayManageTeams, listTeamPermissions))},
	"Permissions.Spaces.Teams.Update":      {onNode(permitted((*call).mayManageTeams, updateTeamPermission)), roleLimits},
	"Permissions.Spaces.Teams.Delete":      {handle: deleteTeamPermission},
	"Permissions.Collections.Teams.List":   {handle: onNode(permitted((*call).mayManageTeams, listTeamPermissions))},
	"Permissions.Collections.Teams.Update": {onNode(permitted((*call).mayManageTeams, updateTeamPermission)), roleLimits},
	"Permissions.Collections.Teams.Delete": {handle: deleteTeamPermission},
})

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
	var listed ordered.Elements[string, given]
	for added, id := range in.grants().teams.KeyList().All() {
		t, known := org.teams.Get(id)
		found, _ := in.grants().teams.Get(id)
		if !known || found.role == nil && !guests {
			continue
		}
		position := byRule(c.state, ruleTeamTitles,
			sortPosition(strings.ToLower(t.data.Title), id, false), fmt.Sprintf("%019d", added))
		listed.Add(position, given{found.role, t})
	}
	return respondPage(c, listed.Sorted(), func(g given) permissions.TeamPermission {
		return permissions.TeamPermission{Permission: g.role, Team: c.showTeam(org, g.team)}
	})
}

func updateTeamPermission[P place](c *call, on P) (response, error) {
	id := c.param("teamId")
	if !c.hasTeam(on.organization(), id) {
		return response{}, notFound("teamId", id)
	}
	_, ok := on.grants().teams.Get(id)
	if !ok && c.enabled(ruleTeamPermission) {
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

func deleteTeamPermission(c *call) (response, error) {
	// The delete is about the permission. If the content does not exist, neither does the
	// permission.
	node, ok := c.existingNode()
	if ok {
		if err := c.mayManageTeams(node); err != nil {
			return response{}, err
		}
	}
	id := c.param("teamId")
	found := ok && node.grants().teams.Remove(id)
	if found || c.param("spaceId") == "" || c.enabled(ruleTeamRemoval) {
		return respondDeleted(found)
	}
	return response{}, invalid("teamId", "a team with a role in the space", id, "")
}
