package api_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
)

func TestErrorTextContainsOperationStatusAndMessage(t *testing.T) {
	t.Parallel()
	for want, err := range map[string]error{
		"404 Not Found": &api.Error{Status: 404},
		"999":           &api.Error{Status: 999},
		"0":             &api.Error{},
		"Sites.Get: GET /v1/orgs/o/sites/s: 404 Not Found: no such site, request id r1": &api.Error{
			FailedCall: api.FailedCall{Operation: "Sites.Get", Method: "GET", Path: "/v1/orgs/o/sites/s", RequestID: "r1", Attempts: 1},
			Status:     404, Code: 404, Message: "no such site", Body: []byte(`{"error":{}}`), ContentType: "application/json",
		},
		"Sites.Get: GET /v1/x: 502 Bad Gateway (12 bytes of text/html) (after 3 attempts)": &api.Error{
			FailedCall: api.FailedCall{Operation: "Sites.Get", Method: "GET", Path: "/v1/x", Attempts: 3},
			Status:     502, Body: []byte("<html></html"), ContentType: "text/html",
		},
		"Sites.Create: 502 Bad Gateway, request id r1 (after 2 attempts) (may have taken effect)": &api.Error{
			FailedCall: api.FailedCall{Operation: "Sites.Create", RequestID: "r1", Attempts: 2, MayHaveApplied: true}, Status: 502,
		},
		"500 Internal Server Error (3 bytes of unknown type)":                        &api.Error{Status: 500, Body: []byte("abc")},
		"429 Too Many Requests, retry after 1m30s, request id r1 (after 2 attempts)": &api.Error{FailedCall: api.FailedCall{RequestID: "r1", Attempts: 2}, Status: 429, RetryAfter: 90 * time.Second},
		"Sites.Get: 400 Bad Request":                                                 &api.Error{FailedCall: api.FailedCall{Operation: "Sites.Get"}, Status: 400},
		"GET: 400 Bad Request":                                                       &api.Error{FailedCall: api.FailedCall{Method: "GET"}, Status: 400},

		"Sites.Get: GET /v1/x: no route (after 3 attempts)": &api.TransportError{FailedCall: api.FailedCall{Operation: "Sites.Get", Method: "GET", Path: "/v1/x", Attempts: 3}, Err: errors.New("no route")},
		"Sites.Get: GET /v1/x: ":                            &api.TransportError{FailedCall: api.FailedCall{Operation: "Sites.Get", Method: "GET", Path: "/v1/x"}},
		"no route":                                          &api.TransportError{Err: errors.New("no route")},
		"two  lines":                                        &api.TransportError{Err: errors.New("two\r\nlines")},

		"cannot decode the response with status 200": &api.DecodeError{Status: 200},
		"Sites.Get: GET /v1/x: cannot decode the response with status 200 and content type text/html: no JSON, request id r1 (after 2 attempts)": &api.DecodeError{
			FailedCall: api.FailedCall{Operation: "Sites.Get", Method: "GET", Path: "/v1/x", RequestID: "r1", Attempts: 2},
			Status:     200, ContentType: "text/html", Err: errors.New("no JSON"),
		},

		"Orgs.Ask.Stream: GET /v1/x: the service ended the stream with an error: busy, request id r1": &api.StreamError{
			FailedCall: api.FailedCall{Operation: "Orgs.Ask.Stream", Method: "GET", Path: "/v1/x", RequestID: "r1"},
			Code:       7, Message: "busy", Data: []byte("secret"),
		},
		"the service ended the stream with an error": &api.StreamError{Data: []byte("secret")},

		`Sites.Update: title: want 2 to 128 characters, got "a\n"`: &api.ValidationError{Operation: "Sites.Update", Field: "title", Rule: "2 to 128 characters", Value: "a\n"},
		"query: it is required":    &api.ValidationError{Field: "query", Rule: "required"},
		`title: want more, got ""`: &api.ValidationError{Field: "title", Rule: "more"},
		"body: want JSON: cycle":   &api.ValidationError{Field: "body", Rule: "JSON", Value: "not shown", Err: errors.New("cycle")},
	} {
		require.EqualError(t, err, want)
		require.EqualError(t, fmt.Errorf("load: %w", err), "load: "+want)
	}
}

