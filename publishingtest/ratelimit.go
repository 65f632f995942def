package publishingtest

import (
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// WithRateLimit lets limit calls of operations through in each window, which begins with a call and lasts per; it ends at a full second.
// Each response then has the headers X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset, the end of the window in seconds
// since the epoch, and the Date of the server's clock: see [WithClock]. Once a window is exhausted, calls are responded to with 429, without
// Retry-After, and do not take effect. Calls without a good token get their 401 and are not counted. There is no rate limit by default.
func WithRateLimit(limit int, per time.Duration) Option {
	return func(c *config) {
		c.rateLimit, c.ratePer = limit, per
		if limit < 1 || per <= 0 {
			c.fail(fmt.Errorf("WithRateLimit: want at least 1 call in more than no time, got %d in %s", limit, per))
		}
	}
}

// rate counts calls by windows of time.
type rate struct {
	mu   sync.Mutex
	end  time.Time
	used int
}

// take counts a call at a time, sets the headers of its response, and refuses one beyond the limit.
func (l *rate) take(c *config, now time.Time, header http.Header) error {
	if c.rateLimit == 0 {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if !now.Before(l.end) {
		l.end, l.used = fullSecond(now.Add(c.ratePer)), 0
	}
	exhausted := l.used == c.rateLimit
	if !exhausted {
		l.used++
	}
	header.Set("Date", now.UTC().Format(http.TimeFormat))
	header.Set("X-RateLimit-Limit", strconv.Itoa(c.rateLimit))
	header.Set("X-RateLimit-Remaining", strconv.Itoa(c.rateLimit-l.used))
	header.Set("X-RateLimit-Reset", strconv.FormatInt(l.end.Unix(), 10))
	if exhausted {
		return fail(http.StatusTooManyRequests, "want at most %d calls in %s, the next window begins at %s", c.rateLimit, c.ratePer, l.end.UTC().Format(time.RFC3339))
	}
	return nil
}

// fullSecond is a time, or the next one without a fraction of a second.
func fullSecond(t time.Time) time.Time {
	if full := t.Truncate(time.Second); full.Before(t) {
		return full.Add(time.Second)
	}
	return t
}
