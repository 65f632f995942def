package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/sites"
)

// A MemoryServer is an in-memory server. The program that measures calls does not contain one:
// calls are a few percent slower in a program twice as large. A program of its own measures the
// servers.
type MemoryServer interface {
	http.Handler
	URL() string
	Client(opts ...publishing.Option) *publishing.Client
	Close()
}

// StartMemoryServer starts an in-memory server with a token and an organization that has sites.
type StartMemoryServer func(token, organizationID string, list []sites.Site) (MemoryServer, error)

// The tasks of the program that measures in-memory servers.
const (
	serversTime   = "time"
	serversMemory = "memory"
)

// sizes are the numbers of sites of the organizations.
type sizes struct{ few, some, many int }

// The names of the sides of the in-memory server.
const (
	fewGet     = "GET of few"
	manyGet    = "GET of many"
	somePage   = "page of some"
	firstPage  = "first page of many"
	middlePage = "middle page of many"
	filterPage = "page of many with a filter"
)

const manyServers = 1000

// seeded starts an in-memory server with the organization orgID, which has count sites. Every
// second one is published.
func seeded(start StartMemoryServer, count int) (MemoryServer, error) {
	list := make([]sites.Site, count)
	for i := range list {
		id := fmt.Sprintf("site_%07d", i+1)
		list[i] = sites.Site{ID: id, Title: "The handbook of department " + id, Published: i%2 == 0}
	}
	return start(token, orgID, list)
}

// memoryServers are in-memory servers with few, some and many sites.
type memoryServers struct {
	few, some, many MemoryServer
	middle          string // the cursor of a page in the middle of many
}

func startMemoryServers(ctx context.Context, start StartMemoryServer, n sizes) (*memoryServers, error) {
	s := &memoryServers{}
	for _, sized := range []struct {
		server *MemoryServer
		count  int
	}{{&s.few, n.few}, {&s.some, n.some}, {&s.many, n.many}} {
		server, err := seeded(start, sized.count)
		if err != nil {
			s.close()
			return nil, err
		}
		*sized.server = server
	}
	count := 0
	for page, err := range s.many.Client().Sites.ListPages(ctx, orgID, sites.ListOptions{Limit: perPage}) {
		if err != nil {
			s.close()
			return nil, err
		}
		s.middle = page.NextCursor()
		if count += len(page.Items); count >= n.many/2 {
			break
		}
	}
	return s, nil
}

func (s *memoryServers) close() {
	for _, server := range []MemoryServer{s.few, s.some, s.many} {
		if server != nil {
			server.Close()
		}
	}
}

// getSides get a site of few and of many.
func (s *memoryServers) getSides(ctx context.Context) []side {
	return []side{handled(ctx, fewGet, s.few, sitePath), handled(ctx, manyGet, s.many, sitePath)}
}

// pageSides get a page of sites.
func (s *memoryServers) pageSides(ctx context.Context) []side {
	const page = listPath + "?limit=1000"
	return []side{
		handled(ctx, somePage, s.some, page),
		handled(ctx, firstPage, s.many, page),
		handled(ctx, middlePage, s.many, page+"&page="+url.QueryEscape(s.middle)),
		handled(ctx, filterPage, s.many, page+"&published=true"),
	}
}

// handled sends a request to a server without a connection, and counts the sites in the response.
func handled(ctx context.Context, name string, server http.Handler, path string) side {
	return side{name, func(n int) (s sum, err error) {
		for range n {
			req, err := http.NewRequestWithContext(ctx, http.MethodGet, replayBase+path, nil)
			if err != nil {
				return s, err
			}
			req.Header.Set("Authorization", "Bearer "+token)
			w := &recorder{header: http.Header{}}
			server.ServeHTTP(w, req)
			if w.status != http.StatusOK {
				return s, fmt.Errorf("status %d: %s", w.status, w.body.String())
			}
			s.count += bytes.Count(w.body.Bytes(), []byte(`"object":"site"`))
		}
		return s, nil
	}}
}

// recorder keeps a response.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (r *recorder) Header() http.Header { return r.header }

func (r *recorder) WriteHeader(status int) { r.status = status }

func (r *recorder) Write(b []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	return r.body.Write(b)
}

// serverTime measures in-memory servers in a program of its own.
func serverTime(ctx context.Context, rounds int) ([]value, error) {
	numbers, err := runServers(ctx, serversTime, rounds, 500, 10, perPage, listPages*perPage)
	if err != nil {
		return nil, err
	}
	ids := []string{"get", "page.first", "page.middle", "page.filter"}
	if len(numbers) != 1+3*len(ids) {
		return nil, fmt.Errorf("the program printed %v", numbers)
	}
	values := []value{{"server.start", numbers[0] * 1e3, ""}}
	for i, id := range ids {
		got := numbers[1+3*i:]
		values = append(values, value{"server." + id, got[0], short(got[1]) + " : " + short(got[2])})
	}
	return values, nil
}

// serverMemory measures the memory of in-memory servers in a program of its own.
func serverMemory(ctx context.Context, _ int) ([]value, error) {
	numbers, err := runServers(ctx, serversMemory, manyServers)
	if err != nil {
		return nil, err
	}
	if len(numbers) != 3 {
		return nil, fmt.Errorf("the program printed %v", numbers)
	}
	return []value{
		{"servers.memory", numbers[0] / manyServers / 1e6, ""},
		{"servers.goroutines", numbers[1], ""},
		{"servers.ports", numbers[2], ""},
	}, nil
}

