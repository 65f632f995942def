package transport

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// parseRetryAfter returns the wait that a Retry-After header asks for, and reports whether it asks
// for one. The header contains seconds, possibly with a fraction, or a date. For a date that has
// passed, the wait is 0. A wait that does not fit into a duration becomes the longest duration. An
// invalid header asks for no wait.
func parseRetryAfter(header http.Header, now time.Time) (time.Duration, bool) {
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
