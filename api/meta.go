package api

import (
	"context"
	"net/http"
	"time"

	"github.com/publishing-platform/publishing-go/internal/call"
)

// Meta is the metadata of a call. [WithMeta] sets it, even if the call fails.
type Meta struct {
	// Operation is the name of the operation, such as "Sites.Get".
	Operation string
	// Status is the status code of the response to the last attempt, or 0 if it got none.
	Status int
	// Header is the header of this response, or nil if there is none.
	Header http.Header
	// RequestID is the request ID in the response, or "" if there is none.
	RequestID string
	// Location is the Location header, which contains the URL of a resource that was created. It is
	// "" if there is none.
	Location string
	// RateLimit contains the X-RateLimit headers of the response. It is nil unless all three are
	// valid.
	RateLimit *RateLimit
	// Attempts is the number of attempts. It is 0 if none began, because the input is invalid or
	// for the reasons in [FailedCall].
	Attempts int
	// Duration is the time from the start of the call to its end, including the waits before
	// retries. For a download that is not read yet, and for a stream that is still open, it is the
	// time until the response began.
	Duration time.Duration
	// Paced is the part of Duration that the call spent waiting for the limiter of
	// publishing.WithPace.
	Paced time.Duration
	// Done reports whether the service announced the end of a stream, with an event named done or
	// the data [DONE]. A stream that ends without either may be truncated, even if there is no
	// error.
	Done bool
	// Mismatch is the first value in the response that does not fit its Go field. The field is left
	// zero. If all values fit, Mismatch is the first missing required list, map, object or ID, or
	// another missing required field that may be null, such as a role. On the last page of a list
	// with fewer elements than its count, Mismatch is about the count instead. If there is no
	// mismatch, it is nil.
	Mismatch *Mismatch
	// Written reports which fields of the request the service has applied or ignored. It is set
	// only if [WithComparedWrites] or [WithStrictWrites] is set, the call is a write with a body,
	// and the service has performed it.
	Written *Written
}

// Written compares the fields in the request body of a write with the response. Each field is in
// one of the lists, as a JSON pointer into the body of the request, such as "/title" or
// "/proxy/origin". A list, a document, and an object that is missing from the response each count
// as one field.
type Written struct {
	// Applied lists the fields whose values are in the response.
	Applied []string
	// Ignored lists the fields for which the response contains another value, or contains no value
	// although it could contain one.
	Ignored []string
	// Unknown lists the fields that could not be compared, because the response cannot contain
	// them, because they are secrets, or because the service returns something else in their place.
	// docs/safe.md explains which fields these are.
	Unknown []string
}

// A RateLimit is the state of the caller's rate limit: the X-RateLimit headers of a response.
type RateLimit struct {
	// Limit is the number of requests that the service accepts in each period.
	Limit int
	// Remaining is the number of requests left in the current period.
	Remaining int
	// Reset is the start of the next period by the service's clock, in UTC.
	Reset time.Time
}

// A Mismatch is a value in a response that does not fit its Go field, a required value that is
// missing, or the count of a list that has fewer elements.
type Mismatch struct {
	// Pointer is the JSON pointer of the value, such as "/items/0/title", or "/count" for the count
	// of a list.
	Pointer string
	// Want is the Go type of the field, such as "[]sites.Section". For the count of a list, it is
	// the smallest count that the pages reported.
	Want string
	// Got is the kind of the JSON value, such as "number". For a missing value, it is "nothing",
	// "null" or "an empty string". For the count of a list, it is the number of elements.
	Got string
}

// CallInfo describes a call that has ended, for publishing.WithObserver, or a call that begins, for
// publishing.WithCallContext. When a call begins, only Operation, Method and Template are set.
type CallInfo struct {
	// Operation is the name of the operation, such as "Sites.Get".
	Operation string
	// Method is the HTTP method.
	Method string
	// Template is the path with the names of its parameters, such as
	// "/v1/orgs/{organizationId}/sites". Unlike the path, it is suitable as a metric label.
	Template string
	// Status is the status code of the response to the last attempt, or 0 if it got none. If a
	// stream or a download began, it is the status of that response, even if it failed later with
	// Err. A download that continued after an interruption has the status of the response to its
	// last attempt, or 0 if that got none.
	Status int
	// Attempts is the number of attempts. It is 0 if none began: see [FailedCall].
	Attempts int
	// RateLimit contains the X-RateLimit headers of this response. It is nil unless all three are
	// valid.
	RateLimit *RateLimit
	// Duration is the time from the start of the call to its end.
	Duration time.Duration
	// Err is the error that the call returned, or nil.
	Err error
}

// OperationFromContext returns the name of the operation, such as "Sites.Get", from the context of
// a request, and reports whether there is one. It is meant for middleware.
func OperationFromContext(ctx context.Context) (string, bool) {
	name, ok := ctx.Value(call.OperationKey{}).(string)
	return name, ok
}

// RejectedToken returns the token that the service rejected with a 401 earlier in this call, and
// reports whether there is one. ctx is the context that the token source of
// publishing.WithTokenSource receives. A source that caches its token should get a new one only if
// the cached token equals the rejected token. If they differ, the cached token has already been
// renewed.
func RejectedToken(ctx context.Context) (token string, ok bool) {
	rejected, ok := ctx.Value(call.RejectedKey{}).(func() string)
	if !ok {
		return "", false
	}
	return rejected(), true
}
