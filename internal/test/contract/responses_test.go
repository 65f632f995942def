package contract

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
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

func TestAboutInReturnsThePathsOfTheTags(t *testing.T) {
	t.Parallel()
	type cell struct {
		Values []string `json:"values" response:"about"`
		Notes  []string `json:"notes"`
	}
	type table struct {
		ID      string `json:"id"`
		Columns []cell `json:"columns" response:"about"`
		Other   cell   `json:"other"`
	}
	type union struct {
		Table *table
		Cell  *cell
		Raw   api.Raw
	}
	type page struct {
		table
		Owner string `json:"owner" response:"about,id"`
	}
	for _, test := range []struct {
		method any
		want   []string
	}{
		{func() error { return nil }, nil},
		{func() (*table, error) { return nil, nil }, []string{"columns", "columns[].values"}},
		{func() ([]cell, error) { return nil, nil }, []string{"[].values"}},
		{func() (*union, error) { return nil, nil }, []string{"columns", "columns[].values"}},
		{func() (*page, error) { return nil, nil }, []string{"columns", "columns[].values", "owner"}},
		{func() func(func(cell, error) bool) { return nil }, []string{"values"}},
	} {
		require.Equal(t, test.want, aboutIn(reflect.TypeOf(test.method)), "%T", test.method)
	}
}

func TestCheckResponseWordsDetectsTagsWithoutEffect(t *testing.T) {
	t.Parallel()
	type response struct {
		Type    string   `json:"type"`
		Count   int64    `json:"count"`
		Pages   []string `json:"pages,omitzero" response:"required,if=type:document|group"`
		Page    string   `json:"page" response:"required,if=type:page,id"`
		Files   []string `json:"files,omitzero" response:"required"`
		Role    *string  `json:"role" response:"optional"`
		Space   *string  `json:"space,omitzero" response:"required,if=type:space,id"`
		Unknown string   `json:"unknown" response:"needed"`
		Bare    []string `json:"bare,omitzero" response:"if=type:document"`
		Valued  []string `json:"valued,omitzero" response:"required=true"`
		Far     []string `json:"far,omitzero" response:"required,if=kind:document"`
		Number  []string `json:"number,omitzero" response:"required,if=count:1"`
		Empty   []string `json:"empty,omitzero" response:"required,if=type:"`
		Always  string   `json:"always" response:"required"`
		Never   *string  `json:"never,omitzero" response:"optional"`
		SpaceID string   `json:"spaceId" response:"id"`
		Numbers int64    `json:"numbers" response:"id"`
	}
	var got []string
	for field := range reflect.TypeFor[response]().Fields() {
		got = append(got, checkResponseWords(reflect.TypeFor[response](), field)...)
	}
	hasProblems(t, got, []string{
		"response.Unknown: want the words", "response.Bare: want required with", "response.Valued: want the words", "response.Far: want required with",
		"response.Number: want required with", "response.Empty: want required with", "response.Always: required without a tag",
		"response.Never: optional without a tag", "response.SpaceID: id is for", "response.Numbers: id is for",
	})
}

// TestResponseTagsAreOnTypesOfResponses reads the source, because a type of requests alone is
// reached by no result of a method.
func TestResponseTagsAreOnTypesOfResponses(t *testing.T) {
	t.Parallel()
	reached := map[reflect.Type]bool{}
	for _, method := range methods() {
		checkResponse(responseOf(method), reached)
	}
	names := map[string]bool{}
	for typ := range reached {
		name, _, _ := strings.Cut(typ.String(), "[")
		names[name] = true
	}
	tagged := 0
	require.NoError(t, fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && strings.HasPrefix(name, ".cache") {
			return fs.SkipDir // .ci/run changes it meanwhile
		}
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "internal/") {
			return err
		}
		source, err := fs.ReadFile(root, name)
		if err != nil || !strings.Contains(string(source), `response:"`) {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, source, 0)
		require.NoError(t, err)
		ast.Inspect(file, func(node ast.Node) bool {
			if spec, ok := node.(*ast.TypeSpec); ok && strings.Contains(string(source[spec.Pos()-1:spec.End()-1]), ` response:"`) {
				tagged++
				require.True(t, names[file.Name.Name+"."+spec.Name.Name], "%s: no response contains a %s", name, spec.Name)
			}
			return true
		})
		return nil
	}))
	require.Positive(t, tagged)
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
