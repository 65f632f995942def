package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
)

func TestJSONReturnsTheDecodedResponse(t *testing.T) {
	t.Parallel()
	for _, status := range []int{200, 201, 202, 203, 206, 226, 299} {
		n := play(t, respond(status, oneThing))
		got, err := get(t, newCore(t, n))
		require.NoError(t, err)
		require.Equal(t, &thing{"t1", "Thing"}, got)
		require.Equal(t, "application/json", n.attempts()[0].header.Get("Accept"))
		require.Empty(t, n.attempts()[0].header.Get("Content-Type"), "there is no body")
		require.Empty(t, n.attempts()[0].body)
	}
}

func TestJSONWithoutABodyIsADecodeError(t *testing.T) {
	t.Parallel()
	for _, status := range []int{200, 204, 205} {
		got, err := get(t, newCore(t, play(t, respond(status, ""))))
		require.Nil(t, got)
		require.Equal(t, status, as[*api.DecodeError](t, err).Status)
		require.NotErrorIs(t, err, io.EOF)
	}
}

// TestMinimalResponseThatWasRequestedHasAZeroValue checks what counts as a request for one by RFC
// 7240.
func TestMinimalResponseThatWasRequestedHasAZeroValue(t *testing.T) {
	t.Parallel()
	call := func(response responder, prefer []string) (*thing, api.Meta, error) {
		var meta api.Meta
		opts := []api.CallOption{api.WithMeta(&meta)}
		for _, value := range prefer {
			opts = append(opts, api.WithHeader("prefer", value))
		}
		got, err := post(t, newCore(t, play(t, response)), opts...)
		return got, meta, err
	}
	for _, prefer := range [][]string{
		{"return=minimal"},
		{"Return = Minimal"},
		{`return="minimal"`},
		{"wait=10, return=minimal"},
		{"return=minimal;x=1, wait=10"},
		{"respond-async", "return=minimal"},
		{"return=minimal, return=representation"},
	} {
		got, meta, err := call(respond(204, ""), prefer)
		require.NoError(t, err, "%q", prefer)
		require.Equal(t, &thing{}, got)
		require.Equal(t, 204, meta.Status)
		got, meta, err = call(respond(201, oneThing), prefer)
		require.NoError(t, err, "%q", prefer)
		require.Equal(t, &thing{"t1", "Thing"}, got, "the service need not do as is preferred")
		require.Equal(t, 201, meta.Status)
		for _, status := range []int{200, 201, 205} {
			got, _, err = call(respond(status, ""), prefer)
			require.Nil(t, got)
			require.Equal(t, status, as[*api.DecodeError](t, err).Status)
		}
		got, _, err = call(respond(204, "[]"), prefer)
		require.Nil(t, got)
		as[*api.DecodeError](t, err)
	}
	for _, prefer := range [][]string{
		nil,
		{""},
		{"return"},
		{"return=representation"},
		{"minimal"},
		{"return-minimal"},
		{"x;return=minimal"},
		{"return=representation, return=minimal"},
		{"return=representation", "return=minimal"},
		{"return=minimalistic"},
	} {
		got, _, err := call(respond(204, ""), prefer)
		require.Nil(t, got, "%q", prefer)
		require.Equal(t, 204, as[*api.DecodeError](t, err).Status)
		require.True(t, api.MayHaveApplied(err))
	}
}

func TestBodyOf205IsNotReadWhoeverWantsIt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		n := play(t, silentBody(205, ""))
		r := operation(t, "DELETE", "/v1/x").Path()
		_, err := JSON[thing](t.Context(), newCore(t, n), r, nil)
		require.Equal(t, 205, as[*api.DecodeError](t, err).Status)
		var out thing
		require.NoError(t, Into(t.Context(), newCore(t, n), r, &out, nil))
		_, err = Put[thing](t.Context(), newCore(t, n), r, nil)
		require.NoError(t, err)
		require.Zero(t, time.Since(start))
	})
}

