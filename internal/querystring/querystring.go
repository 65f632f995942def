// Package querystring encodes the options of operations as queries.
package querystring

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"strings"
	"time"

	"github.com/google/go-querystring/query"

	"github.com/publishing-platform/publishing-go/api"
)

// Encode returns the query of an operation. The parameters of the call replace the options of the
// operation.
func Encode(operation string, arg any, extra url.Values) (url.Values, error) {
	if t := reflect.TypeOf(arg); len(extra) == 0 && (t == nil || t.Kind() == reflect.Struct && t.NumField() == 0) {
		return nil, nil
	}
	values := url.Values{}
	switch given := arg.(type) {
	case nil:
	case url.Values:
		maps.Copy(values, given)
	case map[string]string:
		for name, value := range given {
			values.Set(name, value)
		}
	default:
		var err error
		values, err = query.Values(arg)
		switch {
		case err != nil && isStruct(arg):
			return nil, &api.ValidationError{
				Operation: operation, Field: "query", Rule: "a value that can be encoded",
				Err: fmt.Errorf("encode query: %w", err),
			}
		case err != nil:
			return nil, &api.ValidationError{
				Operation: operation, Field: "query",
				Rule:  "a map[string]string, url.Values or a struct with url tags",
				Value: fmt.Sprintf("%T", arg),
			}
		}
		setTimes(reflect.ValueOf(arg), values)
	}
	maps.Copy(values, extra)
	return values, nil
}

// isStruct reports whether v is a struct or a pointer to one.
func isStruct(v any) bool {
	t := reflect.TypeOf(v)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Struct
}

// setTimes sets the times in options with their fractions of a second, which package go-querystring
// drops. It does not change times whose tags configure another format.
func setTimes(options reflect.Value, values url.Values) {
	if options = reflect.Indirect(options); options.Kind() != reflect.Struct {
		return
	}
	for i := range options.NumField() {
		value := options.Field(i)
		if value.Type() != reflect.TypeFor[time.Time]() || value.IsZero() || !value.CanInterface() {
			continue
		}
		field := options.Type().Field(i)
		name, form, _ := strings.Cut(field.Tag.Get("url"), ",")
		if form == "omitempty" && field.Tag.Get("layout") == "" {
			at, _ := reflect.TypeAssert[time.Time](value)
			values.Set(cmp.Or(name, field.Name), at.Format(time.RFC3339Nano))
		}
	}
}
