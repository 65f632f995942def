package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	"gopkg.in/dnaeon/go-vcr.v4/pkg/cassette"
	"gopkg.in/dnaeon/go-vcr.v4/pkg/recorder"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/examples/internal/proxytest"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
)

var record = flag.Bool("record", false, "record the files in testdata again")

func TestMain(m *testing.M) {
	proxytest.RunMain(main)
	flag.Parse()
	if *record {
		text, err := recordOnServer("testdata/report")
		if err == nil {
			err = os.WriteFile("testdata/report.txt", []byte(text), 0o644)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "record:", err)
			os.Exit(1)
		}
	}
	goleak.VerifyTestMain(m)
}

// recordOnServer records a report on the in-memory server, and returns the report.
func recordOnServer(name string) (string, error) {
	server, err := publishingtest.Start(publishingtest.WithClock(sameTime)) // the same times in each recording
	if err != nil {
		return "", err
	}
	defer server.Close()
	demo := server.SeedDemo()
	server.Faults.Add("Spaces.List", 1, publishingtest.Status(http.StatusServiceUnavailable)) // the client retries it

	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	recorder, err := newRecorder(name, transport)
	if err != nil {
		return "", err
	}
	client := server.Client(publishing.WithHTTPClient(&http.Client{Transport: recorder}))
	var out strings.Builder
	err = report(context.Background(), &out, client, demo.Organization)
	return out.String(), errors.Join(err, recorder.Stop()) // Stop writes the cassette
}

func TestReportIsAsRecorded(t *testing.T) {
	t.Parallel()
	want, err := os.ReadFile("testdata/report.txt")
	require.NoError(t, err)
	synctest.Test(t, func(t *testing.T) { // the waits before retries take no time
		replayer, err := newReplayer("testdata/report")
		require.NoError(t, err)
		client, err := publishing.NewClient("https://api.example.com", publishing.WithToken("none"),
			publishing.WithHTTPClient(&http.Client{Transport: replayer}))
		require.NoError(t, err)

		var out strings.Builder
		require.NoError(t, report(t.Context(), &out, client, "org_1"))

		require.NoError(t, replayer.Stop(), "each recorded request was sent")
		require.Equal(t, string(want), out.String())
	})
}

// transportOf returns a transport that the test closes.
func transportOf(t *testing.T) http.RoundTripper {
	t.Helper()
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return transport
}

func contentOf(t *testing.T, file string) string {
	t.Helper()
	content, err := os.ReadFile(file)
	require.NoError(t, err)
	return string(content)
}

func TestSecondRecordingIsTheSame(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "report")
	report, err := recordOnServer(name)
	require.NoError(t, err)
	require.Equal(t, contentOf(t, "testdata/report.yaml"), contentOf(t, name+".yaml"), "run go test -record, and commit the files")
	require.Equal(t, contentOf(t, "testdata/report.txt"), report)
	require.NotContains(t, contentOf(t, name+".yaml"), "127.0.0.1", "the address of the server differs in each run")
}

func TestCassetteContainsEachAttempt(t *testing.T) {
	t.Parallel()
	recorded, err := cassette.Load("testdata/report")
	require.NoError(t, err)
	var attempts []int
	for _, i := range recorded.Interactions {
		if strings.HasSuffix(i.Request.URL, "/spaces?limit=1") {
			attempts = append(attempts, i.Response.Code)
		}
	}
	require.Equal(t, []int{http.StatusServiceUnavailable, http.StatusOK}, attempts)
}

// recording returns a client that records its calls, and the cassette that Stop writes, without the
// end of its name.
func recording(t *testing.T, baseURL string, auth publishing.Option) (*publishing.Client, *recorder.Recorder, string) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "session")
	tape, err := newRecorder(name, transportOf(t))
	require.NoError(t, err)
	client, err := publishing.NewClient(baseURL, auth, publishing.WithHTTPClient(&http.Client{Transport: tape}))
	require.NoError(t, err)
	return client, tape, name
}

