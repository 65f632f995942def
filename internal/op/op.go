// Package op describes an operation of the API as a value. The same value drives the request, the
// text of errors, the label of metrics, the retry class, the route of the in-memory server, the
// table of operations in the docs and the conformance tests.
package op

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// A Class determines how an operation may be retried.
type Class uint8

const (
	// ByMethod derives the class from the method. It is Repeatable for GET, HEAD, PUT, DELETE and
	// safe operations, and Once for others. After New, no operation has the class ByMethod.
	ByMethod Class = iota
	// Repeatable is the class of operations that have the same effect whether they are sent once or
	// twice: safe operations, DELETEs and idempotent PUTs.
	Repeatable
	// Once is the class of operations that may take effect each time they are sent.
	Once
	// Stream is the class of event streams. A stream costs money, and its response may differ each
	// time.
	Stream
)

// Traits are the properties of an operation that do not follow from its method and path.
type Traits struct {
	Class Class

	// Safe reports whether the operation changes nothing, although its method suggests otherwise.
	Safe bool
	// OnceWith identifies a part of the body that moves the operation to the class Once. It is a
	// field, such as "action", or a value of a field in the items of a list, such as
	// "redirects[].intent=publish". It is "" if there is no such part.
	OnceWith string
	// Limit limits the values of a path parameter.
	Limit Limit
	// Secret is the name of the path parameter whose value is a secret, or "". Errors do not
	// contain the value.
	Secret string
	// SecretHeader is the name of the header that contains a secret of the call, such as the key of
	// a partner, or "".
	SecretHeader string
	// AttemptTimeout is the timeout of an attempt if neither the call nor the client sets one. 0
	// means the default of the core.
	AttemptTimeout time.Duration
}

// Shows describes how the response to a write shows the fields of the body, if it does not show
// them at the same place. For the words, see jsonx.CompareWritten.
type Shows string

// A Trait is a property of an operation in its line of the op table: Traits, an [Effect], or
// [Shows].
type Trait interface{ isTrait() }

func (Traits) isTrait() {}
func (Effect) isTrait() {}
func (Shows) isTrait()  {}

// A Limit limits the values of a parameter with words of package check that apply to texts.
type Limit struct{ Param, Words string }

// An Op is an operation. It does not change after New.
type Op struct {
	Name     string // area, resource and method, such as "Sites.ShareLinks.Delete"
	Method   string
	Template string // template of the path, such as "/v1/orgs/{organizationId}/sites"
	Class    Class
	*Traits  // shared by the operations without traits of their own

	Unlisted     bool   // returned by Parse; the SDK does not know the operation, and its types are the caller's
	Experimental bool   // whether it is not in the API reference
	Declared     Effect // effect in the op table; "" if there is none
	Shows        Shows  // "" if responses show all fields at the same place

	// known is nil before the first use, because a program contains all operations but calls few of
	// them.
	known atomic.Pointer[parts]
}

// Named returns a copy of the operation with another name, for a method that does more than call
// the operation.
func (o *Op) Named(name string) *Op {
	return &Op{
		Name: name, Method: o.Method, Template: o.Template, Class: o.Class, Traits: o.Traits,
		Unlisted: o.Unlisted, Experimental: o.Experimental, Declared: o.Declared, Shows: o.Shows,
	}
}

// parts contains the parsed template and limit of an operation.
type parts struct {
	literals []string // escaped parts of the template around its parameters; one more than params
	params   []string
	limit    []check.Word // check of the parameter that has a limit
}

// MaxParams is the maximum number of parameters in a path.
const MaxParams = 5

// all has enough capacity for the operations of all areas, so that it is not copied when a program
// starts.
var all = make([]*Op, 0, 512)

// A Group contains the properties that several operations of an op table have in common.
type Group struct {
	Path         string // the beginning of their paths
	Experimental bool   // whether they are not in the API reference
	Limit        Limit  // limit of operations without their own
}

// New returns an operation of the group and adds it to the list that All returns. Use it only to
// initialize package variables, because no lock protects the list. If the path or the limit is
// invalid, the first use of the operation panics.
func (g *Group) New(name, method, path string, traits ...Trait) *Op {
	o := newOp(name, method, g.Path+path, traits)
	o.Experimental = g.Experimental
	if o.Limit.Param == "" && g.Limit.Param != "" {
		limited := *o.Traits
		limited.Limit = g.Limit
		o.Traits = &limited
	}
	all = append(all, o)
	return o
}

