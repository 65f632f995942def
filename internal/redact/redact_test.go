package redact

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
)

const canary = "c4n4ry-T0k3n+with/slash=="

var escapes = regexp.MustCompile("%..")

// shapes are the forms in which a service could repeat a token.
func shapes(token string) map[string]string {
	quoted, _ := json.Marshal(token)
	return map[string]string{
		"plain":                    token,
		"in a query":               url.QueryEscape(token),
		"in a query, small":        escapes.ReplaceAllStringFunc(url.QueryEscape(token), strings.ToLower),
		"in a path":                url.PathEscape(token),
		"base64":                   base64.StdEncoding.EncodeToString([]byte(token)),
		"base64 without padding":   base64.RawStdEncoding.EncodeToString([]byte(token)),
		"base64 for URLs":          base64.URLEncoding.EncodeToString([]byte(token)),
		"base64 after 1 byte":      base64.StdEncoding.EncodeToString([]byte(":" + token)),
		"base64 after 2 bytes":     base64.StdEncoding.EncodeToString([]byte("u:" + token)),
		"base64 of the header":     base64.StdEncoding.EncodeToString([]byte("Bearer " + token)),
		"base64 with more after":   base64.StdEncoding.EncodeToString([]byte(token + "more")),
		"HTML":                     html.EscapeString(token),
		"JSON with escaped slash":  strings.NewReplacer(`\`, `\\`, `"`, `\"`, "/", `\/`).Replace(token),
		"JSON as Go escapes it":    strings.Trim(string(quoted), `"`),
		"twice":                    token + token,
		"next to something longer": "x" + token + "y",
	}
}

// traces are parts of a token that must not be left.
func traces(token string) []string {
	pieces := []string{token, token[4:16]}
	for before := range 3 {
		encoded := base64.StdEncoding.EncodeToString([]byte("..."[:before] + token))
		pieces = append(pieces, encoded[4:16])
	}
	return pieces
}

func TestTokenIsRedactedInEachForm(t *testing.T) {
	t.Parallel()
	for _, token := range []string{canary, `q"<&>'\+/=sekretsekret`, "plainplainplainplain"} {
		var s Secrets
		s.Add("another-token-of-the-call")
		s.Add(token)
		for name, shape := range shapes(token) {
			text := "before " + shape + " after"
			got := s.Text(text)
			require.Contains(t, got, "[redacted]", name)
			require.True(t, strings.HasPrefix(got, "before ") && strings.HasSuffix(got, " after"), got)
			for _, trace := range traces(token) {
				require.NotContains(t, got, trace, name)
			}
			require.Equal(t, got, string(s.Bytes([]byte(text))))
		}
	}
}

func TestTokenThatBeginsAnotherLeavesNoRestOfIt(t *testing.T) {
	t.Parallel()
	const short, long = "first-secret-token", "first-secret-token-and-more"
	for _, tokens := range [][]string{{short, long}, {long, short}} {
		s := Secrets{Shared: &Shared{}}
		for _, token := range tokens {
			s.Add(token)
			require.Equal(t, "[redacted]", s.Text(token), "the form cache follows the token")
		}
		require.Equal(t, "a [redacted] b [redacted] c", s.Text("a "+long+" b "+short+" c"))
	}
}

func TestCallsOfAClientDoNotRedactEachOthersTokens(t *testing.T) {
	t.Parallel()
	var shared Shared
	one, other := Secrets{Shared: &shared}, Secrets{Shared: &shared}
	one.Add("token-of-one")
	other.Add("token-of-other")
	for range 2 {
		require.Equal(t, "[redacted] token-of-other", one.Text("token-of-one token-of-other"))
		require.Equal(t, "token-of-one [redacted]", other.Text("token-of-one token-of-other"))
	}
}

func TestTextWithoutATokenStaysItself(t *testing.T) {
	t.Parallel()
	var s Secrets
	data := []byte("nothing here")
	require.Same(t, &data[0], &s.Bytes(data)[0])
	s.Add(canary)
	require.Same(t, &data[0], &s.Bytes(data)[0])
	require.Equal(t, "nothing here", s.Text("nothing here"))
	header := http.Header{"X": {"a", "b"}}
	require.Same(t, &header["X"][0], &s.Header(header)["X"][0])
	require.Nil(t, s.Header(nil))
	require.Empty(t, s.Bytes(nil))
}

func TestShortTokenIsRedactedOnlyAsAHeaderValue(t *testing.T) {
	t.Parallel()
	for _, token := range []string{"t", "tok", "1234567", "a b", "+", "\xff"} {
		s := Secrets{Shared: &Shared{}}
		s.Add("another-token-of-the-call")
		s.Add(token)
		for text, want := range map[string]string{
			token:                                       "[redacted]",
			" " + token + " ":                           "[redacted]",
			"Bearer " + token:                           "Bearer [redacted]",
			"bearer  " + token:                          "bearer  [redacted]",
			`bad header "Bearer ` + token + `".`:        `bad header "Bearer [redacted]".`,
			"Bearer " + token + ", Bearer " + token:     "Bearer [redacted], Bearer [redacted]",
			"Bearer " + token + "oken":                  "Bearer " + token + "oken",
			"the Bearer":                                "the Bearer",
			"the title is not there, 1234567890":        "the title is not there, 1234567890",
			"x" + token + "y another-token-of-the-call": "x" + token + "y [redacted]",
		} {
			require.Equal(t, want, s.Text(text), token)
			require.Equal(t, want, string(s.Bytes([]byte(text))), token)
		}
		require.Equal(t, http.Header{"A": {"[redacted]"}, "B": {"Bearer [redacted]", "title"}}, s.Header(http.Header{"A": {token}, "B": {"Bearer " + token, "title"}}))
	}
}

func TestRedactedHeaderIsACopy(t *testing.T) {
	t.Parallel()
	var s Secrets
	s.Add(canary)
	header := http.Header{"A": {"x", canary}, "B": {"y"}}
	require.Equal(t, http.Header{"A": {"x", "[redacted]"}, "B": {"y"}}, s.Header(header))
	require.Equal(t, canary, header["A"][1])
}

func TestErrorThatShowsATokenKeepsItsIdentity(t *testing.T) {
	t.Parallel()
	var s Secrets
	s.Add(canary)
	plain := fmt.Errorf("read: %w", io.ErrUnexpectedEOF)
	require.Same(t, plain, s.Error(plain))

	err := s.Error(fmt.Errorf("rejected %s: %w", canary, context.DeadlineExceeded))
	require.Equal(t, "rejected [redacted]: context deadline exceeded", err.Error())
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.NotErrorIs(t, err, io.EOF)
	require.True(t, (&api.TransportError{Err: err}).Timeout())
	require.NoError(t, errors.Unwrap(err), "the chain would show it")
	require.NotContains(t, fmt.Sprintf("%v %+v %#v %q", err, err, err, err), canary)
}

func TestErrorThatShowsTheQueryOrAUserKeepsItsIdentity(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`Get "https://api.example.com/v1/x?a=b&c=d%2Fe": EOF`:             `Get "https://api.example.com/v1/x?[redacted]": EOF`,
		`proxy http://me:pa55word@10.0.0.1:3128: no`:                      `proxy http://[redacted]@10.0.0.1:3128: no`,
		`parse "socks5://me@proxy" and https://%6de:x%20y@h/?a=b&c=d%2Fe`: `parse "socks5://[redacted]@proxy" and https://[redacted]@h/?[redacted]`,
	} {
		var s Secrets
		s.AddSent("a=b&c=d%2Fe", nil, nil)
		err := s.Error(fmt.Errorf("%s%w", text, &net.OpError{Op: "", Err: os.ErrDeadlineExceeded}))
		require.Equal(t, want+": i/o timeout", strings.Replace(err.Error(), " :", ":", 1))
		require.ErrorIs(t, err, os.ErrDeadlineExceeded)
		require.True(t, (&api.TransportError{Err: err}).Timeout())
		require.NoError(t, errors.Unwrap(err))
	}
	for _, plain := range []error{errors.New("mail a@b to https://api.example.com/v1/x?a=b and //x@y"), io.EOF} {
		var s Secrets
		s.AddSent("c=d", nil, nil)
		require.Same(t, plain, s.Error(plain))
		require.False(t, (&api.TransportError{Err: s.Error(errors.New("x?c=d"))}).Timeout())
	}
}

