package jsonx

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

type shelf struct {
	ID     string          `json:"id"`
	Title  string          `json:"title"`
	Count  int             `json:"count,omitzero"`
	Owner  person          `json:"owner"`
	Books  []book          `json:"books"`
	Labels map[string]book `json:"labels,omitzero"`
	Role   *string         `json:"role"`
	Ref    string          `json:"ref,omitzero" response:"required,id"`
	Spare  []string        `json:"spare" response:"optional"`
	Kind   string          `json:"kind,omitzero"`
	Parts  []part          `json:"parts,omitzero" response:"required,if=kind:split|cut"`
}

type person struct {
	Name string `json:"name"`
}

type book struct {
	BookID string `json:"bookId"`
	Pages  *leaf  `json:"pages,omitzero"`
}

type leaf struct {
	Words []string `json:"words"`
}

// part is a union of two arms, one of which it contains.
type part struct {
	Type  string `json:"type"`
	Of    *shelf
	Leaf  *leaf
	Raw   json.RawMessage
	Inner *parts
}

type parts struct {
	Parts []part `json:"parts"`
}

var partCodec = Codec{New: func() Types {
	return Join(Choice(
		"type",
		func(p *part, data *Value) any {
			*p = part{}
			switch data.Text("type") {
			case "leaf":
				p.Leaf = new(leaf)
				return p.Leaf
			case "parts":
				p.Inner = new(parts)
				return p.Inner
			default:
				p.Raw = data.Keep()
				return nil
			}
		},
		func(p *part) any { return p.Raw },
	))
}}

func (p *part) UnmarshalJSON(data []byte) error { return partCodec.Unmarshal(data, p) }

const wholeShelf = `{"id":"s","title":"","owner":{"name":""},"books":[],"role":null,"ref":"r"}`

func TestMissingIsFoundAtEveryDepth(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]struct {
		strict, lenient string // paths, "" for nothing
		got             string
	}{
		wholeShelf: {},
		`{"id":"s","owner":{"name":""},"books":[],"role":null,"ref":"r"}`:                                           {"/title", "", gotNothing},
		`{"id":"s","title":null,"owner":{"name":""},"books":[],"role":null,"ref":"r"}`:                              {"/title", "", gotNull},
		`{"title":"","owner":{"name":""},"books":[],"role":null,"ref":"r"}`:                                         {"/id", "/id", gotNothing},
		`{"id":"","title":"","owner":{"name":""},"books":[],"role":null,"ref":"r"}`:                                 {"/id", "/id", gotEmpty},
		`{"id":"s","title":"","books":[],"role":null,"ref":"r"}`:                                                    {"/owner", "/owner", gotNothing},
		`{"id":"s","title":"","owner":{},"books":[],"role":null,"ref":"r"}`:                                         {"/owner/name", "", gotNothing},
		`{"id":"s","title":"","owner":{"name":""},"books":null,"role":null,"ref":"r"}`:                              {"/books", "/books", gotNull},
		`{"id":"s","title":"","owner":{"name":""},"books":[],"ref":"r"}`:                                            {"/role", "/role", gotNothing},
		`{"id":"s","title":"","owner":{"name":""},"books":[],"role":null}`:                                          {"/ref", "/ref", gotNothing},
		`{"id":"s","title":"","owner":{"name":""},"books":[{"bookId":"b"},{"bookId":null}],"role":null,"ref":"r"}`:  {"/books/1/bookId", "/books/1/bookId", gotNull},
		`{"id":"s","title":"","owner":{"name":""},"books":[{"bookId":"b"},null],"role":null,"ref":"r"}`:             {"/books/1", "/books/1", gotNull},
		`{"id":"s","title":"","owner":{"name":""},"books":[{"bookId":"b","pages":{}}],"role":null,"ref":"r"}`:       {"/books/0/pages/words", "/books/0/pages/words", gotNothing},
		`{"id":"s","title":"","owner":{"name":""},"books":[],"labels":{"a/b":{}},"role":null,"ref":"r"}`:            {"/labels/a~1b/bookId", "/labels/a~1b/bookId", gotNothing},
		`{"id":"s","title":"","owner":{"name":""},"books":[],"role":null,"ref":"r","kind":"whole"}`:                 {},
		`{"id":"s","title":"","owner":{"name":""},"books":[],"role":null,"ref":"r","kind":"cut"}`:                   {"/parts", "/parts", gotNothing},
		`{"id":"s","title":"","owner":{"name":""},"books":[],"role":null,"ref":"r","parts":[{"type":"new"}]}`:       {},
		`{"id":"s","title":"","owner":{"name":""},"books":[],"role":null,"ref":"r","parts":[{"words":[]}]}`:         {"/parts/0/type", "/parts/0/type", gotNothing},
		`{"id":"s","title":"","owner":{"name":""},"books":[],"role":null,"ref":"r","parts":[{"type":null}]}`:        {"/parts/0/type", "/parts/0/type", gotNothing},
		`{"id":"s","title":"","owner":{"name":""},"books":[],"role":null,"ref":"r","parts":[{"type":"leaf"}]}`:      {"/parts/0/words", "/parts/0/words", gotNothing},
		`{"i\u0064":"s","title":"","owner":{"name":""},"books":[],"role":null,"ref":"r","new":[1,{"id":null}]}`:     {},
		`{"id":"","id":"s","title":"","owner":{"name":""},"books":null,"books":[],"role":null,"ref":"r"}`:           {},
		` { "id" : "s" , "title" : "" , "owner" : { "name" : "" } , "books" : [ ] , "role" : null , "ref" : "r" } `: {},
	} {
		for which, path := range map[Which]string{MissingAny: want.strict, MissingGrave: want.lenient, MissingAbout: ""} {
			var v shelf
			require.NoError(t, Unmarshal([]byte(body), &v), body)
			missing := FindMissing([]byte(body), &v, which)
			if path == "" {
				require.Nil(t, missing, "%s, %d", body, which)
				continue
			}
			require.NotNil(t, missing, "%s, %d", body, which)
			require.Equal(t, path, missing.Pointer, body)
			require.Equal(t, want.got, missing.Got, body)
			require.True(t, missing.IsMissing())
			require.False(t, missing.About)
		}
	}
}