func TestNoneReadsNoBody(t *testing.T) {
	t.Parallel()
	for _, status := range []int{200, 202, 204, 205} {
		hangs := func(req *http.Request) (*http.Response, error) {
			return response(req, status, -1, io.NopCloser(waitingReader{t.Context()})), nil
		}
		for _, response := range []responder{hangs, respond(status, "not JSON"), truncatedBody(status, "x", errReset)} {
			require.NoError(t, None(t.Context(), newCore(t, play(t, response)), operation(t, "POST", "/v1/x").Path(), nil))
		}
	}
}

func TestBodyThatOnlyWithRawBodyWantsIsReadAsOthersAre(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var raw []byte
		opts := []api.CallOption{api.WithRawBody(&raw)}
		remove := operation(t, "DELETE", "/v1/things/{thingId}").Path("t1")
		run := operation(t, "POST", "/v1/x").Path()

		found, err := Delete(t.Context(), newCore(t, play(t, respond(200, "why"))), remove, opts)
		require.NoError(t, err)
		require.Equal(t, api.DeletionUnknown, found)
		require.Equal(t, "why", string(raw))

		found, err = Delete(t.Context(), newCore(t, play(t, silentBody(205, "x"))), remove, opts)
		require.NoError(t, err)
		require.Equal(t, api.Deleted, found)
		require.Nil(t, raw, "a 205 has none, and reading it can hang")

		n := play(t, truncatedBody(200, "w", io.ErrUnexpectedEOF), respond(200, "why"))
		_, err = Delete(t.Context(), newCore(t, n), remove, opts)
		require.NoError(t, err)
		require.Equal(t, "why", string(raw))
		require.Len(t, n.attempts(), 2)

		n = play(t, truncatedBody(200, "w", io.ErrUnexpectedEOF))
		err = None(t.Context(), newCore(t, n), run, opts)
		require.True(t, as[*api.TransportError](t, err).MayHaveApplied)
		require.Len(t, n.attempts(), 1)

		err = None(t.Context(), newCore(t, play(t, respond(200, "long")), func(s *Settings) { s.MaxResponseBytes = 3 }), run, opts)
		as[*api.DecodeError](t, err)
		require.Zero(t, time.Since(start))
	})
}

func TestIntoNothingReadsNoBody(t *testing.T) {
	t.Parallel()
	r := operation(t, "GET", "/v1/x").Path()
	require.NoError(t, Into(t.Context(), newCore(t, play(t, respond(200, "not JSON"))), r, nil, nil))
	var out thing
	require.NoError(t, Into(t.Context(), newCore(t, play(t, respond(200, oneThing))), r, &out, nil))
	require.Equal(t, thing{"t1", "Thing"}, out)
	as[*api.DecodeError](t, Into(t.Context(), newCore(t, play(t, respond(200, "not JSON"))), r, &out, nil))
}

func TestOwnTypeIsDecodedByEncodingJSON(t *testing.T) {
	t.Parallel()
	r := operation(t, "GET", "/v1/x").Path()
	var list []int
	require.NoError(t, Into(t.Context(), newCore(t, play(t, respond(200, "[1,2]"))), r, &list, nil))
	require.Equal(t, []int{1, 2}, list)
	var named struct{ TITLE string }
	require.NoError(t, Into(t.Context(), newCore(t, play(t, respond(200, oneThing))), r, &named, nil))
	require.Equal(t, "Thing", named.TITLE)
	for _, status := range []int{204, 205} {
		require.NoError(t, Into(t.Context(), newCore(t, play(t, respond(status, ""))), r, &named, nil))
	}
	for _, body := range []string{"", "{", `{"title":5}`, "{} {}"} {
		as[*api.DecodeError](t, Into(t.Context(), newCore(t, play(t, respond(200, body))), r, &named, nil))
	}
	n := play(t, respond(200, oneThing))
	for _, bad := range []any{thing{}, (*thing)(nil), 5, map[string]any{}} {
		require.Equal(t, "out", as[*api.ValidationError](t, Into(t.Context(), newCore(t, n), r, bad, nil)).Field)
	}
	require.Empty(t, n.attempts())
}

type things struct {
	Items []string `json:"items" response:"about"`
}

