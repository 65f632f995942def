package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/examples/internal/proxytest"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

func TestMain(m *testing.M) {
	proxytest.RunMain(main)
	goleak.VerifyTestMain(m)
}

const (
	name        = "acme-outdated"
	spaceID     = "guides"
	secret      = "canary-of-the-deliveries"
	createToken = "Integrations.Installations.Tokens.Create"
)

// A bench is an integration that is installed on a space, and its server.
type bench struct {
	*testing.T
	server       *publishingtest.Server
	org          string
	installation string
	url          string
	log          *syncBuffer
}

// syncBuffer is a log that several deliveries write.
type syncBuffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// newBench returns a bench without retries, whose lists have pages of two elements.
func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{T: t, server: publishingtest.NewServer(t, publishingtest.WithPageSize(2)), log: &syncBuffer{}}
	b.org = b.server.Orgs.Add(orgs.Organization{}).ID
	b.server.Integrations.Add(b.org, integrations.Integration{Name: name})
	b.server.Spaces.Add(b.org, spaces.Space{ID: spaceID}, publishingtest.Page{ID: "install", Title: "Install"})
	b.installation = b.server.Integrations.Installations.Add(name, b.org, integrations.Installation{SpaceSelection: integrations.SelectionAll}).ID
	clients := newClients(b.server.URL(), b.server.ClientForIntegration(name, publishing.WithoutRetry()), name, publishing.WithoutRetry())
	log := slog.New(slog.NewTextHandler(b.log, nil))
	events := httptest.NewServer(newReceiver(secret, (&commenter{clients: clients, log: log}).contentUpdated, log).handler())
	b.url = events.URL + eventsPath
	t.Cleanup(func() {
		events.Close()
		clients.close()
		require.NotContains(t, b.log.String(), secret)
		require.NotContains(t, b.log.String(), "eyJ", "the start of a JSON Web Token")
	})
	return b
}

// open adds an open change request.
func (b *bench) open() string {
	return b.server.ChangeRequests.Add(spaceID, changerequests.ChangeRequest{Subject: "Clearer", Status: changerequests.StatusOpen}).ID
}

// change changes the main content and returns the event about that.
func (b *bench) change() string {
	b.Helper()
	b.server.Spaces.Pages.Add(spaceID, "", "", publishingtest.Page{Title: "More"})
	all := b.server.Integrations.Events.All(name)
	payload := all[len(all)-1].Event.Payload
	require.NotNil(b, payload.SpaceContentUpdated)
	text, err := json.Marshal(payload)
	require.NoError(b, err)
	return string(text)
}

// send sends a request and returns the status of the response.
func (b *bench) send(method, body string, header ...string) int {
	b.Helper()
	req, err := http.NewRequestWithContext(b.Context(), method, b.url, strings.NewReader(body))
	require.NoError(b, err)
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(req)
	require.NoError(b, err)
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	require.NoError(b, err)
	return resp.StatusCode
}

func (b *bench) deliver(event string) int {
	b.Helper()
	return b.send(http.MethodPost, event, "Authorization", "Bearer "+secret, "Content-Type", "application/json")
}

// comments returns the number of comments on each of the change requests.
func (b *bench) comments(ids ...string) []int {
	var counts []int
	for _, id := range ids {
		counts = append(counts, len(b.server.Spaces.Comments.All(spaceID, id)))
	}
	return counts
}

func TestEachOutdatedChangeRequestGetsOneComment(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ids := []string{b.open(), b.open(), b.open()}
	draft := b.server.ChangeRequests.Add(spaceID, changerequests.ChangeRequest{Status: changerequests.StatusDraft}).ID
	first := b.change()
	later := b.open()
	require.Equal(t, http.StatusNoContent, b.deliver(first))
	require.Equal(t, []int{1, 1, 1}, b.comments(ids...))
	require.Equal(t, []int{0, 0}, b.comments(draft, later), "one is not open, the other one not outdated")
	body := b.server.Spaces.Comments.All(spaceID, ids[0])[0].Body
	require.Contains(t, *body.Markdown, "Please update this change request")

	require.Equal(t, http.StatusNoContent, b.deliver(first), "delivered twice")
	require.Equal(t, []int{1, 1, 1, 0}, b.comments(append(ids, later)...))
	require.Equal(t, http.StatusNoContent, b.deliver(b.change()), "another event")
	require.Equal(t, []int{1, 1, 1, 1}, b.comments(append(ids, later)...))
	require.Equal(t, 1, b.server.Calls.Count(createToken), "all calls share the token")
}

