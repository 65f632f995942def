package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"gopkg.in/dnaeon/go-vcr.v4/pkg/cassette"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/insights"
	"github.com/publishing-platform/publishing-go/spaces"
	"github.com/publishing-platform/publishing-go/urls"
)

const token = "canary-of-the-token"

// canaries are the secrets of a session, apart from those that the server generates. Each is a
// value of its own, so that a failure shows which secret is recorded.
var canaries = []string{
	token, "canary-header", "canary-cookie", "canary-gateway", "canary-location", "canary-jwt", "canary-body", "canary-html",
	"canary-webhook", "canary-client", "424242424242", "canary-extra", "canary-share-link", "canary-share-key", "canary-certificate",
	"canary-download", "canary-user", "canary-password", "canary-source", "canary-invite", "canary-listed", "canary-joined", "canary-image", "canary-relative",
	"canary-fragment", "canary-import", "canary-reason", "canary-comment", "canary-text", "canary-session",
	"canary-signature", "canary-signed-url", "canary-upload-url", "canary-azure", "canary-new-token", "canary-unknown",
	"canary-tenant", "canary-claim", "canary-login",
	"canary-ping", "canary-link-key", "canary-visitor", "canary-redirected", "canary-shared", "canary-api", "canary-private", "canary-newer", "canary-preview",
	"canary-configuration", "canary-search", "canary-visitor-cookie", "canary-ip", "canary-fetch", "canary-script-secret",
	"canary-asked", "canary-answered", "canary-audited",
}

const (
	spaceID  = "space"
	siteID   = "site"
	pageID   = "page"
	samlID   = "saml"
	chatName = "acme-chat"
	chatID   = "chat-on-acme"
	inviteID = "canary-invite"
)

