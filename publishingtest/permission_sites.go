package publishingtest

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/permissions"
)

var (
	ruleSiteStrongest   = newRule("permissions.sites.listaggregate.strongest", "a user with access to several spaces of a site has the strongest of the roles on them")
	ruleSiteOrigin      = newRule("permissions.sites.listaggregate.origin", "the origin of a role is the space, if the role was given there, and otherwise the organization")
	ruleSiteOriginOuter = newUndecidedRule("permissions.sites.listaggregate.origin-collection", "the origin of a role that was given on a collection is the space; without the rule, it is the organization")
	ruleSiteGuests      = newUndecidedRule("permissions.sites.listaggregate.guests", "the users of a site include those who were made guests of one of its spaces, with a null role")
)

// sitePermissionOperations are the operations on the permissions of users on sites.
var sitePermissionOperations = operations{
	"Permissions.Sites.ListAggregate": {handle: onOrganization(listSiteAggregate)},
}

func listSiteAggregate(c *call, org *organization) (response, error) {
	s, err := find(c, &org.sites, "siteId", ruleSite)
	if err != nil {
		return response{}, err
	}
	return respondPage(c, c.users.All(), func(user *api.User) (permissions.SitePermission, bool) {
		return c.sitePermission(org, s, user)
	})
}

// sitePermission returns the permission of a user on a site, and reports whether there is one.
func (c *call) sitePermission(org *organization, s *site, user *api.User) (shown permissions.SitePermission, can bool) {
	shown.User = *user
	for placed := range s.spacesInOrder() {
		sp, there := c.spaces.Get(placed.space)
		if !there {
			continue
		}
		node := treeNode{space: sp}
		role, reaches := c.access(node, user.ID)
		if !reaches || role == nil && !c.enabled(ruleSiteGuests) {
			continue
		}
		if can && (strength(role) <= strength(shown.Permission) || !c.enabled(ruleSiteStrongest)) {
			continue
		}
		can = true
		shown.Permission, shown.Origin = role, permissions.Origin{Type: permissions.OriginTypeOrganization, Organization: new(sp.data.Organization)}
		if c.isOrigin(org, node, user.ID) && c.enabled(ruleSiteOrigin) {
			shown.Origin = permissions.Origin{Type: permissions.OriginTypeSpace, Space: new(sp.data.ID)}
		}
	}
	return shown, can
}

// isOrigin reports whether a space is the origin of a user's role on it.
func (c *call) isOrigin(org *organization, node treeNode, userID string) bool {
	if c.enabled(ruleSiteOriginOuter) {
		_, given := c.granted(org, node, userID)
		return given
	}
	own := node.grants()
	_, given := own.users.Get(userID)
	_, through := throughTeams(org, own, userID)
	return given || through
}
