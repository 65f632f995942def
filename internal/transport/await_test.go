package transport

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
)

// A judgement is the arguments of a judge.
type judgement struct {
	id, requestID string // of the last response, "" for none
	err           error
}

var errJudged = errors.New("judged")

// await waits for the thing with the title "Done". The judge wraps the error that ends the wait.
func await(t *testing.T, ctx context.Context, n *network, wait api.Wait) (*thing, []judgement, error) {
	t.Helper()
	var asked []judgement
	got, err := Await(ctx, newCore(t, n), operation(t, "GET", "/v1/things/{thingId}").Path("t1"), wait, func(last *thing, meta *api.Meta, err error) (bool, error) {
		j := judgement{err: err}
		if last != nil {
			j.id, j.requestID = last.ID, meta.RequestID
		}
		asked = append(asked, j)
		switch {
		case err != nil:
			return true, fmt.Errorf("%w: %w", errJudged, err)
		case last.Title == "No":
			return true, errJudged
		}
		return last.Title == "Done", nil
	}, nil)
	return got, asked, err
}

const (
	thingAtWork = `{"id":"t1","title":"Busy"}`
	thingDone   = `{"id":"t1","title":"Done"}`
)

func TestAwaitCallsUntilTheResponseIsAccepted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		busy := respond(200, thingAtWork)
		n := play(t, busy, busy, busy, busy, busy, busy, respond(200, thingDone))
		got, asked, err := await(t, t.Context(), n, api.Wait{})
		require.NoError(t, err)
		require.Equal(t, &thing{"t1", "Done"}, got)
		require.Len(t, asked, 7)
		require.Equal(t, []time.Duration{time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second, 10 * time.Second, 10 * time.Second}, n.waits())
	})
}

func TestAwaitDoesNotWaitAfterAnAcceptedResponse(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		for body, want := range map[string]error{thingDone: nil, `{"id":"t1","title":"No"}`: errJudged} {
			n := play(t, respond(200, body))
			_, asked, err := await(t, t.Context(), n, api.Wait{})
			require.Equal(t, want, err)
			require.Equal(t, []judgement{{id: "t1"}}, asked)
			require.Len(t, n.attempts(), 1)
		}
		require.Zero(t, time.Since(start))
	})
}

func TestAwaitEndsWithTheContextAndTheLastResponse(t *testing.T) {
	t.Parallel()
	why := errors.New("the build was stopped")
	for name, test := range map[string]struct {
		responses []responder
		id        string
	}{
		"in a wait":        {[]responder{respond(200, thingAtWork)}, "t1"},
		"in a call":        {[]responder{respond(200, thingAtWork), silent()}, "t1"},
		"in the first one": {[]responder{silent()}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeoutCause(t.Context(), 2500*time.Millisecond, why)
				defer cancel()
				start := time.Now()
				got, asked, err := await(t, ctx, play(t, test.responses...), api.Wait{})
				require.Nil(t, got)
				require.ErrorIs(t, err, errJudged)
				require.ErrorIs(t, err, context.DeadlineExceeded)
				require.ErrorIs(t, err, why)
				require.False(t, api.MayHaveApplied(err))
				require.Equal(t, test.id, asked[len(asked)-1].id)
				require.Equal(t, 2500*time.Millisecond, time.Since(start))
			})
		})
	}
}

func TestAwaitEndsWithACallThatFails(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		n := play(t, respond(200, thingAtWork, "X-Request-Id", "r1"), respond(503, ""), respond(200, thingAtWork, "X-Request-Id", "r3"), respond(404, "", "X-Request-Id", "r4"))
		_, asked, err := await(t, t.Context(), n, api.Wait{})
		require.ErrorIs(t, err, api.ErrNotFound)
		require.Len(t, n.attempts(), 4, "a failure that passes is the retries' affair")
		require.Len(t, asked, 3)
		require.Equal(t, []string{"t1", "r3"}, []string{asked[2].id, asked[2].requestID}, "of the last response, not of the error")
		require.ErrorIs(t, asked[2].err, api.ErrNotFound)
	})
}

