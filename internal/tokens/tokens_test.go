package tokens

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/call"
	"github.com/publishing-platform/publishing-go/internal/future"
)

// jwt returns a JSON Web Token with a payload.
func jwt(payload string) string {
	return "e30." + base64.RawURLEncoding.EncodeToString([]byte(payload)) + ".c2lnbmF0dXJl"
}

// creator creates the tokens t1, t2 and so on. A call of create waits until the test lets it go on.
type creator struct {
	calls   atomic.Int32
	proceed chan error // error that the call returns, nil for a token
	token   func(n int32) string
}

func newCreator() *creator {
	return &creator{proceed: make(chan error), token: func(n int32) string { return fmt.Sprintf("t%d", n) }}
}

func (c *creator) create(ctx context.Context) (string, error) {
	n := c.calls.Add(1)
	select {
	case err := <-c.proceed:
		if err != nil {
			return "", err
		}
		return c.token(n), nil
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

// immediate returns a source of the tokens of the function.
func immediate(calls *int, token func(n int) string) func(context.Context) (string, error) {
	return NewSource(func(context.Context) (string, error) {
		*calls++
		return token(*calls), nil
	})
}

// after401 returns the context of a source after the service has rejected a token.
func after401(ctx context.Context, token string) context.Context {
	return context.WithValue(ctx, call.RejectedKey{}, func() string { return token })
}

const many = 64

// together calls the source from many goroutines, and returns what they got.
func together(ctx context.Context, source func(context.Context) (string, error)) (wait func() (tokens []string, errs []error)) {
	tokens, errs := make([]string, many), make([]error, many)
	var all sync.WaitGroup
	for i := range many {
		all.Go(func() { tokens[i], errs[i] = source(ctx) })
	}
	return func() ([]string, []error) { all.Wait(); return tokens, errs }
}

func requireAll(t *testing.T, want string, tokens []string, errs []error) {
	t.Helper()
	for i := range tokens {
		require.NoError(t, errs[i])
		require.Equal(t, want, tokens[i])
	}
}

func TestManyCallersShareOneRenewal(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newCreator()
		source := NewSource(c.create)
		for round, ctx := range []context.Context{t.Context(), after401(t.Context(), "t1"), after401(t.Context(), "t2")} {
			wait := together(ctx, source)
			synctest.Wait()
			require.EqualValues(t, round+1, c.calls.Load())
			c.proceed <- nil
			tokens, errs := wait()
			requireAll(t, fmt.Sprintf("t%d", round+1), tokens, errs)
		}
		tokens, errs := together(after401(t.Context(), "t2"), source)()
		requireAll(t, "t3", tokens, errs)
		require.EqualValues(t, 3, c.calls.Load(), "the rejected token is not the cached one")
	})
}

func TestTokenIsRenewedBeforeItExpires(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		lifetime, keeps time.Duration
	}{
		"an hour":    {time.Hour, 59 * time.Minute},
		"minutes":    {5 * time.Minute, 4*time.Minute + 30*time.Second},
		"seconds":    {10 * time.Second, 9 * time.Second},
		"a second":   {time.Second, 900 * time.Millisecond},
		"many years": {200 * 365 * 24 * time.Hour, 200*365*24*time.Hour - time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				calls := 0
				source := immediate(&calls, func(n int) string {
					return jwt(fmt.Sprintf(`{"exp":%d,"jti":"%d"}`, time.Now().Add(test.lifetime).Unix(), n))
				})
				first, err := source(t.Context())
				require.NoError(t, err)
				time.Sleep(test.keeps - time.Millisecond)
				again, err := source(t.Context())
				require.NoError(t, err)
				require.Equal(t, first, again)
				time.Sleep(time.Millisecond)
				second, err := source(t.Context())
				require.NoError(t, err)
				require.NotEqual(t, first, second)
				require.Equal(t, 2, calls)
			})
		})
	}
}

