package publishingtest_test

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

func TestServersShareNoState(t *testing.T) {
	t.Parallel()
	one, other := newWorld(t, publishingtest.WithToken("one")), newWorld(t, publishingtest.WithToken("other"))
	require.Equal(t, one.org, other.org)
	created := must(one.client.Sites.Create(t.Context(), one.org, sites.Create{Title: new("Only here")}))(t)

	require.ErrorIs(t, errorOf(other.client.Sites.Get(t.Context(), other.org, created.ID, sites.GetOptions{})), publishing.ErrNotFound)
	require.Empty(t, other.Sites.All(other.org))
	require.Equal(t, 1, one.Calls.Count("Sites.Create"))
	require.Zero(t, other.Calls.Count("Sites.Create"))
	require.Zero(t, other.Calls.Commits("Sites.Create"))

	stranger := must(publishing.NewClient(other.URL(), publishing.WithToken(one.Token())))(t)
	require.ErrorIs(t, errorOf(stranger.Sites.List(t.Context(), other.org, sites.ListOptions{})), publishing.ErrUnauthorized)

	one.Faults.Add("Sites.List", 1, publishingtest.Status(http.StatusTeapot))
	must(other.client.Sites.List(t.Context(), other.org, sites.ListOptions{}))(t)
}

func TestCloseEndsWaitingCalls(t *testing.T) {
	t.Parallel()
	server := must(publishingtest.Start())(t)
	defer server.Close()
	org := server.Orgs.Add(orgs.Organization{}).ID
	server.Faults.Add("Sites.Get", 1, publishingtest.Silence())
	server.Faults.Delay("Sites.List", publishingtest.Forever)
	server.Streams.Script("Orgs.Ask.Stream", publishingtest.Wait(publishingtest.Forever))
	client := server.Client(publishing.WithoutRetry(), publishing.WithAttemptTimeout(-1), publishing.WithIdleTimeout(-1))

	var waiting sync.WaitGroup
	ended := make(chan error, 3)
	waiting.Go(func() {
		ended <- errorOf(client.Sites.Get(t.Context(), org, "site", sites.GetOptions{}))
	})
	waiting.Go(func() {
		ended <- errorOf(client.Sites.List(t.Context(), org, sites.ListOptions{}))
	})
	waiting.Go(func() {
		for _, err := range client.Orgs.Ask.Stream(t.Context(), org, orgs.AskQuestion{Question: "x"}, orgs.AskStreamOptions{}) {
			ended <- err
		}
	})
	waitFor(func() bool { return len(server.Calls.All()) == 3 })
	server.Close()
	waiting.Wait()
	close(ended)
	count := 0
	for err := range ended {
		require.Error(t, err)
		count++
	}
	require.Equal(t, 3, count)

	server.Close()
	require.Error(t, errorOf(new(net.Dialer).DialContext(t.Context(), "tcp", server.URL()[len("http://"):])))
	recorder := httptest.NewRecorder()
	server.ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/v1/orgs/"+org+"/sites", nil))
	require.Equal(t, http.StatusServiceUnavailable, recorder.Code)
}

func TestInvalidOptionsAreErrors(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		opt  publishingtest.Option
		want string
	}{
		"all interfaces":     {publishingtest.WithAddr(":8080"), "loopback"},
		"another machine":    {publishingtest.WithAddr("192.0.2.1:0"), "loopback"},
		"a name":             {publishingtest.WithAddr("example.com:80"), "loopback"},
		"a name in capitals": {publishingtest.WithAddr("LOCALHOST:0"), "loopback"},
		"no port":            {publishingtest.WithAddr("127.0.0.1"), "127.0.0.1:0"},
		"no token":           {publishingtest.WithToken(""), "WithToken"},
		"no clock":           {publishingtest.WithClock(nil), "WithClock"},
		"no page":            {publishingtest.WithPageSize(0), "WithPageSize"},
		"huge page":          {publishingtest.WithPageSize(1001), "WithPageSize"},
		"no page at most":    {publishingtest.WithMaxPageSize(0), "WithMaxPageSize"},
		"no calls":           {publishingtest.WithRateLimit(0, time.Second), "WithRateLimit"},
		"no window":          {publishingtest.WithRateLimit(1, 0), "WithRateLimit"},
		"unknown mode":       {publishingtest.WithTextMode("whole"), "WithTextMode"},
		"unknown rule":       {publishingtest.WithoutRule("sites.create.titel.length"), "sites.create.titel.length"},
		"port out of range":  {publishingtest.WithAddr("127.0.0.1:99999"), "99999"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, err := publishingtest.Start(test.opt)
			require.Nil(t, server)
			require.ErrorContains(t, err, "start server: ")
			require.ErrorContains(t, err, test.want)
		})
	}
}