func TestErrorTextContainsNoBodyAndIsOneShortLine(t *testing.T) {
	t.Parallel()
	body := []byte("<html>secret</html>")
	for _, err := range []error{
		&api.Error{Status: 502, Body: body, ContentType: "text/html"},
		&api.StreamError{Data: body},
	} {
		require.NotContains(t, err.Error(), "secret")
	}
	long := strings.Repeat("é", 10_000)
	for _, err := range []error{
		&api.Error{Status: 400, Message: long},
		&api.Error{Status: 400, Body: body, ContentType: long},
		&api.Error{FailedCall: api.FailedCall{RequestID: long}, Status: 400},
		&api.DecodeError{ContentType: long},
		&api.DecodeError{FailedCall: api.FailedCall{RequestID: long}},
		&api.StreamError{Message: long},
		&api.StreamError{FailedCall: api.FailedCall{RequestID: long}},
	} {
		text := err.Error()
		require.Less(t, utf8.RuneCountInString(text), 400)
		require.Contains(t, text, "é…")
		require.True(t, utf8.ValidString(text))
	}
	evil := "a\r\nb\x1b[31m\x00c\u2028d\u202ee\xff"
	for _, err := range []error{
		&api.Error{Status: 400, Message: evil}, &api.Error{Status: 400, Body: body, ContentType: evil}, &api.Error{FailedCall: api.FailedCall{RequestID: evil}, Status: 400},
		&api.DecodeError{FailedCall: api.FailedCall{RequestID: evil}, ContentType: evil, Err: errors.New(evil)}, &api.StreamError{FailedCall: api.FailedCall{RequestID: evil}, Message: evil}, &api.TransportError{Err: errors.New(evil)},
		&api.ValidationError{Field: "x", Rule: "y", Value: evil},
	} {
		for _, r := range err.Error() {
			require.NotContains(t, []rune("\r\n\x1b\x00\u2028\u202e"), r)
		}
	}
}

func TestErrorMatchesOnlyTheSentinelOfItsStatus(t *testing.T) {
	t.Parallel()
	sentinels := map[error][]int{
		api.ErrBadRequest: {400}, api.ErrUnauthorized: {401}, api.ErrForbidden: {403}, api.ErrNotFound: {404}, api.ErrConflict: {409}, api.ErrPreconditionFailed: {412},
		api.ErrUnprocessable: {422}, api.ErrRateLimited: {429}, api.ErrServer: {500, 501, 502, 503, 504, 599, 600, 999},
	}
	for status := range 1000 {
		for sentinel, statuses := range sentinels {
			want := false
			for _, s := range statuses {
				want = want || s == status
			}
			if sentinel == api.ErrServer { //nolint:errorlint // a sentinel is compared, not an error from a call
				want = status >= 500
			}
			err := fmt.Errorf("load: %w", &api.Error{Status: status})
			require.Equal(t, want, errors.Is(err, sentinel), "%d %v", status, sentinel)
		}
	}
	require.NotErrorIs(t, &api.Error{Status: 404}, io.EOF)
	same := &api.Error{Status: 404}
	require.ErrorIs(t, errors.Join(io.EOF, same), same)
}

func TestTransportErrorImplementsNetError(t *testing.T) {
	t.Parallel()
	var _ net.Error = &api.TransportError{}
	for _, test := range []struct {
		err     error
		timeout bool
	}{
		{nil, false},
		{io.EOF, false},
		{context.Canceled, false},
		{context.DeadlineExceeded, true},
		{fmt.Errorf("x: %w", context.DeadlineExceeded), true},
		{&net.OpError{Op: "read", Err: context.DeadlineExceeded}, true},
		{&net.OpError{Op: "read", Err: io.EOF}, false},
		{&net.DNSError{IsTimeout: true}, true},
		{errors.Join(io.EOF, context.DeadlineExceeded), true},
	} {
		err := &api.TransportError{Err: test.err}
		require.Equal(t, test.timeout, err.Timeout(), "%v", test.err)
		require.False(t, err.Temporary())
		if test.err != nil {
			require.ErrorIs(t, err, test.err)
		}
		found, ok := errors.AsType[net.Error](fmt.Errorf("load: %w", err))
		require.True(t, ok)
		require.Equal(t, test.timeout, found.Timeout())
	}
}

