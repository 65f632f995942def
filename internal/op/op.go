// Package op describes an operation of the service as a value. The same value drives the request, the text of errors, the label of
// metrics, the retry class, the route of the in-memory service and the conformance test.
package op

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// Class says when a request may be sent again.
type Class uint8

const (
	// Repeatable is a read, a delete, or a put to a path that names what it makes: twice is as good as once.
	Repeatable Class = iota
	// Once may take effect each time it is sent.
	Once
	// Stream is an event stream: it costs money and can answer differently each time.
	Stream
)

// Op is an operation. It is not changed after New.
type Op struct {
	Name     string // area, resource and method, such as "Sites.ShareLinks.Delete"
	Method   string
	Template string // path, such as "/v1/orgs/{organizationId}/sites"
	Class    Class

	Unlisted     bool // returned by Parse: the SDK does not know it, and its types are the caller's
	Experimental bool // not in the API reference

	reads    bool     // see Read
	literals []string // the template around its parameters, escaped: one more than params
	params   []string
	checks   map[string]string // by parameter, see Check
}

// Option changes an operation from what its method says.
type Option func(*Op)

// MaxParams is how many parameters a path can have.
const MaxParams = 5

var all []*Op

// New makes an operation and puts it into the list of All. It is for package variables only: the list is not guarded.
func New(name, method, path string, opts ...Option) *Op {
	o, err := Parse(name, method, path, opts...)
	if err != nil {
		panic(fmt.Errorf("operation %s: path template %q: %w", name, path, err))
	}
	o.Unlisted = false
	all = append(all, o)
	return o
}

// Parse makes an operation without putting it into the list. An error says what is wanted of the path.
func Parse(name, method, path string, opts ...Option) (*Op, error) {
	o := &Op{Name: name, Method: method, Template: path, Class: Once, Unlisted: true}
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPut, http.MethodDelete:
		o.Class = Repeatable
	}
	for _, opt := range opts {
		opt(o)
	}
	n := strings.Count(path, "{")
	parts := make([]string, 2*n+1) // of both, since each program pays for all operations when it starts
	o.literals = parts[: 0 : n+1]
	if n > 0 {
		o.params = parts[n+1 : n+1]
	}
	rest := path
	for {
		before, after, found := strings.Cut(rest, "{")
		// net/url sends a path as it is only when all of it is escaped: one letter that is not would unescape the ids beside it.
		o.literals = append(o.literals, (&url.URL{Path: before}).EscapedPath())
		if !found {
			break
		}
		param, tail, closed := strings.Cut(after, "}")
		if !closed || param == "" || strings.ContainsAny(param, "/{") || !strings.HasSuffix(before, "/") || (tail != "" && tail[0] != '/') {
			return nil, errors.New("want parameters as whole segments, such as /v1/sites/{siteId}")
		}
		o.params = append(o.params, param)
		rest = tail
	}
	for param := range o.checks {
		if !slices.Contains(o.params, param) {
			return nil, fmt.Errorf("want the parameter %q, which has a check", param)
		}
	}
	if len(o.params) > MaxParams {
		return nil, fmt.Errorf("want at most %d parameters", MaxParams)
	}
	return o, nil
}

// AtMostOnce marks a put that does not name what it makes.
func AtMostOnce(o *Op) { o.Class = Once }

// Experimental marks an operation that is not in the API reference.
func Experimental(o *Op) { o.Experimental = true }

// Idempotent marks an operation that may be sent again although its method does not say so.
func Idempotent(o *Op) { o.Class = Repeatable }

// Read marks an operation that changes nothing although its method does not say so: it may be sent again too.
func Read(o *Op) { o.Class, o.reads = Repeatable, true }

// Check says what the value of a parameter has to be, in the words of the check tag of request structs.
func Check(param, words string) Option {
	return func(o *Op) {
		if o.checks == nil {
			o.checks = map[string]string{}
		}
		o.checks[param] = words
	}
}

// EventStream marks an operation that answers with an event stream.
func EventStream(o *Op) { o.Class = Stream }

// All returns the operations of the packages that are linked in, by name.
func All() []*Op {
	ops := slices.Clone(all)
	slices.SortFunc(ops, func(a, b *Op) int { return strings.Compare(a.Name, b.Name) })
	return ops
}

// Params returns the names of the path's parameters, in order.
func (o *Op) Params() []string { return slices.Clone(o.params) }

// Reads tells whether the operation changes nothing.
func (o *Op) Reads() bool {
	return o.reads || !o.HasBody()
}

// HasBody tells whether a request of the operation can have a body.
func (o *Op) HasBody() bool { return o.Method != http.MethodGet && o.Method != http.MethodHead }

// Request is an operation with what one call adds to it. It is a value, so that building one costs no allocation.
type Request struct {
	Op        *Op
	QueryArg  any    // struct for go-querystring, nil for none
	BodyArg   any    // value for JSON, nil for none
	PageArg   string // cursor of a list, in place of what QueryArg says; "" for none
	ids       [MaxParams]string
	idsFilled int
}

// Path begins a request with the values of the path's parameters, in order.
func (o *Op) Path(ids ...string) Request {
	r := Request{Op: o, idsFilled: len(ids)}
	copy(r.ids[:], ids)
	return r
}

// Query adds the struct the query is made of.
func (r Request) Query(q any) Request {
	r.QueryArg = q
	return r
}

// Body adds the value the JSON body is made of.
func (r Request) Body(b any) Request {
	r.BodyArg = b
	return r
}

// At sets the cursor of a list.
func (r Request) At(page string) Request {
	r.PageArg = page
	return r
}

// IDs returns the values of the path's parameters.
func (r *Request) IDs() []string { return r.ids[:min(r.idsFilled, MaxParams)] }

// Complete tells whether there is one value for each parameter.
func (r *Request) Complete() bool { return r.idsFilled == len(r.Op.params) }

// Literals returns the template around its parameters, escaped, one more than there are parameters.
func (o *Op) Literals() []string { return o.literals }

// Param returns the name of the path's parameter i.
func (o *Op) Param(i int) string { return o.params[i] }

// ParamCheck returns what the value of the path's parameter i has to be, "" for any id.
func (o *Op) ParamCheck(i int) string { return o.checks[o.params[i]] }
