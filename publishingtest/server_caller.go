package publishingtest

import "github.com/publishing-platform/publishing-go/api"

// addCaller adds the user that the tokens belong to.
func (st *state) addCaller() {
	const id = "caller"
	st.taken[id] = true
	st.caller = id
	st.users.Add(id, &api.User{
		Object: "user", ID: id, DisplayName: "Caller", Email: new("caller@publishing.example"),
		URLs: api.UserURLs{Location: st.location("users", id)},
	})
}

// callerUser returns the user that the tokens belong to.
func (st *state) callerUser() *api.User {
	caller, _ := st.users.Get(st.caller) // users are never removed
	return caller
}

// Caller returns the user that the tokens of the server belong to: the author of what a call
// creates, and the user who joins an organization with an invite. At first, it is a user with the
// ID "caller" who is not a member of any organization. [Server.ActAs] changes it.
func (s *Server) Caller() api.User {
	s.mu.Lock()
	defer s.mu.Unlock()
	return clone(*s.state.callerUser())
}

// ActAs makes the tokens of the server belong to the user with the given ID, for all calls that
// follow.
func (s *Server) ActAs(userID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state.caller = orElse(mustFind(s, &s.state.users, "user", userID).ID, s.state.caller)
}
