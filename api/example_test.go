package api_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/publishing-platform/publishing-go/api"
)

func ExampleNullable() {
	type update struct {
		Emoji api.Nullable[string] `json:"emoji,omitzero"`
	}
	for _, u := range []update{{}, {Emoji: api.Null[string]()}, {Emoji: api.Set("1f4d8")}} {
		body, err := json.Marshal(u)
		fmt.Println(string(body), err)
	}
	// Output:
	// {} <nil>
	// {"emoji":null} <nil>
	// {"emoji":"1f4d8"} <nil>
}

// A test of error handling can create errors itself.
func ExampleError() {
	var err error = &api.Error{FailedCall: api.FailedCall{Operation: "Sites.Get", Method: "GET", Path: "/v1/orgs/acme/sites/docs", Attempts: 1}, Status: 404, Message: "no such site"}
	fmt.Println(err)
	fmt.Println(errors.Is(err, api.ErrNotFound))
	// Output:
	// Sites.Get: GET /v1/orgs/acme/sites/docs: 404 Not Found: no such site
	// true
}

func ExampleMayHaveApplied() {
	lost := &api.TransportError{FailedCall: api.FailedCall{Operation: "Sites.Create", Method: "POST", Path: "/v1/orgs/acme/sites", Attempts: 1, MayHaveApplied: true}, Err: io.ErrUnexpectedEOF}
	fmt.Println(api.MayHaveApplied(fmt.Errorf("launch: %w", lost)))
	fmt.Println(api.MayHaveApplied(&api.Error{FailedCall: api.FailedCall{Operation: "Sites.Create"}, Status: 400}))
	// Output:
	// true
	// false
}
