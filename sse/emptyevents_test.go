package sse_test

import (
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/sse"
)

func TestWithEmptyEventsYieldsEventsOfTheseTypesWithoutData(t *testing.T) {
	t.Parallel()
	for _, s := range []stream{
		{"alone", "event: done\n\n", events{typed("done", "")}, clean, 0},
		{"without the space", "event:done\n\n", events{typed("done", "")}, clean, 0},
		{"every line ending", "event: done\r\revent: done\r\n\r\nevent: done\n\n", events{typed("done", ""), typed("done", ""), typed("done", "")}, clean, 0},
		{"with data", "event: done\ndata: a\n\n", events{typed("done", "a")}, clean, 0},
		{"after data", "data: a\nevent: done\n\n", events{typed("done", "a")}, clean, 0},
		{"with an id", "id: 1\nevent: done\n\ndata: a\n\n", events{full("done", "1", ""), withID("1", "a")}, clean, 0},
		{"after an id without data", "id: 1\n\nevent: done\n\n", events{full("done", "1", "")}, clean, 0},
		{"between comments", ": a\nevent: done\n: b\nretry: 1\n\n", events{typed("done", "")}, clean, 0},
		{"the other type", "event: error\n\n", events{typed("error", "")}, clean, 0},
		{"another type", "event: tick\n\nevent: DONE\n\nevent: done \n\nevent:  done\n\nevent: donee\n\nevent: don\n\nevent: do\xFFne\n\n", nil, clean, 0},
		{"no type", "event\n\nevent:\n\nid: 1\n\n\n\n", nil, clean, 0},
		{"the last type counts", "event: done\nevent: tick\n\nevent: tick\nevent: done\n\n", events{typed("done", "")}, clean, 0},
		{"an empty type takes the type back", "event: done\nevent\n\n", nil, clean, 0},
		{"a type is for one event", "event: done\n\nid: 1\n\n", events{typed("done", "")}, clean, 0},
		{"unfinished", "event: done\n", nil, unfinished, 0},
		{"unfinished line", "event: done", nil, unfinished, 0},
		{"as large as the limit", "event: done\n\n", events{typed("done", "")}, clean, 11},
		{"one byte too large", "event: done\n\n", nil, tooLarge, 10},
	} {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			for _, pieces := range [][]string{whole(s.in), bytewise(s.in)} {
				var got []sse.Event
				r := &script{t: t, pieces: pieces, err: io.EOF}
				seq := sse.Read(r, sse.WithMaxEventSize(s.limit), sse.WithEmptyEvents("done"), sse.WithEmptyEvents("error"))
				requireEnd(t, s.end, s.maxSize(), collect(t, seq, func(e sse.Event) { got = append(got, e) }))
				require.Equal(t, s.want, got)
			}
		})
	}
}

func TestWithEmptyEventsYieldsAnEventBeforeMoreIsRead(t *testing.T) {
	t.Parallel()
	r := &script{t: t, pieces: []string{"event: done\n\n", "data: a\n\n"}, err: io.EOF}
	for e, err := range sse.Read(r, sse.WithEmptyEvents("done")) {
		require.NoError(t, err)
		require.Equal(t, typed("done", ""), e)
		require.Equal(t, []string{"data: a\n\n"}, r.pieces)
		break
	}
}

func TestWithEmptyEventsChangesNothingElse(t *testing.T) {
	t.Parallel()
	eachStream(t, func(t *testing.T, s stream) {
		var got []sse.Event
		seq := sse.Read(&script{t: t, pieces: whole(s.in), err: io.EOF}, sse.WithMaxEventSize(s.limit), sse.WithEmptyEvents("done", "error"))
		requireEnd(t, s.end, s.maxSize(), collect(t, seq, func(e sse.Event) { got = append(got, e) }))
		require.Equal(t, s.want, got)
	})
}
