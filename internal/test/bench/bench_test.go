package bench

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
)

// against benchmarks the sides of a comparison. The metric is the time of an iteration divided by
// per.
func against(b *testing.B, sides []side, per int, unit string) {
	b.Helper()
	for _, s := range sides {
		b.Run(s.name, func(b *testing.B) {
			_, err := s.run(1)
			require.NoError(b, err)
			b.ReportAllocs()
			b.ResetTimer()
			read, err := s.run(b.N)
			require.NoError(b, err)
			require.Positive(b, read.count)
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*per), "ns/"+unit)
		})
	}
}

func BenchmarkGet(b *testing.B) {
	sides, err := getSides(b.Context(), replayBase, newReplay(nil))
	require.NoError(b, err)
	against(b, sides, 1, "call")
}

func BenchmarkPost(b *testing.B) {
	sides, err := postSides(b.Context(), newReplay(nil))
	require.NoError(b, err)
	against(b, sides, 1, "call")
}

func BenchmarkList(b *testing.B) {
	base := started(b, 10, 0)
	sides, err := listSides(b.Context(), base)
	require.NoError(b, err)
	against(b, sides, 10*perPage, "site")
}

func BenchmarkDecode(b *testing.B) { against(b, decodeSides(), richSize, "site") }

func BenchmarkAsk(b *testing.B) {
	for _, size := range eventSizes {
		b.Run(fmt.Sprintf("%.1fKB", float64(size)/1024), func(b *testing.B) {
			sides, err := askSides(b.Context(), size)
			require.NoError(b, err)
			against(b, sides, perStream, "event")
		})
	}
}

func BenchmarkPrefetch(b *testing.B) {
	base := started(b, 4, time.Millisecond)
	sides, err := prefetchSides(b.Context(), base, time.Millisecond)
	require.NoError(b, err)
	against(b, sides, 4, "page")
}

func BenchmarkCrowd(b *testing.B) {
	base := started(b, 1, 0)
	sides, err := crowdSides(b.Context(), base)
	require.NoError(b, err)
	against(b, sides, callers, "call")
}

func BenchmarkNewClient(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		_, err := publishing.NewClient(replayBase, publishing.WithToken(token), publishing.WithHTTPClient(new(http.Client)))
		require.NoError(b, err)
	}
}

// started starts a server in a child process and stops it at the end of the test.
func started(tb testing.TB, count int, delay time.Duration) string {
	tb.Helper()
	server, err := startServer(context.WithoutCancel(tb.Context()), count, delay) // the cleanup runs after the end of the context
	require.NoError(tb, err)
	tb.Cleanup(func() { require.NoError(tb, server.stop()) })
	return server.url
}
