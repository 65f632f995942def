package transport

import (
	"context"

	options "github.com/publishing-platform/publishing-go/internal/call"
)

// A scope is the context of the requests of a call, and the one value that they carry.
type scope struct {
	context.Context
	call    *call
	attempt *attempt // nil in the loop
}

type scopeKey struct{}

// Value returns the scope, and the name of the operation for its key.
func (s *scope) Value(key any) any {
	switch key.(type) {
	case scopeKey:
		return s
	case options.OperationKey:
		return s.call.op.Name
	case options.RejectedKey:
		return nil // the scope of another client, whose token source makes the call
	default:
		return s.Context.Value(key)
	}
}

// scopeOf returns the scope of a request, nil if middleware sends in a context of its own.
func scopeOf(ctx context.Context) *scope {
	s, _ := ctx.Value(scopeKey{}).(*scope)
	return s
}
