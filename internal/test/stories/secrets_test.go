package stories_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/internal/test/fault"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// canary is a token that must show nowhere but in the Authorization header.
const canary = "c4n4ry/T0k3n+of~the_mine=="

// queryCanary is a secret in a query that must show nowhere else.
const queryCanary = "qu3ry/S3cret+of~the_link=="

// canaries are the forms in which a text could show one of them.
var canaries = func() (forms []string) {
	for _, secret := range []string{canary, queryCanary} {
		quoted, _ := json.Marshal(secret)
		forms = append(forms,
			secret,
			secret[4:18],
			url.QueryEscape(secret),
			url.PathEscape(secret),
			base64.StdEncoding.EncodeToString([]byte(secret)),
			base64.RawURLEncoding.EncodeToString([]byte(secret)),
			base64.StdEncoding.EncodeToString([]byte("Bearer "+secret)),
			base64.StdEncoding.EncodeToString([]byte("me:"+secret)),
			strings.ReplaceAll(strings.Trim(string(quoted), `"`), "/", `\/`),
		)
	}
	return forms
}()

// searched counts the texts that were searched for canaries.
var searched atomic.Int64

func requireNoCanary(t *testing.T, what, text string) {
	t.Helper()
	searched.Add(1)
	for _, form := range canaries {
		if strings.Contains(text, form) {
			require.NotContains(t, text, form, what)
		}
	}
}

// requireSilent prints a value in every way and requires that no canary shows.
func requireSilent(t *testing.T, what string, value any) {
	t.Helper()
	for verb := range strings.FieldsSeq("%v %+v %#v %T %t %b %c %d %o %O %q %+q %#q %x %X %#x %U %e %g %s %p") {
		text := fmt.Sprintf(verb, value)
		requireNoCanary(t, what+" "+verb, text)
		for _, secret := range []string{canary, queryCanary} {
			require.NotContains(t, strings.ToLower(text), fmt.Sprintf("%x", secret), what)
		}
	}
	if data, err := json.Marshal(value); err == nil {
		requireNoCanary(t, what+" as JSON", string(data))
	}
	for _, handler := range []func(io.Writer) slog.Handler{
		func(w io.Writer) slog.Handler { return slog.NewTextHandler(w, nil) },
		func(w io.Writer) slog.Handler { return slog.NewJSONHandler(w, nil) },
	} {
		var out bytes.Buffer
		slog.New(handler(&out)).Info("printed", slog.Any("value", value))
		requireNoCanary(t, what+" logged", out.String())
	}
}

// requireSilentError is requireSilent for an error and everything it wraps.
func requireSilentError(t *testing.T, what string, err error) {
	t.Helper()
	requireSilent(t, what, err)
	if e, ok := err.(*api.Error); ok { //nolint:errorlint // this unwraps the error itself
		requireNoCanary(t, what, string(e.Body))
	}
	if e, ok := err.(*api.StreamError); ok { //nolint:errorlint // likewise
		requireNoCanary(t, what, string(e.Data))
	}
	switch wrapper := err.(type) { //nolint:errorlint // likewise
	case interface{ Unwrap() error }:
		if inner := wrapper.Unwrap(); inner != nil {
			requireSilentError(t, what, inner)
		}
	case interface{ Unwrap() []error }:
		for _, inner := range wrapper.Unwrap() {
			requireSilentError(t, what, inner)
		}
	}
}

func TestClientAndOptionsShowNoToken(t *testing.T) {
	t.Parallel()
	source := func(context.Context) (string, error) { return canary, nil }
	for name, option := range map[string]publishing.Option{"token": publishing.WithToken(canary), "source": publishing.WithTokenSource(source)} {
		requireSilent(t, name, option)
		requireSilent(t, name, []publishing.Option{option})
		client, err := publishing.NewClient("https://api.example.com", option)
		require.NoError(t, err)
		for what, value := range map[string]any{
			"client": client, "client value": *client, "in a struct": struct{ C *publishing.Client }{client}, "in a map": map[string]any{"c": client},
			"sites": client.Sites, "pointer to sites": &client.Sites, "orgs": client.Orgs, "spaces": client.Spaces,
		} {
			requireSilent(t, name+" "+what, value)
		}
	}
	for _, bad := range []string{canary + "\n", " " + canary, canary + "é"} {
		_, err := publishing.NewClient("https://api.example.com", publishing.WithToken(bad))
		requireSilentError(t, "bad token", err)
		_, err = publishing.NewClient("https://me:"+url.QueryEscape(canary)+"@api.example.com", publishing.WithToken("token"))
		requireSilentError(t, "bad base URL", err)
	}
}

