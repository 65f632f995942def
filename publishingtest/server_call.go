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
	ruleJSON   = behaviour("body.json", "a body is JSON")
	ruleObject = behaviour("body.object", "a body is a JSON object")
)

// request is a call as a handler sees it, with the state it may change.
type request struct {
	*state
	op     *op.Op
	http   *http.Request
	query  url.Values
	body   []byte
	parsed any // the body as JSON; an empty body is an empty object
}

// handler carries out an operation. It runs alone: the state is locked.
type handler func(r *request) (answer, error)

// with makes a handler of one that works on a resource of the path.
func with[T any](resource func(r *request) (T, error), handle func(r *request, resource T) (answer, error)) handler {
	return func(r *request) (answer, error) {
		found, err := resource(r)
		if err != nil {
			return answer{}, err
		}
		return handle(r, found)
	}
}

// parse reads the query and the body.
func (r *request) parse() error {
	r.query = r.http.URL.Query()
	r.parsed = map[string]any{}
	if len(r.body) == 0 {
		return nil
	}
	if err := json.Unmarshal(r.body, &r.parsed); err != nil && r.holds(ruleJSON) {
		return fail(http.StatusBadRequest, "body: want JSON, got what cannot be read: %v [%s]", err, ruleJSON)
	}
	if _, ok := r.parsed.(map[string]any); !ok && r.holds(ruleObject) {
		return broken("body", "an object", r.parsed, ruleObject)
	}
	return nil
}

// id returns a parameter of the path.
func (r *request) id(param string) string { return r.http.PathValue(param) }

// flag returns a boolean of the query, nil when there is none.
func (r *request) flag(name string) *bool {
	if !r.query.Has(name) {
		return nil
	}
	return new(r.query.Get(name) == "true")
}

// input reads the body. A value of a wrong type is zero: the table of limits has refused it unless its rule is off.
func input[T any](r *request) T {
	var v T
	if len(r.body) > 0 {
		_, _ = jsonx.Decode(r.body, &v) // what is no JSON object has been refused like a wrong type
	}
	return v
}

// find returns the resource that a parameter of the path names. While its rule is off, an absent one is a blank one.
func find[T any](r *request, t *ordered.Table[*T], param string, absent rule) (*T, error) {
	found, there := t.Get(r.id(param))
	switch {
	case there:
		return found, nil
	case r.holds(absent):
		return nil, notFound(param, r.id(param))
	default:
		return new(T), nil
	}
}
