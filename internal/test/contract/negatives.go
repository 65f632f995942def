package contract

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
)

// subject is an operation for the negatives, which hold for every operation. They use its first
// row.
type subject struct {
	*suite
	op      *op.Op
	row     *Row
	fixture *fixture
	ids     []string
	about   []path // places that the response is about
}

var negatives = map[string]func(*subject, *testing.T){
	"ids stay in their segment":              (*subject).idsStayInTheirSegment,
	"ids that lead elsewhere are rejected":   (*subject).idsThatLeadElsewhereAreRejected,
	"a status that is not 2xx is an error":   (*subject).statusIsAnError,
	"secrets in the path are in no error":    (*subject).secretIDsAreInNoError,
	"a secret header is in no error":         (*subject).secretHeaderIsInNoError,
	"a context that has ended sends nothing": (*subject).endedContextSendsNothing,
	"meta is filled":                         (*subject).metaIsFilled,
	"raw body is that of the call":           (*subject).rawBodyIsThatOfTheCall,
	"headers and parameters arrive":          (*subject).headersAndParametersArrive,
	"unknown fields change nothing":          (*subject).unknownFieldsChangeNothing,
	"unknown values are kept":                (*subject).unknownValuesAreKept,
	"a wrong envelope is an error":           (*subject).wrongEnvelopeIsAnError,
	"a field of another type is left zero":   (*subject).fieldOfAnotherTypeIsLeftZero,
	"all forms of a number are decoded":      (*subject).allFormsOfANumberAreDecoded,
	"mismatches are in the caller's terms":   (*subject).mismatchesAreInTheCallersTerms,
	"all optional fields may be absent":      (*subject).optionalFieldsMayBeAbsent,
	"a response must have its root":          (*subject).responseMustHaveItsRoot,
	"iterators yield the items of the pages": (*subject).iteratorsYieldTheItems,
	"a minimal response is no error":         (*subject).minimalResponseIsNoError,
	"the status of a delete is its outcome":  (*subject).statusOfADeleteIsItsOutcome,
}

func (s *suite) negativesHold(t *testing.T) {
	names := slices.Sorted(maps.Keys(negatives))
	for i, o := range s.ops {
		t.Run(o.Name, func(t *testing.T) {
			t.Parallel()
			r := s.first(o.Name)
			f, err := load(s.files, r.Response)
			require.NoError(t, err)
			for _, name := range sample.OneByOne(slices.Concat(names[i%len(names):], names[:i%len(names)])) {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					negatives[name](&subject{s, o, r, f, sampleIDs(o), s.aboutOf(o, f)}, t)
				})
			}
		})
	}
}

// reply responds as the row has it.
func (s *subject) reply() []reply { return s.fixture.reply(s.row.Status) }

// succeed calls the operation, responds with other JSON and requires that there is no error.
func (s *subject) succeed(t *testing.T, server *service, root any, opts ...api.CallOption) (got *Result, encoded any) {
	t.Helper()
	got = server.run(t.Context(), s.row.Call, s.ids, s.fixture.replyWith(s.row.Status, root), opts...)
	require.NoError(t, got.Err, "%s", text(root))
	encoded, err := s.fixture.encode(got)
	require.NoError(t, err)
	return got, encoded
}

// decodes reports whether there is a response to decode.
func (f *fixture) decodes() bool {
	switch root := f.root.(type) {
	case map[string]any:
		return len(root) > 0
	default:
		return root != nil
	}
}

func (s *subject) idsStayInTheirSegment(t *testing.T) {
	server := newService(publishing.WithoutValidation()) // some of these are no slug
	for i, param := range s.op.Params() {
		for _, hostile := range []string{
			"a/b", "a b", "100%", "%2F", "%2e%2e", "a?b=c", "a#b", "a+b&c=d", "übung/日本", "a/../b", "../..", "../", "...", "a;b,c:d@e", `a\b`, "a\nb", "a{b}",
		} {
			ids := slices.Clone(s.ids)
			ids[i] = hostile
			for via, call := range s.row.calls() {
				got := server.run(t.Context(), call, ids, s.reply())
				require.NotEmpty(t, got.seen, "%s: %s %q: %v", via, param, hostile, got.Err)
				require.Equal(t, ids, s.received(t, &got.seen[0]), "%s: %s", via, got.seen[0].uri)
			}
		}
	}
}

