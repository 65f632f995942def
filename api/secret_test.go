package api_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

const hush = "h4sh-hush"

// printed returns the texts that package fmt and package log/slog make of v.
func printed(v any) []string {
	var texts []string
	for verb := range strings.FieldsSeq("%v %+v %#v %t %b %c %d %o %O %q %+q %#q %x %X %#x %U %e %g %s %10s %p") {
		texts = append(texts, fmt.Sprintf(verb, v))
	}
	for _, handler := range []func(io.Writer) slog.Handler{
		func(w io.Writer) slog.Handler { return slog.NewTextHandler(w, nil) },
		func(w io.Writer) slog.Handler { return slog.NewJSONHandler(w, nil) },
	} {
		var out bytes.Buffer
		slog.New(handler(&out)).Info("logged", slog.Any("value", v))
		texts = append(texts, out.String())
	}
	return texts
}

func requireHushed(t *testing.T, v any) {
	t.Helper()
	for _, text := range printed(v) {
		require.NotContains(t, text, hush)
		require.NotContains(t, strings.ToLower(text), fmt.Sprintf("%x", hush))
	}
}

func TestSecretsDoNotPrint(t *testing.T) {
	t.Parallel()
	secret := api.NewSecret(hush)
	object, err := api.NewSecretJSON(map[string]string{"a": hush})
	require.NoError(t, err)
	for _, v := range []any{secret, &secret, object, &object, api.Set(secret), api.Set(object), api.SecretMap{"a": secret}} {
		requireHushed(t, v)
		require.Contains(t, fmt.Sprint(v), "[secret]")
		require.Contains(t, fmt.Sprintf("%#v", v), "[secret]")
		texts := printed(v)
		require.Contains(t, texts[len(texts)-1], "[secret]", "JSON log")
	}
	type inner struct {
		Secret   api.Secret
		Map      api.SecretMap
		JSON     api.SecretJSON
		List     []api.Secret
		Nullable api.Nullable[api.Secret]
		hidden   api.Secret
	}
	outer := inner{secret, api.SecretMap{"a": secret}, object, []api.Secret{secret}, api.Set(secret), secret}
	for verb := range strings.FieldsSeq("%v %+v %#v %q %x %X %s %d") { // a JSON log marshals it in clear, as documented
		for _, v := range []any{outer, &outer, []inner{outer}, map[string]any{"k": outer}, struct{ V any }{outer}} {
			text := fmt.Sprintf(verb, v)
			require.NotContains(t, text, hush)
			require.NotContains(t, strings.ToLower(text), fmt.Sprintf("%x", hush))
		}
	}
	texts := printed(outer)
	require.Contains(t, texts[len(texts)-1], hush, "SECURITY.md warns of a JSON log of such a struct")
}

func TestReflectionFindsNoSecret(t *testing.T) {
	t.Parallel()
	object, err := api.NewSecretJSON(hush)
	require.NoError(t, err)
	for _, v := range []any{api.NewSecret(hush), object} {
		field := reflect.ValueOf(v)
		for field.Kind() == reflect.Struct {
			require.Equal(t, 1, field.NumField())
			field = field.Field(0)
		}
		require.NotContains(t, field.String(), hush)
		require.NotEmpty(t, field.String())
	}
}

func TestSecretIsSentAsItIs(t *testing.T) {
	t.Parallel()
	type body struct {
		Secret api.Secret     `json:"secret"`
		Absent api.Secret     `json:"absent,omitzero"`
		Map    api.SecretMap  `json:"map"`
		JSON   api.SecretJSON `json:"json"`
		None   api.SecretJSON `json:"none,omitzero"`
	}
	for _, text := range []string{hush, `"quoted" <é> \ ` + "\n", strings.Repeat("x", 5000)} {
		object, err := api.NewSecretJSON(map[string]string{"a": text})
		require.NoError(t, err)
		sent := body{Secret: api.NewSecret(text), Map: api.NewSecretMap(map[string]string{"b": text}), JSON: object}
		require.Equal(t, text, sent.Secret.Reveal())
		require.Equal(t, map[string]string{"b": text}, sent.Map.Reveal())
		for name, codec := range map[string]struct {
			marshal   func(any) ([]byte, error)
			unmarshal func([]byte, any) error
		}{"jsonx": {jsonx.Marshal, jsonx.Unmarshal}, "encoding/json": {json.Marshal, json.Unmarshal}} {
			data, err := codec.marshal(sent)
			require.NoError(t, err, name)
			var got body
			require.NoError(t, codec.unmarshal(data, &got), name)
			require.Equal(t, sent.Secret, got.Secret, "secrets with the same text are equal")
			require.Contains(t, map[api.Secret]bool{sent.Secret: true}, got.Secret)
			require.Equal(t, sent.Map, got.Map)
			require.True(t, got.Absent.IsZero())
			require.True(t, got.None.IsZero())
			require.NotContains(t, string(data), "absent")
			var value map[string]string
			require.NoError(t, got.JSON.Decode(&value))
			require.Equal(t, map[string]string{"a": text}, value)
		}
		values := url.Values{}
		require.NoError(t, sent.Secret.EncodeValues("secret", &values))
		require.NoError(t, sent.Absent.EncodeValues("absent", &values))
		require.Equal(t, url.Values{"secret": {text}}, values)
	}
	require.NotEqual(t, api.NewSecret("a"), api.NewSecret("b"))
	require.Empty(t, api.Secret{}.Reveal())
	var null api.Secret
	require.NoError(t, json.Unmarshal([]byte("null"), &null))
	require.True(t, null.IsZero())
	require.Error(t, json.Unmarshal([]byte("5"), &null))
	data, err := jsonx.Marshal(body{})
	require.NoError(t, err)
	require.JSONEq(t, `{"secret":"","map":{},"json":null}`, string(data))
}

