package publishingtest

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/permissions"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
	"github.com/publishing-platform/publishing-go/spaces"
)

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
	"Permissions.Sites.Aggregate.List": {handle: onSite(listSiteAggregate)},
	"Permissions.Sites.Invite":         {onSite(permitted((*call).mayManageSite, inviteTo)), inviteLimits},
	"Permissions.Sites.Users.List":     {handle: onSite(permitted((*call).mayManageSite, listSiteUsers))},
	"Permissions.Sites.Users.Update":   {onSite(permitted((*call).mayManageSite, updatePermission)), limits.Table{limits.BodyOf[permissions.SiteUserUpdate]()}},
	"Permissions.Sites.Users.Delete":   {handle: deleteFromSite("userId", func(s *site) *ordered.Table[*grant] { return &s.given.users })},
	"Permissions.Sites.Teams.List":     {handle: onSite(permitted((*call).mayManageSite, listSiteTeams))},
	"Permissions.Sites.Teams.Update":   {onSite(permitted((*call).mayManageSite, updateTeamPermission)), limits.Table{limits.BodyOf[permissions.SiteTeamUpdate]()}},
	"Permissions.Sites.Teams.Delete":   {handle: deleteFromSite("teamId", func(s *site) *ordered.Table[*grant] { return &s.given.teams })},
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
	return respondUsers(c, &s.given.users, s.given.users.Rows)
}

func listSiteTeams(c *call, s *site) (response, error) { return respondTeams(c, s, true) }

// deleteFromSite returns a handler that removes a role on a site. If the site does not exist,
// neither does the role.
func deleteFromSite(param string, given func(s *site) *ordered.Table[*grant]) handler {
	return func(c *call) (response, error) {
		s, err := siteKind.of(c)
		if err != nil {
			return respondDeleted(false)
		}
		if err := c.mayManageSite(s); err != nil {
			return response{}, err
		}
		return respondDeleted(given(s).Remove(c.param(param)))
	}
}

func listSiteAggregate(c *call, s *site) (response, error) {
	list := ordered.Select(c.users.List(), func(user *api.User) (permissions.SitePermission, bool) {
		return c.sitePermission(s, user)
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
	for placed := range s.spacesInOrder() {
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
		if c.isOrigin(from) {
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

// isOrigin reports whether lists show a space as the origin of a role, rather than the
// organization. from is the place from which the role comes.
func (c *call) isOrigin(from source) bool {
	return from == fromContent || from == fromCollection && c.enabled(ruleSiteOriginOuter)
}