// replaying returns a client of a cassette.
func replaying(t *testing.T, name string) (*publishing.Client, interface{ Stop() error }) {
	t.Helper()
	replayer, err := newReplayer(name)
	require.NoError(t, err)
	client, err := publishing.NewClient(origin, publishing.WithoutAuth(), publishing.WithHTTPClient(&http.Client{Transport: replayer}))
	require.NoError(t, err)
	return client, replayer
}

func TestRequestThatWasNotRecordedIsAnError(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client, replayer := replaying(t, "testdata/report")
		_, err := client.Sites.Get(t.Context(), "org_1", "site_1", sites.GetOptions{})
		require.ErrorIs(t, err, cassette.ErrInteractionNotFound)
		require.ErrorContains(t, err, "GET /v1/orgs/org_1/sites/site_1")
		require.ErrorContains(t, replayer.Stop(), "interaction 0 was not replayed: GET "+origin+"/v1/orgs/org_1/sites")
	})
}

func TestResponseIsReplayedOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client, _ := replaying(t, "testdata/report")
		_, err := client.Sites.List(t.Context(), "org_1", sites.ListOptions{})
		require.NoError(t, err)
		_, err = client.Sites.List(t.Context(), "org_1", sites.ListOptions{})
		require.ErrorIs(t, err, cassette.ErrInteractionNotFound)
	})
}

// recorded records what a client does on an organization of the in-memory server, which prepare
// fills, and returns the name of the cassette.
func recorded(t *testing.T, prepare func(server *publishingtest.Server, orgID string), use func(client *publishing.Client, orgID string)) string {
	t.Helper()
	server := publishingtest.NewServer(t)
	org := server.Orgs.Add(orgs.Organization{Title: "Acme"})
	prepare(server, org.ID)
	name := filepath.Join(t.TempDir(), "session")
	recorder, err := newRecorder(name, transportOf(t))
	require.NoError(t, err)
	use(server.Client(publishing.WithHTTPClient(&http.Client{Transport: recorder})), org.ID)
	require.NoError(t, recorder.Stop())
	return name
}

func TestStreamsAreReplayedEventByEvent(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		script []publishingtest.Step
		ends   func(t *testing.T, err error)
	}{
		"announced": {
			[]publishingtest.Step{publishingtest.Bytes(": a heartbeat\r\n\r\nid: 7\r\ndata: {\"type\":\r\ndata: \"answer\"}\r\n\r\n"), publishingtest.Event("done", "")},
			func(t *testing.T, err error) { t.Helper(); require.NoError(t, err) },
		},
		"announced in another way": {
			[]publishingtest.Step{publishingtest.Event("", `{"type":"answer"}`), publishingtest.Event("", "[DONE]")},
			func(t *testing.T, err error) { t.Helper(); require.NoError(t, err) },
		},
		"within an event": {
			[]publishingtest.Step{publishingtest.Event("", `{"type":"answer"}`), publishingtest.Bytes("data: {\"type\"")},
			func(t *testing.T, err error) { t.Helper(); require.ErrorIs(t, err, io.ErrUnexpectedEOF) },
		},
		"an error of the service": {
			[]publishingtest.Step{publishingtest.Event("", `{"type":"answer"}`), publishingtest.Event("error", `{"error":{"code":500,"message":"out of ink"}}`)},
			func(t *testing.T, err error) { t.Helper(); require.ErrorContains(t, err, "out of ink") },
		},
		"not JSON": {
			[]publishingtest.Step{publishingtest.Event("", `{"type":"answer"}`), publishingtest.Event("", "plain text")},
			func(t *testing.T, err error) {
				t.Helper()
				var invalid *publishing.DecodeError
				require.ErrorAs(t, err, &invalid)
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			// ask returns the types of the events, the error and whether the end was announced.
			ask := func(client *publishing.Client) (types []string, done bool, err error) {
				var meta publishing.Meta
				for event, err := range client.Orgs.Ask.Stream(t.Context(), "org_1", orgs.AskQuestion{Question: "How?"}, orgs.AskStreamOptions{}, publishing.WithMeta(&meta)) {
					if err != nil {
						return types, meta.Done, err
					}
					types = append(types, string(event.Type))
				}
				return types, meta.Done, nil
			}
			var types []string
			var done bool
			tape := recorded(t, func(server *publishingtest.Server, _ string) { server.Streams.Script("Orgs.Ask.Stream", c.script...) },
				func(client *publishing.Client, _ string) {
					var err error
					types, done, err = ask(client)
					c.ends(t, err)
				})
			require.Equal(t, []string{"answer"}, types)
			client, replayer := replaying(t, tape)
			again, doneAgain, err := ask(client)
			c.ends(t, err)
			require.Equal(t, types, again)
			require.Equal(t, done, doneAgain)
			require.NoError(t, replayer.Stop())
		})
	}
}

