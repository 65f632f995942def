package transport

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
	"github.com/publishing-platform/publishing-go/sse"
)

// flushed is the pieces in one member, each flushed.
func flushed(t testing.TB, pieces ...string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	for _, piece := range pieces {
		_, err := io.WriteString(w, piece)
		require.NoError(t, err)
		require.NoError(t, w.Flush())
	}
	require.NoError(t, w.Close())
	return b.String()
}

func inGzip(body string) responder {
	return respond(200, body, "Content-Type", eventStream, "Content-Encoding", "gzip")
}

// TestStreamInGzipYieldsEachEventAsItIsFlushed runs the loop with a server that sends an event only
// when the one before it was yielded.
func TestStreamInGzipYieldsEachEventAsItIsFlushed(t *testing.T) {
	t.Parallel()
	const events = 20
	for name, test := range map[string]struct {
		coding string
		flush  func(*gzip.Writer) error // after each event, nil for no gzip
		next   func(*gzip.Writer, io.Writer)
	}{
		"identity": {coding: "identity"},
		"flushed":  {"gzip", (*gzip.Writer).Flush, func(*gzip.Writer, io.Writer) {}},
		"x-gzip":   {"X-GZIP", (*gzip.Writer).Flush, func(*gzip.Writer, io.Writer) {}},
		"a member for each event": {"identity, gzip", (*gzip.Writer).Close, func(w *gzip.Writer, to io.Writer) {
			w.Reset(to)
		}},
	} {
		for _, http2 := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/http2=%t", name, http2), func(t *testing.T) {
				t.Parallel()
				yielded := make(chan struct{})
				core := serveStream(t, http2, func(w http.ResponseWriter, r *http.Request) {
					w.Header().Set("Content-Type", eventStream)
					w.Header().Set("Content-Encoding", test.coding)
					var to io.Writer = w
					zip := gzip.NewWriter(w)
					if test.flush != nil {
						to = zip
					}
					for i := range events {
						if _, err := fmt.Fprintf(to, "data: %d\n\n", i); err != nil {
							return
						}
						if test.flush != nil && test.flush(zip) != nil {
							return
						}
						if http.NewResponseController(w).Flush() != nil {
							return
						}
						select {
						case <-yielded:
						case <-r.Context().Done():
							return
						}
						if test.next != nil {
							test.next(zip, w)
						}
					}
					if test.flush != nil {
						_ = zip.Close()
					}
				})
				got := 0
				for event, err := range Events(t.Context(), core, operation(t, "GET", "/v1/s", op.Traits{Class: op.Stream}).Path(), nil) {
					require.NoError(t, err)
					require.Equal(t, fmt.Sprint(got), event.Data)
					got++
					yielded <- struct{}{}
				}
				require.Equal(t, events, got)
			})
		}
	}
}

// serveStream returns a core whose service is the handler on a real connection.
func serveStream(t *testing.T, http2 bool, handler http.HandlerFunc) *Core {
	t.Helper()
	server := httptest.NewUnstartedServer(handler)
	server.EnableHTTP2 = http2
	if http2 {
		server.StartTLS()
	} else {
		server.Start()
	}
	t.Cleanup(server.Close)
	base, err := url.Parse(server.URL)
	require.NoError(t, err)
	return newCore(t, server.Client().Transport, func(s *Settings) { s.BaseURL = base })
}

func TestStreamInGzipThatIsTruncatedIsAnError(t *testing.T) {
	t.Parallel()
	pieces := []string{"data: 1\n\n", ": ping\n\n", "data: 2\n\n", "data: 3\n\n"}
	body := flushed(t, pieces...)
	var want []sse.Event
	for _, data := range []string{"1", "2", "3"} {
		want = append(want, sse.Event{Data: data})
	}
	for i := range len(body) {
		n := play(t, inGzip(body[:i]))
		got, err := streamEvents(t, t.Context(), newCore(t, n))
		require.LessOrEqual(t, len(got), len(want))
		require.Equal(t, want[:len(got)], append([]sse.Event{}, got...), "truncated at %d", i)
		require.ErrorIs(t, err, io.ErrUnexpectedEOF, "truncated at %d", i)
		require.Equal(t, 200, as[*api.TransportError](t, err).Status)
		require.Len(t, n.attempts(), 1)
	}
	got, err := streamEvents(t, t.Context(), newCore(t, play(t, inGzip(body))))
	require.NoError(t, err)
	require.Equal(t, want, got)
	_, err = streamEvents(t, t.Context(), newCore(t, play(t, truncatedBody(200, body[:len(body)-9], errReset, "Content-Type", eventStream, "Content-Encoding", "gzip"))))
	require.ErrorIs(t, err, errReset.Err)
	as[*api.TransportError](t, err)
}

