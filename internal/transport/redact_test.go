package transport

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

var escapes = regexp.MustCompile("%..")

// shapes are what a service could make of a token it repeats.
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
		"base64 with more behind":  base64.StdEncoding.EncodeToString([]byte(token + "more")),
		"HTML":                     html.EscapeString(token),
		"JSON with escaped slash":  strings.NewReplacer(`\`, `\\`, `"`, `\"`, "/", `\/`).Replace(token),
		"JSON as Go escapes it":    strings.Trim(string(quoted), `"`),
		"twice":                    token + token,
		"next to something longer": "x" + token + "y",
	}
}

// traces are pieces of a token that must not be left.
func traces(token string) []string {
	pieces := []string{token, token[4:16]}
	for before := range 3 {
		encoded := base64.StdEncoding.EncodeToString([]byte("..."[:before] + token))
		pieces = append(pieces, encoded[4:16])
	}
	return pieces
}

func TestTokenIsRedactedInEachOfItsShapes(t *testing.T) {
	t.Parallel()
	for _, token := range []string{canary, `q"<&>'\+/=sekretsekret`, "plainplainplainplain"} {
		var s secrets
		s.add("another-token-of-the-call")
		s.add(token)
		for name, shape := range shapes(token) {
			text := "before " + shape + " after"
			got := s.redactString(text)
			require.Contains(t, got, "[redacted]", name)
			require.True(t, strings.HasPrefix(got, "before ") && strings.HasSuffix(got, " after"), got)
			for _, trace := range traces(token) {
				require.NotContains(t, got, trace, name)
			}
			require.Equal(t, got, string(s.redact([]byte(text))))
		}
	}
}

func TestTokenThatBeginsAnotherLeavesNoRestOfIt(t *testing.T) {
	t.Parallel()
	const short, long = "first-secret-token", "first-secret-token-and-more"
	for _, tokens := range [][]string{{short, long}, {long, short}} {
		s := secrets{shown: &formCache{}}
		for _, token := range tokens {
			s.add(token)
			require.Equal(t, "[redacted]", s.redactString(token), "each as it comes")
		}
		require.Equal(t, "a [redacted] b [redacted] c", s.redactString("a "+long+" b "+short+" c"))
	}
}

func TestFormsOfATokenAreThoseOfItsCall(t *testing.T) {
	t.Parallel()
	var cache formCache
	one, other := secrets{shown: &cache}, secrets{shown: &cache}
	one.add("token-of-one")
	other.add("token-of-other")
	for range 2 {
		require.Equal(t, "[redacted] token-of-other", one.redactString("token-of-one token-of-other"))
		require.Equal(t, "token-of-one [redacted]", other.redactString("token-of-one token-of-other"))
	}
}

func TestTextWithoutATokenStaysItself(t *testing.T) {
	t.Parallel()
	var s secrets
	data := []byte("nothing here")
	require.Same(t, &data[0], &s.redact(data)[0])
	s.add(canary)
	require.Same(t, &data[0], &s.redact(data)[0])
	require.Equal(t, "nothing here", s.redactString("nothing here"))
	header := http.Header{"X": {"a", "b"}}
	require.Same(t, &header["X"][0], &s.redactHeader(header)["X"][0])
	require.Nil(t, s.redactHeader(nil))
	require.Empty(t, s.redact(nil))
}

func TestShortTokenIsRedactedOnlyAsAHeaderValue(t *testing.T) {
	t.Parallel()
	for _, token := range []string{"t", "tok", "1234567", "a b", "+", "\xff"} {
		s := secrets{shown: &formCache{}}
		s.add("another-token-of-the-call")
		s.add(token)
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
			require.Equal(t, want, s.redactString(text), token)
			require.Equal(t, want, string(s.redact([]byte(text))), token)
		}
		require.Equal(t, http.Header{"A": {"[redacted]"}, "B": {"Bearer [redacted]", "title"}}, s.redactHeader(http.Header{"A": {token}, "B": {"Bearer " + token, "title"}}))
	}
}