// A parrot is a handler that repeats a secret wherever it can.
type parrot struct {
	ofQuery bool // the one in the query, not the token

	status int
	header map[string]string
	body   string // TOKEN stands for the secret
	raw    bool   // body is the whole response
	cut    bool   // the body is truncated
}

func (p parrot) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	if p.ofQuery {
		token = r.URL.Query().Get("access_token")
	}
	fill := func(text string) string {
		return strings.NewReplacer(
			"TOKEN", token,
			"QUERY", url.QueryEscape(token),
			"BASE64", base64.StdEncoding.EncodeToString([]byte(token)),
			"BASIC", base64.StdEncoding.EncodeToString([]byte("me:"+token)),
			"SLASHED", strings.ReplaceAll(token, "/", `\/`),
		).Replace(text)
	}
	if p.raw || p.cut {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		if p.cut {
			_, _ = fmt.Fprintf(conn, "HTTP/1.1 %d x\r\nContent-Type: %s\r\nContent-Length: 9999\r\n\r\n", p.status, fill(p.header["Content-Type"]))
		}
		_, _ = io.WriteString(conn, fill(p.body))
		_ = conn.Close()
		return
	}
	w.Header().Set("Content-Type", "application/json")
	for name, value := range p.header {
		w.Header().Set(name, fill(value))
	}
	w.WriteHeader(p.status)
	_, _ = io.WriteString(w, fill(p.body))
}

const everywhere = `TOKEN Bearer TOKEN QUERY BASE64 BASIC SLASHED`

func parrots() map[string]parrot {
	events := map[string]string{"Content-Type": "text/event-stream"}
	return map[string]parrot{
		"400":                    {status: 400, body: `{"error":{"code":1,"message":"bad token TOKEN, Bearer TOKEN, QUERY, BASE64, BASIC, SLASHED"}}`},
		"401":                    {status: 401, body: everywhere},
		"404 HTML":               {status: 404, header: map[string]string{"Content-Type": "text/html"}, body: "<html>" + everywhere},
		"429":                    {status: 429, header: map[string]string{"Retry-After": "TOKEN"}, body: everywhere},
		"502":                    {status: 502, body: everywhere},
		"headers":                {status: 409, header: map[string]string{"X-Request-Id": "TOKEN", "X-Correlation-Id": "BASE64", "X-Echo": everywhere, "Location": "/x?t=QUERY", "Set-Cookie": "t=TOKEN"}},
		"headers of a success":   {status: 200, header: map[string]string{"X-Request-Id": "TOKEN", "X-Echo": everywhere, "Location": "/x/TOKEN"}, body: "x"},
		"content type":           {status: 400, header: map[string]string{"Content-Type": "text/TOKEN"}, body: "x"},
		"content type parameter": {status: 200, header: map[string]string{"Content-Type": "text/html; t=TOKEN"}, body: "x"},
		"redirect elsewhere":     {status: 302, header: map[string]string{"Location": "https://other.test/TOKEN?t=QUERY"}},
		"redirect to a user":     {status: 307, header: map[string]string{"Location": "https://me:QUERY@other.test/"}},
		"redirect to a host":     {status: 307, header: map[string]string{"Location": "https://BASE64.other.test/"}},
		"redirect to no URL":     {status: 308, header: map[string]string{"Location": "https://%zz/TOKEN"}},
		"no JSON":                {status: 200, body: everywhere},
		"broken JSON":            {status: 200, body: `{"id":"TOKEN","TOKEN`},
		"JSON and more":          {status: 200, body: `{"id":"x"} TOKEN`},
		"names":                  {status: 200, body: `{"id":5,"TOKEN":{"BASE64":1}}`},
		"value of another type":  {status: 200, body: `{"createdAt":"TOKEN","urls":{"location":["TOKEN"]},"title":{"TOKEN":"TOKEN"}}`},
		"wrong envelope":         {status: 200, body: `{"items":{"TOKEN":"TOKEN"},"next":"TOKEN"}`},
		"no HTTP":                {raw: true, body: "TOKEN BASE64\r\n\r\n"},
		"no header":              {raw: true, body: "HTTP/1.1 200 OK\r\nTOKEN\r\n\r\n"},
		"no status":              {raw: true, body: "HTTP/1.1 TOKEN\r\n\r\n"},
		"no length":              {raw: true, body: "HTTP/1.1 200 OK\r\nContent-Length: TOKEN\r\n\r\n"},
		"no coding":              {raw: true, body: "HTTP/1.1 200 OK\r\nTransfer-Encoding: TOKEN\r\n\r\n"},
		"truncated":              {status: 200, cut: true, body: `{"id":"TOKEN`, header: map[string]string{"Content-Type": "text/TOKEN"}},
		"error event":            {status: 200, header: events, body: "event: error\ndata: {\"error\":{\"code\":1,\"message\":\"TOKEN SLASHED BASE64\"}}\n\n"},
		"error event in words":   {status: 200, header: events, body: "event: error\ndata: " + everywhere + "\n\n"},
		"broken event":           {status: 200, header: events, body: "data: {\"type\":\"TOKEN\n\n"},
		"event of another type":  {status: 200, header: events, body: "data: {\"type\":{\"TOKEN\":1}}\n\n"},
		"truncated event":        {status: 200, cut: true, header: events, body: "data: {}\n\ndata: TOKEN"},
	}
}