func TestStreamInGzipEndsAtDoneBeforeTheBodyDoes(t *testing.T) {
	t.Parallel()
	body := flushed(t, "data: 1\n\nevent: done\n\n")
	got, err := streamEvents(t, t.Context(), newCore(t, play(t, inGzip(body[:len(body)-8]))))
	require.NoError(t, err)
	require.Len(t, got, 1)
}

func TestStreamInGzipThatIsCorruptIsADecodeError(t *testing.T) {
	t.Parallel()
	body := flushed(t, "data: 1\n\n", "data: 2\n\n")
	for name, test := range map[string]struct {
		body string
		got  int
	}{
		"not gzip":             {"data: 1\n\ndata: 2\n\n", 0},
		"a bad block":          {body[:len(flushed(t, "data: 1\n\n"))-13] + "\xff\xff\xff\xff\xff\xff\xff\xff", 1},
		"a wrong checksum":     {body[:len(body)-8] + "\x00\x00\x00\x00" + body[len(body)-4:], 2},
		"a wrong length":       {body[:len(body)-1] + "\x01", 2},
		"text after it":        {body + "data: 3\n\ndata: 4\n\n", 2},
		"a second bad member":  {body + body[:2] + "\x00" + body[3:], 2},
		"an endless file name": {body[:3] + "\x08" + body[4:10] + strings.Repeat("x", 1<<20), 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := streamEvents(t, t.Context(), newCore(t, play(t, inGzip(test.body))))
			require.Len(t, got, test.got)
			require.Equal(t, 200, as[*api.DecodeError](t, err).Status)
			require.ErrorContains(t, err, "want an event stream in gzip: ")
			require.NotErrorIs(t, err, io.ErrUnexpectedEOF)
		})
	}
}

func TestStreamInGzipIsBounded(t *testing.T) {
	t.Parallel()
	size := sample.Count(5<<20, 8<<20) // more than an event may have
	for name, test := range map[string]struct {
		text   string
		events int
	}{
		"event":    {"data: " + strings.Repeat("x", 4*size) + "\n\n", 0},
		"comment":  {": " + strings.Repeat("x", size) + "\n\ndata: 1\n\n", 1},
		"comments": {strings.Repeat(": ping\n\n", size/8) + "data: 1\n\n", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body := strings.NewReader(flushed(t, test.text))
			all := body.Len()
			got, err := streamEvents(t, t.Context(), newCore(t, play(t, func(req *http.Request) (*http.Response, error) {
				return response(req, 200, -1, io.NopCloser(body), "Content-Type", eventStream, "Content-Encoding", "gzip"), nil
			})))
			require.Len(t, got, test.events)
			if test.events > 0 {
				require.NoError(t, err)
				return
			}
			as[*api.DecodeError](t, err)
			require.Equal(t, sse.DefaultMaxEventSize, as[*sse.EventTooLargeError](t, err).Limit)
			require.Less(t, all-body.Len(), all/2, "read beyond the limit")
		})
	}
}

func TestIdleTimeoutOfAStreamInGzipCountsTheBytesThatArrive(t *testing.T) {
	t.Parallel()
	body := flushed(t, "data: 1\n\n")
	bytewise := strings.Split(body, "")
	for interval, events := range map[time.Duration]int{59 * time.Second: 1, 61 * time.Second: 0} {
		synctest.Test(t, func(t *testing.T) {
			drip := dripping(interval, io.EOF, bytewise...)
			got, err := streamEvents(t, t.Context(), newCore(t, play(t, func(req *http.Request) (*http.Response, error) {
				resp, err := drip(req)
				resp.Header.Set("Content-Encoding", "gzip")
				return resp, err
			})))
			require.Len(t, got, events)
			if events > 0 {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, "idle timeout of 1m0s passed")
			require.ErrorIs(t, err, context.DeadlineExceeded)
		})
	}
}