func TestWhatAResponseIsAboutIsRequired(t *testing.T) {
	t.Parallel()
	r := operation(t, "GET", "/v1/x").Path()
	for body, want := range map[string][]string{`{"items":[]}`: {}, `{"items":["a"]}`: {"a"}, `{"items":["a",5]}`: {"a", ""}} {
		got, err := JSON[things](t.Context(), newCore(t, play(t, respond(200, body))), r, nil)
		require.NoError(t, err)
		require.Equal(t, want, got.Items)
	}
	for _, body := range []string{`{}`, `{"items":null}`, `{"items":{}}`, `{"items":5}`, `[]`, `null`, ``} {
		got, err := JSON[things](t.Context(), newCore(t, play(t, respond(200, body))), r, nil)
		require.Nil(t, got, body)
		as[*api.DecodeError](t, err)
	}
}

var errNo = errors.New("it said no")

func TestResponseThatReportsAFailureIsAnError(t *testing.T) {
	t.Parallel()
	r := operation(t, "POST", "/v1/x").Path()
	var heard []error
	network := play(t, respond(200, `{"id":"conflict"}`, "X-Request-Id", "r1"), respond(200, `{}`), respond(500, ""), respond(200, `[]`), respond(204, ""))
	core := newCore(t, network, func(s *Settings) {
		s.Observer = func(_ context.Context, info api.CallInfo) { heard = append(heard, info.Err) }
	})
	judge := func(v *thing, failed api.FailedCall) error {
		if v.ID == "" {
			return nil
		}
		return fmt.Errorf("%s %s: %w: %s", failed.Operation, failed.RequestID, errNo, v.ID)
	}
	var meta api.Meta
	got, err := Judged(t.Context(), core, r, judge, []api.CallOption{api.WithMeta(&meta)})
	require.Nil(t, got)
	require.ErrorIs(t, err, errNo)
	require.EqualError(t, err, "Things.POST r1: it said no: conflict")
	require.Equal(t, "r1", meta.RequestID)
	got, err = Judged(t.Context(), core, r, judge, nil)
	require.NoError(t, err)
	require.Equal(t, &thing{}, got)
	require.Len(t, heard, 2)
	require.ErrorIs(t, heard[0], errNo)

	never := func(*thing, api.FailedCall) error { panic("there is no response to judge") }
	_, err = Judged(t.Context(), core, r, never, nil)
	as[*api.Error](t, err)
	_, err = Judged(t.Context(), core, r, never, nil)
	as[*api.DecodeError](t, err)
	got, err = Judged(t.Context(), core, r, judge, []api.CallOption{api.WithHeader("Prefer", "return=minimal")})
	require.NoError(t, err)
	require.Equal(t, &thing{}, got)
}

func TestFailureAfterALostResponseMayHaveApplied(t *testing.T) {
	t.Parallel()
	for lost, first := range map[bool]responder{true: lostAfter(errReset), false: respond(429, "")} {
		core := newCore(t, play(t, first, respond(200, `{"id":"conflict"}`)))
		var got api.FailedCall
		judge := func(_ *thing, failed api.FailedCall) error { got = failed; return errNo }
		_, err := Judged(t.Context(), core, operation(t, "POST", "/v1/x").Path(), judge, []api.CallOption{api.WithReplay()})
		require.ErrorIs(t, err, errNo)
		require.Equal(t, api.FailedCall{Operation: "Things.POST", Method: "POST", Path: "/v1/x", Attempts: 2, MayHaveApplied: lost}, got)
	}
}

func deleteThing(t *testing.T, responses ...responder) (api.Deletion, *network, error) {
	t.Helper()
	n := play(t, responses...)
	found, err := Delete(t.Context(), newCore(t, n), operation(t, "DELETE", "/v1/things/{thingId}").Path("t1"), nil)
	return found, n, err
}

