package transport

import (
	"net/http"
	"strconv"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/clock"
)

// parseRateLimit returns the X-RateLimit headers of a response. It returns nil unless all three are
// valid.
func parseRateLimit(header http.Header) *api.RateLimit {
	if header.Get("X-Ratelimit-Reset") == "" {
		return nil
	}
	limit, err1 := strconv.Atoi(header.Get("X-Ratelimit-Limit"))
	remaining, err2 := strconv.Atoi(header.Get("X-Ratelimit-Remaining"))
	reset, ok := parseReset(header)
	if err1 != nil || err2 != nil || !ok {
		return nil
	}
	return &api.RateLimit{Limit: limit, Remaining: remaining, Reset: reset}
}

// parseReset parses the time at which the next period of the rate limit starts, in seconds of Unix
// time.
func parseReset(header http.Header) (time.Time, bool) {
	seconds, err := strconv.ParseUint(header.Get("X-Ratelimit-Reset"), 10, 63) // without a sign
	if err != nil || seconds > clock.Latest {
		return time.Time{}, false
	}
	return time.Unix(int64(seconds), 0).UTC(), true
}

// untilReset returns the time from a response to the start of the next period of the rate limit. It
// returns 0 if the service does not report the start, or if the start has passed.
func untilReset(header http.Header, now time.Time) time.Duration {
	reset, ok := parseReset(header)
	if !ok {
		return 0
	}
	return max(0, reset.Sub(clockOf(header, now)))
}

// clockOf returns the time of the service's clock, if the response contains it, and otherwise now.
// The local clock may differ by more than a wait.
func clockOf(header http.Header, now time.Time) time.Time {
	if date, err := http.ParseTime(header.Get("Date")); err == nil {
		return date
	}
	return now
}
