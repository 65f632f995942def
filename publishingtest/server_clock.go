package publishingtest

import (
	"sync/atomic"
	"time"
)

// WithClock sets the function that returns the current time. [Server.Advance] adds to that time.
// The clock determines the times in responses and in [Calls.All], the Date of each response, the
// windows of [WithRateLimit], and how long a deleted space can be restored. The function must be
// safe for concurrent use. The default is [time.Now]. In a testing/synctest bubble, a network
// connection would keep the fake time from advancing. Start the server outside of the bubble, and
// call [Server.ServeHTTP] inside.
func WithClock(clock func() time.Time) Option {
	return option(func(c *config) {
		c.clock.base = clock
		c.failIf(clock == nil, "WithClock: the clock is nil")
	})
}

// clock is the only source of time of a server.
type clock struct {
	base  func() time.Time
	ahead atomic.Int64 // nanoseconds that Advance has added
}

func newClock() *clock { return &clock{base: time.Now} }

func (c *clock) now() time.Time { return c.base().Add(time.Duration(c.ahead.Load())) }

// Now returns the current time of the server: the time of [WithClock] plus the durations that
// [Server.Advance] has added. Times in responses are truncated to milliseconds.
func (s *Server) Now() time.Time { return open(s.server).config.clock.now() }

// Advance sets the clock of the server forward by d. It affects everything that depends on the
// time, such as a rate limit or the period in which a deleted space can be restored. Advance does
// not wait, and does not affect the gate of [For], which measures real time. If d is negative, the
// test fails.
func (s *Server) Advance(d time.Duration) {
	open(s.server).mistakeIf(d < 0, "want a duration of at least 0, got %s", d)
	open(s.server).config.clock.ahead.Add(int64(d))
}
