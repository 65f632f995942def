package publishingtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/publishing-platform/publishing-go/api"
	deep "github.com/publishing-platform/publishing-go/internal/clone"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
	"github.com/publishing-platform/publishing-go/spaces"
)

// accept fails the test if errs contains an error. errs are the errors that requests with the
// values of a seed would get.
func (s *server) accept(errs ...error) {
	for _, err := range errs {
		s.mistakeIf(err != nil, "%v", err)
	}
}

// limit returns the error of an operation for a body with the values of a seed. Required values may
// be absent, because the server generates them.
func (s *server) limit(operation string, body any) error {
	return s.limitOf(operation, limits.Input{Body: bodyOf(body)})
}

// limitWhole is like limit, but for a complete body, including nulls and empty strings.
func (s *server) limitWhole(operation string, body any) error {
	if _, err := jsonx.Marshal(body); err != nil { // for example because Extra contains the name of a field
		return fmt.Errorf("want what can be encoded: %w", err)
	}
	return s.limitOf(operation, limits.Input{Body: asSent(body)})
}

// limitOf is like limit, but for any part of a request.
func (s *server) limitOf(operation string, in limits.Input) error {
	return s.state.checkLimits(operation, implemented()[operation].limits, in, true)
}

// isOneCharacter reports whether a text has one character, which is too short for a title in some
// requests.
func isOneCharacter(text string) bool { return utf8.RuneCountInString(text) == 1 }

// renamed replaces the name of a request field in an error with the name of the seed's field.
func renamed(err error, from, to string) error {
	if err == nil {
		return nil
	}
	return errors.New(strings.Replace(err.Error(), from, to, 1))
}

// bodyOf returns a request body as decoded JSON, without unset fields.
func bodyOf(request any) any { return withoutUnset(asSent(request)) }

// asSent returns a request body as decoded JSON.
func asSent(request any) any {
	var body any
	if encoded, err := jsonx.Marshal(request); err == nil {
		_ = json.Unmarshal(encoded, &body) // encoded is JSON
	}
	return body
}

func withoutUnset(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name, value := range v {
			if value == nil || value == "" {
				delete(v, name)
			} else {
				v[name] = withoutUnset(value)
			}
		}
	case []any:
		for i := range v {
			v[i] = withoutUnset(v[i])
		}
	}
	return v
}

// nullable returns the value of v for a request, or an unset value if v is nil.
func nullable[T any](v *T) api.Nullable[T] {
	if v == nil {
		return api.Nullable[T]{}
	}
	return api.Set(*v)
}

// seedUser returns the user that a field of a seed identifies. If the user does not exist, the test
// fails.
func (s *server) seedUser(field, id string) api.User {
	user, ok := s.state.users.Get(id)
	if !ok {
		s.mistake("%s: there is no user %q%s", field, id,
			didYouMean(id, slices.Collect(s.state.users.Keys())))
	}
	return *user
}

// seedReactions returns the reactions of a seed, and adds the complete users to them.
func (s *server) seedReactions(reactions []spaces.Reaction) []spaces.Reaction {
	for i := range reactions {
		for j := range reactions[i].Users {
			by := &reactions[i].Users[j].User
			*by = s.seedUser("Reactions", by.ID)
		}
	}
	return reactions
}

// seedID returns the ID that a test has chosen, or a new ID if it has chosen none. If the ID is in
// use, the test fails.
func (s *server) seedID(kind, chosen string) string {
	if chosen == "" {
		return s.state.newID(kind)
	}
	if s.state.taken[chosen] {
		s.mistake("the ID %q is already in use; IDs are unique among all objects of a server",
			chosen)
	}
	s.state.taken[chosen] = true
	return chosen
}

// agrees fails the test if a field of a seed contradicts the arguments or the rest of the seed.
func (s *server) agrees(field, given, want string) {
	s.mistakeIf(given != "" && given != want, "%s: want %q or none, got %q", field, want, given)
}

// mustFind returns the resource with the given ID. If it does not exist, the test fails.
func mustFind[T any](s *server, t *ordered.Table[*T], kind, id string) *T {
	found, ok := t.Get(id)
	if !ok {
		s.mistake("there is no %s %q%s", kind, id, didYouMean(id, slices.Collect(t.Keys())))
	}
	return found
}

// values returns resources as they appear in responses.
func values[T, V any](all iter.Seq[T], show func(T) V) []V {
	shown := []V{}
	for value := range all {
		shown = append(shown, clone(show(value)))
	}
	return shown
}

// clone returns a deep copy of v. It keeps seeds and results from sharing memory with the state.
func clone[T any](v T) T { return deep.Of(v) }
