package publishingtest

import (
	"crypto/subtle"
	"net/http"
	"strings"

	"github.com/publishing-platform/publishing-go/internal/op"
)

var ruleAuth = newRule("auth.bearer-401", "a call without a bearer token that the server accepts returns 401")

// withoutToken are the operations that need no token, with the rules for that.
var withoutToken = map[string]rule{"Sites.Insights.Track": ruleTrackToken, "URLs.Published": rulePublishedNoToken}

// authorize rejects a call without a token that the server accepts, and returns the user of a token
// of [Server.TokenFor], "" for another token. A call of a partner needs a key that the server
// accepts, and no token. Its error contains neither the token nor the key of the call.
func (s *Server) authorize(o *op.Op, req *http.Request) (user string, err error) {
	isOpen := withoutToken[o.Name] != "" && s.state.enabled(withoutToken[o.Name])
	if name := o.SecretHeader(); name != "" {
		if !s.config.acceptsPartnerKey(req.Header.Get(name)) && s.state.enabled(rulePartnerKey) {
			return "", fail(http.StatusUnauthorized, "%s: want a key that the server accepts [%s]", name, rulePartnerKey)
		}
		isOpen = true
	}
	if isOpen && req.Header.Get("Authorization") == "" {
		return "", nil
	}
	scheme, token, _ := strings.Cut(req.Header.Get("Authorization"), " ")
	if strings.EqualFold(scheme, "Bearer") {
		if user, ok := s.tokenUsers.Load(token); ok {
			return user.(string), nil //nolint:forcetypeassert // the map holds nothing else
		}
		for _, accepted := range s.config.tokens {
			if subtle.ConstantTimeCompare([]byte(token), []byte(accepted)) == 1 {
				return "", nil
			}
		}
		if s.acceptsContentToken(o, req, token) {
			return "", nil
		}
	}
	if s.config.off[string(ruleAuth)] {
		return "", nil
	}
	f := fail(http.StatusUnauthorized, "Authorization: want a bearer token that the server accepts [%s]", ruleAuth)
	f.header = http.Header{"Www-Authenticate": {"Bearer"}}
	return "", f
}
