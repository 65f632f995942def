package sse_test

import (
	"fmt"
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

// BenchmarkLargeEvent measures what a byte of an event costs at one, two and four times a size: the
// figures of a line of the table must not grow with the size.
func BenchmarkLargeEvent(b *testing.B) {
	for name, line := range map[string]string{"line": "x", "lines": "x\ndata: ", "CR lines": "x\rdata: ", "ids": "\nid: 1234"} {
		for _, size := range []int{512 << 10, 1 << 20, 2 << 20} {
			b.Run(fmt.Sprintf("%s/%d", name, size), func(b *testing.B) {
				stream := "data: " + strings.Repeat(line, size/len(line)) + "\n\n"
				b.SetBytes(int64(len(stream)))
				b.ReportAllocs()
				for b.Loop() {
					for _, err := range sse.Read(strings.NewReader(stream)) {
						if err != nil {
							b.Fatal(err)
						}
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(stream)), "ns/byte")
			})
		}
	}
}
