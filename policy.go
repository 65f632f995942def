package publishing

import (
	"context"
	"errors"
	"fmt"

	"github.com/publishing-platform/publishing-go/internal/transport"
)

// WithReadOnly rejects each write, before anything is sent, with a [*WriteRejectedError] that
// matches [ErrReadOnly].
//
// Whether a call is a write depends on what the operation does with its body, not on the HTTP
// method. A POST that only reads, such as a search, is not a write. A render with an action is a
// write. Questions to the AI are permitted, although they cost credits. A request of [Client.Do],
// [All] or [Client.Stream] is a write unless its method is GET or HEAD. Any request with a header
// or a query parameter that overrides the method is a write, too. No call option lifts the
// restriction.
//
// The client cannot see requests that middleware, a Transport or a token source makes by itself.
func WithReadOnly() Option {
	return clientOption(func(c *config) {
		c.settings.Policies = append(c.settings.Policies, transport.NewPolicy(func(_ context.Context, w Write) error {
			if w.CostsCredits {
				return nil
			}
			return ErrReadOnly
		}))
	})
}

// WithWritePolicy calls policy before each write, and before each question to the AI. If policy
// returns an error, nothing is sent, and the call fails with a [*WriteRejectedError] that wraps the
// error. If there are several policies, each must permit the write.
//
// This policy permits only writes to one space that delete nothing:
//
//	func(_ context.Context, w publishing.Write) error {
//		if w.Space != spaceID || w.MayDelete {
//			return errors.New("this job only adds to its space")
//		}
//		return nil
//	}
//
// [WithReadOnly] describes which calls are writes, and [Write] describes what a policy knows about
// them. The client calls policy once for each call, even if the call is retried. In an iteration,
// each page is a call. If policy panics, the call fails with an error that contains the panic. A
// policy that records and rejects every write does not show all writes of a program: it sees the
// first write, but what the program does next depends on the response.
//
// The client calls policy on the goroutine that makes the request, with the context that the
// function of [WithCallContext] returned, so policy must be safe for concurrent use. The timeouts
// start after policy has returned. policy must not write with the same client.
func WithWritePolicy(policy func(context.Context, Write) error) Option {
	return clientOption(func(c *config) {
		if policy == nil {
			c.settings.Fail(errors.New("WithWritePolicy: the policy is nil"))
		}
		permit := func(ctx context.Context, w Write) (err error) {
			defer func() { // if policy panics, the write is not permitted
				if panicked := recover(); panicked != nil {
					err = fmt.Errorf("the policy panicked: %v", panicked)
				}
			}()
			return policy(ctx, w)
		}
		c.settings.Policies = append(c.settings.Policies, transport.NewPolicy(permit))
	})
}
