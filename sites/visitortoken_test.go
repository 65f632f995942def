package sites_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/sites"
)

// visitorToken was made with OpenSSL, and by hand from the parts of the token:
//
//	printf '%s' "$header.$payload" | openssl dgst -sha256 -hmac 'gb_key/of+the=site' -binary | openssl base64
const visitorToken = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9." +
	"eyJleHAiOjE3NjczMjMwNDUsImlzQmV0YSI6dHJ1ZSwicGxhbiI6InBybyJ9." +
	"CN6OUm11M53QhverrNlIHn8zqi6m4bq8tcp1bgHTAdY"

var (
	visitorKey    = api.NewSecret("gb_key/of+the=site")
	visitorExpiry = time.Date(2026, 1, 2, 3, 4, 5, 999, time.UTC)
)

func TestVisitorTokenIsThatOfAnotherImplementation(t *testing.T) {
	t.Parallel()
	type claims struct {
		Plan   string `json:"plan"`
		IsBeta bool   `json:"isBeta"`
	}
	for name, given := range map[string]any{
		"map":         map[string]any{"plan": "pro", "isBeta": true},
		"struct":      claims{"pro", true},
		"pointer":     &claims{"pro", true},
		"raw":         api.Raw(` {"plan": "pro", "isBeta": true} `),
		"json":        json.RawMessage(`{"isBeta":true,"plan":"pro"}`),
		"secret JSON": secretJSON(claims{"pro", true}),
	} {
		for _, expires := range []time.Time{visitorExpiry, visitorExpiry.In(time.FixedZone("", 3600))} {
			token, err := sites.SignVisitorToken(visitorKey, given, expires)
			require.NoError(t, err, name)
			require.Equal(t, visitorToken, token.Reveal(), name)
		}
	}
}

func TestVisitorTokenWithoutClaimsHasAnExpiry(t *testing.T) {
	t.Parallel()
	for _, none := range []any{nil, map[string]any(nil), map[string]bool{}, struct{}{}, (*struct{ A int })(nil), api.SecretJSON{}} {
		token, err := sites.SignVisitorToken(visitorKey, none, visitorExpiry)
		require.NoError(t, err, "%T", none)
		payload, err := base64.RawURLEncoding.DecodeString(strings.Split(token.Reveal(), ".")[1])
		require.NoError(t, err)
		require.Equal(t, `{"exp":1767323045}`, string(payload), "%T", none)
	}
}

func TestVisitorTokenIsNotSigned(t *testing.T) {
	t.Parallel()
	const claim = "very-personal"
	for want, call := range map[string]func() (api.Secret, error){
		"the key is empty":      func() (api.Secret, error) { return sites.SignVisitorToken(api.Secret{}, nil, visitorExpiry) },
		"the expiry is not set": func() (api.Secret, error) { return sites.SignVisitorToken(visitorKey, nil, time.Time{}) },
		`the claims contain "exp", which is set from the expiry`: func() (api.Secret, error) {
			return sites.SignVisitorToken(visitorKey, map[string]any{"exp": 1, "name": claim}, visitorExpiry)
		},
		"claims of type string are not an object":   func() (api.Secret, error) { return sites.SignVisitorToken(visitorKey, claim, visitorExpiry) },
		"claims of type []string are not an object": func() (api.Secret, error) { return sites.SignVisitorToken(visitorKey, []string{claim}, visitorExpiry) },
		"claims of type map[string]interface {} cannot be encoded": func() (api.Secret, error) {
			return sites.SignVisitorToken(visitorKey, map[string]any{"name": claim, "n": math.NaN()}, visitorExpiry)
		},
	} {
		token, err := call()
		require.EqualError(t, err, "sign visitor token: "+want)
		require.True(t, token.IsZero())
	}
}

func TestVisitorTokenDoesNotPrint(t *testing.T) {
	t.Parallel()
	token, err := sites.SignVisitorToken(visitorKey, nil, visitorExpiry)
	require.NoError(t, err)
	target, err := sites.VisitorURL("https://docs.acme.example.com", "", token)
	require.NoError(t, err)
	require.Equal(t, "[secret] [secret]", fmt.Sprintf("%v %+v", token, target))
}

