package publishing

// Value returns the value that p points to, or the zero value if p is nil. Use it for optional
// fields of responses if your program does not distinguish absent from zero.
func Value[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}
