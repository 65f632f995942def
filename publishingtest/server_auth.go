package publishingtest

import (
	"crypto/subtle"
	"net/http"
	"strings"
)

var ruleAuth = newRule("auth.bearer-401", "a call without a bearer token the server accepts is answered with 401")

// authorize refuses a call without a token the server accepts. It never shows the one it got.
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