func TestSecretsInFieldsAreRedacted(t *testing.T) {
	t.Parallel()
	claims, err := api.NewSecretJSON(map[string]any{"name": "Augusta Byronette", "list": []any{"first-claim", 12345678}, "short": "ab"})
	require.NoError(t, err)
	type inner struct {
		Key api.Secret `json:"key"`
	}
	type self struct {
		Self *self
		Key  api.Secret
	}
	for want, test := range map[string]struct {
		query, body any
		text        string
	}{
		"no fields: tok3n-in-a-field":           {nil, nil, "no fields: tok3n-in-a-field"},
		"no secret: tok3n-in-a-field":           {struct{ Key string }{"tok3n-in-a-field"}, (*inner)(nil), "no secret: tok3n-in-a-field"},
		"field: [redacted]":                     {inner{api.NewSecret("tok3n-in-a-field")}, nil, "field: tok3n-in-a-field"},
		"pointer: [redacted]":                   {nil, &inner{api.NewSecret("tok3n-in-a-field")}, "pointer: tok3n-in-a-field"},
		"list: [redacted]":                      {nil, struct{ List []inner }{[]inner{{}, {api.NewSecret("tok3n-in-a-field")}}}, "list: tok3n-in-a-field"},
		"header: Bearer [redacted], not short":  {nil, struct{ M api.SecretMap }{api.NewSecretMap(map[string]string{"a": "Bearer tok3n-in-a-field", "b": "short"})}, "header: Bearer tok3n-in-a-field, not short"},
		"nullable: [redacted]":                  {nil, struct{ N api.Nullable[inner] }{api.Set(inner{api.NewSecret("tok3n-in-a-field")})}, "nullable: tok3n-in-a-field"},
		"null: tok3n-in-a-field":                {nil, struct{ N api.Nullable[inner] }{api.Null[inner]()}, "null: tok3n-in-a-field"},
		"JSON: Augusta? [redacted] [redacted]!": {struct{ Claims api.SecretJSON }{claims}, nil, "JSON: Augusta? Byronette first-claim!"},
		"query: [redacted], short, /a/b":        {nil, inner{api.NewSecret("https://docs.example.com/a/b?x=short&key=tok3n%20in-a-field")}, "query: in-a-field, short, /a/b"},
		"itself: [redacted]":                    {nil, self{Self: &self{Key: api.NewSecret("tok3n-in-a-field")}}, "itself: tok3n-in-a-field"},
	} {
		var s Secrets
		s.AddFields(test.query, test.body)
		require.Equal(t, want, s.Text(test.text))
	}
}
