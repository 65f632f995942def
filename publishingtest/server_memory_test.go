package publishingtest_test

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/urls"
)

// TestCallsThatChangeNothingLeaveNothingBehind makes the calls of programs that run for a long
// time: those that only read, except for the questions to sites, which are recorded, and those that
// create tokens.
func TestCallsThatChangeNothingLeaveNothingBehind(t *testing.T) {
	t.Parallel()
	var calls []responseCall
	for _, call := range responseCalls() {
		if operationOf(call.op).Reads() && call.op != "Sites.Ask.Stream" || call.op == "Integrations.Installations.Tokens.Create" {
			calls = append(calls, call)
		}
	}
	read := (&responseCall{}).prepare(t) // shared by the calls of all operations
	var reads []responseCall
	for _, call := range sample.OneByOne(sample.Of(calls, func(call responseCall) []string { return []string{call.op} })) {
		if call.reads() {
			reads = append(reads, call)
		} else {
			requireNothingLeft(t, call.prepare(t), call)
		}
	}
	requireNothingLeft(t, read, reads...)
	if t.Failed() { // which of them it was
		for _, call := range reads {
			requireNothingLeft(t, read, call)
		}
	}
}

// requireNothingLeft makes calls several times, and expects the state of the server to be the same
// after each time.
func requireNothingLeft(t *testing.T, w *world, calls ...responseCall) {
	t.Helper()
	var sizes []int
	for range sample.Count(2, 4) {
		for _, call := range calls {
			method, path, body := call.wire(t, w)
			got := w.send(t, method, path, body)
			require.Less(t, got.status, 300, got.body)
		}
		sizes = append(sizes, stateSize(w.Server))
	}
	if len(slices.Compact(slices.Clone(sizes))) > 1 {
		t.Errorf("calls of %s leave something behind: %d", mapped(calls, func(call responseCall) string { return call.op }), sizes)
	}
}

// TestTokensOfManyCallsExpire advances the clock between calls that create tokens.
func TestTokensOfManyCallsExpire(t *testing.T) {
	t.Parallel()
	for name, opts := range map[string][]publishingtest.Option{
		"":        nil,
		"day":     {publishingtest.WithoutRule("urls.published.api-token.day")},
		"form":    {publishingtest.WithoutRule("installation.token.form")},
		"forever": {publishingtest.WithoutRule("installation.token.lifetime")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			start := time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)
			w := newWorld(t, append(opts, publishingtest.WithClock(func() time.Time { return start }))...)
			w.seedAcme()
			w.Sites.Add("acme", sites.Site{ID: "plain", Published: true, Hostname: new("plain.acme.example")}, "papers")
			w.Integrations.Add("acme", integrations.Integration{Name: "bare"})
			w.Integrations.Installations.Add("bare", "acme", integrations.Installation{ID: "bare-on-acme"})
			var first, last [2]string
			size := stateSize(w.Server)
			for range sample.Count(200, 1000) {
				content := w.publishedAt(t, "https://plain.acme.example").APIToken
				created := must(w.client.Integrations.Installations.Tokens.Create(t.Context(), "bare", "bare-on-acme"))(t)
				last = [2]string{content.Reveal(), created.Token.Reveal()}
				if first[0] == "" {
					first = last
				}
				w.Advance(10 * time.Minute)
			}
			require.InDelta(t, size, stateSize(w.Server), 100, "the counters of tokens remain")
			status := func(tokens [2]string) (content, installation int) {
				return w.sendWith(t, tokens[0], "GET", "/v1/orgs/acme/sites/plain", "").status,
					w.sendWith(t, tokens[1], "GET", "/v1/integrations/bare/installations/bare-on-acme", "").status
			}
			content, installation := status(first)
			require.Equal(t, http.StatusUnauthorized, content)
			require.Equal(t, name == "forever", installation == http.StatusOK)
			content, installation = status(last)
			require.Equal(t, http.StatusOK, content)
			require.Equal(t, http.StatusOK, installation)
		})
	}
}

// TestTokensBelongToTheirServer uses tokens of one server on another with the same content.
func TestTokensBelongToTheirServer(t *testing.T) {
	t.Parallel()
	var tokens [2][2]string
	var worlds [2]*world
	for i := range worlds {
		w := newWorld(t)
		worlds[i] = w
		w.seedAcme()
		w.Sites.Add("acme", sites.Site{ID: "plain", Published: true, Hostname: new("plain.acme.example")}, "papers")
		w.Integrations.Add("acme", integrations.Integration{Name: "bare"})
		w.Integrations.Installations.Add("bare", "acme", integrations.Installation{ID: "bare-on-acme"})
		result := must(w.published(t, urls.PublishedLookup{URL: api.NewSecret("https://plain.acme.example")}))(t)
		created := must(w.client.Integrations.Installations.Tokens.Create(t.Context(), "bare", "bare-on-acme"))(t)
		tokens[i] = [2]string{result.Content.APIToken.Reveal(), created.Token.Reveal()}
	}
	for on, w := range worlds {
		for of := range tokens {
			for i, path := range []string{"/v1/orgs/acme/sites/plain", "/v1/integrations/bare/installations/bare-on-acme"} {
				require.Equal(t, on == of, w.sendWith(t, tokens[of][i], "GET", path, "").status == http.StatusOK, path)
			}
		}
	}
}
