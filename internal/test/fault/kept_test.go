package fault_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/fault"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
)

// TestFailedRedialDoesNotDenyAPerformedRequest closes the connection after the request was
// performed, and refuses further connections.
func TestFailedRedialDoesNotDenyAPerformedRequest(t *testing.T) {
	t.Parallel()
	for protocol, config := range protocols {
		for name, act := range map[string]fault.Act{"closed": fault.Close, "PROTOCOL_ERROR": fault.ResetStream(fault.ProtocolError)} {
			if protocol == "HTTP/1.1" && name != "closed" {
				continue
			}
			for _, transport := range transports {
				for _, reused := range []bool{false, true} {
					t.Run(fmt.Sprintf("%s, %s, %s, reused %t", protocol, name, transport, reused), func(t *testing.T) {
						t.Parallel()
						for i := range requestClasses {
							class := &requestClasses[i]
							for mode, opts := range modes {
								if class.write {
									require.True(t, untilReused(func() bool {
										return redialFails(t, config, act, transport, reused, class, mode, opts)
									}), notReused)
								}
							}
						}
					})
				}
			}
		}
	}
}

// redialFails makes a call whose connection is closed, and checks its error. It reports whether the
// call was performed: see [untilReused].
func redialFails(t *testing.T, config fault.Config, act fault.Act, transport string, reused bool, class *requestClass, mode string, opts []api.CallOption) bool {
	t.Helper()
	config.Respond = func(r *fault.Request) fault.Act {
		if strings.HasSuffix(r.Target, "/warm") {
			return fault.Respond(200, "{}")
		}
		return fault.Do(fault.Commit, act)
	}
	s, err := fault.Serve(config)
	require.NoError(t, err)
	defer s.Close()
	var dials atomic.Int64
	client := connect(t, transport, s, func(ctx context.Context, network, _ string) (net.Conn, error) {
		if dials.Add(1) > 1 {
			return nil, errRefused
		}
		return direct(ctx, network, s.Addr())
	})
	defer client.CloseIdleConnections()
	if reused {
		require.NoError(t, client.Do(t.Context(), publishing.Request{Path: "/v1/warm"}, nil))
	}
	var meta api.Meta
	err = class.call(t.Context(), client, append(slices.Clone(opts), api.WithMeta(&meta))...)
	name := class.name + ", " + mode
	require.Error(t, err, name)
	if reused && s.Commits() == 0 {
		return false
	}
	require.True(t, api.MayHaveApplied(err), "%s: %v", name, err)
	require.Positive(t, s.Commits(), name)
	if !class.safe {
		require.Equal(t, 1, s.Commits(), name)
	}
	want := 1
	if class.safe && mode != "WithoutRetry" {
		want = 3
	}
	require.Equal(t, want, meta.Attempts, "%s: %v", name, err)
	return true
}

// TestSafeRequestOnAReusedConnectionThatDiesIsRetriedAtOnce uses waits of hours and an exhausted
// budget, so that only an immediate retry can succeed.
func TestSafeRequestOnAReusedConnectionThatDiesIsRetriedAtOnce(t *testing.T) {
	t.Parallel()
	fault.Certificate() // its goroutines must not belong to the bubble
	trusted()
	for protocol := range protocols {
		for _, transport := range transports {
			for i := range requestClasses {
				if requestClasses[i].either {
					continue
				}
				t.Run(protocol+", "+transport+", "+requestClasses[i].name, func(t *testing.T) {
					t.Parallel()
					synctest.Test(t, func(t *testing.T) { retriedAtOnce(t, protocol, transport, &requestClasses[i]) })
				})
			}
		}
	}
}

