package publishing

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
)

// Aliases of the types of package api that most programs use.
type (
	// Error is a response with a status other than 2xx.
	Error = api.Error
	// TransportError is a call without a complete response: the network failed, a timeout expired
	// or the context was done.
	TransportError = api.TransportError
	// DecodeError is a 2xx response that cannot be decoded. The service has done what was asked.
	DecodeError = api.DecodeError
	// StreamError is an event stream that the service ended with an error.
	StreamError = api.StreamError
	// ValidationError is invalid input. Nothing was sent.
	ValidationError = api.ValidationError
	// Role determines what a user or a team may do with content.
	Role = api.Role
	// Nullable is a field of a request that is unset, null or a value.
	Nullable[T any] = api.Nullable[T]
	// Meta is the metadata of a call.
	Meta = api.Meta
	// CallOption configures a single call.
	CallOption = api.CallOption
)

// Sentinels for [errors.Is]. Each matches an [*Error] with the given status and a [*StreamError]
// with the given code.
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

// MayHaveApplied reports whether the service may have acted on a call that returned err. If it
// returns true, repeating the call may apply it twice. See [api.MayHaveApplied].
func MayHaveApplied(err error) bool { return api.MayHaveApplied(err) }

// Retryable reports whether a program may make the call that returned err again later: whether it
// may then succeed, and cannot take effect twice. See [api.Retryable].
func Retryable(err error) bool { return api.Retryable(err) }

// RejectedToken returns the token to which the service has responded with a 401 in the current
// call, and reports whether there is one. It is for the source of [WithTokenSource]. See
// [api.RejectedToken].
func RejectedToken(ctx context.Context) (token string, ok bool) { return api.RejectedToken(ctx) }

// Values of [Role].
const (
	RoleAdmin   = api.RoleAdmin
	RoleCreate  = api.RoleCreate
	RoleReview  = api.RoleReview
	RoleEdit    = api.RoleEdit
	RoleComment = api.RoleComment
	RoleRead    = api.RoleRead
)

// Set returns a [Nullable] that is sent as v.
func Set[T any](v T) Nullable[T] { return api.Set(v) }

// Null returns a [Nullable] that is sent as null.
func Null[T any]() Nullable[T] { return api.Null[T]() }

// WithMeta sets *m to the metadata of the call, even if the call fails. See [api.WithMeta].
func WithMeta(m *Meta) CallOption { return api.WithMeta(m) }

// WithRawBody sets *body to the body of the response, for fields that this release does not know.
// See [api.WithRawBody].
func WithRawBody(body *[]byte) CallOption { return api.WithRawBody(body) }

// WithBodyField adds a field to the JSON object in the body of the request. See
// [api.WithBodyField].
func WithBodyField(name string, value any) CallOption { return api.WithBodyField(name, value) }

// WithReplay permits the call to take effect twice, so that it is retried like a safe request. See
// [api.WithReplay].
func WithReplay() CallOption { return api.WithReplay() }
