package publishing

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/sse"
)

// Request is an operation this release does not know. [Client.Do], [All] and [Client.Stream] send it with the authorization, the retries and
// the errors of every other call.
type Request struct {
	// Method is the HTTP method, GET when empty.
	Method string
	// Path is the template of the path, such as "/v1/orgs/{organizationId}/members". It begins with /v1/.
	Path string
	// Params are the values of the path's parameters by name. They are escaped, and an empty one is refused.
	Params map[string]string
	// Query is a struct with url tags or url.Values, nil for none.
	Query any
	// Body is encoded as JSON, nil for none.
	Body any
	// Idempotent says that to send a POST or PATCH twice is as good as once, so that it is sent again after a lost answer. It is about the
	// operation: each call of it may be repeated. Where only some may, leave it out and give those [WithReplay]; either is enough. GET, PUT and
	// DELETE are idempotent without saying so; [WithoutRetry] keeps one that is not from being sent again.
	Idempotent bool
	// Name stands for the operation in errors, logs and metrics. "Do" when empty.
	Name string
}

var errNoParam = errors.New("it has no such name")

// name returns what stands for the operation in errors, logs and metrics.
func (r *Request) name() string { return cmp.Or(r.Name, "Do") }

// operation makes the request an operation.
func (r *Request) operation(opts ...op.Option) (op.Request, error) {
	method := r.Method
	if method == "" {
		method = "GET"
	}
	name := r.name()
	invalid := func(field, rule, value string) error {
		return &api.ValidationError{Operation: name, Field: field, Rule: rule, Value: value}
	}
	if strings.ToUpper(method) != method || strings.Trim(method, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return op.Request{}, invalid("Method", "an HTTP method in capitals", method)
	}
	if !strings.HasPrefix(r.Path, "/v1/") || strings.ContainsAny(r.Path, "?#%\\ ") {
		return op.Request{}, invalid("Path", "a path template that begins with /v1/, without a query and without escapes", r.Path)
	}
	for segment := range strings.SplitSeq(strings.TrimPrefix(r.Path, "/v1/"), "/") {
		if segment == "." || segment == ".." || segment == "" {
			return op.Request{}, invalid("Path", `a path without empty segments, "." and ".."`, r.Path)
		}
	}
	if r.Idempotent {
		opts = append(opts, op.Idempotent)
	}
	o, err := op.Parse(name, method, r.Path, opts...)
	if err != nil {
		return op.Request{}, invalid("Path", strings.TrimPrefix(err.Error(), "want "), r.Path)
	}
	var ids []string
	for _, param := range o.Params() {
		id, ok := r.Params[param]
		if !ok {
			return op.Request{}, &api.ValidationError{Operation: name, Field: param, Rule: "a value in Params", Err: errNoParam}
		}
		ids = append(ids, id)
	}
	for param := range r.Params {
		if !strings.Contains(r.Path, "{"+param+"}") {
			return op.Request{}, invalid("Params", "the name of a parameter of "+r.Path, param)
		}
	}
	return o.Path(ids...).Query(r.Query).Body(r.Body), nil
}

// Do calls an operation this release does not know and decodes the response into out, a pointer. Body
// and response are encoded and decoded by encoding/json. With a nil out the response is not decoded,
// and a 204 or 205 leaves out as it is. The errors are those of every call.
func (c *Client) Do(ctx context.Context, request Request, out any, opts ...CallOption) error {
	r, err := request.operation()
	if err != nil {
		return transport.Reject(request.name(), err, opts)
	}
	return transport.Into(ctx, c.core, r, out, opts)
}

// All iterates over the elements of a list this release does not know, each decoded by encoding/json.
// An error ends the iteration; an element that does not fit T is an error of its page, of which
// nothing is yielded. The query's page is the page to start from.
func All[T any](ctx context.Context, c *Client, request Request, opts ...CallOption) iter.Seq2[T, error] {
	r, err := request.operation()
	if err != nil {
		return func(yield func(T, error) bool) {
			var nothing T
			yield(nothing, transport.Reject(request.name(), err, opts))
		}
	}
	return transport.AllOwn[T](ctx, c.core, r, opts)
}

// Stream calls an operation this release does not know that answers with an event stream, and
// yields its events as they come. The stream opens on range and closes when the loop ends. An event
// named done and the data [DONE] end it, an event named error is an [*StreamError]; either name
// counts without data too.
func (c *Client) Stream(ctx context.Context, request Request, opts ...CallOption) iter.Seq2[sse.Event, error] {
	r, err := request.operation(op.EventStream)
	if err != nil {
		return func(yield func(sse.Event, error) bool) {
			yield(sse.Event{}, transport.Reject(request.name(), err, opts))
		}
	}
	return transport.Events(ctx, c.core, r, opts)
}
