package check

import (
	"fmt"
	"slices"

	"github.com/publishing-platform/publishing-go/api"
)

// A Text is the check of a text, such as the value of a path's parameter. The zero Text allows any.
type Text struct {
	words string
	rules []rule
}

// ParseText parses the words len, match, not and path.
func ParseText(words string) (Text, error) {
	rules, err := parse(words)
	if err != nil {
		return Text{}, err
	}
	for _, r := range rules {
		if !slices.Contains([]string{"len", "match", "not", "path"}, r.word) {
			return Text{}, fmt.Errorf("%q: want a word about a text", r.word)
		}
	}
	return Text{words, rules}, nil
}

// String returns the words.
func (t Text) String() string { return t.words }

// Check returns a [*api.ValidationError] if value breaks a rule. Its Operation and Field are those
// given.
func (t Text) Check(operation, field, value string) error {
	for i := range t.rules {
		if want := t.rules[i].unmetBy(value); want != "" {
			return &api.ValidationError{Operation: operation, Field: field, Rule: want, Value: shorten(value)}
		}
	}
	return nil
}
