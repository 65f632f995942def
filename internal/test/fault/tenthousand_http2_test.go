package fault_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/fault"
)

// randomFaults returns the faults of a request before its body is read and after.
func randomFaults(protocol string) (early, late []fault.Act) {
	half := fault.Do(fault.Head(200, "Content-Type", "application/json", "Content-Length", "100"), fault.Raw(`{"id":`))
	late = []fault.Act{
		fault.Reset,
		fault.Close,
		fault.Respond(429, ""),
		fault.Do(fault.Commit, fault.Reset),
		fault.Do(fault.Commit, fault.Close),
		fault.Do(fault.Commit, fault.Respond(502, page, "Content-Type", "text/html")),
		fault.Do(fault.Commit, half, fault.Close),
		fault.Do(fault.Commit, half, fault.Reset),
	}
	early = []fault.Act{fault.Close, fault.Reset}
	if protocol != "HTTP/2" {
		return early, late
	}
	for _, code := range []uint32{
		fault.NoError, fault.ProtocolError, fault.InternalError, fault.StreamClosed, fault.Cancel, fault.EnhanceYourCalm, fault.HTTP11Required,
	} {
		late = append(late, fault.Do(fault.Commit, fault.ResetStream(code)), fault.Do(fault.Commit, half, fault.ResetStream(code)))
		early = append(early, fault.ResetStream(code))
	}
	late = append(
		late,
		fault.ResetStream(fault.RefusedStream),
		fault.GoAwayBefore(fault.NoError),
		fault.Do(fault.GoAwaySoon, fault.GoAwayBefore(fault.NoError)),
		fault.GoAwayBefore(fault.InternalError),
		fault.Do(fault.Commit, half, fault.ResetStream(fault.RefusedStream)),
		fault.Do(fault.Commit, fault.GoAway(fault.NoError), fault.ResetStream(fault.ProtocolError)),
		fault.Do(fault.Commit, fault.GoAway(fault.InternalError), fault.Close),
	)
	return append(early, fault.ResetStream(fault.RefusedStream), fault.GoAwayBefore(fault.NoError)), late
}

// byChance chooses the act for each request at random. The random numbers depend only on the call
// and on the number of its earlier requests, so the order of the calls has no effect.
func byChance(protocol string, respond func(*fault.Request) fault.Act) fault.Config {
	early, late := randomFaults(protocol)
	chance := func(r *fault.Request, begins bool, n int) *rand.Rand {
		call, _ := strconv.ParseUint(r.Header.Get(callHeader), 10, 32)
		if begins {
			call += 1 << 32
		}
		return rand.New(rand.NewPCG(call, uint64(n)))
	}
	begun, received := map[string]int{}, map[string]int{} // counts by call; Begin and Respond are called for one request at a time
	config := protocols[protocol]
	config.Begin = func(r *fault.Request) fault.Act {
		begun[r.Header.Get(callHeader)]++
		if dice := chance(r, true, begun[r.Header.Get(callHeader)]); dice.IntN(10) == 0 {
			return early[dice.IntN(len(early))]
		}
		return nil
	}
	config.Respond = func(r *fault.Request) fault.Act {
		received[r.Header.Get(callHeader)]++
		if dice := chance(r, false, received[r.Header.Get(callHeader)]); dice.IntN(3) > 0 {
			return late[dice.IntN(len(late))]
		}
		return fault.Do(fault.Commit, respond(r))
	}
	return config
}

// unsafeCalls are ways to send an unsafe request.
var unsafeCalls = []func(ctx context.Context, client *publishing.Client, opts ...api.CallOption) error{
	func(ctx context.Context, client *publishing.Client, opts ...api.CallOption) error {
		return client.Do(ctx, publishing.Request{Method: http.MethodPost, Path: "/v1/things", Body: map[string]int{"n": 1}}, new(map[string]any), opts...)
	},
	func(ctx context.Context, client *publishing.Client, opts ...api.CallOption) error {
		return client.Do(ctx, publishing.Request{Method: http.MethodPatch, Path: "/v1/things", Body: strings.Repeat("x", 100_000)}, new(map[string]any), opts...)
	},
	func(ctx context.Context, client *publishing.Client, opts ...api.CallOption) error {
		return client.Do(ctx, publishing.Request{Method: http.MethodPost, Path: "/v1/things"}, new(map[string]any), opts...)
	},
	func(ctx context.Context, client *publishing.Client, opts ...api.CallOption) error {
		return drain(client.Stream(ctx, publishing.Request{Method: http.MethodPost, Path: "/v1/stream", Body: map[string]int{"n": 1}}, opts...))
	},
	func(ctx context.Context, client *publishing.Client, opts ...api.CallOption) error {
		_, err := create(ctx, client, opts...)
		return err
	},
}

func TestFigureNoUnsafeRequestIsPerformedTwiceByChance(t *testing.T) {
	t.Parallel()
	for protocol := range protocols {
		for _, transport := range transports {
			t.Run(protocol+", "+transport, func(t *testing.T) {
				t.Parallel()
				calls := tenThousand() / 2 // calls of each transport
				s := serve(t, byChance(protocol, func(r *fault.Request) fault.Act {
					if r.Target == "/v1/stream" {
						return fault.Respond(200, events, "Content-Type", "text/event-stream")
					}
					return fault.Respond(200, oneSite)
				}))
				client := connect(t, transport, s, nil, publishing.WithRetry(publishing.Retry{MinWait: 1, MaxWait: 1, Budget: -1}))
				t.Cleanup(client.CloseIdleConnections)
				errs, metas := make([]error, calls), make([]api.Meta, calls)
				each(calls, func(i int) {
					opts := []api.CallOption{api.WithHeader(callHeader, strconv.Itoa(i)), api.WithMeta(&metas[i])}
					if i%3 == 0 {
						opts = append(opts, api.WithHeader("Idempotency-Key", fmt.Sprint("key-", i)))
					}
					if i%7 == 0 {
						opts = append(opts, api.WithoutRetry())
					}
					errs[i] = unsafeCalls[i%len(unsafeCalls)](t.Context(), client, opts...)
				})
				requests, performed := map[string]int{}, map[string]int{}
				for _, r := range s.Begun() {
					requests[r.Header.Get(callHeader)]++
					if r.Committed {
						performed[r.Header.Get(callHeader)]++
					}
				}
				failed, denied, twice, hidden := 0, 0, 0, 0
				for i, err := range errs {
					id := strconv.Itoa(i)
					if err != nil {
						failed++
					}
					if performed[id] > 1 {
						twice++
					}
					if performed[id] > 0 && err != nil && !api.MayHaveApplied(err) {
						denied++
						t.Log(err)
					}
					if performed[id] > 0 {
						require.False(t, api.Retryable(err), err)
					}
					if err == nil {
						require.Positive(t, performed[id])
					}
					// The server does not read all requests of a connection that ends.
					if requests[id] > metas[i].Attempts {
						hidden++
					}
				}
				t.Logf("%d unsafe calls, %d requests on %d connections, %d failed: %d performed twice, %d denied, %d with a request that is no attempt",
					calls, len(s.Begun()), s.Conns(), failed, twice, denied, hidden)
				require.Positive(t, failed)
				require.Less(t, failed, calls)
				require.Zero(t, twice)
				require.Zero(t, denied)
				require.Zero(t, hidden)
			})
		}
	}
}
