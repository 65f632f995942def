package contract

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
)

// responseTypes returns the structs that responses are decoded into and those in them.
func responseTypes() map[reflect.Type]bool {
	found := map[reflect.Type]bool{}
	var add func(t reflect.Type)
	add = func(t reflect.Type) {
		if t == nil || found[t] {
			return
		}
		found[t] = true
		for field := range t.Fields() {
			if field.IsExported() {
				add(structIn(field.Type))
			}
		}
	}
	for _, method := range methods() {
		add(answerOf(method))
	}
	return found
}

// TestErrorsOfResponseTypesAreInTheCallersTerms decodes what does not fit into each type by itself, as a program does with JSON it has kept.
func TestErrorsOfResponseTypesAreInTheCallersTerms(t *testing.T) {
	t.Parallel()
	types := responseTypes()
	require.Greater(t, len(types), 100)
	failed := 0
	for typ := range types {
		for _, text := range []string{`5`, `"text"`, `[5]`, `true`, `{"object":5,"type":5,"kind":[],"id":5,"title":5,"page":5,"revision":true,"items":5,"nodes":5,"rules":[5],"next":{"page":5}}`} {
			target := reflect.New(typ).Interface()
			if err := json.Unmarshal([]byte(text), target); err != nil {
				require.NotRegexp(t, unexportedType, err.Error(), "%s into %s", text, typ)
				failed++
			}
		}
	}
	require.Greater(t, failed, 2*len(types))
}

// TestNamesOfTypesAreThoseACallerWrites is about the expressions the tests of mismatches rely on.
func TestNamesOfTypesAreThoseACallerWrites(t *testing.T) {
	t.Parallel()
	for name, fits := range map[string]bool{
		"string": true, "[]string": true, "map[string]sites.Site": true, "sites.Site": true, "spaces.Change[string]": true, "spaces.Change[spaces.Variable]": true, "spaces.Change[map[string]spaces.Variable]": true, "time.Time": true,
		"": false, "object": false, "*sites.Site": false, "sites.plainAds": false, "[]spaces.plainMergeRule": false, "struct { Page *string }": false, "transport.Page": false, "spaces.Change[github.com/x/spaces.Variable]": false,
	} {
		require.Equal(t, fits, callersType.MatchString(name), name)
	}
	for _, text := range []string{
		`cannot unmarshal JSON string into Go sites.plainAds within "/ads"`, "want []spaces.plainMergeRule", "Go struct { Page *string }", "Go jsontext.Value",
	} {
		require.Regexp(t, unexportedType, text)
	}
	require.NotRegexp(t, unexportedType, `Sites.Get: /title: want string, got number; cannot unmarshal into Go sites.Ads`)
}