// Bare returns an Op for something that is not an operation of the API, such as the download of a
// file. It has no path. Both arguments may be "".
func Bare(name, method string) *Op { return &Op{Name: name, Method: method, Traits: &noTraits} }

// Parse returns an operation without adding it to the list. If the path is invalid, the error
// describes a valid one.
func Parse(name, method, path string, traits ...Trait) (*Op, error) {
	o := newOp(name, method, path, traits)
	o.Unlisted = true
	var p parts
	if err := p.parse(o); err != nil {
		return nil, err
	}
	o.known.Store(&p)
	return o, nil
}

// noTraits are the traits of an operation that has none.
var noTraits Traits

func newOp(name, method, template string, traits []Trait) *Op {
	o := &Op{Name: name, Method: method, Template: template, Traits: &noTraits}
	for _, trait := range traits {
		switch trait := trait.(type) { // a method of the interface would make each trait escape to the heap
		case Traits:
			o.Traits = &trait
			o.Class = trait.Class
		case Effect:
			o.Declared = trait
		case Shows:
			o.Shows = trait
		}
	}
	if o.SecretHeader != "" {
		o.SecretHeader = http.CanonicalHeaderKey(o.SecretHeader)
	}
	switch {
	case o.Class != ByMethod:
	case o.Reads(), method == http.MethodPut, method == http.MethodDelete:
		o.Class = Repeatable
	default:
		o.Class = Once
	}
	return o
}

// parsed returns the parts. It panics if they are invalid.
func (o *Op) parsed() *parts {
	if p := o.known.Load(); p != nil {
		return p
	}
	var p parts // another goroutine may parse it at the same time
	if err := p.parse(o); err != nil {
		panic(fmt.Errorf("operation %s: path template %q: %w", o.Name, o.Template, err))
	}
	o.known.Store(&p)
	return &p
}

func (p *parts) parse(o *Op) error {
	for rest := o.Template; ; {
		before, after, found := strings.Cut(rest, "{")
		// net/url sends a path unchanged only if it is escaped completely. Otherwise, it would
		// unescape the IDs.
		p.literals = append(p.literals, (&url.URL{Path: before}).EscapedPath())
		if !found {
			break
		}
		param, tail, closed := strings.Cut(after, "}")
		if !closed || param == "" || strings.ContainsAny(param, "/{") || !strings.HasSuffix(before, "/") || (tail != "" && tail[0] != '/') {
			return errors.New("want parameters as whole segments, such as /v1/sites/{siteId}")
		}
		p.params = append(p.params, param)
		rest = tail
	}
	if limit := o.Limit; limit.Param != "" {
		if !slices.Contains(p.params, limit.Param) {
			return fmt.Errorf("want the parameter %q, which has a limit", limit.Param)
		}
		var err error
		if p.limit, err = check.Parse(limit.Words); err != nil {
			return fmt.Errorf("limit of %s: %w", limit.Param, err)
		}
	}
	if o.Secret != "" && !slices.Contains(p.params, o.Secret) {
		return fmt.Errorf("want the parameter %q, which is a secret", o.Secret)
	}
	if len(p.params) > MaxParams {
		return fmt.Errorf("want at most %d parameters", MaxParams)
	}
	return nil
}

// All returns the operations of all linked packages, sorted by name.
func All() []*Op {
	ops := slices.Clone(all)
	slices.SortFunc(ops, func(a, b *Op) int { return strings.Compare(a.Name, b.Name) })
	return ops
}

// Find returns the operation with the given name, or nil if there is none.
func Find(name string) *Op {
	if i := slices.IndexFunc(all, func(o *Op) bool { return o.Name == name }); i >= 0 {
		return all[i]
	}
	return nil
}

// Route returns the pattern of the operation for [http.ServeMux]. A path that ends in a slash does
// not match the paths below it.
func (o *Op) Route() string {
	route := o.Method + " " + o.Template
	if strings.HasSuffix(route, "/") {
		route += "{$}"
	}
	return route
}

// For returns the operation of a request with the given JSON body. It is the operation itself,
// unless the body contains the part that OnceWith identifies.
func (o *Op) For(body []byte) *Op {
	if o.OnceWith == "" || !o.isOnceWith(body) {
		return o
	}
	acting := o.Named(o.Name)
	traits := *o.Traits
	traits.Safe = false
	acting.Class, acting.Traits = Once, &traits
	return acting
}

