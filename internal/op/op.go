// Package op describes an operation of the API as a value. The same value drives the request, the
// text of errors, the label of metrics, the retry class, the route of the in-memory server, the
// table of operations in the docs and the conformance tests.
package op

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// A Class is how an operation may be retried.
type Class uint8

const (
	// ByMethod is the class that follows from the method: Repeatable for GET, HEAD, PUT, DELETE and
	// whatever is safe, Once for the others. No operation has it after New.
	ByMethod Class = iota
	// Repeatable is an operation that has the same effect whether it is sent once or twice: a safe
	// operation, a DELETE, or an idempotent PUT.
	Repeatable
	// Once is an operation that may take effect each time it is sent.
	Once
	// Stream is an event stream. It costs money, and each request may get another response.
	Stream
)

// Traits are the properties of an operation that do not follow from its method and path.
type Traits struct {
	Class Class

	// Safe is set if the operation changes nothing although its method does not say so.
	Safe bool
	// OnceWith is the field of the body with which the operation may take effect each time it is
	// sent, or a value of a field of an item of a list: "action", or "redirects[].intent=publish".
	// It is "" if there is none.
	OnceWith string
	// Limit limits the values of a parameter of the path.
	Limit Limit
	// Secret is the parameter of the path whose value is a secret, which errors do not contain, ""
	// if there is none.
	Secret string
	// SecretHeader is the header that carries a secret of the call, such as the key of a partner,
	// "" if there is none.
	SecretHeader string
	// AttemptTimeout is the timeout of an attempt if neither the call nor the client sets one, 0
	// for the default of the core.
	AttemptTimeout time.Duration
}

// Shows is where the response to a write shows fields of the body, if that is not the same place,
// in the words of jsonx.CompareWritten.
type Shows string

// A Trait is a property of an operation in its line of the op table: Traits, an [Effect], or
// [Shows].
type Trait interface{ isTrait() }

func (Traits) isTrait() {}
func (Effect) isTrait() {}
func (Shows) isTrait()  {}

// A Limit limits the values of a parameter with words of package check about texts.
type Limit struct{ Param, Words string }

// An Op is an operation. It does not change after New.
type Op struct {
	Name     string // area, resource and method, such as "Sites.ShareLinks.Delete"
	Method   string
	Template string // template of the path, such as "/v1/orgs/{organizationId}/sites"
	Traits

	Unlisted     bool   // returned by Parse: the SDK does not know it, and its types are the caller's
	Experimental bool   // not in the API reference
	Declared     Effect // as the op table has it, "" if there is none
	Shows        Shows  // "" if fields are shown at the same place

	// known is nil before the first use, since a program starts with all operations and calls few.
	known atomic.Pointer[parts]
}

// Named returns the operation under another name, for a method that does more than call it.
func (o *Op) Named(name string) *Op {
	return &Op{
		Name: name, Method: o.Method, Template: o.Template, Traits: o.Traits,
		Unlisted: o.Unlisted, Experimental: o.Experimental, Declared: o.Declared, Shows: o.Shows,
	}
}

// parts are what the template and the limit of an operation say.
type parts struct {
	literals []string // the template around its parameters, escaped: one more than params
	params   []string
	limit    check.Text // check of the parameter that has a limit
}

// MaxParams is the largest number of parameters that a path can have.
const MaxParams = 5

// all has room for the operations of all areas, so that it is not copied when a program starts.
var all = make([]*Op, 0, 512)

// A Group is what operations of an op table have in common.
type Group struct {
	Path         string // the beginning of their paths
	Experimental bool   // they are not in the API reference
	Limit        Limit  // unless an operation has its own
}

// New returns an operation of the group and adds it to the list that All returns. It is for package
// variables only, since the list is not guarded. If the path or the limit is invalid, the first use
// of the path panics.
func (g Group) New(name, method, path string, traits ...Trait) *Op {
	o := newOp(name, method, g.Path+path, traits)
	o.Experimental = g.Experimental
	if o.Limit.Param == "" {
		o.Limit = g.Limit
	}
	all = append(all, o)
	return o
}

// Parse returns an operation without adding it to the list. An error describes what the path has to
// be.
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

func newOp(name, method, template string, traits []Trait) *Op {
	o := &Op{Name: name, Method: method, Template: template}
	for _, trait := range traits {
		switch trait := trait.(type) { // a method would make each of them escape
		case Traits:
			o.Traits = trait
		case Effect:
			o.Declared = trait
		case Shows:
			o.Shows = trait
		}
	}
	o.SecretHeader = http.CanonicalHeaderKey(o.SecretHeader)
	if o.Class != ByMethod {
		return o
	}
	o.Class = Once
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPut, http.MethodDelete:
		o.Class = Repeatable
	}
	if o.Safe {
		o.Class = Repeatable
	}
	return o
}

// parsed returns the parts. It panics if they are invalid.
func (o *Op) parsed() *parts {
	if p := o.known.Load(); p != nil {
		return p
	}
	var p parts // another goroutine may parse the same
	if err := p.parse(o); err != nil {
		panic(fmt.Errorf("operation %s: path template %q: %w", o.Name, o.Template, err))
	}
	o.known.Store(&p)
	return &p
}

func (p *parts) parse(o *Op) error {
	for rest := o.Template; ; {
		before, after, found := strings.Cut(rest, "{")
		// net/url sends a path unchanged only if all of it is escaped: one letter that is not would
		// unescape the ids.
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
		if p.limit, err = check.ParseText(limit.Words); err != nil {
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

// All returns the operations of the packages that are linked in, sorted by name.
func All() []*Op {
	ops := slices.Clone(all)
	slices.SortFunc(ops, func(a, b *Op) int { return strings.Compare(a.Name, b.Name) })
	return ops
}

// Find returns the operation with a name, nil if there is none.
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

// For returns the operation of a request with the given body, which is JSON: o itself, unless the
// body contains what OnceWith identifies.
func (o *Op) For(body []byte) *Op {
	if o.OnceWith == "" || !o.isOnceWith(body) {
		return o
	}
	acting := o.Named(o.Name)
	acting.Class, acting.Safe = Once, false
	return acting
}

func (o *Op) isOnceWith(body []byte) bool {
	list, field, isInList := strings.Cut(o.OnceWith, "[].")
	if !isInList {
		return jsonx.HasFields(body, o.OnceWith)
	}
	field, value, _ := strings.Cut(field, "=")
	fields, _ := jsonx.Fields(body)
	var items []map[string]any
	_ = jsonx.Unmarshal(fields[list], &items)
	return slices.ContainsFunc(items, func(item map[string]any) bool { return item[field] == value })
}

// Params returns the names of the parameters of the path, in order.
func (o *Op) Params() []string { return slices.Clone(o.parsed().params) }

// Reads reports whether the operation is safe.
func (o *Op) Reads() bool {
	return o.Safe || !o.HasBody()
}

// HasBody reports whether a request of the operation can have a body.
func (o *Op) HasBody() bool { return o.Method != http.MethodGet && o.Method != http.MethodHead }

// ParamCheck returns the words that limit parameter i of the path, "" if there is none.
func (o *Op) ParamCheck(i int) string {
	if o.parsed().params[i] != o.Limit.Param {
		return ""
	}
	return o.Limit.Words
}

// CheckParam returns a [*api.ValidationError] if value is no value of parameter i of the path.
func (o *Op) CheckParam(i int, value string) error {
	parts := o.parsed()
	if parts.params[i] != o.Limit.Param {
		return nil
	}
	return parts.limit.Check(o.Name, o.Limit.Param, value)
}

// A Request is an operation with what one call adds to it. It is a value, so that building one does
// not allocate.
type Request struct {
	Op        *Op
	QueryArg  any        // a struct for go-querystring, url.Values or map[string]string, nil if there is none
	BodyArg   any        // encoded as JSON, nil if there is none
	SecretArg api.Secret // value of the secret header, empty for none
	ids       [MaxParams]string
	idsFilled int
}

// Path begins a request with the values of the parameters of the path, in order.
func (o *Op) Path(ids ...string) Request {
	r := Request{Op: o, idsFilled: len(ids)}
	copy(r.ids[:], ids)
	return r
}

// Query returns r with the given query.
func (r Request) Query(q any) Request {
	r.QueryArg = q
	return r
}

// Body returns r with the given body.
func (r Request) Body(b any) Request {
	r.BodyArg = b
	return r
}

// Secret returns r with the value of its secret header.
func (r Request) Secret(value api.Secret) Request {
	r.SecretArg = value
	return r
}

// IDs returns the values of the parameters of the path.
func (r *Request) IDs() []string { return r.ids[:min(r.idsFilled, MaxParams)] }

// A Path is the path of a request.
type Path struct {
	Escaped string // without the path of the base URL
	Shown   string // path as errors show it, with a name in place of the value that is a secret
	Secret  string // value of the secret parameter, "" if there is none
}

// Path returns the path with the IDs in the template. An ID can neither leave its segment nor be
// empty: with an empty one a DELETE would address the parent. No option switches this off.
func (r *Request) Path() (Path, error) {
	parts, ids := r.Op.parsed(), r.IDs()
	if r.idsFilled != len(parts.params) {
		return Path{}, &api.ValidationError{
			Operation: r.Op.Name, Field: "path " + r.Op.Template,
			Rule: "a value for each parameter", Value: strings.Join(ids, ", "),
		}
	}
	var b strings.Builder
	b.Grow(len(r.Op.Template) + 16*len(ids))
	var path Path
	begin, end := 0, 0 // bounds of the secret
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
