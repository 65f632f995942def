package jsonx

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"net/netip"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

type (
	usersText   string
	usersNumber json.Number
	usersBytes  []byte
	usersRaw    json.RawMessage
)

// usersCode is written by a method, and only a pointer has the one that reads it.
type usersCode struct{ code string }

func (c usersCode) MarshalJSON() ([]byte, error) {
	return []byte(`{ "code" : "` + c.code + `<" }`), nil
}

func (c *usersCode) UnmarshalJSON(data []byte) error {
	var fields struct{ Code string }
	if err := json.Unmarshal(data, &fields); err != nil {
		return err
	}
	c.code = strings.TrimSuffix(fields.Code, "<")
	return nil
}

// usersPointer has its methods on the pointer alone.
type usersPointer struct{ V int }

func (p *usersPointer) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, "[%d]", p.V), nil }

// usersName is a text, as a value and as the name of a field.
type usersName struct{ first, last string }

func (n usersName) MarshalText() ([]byte, error) { return []byte(n.first + "&" + n.last), nil }

func (n *usersName) UnmarshalText(text []byte) error {
	first, last, ok := strings.Cut(string(text), "&")
	if !ok {
		return errors.New("no name")
	}
	n.first, n.last = first, last
	return nil
}

var _ encoding.TextUnmarshaler = (*usersName)(nil)

type usersFailing struct{}

func (usersFailing) MarshalJSON() ([]byte, error) { return nil, errors.New("it does not want to") }

type usersBroken struct{}

func (usersBroken) MarshalJSON() ([]byte, error) { return []byte(`{"a":`), nil }

type UsersBase struct {
	ID     string
	Common string `json:"common"`
	Depth  int    `json:"depth"`
}

type usersOther struct {
	Common string `json:"common"`
	Extra  *int   `json:"extra,omitempty"`
}

type usersEmbedding struct {
	UsersBase
	*usersOther
	Named UsersBase `json:"named"`
	Depth string    `json:"depth"` // hides that of the base
}

type usersOptions struct {
	Empty    string          `json:"empty,omitempty"`
	Zero     time.Time       `json:"zero,omitzero"`
	Both     []int           `json:"both,omitzero,omitempty"`
	Array    [0]int          `json:"array,omitempty"`
	Pointer  *int            `json:"pointer,omitempty"`
	Map      map[string]int  `json:"map,omitempty"`
	Any      any             `json:"any,omitempty"`
	Number   json.Number     `json:"number,omitempty"`
	Raw      json.RawMessage `json:"raw,omitempty"`
	Code     usersCode       `json:"code,omitzero"`
	Int      int64           `json:"int,string"`
	Float    float64         `json:"float,string"`
	Bool     bool            `json:"bool,string"`
	Text     string          `json:"text,string"`
	Quoted   json.Number     `json:"quoted,string"`
	QuotedP  *int            `json:"quotedP,string"`
	Left     string          `json:"-"`
	Punct    string          `json:"a.b-c/d"`
	Untagged string
	hidden   string
}

// usersTags is a struct with tags that are legal and that nobody should write.
var usersTags = reflect.StructOf([]reflect.StructField{
	{Name: "Dash", Type: reflect.TypeFor[string](), Tag: `json:"-,"`},
	{Name: "Bad", Type: reflect.TypeFor[string](), Tag: `json:"it's"`},
	{Name: "Empty", Type: reflect.TypeFor[struct{}](), Tag: `json:"struct,omitempty"`},
	{Name: "Comma", Type: reflect.TypeFor[string](), Tag: `json:",omitempty,unknown"`},
	{Name: "Broken", Type: reflect.TypeFor[json.Number](), Tag: `json"x"`},
})