func TestWaitIsBounded(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ wait, want api.Wait }{
		{api.Wait{}, api.Wait{MinWait: time.Second, MaxWait: 10 * time.Second}},
		{api.Wait{MinWait: time.Minute}, api.Wait{MinWait: time.Minute, MaxWait: time.Minute}},
		{api.Wait{MinWait: time.Millisecond}, api.Wait{MinWait: time.Millisecond, MaxWait: 10 * time.Second}},
		{api.Wait{MaxWait: time.Minute}, api.Wait{MinWait: time.Second, MaxWait: time.Minute}},
		{api.Wait{MaxWait: time.Millisecond}, api.Wait{MinWait: time.Millisecond, MaxWait: time.Millisecond}},
		{api.Wait{MinWait: time.Minute, MaxWait: time.Hour}, api.Wait{MinWait: time.Minute, MaxWait: time.Hour}},
	} {
		got, err := withDefaults("A.Get", test.wait)
		require.NoError(t, err)
		require.Equal(t, test.want, got)
	}
	require.Equal(t, time.Duration(1<<62), longer(1<<62, 1<<62), "twice as long would be negative")
	for field, wait := range map[string]api.Wait{"MinWait": {MinWait: -1}, "Limit": {Limit: -1}, "MaxWait": {MinWait: time.Second, MaxWait: time.Millisecond}} {
		n := play(t, respond(200, thingDone))
		_, asked, err := await(t, t.Context(), n, wait)
		require.Equal(t, field, as[*api.ValidationError](t, err).Field)
		require.Empty(t, asked)
		require.Empty(t, n.attempts())
	}
	meta := api.Meta{Operation: "of an earlier call", Status: 200}
	read := operation(t, "GET", "/v1/things").Path()
	_, err := Await[thing](t.Context(), newCore(t, play(t)), read, api.Wait{MaxWait: -1}, nil, []api.CallOption{api.WithMeta(&meta)})
	as[*api.ValidationError](t, err)
	require.Equal(t, api.Meta{Operation: "Things.GET", Duration: meta.Duration}, meta)
	_, err = withDefaults("A.Get", api.Wait{MaxWait: -1})
	require.EqualError(t, err, `A.Get: MaxWait: want 0 or more, got "-1ns"`)
}

func TestAwaitBothCallsTwoOperationsUntilBothAreAccepted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		n := play(t, respond(200, thingAtWork, "X-Request-Id", "r1"), respond(200, `{"id":"t2","title":"A","parts":[]}`), respond(200, thingDone, "X-Request-Id", "r3"), respond(200, `{"id":"t2","title":"B","parts":[]}`))
		var seen []string
		get := operation(t, "GET", "/v1/things/{thingId}")
		got, err := AwaitBoth(t.Context(), newCore(t, n), get.Path("t1"), get.Path("t2"), api.Wait{}, func(first, second *thing, meta *api.Meta, err error) (bool, error) {
			seen = append(seen, first.Title+second.Title+meta.RequestID)
			return first.Title == "Done", err
		}, nil)
		require.NoError(t, err)
		require.Equal(t, &thing{"t2", "B"}, got)
		require.Equal(t, []string{"BusyAr1", "DoneBr3"}, seen)
	})
}

func TestAwaitBothEndsWithItsLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		busy := respond(200, thingAtWork)
		second := respond(200, `{"id":"t2","title":"A","parts":[]}`)
		n := play(t, busy, second, busy, second)
		get := operation(t, "GET", "/v1/things/{thingId}")
		_, err := AwaitBoth(t.Context(), newCore(t, n), get.Path("t1"), get.Path("t2"), api.Wait{Limit: 2 * time.Second}, func(_, _ *thing, _ *api.Meta, err error) (bool, error) { return false, err }, nil)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.ErrorContains(t, err, "the wait has reached its limit of 2s")
		require.Equal(t, 2*time.Second, time.Since(start))
	})
}
