package publishingtest

import (
	"iter"

	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

// seedID returns the id a test has chosen, or a new one. One that is taken is a mistake.
func (s *Server) seedID(kind, chosen string) string {
	if chosen == "" {
		return s.state.newID(kind)
	}
	if s.state.taken[chosen] {
		s.mistake("the id %q is taken", chosen)
	}
	s.state.taken[chosen] = true
	return chosen
}

// agrees makes a field of a seed that contradicts the arguments or the rest of the seed a mistake.
func (s *Server) agrees(field, given, want string) {
	if given != "" && given != want {
		s.mistake("%s: want %q or none, got %q", field, want, given)
	}
}

// known returns a resource that a test has named. One that does not exist is a mistake; should the test go on, it is a blank one.
func mustFind[T any](s *Server, t *ordered.Table[*T], kind, id string) *T {
	found, ok := t.Get(id)
	if !ok {
		s.mistake("there is no %s %q", kind, id)
		return new(T)
	}
	return found
}

// values returns the rows of a table as a test sees them.
func values[T, V any](t *ordered.Table[T], show func(T) V) []V { return valuesOf(t.All(), show) }

// shownOf returns resources as a test sees them.
func valuesOf[T, V any](all iter.Seq2[int64, T], show func(T) V) []V {
	shown := []V{}
	for _, value := range all {
		shown = append(shown, clone(show(value)))
	}
	return shown
}
