package sse_test

import (
	"strings"
	"testing"

	"github.com/publishing-platform/publishing-go/sse"
)

func BenchmarkRead(b *testing.B) {
	for _, c := range []struct {
		name string
		size int
	}{
		{"0.2KB", 200},
		{"4KB", 4 << 10},
	} {
		b.Run(c.name, func(b *testing.B) {
			const events = 1000
			one := "event: answer\nid: 12\ndata: "
			one += strings.Repeat("x", c.size-len(one)-2) + "\n\n"
			stream := strings.Repeat(one, events)
			b.SetBytes(int64(len(stream)))
			b.ReportAllocs()
			for b.Loop() {
				n := 0
				for _, err := range sse.Read(strings.NewReader(stream)) {
					if err != nil {
						b.Fatal(err)
					}
					n++
				}
				if n != events {
					b.Fatalf("%d events", n)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*events), "ns/event")
		})
	}
}