func (o *Op) isOnceWith(body []byte) bool {
	name, field, isInList := strings.Cut(o.OnceWith, "[].")
	fields, _ := jsonx.Fields(body)
	if !isInList {
		_, has := fields[name]
		return has
	}
	field, value, _ := strings.Cut(field, "=")
	var items []api.Raw
	_ = jsonx.Unmarshal(fields[name], &items)
	return slices.ContainsFunc(items, func(item api.Raw) bool {
		var text string
		members, _ := jsonx.Fields(item)
		return jsonx.Unmarshal(members[field], &text) == nil && text == value
	})
}

// Params returns the names of the parameters of the path, in order.
func (o *Op) Params() []string { return slices.Clone(o.parsed().params) }

// Reads reports whether the operation is safe.
func (o *Op) Reads() bool {
	return o.Safe || !o.HasBody()
}

// HasBody reports whether a request of the operation can have a body.
func (o *Op) HasBody() bool { return o.Method != http.MethodGet && o.Method != http.MethodHead }

// ParamCheck returns the words that limit parameter i of the path, or "" if there are none.
func (o *Op) ParamCheck(i int) string {
	if o.parsed().params[i] != o.Limit.Param {
		return ""
	}
	return o.Limit.Words
}

// CheckParam returns an [*api.ValidationError] if value is not valid for parameter i of the path.
func (o *Op) CheckParam(i int, value string) error {
	parts := o.parsed()
	if parts.params[i] != o.Limit.Param {
		return nil
	}
	v := reflect.ValueOf(value)
	for i := range parts.limit {
		if want := parts.limit[i].Unmet(v); want != "" {
			return &api.ValidationError{Operation: o.Name, Field: o.Limit.Param, Rule: want, Value: check.Shown(value)}
		}
	}
	return nil
}

// A Request is an operation together with the arguments of one call. It is a value, so that
// creating one does not allocate.
type Request struct {
	Op        *Op
	QueryArg  any        // a struct for go-querystring, url.Values or map[string]string; nil if there is none
	BodyArg   any        // value that is encoded as JSON; nil if there is none
	SecretArg api.Secret // value of the secret header; empty if there is none
	ids       [MaxParams]string
	idsFilled int
}

// Path returns a request of the operation with the values of the path parameters, in order.
func (o *Op) Path(ids ...string) Request {
	r := Request{Op: o, idsFilled: len(ids)}
	copy(r.ids[:], ids)
	return r
}

// Query returns a copy of r with the given query.
func (r Request) Query(q any) Request {
	r.QueryArg = q
	return r
}

// Body returns a copy of r with the given body.
func (r Request) Body(b any) Request {
	r.BodyArg = b
	return r
}

// Secret returns a copy of r with the given value of the secret header.
func (r Request) Secret(value api.Secret) Request {
	r.SecretArg = value
	return r
}

// IDs returns the values of the path parameters.
func (r *Request) IDs() []string { return r.ids[:min(r.idsFilled, MaxParams)] }

// A Path is the path of a request.
type Path struct {
	Escaped string // without the path of the base URL
	Shown   string // path as errors show it; it contains the name of the secret parameter instead of its value
	Secret  string // value of the secret parameter; "" if there is none
}

// Path returns the path, which is the template with the IDs. An ID cannot leave its segment, and it
// must not be empty, because a DELETE would then address the parent. No option disables these
// checks.
func (r *Request) Path() (Path, error) {
	parts := r.Op.parsed()
	if r.idsFilled != len(parts.params) {
		return Path{}, &api.ValidationError{
			Operation: r.Op.Name, Field: "path " + r.Op.Template,
			Rule: "a value for each parameter", Value: strings.Join(r.IDs(), ", "),
		}
	}
	ids := r.ids[:r.idsFilled]
	var b strings.Builder
	b.Grow(len(r.Op.Template) + 16*len(ids))
	var path Path
	begin, end := 0, 0 // bounds of the secret in the escaped path
	for i, id := range ids {
		if id == "" || id == "." || id == ".." {
			return Path{}, &api.ValidationError{
				Operation: r.Op.Name, Field: parts.params[i],
				Rule: `an id other than "", "." and ".."`, Value: id,
			}
		}
		escaped := url.PathEscape(id)
		b.WriteString(parts.literals[i])
		if parts.params[i] == r.Op.Secret {
			path.Secret, begin, end = id, b.Len(), b.Len()+len(escaped)
		}
		b.WriteString(escaped)
	}
	b.WriteString(parts.literals[len(ids)])
	path.Escaped, path.Shown = b.String(), b.String()
	if path.Secret != "" {
		path.Shown = path.Escaped[:begin] + "{" + r.Op.Secret + "}" + path.Escaped[end:]
	}
	return path, nil
}