// calls returns a call of each kind. Neither their ids nor their bodies contain a secret.
func calls(client *publishing.Client) map[string]func(context.Context, ...publishing.CallOption) error {
	return map[string]func(context.Context, ...publishing.CallOption) error{
		"get": func(ctx context.Context, opts ...publishing.CallOption) error {
			_, err := client.Sites.Get(ctx, "o", "s", sites.GetOptions{}, opts...)
			return err
		},
		"post": func(ctx context.Context, opts ...publishing.CallOption) error {
			_, err := client.Sites.ShareLinks.Create(ctx, "o", "s", sites.ShareLinkCreate{Name: "n"}, opts...)
			return err
		},
		"put": func(ctx context.Context, opts ...publishing.CallOption) error {
			_, err := client.Orgs.OpenAPI.Put(ctx, "o", "spec", orgs.OpenAPIPut{Source: orgs.OpenAPISource{URL: new("https://example.com")}}, opts...)
			return err
		},
		"delete": func(ctx context.Context, opts ...publishing.CallOption) error {
			_, err := client.Sites.Delete(ctx, "o", "s", opts...)
			return err
		},
		"all": func(ctx context.Context, opts ...publishing.CallOption) (last error) {
			for _, err := range client.Sites.All(ctx, "o", sites.ListOptions{}, append(opts, publishing.WithPrefetch())...) {
				last = err
			}
			return last
		},
		"stream": func(ctx context.Context, opts ...publishing.CallOption) (last error) {
			for _, err := range client.Orgs.Ask.Stream(ctx, "o", orgs.AskQuestion{Question: "q"}, orgs.AskStreamOptions{}, opts...) {
				last = err
			}
			return last
		},
		"do": func(ctx context.Context, opts ...publishing.CallOption) error {
			var out map[string]string
			return client.Do(ctx, publishing.Request{Path: "/v1/x"}, &out, opts...)
		},
	}
}