// received returns the ids of a request as a server reads them: the segments of the path, each
// unescaped by itself.
func (s *subject) received(t *testing.T, sent *request) []string {
	t.Helper()
	line, _, _ := strings.Cut(sent.uri, "?")
	require.NotContains(t, line, "#")
	got := strings.Split(line, "/")
	want := strings.Split(s.op.Template, "/")
	require.Len(t, got, len(want), sent.uri)
	var ids []string
	for i, segment := range want {
		value, err := url.PathUnescape(got[i])
		require.NoError(t, err)
		if strings.HasPrefix(segment, "{") {
			ids = append(ids, value)
			continue
		}
		require.Equal(t, segment, got[i])
	}
	return ids
}

func (s *subject) idsThatLeadElsewhereAreRejected(t *testing.T) {
	for _, server := range []*service{newService(), newService(publishing.WithoutValidation())} {
		for i, param := range s.op.Params() {
			for _, id := range []string{"", ".", ".."} {
				ids := slices.Clone(s.ids)
				ids[i] = id
				for via, call := range s.row.calls() {
					got := server.run(t.Context(), call, ids, s.reply())
					rejected, ok := errors.AsType[*api.ValidationError](got.Err)
					require.True(t, ok, "%s: %s %q: %v", via, param, id, got.Err)
					require.Equal(t, param, rejected.Field, via)
					require.Equal(t, s.op.Name, rejected.Operation, via)
					require.Equal(t, id, rejected.Value, via)
					require.ErrorContains(t, got.Err, param, via)
					require.False(t, api.MayHaveApplied(got.Err), via)
					require.Equal(t, api.Meta{Operation: s.op.Name, Duration: got.Meta.Duration}, got.Meta, via)
					require.Empty(t, got.seen, via)
					require.Empty(t, got.Values, via)
					require.Empty(t, got.extra, via)
				}
			}
		}
	}
}

// secretIDsAreInNoError calls the operation with a secret in its path, which the service repeats.
func (s *subject) secretIDsAreInNoError(t *testing.T) {
	const secret = "s3cret/1d of it"
	ids := slices.Clone(s.ids)
	for i, param := range s.op.Params() {
		if param == s.op.Secret {
			ids[i] = secret
		}
	}
	if slices.Equal(ids, s.ids) {
		return
	}
	for _, body := range []reply{
		{http.StatusNotFound, "application/json", fmt.Appendf(nil, `{"error": {"code": 404, "message": "there is no %s"}}`, secret)},
		{http.StatusOK, "application/json", fmt.Appendf(nil, `{"id": "%s", `, secret)},
	} {
		got := newService().run(t.Context(), s.row.Call, ids, []reply{body}, publishing.WithoutRetry())
		require.Contains(t, got.seen[0].uri, url.PathEscape(secret), "it is sent")
		if got.Err == nil { // the operation has no response to decode
			continue
		}
		logged := slog.AnyValue(got.Err).Resolve().String()
		for _, text := range []string{fmt.Sprintf("%v %+v", got.Err, got.Err), logged} {
			require.NotContains(t, text, secret)
			require.NotContains(t, text, url.PathEscape(secret))
			require.Contains(t, text, "/{")
		}
	}
}

// secretHeaderIsInNoError calls an operation with a secret header, whose value the service repeats,
// and without its value.
func (s *subject) secretHeaderIsInNoError(t *testing.T) {
	if s.op.SecretHeader == "" {
		return
	}
	for via, call := range s.row.calls() {
		for _, status := range []int{http.StatusUnauthorized, http.StatusOK} {
			body := fmt.Appendf(nil, `{"error": {"code": 401, "message": "no partner has %s"}`, secretKey)
			if status != http.StatusOK {
				body = append(body, '}')
			}
			got := newService().run(t.Context(), call, s.ids, []reply{{status, "application/json", body}})
			require.Equal(t, secretKey, got.seen[0].header.Get(s.op.SecretHeader), via)
			if got.Err == nil { // the operation has no response to decode
				continue
			}
			for _, text := range []string{fmt.Sprintf("%v %+v", got.Err, got.Err), slog.AnyValue(got.Err).Resolve().String(), fmt.Sprintf("%+v", got.Meta)} {
				require.NotContains(t, text, secretKey, via)
			}
		}
		got := newService().run(t.Context(), func(a Args) (any, error) {
			a.Key = api.Secret{}
			return call(a)
		}, s.ids, s.reply())
		invalid, ok := errors.AsType[*api.ValidationError](got.Err)
		require.True(t, ok, "%s: %v", via, got.Err)
		require.Equal(t, api.ValidationError{Operation: s.op.Name, Field: "header " + s.op.SecretHeader, Rule: Required}, *invalid, via)
		require.Empty(t, got.seen, via)
	}
}

