package publishingtest

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"slices"
	"strings"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/sites"
)

var ruleAuth = newUndecidedRule("auth.bearer-401", "a call without a bearer token that the server accepts returns 401; without the rule, it is served")

// withoutToken contains the operations that need no token. The values are the rules that state
// this.
var withoutToken = map[string]rule{
	"Sites.Insights.Events.Track": ruleTrackToken, "URLs.Published": rulePublishedNoToken,
}

// bearer is the owner of the token of a call. The zero bearer owns the tokens of [WithToken]. Calls
// with these tokens are never restricted.
type bearer struct {
	user         string // ID, for a token of [Server.TokenFor]
	integration  string // name, for a token of the integration or of one of its installations
	installation string // ID, for a token of the installation
}

// authorize returns the owner of the token of a call. It rejects a call without an accepted token.
// A partner's call needs an accepted key instead. The error contains neither the token nor the key.
func (s *server) authorize(o *op.Op, req *http.Request) (by bearer, err error) {
	isOpen := withoutToken[o.Name] != "" && s.state.enabled(withoutToken[o.Name])
	if name := o.SecretHeader; name != "" {
		if !holds(s.config.partnerKeys, req.Header.Get(name)) && s.state.enabled(rulePartnerKey) {
			return by, fail(http.StatusUnauthorized,
				"%s: want a key that the server accepts [%s]", name, rulePartnerKey)
		}
		isOpen = true
	}
	if isOpen && req.Header.Get("Authorization") == "" {
		return by, nil
	}
	scheme, token, _ := strings.Cut(req.Header.Get("Authorization"), " ")
	if strings.EqualFold(scheme, "Bearer") {
		if by, known := s.bearerOf(token); known || s.acceptsContentToken(o, req, token) {
			return by, nil
		}
	}
	if s.state.enabled(ruleAuth) {
		f := fail(http.StatusUnauthorized,
			"Authorization: want a bearer token that the server accepts [%s]", ruleAuth)
		f.header = http.Header{"Www-Authenticate": {"Bearer"}}
		return by, f
	}
	return by, nil
}

// bearerOf returns the owner of a token, and reports whether there is one.
func (s *server) bearerOf(token string) (by bearer, known bool) {
	if by, known := s.bearers.Load(token); known {
		return by.(bearer), true //nolint:forcetypeassert // the map contains only bearers
	}
	if holds(s.config.tokens, token) {
		return bearer{}, true
	}
	return s.bearerOfInstallation(token)
}

// holds reports whether a list of accepted secrets contains the one of a call.
func holds(accepted []string, given string) bool {
	return slices.ContainsFunc(accepted, func(other string) bool {
		return subtle.ConstantTimeCompare([]byte(given), []byte(other)) == 1
	})
}

// issuedClaims are the claims of a token that a call has created. Such a token is signed, but not
// stored, because a server that runs for a long time can create any number of tokens.
type issuedClaims struct {
	Site         string `json:"site,omitzero"`         // ID of the site whose content the token can read
	Installation string `json:"installation,omitzero"` // installation of the token
	Number       string `json:"jti,omitzero"`          // distinguishes tokens
	Until        int64  `json:"until"`                 // time in milliseconds at which the token expires
}

// issueToken signs and returns a new token.
func (st *state) issueToken(claims issuedClaims, expires time.Time) api.Secret {
	claims.Until = expires.UnixMilli()
	token, _ := sites.SignVisitorToken(api.NewSecret(st.tokenKey), claims, expires) // the claims can be encoded
	return token
}

// issuedToken returns the claims of a token, and reports whether the server has signed it.
func (st *state) issuedToken(token string) (claims issuedClaims, ok bool) {
	if plain, err := hex.DecodeString(token); err == nil {
		token = string(plain)
	}
	parts := strings.Split(token, ".")
	ok = len(parts) == 3 && isSigned(parts[0]+"."+parts[1], parts[2], st.tokenKey) &&
		decodePart(parts[1], &claims) == nil
	return claims, ok
}

// expired reports whether a token has expired by the clock of the server.
func (st *state) expired(claims issuedClaims) bool { return st.now().UnixMilli() >= claims.Until }

// isSigned reports whether a signature is that of a JSON Web Token with a key and the algorithm
// HS256.
func isSigned(signed, signature, key string) bool {
	mac := hmac.New(sha256.New, []byte(key))
	_, _ = mac.Write([]byte(signed)) // it never fails
	got, err := base64.RawURLEncoding.DecodeString(signature)
	return err == nil && hmac.Equal(got, mac.Sum(nil))
}

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
	defer open(s.server).mu.hold()()
	return clone(*open(s.server).state.callerUser())
}

// TokenFor returns a token that belongs to a user, for calls by a user other than [Server.Caller].
// docs/RULES.md lists the rules that restrict what such a user may see and do. TokenFor returns
// the same token for the same user each time.
//
// Calls with [Server.Token] are never restricted, regardless of [Server.Caller].
func (s *Server) TokenFor(userID string) string {
	server := open(s.server)
	defer server.mu.hold()()
	token := "token-of-" + userKind.seeded(server, userID).ID
	server.bearers.Store(token, bearer{user: userID})
	return token
}

// ClientFor returns a client like that of [Server.Client], but with the token of a user: see
// [Server.TokenFor].
func (s *Server) ClientFor(userID string, opts ...publishing.Option) *publishing.Client {
	return open(s.server).clientWith(s.TokenFor(userID), opts)
}

// ActAs assigns the tokens of the server to the user with the given ID. All further calls with
// these tokens are calls by this user. It does not affect the tokens of [Server.TokenFor].
func (s *Server) ActAs(userID string) {
	server := open(s.server)
	defer server.mu.hold()()
	server.state.caller = userKind.seeded(server, userID).ID
}

// mayCall rejects a call unless allowed is true, the rule is off or the call is not restricted.
// want describes the caller that the rule requires.
func (c *call) mayCall(allowed bool, want string, id rule) error {
	return c.forbid(!allowed && c.restricted, want, id)
}

// forbid rejects a call if wrong is true, unless the rule is off.
func (c *call) forbid(wrong bool, want string, id rule) error {
	if wrong && c.enabled(id) {
		return fail(http.StatusForbidden, "caller: want %s [%s]", want, id)
	}
	return nil
}

// permitted returns a handler that calls handle, unless the function may rejects the call.
func permitted[T any](may func(c *call, on T) error, handle handlerOf[T]) handlerOf[T] {
	return func(c *call, on T) (response, error) {
		c.accept(may(c, on))
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
