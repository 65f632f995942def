package transport

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
)

func TestBodyIsReadUpToTheLimit(t *testing.T) {
	t.Parallel()
	for _, length := range []int{0, 1, 511, 512, 513, 1000, maxErrorBytes + 1, segment, firstBuffer, firstBuffer + 1, firstBuffer + segment, 3*segment + 5} {
		for _, known := range []int64{-1, int64(length), 3, 1 << 40} {
			text := strings.Repeat("0123456789abc", length/13+1)[:length]
			for name, reader := range map[string]io.Reader{
				"at once":     strings.NewReader(text),
				"end with it": iotest.DataErrReader(strings.NewReader(text)),
				"halves":      iotest.HalfReader(strings.NewReader(text)),
			} {
				resp := &http.Response{ContentLength: known, Body: io.NopCloser(reader)}
				got, err := readBody(resp, int64(length), new([]byte))
				require.NoError(t, err, name)
				require.True(t, text == string(got), "%s: %d bytes", name, length) //nolint:testifylint // a difference of megabytes is no help
			}
			if length == 0 {
				continue
			}
			got, err := readBody(&http.Response{ContentLength: known, Body: io.NopCloser(strings.NewReader(text))}, int64(length-1), new([]byte))
			require.ErrorIs(t, err, errTooLarge)
			require.GreaterOrEqual(t, len(got), min(length-1, maxErrorBytes))
			require.LessOrEqual(t, len(got), length-1)
			require.True(t, strings.HasPrefix(text, string(got)))
		}
	}
}

func TestLimitMayBeAsLargeAsANumberCanBe(t *testing.T) {
	t.Parallel()
	n := play(t, respond(200, oneThing))
	_, err := get(t, newCore(t, n, func(s *Settings) { s.MaxResponseBytes = math.MaxInt64 }))
	require.NoError(t, err)
}

func TestReadErrorComesWithWhatWasRead(t *testing.T) {
	t.Parallel()
	resp := &http.Response{ContentLength: -1, Body: io.NopCloser(io.MultiReader(strings.NewReader("abc"), iotest.ErrReader(errReset)))}
	got, err := readBody(resp, 100, new([]byte))
	require.ErrorIs(t, err, errReset)
	require.Equal(t, "abc", string(got))

	long := strings.Repeat("x", firstBuffer+3*segment)
	resp = &http.Response{ContentLength: -1, Body: io.NopCloser(io.MultiReader(strings.NewReader(long), iotest.ErrReader(errReset)))}
	got, err = readBody(resp, 1<<30, new([]byte))
	require.ErrorIs(t, err, errReset)
	require.GreaterOrEqual(t, len(got), maxErrorBytes)
}

func TestBodiesReadSideBySideDoNotShareBytes(t *testing.T) {
	t.Parallel()
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			text := strings.Repeat(string(rune('a'+i)), firstBuffer+2*segment+i)
			for range 4 {
				got, err := readBody(&http.Response{ContentLength: -1, Body: io.NopCloser(strings.NewReader(text))}, 1<<30, new([]byte))
				require.NoError(t, err)
				require.True(t, text == string(got), i) //nolint:testifylint // as above
			}
		})
	}
	wait.Wait()
}

func TestContentLengthAloneAllocatesLittle(t *testing.T) {
	t.Parallel()
	resp := &http.Response{ContentLength: 1 << 40, Body: io.NopCloser(strings.NewReader("{}"))}
	got, err := readBody(resp, 1<<50, new([]byte))
	require.NoError(t, err)
	require.LessOrEqual(t, cap(got), firstBuffer+1)
}

func TestTooLargeResponseIsADecodeErrorAndNotRetried(t *testing.T) {
	t.Parallel()
	small := func(s *Settings) { s.MaxResponseBytes = 10 }
	n := play(t, respond(200, oneThing))
	_, err := get(t, newCore(t, n, small))
	require.ErrorContains(t, as[*api.DecodeError](t, err), "larger than the limit of 10 bytes")
	require.False(t, api.MayHaveApplied(err))
	require.Len(t, n.attempts(), 1)

	_, err = post(t, newCore(t, play(t, respond(201, oneThing)), small))
	require.True(t, api.MayHaveApplied(err), "the service has done it")

	_, err = get(t, newCore(t, play(t, respond(200, `{"id":"a"}`)), small))
	require.NoError(t, err, "just the limit")
}

func TestErrorBodyIsTruncatedAndNeverHidesTheStatus(t *testing.T) {
	t.Parallel()
	long := `{"error":{"code":1,"message":"` + strings.Repeat("x", 1<<20) + `"}}`
	for name, test := range map[string]struct {
		response responder
		body     int
	}{
		"large":     {respond(404, long), maxErrorBytes},
		"endless":   {endless(404), maxErrorBytes},
		"truncated": {truncatedBody(404, "abc", io.ErrUnexpectedEOF), 3},
		"reset":     {truncatedBody(404, "", errReset), 0},
		"garbled":   {truncatedBody(404, "abc", errors.New("gzip: invalid header")), 3},
		"whole":     {respond(404, "abc"), 3},
		"no body":   {respond(404, ""), 0},
		"the size":  {respond(404, strings.Repeat("x", maxErrorBytes)), maxErrorBytes},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := play(t, test.response)
			_, err := get(t, newCore(t, n))
			require.ErrorIs(t, err, api.ErrNotFound)
			require.Len(t, as[*api.Error](t, err).Body, test.body)
			require.Less(t, len(err.Error()), 1000)
			require.Len(t, n.attempts(), 1)
		})
	}
}

