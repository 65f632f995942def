package sse_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/test/sample"
	"github.com/publishing-platform/publishing-go/sse"
)

// eachStream runs f for every stream of the table, in parallel.
func eachStream(t *testing.T, f func(t *testing.T, s stream)) {
	t.Helper()
	for _, s := range streams {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			f(t, s)
		})
	}
}

// cuts returns the positions at which each stream is cut. A sample has one of each stream and each
// place: the kinds of the two bytes before it and of the two after.
var cuts = sync.OnceValue(func() map[string][]int {
	type cut struct {
		stream
		at int
	}
	var all []cut
	for _, s := range streams {
		for i := range len(s.in) {
			all = append(all, cut{s, i})
		}
	}
	chosen := map[string][]int{}
	for _, c := range sample.Of(all, func(c cut) []string {
		return []string{c.name, kinds(c.in[max(0, c.at-2):c.at]) + "|" + kinds(c.in[c.at:min(len(c.in), c.at+2)])}
	}) {
		chosen[c.name] = append(chosen[c.name], c.at)
	}
	return chosen
})

// kinds returns text with one letter for all letters, digits and other ASCII that means nothing in
// a stream.
func kinds(text string) string {
	return strings.Map(func(r rune) rune {
		if r > ' ' && r < utf8.RuneSelf && r != ':' {
			return 'x'
		}
		return r
	}, text)
}

func TestFigureTableHasMoreThanAHundredStreams(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	cuts := 0
	for _, s := range streams {
		require.False(t, names[s.name], s.name)
		names[s.name] = true
		cuts += len(s.in)
	}
	require.GreaterOrEqual(t, len(names), 100)
	t.Logf("%d streams, each read whole, byte by byte and split at each of its positions, %d in all, with the end beside the last bytes and after them", len(names), cuts)
}

func TestReferenceAgreesWithTheTable(t *testing.T) {
	t.Parallel()
	eachStream(t, func(t *testing.T, s stream) {
		got, end := reference(s.in, s.maxSize())
		require.Equal(t, s.want, got)
		require.Equal(t, s.end, end)
	})
}

func TestEventsDoNotDependOnHowTheBytesArrive(t *testing.T) {
	t.Parallel()
	eachStream(t, func(t *testing.T, s stream) {
		check := func(pieces []string, withErr bool) {
			t.Helper()
			got, err := play(t, &script{pieces: pieces, err: io.EOF, withErr: withErr}, s.maxSize())
			require.Equal(t, s.want, got)
			requireEnd(t, s.end, s.maxSize(), err)
		}
		check(whole(s.in), false)
		check(whole(s.in), true)
		check(bytewise(s.in), false)
		check(bytewise(s.in), true)
		for _, i := range cuts()[s.name] {
			check([]string{s.in[:i], s.in[i:]}, false)
			check([]string{s.in[:i], s.in[i:]}, true)
		}
	})
}

func TestReadersOfTheStandardLibrary(t *testing.T) {
	t.Parallel()
	eachStream(t, func(t *testing.T, s stream) {
		for name, wrap := range map[string]func(io.Reader) io.Reader{
			"whole":    func(r io.Reader) io.Reader { return r },
			"one byte": iotest.OneByteReader,
			"half":     iotest.HalfReader,
			"data err": iotest.DataErrReader,
			"one byte, data err": func(r io.Reader) io.Reader {
				return iotest.DataErrReader(iotest.OneByteReader(r))
			},
		} {
			var got []sse.Event
			seq := sse.Read(wrap(strings.NewReader(s.in)), sse.WithMaxEventSize(s.limit))
			err := collect(t, seq, func(e sse.Event) { got = append(got, e) })
			require.Equal(t, s.want, got, name)
			requireEnd(t, s.end, s.maxSize(), err)
		}
	})
}

func TestUnfinishedEventIsDroppedAndReported(t *testing.T) {
	t.Parallel()
	eachStream(t, func(t *testing.T, s stream) {
		for _, i := range append(slices.Clip(cuts()[s.name]), len(s.in)) {
			cut := s.in[:i]
			want, end := reference(cut, s.maxSize())
			got, err := play(t, &script{pieces: whole(cut), err: io.EOF}, s.maxSize())
			require.Equal(t, want, got, "%q", cut)
			require.LessOrEqual(t, len(got), len(s.want), "%q", cut)
			require.True(t, slices.Equal(s.want[:len(got)], got), "%q", cut)
			requireEnd(t, end, s.maxSize(), err)
		}
	})
}