func (s *subject) statusIsAnError(t *testing.T) {
	const page = "<!DOCTYPE html><html><body>the page of a proxy</body></html>"
	const most = 64 << 10
	sentinels := map[int]error{
		http.StatusBadRequest:          api.ErrBadRequest,
		http.StatusNotFound:            api.ErrNotFound,
		http.StatusInternalServerError: api.ErrServer,
	}
	server := newService()
	for status, sentinel := range sentinels {
		for kind, body := range map[string]reply{
			"json":      {status, "application/json", fmt.Appendf(nil, `{"error": {"code": %d, "message": "what is wrong"}}`, status)},
			"html":      {status, "text/html; charset=utf-8", []byte(page)},
			"empty":     {status, "", nil},
			"oversized": {status, "text/html", bytes.Repeat([]byte(page), most/len(page)+2)},
		} {
			for via, call := range s.row.calls() {
				which := fmt.Sprintf("%s: %d with a body that is %s", via, status, kind)
				got := server.run(t.Context(), call, s.ids, []reply{body})
				failed, ok := errors.AsType[*api.Error](got.Err)
				require.True(t, ok, "%s: %v", which, got.Err)
				require.Equal(t, status, failed.Status, which)
				require.Equal(t, s.op.Name, failed.Operation, which)
				require.Equal(t, s.op.Method, failed.Method, which)
				require.Equal(t, 1, failed.Attempts, which)
				require.Equal(t, requestID, failed.RequestID, which)
				require.LessOrEqual(t, len(failed.Body), most, which)
				require.True(t, bytes.HasPrefix(body.body, failed.Body), which)
				require.Equal(t, len(body.body) > 0, len(failed.Body) > 0, which)
				require.NotContains(t, got.Err.Error(), "the page of a proxy", which)
				for other, is := range sentinels {
					require.Equal(t, other == status, errors.Is(got.Err, is), "%s: %v", which, is)
				}
				require.ErrorIs(t, got.Err, sentinel, which)
				require.Equal(t, status >= 500 && !s.op.Reads(), api.MayHaveApplied(got.Err), which)
				if kind == "json" {
					require.Equal(t, status, failed.Code, which)
					require.Equal(t, "what is wrong", failed.Message, which)
				}
				line, _, _ := strings.Cut(got.seen[0].uri, "?")
				for i, param := range s.op.Params() {
					if param == s.op.Secret {
						line = strings.Replace(line, "/"+url.PathEscape(s.ids[i]), "/{"+param+"}", 1)
					}
				}
				require.Equal(t, line, failed.Path, which)
				require.Len(t, got.seen, 1, which)
				require.Empty(t, got.Values, which)
				require.Empty(t, got.extra, which)
			}
		}
	}
}

func (s *subject) endedContextSendsNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for via, call := range s.row.calls() {
		got := newService().run(ctx, call, s.ids, s.reply())
		require.ErrorIs(t, got.Err, context.Canceled, via)
		require.False(t, api.MayHaveApplied(got.Err), via)
		require.Equal(t, api.Meta{Operation: s.op.Name, Duration: got.Meta.Duration}, got.Meta, via)
		require.Empty(t, got.seen, via)
		require.Empty(t, got.Values, via)
		require.Empty(t, got.extra, via)
	}
}

