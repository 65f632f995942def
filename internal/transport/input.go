package transport

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	options "github.com/publishing-platform/publishing-go/internal/call"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/internal/querystring"
)

// An input contains the checked and encoded data that a call sends, and its options. The pages of
// an iteration share it, so it does not change after it has been prepared.
type input struct {
	op      *op.Op
	cfg     options.Config
	path    op.Path
	key     string // value of the secret header; "" if there is none
	query   url.Values
	body    []byte
	invalid error // reason why the call is not sent; nil if it is valid

	queryArg, bodyArg any // values that query and body were encoded from; their fields may be secrets
}

// prepare sets the options of a call, checks the call and encodes it. Where an option is not set,
// prepare uses that of the client. It stores the error of an invalid call, which begin returns
// later. Without a core, prepare only sets the options and the query, because begin rejects the
// call.
func (in *input) prepare(core *Core, r *op.Request, opts []api.CallOption) {
	var client options.Config
	if core != nil {
		client = core.settings.Config
	}
	in.op, in.cfg = r.Op, client
	in.cfg.Header, in.cfg.Query, in.cfg.MaxDownloadBytes = nil, nil, 0
	for _, opt := range opts {
		in.cfg.Apply(opt)
	}
	// If the client and the call have values of the same name, only those of the call count.
	if call := in.cfg.Query; len(client.Query) > 0 {
		in.cfg.Query = maps.Clone(client.Query)
		maps.Copy(in.cfg.Query, call)
	}
	call := in.cfg.Header
	if in.cfg.Header = noHeader; len(client.Header)+len(call) > 0 {
		in.cfg.Header = http.Header{}
		maps.Copy(in.cfg.Header, client.Header)
		maps.Copy(in.cfg.Header, call)
	}
	var badQuery error
	in.query, badQuery = querystring.Encode(r.Op.Name, r.QueryArg, in.cfg.Query)
	if core != nil {
		in.invalid = in.encode(&core.settings, r, badQuery)
	}
}

// at returns the input for the page at a cursor. It does not encode the query again.
func (in input) at(cursor string) input {
	if cursor != "" && in.invalid == nil {
		query := make(url.Values, len(in.query)+1)
		maps.Copy(query, in.query)
		query.Set(pageParam, cursor)
		in.query = query
	}
	return in
}

// encode checks the path, the query, the header and the body, and encodes the path and the body.
// badQuery is the error of encoding the query; what names a field of the query comes before it.
func (in *input) encode(s *Settings, r *op.Request, badQuery error) (err error) {
	if in.path, err = r.Path(); err != nil {
		return err
	}
	in.queryArg, in.bodyArg = r.QueryArg, r.BodyArg
	if in.cfg.Invalid != nil {
		return &api.ValidationError{Operation: in.op.Name, Field: "opts", Rule: "valid options", Err: in.cfg.Invalid}
	}
	if len(in.cfg.Header) > 0 {
		if err := checkHeader(in.op, in.cfg.Header, s.TokenSource != nil); err != nil {
			return err
		}
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
	if badQuery != nil {
		return badQuery
	}
	if in.body, err = in.encodeBody(r.BodyArg); err != nil {
		return err
	}
	in.op = in.op.For(in.body)
	return nil
}

// invalid returns an error if a call would be rejected before it is sent.
func invalid(core *Core, r op.Request, opts []api.CallOption) error {
	var in input
	in.prepare(core, &r, opts)
	return in.invalid
}

// checkLimits checks the values in a request against the limits in the API reference.
func checkLimits(r *op.Request, cfg *options.Config) error {
	if r.Op.Limit.Param != "" {
		for i, id := range r.IDs() {
			if err := r.Op.CheckParam(i, id); err != nil {
				return err
			}
		}
	}
	if err := check.Struct(r.Op.Name, r.QueryArg, slices.Collect(maps.Keys(cfg.Query))); err != nil {
		return err
	}
	return check.Struct(r.Op.Name, r.BodyArg, slices.Collect(maps.Keys(cfg.BodyFields)))
}

// encodeBody returns a body as JSON, with the values of the fields that the call replaces. It
// returns nil if there is no body.
func (in *input) encodeBody(body any) (data []byte, err error) {
	fields := in.cfg.BodyFields
	if len(fields) > 0 && !in.op.HasBody() {
		return nil, &api.ValidationError{
			Operation: in.op.Name, Field: "body",
			Rule:  "no body field, since a " + in.op.Method + " has no body",
			Value: strings.Join(slices.Sorted(maps.Keys(fields)), " and "),
		}
	}
	switch {
	case body == nil:
	case in.op.Unlisted:
		data, err = jsonx.MarshalUser(body)
	case len(fields) > 0:
		if body, err = withNull(body, fields); err == nil {
			data, err = jsonx.Marshal(body)
		}
	default:
		data, err = jsonx.Marshal(body)
	}
	if err == nil && len(fields) > 0 {
		data, err = jsonx.SetFields(data, fields)
	}
	if err != nil {
		return nil, badInput(in.op.Name, "body", err)
	}
	return data, nil
}

// withNull returns a copy of the struct v in which the top-level fields that the call replaces are
// null. Otherwise, such a field could be impossible to encode, because it is unset.
func withNull(v any, replaced map[string]any) (any, error) {
	value := reflect.ValueOf(v)
	if value.Kind() != reflect.Struct {
		return v, nil
	}
	changed := reflect.New(value.Type())
	changed.Elem().Set(value)
	for field, value := range changed.Elem().Fields() {
		name := logvalue.NameOf(field)
		if _, ok := replaced[name]; !ok || !field.IsExported() {
			continue
		}
		if err := jsonx.Unmarshal([]byte("null"), value.Addr().Interface()); err != nil {
			return nil, fmt.Errorf("field %q: %w", name, err)
		}
	}
	return changed.Elem().Interface(), nil
}

func badInput(operation, field string, err error) error {
	return &api.ValidationError{Operation: operation, Field: field, Rule: "a value that can be encoded", Err: err}
}
