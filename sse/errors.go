package sse

import (
	"errors"
	"fmt"
	"io"
)

var (
	errUnfinished = fmt.Errorf("reading event stream: ended inside an event, which is dropped: %w", io.ErrUnexpectedEOF)
	errNilReader  = errors.New("reading event stream: the reader is nil")
)

// EventTooLargeError ends a stream at an event that is larger than the limit.
// What follows such an event is lost.
type EventTooLargeError struct {
	// Limit is the largest size allowed, in bytes.
	Limit int
}

// Error returns a text that contains the limit.
func (e *EventTooLargeError) Error() string {
	return fmt.Sprintf("reading event stream: event is larger than %d bytes", e.Limit)
}
