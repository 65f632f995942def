package sse_test

import (
	"io"
	"iter"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/sse"
)

// script is a reader that gives its pieces one a Read, then err, alone or with
// the last piece. It checks what Read promises about its reader.
type script struct {
	t       testing.TB
	pieces  []string
	err     error
	withErr bool

	given   string
	yielded func() int
	limit   int
	ended   bool
	stopped bool
}

func (s *script) Read(p []byte) (int, error) {
	require.False(s.t, s.ended, "read after an error")
	require.False(s.t, s.stopped, "read after the loop has ended")
	if s.yielded != nil {
		whole, _ := reference(s.given, s.limit)
		require.Len(s.t, whole, s.yielded(), "asked for more with a whole event at hand")
	}
	if len(s.pieces) == 0 {
		s.ended = true
		return 0, s.err
	}
	n := copy(p, s.pieces[0])
	s.given += s.pieces[0][:n]
	s.pieces[0] = s.pieces[0][n:]
	if s.pieces[0] == "" {
		s.pieces = s.pieces[1:]
	}
	if s.withErr && len(s.pieces) == 0 {
		s.ended = true
		return n, s.err
	}
	return n, nil
}

func whole(s string) []string { return []string{s} }

func bytewise(s string) []string {
	var pieces []string
	for i := range len(s) {
		pieces = append(pieces, s[i:i+1])
	}
	return pieces
}

// play reads the script to its end and checks all Read promises on the way.
func play(t testing.TB, s *script, limit int) ([]sse.Event, error) {
	t.Helper()
	var events []sse.Event
	s.t, s.limit = t, limit
	s.yielded = func() int { return len(events) }
	seq := sse.Read(s, sse.WithMaxEventSize(limit))
	err := collect(t, seq, func(e sse.Event) { events = append(events, e) })
	s.stopped = true
	again := collect(t, seq, func(e sse.Event) { t.Errorf("event after the end: %+v", e) })
	require.Equal(t, err, again, "a second loop ends differently")
	return events, err
}

// collect calls on with each event and returns the error that ended the
// iteration. It fails the test if an event comes with or after the error.
func collect(t testing.TB, seq iter.Seq2[sse.Event, error], on func(sse.Event)) error {
	t.Helper()
	var last error
	for e, err := range seq {
		require.NoError(t, last, "an iteration after the error")
		if err != nil {
			require.Zero(t, e, "an event with the error")
			last = err
			continue
		}
		on(e)
	}
	return last
}

func requireEnd(t testing.TB, want end, limit int, err error) {
	t.Helper()
	switch want {
	case clean:
		require.NoError(t, err)
	case unfinished:
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		require.ErrorContains(t, err, "reading event stream: ")
	case tooLarge:
		var large *sse.EventTooLargeError
		require.ErrorAs(t, err, &large)
		require.Equal(t, limit, large.Limit)
		require.NotErrorIs(t, err, io.ErrUnexpectedEOF)
	default:
		t.Fatalf("no such end: %q", want)
	}
}
