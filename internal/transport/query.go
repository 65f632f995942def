package transport

import (
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"strings"
	"time"

	"github.com/google/go-querystring/query"

	"github.com/publishing-platform/publishing-go/api"
)

// checkQuery rejects what encodeQuery cannot encode.
func checkQuery(operation string, arg any) error {
	switch arg.(type) {
	case nil, url.Values, map[string]string:
		return nil
	}
	t := reflect.TypeOf(arg)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() == reflect.Struct {
		return nil
	}
	return &api.ValidationError{
		Operation: operation, Field: "query",
		Rule:  "a map[string]string, url.Values or a struct with url tags",
		Value: fmt.Sprintf("%T", arg),
	}
}

// encodeQuery returns the query of an operation: its options, with those that the call replaces.
func encodeQuery(arg any, extra url.Values) (url.Values, error) {
	if (arg == nil || reflect.TypeOf(arg).Size() == 0) && len(extra) == 0 { // options without parameters
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
		if values, err = query.Values(arg); err != nil {
			return nil, fmt.Errorf("encode query: %w", err)
		}
		setTimes(reflect.ValueOf(arg), values)
	}
	maps.Copy(values, extra)
	return values, nil
}

// setTimes sets the times of options with their fractions of a second, which package go-querystring
// drops, unless a tag configures another form.
func setTimes(options reflect.Value, values url.Values) {
	if options = reflect.Indirect(options); options.Kind() != reflect.Struct {
		return
	}
	for i := range options.NumField() {
		if options.Field(i).Type() != reflect.TypeFor[time.Time]() || options.Field(i).IsZero() {
			continue
		}
		field := options.Type().Field(i)
		name, form, _ := strings.Cut(field.Tag.Get("url"), ",")
		at, ok := reflect.TypeAssert[time.Time](options.Field(i))
		if ok && form == "omitempty" && field.Tag.Get("layout") == "" {
			values.Set(name, at.Format(time.RFC3339Nano))
		}
	}
}
