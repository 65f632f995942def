package contract

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// unknownValuesAreSent sends the query and the body of each row with another value of each enum,
// one at a time. Only an object with several forms must have a kind that this release knows, unless
// the object has a field Raw.
func (s *suite) unknownValuesAreSent(t *testing.T) {
	for i := range s.Rows {
		r := &s.Rows[i]
		method, there := methods()[r.Op]
		if !there || r.Err != nil {
			continue
		}
		query, body, _ := structsOf(method)
		t.Run(r.String(), func(t *testing.T) {
			t.Parallel()
			f, err := load(s.files, r.Response)
			require.NoError(t, err)
			reject := func(call func(Args) (any, error), opts ...api.CallOption) *api.ValidationError {
				got := newService().run(t.Context(), call, sampleIDs(op.Find(r.Op)), f.reply(r.Status), opts...)
				invalid, _ := errors.AsType[*api.ValidationError](got.Err)
				return invalid
			}
			if query != nil {
				for field := range query.Fields() {
					if !isEnum(innermost(field.Type)) {
						continue
					}
					invalid := reject(calling(r.Op, func(v reflect.Value) {
						switch f := v.FieldByName(field.Name); {
						case v.Type() != query:
						case field.Type.Kind() == reflect.Slice:
							f.Set(reflect.Append(f, reflect.ValueOf(unknown).Convert(field.Type.Elem())))
						default:
							f.SetString(unknown)
						}
					}))
					name := field.Tag.Get("url")
					require.False(t, invalid != nil && invalid.Value == unknown, "%s: %v", name, invalid)
				}
			}
			if body == nil || r.Body == "" || r.Body[0] != '{' {
				return
			}
			root, err := parse([]byte(r.Body))
			require.NoError(t, err)
			for _, at := range valuesOf(root) {
				value, _ := atPath(root, at)
				_, isText := value.(string)
				in, enum := enumAt(body, at)
				if !isText || enum == nil || isKind(in, at) {
					continue
				}
				encoded, err := json.Marshal(with(root, at, unknown))
				require.NoError(t, err)
				require.Nil(t, reject(withBody(t, r.Op, encoded), queryOf(t, r)...), "%s, which is a %s", at, enum)
			}
		})
	}
}

// isKind reports whether a field determines the form of an object that this release must know.
func isKind(in reflect.Type, at path) bool {
	name, _ := at[len(at)-1].(string)
	_, hasRaw := in.FieldByName("Raw")
	return !hasRaw && (name == "type" || name == "kind")
}

// enumAt returns the type of the value at a path in the JSON of a struct, nil if it is not that of
// an enum, and the struct that contains the value.
func enumAt(t reflect.Type, at path) (in, enum reflect.Type) {
	for _, step := range at {
		name, _ := step.(string)
		field, there := fieldNamed(t, "json", name)
		if !there {
			continue // the index of a list, or the key of a map
		}
		in, enum, t = t, innermost(field.Type), structIn(field.Type)
	}
	if enum == nil || !isEnum(enum) {
		return in, nil
	}
	return in, enum
}
