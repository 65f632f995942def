package publishingtest

import (
	"net/http"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
)

var ruleCallerSees = ofCallers(newUndecidedRule("caller.sees", "lists of spaces and of collections, searches, questions and answers contain only what the caller has a role on; without the rule, they contain everything"))

// addCaller adds the user who owns the tokens of the server.
func (st *state) addCaller() {
	const id = "caller"
	st.taken[id] = true
	st.caller = id
	st.users.Add(id, &api.User{
		Object: "user", ID: id, DisplayName: "Caller", Email: new("caller@publishing.example"),
		URLs: api.UserURLs{Location: st.location("users", id)},
	})
}

// callerUser returns the user who owns the tokens of the server.
func (st *state) callerUser() *api.User {
	caller, _ := st.users.Get(st.caller) // users are never removed
	return caller
}

// Caller returns the user who owns the tokens of the server. When a call with such a token creates
// a resource, this user is the author. When a call accepts an invite, this user joins the
// organization. At first, it is a user with the ID "caller" who is not a member of any
// organization. [Server.ActAs] changes it.
func (s *Server) Caller() api.User {
	defer s.mu.hold()()
	return clone(*s.state.callerUser())
}

// TokenFor returns a token that belongs to a user, for calls by a user other than [Server.Caller].
// docs/testing.md lists the rules that restrict what such a user may see and do. TokenFor returns
// the same token for the same user each time.
//
// Calls with [Server.Token] are never restricted, regardless of [Server.Caller].
func (s *Server) TokenFor(userID string) string {
	defer s.mu.hold()()
	token := "token-of-" + userKind.seeded(s.server, userID).ID
	s.bearers.Store(token, bearer{user: userID})
	return token
}

// ClientFor returns a client like that of [Server.Client], but with the token of a user: see
// [Server.TokenFor].
func (s *Server) ClientFor(userID string, opts ...publishing.Option) *publishing.Client {
	if s.tb != nil {
		s.tb.Helper()
	}
	return s.clientWith(s.TokenFor(userID), opts)
}

// ActAs assigns the tokens of the server to the user with the given ID. All further calls with
// these tokens are calls by this user. It does not affect the tokens of [Server.TokenFor].
func (s *Server) ActAs(userID string) {
	defer s.mu.hold()()
	s.state.caller = userKind.seeded(s.server, userID).ID
}

// mayCall rejects a call unless allowed is true, the rule is off or the call is not restricted.
// want describes the caller that the rule requires.
func (c *call) mayCall(allowed bool, want string, id rule) error {
	if !allowed && c.restricted && c.enabled(id) {
		return fail(http.StatusForbidden, "caller: want %s [%s]", want, id)
	}
	return nil
}

// permitted returns a handler that calls handle, unless the function may rejects the call.
func permitted[T any](
	may func(c *call, on T) error, handle func(c *call, on T) (response, error),
) func(c *call, on T) (response, error) {
	return func(c *call, on T) (response, error) {
		if err := may(c, on); err != nil {
			return response{}, err
		}
		return handle(c, on)
	}
}

// seesSome reports whether lists omit the resources that the caller does not see.
func (c *call) seesSome() bool { return c.restricted && c.enabled(ruleCallerSees) }

// sees reports whether the caller has a role on a space or a collection. A call that is not
// restricted sees everything.
func (c *call) sees(node treeNode) bool {
	return !c.seesSome() || c.roleOn(node) != nil
}

// roleOn returns the role of the caller on a space or a collection, or nil if there is none.
func (c *call) roleOn(node treeNode) *api.Role {
	role, _ := c.access(node, c.caller)
	return role
}

// roleIn returns the role of the caller in an organization, and reports whether the caller is a
// member. The role is nil for a guest and for a disabled member.
func (c *call) roleIn(org *organization) (role *api.Role, member bool) {
	m, member := org.members.Get(c.caller)
	if !member || m.Disabled && c.enabled(ruleMemberDisabled) {
		return nil, member
	}
	return m.Role, true
}

// isAdmin reports whether the caller is an administrator of an organization.
func (c *call) isAdmin(org *organization) bool {
	role, _ := c.roleIn(org)
	return role != nil && *role == api.RoleAdmin
}
