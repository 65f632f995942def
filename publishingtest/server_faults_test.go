package publishingtest_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

func (w *world) create(t *testing.T) error {
	t.Helper()
	return errorOf(w.client.Sites.Create(t.Context(), w.org, sites.Create{Title: new("New")}))
}

// TestWriteWithALostResponseTakesEffectOnce loses the response of a call that took effect in each
// possible way, for a write and, as a control, for a safe request.
func TestWriteWithALostResponseTakesEffectOnce(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]publishingtest.Fault{
		"reset":           publishingtest.Reset().AfterCommit(),
		"hang up":         publishingtest.HangUp().AfterCommit(),
		"502":             publishingtest.Status(http.StatusBadGateway).AfterCommit(),
		"no body":         publishingtest.Truncate(0),
		"truncated body":  publishingtest.Truncate(20),
		"negative length": publishingtest.Truncate(-1),
		"500 with a page": publishingtest.Status(http.StatusInternalServerError).Body("text/html", "<h1>Oops</h1>").AfterCommit(),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.Faults.Add("Sites.Create", 1, fault)
			err := w.create(t)
			require.Error(t, err)
			require.True(t, api.MayHaveApplied(err), err)
			require.Equal(t, 1, w.Calls.Count("Sites.Create"))
			require.Equal(t, 1, w.Calls.Commits("Sites.Create"))
			require.Len(t, w.Sites.All(w.org), 1)

			w.Faults.Add("Sites.List", 2, fault)
			require.Len(t, must(w.client.Sites.List(t.Context(), w.org, sites.ListOptions{}))(t).Items, 1)
			require.GreaterOrEqual(t, w.Calls.Count("Sites.List"), 3)
			require.Zero(t, w.Calls.Commits("Sites.List"))
		})
	}
}

// TestFaultBeforeTheCommitDoesNotChangeTheState covers the faults that keep a call from taking
// effect.
func TestFaultBeforeTheCommitDoesNotChangeTheState(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]publishingtest.Fault{
		"reset":   publishingtest.Reset(),
		"hang up": publishingtest.HangUp(),
		"503":     publishingtest.Status(http.StatusServiceUnavailable),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.Faults.Add("Sites.Create", 1, fault)
			require.Error(t, w.create(t))
			require.Equal(t, 1, w.Calls.Count("Sites.Create"))
			require.Zero(t, w.Calls.Commits("Sites.Create"))
			require.Empty(t, w.Sites.All(w.org))
			require.NoError(t, w.create(t))
		})
	}
}

func TestResetIsAReset(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Faults.Add("Sites.Create", 1, publishingtest.Reset())
	require.ErrorIs(t, w.create(t), syscall.ECONNRESET)
	w.Faults.Add("Sites.Create", 1, publishingtest.HangUp())
	require.ErrorIs(t, w.create(t), io.EOF)
	w.Faults.Add("Sites.Create", 1, publishingtest.Truncate(3))
	require.ErrorIs(t, w.create(t), io.ErrUnexpectedEOF)
}

func TestSilenceLastsUntilTheCallerGivesUp(t *testing.T) {
	t.Parallel()
	for commits, fault := range []publishingtest.Fault{publishingtest.Silence(), publishingtest.Silence().AfterCommit()} {
		w := newWorld(t)
		w.Faults.Add("Sites.Create", 1, fault)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() {
			ended <- errorOf(w.client.Sites.Create(ctx, w.org, sites.Create{}))
		}()
		waitFor(func() bool { return w.Calls.Count("Sites.Create") == 1 && w.Calls.Commits("Sites.Create") == commits })
		cancel()
		require.ErrorIs(t, <-ended, context.Canceled)
		require.Equal(t, commits, w.Calls.Commits("Sites.Create"))
	}
}

