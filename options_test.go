package publishing_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sse"
)

func TestNilOptionsAreHarmlessInEachPackage(t *testing.T) {
	t.Parallel()
	var shared publishing.SharedOption
	server := publishingtest.NewServer(t, nil, publishingtest.Option(nil))
	_, err := server.Client(nil, shared).Sites.List(t.Context(), server.SeedDemo().Organization, sites.ListOptions{}, nil, shared, api.CallOption(nil))
	require.NoError(t, err)

	client, err := publishing.NewClient(server.URL(), publishing.WithToken(server.Token()), nil, shared)
	require.NoError(t, err)
	defer client.CloseIdleConnections()

	for event, err := range sse.Read(strings.NewReader("data: a\n\n"), nil, sse.Option(nil)) {
		require.NoError(t, err)
		require.Equal(t, "a", event.Data)
	}
}

func TestSharedOptionsAreForAClientAndForACall(t *testing.T) {
	t.Parallel()
	s := &service{status: http.StatusBadGateway}
	tries := func(client *publishing.Client, opts ...publishing.CallOption) int {
		before := len(s.seen)
		_, err := client.Sites.Get(t.Context(), "o", "s", sites.GetOptions{}, opts...)
		require.ErrorIs(t, err, publishing.ErrServer)
		return len(s.seen) - before
	}
	fast := publishing.WithRetry(publishing.Retry{MinWait: time.Nanosecond})
	require.Equal(t, 3, tries(s.client(t, publishing.WithToken("token"), fast)))
	require.Equal(t, 1, tries(s.client(t, publishing.WithToken("token"), fast), publishing.WithoutRetry()))
	require.Equal(t, 1, tries(s.client(t, publishing.WithToken("token"), publishing.WithoutRetry(), fast)))

	hang := &http.Client{Transport: publishing.RoundTripperFunc(func(req *http.Request) (*http.Response, error) {
		<-req.Context().Done()
		return nil, context.Cause(req.Context())
	})}
	for name, test := range map[string]struct {
		client  publishing.Option
		call    publishing.CallOption
		message string
	}{
		"call timeout of a client":    {publishing.WithTimeout(time.Millisecond), nil, "call timeout"},
		"call timeout of a call":      {nil, publishing.WithTimeout(time.Millisecond), "call timeout"},
		"attempt timeout of a client": {publishing.WithAttemptTimeout(time.Millisecond), publishing.WithoutRetry(), "attempt timeout"},
		"attempt timeout of a call":   {publishing.WithoutRetry(), publishing.WithAttemptTimeout(time.Millisecond), "attempt timeout"},
	} {
		client, err := publishing.NewClient("https://api.example.com", publishing.WithToken("token"), publishing.WithHTTPClient(hang), test.client)
		require.NoError(t, err)
		_, err = client.Sites.Get(t.Context(), "o", "s", sites.GetOptions{}, test.call)
		require.ErrorIs(t, err, context.DeadlineExceeded, name)
		require.ErrorContains(t, err, test.message, name)
	}
}

func TestHeaderAndQueryOfACallReplaceThoseOfTheClientByName(t *testing.T) {
	t.Parallel()
	s := &service{response: `{"items":[]}`}
	client := s.client(t, publishing.WithToken("token"),
		publishing.WithHeader("x-a", "1"), publishing.WithHeader("X-A", "2"), publishing.WithHeader("X-B", "3"),
		publishing.WithQuery("a", "1"), publishing.WithQuery("a", "2"), publishing.WithQuery("limit", "3"))
	list := func(opts ...publishing.CallOption) (http.Header, string) {
		_, err := client.Sites.List(t.Context(), "o", sites.ListOptions{Limit: 9, Cursor: "c"}, opts...)
		require.NoError(t, err)
		req := s.last(t)
		return req.Header, req.URL.RawQuery
	}
	for range 2 { // a call changes nothing for the next one
		header, query := list()
		require.Equal(t, []string{"1", "2"}, header["X-A"])
		require.Equal(t, []string{"3"}, header["X-B"])
		require.Equal(t, "a=1&a=2&limit=3&page=c", query)

		header, query = list(publishing.WithHeader("X-a", "4"), publishing.WithHeader("X-A", "5"), publishing.WithHeader("X-C", "6"),
			publishing.WithQuery("a", "4"), publishing.WithQuery("b", "5"), publishing.WithQuery("page", "d"))
		require.Equal(t, []string{"4", "5"}, header["X-A"])
		require.Equal(t, []string{"3"}, header["X-B"])
		require.Equal(t, []string{"6"}, header["X-C"])
		require.Equal(t, "a=4&b=5&limit=3&page=d", query)
	}
}