// secretServer returns a server whose responses contain the canaries, and the ID of its
// organization.
func secretServer(t *testing.T) (*httptest.Server, string) {
	t.Helper()
	server := publishingtest.NewServer(t, publishingtest.WithToken(token))
	org := server.Orgs.Add(orgs.Organization{Title: "Acme"}).ID
	server.Spaces.Add(org, spaces.Space{ID: spaceID, Title: "Guides"}, publishingtest.Page{ID: pageID, Title: "Images", Sections: []publishingtest.Section{{
		Title: "All", Body: "![one](https://files.example/one.png?alt=media&token=canary-image) ![two](/files/two.png?k=canary-relative) " +
			"[three](https://login.example/done#access_token=canary-fragment) [four](https://other.example/canary-share-link/page)",
	}}})
	server.Sites.Add(org, sites.Site{ID: siteID, Title: "Docs", Published: true}, spaceID)
	server.Sites.ShareLinks.Add(org, siteID, sites.ShareLink{URLs: sites.ShareLinkURLs{Published: new("https://docs.example/canary-share-link")}})
	server.Orgs.SAML.Add(org, orgs.SAMLProvider{ID: samlID, Label: "Acme", SSOURL: "https://sso.example", EntityID: "https://sso.example", Certificate: "-----BEGIN CERTIFICATE-----\ncanary-certificate"})
	server.Spaces.Files.Add(spaceID, "", spaces.File{Name: "plan.pdf", DownloadURL: "https://files.example/canary-download/plan.pdf"})
	server.Orgs.LinkInvites.Add(org, orgs.LinkInvite{ID: inviteID, Role: new(publishing.RoleRead)})
	server.Orgs.LinkInvites.Add(org, orgs.LinkInvite{ID: "canary-listed", Role: new(publishing.RoleRead)})
	server.Integrations.Add(org, integrations.Integration{Name: chatName})
	server.Integrations.Installations.Add(chatName, org, integrations.Installation{ID: chatID})
	for _, payload := range []integrations.EventPayload{
		{Type: integrations.EventTypeFetchVisitorAuthentication, FetchVisitorAuthentication: &integrations.FetchVisitorAuthenticationEvent{
			InstallationID: chatID, SiteID: siteID, SearchParams: api.NewSecretMap(map[string]string{"q": "canary-search"}),
			Cookies: api.NewSecretMap(map[string]string{"login": "canary-visitor-cookie"}),
		}},
		{Type: integrations.EventTypeSiteView, SiteView: &integrations.SiteViewEvent{
			InstallationID: chatID, SiteID: siteID, Visitor: integrations.EventVisitor{IP: api.NewSecret("canary-ip")},
		}},
		{Type: integrations.EventTypeFetch, Fetch: &integrations.FetchEvent{Request: integrations.FetchRequest{
			Method: integrations.FetchMethodGet, Headers: api.NewSecretMap(map[string]string{"x-chat": "canary-fetch"}),
		}}},
	} {
		server.Integrations.Events.Add(chatName, integrations.Event{Payload: payload})
	}
	answered := richtext.NewDocument(richtext.Node{Leaves: []richtext.Leaf{{Text: "canary-answered"}}})
	server.Sites.Answers.Add(org, siteID, insights.AnswerWithResponse{
		Answer:   insights.Answer{ID: "answer", Input: insights.AnswerInput{Raw: "canary-asked"}},
		Response: insights.AnswerMessage{Steps: []insights.AnswerStep{{Content: &answered}}},
	})
	audited, err := api.NewSecretJSON(map[string]string{"before": "canary-audited"})
	require.NoError(t, err)
	server.Orgs.AuditEvents.Add(org, orgs.AuditEventDetails{ID: "event", Payload: audited})
	server.Streams.Script("Orgs.Ask.Stream",
		publishingtest.Bytes(": canary-comment\nunknown: canary-unknown\n\n"),
		publishingtest.Event("", `{"type":"answer","sessionToken":"canary-session","answer":{"sources":[{"type":"page","reason":"https://docs.example/?canary-reason"}]}}`),
		publishingtest.Event("note", "canary-text"),
		publishingtest.Event("done", ""))

	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/webhooks", func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Set-Cookie", "session=canary-cookie")
		w.Header().Set("X-Gateway", "canary-gateway")
		w.Header().Set("X-New-Token", "canary-new-token")
		w.Header().Set("Location", "https://api.example/next?code=canary-location")
		_, _ = fmt.Fprintf(w, `{"webhookSecret":"canary-webhook","credentials":{"id":"canary-client","pin":424242424242},"pinCode":"canary-extra",
			"signature":"canary-signature","signedUrl":"https://files.example/canary-signed-url","uploadURL":"https://files.example/canary-upload-url",
			"echo":"%s and canary-webhook and %s and canary-new-token"}`, req.Header.Get("Authorization"), req.Header.Get("X-Api-Key"))
	})
	respond := func(pattern, body string) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, body)
		})
	}
	respond("POST /v1/orgs/{org}/ping", `{"gitbookVisitorClaims":"canary-ping"}`)
	respond("GET /v1/orgs/{org}/sites/{site}/publishing/auth", `{"privateKey":"canary-private","backend":"new","newer":{"pin":"canary-newer"}}`)
	respond("GET /v1/orgs/{org}/sites/{site}/publishing/preview", `{"url":"https://preview.example/canary-preview/"}`)
	mux.HandleFunc("POST /v1/urls/published", func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if sent, _ := io.ReadAll(req.Body); bytes.Contains(sent, []byte("/old")) {
			_, _ = io.WriteString(w, `{"target":"content","redirect":"https://docs.example/canary-redirected/new"}`)
			return
		}
		_, _ = io.WriteString(w, `{"site":"s","space":"sp","shareKey":"canary-shared","apiToken":"canary-api","basePath":"/canary-shared/","canonicalUrl":"https://docs.example/canary-shared/"}`)
	})
	mux.HandleFunc("GET /v1/broken", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusBadGateway)
		_, _ = io.WriteString(w, "<p>canary-html</p>")
	})
	mux.Handle("/", server)
	both := httptest.NewServer(mux)
	t.Cleanup(both.Close)
	return both, org
}

