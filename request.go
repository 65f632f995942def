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

// A Request is a call to an operation that this release does not know. [Client.Do], [All] and
// [Client.Stream] send it with the same authorization, retries and size limits as any other call,
// and return the same errors. With Do and All, a GET, PUT or DELETE is retried like a safe request.
// A POST, a PATCH and the request of Stream are retried in this way only with [WithReplay].
type Request struct {
	// Method is the HTTP method in capitals. If it is empty, it is GET.
	Method string
	// Path is the template of the path, such as "/v1/orgs/{organizationId}/glossary". It begins
	// with "/v1/".
	Path string
	// Params contains the value of each parameter of the path. The values are escaped. A value is
	// rejected if it is empty, "." or "..".
	Params map[string]string
	// Query is a map[string]string, a [url.Values], a struct with url tags, or nil.
	Query any
	// Body is encoded as JSON by encoding/json. If it is nil, the request has no body.
	Body any
	// Operation is the name of the operation in errors, logs and metrics. If it is empty, it is
	// "Do".
	Operation string
}

var errNoParam = errors.New("there is none")

func (r *Request) name() string { return cmp.Or(r.Operation, "Do") }

// operation returns r as a request of the core, or a *api.ValidationError.
func (r *Request) operation(class op.Class) (op.Request, error) {
	method := cmp.Or(r.Method, "GET")
	name := r.name()
	invalid := func(field, rule, value string) error {
		return &api.ValidationError{Operation: name, Field: field, Rule: rule, Value: value}
	}
	if strings.ToUpper(method) != method || strings.Trim(method, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return op.Request{}, invalid("Method", "an HTTP method in capitals", method)
	}
	if !strings.HasPrefix(r.Path, "/v1/") || strings.ContainsAny(r.Path, "?#%\\ ") {
		return op.Request{}, invalid("Path",
			"a path template that begins with /v1/, without a query and without escapes", r.Path)
	}
	for segment := range strings.SplitSeq(strings.TrimPrefix(r.Path, "/v1/"), "/") {
		if segment == "." || segment == ".." || segment == "" {
			return op.Request{}, invalid("Path", `a path without empty segments, "." and ".."`, r.Path)
		}
	}
	o, err := op.Parse(name, method, r.Path, op.Traits{Class: class})
	if err != nil {
		return op.Request{}, invalid("Path", strings.TrimPrefix(err.Error(), "want "), r.Path)
	}
	var ids []string
	for _, param := range o.Params() {
		id, ok := r.Params[param]
		if !ok {
			return op.Request{}, &api.ValidationError{
				Operation: name, Field: param, Rule: "a value in Params", Err: errNoParam,
			}
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

// Do calls an operation that this release does not know. It decodes the response into out, a
// pointer, as encoding/json does. If out is nil, the response is not decoded. If the status is 204
// or 205, Do does not change out. The in-memory server of package publishingtest responds to an
// unknown path with 501.
func (c *Client) Do(ctx context.Context, request Request, out any, opts ...CallOption) error {
	r, err := request.operation(op.ByMethod)
	if err != nil {
		return transport.Reject(request.name(), err, opts)
	}
	return transport.Into(ctx, c.core, r, out, opts)
}

// All returns an iterator over the elements of a list that this release does not know. All decodes
// each element as encoding/json does. If an element does not fit T, the iteration ends with an
// error and yields no element of the page that contains it.
//
// Package pagination describes the iteration. To begin at a page other than the first, set the
// query parameter "page" to the cursor of the page.
func All[T any](
	ctx context.Context, c *Client, request Request, opts ...CallOption,
) iter.Seq2[T, error] {
	r, err := request.operation(op.ByMethod)
	if err != nil {
		return func(yield func(T, error) bool) {
			var nothing T
			yield(nothing, transport.RejectPage(request.name(), err, request.Query, opts))
		}
	}
	return transport.AllOwn[T](ctx, c.core, r, opts)
}

// Stream returns an iterator over the events of an event stream that this release does not know.
// The stream opens when the loop begins and closes when the loop ends.
//
// The stream ends at an event named done, or at an event with the data [DONE] that is named message
// or has no name. This event is not yielded. An error event, as docs/streams.md describes it, ends
// the stream with a [*StreamError]. The data of other events can be anything.
func (c *Client) Stream(
	ctx context.Context, request Request, opts ...CallOption,
) iter.Seq2[sse.Event, error] {
	r, err := request.operation(op.Stream)
	if err != nil {
		return func(yield func(sse.Event, error) bool) {
			yield(sse.Event{}, transport.Reject(request.name(), err, opts))
		}
	}
	return transport.Events(ctx, c.core, r, opts)
}
