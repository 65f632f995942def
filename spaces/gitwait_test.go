package spaces_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/spaces"
)

// A sight is what a space looks like at one time.
type sight struct {
	revision, git string // ID, and commit with who created it, such as "c export", "" for none
	operation     string // state and time, "" for an older service
}

// watched is a space that looks different at each call of Spaces.Get, and stays as it is last.
type watched struct {
	sights []sight
	at     int
	fails  int // the status of the second operation from the second time on, 0 for none
}

func (w *watched) RoundTrip(req *http.Request) (*http.Response, error) {
	status := http.StatusOK
	var body, requestID string
	switch {
	case req.URL.Path == "/v1/spaces/space_1":
		w.at++
		requestID = fmt.Sprintf("get-%d", w.at)
		now := w.now()
		body = `{"id":"space_1","revision":"` + now.revision + `"}`
		if state, at, newer := strings.Cut(now.operation, " "); newer {
			body = fmt.Sprintf(`{"id":"space_1","revision":%q,"gitSync":{"operation":{"state":%q,"direction":"import","startedAt":%q,"error":"no such ref"}}}`, now.revision, state, at)
		}
	case w.fails != 0 && w.at > 1:
		status, body = w.fails, `{"error":{"code":404,"message":"gone"}}`
	default:
		now := w.now()
		body = `{"id":"` + now.revision + `","pages":[]}`
		if now.git != "" {
			oid, direction, known := strings.Cut(now.git, " ")
			body = fmt.Sprintf(`{"id":%q,"git":{"oid":%q},"pages":[]}`, now.revision, oid)
			if known {
				body = fmt.Sprintf(`{"id":%q,"git":{"oid":%q,"createdByService":%t},"pages":[]}`, now.revision, oid, direction == "export")
			}
		}
	}
	header := http.Header{"Content-Type": {"application/json"}, "X-Request-Id": {requestID}}
	return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader(body)), Request: req}, nil
}

func (w *watched) now() sight { return w.sights[min(w.at, len(w.sights))-1] }

// before is the space before an import or an export.
func before(revision, startedAt string) spaces.Space {
	space := spaces.Space{ID: "space_1", Revision: revision}
	if startedAt != "" {
		at, _ := time.Parse(time.RFC3339, startedAt)
		space.GitSync = &spaces.GitSync{Operation: &spaces.GitOperation{State: spaces.GitOperationStateFailure, StartedAt: at}}
	}
	return space
}

// running is the space during an earlier import or export.
func running(revision, startedAt string) spaces.Space {
	space := before(revision, startedAt)
	space.GitSync.Operation.State = spaces.GitOperationStateRunning
	return space
}

// wait waits for an import, or an export, of a watched space, and returns how long it took.
func (w *watched) wait(t *testing.T, ctx context.Context, export bool, before spaces.Space, wait api.Wait) (got *spaces.Revision, took time.Duration, err error) {
	t.Helper()
	client, err := publishing.NewClient("https://api.example.com", publishing.WithToken("token"), publishing.WithHTTPClient(&http.Client{Transport: w}))
	require.NoError(t, err)
	start := time.Now()
	if export {
		got, err = client.Spaces.Git.WaitExported(ctx, "space_1", before, wait)
	} else {
		got, err = client.Spaces.Git.WaitImported(ctx, "space_1", before, wait)
	}
	return got, time.Since(start), err
}

const (
	earlier = "2026-01-01T00:00:00Z"
	between = "2026-01-01T12:00:00Z"
	later   = "2026-01-02T00:00:00Z"
)

