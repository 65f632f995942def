package contract

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// answerOf returns the type a method answers with, nil for none: its first result, or what its sequence yields.
func answerOf(method reflect.Type) reflect.Type {
	t := method.Out(0)
	if t.Kind() == reflect.Func {
		t = t.In(0).In(0)
	}
	return structIn(t)
}

// checkAnswer tells what is wrong with a struct of an answer and with those in it: a field that would not be encoded again under its name.
func checkAnswer(t reflect.Type, seen map[reflect.Type]bool) []string {
	if t == nil || seen[t] || t == reflect.TypeFor[time.Time]() {
		return nil
	}
	seen[t] = true
	ownCodec := t.Implements(reflect.TypeFor[json.Marshaler]())
	var list []string
	for field := range t.Fields() {
		if !field.IsExported() {
			continue
		}
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case field.Anonymous && name == "", name == "-" && options == "", !hasTag(t, "json"):
		case name == "" && options == "embed":
			continue
		case !wireName.MatchString(name):
			list = append(list, fmt.Sprintf("%s.%s: want a tag with the name, got %q", t, field.Name, field.Tag))
		case options != "" && options != "omitzero":
			list = append(list, fmt.Sprintf("%s.%s: want the option omitzero or none, got %q", t, field.Name, options))
		case options == "omitzero" && !mayBeUnset(field.Type) && !ownCodec:
			list = append(list, fmt.Sprintf("%s.%s: optional, and a zero %s is a value too", t, field.Name, field.Type))
		}
		list = append(list, checkAnswer(structIn(field.Type), seen)...)
	}
	return list
}

func TestAnswerTypesTellAbsentFromZero(t *testing.T) {
	t.Parallel()
	found := methods()
	seen := map[reflect.Type]bool{}
	var problems []string
	for _, name := range slices.Sorted(maps.Keys(found)) {
		problems = append(problems, checkAnswer(answerOf(found[name]), seen)...)
	}
	require.Empty(t, strings.Join(problems, "\n"))
	require.GreaterOrEqual(t, len(seen), 30)
}

func TestCheckAnswerFindsFieldsThatCannotTell(t *testing.T) {
	t.Parallel()
	type inner struct {
		Untagged string
		At       time.Time `json:"at"`
	}
	type answer struct {
		ID     string           `json:"id"`
		Name   *string          `json:"name,omitzero"`
		Local  string           `json:"-"`
		Extra  map[string]any   `json:",embed"`
		Empty  *string          `json:"empty,omitempty"`
		Count  int64            `json:"count,omitzero"`
		Inners map[string]inner `json:"inners,omitzero"`
		Self   *answer          `json:"self,omitzero"`
	}
	hasProblems(t, checkAnswer(reflect.TypeFor[answer](), map[reflect.Type]bool{}), []string{
		"answer.Empty: want the option omitzero or none", "answer.Count: optional, and a zero int64", "inner.Untagged: want a tag",
	})
	require.Equal(t, reflect.TypeFor[answer](), answerOf(reflect.TypeFor[func() (*answer, error)]()))
	require.Equal(t, reflect.TypeFor[answer](), answerOf(reflect.TypeFor[func() func(func(answer, error) bool)]()))
	require.Nil(t, answerOf(reflect.TypeFor[func() error]()))
}
