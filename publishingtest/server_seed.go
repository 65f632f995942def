package publishingtest

import (
	"iter"

	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

// seedID returns the ID that a test has chosen, or a new one. An ID that is in use fails the test.
func (s *Server) seedID(kind, chosen string) string {
	if chosen == "" {
		return s.state.newID(kind)
	}
	if s.state.taken[chosen] {
		s.mistake("the ID %q is already in use", chosen)
	}
	s.state.taken[chosen] = true
	return chosen
}

// agrees fails the test if a field of a seed contradicts the arguments or the rest of the seed.
func (s *Server) agrees(field, given, want string) {
	if given != "" && given != want {
		s.mistake("%s: want %q or none, got %q", field, want, given)
	}
}

// mustFind returns a resource that a test identifies. If there is none, the test fails; for a test
// that continues, mustFind returns a blank resource.
func mustFind[T any](s *Server, t *ordered.Table[*T], kind, id string) *T {
	found, ok := t.Get(id)
	if !ok {
		s.mistake("there is no %s %q", kind, id)
		return new(T)
	}
	return found
}

// values returns the values of a table as a test gets them.
func values[T, V any](t *ordered.Table[T], show func(T) V) []V { return valuesOf(t.All(), show) }

// valuesOf returns resources as a test gets them.
func valuesOf[T, V any](all iter.Seq2[int64, T], show func(T) V) []V {
	shown := []V{}
	for _, value := range all {
		shown = append(shown, clone(show(value)))
	}
	return shown
}
