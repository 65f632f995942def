package transport

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// parseRetryAfter returns the wait a Retry-After header asks for: seconds, also with a fraction, or a date. It is 0 for none, for a
// date that has passed and for what cannot be read, and the longest duration for one that does not fit.
func parseRetryAfter(header http.Header, now time.Time) time.Duration {
	text := strings.TrimSpace(header.Get("Retry-After"))
	if text == "" {
		return 0
	}
	if seconds, err := strconv.ParseFloat(text, 64); err == nil || math.IsInf(seconds, 1) {
		switch {
		case math.IsNaN(seconds) || seconds <= 0 || strings.HasPrefix(strings.ToLower(strings.TrimPrefix(text, "+")), "inf"):
			return 0
		case seconds >= math.MaxInt64/float64(time.Second):
			return math.MaxInt64
		default:
			return time.Duration(seconds * float64(time.Second))
		}
	}
	if date, err := http.ParseTime(text); err == nil {
		return max(0, date.Sub(now))
	}
	return 0
}