func TestDeleteReportsWhatItFound(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		responses []responder
		want      api.Deletion
	}{
		"205":                                 {[]responder{respond(205, "")}, api.Deleted},
		"204":                                 {[]responder{respond(204, "")}, api.AlreadyAbsent},
		"200":                                 {[]responder{respond(200, "{}")}, api.DeletionUnknown},
		"201":                                 {[]responder{respond(201, "")}, api.DeletionUnknown},
		"202":                                 {[]responder{respond(202, "")}, api.DeletionRequested},
		"202 with a body":                     {[]responder{respond(202, "{}")}, api.DeletionRequested},
		"202 after a lost attempt":            {[]responder{lostAfter(errReset), respond(202, "")}, api.DeletionRequested},
		"202 after 502":                       {[]responder{respond(502, ""), respond(202, "")}, api.DeletionRequested},
		"205 after a lost attempt":            {[]responder{lostAfter(errReset), respond(205, "")}, api.Deleted},
		"204 after a lost attempt":            {[]responder{lostAfter(errReset), respond(204, "")}, api.DeletionUnknown},
		"204 after 408":                       {[]responder{respond(408, ""), respond(204, "")}, api.DeletionUnknown},
		"204 after 500":                       {[]responder{respond(500, ""), respond(204, "")}, api.DeletionUnknown},
		"204 after 502":                       {[]responder{respond(502, ""), respond(204, "")}, api.DeletionUnknown},
		"204 after 503":                       {[]responder{respond(503, ""), respond(204, "")}, api.DeletionUnknown},
		"204 after 503 with Retry-After":      {[]responder{respond(503, "", "Retry-After", "0"), respond(204, "")}, api.DeletionUnknown},
		"204 after 504":                       {[]responder{respond(504, ""), respond(204, "")}, api.DeletionUnknown},
		"204 after 429":                       {[]responder{respond(429, ""), respond(204, "")}, api.AlreadyAbsent},
		"204 after two of 429":                {[]responder{respond(429, ""), respond(429, ""), respond(204, "")}, api.AlreadyAbsent},
		"204 after connection refused":        {[]responder{unwritten(errRefused), respond(204, "")}, api.AlreadyAbsent},
		"204 after 502 and 429":               {[]responder{respond(502, ""), respond(429, ""), respond(204, "")}, api.DeletionUnknown},
		"204 after an error without a trace":  {[]responder{fails(errReset), respond(204, "")}, api.DeletionUnknown},
		"205 with a body that never comes":    {[]responder{silentBody(205, "")}, api.Deleted},
		"204 with a body, whatever it may be": {[]responder{respond(204, "x")}, api.AlreadyAbsent},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				found, n, err := deleteThing(t, test.responses...)
				require.NoError(t, err)
				require.Equal(t, test.want, found)
				require.Len(t, n.attempts(), len(test.responses))
				require.Zero(t, time.Since(start))
			})
		})
	}
}

func TestDeleteThatFailsFoundNothing(t *testing.T) {
	t.Parallel()
	for _, status := range []int{307, 400, 403, 404, 409, 500} {
		found, _, err := deleteThing(t, respond(status, ""))
		require.Equal(t, status, as[*api.Error](t, err).Status)
		require.Empty(t, found)
	}
	_, _, err := deleteThing(t, lostAfter(errReset), respond(404, ""))
	require.ErrorIs(t, err, api.ErrNotFound)
	require.True(t, api.MayHaveApplied(err), "the lost attempt may have deleted it")
}