// thing is a union that no single field decides.
type thing struct {
	Leaf *leaf
	Raw  json.RawMessage
}

var thingCodec = Codec{New: func() Types {
	return Join(Choice(
		"",
		func(t *thing, data *Value) any {
			*t = thing{}
			if data.Text("type") == "leaf" || data.Text("kind") == "leaf" {
				t.Leaf = new(leaf)
				return t.Leaf
			}
			t.Raw = data.Keep()
			return nil
		},
		func(t *thing) any { return t.Raw },
	))
}}

func (t *thing) UnmarshalJSON(data []byte) error { return thingCodec.Unmarshal(data, t) }

// TestNullElementIsMissing is about elements without a field that must not be missing.
func TestNullElementIsMissing(t *testing.T) {
	t.Parallel()
	type lists struct {
		List   []person          `json:"list,omitzero"`
		Map    map[string]person `json:"map,omitzero"`
		Points []*person         `json:"points,omitzero"`
		Names  []string          `json:"names,omitzero"`
		More   []lists           `json:"more,omitzero"`
	}
	for data, pointer := range map[string]string{
		`{"list":[{"name":"a"},null]}`:                 "/list/1",
		`{"map":{"a":{"name":"a"},"b":null}}`:          "/map/b",
		`{"more":[{"more":[{"list":[null]}]}]}`:        "/more/0/more/0/list/0",
		`{"more":[null]}`:                              "/more/0",
		`{"list":[{}],"map":{"a":{}},"more":[{}]}`:     "",
		`{"points":[null],"names":[null,""]}`:          "",
		`{"list":null,"map":null,"more":[{"more":0}]}`: "",
	} {
		var v lists
		_, err := Decode([]byte(data), &v)
		require.NoError(t, err, data)
		if m := FindMissing([]byte(data), &v, MissingGrave); pointer == "" {
			require.Nil(t, m, data)
		} else {
			require.Equal(t, Mismatch{Pointer: pointer, Want: m.Want, Got: gotNull}, m.Mismatch, data)
		}
		require.Nil(t, FindMissing([]byte(data), &v, MissingAbout), data)
	}
}

func TestMissingIsFoundWhereverTheFieldIsThatDecides(t *testing.T) {
	t.Parallel()
	large := `"big":[` + strings.Repeat(`{"a":["x\"]}",[]]},`, lookahead/8) + `0]`
	for body, want := range map[string]string{
		`{"thing":{` + large + `,"kind":"leaf","words":[]},"title":"","name":""}`:               "",
		`{"thing":{` + large + `,"kind":"leaf"},"title":"","name":""}`:                          "/thing/words",
		`{"thing":{` + large + `,"kind":"new"},"title":"","name":""}`:                           "",
		`{"thing":{` + large + `,"kind":"new"},"title":""}`:                                     "/name",
		`{"title":"","name":"","thing":{` + large + `,"kind":"leaf"}}`:                          "/thing/words",
		`{"things":[{` + large + `},{"kind":"leaf"}],"thing":null,"title":"","name":""}`:        "/things/1/words",
		`{"things":[{},{` + large + `,"type":"leaf"}],"thing":{},"title":"","name":""}`:         "/things/1/words",
		`{"thing":{},"things":[{` + large + `,"type":"leaf","words":[]}],"title":"","name":""}`: "",
	} {
		var v struct {
			Thing  thing   `json:"thing" response:"optional"`
			Things []thing `json:"things,omitzero"`
			Title  string  `json:"title"`
			Name   string  `json:"name"`
		}
		require.NoError(t, Unmarshal([]byte(body), &v))
		got := ""
		if missing := FindMissing([]byte(body), &v, MissingAny); missing != nil {
			got = missing.Pointer
		}
		short := strings.Replace(body, large, "…", 1)
		require.Equal(t, want, got, short)
	}
}

