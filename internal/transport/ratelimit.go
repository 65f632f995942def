package transport

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/api"
)

// parseRateLimit returns what the X-RateLimit headers of a response report, nil unless all three
// can be read.
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

// parseReset reads the time at which the service counts anew, in seconds of Unix time.
func parseReset(header http.Header) (time.Time, bool) {
	const latest = 253402300799 // the end of the year 9999, the last that has a text
	text := header.Get("X-Ratelimit-Reset")
	if text == "" || strings.Trim(text, "0123456789") != "" {
		return time.Time{}, false
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	if err != nil || seconds > latest {
		return time.Time{}, false
	}
	return time.Unix(seconds, 0).UTC(), true
}

// untilReset returns how long after a response the service counts anew, 0 when it does not report
// that or the time has passed. The clock of the service decides where the response has its time,
// since another clock may differ by more than the wait.
func untilReset(header http.Header, now time.Time) time.Duration {
	reset, ok := parseReset(header)
	if !ok {
		return 0
	}
	if date, err := http.ParseTime(header.Get("Date")); err == nil {
		now = date
	}
	return max(0, reset.Sub(now))
}
