package transport

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// WholeThen is [Whole], and calls complete with the result, for what follows from the request and
// the response together.
func WholeThen[T any](ctx context.Context, c *Core, r op.Request, field string, complete func(result *T), opts []api.CallOption) (*T, error) {
	result, err := Whole[T](ctx, c, r, field, opts)
	if err == nil {
		complete(result)
	}
	return result, err
}
