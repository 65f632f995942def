package transport

import (
	"fmt"
	"maps"
	"net/url"
	"reflect"

	"github.com/google/go-querystring/query"

	"github.com/publishing-platform/publishing-go/api"
)

// checkQuery rejects what is neither a struct nor url.Values.
func checkQuery(operation string, arg any) error {
	if _, ok := arg.(url.Values); ok || arg == nil {
		return nil
	}
	t := reflect.TypeOf(arg)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() == reflect.Struct {
		return nil
	}
	return &api.ValidationError{Operation: operation, Field: "query", Rule: "a struct with url tags or url.Values", Value: fmt.Sprintf("%T", arg)}
}

// encodeQuery returns the query of an operation: its options, with those that the call replaces.
func encodeQuery(arg any, extra url.Values) (url.Values, error) {
	if arg == nil && len(extra) == 0 {
		return nil, nil
	}
	values := url.Values{}
	if given, ok := arg.(url.Values); ok {
		maps.Copy(values, given)
	} else if arg != nil {
		var err error
		if values, err = query.Values(arg); err != nil {
			return nil, fmt.Errorf("encode query: %w", err)
		}
	}
	maps.Copy(values, extra)
	return values, nil
}