type usersKinds struct {
	Number   json.Number             `json:"number"`
	Own      usersNumber             `json:"own"`
	NumberP  *json.Number            `json:"numberP"`
	Numbers  []json.Number           `json:"numbers"`
	ByName   map[string]json.Number  `json:"byName"`
	Any      any                     `json:"any"`
	Raw      json.RawMessage         `json:"raw"`
	RawP     *json.RawMessage        `json:"rawP"`
	OwnRaw   usersRaw                `json:"ownRaw"`
	Code     usersCode               `json:"code"`
	CodeP    *usersCode              `json:"codeP"`
	Codes    []usersCode             `json:"codes"`
	Name     usersName               `json:"name"`
	ByCode   map[usersName]int       `json:"byCode"`
	ByInt    map[int]string          `json:"byInt"`
	ByText   map[usersText]usersText `json:"byText"`
	Bytes    []byte                  `json:"bytes"`
	OwnBytes usersBytes              `json:"ownBytes"`
	Fixed    [3]byte                 `json:"fixed"`
	Array    [2]int                  `json:"array"`
	Wait     time.Duration           `json:"wait"`
	WaitP    *time.Duration          `json:"waitP"`
	At       time.Time               `json:"at"`
	AtP      *time.Time              `json:"atP"`
	Float    float64                 `json:"float"`
	Float32  float32                 `json:"float32"`
	Int      int8                    `json:"int"`
	Uint     uint16                  `json:"uint"`
	Bool     bool                    `json:"bool"`
	Text     string                  `json:"text"`
	Rune     rune                    `json:"rune"`
	Slice    []string                `json:"slice"`
	Map      map[string]string       `json:"map"`
	Deep     map[string][]*UsersBase `json:"deep"`
	Big      *big.Int                `json:"big"`
	Addr     netip.Addr              `json:"addr"`
	Function func()                  `json:"-"`
}

// usersValues are values a caller could send.
func usersValues() []any {
	var none *usersKinds
	raw := json.RawMessage(` { "b" : [1.0, 1e2 ], "a" : "<&>" } `)
	at := time.Date(2026, 1, 2, 3, 4, 5, 6000, time.FixedZone("", -3600))
	return []any{
		nil, none, true, "", "<a> & \u2028\u2029 \xff \x00 \" é", 0, -1, uint64(math.MaxUint64), 1.0, 1e21, 1e20, 1e-7, float32(0.1), 'x', math.Copysign(0, -1),
		json.Number("12345678901234567890.10"), json.Number(""), json.Number("-0"), json.Number("1E+2"), usersNumber("5"), new(json.Number("7")),
		raw, &raw, json.RawMessage(nil),
		json.RawMessage{},
		usersRaw("1"), usersText("<"),
		usersCode{"x"},
		&usersCode{"x"},
		usersPointer{1},
		&usersPointer{2},
		[]usersPointer{{3}},
		map[string]usersPointer{"a": {4}},
		struct{ P usersPointer }{usersPointer{5}},
		usersName{"a", "b"},
		map[usersName]int{{"b", "<"}: 1, {"a", ""}: 2},
		map[int]string{10: "a", 9: "b", -1: "c"},
		map[usersText]int{"b": 1, "a": 2},
		map[bool]int{true: 1},
		[]byte(nil),
		[]byte{},
		[]byte("any\xffthing"), usersBytes("abc"),
		[3]byte{1, 2, 3},
		[0]int{},
		[]int8{1},
		[]any(nil),
		[]any{},
		map[string]any(nil),
		map[string]any{},
		time.Duration(0), 90 * time.Second,
		[]time.Duration{1},
		map[string]time.Duration{"a": 1},
		at, &at,
		time.Time{},
		[]time.Time{at},
		usersEmbedding{},
		usersEmbedding{UsersBase: UsersBase{"i", "c", 1}, usersOther: &usersOther{"d", new(0)}, Depth: "d"},
		usersOptions{},
		&usersOptions{hidden: "h", Left: "l", Both: []int{}, Text: "<t>", Quoted: "5", QuotedP: new(1), Raw: json.RawMessage("null"), Number: "0", Any: 0, Pointer: new(0)},
		reflect.New(usersTags).Interface(), reflect.Zero(usersTags).Interface(),
		usersKinds{Own: "1"},
		usersKinds{Number: "1.50", Own: "1", NumberP: new(json.Number("1e400")), Numbers: []json.Number{"1", "0"}, ByName: map[string]json.Number{"a": "1"}, Any: json.Number("9"), Raw: raw, At: at},
		map[string]any{"b": []any{json.Number("1.0"), 90 * time.Second, []byte("x"), nil}, "a": map[string]any{"<": "<"}},
		big.NewInt(0).Exp(big.NewInt(10), big.NewInt(30), nil), big.NewFloat(1.5), netip.MustParseAddr("::1"),
		url.URL{Path: "/x"},
		struct {
			X any `json:",omitempty"`
			y int
		}{},
		// What cannot be written.
		make(chan int), func() {}, math.NaN(), math.Inf(-1), complex(1, 1),
		map[float64]int{1: 1},
		json.Number("x"), json.Number("1 "), json.Number("\"1\""), json.RawMessage("{"), json.RawMessage(" "),
		usersFailing{},
		usersBroken{},
		[]any{usersFailing{}},
		time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC),
		map[string]any{"a": make(chan int)},
	}
}

