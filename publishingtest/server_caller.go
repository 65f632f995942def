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

// callerUser is the user that the tokens belong to.
func (st *state) callerUser() *api.User {
	caller, _ := st.users.Get(st.caller) // users are never removed
	return caller
}

// Caller returns the user that the tokens of the server belong to: who joins by an invite, and who writes what has an author. It is one of
// its own, with the id "caller", unless [Server.ActAs] says otherwise. It is a member of no organization at first.
func (s *Server) Caller() api.User {
	s.mu.Lock()
	defer s.mu.Unlock()
	return clone(*s.state.callerUser())
}

// ActAs makes the tokens of the server belong to a user.
func (s *Server) ActAs(userID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state.caller = orElse(mustFind(s, &s.state.users, "user", userID).ID, s.state.caller)
}