func TestWaitForGitEndsWithTheRevisionOrTheOperation(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		sights []sight
		before spaces.Space
		export bool
		want   string // the revision
		calls  int
	}{
		"an import":                         {sights: []sight{{"r1", "", ""}, {"r1", "", ""}, {"r2", "c", ""}}, before: before("r1", ""), want: "r2", calls: 3},
		"after an edit":                     {sights: []sight{{"r2", "", ""}, {"r3", "c", ""}}, before: before("r1", ""), want: "r3", calls: 2},
		"after an export":                   {sights: []sight{{"r1", "b", ""}, {"r2", "c", ""}}, before: before("r1", ""), want: "r2", calls: 2},
		"an export":                         {sights: []sight{{"r1", "", ""}, {"r1", "c", ""}}, before: before("r1", ""), export: true, want: "r1", calls: 2},
		"an operation":                      {sights: []sight{{"r1", "", "running " + later}, {"r1", "", "paused " + later}, {"r1", "", "success " + later}}, before: before("r1", earlier), want: "r1", calls: 3},
		"the first operation":               {sights: []sight{{"r1", "", ""}, {"r1", "", "success " + later}}, before: before("r1", ""), want: "r1", calls: 2},
		"running, with the revision before": {sights: []sight{{"r2", "c", "running " + later}, {"r2", "c", "success " + later}}, before: before("r1", earlier), export: true, want: "r2", calls: 2},
		"the operation of another time":     {sights: []sight{{"r1", "", "failure " + earlier}, {"r1", "", "success " + later}}, before: before("r1", earlier), want: "r1", calls: 2},
		"an import after an export":         {sights: []sight{{"r2", "b export", ""}, {"r3", "c import", ""}}, before: before("r1", ""), want: "r3", calls: 2},
		"an export after an import":         {sights: []sight{{"r2", "b import", ""}, {"r2", "c export", ""}}, before: before("r1", ""), export: true, want: "r2", calls: 2},
		"an export of an imported revision": {sights: []sight{{"r1", "b import", ""}}, before: before("r1", ""), export: true, want: "r1", calls: 1},
		"an earlier operation that reappears": {
			sights: []sight{{"r1", "", "failure " + earlier}, {"r1", "", "success " + later}}, before: before("r1", between), want: "r1", calls: 2,
		},
		"after an operation that was running": {
			sights: []sight{{"r1", "", "running " + earlier}, {"r2", "b import", "success " + earlier}, {"r3", "c import", "success " + later}},
			before: running("r1", earlier), want: "r3", calls: 3,
		},
		"of an older operation": {sights: []sight{{"r1", "", "failure " + earlier}, {"r2", "c", "failure " + earlier}}, before: before("r1", earlier), want: "r2", calls: 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := &watched{sights: test.sights}
				got, _, err := w.wait(t, t.Context(), test.export, test.before, api.Wait{})
				require.NoError(t, err)
				require.Equal(t, test.want, got.ID)
				require.Equal(t, test.calls, w.at)
			})
		})
	}
}

func TestWaitForGitReportsTheFailureOfTheOperation(t *testing.T) {
	t.Parallel()
	for _, state := range []spaces.GitOperationState{spaces.GitOperationStateFailure, spaces.GitOperationStateTimeout} {
		for _, export := range []bool{false, true} {
			synctest.Test(t, func(t *testing.T) {
				w := &watched{
					sights: []sight{{"r1", "", "running " + later}, {"r1", "", string(state) + " " + later}},
					fails:  http.StatusNotFound, // the content is not needed for the failure
				}
				_, _, err := w.wait(t, t.Context(), export, before("r1", earlier), api.Wait{})
				failed, ok := errors.AsType[*spaces.GitSyncError](err)
				require.True(t, ok, "%v", err)
				require.Equal(t, state, failed.Result.State)
				require.Equal(t, []string{"Spaces.Get", "get-2"}, []string{failed.Operation, failed.RequestID})
				require.EqualError(t, err, fmt.Sprintf(`Spaces.Get: Git synchronization of space "space_1": %q: "no such ref", request id get-2`, state))
			})
		}
	}
}

func TestErrorOfAnOperationShowsNoUserOfARepository(t *testing.T) {
	t.Parallel()
	err := &spaces.GitSyncError{Space: "space_1", Result: spaces.GitOperation{
		State: spaces.GitOperationStateFailure, Error: new("fatal: unable to access 'https://u:c4n4ry@git.example.com/a.git/'"),
	}}
	const text = `Git synchronization of space "space_1": "failure": "fatal: unable to access 'https://[redacted]@git.example.com/a.git/'"`
	require.EqualError(t, err, text)
	require.Equal(t, text, err.LogValue().Group()[0].Value.String())
}