func TestVisitorURLIsAPageOfTheSite(t *testing.T) {
	t.Parallel()
	const root, handbook = "https://docs.acme.example.com", "https://acme.example.com/handbook"
	for _, test := range []struct{ site, location, want string }{
		{root, "", root + "?jwt_token=T%2B1"},
		{root + "/", "", root + "/?jwt_token=T%2B1"},
		{root, "/", root + "/?jwt_token=T%2B1"},
		{root, "/guides/start", root + "/guides/start?jwt_token=T%2B1"},
		{root, "guides/start", root + "/guides/start?jwt_token=T%2B1"},
		{root, "/guides/", root + "/guides/?jwt_token=T%2B1"},
		{root, "/guides?tab=go&q=a%20b#install", root + "/guides?tab=go&q=a%20b&jwt_token=T%2B1#install"},
		{root, "/guides?jwt_token=old", root + "/guides?jwt_token=T%2B1"},
		{root, "?q=1", root + "?q=1&jwt_token=T%2B1"},
		{root, "?z=1;y=2&a=%zz&b=100%&c=1&c&&=&a+b=%7E", root + "?z=1;y=2&a=%zz&b=100%&c=1&c&&=&a+b=%7E&jwt_token=T%2B1"},
		{root, "?z=1&jwt_token=old&jwt%5Ftoken=older&jwt_token&a=/?:@!$'()*,;", root + "?z=1&a=/?:@!$'()*,;&jwt_token=T%2B1"},
		{root, "?xjwt_token=1&jwt_token%zz=2&JWT_TOKEN=3", root + "?xjwt_token=1&jwt_token%zz=2&JWT_TOKEN=3&jwt_token=T%2B1"},
		{root, "?q=a b\\\"<é>", root + "?q=a%20b%5C%22%3C%C3%A9%3E&jwt_token=T%2B1"},
		{root, "?", root + "?jwt_token=T%2B1"},
		{root, "?&", root + "?&&jwt_token=T%2B1"},
		{root, root + "/guides", root + "/guides?jwt_token=T%2B1"},
		{root, root, root + "?jwt_token=T%2B1"},
		{root, "HTTPS://DOCS.acme.example.com/guides", root + "/guides?jwt_token=T%2B1"},
		{root, "/a%2Fb/c%20d", root + "/a%2Fb/c%20d?jwt_token=T%2B1"},
		{root, "/%D0%BF", root + "/%D0%BF?jwt_token=T%2B1"},
		{root, "/..guides/...", root + "/..guides/...?jwt_token=T%2B1"},
		{root + "?x=1#y", "/guides", root + "/guides?jwt_token=T%2B1"},
		{root, "///evil.example.com/x", root + "///evil.example.com/x?jwt_token=T%2B1"},
		{"http://localhost:8080", "/guides", "http://localhost:8080/guides?jwt_token=T%2B1"},
		{handbook, "", handbook + "?jwt_token=T%2B1"},
		{handbook, "/handbook", handbook + "?jwt_token=T%2B1"},
		{handbook, "/handbook/guides", handbook + "/guides?jwt_token=T%2B1"},
		{handbook + "/", "/handbook/guides", handbook + "/guides?jwt_token=T%2B1"},
		{handbook, "/guides", handbook + "/guides?jwt_token=T%2B1"},
		{handbook, "/handbooks", handbook + "/handbooks?jwt_token=T%2B1"},
		{handbook, handbook + "/guides", handbook + "/guides?jwt_token=T%2B1"},
	} {
		got, err := sites.VisitorURL(test.site, test.location, api.NewSecret("T+1"))
		require.NoError(t, err, "%+v", test)
		require.Equal(t, test.want, got.Reveal(), "%+v", test)
	}
}

func TestVisitorURLLeadsNowhereElse(t *testing.T) {
	t.Parallel()
	const site = "https://acme.example.com/handbook"
	for _, location := range []string{
		"https://evil.example.com/handbook", "http://acme.example.com/handbook", "//evil.example.com/handbook", "//acme.example.com/handbook",
		"https://acme.example.com.evil.example.com/handbook", "https://acme.example.com@evil.example.com/handbook", "https://acme.example.com:8443/handbook",
		"https://me:pw@acme.example.com/handbook", "https:evil.example.com", "https:/evil.example.com", "javascript:alert(1)", "data:text/html,x", "ftp://acme.example.com/handbook",
		`\\evil.example.com`, `/\evil.example.com`, `/handbook/..\elsewhere`, "/%5Cevil.example.com", "/\tevil", "/%09/evil", "/%0A", "/%0d%0ax",
		"https://acme.example.com", "https://acme.example.com/", "https://acme.example.com/other", "https://acme.example.com/handbooks", "https://acme.example.com/handbook/../other",
		"..", "../other", "/..", "/../other", "/handbook/../other", "/handbook/%2e%2e/other", "/handbook/.%2E/other", "/handbook%2F..%2Fother", "/./x", "/handbook/..",
		"%zz", "https://[", " https://evil.example.com", "https://evil.example.com%2f@acme.example.com/handbook",
	} {
		got, err := sites.VisitorURL(site, location, api.NewSecret("token"))
		require.EqualError(t, err, "visitor URL: the location is not a page of the site", "%q: %s", location, got.Reveal())
		require.True(t, got.IsZero())
	}
	for _, site := range []string{"", "docs.acme.example.com", "/docs", "ftp://acme.example.com", "https://", "https://me@acme.example.com", "javascript:alert(1)", "%zz"} {
		_, err := sites.VisitorURL(site, "", api.NewSecret("token"))
		require.ErrorContains(t, err, "want the published address of a site", site)
	}
}

// FuzzVisitorURL requires that whatever VisitorURL accepts is on the site, as a browser sees it.
func FuzzVisitorURL(f *testing.F) {
	for _, location := range []string{"", "/guides", "//evil.example.com", `/\evil`, "/handbook/%2e%2e/x", "?a=b#c", "?b=1;c&a=%zz", "https://acme.example.com/handbook/x"} {
		f.Add(location)
	}
	f.Fuzz(func(t *testing.T, location string) {
		got, err := sites.VisitorURL("https://acme.example.com/handbook", location, api.NewSecret("t0ken"))
		if err != nil {
			return
		}
		text := got.Reveal()
		require.True(t, strings.HasPrefix(text, "https://acme.example.com/handbook"), text)
		require.NotContains(t, text, `\`)
		parsed, err := url.Parse(text)
		require.NoError(t, err)
		require.Equal(t, []string{"t0ken"}, parsed.Query()["jwt_token"])
		seen := (&url.URL{Scheme: "https", Host: "acme.example.com", Path: "/"}).ResolveReference(parsed).Path
		require.True(t, seen == "/handbook" || strings.HasPrefix(seen, "/handbook/"), "%s: %s", text, seen)
	})
}
