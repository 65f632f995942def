package ratelimit

import (
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
)

func TestRateLimitIsReportedOnlyIfComplete(t *testing.T) {
	t.Parallel()
	want := &api.RateLimit{Limit: 100, Remaining: 7, Reset: time.Unix(1_700_000_000, 0).UTC()}
	for _, test := range []struct {
		limit, remaining, reset string
		want                    *api.RateLimit
	}{
		{"100", "7", "1700000000", want},
		{"100", "7", "", nil},
		{"100", "", "1700000000", nil},
		{"", "7", "1700000000", nil},
		{"many", "7", "1700000000", nil},
		{"100", "7", "soon", nil},
		{"100", "7", "-1", nil},
		{"100", "7", "1e9", nil},
		{"100", "7", "99999999999999999999", nil},
		{"100", "7", "253402300800", nil},
	} {
		header := http.Header{}
		for name, value := range map[string]string{"X-RateLimit-Limit": test.limit, "X-RateLimit-Remaining": test.remaining, "X-RateLimit-Reset": test.reset} {
			if value != "" {
				header.Set(name, value)
			}
		}
		require.Equal(t, test.want, Of(header), "%+v", test)
	}
	require.Nil(t, Of(nil))
}

func TestRetryAfterIsSecondsOrADate(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, test := range []struct {
		header string
		wait   time.Duration
		asks   bool
	}{
		{"120", 2 * time.Minute, true},
		{" 5 ", 5 * time.Second, true},
		{"1.5", 1500 * time.Millisecond, true},
		{".5", 500 * time.Millisecond, true},
		{"0", 0, true},
		{"0.0000000001", 0, true},
		{"86400", 24 * time.Hour, true},
		{"9223372036", 9223372036 * time.Second, true},
		{"9223372037", math.MaxInt64, true},
		{"99999999999999999999", math.MaxInt64, true},
		{strings.Repeat("9", 400), math.MaxInt64, true},
		{"Fri, 02 Jan 2026 03:05:05 GMT", time.Minute, true},
		{"Friday, 02-Jan-26 03:05:05 GMT", time.Minute, true},
		{"Fri Jan  2 03:05:05 2026", time.Minute, true},
		{"Fri, 02 Jan 2026 03:04:05 GMT", 0, true},
		{"Thu, 01 Jan 1970 00:00:00 GMT", 0, true},
		{"Fri, 31 Dec 9999 23:59:59 GMT", math.MaxInt64, true},
		{"", 0, false},
		{"-1", 0, false},
		{"+1", 0, false},
		{"1e3", 0, false},
		{"0x10", 0, false},
		{"1_0", 0, false},
		{"1.2.3", 0, false},
		{".", 0, false},
		{"NaN", 0, false},
		{"Inf", 0, false},
		{"+Infinity", 0, false},
		{"-Inf", 0, false},
		{"soon", 0, false},
		{"1, 2", 0, false},
	} {
		wait, asks := RetryAfter(http.Header{"Retry-After": {test.header}}, now)
		require.Equal(t, test.wait, wait, test.header)
		require.Equal(t, test.asks, asks, test.header)
	}
	_, asks := RetryAfter(nil, now)
	require.False(t, asks)
	ahead := http.Header{"Retry-After": {"Fri, 02 Jan 2026 04:05:07 GMT"}, "Date": {"Fri, 02 Jan 2026 04:05:05 GMT"}}
	wait, _ := RetryAfter(ahead, now)
	require.Equal(t, 2*time.Second, wait, "by the clock of the service")
}

func FuzzRetryAfterIsNeverNegative(f *testing.F) {
	for _, header := range []string{"1", "1.5", "-1", "9223372037", "Fri, 02 Jan 2026 03:05:05 GMT", "NaN", "1e400"} {
		f.Add(header)
	}
	f.Fuzz(func(t *testing.T, header string) {
		wait, asks := RetryAfter(http.Header{"Retry-After": {header}}, time.Unix(1e9, 0))
		require.GreaterOrEqual(t, wait, time.Duration(0))
		require.True(t, asks || wait == 0)
	})
}
