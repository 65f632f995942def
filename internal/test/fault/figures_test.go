package fault_test

import (
	"cmp"
	"context"
	"flag"
	"maps"
	"net"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
)

var cancels = flag.Int("cancels", 0, "number of calls to cancel in each state for the figures; 2 if it is 0, and 5 with the whole of each sweep")

// TestFigureCancel measures on loopback how long a call takes to return after its context is
// canceled. It prints the figures, and fails only if a call does not return.
func TestFigureCancel(t *testing.T) {
	t.Parallel()
	var longest time.Duration
	over, each := 0, cmp.Or(*cancels, sample.Count(2, 5))
	names := slices.Sorted(maps.Keys(states(nil)))
	for _, name := range names {
		var took []time.Duration
		for range each {
			took = append(took, returnAfterCancel(t, name))
			if took[len(took)-1] > 50*time.Millisecond {
				over++
			}
		}
		slices.Sort(took)
		longest = max(longest, took[len(took)-1])
		t.Logf("%-42s median %8v, longest %8v", name, took[len(took)/2].Round(time.Microsecond), took[len(took)-1].Round(time.Microsecond))
	}
	t.Logf("%d cancels in each of %d states: the longest took %v, %d more than 50 ms", each, len(names), longest.Round(time.Microsecond), over)
}

// returnAfterCancel brings a call into a state, cancels it and returns how long it took to return.
func returnAfterCancel(t *testing.T, name string) time.Duration {
	t.Helper()
	until := make(chan struct{})
	s := states(until)[name]
	server := serve(t, s.config)
	defer server.Close()
	defer close(until)
	network := &http.Transport{DialContext: s.dial, TLSClientConfig: trusting()}
	if s.dial == nil {
		network.DialContext = (&net.Dialer{}).DialContext
	}
	defer network.CloseIdleConnections()
	opts := append([]publishing.Option{
		publishing.WithHTTPClient(&http.Client{Transport: network}),
		publishing.WithAttemptTimeout(-1),
		publishing.WithIdleTimeout(-1),
	}, s.opts...)
	if name != "token" {
		opts = append(opts, publishing.WithToken(token))
	}
	client, err := publishing.NewClient(server.URL(), opts...)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var canceled time.Time
	time.AfterFunc(20*time.Millisecond, func() { // if it is not in the state yet, it is in an earlier one
		canceled = time.Now()
		cancel()
	})
	err = s.call(ctx, client)
	took := time.Since(canceled)
	require.Error(t, err)
	require.Error(t, ctx.Err(), "the call ended before it was canceled: %v", err)
	return took
}