// runServers builds the program that measures in-memory servers, and returns the numbers that a
// task of it prints.
func runServers(ctx context.Context, task string, args ...int) (numbers []float64, err error) {
	dir, err := os.MkdirTemp("", "bench-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	tools, err := newToolchain(ctx)
	if err != nil {
		return nil, err
	}
	program := filepath.Join(dir, "servers.exe")
	if _, err := tools.run(ctx, "", "build", "-o", program, module+"/internal/test/bench/servers"); err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, program, task) //nolint:gosec // what was built
	for _, arg := range args {
		cmd.Args = append(cmd.Args, strconv.Itoa(arg))
	}
	numbers, _, err = printed(cmd)
	return numbers, err
}

// MeasureServers does a task of the program that measures in-memory servers.
func MeasureServers(ctx context.Context, start StartMemoryServer, args []string, out io.Writer) error {
	var numbers []int
	for _, text := range args[min(1, len(args)):] {
		number, err := strconv.Atoi(text)
		if err != nil {
			return err
		}
		numbers = append(numbers, number)
	}
	switch {
	case len(numbers) == 5 && args[0] == serversTime:
		return times(ctx, start, numbers[0], numbers[1], sizes{numbers[2], numbers[3], numbers[4]}, out)
	case len(numbers) == 1 && args[0] == serversMemory:
		return memory(ctx, start, numbers[0], out)
	default:
		return fmt.Errorf("no task %q", args)
	}
}

// times prints the seconds from the start of a server to its first response; and, for a GET and for
// pages of a long list, the ratio to those of a short one and the seconds of both. calls is the
// number of GETs in a turn, and a hundred times that of pages.
func times(ctx context.Context, start StartMemoryServer, rounds, calls int, n sizes, out io.Writer) error {
	var starts []float64
	for range 20 * rounds {
		took, err := firstResponse(ctx, start)
		if err != nil {
			return err
		}
		starts = append(starts, took.Seconds())
	}
	servers, err := startMemoryServers(ctx, start, n)
	if err != nil {
		return err
	}
	defer servers.close()
	// A collection of so many sites takes as long as thousands of calls, and would be counted for
	// the side whose turn it is. The limit is for pages that take too much memory.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(1 << 30))
	gets, err := compare(rounds, 20, calls, servers.getSides(ctx), processor)
	if err != nil {
		return err
	}
	pages, err := compare(rounds, 5, calls/100, servers.pageSides(ctx), processor)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, median(starts))
	over := func(got series, a, b string) { fmt.Fprintln(out, got.ratio(a, b), median(got[a]), median(got[b])) }
	over(gets, manyGet, fewGet)
	over(pages, firstPage, somePage)
	over(pages, middlePage, somePage)
	over(pages, filterPage, somePage)
	return nil
}

// firstResponse returns how long an in-memory server with an organization takes from its start to
// the first response that a client has decoded.
func firstResponse(ctx context.Context, start StartMemoryServer) (time.Duration, error) {
	began := time.Now()
	server, err := responding(ctx, start)
	if err != nil {
		return 0, err
	}
	defer server.Close()
	return time.Since(began), nil
}

// responding starts a server that has responded to a call.
func responding(ctx context.Context, start StartMemoryServer) (MemoryServer, error) {
	server, err := start(token, orgID, nil)
	if err != nil {
		return nil, err
	}
	if _, err := server.Client().Orgs.Get(ctx, orgID); err != nil {
		server.Close()
		return nil, err
	}
	return server, nil
}

// memory prints how many bytes count in-memory servers take that have responded to a call, and how
// many goroutines and ports they leave when they are closed.
func memory(ctx context.Context, start StartMemoryServer, count int, out io.Writer) error {
	if _, err := firstResponse(ctx, start); err != nil { // what all servers share
		return err
	}
	goroutines, before := runtime.NumGoroutine(), heldBytes()
	list := make([]MemoryServer, count)
	for i := range list {
		server, err := responding(ctx, start)
		if err != nil {
			return err
		}
		defer server.Close()
		list[i] = server
	}
	held := heldBytes() - before
	ports := 0
	for _, server := range list {
		server.Close()
	}
	for _, server := range list {
		address, err := url.Parse(server.URL())
		if err != nil {
			return err
		}
		if conn, err := new(net.Dialer).DialContext(ctx, "tcp", address.Host); err == nil {
			_ = conn.Close()
			ports++
		}
	}
	left := runtime.NumGoroutine() - goroutines
	for range 100 { // a closed connection's goroutines in net/http end a moment later
		if left <= 0 {
			break
		}
		pause(ctx, 10*time.Millisecond)
		left = runtime.NumGoroutine() - goroutines
	}
	_, err := fmt.Fprintln(out, held, max(left, 0), ports)
	return err
}

// heldBytes returns how many bytes the heap and the stacks hold after a garbage collection.
func heldBytes() int64 {
	runtime.GC()
	runtime.GC() // what had a cleanup
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapInuse + stats.StackInuse) //nolint:gosec // far below the limit
}