type result struct {
	Rows  []string `json:"rows,omitzero" response:"about"`
	Token string   `json:"token,omitzero" response:"about"`
	Inner *result  `json:"inner,omitzero"`
}

type rawResult struct {
	Schema json.RawMessage `json:"schema" response:"about"`
}

func TestWhatARootIsAboutIsAlwaysMissed(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"rows":[],"token":"t"}`:                          "",
		`{"rows":["a"],"token":"t","inner":{}}`:            "",
		`{"rows":null,"rows":[],"token":"t"}`:              "",
		`{"token":"t"}`:                                    "/rows nothing",
		`{"rows":null,"token":"t"}`:                        "/rows null",
		`{"rows":[],"rows":null,"token":"t"}`:              "/rows null",
		`{"rows":{},"token":"t"}`:                          "/rows object",
		`{"rows":[]}`:                                      "/token nothing",
		`{"rows":[],"token":""}`:                           "/token an empty string",
		`{"rows":[],"token":5}`:                            "/token number",
		`{"rows":[],"inner":{"rows":[],"token":"t"}}`:      "/token nothing",
		`{"inner":[` + strings.Repeat("1,", 9000) + `1] }`: "/rows nothing",
	} {
		for _, which := range []Which{MissingAbout, MissingGrave, MissingAny} {
			var v result
			_, err := Decode([]byte(body), &v)
			require.NoError(t, err)
			missing := FindMissing([]byte(body), &v, which)
			if want == "" {
				require.Nil(t, missing, body)
				continue
			}
			require.NotNil(t, missing, body)
			require.Equal(t, want, missing.Pointer+" "+missing.Got, body)
			require.True(t, missing.About)
		}
	}
	for body, got := range map[string]string{`{}`: gotNothing, `{"schema":null}`: gotNull, `{"schema":""}`: gotEmpty} {
		var v rawResult
		require.NoError(t, Unmarshal([]byte(body), &v))
		missing := FindMissing([]byte(body), &v, MissingAbout)
		require.NotNil(t, missing, body)
		require.Equal(t, got, missing.Got, body)
	}
	require.True(t, IsAbout(new(result)))
	require.False(t, IsAbout(new(shelf)))
}

// nestedUnion returns JSON with a union of the given depth, with what decides before or behind its
// arm.
func nestedUnion(depth int, behind bool) []byte {
	before, after := `{"type":"parts","parts":[`, `]}`
	if behind {
		before, after = `{"parts":[`, `],"type":"parts"}`
	}
	return []byte(strings.Repeat(before, depth) + `{"type":"leaf","words":["a"]}` + strings.Repeat(after, depth))
}

func depthOf(p part) int {
	depth := 0
	for ; p.Inner != nil && len(p.Inner.Parts) == 1; p = p.Inner.Parts[0] {
		depth++
	}
	if p.Leaf == nil {
		return -1
	}
	return depth
}

func TestUnionIsDecodedWhereverTheFieldIsThatDecides(t *testing.T) {
	t.Parallel()
	large := strings.Repeat(`{"a":["x\"]}",[]]},`, lookahead/8)
	for name, body := range map[string]string{
		"first":                   `{"type":"leaf","words":["a"]}`,
		"last":                    `{"words":["a"],"type":"leaf"}`,
		"behind much":             `{"big":[` + large + `0],"words":["a"],"type":"leaf"}`,
		"between much":            `{"big":[` + large + `0],"type":"leaf","more":[` + large + `0],"words":["a"]}`,
		"escaped":                 `{"\u0074ype":"l\u0065af","words":["a"]}`,
		"with space":              " {\n\t\"type\" :\r \"leaf\" , \"words\" : [ \"a\" ] } ",
		"behind a quote":          `{"x":"\"type\":\"new\"}","type":"leaf","words":["a"]}`,
		"behind numbers and null": `{"n":-1.5e3,"t":true,"z":null,"type":"leaf","words":["a"]}`,
	} {
		var p part
		require.NoError(t, json.Unmarshal([]byte(body), &p), name)
		require.NotNil(t, p.Leaf, name)
		require.Equal(t, []string{"a"}, p.Leaf.Words, name)
	}
	for _, behind := range []bool{false, true} {
		for _, depth := range []int{0, 1, 100, 3000} {
			var p part
			require.NoError(t, Unmarshal(nestedUnion(depth, behind), &p))
			require.Equal(t, depth, depthOf(p), "behind: %t", behind)
		}
	}
}

func BenchmarkNestedUnion(b *testing.B) {
	for _, behind := range []bool{false, true} {
		for _, depth := range []int{1000, 2000, 4000} {
			body := nestedUnion(depth, behind)
			b.Run(fmt.Sprintf("behind=%t/depth=%d", behind, depth), func(b *testing.B) {
				for b.Loop() {
					var p part
					if err := Unmarshal(body, &p); err != nil || FindMissing(body, &p, MissingAny) != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