func TestStatusWithHeaderAndBody(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Faults.Add("Sites.Create", 1, publishingtest.Status(http.StatusTooManyRequests).Header("Retry-After", "3600").Header("X-Hint", "slow down"))
	err := w.create(t)
	failure, ok := errors.AsType[*api.Error](err)
	require.True(t, ok, err)
	require.Equal(t, time.Hour, failure.RetryAfter)
	require.Equal(t, http.StatusTooManyRequests, failure.Code)
	require.Equal(t, "this response was requested by the test", failure.Message)
	require.Equal(t, "application/json", failure.ContentType)

	page := publishingtest.Status(http.StatusBadGateway).Body("text/html; charset=utf-8", "<html>")
	w.Faults.Add("Sites.Create", 1, page)
	failure, ok = errors.AsType[*api.Error](w.create(t))
	require.True(t, ok)
	require.Equal(t, "text/html", failure.ContentType)
	require.Equal(t, "<html>", string(failure.Body))
	require.Empty(t, failure.Message)

	other := page.Header("X-Hint", "other")
	w.Faults.Add("Sites.List", 1, page)
	w.Faults.Add("Sites.Get", 1, other)
	w.lax = true // the bodies are those of the faults
	require.Empty(t, w.send(t, "GET", w.at("/sites"), "").header.Get("X-Hint"), "a modified copy leaves the original unchanged")
	require.Equal(t, "other", w.send(t, "GET", w.at("/sites/x"), "").header.Get("X-Hint"))
}

func TestFaultsComeInOrderAndEnd(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Faults.Add("Sites.List", 1, publishingtest.Pass())
	w.Faults.Add("Sites.List", 2, publishingtest.Status(http.StatusTeapot))
	w.Faults.Add("Sites.List", 1, publishingtest.Status(http.StatusConflict))
	for _, want := range []int{200, 418, 418, 409, 200, 200} {
		require.Equal(t, want, w.send(t, "GET", w.at("/sites"), "").status)
	}
	w.Faults.Add("Sites.List", 1, publishingtest.Status(http.StatusTeapot))
	require.Equal(t, http.StatusOK, w.send(t, "GET", w.at("/openapi"), "").status, "a fault is for its operation alone")
}

func TestCallWithoutATokenUsesNoFault(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Faults.Add("Sites.List", 1, publishingtest.Status(http.StatusTeapot))
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, w.URL()+w.at("/sites"), http.NoBody)
	require.NoError(t, err)
	require.Equal(t, http.StatusUnauthorized, do(t, req).status)
	require.Equal(t, http.StatusTeapot, w.send(t, "GET", w.at("/sites"), "").status)
}

func TestDelayBlocksACallBeforeItTakesEffect(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	open := make(chan struct{})
	w.Faults.Delay("Sites.Create", publishingtest.Until(open))
	ended := make(chan error)
	go func() {
		ended <- errorOf(w.client.Sites.Create(t.Context(), w.org, sites.Create{}))
	}()
	waitFor(func() bool { return w.Calls.Count("Sites.Create") == 1 })
	require.Zero(t, w.Calls.Commits("Sites.Create"))
	require.Empty(t, w.Sites.All(w.org))
	must(w.client.Sites.List(t.Context(), w.org, sites.ListOptions{}))(t, "the others go on")
	open <- struct{}{}
	require.NoError(t, <-ended)
	require.Len(t, w.Sites.All(w.org), 1)

	close(open)
	require.NoError(t, w.create(t), "a closed channel lets everything through")
	w.Faults.Delay("Sites.Create", publishingtest.For(time.Nanosecond))
	require.NoError(t, w.create(t))
	w.Faults.Delay("Sites.Create", nil)
	require.NoError(t, w.create(t))
}

func TestCanceledDelayedCallHasNoEffect(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	left := make(chan struct{})
	w.Faults.Delay("Sites.Create", func(ctx context.Context) {
		publishingtest.For(time.Hour)(ctx)
		close(left)
	})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		ended <- errorOf(w.client.Sites.Create(ctx, w.org, sites.Create{}))
	}()
	waitFor(func() bool { return w.Calls.Count("Sites.Create") == 1 })
	cancel()
	require.ErrorIs(t, <-ended, context.Canceled)
	<-left
	require.Empty(t, w.Sites.All(w.org))
	require.Zero(t, w.Calls.Commits("Sites.Create"))
}