// session makes the calls that send and receive the canaries, and returns the secrets that the
// server generated. Each literal secret of a request begins with prefix.
func session(ctx context.Context, t *testing.T, client *publishing.Client, org, prefix string) (generated []string) {
	t.Helper()
	request := publishing.Request{Method: http.MethodPost, Path: "/v1/webhooks", Query: url.Values{"visitorJWT": {prefix + "jwt"}, "sig": {prefix + "azure"}}, Body: map[string]any{"password": prefix + "body", "name": "hook"}}
	require.NoError(t, client.Do(ctx, request, nil, publishing.WithHeader("X-Api-Key", prefix+"header")))
	require.ErrorIs(t, client.Do(ctx, publishing.Request{Path: "/v1/broken"}, nil), publishing.ErrServer)

	_, err := client.Sites.ShareLinks.List(ctx, org, siteID, sites.ShareLinkListOptions{})
	require.NoError(t, err)
	_, err = client.Spaces.Get(ctx, spaceID, spaces.GetOptions{ShareKey: api.NewSecret(prefix + "share-key")})
	require.NoError(t, err)
	_, err = client.Orgs.SAML.Get(ctx, org, samlID)
	require.NoError(t, err)
	_, err = client.Spaces.Files.List(ctx, spaceID, spaces.FileListOptions{})
	require.NoError(t, err)
	_, err = client.Orgs.OpenAPI.Create(ctx, org, orgs.OpenAPICreate{Slug: "orders", Source: orgs.OpenAPISource{URL: new("https://" + prefix + "user:" + prefix + "password@acme.example/openapi.json?v=" + prefix + "source")}})
	require.NoError(t, err)
	_, err = client.Spaces.Content.Import(ctx, spaceID, spaces.ContentImport{URL: "https://acme.example/site.zip?" + prefix + "import", Source: spaces.ImportSourceWebsite})
	require.Error(t, err, "there is nothing to import")
	_, err = client.Orgs.LinkInvites.Get(ctx, org, prefix+"invite")
	require.NoError(t, err)
	_, err = client.Orgs.LinkInvites.List(ctx, org, orgs.LinkInviteListOptions{})
	require.NoError(t, err)
	require.ErrorIs(t, client.Orgs.Invites.Join(ctx, org, prefix+"joined"), publishing.ErrNotFound)
	_, err = client.Spaces.Pages.Get(ctx, spaceID, pageID, spaces.PageGetOptions{Format: richtext.FormatMarkdown})
	require.NoError(t, err)
	_, err = client.Sites.MCPServers.Create(ctx, org, siteID, sites.MCPServerCreate{Name: "Tickets", URL: "https://mcp.example", Headers: api.NewSecretMap(map[string]string{"X-Tenant": prefix + "tenant"})})
	require.NoError(t, err)
	claims, err := api.NewSecretJSON(map[string]any{"plan": prefix + "claim"})
	require.NoError(t, err)
	_, err = client.Sites.Publishing.Preview(ctx, org, siteID, sites.PublishingPreviewOptions{Claims: claims})
	require.NoError(t, err)
	require.NoError(t, client.Sites.Insights.Events.Track(ctx, org, siteID, insights.EventTrack{Events: []insights.Event{{
		Type:     insights.EventTypePageView,
		Session:  insights.EventSession{VisitorID: "visitor", SessionID: "session", Cookies: api.NewSecretMap(map[string]string{"login": prefix + "login"})},
		Location: insights.EventLocation{URL: "https://docs.example/"},
	}}}))
	_, err = client.Orgs.Ping(ctx, org)
	require.NoError(t, err)
	for _, path := range []string{"", "/old"} { // content, and a redirect
		_, err = client.URLs.Published(ctx, urls.PublishedLookup{URL: api.NewSecret("https://docs.example/" + prefix + "link-key" + path), Visitor: &urls.Visitor{JWTToken: api.NewSecret(prefix + "visitor")}})
		require.NoError(t, err)
	}
	_, err = client.Sites.Publishing.Auth.Get(ctx, org, siteID)
	require.NoError(t, err)
	configuration, err := api.NewSecretJSON(map[string]any{"channel": prefix + "configuration"})
	require.NoError(t, err)
	_, err = client.Integrations.Installations.Update(ctx, chatName, chatID, integrations.InstallationUpdate{Configuration: configuration})
	require.NoError(t, err)
	_, err = client.Integrations.Events.List(ctx, chatName, integrations.EventListOptions{})
	require.NoError(t, err)
	_, err = client.Integrations.Publish(ctx, chatName, integrations.Publish{
		Organization: org, Script: "export default {}", Title: "Chat", Scopes: []integrations.Scope{}, Secrets: api.NewSecretMap(map[string]string{"CHAT": prefix + "script-secret"}),
	})
	require.NoError(t, err)
	_, err = client.Sites.Questions.List(ctx, org, siteID, insights.QuestionListOptions{})
	require.NoError(t, err)
	_, err = client.Sites.Answers.Get(ctx, org, siteID, "answer")
	require.NoError(t, err)
	_, err = client.Orgs.AuditEvents.Get(ctx, org, "event")
	require.NoError(t, err)
	created, err := client.Integrations.Installations.Tokens.Create(ctx, chatName, chatID)
	require.NoError(t, err)
	var failed error
	for _, err := range client.Orgs.Ask.Stream(ctx, org, orgs.AskQuestion{Question: "How?"}, orgs.AskStreamOptions{}) {
		failed = err
	}
	require.NoError(t, failed)

	pdf, err := client.Spaces.PDF(ctx, spaceID, spaces.PDFOptions{})
	require.NoError(t, err)
	upload, err := client.Orgs.Storage.Upload(ctx, org, orgs.StorageUpload{Kind: orgs.StorageKindImportFile, File: orgs.StorageFile{Name: "site.zip", Type: "application/zip", Size: 1}})
	require.NoError(t, err)
	_, err = client.Orgs.Fonts.Create(ctx, org, orgs.FontCreate{FontFamily: "Acme", FontFaces: []orgs.FontFaceCreate{{Weight: 400, StorageKey: upload.Key}}})
	require.Error(t, err, "the file is no font")
	return []string{path.Base(pdf.URL), upload.Key, upload.URL, created.Token.Reveal()}
}