func (s *subject) metaIsFilled(t *testing.T) {
	server := newService()
	check := func(got *Result, status int, via string) {
		require.Equal(t, s.op.Name, got.Meta.Operation, via)
		require.Equal(t, status, got.Meta.Status, via)
		require.Equal(t, requestID, got.Meta.RequestID, via)
		require.Equal(t, requestID, got.Meta.Header.Get("X-Request-Id"), via)
		require.Equal(t, location, got.Meta.Location, via)
		require.Equal(t, 1, got.Meta.Attempts, via)
		require.Nil(t, got.Meta.Mismatch, via)
		require.Empty(t, got.extra, via)
	}
	for via, call := range s.row.calls() {
		last := s.fixture.reply(s.row.Status)
		if via != "call" {
			last = s.fixture.replyWith(s.row.Status, without(s.fixture.root, path{"next"}))
		}
		got := server.run(t.Context(), call, s.ids, last)
		require.NoError(t, got.Err, via)
		check(got, s.row.Status, via)
		got = server.run(t.Context(), call, s.ids, []reply{{http.StatusNotFound, "", nil}})
		require.ErrorIs(t, got.Err, api.ErrNotFound, via)
		check(got, http.StatusNotFound, via)
	}
}

func (s *subject) rawBodyIsThatOfTheCall(t *testing.T) {
	server := newService()
	for via, call := range s.row.calls() {
		raw := func(ids []string, replies []reply) (string, error) {
			body := []byte("of an earlier call")
			got := server.run(t.Context(), call, ids, replies, api.WithRawBody(&body))
			if body == nil {
				return "none", got.Err
			}
			return string(body), got.Err
		}
		want := s.reply()
		if via != "call" {
			want = s.fixture.replyWith(s.row.Status, without(s.fixture.root, path{"next"}))
		}
		if !s.fixture.decodes() { // a body nobody decodes
			want = []reply{{s.row.Status, "application/json", []byte(`{"contract": true}`)}}
		}
		got, err := raw(s.ids, want)
		require.NoError(t, err, via)
		if s.fixture.stream || s.row.Status == http.StatusResetContent {
			require.Equal(t, "none", got, via)
		} else {
			require.Equal(t, string(want[0].body), got, via)
		}
		if s.row.Status == http.StatusResetContent { // the same operation when it has a body
			want[0].status = http.StatusOK
			got, err = raw(s.ids, want)
			require.NoError(t, err, via)
			require.Equal(t, string(want[0].body), got, via)
		}

		got, err = raw(s.ids, []reply{{http.StatusNotFound, "application/json", []byte(`{}`)}})
		require.ErrorIs(t, err, api.ErrNotFound, via)
		require.Equal(t, "none", got, via)
		for i := range s.ids {
			ids := slices.Clone(s.ids)
			ids[i] = ""
			got, err = raw(ids, s.reply())
			_, ok := errors.AsType[*api.ValidationError](err)
			require.True(t, ok, via)
			require.Equal(t, "none", got, via)
		}
	}
}

func (s *subject) headersAndParametersArrive(t *testing.T) {
	server := newService()
	for via, call := range s.row.calls() {
		got := server.run(t.Context(), call, s.ids, s.reply(), api.WithHeader("X-Contract", "a b"), api.WithQuery("contract", "a/b c&d=e"))
		require.NotEmpty(t, got.seen, "%s: %v", via, got.Err)
		sent := got.seen[0]
		require.Equal(t, []string{"a b"}, sent.header.Values("X-Contract"), via)
		u, err := url.ParseRequestURI(sent.uri)
		require.NoError(t, err)
		want, err := url.ParseRequestURI(strings.TrimPrefix(s.row.Request, s.op.Method+" "))
		require.NoError(t, err)
		query := want.Query()
		query.Set("contract", "a/b c&d=e")
		require.Equal(t, query, u.Query(), via)
		require.Equal(t, want.EscapedPath(), u.EscapedPath(), via)
	}
	if s.row.Body == "" || s.row.Body[0] == '[' { // a list has no fields
		return
	}
	got := server.run(t.Context(), s.row.Call, s.ids, s.reply(), api.WithBodyField("contract", []any{nil, "a"}))
	require.NoError(t, got.Err)
	want, err := parse([]byte(s.row.Body))
	require.NoError(t, err)
	sent, err := parse(got.seen[0].body)
	require.NoError(t, err)
	require.Equal(t, text(with(want, path{"contract"}, []any{nil, "a"})), text(sent))
}

const unknown = "contractUnknown"

