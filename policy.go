package publishing

import (
	"context"
	"errors"
	"fmt"
)

// WithReadOnly rejects each write, before anything is sent, with a [*WriteRejectedError] that
// matches [ErrReadOnly].
//
// What an operation does with its body decides, not its method: a POST that only reads, such as a
// search, works. So does a question to the AI, although it costs credits. A render with an action
// is a write. Of the requests of [Client.Do], [All] and [Client.Stream], those with the methods GET
// and HEAD work. A request with a header or a query parameter that overrides the method is a write.
// No option of a call lifts this.
//
// The client cannot see requests that middleware, a Transport or a token source makes by itself.
func WithReadOnly() Option {
	return clientOption(func(c *config) {
		c.settings.Policies = append(c.settings.Policies, func(_ context.Context, w Write) error {
			if w.CostsCredits {
				return nil
			}
			return ErrReadOnly
		})
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
// [WithReadOnly] describes which calls are writes, and [Write] what a policy knows about them. A
// policy decides once for each call, whatever its attempts, and in an iteration for each page. If
// it panics, the call fails with an error that contains the panic. A policy that records each write
// and rejects it is a dry run, but only up to the first write: what a program does next depends on
// the response.
//
// The client calls policy on the goroutine that makes the request, with the context that the
// function of [WithCallContext] returned, so policy must be safe for concurrent use. The timeouts
// start after it has returned. It must not write with the same client.
func WithWritePolicy(policy func(context.Context, Write) error) Option {
	return clientOption(func(c *config) {
		if policy == nil {
			c.fail(errors.New("WithWritePolicy: the policy is nil"))
		}
		c.settings.Policies = append(c.settings.Policies, func(ctx context.Context, w Write) (err error) {
			defer func() { // a policy that panics has not permitted the write
				if panicked := recover(); panicked != nil {
					err = fmt.Errorf("the policy panicked: %v", panicked)
				}
			}()
			return policy(ctx, w)
		})
	})
}
