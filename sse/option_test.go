package sse_test

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/sse"
)

func TestEventOfTheLimitPassesAndOneByteMoreDoesNot(t *testing.T) {
	t.Parallel()
	for _, limit := range []int{5, 6, 7, 100, 4095, 4096, 4097, 8191, 8192, 8193, 65_536, 65_537} {
		for name, event := range map[string]func(size int) string{
			"one line": func(n int) string {
				return "data:" + strings.Repeat("x", n-5) + "\n\n"
			},
			"lines": func(n int) string {
				return strings.Repeat("data\r\n", n/4-1) + "data" + strings.Repeat("?", n%4) + "\r\ndata\r\n\r\n"
			},
			"comments too": func(n int) string {
				return ": a comment that does not count\ndata:" + strings.Repeat("x", n-5) + "\n:\n\n"
			},
		} {
			if name == "lines" && limit < 100 {
				continue
			}
			size := func(n int) string {
				if name == "lines" {
					return event(n - 4)
				}
				return event(n)
			}
			passes, fails := size(limit), size(limit+1)
			for _, wrap := range []func(io.Reader) io.Reader{iotest.DataErrReader, iotest.HalfReader, iotest.OneByteReader} {
				var got []sse.Event
				keep := func(e sse.Event) { got = append(got, e) }
				err := collect(t, sse.Read(wrap(strings.NewReader(passes)), sse.WithMaxEventSize(limit)), keep)
				require.NoError(t, err, name)
				require.Len(t, got, 1, name)
				err = collect(t, sse.Read(wrap(strings.NewReader(fails)), sse.WithMaxEventSize(limit)), keep)
				requireEnd(t, tooLarge, limit, err)
				require.Len(t, got, 1, name)
			}
		}
	}
}

func TestDefaultLimitIsFourMiB(t *testing.T) {
	t.Parallel()
	require.Equal(t, 4<<20, sse.DefaultMaxEventSize)
	event := "data:" + strings.Repeat("x", 4<<20-5)
	greatest, tooLong := event+"\n\n", event+"x\n\n"
	for _, opts := range [][]sse.Option{
		nil,
		{nil},
		{sse.WithMaxEventSize(0)},
		{sse.WithMaxEventSize(-1)},
		{sse.WithMaxEventSize(10), sse.WithMaxEventSize(0)},
	} {
		for e, err := range sse.Read(strings.NewReader(greatest), opts...) {
			require.NoError(t, err)
			require.Len(t, e.Data, 4<<20-5)
		}
		for _, err := range sse.Read(strings.NewReader(tooLong), opts...) {
			requireEnd(t, tooLarge, 4<<20, err)
		}
	}
}

func TestLastOptionCounts(t *testing.T) {
	t.Parallel()
	seq := sse.Read(strings.NewReader("data: a\n\n"), sse.WithMaxEventSize(100), sse.WithMaxEventSize(3))
	requireEnd(t, tooLarge, 3, collect(t, seq, func(sse.Event) { t.Error("event beyond the limit") }))
}