// A tee keeps what is sent and received.
type tee struct {
	next http.RoundTripper
	mu   sync.Mutex
	raw  bytes.Buffer
}

func (r *tee) RoundTrip(req *http.Request) (*http.Response, error) {
	body, err := peek(req)
	if err != nil {
		return nil, err
	}
	resp, err := r.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	received, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	resp.Body = io.NopCloser(bytes.NewReader(received))
	r.mu.Lock()
	defer r.mu.Unlock()
	fmt.Fprintln(&r.raw, req.URL, req.Header, body, resp.Header, string(received))
	return resp, err
}

// recordSecrets records a session and returns the name of the cassette, the ID of the organization,
// the secrets that the server generated, and what was sent and received.
func recordSecrets(t *testing.T) (name, org string, generated []string, raw string) {
	t.Helper()
	server, org := secretServer(t)
	name = filepath.Join(t.TempDir(), "session")
	sent := &tee{next: transportOf(t)}
	recorder, err := newRecorder(name, sent, "pinCode")
	require.NoError(t, err)
	client, err := publishing.NewClient(server.URL, publishing.WithToken(token), publishing.WithoutRetry(), publishing.WithHTTPClient(&http.Client{Transport: recorder}))
	require.NoError(t, err)
	generated = session(t.Context(), t, client, org, "canary-")
	require.NoError(t, recorder.Stop())
	return name, org, generated, sent.raw.String()
}

func TestCassetteContainsNoSecret(t *testing.T) {
	t.Parallel()
	name, _, generated, raw := recordSecrets(t)
	written := contentOf(t, name+".yaml")
	for _, secret := range append(generated, canaries...) {
		require.Contains(t, raw, secret, "the session sends or receives it")
		require.NotContains(t, written, secret)
	}
	require.NotContains(t, written, "canary")
	require.NotContains(t, strings.ToLower(written), "set-cookie")
}