// TestCallThatEndsDuringADelayHasNoResponse is about a server that is closed while a caller, who
// came through another server, still waits. The beginning of a response would look like a success.
func TestCallThatEndsDuringADelayHasNoResponse(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	space := w.Spaces.Add(w.org, spaces.Space{}).ID
	outer := httptest.NewServer(w.Server)
	defer outer.Close()
	client, err := publishing.NewClient(outer.URL, publishing.WithToken(w.Token()), publishing.WithoutRetry())
	require.NoError(t, err)
	w.Faults.Delay("Spaces.Delete", publishingtest.Forever)
	ended := make(chan error)
	go func() {
		ended <- errorOf(client.Spaces.Delete(t.Context(), space))
	}()
	waitFor(func() bool { return w.Calls.Count("Spaces.Delete") == 1 })
	w.Close()
	require.True(t, publishing.MayHaveApplied(<-ended))
}

func TestTruncateAfterTruncatesEveryResponseUntilSwitchedOff(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Faults.TruncateAfter("Sites.List", 10)
	client := w.Client(publishing.WithRetry(publishing.Retry{Attempts: 3, MinWait: time.Nanosecond}))
	require.ErrorIs(t, errorOf(client.Sites.List(t.Context(), w.org, sites.ListOptions{})), io.ErrUnexpectedEOF)
	require.Equal(t, 3, w.Calls.Count("Sites.List"))
	w.Faults.TruncateAfter("Sites.List", 1_000_000)
	must(client.Sites.List(t.Context(), w.org, sites.ListOptions{}))(t, "a shorter response is not truncated")
	w.Faults.TruncateAfter("Sites.List", -1)
	must(client.Sites.List(t.Context(), w.org, sites.ListOptions{}))(t)
}

// TestBodyThatIsNotLongerIsSentWhole truncates responses before, at and after their last byte.
func TestBodyThatIsNotLongerIsSentWhole(t *testing.T) {
	t.Parallel()
	w := newLibrary(t)
	w.client = w.Client(publishing.WithoutRetry())
	w.Streams.Script(opStream, publishingtest.Event("", message("one")), publishingtest.Event("", message("two")))
	streamed := w.send(t, "GET", w.at("/ask/stream?query=x"), "").body
	listed := w.send(t, "GET", w.at("/sites"), "").body
	list := func() error { return errorOf(w.client.Sites.List(t.Context(), w.org, sites.ListOptions{})) }
	stream := func() error {
		w.Streams.Script(opStream, publishingtest.Event("", message("one")), publishingtest.Event("", message("two")))
		got, err := w.stream(t, nothing)
		if err == nil {
			require.Equal(t, []string{"one", "two"}, got)
		}
		return err
	}
	remove := func() error {
		_, err := w.client.Sites.Delete(t.Context(), w.org, "nowhere") // a response without a body
		return err
	}
	for _, call := range []struct {
		op   string
		size int
		call func() error
	}{{"Sites.List", len(listed), list}, {opStream, len(streamed), stream}, {"Sites.Delete", 0, remove}} {
		require.NotEqual(t, call.op == "Sites.Delete", call.size > 0)
		for n := max(call.size-1, 0); n <= call.size+1; n++ {
			check := func(err error) {
				t.Helper()
				if n < call.size {
					require.ErrorIs(t, err, io.ErrUnexpectedEOF, "%s, %d of %d bytes", call.op, n, call.size)
				} else {
					require.NoError(t, err, "%s, %d of %d bytes", call.op, n, call.size)
				}
			}
			w.Faults.Add(call.op, 1, publishingtest.Truncate(n))
			check(call.call())
			w.Faults.TruncateAfter(call.op, n)
			check(call.call())
			w.Faults.TruncateAfter(call.op, -1)
		}
	}
}

func TestRetriedDeleteIsCountedOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.Sites.Add(w.org, sites.Site{}).ID
	w.Faults.Add("Sites.Delete", 1, publishingtest.Reset().AfterCommit())
	require.Equal(t, api.DeletionUnknown, must(w.client.Sites.Delete(t.Context(), w.org, site))(t))
	require.Equal(t, 1, w.Calls.Commits("Sites.Delete"))
	require.Equal(t, 2, w.Calls.Count("Sites.Delete"))
}

func TestStatusOfAFaultIsAResponseStatus(t *testing.T) {
	t.Parallel()
	for status, good := range map[int]bool{-1: false, 0: false, 100: false, 199: false, 200: true, 599: true, 600: false, 999: false} {
		tb := &fakeTB{}
		server := publishingtest.NewServer(tb)
		failures := tb.failuresOf(func() { server.Faults.Add("Sites.Get", 1, publishingtest.Status(status)) })
		tb.cleanups[0]()
		require.Equal(t, good, len(failures) == 0, "%d: %v", status, failures)
	}
}

func TestFaultWithAConditionIsForTheCallsThatMeetIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Sites.Add(w.org, sites.Site{ID: "a b"})
	w.Sites.Add(w.org, sites.Site{ID: "other"})
	w.Faults.Add("Sites.Update", 2, publishingtest.Status(http.StatusTeapot).WhenParam("siteId", "a b"))
	w.Faults.Add("Sites.Update", 1, publishingtest.Status(http.StatusConflict).When(func(call publishingtest.Call) bool {
		return strings.Contains(string(call.Body), "Bad title") && call.Query.Get("trace") == "1" && call.Params["organizationId"] == w.org
	}))
	patch := func(path, title string) int {
		w.lax = true
		return w.send(t, "PATCH", w.at(path), `{"title":"`+title+`"}`).status
	}
	require.Equal(t, http.StatusOK, patch("/sites/other", "Good title"))
	require.Equal(t, http.StatusTeapot, patch("/sites/a%20b?trace=1", "Bad title"), "the first fault that is for the call")
	require.Equal(t, http.StatusConflict, patch("/sites/other?trace=1", "Bad title"))
	require.Equal(t, http.StatusOK, patch("/sites/other?trace=1", "Bad title"), "used up")
	require.Equal(t, http.StatusTeapot, patch("/sites/a%20b", "Good title"))
	require.Equal(t, http.StatusOK, patch("/sites/a%20b", "Good title"))
	require.Equal(t, map[string]string{"organizationId": w.org, "siteId": "a b"}, w.Calls.All("Sites.Update")[1].Params)
}

func TestConditionsOfAFaultMustAllHold(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	yes := func(publishingtest.Call) bool { return true }
	no := func(publishingtest.Call) bool { return false }
	both := publishingtest.Status(http.StatusTeapot).When(yes)
	three := both.When(yes).When(yes).WhenParam("organizationId", w.org).WhenParam("organizationId", w.org).WhenParam("organizationId", w.org)
	rejects := three.When(no)
	accepts := three.When(yes).WhenParam("organizationId", w.org)
	for i, c := range []struct {
		fault publishingtest.Fault
		fails bool
	}{
		{both.WhenParam("organizationId", w.org), true},
		{both.WhenParam("organizationId", "other"), false},
		{both.When(no).WhenParam("organizationId", w.org), false},
		{both.When(no), false},
		{both, true}, // the copies above left it unchanged
		{rejects, false},
		{accepts, true},
	} {
		w.Faults.Add("Sites.List", 1, c.fault)
		got := w.send(t, "GET", w.at("/sites"), "").status
		require.Equal(t, c.fails, got == http.StatusTeapot, "%d", i)
	}
}

// TestCopiesOfAFaultHaveTheirOwnConditions derives two faults from one with spare capacity.
func TestCopiesOfAFaultHaveTheirOwnConditions(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	common := publishingtest.Status(http.StatusTeapot)
	for range 3 {
		common = common.WhenParam("organizationId", w.org)
	}
	first := common.WhenParam("siteId", "first")
	common.WhenParam("siteId", "second")
	w.Faults.Add("Sites.Get", 1, first)
	require.Equal(t, http.StatusNotFound, w.send(t, "GET", w.at("/sites/second"), "").status)
	require.Equal(t, http.StatusTeapot, w.send(t, "GET", w.at("/sites/first"), "").status)
}