func TestSecretsThatTheServiceRepeatsAreInNoErrorLogOrMeta(t *testing.T) {
	t.Parallel()
	var failures, logged atomic.Int64
	t.Cleanup(func() {
		t.Logf("%d failed calls and %d bytes of text and JSON logs: 0 secrets in %d texts, each searched for %d forms", failures.Load(), logged.Load(), searched.Load(), len(canaries))
	})
	type repeating struct {
		parrot

		name   string
		strict bool
	}
	var services []repeating
	for name, service := range parrots() {
		for _, service.ofQuery = range []bool{false, true} {
			services = append(services, repeating{service, name, false}, repeating{service, name, true})
		}
	}
	slices.SortStableFunc(services, func(a, b repeating) int { return cmp.Compare(a.name, b.name) })
	for _, service := range sample.OneByOne(sample.Of(services, func(r repeating) []string {
		return sample.Pairs(r.name, strconv.FormatBool(r.ofQuery), strconv.FormatBool(r.strict))
	})) {
		t.Run(fmt.Sprintf("%s/ofQuery=%t/strict=%t", service.name, service.ofQuery, service.strict), func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(service)
			defer server.Close()
			var mu sync.Mutex
			var logs bytes.Buffer
			var infos []api.CallInfo
			text := slog.NewTextHandler(&logs, &slog.HandlerOptions{Level: slog.LevelDebug, AddSource: true})
			jsonLines := slog.NewJSONHandler(&logs, &slog.HandlerOptions{Level: slog.LevelDebug})
			opts := []publishing.Option{
				publishing.WithTokenSource(func(context.Context) (string, error) { return canary, nil }),
				publishing.WithLogger(slog.New(slog.NewMultiHandler(text, jsonLines))),
				publishing.WithRetry(publishing.Retry{MinWait: time.Nanosecond}),
				publishing.WithAttemptTimeout(-1),
				publishing.WithObserver(func(_ context.Context, info api.CallInfo) {
					mu.Lock()
					defer mu.Unlock()
					infos = append(infos, info)
				}),
			}
			if service.strict {
				opts = append(opts, publishing.WithStrictDecoding())
			}
			client, err := publishing.NewClient(server.URL, opts...)
			require.NoError(t, err)
			failed := 0
			for kind, call := range calls(client) {
				var meta publishing.Meta
				err := call(t.Context(), publishing.WithMeta(&meta), api.WithQuery("access_token", queryCanary))
				if err != nil {
					failed++
					failures.Add(1)
					requireSilentError(t, kind, err)
					requireSilentError(t, kind, errors.Join(io.EOF, fmt.Errorf("load: %w", err)))
				}
				requireSilent(t, kind+" meta", meta)
				requireSilent(t, kind+" header", meta.Header)
			}
			require.Positive(t, failed, "no call failed")
			requireSilent(t, "infos", infos)
			require.NotEmpty(t, infos)
			require.Contains(t, logs.String(), "operation")
			requireNoCanary(t, "log", logs.String())
			logged.Add(int64(logs.Len()))
			client.CloseIdleConnections()
		})
	}
}

func TestSecretsAreInNoErrorOfTheNetworkOrTheContext(t *testing.T) {
	t.Parallel()
	ended, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("user left"))
	for name, network := range map[string]http.RoundTripper{
		"shows the request": publishing.RoundTripperFunc(func(req *http.Request) (*http.Response, error) {
			return nil, fmt.Errorf("cannot send %v %v", req.URL, req.Header)
		}),
		"shows it in a chain": publishing.RoundTripperFunc(func(req *http.Request) (*http.Response, error) {
			return nil, fmt.Errorf("outer: %w", errors.Join(io.ErrUnexpectedEOF, &url.Error{Op: "Get", URL: "https://x/?t=" + url.QueryEscape(req.Header.Get("Authorization")), Err: io.EOF}))
		}),
		"shows its proxy": publishing.RoundTripperFunc(func(req *http.Request) (*http.Response, error) {
			return nil, fmt.Errorf("invalid proxy address %q for %q", "http://me:"+url.QueryEscape(queryCanary)+"@proxy:x", req.URL)
		}),
		"shows nothing": publishing.RoundTripperFunc(func(*http.Request) (*http.Response, error) { return nil, io.ErrUnexpectedEOF }),
	} {
		client, err := publishing.NewClient("https://api.example.com", publishing.WithToken(canary), publishing.WithHTTPClient(&http.Client{Transport: network}),
			publishing.WithRetry(publishing.Retry{MinWait: time.Nanosecond}))
		require.NoError(t, err)
		for kind, call := range calls(client) {
			err := call(t.Context(), api.WithQuery("q", queryCanary)) // a query is secret, whatever its parameters are called
			require.Error(t, err)
			requireSilentError(t, name+" "+kind, err)
			if name == "shows it in a chain" {
				require.ErrorIs(t, err, io.ErrUnexpectedEOF, "the error remains in the chain")
			}
			err = call(ended)
			require.ErrorIs(t, err, context.Canceled)
			requireSilentError(t, name+" "+kind, err)
		}
	}
}