// TestCommentIsFoundAmongOthers is about a comment that somebody has resolved, on the last page of
// the list.
func TestCommentIsFoundAmongOthers(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id := b.open()
	require.Equal(t, http.StatusNoContent, b.deliver(b.change()))
	comments := b.server.Client().ChangeRequests.Comments
	_, err := comments.Update(t.Context(), spaceID, id, b.server.Spaces.Comments.All(spaceID, id)[0].ID, spaces.CommentUpdate{Resolved: new(true)})
	require.NoError(t, err)
	for range 3 {
		_, err := comments.Create(t.Context(), spaceID, id, spaces.CommentCreate{Body: richtext.Markdown("I do not know. `outdated since`?")})
		require.NoError(t, err)
	}
	require.Equal(t, http.StatusNoContent, b.deliver(b.change()))
	require.Equal(t, []int{4}, b.comments(id))
}

func TestCommentThatCannotBeReadIsNotTakenForAnother(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id := b.open()
	first := b.change()
	require.Equal(t, http.StatusNoContent, b.deliver(first))
	b.server.Faults.Add("ChangeRequests.Comments.List", 1, publishingtest.EditJSON(func(body map[string]any) {
		for _, comment := range body["items"].([]any) {
			comment.(map[string]any)["body"] = map[string]any{"document": map[string]any{"object": "document", "data": map[string]any{}, "nodes": []any{}}}
		}
	}))
	require.Equal(t, http.StatusBadGateway, b.deliver(first))
	require.Equal(t, []int{1}, b.comments(id))
	require.Equal(t, http.StatusNoContent, b.deliver(first))
	require.Equal(t, []int{1}, b.comments(id))
}

func TestChangeRequestThatIsOutdatedAgainGetsAnotherComment(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id := b.open()
	event := b.change()
	require.Equal(t, http.StatusNoContent, b.deliver(event))
	_, err := b.server.Client().ChangeRequests.UpdateFromMain(t.Context(), spaceID, id)
	require.NoError(t, err)
	require.Equal(t, http.StatusNoContent, b.deliver(event))
	require.Equal(t, []int{1}, b.comments(id), "it is up to date")
	event = b.change()
	for range 2 {
		require.Equal(t, http.StatusNoContent, b.deliver(event))
		require.Equal(t, []int{2}, b.comments(id))
	}
}