func (s *subject) unknownFieldsChangeNothing(t *testing.T) {
	if !s.fixture.decodes() {
		return
	}
	root := clone(s.fixture.root)
	visit(root, nil, func(_ path, value any) {
		if object, ok := value.(map[string]any); ok {
			object[unknown] = "text"
		}
	})
	for _, value := range []any{"text", true, nil, []any{nil}, map[string]any{"a": "b"}} {
		visit(root, nil, func(_ path, member any) {
			if object, ok := member.(map[string]any); ok {
				if _, marked := object[unknown]; marked {
					object[unknown] = value
				}
			}
		})
		got, encoded := s.succeed(t, newService(), root)
		for _, kept := range catchAlls(reflect.ValueOf(got.Values)) {
			again, err := encode(kept.Interface())
			require.NoError(t, err)
			if object, ok := again.(map[string]any); ok {
				require.Equal(t, value, object[unknown], "%s has a catch-all", kept.Type())
			}
		}
		visit(encoded, nil, func(_ path, member any) {
			if object, ok := member.(map[string]any); ok {
				delete(object, unknown)
			}
		})
		require.Empty(t, difference(s.fixture.root, encoded))
	}
}

// catchAlls returns the structs in v that keep the fields they do not know.
func catchAlls(v reflect.Value) []reflect.Value {
	var list []reflect.Value
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			return catchAlls(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			list = append(list, catchAlls(v.Index(i))...)
		}
	case reflect.Map:
		for entry := v.MapRange(); entry.Next(); {
			if entry.Key().String() != unknown { // that entry is the test's own and has another type
				list = append(list, catchAlls(entry.Value())...)
			}
		}
	case reflect.Struct:
		for field, value := range v.Fields() {
			switch {
			case !field.IsExported():
			case isField(field):
				list = append(list, catchAlls(value)...)
			case value.Kind() == reflect.Map:
				list = append(list, v)
			}
		}
	}
	return list
}

func (s *subject) unknownValuesAreKept(t *testing.T) {
	server := newService(publishing.WithStrictDecoding())
	for _, at := range s.triedOf(s.row, valuesOf(s.fixture.root)) {
		value, _ := atPath(s.fixture.root, at)
		if word, ok := value.(string); ok && !isTime(word) {
			root := with(s.fixture.root, at, "something-new")
			_, encoded := s.succeed(t, server, root)
			require.Empty(t, difference(root, encoded), "%s", at)
		}
	}
}

func (s *subject) fieldOfAnotherTypeIsLeftZero(t *testing.T) {
	if !s.fixture.decodes() {
		return
	}
	server := newService()
	strict := newService(publishing.WithStrictDecoding())
	for _, at := range s.triedOf(s.row, fieldsOf(s.fixture.root)) {
		if s.isEnvelope(at) {
			continue
		}
		root, other := s.ofAnotherType(at)
		got, encoded := s.succeed(t, server, root)
		require.Empty(t, difference(without(root, at), without(encoded, at)), "%s is now %s", at, other)
		if s.isKept(got, at, other) {
			continue
		}
		require.NotNil(t, got.Meta.Mismatch, "%s is now %s", at, other)
		require.Equal(t, mismatchPath(s.fixture, at), got.Meta.Mismatch.Pointer)
		_, ok := errors.AsType[*api.DecodeError](strict.run(t.Context(), s.row.Call, s.ids, s.fixture.replyWith(s.row.Status, root)).Err)
		require.True(t, ok, "%s is now %s, and strict decoding accepts it", at, other)
	}
}

// isKept reports whether a result has the value at a place: in raw JSON, or in a union that keeps
// what it does not know.
func (s *subject) isKept(got *Result, at path, value string) bool {
	encoded, err := s.fixture.encode(got)
	kept, _ := atPath(encoded, at)
	return err == nil && text(kept) == value
}

// callersType matches a type as a program writes it: predeclared, or exported by a package of the
// SDK.
var callersType = regexp.MustCompile(`^(\[\]|map\[(string|` + exportedType + `)\])*(` + exportedType + `\[(map\[string\])?)?(string|bool|int|int64|float64|time\.Time|` + exportedType + `)\]?$`)

const exportedType = `(api|richtext|ask|orgs|sites|customization|insights|spaces|changerequests|permissions|pagination|urls|integrations)\.[A-Z]\w*`

// unexportedType matches others, as errors of the JSON library show them.
var unexportedType = regexp.MustCompile(`\b(api|richtext|ask|orgs|sites|customization|insights|spaces|changerequests|permissions|pagination|urls|integrations|transport|jsonx|jsontext)\.[a-z]|struct ?{|jsontext\.|jsonx\.`)

