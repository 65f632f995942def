package api

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
)

func TestErrorTextContainsOperationStatusAndMessage(t *testing.T) {
	t.Parallel()
	for want, err := range map[string]error{
		"404 Not Found": &Error{Status: 404},
		"999":           &Error{Status: 999},
		"0":             &Error{},
		"Sites.Get: GET /v1/orgs/o/sites/s: 404 Not Found: no such site, request id r1": &Error{
			FailedCall: FailedCall{Operation: "Sites.Get", Method: "GET", Path: "/v1/orgs/o/sites/s", RequestID: "r1", Attempts: 1},
			Status:     404, Code: 404, Message: "no such site", Body: []byte(`{"error":{}}`), ContentType: "application/json",
		},
		"Sites.Get: GET /v1/x: 502 Bad Gateway (12 bytes of text/html) (after 3 attempts)": &Error{
			FailedCall: FailedCall{Operation: "Sites.Get", Method: "GET", Path: "/v1/x", Attempts: 3},
			Status:     502, Body: []byte("<html></html"), ContentType: "text/html",
		},
		"Sites.Create: 502 Bad Gateway, request id r1 (after 2 attempts) (may have taken effect)": &Error{
			FailedCall: FailedCall{Operation: "Sites.Create", RequestID: "r1", Attempts: 2, MayHaveApplied: true}, Status: 502,
		},
		"500 Internal Server Error (3 bytes of unknown type)":                        &Error{Status: 500, Body: []byte("abc")},
		"429 Too Many Requests, retry after 1m30s, request id r1 (after 2 attempts)": &Error{FailedCall: FailedCall{RequestID: "r1", Attempts: 2}, Status: 429, RetryAfter: 90 * time.Second},
		"Sites.Get: 400 Bad Request":                                                 &Error{FailedCall: FailedCall{Operation: "Sites.Get"}, Status: 400},
		"GET: 400 Bad Request":                                                       &Error{FailedCall: FailedCall{Method: "GET"}, Status: 400},

		"Sites.Get: GET /v1/x: no route (after 3 attempts)": &TransportError{FailedCall: FailedCall{Operation: "Sites.Get", Method: "GET", Path: "/v1/x", Attempts: 3}, Err: errors.New("no route")},
		"Sites.Get: GET /v1/x: ":                            &TransportError{FailedCall: FailedCall{Operation: "Sites.Get", Method: "GET", Path: "/v1/x"}},
		"no route":                                          &TransportError{Err: errors.New("no route")},
		"two  lines":                                        &TransportError{Err: errors.New("two\r\nlines")},

		"cannot decode the response with status 200": &DecodeError{Status: 200},
		"Sites.Get: GET /v1/x: cannot decode the response with status 200 and content type text/html: no JSON, request id r1 (after 2 attempts)": &DecodeError{
			FailedCall: FailedCall{Operation: "Sites.Get", Method: "GET", Path: "/v1/x", RequestID: "r1", Attempts: 2},
			Status:     200, ContentType: "text/html", Err: errors.New("no JSON"),
		},

		"Orgs.Ask.Stream: GET /v1/x: the service ended the stream with an error: busy, request id r1": &StreamError{
			FailedCall: FailedCall{Operation: "Orgs.Ask.Stream", Method: "GET", Path: "/v1/x", RequestID: "r1"},
			Code:       7, Message: "busy", Data: []byte("secret"),
		},
		"the service ended the stream with an error": &StreamError{Data: []byte("secret")},

		`Sites.Update: title: want 2 to 128 characters, got "a\n"`: &ValidationError{Operation: "Sites.Update", Field: "title", Rule: "2 to 128 characters", Value: "a\n"},
		"query: it is required":    &ValidationError{Field: "query", Rule: "required"},
		`title: want more, got ""`: &ValidationError{Field: "title", Rule: "more"},
		"body: want JSON: cycle":   &ValidationError{Field: "body", Rule: "JSON", Value: "not shown", Err: errors.New("cycle")},
	} {
		require.EqualError(t, err, want)
		require.EqualError(t, fmt.Errorf("load: %w", err), "load: "+want)
	}
}

func TestErrorTextContainsNoBodyAndIsOneShortLine(t *testing.T) {
	t.Parallel()
	body := []byte("<html>secret</html>")
	for _, err := range []error{
		&Error{Status: 502, Body: body, ContentType: "text/html"},
		&StreamError{Data: body},
	} {
		require.NotContains(t, err.Error(), "secret")
	}
	long := strings.Repeat("é", 10_000)
	for _, err := range []error{
		&Error{Status: 400, Message: long},
		&Error{Status: 400, Body: body, ContentType: long},
		&Error{FailedCall: FailedCall{RequestID: long}, Status: 400},
		&DecodeError{ContentType: long},
		&DecodeError{FailedCall: FailedCall{RequestID: long}},
		&StreamError{Message: long},
		&StreamError{FailedCall: FailedCall{RequestID: long}},
	} {
		text := err.Error()
		require.Less(t, utf8.RuneCountInString(text), 400)
		require.Contains(t, text, "é…")
		require.True(t, utf8.ValidString(text))
	}
	evil := "a\r\nb\x1b[31m\x00c\u2028d\u202ee\xff"
	for _, err := range []error{
		&Error{Status: 400, Message: evil}, &Error{Status: 400, Body: body, ContentType: evil}, &Error{FailedCall: FailedCall{RequestID: evil}, Status: 400},
		&DecodeError{FailedCall: FailedCall{RequestID: evil}, ContentType: evil, Err: errors.New(evil)}, &StreamError{FailedCall: FailedCall{RequestID: evil}, Message: evil}, &TransportError{Err: errors.New(evil)},
		&ValidationError{Field: "x", Rule: "y", Value: evil},
	} {
		for _, r := range err.Error() {
			require.NotContains(t, []rune("\r\n\x1b\x00\u2028\u202e"), r)
		}
	}
}