func TestTokenWithoutAKnownEndIsKeptUntilItIsRejected(t *testing.T) {
	t.Parallel()
	for name, token := range map[string]string{
		"opaque":            "t",
		"dots":              "a.b.c",
		"two parts":         "e30.e30",
		"no exp":            jwt(`{"sub":"x"}`),
		"exp is a text":     jwt(`{"exp":"soon"}`),
		"exp is null":       jwt(`{"exp":null}`),
		"exp is huge":       jwt(`{"exp":1e300}`),
		"exp is negative":   jwt(`{"exp":-5}`),
		"a list":            jwt(`[1]`),
		"not JSON":          jwt(`{`),
		"ended in the past": jwt(`{"exp":946684700}`), // the time of a bubble begins at 946684800
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				calls := 0
				source := immediate(&calls, func(n int) string {
					if n == 1 {
						return token
					}
					return "renewed"
				})
				for range 3 {
					got, err := source(t.Context())
					require.NoError(t, err)
					require.Equal(t, token, got)
					time.Sleep(1000 * time.Hour)
				}
				got, err := source(after401(t.Context(), "another"))
				require.NoError(t, err)
				require.Equal(t, token, got)
				got, err = source(after401(t.Context(), token))
				require.NoError(t, err)
				require.Equal(t, "renewed", got)
				require.Equal(t, 2, calls)
			})
		})
	}
}

func TestPaddedAndFractionalExpiryIsRead(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_000_000, 0)
	for _, token := range []string{
		jwt(`{"exp":1003600}`),
		jwt(`{"exp":1003600.75, "more":[{"exp":5}]}`),
		"e30." + base64.URLEncoding.EncodeToString([]byte(`{"exp":1003600}`)) + ".",
	} {
		expires, renewAt := validity(token, now)
		require.Equal(t, now.Add(time.Hour), expires)
		require.Equal(t, now.Add(time.Hour-time.Minute), renewAt)
	}
}

func TestFailedRenewalIsNotCached(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newCreator()
		source := NewSource(c.create)
		down := errors.New("down")
		wait := together(t.Context(), source)
		synctest.Wait()
		c.proceed <- down
		_, errs := wait()
		for _, err := range errs {
			require.ErrorIs(t, err, down)
		}
		require.EqualValues(t, 1, c.calls.Load(), "the failure is that of all who waited for it")
		wait = together(t.Context(), source)
		synctest.Wait()
		c.proceed <- nil
		tokens, errs := wait()
		requireAll(t, "t2", tokens, errs)

		wait = together(after401(t.Context(), "t2"), source)
		synctest.Wait()
		c.proceed <- down
		_, errs = wait()
		require.ErrorIs(t, errs[0], down)
		token, err := source(t.Context())
		require.NoError(t, err)
		require.Equal(t, "t2", token, "a failure leaves the token as it is")
	})
}

func TestTokenThatCannotBeRenewedIsUsedUntilItExpires(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		down := errors.New("down")
		calls, isDown := 0, true
		source := NewSource(func(context.Context) (string, error) {
			if calls++; calls > 1 && isDown {
				return "", down
			}
			return jwt(fmt.Sprintf(`{"exp":%d}`, time.Now().Add(time.Hour).Unix())), nil
		})
		first, err := source(t.Context())
		require.NoError(t, err)
		time.Sleep(59 * time.Minute)
		for _, step := range []struct {
			wait  time.Duration
			calls int
		}{{0, 2}, {0, 2}, {30*time.Second - 1, 2}, {1, 3}, {15 * time.Second, 4}, {0, 4}} {
			time.Sleep(step.wait)
			token, err := source(t.Context())
			require.NoError(t, err)
			require.Equal(t, first, token)
			require.Equal(t, step.calls, calls)
		}
		_, err = source(after401(t.Context(), first))
		require.ErrorIs(t, err, down, "the service has rejected it")
		time.Sleep(15 * time.Second)
		_, err = source(t.Context())
		require.ErrorIs(t, err, down, "it has expired")
		isDown = false
		token, err := source(t.Context())
		require.NoError(t, err)
		require.NotEqual(t, first, token)
	})
}

func TestNoCallerWaitsLongForARenewalWhileTheTokenIsValid(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newCreator()
		c.token = func(int32) string { return jwt(fmt.Sprintf(`{"exp":%d}`, time.Now().Add(time.Hour).Unix())) }
		source := NewSource(c.create)
		go func() { c.proceed <- nil }()
		first, err := source(t.Context())
		require.NoError(t, err)
		time.Sleep(59 * time.Minute)
		for _, want := range []time.Duration{2 * time.Second, 0} { // the next renewal is later
			began := time.Now()
			tokens, errs := together(t.Context(), source)()
			requireAll(t, first, tokens, errs)
			require.Equal(t, want, time.Since(began))
		}
		synctest.Wait()
		require.EqualValues(t, 2, c.calls.Load(), "the renewal for which nobody waits is canceled")
		time.Sleep(time.Minute)
		wait := together(t.Context(), source)
		time.Sleep(10 * time.Second)
		c.proceed <- nil
		tokens, errs := wait()
		for i := range tokens {
			require.NoError(t, errs[i], "they wait for a token, as the previous one has expired")
			require.NotEqual(t, first, tokens[i])
		}
	})
}

