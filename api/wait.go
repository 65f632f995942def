package api

import "time"

// Wait configures how often and how long a method such as WaitProcessed polls. The first wait is
// MinWait. Each further wait is twice as long as the previous wait, up to MaxWait. If a field is
// negative, or MaxWait is set and less than MinWait, the method returns a [*ValidationError].
type Wait struct {
	MinWait time.Duration // 0 means 1 s, or MaxWait if that is shorter
	MaxWait time.Duration // 0 means 10 s, or MinWait if that is longer
	// Limit is the maximum total time of all waits and requests; 0 means 15 min. If it is reached,
	// the error matches [context.DeadlineExceeded].
	Limit time.Duration
}
