package publishingtest

import (
	"iter"

	"github.com/publishing-platform/publishing-go/api"
)

// Organization is an organization to seed.
type Organization struct {
	ID    string // "" for one like "org_1"
	Title string // "" for one made of the id
}

var ruleOrganization = behaviour("organization.absent-404", "a path with an organization that does not exist is answered with 404")

func (r *request) organization() (*organization, error) {
	return find(r, &r.organizations, "organizationId", ruleOrganization)
}

func onOrganization(handle func(r *request, org *organization) (answer, error)) handler {
	return with((*request).organization, handle)
}

// AddOrganization adds an organization and returns it with its id.
func (s *Server) AddOrganization(seed Organization) Organization {
	s.mu.Lock()
	defer s.mu.Unlock()
	seed.ID = s.seedID("org", seed.ID)
	seed.Title = orElse(seed.Title, "Organization "+seed.ID)
	s.state.organizations.add(seed.ID, &organization{data: seed, createdAt: s.state.now()})
	return seed
}

// AddUser adds a user and returns it as the service shows it. Fields that are not set are made up; an e-mail address and a photo are not.
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
	s.state.users.add(seed.ID, &seed)
	return clone(seed)
}

// AddMember makes a user a member of an organization and returns the membership. ID or User.ID
// identifies the user, since the id of a member is that of the user. A user that does not exist is
// added too. A nil role is that of a guest.
func (s *Server) AddMember(organizationID string, seed api.Member) api.Member {
	s.mu.Lock()
	defer s.mu.Unlock()
	seed = clone(seed)
	org := s.seedOrganization(organizationID)
	s.agrees("ID", seed.ID, orElse(seed.User.ID, seed.ID))
	seed.User.ID = orElse(seed.User.ID, seed.ID)
	if known, ok := s.state.users.get(seed.User.ID); ok {
		seed.User = *known
	} else {
		seed.User = s.addUser(seed.User)
	}
	if _, member := org.members.get(seed.User.ID); member {
		s.mistake("%s is a member of %s already", seed.User.ID, organizationID)
	}
	seed.Object = "member"
	seed.ID = seed.User.ID
	seed.JoinedAt = orElse(seed.JoinedAt, s.state.now())
	org.members.add(seed.ID, &seed)
	return clone(seed)
}

// Members returns the members of an organization, in the order they joined.
func (s *Server) Members(organizationID string) []api.Member {
	s.mu.Lock()
	defer s.mu.Unlock()
	org := s.seedOrganization(organizationID)
	return values(&org.members, func(m *api.Member) api.Member { return s.state.showMember(org, m) })
}

// seedID returns the id a test has chosen, or a new one. One that is taken is a mistake.
func (s *Server) seedID(kind, chosen string) string {
	if chosen == "" {
		return s.state.newID(kind)
	}
	if s.state.taken[chosen] {
		s.mistake("the id %q is taken", chosen)
	}
	s.state.taken[chosen] = true
	return chosen
}

// agrees makes a field of a seed that contradicts the arguments or the rest of the seed a mistake.
func (s *Server) agrees(field, given, want string) {
	if given != "" && given != want {
		s.mistake("%s: want %q or none, got %q", field, want, given)
	}
}

// seedOrganization returns an organization. One that does not exist is a mistake.
func (s *Server) seedOrganization(id string) *organization {
	return known(s, &s.state.organizations, "organization", id)
}

// known returns a resource that a test has named. One that does not exist is a mistake; should the test go on, it is a blank one.
func known[T any](s *Server, t *table[*T], kind, id string) *T {
	found, ok := t.get(id)
	if !ok {
		s.mistake("there is no %s %q", kind, id)
		return new(T)
	}
	return found
}

// values returns the rows of a table as a test sees them.
func values[T, V any](t *table[T], show func(T) V) []V { return shownOf(t.all(), show) }

// shownOf returns resources as a test sees them.
func shownOf[T, V any](all iter.Seq2[int64, T], show func(T) V) []V {
	shown := []V{}
	for _, value := range all {
		shown = append(shown, clone(show(value)))
	}
	return shown
}
