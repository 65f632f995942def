package sse

import (
	"errors"
	"fmt"
	"io"
)

var (
	errUnfinished = fmt.Errorf("reading event stream: ended inside an event, which is dropped: %w",
		io.ErrUnexpectedEOF)
	errNilReader = errors.New("reading event stream: the reader is nil")
)

// EventTooLargeError ends an iteration at an event that is larger than the limit. The rest of the
// stream cannot be read.
type EventTooLargeError struct {
	// Limit is the maximum size of an event, in bytes.
	Limit int
}

// Error returns a message that contains the limit.
func (e *EventTooLargeError) Error() string {
	return fmt.Sprintf("reading event stream: event is larger than %d bytes", e.Limit)
}
