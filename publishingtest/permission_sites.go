package publishingtest

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/permissions"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

var (
	ruleSiteStrongest   = newUndecidedRule("permissions.sites.aggregate.list.strongest", "a user with access to several spaces of a site has the strongest of the roles on them; without the rule, the role on the first of them")
	ruleSiteOriginOuter = newUndecidedRule("permissions.sites.aggregate.list.origin-collection", "the origin of a role that a collection gives is the space; without the rule, it is the organization")
	ruleSiteGuests      = newUndecidedRule("permissions.sites.aggregate.list.guests", "the users of a site include those who were made guests of one of its spaces, with a null role; without the rule, they are none")
)

// sitePermissionOperations are the operations on the permissions of users on sites.
var sitePermissionOperations = operations{
	"Permissions.Sites.Aggregate.List": {handle: onSite(listSiteAggregate)},
}

func listSiteAggregate(c *call, s *site) (response, error) {
	list := ordered.Select(c.users.List(), func(user *api.User) (permissions.SitePermission, bool) {
		return c.sitePermission(s, user)
	})
	return respondPage(c, list, asIs)
}

// sitePermission returns the permission of a user on a site, and reports whether there is one.
func (c *call) sitePermission(s *site, user *api.User) (shown permissions.SitePermission, can bool) {
	shown.User = *user
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

// isOrigin reports whether a space is the origin of a role on it, rather than the organization.
func (c *call) isOrigin(from source) bool {
	return from == fromContent || from == fromCollection && c.enabled(ruleSiteOriginOuter)
}