// TestTokenThatExpiresDuringTheWaitIsWaitedFor lets the token expire before the patience ends, as a
// clock that is set can do.
func TestTokenThatExpiresDuringTheWaitIsWaitedFor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newCreator()
		now := time.Now()
		shared := &cache{create: c.create, token: "t0", expires: now.Add(time.Minute), renewAt: now}
		time.AfterFunc(time.Second, func() {
			shared.mu.Lock()
			defer shared.mu.Unlock()
			shared.expires = time.Now()
		})
		time.AfterFunc(10*time.Second, func() { c.proceed <- nil })
		token, err := shared.get(t.Context())
		require.NoError(t, err)
		require.Equal(t, "t1", token)
	})
}

// TestCallerJoinsNoRenewalThatIsOver keeps a caller of the failed renewal from leaving it.
func TestCallerJoinsNoRenewalThatIsOver(t *testing.T) {
	t.Parallel()
	calls := 0
	shared := &cache{create: func(context.Context) (string, error) {
		if calls++; calls == 1 {
			return "", errors.New("down")
		}
		return "t2", nil
	}}
	_, failed, _ := shared.join(t.Context())
	_, err := failed.token.Wait(t.Context())
	require.Error(t, err)
	token, err := shared.get(t.Context())
	require.NoError(t, err)
	require.Equal(t, "t2", token)
	shared.leave(failed)
	require.Equal(t, 2, calls)
}

func TestUnusableTokenIsNotCached(t *testing.T) {
	t.Parallel()
	calls := 0
	source := immediate(&calls, func(n int) string { return []string{"", "", "sek ret", "t4"}[n] })
	for _, want := range []string{"is empty", "has a space"} {
		_, err := source(t.Context())
		require.ErrorContains(t, err, "the token "+want)
		require.NotContains(t, err.Error(), "sek")
	}
	token, err := source(t.Context())
	require.NoError(t, err)
	require.Equal(t, "t4", token)
}

func TestCanceledCallerDoesNotCancelTheRenewalOfOthers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newCreator()
		source := NewSource(c.create)
		first, cancel := context.WithCancel(t.Context())
		gone := make(chan error)
		go func() {
			_, err := source(first)
			gone <- err
		}()
		synctest.Wait() // the first caller has started the renewal
		wait := together(t.Context(), source)
		synctest.Wait()
		cancel()
		require.ErrorIs(t, <-gone, context.Canceled)
		synctest.Wait()
		c.proceed <- nil
		tokens, errs := wait()
		requireAll(t, "t1", tokens, errs)
		require.EqualValues(t, 1, c.calls.Load())
	})
}

func TestCallerWaitsNoLongerThanItsContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newCreator()
		source := NewSource(c.create)
		wait := together(t.Context(), source)
		synctest.Wait()
		start := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := source(ctx)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.Equal(t, time.Second, time.Since(start))
		c.proceed <- nil
		tokens, errs := wait()
		requireAll(t, "t1", tokens, errs)

		_, err = source(ctx)
		require.ErrorIs(t, err, context.DeadlineExceeded, "nothing is returned to a call that is over")
	})
}

func TestRenewalForWhichNobodyWaitsIsCanceled(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newCreator()
		source := NewSource(c.create)
		ctx, cancel := context.WithCancel(t.Context())
		wait := together(ctx, source)
		synctest.Wait()
		cancel()
		_, errs := wait()
		for _, err := range errs {
			require.ErrorIs(t, err, context.Canceled)
		}
		synctest.Wait() // no goroutine is left in create, or the bubble would report a deadlock
		wait = together(t.Context(), source)
		synctest.Wait()
		c.proceed <- nil
		tokens, errs := wait()
		requireAll(t, "t2", tokens, errs)
	})
}

func TestPanicOfARenewalReachesItsCallers(t *testing.T) {
	t.Parallel()
	calls := 0
	source := NewSource(func(context.Context) (string, error) {
		if calls++; calls == 1 {
			panic("broken")
		}
		runtime.Goexit()
		return "", nil
	})
	require.PanicsWithValue(t, "broken", func() { _, _ = source(t.Context()) })
	_, err := source(t.Context())
	require.ErrorIs(t, err, future.ErrExited)
}
