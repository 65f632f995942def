package publishingtest

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

var (
	ruleInviteKnownUser  = newUndecidedRule("orgs.invites.create.known-user-added", "an address of an existing user adds the user to the organization instead of inviting them; without the rule, the user is invited")
	ruleInviteAbsentRole = newUndecidedRule("orgs.invites.create.role-absent", "an invite without a role invites readers; without the rule, guests")
	ruleInviteSSO        = newUndecidedRule("orgs.invites.create.sso", "an address is invited for single sign-on if the organization has a SAML provider whose ssoURL is on the domain of the address, and otherwise fails; without the rule, every address is invited")
	ruleInviteLinksOff   = newUndecidedRule("orgs.invites.join.links-off-400", "a join with a link invite returns 400 while inviteLinks of the organization is false; without the rule, the join succeeds")
	ruleInviteJoinSpent  = newUndecidedRule("orgs.invites.join.spent", "an invite by email is valid for a single join; without the rule, for any number")
)

// The operations on invites.
var _ = declare(operations{
	"Orgs.Invites.Create": {onOrganization(createInvites), limits.Table{limits.BodyOf(orgs.InviteCreate{}), limits.Body("emails[]", limits.Email)}},
	"Orgs.Invites.Join":   {handle: onOrganization(joinInvite)},
})

// An Invite is an invite by email. The API has no operation that returns invites.
type Invite struct {
	ID    string // if empty, an ID such as "invite_1" is generated
	Email string
	Role  *api.Role // nil for a guest
	SSO   bool      // whether the user signs in with single sign-on
}

// inviteKind is the resource kind for invites by email that nobody has used yet.
var inviteKind = &kind[*organization, Invite, Invite]{
	name: "invite", id: "invite", param: "inviteId", in: organizationKind.scope(),
	table: func(org *organization) *ordered.Table[*Invite] { return &org.invites },
	show:  itself[*organization, Invite],
}

func createInvites(c *call, org *organization) (response, error) {
	in := input[orgs.InviteCreate](c)
	role := byRule(c.state, ruleInviteAbsentRole, new(api.RoleRead), nil) // nil for a guest
	setOrClear(&role, in.Role)
	sso := in.SSO != nil && *in.SSO
	result := orgs.InviteResult{Users: []string{}, FailedSSOEmails: []string{}}
	seen := map[string]bool{}
	for _, address := range in.Emails {
		key := strings.ToLower(address)
		if seen[key] {
			continue
		}
		seen[key] = true
		user := c.userWithEmail(address)
		switch {
		case c.checkSignOn(org, address, sso) != nil:
			result.FailedSSOEmails = append(result.FailedSSOEmails, address)
		case user != nil && c.enabled(ruleInviteKnownUser):
			if c.addMember(org, user, role, sso) {
				result.Users = append(result.Users, user.ID)
			}
		default:
			org.invite(c.state, Invite{Email: address, Role: role, SSO: sso})
			result.Invited++
		}
	}
	return respondOK(result)
}

// userWithEmail returns the user with the given address, ignoring case, or nil if there is none.
func (st *state) userWithEmail(address string) *api.User {
	for user := range st.users.Values() {
		if user.Email != nil && strings.EqualFold(*user.Email, address) {
			return user
		}
	}
	return nil
}

// signsOn reports whether a user with the address can use single sign-on.
func (org *organization) signsOn(address string) bool {
	domain := strings.ToLower(address[strings.LastIndex(address, "@")+1:])
	for provider := range org.saml.Values() {
		at, err := url.Parse(provider.data.SSOURL)
		if err == nil && strings.HasSuffix("."+strings.ToLower(at.Hostname()), "."+domain) {
			return true
		}
	}
	return false
}

// checkSignOn rejects an address that is invited for single sign-on but cannot use it.
func (st *state) checkSignOn(org *organization, address string, sso bool) error {
	if sso && !org.signsOn(address) && st.enabled(ruleInviteSSO) {
		return invalid("sso", "an address on the domain of a SAML provider", address, ruleInviteSSO)
	}
	return nil
}

// invite adds an invite, or replaces the invite for the same address.
func (org *organization) invite(st *state, data Invite) *Invite {
	for pending := range org.invites.Values() {
		if strings.EqualFold(pending.Email, data.Email) {
			data.ID = pending.ID
			*pending = data
			return pending
		}
	}
	st.fillID(&data.ID, "invite")
	org.invites.Add(data.ID, &data)
	return &data
}

// addMember makes a user a member, and reports whether the user was not a member before. An
// existing member keeps the role.
func (st *state) addMember(org *organization, user *api.User, role *api.Role, sso bool) bool {
	if org.members.Has(user.ID) {
		return false
	}
	org.members.Add(user.ID, &api.Member{
		Object: "member", ID: user.ID, Role: role, User: *user, JoinedAt: st.now(), SSO: sso,
	})
	return true
}