func retriedAtOnce(t *testing.T, protocol, transport string, class *requestClass) {
	t.Helper()
	first := map[string]fault.Act{ // response to the first request of a call, by call
		"closed":                   fault.Close,
		"closed in the header":     fault.Do(fault.Raw("HTTP/1.1 200 OK\r\nContent-Le"), fault.Close),
		"502":                      fault.Respond(502, ""),
		"closed on a fresh socket": fault.Close,
	}
	seen := map[string]bool{}
	config := protocols[protocol]
	config.Respond = func(r *fault.Request) fault.Act {
		if strings.HasSuffix(r.Target, "/warm") {
			return fault.Respond(200, "{}")
		}
		if strings.HasSuffix(r.Target, "/outage") {
			return fault.Respond(502, "")
		}
		id := r.Header.Get(callHeader)
		if !seen[id] {
			seen[id] = true
			kind, _, _ := strings.Cut(id, ":")
			return fault.Do(fault.Commit, first[kind])
		}
		return fault.Do(fault.Commit, class.fine())
	}
	memory := fault.NewMemory()
	s := fault.ServeOn(memory, config)
	defer s.Close()
	client := connect(t, transport, s, memory.DialContext, publishing.WithRetry(publishing.Retry{MinWait: time.Hour, MaxWait: time.Hour, Budget: 1}))
	defer client.CloseIdleConnections()
	ctx := t.Context()

	var meta api.Meta
	require.Error(t, client.Do(ctx, publishing.Request{Path: "/v1/outage"}, nil, api.WithMeta(&meta)))
	require.Equal(t, 2, meta.Attempts, "the budget is one retry")
	for n := range 4 { // ten calls would earn a retry
		begin := time.Now()
		err := class.call(ctx, client, api.WithHeader(callHeader, fmt.Sprint("closed:", n)), api.WithMeta(&meta))
		require.Zero(t, time.Since(begin), "it waited")
		if !class.safe {
			require.Error(t, err)
			require.Equal(t, 1, meta.Attempts)
			require.Equal(t, class.write, api.MayHaveApplied(err))
			require.NoError(t, client.Do(ctx, publishing.Request{Path: "/v1/warm"}, nil))
			continue
		}
		require.NoError(t, err)
		require.Equal(t, 2, meta.Attempts)
	}
	if !class.safe {
		return
	}
	others := []string{"502", "closed on a fresh socket"}
	if protocol == "HTTP/1.1" {
		others = append(others, "closed in the header")
	}
	for _, id := range others {
		if id == "closed on a fresh socket" {
			synctest.Wait() // an HTTP/2 connection becomes idle only shortly after its last call
			client.CloseIdleConnections()
			synctest.Wait()
		}
		err := class.call(ctx, client, api.WithHeader(callHeader, id), api.WithMeta(&meta))
		require.Error(t, err, id)
		require.Equal(t, 1, meta.Attempts, "%s: the budget is exhausted", id)
		require.NoError(t, client.Do(ctx, publishing.Request{Path: "/v1/warm"}, nil)) // so that there is a connection to reuse
	}
}

// TestConnectionThatEndsBetweenRequestsFailsNoSafeRequest uses a service that closes each
// connection after a response, so that the next request races with the close.
func TestConnectionThatEndsBetweenRequestsFailsNoSafeRequest(t *testing.T) {
	t.Parallel()
	for protocol := range protocols {
		for _, transport := range transports {
			t.Run(protocol+", "+transport, func(t *testing.T) {
				t.Parallel()
				config := protocols[protocol]
				config.Respond = fault.Script(fault.Do(fault.Commit, fault.Respond(200, oneSite), fault.Close))
				s := serve(t, config)
				client := connect(t, transport, s, nil, publishing.WithRetry(publishing.Retry{MinWait: 1, MaxWait: 1, Attempts: 5, Budget: -1}))
				defer client.CloseIdleConnections()
				attempts, failed := 0, 0
				for i := range sample.Count(40, 400) {
					var meta api.Meta
					before := s.Commits()
					method := []string{http.MethodGet, http.MethodPost, http.MethodDelete, http.MethodPatch}[i%4]
					err := client.Do(t.Context(), publishing.Request{Method: method, Path: "/v1/things", Body: map[string]string{"a": "b"}}, nil, api.WithMeta(&meta))
					attempts += meta.Attempts
					switch performed := s.Commits() - before; {
					case err == nil:
						require.Positive(t, performed)
						if i%2 == 1 {
							require.Equal(t, 1, performed)
						}
					case i%2 == 0:
						require.NoError(t, err)
					default:
						failed++
						require.LessOrEqual(t, performed, 1)
						require.True(t, performed == 0 || api.MayHaveApplied(err), err)
					}
				}
				t.Logf("%d requests, %d attempts, %d connections, %d unsafe calls failed", len(s.Begun()), attempts, s.Conns(), failed)
				require.LessOrEqual(t, len(s.Begun()), attempts)
			})
		}
	}
}
