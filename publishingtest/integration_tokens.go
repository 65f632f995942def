package publishingtest

import (
	"net/http"
	"strconv"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
)

var (
	ruleOwnToken      = ofCallers(newRule("integration.token-403", "only an integration itself lists its installations on all organizations, queues tasks and creates tokens: 403 for users, for other integrations and for installations"))
	ruleUserToken     = ofCallers(newUndecidedRule("installation.users-403", "only users publish and delete integrations, switch their development mode, install them on organizations and remove them: 403 for integrations and installations; without the rule, these may too"))
	ruleOtherToken    = ofCallers(newUndecidedRule("installation.other-403", "an integration may use only its own installations, and an installation only itself: 403; without the rule, any"))
	ruleTokenLifetime = newUndecidedRule("installation.token.lifetime", "the token of an installation expires an hour after it was created, and then calls with it return 401; without the rule, it does not expire")
	ruleTokenForm     = newUndecidedRule("installation.token.form", "the token of an installation is a JSON Web Token that contains when it expires; without the rule, nothing can be seen in it")
)

// tokenLifetime is the time until a token of an installation expires.
const tokenLifetime = time.Hour

// The operations on the tokens of installations.
var _ = declare(operations{
	"Integrations.Installations.Tokens.Create": {handle: onInstallation(createInstallationToken)},
})

// mayActAs rejects a call unless the integration itself makes it, or the call is not restricted.
func (c *call) mayActAs(in *integration) error {
	if c.by != (bearer{}) && c.by != (bearer{integration: in.data.Name}) &&
		c.enabled(ruleOwnToken) {
		return fail(http.StatusForbidden,
			"caller: want the token of the integration [%s]", ruleOwnToken)
	}
	return nil
}

// mayManage rejects a call unless a user makes it. The integration may be nil.
func (c *call) mayManage(*integration) error {
	if c.by.integration != "" && c.enabled(ruleUserToken) {
		return fail(http.StatusForbidden, "caller: want the token of a user [%s]", ruleUserToken)
	}
	return nil
}

// mayUse rejects a call with the token of an integration or an installation, unless the call is
// about that integration or installation.
func (c *call) mayUse(integrationName, installationID string) error {
	isTheirs := c.by.integration == integrationName &&
		(c.by.installation == "" || c.by.installation == installationID)
	if c.by.integration != "" && !isTheirs && c.enabled(ruleOtherToken) {
		return fail(http.StatusForbidden,
			"caller: want the token of the integration or of the installation [%s]", ruleOtherToken)
	}
	return nil
}

func createInstallationToken(c *call, i *installation) (response, error) {
	if err := c.mayActAs(i.of); err != nil {
		return response{}, err
	}
	return respondOK(integrations.Token{Token: c.newInstallationToken(i)})
}

func (st *state) newInstallationToken(i *installation) api.Secret {
	st.counters["installation-token"]++
	claims := issuedClaims{
		Installation: i.data.ID, Number: strconv.Itoa(st.counters["installation-token"]),
	}
	token := st.issueToken(claims, st.now().Add(tokenLifetime))
	return byRule(st, ruleTokenForm, token, opaque(token))
}

// bearerOfInstallation returns the installation that a token belongs to, and reports whether the
// token is still accepted.
func (s *server) bearerOfInstallation(token string) (by bearer, known bool) {
	defer s.mu.hold()()
	claims, issued := s.state.issuedToken(token)
	if !issued || s.state.expired(claims) && s.state.enabled(ruleTokenLifetime) {
		return bearer{}, false
	}
	for in := range s.state.integrations.Values() {
		if in.installations.Has(claims.Installation) {
			return bearer{integration: in.data.Name, installation: claims.Installation}, true
		}
	}
	return bearer{}, false
}

// TokenForIntegration returns a token that belongs to an integration, like the token that the
// script of the integration uses. Calls with this token may list the integration's installations,
// queue tasks for the integration, and create tokens of its installations, but may not do so for
// other integrations. Calls with a token of [Server.TokenFor] may not do any of this. In operations
// on content, calls with this token have the same permissions as calls with [Server.Token].
// TokenForIntegration returns the same token for the same integration each time.
//
// The token of an installation, which client.Integrations.Installations.Tokens.Create returns, is
// restricted to the installation in the same way. The server accepts it until it expires or the
// installation is deleted. [Server.Advance] can make it expire.
func (s *Server) TokenForIntegration(name string) string {
	defer s.mu.hold()()
	s.seedIntegration(name)
	token := "integration-token-of-" + name
	s.bearers.Store(token, bearer{integration: name})
	return token
}

// ClientForIntegration returns a client like that of [Server.Client], but with the token of an
// integration: see [Server.TokenForIntegration].
func (s *Server) ClientForIntegration(name string, opts ...publishing.Option) *publishing.Client {
	if s.tb != nil {
		s.tb.Helper()
	}
	return s.clientWith(s.TokenForIntegration(name), opts)
}
