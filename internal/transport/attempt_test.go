package transport

import (
	"errors"
	"io"
	"net/http"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"
)

// TestLoopSeesNoResponse is about what http.Client would do with one: follow its Location, or fail
// and lose the status.
func TestLoopSeesNoResponse(t *testing.T) {
	t.Parallel()
	for _, respond := range []responder{
		respond(200, oneThing), respond(503, "", "Retry-After", "1"), respond(307, "", "Location", "https://other.example.com"),
		respond(301, "", "Location", ":"), fails(errors.New("no")),
	} {
		synctest.Test(t, func(t *testing.T) {
			core := newCore(t, play(t, respond))
			inner := core.loop.HTTPClient.Transport
			_, canClose := inner.(interface{ CloseIdleConnections() })
			require.False(t, canClose)
			core.loop.HTTPClient.Transport = roundTripFunc(func(req *http.Request) (*http.Response, error) {
				resp, err := inner.RoundTrip(req)
				require.NoError(t, err)
				require.Zero(t, resp.StatusCode)
				require.Empty(t, resp.Header)
				require.Equal(t, http.NoBody, resp.Body)
				return resp, nil
			})
			_, _ = get(t, core)
		})
	}
}

// TestAttemptThatIsOverSendsNothing is about middleware whose goroutines outlive the attempt.
func TestAttemptThatIsOverSendsNothing(t *testing.T) {
	t.Parallel()
	a := new(attempt)
	require.NotNil(t, a.enter())
	require.NotNil(t, a.enter())
	a.leave(false, true, io.EOF)
	ended := a.end()
	require.Equal(t, trips{sent: 2, running: 1, stale: 1, acted: 1, written: true, unsent: []error{io.EOF}}, ended, "one may be writing")
	require.Nil(t, a.enter())
	a.leave(true, false, nil)
	require.EqualValues(t, 1, ended.stale)
}
