package check

import (
	"fmt"
	"reflect"
)

// Words returns the words of a tag that limit one value, and reports whether the value is required.
// ofValues contains the words that limit the texts in a map. Words panics if the tag is invalid. A
// server uses the words before it knows whether the request fits the struct.
func Words(tag string) (words, ofValues []Word, required bool) {
	all, err := parse(tag)
	if err != nil {
		panic(fmt.Errorf("check tag: %w", err))
	}
	for _, w := range all {
		switch w.name {
		case "required":
			required = true
		case "values":
			ofValues = append(ofValues, w)
		default:
			words = append(words, w)
		}
	}
	return words, ofValues, required
}

// Unmet returns the condition that a value does not meet, as package encoding/json decodes it. It
// returns "" if the value meets the condition, or if the word does not apply to its type.
func (w *Word) Unmet(v any) string {
	if v == nil {
		return ""
	}
	return w.unmetBy(reflect.ValueOf(v))
}