func joinInvite(c *call, org *organization) (response, error) {
	id := c.param("inviteId")
	byEmail, invited := org.invites.Get(id)
	link, linked := org.linkInvites.Get(id)
	linked = linked && c.leads(link)
	if linked && !org.data.InviteLinks && c.enabled(ruleInviteLinksOff) {
		return response{}, fail(http.StatusBadRequest,
			"inviteId: want an organization whose inviteLinks is true [%s]", ruleInviteLinksOff)
	}
	var role *api.Role
	sso := false
	switch {
	case invited:
		role, sso = byEmail.Role, byEmail.SSO
		if c.enabled(ruleInviteJoinSpent) {
			org.invites.Remove(id)
		}
	case linked:
		role = link.role // nil for a space or a collection, so that the user becomes a guest
	default:
		return response{}, notFound("inviteId", id)
	}
	caller := c.callerUser()
	added := c.addMember(org, caller, role, sso)
	if added && linked {
		link.joined = append(link.joined, caller.ID)
	}
	if linked {
		c.giveLevel(link, caller.ID)
	}
	return respondOK(struct{}{})
}

// Add adds an invite by email to an organization, as Orgs.Invites.Create does, and returns it with
// its ID. Email is required. If SSO is true, the organization must have a SAML provider whose
// SSOURL is on the domain of the address.
func (s OrgInvites) Add(orgID string, seed Invite) Invite {
	server := open(s.server)
	return inviteKind.add(server, seed, func(org *organization, seed Invite) *Invite {
		server.accept(
			renamed(server.limit("Orgs.Invites.Create", orgs.InviteCreate{
				Emails: []string{seed.Email}, Role: nullable(seed.Role),
			}), "emails[0]", "email"),
			server.state.checkSignOn(org, seed.Email, seed.SSO),
		)
		for pending := range org.invites.Values() {
			server.mistakeIf(strings.EqualFold(pending.Email, seed.Email),
				"%s is already invited", seed.Email)
		}
		return org.invite(server.state, seed)
	}, orgID)
}

// All returns the unused invites by email to an organization, in the order in which they were
// created.
func (s OrgInvites) All(orgID string) []Invite {
	return inviteKind.all(open(s.server), orgID)
}

var (
	ruleLinkInviteSpace      = newUndecidedRule("orgs.linkinvites.create.space-exists", "the space of a link invite belongs to the organization; without the rule, any space is accepted")
	ruleLinkInviteCollection = newUndecidedRule("orgs.linkinvites.create.collection-exists", "the collection of a link invite belongs to the organization; without the rule, any collection is accepted")
	ruleLinkInviteOwn        = newUndecidedRule("orgs.linkinvites.update.own-field", "an update has the role of an invite to the organization, or the level of an invite to a space or a collection, or the response is 400; without the rule, another field is ignored")
	ruleLinkInviteStay       = newUndecidedRule("orgs.linkinvites.delete.members-stay", "who joined with a link invite stays a member when the invite is deleted; without the rule, the member leaves")
	ruleLinkInviteList       = newRule("orgs.linkinvites.list.organization", "the list of link invites contains those to the organization, and not those to a space or a collection; without the rule, all")
)

// The operations on link invites.
var _ = declare(operations{
	"Orgs.LinkInvites.List":   {handle: linkInviteKind.list},
	"Orgs.LinkInvites.Create": {onOrganization(createLinkInvite), limits.Table{limits.BodyOf(orgs.LinkInviteCreate{})}},
	"Orgs.LinkInvites.Get":    {handle: linkInviteKind.get},
	"Orgs.LinkInvites.Update": {linkInviteKind.on(updateLinkInvite), limits.Table{limits.BodyOf(orgs.LinkInviteUpdate{})}},
	"Orgs.LinkInvites.Delete": {handle: inOrganization(linkInviteKind.delete)},
})

// linkInvite is a link with which anyone can join.
type linkInvite struct {
	id         string
	redundant  bool
	role       *api.Role // role in the organization
	level      *api.Role // role in a space or a collection; nil for guests
	space      string    // "" for no space
	collection string    // "" for no collection
	joined     []string  // the users who became members with the link
	extra      map[string]api.Raw
}

// ofOrganization reports whether the invite is to the organization, and not to a space or a
// collection.
func (l *linkInvite) ofOrganization() bool { return l.space == "" && l.collection == "" }

// leads reports whether the target of a link invite exists. If the target is a deleted space, the
// server treats the invite as absent until the space is restored.
func (st *state) leads(l *linkInvite) bool {
	return st.spaces.Has(l.space) || st.collections.Has(l.collection) || l.ofOrganization()
}

// showLinkInvite returns a link invite as it appears in responses.
func (st *state) showLinkInvite(l *linkInvite) orgs.LinkInvite {
	shown := orgs.LinkInvite{
		Object: "invite", ID: l.id, Redundant: l.redundant, Role: l.role, Level: l.level, Extra: l.extra,
	}
	if sp, ok := st.spaces.Get(l.space); ok {
		shown.Space = new(st.showSpace(sp, ""))
	}
	if col, ok := st.collections.Get(l.collection); ok {
		shown.Collection = new(col.data)
	}
	return shown
}

