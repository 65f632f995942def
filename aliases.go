package publishing

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
)

// Aliases of the types in package api that programs use most.
type (
	// Error is the error for a response with a status other than 2xx. See [api.Error].
	Error = api.Error
	// TransportError is the error of a call without a complete response: the network failed, a
	// timeout expired or the context was done. See [api.TransportError].
	TransportError = api.TransportError
	// DecodeError is the error for a 2xx response that cannot be decoded. The service has performed
	// the operation. See [api.DecodeError].
	DecodeError = api.DecodeError
	// StreamError is the error of an event stream that the service ended with an error. See
	// [api.StreamError].
	StreamError = api.StreamError
	// ValidationError is the error for invalid input. Nothing was sent. See [api.ValidationError].
	ValidationError = api.ValidationError
	// WriteRejectedError is the error of a call that a policy of the client rejected. Nothing was
	// sent. See [api.WriteRejectedError].
	WriteRejectedError = api.WriteRejectedError
	// IgnoredFieldsError is the error of a write that succeeded although the service ignored some
	// fields. See [api.IgnoredFieldsError].
	IgnoredFieldsError = api.IgnoredFieldsError
	// Written reports which fields of a write the service has applied or ignored. See
	// [api.Written].
	Written = api.Written
	// Write describes a call that may change something. See [api.Write].
	Write = api.Write
	// Role determines what a user or a team may do with content. See [api.Role].
	Role = api.Role
	// Nullable is a request field that can be unset, null or a value. See [api.Nullable].
	Nullable[T any] = api.Nullable[T]
	// Secret is a text that must not be printed, such as a key or a token. See [api.Secret].
	Secret = api.Secret
	// Raw is JSON as the service sent it. See [api.Raw].
	Raw = api.Raw
	// Deletion is the outcome of a delete. See [api.Deletion].
	Deletion = api.Deletion
	// PutOutcome is the outcome of an idempotent PUT. See [api.PutOutcome].
	PutOutcome = api.PutOutcome
	// PutResult is the result of an idempotent PUT. See [api.PutResult].
	PutResult[T any] = api.PutResult[T]
	// Meta is the metadata of a call, which [WithMeta] sets. See [api.Meta].
	Meta = api.Meta
	// RateLimit is the state of the caller's rate limit. See [api.RateLimit].
	RateLimit = api.RateLimit
	// Mismatch is a value in a response that does not fit its Go field, or that is missing. See
	// [api.Mismatch].
	Mismatch = api.Mismatch
	// CallInfo describes a call that has ended, for [WithObserver]. See [api.CallInfo].
	CallInfo = api.CallInfo
	// CallOption configures a single call. See [api.CallOption].
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

// ErrReadOnly is the cause of a [*WriteRejectedError] from a client with [WithReadOnly]. See
// [api.ErrReadOnly].
var ErrReadOnly = api.ErrReadOnly

// ErrIgnoredFields matches an [*IgnoredFieldsError]. See [api.ErrIgnoredFields].
var ErrIgnoredFields = api.ErrIgnoredFields

// MayHaveApplied reports whether the service may have acted on a call that returned err. If it
// returns true, repeating the call may apply it twice. See [api.MayHaveApplied].
func MayHaveApplied(err error) bool { return api.MayHaveApplied(err) }

// Retryable reports whether a caller may repeat the call that returned err: the call may succeed
// later, and repeating it is safe. See [api.Retryable].
func Retryable(err error) bool { return api.Retryable(err) }

// RejectedToken returns the token that the service rejected with a 401 earlier in this call, and
// reports whether there is one. It is meant for the function passed to [WithTokenSource]. See
// [api.RejectedToken].
func RejectedToken(ctx context.Context) (token string, ok bool) { return api.RejectedToken(ctx) }

// OperationFromContext returns the name of the operation, such as "Sites.Get", from the context of
// a request, and reports whether there is one. It is meant for the functions passed to
// [WithMiddleware]. See [api.OperationFromContext].
func OperationFromContext(ctx context.Context) (string, bool) {
	return api.OperationFromContext(ctx)
}

// Values of [Role].
const (
	RoleAdmin   = api.RoleAdmin
	RoleCreate  = api.RoleCreate
	RoleReview  = api.RoleReview
	RoleEdit    = api.RoleEdit
	RoleComment = api.RoleComment
	RoleRead    = api.RoleRead
)

// Values of [Deletion].
const (
	Deleted           = api.Deleted           // this call deleted the target
	AlreadyAbsent     = api.AlreadyAbsent     // there was nothing to delete
	DeletionRequested = api.DeletionRequested // somebody has to approve the delete first
	DeletionUnknown   = api.DeletionUnknown   // it is unknown whether the target existed
)

// Values of [PutOutcome].
const (
	Created    = api.Created    // this call created the resource
	Updated    = api.Updated    // the resource existed and was updated
	PutUnknown = api.PutUnknown // it is unknown whether the resource existed
)

// NewSecret returns a secret text. See [api.NewSecret].
func NewSecret(text string) Secret { return api.NewSecret(text) }

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

// WithReplay retries the call like a safe request, even if a retry could make it take effect twice.
// See [api.WithReplay].
func WithReplay() CallOption { return api.WithReplay() }