// allFormsOfANumberAreDecoded is about the numbers of all rows, most of which are integers in Go. A
// number that a field cannot hold is reported, never dropped.
func (s *subject) allFormsOfANumberAreDecoded(t *testing.T) {
	lenient, strict := newService(), newService(publishing.WithStrictDecoding())
	for _, r := range s.rowsOf(s.op) {
		f, err := load(s.files, r.Response)
		require.NoError(t, err)
		for _, at := range s.triedOf(r, valuesOf(f.root)) {
			value, _ := atPath(f.root, at)
			number, ok := value.(json.Number)
			if !ok || strings.ContainsAny(number.String(), ".eE") {
				continue
			}
			for _, form := range []string{".0", ".000e0", "E+0"} {
				got := strict.run(t.Context(), r.Call, s.ids, f.replyWith(r.Status, with(f.root, at, number+json.Number(form))))
				require.NoError(t, got.Err, "%s: %s is %s%s", r, at, number, form)
				encoded, err := f.encode(got)
				require.NoError(t, err)
				require.Empty(t, difference(f.root, encoded), "%s: %s is %s%s", r, at, number, form)
			}
			for _, other := range []json.Number{number + ".5", "1e25", "1e400"} {
				root := with(f.root, at, other)
				got := lenient.run(t.Context(), r.Call, s.ids, f.replyWith(r.Status, root))
				require.NoError(t, got.Err, "%s: %s is %s", r, at, other)
				encoded, err := f.encode(got)
				require.NoError(t, err)
				if got.Meta.Mismatch == nil {
					require.Empty(t, difference(root, encoded), "%s: %s is %s", r, at, other)
					continue
				}
				require.Equal(t, mismatchPath(f, at), got.Meta.Mismatch.Pointer, r)
				require.Equal(t, "number", got.Meta.Mismatch.Got)
				require.Empty(t, difference(without(root, at.owner()), without(encoded, at.owner())), "%s: %s is %s", r, at, other)
			}
		}
	}
}

func (s *subject) mismatchesAreInTheCallersTerms(t *testing.T) {
	lenient, strict := newService(), newService(publishing.WithStrictDecoding())
	for _, r := range s.rowsOf(s.op) {
		f, err := load(s.files, r.Response)
		require.NoError(t, err)
		other := &subject{suite: s.suite, op: s.op, row: r, fixture: f, ids: s.ids}
		if !f.decodes() {
			continue
		}
		for _, at := range s.triedOf(r, fieldsOf(f.root)) {
			root, is := other.ofAnotherType(at)
			got := lenient.run(t.Context(), r.Call, s.ids, f.replyWith(r.Status, root))
			if m := got.Meta.Mismatch; m != nil {
				require.Regexp(t, callersType, m.Want, "%s: %s is now %s", r, at, is)
			}
			if value, _ := atPath(f.root, at); text(value)[0] != '{' && text(value)[0] != '[' {
				continue // no type of the SDK
			}
			if got = strict.run(t.Context(), r.Call, s.ids, f.replyWith(r.Status, root)); got.Err != nil {
				require.NotRegexp(t, unexportedType, got.Err.Error(), "%s: %s is now %s", r, at, is)
			}
		}
	}
}

// rowsOf returns the rows of an operation that succeed.
func (s *suite) rowsOf(o *op.Op) []*Row {
	var list []*Row
	for i := range s.Rows {
		if r := &s.Rows[i]; r.Op == o.Name && r.Err == nil {
			list = append(list, r)
		}
	}
	return list
}

// ofAnotherType returns the response with a value of another type at a place.
func (s *subject) ofAnotherType(at path) (root any, value string) {
	var other any = true
	if was, _ := atPath(s.fixture.root, at); was == true || was == false {
		other = []any{"a list"}
	}
	return with(s.fixture.root, at, other), text(other)
}

// isEnvelope reports whether a field is what the response is about, or the cursor of a list:
// without it the response would look empty or complete.
func (s *subject) isEnvelope(at path) bool {
	isAbout := slices.ContainsFunc(s.about, func(p path) bool { return slices.Equal(p, at) })
	items, _ := atPath(s.fixture.root, path{"items"})
	_, isList := items.([]any)
	return isAbout || isList && slices.Contains([]string{"/next", "/next/page"}, at.String())
}

