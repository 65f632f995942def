package pagination

import (
	"errors"
	"fmt"
	"log/slog"

	"github.com/publishing-platform/publishing-go/internal/failure"
)

// PageError ends an iteration at a page that could not be fetched. The elements of earlier pages
// have been yielded. To resume, set the Cursor of the options to the Cursor of the error.
// [errors.Is] and [errors.As] find the cause.
type PageError struct {
	// Cursor is the cursor of the page that could not be fetched. It is "" for the first page.
	Cursor string
	// Err is the error of the call.
	Err error
}

// Error returns the text of Err and the cursor of the page.
func (e *PageError) Error() string {
	if e.Cursor == "" {
		return fmt.Sprintf("%v (first page)", e.Err)
	}
	return fmt.Sprintf("%v (page %q)", e.Err, e.Cursor)
}

// Unwrap returns Err.
func (e *PageError) Unwrap() error { return e.Err }

// LogValue implements [slog.LogValuer]. It returns the log value of Err, without the cursor.
func (e *PageError) LogValue() slog.Value { return slog.AnyValue(e.Err).Resolve() }

// ErrIncomplete matches an [*IncompleteError].
var ErrIncomplete = errors.New("incomplete list")

// IncompleteError ends an iteration over a list that has fewer elements than its count, if the
// option [github.com/publishing-platform/publishing-go/api.WithStrictDecoding] is set. All elements
// that the list returned have been yielded, so there is no page to resume from. If the list has a
// single page, List returns the error too.
type IncompleteError struct {
	// Operation is the name of the operation, such as "Sites.List".
	Operation string
	// Seen is the number of elements in the list.
	Seen int64
	// Count is the smallest count that a page of the list reported.
	Count int64
}

// Error returns the operation and both numbers.
func (e *IncompleteError) Error() string { return failure.Text(e.Operation, e.cause(), "") }

func (e *IncompleteError) cause() string {
	return fmt.Sprintf("the list ended after %d of %d elements", e.Seen, e.Count)
}

// LogValue implements [slog.LogValuer]. Its group contains the operation and both numbers.
func (e *IncompleteError) LogValue() slog.Value {
	return failure.LogValue(e.Operation, "", e.cause())
}

// Is reports whether target is [ErrIncomplete].
func (e *IncompleteError) Is(target error) bool { return target == ErrIncomplete }

// CursorLoopError ends an iteration if the list returns the same cursor twice. The pages up to that
// point have been yielded, possibly with some elements twice.
type CursorLoopError struct {
	// Operation is the name of the operation, such as "Sites.List".
	Operation string
	// Cursor is the cursor that the list returned twice.
	Cursor string
}

// Error returns the operation and the cursor.
func (e *CursorLoopError) Error() string {
	return failure.Text(e.Operation, fmt.Sprintf("the list leads back to page %q", e.Cursor), "")
}

// LogValue implements [slog.LogValuer]. Its group contains the operation, but not the cursor.
func (e *CursorLoopError) LogValue() slog.Value {
	return failure.LogValue(e.Operation, "", "the list leads back to a page before")
}
