package transport

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// Search calls a safe operation with one body after the other. next is given the last response, or
// the error of the last call; both are nil at first. It returns the next body. If there is none,
// Search returns the result and the error of next.
func Search[T, B, R any](ctx context.Context, c *Core, r op.Request, next func(last *T, err error) (body *B, result *R, _ error), opts []api.CallOption) (*R, error) {
	if c == nil {
		return nil, None(ctx, c, r, opts) // which reports that
	}
	body, result, err := next(nil, nil)
	if err != nil {
		return nil, Reject(r.Op.Name, err, opts)
	}
	for body != nil {
		body, result, err = next(JSON[T](ctx, c, r.Body(*body), opts))
	}
	return result, err
}