func (s *subject) wrongEnvelopeIsAnError(t *testing.T) {
	server := newService()
	for _, at := range fieldsOf(s.fixture.root) {
		if !s.isEnvelope(at) {
			continue
		}
		off, other := s.ofAnotherType(at)
		broken := map[string]any{other: off}
		if value, _ := atPath(s.fixture.root, at); len(at) == 1 && text(value)[0] == '[' {
			broken["null"] = with(s.fixture.root, at, nil)
			broken["missing"] = without(s.fixture.root, at)
		}
		for via, call := range s.row.calls() {
			for is, root := range broken {
				got := server.run(t.Context(), call, s.ids, s.fixture.replyWith(s.row.Status, root))
				if is == other && s.isKept(got, at, other) {
					continue
				}
				_, ok := errors.AsType[*api.DecodeError](got.Err)
				require.True(t, ok, "%s: %s is %s: %v", via, at, is, got.Err)
				require.Empty(t, got.Values, via)
			}
		}
	}
}

// mismatchPath is the path that a mismatch reports: for a stream, that in the message.
func mismatchPath(f *fixture, at path) string {
	if f.stream {
		at = at[1:]
	}
	return at.String()
}

// optionalFieldsMayBeAbsent removes at once all fields that are not required.
func (s *subject) optionalFieldsMayBeAbsent(t *testing.T) {
	if !s.fixture.decodes() {
		return
	}
	var optional []path
	for _, f := range s.findings {
		if f.row != s.row {
			continue
		}
		require.Empty(t, strings.Join(f.problems, "\n"))
		m := &missing{finding: f, about: s.about, lenient: newService()}
		full := m.send(m.lenient, s.row.Call, m.reply(s.fixture.root))
		for _, at := range fieldsOf(s.fixture.root) {
			if d := m.demanded(full, s.fixture.root, at); d != nil && !d.required && !d.isAbout {
				optional = append(optional, at)
			}
		}
	}
	server := newService(publishing.WithStrictDecoding())
	root := without(s.fixture.root, optional...)
	got, encoded := s.succeed(t, server, root)
	require.Empty(t, difference(root, encoded))
	require.Len(t, got.Values, len(s.fixture.messages()))
}

// responseMustHaveItsRoot wants an error for a response that is no object, or for an operation that
// responds with an array, none.
func (s *subject) responseMustHaveItsRoot(t *testing.T) {
	server := newService()
	other := "[]"
	if s.fixture.isArray() {
		other = "{}"
	}
	bodies := []string{"null", other, `"text"`, "1", "true", "", " ", `{"a"`, `{"a": }`, "<html></html>", `{} {}`, "\xef\xbb\xbfnull"}
	for via, call := range s.row.calls() {
		for _, body := range bodies {
			replies := s.fixture.replyBytes(s.row.Status, []byte(body))
			if s.fixture.stream {
				replies = s.fixture.replyBytes(s.row.Status, []byte("data: "+body+"\n\n"))
			}
			got := server.run(t.Context(), call, s.ids, replies)
			which := fmt.Sprintf("%s: %q", via, body)
			if !s.fixture.decodes() || (body == "" && isPut(got)) {
				require.NoError(t, got.Err, which)
				require.Equal(t, s.row.Outcome, got.outcome, which)
				require.Empty(t, got.Values, which)
				continue
			}
			broken, ok := errors.AsType[*api.DecodeError](got.Err)
			require.True(t, ok, "%s: %v", which, got.Err)
			require.Equal(t, s.op.Name, broken.Operation, which)
			require.Equal(t, s.row.Status, broken.Status, which)
			require.Equal(t, !s.op.Reads(), api.MayHaveApplied(got.Err), which)
			require.Empty(t, got.Values, which)
			require.Empty(t, got.extra, which)
		}
	}
	if s.fixture.stream {
		got := server.run(t.Context(), s.row.Call, s.ids, []reply{{s.row.Status, "application/json", []byte(`{}`)}})
		_, ok := errors.AsType[*api.DecodeError](got.Err)
		require.True(t, ok, "no event stream: %v", got.Err)
	}
}

func isPut(got *Result) bool {
	_, ok := got.outcome.(api.PutOutcome)
	return ok
}

