package rison

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// common are values in Rison with their JSON.
var common = []struct{ rison, json string }{
	{"(a:0,b:1)", `{"a":0,"b":1}`},
	{"(a:0,b:foo,c:'23skidoo')", `{"a":0,"b":"foo","c":"23skidoo"}`},
	{"!t", `true`},
	{"!f", `false`},
	{"!n", `null`},
	{"1.5", `1.5`},
	{"-3", `-3`},
	{"0", `0`},
	{"1e30", `1e30`},
	{"1e30", `1e+30`},
	{"1e-30", `1e-30`},
	{"1.5e3", `1.5E3`},
	{"1.5e3", `1.5E+3`},
	{"a", `"a"`},
	{"'0a'", `"0a"`},
	{"'abc def'", `"abc def"`},
	{"()", `{}`},
	{"(a:0)", `{"a":0}`},
	{"(id:!n,type:/common/document)", `{"id":null,"type":"/common/document"}`},
	{"!()", `[]`},
	{"!(!t,!f,!n,'')", `[true,false,null,""]`},
	{"''", `""`},
	{"G.", `"G."`},
	{"a-z", `"a-z"`},
	{"'-h'", `"-h"`},
	{"domain.com", `"domain.com"`},
	{"'user@domain.com'", `"user@domain.com"`},
	{"'US $10'", `"US $10"`},
	{"'wow!!'", `"wow!"`},
	{"'can!'t'", `"can't"`},
	{"'Control-F: \x06'", `"Control-F: \u0006"`},
	{"'Unicode: ௫'", `"Unicode: ௫"`},
	{"(any:json,yes:!t)", `{"any":"json","yes":true}`},
	{"(A:B,C:D,E:F,G:H)", `{"A":"B","C":"D","E":"F","G":"H"}`},
	{"!(A,B,(supportsObjects:!t))", `["A","B",{"supportsObjects":true}]`},
	{"(foo:bar,more:'Lorem ipsum')", `{"foo":"bar","more":"Lorem ipsum"}`},
	{"!(1,!(2,!(3,'4')))", `[1,[2,[3,"4"]]]`},
	{"(a:(b:!((c:!n))))", `{"a":{"b":[{"c":null}]}}`},
}

// more follows from the grammar.
var more = []struct{ rison, json string }{
	{"'12345'", `"12345"`},
	{"'1e3'", `"1e3"`},
	{"true", `"true"`},
	{"null", `"null"`},
	{"'!!t'", `"!t"`},
	{"'!!!'!!'", `"!'!"`},
	{"('':2,'0':1,a:4,'a b':3)", `{"a":4,"0":1,"":2,"a b":3}`},
	{"('(':')','-':'-',':':',')", `{"-":"-","(":")",":":","}`},
	{"('$':'\"','*':'@')", `{"*":"@","$":"\""}`},
	{"!('a+b','a=b','a&b','a?b','a#b','a%b','a\\b','a;b')", `["a+b","a=b","a&b","a?b","a#b","a%b","a\\b","a;b"]`},
	{"!(_,~,/,.,a1,A-)", `["_","~","/",".","a1","A-"]`},
	{"!(é,日本,😀)", `["é","日本","😀"]`},
	{"'a\u00a0b'", `"a\u00a0b"`},
	{"'a\nb'", `"a\nb"`},
	{"!('<','>')", `["\u003c","\u003e"]`},
	{"-0", `-0`},
	{"-0.50e-07", `-0.50e-07`},
	{"12345678901234567890.123", `12345678901234567890.123`},
}

func TestEncodeAndDecodeTheGrammar(t *testing.T) {
	t.Parallel()
	for _, vector := range append(common, more...) {
		got, err := Encode([]byte(vector.json))
		require.NoError(t, err, vector.json)
		require.Equal(t, vector.rison, got)
		decoded, err := Decode(vector.rison)
		require.NoError(t, err, vector.rison)
		requireJSON(t, vector.json, decoded)
	}
}