// TestRejectedDeliveryLeadsToNoCall is about deliveries that no further delivery can make better.
func TestRejectedDeliveryLeadsToNoCall(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.open()
	event := b.change()
	auth := []string{"Authorization", "Bearer " + secret}
	both := append(slices.Clone(auth), "Content-Type", "application/json; charset=utf-8")
	for what, test := range map[string]struct {
		method, body string
		header       []string
		want         int
	}{
		"no secret":           {"POST", event, []string{"Content-Type", "application/json"}, http.StatusUnauthorized},
		"wrong secret":        {"POST", event, []string{"Authorization", "Bearer canary-of-another", "Content-Type", "application/json"}, http.StatusUnauthorized},
		"start of the secret": {"POST", event, []string{"Authorization", "Bearer " + secret[:10], "Content-Type", "application/json"}, http.StatusUnauthorized},
		"empty secret":        {"POST", event, []string{"Authorization", "Bearer ", "Content-Type", "application/json"}, http.StatusUnauthorized},
		"another scheme":      {"POST", event, []string{"Authorization", "Basic " + secret, "Content-Type", "application/json"}, http.StatusUnauthorized},
		"wrong method":        {"GET", "", both, http.StatusMethodNotAllowed},
		"no content type":     {"POST", event, auth, http.StatusUnsupportedMediaType},
		"a form":              {"POST", event, append(slices.Clone(auth), "Content-Type", "application/x-www-form-urlencoded"), http.StatusUnsupportedMediaType},
		"no JSON":             {"POST", event[1:], both, http.StatusBadRequest},
		"no event":            {"POST", `{"revisionId": "canary"}`, both, http.StatusBadRequest},
		"an array":            {"POST", "[" + event + "]", both, http.StatusBadRequest},
		"no installation":     {"POST", `{"type": "space_content_updated", "spaceId": "guides"}`, both, http.StatusBadRequest},
		"no space":            {"POST", `{"type": "space_content_updated", "installationId": "canary"}`, both, http.StatusBadRequest},
		"too large":           {"POST", event + strings.Repeat(" ", maxEvent), both, http.StatusRequestEntityTooLarge},
		"unknown type":        {"POST", `{"eventId": "e", "type": "task", "task": {}}`, both, http.StatusNoContent},
		"another type":        {"POST", `{"eventId": "e", "type": "space_visibility_updated", "installationId": "i", "spaceId": "guides"}`, both, http.StatusNoContent},
	} {
		require.Equal(t, test.want, b.send(test.method, test.body, test.header...), what)
	}
	require.Empty(t, b.server.Calls.All())
	require.NotContains(t, b.log.String(), "canary", "nothing of what was delivered")
	require.Equal(t, http.StatusNoContent, b.send("POST", event+strings.Repeat(" ", maxEvent-len(event)), both...))
	require.NotEmpty(t, b.server.Calls.All(), "it is not too large")
}

func TestFailedDeliverySucceedsAgainLater(t *testing.T) {
	t.Parallel()
	for operation, fault := range map[string]publishingtest.Fault{
		createToken:                      publishingtest.Status(http.StatusServiceUnavailable),
		"ChangeRequests.List":            publishingtest.HangUp(),
		"ChangeRequests.Comments.List":   publishingtest.Status(http.StatusForbidden),
		"ChangeRequests.Comments.Create": publishingtest.Reset().AfterCommit(),
	} {
		b := newBench(t)
		ids := []string{b.open(), b.open(), b.open()}
		event := b.change()
		b.server.Faults.Add(operation, 1, fault)
		require.Equal(t, http.StatusBadGateway, b.deliver(event), operation)
		require.Contains(t, b.log.String(), "level=ERROR", operation)
		require.Equal(t, http.StatusNoContent, b.deliver(event), operation)
		require.Equal(t, []int{1, 1, 1}, b.comments(ids...), operation)
	}
}

func TestOneFailureLeavesTheOtherChangeRequestsTheirComment(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ids := []string{b.open(), b.open(), b.open()}
	event := b.change()
	b.server.Faults.Add("ChangeRequests.Comments.Create", 1, publishingtest.Status(http.StatusForbidden).WhenParam("changeRequestId", ids[1]))
	b.server.Faults.Add("ChangeRequests.Comments.List", 1, publishingtest.Status(http.StatusNotFound).WhenParam("changeRequestId", ids[0]))
	require.Equal(t, http.StatusBadGateway, b.deliver(event))
	require.Equal(t, []int{0, 0, 1}, b.comments(ids...))
	require.Contains(t, b.log.String(), "change request "+ids[1])
	require.NotContains(t, b.log.String(), "change request "+ids[0], "it seems to be deleted, which is no failure")
	require.Regexp(t, "level=WARN msg=\"the change request does not exist.* id="+ids[0], b.log.String())
}