func TestCassetteKeepsWhatIsNoSecret(t *testing.T) {
	t.Parallel()
	name, _, _, _ := recordSecrets(t)
	written := contentOf(t, name+".yaml")
	for _, text := range []string{
		`"name": "hook"`, `"name": "plan.pdf"`, `"label": "Acme"`, `"ssoURL": "https://sso.example"`,
		"https://files.example/one.png?redacted)", "/files/two.png?redacted)", "https://login.example/done#redacted)",
		"https://redacted@acme.example/openapi.json?redacted", "https://api.example/next?redacted", "X-Request-Id",
		`"echo": "Bearer redacted-`, "(18 bytes were not recorded)", "event: note",
	} {
		require.Contains(t, written, text)
	}
}

func TestSameSecretHasTheSamePlaceholder(t *testing.T) {
	t.Parallel()
	name, _, _, _ := recordSecrets(t)
	recorded, err := cassette.Load(name)
	require.NoError(t, err)
	bodyOf := func(suffix string) string {
		for _, i := range recorded.Interactions {
			if strings.HasSuffix(i.Request.URL, suffix) {
				return i.Request.Body + i.Response.Body
			}
		}
		return ""
	}
	key := placeholderOf(t, bodyOf("/storage/upload"), `"key": "`)
	require.Equal(t, key, placeholderOf(t, bodyOf("/fonts"), `"storageKey": "`))
	require.NotEqual(t, key, placeholderOf(t, bodyOf("/storage/upload"), `"url": "`), "another secret")
}

// placeholderOf returns the placeholder after a text.
func placeholderOf(t *testing.T, body, before string) string {
	t.Helper()
	_, after, found := strings.Cut(body, before)
	require.True(t, found, body)
	first := placeholder.FindString(after)
	require.NotEmpty(t, first, after)
	require.True(t, strings.HasPrefix(after, first), after)
	return first
}

func TestSessionIsReplayedWithOtherSecrets(t *testing.T) {
	t.Parallel()
	name, org, _, _ := recordSecrets(t)
	replayer, err := newReplayer(name, "pinCode")
	require.NoError(t, err)
	client, err := publishing.NewClient("https://api.example.com", publishing.WithToken("another-token"), publishing.WithoutRetry(),
		publishing.WithHTTPClient(&http.Client{Transport: replayer}))
	require.NoError(t, err)
	session(t.Context(), t, client, org, "other-")
	require.NoError(t, replayer.Stop())
}

func TestSecretThatCannotBeReplacedLeavesNoCassette(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		request         publishing.Request
		response, shown string
	}{
		{publishing.Request{Path: "/v1/tokens"}, `{"canary-of-the-token":true}`, "/v1/tokens contains the secret redacted-1"},
		{publishing.Request{Path: "/v1/tokens", Query: url.Values{token: {"1"}}}, `{}`, "/v1/tokens?redacted contains the secret redacted-2"},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, test.response)
		}))
		t.Cleanup(server.Close)
		client, recorder, name := recording(t, server.URL, publishing.WithToken(token))
		require.NoError(t, client.Do(t.Context(), test.request, nil))
		err := recorder.Stop()
		require.EqualError(t, err, "GET https://publishing.invalid"+test.shown+" in a place where it cannot be replaced")
		_, err = os.Stat(name + ".yaml")
		require.ErrorIs(t, err, os.ErrNotExist)
	}
}

func TestProgramReceivesWhatTheServiceSentWhileRecording(t *testing.T) {
	t.Parallel()
	server, org := secretServer(t)
	client, _, _ := recording(t, server.URL, publishing.WithToken(token))
	provider, err := client.Orgs.SAML.Get(t.Context(), org, samlID)
	require.NoError(t, err)
	require.Contains(t, provider.Certificate, "canary-certificate")
}

// TestNothingIsPrinted runs in the environment in which the recorder prints requests.
func TestNothingIsPrinted(t *testing.T) {
	t.Setenv("VCR_DEBUG", "true")
	printed := filepath.Join(t.TempDir(), "stderr")
	file, err := os.Create(printed)
	require.NoError(t, err)
	stderr := os.Stderr
	os.Stderr = file                      //nolint:reassign // the recorder prints to it
	defer func() { os.Stderr = stderr }() //nolint:reassign // as before
	recordSecrets(t)
	require.NoError(t, file.Close())
	require.Empty(t, contentOf(t, printed))
}