func requireJSON(t *testing.T, want string, decoded any) {
	t.Helper()
	data, err := json.Marshal(decoded)
	require.NoError(t, err)
	require.JSONEq(t, want, string(data))
}

func TestDecodeRejectsWhatTheGrammarDoesNotHave(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", " ", "(", ")", "(a)", "(a:)", "(:1)", "(a:1", "(a:1,)", "(,)", "(a:1 )", "( a:1)", "(1:2)", "(-a:1)", "(a:1)b",
		"!", "!x", "!T", "!(", "!(,)", "!(1,)", "!(1", "[]", "{}", "'", "'a", "'a!'", "'!a'", "'a!b'", "a b", "a'b", "a!b", "a:b", "a,b",
		"-", "1.", ".5x y", "01", "1e", "1e+3", "1E3", "--1", "1-2", "1a", "0x1", "-a", "a@b", "a*", "!(<,>)", "a+b", "$a", "a\u00a0b", "\xff", `"a"`,
	} {
		_, err := Decode(text)
		require.Error(t, err, "%q", text)
		if len(text) > 3 {
			require.NotContains(t, err.Error(), text)
		}
	}
	_, err := Decode("!(a,b c)")
	require.EqualError(t, err, "decode Rison: character 6: want a comma or the end")
}

func TestEncodeRejectsWhatIsNoJSON(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", " ", "{", "NaN", `{"a":1}x`, "1 2", `{"secret":tr}`} {
		_, err := Encode([]byte(text))
		require.Error(t, err, "%q", text)
		require.NotContains(t, err.Error(), "secret")
	}
}

func TestDepthIsLimited(t *testing.T) {
	t.Parallel()
	for _, brackets := range [][4]string{{"[", "]", "!(", ")"}, {`{"a":`, "}", "(a:", ")"}} {
		nested := func(left, right string, depth int) string {
			return strings.Repeat(left, depth) + "1" + strings.Repeat(right, depth)
		}
		want := nested(brackets[2], brackets[3], maxDepth)
		got, err := Encode([]byte(nested(brackets[0], brackets[1], maxDepth)))
		require.NoError(t, err)
		require.Equal(t, want, got)
		_, err = Decode(want)
		require.NoError(t, err)
		for _, depth := range []int{maxDepth + 1, 9_000, 1_000_000} {
			_, err = Encode([]byte(nested(brackets[0], brackets[1], depth)))
			require.Error(t, err)
			_, err = Decode(nested(brackets[2], brackets[3], depth))
			require.ErrorIs(t, err, errDepth)
		}
	}
}

// FuzzEncode compares JSON with what the decoder, which is written to the grammar, makes of its
// Rison.
func FuzzEncode(f *testing.F) {
	for _, vector := range append(common, more...) {
		f.Add([]byte(vector.json))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		text, err := Encode(data)
		var want any
		if invalid := json.Unmarshal(data, &want); invalid != nil {
			if strings.Contains(invalid.Error(), "cannot unmarshal number") {
				return // too large for a float, and valid Rison
			}
			require.Error(t, err)
			return
		}
		if err != nil {
			require.ErrorIs(t, err, errDepth)
			return
		}
		decoded, err := Decode(text)
		require.NoError(t, err, text)
		again, err := json.Marshal(decoded)
		require.NoError(t, err)
		var got any
		require.NoError(t, json.Unmarshal(again, &got))
		require.Equal(t, want, got, text)
	})
}

// FuzzDecode encodes what it decodes.
func FuzzDecode(f *testing.F) {
	for _, vector := range append(common, more...) {
		f.Add(vector.rison)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := Decode(text)
		if err != nil {
			return
		}
		data, err := json.Marshal(v)
		require.NoError(t, err, text)
		canonical, err := Encode(data)
		require.NoError(t, err, text)
		again, err := Decode(canonical)
		require.NoError(t, err, canonical)
		require.Equal(t, v, again, text)
	})
}
