package publishing

// Value returns the value that p points to, and the zero value if p is nil. It is for optional
// fields of responses, if a program treats absent and zero alike.
func Value[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}