func endless(status int) responder {
	return func(req *http.Request) (*http.Response, error) {
		return response(req, status, -1, io.NopCloser(readFunc(func(p []byte) (int, error) { return copy(p, "<html>"), nil }))), nil
	}
}

func TestEndlessResponseEndsAtTheLimit(t *testing.T) {
	t.Parallel()
	_, err := get(t, newCore(t, play(t, endless(200)), func(s *Settings) { s.MaxResponseBytes = 1 << 16 }))
	as[*api.DecodeError](t, err)
}

// zipped serves a body as gzip, changed on its way.
func zipped(t *testing.T, status int, plain io.Reader, change func([]byte) []byte) *Core {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := io.Copy(z, plain)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	body := change(b.Bytes())
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			w.WriteHeader(http.StatusNotAcceptable)
			return
		}
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = w.Write(body)
	}))
	t.Cleanup(server.Close)
	base, err := url.Parse(server.URL)
	require.NoError(t, err)
	return newCore(t, server.Client().Transport, func(s *Settings) {
		s.BaseURL, s.MaxResponseBytes, s.Retry.Attempts, s.AttemptTimeout = base, 1<<20, 1, -1
	})
}

func TestGzipIsDecompressedCheckedAndBounded(t *testing.T) {
	t.Parallel()
	whole := func(b []byte) []byte { return b }
	_, err := get(t, zipped(t, 200, strings.NewReader(oneThing), whole))
	require.NoError(t, err)

	bomb := io.LimitReader(readFunc(func(p []byte) (int, error) { return len(p), nil }), 8<<20)
	_, err = get(t, zipped(t, 200, bomb, whole))
	require.ErrorContains(t, as[*api.DecodeError](t, err), "larger than the limit")

	_, err = get(t, zipped(t, 200, strings.NewReader(oneThing), func(b []byte) []byte { return b[:len(b)-9] }))
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.Equal(t, 200, as[*api.TransportError](t, err).Status)

	for name, change := range map[string]func([]byte) []byte{
		"checksum": func(b []byte) []byte { b[len(b)-5] ^= 0xff; return b },
		"middle":   func(b []byte) []byte { b[12] ^= 0xff; return b },
		"header":   func(b []byte) []byte { b[0] = 'x'; return b },
	} {
		_, err = get(t, zipped(t, 200, strings.NewReader(oneThing), change))
		require.Equal(t, 200, as[*api.DecodeError](t, err).Status, name)
		_, err = get(t, zipped(t, 404, strings.NewReader(oneThing), change))
		require.ErrorIs(t, err, api.ErrNotFound, name)
	}
}

func TestSuccessIs2xx(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]bool{0: false, 101: false, 199: false, 200: true, 204: true, 226: true, 299: true, 300: false, 999: false} {
		require.Equal(t, want, isSuccess(status))
	}
}

// keeper keeps what it is given, as a type that reads itself may not.
type keeper struct{ data []byte }

func (k *keeper) UnmarshalJSON(data []byte) error {
	k.data = data
	return nil
}

func TestResponseThatIsKeptIsNotOverwritten(t *testing.T) { //nolint:paralleltest // so that the next call gets the buffer, if there is one
	responders := []responder{respond(200, oneThing), respond(200, oneThing)}
	for range 20 {
		responders = append(responders, respond(200, `{"id":"`+strings.Repeat("#", len(oneThing)-len(`{"id":""}`))+`"}`))
	}
	core := newCore(t, play(t, responders...))
	var raw []byte
	_, err := JSON[thing](t.Context(), core, listed(t).Path(), []api.CallOption{api.WithRawBody(&raw)})
	require.NoError(t, err)
	var own keeper
	require.NoError(t, Into(t.Context(), core, operation(t, "GET", "/v1/things").Path(), &own, nil))
	for range 20 {
		_, err := JSON[thing](t.Context(), core, listed(t).Path(), nil)
		require.NoError(t, err)
	}
	require.Equal(t, oneThing, string(raw))
	require.Equal(t, oneThing, string(own.data))
}

func TestShortResponsesShareABuffer(t *testing.T) {
	t.Parallel()
	lent := map[*byte]bool{}
	note := func(req *http.Request) (*http.Response, error) {
		return response(req, 200, int64(len(oneThing)), &lentBody{strings.NewReader(oneThing), lent}), nil
	}
	core := newCore(t, play(t, note))
	for range 50 { // the collector may take a buffer away, and tests for races do
		_, err := JSON[thing](t.Context(), core, listed(t).Path(), nil)
		require.NoError(t, err)
	}
	require.Less(t, len(lent), 50)
}

type lentBody struct {
	*strings.Reader
	lent map[*byte]bool
}

func (b *lentBody) Read(p []byte) (int, error) {
	if b.Len() > 0 {
		b.lent[&p[0]] = true
	}
	return b.Reader.Read(p)
}

func (b *lentBody) Close() error { return nil }

// listed is a list operation of the SDK with a page type.
func listed(t *testing.T) *op.Op {
	t.Helper()
	o := operation(t, "GET", "/v1/listed")
	o.Unlisted = false
	return o
}