func TestAddressIsChosen(t *testing.T) {
	t.Parallel()
	for _, addr := range []string{"127.0.0.1:0", "localhost:0"} {
		server := must(publishingtest.Start(publishingtest.WithAddr(addr), nil))(t)
		host, _, err := net.SplitHostPort(server.URL()[len("http://"):])
		require.NoError(t, err)
		require.True(t, net.ParseIP(host).IsLoopback())
		server.Close()
	}
}

// memory is a network that calls a handler.
type memory struct{ http.Handler }

func (m memory) RoundTrip(req *http.Request) (*http.Response, error) {
	recorder := httptest.NewRecorder()
	m.ServeHTTP(recorder, req)
	return recorder.Result(), nil
}

func TestServerIsAHandler(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	client := w.Client(publishing.WithHTTPClient(&http.Client{Transport: memory{w}}))
	created := must(client.Sites.Create(t.Context(), w.org, sites.Create{}))(t)
	require.Equal(t, created, must(client.Sites.Get(t.Context(), w.org, created.ID, sites.GetOptions{}))(t))
	var text ask.Text
	for _, event := range collect(t, client.Orgs.Ask.Stream(t.Context(), w.org, orgs.AskQuestion{Question: "anything"}, orgs.AskStreamOptions{})) {
		text.Add(event)
	}
	require.Contains(t, text.String(), "Nothing in the pages")
	w.Faults.Add("Sites.Get", 1, publishingtest.Reset())
	req := httptest.NewRequestWithContext(t.Context(), http.MethodGet, w.at("/sites/x"), nil)
	req.Header.Set("Authorization", "Bearer "+w.Token())
	require.PanicsWithError(t, http.ErrAbortHandler.Error(), func() { w.ServeHTTP(httptest.NewRecorder(), req) })
}

func TestConcurrentCallsAreSafe(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const callers, each = 8, 5
	var all sync.WaitGroup
	failed := make(chan error, callers*each*3)
	for range callers {
		all.Go(func() {
			for range each {
				created, err := w.client.Sites.Create(t.Context(), w.org, sites.Create{Title: new("Site")})
				failed <- err
				if err == nil {
					_, err = w.client.Sites.Update(t.Context(), w.org, created.ID, sites.Update{Title: new("Renamed")})
					failed <- err
				}
				for _, err := range w.client.Sites.All(t.Context(), w.org, sites.ListOptions{Limit: 3}) {
					if err != nil {
						failed <- err
					}
				}
				w.Sites.All(w.org)
			}
		})
	}
	all.Wait()
	close(failed)
	for err := range failed {
		require.NoError(t, err)
	}
	require.Equal(t, callers*each, w.Calls.Commits("Sites.Create"))
	ids := map[string]bool{}
	for _, site := range w.Sites.All(w.org) {
		require.Equal(t, "Renamed", site.Title)
		ids[site.ID] = true
	}
	require.Len(t, ids, callers*each)
}

// fakeTB records the failure of a test.
type fakeTB struct {
	failures []string
	cleanups []func()
}

func (tb *fakeTB) Helper()             {}
func (tb *fakeTB) Cleanup(done func()) { tb.cleanups = append(tb.cleanups, done) }
func (tb *fakeTB) Fatalf(format string, args ...any) {
	tb.failures = append(tb.failures, fmt.Sprintf(format, args...))
}

// failuresOf returns the failures of the test by an incorrect use of a server, which ends with a
// panic because Fatalf returns.
func (tb *fakeTB) failuresOf(use func()) (failures []string) {
	tb.failures = nil
	defer func() {
		failures = tb.failures
		if reason := recover(); reason != nil && len(failures) == 0 {
			panic(reason)
		}
	}()
	use()
	return nil
}

// unencodable is an event that contains invalid JSON.
var unencodable = ask.Event{Answer: &ask.Answer{Answer: &richtext.Content{Document: &richtext.Document{
	Nodes: []richtext.Node{{Data: map[string]api.Raw{"x": api.Raw("{")}}},
}}}}