// TestConditionRunsForEachAttempt counts the runs for a call that is retried.
func TestConditionRunsForEachAttempt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var runs atomic.Int64
	w.Faults.Add("Sites.List", 2, publishingtest.Status(http.StatusServiceUnavailable).When(func(publishingtest.Call) bool { return runs.Add(1) != 2 }))
	must(w.client.Sites.List(t.Context(), w.org, sites.ListOptions{}))(t, "the second attempt does not meet the condition")
	require.EqualValues(t, 2, runs.Load())
	must(w.client.Sites.List(t.Context(), w.org, sites.ListOptions{}))(t, "the fault is left for one more call, which is retried")
	require.EqualValues(t, 3, runs.Load(), "a fault that is used up has no conditions to run")
	require.Equal(t, 4, w.Calls.Count("Sites.List"))
}

// TestConditionMayUseTheServer calls methods that lock the state, the call log and the faults.
func TestConditionMayUseTheServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Faults.Add("Sites.Create", 1, publishingtest.Reset().AfterCommit().When(func(call publishingtest.Call) bool {
		call.Params["organizationId"] = "changed" // the call has a copy
		w.Faults.Add("Sites.List", 1, publishingtest.Status(http.StatusTeapot))
		_, err := w.client.Sites.Get(t.Context(), w.org, "absent", sites.GetOptions{})
		return len(w.Sites.All(w.org)) == 1 && len(w.Calls.All("Sites.Create")) == 2 && err != nil
	}))
	require.NoError(t, w.create(t))
	require.ErrorIs(t, w.create(t), syscall.ECONNRESET)
	require.Equal(t, w.org, w.Calls.All("Sites.Create")[0].Params["organizationId"])
	require.Equal(t, http.StatusTeapot, w.send(t, "GET", w.at("/sites"), "").status)
}

func TestConcurrentCallsUseUpEachFaultOnce(t *testing.T) {
	t.Parallel()
	const each, callers = 20, 4
	w := newWorld(t)
	w.Faults.Add("Sites.Get", each, publishingtest.Status(http.StatusTeapot).When(func(publishingtest.Call) bool { return true }))
	w.Faults.Add("Sites.Get", each, publishingtest.Status(http.StatusConflict))
	var lock sync.Mutex
	statuses := map[int]int{}
	var all sync.WaitGroup
	for range callers {
		all.Go(func() {
			for range each {
				_, err := w.client.Sites.Get(t.Context(), w.org, "absent", sites.GetOptions{})
				if failure, ok := errors.AsType[*api.Error](err); ok {
					lock.Lock()
					statuses[failure.Status]++
					lock.Unlock()
				}
			}
		})
	}
	all.Wait()
	require.Equal(t, map[int]int{http.StatusTeapot: each, http.StatusConflict: each, http.StatusNotFound: (callers - 2) * each}, statuses)
}

// TestCallsThatMeetAConditionTogetherUseUpAFaultOnce has two calls in the condition of a fault for
// one of them.
func TestCallsThatMeetAConditionTogetherUseUpAFaultOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var entered atomic.Int64
	both := make(chan struct{})
	w.Faults.Add("Sites.Get", 1, publishingtest.Status(http.StatusTeapot).When(func(publishingtest.Call) bool {
		if entered.Add(1) == 2 {
			close(both)
		}
		<-both
		return true
	}))
	failed := make(chan error)
	for range 2 {
		go func() {
			failed <- errorOf(w.client.Sites.Get(t.Context(), w.org, "absent", sites.GetOptions{}))
		}()
	}
	var statuses []int
	for range 2 {
		failure, ok := errors.AsType[*api.Error](<-failed)
		require.True(t, ok)
		statuses = append(statuses, failure.Status)
	}
	require.ElementsMatch(t, []int{http.StatusTeapot, http.StatusNotFound}, statuses)
}

