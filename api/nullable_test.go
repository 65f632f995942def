package api

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// libraries are the two JSON libraries by which types are encoded and decoded.
var libraries = map[string]struct {
	marshal   func(any) ([]byte, error)
	unmarshal func([]byte, any) error
}{
	"encoding/json": {json.Marshal, json.Unmarshal},
	"jsonx":         {jsonx.Marshal, jsonx.Unmarshal},
}

type update struct {
	Title   Nullable[string]    `json:"title,omitzero"`
	Role    Nullable[Role]      `json:"role,omitzero"`
	Tags    Nullable[[]string]  `json:"tags,omitzero"`
	Pointer Nullable[*string]   `json:"pointer,omitzero"`
	When    Nullable[time.Time] `json:"when,omitzero"`
	Flag    Nullable[bool]      `json:"flag,omitzero"`
	Nested  Nullable[nested]    `json:"nested,omitzero"`
	Name    *string             `json:"name,omitzero"`
	List    []string            `json:"list,omitzero"`
}

type nested struct {
	Inner Nullable[int] `json:"inner,omitzero"`
}

func TestNullableIsEncodedOnlyIfSetOrNull(t *testing.T) {
	t.Parallel()
	for name, library := range libraries {
		for want, value := range map[string]update{
			`{}`:                                {},
			`{"title":null}`:                    {Title: Null[string]()},
			`{"title":""}`:                      {Title: Set("")},
			`{"title":"a"}`:                     {Title: Set("a")},
			`{"role":null}`:                     {Role: Null[Role]()},
			`{"role":"admin"}`:                  {Role: Set(RoleAdmin)},
			`{"tags":null}`:                     {Tags: Null[[]string]()},
			`{"tags":[]}`:                       {Tags: Set([]string{})},
			`{"tags":["a"]}`:                    {Tags: Set([]string{"a"})},
			`{"pointer":""}`:                    {Pointer: Set(new(""))},
			`{"pointer":null}`:                  {Pointer: Null[*string]()},
			`{"when":"2026-01-02T03:04:05Z"}`:   {When: Set(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))},
			`{"flag":false}`:                    {Flag: Set(false)},
			`{"nested":{}}`:                     {Nested: Set(nested{})},
			`{"nested":{"inner":null}}`:         {Nested: Set(nested{Null[int]()})},
			`{"nested":{"inner":0}}`:            {Nested: Set(nested{Set(0)})},
			`{"name":""}`:                       {Name: new("")},
			`{"list":[]}`:                       {List: []string{}},
			`{"title":null,"role":"new-value"}`: {Title: Null[string](), Role: Set[Role]("new-value")},
		} {
			got, err := library.marshal(value)
			require.NoError(t, err)
			require.Equal(t, want, string(got), name)

			var back update
			require.NoError(t, library.unmarshal(got, &back))
			require.Equal(t, value, back, "%s %s", name, want)
		}
	}
}

func TestNullableDistinguishesItsStates(t *testing.T) {
	t.Parallel()
	var unset Nullable[string]
	for _, test := range []struct {
		field       Nullable[string]
		value       string
		set, null   bool
		zero        bool
		text, shown string
	}{
		{unset, "", false, false, true, "unset", ""},
		{Null[string](), "", false, true, false, "null", "null"},
		{Set(""), "", true, false, false, "", `""`},
		{Set("a"), "a", true, false, false, "a", `"a"`},
	} {
		value, ok := test.field.Get()
		require.Equal(t, test.value, value)
		require.Equal(t, test.set, ok)
		require.Equal(t, test.null, test.field.IsNull())
		require.Equal(t, test.zero, test.field.IsZero())
		require.Equal(t, test.text, test.field.String())
		require.Equal(t, test.text, fmt.Sprint(test.field))
		data, err := json.Marshal(test.field)
		if test.zero {
			require.ErrorIs(t, err, errUnset, "an unset field must not become null")
			continue
		}
		require.NoError(t, err)
		require.Equal(t, test.shown, string(data))
	}
	require.Equal(t, "5", Set(5).String())
}

