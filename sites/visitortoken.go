package sites

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// claimExpiry is the claim of a visitor token that contains its expiry time.
const claimExpiry = "exp"

// paramToken is the query parameter that contains the visitor's token.
const paramToken = "jwt_token"

// SignVisitorToken returns a token that lets a visitor enter a site with the visibility
// [VisibilityVisitorAuth] until expires. [VisitorURL] adds the token to a URL.
//
// key is the private key in [PublishingAuth]. claims is a map or a struct with claims about the
// visitor, or nil if there are none. encoding/json must encode claims as an object. The object must
// not contain "exp", because SignVisitorToken sets that claim to expires, in seconds since 1970.
// The token is a JSON Web Token (RFC 7519) with the algorithm HS256. It is signed, not encrypted:
// anyone who has it can read the claims.
//
// SignVisitorToken sends no request. A login page needs the key, but no API token.
//
// Experimental: may change in any minor release; see [api].
func SignVisitorToken(key api.Secret, claims any, expires time.Time) (api.Secret, error) {
	payload, err := newVisitorClaims(claims, expires)
	switch {
	case key.IsZero():
		return api.Secret{}, errors.New("sign visitor token: the key is empty")
	case err != nil:
		return api.Secret{}, fmt.Errorf("sign visitor token: %w", err)
	}
	const header = `{"alg":"HS256","typ":"JWT"}`
	signed := base64.RawURLEncoding.EncodeToString([]byte(header)) + "." +
		base64.RawURLEncoding.EncodeToString(payload)
	mac := hmac.New(sha256.New, []byte(key.Reveal()))
	_, _ = mac.Write([]byte(signed)) // Write never fails
	return api.NewSecret(signed + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))), nil
}

// newVisitorClaims returns the payload of a visitor token. Errors do not contain the claims.
func newVisitorClaims(claims any, expires time.Time) ([]byte, error) {
	if expires.Unix() <= 0 {
		return nil, errors.New("the expiry is not set")
	}
	data, err := jsonx.MarshalEither(&claims)
	if err != nil {
		return nil, fmt.Errorf("claims of type %T cannot be encoded", claims)
	}
	if jsonx.IsNull(data) { // there are no claims
		data = []byte("{}")
	}
	fields, err := jsonx.Fields(data)
	if err != nil {
		return nil, fmt.Errorf("claims of type %T are not an object", claims)
	}
	if _, given := fields[claimExpiry]; given {
		return nil, fmt.Errorf("the claims contain %q, which is set from the expiry", claimExpiry)
	}
	return jsonx.SetFields(data, map[string]any{claimExpiry: expires.Unix()})
}

// VisitorURL returns the URL to which a login page sends a visitor. It contains token, the result
// of [SignVisitorToken].
//
// site is the published URL of the site. location is the value of the query parameter "location" in
// the request for the login page; an empty location means the home page. The location is a path or
// a URL of the site; the service has been seen to send either. If the path does not begin with the
// path of the site, it is relative to the path of the site. VisitorURL keeps the query of the
// location and adds the token to it.
//
// Anyone can send a visitor to the login page with any location. If location is not part of the
// site, VisitorURL returns an error, so that the login page sends neither the visitor nor the token
// to another site.
//
// Experimental: may change in any minor release; see [api].
func VisitorURL(site, location string, token api.Secret) (api.Secret, error) {
	home, err := url.Parse(site)
	if err != nil || home.Scheme != "https" && home.Scheme != "http" || home.Host == "" || home.User != nil {
		return api.Secret{}, errors.New("visitor URL: want the published address of a site, such as https://docs.example.com")
	}
	target, err := newVisitorTarget(home, location)
	if err != nil {
		return api.Secret{}, err
	}
	target.RawQuery = withVisitorToken(target.RawQuery, token)
	return api.NewSecret(target.String()), nil
}

// withVisitorToken returns the query with the token as its last parameter, which replaces any other
// token. It keeps the rest of the query unchanged, because the page may parse it differently than
// package url, but escapes characters that a URL cannot contain.
func withVisitorToken(query string, token api.Secret) string {
	var escaped strings.Builder
	for _, c := range []byte(query) {
		if c <= ' ' || c >= 0x7f || strings.IndexByte(`"<>\^`+"`{|}", c) >= 0 {
			fmt.Fprintf(&escaped, "%%%02X", c)
		} else {
			escaped.WriteByte(c)
		}
	}
	parameters := strings.Split(escaped.String(), "&")
	parameters = slices.DeleteFunc(parameters, func(parameter string) bool {
		name, _, _ := strings.Cut(parameter, "=")
		decoded, err := url.QueryUnescape(name)
		return query == "" || err == nil && decoded == paramToken
	})
	return strings.Join(append(parameters, paramToken+"="+url.QueryEscape(token.Reveal())), "&")
}

// newVisitorTarget returns the URL of the page that a location identifies. It rejects locations
// that browsers would change: browsers remove control characters and dot segments, even escaped dot
// segments, and treat a backslash as a slash.
func newVisitorTarget(home *url.URL, location string) (*url.URL, error) {
	at, err := url.Parse(location)
	if err != nil || at.User != nil || at.Opaque != "" || strings.ContainsAny(at.Path, "\\\t\r\n") {
		return nil, errVisitorLocation
	}
	for segment := range strings.SplitSeq(at.Path, "/") {
		if segment == "." || segment == ".." {
			return nil, errVisitorLocation
		}
	}
	if absolute := at.Scheme != "" || at.Host != ""; absolute && (at.Scheme != home.Scheme || !strings.EqualFold(at.Host, home.Host)) {
		return nil, errVisitorLocation
	}
	target := *home
	target.RawQuery, target.Fragment, target.RawFragment = at.RawQuery, at.Fragment, at.RawFragment
	root := strings.TrimSuffix(home.EscapedPath(), "/") + "/"
	switch within := strings.HasPrefix(at.EscapedPath()+"/", root); {
	case at.Path == "" && at.Host == "":
		return &target, nil
	case within:
		target.Path, target.RawPath = at.Path, at.RawPath
		return &target, nil
	case at.Host != "":
		return nil, errVisitorLocation
	}
	return target.JoinPath(at.EscapedPath()), nil
}

var errVisitorLocation = errors.New("visitor URL: the location is not a page of the site")
