// Package poll paces the methods that poll, whose names begin with Wait.
package poll

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/neterr"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

const (
	defaultMinWait = time.Second
	defaultMaxWait = 10 * time.Second
)

// Until calls look until it reports that it is done or returns an error, which Until returns. If w
// is invalid, ctx ends or the limit is reached, Until returns an error too. Without a limit, only
// the context bounds it. operation and opts belong to the first call of look, for the error of an
// invalid w.
func Until(
	ctx context.Context, operation string, w api.Wait, opts []api.CallOption, look func(ctx context.Context) (done bool, _ error),
) error {
	w, err := withDefaults(operation, w)
	if err != nil {
		return transport.Reject(operation, err, opts)
	}
	if w.Limit > 0 && ctx != nil { // without a context, the first call fails
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, w.Limit,
			fmt.Errorf("the wait has reached its limit of %v", w.Limit))
		defer cancel()
	}
	for pause := w.MinWait; ; pause = longer(pause, w.MaxWait) {
		if done, err := look(ctx); done || err != nil {
			return err
		}
		timer := time.NewTimer(pause)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return neterr.Ended(ctx)
		}
	}
}

// withDefaults returns a wait with the defaults of its pace, or an error if it is invalid.
func withDefaults(operation string, w api.Wait) (api.Wait, error) {
	for _, field := range []struct {
		name string
		wait time.Duration
	}{{"MinWait", w.MinWait}, {"MaxWait", w.MaxWait}, {"Limit", w.Limit}} {
		if field.wait < 0 {
			return w, &api.ValidationError{
				Operation: operation, Field: field.name,
				Rule: "0 or more", Value: field.wait.String(),
			}
		}
	}
	switch {
	case w.MaxWait == 0:
		w.MinWait = cmp.Or(w.MinWait, defaultMinWait)
		w.MaxWait = max(w.MinWait, defaultMaxWait)
	case w.MinWait == 0:
		w.MinWait = min(w.MaxWait, defaultMinWait)
	case w.MaxWait < w.MinWait:
		return w, &api.ValidationError{
			Operation: operation, Field: "MaxWait",
			Rule: "MinWait (" + w.MinWait.String() + ") or more", Value: w.MaxWait.String(),
		}
	}
	return w, nil
}

// longer returns the pause that follows a pause.
func longer(pause, most time.Duration) time.Duration {
	if pause > most/2 {
		return most
	}
	return 2 * pause
}
