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
	id  string // of the last response, "" for none
	err error
}

var errJudged = errors.New("judged")

// await waits for the thing with the title "Done". The judge wraps the error that ends the wait.
func await(t *testing.T, ctx context.Context, n *network, pace Pace) (*thing, []judgement, error) {
	t.Helper()
	var asked []judgement
	got, err := Await(ctx, newCore(t, n), operation(t, "GET", "/v1/things/{thingId}").Path("t1"), pace, func(last *thing, err error) (bool, error) {
		j := judgement{err: err}
		if last != nil {
			j.id = last.ID
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
		got, asked, err := await(t, t.Context(), n, Pace{})
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
			_, asked, err := await(t, t.Context(), n, Pace{})
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
				got, asked, err := await(t, ctx, play(t, test.responses...), Pace{})
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
		n := play(t, respond(200, thingAtWork), respond(503, ""), respond(200, thingAtWork), respond(404, ""))
		_, asked, err := await(t, t.Context(), n, Pace{})
		require.ErrorIs(t, err, api.ErrNotFound)
		require.Len(t, n.attempts(), 4, "a failure that passes is the retries' affair")
		require.Len(t, asked, 3)
		require.Equal(t, "t1", asked[2].id)
		require.ErrorIs(t, asked[2].err, api.ErrNotFound)
	})
}

func TestPaceIsBounded(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ pace, want Pace }{
		{Pace{}, Pace{time.Second, 10 * time.Second}},
		{Pace{MinWait: time.Minute}, Pace{time.Minute, time.Minute}},
		{Pace{MinWait: time.Millisecond}, Pace{time.Millisecond, 10 * time.Second}},
		{Pace{MaxWait: time.Minute}, Pace{time.Second, time.Minute}},
		{Pace{MaxWait: time.Millisecond}, Pace{time.Millisecond, time.Millisecond}},
		{Pace{time.Minute, time.Hour}, Pace{time.Minute, time.Hour}},
	} {
		got, err := test.pace.withDefaults("A.Get")
		require.NoError(t, err)
		require.Equal(t, test.want, got)
	}
	require.Equal(t, time.Duration(1<<62), Pace{MaxWait: 1 << 62}.after(1<<62), "twice as long would be negative")
	for field, pace := range map[string]Pace{"MinWait": {MinWait: -1}, "MaxWait": {MinWait: time.Second, MaxWait: time.Millisecond}} {
		n := play(t, respond(200, thingDone))
		_, asked, err := await(t, t.Context(), n, pace)
		require.Equal(t, field, as[*api.ValidationError](t, err).Field)
		require.Empty(t, asked)
		require.Empty(t, n.attempts())
	}
	meta := api.Meta{Operation: "of an earlier call", Status: 200}
	read := operation(t, "GET", "/v1/things").Path()
	_, err := Await[thing](t.Context(), newCore(t, play(t)), read, Pace{MaxWait: -1}, nil, []api.CallOption{api.WithMeta(&meta)})
	as[*api.ValidationError](t, err)
	require.Equal(t, api.Meta{Operation: "Things.GET", Duration: meta.Duration}, meta)
	_, err = Pace{MaxWait: -1}.withDefaults("A.Get")
	require.EqualError(t, err, `A.Get: MaxWait: want 0 or more, got "-1ns"`)
}

func TestAwaitBothCallsTwoOperationsUntilBothAreAccepted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		n := play(t, respond(200, thingAtWork), respond(200, `{"id":"t2","title":"A","parts":[]}`), respond(200, thingDone), respond(200, `{"id":"t2","title":"B","parts":[]}`))
		var seen []string
		get := operation(t, "GET", "/v1/things/{thingId}")
		got, err := AwaitBoth(t.Context(), newCore(t, n), get.Path("t1"), get.Path("t2"), Limited{}, func(first, second *thing, err error) (bool, error) {
			seen = append(seen, first.Title+second.Title)
			return first.Title == "Done", err
		}, nil)
		require.NoError(t, err)
		require.Equal(t, &thing{"t2", "B"}, got)
		require.Equal(t, []string{"BusyA", "DoneB"}, seen)
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
		_, err := AwaitBoth(t.Context(), newCore(t, n), get.Path("t1"), get.Path("t2"), Limited{Limit: 2 * time.Second}, func(_, _ *thing, err error) (bool, error) { return false, err }, nil)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.ErrorContains(t, err, "the wait has reached its limit of 2s")
		require.Equal(t, 2*time.Second, time.Since(start))
	})
}