func TestEventForWhatIsGoneNeedsNoFurtherDelivery(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.open()
	event := b.change()
	require.Equal(t, http.StatusNoContent, b.deliver(strings.ReplaceAll(event, spaceID, "elsewhere")))
	require.Contains(t, b.log.String(), "does not exist any more")
	_, err := b.server.Client().Integrations.Installations.Delete(t.Context(), name, b.installation)
	require.NoError(t, err)
	require.Equal(t, http.StatusNoContent, b.deliver(event))
	require.Equal(t, 2, strings.Count(b.log.String(), "does not exist any more"))
	require.Zero(t, b.server.Calls.Count("ChangeRequests.Comments.Create"))
}

func TestTokenIsRenewedBetweenDeliveries(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	first := b.open()
	require.Equal(t, http.StatusNoContent, b.deliver(b.change()))
	require.Equal(t, 1, b.server.Calls.Count(createToken))
	b.server.Advance(24 * time.Hour)
	second := b.open()
	require.Equal(t, http.StatusNoContent, b.deliver(b.change()))
	require.Equal(t, 2, b.server.Calls.Count(createToken))
	require.Equal(t, []int{1, 1}, b.comments(first, second))
}

func TestDeliveriesAtTheSameTimeLeadToOneComment(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ids := []string{b.open(), b.open(), b.open()}
	event := b.change()
	statuses := make([]int, 32)
	var deliveries sync.WaitGroup
	for i := range statuses {
		deliveries.Go(func() { statuses[i] = b.deliver(event) })
	}
	deliveries.Wait()
	for _, status := range statuses {
		require.Equal(t, http.StatusNoContent, status)
	}
	require.Equal(t, []int{1, 1, 1}, b.comments(ids...))
	require.Equal(t, 3, b.server.Calls.Count("ChangeRequests.Comments.Create"))
	require.Equal(t, 1, b.server.Calls.Count(createToken))
}

func TestClientsAreThoseOfTheLatestInstallations(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	c := newClients(server.URL(), server.Client(), name)
	clientOf := func(i int) *publishing.Client {
		client, err := c.of(fmt.Sprintf("installation-%d", i))
		require.NoError(t, err)
		return client
	}
	first, second := clientOf(0), clientOf(1)
	for i := 2; i < maxClients; i++ {
		clientOf(i)
	}
	require.Same(t, first, clientOf(0), "it is now the latest")
	clientOf(maxClients)
	require.Len(t, c.recent, maxClients)
	require.Same(t, first, clientOf(0))
	require.NotSame(t, second, clientOf(1))
	require.Empty(t, server.Calls.All(), "tokens are created when they are needed")
	c.baseURL = "nowhere"
	_, err := c.of("another")
	require.Error(t, err)
}

func TestWaitForALockEndsWithTheContext(t *testing.T) {
	t.Parallel()
	var l locks
	unlock, err := l.lock(t.Context(), "a")
	require.NoError(t, err)
	other, err := l.lock(t.Context(), "b")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = l.lock(ctx, "a")
	require.ErrorIs(t, err, context.Canceled)
	unlock()
	unlock, err = l.lock(t.Context(), "a")
	require.NoError(t, err)
	unlock()
	other()
	require.Empty(t, l.byName)
}

// setEnv sets the environment of the program, except for the secret.
func setEnv(t *testing.T, baseURL, token string) {
	t.Helper()
	t.Setenv(publishing.EnvBaseURL, baseURL)
	t.Setenv(publishing.EnvToken, token)
	t.Setenv(service.EnvOrganization, "")
}

const demonstrated = `published acme-outdated, version 1, and installed it on space_1
delivered event_6, space_content_updated: 204 No Content
delivered event_6, space_content_updated: 204 No Content
comments on "Say who sees a site":
  Grace Hopper: Much clearer. Please name the share links too.
  Caller: The main content has changed. Please update this change request from it before you merge. ` + "`outdated since revision_5`\n"

func TestIntegrationRunsOnTheInMemoryServer(t *testing.T) {
	setEnv(t, "", "")
	t.Setenv(envSecret, "")
	var out, notes strings.Builder
	require.NoError(t, run(t.Context(), nil, &out, &notes))
	require.Equal(t, demonstrated, out.String())
	require.True(t, strings.HasPrefix(notes.String(), "Using the in-memory server.\n"))
	require.Contains(t, notes.String(), "msg=commented space=space_1")
}

