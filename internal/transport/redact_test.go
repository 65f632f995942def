package transport

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
)

func TestErrorsOfACallWithAShortTokenStayReadable(t *testing.T) {
	t.Parallel()
	n := play(t, respond(400, `{"error":{"code":1,"message":"the title is too short, not Bearer t"}}`, "X-Request-Id", "t", "X-Echo", "Bearer t", "Location", "/t"))
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

func TestValueUnderASecretNameIsRedacted(t *testing.T) {
	t.Parallel()
	const value = "s3cr3t/value+of=caller"
	for _, name := range []string{"shareKey", "key", "api_key", "X-Api-Key", "access_token", "jwt_token", "client-secret", "password", "Signature", "sig", "auth", "Cookie"} {
		for where, opt := range map[string]api.CallOption{"query": api.WithQuery(name, value), "header": api.WithHeader(name, "Custom "+value)} {
			n := play(t, respond(400, `{"error":{"code":1,"message":"no `+value+`, `+url.QueryEscape(value)+`, `+base64.StdEncoding.EncodeToString([]byte(value))+`"}}`, "X-Request-Id", value))
			var meta api.Meta
			_, err := get(t, newCore(t, n), opt, api.WithMeta(&meta))
			require.Equal(t, "no [redacted], [redacted], [redacted]", as[*api.Error](t, err).Message, where+name)
			require.Equal(t, "[redacted]", meta.RequestID)
			require.Equal(t, "[redacted]", meta.Header.Get("X-Request-Id"))
		}
	}
	for name, value := range map[string]string{"sort": "updatedAt", "authors": "author-of-it", "keyword": "publishing", "order": "turnkeys-first", "key": "short"} {
		_, err := get(t, newCore(t, play(t, respond(400, `{"error":{"code":1,"message":"no `+value+`"}}`))), api.WithQuery(name, value), api.WithHeader("X-"+name+"-x", value))
		require.Equal(t, "no "+value, as[*api.Error](t, err).Message, name)
	}
}

func TestQueryAndUsersOfURLsAreInNoErrorOfTheNetwork(t *testing.T) {
	t.Parallel()
	for name, network := range map[string]responder{
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

func TestResponseThatRepeatsTheTokenIsRedactedInErrorAndMeta(t *testing.T) {
	t.Parallel()
	quoted := strings.ReplaceAll(canary, "/", `\/`)
	for name, response := range map[string]responder{
		"body":           respond(400, `{"error":{"code":1,"message":"bad `+canary+`"}}`),
		"escaped body":   respond(400, `{"error":{"code":1,"message":"bad `+quoted+`"}}`),
		"escaped letter": respond(400, `{"error":{"code":1,"message":"bad `+"\\u0063"+canary[1:]+`"}}`),
		"header":         respond(400, "", "X-Request-Id", canary, "Location", "/x?t="+url.QueryEscape(canary), "X-Echo", "Bearer "+canary),
		"content type":   respond(400, "x", "Content-Type", "text/"+canary),
		"redirect":       respond(302, "", "Location", "https://"+"x-"+strings.ReplaceAll(canary, "/", "-")+".test/"+canary),
		"bad redirect":   respond(302, "", "Location", "https://%zz/"+canary),
		"no JSON":        respond(200, canary),
		"field":          respond(200, `{"`+canary+`":1}`+canary),
		"network":        fails(errors.New(`malformed header "` + canary + `"`)),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var meta api.Meta
			_, err := get(t, newCore(t, play(t, response)), api.WithMeta(&meta))
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

func TestContentOfAResponseIsNotRedacted(t *testing.T) {
	t.Parallel()
	var raw []byte
	body := `{"title":"` + canary + `"}`
	core := newCore(t, play(t, respond(200, body)), func(s *Settings) { s.TokenSource = StaticToken(canary) })
	_, err := get(t, core, api.WithRawBody(&raw))
	require.NoError(t, err)
	require.Equal(t, body, string(raw))
}

func TestPathOfAMismatchIsRedacted(t *testing.T) {
	t.Parallel()
	var meta api.Meta
	token := strings.ReplaceAll(canary, "/", "-")
	core := newCore(t, play(t, respond(200, `{"labels":{"`+token+`":"x"}}`)), func(s *Settings) { s.TokenSource = StaticToken(token) })
	_, err := JSON[record](t.Context(), core, operation(t, "GET", "/v1/things").Path(), []api.CallOption{api.WithMeta(&meta)})
	require.NoError(t, err)
	require.Equal(t, "/labels/[redacted]", meta.Mismatch.Pointer)
}

func TestSecretInAFieldOfARequestIsRedacted(t *testing.T) {
	t.Parallel()
	type options struct {
		Claims api.SecretJSON `url:"claims,omitempty"`
	}
	type body struct {
		Headers api.SecretMap `json:"headers"`
	}
	claims, err := api.NewSecretJSON(map[string]string{"email": "ada@acme.example"})
	require.NoError(t, err)
	headers := api.NewSecretMap(map[string]string{"Authorization": "Bearer s3cr3t-of-a-header"})
	n := play(t, respond(400, `{"error":{"code":1,"message":"ada@acme.example may not use Bearer s3cr3t-of-a-header"}}`, "X-Echo", "s3cr3t-of-a-header"))
	var meta api.Meta
	_, err = JSON[thing](t.Context(), newCore(t, n), operation(t, "POST", "/v1/things").Path().Query(options{claims}).Body(body{headers}), []api.CallOption{api.WithMeta(&meta)})
	failed := as[*api.Error](t, err)
	require.Equal(t, "[redacted] may not use Bearer [redacted]", failed.Message)
	require.Equal(t, `{"error":{"code":1,"message":"[redacted] may not use Bearer [redacted]"}}`, string(failed.Body))
	require.Equal(t, "[redacted]", meta.Header.Get("X-Echo"))
	require.Contains(t, n.attempts()[0].body, "Bearer s3cr3t-of-a-header")
	require.Equal(t, "claims=%28email%3A%27ada%40acme.example%27%29", n.attempts()[0].url.RawQuery)
}

func TestTokenIsRedactedWhereAnErrorBodyIsCutOff(t *testing.T) {
	t.Parallel()
	const token = "token-of-the-program"
	for _, n := range []int{8, 12, len(token)} {
		body := strings.Repeat("x", maxErrorBytes-n) + token + "y"
		_, err := get(t, newCore(t, play(t, respond(400, body)), func(s *Settings) { s.TokenSource = StaticToken(token) }))
		require.Equal(t, strings.Repeat("x", maxErrorBytes-n)+"[redacted]", string(as[*api.Error](t, err).Body))
	}
}