// TestSecretsOfARequestAreInNoErrorHoweverTheServiceQuotesThem sends secrets in the forms that a
// request has for them: in the user of a URL, in JSON and in Rison.
func TestSecretsOfARequestAreInNoErrorHoweverTheServiceQuotesThem(t *testing.T) {
	t.Parallel()
	const password = "s3cr,;$&+=/@" + `"<x>'!\` + "\t|tr4ce" // its ends are what requests and errors leave unchanged
	claims, err := api.NewSecretJSON(map[string]any{"text": password, password: []any{42424242.0, int64(17171717171)}})
	require.NoError(t, err)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		plain, _ := url.QueryUnescape(r.URL.RawQuery)
		texts := []string{string(body), r.URL.RawQuery, plain, strconv.Quote(string(body)), html.EscapeString(plain + string(body))}
		message, _ := json.Marshal(map[string]any{"error": map[string]any{"code": 1, "message": "rejected: " + strings.Join(texts, " and ")}})
		w.Header().Set("X-Request-Id", strconv.QuoteToASCII(plain))
		w.Header().Set("X-Query", r.URL.RawQuery)
		w.WriteHeader(http.StatusBadRequest)
		_, _ = w.Write(message)
	}))
	defer server.Close()
	client, err := publishing.NewClient(server.URL, publishing.WithToken("t"))
	require.NoError(t, err)
	defer client.CloseIdleConnections()
	for name, call := range map[string]func(...publishing.CallOption) error{
		"password of a URL": func(opts ...publishing.CallOption) error {
			return client.Spaces.Git.Import(t.Context(), "s", spaces.GitImport{Ref: "main", Repository: spaces.GitRepository{URL: "https://git.example/a", User: "u", Token: api.NewSecret(password)}}, opts...)
		},
		"user of a URL": func(opts ...publishing.CallOption) error {
			return client.Spaces.Git.Import(t.Context(), "s", spaces.GitImport{Ref: "main", Repository: spaces.GitRepository{URL: "https://git.example/a", Token: api.NewSecret(password)}}, opts...)
		},
		"Rison": func(opts ...publishing.CallOption) error {
			_, err := client.Sites.Publishing.Preview(t.Context(), "o", "s", sites.PublishingPreviewOptions{Claims: claims}, opts...)
			return err
		},
		"JSON": func(opts ...publishing.CallOption) error {
			_, err := client.Integrations.Installations.Update(t.Context(), "i", "1", integrations.InstallationUpdate{Configuration: claims}, opts...)
			return err
		},
		"key in a query": func(opts ...publishing.CallOption) error {
			_, err := client.Sites.Structure.Get(t.Context(), "o", "s", sites.StructureGetOptions{ShareKey: api.NewSecret(password)}, opts...)
			return err
		},
	} {
		var meta publishing.Meta
		err := call(publishing.WithMeta(&meta))
		failed, ok := errors.AsType[*api.Error](err)
		require.True(t, ok, "%s: %v", name, err)
		var logs bytes.Buffer
		slog.New(slog.NewJSONHandler(&logs, nil)).Info("failed", slog.Any("err", err))
		for _, shown := range []string{fmt.Sprintf("%v|%+v|%#v|%q", err, err, err, err), failed.Message, string(failed.Body), fmt.Sprintf("%+v", meta), logs.String()} {
			require.NotRegexp(t, "s3cr|tr4ce|42424242|4.2424242e|17171717171", shown, name)
		}
		require.Contains(t, failed.Message, "rejected: ", name)
		require.Contains(t, failed.Message, "[redacted]", name)
	}
}

func TestUserOfAProxyIsInNoError(t *testing.T) {
	t.Parallel()
	for name, act := range map[string]fault.Act{
		"rejects":  fault.Respond(407, "", "Proxy-Authenticate", "Basic"),
		"fails":    fault.Respond(502, "<html>", "Content-Type", "text/html"),
		"closes":   fault.Close,
		"resets":   fault.Reset,
		"no HTTP":  fault.Do(fault.Raw("what?\r\n\r\n"), fault.Close),
		"no proxy": nil,
	} {
		server, err := fault.Serve(fault.Config{Respond: func(*fault.Request) fault.Act { return act }})
		require.NoError(t, err)
		if act == nil {
			server.Close()
		}
		for _, base := range []string{"https://api.example.com", "http://api.example.com"} {
			for _, proxy := range []string{"http", "gopher"} {
				network := &http.Transport{Proxy: http.ProxyURL(&url.URL{Scheme: proxy, User: url.UserPassword("me", canary), Host: server.Addr()})}
				client, err := publishing.NewClient(base, publishing.WithoutAuth(), publishing.WithHTTPClient(&http.Client{Transport: network}),
					publishing.WithRetry(publishing.Retry{MinWait: time.Nanosecond}))
				require.NoError(t, err)
				for kind, call := range calls(client) {
					err := call(t.Context())
					require.Error(t, err)
					requireSilentError(t, name+" "+proxy+" "+kind, err)
				}
				client.CloseIdleConnections()
			}
		}
		server.Close()
	}
}

// visitors records the requests to a server.
type visitors struct {
	mu            sync.Mutex
	requests      int
	authorization []string
	bodies        []string
}

func (v *visitors) ServeHTTP(_ http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	v.mu.Lock()
	defer v.mu.Unlock()
	v.requests++
	v.authorization = append(v.authorization, r.Header.Get("Authorization"))
	v.bodies = append(v.bodies, string(body))
}

func TestTokenFollowsNoRedirectToAnotherHostPortOrScheme(t *testing.T) {
	t.Parallel()
	var seen visitors
	rejected := 0
	plain, secure := httptest.NewServer(&seen), httptest.NewTLSServer(&seen)
	defer plain.Close()
	defer secure.Close()
	for _, status := range []int{301, 302, 303, 307, 308} {
		for _, withTLS := range []bool{false, true} {
			var location string
			moved := http.NewServeMux()
			moved.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, location, status) })
			moved.Handle("localhost/", &seen) // the same server under another name
			server := httptest.NewUnstartedServer(moved)
			if withTLS {
				server.StartTLS()
			} else {
				server.Start()
			}
			base, err := url.Parse(server.URL)
			require.NoError(t, err)
			client, err := publishing.NewClient(server.URL, publishing.WithToken(canary), publishing.WithHTTPClient(server.Client()), publishing.WithAttemptTimeout(-1))
			require.NoError(t, err)
			for what, target := range map[string]string{
				"port":   plain.URL + "/v1/x",
				"scheme": map[bool]string{true: "http://", false: "https://"}[withTLS] + base.Host + "/v1/x",
				"host":   base.Scheme + "://localhost:" + base.Port() + "/v1/x",
				"all":    secure.URL + "/v1/x",
			} {
				location = target
				for kind, call := range calls(client) {
					err := call(t.Context(), api.WithQuery("access_token", queryCanary))
					rejected++
					found, ok := errors.AsType[*api.Error](err)
					require.True(t, ok, "%d %s %s: %v", status, what, kind, err)
					require.Equal(t, status, found.Status)
					require.Contains(t, found.Message, "rejected")
					if status >= http.StatusTemporaryRedirect { // the others may lead to the result of a write
						require.False(t, api.MayHaveApplied(err))
					}
					requireSilentError(t, kind, err)
				}
			}
			client.CloseIdleConnections()
			server.Close()
		}
	}
	t.Logf("%d redirects to another host, port or scheme rejected, %d followed", rejected, seen.requests)
	require.Zero(t, seen.requests)
	require.Empty(t, seen.authorization)
	require.Empty(t, seen.bodies)
}
