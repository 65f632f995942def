// Package ratelimit parses the headers of a response that tell when to send more requests.
package ratelimit

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/clock"
)

// Of returns the X-RateLimit headers of a response. It returns nil unless all three are valid.
func Of(header http.Header) *api.RateLimit {
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

// UntilReset returns the time from a response to the start of the next period of the rate limit. It
// returns 0 if the service does not report the start, or if the start has passed.
func UntilReset(header http.Header, now time.Time) time.Duration {
	reset, ok := parseReset(header)
	if !ok {
		return 0
	}
	return max(0, reset.Sub(clockOf(header, now)))
}

// RetryAfter returns the wait that a Retry-After header asks for, and reports whether it asks
// for one. The header contains seconds, possibly with a fraction, or a date. For a date that has
// passed, the wait is 0. A wait that does not fit into a duration becomes the longest duration. An
// invalid header asks for no wait.
func RetryAfter(header http.Header, now time.Time) (time.Duration, bool) {
	text := strings.TrimSpace(header.Get("Retry-After"))
	if strings.Trim(text, "0123456789.") == "" {
		seconds, err := strconv.ParseFloat(text, 64)
		switch {
		case seconds >= math.MaxInt64/float64(time.Second): // ParseFloat also returns an error if the number exceeds a float64
			return math.MaxInt64, true
		case err != nil:
			return 0, false
		default:
			return time.Duration(seconds * float64(time.Second)), true
		}
	}
	date, err := http.ParseTime(text)
	if err != nil {
		return 0, false
	}
	return max(0, date.Sub(clockOf(header, now))), true
}

// clockOf returns the time of the service's clock, if the response contains it, and otherwise now.
// The local clock may differ by more than a wait.
func clockOf(header http.Header, now time.Time) time.Time {
	if date, err := http.ParseTime(header.Get("Date")); err == nil {
		return date
	}
	return now
}
