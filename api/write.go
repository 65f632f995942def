package api

import (
	"errors"
	"log/slog"
	"strconv"
	"strings"

	"github.com/publishing-platform/publishing-go/internal/failure"
)

// A Write describes a call that may change something. The function that is passed to
// publishing.WithWritePolicy receives it before the call is sent. A question to the AI is a Write
// too, because it costs credits; see CostsCredits.
type Write struct {
	// Operation is the name of the operation, such as "Sites.Update". For publishing.Client.Do, it
	// is the Operation of the request, or "Do".
	Operation string
	// Method is the HTTP method.
	Method string
	// Template is the path with the names of its parameters, such as
	// "/v1/orgs/{organizationId}/sites".
	Template string
	// Params contains the parameters of the path by name, such as "siteId". It does not contain
	// secret IDs, such as the ID of an invite.
	Params map[string]string
	// Space is the ID of the space that the path identifies. It is "" if the path identifies
	// several spaces or none, such as for a write to an organization. The body may identify further
	// spaces.
	Space string
	// MayDelete reports whether the operation, with the given body, may remove something that
	// exists. It is true if the call deletes, merges, imports or transfers something, if it
	// replaces a list or a whole resource, and if it clears a field with null. A null role of a
	// user or a team, which means guest, clears nothing; a null default role does. MayDelete is
	// also true if this release does not know the operation, and if [WithBodyField] sets a field.
	// docs/OPERATIONS.md lists MayDelete for all operations.
	MayDelete bool
	// CostsCredits reports whether the call is a question to the AI. Such a call changes nothing,
	// but a policy sees it, because it costs credits. publishing.WithReadOnly permits it.
	CostsCredits bool
}

// ErrReadOnly is the cause of a [*WriteRejectedError] from a client with publishing.WithReadOnly.
var ErrReadOnly = errors.New("the client is read-only")

// WriteRejectedError is the error of a call that a policy of the client rejected; see
// publishing.WithReadOnly and publishing.WithWritePolicy. Nothing was sent.
type WriteRejectedError struct {
	FailedCall
	// Err is the error of the policy, or [ErrReadOnly].
	Err error
}

// Error returns the operation, the request and the reason.
func (e *WriteRejectedError) Error() string {
	return e.text("rejected before it was sent: " + failure.OneLine(causeOf(e.Err)))
}

// Unwrap returns Err.
func (e *WriteRejectedError) Unwrap() error { return e.Err }

// LogValue implements [slog.LogValuer]. Its group contains the request and the reason.
func (e *WriteRejectedError) LogValue() slog.Value {
	return e.logValue(0, false, causeOf(e.Err))
}

// ErrIgnoredFields matches an [*IgnoredFieldsError].
var ErrIgnoredFields = errors.New("the service ignored fields")

// IgnoredFieldsError is the error of a write that succeeded although the service ignored some
// fields; see publishing.WithStrictWrites. [ErrIgnoredFields] matches it. The write has taken
// effect except for these fields. Do not repeat it, because repeating a create would create a
// second resource.
type IgnoredFieldsError struct {
	FailedCall
	// Status is the status code.
	Status int
	// Fields lists the fields that the service ignored, as JSON pointers into the body of the
	// request, such as "/description".
	Fields []string
	// Result is the value that the method would return without the option, such as a
	// *sites.Section, or the Value of a [PutResult]. It is nil if the response had no body.
	Result any
}

// Error returns the operation, the request and the fields.
func (e *IgnoredFieldsError) Error() string {
	text := "the write succeeded with status " + strconv.Itoa(e.Status) + ", but the service ignored "
	return e.text(text + failure.Printable(e.fields()))
}

// fields returns the fields as a text. A name in a pointer can be any text, even a URL with a
// password, which fields removes.
func (e *IgnoredFieldsError) fields() string {
	return failure.WithoutUser(strings.Join(e.Fields, ", "))
}

// Is reports whether target is [ErrIgnoredFields].
func (e *IgnoredFieldsError) Is(target error) bool { return target == ErrIgnoredFields }

// LogValue implements [slog.LogValuer]. Its group contains the request, the status and the fields.
func (e *IgnoredFieldsError) LogValue() slog.Value {
	return e.logValue(e.Status, false, e.fields())
}