// mistakes returns incorrect uses of a server.
func mistakes(server *publishingtest.Server) map[string]func() {
	return map[string]func(){
		"unknown operation to fail":     func() { server.Faults.Add("Sites.Gte", 1, publishingtest.Reset()) },
		"unknown operation to delay":    func() { server.Faults.Delay("Sites.Gte", publishingtest.Forever) },
		"unknown operation to truncate": func() { server.Faults.TruncateAfter("Sites.Gte", 1) },
		"unknown stream to delay":       func() { server.Streams.Delay("Sites.Gte", nil) },
		"unknown operation to script":   func() { server.Streams.Script("Sites.Gte") },
		"unknown operation counted":     func() { server.Calls.Count("Sites.Gte") },
		"unknown operation's commits":   func() { server.Calls.Commits("Sites.Gte") },
		"unknown operation's calls":     func() { server.Calls.All("Sites.Gte") },
		"script of no stream":           func() { server.Streams.Script("Sites.Get") },
		"negative number of calls":      func() { server.Faults.Add("Sites.Get", -1, publishingtest.Reset()) },
		"header of a reset":             func() { server.Faults.Add("Sites.Get", 1, publishingtest.Reset().Header("Retry-After", "1")) },
		"body of a truncation":          func() { server.Faults.Add("Sites.Get", 1, publishingtest.Truncate(3).Body("text/plain", "x")) },
		"pass after a commit":           func() { server.Faults.Add("Sites.Get", 1, publishingtest.Pass().AfterCommit()) },
		"fault for no condition":        func() { server.Faults.Add("Sites.Get", 1, publishingtest.Reset().When(nil)) },
		"parameter of another path":     func() { server.Faults.Add("Sites.List", 1, publishingtest.Reset().WhenParam("siteId", "a")) },
		"parameter without a value":     func() { server.Faults.Add("Sites.Get", 1, publishingtest.Reset().WhenParam("siteId", "")) },
		"parameter with two values": func() {
			server.Faults.Add("Sites.Get", 1, publishingtest.Reset().WhenParam("siteId", "a").WhenParam("siteId", "b"))
		},
		"zero step":                  func() { server.Streams.Script(opStream, publishingtest.Step{}) },
		"wait at no gate":            func() { server.Streams.Script(opStream, publishingtest.Wait(nil)) },
		"step after the end":         func() { server.Streams.Script(opStream, publishingtest.Interrupt(), publishingtest.DoneEvent()) },
		"event of another stream":    func() { server.Streams.Script(opStream, publishingtest.QuestionEvent("Why?")) },
		"event that is not encoded":  func() { server.Streams.Script(opStream, publishingtest.AskEvent(unencodable)) },
		"clock set back":             func() { server.Advance(-1) },
		"bad client option":          func() { server.Client(publishing.WithToken("")) },
		"unknown organization":       func() { server.Sites.All("nowhere") },
		"unknown site":               func() { server.Sites.Publish("org", "nowhere") },
		"unknown site's links":       func() { server.Sites.ShareLinks.All("org", "nowhere") },
		"unknown space":              func() { server.Sites.Add("org", sites.Site{}, "nowhere") },
		"unknown specification":      func() { server.Orgs.OpenAPI.Complete("org", "nowhere") },
		"failure without a code":     func() { server.Orgs.OpenAPI.Fail("org", "orders", "") },
		"unknown team":               func() { server.Orgs.Teams.Members.All("org", "nowhere") },
		"unknown space of an invite": func() { server.Orgs.LinkInvites.Add("org", orgs.LinkInvite{Space: &spaces.Space{ID: "nowhere"}}) },
		"unknown translation":        func() { server.Orgs.Translations.Complete("org", "nowhere") },
		"fault of an unknown file":   func() { server.Spaces.Files.AddFault("nowhere", 1, publishingtest.Reset()) },
		"unknown site's sections":    func() { server.Sites.Sections.Add("org", "nowhere", sites.Section{}) },
	}
}

func TestMistakesFailTheTest(t *testing.T) {
	t.Parallel()
	tb := &fakeTB{}
	server := publishingtest.NewServer(tb)
	require.Len(t, tb.cleanups, 1)
	defer tb.cleanups[0]()
	server.Orgs.OpenAPI.Add(server.Orgs.Add(orgs.Organization{ID: "org"}).ID, orgs.OpenAPISpec{Slug: "orders"})
	for name, mistake := range mistakes(server) {
		failures := tb.failuresOf(mistake)
		require.Len(t, failures, 1, name)
		require.Contains(t, failures[0], "publishingtest: ", name)
	}

	tb.failures = nil
	require.Nil(t, publishingtest.NewServer(tb, publishingtest.WithPageSize(-1)))
	require.Len(t, tb.failures, 1)
}

func TestMistakesPanicOutsideOfTests(t *testing.T) {
	t.Parallel()
	server := must(publishingtest.Start())(t)
	defer server.Close()
	server.Orgs.OpenAPI.Add(server.Orgs.Add(orgs.Organization{ID: "org"}).ID, orgs.OpenAPISpec{Slug: "orders"})
	for name, mistake := range mistakes(server) {
		require.Panics(t, mistake, name)
	}
	must(server.Client().Sites.List(t.Context(), "org", sites.ListOptions{}))(t, "a mistake must not leave the server locked")
}

func TestServerUsesTheClockOfTheTest(t *testing.T) {
	t.Parallel()
	now := time.Date(2024, 2, 29, 12, 0, 0, 123456789, time.FixedZone("somewhere", 3600))
	w := newWorld(t, publishingtest.WithClock(func() time.Time { return now }))
	created := must(w.client.Sites.Create(t.Context(), w.org, sites.Create{}))(t)
	require.Equal(t, time.Date(2024, 2, 29, 11, 0, 0, 123000000, time.UTC), created.CreatedAt)
	require.Equal(t, created.CreatedAt, w.Calls.All("Sites.Create")[0].Time)
}
