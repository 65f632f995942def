package publishingtest

import (
	"crypto/subtle"
	"net/http"
	"strings"

	"github.com/publishing-platform/publishing-go/internal/op"
)

var ruleAuth = newUndecidedRule("auth.bearer-401", "a call without a bearer token that the server accepts returns 401; without the rule, it is served")

// withoutToken are the operations that need no token, with the rules for that.
var withoutToken = map[string]rule{
	"Sites.Insights.Events.Track": ruleTrackToken, "URLs.Published": rulePublishedNoToken,
}

// bearer is what the token of a call belongs to. The zero bearer is that of the tokens of the
// server, whose calls are never restricted.
type bearer struct {
	user         string // ID, with a token of [Server.TokenFor]
	integration  string // name, with a token of the integration or of one of its installations
	installation string // ID, with a token of the installation
}

// authorize rejects a call without a token that the server accepts, and returns what the token
// belongs to. A call of a partner needs a key that the server accepts, and no token. Its error
// contains neither the token nor the key of the call.
func (s *server) authorize(o *op.Op, req *http.Request) (by bearer, err error) {
	isOpen := withoutToken[o.Name] != "" && s.state.enabled(withoutToken[o.Name])
	if name := o.SecretHeader; name != "" {
		if !s.config.acceptsPartnerKey(req.Header.Get(name)) && s.state.enabled(rulePartnerKey) {
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

// bearerOf returns what a token belongs to, and reports whether it belongs to anything.
func (s *server) bearerOf(token string) (by bearer, known bool) {
	if by, known := s.bearers.Load(token); known {
		return by.(bearer), true //nolint:forcetypeassert // the map holds nothing else
	}
	for _, accepted := range s.config.tokens {
		if subtle.ConstantTimeCompare([]byte(token), []byte(accepted)) == 1 {
			return bearer{}, true
		}
	}
	return s.bearerOfInstallation(token)
}