func TestErrorsUnwrapToTheirCause(t *testing.T) {
	t.Parallel()
	cause := errors.New("cause")
	for _, err := range []error{&api.TransportError{Err: cause}, &api.DecodeError{Err: cause}, &api.ValidationError{Err: cause}} {
		require.ErrorIs(t, fmt.Errorf("load: %w", err), cause)
		require.NotErrorIs(t, err, io.EOF)
	}
}

func TestMayHaveAppliedUnwrapsErrors(t *testing.T) {
	t.Parallel()
	applied := []error{&api.Error{FailedCall: api.FailedCall{MayHaveApplied: true}}, &api.TransportError{FailedCall: api.FailedCall{MayHaveApplied: true}}, &api.DecodeError{FailedCall: api.FailedCall{MayHaveApplied: true}}, &api.StreamError{FailedCall: api.FailedCall{MayHaveApplied: true}}}
	not := []error{&api.Error{}, &api.TransportError{}, &api.DecodeError{}, &api.StreamError{}, &api.ValidationError{}, io.EOF, context.Canceled}
	require.False(t, api.MayHaveApplied(nil))
	for _, err := range not {
		require.False(t, api.MayHaveApplied(err))
		require.False(t, api.MayHaveApplied(fmt.Errorf("load: %w", err)))
		require.False(t, api.MayHaveApplied(errors.Join(err, io.EOF)))
	}
	for _, yes := range applied {
		require.True(t, api.MayHaveApplied(yes))
		require.True(t, api.MayHaveApplied(fmt.Errorf("a: %w", fmt.Errorf("b: %w", yes))))
		for _, no := range not {
			require.True(t, api.MayHaveApplied(errors.Join(no, yes)), "in either order")
			require.True(t, api.MayHaveApplied(errors.Join(yes, no)))
			require.True(t, api.MayHaveApplied(fmt.Errorf("%w and %w", no, fmt.Errorf("x: %w", yes))))
			require.True(t, api.MayHaveApplied(&api.TransportError{Err: errors.Join(no, yes)}))
		}
	}
}

func TestRetryableIsThatOfEachErrorThatIsWrapped(t *testing.T) {
	t.Parallel()
	again := []error{&api.Error{Retryable: true}, &api.TransportError{Retryable: true}, &api.TransportError{Retryable: true, Err: &api.Error{}}}
	never := []error{&api.Error{}, &api.TransportError{}, &api.DecodeError{}, &api.StreamError{}, &api.ValidationError{}, &api.TransportError{Err: &api.Error{Retryable: true}}}
	others := []error{io.EOF, context.DeadlineExceeded}
	for _, err := range append([]error{nil}, append(never, others...)...) {
		require.False(t, api.Retryable(err), "%v", err)
		require.False(t, api.Retryable(fmt.Errorf("load: %w", err)), "%v", err)
	}
	for _, yes := range again {
		require.True(t, api.Retryable(yes))
		require.True(t, api.Retryable(fmt.Errorf("a: %w", fmt.Errorf("b: %w", yes))))
		require.True(t, api.Retryable(errors.Join(yes, yes)))
		for _, no := range never {
			require.False(t, api.Retryable(errors.Join(no, yes)), "one call that cannot succeed")
			require.False(t, api.Retryable(errors.Join(yes, fmt.Errorf("x: %w", no))))
		}
		for _, other := range others {
			require.False(t, api.Retryable(errors.Join(yes, other)), "it may be there the next time too")
			require.False(t, api.Retryable(fmt.Errorf("%w: %w", other, yes)))
		}
	}
}