func TestZeroTimeoutKeepsTheSetting(t *testing.T) {
	t.Parallel()
	hang := &http.Client{Transport: publishing.RoundTripperFunc(func(req *http.Request) (*http.Response, error) {
		<-req.Context().Done()
		return nil, context.Cause(req.Context())
	})}
	for name, opts := range map[string][]publishing.Option{
		"call timeout":    {publishing.WithTimeout(time.Millisecond), publishing.WithTimeout(0)},
		"attempt timeout": {publishing.WithAttemptTimeout(time.Millisecond), publishing.WithAttemptTimeout(0), publishing.WithoutRetry()},
	} {
		client, err := publishing.NewClient("https://api.example.com", append(opts, publishing.WithToken("token"), publishing.WithHTTPClient(hang))...)
		require.NoError(t, err)
		_, err = client.Sites.Get(t.Context(), "o", "s", sites.GetOptions{}, publishing.WithTimeout(0), publishing.WithAttemptTimeout(0))
		require.ErrorContains(t, err, name)
	}
}

func TestPrefetchIsForAClientAndForACall(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		client publishing.Option
		call   publishing.CallOption
		ahead  bool
	}{
		"neither": {},
		"client":  {client: publishing.WithPrefetch(), ahead: true},
		"call":    {call: publishing.WithPrefetch(), ahead: true},
	} {
		asked := make(chan struct{})
		network := publishing.RoundTripperFunc(func(req *http.Request) (*http.Response, error) {
			response := `{"next":{"page":"2"},"items":["a"]}`
			if req.URL.Query().Get("page") != "" {
				close(asked)
				response = `{"items":["b"]}`
			}
			return (&service{response: response}).RoundTrip(req)
		})
		client, err := publishing.NewClient("https://api.example.com", publishing.WithToken("token"), publishing.WithHTTPClient(&http.Client{Transport: network}), test.client)
		require.NoError(t, err)
		first := true
		for _, err := range publishing.All[string](t.Context(), client, publishing.Request{Path: "/v1/things"}, test.call) {
			require.NoError(t, err, name)
			if first && test.ahead {
				<-asked // or the test does not end
			}
			if first && !test.ahead {
				select {
				case <-asked:
					t.Fatal(name, "fetches ahead")
				default:
				}
			}
			first = false
		}
	}
}

func TestMaximumSizeOfAResponseIsForAClientAndForACall(t *testing.T) {
	t.Parallel()
	s := &service{response: oneSite}
	size := int64(len(oneSite))
	for name, test := range map[string]struct {
		client, call publishing.SharedOption
		fits         bool
	}{
		"default":               {nil, nil, true},
		"client":                {publishing.WithMaxResponseBytes(size), nil, true},
		"too large for client":  {publishing.WithMaxResponseBytes(size - 1), nil, false},
		"call":                  {nil, publishing.WithMaxResponseBytes(size), true},
		"too large for call":    {nil, publishing.WithMaxResponseBytes(size - 1), false},
		"call more than client": {publishing.WithMaxResponseBytes(1), publishing.WithMaxResponseBytes(size), true},
		"call less than client": {publishing.WithMaxResponseBytes(size), publishing.WithMaxResponseBytes(1), false},
	} {
		_, err := s.client(t, publishing.WithToken("token"), test.client).Sites.Get(t.Context(), "o", "s", sites.GetOptions{}, test.call)
		if test.fits {
			require.NoError(t, err, name)
		} else {
			require.ErrorAs(t, err, new(*publishing.DecodeError), name)
		}
	}
}

func TestInvalidSharedOptionsAreRejectedByTheClientAndByTheCall(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		option  publishing.SharedOption
		message string
	}{
		"no response at all":   {publishing.WithMaxResponseBytes(0), "WithMaxResponseBytes: 0 is not positive"},
		"negative response":    {publishing.WithMaxResponseBytes(-1), "WithMaxResponseBytes: -1 is not positive"},
		"header of the SDK":    {publishing.WithHeader("Authorization", "sekret"), "Authorization"},
		"no name of a header":  {publishing.WithHeader("a b", "sekret"), "a legal header name"},
		"no value of a header": {publishing.WithHeader("X-A", "sekret\n"), "X-A"},
	} {
		client, err := publishing.NewClient("https://api.example.com", publishing.WithToken("token"), test.option)
		require.Nil(t, client, name)
		require.ErrorContains(t, err, test.message, name)
		require.NotContains(t, fmt.Sprintf("%+v %#v", err, err), "sekret", name)

		s := &service{response: oneSite}
		_, err = s.client(t, publishing.WithToken("token")).Sites.Get(t.Context(), "o", "s", sites.GetOptions{}, test.option)
		require.ErrorAs(t, err, new(*publishing.ValidationError), name)
		require.ErrorContains(t, err, test.message, name)
		require.NotContains(t, fmt.Sprintf("%+v %#v", err, err), "sekret", name)
		require.Empty(t, s.seen, name)
	}
}