func TestErrorsOfACallWithAShortTokenCanBeRead(t *testing.T) {
	t.Parallel()
	n := play(t, answer(400, `{"error":{"code":1,"message":"the title is too short, not Bearer t"}}`, "X-Request-Id", "t", "X-Echo", "Bearer t", "Location", "/t"))
	core := newCore(t, n, func(s *Settings) { s.TokenSource = StaticToken("t") })
	var meta api.Meta
	_, err := get(t, core, api.WithMeta(&meta))
	failed := as[*api.Error](t, err)
	require.Equal(t, "the title is too short, not Bearer [redacted]", failed.Message)
	require.Equal(t, `{"error":{"code":1,"message":"the title is too short, not Bearer [redacted]"}}`, string(failed.Body))
	require.Equal(t, "[redacted]", failed.RequestID)
	require.Equal(t, "[redacted]", meta.RequestID)
	require.Equal(t, "Bearer [redacted]", meta.Header.Get("X-Echo"))
	require.Equal(t, "/t", meta.Location)
	require.Equal(t, "Bearer t", n.attempts()[0].header.Get("Authorization"))

	_, err = get(t, newCore(t, play(t, fails(errors.New("cannot send to the host"))), func(s *Settings) { s.TokenSource = StaticToken("t") }))
	require.ErrorContains(t, err, "cannot send to the host")
}

func TestRedactedHeaderIsACopy(t *testing.T) {
	t.Parallel()
	var s secrets
	s.add(canary)
	header := http.Header{"A": {"x", canary}, "B": {"y"}}
	require.Equal(t, http.Header{"A": {"x", "[redacted]"}, "B": {"y"}}, s.redactHeader(header))
	require.Equal(t, canary, header["A"][1])
}

func TestErrorThatShowsATokenKeepsWhatItIs(t *testing.T) {
	t.Parallel()
	var s secrets
	s.add(canary)
	plain := fmt.Errorf("read: %w", io.ErrUnexpectedEOF)
	require.Same(t, plain, s.redactError(plain))

	err := s.redactError(fmt.Errorf("refused %s: %w", canary, context.DeadlineExceeded))
	require.Equal(t, "refused [redacted]: context deadline exceeded", err.Error())
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.NotErrorIs(t, err, io.EOF)
	require.True(t, (&api.TransportError{Err: err}).Timeout())
	require.NoError(t, errors.Unwrap(err), "the chain would show it")
	require.NotContains(t, fmt.Sprintf("%v %+v %#v %q", err, err, err, err), canary)
}

func TestErrorThatShowsTheQueryOrAUserInAURLKeepsWhatItIs(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`Get "https://api.example.com/v1/x?a=b&c=d%2Fe": EOF`:             `Get "https://api.example.com/v1/x?[redacted]": EOF`,
		`proxy http://me:pa55word@10.0.0.1:3128: no`:                      `proxy http://[redacted]@10.0.0.1:3128: no`,
		`parse "socks5://me@proxy" and https://%6de:x%20y@h/?a=b&c=d%2Fe`: `parse "socks5://[redacted]@proxy" and https://[redacted]@h/?[redacted]`,
	} {
		var s secrets
		s.sent("a=b&c=d%2Fe", nil, nil)
		err := s.redactError(fmt.Errorf("%s%w", text, &net.OpError{Op: "", Err: os.ErrDeadlineExceeded}))
		require.Equal(t, want+": i/o timeout", strings.Replace(err.Error(), " :", ":", 1))
		require.ErrorIs(t, err, os.ErrDeadlineExceeded)
		require.True(t, (&api.TransportError{Err: err}).Timeout())
		require.NoError(t, errors.Unwrap(err))
	}
	for _, plain := range []error{errors.New("mail a@b to https://api.example.com/v1/x?a=b and //x@y"), io.EOF} {
		var s secrets
		s.sent("c=d", nil, nil)
		require.Same(t, plain, s.redactError(plain))
		require.False(t, (&api.TransportError{Err: s.redactError(errors.New("x?c=d"))}).Timeout())
	}
}