func TestAttemptWithoutACompleteResponseIsNotRecorded(t *testing.T) {
	t.Parallel()
	for _, fault := range []publishingtest.Fault{publishingtest.HangUp(), publishingtest.Truncate(10)} {
		attempts := 0
		tape := recorded(t, func(server *publishingtest.Server, _ string) {
			server.Faults.Add("Sites.List", 1, fault)
		}, func(client *publishing.Client, orgID string) {
			var meta publishing.Meta
			_, err := client.Sites.List(t.Context(), orgID, sites.ListOptions{}, publishing.WithMeta(&meta))
			require.NoError(t, err)
			attempts = meta.Attempts
		})
		require.Equal(t, 2, attempts)
		got, err := cassette.Load(tape)
		require.NoError(t, err)
		require.Len(t, got.Interactions, 1)
		require.Equal(t, http.StatusOK, got.Interactions[0].Response.Code)
	}
}

func TestRedirectToAURLWithAQueryIsNotReplayed(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if req.URL.RawQuery == "" {
			http.Redirect(w, req, req.URL.Path+"?code=canary-code", http.StatusTemporaryRedirect)
			return
		}
		_, _ = io.WriteString(w, `{}`)
	}))
	t.Cleanup(server.Close)
	client, recorder, name := recording(t, server.URL, publishing.WithoutAuth())
	request := publishing.Request{Path: "/v1/redirected"}
	require.NoError(t, client.Do(t.Context(), request, nil))
	require.NoError(t, recorder.Stop())
	require.Contains(t, contentOf(t, name+".yaml"), "/v1/redirected?code=redacted-")
	require.NotContains(t, contentOf(t, name+".yaml"), "canary")
	synctest.Test(t, func(t *testing.T) {
		client, _ := replaying(t, name)
		require.ErrorIs(t, client.Do(t.Context(), request, nil), cassette.ErrInteractionNotFound)
	})
}

func TestProgramReplaysWhatItRecorded(t *testing.T) {
	t.Setenv(publishing.EnvBaseURL, "")
	t.Setenv(publishing.EnvToken, "")
	t.Setenv(service.EnvOrganization, "")
	name := filepath.Join(t.TempDir(), "session")
	var out strings.Builder
	require.NoError(t, run(t.Context(), []string{"-o", name}, &out))
	require.Contains(t, out.String(), "Using the in-memory server.\nAcme Docs: 1 share links\n")
	require.True(t, strings.HasSuffix(out.String(), "Recorded in "+name+".yaml, and the same when replayed.\n"), out.String())
	require.FileExists(t, name+".yaml")
	require.ErrorContains(t, run(t.Context(), []string{"session"}, io.Discard), "usage: record [-o name]")
}

func TestFailedRunWritesItsCassette(t *testing.T) {
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	server.Faults.Add("Orgs.Ask.Stream", 1, publishingtest.Status(http.StatusBadRequest))
	t.Setenv(publishing.EnvBaseURL, server.URL())
	t.Setenv(publishing.EnvToken, server.Token())
	t.Setenv(service.EnvOrganization, demo.Organization)
	name := filepath.Join(t.TempDir(), "session")
	require.ErrorIs(t, run(t.Context(), []string{"-o", name}, io.Discard), publishing.ErrBadRequest)
	require.Contains(t, contentOf(t, name+".yaml"), "400 Bad Request")
}

func TestWhatTheServiceSendsDoesNotControlTheTerminal(t *testing.T) { //nolint:paralleltest // it sets the environment
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	proxytest.Change(t, server, demo.Organization, proxytest.Control)
	proxytest.RequirePrintableOutput(t, []string{"-o", filepath.Join(t.TempDir(), "session")})
}