func TestErrorMatchesOnlyTheSentinelOfItsStatus(t *testing.T) {
	t.Parallel()
	sentinels := map[error][]int{
		ErrBadRequest: {400}, ErrUnauthorized: {401}, ErrForbidden: {403}, ErrNotFound: {404}, ErrConflict: {409}, ErrPreconditionFailed: {412},
		ErrUnprocessable: {422}, ErrRateLimited: {429}, ErrServer: {500, 501, 502, 503, 504, 599, 600, 999},
	}
	for status := range 1000 {
		for sentinel, statuses := range sentinels {
			want := false
			for _, s := range statuses {
				want = want || s == status
			}
			if sentinel == ErrServer { //nolint:errorlint // a sentinel is compared, not an error from a call
				want = status >= 500
			}
			err := fmt.Errorf("load: %w", &Error{Status: status})
			require.Equal(t, want, errors.Is(err, sentinel), "%d %v", status, sentinel)
		}
	}
	require.NotErrorIs(t, &Error{Status: 404}, io.EOF)
	same := &Error{Status: 404}
	require.ErrorIs(t, errors.Join(io.EOF, same), same)
}

func TestTransportErrorImplementsNetError(t *testing.T) {
	t.Parallel()
	var _ net.Error = &TransportError{}
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
		err := &TransportError{Err: test.err}
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
	for _, err := range []error{&TransportError{Err: cause}, &DecodeError{Err: cause}, &ValidationError{Err: cause}} {
		require.ErrorIs(t, fmt.Errorf("load: %w", err), cause)
		require.NotErrorIs(t, err, io.EOF)
	}
}

func TestMayHaveAppliedUnwrapsErrors(t *testing.T) {
	t.Parallel()
	applied := []error{&Error{FailedCall: FailedCall{MayHaveApplied: true}}, &TransportError{FailedCall: FailedCall{MayHaveApplied: true}}, &DecodeError{FailedCall: FailedCall{MayHaveApplied: true}}, &StreamError{FailedCall: FailedCall{MayHaveApplied: true}}}
	not := []error{&Error{}, &TransportError{}, &DecodeError{}, &StreamError{}, &ValidationError{}, io.EOF, context.Canceled}
	require.False(t, MayHaveApplied(nil))
	for _, err := range not {
		require.False(t, MayHaveApplied(err))
		require.False(t, MayHaveApplied(fmt.Errorf("load: %w", err)))
		require.False(t, MayHaveApplied(errors.Join(err, io.EOF)))
	}
	for _, yes := range applied {
		require.True(t, MayHaveApplied(yes))
		require.True(t, MayHaveApplied(fmt.Errorf("a: %w", fmt.Errorf("b: %w", yes))))
		for _, no := range not {
			require.True(t, MayHaveApplied(errors.Join(no, yes)), "in either order")
			require.True(t, MayHaveApplied(errors.Join(yes, no)))
			require.True(t, MayHaveApplied(fmt.Errorf("%w and %w", no, fmt.Errorf("x: %w", yes))))
			require.True(t, MayHaveApplied(&TransportError{Err: errors.Join(no, yes)}))
		}
	}
}

func TestRetryableIsThatOfEachErrorThatIsWrapped(t *testing.T) {
	t.Parallel()
	again := []error{&Error{Retryable: true}, &TransportError{Retryable: true}, &TransportError{Retryable: true, Err: &Error{}}}
	never := []error{&Error{}, &TransportError{}, &DecodeError{}, &StreamError{}, &ValidationError{}, &TransportError{Err: &Error{Retryable: true}}}
	others := []error{io.EOF, context.DeadlineExceeded}
	for _, err := range append([]error{nil}, append(never, others...)...) {
		require.False(t, Retryable(err), "%v", err)
		require.False(t, Retryable(fmt.Errorf("load: %w", err)), "%v", err)
	}
	for _, yes := range again {
		require.True(t, Retryable(yes))
		require.True(t, Retryable(fmt.Errorf("a: %w", fmt.Errorf("b: %w", yes))))
		require.True(t, Retryable(errors.Join(yes, yes)))
		for _, no := range never {
			require.False(t, Retryable(errors.Join(no, yes)), "one call that cannot succeed")
			require.False(t, Retryable(errors.Join(yes, fmt.Errorf("x: %w", no))))
		}
		for _, other := range others {
			require.False(t, Retryable(errors.Join(yes, other)), "it may be there the next time too")
			require.False(t, Retryable(fmt.Errorf("%w: %w", other, yes)))
		}
	}
}
