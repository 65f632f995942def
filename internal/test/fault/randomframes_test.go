package fault_test

import (
	"bytes"
	"context"
	"io"
	"log"
	"math/rand/v2"
	"net/http"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/fault"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
)

// randomFrames returns an act that sends up to six frames of random types, flags, streams and
// payloads, and then responds, ends the stream or the connection in one of several ways, or leaves
// the client waiting.
func randomFrames(random *rand.Rand, r *fault.Request) fault.Act {
	var acts []fault.Act
	for range random.IntN(7) {
		payload := make([]byte, random.IntN(40))
		for i := range payload {
			payload[i] = byte(random.Uint32())
		}
		switch random.IntN(3) {
		case 0:
			payload = []byte{0x80 | 8} // the header of a 200
		case 1:
			payload = append(make([]byte, 0, 8), 0, 0, 0, byte(random.Uint32()), 0, 0, 0, byte(random.Uint32()))[:4*(1+random.IntN(2))]
		}
		flags := []byte{0, 0x1, 0x4, 0x5, 0x8, 0x20, byte(random.Uint32())}
		streams := []uint32{0, r.Stream, r.Stream, r.Stream, r.Stream + 2, 1, 2, random.Uint32() >> 1}
		acts = append(acts, fault.Frame(byte(random.IntN(11)), flags[random.IntN(len(flags))], streams[random.IntN(len(streams))], payload))
	}
	ends := []fault.Act{
		fault.Close, fault.Reset, fault.Respond(200, oneSite), fault.Respond(200, events, "Content-Type", "text/event-stream"),
		fault.ResetStream(fault.RefusedStream), fault.ResetStream(random.Uint32()), fault.GoAway(fault.NoError), fault.GoAwayBefore(fault.NoError), fault.Hold,
	}
	return fault.Do(append(acts, ends[random.IntN(len(ends))])...)
}

func TestFigureNothingIsLeftAfterRandomHTTP2Frames(t *testing.T) { //nolint:paralleltest // goroutines are counted for the whole process
	calls := sample.Count(60, 500)
	defer log.SetOutput(log.Writer())
	log.SetOutput(io.Discard) // net/http reports what it does not expect
	for _, transport := range transports {
		before := runtime.NumGoroutine()
		random := rand.New(rand.NewPCG(1, uint64(len(transport))))
		s, err := fault.Serve(fault.Config{HTTP2: true, Respond: func(r *fault.Request) fault.Act { return randomFrames(random, r) }})
		require.NoError(t, err)
		client := connect(t, transport, s, nil, publishing.WithRetry(publishing.Retry{MinWait: 1, MaxWait: 1, Budget: -1}),
			publishing.WithAttemptTimeout(20*time.Millisecond), publishing.WithIdleTimeout(20*time.Millisecond))
		each(calls, func(i int) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			request := publishing.Request{Method: []string{http.MethodGet, http.MethodPost}[i%2], Path: "/v1/things"}
			if i%4 == 1 {
				request.Body = map[string]int{"n": 1}
			}
			switch i % 5 {
			case 3: // the loop is left after the first event
				for range client.Stream(ctx, request) {
					break
				}
			case 4:
				for range publishing.All[any](ctx, client, publishing.Request{Path: "/v1/things"}, api.WithPrefetch()) {
					break
				}
			default:
				_ = client.Do(ctx, request, new(map[string]any))
			}
		})
		t.Logf("%s: %d requests on %d connections", transport, len(s.Begun()), s.Conns())
		waitFor(func() bool { // no request is under way
			stacks := make([]byte, 1<<20)
			stacks = stacks[:runtime.Stack(stacks, true)]
			return !bytes.Contains(stacks, []byte("lientStream).doRequest")) &&
				!bytes.Contains(stacks, []byte("publishing-go/internal/transport."))
		})
		// Over HTTP/2, a connection can become idle shortly after the last call has returned, so
		// once is not enough. After random frames, net/http loses single connections without
		// closing them.
		const lost = 3
		waitFor(func() bool {
			client.CloseIdleConnections()
			return s.Open() <= lost
		})
		s.Close()
		waitFor(func() bool { return runtime.NumGoroutine() <= before })
		require.Zero(t, s.Open(), "connections left")
	}
}
