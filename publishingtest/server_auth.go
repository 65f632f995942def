package publishingtest

import (
	"crypto/subtle"
	"net/http"
	"strings"
)

var ruleAuth = newRule("auth.bearer-401", "a call without a bearer token that the server accepts returns 401")

// authorize rejects a call without a token that the server accepts. Its error does not contain the
// token of the call.
func (s *Server) authorize(req *http.Request) error {
	if s.config.off[string(ruleAuth)] {
		return nil
	}
	scheme, token, _ := strings.Cut(req.Header.Get("Authorization"), " ")
	if strings.EqualFold(scheme, "Bearer") {
		for _, accepted := range s.config.tokens {
			if subtle.ConstantTimeCompare([]byte(token), []byte(accepted)) == 1 {
				return nil
			}
		}
	}
	f := fail(http.StatusUnauthorized, "Authorization: want a bearer token that the server accepts [%s]", ruleAuth)
	f.header = http.Header{"Www-Authenticate": {"Bearer"}}
	return f
}
