package bench

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
)

// The sizes of the organizations whose sites the in-memory server returns.
const (
	fewSites  = 10
	someSites = perPage
	manySites = listPages * perPage
)

// The names of the sides of the in-memory server.
const (
	fewGet      = "GET of 10"
	manyGet     = "GET of 100,000"
	somePage    = "page of 1,000"
	firstPage   = "first page of 100,000"
	middlePage  = "middle page of 100,000"
	filterPage  = "page of 100,000 with a filter"
	manyServers = 1000
)

// seeded starts an in-memory server with the organization orgID, which has count sites. Every
// second one is published.
func seeded(count int) (*publishingtest.Server, error) {
	server, err := publishingtest.Start(publishingtest.WithoutCallLog(), publishingtest.WithToken(token))
	if err != nil {
		return nil, err
	}
	server.AddOrganization(publishingtest.Organization{ID: orgID})
	for i := range count {
		id := fmt.Sprintf("site_%07d", i+1)
		server.AddSite(orgID, sites.Site{ID: id, Title: "The handbook of department " + id, Published: i%2 == 0})
	}
	return server, nil
}

// memoryServers are in-memory servers with few, some and many sites.
type memoryServers struct {
	few, some, many *publishingtest.Server
	middle          string // the cursor of a page in the middle of many
}

func startMemoryServers(ctx context.Context) (*memoryServers, error) {
	s := &memoryServers{}
	for _, start := range []struct {
		server **publishingtest.Server
		count  int
	}{{&s.few, fewSites}, {&s.some, someSites}, {&s.many, manySites}} {
		server, err := seeded(start.count)
		if err != nil {
			s.close()
			return nil, err
		}
		*start.server = server
	}
	count := 0
	for page, err := range s.many.Client().Sites.Pages(ctx, orgID, sites.ListOptions{Limit: perPage}) {
		if err != nil {
			s.close()
			return nil, err
		}
		s.middle = page.NextPage()
		if count += len(page.Items); count >= manySites/2 {
			break
		}
	}
	return s, nil
}

func (s *memoryServers) close() {
	for _, server := range []*publishingtest.Server{s.few, s.some, s.many} {
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

func serverTime(ctx context.Context, rounds int) ([]value, error) {
	var starts []float64
	for range 20 * rounds {
		took, err := firstResponse(ctx)
		if err != nil {
			return nil, err
		}
		starts = append(starts, took.Seconds())
	}
	servers, err := startMemoryServers(ctx)
	if err != nil {
		return nil, err
	}
	defer servers.close()
	// A collection of so many sites takes as long as thousands of calls, and would be counted for
	// the side whose turn it is. The limit is for pages that take too much memory.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(1 << 30))
	gets, err := compare(rounds, 20, 500, servers.getSides(ctx), processor)
	if err != nil {
		return nil, err
	}
	pages, err := compare(rounds, 5, 5, servers.pageSides(ctx), processor)
	over := func(id string, got series, a, b string) value {
		return value{"server." + id, got.ratio(a, b), short(median(got[a])) + " : " + short(median(got[b]))}
	}
	return []value{
		{"server.start", median(starts) * 1e3, ""},
		over("get", gets, manyGet, fewGet),
		over("page.first", pages, firstPage, somePage),
		over("page.middle", pages, middlePage, somePage),
		over("page.filter", pages, filterPage, somePage),
	}, err
}

// firstResponse returns how long an in-memory server with an organization takes from its start to
// the first response that a client has decoded.
func firstResponse(ctx context.Context) (time.Duration, error) {
	began := time.Now()
	server, err := publishingtest.Start()
	if err != nil {
		return 0, err
	}
	defer server.Close()
	err = call(ctx, server)
	return time.Since(began), err
}

// call adds an organization to a server and gets it.
func call(ctx context.Context, server *publishingtest.Server) error {
	organization := server.AddOrganization(publishingtest.Organization{})
	_, err := server.Client().Orgs.Get(ctx, organization.ID)
	return err
}

func serversMemory(ctx context.Context, _ int) ([]value, error) {
	numbers, _, err := runChild(ctx, "", serversTask, strconv.Itoa(manyServers))
	if err != nil {
		return nil, err
	}
	if len(numbers) != 3 {
		return nil, fmt.Errorf("the child printed %v", numbers)
	}
	return []value{
		{"servers.memory", numbers[0] / manyServers / 1e6, ""},
		{"servers.goroutines", numbers[1], ""},
		{"servers.ports", numbers[2], ""},
	}, nil
}

// servers prints how many bytes count in-memory servers take that have responded to a call, and how
// many goroutines and ports they leave when they are closed.
func servers(ctx context.Context, count int, out io.Writer) error {
	if _, err := firstResponse(ctx); err != nil { // what all servers share
		return err
	}
	goroutines, before := runtime.NumGoroutine(), heldBytes()
	list := make([]*publishingtest.Server, count)
	for i := range list {
		server, err := publishingtest.Start()
		if err != nil {
			return err
		}
		defer server.Close()
		if err := call(ctx, server); err != nil {
			return err
		}
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
