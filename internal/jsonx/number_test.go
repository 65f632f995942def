package jsonx

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
)

type level int8

type integerFields struct {
	Int     int              `json:"int"`
	Long    int64            `json:"long"`
	Pointer *int64           `json:"pointer"`
	List    []int            `json:"list"`
	Map     map[string]int32 `json:"map"`
	Level   level            `json:"level"`
	Byte    uint8            `json:"byte"`
	Big     uint64           `json:"big"`
	Float   float64          `json:"float"`
	Inner   *integerFields   `json:"inner"`
	Branch  *branch          `json:"branch"`
	Open    *open            `json:"open"`
	Last    string           `json:"last"`
}

func TestNumberThatIsIntegralFitsAnIntegerHoweverItIsWritten(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]integerFields{
		`{"int":3.0,"last":"z"}`:                             {Int: 3, Last: "z"},
		`{"int":1e2,"long":1E+2,"level":-1.0e1}`:             {Int: 100, Long: 100, Level: -10},
		`{"int":-0.0,"long":0e400,"byte":0.000}`:             {},
		`{"int":120e-1,"long":1200.00e-2}`:                   {Int: 12, Long: 12},
		`{"long":9223372036854775807.0,"byte":2.55e2}`:       {Long: 9223372036854775807, Byte: 255},
		`{"long":-9.223372036854775808e18}`:                  {Long: -9223372036854775808},
		`{"big":18446744073709551615.0}`:                     {Big: 18446744073709551615},
		`{"long":9e18,"big":1e19}`:                           {Long: 9e18, Big: 1e19},
		`{"pointer":3.0,"list":[1,2.0,3e0],"map":{"a":1e1}}`: {Pointer: new(int64(3)), List: []int{1, 2, 3}, Map: map[string]int32{"a": 10}},
		`{"inner":{"inner":{"int":3.0}},"float":3.0}`:        {Inner: &integerFields{Inner: &integerFields{Int: 3}}, Float: 3},
		`{"branch":{"size":1e1,"twigs":[{"size":2.0}]},"open":{"size":5.0}}`: {
			Branch: &branch{Size: new(10), Twigs: []branch{{Size: new(2)}}}, Open: &open{Size: 5},
		},
	} {
		for name, read := range map[string]func([]byte, any) (*Mismatch, error){
			"Decode":     Decode,
			"DecodeText": DecodeText,
			"Unmarshal":  func(data []byte, v any) (*Mismatch, error) { return nil, Unmarshal(data, v) },
		} {
			var got integerFields
			mismatch, err := read([]byte(text), &got)
			require.NoError(t, err, "%s %s", name, text)
			require.Nil(t, mismatch, "%s %s", name, text)
			require.Equal(t, want, got, "%s %s", name, text)
		}
	}
}

func TestNumberThatIsNotIntegralIsAMismatchAndTheRestIsThere(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct {
		path string
		got  integerFields
	}{
		`{"int":1.5,"long":2.0,"last":"z"}`:                           {"/int", integerFields{Long: 2, Last: "z"}},
		`{"int":1.5e-9223372036854775808,"last":"z"}`:                 {"/int", integerFields{Last: "z"}},
		`{"int":15e-2147483648,"last":"z"}`:                           {"/int", integerFields{Last: "z"}},
		`{"long":2.0,"int":1.5,"last":"z"}`:                           {"/int", integerFields{Long: 2, Last: "z"}},
		`{"long":2.0,"int":"x","last":"z"}`:                           {"/int", integerFields{Long: 2, Last: "z"}},
		`{"int":1e400,"last":"z"}`:                                    {"/int", integerFields{Last: "z"}},
		`{"int":1e-1,"pointer":1e-400,"last":"z"}`:                    {"/int", integerFields{Last: "z"}},
		`{"level":1.28e2,"byte":256.0,"last":"z"}`:                    {"/level", integerFields{Last: "z"}},
		`{"byte":-1.0,"last":"z"}`:                                    {"/byte", integerFields{Last: "z"}},
		`{"long":9223372036854775808.0,"last":"z"}`:                   {"/long", integerFields{Last: "z"}},
		`{"big":1e20,"last":"z"}`:                                     {"/big", integerFields{Last: "z"}},
		`{"int":1e99999999999999999999,"last":"z"}`:                   {"/int", integerFields{Last: "z"}},
		`{"int":1` + strings.Repeat("0", 400) + `e-400,"last":"z"}`:   {"", integerFields{Int: 1, Last: "z"}},
		`{"pointer":1.5,"list":[1.0,2.5,3.0],"last":"z"}`:             {"/pointer", integerFields{List: []int{1, 0, 3}, Last: "z"}},
		`{"list":[1.0,2.5,3.0],"map":{"a":1.5,"b":1.0},"last":"z"}`:   {"/list/1", integerFields{List: []int{1, 0, 3}, Map: map[string]int32{"a": 0, "b": 1}, Last: "z"}},
		`{"inner":{"int":1.0,"long":1.5},"last":"z"}`:                 {"/inner/long", integerFields{Inner: &integerFields{Int: 1}, Last: "z"}},
		`{"branch":{"size":1.0,"twigs":[{"size":1.5}]},"last":"z"}`:   {"/branch/twigs/0/size", integerFields{Branch: &branch{Size: new(1), Twigs: []branch{{}}}, Last: "z"}},
		`{"float":1e400,"last":"z"}`:                                  {"/float", integerFields{Last: "z"}},
		`{"int":1.5,"float":-1e400,"inner":{"float":2e0},"last":"z"}`: {"/int", integerFields{Inner: &integerFields{Float: 2}, Last: "z"}},
		`{"int":"3.0","last":"z"}`:                                    {"/int", integerFields{Last: "z"}},
	} {
		for name, read := range map[string]func([]byte, any) (*Mismatch, error){"Decode": Decode, "DecodeText": DecodeText} {
			var got integerFields
			mismatch, err := read([]byte(text), &got)
			require.NoError(t, err)
			require.Equal(t, want.got, got, "%s %s", name, text)
			if want.path == "" {
				require.Nil(t, mismatch)
				continue
			}
			require.Equal(t, want.path, mismatch.Pointer, "%s %s", name, text)
		}
	}
}

func FuzzIntegralIsTheNumberOrNothing(f *testing.F) {
	for _, text := range []string{"3.0", "1e2", "-1.50e1", "0e9", "1e400", "10e-1", "1.5", "-0.0", "123", "1e-1", "9223372036854775808.0", "1E+2", "1.e2", "x"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !jsontext.Value(text).IsValid() || strings.TrimSpace(text) != text || len(text) > 100 {
			return
		}
		got, ok := integral(jsontext.Value(text))
		if _, exponent, _ := strings.Cut(strings.ToLower(text), "e"); len(exponent) > 4 {
			return // the time that big takes grows with the exponent
		}
		exact, isNumber := new(big.Rat).SetString(text)
		if !isNumber || jsontext.Value(text).Kind() != jsontext.KindNumber || !strings.ContainsAny(text, ".eE") {
			require.False(t, ok)
			return
		}
		fits := exact.IsInt() && len(new(big.Int).Abs(exact.Num()).String()) <= 20
		require.Equal(t, fits, ok, text)
		if ok {
			require.Equal(t, fmt.Sprint(exact.Num()), string(got), text)
		}
	})
}