func TestRequiredNullableThatIsUnsetIsAnError(t *testing.T) {
	t.Parallel()
	for name, library := range libraries {
		_, err := library.marshal(struct {
			Role Nullable[Role] `json:"role"`
		}{})
		require.ErrorIs(t, err, errUnset, name)
	}
}

func TestUnmarshalReplacesTheValueOfANullable(t *testing.T) {
	t.Parallel()
	for name, library := range libraries {
		field := Set("old")
		require.NoError(t, library.unmarshal([]byte(`null`), &field), name)
		require.Equal(t, Null[string](), field, name)
		require.NoError(t, library.unmarshal([]byte(`"new"`), &field), name)
		require.Equal(t, Set("new"), field, name)
		require.Error(t, library.unmarshal([]byte(`5`), &field), name)
		require.Equal(t, Set("new"), field, "%s: an error changes nothing", name)
	}
}

func TestNullableOfACallersTypeIsEncodedLikeEncodingJSON(t *testing.T) {
	t.Parallel()
	roundTripsLikeEncodingJSON(t, json.Number("1.50"))
	roundTripsLikeEncodingJSON(t, []json.Number{"1", "2.0"})
	roundTripsLikeEncodingJSON(t, map[string]json.Number{"b": "1", "a": "1e2"})
	roundTripsLikeEncodingJSON(t, new(json.Number("5")))
	roundTripsLikeEncodingJSON(t, 90*time.Second)
	roundTripsLikeEncodingJSON(t, time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC))
	roundTripsLikeEncodingJSON(t, [3]byte{1, 2, 3})
	roundTripsLikeEncodingJSON(t, map[string]any{"a": []any{1.5, nil, "x"}})
	roundTripsLikeEncodingJSON[any](t, map[string]any{"a": true})
	roundTripsLikeEncodingJSON(t, json.RawMessage(`{"a":1.0}`))
	roundTripsLikeEncodingJSON(t, struct {
		Number json.Number `json:"number"`
		Empty  []int       `json:"empty"`
		Omit   *int        `json:"omit,omitempty"`
		Quoted int         `json:"quoted,string"`
	}{Number: "0", Quoted: 5})
}

func roundTripsLikeEncodingJSON[T any](t *testing.T, value T) {
	t.Helper()
	want, err := json.Marshal(value)
	require.NoError(t, err)
	for name, library := range libraries {
		got, err := library.marshal(Set(value))
		require.NoError(t, err, "%s: %T", name, value)
		require.Equal(t, string(want), string(got), "%s: %T", name, value)
		var back Nullable[T]
		require.NoError(t, library.unmarshal(got, &back), "%s: %T", name, value)
		require.Equal(t, Set(value), back, name)
	}
}

func TestSetOfNilSliceOrMapIsNotNull(t *testing.T) {
	t.Parallel()
	for name, library := range libraries {
		for want, fields := range map[string][]any{
			`[]`:  {Set([]string(nil)), Set([]json.Number(nil)), Set([]any(nil))},
			`{}`:  {Set(map[string]string(nil)), Set(map[string]any(nil)), Set(map[string]json.Number(nil))},
			`[1]`: {Set([]json.Number{"1"})},
		} {
			for _, field := range fields {
				got, err := library.marshal(field)
				require.NoError(t, err)
				require.Equal(t, want, string(got), "%s: %T", name, field)
			}
		}
	}
}

func FuzzNullableRoundTrips(f *testing.F) {
	for _, seed := range []string{"", "a", "null", "\u2028<&>", "é\U0001f600"} {
		f.Add(seed, uint8(0))
		f.Add(seed, uint8(2))
	}
	f.Fuzz(func(t *testing.T, text string, state uint8) {
		field := []Nullable[string]{{}, Null[string](), Set(text)}[state%3]
		for name, library := range libraries {
			data, err := library.marshal(update{Title: field})
			require.NoError(t, err)
			var back update
			require.NoError(t, library.unmarshal(data, &back))
			if got, ok := back.Title.Get(); ok {
				require.Equal(t, []rune(text), []rune(got), name) // invalid UTF-8 becomes U+FFFD
				continue
			}
			require.Equal(t, field, back.Title, name)
		}
	})
}
