package publishingtest

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/sites"
)

// issuedClaims are the claims of a token that the server has created for a call. The token is
// signed and not kept: a server that runs for a long time creates any number of them.
type issuedClaims struct {
	Site         string `json:"site,omitzero"`         // whose content the token reads
	Installation string `json:"installation,omitzero"` // installation of the token
	Number       string `json:"jti,omitzero"`          // tells tokens apart
	Until        int64  `json:"until"`                 // time in milliseconds at which the token expires
}

// issueToken returns a token that the server has signed.
func (st *state) issueToken(claims issuedClaims, expires time.Time) api.Secret {
	claims.Until = expires.UnixMilli()
	token, _ := sites.SignVisitorToken(api.NewSecret(st.tokenKey), claims, expires) // the claims can be encoded
	return token
}

// opaque returns a token of issueToken in a form in which nothing can be seen.
func opaque(token api.Secret) api.Secret {
	return api.NewSecret(hex.EncodeToString([]byte(token.Reveal())))
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

// isSigned reports whether the signature of a JSON Web Token was made with a key and HS256.
func isSigned(signed, signature, key string) bool {
	mac := hmac.New(sha256.New, []byte(key))
	_, _ = mac.Write([]byte(signed)) // it never fails
	got, err := base64.RawURLEncoding.DecodeString(signature)
	return err == nil && hmac.Equal(got, mac.Sum(nil))
}
