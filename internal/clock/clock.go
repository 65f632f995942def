// Package clock waits for a time to pass.
package clock

import (
	"context"
	"time"
)

// Latest is the end of the year 9999, the last year that can be formatted, in seconds since 1970.
const Latest = 253402300799

// Sleep waits until d has passed or ctx has ended. In the latter case, it returns the error of ctx.
func Sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
