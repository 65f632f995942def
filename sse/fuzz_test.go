package sse_test

import (
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/sse"
)

func FuzzReadEqualsReference(f *testing.F) {
	for i, s := range streams {
		f.Add([]byte(s.in), []byte{byte(i), 3, 1}, uint16(s.limit), i%2 == 0)
	}
	f.Fuzz(func(t *testing.T, in, cuts []byte, limit uint16, withErr bool) {
		// The reference reads the stream anew for each piece.
		in = in[:min(len(in), 1<<10)]
		size := int(limit)
		if size == 0 {
			size = sse.DefaultMaxEventSize
		}
		want, end := reference(string(in), size)
		got, err := play(t, &script{pieces: pieces(in, cuts), err: io.EOF, withErr: withErr}, size)
		require.Equal(t, want, got)
		requireEnd(t, end, size, err)
	})
}

// pieces cuts in after each of cuts bytes, over and over.
func pieces(in, cuts []byte) []string {
	var out []string
	for i := 0; len(in) > 0; i++ {
		n := len(in)
		if len(cuts) > 0 {
			n = min(n, 1+int(cuts[i%len(cuts)]))
		}
		out = append(out, string(in[:n]))
		in = in[n:]
	}
	return out
}