func TestIntegrationServesEventsUntilItIsInterrupted(t *testing.T) {
	setEnv(t, "", "")
	t.Setenv(envSecret, secret)
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	out, printed := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- run(ctx, []string{"-serve"}, printed, io.Discard) }()
	requireServes(t, bufio.NewReader(out), demonstrated)
	interrupt()
	require.NoError(t, <-ended)
}

// requireServes requires the program to print a text, and then the address at which it serves.
func requireServes(t *testing.T, printed *bufio.Reader, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		got, err := printed.ReadString('\n')
		require.NoError(t, err)
		require.Equal(t, line, got)
	}
	address, err := printed.ReadString('\n')
	require.NoError(t, err)
	status, err := deliver(t.Context(), strings.TrimSpace(address), secret, &integrations.EventPayload{Raw: []byte(`{"type": "task"}`)})
	require.NoError(t, err)
	require.Equal(t, "204 No Content", status)
	_, err = deliver(t.Context(), strings.TrimSpace(address), "another", &integrations.EventPayload{ID: "e", Raw: []byte(`{"type": "task"}`)})
	require.EqualError(t, err, "deliver e: 401 Unauthorized")
}

func TestIntegrationServesEventsOfAnotherService(t *testing.T) {
	server := publishingtest.NewServer(t)
	server.Integrations.Add(server.Orgs.Add(orgs.Organization{}).ID, integrations.Integration{Name: name})
	setEnv(t, server.URL(), server.TokenForIntegration(name))
	t.Setenv(envSecret, secret)
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	out, printed := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- run(ctx, []string{"-name", name}, printed, io.Discard) }()
	requireServes(t, bufio.NewReader(out), "")
	interrupt()
	require.NoError(t, <-ended)

	require.ErrorIs(t, run(t.Context(), []string{"-name", "another"}, io.Discard, io.Discard), publishing.ErrNotFound)
	t.Setenv(publishing.EnvToken, server.TokenFor(server.Caller().ID))
	err := run(t.Context(), []string{"-name", name}, io.Discard, io.Discard)
	require.True(t, errors.Is(err, publishing.ErrForbidden) || errors.Is(err, publishing.ErrNotFound), "the token of a user: %v", err)
	require.ErrorContains(t, run(t.Context(), nil, io.Discard, io.Discard), "want no arguments, and the name of an integration\nusage: integration")
}

func TestIntegrationNeedsASecretAndKnownArguments(t *testing.T) {
	setEnv(t, "", "")
	t.Setenv(envSecret, "short")
	require.EqualError(t, run(t.Context(), nil, io.Discard, io.Discard), "want at least 16 characters in INTEGRATION_SECRET")
	t.Setenv(envSecret, "")
	require.EqualError(t, run(t.Context(), []string{"-serve"}, io.Discard, io.Discard), "want at least 16 characters in INTEGRATION_SECRET")
	for _, args := range [][]string{{"-x"}, {"more"}} {
		require.ErrorContains(t, run(t.Context(), args, io.Discard, io.Discard), "usage: integration [flags]", args)
	}
	var out strings.Builder
	require.NoError(t, run(t.Context(), []string{"-h"}, &out, io.Discard))
	require.Contains(t, out.String(), "usage: integration [flags]\n  -addr 127.0.0.1:0 (")
	require.ErrorContains(t, run(t.Context(), []string{"-addr", "nowhere:x"}, io.Discard, io.Discard), "listen")
}

func TestWhatTheServiceSendsDoesNotControlTheTerminal(t *testing.T) {
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	proxytest.Change(t, server, demo.Organization, proxytest.Control)
	t.Setenv(envSecret, "a secret of 20 bytes")
	proxytest.RequirePrintableOutput(t, []string{"-name", "none"})
}