func TestCompressedStreamIsNotRecorded(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		w.Header().Set("Content-Encoding", "gzip")
		zipped := gzip.NewWriter(w)
		_, _ = io.WriteString(zipped, "data: {}\n\n")
		_ = zipped.Close()
	}))
	t.Cleanup(server.Close)
	client, recorder, name := recording(t, server.URL, publishing.WithToken(token))
	for event, err := range client.Stream(t.Context(), publishing.Request{Path: "/v1/events"}) {
		require.NoError(t, err)
		require.Equal(t, "{}", event.Data)
	}
	require.NoError(t, recorder.Stop())
	require.Regexp(t, `body: \(\d+ bytes were not recorded\)`, contentOf(t, name+".yaml"))
}

// secretFiller fills values with canaries of its own.
type secretFiller struct {
	t     *testing.T
	found bool
}

const methodCanary = "canary-of-a-method"

func (f *secretFiller) fill(v reflect.Value, tag string, depth int) {
	if depth > 8 {
		return
	}
	switch v.Type() {
	case reflect.TypeFor[api.Secret]():
		f.found = true
		v.Set(reflect.ValueOf(api.NewSecret("https://docs.example/" + methodCanary + "?x=" + methodCanary)))
		return
	case reflect.TypeFor[api.SecretMap]():
		f.found = true
		v.Set(reflect.ValueOf(api.NewSecretMap(map[string]string{"plain": methodCanary})))
		return
	case reflect.TypeFor[api.SecretJSON]():
		f.found = true
		object, err := api.NewSecretJSON(map[string]any{methodCanary + "-name": []any{methodCanary, map[string]any{"n": 5150515051505}}})
		require.NoError(f.t, err)
		v.Set(reflect.ValueOf(object))
		return
	case reflect.TypeFor[time.Time]():
		return
	}
	switch v.Kind() {
	case reflect.String:
		switch {
		case tag != "":
			f.found = true
			v.SetString(map[string]string{"url": "https://docs.example/" + methodCanary + "?jwt_token=" + methodCanary, "link": "https://docs.example/" + methodCanary, "text": methodCanary}[tag])
		case v.IsZero():
			v.SetString("https://x.example/y")
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		f.fill(v.Elem(), tag, depth+1)
	case reflect.Slice:
		if v.Type().Elem().Kind() != reflect.Uint8 {
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
			f.fill(v.Index(0), tag, depth+1)
		}
	case reflect.Map:
		element := reflect.New(v.Type().Elem()).Elem()
		f.fill(element, tag, depth+1)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(reflect.ValueOf("unknown").Convert(v.Type().Key()), element)
	case reflect.Struct:
		for i := range v.NumField() {
			field := v.Type().Field(i)
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if tag != "" && slices.Contains([]string{"object", "type", "key", "fragment"}, name) {
				continue // not a text of a document
			}
			own := field.Tag.Get("secret")
			if own == "words" { // what a person has written is recorded
				own = ""
			}
			if field.IsExported() {
				f.fill(v.Field(i), cmp.Or(own, tag), depth+1)
			}
		}
	}
}

// TestCassetteContainsNoSecretOfAnyMethod calls each method of the SDK with secrets in each field
// that can hold one, and responds with secrets.
func TestCassetteContainsNoSecretOfAnyMethod(t *testing.T) {
	t.Parallel()
	var response []byte // nil for an error that quotes the request
	sent := false
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		sent = true
		w.Header().Set("Content-Type", "application/json")
		if response == nil {
			body, _ := io.ReadAll(req.Body)
			message, _ := json.Marshal(fmt.Sprintf("rejected %s?%s: %s", req.URL.Path, req.URL.RawQuery, body))
			w.WriteHeader(http.StatusBadRequest)
			response = fmt.Appendf(nil, `{"error":{"code":1,"message":%s}}`, message)
		}
		_, _ = w.Write(response)
	}))
	t.Cleanup(server.Close)
	name := filepath.Join(t.TempDir(), "session")
	tape := &tee{next: transportOf(t)}
	recorder, err := newRecorder(name, tape)
	require.NoError(t, err)
	client, err := publishing.NewClient(server.URL, publishing.WithToken(token), publishing.WithoutRetry(), publishing.WithHTTPClient(&http.Client{Transport: recorder}))
	require.NoError(t, err)
	called, fields, failures := 0, 0, 0
	var unsent []string
	var visit func(v reflect.Value, path string)
	visit = func(v reflect.Value, path string) {
		for i := range v.NumMethod() {
			method := v.Type().Method(i)
			sent = false
			ctx, cancel := context.WithCancel(t.Context())
			filler := &secretFiller{t: t}
			args := []reflect.Value{reflect.ValueOf(ctx)}
			ok := method.Type.NumIn() > 2 && method.Type.In(1) == reflect.TypeFor[context.Context]() && method.Type.IsVariadic() && !strings.HasPrefix(method.Name, "Wait")
			for at := 2; ok && at < method.Type.NumIn()-1; at++ {
				arg := reflect.New(method.Type.In(at)).Elem()
				switch {
				case arg.Kind() == reflect.String && strings.HasSuffix(path, "Invites.") && at > 2: // the organization is the first
					arg.SetString(methodCanary)
				case arg.Kind() == reflect.String:
					arg.SetString("id")
				case arg.Kind() == reflect.Func:
					ok = false
				default:
					filler.fill(arg, "", 0)
				}
				args = append(args, arg)
			}
			if !ok || method.Type.NumOut() == 0 {
				cancel()
				continue
			}
			for _, response = range responsesOf(t, filler, method.Type.Out(0)) {
				results := v.Method(i).Call(args)
				if loop := results[0]; loop.Kind() == reflect.Func && !loop.IsNil() && loop.Type().NumIn() == 1 {
					loop.Call([]reflect.Value{reflect.MakeFunc(loop.Type().In(0), func(yielded []reflect.Value) []reflect.Value {
						results = yielded
						return []reflect.Value{reflect.ValueOf(false)}
					})})
				}
				if err, ok := reflect.TypeAssert[error](results[len(results)-1]); ok {
					failures++
					requireNoCanary(t, path+method.Name, err)
				}
			}
			cancel()
			called++
			if filler.found {
				fields++
				if !sent {
					unsent = append(unsent, path+method.Name)
				}
			}
		}
		if v.Kind() != reflect.Struct {
			return
		}
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() && strings.HasSuffix(field.Type.Name(), "Service") {
				visit(v.Field(i), path+field.Name+".")
			}
		}
	}
	for i := range reflect.TypeFor[publishing.Client]().NumField() {
		if field := reflect.TypeFor[publishing.Client]().Field(i); field.IsExported() {
			visit(reflect.ValueOf(*client).Field(i), field.Name+".")
		}
	}
	require.NoError(t, recorder.Stop())
	require.Contains(t, tape.raw.String(), methodCanary)
	written := contentOf(t, name+".yaml")
	for line := range strings.SplitSeq(written, "\n") {
		require.NotContains(t, line, methodCanary)
		require.NotContains(t, line, "5150515051505")
	}
	require.Subset(t, []string{ // their requests are invalid with these texts; a session sends the last two
		"Orgs.LinkInvites.Create", "ChangeRequests.Content.Update", "Sites.Redirects.Resolve", "Spaces.Computed.Revision",
		"Sites.Insights.Events.Track", "Integrations.Publish",
		// the known file has another ID
		"Spaces.Files.Open", "Spaces.Files.Download", "Spaces.Revisions.Files.Open", "Spaces.Revisions.Files.Download",
		"ChangeRequests.Files.Open", "ChangeRequests.Files.Download",
	}, unsent)
	t.Logf("%d methods called, %d of them with secrets; %d errors", called, fields, failures)
}