func TestWaitForGitHasALimitAndReportsWhatItSawLast(t *testing.T) {
	t.Parallel()
	for limit, want := range map[time.Duration]time.Duration{0: 15 * time.Minute, time.Minute: time.Minute} {
		synctest.Test(t, func(t *testing.T) {
			w := &watched{sights: []sight{{"r1", "", ""}, {"r2", "", "running " + later}}}
			_, took, err := w.wait(t, t.Context(), false, before("r1", earlier), api.Wait{Limit: limit})
			require.Equal(t, want, took)
			ended, ok := errors.AsType[*spaces.GitWaitError](err)
			require.True(t, ok, "%v", err)
			require.Equal(t, "r2", ended.Current.ID)
			require.Equal(t, spaces.GitOperationStateRunning, ended.Space.GitSync.Operation.State)
			require.ErrorIs(t, err, context.DeadlineExceeded)
			require.Equal(t, []string{"Spaces.Get", fmt.Sprintf("get-%d", w.at)}, []string{ended.Operation, ended.RequestID})
			require.ErrorContains(t, err, `Spaces.Get: wait for Git synchronization of space "space_1", last seen revision "r2" without a commit, `+
				fmt.Sprintf(`operation "running", request id get-%d: `, w.at))
			require.ErrorContains(t, err, fmt.Sprintf("the wait has reached its limit of %v", want))
		})
	}
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		_, took, err := (&watched{sights: []sight{{"r1", "c", ""}}}).wait(t, ctx, false, before("r1", ""), api.Wait{})
		require.Equal(t, 30*time.Second, took)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.ErrorContains(t, err, `last seen revision "r1" of commit "c", request id get-`)
	})
}

func TestWaitForGitEndsWithAFailedRequest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		_, _, err := (&watched{sights: []sight{{"r1", "", ""}}, fails: http.StatusNotFound}).wait(t, t.Context(), false, before("r1", ""), api.Wait{})
		require.ErrorIs(t, err, api.ErrNotFound)
		_, ok := errors.AsType[*spaces.GitWaitError](err)
		require.True(t, ok, "%v", err)
		for field, wait := range map[string]api.Wait{"MinWait": {MinWait: -1}, "MaxWait": {MinWait: 2, MaxWait: 1}, "Limit": {Limit: -1}} {
			_, _, err = (&watched{}).wait(t, t.Context(), false, before("r1", ""), wait)
			invalid, ok := errors.AsType[*api.ValidationError](err)
			require.True(t, ok, "%v", err)
			require.Equal(t, field, invalid.Field)
		}
		_, _, err = (&watched{sights: []sight{{"r2", "c", ""}}}).wait(t, t.Context(), false, spaces.Space{}, api.Wait{})
		invalid, ok := errors.AsType[*api.ValidationError](err)
		require.True(t, ok, "another space: %v", err)
		require.Equal(t, "before", invalid.Field)
	})
}

// repeats responds with the body of the request as the message of an error.
type repeats struct{}

func (repeats) RoundTrip(req *http.Request) (*http.Response, error) {
	sent, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	body := fmt.Sprintf(`{"error":{"code":400,"message":%q}}`, "cannot use "+string(sent))
	return &http.Response{StatusCode: http.StatusBadRequest, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body)), Request: req}, nil
}

func TestErrorsOfTheServiceShowNoTokenOfARepository(t *testing.T) {
	t.Parallel()
	client, err := publishing.NewClient("https://api.example.com", publishing.WithToken("token"), publishing.WithHTTPClient(&http.Client{Transport: repeats{}}))
	require.NoError(t, err)
	for _, token := range []string{"c4n4ry-of-a-repository", "c4n4ry/of a@repository"} {
		for _, user := range []string{"", "oauth2"} {
			repository := spaces.GitRepository{URL: "https://git.example.com/acme/docs.git", User: user, Token: api.NewSecret(token)}
			for _, err := range []error{
				client.Spaces.Git.Import(t.Context(), "space_1", spaces.GitImport{Repository: repository, Ref: "refs/heads/main"}),
				client.Spaces.Git.Export(t.Context(), "space_1", spaces.GitExport{Repository: repository, Ref: "refs/heads/main", CommitMessage: "Publish"}),
			} {
				require.ErrorIs(t, err, api.ErrBadRequest)
				require.ErrorContains(t, err, "cannot use ")
				for _, text := range []string{err.Error(), fmt.Sprintf("%+v %#v", err, err)} {
					require.NotContains(t, text, "c4n4ry")
				}
			}
		}
	}
}
