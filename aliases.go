package publishing

import "github.com/publishing-platform/publishing-go/api"

// The types nearly every program names, and those of the errors that a call returns.
type (
	// Error is an answer with a status other than 2xx.
	Error = api.Error
	// TransportError is a call without a whole answer: the network failed, a time limit passed or the context ended.
	TransportError = api.TransportError
	// DecodeError is a 2xx answer that cannot be read. The service has done what was asked.
	DecodeError = api.DecodeError
	// StreamError is a stream the service ended with an event named error.
	StreamError = api.StreamError
	// ValidationError is bad input found before anything was sent.
	ValidationError = api.ValidationError
	// Role is what a user or a team may do with content.
	Role = api.Role
	// Nullable is a request field that is unset, null or a value.
	Nullable[T any] = api.Nullable[T]
	// Meta tells about the exchange behind a call.
	Meta = api.Meta
	// CallOption changes a single call.
	CallOption = api.CallOption
)

// What an [Error] matches with [errors.Is], by its status.
var (
	ErrBadRequest         = api.ErrBadRequest         // 400
	ErrUnauthorized       = api.ErrUnauthorized       // 401
	ErrForbidden          = api.ErrForbidden          // 403
	ErrNotFound           = api.ErrNotFound           // 404
	ErrConflict           = api.ErrConflict           // 409
	ErrPreconditionFailed = api.ErrPreconditionFailed // 412
	ErrUnprocessable      = api.ErrUnprocessable      // 422
	ErrRateLimited        = api.ErrRateLimited        // 429
	ErrServer             = api.ErrServer             // 500 and above
)

// MayHaveApplied is [api.MayHaveApplied]: it tells whether the service may have acted on a call that returned err. Such a write is not safe
// to repeat unless its effect may happen twice.
func MayHaveApplied(err error) bool { return api.MayHaveApplied(err) }

// The roles.
const (
	RoleAdmin   = api.RoleAdmin
	RoleCreate  = api.RoleCreate
	RoleReview  = api.RoleReview
	RoleEdit    = api.RoleEdit
	RoleComment = api.RoleComment
	RoleRead    = api.RoleRead
)

// Set returns a field that sends v.
func Set[T any](v T) Nullable[T] { return api.Set(v) }

// Null returns a field that sends null.
func Null[T any]() Nullable[T] { return api.Null[T]() }

// WithMeta is [api.WithMeta]: it fills m with the status, the header, the request id and the attempts of the call, after an error too.
func WithMeta(m *Meta) CallOption { return api.WithMeta(m) }

// WithRawBody is [api.WithRawBody]: it sets *body to the bytes of the answer, for fields this release does not know.
func WithRawBody(body *[]byte) CallOption { return api.WithRawBody(body) }

// WithHeader is [api.WithHeader]: it adds a request header.
func WithHeader(name, value string) CallOption { return api.WithHeader(name, value) }

// WithQuery is [api.WithQuery]: it sets a query parameter that this release does not know.
func WithQuery(name, value string) CallOption { return api.WithQuery(name, value) }

// WithBodyField is [api.WithBodyField]: it sets a top-level field of the JSON body that this release does not know.
func WithBodyField(name string, value any) CallOption { return api.WithBodyField(name, value) }

// WithReplay is [api.WithReplay]: the call may take effect twice, so it is sent again after a lost answer like a read. For each call of an
// operation of [Client.Do] there is the field Idempotent of [Request].
func WithReplay() CallOption { return api.WithReplay() }

// WithPrefetch is [api.WithPrefetch]: a walk fetches the next page while the loop works on this one.
func WithPrefetch() CallOption { return api.WithPrefetch() }