// responsesOf returns the JSON of a result: with all fields, and with each alone, since a union has
// only one of them.
func responsesOf(t *testing.T, filler *secretFiller, result reflect.Type) (all [][]byte) {
	t.Helper()
	if result.Kind() != reflect.Pointer {
		return [][]byte{[]byte(`{}`), nil}
	}
	whole := reflect.New(result.Elem())
	filler.fill(whole.Elem(), "", 0)
	variants := []reflect.Value{whole}
	for i := range result.Elem().NumField() {
		if field := result.Elem().Field(i); field.IsExported() {
			alone := reflect.New(result.Elem())
			alone.Elem().Field(i).Set(whole.Elem().Field(i))
			variants = append(variants, alone)
		}
	}
	for _, variant := range variants {
		if data, err := json.Marshal(variant.Interface()); err == nil {
			all = append(all, data)
		}
	}
	return append(all, nil)
}

// requireNoCanary requires that an error shows no secret, however it is printed.
func requireNoCanary(t *testing.T, name string, err error) {
	t.Helper()
	var shown bytes.Buffer
	for _, verb := range []string{"%v", "%+v", "%#v", "%q", "%s", "%x"} {
		fmt.Fprintf(&shown, verb, err)
	}
	slog.New(slog.NewTextHandler(&shown, nil)).Info("failed", slog.Any("err", err))
	slog.New(slog.NewJSONHandler(&shown, nil)).Info("failed", slog.Any("err", err))
	if failed, ok := errors.AsType[*publishing.Error](err); ok {
		shown.Write(failed.Body)
	}
	require.NotContains(t, shown.String(), methodCanary, name)
	require.NotContains(t, shown.String(), fmt.Sprintf("%x", methodCanary), name)
	require.NotContains(t, shown.String(), "5150515051505", name)
}

