package publishingtest

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
)

var (
	ruleMember       = newRule("member.absent-404", "a path with a member that does not exist returns 404")
	ruleMemberRole   = newRule("orgs.members.list.role", "a list of members with a role contains only members with that role, and guest means none")
	ruleMemberSearch = newRule("orgs.members.list.search", "a list of members with a search contains only members whose name or email address contains the text, in any case")
	ruleMemberSeen   = newRule("orgs.members.list.last-seen", "a list of members sorted by when they were last seen omits those never seen")
	ruleMemberOrder  = newRule("orgs.members.list.order", "a list of members begins with the latest, unless its order is asc")
)

// memberOperations are the operations on members of organizations.
var memberOperations = operations{
	"Orgs.Members.List": {onOrganization(listMembers), limits.AllFromDescription(limits.Table{
		limits.Query("order", limits.String, limits.OneOf("asc", "desc")),
		limits.Query("role", limits.String, limits.OneOf("admin", "create", "review", "edit", "comment", "read", "guest")),
		limits.Query("sort", limits.String, limits.OneOf("joinedAt", "lastSeenAt")),
	})},
	"Orgs.Members.Get": {handle: onOrganization(getMember)},
}

func listMembers(c *call, org *organization) (response, error) {
	return respondPage(c, c.sortedMembers(org), func(m *api.Member) (api.Member, bool) { return c.showMember(org, m), c.matchesMember(m) })
}

func getMember(c *call, org *organization) (response, error) {
	m, err := find(c, &org.members, "userId", ruleMember)
	if err != nil {
		return response{}, err
	}
	return respondOK(c.showMember(org, m))
}

// matchesMember reports whether the filters of the list select a member.
func (c *call) matchesMember(m *api.Member) bool {
	role := orgs.MemberRoleGuest
	if m.Role != nil {
		role = orgs.MemberRole(*m.Role)
	}
	if wanted := orgs.MemberRole(c.query.Get("role")); wanted != "" && wanted != role && c.enabled(ruleMemberRole) {
		return false
	}
	text := strings.ToLower(c.query.Get("search"))
	user := c.current(m.User)
	names := user.DisplayName
	if user.Email != nil {
		names += "\n" + *user.Email
	}
	return strings.Contains(strings.ToLower(names), text) || !c.enabled(ruleMemberSearch)
}

// sortedMembers iterates over the members by the time that the list is sorted by. Members with the
// same time are in the order in which they were added.
func (c *call) sortedMembers(org *organization) iter.Seq2[int64, *api.Member] {
	type row struct {
		position int64
		member   *api.Member
	}
	var sorted []row
	for added, m := range org.members.All() {
		at := m.JoinedAt
		if orgs.MemberSort(c.query.Get("sort")) == orgs.MemberSortLastSeenAt {
			if m.LastSeenAt == nil && c.enabled(ruleMemberSeen) {
				continue
			}
			at = time.Time{}
			if m.LastSeenAt != nil {
				at = *m.LastSeenAt
			}
		}
		position := positionAt(at, added)
		if c.query.Get("order") != string(api.OrderAsc) && c.enabled(ruleMemberOrder) {
			position = -position
		}
		sorted = append(sorted, row{position, m})
	}
	slices.SortFunc(sorted, func(a, b row) int { return cmp.Compare(a.position, b.position) })
	return func(yield func(int64, *api.Member) bool) {
		for _, r := range sorted {
			if !yield(r.position, r.member) {
				return
			}
		}
	}
}

// AddUser adds a user and returns it as the service does. It generates the fields that are not set,
// except for an email address and a photo.
func (s *Server) AddUser(seed api.User) api.User {
	s.mu.Lock()
	defer s.mu.Unlock()
	seed = clone(seed)
	s.acceptEmail(seed)
	return s.addUser(seed)
}

// acceptEmail fails the test if the email address of a user could not be invited.
func (s *Server) acceptEmail(user api.User) {
	if user.Email != nil {
		s.accept(renamed(s.limit("Orgs.Invites.Create", orgs.InviteCreate{Emails: []string{*user.Email}}), "emails[0]", "email"))
	}
}

func (s *Server) addUser(seed api.User) api.User {
	seed.Object = "user"
	seed.ID = s.seedID("user", seed.ID)
	seed.DisplayName = orElse(seed.DisplayName, "User "+seed.ID)
	s.accept(s.limit("Users.Update", orgs.UserUpdate{DisplayName: &seed.DisplayName, PhotoURL: seed.PhotoURL}))
	seed.URLs.Location = orElse(seed.URLs.Location, s.state.location("users", seed.ID))
	s.state.users.Add(seed.ID, &seed)
	return clone(seed)
}

// Users returns the users of all organizations, in the order in which they were added. The first is
// the user "caller": see [Server.Caller].
func (s *Server) Users() []api.User {
	s.mu.Lock()
	defer s.mu.Unlock()
	return values(&s.state.users, func(user *api.User) api.User { return *user })
}

// AddMember makes a user a member of an organization and returns the membership. ID or User.ID
// identifies the user, since the ID of a member is that of the user. A user that does not exist is
// added. A nil role makes the user a guest.
func (s *Server) AddMember(organizationID string, seed api.Member) api.Member {
	s.mu.Lock()
	defer s.mu.Unlock()
	seed = clone(seed)
	org := s.seedOrganization(organizationID)
	s.accept(s.limit("Orgs.Invites.Create", orgs.InviteCreate{Role: nullable(seed.Role)}))
	s.agrees("ID", seed.ID, orElse(seed.User.ID, seed.ID))
	seed.User.ID = orElse(seed.User.ID, seed.ID)
	if known, ok := s.state.users.Get(seed.User.ID); ok {
		seed.User = *known
	} else {
		s.acceptEmail(seed.User)
		seed.User = s.addUser(seed.User)
	}
	if _, member := org.members.Get(seed.User.ID); member {
		s.mistake("%s is already a member of %s", seed.User.ID, organizationID)
	}
	seed.Object = "member"
	seed.ID = seed.User.ID
	seed.JoinedAt = orElse(seed.JoinedAt, s.state.now())
	org.members.Add(seed.ID, &seed)
	return clone(seed)
}

// Members returns the members of an organization, in the order in which they joined.
func (s *Server) Members(organizationID string) []api.Member {
	s.mu.Lock()
	defer s.mu.Unlock()
	org := s.seedOrganization(organizationID)
	return values(&org.members, func(m *api.Member) api.Member { return s.state.showMember(org, m) })
}

// showMember returns a member of an organization as the service does. The seeded number of teams is
// increased by the teams of the member.
func (st *state) showMember(org *organization, m *api.Member) api.Member {
	shown := *m
	shown.User = st.current(m.User)
	for _, t := range org.teams.All() {
		if _, in := t.members.Get(m.ID); in && st.enabled(ruleTeamCount) {
			shown.Teams++
		}
	}
	return shown
}
