package api

import (
	"context"
	"net/http"
	"time"

	"github.com/publishing-platform/publishing-go/internal/call"
)

// Meta tells about the exchange behind a call. [WithMeta] fills it, after an error too.
type Meta struct {
	// Operation is the name of the operation, such as "Sites.Get".
	Operation string
	// Status is the status code of the last answer, 0 when there was none.
	Status int
	// Header is the header of the last answer, nil when there was none.
	Header http.Header
	// RequestID is the id the service gave the request, "" when it gave none.
	RequestID string
	// Location is the Location header, where a creation tells the address of what it made. "" when there is none.
	Location string
	// RateLimit is what the X-RateLimit headers of the last response report, nil without them.
	RateLimit *RateLimit
	// Attempts is how many times the request was started, 0 when it was refused before sending.
	Attempts int
	// Duration is the time from the call to its end, waits between attempts included. While a stream is open: to its opening.
	Duration time.Duration
	// Mismatch is the first value of the answer whose type has changed since this release, nil when all fit. Its field is zero.
	Mismatch *Mismatch
}

// A RateLimit is the state of the rate limit that the service applies to a caller, as of one response.
type RateLimit struct {
	// Limit is how many requests the service accepts in a period.
	Limit int
	// Remaining is how many of them are left.
	Remaining int
	// Reset is when the next period begins, by the clock of the service, in UTC.
	Reset time.Time
}

// Mismatch is a value in an answer that does not fit its Go field.
type Mismatch struct {
	// Path is the JSON pointer of the value, such as "/items/0/title".
	Path string
	// Want is the Go type of the field as a program writes it, such as "[]sites.Section".
	Want string
	// Got is the kind of JSON value that came, such as "number".
	Got string
}

// CallInfo is what an observer learns of a call when it has ended.
type CallInfo struct {
	// Operation is the name of the operation, such as "Sites.Get".
	Operation string
	// Method is the HTTP method.
	Method string
	// Template is the path with its parameter names, such as "/v1/orgs/{organizationId}/sites", so that it can label metrics.
	Template string
	// Status is the status code of the last answer, 0 when there was none.
	Status int
	// Attempts is how many times the request was started.
	Attempts int
	// Duration is the time from the call to its end.
	Duration time.Duration
	// Err is the error the call returned, nil on success.
	Err error
}

// OperationFromContext returns the name of the operation a request belongs to, such as "Sites.Get", and whether there is one. A
// middleware asks it of the request's context.
func OperationFromContext(ctx context.Context) (string, bool) {
	name, ok := ctx.Value(call.OperationKey{}).(string)
	return name, ok
}
