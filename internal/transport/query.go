package transport

import (
	"fmt"
	"maps"
	"net/url"

	"github.com/google/go-querystring/query"
)

// encodeQuery makes the query of an operation: its options, then what the call options put in their place.
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