// linkInviteKind is the resource kind for link invites of organizations.
var linkInviteKind = &kind[*organization, linkInvite, orgs.LinkInvite]{
	name: "link invite", id: "link-invite", param: "inviteId", in: organizationKind.scope(),
	table:  func(org *organization) *ordered.Table[*linkInvite] { return &org.linkInvites },
	show:   showing[*organization]((*call).showLinkInvite),
	exists: func(c *call, l *linkInvite) bool { return c.leads(l) },
	selected: func(c *call, _ *organization) func(l *linkInvite) bool {
		return when(c.enabled(ruleLinkInviteList), (*linkInvite).ofOrganization)
	},
	remove: func(c *call, org *organization, l *linkInvite) {
		if c.enabled(ruleLinkInviteStay) {
			l.joined = nil
		}
		for _, id := range l.joined {
			if org.members.Remove(id) {
				c.forgetMember(org, id)
			}
		}
	},
}

func createLinkInvite(c *call, org *organization) (response, error) {
	in := input[orgs.LinkInviteCreate](c)
	c.accept(c.checkLinkInvite(org, in))
	return respondCreated(c.showLinkInvite(org.addLinkInvite(c.newID("link-invite"), in)), "")
}

func (org *organization) addLinkInvite(id string, in orgs.LinkInviteCreate) *linkInvite {
	created := &linkInvite{id: id, role: filled(in.Role)}
	setOrClear(&created.level, in.Level)
	setIfGiven(&created.space, in.Space)
	setIfGiven(&created.collection, in.Collection)
	org.linkInvites.Add(id, created)
	return created
}

// checkLinkInvite rejects a new link invite whose target does not belong to the organization.
func (st *state) checkLinkInvite(org *organization, in orgs.LinkInviteCreate) error {
	if in.Space != nil {
		if err := st.checkSpaceOf(org.data.ID, "space", *in.Space, ruleLinkInviteSpace); err != nil {
			return err
		}
	}
	if in.Collection != nil && !st.hasCollection(org.data.ID, *in.Collection) &&
		st.enabled(ruleLinkInviteCollection) {
		return invalid("collection", "a collection of the organization",
			*in.Collection, ruleLinkInviteCollection)
	}
	return nil
}

func updateLinkInvite(c *call, _ *organization, l *linkInvite) (response, error) {
	in := input[orgs.LinkInviteUpdate](c)
	hasRole, hasLevel, ofOrg := in.Role != "", !in.Level.IsZero(), l.ofOrganization()
	if (hasRole != ofOrg || hasLevel == ofOrg) && c.enabled(ruleLinkInviteOwn) {
		want := "level alone"
		if ofOrg {
			want = "role alone"
		}
		return response{}, invalid("body", want, c.parsed, ruleLinkInviteOwn)
	}
	switch {
	case ofOrg && hasRole:
		l.role = &in.Role
	case !ofOrg:
		setOrClear(&l.level, in.Level)
	}
	return respondOK(c.showLinkInvite(l))
}

// Add adds a link invite to an organization and returns it. To invite people to the organization,
// set Role, which defaults to read. To invite them to a space or a collection, set Space.ID or
// Collection.ID, and optionally Level.
func (s OrgLinkInvites) Add(orgID string, seed orgs.LinkInvite) orgs.LinkInvite {
	server := open(s.server)
	return linkInviteKind.add(server, seed, func(org *organization, seed orgs.LinkInvite) *linkInvite {
		if seed.Role == nil && seed.Level == nil && seed.Space == nil && seed.Collection == nil {
			seed.Role = new(api.RoleRead)
		}
		create := orgs.LinkInviteCreate{Level: nullable(seed.Level)}
		setIfGiven(&create.Role, seed.Role)
		if seed.Space != nil {
			create.Space = &seed.Space.ID
		}
		if seed.Collection != nil {
			create.Collection = &seed.Collection.ID
		}
		if seed.Level == nil && (create.Space != nil || create.Collection != nil) {
			create.Level = api.Null[api.Role]() // a guest has no role
		}
		server.accept(server.limitWhole("Orgs.LinkInvites.Create", create),
			server.state.checkLinkInvite(org, create))
		created := org.addLinkInvite(seed.ID, create)
		created.redundant, created.extra = seed.Redundant, seed.Extra
		return created
	}, orgID)
}

// All returns the link invites of an organization, in the order in which they were created. Unlike
// Orgs.LinkInvites.List, it includes the invites to existing spaces and collections of the
// organization.
func (s OrgLinkInvites) All(orgID string) []orgs.LinkInvite {
	return linkInviteKind.all(open(s.server), orgID)
}

// giveLevel gives a user the level of an invite to a space or a collection, unless the user already
// has a role there.
func (st *state) giveLevel(l *linkInvite, userID string) {
	give := func(of *grants) {
		if !of.users.Has(userID) {
			setGrant(&of.users, userID, l.level)
		}
	}
	if sp, ok := st.spaces.Get(l.space); ok {
		give(&sp.grants)
	}
	if col, ok := st.collections.Get(l.collection); ok {
		give(&col.grants)
	}
}
