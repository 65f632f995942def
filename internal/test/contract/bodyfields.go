package contract

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// methodOf returns the method of the client with that name.
func methodOf(client *publishing.Client, name string) reflect.Value {
	v := reflect.ValueOf(*client)
	steps := strings.Split(name, ".")
	for _, step := range steps[:len(steps)-1] {
		v = v.FieldByName(step)
	}
	return v.MethodByName(steps[len(steps)-1])
}

// calling returns the call of a method of the client. fill sets the structs that the method takes.
func calling(name string, fill func(reflect.Value)) func(Args) (any, error) {
	return func(a Args) (any, error) {
		method := methodOf(a.Client, name)
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
				value := reflect.New(typ).Elem()
				fill(value)
				setKey(value, a.Key)
				in = append(in, value)
			}
		}
		out := method.Call(in)
		if out[0].Kind() == reflect.Func {
			return out[0].Interface(), nil
		}
		err, _ := reflect.TypeAssert[error](out[len(out)-1])
		if len(out) == 1 || err != nil {
			return nil, err
		}
		return out[0].Interface(), nil
	}
}

// setKey sets the value of the secret header, if options contain it.
func setKey(options reflect.Value, key api.Secret) {
	if options.Kind() != reflect.Struct {
		return
	}
	for field, value := range options.Fields() {
		if isKey(field) {
			value.Set(reflect.ValueOf(key))
		}
	}
}

// withBody returns the call of an operation whose body is decoded from JSON, with no query.
func withBody(t *testing.T, name string, body []byte) func(Args) (any, error) {
	_, bodyType, _ := structsOf(methods()[name])
	return calling(name, func(value reflect.Value) {
		if value.Type() == bodyType {
			require.NoError(t, json.Unmarshal(body, value.Addr().Interface()))
		}
	})
}

// bodyFieldsReplaceTypedFields sends the body of each row with each of its fields given by
// WithBodyField instead of the struct, alone and all at once. No check may miss what is given in
// another way.
func (s *suite) bodyFieldsReplaceTypedFields(t *testing.T) {
	tried := map[string]bool{}
	for i := range s.Rows {
		r := &s.Rows[i]
		method, there := methods()[r.Op]
		if r.Body == "" || r.Err != nil || !there {
			continue
		}
		_, bodyType, _ := structsOf(method)
		if bodyType == nil {
			continue
		}
		tried[r.Op] = true
		t.Run(r.String(), func(t *testing.T) {
			t.Parallel()
			if r.Body[0] == '[' { // a list has no fields
				got := newService().run(t.Context(), r.Call, sampleIDs(op.Find(r.Op)), []reply{{status: r.Status}}, api.WithBodyField("id", "x"))
				_, invalid := errors.AsType[*api.ValidationError](got.Err)
				require.True(t, invalid, "%v", got.Err)
				require.Empty(t, got.seen)
				return
			}
			var fields map[string]json.RawMessage
			require.NoError(t, json.Unmarshal([]byte(r.Body), &fields))
			names := slices.Sorted(maps.Keys(fields))
			s.sendsWith(t, r, fields, names)
			extra := slices.DeleteFunc(slices.Clone(names), func(name string) bool { // the struct does not have it
				_, known := fieldNamed(bodyType, "json", name)
				return known
			})
			for _, name := range names {
				s.sendsWith(t, r, fields, append(slices.Clone(extra), name))
			}
		})
	}
	for _, o := range s.ops {
		if _, body, _ := structsOf(methods()[o.Name]); body != nil && o.HasBody() {
			require.True(t, tried[o.Name], "%s takes a body; give one of its rows a Body", o.Name)
		}
	}
}

// sendsWith requires the request of the row from a body whose fields of these names are given by
// WithBodyField.
func (s *suite) sendsWith(t *testing.T, r *Row, fields map[string]json.RawMessage, names []string) {
	t.Helper()
	rest := maps.Clone(fields)
	var opts []api.CallOption
	for _, name := range names {
		delete(rest, name)
		opts = append(opts, api.WithBodyField(name, fields[name]))
	}
	opts = append(opts, queryOf(t, r)...)
	body, err := json.Marshal(rest)
	require.NoError(t, err)
	f, err := load(s.files, r.Response)
	require.NoError(t, err)
	got := newService().run(t.Context(), withBody(t, r.Op, body), sampleIDs(op.Find(r.Op)), f.reply(r.Status), opts...)
	require.NoError(t, got.Err, "%s given by WithBodyField", names)
	require.Len(t, got.seen, 1, "%s given by WithBodyField", names)
	require.Equal(t, r.Request, got.seen[0].method+" "+got.seen[0].uri)
	require.JSONEq(t, r.Body, string(got.seen[0].body), "%s given by WithBodyField", names)
}

// queryOf returns options that add the query of a row.
func queryOf(t *testing.T, r *Row) (opts []api.CallOption) {
	t.Helper()
	_, query, _ := strings.Cut(r.Request, "?")
	values, err := url.ParseQuery(query)
	require.NoError(t, err)
	for name, list := range values {
		for _, value := range list {
			opts = append(opts, api.WithQuery(name, value))
		}
	}
	return opts
}
