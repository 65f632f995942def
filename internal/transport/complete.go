package transport

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// JSONThen is [JSON], and calls complete with the result, for what follows from the request and the
// response together.
func JSONThen[T any](ctx context.Context, c *Core, r op.Request, complete func(result *T), opts []api.CallOption) (*T, error) {
	result, err := JSON[T](ctx, c, r, opts)
	if err == nil {
		complete(result)
	}
	return result, err
}
