package contract

import (
	"context"
	"encoding/json"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
)

// methodOf returns the method of the client that an operation is called by.
func methodOf(client *publishing.Client, operation string) reflect.Value {
	v := reflect.ValueOf(*client)
	steps := strings.Split(operation, ".")
	for _, step := range steps[:len(steps)-1] {
		v = v.FieldByName(step)
	}
	return v.MethodByName(steps[len(steps)-1])
}

// withBody returns the call of an operation with a body of the method's type, made of JSON, and with nothing set in its query.
func withBody(t *testing.T, operation string, body []byte) func(Args) (any, error) {
	return func(a Args) (any, error) {
		method := methodOf(a.Client, operation)
		_, bodyType, _ := structsOf(methods()[operation])
		ids := a.ID
		var in []reflect.Value
		for typ := range method.Type().Ins() {
			switch {
			case typ == reflect.TypeFor[context.Context]():
				in = append(in, reflect.ValueOf(a.Ctx))
			case typ.Kind() == reflect.String:
				in = append(in, reflect.ValueOf(ids[0]))
				ids = ids[1:]
			case typ == reflect.TypeFor[[]api.CallOption]():
				for _, opt := range a.Opts {
					in = append(in, reflect.ValueOf(opt))
				}
			default:
				value := reflect.New(typ)
				if typ == bodyType {
					require.NoError(t, json.Unmarshal(body, value.Interface()))
				}
				in = append(in, value.Elem())
			}
		}
		out := method.Call(in)
		if out[0].Kind() == reflect.Func { // a stream
			return out[0].Interface(), nil
		}
		err, _ := reflect.TypeAssert[error](out[len(out)-1])
		return nil, err
	}
}

// TestBodyFieldStandsInForATypedField sends the body of each row with each of its fields given by WithBodyField in place of the struct's,
// alone and all at once. No check may miss what was given in another way.
func TestBodyFieldStandsInForATypedField(t *testing.T) {
	t.Parallel()
	tried := map[string]bool{}
	for i := range table {
		r := &table[i]
		_, bodyType, _ := structsOf(methods()[r.Op])
		if r.Body == "" || bodyType == nil || r.Err != nil {
			continue
		}
		tried[r.Op] = true
		t.Run(r.String(), func(t *testing.T) {
			t.Parallel()
			var fields map[string]json.RawMessage
			require.NoError(t, json.Unmarshal([]byte(r.Body), &fields))
			names := slices.Sorted(maps.Keys(fields))
			r.sendsWith(t, fields, names)
			extra := slices.DeleteFunc(slices.Clone(names), func(name string) bool { // the struct does not have it
				_, known := fieldNamed(bodyType, "json", name)
				return known
			})
			for _, name := range names {
				r.sendsWith(t, fields, append(slices.Clone(extra), name))
			}
		})
	}
	for name, method := range methods() {
		if _, body, _ := structsOf(method); body != nil && operation(name) != nil {
			require.True(t, tried[name], "%s has a body: want a row with one", name)
		}
	}
}

// sendsWith wants the request of the row from a body whose fields of these names are given by WithBodyField.
func (r *Row) sendsWith(t *testing.T, fields map[string]json.RawMessage, names []string) {
	t.Helper()
	rest := maps.Clone(fields)
	var opts []api.CallOption
	for _, name := range names {
		delete(rest, name)
		opts = append(opts, api.WithBodyField(name, fields[name]))
	}
	_, query, _ := strings.Cut(r.Request, "?")
	values, err := url.ParseQuery(query)
	require.NoError(t, err)
	for name, list := range values {
		for _, value := range list {
			opts = append(opts, api.WithQuery(name, value))
		}
	}
	body, err := json.Marshal(rest)
	require.NoError(t, err)
	f, err := load(r.Response)
	require.NoError(t, err)
	got := newService().run(t.Context(), withBody(t, r.Op, body), sampleIDs(operation(r.Op)), f.reply(r.Status), opts...)
	require.NoError(t, got.err, "%s given by WithBodyField", names)
	require.Len(t, got.seen, 1, "%s given by WithBodyField", names)
	require.Equal(t, r.Request, got.seen[0].method+" "+got.seen[0].uri)
	require.JSONEq(t, r.Body, string(got.seen[0].body), "%s given by WithBodyField", names)
}
