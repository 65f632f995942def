package publishingtest

import deep "github.com/publishing-platform/publishing-go/internal/clone"

// clone returns a deep copy of v, so that neither seeds nor results of tests lead into the state.
func clone[T any](v T) T { return deep.Of(v) }
