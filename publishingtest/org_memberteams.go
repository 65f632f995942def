package publishingtest

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
)

// memberTeamOperations are the operations on the teams of members.
var memberTeamOperations = operations{
	"Orgs.Members.Teams.List": {handle: memberKind.on(listMemberTeams)},
}

func listMemberTeams(c *call, org *organization, m *api.Member) (response, error) {
	isIn := func(t *team) bool { return t.members.Has(m.ID) }
	list := org.teams.List().Where(every(isIn, c.teamsTitled()))
	return respondPage(c, list, func(t *team) orgs.MemberTeam {
		role, _ := t.members.Get(m.ID)
		return orgs.MemberTeam{Team: c.showTeam(org, t), Member: orgs.TeamMember{Role: role}}
	})
}
