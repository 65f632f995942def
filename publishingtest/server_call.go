package publishingtest

import (
	"encoding/json"
	"net/http"
	"net/url"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

var (
	ruleJSON   = newRule("body.json", "a body is JSON")
	ruleObject = newRule("body.object", "a body is a JSON object")
)

// request is a call as a handler sees it, with the state it may change.
type call struct {
	*state
	op     *op.Op
	http   *http.Request
	query  url.Values
	body   []byte
	parsed any // the body as JSON; an empty body is an empty object
}

// handler carries out an operation. It runs alone: the state is locked.
type handler func(c *call) (response, error)

// with makes a handler of one that works on a resource of the path.
func withResource[T any](resource func(c *call) (T, error), handle func(c *call, resource T) (response, error)) handler {
	return func(c *call) (response, error) {
		found, err := resource(c)
		if err != nil {
			return response{}, err
		}
		return handle(c, found)
	}
}

// parse reads the query and the body.
func (c *call) parse() error {
	c.query = c.http.URL.Query()
	c.parsed = map[string]any{}
	if len(c.body) == 0 {
		return nil
	}
	if err := json.Unmarshal(c.body, &c.parsed); err != nil && c.enabled(ruleJSON) {
		return fail(http.StatusBadRequest, "body: want JSON, got what cannot be read: %v [%s]", err, ruleJSON)
	}
	if _, ok := c.parsed.(map[string]any); !ok && c.enabled(ruleObject) {
		return invalid("body", "an object", c.parsed, ruleObject)
	}
	return nil
}

// id returns a parameter of the path.
func (c *call) param(param string) string { return c.http.PathValue(param) }

// flag returns a boolean of the query, nil when there is none.
func (c *call) queryBool(name string) *bool {
	if !c.query.Has(name) {
		return nil
	}
	return new(c.query.Get(name) == "true")
}

// input reads the body. A value of a wrong type is zero: the table of limits has refused it unless its rule is off.
func input[T any](c *call) T {
	var v T
	if len(c.body) > 0 {
		_, _ = jsonx.Decode(c.body, &v) // what is no JSON object has been refused like a wrong type
	}
	return v
}

// find returns the resource that a parameter of the path names. While its rule is off, an absent one is a blank one.
func find[T any](c *call, t *ordered.Table[*T], param string, absent rule) (*T, error) {
	found, there := t.Get(c.param(param))
	switch {
	case there:
		return found, nil
	case c.enabled(absent):
		return nil, notFound(param, c.param(param))
	default:
		return new(T), nil
	}
}
