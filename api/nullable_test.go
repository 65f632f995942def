package api_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
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
	Title   api.Nullable[string]    `json:"title,omitzero"`
	Role    api.Nullable[api.Role]  `json:"role,omitzero"`
	Tags    api.Nullable[[]string]  `json:"tags,omitzero"`
	Pointer api.Nullable[*string]   `json:"pointer,omitzero"`
	When    api.Nullable[time.Time] `json:"when,omitzero"`
	Flag    api.Nullable[bool]      `json:"flag,omitzero"`
	Nested  api.Nullable[nested]    `json:"nested,omitzero"`
	Name    *string                 `json:"name,omitzero"`
	List    []string                `json:"list,omitzero"`
}

type nested struct {
	Inner api.Nullable[int] `json:"inner,omitzero"`
}

func TestNullableIsEncodedOnlyIfSetOrNull(t *testing.T) {
	t.Parallel()
	for name, library := range libraries {
		for want, value := range map[string]update{
			`{}`:                                {},
			`{"title":null}`:                    {Title: api.Null[string]()},
			`{"title":""}`:                      {Title: api.Set("")},
			`{"title":"a"}`:                     {Title: api.Set("a")},
			`{"role":null}`:                     {Role: api.Null[api.Role]()},
			`{"role":"admin"}`:                  {Role: api.Set(api.RoleAdmin)},
			`{"tags":null}`:                     {Tags: api.Null[[]string]()},
			`{"tags":[]}`:                       {Tags: api.Set([]string{})},
			`{"tags":["a"]}`:                    {Tags: api.Set([]string{"a"})},
			`{"pointer":""}`:                    {Pointer: api.Set(new(""))},
			`{"pointer":null}`:                  {Pointer: api.Null[*string]()},
			`{"when":"2026-01-02T03:04:05Z"}`:   {When: api.Set(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))},
			`{"flag":false}`:                    {Flag: api.Set(false)},
			`{"nested":{}}`:                     {Nested: api.Set(nested{})},
			`{"nested":{"inner":null}}`:         {Nested: api.Set(nested{api.Null[int]()})},
			`{"nested":{"inner":0}}`:            {Nested: api.Set(nested{api.Set(0)})},
			`{"name":""}`:                       {Name: new("")},
			`{"list":[]}`:                       {List: []string{}},
			`{"title":null,"role":"new-value"}`: {Title: api.Null[string](), Role: api.Set[api.Role]("new-value")},
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
	var unset api.Nullable[string]
	for _, test := range []struct {
		field       api.Nullable[string]
		value       string
		set, null   bool
		zero        bool
		text, shown string
	}{
		{unset, "", false, false, true, "unset", ""},
		{api.Null[string](), "", false, true, false, "null", "null"},
		{api.Set(""), "", true, false, false, "", `""`},
		{api.Set("a"), "a", true, false, false, "a", `"a"`},
	} {
		value, ok := test.field.Get()
		require.Equal(t, test.value, value)
		require.Equal(t, test.set, ok)
		require.Equal(t, test.null, test.field.IsNull())
		require.Equal(t, test.zero, test.field.IsZero())
		require.Equal(t, test.text, fmt.Sprint(test.field))
		data, err := json.Marshal(test.field)
		if test.zero {
			require.ErrorContains(t, err, "a required Nullable is not set", "an unset field must not become null")
			continue
		}
		require.NoError(t, err)
		require.Equal(t, test.shown, string(data))
	}
	require.Equal(t, "  5 007 +7", fmt.Sprintf("%3d %03d %+d", api.Set(5), api.Set(7), api.Set(7)))
}

func TestRequiredNullableThatIsUnsetIsAnError(t *testing.T) {
	t.Parallel()
	for name, library := range libraries {
		_, err := library.marshal(struct {
			Role api.Nullable[api.Role] `json:"role"`
		}{})
		require.ErrorContains(t, err, "a required Nullable is not set", name)
	}
}

func TestUnmarshalReplacesTheValueOfANullable(t *testing.T) {
	t.Parallel()
	for name, library := range libraries {
		field := api.Set("old")
		require.NoError(t, library.unmarshal([]byte(`null`), &field), name)
		require.Equal(t, api.Null[string](), field, name)
		require.NoError(t, library.unmarshal([]byte(`"new"`), &field), name)
		require.Equal(t, api.Set("new"), field, name)
		require.Error(t, library.unmarshal([]byte(`5`), &field), name)
		require.Equal(t, api.Set("new"), field, "%s: an error changes nothing", name)
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
		got, err := library.marshal(api.Set(value))
		require.NoError(t, err, "%s: %T", name, value)
		require.Equal(t, string(want), string(got), "%s: %T", name, value)
		var back api.Nullable[T]
		require.NoError(t, library.unmarshal(got, &back), "%s: %T", name, value)
		require.Equal(t, api.Set(value), back, name)
	}
}

func TestSetOfNilSliceOrMapIsNotNull(t *testing.T) {
	t.Parallel()
	for name, library := range libraries {
		for want, fields := range map[string][]any{
			`[]`:  {api.Set([]string(nil)), api.Set([]json.Number(nil)), api.Set([]any(nil))},
			`{}`:  {api.Set(map[string]string(nil)), api.Set(map[string]any(nil)), api.Set(map[string]json.Number(nil))},
			`[1]`: {api.Set([]json.Number{"1"})},
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
		field := []api.Nullable[string]{{}, api.Null[string](), api.Set(text)}[state%3]
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
