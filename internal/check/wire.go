package check

import (
	"fmt"
	"reflect"
)

// A Word is a word of a tag that limits one value. Unlike [Struct], it checks a value as package
// encoding/json decodes it. A server uses it before it knows whether the request fits the struct.
type Word struct{ rule rule }

// Words returns the words of a tag that limit one value, and reports whether the value is required.
// ofValues contains the words that limit the texts in a map. Words panics if the tag is invalid.
func Words(tag string) (words, ofValues []Word, required bool) {
	rules, err := parse(tag)
	if err != nil {
		panic(fmt.Errorf("check tag: %w", err))
	}
	for _, r := range rules {
		switch r.word {
		case "required":
			required = true
		case "values":
			ofValues = append(ofValues, Word{r})
		default:
			words = append(words, Word{r})
		}
	}
	return words, ofValues, required
}

// Unmet returns the condition that a value does not meet. It returns "" if the value meets the
// condition, or if the word does not apply to the type of the value.
func (w *Word) Unmet(v any) string {
	switch got := reflect.ValueOf(v); got.Kind() {
	case reflect.String:
		if w.rule.word != "range" && w.rule.word != "items" {
			return w.rule.unmetBy(got.String())
		}
	case reflect.Float64:
		if w.rule.word == "range" {
			return w.rule.outside(int64(got.Float()), "")
		}
	case reflect.Slice, reflect.Map:
		if w.rule.word == "items" {
			return w.rule.outside(int64(got.Len()), "item")
		}
	}
	return ""
}