// TestCassetteContainsNoURLOfAFile records the download of a file, whose URL lets everybody read
// it.
func TestCassetteContainsNoURLOfAFile(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	org := server.Orgs.Add(orgs.Organization{}).ID
	space := server.Spaces.Add(org, spaces.Space{}).ID
	file := server.Spaces.Files.Add(space, "", spaces.File{Name: "plan.pdf"})
	client, recorder, name := recording(t, server.URL(), publishing.WithToken(server.Token()))
	_, err := client.Spaces.Files.Download(t.Context(), space, file.ID, io.Discard, spaces.FileOpenOptions{})
	require.NoError(t, err)
	require.NoError(t, recorder.Stop())
	written := contentOf(t, name+".yaml")
	target, err := url.Parse(file.DownloadURL)
	require.NoError(t, err)
	require.NotContains(t, written, target.Path)
}

// TestCassetteContainsNoURLToWhichThatOfAFileRedirects is about a location with and without an
// origin.
func TestCassetteContainsNoURLToWhichThatOfAFileRedirects(t *testing.T) {
	t.Parallel()
	for _, isAbsolute := range []bool{true, false} {
		server := publishingtest.NewServer(t)
		var files *httptest.Server
		files = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			if req.URL.Path == "/canary-stored/plan.pdf" {
				_, _ = io.WriteString(w, "content")
				return
			}
			location := "/canary-stored/plan.pdf?signature=canary-signed"
			if isAbsolute {
				location = files.URL + location
			}
			w.Header().Set("Location", location)
			w.WriteHeader(http.StatusFound)
		}))
		t.Cleanup(files.Close)
		space := server.Spaces.Add(server.Orgs.Add(orgs.Organization{}).ID, spaces.Space{}).ID
		file := server.Spaces.Files.Add(space, "", spaces.File{Name: "plan.pdf", Size: 7, DownloadURL: files.URL + "/canary-public/plan.pdf"})
		client, recorder, name := recording(t, server.URL(), publishing.WithToken(server.Token()))
		var got bytes.Buffer
		_, err := client.Spaces.Files.Download(t.Context(), space, file.ID, &got, spaces.FileOpenOptions{})
		require.NoError(t, err)
		require.Equal(t, "content", got.String())
		require.NoError(t, recorder.Stop())
		require.NotContains(t, contentOf(t, name+".yaml"), "canary")
		require.Contains(t, contentOf(t, name+".yaml"), "            Location:\n                - https://publishing.invalid/redacted-")
	}
}
