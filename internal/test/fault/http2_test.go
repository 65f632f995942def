package fault_test

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/test/fault"
)

// plainClient returns an HTTP/2 client without the SDK.
func plainClient(t testing.TB) *http.Transport {
	t.Helper()
	network := &http.Transport{TLSClientConfig: trusting(), ForceAttemptHTTP2: true}
	t.Cleanup(network.CloseIdleConnections)
	return network
}

// got is a response that was read.
type got struct {
	major, status int
	header        http.Header
	body          string
}

// exchange sends a request whose body, if it is not empty, net/http cannot send twice.
func exchange(t testing.TB, network *http.Transport, s *fault.Server, method, body string) (got, error) {
	t.Helper()
	var reader io.Reader
	if body != "" {
		reader = io.MultiReader(strings.NewReader(body))
	}
	req, err := http.NewRequestWithContext(t.Context(), method, s.URL()+"/v1/x?a=b", reader)
	require.NoError(t, err)
	req.Header.Set("X-A", "b")
	req.AddCookie(&http.Cookie{Name: "a", Value: "1"})
	req.AddCookie(&http.Cookie{Name: "b", Value: "2"})
	resp, err := network.RoundTrip(req)
	if err != nil {
		return got{}, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	return got{resp.ProtoMajor, resp.StatusCode, resp.Header, string(text)}, err
}

func TestHTTP2RequestsAreRecorded(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("{}", 1<<17) // more than a window
	s := serve(t, fault.Config{HTTP2: true, Respond: fault.Script(fault.Do(fault.Commit, fault.Respond(201, `{"id":"x"}`, "X-B", "c")), fault.Respond(404, ""))})
	network := plainClient(t)
	resp, err := exchange(t, network, s, http.MethodPost, long)
	require.NoError(t, err)
	require.Equal(t, 2, resp.major)
	require.Equal(t, 201, resp.status)
	require.Equal(t, "c", resp.header.Get("X-B"))
	require.Equal(t, `{"id":"x"}`, resp.body)
	resp, err = exchange(t, network, s, http.MethodGet, "")
	require.NoError(t, err)
	require.Equal(t, 404, resp.status)
	require.Empty(t, resp.body)

	seen := s.Requests()
	require.Len(t, seen, 2)
	require.Equal(t, 1, s.Conns())
	require.Equal(t, 1, s.Commits())
	require.Equal(t, s.Begun(), seen)
	post, get := seen[0], seen[1]
	require.Equal(t, fault.Request{
		N: 1, Begun: 1, Conn: 1, Stream: 1, Method: "POST", Target: "/v1/x?a=b", Header: post.Header, Body: []byte(long), Committed: true,
	}, post)
	require.Equal(t, fault.Request{N: 2, Begun: 2, Conn: 1, Stream: 3, Method: "GET", Target: "/v1/x?a=b", Header: get.Header, EndStream: true}, get)
	require.Equal(t, []string{"b"}, get.Header["X-A"])
	require.Equal(t, []string{"a=1; b=2"}, get.Header["Cookie"])
}

// TestHTTP2FaultsAreReportedByNetHTTP sends a request with a body under each fault.
func TestHTTP2FaultsAreReportedByNetHTTP(t *testing.T) {
	t.Parallel()
	half := fault.Do(fault.Commit, fault.Head(200), fault.Raw("{"))
	const closed = "unexpected EOF|client conn is closed|use of closed network connection|broken pipe|connection reset" // what net/http notices first
	for name, test := range map[string]struct {
		act    fault.Act
		want   string
		status int
	}{
		"PROTOCOL_ERROR":                {fault.ResetStream(fault.ProtocolError), "PROTOCOL_ERROR", 0},
		"REFUSED_STREAM":                {fault.ResetStream(fault.RefusedStream), "REFUSED_STREAM", 0},
		"GOAWAY before":                 {fault.GoAwayBefore(fault.NoError), "graceful shutdown GOAWAY", 0},
		"GOAWAY before, with a code":    {fault.GoAwayBefore(fault.EnhanceYourCalm), "GOAWAY from server ErrCode:ENHANCE_YOUR_CALM", 0},
		"GOAWAY, and closed":            {fault.Do(fault.Commit, fault.GoAway(fault.InternalError), fault.Close), "LastStreamID=1, ErrCode=INTERNAL_ERROR", 0},
		"closed":                        {fault.Close, closed, 0},
		"closed in the body":            {fault.Do(half, fault.Close), closed, 200},
		"INTERNAL_ERROR in the body":    {fault.Do(half, fault.ResetStream(fault.InternalError)), "INTERNAL_ERROR", 200},
		"an invalid frame":              {fault.Frame(0, 0, 0, nil), "connection error: PROTOCOL_ERROR", 0},
		"GOAWAY, and the response":      {fault.Do(fault.Commit, fault.GoAway(fault.NoError), fault.Respond(200, "{}")), "", 200},
		"GOAWAY soon, and GOAWAY":       {fault.Do(fault.GoAwaySoon, fault.GoAwayBefore(fault.NoError)), "graceful shutdown GOAWAY", 0},
		"GOAWAY before an acted-on one": {fault.Do(fault.Commit, fault.GoAwayBefore(fault.NoError)), "REFUSED_STREAM", 0},
		"more than a window":            {fault.Do(fault.Head(200), fault.Repeat(make([]byte, 1<<20), 9), fault.End), "", 200},
	} {
		for _, early := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				config := fault.Config{HTTP2: true, Respond: fault.Script(test.act)}
				if early {
					config = fault.Config{HTTP2: true, Begin: fault.Script(test.act)}
				}
				s := serve(t, config)
				resp, err := exchange(t, plainClient(t), s, http.MethodPost, "{}")
				if test.want == "" {
					require.NoError(t, err)
				} else {
					require.Regexp(t, test.want, err)
				}
				require.Equal(t, test.status, resp.status)
				require.Len(t, s.Begun(), 1)
			})
		}
	}
}