func TestValueUnderANameThatSaysItIsSecretIsRedacted(t *testing.T) {
	t.Parallel()
	const value = "s3cr3t/value+of=caller"
	for _, name := range []string{"shareKey", "key", "api_key", "X-Api-Key", "access_token", "jwt_token", "client-secret", "password", "Signature", "sig", "auth", "Cookie"} {
		for where, opt := range map[string]api.CallOption{"query": api.WithQuery(name, value), "header": api.WithHeader(name, "Custom "+value)} {
			n := play(t, answer(400, `{"error":{"code":1,"message":"no `+value+`, `+url.QueryEscape(value)+`, `+base64.StdEncoding.EncodeToString([]byte(value))+`"}}`, "X-Request-Id", value))
			var meta api.Meta
			_, err := get(t, newCore(t, n), opt, api.WithMeta(&meta))
			require.Equal(t, "no [redacted], [redacted], [redacted]", as[*api.Error](t, err).Message, where+name)
			require.Equal(t, "[redacted]", meta.RequestID)
			require.Equal(t, "[redacted]", meta.Header.Get("X-Request-Id"))
		}
	}
	for name, value := range map[string]string{"sort": "updatedAt", "authors": "author-of-it", "keyword": "publishing", "order": "turnkeys-first", "key": "short"} {
		_, err := get(t, newCore(t, play(t, answer(400, `{"error":{"code":1,"message":"no `+value+`"}}`))), api.WithQuery(name, value), api.WithHeader("X-"+name+"-x", value))
		require.Equal(t, "no "+value, as[*api.Error](t, err).Message, name)
	}
}

func TestQueryAndUsersOfURLsAreInNoErrorOfTheNetwork(t *testing.T) {
	t.Parallel()
	for name, network := range map[string]turn{
		"prints the URL": func(req *http.Request) (*http.Response, error) { return nil, fmt.Errorf("cannot send to %v", req.URL) },
		"a client in a client": func(req *http.Request) (*http.Response, error) {
			return nil, &url.Error{Op: "Get", URL: req.URL.String(), Err: io.ErrUnexpectedEOF}
		},
		"prints its proxy": func(req *http.Request) (*http.Response, error) {
			return nil, fmt.Errorf("invalid proxy address %q for %s", "http://me:s3cr3t-v4lue@proxy:x/", req.URL.RequestURI())
		},
	} {
		_, err := get(t, newCore(t, play(t, network)), api.WithQuery("q", "s3cr3t-v4lue"))
		as[*api.TransportError](t, err)
		for at := err; at != nil; at = errors.Unwrap(at) {
			require.NotContains(t, fmt.Sprintf("%v %+v %#v %q", at, at, at, at), "s3cr3t", name)
		}
	}
}

func TestAnswerThatRepeatsTheTokenIsRedactedInErrorAndMeta(t *testing.T) {
	t.Parallel()
	quoted := strings.ReplaceAll(canary, "/", `\/`)
	for name, turn := range map[string]turn{
		"body":           answer(400, `{"error":{"code":1,"message":"bad `+canary+`"}}`),
		"escaped body":   answer(400, `{"error":{"code":1,"message":"bad `+quoted+`"}}`),
		"escaped letter": answer(400, `{"error":{"code":1,"message":"bad `+"\\u0063"+canary[1:]+`"}}`),
		"header":         answer(400, "", "X-Request-Id", canary, "Location", "/x?t="+url.QueryEscape(canary), "X-Echo", "Bearer "+canary),
		"content type":   answer(400, "x", "Content-Type", "text/"+canary),
		"redirect":       answer(302, "", "Location", "https://"+"x-"+strings.ReplaceAll(canary, "/", "-")+".test/"+canary),
		"bad redirect":   answer(302, "", "Location", "https://%zz/"+canary),
		"no JSON":        answer(200, canary),
		"member":         answer(200, `{"`+canary+`":1}`+canary),
		"network":        fails(errors.New(`malformed header "` + canary + `"`)),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var meta api.Meta
			_, err := get(t, newCore(t, play(t, turn)), api.WithMeta(&meta))
			require.Error(t, err)
			for _, shown := range []string{fmt.Sprintf("%v|%+v|%#v|%q", err, err, err, err), fmt.Sprintf("%+v", meta)} {
				if e, ok := errors.AsType[*api.Error](err); ok {
					shown += string(e.Body) + e.Message
				}
				require.NotContains(t, shown, canary)
				require.NotContains(t, shown, quoted)
				require.NotContains(t, shown, url.QueryEscape(canary))
			}
		})
	}
}

func TestMismatchNamedByTheTokenIsRedacted(t *testing.T) {
	t.Parallel()
	var meta api.Meta
	token := strings.ReplaceAll(canary, "/", "-")
	core := newCore(t, play(t, answer(200, `{"labels":{"`+token+`":"x"}}`)), func(s *Settings) { s.TokenSource = StaticToken(token) })
	_, err := JSON[record](t.Context(), core, operation(t, "GET", "/v1/things").Path(), []api.CallOption{api.WithMeta(&meta)})
	require.NoError(t, err)
	require.Equal(t, "/labels/[redacted]", meta.Mismatch.Path)
}
