package fault_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/fault"
)

// TestTokenSourceThatIgnoresItsContextBlocksNoCall uses a token source that returns only after the
// call, or an attempt of it, has ended. Nothing is sent then.
func TestTokenSourceThatIgnoresItsContextBlocksNoCall(t *testing.T) {
	t.Parallel()
	fault.Certificate() // its goroutines must not belong to the bubble
	trusted()
	const limit = time.Second
	none := func(ctx context.Context) (context.Context, context.CancelFunc) { return ctx, func() {} }
	for name, test := range map[string]struct {
		opts     []api.CallOption
		ctx      func(context.Context) (context.Context, context.CancelFunc)
		attempts int // maximum
		is       error
	}{
		"WithTimeout": {[]api.CallOption{api.WithTimeout(limit)}, none, 1, context.DeadlineExceeded},
		"deadline": {nil, func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, limit)
		}, 1, context.DeadlineExceeded},
		"cancel": {nil, func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(ctx)
			time.AfterFunc(limit, cancel)
			return ctx, cancel
		}, 1, context.Canceled},
		"attempt timeout":              {[]api.CallOption{api.WithAttemptTimeout(limit)}, none, 3, context.DeadlineExceeded},
		"attempt timeout, one attempt": {[]api.CallOption{api.WithAttemptTimeout(limit), api.WithoutRetry()}, none, 1, context.DeadlineExceeded},
	} {
		for protocol, config := range protocols {
			for _, transport := range transports {
				t.Run(fmt.Sprintf("%s, %s, %s", name, protocol, transport), func(t *testing.T) {
					t.Parallel()
					for i := range requestClasses {
						class := &requestClasses[i]
						synctest.Test(t, func(t *testing.T) {
							memory := fault.NewMemory()
							s := fault.ServeOn(memory, config)
							defer s.Close()
							release := make(chan struct{})
							base, opts := reach(t, transport, s, memory.DialContext)
							client, err := publishing.NewClient(base, append(opts, publishing.WithTokenSource(func(context.Context) (string, error) {
								select {
								case <-release:
								case <-time.After(time.Hour): // a call that is blocked would never end otherwise
								}
								return token, nil
							}))...)
							require.NoError(t, err)
							defer client.CloseIdleConnections()
							ctx, cancel := test.ctx(t.Context())
							defer cancel()
							var meta api.Meta
							begin := time.Now()
							err = class.call(ctx, client, append(test.opts, api.WithMeta(&meta))...)
							took := time.Since(begin)
							require.ErrorIs(t, err, test.is, class.name)
							var unsent *api.TransportError
							require.ErrorAs(t, err, &unsent, class.name)
							require.LessOrEqual(t, meta.Attempts, test.attempts, class.name)
							require.Equal(t, time.Duration(meta.Attempts)*limit, took.Truncate(time.Millisecond), class.name)
							require.False(t, api.MayHaveApplied(err), "%s: %v", class.name, err)
							close(release)
							synctest.Wait()
							require.Empty(t, s.Begun(), class.name)
						})
					}
				})
			}
		}
	}
}
