package transport_test

import (
	"cmp"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	_ "github.com/publishing-platform/publishing-go" // links every operation in
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// A ledger is a service that performs each operation, records it, and then loses the first
// responses.
type ledger struct {
	lose func(http.ResponseWriter, *http.Request)
	lost int // responses lost for each operation

	mu      sync.Mutex
	commits map[string]int
}

func (l *ledger) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		return // it did not come whole, so nothing is done
	}
	l.mu.Lock()
	l.commits[r.Header.Get("X-Operation")]++
	n := l.commits[r.Header.Get("X-Operation")]
	l.mu.Unlock()
	if n <= l.lost {
		l.lose(w, r)
		return
	}
	w.WriteHeader(http.StatusCreated)
	_, _ = io.WriteString(w, `{"id":"x"}`)
}

// losses are the ways in which a response is lost after the service has acted. Package contract
// tests silence, on a clock of its own.
func losses() map[string]func(http.ResponseWriter, *http.Request) {
	hijack := func(w http.ResponseWriter) net.Conn {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		return conn
	}
	return map[string]func(http.ResponseWriter, *http.Request){
		"reset": func(w http.ResponseWriter, _ *http.Request) {
			conn := hijack(w)
			_ = conn.(*net.TCPConn).SetLinger(0)
			_ = conn.Close()
		},
		"closed": func(w http.ResponseWriter, _ *http.Request) { _ = hijack(w).Close() },
		"502": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(http.StatusBadGateway)
			_, _ = io.WriteString(w, "<html>bad gateway</html>")
		},
		"truncated body": func(w http.ResponseWriter, _ *http.Request) {
			conn := hijack(w)
			_, _ = io.WriteString(conn, "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"id\":")
			_ = conn.Close()
		},
	}
}

// callAll calls the operations concurrently and returns the error of each and how often the service
// acted on it.
func callAll(t *testing.T, ops []*op.Op, lose func(http.ResponseWriter, *http.Request)) (map[string]error, map[string]int) {
	t.Helper()
	l := &ledger{lose: lose, lost: 2, commits: map[string]int{}}
	server := httptest.NewServer(l)
	defer server.Close()
	base, err := url.Parse(server.URL)
	require.NoError(t, err)
	network := &http.Transport{}
	defer network.CloseIdleConnections()
	core, err := transport.New(transport.Settings{
		BaseURL:        base,
		TokenSource:    transport.StaticToken("token"),
		HTTPClient:     &http.Client{Transport: network},
		Retry:          transport.Retry{MinWait: time.Nanosecond, Budget: -1}, // all at once is more than a budget is for
		AttemptTimeout: -1,                                                    // a slow machine must not pass for a silent service
	})
	require.NoError(t, err)

	var mu sync.Mutex
	ended := map[string]error{}
	var wait sync.WaitGroup
	for _, o := range ops {
		wait.Go(func() {
			ids := make([]string, len(o.Params()))
			for i := range ids {
				ids[i] = "sample"
			}
			r := o.Path(ids...).Secret(api.NewSecret("sample"))
			if o.HasBody() {
				r = r.Body(map[string]string{"title": "x"})
			}
			_, err := transport.JSON[map[string]any](t.Context(), core, r, []api.CallOption{api.WithHeader("X-Operation", o.Name)})
			mu.Lock()
			defer mu.Unlock()
			ended[o.Name] = err
		})
	}
	wait.Wait()
	return ended, l.commits
}

func where(keep func(*op.Op) bool) []*op.Op {
	var ops []*op.Op
	for _, o := range op.All() {
		if keep(o) {
			ops = append(ops, o)
		}
	}
	return ops
}

func TestWriteIsSentOnceWhateverItsResponse(t *testing.T) {
	t.Parallel()
	writes := where(func(o *op.Op) bool {
		switch o.Method {
		case http.MethodPost, http.MethodPatch:
			return !o.Reads()
		default:
			return o.Method == http.MethodPut && o.Class != op.Repeatable
		}
	})
	require.NotEmpty(t, writes)
	for name, lose := range losses() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ended, commits := callAll(t, writes, lose)
			for _, o := range writes {
				require.NotEqual(t, op.Repeatable, o.Class, o.Name)
				require.Error(t, ended[o.Name], o.Name)
				require.True(t, api.MayHaveApplied(ended[o.Name]), "%s: %v", o.Name, ended[o.Name])
				require.Equal(t, 1, commits[o.Name], o.Name)
			}
		})
	}
}

func TestOtherOperationsAreRetriedAfterTheSameFailures(t *testing.T) {
	t.Parallel()
	type loss struct {
		*op.Op

		name string
	}
	var all []loss
	losses := losses()
	for _, o := range where(func(o *op.Op) bool { return o.Class == op.Repeatable }) {
		for name := range losses {
			all = append(all, loss{o, name})
		}
	}
	slices.SortFunc(all, func(a, b loss) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.name, b.name)) })
	lost := map[string][]*op.Op{}
	for _, l := range sample.Of(all, func(l loss) []string { return []string{l.Name, l.Method + " " + l.name} }) {
		lost[l.name] = append(lost[l.name], l.Op)
	}
	for name, lose := range losses {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.NotEmpty(t, lost[name])
			ended, commits := callAll(t, lost[name], lose)
			for _, o := range lost[name] {
				require.NoError(t, ended[o.Name], o.Name)
				require.Equal(t, 3, commits[o.Name], o.Name)
			}
		})
	}
}
