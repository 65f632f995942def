package api

import "time"

// Wait configures the polling of a method whose name begins with Wait, such as WaitProcessed. The
// first wait is MinWait, and each further wait is twice as long as the one before, up to MaxWait.
// If a field is negative or MaxWait is less than MinWait, the method returns a [*ValidationError].
type Wait struct {
	MinWait time.Duration // 0 means 1 s
	MaxWait time.Duration // 0 means 10 s
	// Limit is the maximum total time of all waits and requests. If it is reached, the error
	// matches [context.DeadlineExceeded]. The comment of the method describes what 0 means.
	Limit time.Duration
}