func TestPutDistinguishesCreatedFromUpdated(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		responses []responder
		want      api.PutOutcome
		value     bool
	}{
		"201":                          {[]responder{respond(201, oneThing)}, api.Created, true},
		"200":                          {[]responder{respond(200, oneThing)}, api.Updated, true},
		"202":                          {[]responder{respond(202, oneThing)}, api.PutUnknown, true},
		"204":                          {[]responder{respond(204, "")}, api.PutUnknown, false},
		"201 without a body":           {[]responder{respond(201, "")}, api.Created, false},
		"200 without a body":           {[]responder{respond(200, "")}, api.Updated, false},
		"201 after a lost attempt":     {[]responder{lostAfter(errReset), respond(201, oneThing)}, api.Created, true},
		"200 after a lost attempt":     {[]responder{lostAfter(errReset), respond(200, oneThing)}, api.PutUnknown, true},
		"200 after a truncated one":    {[]responder{truncatedBody(201, "{", io.ErrUnexpectedEOF), respond(200, oneThing)}, api.PutUnknown, true},
		"200 after 502":                {[]responder{respond(502, ""), respond(200, oneThing)}, api.PutUnknown, true},
		"200 after 429":                {[]responder{respond(429, ""), respond(200, oneThing)}, api.Updated, true},
		"200 after connection refused": {[]responder{unwritten(errRefused), respond(200, oneThing)}, api.Updated, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := play(t, test.responses...)
			got, err := Put[thing](t.Context(), newCore(t, n), operation(t, "PUT", "/v1/things/{thingId}").Path("t1").Body(thing{Title: "Thing"}), nil)
			require.NoError(t, err)
			require.Equal(t, test.want, got.Outcome)
			require.Len(t, n.attempts(), len(test.responses))
			if test.value {
				require.Equal(t, &thing{"t1", "Thing"}, got.Value)
			} else {
				require.Nil(t, got.Value)
			}
		})
	}
}

func TestPutWithABrokenBodyIsAnError(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"null", "[]", "{", " ", "<html>"} {
		got, err := Put[thing](t.Context(), newCore(t, play(t, respond(200, body))), operation(t, "PUT", "/v1/x").Path(), nil)
		require.Nil(t, got)
		as[*api.DecodeError](t, err)
		require.True(t, api.MayHaveApplied(err))
	}
}

func TestShortBodyThatIsNotNeededKeepsTheConnection(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		status int
		length int64
		read   bool
	}{
		"short":            {200, 5, true},
		"long":             {200, 1 << 20, false},
		"of no length":     {200, -1, false},
		"of a reset":       {205, 5, false},
		"of an empty body": {204, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			read := false
			response := func(req *http.Request) (*http.Response, error) {
				return response(req, test.status, test.length, io.NopCloser(readFunc(func(p []byte) (int, error) {
					read = true
					return min(len(p), 5), io.EOF
				}))), nil
			}
			require.NoError(t, None(t.Context(), newCore(t, play(t, response)), operation(t, "POST", "/v1/x").Path(), nil))
			require.Equal(t, test.read, read)
		})
	}
}

func TestArrayReturnsTheElements(t *testing.T) {
	t.Parallel()
	call := func(response responder, opts ...api.CallOption) (*[]thing, error) {
		return JSON[[]thing](t.Context(), newCore(t, play(t, response)), operation(t, "GET", "/v1/things").Path(), opts)
	}
	got, err := call(respond(200, " [\n"+oneThing+", {}]"))
	require.NoError(t, err)
	require.Equal(t, &[]thing{{"t1", "Thing"}, {}}, got)
	got, err = call(respond(200, "[]"))
	require.NoError(t, err)
	require.Equal(t, &[]thing{}, got)

	for _, body := range []string{"", "null", "{}", `{"items": []}`, `"[]"`, "[", "<html>[]</html>"} {
		got, err = call(respond(200, body))
		require.Nil(t, got, body)
		as[*api.DecodeError](t, err)
	}
	require.ErrorContains(t, err, "want a JSON array, got what looks like HTML")
	got, err = call(respond(204, ""), api.WithHeader("Prefer", "return=minimal"))
	require.Nil(t, got, "it would look empty")
	as[*api.DecodeError](t, err)
}

func TestElementOfAnArrayThatDoesNotFitIsAMismatch(t *testing.T) {
	t.Parallel()
	var meta api.Meta
	n := play(t, respond(200, `[`+oneThing+`, {"id": 5}]`))
	got, err := JSON[[]thing](t.Context(), newCore(t, n), operation(t, "GET", "/v1/things").Path(), []api.CallOption{api.WithMeta(&meta)})
	require.NoError(t, err)
	require.Equal(t, &[]thing{{"t1", "Thing"}, {}}, got)
	require.Equal(t, "/1/id", meta.Mismatch.Pointer)
}
