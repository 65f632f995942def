package publishingtest_test

import (
	"crypto/rand"
	"net/http"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/publishing-platform/publishing-go/internal/test/sample"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

// bytesInUse returns the number of bytes in use on the heap and on stacks.
func bytesInUse() int64 {
	runtime.GC()
	runtime.GC() // what the first one put aside in pools
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc + stats.StackInuse)
}

// TestManyServersFitInAProcess starts the servers in parallel subtests, as a test with a server
// for each subtest does. They belong to the test around the subtests, so that all are open at the
// same time.
func TestManyServersFitInAProcess(t *testing.T) { //nolint:paralleltest // memory and goroutines are counted for the whole process
	const most = 1 << 20
	count := sample.Count(100, 1000)
	running := goleak.IgnoreCurrent()
	addresses := make([]string, count) // URLs of a resource that only this server has
	t.Run("open", func(t *testing.T) { //nolint:paralleltest // as above
		before := bytesInUse()
		servers := make([]*publishingtest.Server, count)
		t.Run("start", func(around *testing.T) { //nolint:paralleltest // it ends when all servers are started
			for i := range count {
				around.Run("", func(started *testing.T) {
					started.Parallel()
					s := publishingtest.NewServer(t)
					org := s.Orgs.Add(orgs.Organization{ID: "only-here-" + rand.Text()})
					got, err := s.Client().Orgs.Get(started.Context(), org.ID)
					require.NoError(started, err)
					require.Equal(started, org.ID, got.ID)
					servers[i], addresses[i] = s, org.URLs.Location
				})
			}
		})
		each := (bytesInUse() - before) / int64(count)
		runtime.KeepAlive(servers)
		t.Logf("%d KiB for each server with an open connection", each>>10)
		require.Less(t, each, int64(most))
	})
	require.NoError(t, goleak.Find(running))
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: time.Minute}
	for _, address := range addresses {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
		require.NoError(t, err)
		req.Header.Set("Authorization", "Bearer "+publishingtest.DefaultToken)
		if resp, err := client.Do(req); err == nil { // another process may have taken the port since
			_ = resp.Body.Close()
			require.NotEqual(t, http.StatusOK, resp.StatusCode, "%s is still served", address)
		}
	}
}
