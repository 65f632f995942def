package contract

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/internal/test/fault"
)

// coreFaults are the faults that each operation is tested with, by their names in the table of
// internal/test/fault.
var coreFaults = map[string]fault.Act{
	"connection refused":            nil, // nobody listens
	"commit, then 502":              fault.Do(fault.Commit, fault.Respond(502, "<html>bad gateway</html>", "Content-Type", "text/html")),
	"commit, then reset":            fault.Do(fault.Commit, fault.Reset),
	"commit, then silence":          fault.Do(fault.Commit, fault.Hold),
	"commit, then a truncated body": fault.Do(fault.Commit, fault.Head(200, "Content-Type", "application/json", "Content-Length", "100"), fault.Raw(`{"id":`), fault.Close),
	"commit, then page of a proxy":  fault.Do(fault.Commit, fault.Respond(200, "<html>hello</html>", "Content-Type", "text/html")),
	"429 in 0.05 s":                 fault.Respond(429, "", "Retry-After", "0.05"),
	"503 at once":                   fault.Respond(503, "", "Retry-After", "0"),
}

const operationHeader = "X-Operation"

// coreFaultsHold calls each operation as a program does and compares the outcome with the line of
// its class in the fault table.
func (s *suite) coreFaultsHold(t *testing.T) {
	lines, err := fault.Table()
	require.NoError(t, err)
	missing := maps.Clone(coreFaults)
	for _, line := range lines {
		act, core := coreFaults[line.Fault]
		if !core {
			continue
		}
		delete(missing, line.Fault)
		t.Run(line.Fault, func(t *testing.T) {
			t.Parallel()
			if line.Waits() { // on a clock of its own, so that a busy machine is not taken for a silent server
				synctest.Test(t, func(t *testing.T) {
					memory := fault.NewMemory()
					s.meetFault(t, line, act, memory, memory.DialContext)
				})
				return
			}
			listener, err := net.Listen("tcp", "127.0.0.1:0")
			require.NoError(t, err)
			s.meetFault(t, line, act, listener, func(ctx context.Context, network, addr string) (net.Conn, error) {
				if act == nil {
					addr = "127.0.0.1:1" // nobody listens there
				}
				return (&net.Dialer{}).DialContext(ctx, network, addr)
			})
		})
	}
	require.Empty(t, missing, "faults that are not in the table of internal/test/fault")
	calls := len(s.faultCalls(t))
	t.Logf("%d faults x %d calls of %d operations: %d cells", len(coreFaults), calls, len(s.ops), len(coreFaults)*calls)
}

// faultCalls returns the calls that meet each fault: the first row of each operation, and for one
// whose requests are sent once with a field, a row with that field too.
func (s *suite) faultCalls(t *testing.T) []*met {
	var all []*met
	for _, o := range s.ops {
		all = append(all, &met{suite: s, op: o, row: s.first(o.Name), name: o.Name})
		if o.OnceWith == "" {
			continue
		}
		require.Same(t, o, o.For([]byte(s.first(o.Name).Body)), "%s: want a first row without the field %s", o.Name, o.OnceWith)
		with := slices.IndexFunc(s.Rows, func(r Row) bool { return r.Op == o.Name && r.Err == nil && o.For([]byte(r.Body)) != o })
		require.GreaterOrEqual(t, with, 0, "%s: want a row with the field %s", o.Name, o.OnceWith)
		r := &s.Rows[with]
		all = append(all, &met{suite: s, op: o.For([]byte(r.Body)), row: r, name: r.String()})
	}
	return all
}

// met is the outcome of an operation under a fault.
type met struct {
	*suite
	op       *op.Op
	row      *Row
	name     string // distinguishes the calls
	want     fault.Outcome
	got      fault.Outcome
	took     time.Duration
	problems []string
}

type dialer = func(ctx context.Context, network, addr string) (net.Conn, error)

func (s *suite) meetFault(t *testing.T, line *fault.Line, act fault.Act, listener net.Listener, dial dialer) {
	server := fault.ServeOn(listener, fault.Config{Respond: func(*fault.Request) fault.Act { return act }})
	t.Cleanup(server.Close)
	all := s.faultCalls(t)
	var wait sync.WaitGroup
	for _, m := range all {
		wait.Go(func() { m.meet(t, line, server.URL(), dial) })
	}
	wait.Wait()
	wire, commits := map[string]int{}, map[string]int{}
	for _, r := range server.Requests() {
		name := r.Header.Get(operationHeader)
		wire[name]++
		if r.Committed {
			commits[name]++
		}
	}
	for _, m := range all {
		if act != nil {
			m.got.Wire = wire[m.name]
		}
		require.Empty(t, m.problems, m.name)
		expect := *line
		expect.Cells = map[string]fault.Outcome{m.name: m.want}
		require.Empty(t, expect.Differences(m.name, m.got, m.took))
		if m.op.Class == op.Once {
			require.LessOrEqual(t, commits[m.name], 1, "%s was performed twice", m.name)
		}
		if commits[m.name] > 0 && !m.op.Reads() && m.got.Failed() {
			require.True(t, m.got.May, "%s was performed, and MayHaveApplied is false", m.name)
		}
		if commits[m.name] > 0 && m.op.Class == op.Once {
			require.False(t, m.got.Later, "%s was performed, and Retryable is true", m.name)
		}
	}
}

// meet calls the operation as its row does, with a client and connections of its own.
func (m *met) meet(t *testing.T, line *fault.Line, base string, dial dialer) {
	var dials atomic.Int64
	network := &http.Transport{DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
		dials.Add(1)
		return dial(ctx, network, addr)
	}}
	defer network.CloseIdleConnections()
	client, err := publishing.NewClient(base,
		publishing.WithToken(secret),
		publishing.WithHTTPClient(&http.Client{Transport: network}),
		publishing.WithRetry(publishing.Retry{MinWait: 1, MaxWait: 1}),
		publishing.WithAttemptTimeout(cmp.Or(line.Attempt, -1)), // none on the clock of the machine
		publishing.WithIdleTimeout(-1),
	)
	if err != nil {
		m.problems = append(m.problems, err.Error())
		return
	}
	r := m.row
	f, err := load(m.files, r.Response)
	if err != nil {
		m.problems = append(m.problems, err.Error())
		return
	}
	m.want = expected(line, m.op, f.decodes())
	meta := &api.Meta{}
	begin := time.Now()
	got := &Result{}
	got.take(r.Call(Args{client, t.Context(), sampleIDs(m.op), api.NewSecret(secretKey), []api.CallOption{api.WithMeta(meta), api.WithHeader(operationHeader, m.name)}}))
	m.took = time.Since(begin)
	success := "ok"
	if got.outcome != nil {
		success = fmt.Sprint(got.outcome)
	}
	m.got = fault.OutcomeOf(got.Err, success, meta)
	m.got.Wire = int(dials.Load())
	if got.extra != "" {
		m.problems = append(m.problems, got.extra)
	}
}

// expected is the cell of an operation: that of its class, but a body that is not decoded can be
// neither truncated nor wrong.
func expected(line *fault.Line, o *op.Op, decodes bool) fault.Outcome {
	class := fault.Put
	switch {
	case o.Class == op.Stream:
		class = fault.Stream
	case o.Class == op.Once:
		class = fault.Create
	case o.Reads():
		class = fault.Get
	case o.Method == http.MethodDelete:
		class = fault.Delete
	}
	want := line.Cells[class]
	if want.Status == 200 && !decodes && class != fault.Delete {
		return fault.Outcome{Wire: 1, Reported: 1, Kind: "ok", Status: 200}
	}
	return want
}
