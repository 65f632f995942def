package transport

import (
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/call"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// outgoing is what a call sends, checked and encoded. The pages of an iteration share it, so it
// does not change once it is prepared.
type outgoing struct {
	op      *op.Op
	cfg     call.Config
	path    string // escaped, with the values of its parameters, without the base URL's path
	shown   string // path, as errors show it
	secret  string // the value of the parameter that is a secret, "" for none
	key     string // the value of the secret header, "" for none
	query   url.Values
	body    []byte
	invalid error // why it is not sent, nil if it can be

	queryArg, bodyArg any // what query and body were encoded from, whose fields may be secrets
}

// prepare checks and encodes a call. An invalid one keeps its error for begin. A nil c, which begin
// rejects, has no settings to prepare by.
func (o *outgoing) prepare(c *Core, r *op.Request, opts []api.CallOption) {
	o.op = r.Op
	if c == nil {
		configure(&o.cfg, &call.Config{}, opts)
		return
	}
	configure(&o.cfg, &c.settings.Config, opts)
	o.invalid = o.encode(&c.settings, r)
}

// at returns what is sent for the page at a cursor, without encoding the query again.
func (o outgoing) at(cursor string) outgoing {
	if cursor != "" && o.invalid == nil {
		query := make(url.Values, len(o.query)+1)
		maps.Copy(query, o.query)
		query.Set(pageParam, cursor)
		o.query = query
	}
	return o
}

// configure sets cfg to the settings of a client, and to those of a call where it has its own.
func configure(cfg, client *call.Config, opts []api.CallOption) {
	*cfg = *client
	cfg.Header, cfg.Query = nil, nil
	for _, opt := range opts {
		cfg.Apply(opt)
	}
	cfg.Header, cfg.Query = override(client.Header, cfg.Header), override(client.Query, cfg.Query)
}

// override returns the values of a client, with those of a call in place of all that have the same
// name. The result may be one of the two.
func override[M ~map[string][]string](client, call M) M {
	if len(client) == 0 {
		return call
	}
	if len(call) == 0 {
		return client
	}
	merged := maps.Clone(client)
	maps.Copy(merged, call)
	return merged
}

// hideSecret takes the value of the parameter that is a secret out of the path that errors show.
func (o *outgoing) hideSecret(r *op.Request) {
	o.shown = o.path
	for i, id := range r.IDs() {
		if !o.op.IsSecret(i) {
			continue
		}
		before, after := o.op.Literals()[i], o.op.Literals()[i+1]
		o.secret = id
		o.shown = strings.Replace(o.path, before+url.PathEscape(id)+after, before+"{"+o.op.Param(i)+"}"+after, 1)
	}
}

// encode checks the path, the query, the header and the body, and encodes them.
func (o *outgoing) encode(s *Settings, r *op.Request) error {
	var err error
	if o.path, err = buildPath(r); err != nil {
		return err
	}
	o.hideSecret(r)
	o.queryArg, o.bodyArg = r.QueryArg, r.BodyArg
	if o.cfg.Invalid != nil {
		return &api.ValidationError{Operation: o.op.Name, Field: "opts", Rule: "valid options", Err: o.cfg.Invalid}
	}
	if err := checkHeader(o.op, o.cfg.Header, s.TokenSource != nil); err != nil {
		return err
	}
	if o.op.SecretHeader != "" {
		o.key = r.SecretArg.Reveal()
		if err := checkKey(o.op, o.key, s); err != nil {
			return err
		}
	}
	if !s.WithoutChecks && !o.op.Unlisted {
		if err := checkLimits(r, &o.cfg); err != nil {
			return err
		}
	}
	if err := checkQuery(o.op.Name, r.QueryArg); err != nil {
		return err
	}
	if o.query, err = encodeQuery(r.QueryArg, o.cfg.Query); err != nil {
		return o.badInput("query", err)
	}
	if o.body, err = o.encodeBody(r.BodyArg); err != nil {
		return o.badInput("body", err)
	}
	if len(o.cfg.BodyFields) > 0 {
		if !o.op.HasBody() {
			return &api.ValidationError{Operation: o.op.Name, Field: "body", Rule: "no body field, since a " + o.op.Method + " has no body", Value: strings.Join(slices.Sorted(maps.Keys(o.cfg.BodyFields)), " and ")}
		}
		if o.body, err = jsonx.SetFields(o.body, o.cfg.BodyFields); err != nil {
			return o.badInput("body", err)
		}
	}
	o.op = o.op.For(o.body)
	return nil
}

// Check returns the error with which a call of the request would be rejected before it is sent.
func Check(c *Core, r op.Request) error {
	var o outgoing
	o.prepare(c, &r, nil)
	return o.invalid
}

// checkLimits checks a request against the limits of the API reference.
func checkLimits(r *op.Request, cfg *call.Config) error {
	for i, id := range r.IDs() {
		if err := r.Op.CheckParam(i, id); err != nil {
			return err
		}
	}
	if err := check.Struct(r.Op.Name, r.QueryArg, isKey(cfg.Query)); err != nil {
		return err
	}
	return check.Struct(r.Op.Name, r.BodyArg, isKey(cfg.BodyFields))
}

// encodeBody returns the JSON of a body, nil for none.
func (o *outgoing) encodeBody(body any) ([]byte, error) {
	switch {
	case body == nil:
		return nil, nil
	case o.op.Unlisted:
		return jsonx.MarshalUser(body)
	case len(o.cfg.BodyFields) > 0:
		var err error
		if body, err = withNull(body, isKey(o.cfg.BodyFields)); err != nil {
			return nil, err
		}
	}
	return jsonx.Marshal(body)
}

// withNull returns a copy of v, a struct, in which the top-level fields that the call replaces are
// null. An unset one could be impossible to encode.
func withNull(v any, replaced func(name string) bool) (any, error) {
	value := reflect.ValueOf(v)
	if value.Kind() != reflect.Struct {
		return v, nil
	}
	changed := reflect.New(value.Type())
	changed.Elem().Set(value)
	for field, value := range changed.Elem().Fields() {
		name := check.WireName(field)
		if !field.IsExported() || !replaced(name) {
			continue
		}
		if err := jsonx.Unmarshal([]byte("null"), value.Addr().Interface()); err != nil {
			return nil, fmt.Errorf("field %q: %w", name, err)
		}
	}
	return changed.Elem().Interface(), nil
}

func (o *outgoing) badInput(field string, err error) error {
	return &api.ValidationError{Operation: o.op.Name, Field: field, Rule: "a value that can be encoded", Err: err}
}

// isKey returns a function that reports whether a name is a key of m.
func isKey[V any](m map[string]V) func(string) bool {
	return func(name string) bool {
		_, ok := m[name]
		return ok
	}
}