func TestErrorsOfSecretJSONDoNotQuoteIt(t *testing.T) {
	t.Parallel()
	object, err := api.NewSecretJSON(map[string]any{"number": 4711, "text": hush})
	require.NoError(t, err)
	var wrong struct {
		Text int `json:"text"`
	}
	err = object.Decode(&wrong)
	require.ErrorContains(t, err, "a value does not fit int")
	require.NotContains(t, err.Error(), hush)
	var number struct {
		Number string `json:"number"`
	}
	err = object.Decode(&number)
	require.ErrorContains(t, err, "a value does not fit string")
	require.NotContains(t, err.Error(), "4711")
	names, err := api.NewSecretJSON(map[string]string{hush: "x"})
	require.NoError(t, err)
	err = names.Decode(&map[string]int{})
	require.ErrorContains(t, err, "does not fit int")
	require.NotContains(t, err.Error(), hush, "the name is a key of a map")
	err = object.Decode(&quoting{})
	require.Error(t, err)
	require.NotContains(t, err.Error(), hush)
	require.ErrorContains(t, api.SecretJSON{}.Decode(&wrong), "empty")
	_, err = api.NewSecretJSON(quoting{hush})
	require.Error(t, err)
	require.NotContains(t, err.Error(), hush)
}

// quoting has errors that quote what it is given.
type quoting struct{ text string }

func (q quoting) MarshalJSON() ([]byte, error)     { return nil, errors.New(q.text) }
func (q *quoting) UnmarshalJSON(data []byte) error { return errors.New(string(data)) }

func TestNullableLogsItsValue(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		value api.Nullable[int]
		want  string
	}{{api.Set(5), `"value":5`}, {api.Null[int](), `"value":"null"`}, {api.Nullable[int]{}, `"value":"unset"`}} {
		var out bytes.Buffer
		slog.New(slog.NewJSONHandler(&out, nil)).Info("logged", slog.Any("value", test.value))
		require.Contains(t, out.String(), test.want)
	}
	require.Equal(t, `"a"`, fmt.Sprintf("%#v", api.Set("a")))
	require.Equal(t, "null", fmt.Sprintf("%#v", api.Null[string]()))
	require.Equal(t, "unset", fmt.Sprintf("%#v", api.Nullable[string]{}))
}

func TestSecretJSONInAQueryIsRison(t *testing.T) {
	t.Parallel()
	claims, err := api.NewSecretJSON(map[string]any{"plan": "pro", "beta": true, "since": "2026-01-02", "tags": []string{"a b", "it's"}, "none": nil, "n": 1e30})
	require.NoError(t, err)
	values := url.Values{}
	require.NoError(t, claims.EncodeValues("claims", &values))
	require.Equal(t, url.Values{"claims": {"(beta:!t,n:1e30,none:!n,plan:pro,since:'2026-01-02',tags:!('a b','it!'s'))"}}, values)

	values = url.Values{}
	require.NoError(t, api.SecretJSON{}.EncodeValues("claims", &values))
	require.Empty(t, values)

	var deep any = hush
	for range 101 {
		deep = []any{deep}
	}
	tooDeep, err := api.NewSecretJSON(deep)
	require.NoError(t, err)
	err = tooDeep.EncodeValues("claims", &values)
	require.EqualError(t, err, "claims: encode Rison: it is nested more than 100 levels deep")
	require.Empty(t, values)
}