func TestHTTP2RequestCanBeHeldBeforeItsBody(t *testing.T) {
	t.Parallel()
	until, begun := make(chan struct{}), make(chan struct{})
	s := serve(t, fault.Config{HTTP2: true, Begin: func(*fault.Request) fault.Act {
		close(begun)
		return fault.Wait(until)
	}})
	go func() {
		<-begun
		close(until)
	}()
	body := strings.Repeat("x", 1<<20)
	resp, err := exchange(t, plainClient(t), s, http.MethodPost, body)
	require.NoError(t, err)
	require.Equal(t, http.StatusNoContent, resp.status)
	require.Equal(t, body, string(s.Requests()[0].Body))
}

func TestHeldStreamEndsWithItsClient(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	s := serve(t, fault.Config{HTTP2: true, Respond: fault.Script(fault.Do(func(*fault.Exchange) { cancel() }, fault.Hold))})
	network := plainClient(t)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL(), http.NoBody)
	require.NoError(t, err)
	_, err = network.RoundTrip(req) //nolint:bodyclose // there is no response
	require.ErrorIs(t, err, context.Canceled)
	s.Close() // it would wait forever otherwise
}

func TestScriptAppliesToBegunRequestsInOrder(t *testing.T) {
	t.Parallel()
	for _, http2 := range []bool{false, true} {
		s := serve(t, fault.Config{TLS: true, HTTP2: http2, Begin: fault.Script(fault.Close, nil)})
		network := plainClient(t)
		_, err := exchange(t, network, s, http.MethodPost, "{}")
		require.Error(t, err)
		resp, err := exchange(t, network, s, http.MethodPost, "{}")
		require.NoError(t, err)
		require.Equal(t, http.StatusNoContent, resp.status)
		require.Len(t, s.Begun(), 2)
		require.Len(t, s.Requests(), 1)
		require.Equal(t, []byte("{}"), s.Requests()[0].Body)
	}
}

func TestOnlyResponsesToHEADHaveNoBody(t *testing.T) {
	t.Parallel()
	for protocol, config := range protocols {
		config.TLS = true
		config.Respond = fault.Script(fault.Respond(502, page))
		s := serve(t, config)
		network := plainClient(t)
		for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodGet} {
			resp, err := exchange(t, network, s, method, "")
			require.NoError(t, err)
			require.Equal(t, 502, resp.status)
			require.Equal(t, []string{strconv.Itoa(len(page))}, resp.header["Content-Length"])
			require.Equal(t, method == http.MethodHead, resp.body == "", "%s, %s", protocol, method)
		}
		require.Equal(t, 1, s.Conns())
	}
}

func TestConnectionCanEndAfterTheStream(t *testing.T) {
	t.Parallel()
	for _, act := range []fault.Act{fault.Respond(200, "{}"), fault.Respond(204, ""), fault.ResetStream(fault.Cancel), fault.GoAwayBefore(fault.NoError)} {
		s := serve(t, fault.Config{HTTP2: true, Respond: fault.Script(fault.Do(act, fault.Close))})
		network := plainClient(t)
		for range 3 {
			_, _ = exchange(t, network, s, http.MethodPost, "{}")
			waitFor(func() bool { return s.Open() == 0 })
		}
		require.Equal(t, 3, s.Conns())
	}
}
