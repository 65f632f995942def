package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"gopkg.in/dnaeon/go-vcr.v4/pkg/cassette"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
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
	"canary-tenant", "canary-claim", "canary-login", "canary-configuration", "canary-published",
}

const (
	spaceID  = "space"
	siteID   = "site"
	pageID   = "page"
	samlID   = "saml"
	inviteID = "canary-invite"

	installationID = "installation"
)

// secretServer returns a server whose responses contain the canaries, and the ID of its
// organization.
func secretServer(t *testing.T) (*httptest.Server, string) {
	t.Helper()
	server := publishingtest.NewServer(t, publishingtest.WithToken(token))
	org := server.AddOrganization(publishingtest.Organization{Title: "Acme"}).ID
	server.AddSpace(org, spaces.Space{ID: spaceID, Title: "Guides"}, publishingtest.Page{ID: pageID, Title: "Images", Sections: []publishingtest.Section{{
		Title: "All", Body: "![one](https://files.example/one.png?alt=media&token=canary-image) ![two](/files/two.png?k=canary-relative) " +
			"[three](https://login.example/done#access_token=canary-fragment) [four](https://other.example/canary-share-link/page)",
	}}})
	server.AddSite(org, sites.Site{ID: siteID, Title: "Docs", Published: true}, spaceID)
	server.AddShareLink(org, siteID, sites.ShareLink{URLs: sites.ShareLinkURLs{Published: new("https://docs.example/canary-share-link")}})
	server.AddSAMLProvider(org, orgs.SAMLProvider{ID: samlID, Label: "Acme", SSOURL: "https://sso.example", EntityID: "https://sso.example", Certificate: "-----BEGIN CERTIFICATE-----\ncanary-certificate"})
	server.AddFile(spaceID, "", spaces.File{Name: "plan.pdf", DownloadURL: "https://files.example/canary-download/plan.pdf"})
	server.AddLinkInvite(org, orgs.LinkInvite{ID: inviteID, Role: new(publishing.RoleRead)})
	server.AddLinkInvite(org, orgs.LinkInvite{ID: "canary-listed", Role: new(publishing.RoleRead)})
	server.AddIntegration(org, integrations.Integration{Name: "tickets"})
	server.AddInstallation("tickets", org, integrations.Installation{ID: installationID})
	server.ScriptStream("Orgs.Ask.Stream",
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
	_, err = client.Orgs.OpenAPI.Create(ctx, org, orgs.OpenAPICreate{Slug: "orders", Source: orgs.OpenAPISource{URL: "https://" + prefix + "user:" + prefix + "password@acme.example/openapi.json?v=" + prefix + "source"}})
	require.NoError(t, err)
	_, err = client.Spaces.Content.Import(ctx, spaceID, spaces.Import{URL: "https://acme.example/site.zip?" + prefix + "import", Source: spaces.ImportSourceWebsite})
	require.Error(t, err, "there is nothing to import")
	_, err = client.Orgs.LinkInvites.Get(ctx, org, prefix+"invite")
	require.NoError(t, err)
	_, err = client.Orgs.LinkInvites.List(ctx, org, orgs.LinkInviteListOptions{})
	require.NoError(t, err)
	require.ErrorIs(t, client.Orgs.Invites.Join(ctx, org, prefix+"joined"), publishing.ErrNotFound)
	_, err = client.Spaces.Content.Page(ctx, spaceID, pageID, spaces.PageOptions{Format: richtext.FormatMarkdown})
	require.NoError(t, err)
	_, err = client.Sites.MCPServers.Create(ctx, org, siteID, sites.MCPServerCreate{Name: "Tickets", URL: "https://mcp.example", Headers: api.NewSecretMap(map[string]string{"X-Tenant": prefix + "tenant"})})
	require.NoError(t, err)
	claims, err := api.NewSecretJSON(map[string]any{"plan": prefix + "claim"})
	require.NoError(t, err)
	_, err = client.Sites.Preview.Get(ctx, org, siteID, sites.PreviewOptions{Claims: claims})
	require.NoError(t, err)
	_, err = client.Integrations.Publish(ctx, "tickets", integrations.IntegrationPublish{
		Organization: org, Script: "main()", Title: "Tickets", Scopes: []integrations.Scope{}, Secrets: api.NewSecretMap(map[string]string{"ID": prefix + "published"}),
	})
	require.NoError(t, err)
	configuration, err := api.NewSecretJSON(map[string]any{"account": map[string]any{"pin": prefix + "configuration"}})
	require.NoError(t, err)
	_, err = client.Integrations.Installations.Update(ctx, "tickets", installationID, integrations.InstallationUpdate{Configuration: configuration})
	require.NoError(t, err)
	_, err = client.Integrations.Events.List(ctx, "tickets", integrations.EventListOptions{})
	require.NoError(t, err)
	require.NoError(t, client.Sites.Insights.Track(ctx, org, siteID, sites.EventsTrack{Events: []sites.Event{{
		Type:     sites.EventTypePageView,
		Session:  sites.EventSession{VisitorID: "visitor", SessionID: "session", Cookies: api.NewSecretMap(map[string]string{"login": prefix + "login"})},
		Location: sites.EventLocation{URL: "https://docs.example/"},
	}}}))
	var failed error
	for _, err := range client.Orgs.Ask.Stream(ctx, org, orgs.AskStreamOptions{Query: "How?"}) {
		failed = err
	}
	require.NoError(t, failed)

	pdf, err := client.Spaces.PDF(ctx, spaceID, spaces.PDFOptions{})
	require.NoError(t, err)
	upload, err := client.Orgs.Storage.Upload(ctx, org, orgs.StorageUpload{Kind: orgs.StorageKindImportFile, File: orgs.StorageFile{Name: "site.zip", Type: "application/zip", Size: 1}})
	require.NoError(t, err)
	_, err = client.Orgs.Fonts.Create(ctx, org, orgs.FontCreate{FontFamily: "Acme", FontFaces: []orgs.FontFaceCreate{{Weight: 400, StorageKey: upload.Key}}})
	require.Error(t, err, "the file is no font")
	return []string{path.Base(pdf.URL), upload.Key, upload.URL}
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
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"canary-of-the-token":true}`)
	}))
	t.Cleanup(server.Close)
	name := filepath.Join(t.TempDir(), "session")
	recorder, err := newRecorder(name, transportOf(t))
	require.NoError(t, err)
	client, err := publishing.NewClient(server.URL, publishing.WithToken(token), publishing.WithHTTPClient(&http.Client{Transport: recorder}))
	require.NoError(t, err)
	require.NoError(t, client.Do(t.Context(), publishing.Request{Path: "/v1/tokens"}, nil))
	err = recorder.Stop()
	require.EqualError(t, err, "GET https://publishing.invalid/v1/tokens contains the secret redacted-1 in a place where it cannot be replaced")
	_, err = os.Stat(name + ".yaml")
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestProgramReceivesWhatTheServiceSentWhileRecording(t *testing.T) {
	t.Parallel()
	server, org := secretServer(t)
	recorder, err := newRecorder(filepath.Join(t.TempDir(), "session"), transportOf(t))
	require.NoError(t, err)
	client, err := publishing.NewClient(server.URL, publishing.WithToken(token), publishing.WithHTTPClient(&http.Client{Transport: recorder}))
	require.NoError(t, err)
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
	name := filepath.Join(t.TempDir(), "session")
	recorder, err := newRecorder(name, transportOf(t))
	require.NoError(t, err)
	client, err := publishing.NewClient(server.URL, publishing.WithToken(token), publishing.WithHTTPClient(&http.Client{Transport: recorder}))
	require.NoError(t, err)
	for event, err := range client.Stream(t.Context(), publishing.Request{Path: "/v1/events"}) {
		require.NoError(t, err)
		require.Equal(t, "{}", event.Data)
	}
	require.NoError(t, recorder.Stop())
	require.Regexp(t, `body: \(\d+ bytes were not recorded\)`, contentOf(t, name+".yaml"))
}