func (s *subject) iteratorsYieldTheItems(t *testing.T) {
	if s.row.List == nil {
		listed := strings.HasSuffix(s.op.Name, ".List") && hasSibling(s.op.Name, "All")
		require.False(t, listed, "the service has a method All: want a List in the row")
		return
	}
	cursor, _ := atPath(s.fixture.root, path{"next", "page"})
	require.NotEmpty(t, cursor, "want a response that has a next page")
	second := without(s.fixture.root, path{"next"})
	replies := append(s.reply(), s.fixture.replyWith(s.row.Status, second)...)
	items, _ := s.fixture.root.(map[string]any)["items"].([]any)
	for via, want := range map[string][]any{
		"all":   slices.Concat(items, items),
		"pages": {s.fixture.root, second},
	} {
		for _, opts := range [][]api.CallOption{nil, {api.WithPrefetch()}} {
			got := newService().run(t.Context(), s.row.calls()[via], s.ids, replies, opts...)
			require.NoError(t, got.Err, via)
			var values []any
			for _, value := range got.Values {
				encoded, err := encode(value)
				require.NoError(t, err)
				values = append(values, encoded)
			}
			require.Empty(t, difference(want, values), via)
			s.sentPages(t, got, cursor.(string))
		}
	}
}

// sentPages requires the request of the row and then the same for another page.
func (s *subject) sentPages(t *testing.T, got *Result, cursor string) {
	t.Helper()
	require.Len(t, got.seen, 2)
	require.Equal(t, s.row.Request, got.seen[0].method+" "+got.seen[0].uri)
	line, query, _ := strings.Cut(s.row.Request, "?")
	values, err := url.ParseQuery(query)
	require.NoError(t, err)
	values.Set("page", cursor)
	require.Equal(t, line+"?"+values.Encode(), got.seen[1].method+" "+got.seen[1].uri)
}

// minimalResponseIsNoError responds with 204 to an operation whose response has a body: an error
// unless the caller prefers a minimal response. For a stream and a response that is about something
// it is always one, since they would look empty.
func (s *subject) minimalResponseIsNoError(t *testing.T) {
	if !s.fixture.decodes() {
		return
	}
	server := newService()
	isAbout := s.fixture.isArray() || len(s.about) > 0
	for via, call := range s.row.calls() {
		for _, prefer := range []string{"", "return=representation", "return=minimal"} {
			var opts []api.CallOption
			if prefer != "" {
				opts = append(opts, api.WithHeader("Prefer", prefer))
			}
			got := server.run(t.Context(), call, s.ids, []reply{{http.StatusNoContent, "", nil}}, opts...)
			which := fmt.Sprintf("%s: Prefer: %s", via, prefer)
			require.Len(t, got.seen, 1, which)
			require.Equal(t, http.StatusNoContent, got.Meta.Status, which)
			switch {
			case isPut(got):
				require.NoError(t, got.Err, which)
				require.Equal(t, api.PutUnknown, got.outcome, which)
				require.Empty(t, got.Values, which)
			case prefer != "return=minimal" || isAbout || s.fixture.stream:
				broken, ok := errors.AsType[*api.DecodeError](got.Err)
				require.True(t, ok, "%s: %v", which, got.Err)
				require.Equal(t, http.StatusNoContent, broken.Status, which)
				require.Empty(t, got.Values, which)
			default:
				require.NoError(t, got.Err, which)
				require.Len(t, got.Values, 1, which)
				require.True(t, reflect.ValueOf(got.Values[0]).Elem().IsZero(), which)
			}
		}
	}
}

// statusOfADeleteIsItsOutcome is about every DELETE: the outcome depends on the status alone.
func (s *subject) statusOfADeleteIsItsOutcome(t *testing.T) {
	if s.op.Method != http.MethodDelete {
		return
	}
	server := newService()
	for status, want := range map[int]api.Deletion{
		http.StatusOK:           api.DeletionUnknown,
		http.StatusAccepted:     api.DeletionRequested,
		http.StatusNoContent:    api.AlreadyAbsent,
		http.StatusResetContent: api.Deleted,
	} {
		for _, body := range []string{"", "{}", "not JSON"} {
			got := server.run(t.Context(), s.row.Call, s.ids, []reply{{status, "application/json", []byte(body)}})
			require.NoError(t, got.Err, "%d %q", status, body)
			require.Equal(t, want, got.outcome, "%d %q", status, body)
			require.Equal(t, status, got.Meta.Status)
			require.Empty(t, got.extra)
		}
	}
}
