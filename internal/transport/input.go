package transport

import (
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	options "github.com/publishing-platform/publishing-go/internal/call"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// An input is what a call sends, checked and encoded, and its options. The pages of an iteration
// share it, so it does not change once it is prepared.
type input struct {
	op      *op.Op
	cfg     options.Config
	path    string // escaped, with the values of its parameters, without the base URL's path
	shown   string // path, as errors show it
	secret  string // the value of the parameter that is a secret, "" for none
	key     string // the value of the secret header, "" for none
	query   url.Values
	body    []byte
	invalid error // why it is not sent, nil if it can be

	queryArg, bodyArg any // what query and body were encoded from, whose fields may be secrets
}

// prepare checks and encodes a call. An invalid one keeps its error for check. Without a core,
// which check rejects, there are no settings to prepare by.
func (in *input) prepare(core *Core, r *op.Request, opts []api.CallOption) {
	in.op = r.Op
	if core == nil {
		configure(&in.cfg, &options.Config{}, opts)
		return
	}
	configure(&in.cfg, &core.settings.Config, opts)
	in.invalid = in.encode(&core.settings, r)
}

// at returns what is sent for the page at a cursor, without encoding the query again.
func (in input) at(cursor string) input {
	if cursor != "" && in.invalid == nil {
		query := make(url.Values, len(in.query)+1)
		maps.Copy(query, in.query)
		query.Set(pageParam, cursor)
		in.query = query
	}
	return in
}

// configure sets cfg to the settings of a client, and to those of a call where it has its own.
func configure(cfg, client *options.Config, opts []api.CallOption) {
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
func (in *input) hideSecret(r *op.Request) {
	in.shown = in.path
	for i, id := range r.IDs() {
		if !in.op.IsSecret(i) {
			continue
		}
		before, after := in.op.Literals()[i], in.op.Literals()[i+1]
		in.secret = id
		in.shown = strings.Replace(in.path, before+url.PathEscape(id)+after, before+"{"+in.op.Param(i)+"}"+after, 1)
	}
}

// encode checks the path, the query, the header and the body, and encodes them.
func (in *input) encode(s *Settings, r *op.Request) error {
	var err error
	if in.path, err = buildPath(r); err != nil {
		return err
	}
	in.hideSecret(r)
	in.queryArg, in.bodyArg = r.QueryArg, r.BodyArg
	if in.cfg.Invalid != nil {
		return &api.ValidationError{Operation: in.op.Name, Field: "opts", Rule: "valid options", Err: in.cfg.Invalid}
	}
	if err := checkHeader(in.op, in.cfg.Header, s.TokenSource != nil); err != nil {
		return err
	}
	if in.op.SecretHeader != "" {
		in.key = r.SecretArg.Reveal()
		if err := checkKey(in.op, in.key, in.cfg.WithoutChecks, s); err != nil {
			return err
		}
	}
	if !in.cfg.WithoutChecks && !in.op.Unlisted {
		if err := checkLimits(r, &in.cfg); err != nil {
			return err
		}
	}
	if err := checkQuery(in.op.Name, r.QueryArg); err != nil {
		return err
	}
	if in.query, err = encodeQuery(r.QueryArg, in.cfg.Query); err != nil {
		return in.badInput("query", err)
	}
	if in.body, err = in.encodeBody(r.BodyArg); err != nil {
		return in.badInput("body", err)
	}
	if len(in.cfg.BodyFields) > 0 {
		if !in.op.HasBody() {
			return &api.ValidationError{
				Operation: in.op.Name, Field: "body",
				Rule:  "no body field, since a " + in.op.Method + " has no body",
				Value: strings.Join(slices.Sorted(maps.Keys(in.cfg.BodyFields)), " and "),
			}
		}
		if in.body, err = jsonx.SetFields(in.body, in.cfg.BodyFields); err != nil {
			return in.badInput("body", err)
		}
	}
	in.op = in.op.For(in.body)
	return nil
}

// Check returns the error with which a call would be rejected before it is sent.
func Check(core *Core, r op.Request, opts []api.CallOption) error {
	var in input
	in.prepare(core, &r, opts)
	return in.invalid
}

// checkLimits checks a request against the limits of the API reference.
func checkLimits(r *op.Request, cfg *options.Config) error {
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
func (in *input) encodeBody(body any) ([]byte, error) {
	switch {
	case body == nil:
		return nil, nil
	case in.op.Unlisted:
		return jsonx.MarshalUser(body)
	case len(in.cfg.BodyFields) > 0:
		var err error
		if body, err = withNull(body, isKey(in.cfg.BodyFields)); err != nil {
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

func (in *input) badInput(field string, err error) error {
	return &api.ValidationError{Operation: in.op.Name, Field: field, Rule: "a value that can be encoded", Err: err}
}

// isKey returns a function that reports whether a name is a key of m.
func isKey[V any](m map[string]V) func(string) bool {
	return func(name string) bool {
		_, ok := m[name]
		return ok
	}
}
