// Package poll implements the methods whose names begin with Wait, which poll.
package poll

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/clock"
	"github.com/publishing-platform/publishing-go/internal/neterr"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

const (
	defaultMinWait = time.Second
	defaultMaxWait = 10 * time.Second
	defaultLimit   = 15 * time.Minute
)

// Until calls look until it reports that it is done, or until it returns an error, which Until
// returns. Until also returns an error if w is invalid, ctx ends or the limit is reached. operation
// and opts are those of the first call of look, and are needed for the error of an invalid w.
func Until(
	ctx context.Context, operation string, w api.Wait, opts []api.CallOption, look func(ctx context.Context) (done bool, _ error),
) error {
	w, err := withDefaults(w)
	if err != nil {
		return transport.Reject(operation, err, opts)
	}
	if ctx != nil { // without a context, the first call fails
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, w.Limit,
			fmt.Errorf("the wait has reached its limit of %v", w.Limit))
		defer cancel()
	}
	for pause := w.MinWait; ; pause = longer(pause, w.MaxWait) {
		if done, err := look(ctx); done || err != nil {
			return err
		}
		if clock.Sleep(ctx, pause) != nil {
			return neterr.Ended(ctx)
		}
	}
}

// withDefaults sets the defaults of a wait. It returns an error if the wait is invalid.
func withDefaults(w api.Wait) (api.Wait, error) {
	for _, field := range []struct {
		name string
		wait time.Duration
	}{{"MinWait", w.MinWait}, {"MaxWait", w.MaxWait}, {"Limit", w.Limit}} {
		if field.wait < 0 {
			return w, &api.ValidationError{
				Field: field.name, Rule: "0 or more", Value: field.wait.String(),
			}
		}
	}
	w.Limit = cmp.Or(w.Limit, defaultLimit)
	switch {
	case w.MaxWait == 0:
		w.MinWait = cmp.Or(w.MinWait, defaultMinWait)
		w.MaxWait = max(w.MinWait, defaultMaxWait)
	case w.MinWait == 0:
		w.MinWait = min(w.MaxWait, defaultMinWait)
	case w.MaxWait < w.MinWait:
		return w, &api.ValidationError{
			Field: "MaxWait", Rule: "MinWait (" + w.MinWait.String() + ") or more",
			Value: w.MaxWait.String(),
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
