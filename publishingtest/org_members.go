package publishingtest

import (
	"github.com/publishing-platform/publishing-go/api"
)

// AddUser adds a user and returns it as the service does. It generates the fields that are not set,
// except for an email address and a photo.
func (s *Server) AddUser(seed api.User) api.User {
	s.mu.Lock()
	defer s.mu.Unlock()
	seed = clone(seed)
	return s.addUser(seed)
}

func (s *Server) addUser(seed api.User) api.User {
	seed.Object = "user"
	seed.ID = s.seedID("user", seed.ID)
	seed.DisplayName = orElse(seed.DisplayName, "User "+seed.ID)
	seed.URLs.Location = orElse(seed.URLs.Location, s.state.location("users", seed.ID))
	s.state.users.Add(seed.ID, &seed)
	return clone(seed)
}

// AddMember makes a user a member of an organization and returns the membership. ID or User.ID
// identifies the user, since the ID of a member is that of the user. A user that does not exist is
// added. A nil role is that of a guest.
func (s *Server) AddMember(organizationID string, seed api.Member) api.Member {
	s.mu.Lock()
	defer s.mu.Unlock()
	seed = clone(seed)
	org := s.seedOrganization(organizationID)
	s.agrees("ID", seed.ID, orElse(seed.User.ID, seed.ID))
	seed.User.ID = orElse(seed.User.ID, seed.ID)
	if known, ok := s.state.users.Get(seed.User.ID); ok {
		seed.User = *known
	} else {
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
	for _, t := range org.teams.All() {
		if _, in := t.members.Get(m.ID); in && st.enabled(ruleTeamCount) {
			shown.Teams++
		}
	}
	return shown
}
