package pagination

import "fmt"

// PageError is a walk that stopped at a page. To resume, start again with Cursor in the Page field of the list's options; the elements
// before it have been handed over. The cause is found with [errors.As] and [errors.Is].
type PageError struct {
	// Cursor is that of the page that could not be fetched, "" for the first.
	Cursor string
	// Err is what the fetch returned.
	Err error
}

// Error says what failed and at which page.
func (e *PageError) Error() string {
	if e.Cursor == "" {
		return fmt.Sprintf("%v (first page)", e.Err)
	}
	return fmt.Sprintf("%v (page %q)", e.Err, e.Cursor)
}

// Unwrap returns the cause.
func (e *PageError) Unwrap() error { return e.Err }

// CursorLoopError is a list that leads back to a page of the same walk. All pages up to there have been handed over, and nothing more
// was fetched.
type CursorLoopError struct {
	// Cursor is the one that came a second time.
	Cursor string
}

// Error names the cursor.
func (e *CursorLoopError) Error() string {
	return fmt.Sprintf("walk over pages: the list leads back to page %q", e.Cursor)
}
