package jsonx

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/test/sample"
)

// Shape is a union: a circle or a square, distinguished by their key.
type Shape struct {
	Radius, Side int
	Other        string
}

var errShape = errors.New("no shape")

func (s *Shape) UnmarshalJSON(data []byte) error {
	var arms struct {
		Radius *int `json:"radius"`
		Side   *int `json:"side"`
	}
	if err := Unmarshal(data, &arms); err != nil {
		return fmt.Errorf("%w: %w", errShape, err)
	}
	switch {
	case arms.Radius != nil:
		s.Radius = *arms.Radius
	case arms.Side != nil:
		s.Side = *arms.Side
	default:
		s.Other = string(data)
	}
	return nil
}

type response struct {
	ID      string           `json:"id"`
	Count   *int64           `json:"count"`
	Since   *time.Time       `json:"since"`
	At      time.Time        `json:"at"`
	Flag    *bool            `json:"flag"`
	Inner   *Inner           `json:"inner"`
	Plain   Inner            `json:"plain"`
	Shapes  []Shape          `json:"shapes"`
	Shape   *Shape           `json:"shape"`
	ByName  map[string]Inner `json:"byName"`
	Names   []string         `json:"names"`
	ByCode  map[int]string   `json:"byCode"`
	Last    string           `json:"last"`
	Nothing any              `json:"nothing"`
}

type Inner struct {
	Name  *string `json:"name"`
	Level int     `json:"level"`
}

func TestDecodeKeepsTheRestOfAResponse(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		json string
		want response
		path string
		typ  string
		kind string
	}{
		"all fit":             {`{"id":"a","count":1,"inner":{"name":"n","level":2}}`, response{ID: "a", Count: new(int64(1)), Inner: &Inner{new("n"), 2}}, "", "", ""},
		"text":                {`{"id":5,"last":"z"}`, response{Last: "z"}, "/id", "string", "number"},
		"pointer to number":   {`{"count":"many","last":"z"}`, response{Last: "z"}, "/count", "int64", "string"},
		"pointer to time":     {`{"since":"soon","last":"z"}`, response{Last: "z"}, "/since", "time.Time", "string"},
		"time":                {`{"at":5,"last":"z"}`, response{Last: "z"}, "/at", "time.Time", "number"},
		"pointer to boolean":  {`{"flag":"yes","last":"z"}`, response{Last: "z"}, "/flag", "bool", "string"},
		"pointer to struct":   {`{"inner":[1],"last":"z"}`, response{Last: "z"}, "/inner", "jsonx.Inner", "array"},
		"struct":              {`{"plain":true,"last":"z"}`, response{Last: "z"}, "/plain", "jsonx.Inner", "boolean"},
		"list":                {`{"names":{"a":1},"last":"z"}`, response{Last: "z"}, "/names", "[]string", "object"},
		"map":                 {`{"byName":"x","last":"z"}`, response{Last: "z"}, "/byName", "map[string]jsonx.Inner", "string"},
		"below a pointer":     {`{"inner":{"name":5,"level":3},"last":"z"}`, response{Inner: &Inner{nil, 3}, Last: "z"}, "/inner/name", "string", "number"},
		"all below a pointer": {`{"inner":{"name":5},"last":"z"}`, response{Inner: &Inner{}, Last: "z"}, "/inner/name", "string", "number"},
		"element":             {`{"names":["a",5,"c"],"last":"z"}`, response{Names: []string{"a", "", "c"}, Last: "z"}, "/names/1", "string", "number"},
		"value of a map":      {`{"byName":{"a":{"level":"x"},"b":{"level":2}},"last":"z"}`, response{ByName: map[string]Inner{"a": {}, "b": {Level: 2}}, Last: "z"}, "/byName/a/level", "int", "string"},
		"arm of a union":      {`{"shapes":[{"radius":1},{"radius":"x"},{"side":3}],"last":"z"}`, response{Shapes: []Shape{{Radius: 1}, {}, {Side: 3}}, Last: "z"}, "/shapes/1", "jsonx.Shape", "object"},
		"object for a time":   {`{"since":{},"last":"z"}`, response{Last: "z"}, "/since", "time.Time", "object"},
		"object for a text":   {`{"inner":{"name":{}},"last":"z"}`, response{Inner: &Inner{}, Last: "z"}, "/inner/name", "string", "object"},
		"bad arm behind one":  {`{"shape":{"radius":"x"},"last":"z"}`, response{Shape: &Shape{}, Last: "z"}, "/shape", "jsonx.Shape", "object"},
		"union":               {`{"shape":5,"last":"z"}`, response{Last: "z"}, "/shape", "jsonx.Shape", "number"},
		"overflow":            {`{"inner":{"level":9223372036854775808},"last":"z"}`, response{Inner: &Inner{}, Last: "z"}, "/inner/level", "int", "number"},
		"fraction":            {`{"count":1.5,"last":"z"}`, response{Last: "z"}, "/count", "int64", "number"},
		"the first of many":   {`{"names":5,"id":5,"count":"x","last":"z"}`, response{Last: "z"}, "/names", "[]string", "number"},
		"nulls":               {`{"id":null,"count":null,"inner":null,"names":null,"plain":null,"at":null}`, response{}, "", "", ""},
		"duplicates":          {`{"id":"a","id":"b","inner":{"level":1},"inner":{"name":"n"}}`, response{ID: "b", Inner: &Inner{new("n"), 1}}, "", "", ""},
		"invalid UTF-8":       {"{\"id\":\"a\xff\",\"last\":\"\\ud800\"}", response{ID: "a\ufffd", Last: "\ufffd"}, "", "", ""},
		"case":                {`{"ID":"no","Last":"no"}`, response{}, "", "", ""},
		"any":                 {`{"nothing":{"a":[1]},"id":5}`, response{Nothing: map[string]any{"a": []any{1.0}}}, "/id", "string", "number"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := response{ID: "left over", Names: []string{"left over"}}
			if test.path == "" {
				got = response{}
			}
			mismatch, err := Decode([]byte(test.json), &got)
			require.NoError(t, err)
			require.Equal(t, test.want, got)
			if test.path == "" {
				require.Nil(t, mismatch)
				return
			}
			require.Equal(t, test.path, mismatch.Pointer)
			require.Equal(t, test.typ, mismatch.Want) //nolint:testifylint // what the code says it wants is what is tested
			require.Equal(t, test.kind, mismatch.Got)
			require.Error(t, mismatch.Err)
		})
	}
}

type nested struct {
	Pointer *nested   `json:"pointer"`
	List    []*nested `json:"list"`
	ID      *string   `json:"id"`
}

func TestDecodeGoesThroughPointersToStructs(t *testing.T) {
	t.Parallel()
	depth := sample.Count(2000, 9000)
	var got nested
	mismatch, err := Decode([]byte(strings.Repeat(`{"id":5,"list":[{"id":"a"},7],"pointer":`, depth)+"{}"+strings.Repeat("}", depth)), &got)
	require.NoError(t, err)
	require.Equal(t, "/id", mismatch.Pointer)
	levels := 0
	for at := &got; at.Pointer != nil; at = at.Pointer {
		require.Nil(t, at.ID)
		require.Equal(t, []*nested{{ID: new("a")}, nil}, at.List)
		levels++
	}
	require.Equal(t, depth, levels)
}

func TestDecodeFailsOnBrokenJSONAndAWrongRoot(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		``, ` `, `{`, `{"id"`, `{"id":"a"`, `{"id":"a"}}`, `{"id":"a"} x`, `{"id":"a"}{}`, `{"id":"a",}`, `{'id':1}`, `{"id":+1}`, `{"id":.5}`, `{"id":01}`, "{\"id\":\"\n\"}",
		`{"id":5,"last":`, `{"id":5}}`, `{"id":5,"names":[}`, `{"id":5} {`,
		`[]`, `"a"`, `5`, `true`, "\ufeff{}",
		strings.Repeat(`{"inner":`, 20000), `{"x":` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + `}`,
	} {
		var got response
		mismatch, err := Decode([]byte(text), &got)
		require.Error(t, err, text[:min(len(text), 40)])
		require.Nil(t, mismatch)
		require.Less(t, len(err.Error()), 500)
	}
}

// partly is read as far as it goes.
type partly struct{ Good string }

func (p *partly) UnmarshalJSON(data []byte) error {
	p.Good = "kept"
	return errShape
}

func TestPointerToWhatCouldBeReadInPartIsKept(t *testing.T) {
	t.Parallel()
	var got struct {
		Part *partly `json:"part"`
	}
	mismatch, err := Decode([]byte(`{"part":"bad"}`), &got)
	require.NoError(t, err)
	require.Equal(t, "/part", mismatch.Pointer)
	require.Equal(t, &partly{"kept"}, got.Part)
}

func TestErrorInAUnionIsNoBrokenJSON(t *testing.T) {
	t.Parallel()
	var got struct {
		Doc  embedded `json:"doc"`
		Last string   `json:"last"`
	}
	mismatch, err := Decode([]byte(`{"doc":"{broken","last":"z"}`), &got)
	require.NoError(t, err)
	require.Equal(t, "/doc", mismatch.Pointer)
	require.Equal(t, "z", got.Last)
}

// embedded is JSON in a string.
type embedded struct{ Inner }

func (e *embedded) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	return json.Unmarshal([]byte(text), &e.Inner)
}

func TestUnmarshalFailsOnTheFirstMismatch(t *testing.T) {
	t.Parallel()
	var got response
	require.Error(t, Unmarshal([]byte(`{"id":5}`), &got))
	require.NoError(t, Unmarshal([]byte(`{"id":"a","id":"b"}`), &got))
	require.Equal(t, "b", got.ID)
}

func TestMarshalIsTheSameEachTime(t *testing.T) {
	t.Parallel()
	value := map[string]any{"b": 1, "a": []int(nil), "c": "<&>", "d": map[string]int{"z": 1, "y": 2}, "e": "\xff"}
	for range 20 {
		got, err := Marshal(value)
		require.NoError(t, err)
		require.Equal(t, "{\"a\":[],\"b\":1,\"c\":\"<&>\",\"d\":{\"y\":2,\"z\":1},\"e\":\"\ufffd\"}", string(got))
	}
	_, err := Marshal(math.Inf(1))
	require.Error(t, err)
}

func TestCallersTypesAreReadAndWrittenAsEncodingJSONDoes(t *testing.T) {
	t.Parallel()
	type own struct {
		Name  string
		Empty []int          `json:"empty"`
		Omit  *int           `json:"omit,omitempty"`
		Any   map[string]any `json:"any"`
		Bytes []byte         `json:"bytes"`
		Wait  time.Duration  `json:"wait"`
		Fixed [2]byte        `json:"fixed"`
	}
	for _, value := range []own{{}, {Name: "<a>", Empty: []int{}, Omit: new(0), Any: map[string]any{"b": 1, "a": nil}, Bytes: []byte("x"), Wait: time.Second}} {
		want, err := json.Marshal(value)
		require.NoError(t, err)
		got, err := MarshalUser(value)
		require.NoError(t, err)
		require.Equal(t, string(want), string(got))
		var one, other own
		require.NoError(t, json.Unmarshal(want, &one))
		require.NoError(t, UnmarshalUser(want, &other))
		require.Equal(t, one, other)
	}
	for _, text := range []string{`{"NAME":"x"}`, `{"name":"a","Name":"b"}`, `{"name":5}`, `[]`, `{} {}`, `{"wait":1.5}`} {
		var one, other own
		wantErr, gotErr := json.Unmarshal([]byte(text), &one), UnmarshalUser([]byte(text), &other)
		require.Equal(t, wantErr == nil, gotErr == nil, text)
		require.Equal(t, one, other, text)
	}
}

func TestSetFieldsAddsAndReplacesAndKeepsTheRest(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		json   string
		fields map[string]any
		want   string
	}{
		{``, nil, `{}`},
		{``, map[string]any{"a": 1}, `{"a":1}`},
		{`{}`, map[string]any{"a": nil, "": "x"}, `{"":"x","a":null}`},
		{`{"n":1.50,"big":12345678901234567890123,"s":"\u0041<"}`, map[string]any{"a": "<"}, `{"a":"\u003c","big":12345678901234567890123,"n":1.50,"s":"\u0041<"}`},
		{`{"a":{"deep":[1, 2]},"b":2}`, map[string]any{"b": map[string]any{"c": []int(nil)}}, `{"a":{"deep":[1,2]},"b":{"c":null}}`},
	} {
		got, err := SetFields([]byte(test.json), test.fields)
		require.NoError(t, err)
		require.Equal(t, test.want, string(got))
	}
	for _, text := range []string{`[]`, `null`, `5`, `{`, `"x"`} {
		_, err := SetFields([]byte(text), map[string]any{"a": 1})
		require.Error(t, err, text)
	}
	_, err := SetFields(nil, map[string]any{"bad": make(chan int)})
	require.ErrorContains(t, err, `field "bad": `)
}

func TestFieldsAreKeptAsTheyCame(t *testing.T) {
	t.Parallel()
	got, err := Fields([]byte(`{"a": 1.0 ,"b":{"c" : null},"":"\u00e9"}`))
	require.NoError(t, err)
	require.Equal(t, map[string]string{"a": "1.0", "b": `{"c" : null}`, "": `"\u00e9"`}, map[string]string{"a": string(got["a"]), "b": string(got["b"]), "": string(got[""])})
	require.Len(t, got, 3)
	for _, text := range []string{`null`, `[]`, ``, `{`} {
		_, err := Fields([]byte(text))
		require.Error(t, err)
	}
}

func TestTextLooksAtTheTopAlone(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"object":"site"}`:                             "site",
		`{"items":[{"object":"x"}],"object":"site"}`:    "site",
		`{"inner":{"object":"x"},"object":"s\u0069te"}`: "site",
		`{"inner":{"object":"x"}}`:                      "",
		`{"object":["site"]}`:                           "",
		`{"object":null}`:                               "",
		`["object","site"]`:                             "",
		`null`:                                          "",
		`{"object":`:                                    "",
		``:                                              "",
	} {
		require.Equal(t, want, (&Value{rest: []byte(text)}).Text("object"), text)
	}
}

func TestKindsAreToldByTheFirstByte(t *testing.T) {
	t.Parallel()
	require.True(t, IsNull([]byte("null")))
	require.False(t, IsNull([]byte(`"null"`)))
	require.False(t, IsNull(nil))
	require.True(t, IsString([]byte(`"x"`)))
	require.False(t, IsString([]byte(`x`)))
	require.False(t, IsString(nil))
}