// usersTypes are types a caller could read into.
var usersTypes = []reflect.Type{
	reflect.TypeFor[any](), reflect.TypeFor[usersKinds](), reflect.TypeFor[*usersKinds](), reflect.TypeFor[usersOptions](), usersTags, reflect.TypeFor[usersEmbedding](),
	reflect.TypeFor[map[string]any](), reflect.TypeFor[[]any](), reflect.TypeFor[json.Number](), reflect.TypeFor[*json.Number](), reflect.TypeFor[[]json.Number](),
	reflect.TypeFor[map[string]json.Number](), reflect.TypeFor[usersNumber](), reflect.TypeFor[json.RawMessage](), reflect.TypeFor[map[string]json.RawMessage](), reflect.TypeFor[usersRaw](), reflect.TypeFor[usersCode](), reflect.TypeFor[[]*usersCode](),
	reflect.TypeFor[usersPointer](), reflect.TypeFor[usersName](), reflect.TypeFor[map[usersName]int](), reflect.TypeFor[map[int8]string](), reflect.TypeFor[map[string]*int](),
	reflect.TypeFor[[]byte](), reflect.TypeFor[usersBytes](), reflect.TypeFor[[3]byte](), reflect.TypeFor[[2]int](), reflect.TypeFor[time.Duration](), reflect.TypeFor[time.Time](),
	reflect.TypeFor[int](), reflect.TypeFor[int8](), reflect.TypeFor[uint](), reflect.TypeFor[float32](), reflect.TypeFor[float64](), reflect.TypeFor[bool](), reflect.TypeFor[string](), reflect.TypeFor[[]string](),
	reflect.TypeFor[*big.Int](), reflect.TypeFor[netip.Addr](), reflect.TypeFor[fmt.Stringer](), reflect.TypeFor[struct{}](),
}

// usersTexts are texts a service could send.
var usersTexts = []string{
	`null`, `true`, `false`, `0`, `-0`, `1`, `1.0`, `1.5`, `1e2`, `1E400`, `300`, `-1`, `12345678901234567890`, `""`, `"1"`, `"1.5"`, `"x"`, `"a&b"`, `"AQID"`, `"AQI"`, `"A Q"`, `"\ud800"`, "\"\xff\"", `"2026-01-02T03:04:05Z"`, `"::1"`,
	`[]`, `[1]`, `[1,2]`, `[1,2,3]`, `[1,2,3,4]`, `["a",null]`, `[null]`, `[{"code":"x<"},null]`, `[1,"x",3]`,
	`{}`, `{"a":null}`, `{"a":1}`, `{"a":"1"}`, `{"1":"a","300":"b"}`, `{"a&b":1,"c":2}`, `{"code":"x<"}`, `{"CODE":"x<"}`, `{"V":1,"v":2}`, `{"a":1,"a":2}`,
	`{"ID":"a","common":"b","depth":"c","named":{"id":"d","DEPTH":4},"extra":5}`, `{"Common":"b","depth":1,"unknown":{"a":[1]}}`, `{"depth":"c","extra":"x","ID":"kept"}`,
	`{"number":1.50,"own":"1","numberP":2,"numbers":[1,"2",null],"byName":{"a":1e400},"any":{"n":1.50},"raw":{ "a" : 1 },"rawP":null,"ownRaw":"AQ=="}`,
	`{"number":"1.50"}`, `{"number":"x"}`, `{"number":true}`, `{"number":null,"numberP":null}`, `{"numbers":[{}]}`, `{"code":5}`, `{"code":null,"codeP":null,"codes":[null]}`, `{"codeP":{"code":"x"},"codes":[{"code":"y"}]}`,
	`{"name":"a&b","byCode":{"a&b":1}}`, `{"name":"x","text":"kept"}`, `{"byCode":{"x":1},"text":"kept"}`, `{"byInt":{"1":"a","-1":"b"}}`, `{"byInt":{"x":"a"},"text":"kept"}`, `{"byText":{"a":"b"}}`,
	`{"bytes":"YWJj","ownBytes":"YWJj","fixed":[1,2,3],"array":[1]}`, `{"bytes":"YW Jj"}`, `{"bytes":"YW\nJj"}`, `{"bytes":[1,2]}`, `{"fixed":"AQID"}`, `{"array":[1,2,3]}`,
	`{"wait":1000000000,"waitP":5}`, `{"wait":"1s"}`, `{"wait":1.5}`, `{"at":"2026-01-02T03:04:05+01:00","atP":null}`, `{"at":"2026-01-02"}`, `{"at":"2026-1-2T3:4:5Z"}`, `{"at":""}`, `{"at":5}`,
	`{"float":"1","text":"kept"}`, `{"float":1e400}`, `{"float32":1e39}`, `{"int":128,"text":"kept"}`, `{"int":1.0}`, `{"uint":-1}`, `{"bool":0}`, `{"text":5,"bool":true}`, `{"TEXT":"upper","teXt":"mixed"}`,
	`{"deep":{"a":[{"ID":"x"},null]}}`, `{"big":123456789012345678901234567890}`, `{"big":"1"}`, `{"addr":"::1"}`, `{"addr":"x"}`,
	`{"int":"5","float":"1.5","bool":"true","text":"\"x\"","quoted":"7","quotedP":"8"}`, `{"int":5}`, `{"int":"x"}`, `{"bool":true}`, `{"text":"x"}`, `{"quoted":7}`, `{"quotedP":null}`, `{"int":null}`,
	`{"empty":"e","zero":null,"struct":{},"array":[],"raw":null,"code":{"code":"x"},"Left":"no","-":"dash","a.b-c/d":"p","Bad":"b","untagged":"u","hidden":"no"}`,
	// What cannot be read by anything.
	``, ` `, `{`, `[`, `{"a":}`, `{} {}`, `{"a":1}x`, `01`, `+1`, `.5`, `1.`, `NaN`, `'a'`, "\ufeff{}", `{"a":1,}`, `"\x"`, "\"\n\"", `[1 2]`, strings.Repeat("[", 20000),
}