func TestEditJSONChangesTheResponseAndNotTheState(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.lax = true
	site := w.Sites.Add(w.org, sites.Site{Title: "Docs"})
	path := w.at("/sites/" + site.ID)
	w.Faults.Add("Sites.Get", 3, publishingtest.EditJSON(func(body map[string]any) {
		delete(body, "object")
		body["title"], body["visibility"], body["large"] = nil, "by-invitation", json.Number("9007199254740993")
	}).WhenParam("siteId", site.ID))
	require.Equal(t, http.StatusNotFound, w.send(t, "GET", w.at("/sites/nowhere"), "").status)
	got := w.send(t, "GET", path, "")
	require.Equal(t, http.StatusOK, got.status)
	require.NotContains(t, got.body, `"object":"site"`)
	require.Contains(t, got.body, `"title":null`)
	require.Contains(t, got.body, `"large":9007199254740993`)
	require.Equal(t, sites.Visibility("by-invitation"), must(w.Client().Sites.Get(t.Context(), w.org, site.ID, sites.GetOptions{}))(t).Visibility)
	_, err := w.Client(publishing.WithStrictDecoding()).Sites.Get(t.Context(), w.org, site.ID, sites.GetOptions{})
	_, incomplete := errors.AsType[*api.DecodeError](err)
	require.True(t, incomplete, err)
	require.Equal(t, site.Title, w.Sites.All(w.org)[0].Title)
	w.Faults.Add("Sites.Update", 1, publishingtest.EditJSON(func(body map[string]any) { body["title"] = "Old" }))
	updated := w.send(t, "PATCH", path, `{"title":"New"}`)
	require.Equal(t, "Old", updated.object(t)["title"])
	require.Equal(t, "New", w.Sites.All(w.org)[0].Title)
	w.Faults.Add("Sites.Get", 1, publishingtest.EditJSON(func(body map[string]any) { body["f"] = func() {} }))
	require.Contains(t, w.send(t, "GET", path, "").message(t), "EditJSON: json: unsupported type")
	w.Faults.Add("Sites.Get", 1, publishingtest.EditJSON(func(map[string]any) { t.Error("a response without a body is edited") }))
	require.Equal(t, http.StatusNotFound, w.send(t, "GET", w.at("/sites/nowhere"), "").status)
}

func TestEditJSONThatChangesNothingFailsTheTest(t *testing.T) {
	t.Parallel()
	edit := func(map[string]any) {}
	for operation, fault := range map[string]publishingtest.Fault{
		"Sites.Get": publishingtest.EditJSON(nil), "Sites.Delete": publishingtest.EditJSON(edit), "Orgs.Ask.Stream": publishingtest.EditJSON(edit),
	} {
		tb := &fakeTB{}
		server := publishingtest.NewServer(tb)
		failures := tb.failuresOf(func() { server.Faults.Add(operation, 1, fault) })
		require.Len(t, failures, 1, operation)
		require.Contains(t, failures[0], "EditJSON")
		tb.cleanups[0]()
	}
}

func TestFaultForNoCallHasNoEffect(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Faults.Add("Sites.List", 0, publishingtest.Status(http.StatusTeapot))
	require.Equal(t, http.StatusOK, w.send(t, "GET", w.at("/sites"), "").status)
}

// TestZeroFaultFailsTheTest also pins the form of the messages about incorrect use: the line of the
// test, and the method.
func TestZeroFaultFailsTheTest(t *testing.T) {
	t.Parallel()
	tb := &fakeTB{}
	server := publishingtest.NewServer(tb)
	defer tb.cleanups[0]()
	failures := tb.failuresOf(func() { server.Faults.Add("Sites.Get", 1, publishingtest.Fault{}) })
	require.Len(t, failures, 1)
	require.Regexp(t, `^server_faults_test\.go:\d+: publishingtest: Faults.Add: the fault is zero; want Status, Reset, `, failures[0])
}