func TestReadersErrorComesOutWhereverItHits(t *testing.T) {
	t.Parallel()
	reset := errors.New("connection reset by peer")
	eachStream(t, func(t *testing.T, s stream) {
		for _, i := range append(slices.Clip(cuts()[s.name]), len(s.in)) {
			for _, withErr := range []bool{false, true} {
				cut := s.in[:i]
				want, end := reference(cut, s.maxSize())
				got, err := play(t, &script{pieces: whole(cut), err: reset, withErr: withErr}, s.maxSize())
				require.Equal(t, want, got, "%q", cut)
				if end == tooLarge {
					requireEnd(t, tooLarge, s.maxSize(), err)
					continue
				}
				require.ErrorIs(t, err, reset, "%q", cut)
				require.NotErrorIs(t, err, io.ErrUnexpectedEOF, "%q", cut)
			}
		}
	})
}

func TestReadersErrorKeepsItsKind(t *testing.T) {
	t.Parallel()
	for _, cause := range []error{
		context.Canceled,
		context.DeadlineExceeded,
		os.ErrDeadlineExceeded,
		io.ErrUnexpectedEOF,
		io.ErrClosedPipe,
		&net.OpError{Op: "read", Err: os.ErrDeadlineExceeded},
		fmt.Errorf("idle for too long: %w", io.EOF),
	} {
		for _, in := range []string{"", "data: a\n\n", "data: a", "data: a\n", "data: a\r", ": c", "\xEF"} {
			_, err := play(t, &script{pieces: whole(in), err: cause}, sse.DefaultMaxEventSize)
			require.Equal(t, cause, err, "%q", in)
		}
	}
}

func TestUnfinishedEventSaysWhatHappened(t *testing.T) {
	t.Parallel()
	_, err := play(t, &script{pieces: whole("data: a\n"), err: io.EOF}, sse.DefaultMaxEventSize)
	require.EqualError(t, err, "reading event stream: ended inside an event, which is dropped: unexpected EOF")
}

func TestBreakStopsReadingAndTheNextLoopReadsOn(t *testing.T) {
	t.Parallel()
	eachStream(t, func(t *testing.T, s stream) {
		for _, pieces := range [][]string{whole(s.in), bytewise(s.in)} {
			r := &script{t: t, pieces: pieces, err: io.EOF}
			seq := sse.Read(r, sse.WithMaxEventSize(s.limit))
			var got []sse.Event
			var last error
			for range len(s.want) + 1 {
				r.stopped = false
				for e, err := range seq {
					// Reading goes on in the next loop or not at all.
					r.stopped = true
					if err != nil {
						last = err
						break
					}
					got = append(got, e)
					break
				}
			}
			require.Equal(t, s.want, got)
			requireEnd(t, s.end, s.maxSize(), last)
		}
	})
}

func TestReadTouchesNothingBeforeTheFirstLoop(t *testing.T) {
	t.Parallel()
	sse.Read(&script{t: t, stopped: true})
}

func TestPanicInTheLoopLosesNothing(t *testing.T) {
	t.Parallel()
	seq := sse.Read(strings.NewReader("id: 1\ndata: a\n\ndata: b\n\n"))
	require.Panics(t, func() {
		for range seq {
			panic("stop")
		}
	})
	var got []sse.Event
	require.NoError(t, collect(t, seq, func(e sse.Event) { got = append(got, e) }))
	require.Equal(t, events{withID("1", "b")}, got)
}

func TestReaderThatGivesNothingIsAnError(t *testing.T) {
	t.Parallel()
	nothing := readerFunc(func([]byte) (int, error) { return 0, nil })
	err := collect(t, sse.Read(nothing), func(sse.Event) { t.Error("event from nothing") })
	require.ErrorIs(t, err, io.ErrNoProgress)
}

func TestEmptyReadsAreNoEnd(t *testing.T) {
	t.Parallel()
	pieces := slices.Repeat([]string{""}, 50)
	pieces = append(append(pieces, "data: a\n"), append(pieces, "\n")...)
	i := 0
	r := readerFunc(func(p []byte) (int, error) {
		if i == len(pieces) {
			return 0, io.EOF
		}
		i++
		return copy(p, pieces[i-1]), nil
	})
	var got []sse.Event
	require.NoError(t, collect(t, sse.Read(r), func(e sse.Event) { got = append(got, e) }))
	require.Equal(t, events{data("a")}, got)
}

func TestReaderThatLiesAboutItsCountIsAnError(t *testing.T) {
	t.Parallel()
	for _, n := range []int{-1, 1 << 30} {
		liar := readerFunc(func([]byte) (int, error) { return n, nil })
		err := collect(t, sse.Read(liar), func(sse.Event) { t.Error("event from nothing") })
		require.Error(t, err)
	}
}

func TestNilReaderIsAnError(t *testing.T) {
	t.Parallel()
	err := collect(t, sse.Read(nil), func(sse.Event) { t.Error("event from nothing") })
	require.EqualError(t, err, "reading event stream: the reader is nil")
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }
