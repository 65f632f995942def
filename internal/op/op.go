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
	"sync"
	"sync/atomic"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// A Class is how an operation may be retried.
type Class uint8

const (
	// Repeatable is an operation that has the same effect whether it is sent once or twice: a safe
	// operation, a DELETE, or an idempotent PUT.
	Repeatable Class = iota
	// Once is an operation that may take effect each time it is sent.
	Once
	// Stream is an event stream. It costs money, and each request may get another response.
	Stream
)

// An Op is an operation. It does not change after New.
type Op struct {
	Name     string // area, resource and method, such as "Sites.ShareLinks.Delete"
	Method   string
	Template string // of the path, such as "/v1/orgs/{organizationId}/sites"
	Class    Class

	// AttemptTimeout is the timeout of an attempt if neither the call nor the client sets one, 0
	// for the default of the core.
	AttemptTimeout time.Duration

	Unlisted     bool // returned by Parse: the SDK does not know it, and its types are the caller's
	Experimental bool // not in the API reference

	reads    bool   // see Read
	onceWith string // see OnceWith
	checks   []paramCheck
	secret   string // the parameter whose value is a secret, "" for none
	header   string // canonical name of the header that carries a secret of the call, "" for none
	path     *path
}

// A paramCheck is the check of the values of a parameter, as words of package check.
type paramCheck struct{ param, words string }

// path is what the template and the checks of an operation say. It is parsed on first use, since a
// program starts with all operations and calls few.
type path struct {
	mu       sync.Mutex
	isParsed atomic.Bool // a sync.Once would allocate for each call
	literals []string    // the template around its parameters, escaped: one more than params
	params   []string
	checks   []check.Text // of the parameters
	err      error
}

// An Option sets what does not follow from the method of an operation.
type Option func(*Op)

// MaxParams is the largest number of parameters that a path can have.
const MaxParams = 5

var all []*Op

// New returns an operation and adds it to the list that All returns. It is for package variables
// only, since the list is not guarded. If the path or a check is invalid, the first use of the path
// panics.
func New(name, method, path string, opts ...Option) *Op {
	o := newOp(name, method, path, opts)
	all = append(all, o)
	return o
}

// Parse returns an operation without adding it to the list. An error describes what the path has to
// be.
func Parse(name, method, path string, opts ...Option) (*Op, error) {
	o := newOp(name, method, path, opts)
	o.Unlisted = true
	if err := o.parse(); err != nil {
		return nil, err
	}
	return o, nil
}

func newOp(name, method, template string, opts []Option) *Op {
	both := &struct { // one allocation
		op   Op
		path path
	}{op: Op{Name: name, Method: method, Template: template, Class: Once}}
	o := &both.op
	o.path = &both.path
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPut, http.MethodDelete:
		o.Class = Repeatable
	}
	for _, opt := range opts {
		opt(o)
	}
	return o
}

// parsed returns the path.
func (o *Op) parsed() *path {
	if err := o.parse(); err != nil {
		panic(fmt.Errorf("operation %s: path template %q: %w", o.Name, o.Template, err))
	}
	return o.path
}

func (o *Op) parse() error {
	p := o.path
	if !p.isParsed.Load() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if !p.isParsed.Load() {
			p.err = p.parse(o)
			p.isParsed.Store(true)
		}
	}
	return p.err
}

func (p *path) parse(o *Op) error {
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
	p.checks = make([]check.Text, len(p.params))
	for _, c := range o.checks {
		i := slices.Index(p.params, c.param)
		if i < 0 {
			return fmt.Errorf("want the parameter %q, which has a check", c.param)
		}
		var err error
		if p.checks[i], err = check.ParseText(c.words); err != nil {
			return fmt.Errorf("check of %s: %w", c.param, err)
		}
	}
	if o.secret != "" && !slices.Contains(p.params, o.secret) {
		return fmt.Errorf("want the parameter %q, which is a secret", o.secret)
	}
	if len(p.params) > MaxParams {
		return fmt.Errorf("want at most %d parameters", MaxParams)
	}
	return nil
}

// AtMostOnce marks a PUT that is not idempotent.
func AtMostOnce(o *Op) { o.Class = Once }

// Experimental marks an operation that is not in the API reference.
func Experimental(o *Op) { o.Experimental = true }

// Idempotent marks an operation that is idempotent although its method is not.
func Idempotent(o *Op) { o.Class = Repeatable }

// Read marks an operation that is safe although its method is not.
func Read(o *Op) { o.Class, o.reads = Repeatable, true }

// OnceWith marks an operation whose requests may take effect each time they are sent if the body
// contains a field.
func OnceWith(field string) Option { return func(o *Op) { o.onceWith = field } }

// Check limits the values of a parameter with words of package check about texts. If it were
// inlined, every program would contain a function for each call of it in the op tables.
//
//go:noinline
func Check(param, words string) Option {
	return func(o *Op) { o.checks = append(o.checks, paramCheck{param: param, words: words}) }
}

// Secret marks a parameter whose value is a secret, so that errors do not contain it.
func Secret(param string) Option { return func(o *Op) { o.secret = param } }

// SecretHeader marks an operation whose calls have a secret of their own, such as the key of
// a partner, and sets the name of the header that carries it.
func SecretHeader(name string) Option {
	return func(o *Op) { o.header = http.CanonicalHeaderKey(name) }
}

// AttemptTimeout sets the timeout of an attempt for an operation that takes longer than others. The
// client and the call may set another.
func AttemptTimeout(d time.Duration) Option { return func(o *Op) { o.AttemptTimeout = d } }

// EventStream marks an operation that responds with an event stream.
func EventStream(o *Op) { o.Class = Stream }

// All returns the operations of the packages that are linked in, sorted by name.
func All() []*Op {
	ops := slices.Clone(all)
	slices.SortFunc(ops, func(a, b *Op) int { return strings.Compare(a.Name, b.Name) })
	return ops
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
// body contains the field of [OnceWith].
func (o *Op) For(body []byte) *Op {
	if o.onceWith == "" || !jsonx.HasFields(body, o.onceWith) {
		return o
	}
	acting := *o
	acting.Class, acting.reads = Once, false
	return &acting
}

// OnceWith returns the field of [OnceWith], "" for none.
func (o *Op) OnceWith() string { return o.onceWith }

// Params returns the names of the parameters of the path, in order.
func (o *Op) Params() []string { return slices.Clone(o.parsed().params) }

// Reads reports whether the operation is safe.
func (o *Op) Reads() bool {
	return o.reads || !o.HasBody()
}

// HasBody reports whether a request of the operation can have a body.
func (o *Op) HasBody() bool { return o.Method != http.MethodGet && o.Method != http.MethodHead }

// Literals returns the template around its parameters, escaped, one more than there are parameters.
func (o *Op) Literals() []string { return o.parsed().literals }

// Param returns the name of parameter i of the path.
func (o *Op) Param(i int) string { return o.parsed().params[i] }

// Secret returns the name of the parameter of the path whose value is a secret, "" for none.
func (o *Op) Secret() string { return o.secret }

// IsSecret reports whether the value of parameter i of the path is a secret.
func (o *Op) IsSecret(i int) bool { return o.secret != "" && o.parsed().params[i] == o.secret }

// SecretHeader returns the canonical name of the header that carries a secret of the call, "" for
// none.
func (o *Op) SecretHeader() string { return o.header }

// ParamCheck returns the words that limit parameter i of the path, "" for none.
func (o *Op) ParamCheck(i int) string { return o.parsed().checks[i].String() }

// CheckParam returns a [*api.ValidationError] if value is no value of parameter i of the path.
func (o *Op) CheckParam(i int, value string) error {
	path := o.parsed()
	return path.checks[i].Check(o.Name, path.params[i], value)
}

// A Request is an operation with what one call adds to it. It is a value, so that building one does
// not allocate.
type Request struct {
	Op        *Op
	QueryArg  any        // a struct for go-querystring, url.Values or map[string]string, nil for none
	BodyArg   any        // encoded as JSON, nil for none
	SecretArg api.Secret // of the secret header, empty for none
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

// Complete reports whether there is one value for each parameter.
func (r *Request) Complete() bool { return r.idsFilled == len(r.Op.parsed().params) }
