package contract

import (
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestCheckResponseDetectsFieldsThatLoseTheDifference(t *testing.T) {
	t.Parallel()
	type inner struct {
		Untagged string
		At       time.Time `json:"at"`
	}
	type response struct {
		ID     string           `json:"id"`
		Name   *string          `json:"name,omitzero"`
		Local  string           `json:"-"`
		Extra  map[string]any   `json:",embed"`
		Empty  *string          `json:"empty,omitempty"`
		Count  int64            `json:"count,omitzero"`
		Inners map[string]inner `json:"inners,omitzero"`
		Self   *response        `json:"self,omitzero"`
	}
	hasProblems(t, checkResponse(reflect.TypeFor[response](), map[reflect.Type]bool{}), []string{
		"response.Empty: want the option omitzero or none", "response.Count: optional, and a zero int64", "inner.Untagged: want a tag",
	})
	require.Equal(t, reflect.TypeFor[response](), responseOf(reflect.TypeFor[func() (*response, error)]()))
	require.Equal(t, reflect.TypeFor[response](), responseOf(reflect.TypeFor[func() func(func(response, error) bool)]()))
	require.Nil(t, responseOf(reflect.TypeFor[func() error]()))
}

// TestNamesOfTypesAreThoseACallerWrites is about the expressions that the checks of mismatches rely
// on.
func TestNamesOfTypesAreThoseACallerWrites(t *testing.T) {
	t.Parallel()
	for name, fits := range map[string]bool{
		"string": true, "[]string": true, "map[string]sites.Site": true, "map[api.Language]string": true, "map[api.language]string": false, "sites.Site": true, "spaces.Change[string]": true, "spaces.Change[spaces.Variable]": true, "spaces.Change[map[string]spaces.Variable]": true, "time.Time": true,
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