func TestUsersValuesAreWrittenAsEncodingJSONDoes(t *testing.T) {
	t.Parallel()
	for i, value := range usersValues() {
		want, wantErr := json.Marshal(value)
		got, err := MarshalUser(value)
		require.Equal(t, wantErr == nil, err == nil, "%d: %T %v: %v", i, value, value, err)
		require.Equal(t, string(want), string(got), "%d: %T", i, value)

		body, err := SetFields([]byte(`{"other":1.0}`), map[string]any{"field": value})
		require.Equal(t, wantErr == nil, err == nil, "%d: %T: %v", i, value, err)
		if err == nil {
			require.Equal(t, `{"field":`+string(want)+`,"other":1.0}`, string(body), "%d: %T", i, value)
		}
	}
}

func TestUsersTypesAreReadAsEncodingJSONDoes(t *testing.T) {
	t.Parallel()
	for _, typ := range usersTypes {
		for _, text := range usersTexts {
			readsAsEncodingJSON(t, typ, text)
		}
	}
}

// readsAsEncodingJSON requires the same value and an error where encoding/json has one, also where
// something is there already.
func readsAsEncodingJSON(t *testing.T, typ reflect.Type, text string) {
	t.Helper()
	for _, before := range []string{`null`, `{"a":7,"text":"before","number":7,"any":{"a":1},"slice":["a","b"],"map":{"a":"b"},"codeP":{"code":"c"}}`} {
		want, got := reflect.New(typ), reflect.New(typ)
		_ = json.Unmarshal([]byte(before), want.Interface())
		_ = json.Unmarshal([]byte(before), got.Interface())
		wantErr := json.Unmarshal([]byte(text), want.Interface())
		err := UnmarshalUser([]byte(text), got.Interface())
		require.Equal(t, wantErr == nil, err == nil, "%s into %s: %v", shortened(text), typ, err)
		require.Equal(t, want.Interface(), got.Interface(), "%s into %s", shortened(text), typ)
	}
}

func shortened(text string) string { return text[:min(len(text), 100)] }

func TestUsersTargetThatIsNoPointerIsAnErrorAsWithEncodingJSON(t *testing.T) {
	t.Parallel()
	for _, target := range []any{nil, usersKinds{}, (*usersKinds)(nil), 5} {
		require.Error(t, json.Unmarshal([]byte(`{}`), target))
		require.Error(t, UnmarshalUser([]byte(`{}`), target))
	}
}

func FuzzUsersTypesAreReadAsEncodingJSONDoes(f *testing.F) {
	for _, text := range usersTexts {
		f.Add(shortened(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, typ := range usersTypes {
			readsAsEncodingJSON(t, typ, text)
		}
	})
}
