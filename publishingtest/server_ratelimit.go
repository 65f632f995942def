package publishingtest

import (
	"net/http"
	"strconv"
	"time"
)

// WithRateLimit sets the maximum number of calls per window. A window begins with a call. Its
// length is per, extended to the next full second. Further calls in the window return 429 without
// Retry-After and do not take effect. By default, there is no rate limit.
//
// Responses contain X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset, which is the
// end of the window in seconds since the Unix epoch, by the clock of the server: see [WithClock].
// Calls without a valid token return 401 and are not counted.
func WithRateLimit(limit int, per time.Duration) Option {
	return option(func(c *config) {
		c.rateLimit, c.ratePer = limit, per
		c.failIf(limit < 1 || per <= 0,
			"WithRateLimit: want at least 1 call per positive duration, got %d per %s", limit, per)
	})
}

// rate counts the calls in a window.
type rate struct {
	mu   mutex
	end  time.Time
	used int
}

// take counts a call and sets the headers of its response. It returns an error for a call beyond
// the limit.
func (l *rate) take(c *config, now time.Time, header http.Header) error {
	if c.rateLimit == 0 {
		return nil
	}
	defer l.mu.hold()()
	if !now.Before(l.end) {
		l.end, l.used = fullSecond(now.Add(c.ratePer)), 0
	}
	exhausted := l.used == c.rateLimit
	if !exhausted {
		l.used++
	}
	header.Set("X-RateLimit-Limit", strconv.Itoa(c.rateLimit))
	header.Set("X-RateLimit-Remaining", strconv.Itoa(c.rateLimit-l.used))
	header.Set("X-RateLimit-Reset", strconv.FormatInt(l.end.Unix(), 10))
	if exhausted {
		return fail(http.StatusTooManyRequests, "rate limit of %d calls per %s exceeded until %s",
			c.rateLimit, c.ratePer, l.end.UTC().Format(time.RFC3339))
	}
	return nil
}

// fullSecond rounds a time up to a full second.
func fullSecond(t time.Time) time.Time {
	if full := t.Truncate(time.Second); full.Before(t) {
		return full.Add(time.Second)
	}
	return t
}
