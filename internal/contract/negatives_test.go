package contract

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
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
)

// subject is an operation under the negatives: what must not happen, whatever the operation. They run through its first row.
type subject struct {
	op      *op.Op
	row     *Row
	fixture *fixture
	ids     []string
}

var negatives = map[string]func(*subject, *testing.T){
	"ids stay in their segment":               (*subject).idsStayInTheirSegment,
	"ids that lead elsewhere are refused":     (*subject).idsThatLeadElsewhereAreRefused,
	"a status that is not 2xx is an error":    (*subject).statusIsAnError,
	"a context that has ended sends nothing":  (*subject).endedContextSendsNothing,
	"meta is filled":                          (*subject).metaIsFilled,
	"raw body is that of the call":            (*subject).rawBodyIsThatOfTheCall,
	"headers and parameters arrive":           (*subject).headersAndParametersArrive,
	"unknown members change nothing":          (*subject).unknownMembersChangeNothing,
	"unknown values are kept":                 (*subject).unknownValuesAreKept,
	"a frame that is off is an error":         (*subject).frameThatIsOffIsAnError,
	"a member of another type is lost alone":  (*subject).memberOfAnotherTypeIsLostAlone,
	"numbers are read however written":        (*subject).numbersAreReadHoweverTheyAreWritten,
	"mismatches are in the caller's terms":    (*subject).mismatchesAreInTheCallersTerms,
	"optional members may all be missing":     (*subject).optionalMembersMayBeMissing,
	"an answer that is no object is an error": (*subject).answerThatIsNoObjectIsAnError,
	"walks have the items of the pages":       (*subject).walksHaveTheItems,
	"a minimal response has no value to miss": (*subject).minimalResponseIsNoError,
}

func TestNegatives(t *testing.T) {
	t.Parallel()
	for _, o := range op.All() {
		t.Run(o.Name, func(t *testing.T) {
			t.Parallel()
			r := firstRow(o)
			require.NotNil(t, r, "no row")
			f, err := load(r.Response)
			require.NoError(t, err)
			for _, name := range slices.Sorted(maps.Keys(negatives)) {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					negatives[name](&subject{o, r, f, sampleIDs(o)}, t)
				})
			}
		})
	}
}

// reply is the answer of the row.
func (s *subject) reply() []reply { return s.fixture.reply(s.row.Status) }

// succeed calls the operation with an answer of another JSON and wants no error.
func (s *subject) succeed(t *testing.T, platform *service, root any, opts ...api.CallOption) (got *result, encoded any) {
	t.Helper()
	got = platform.run(t.Context(), s.row.Call, s.ids, s.fixture.replyWith(s.row.Status, root), opts...)
	require.NoError(t, got.err, "%s", text(root))
	encoded, err := s.fixture.encode(got)
	require.NoError(t, err)
	return got, encoded
}

// decodes tells whether the operation has an answer to decode.
func (s *subject) decodes() bool {
	switch root := s.fixture.root.(type) {
	case map[string]any:
		return len(root) > 0
	default:
		return root != nil
	}
}

func (s *subject) idsStayInTheirSegment(t *testing.T) {
	platform := newService(publishing.WithoutValidation()) // some of these are no slug
	for i, param := range s.op.Params() {
		for _, hostile := range []string{
			"a/b", "a b", "100%", "%2F", "%2e%2e", "a?b=c", "a#b", "a+b&c=d", "übung/日本", "a/../b", "../..", "../", "...", "a;b,c:d@e", `a\b`, "a\nb", "a{b}",
		} {
			ids := slices.Clone(s.ids)
			ids[i] = hostile
			for way, call := range s.row.ways() {
				got := platform.run(t.Context(), call, ids, s.reply())
				require.NotEmpty(t, got.seen, "%s: %s %q: %v", way, param, hostile, got.err)
				require.Equal(t, ids, s.received(t, &got.seen[0]), "%s: %s", way, got.seen[0].uri)
			}
		}
	}
}

// received takes the ids out of a request as a server does: by the segments of the path, each unescaped for itself.
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

func (s *subject) idsThatLeadElsewhereAreRefused(t *testing.T) {
	for _, platform := range []*service{newService(), newService(publishing.WithoutValidation())} {
		for i, param := range s.op.Params() {
			for _, id := range []string{"", ".", ".."} {
				ids := slices.Clone(s.ids)
				ids[i] = id
				for way, call := range s.row.ways() {
					got := platform.run(t.Context(), call, ids, s.reply())
					refused, ok := errors.AsType[*api.ValidationError](got.err)
					require.True(t, ok, "%s: %s %q: %v", way, param, id, got.err)
					require.Equal(t, param, refused.Field, way)
					require.Equal(t, s.op.Name, refused.Operation, way)
					require.Equal(t, id, refused.Value, way)
					require.ErrorContains(t, got.err, param, way)
					require.False(t, api.MayHaveApplied(got.err), way)
					require.Equal(t, api.Meta{Operation: s.op.Name, Duration: got.meta.Duration}, got.meta, way)
					require.Empty(t, got.seen, way)
					require.Empty(t, got.values, way)
					require.Empty(t, got.extra, way)
				}
			}
		}
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
	platform := newService()
	for status, sentinel := range sentinels {
		for kind, body := range map[string]reply{
			"json":      {status, "application/json", fmt.Appendf(nil, `{"error": {"code": %d, "message": "what is wrong"}}`, status)},
			"html":      {status, "text/html; charset=utf-8", []byte(page)},
			"empty":     {status, "", nil},
			"oversized": {status, "text/html", bytes.Repeat([]byte(page), most/len(page)+2)},
		} {
			for way, call := range s.row.ways() {
				says := fmt.Sprintf("%s: %d with a body that is %s", way, status, kind)
				got := platform.run(t.Context(), call, s.ids, []reply{body})
				failed, ok := errors.AsType[*api.Error](got.err)
				require.True(t, ok, "%s: %v", says, got.err)
				require.Equal(t, status, failed.Status, says)
				require.Equal(t, s.op.Name, failed.Operation, says)
				require.Equal(t, s.op.Method, failed.Method, says)
				require.Equal(t, 1, failed.Attempts, says)
				require.Equal(t, requestID, failed.RequestID, says)
				require.LessOrEqual(t, len(failed.Body), most, says)
				require.True(t, bytes.HasPrefix(body.body, failed.Body), says)
				require.Equal(t, len(body.body) > 0, len(failed.Body) > 0, says)
				require.NotContains(t, got.err.Error(), "the page of a proxy", says)
				for other, is := range sentinels {
					require.Equal(t, other == status, errors.Is(got.err, is), "%s: %v", says, is)
				}
				require.ErrorIs(t, got.err, sentinel, says)
				require.Equal(t, status >= 500 && !s.op.Reads(), api.MayHaveApplied(got.err), says)
				if kind == "json" {
					require.Equal(t, status, failed.Code, says)
					require.Equal(t, "what is wrong", failed.Message, says)
				}
				line, _, _ := strings.Cut(got.seen[0].uri, "?")
				require.Equal(t, line, failed.Path, says)
				require.Len(t, got.seen, 1, says)
				require.Empty(t, got.values, says)
				require.Empty(t, got.extra, says)
			}
		}
	}
}

func (s *subject) endedContextSendsNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for way, call := range s.row.ways() {
		got := newService().run(ctx, call, s.ids, s.reply())
		require.ErrorIs(t, got.err, context.Canceled, way)
		require.False(t, api.MayHaveApplied(got.err), way)
		require.Equal(t, api.Meta{Operation: s.op.Name, Duration: got.meta.Duration}, got.meta, way)
		require.Empty(t, got.seen, way)
		require.Empty(t, got.values, way)
		require.Empty(t, got.extra, way)
	}
}

func (s *subject) metaIsFilled(t *testing.T) {
	platform := newService()
	check := func(got *result, status int, way string) {
		require.Equal(t, s.op.Name, got.meta.Operation, way)
		require.Equal(t, status, got.meta.Status, way)
		require.Equal(t, requestID, got.meta.RequestID, way)
		require.Equal(t, requestID, got.meta.Header.Get("X-Request-Id"), way)
		require.Equal(t, location, got.meta.Location, way)
		require.Equal(t, 1, got.meta.Attempts, way)
		require.Nil(t, got.meta.Mismatch, way)
		require.Empty(t, got.extra, way)
	}
	for way, call := range s.row.ways() {
		last := s.fixture.reply(s.row.Status)
		if way != "call" {
			last = s.fixture.replyWith(s.row.Status, without(s.fixture.root, path{"next"}))
		}
		got := platform.run(t.Context(), call, s.ids, last)
		require.NoError(t, got.err, way)
		check(got, s.row.Status, way)
		got = platform.run(t.Context(), call, s.ids, []reply{{http.StatusNotFound, "", nil}})
		require.ErrorIs(t, got.err, api.ErrNotFound, way)
		check(got, http.StatusNotFound, way)
	}
}

func (s *subject) rawBodyIsThatOfTheCall(t *testing.T) {
	platform := newService()
	for way, call := range s.row.ways() {
		raw := func(ids []string, replies []reply) (string, error) {
			body := []byte("of an earlier call")
			got := platform.run(t.Context(), call, ids, replies, api.WithRawBody(&body))
			if body == nil {
				return "none", got.err
			}
			return string(body), got.err
		}
		want := s.reply()
		if way != "call" {
			want = s.fixture.replyWith(s.row.Status, without(s.fixture.root, path{"next"}))
		}
		if !s.decodes() { // a body nobody decodes
			want = []reply{{s.row.Status, "application/json", []byte(`{"contract": true}`)}}
		}
		got, err := raw(s.ids, want)
		require.NoError(t, err, way)
		if s.fixture.stream || s.row.Status == http.StatusResetContent {
			require.Equal(t, "none", got, way)
		} else {
			require.Equal(t, string(want[0].body), got, way)
		}
		if s.row.Status == http.StatusResetContent { // the same operation when it has a body
			want[0].status = http.StatusOK
			got, err = raw(s.ids, want)
			require.NoError(t, err, way)
			require.Equal(t, string(want[0].body), got, way)
		}

		got, err = raw(s.ids, []reply{{http.StatusNotFound, "application/json", []byte(`{}`)}})
		require.ErrorIs(t, err, api.ErrNotFound, way)
		require.Equal(t, "none", got, way)
		for i := range s.ids {
			ids := slices.Clone(s.ids)
			ids[i] = ""
			got, err = raw(ids, s.reply())
			_, ok := errors.AsType[*api.ValidationError](err)
			require.True(t, ok, way)
			require.Equal(t, "none", got, way)
		}
	}
}

func (s *subject) headersAndParametersArrive(t *testing.T) {
	platform := newService()
	for way, call := range s.row.ways() {
		got := platform.run(t.Context(), call, s.ids, s.reply(), api.WithHeader("X-Contract", "a b"), api.WithQuery("contract", "a/b c&d=e"))
		require.NotEmpty(t, got.seen, "%s: %v", way, got.err)
		sent := got.seen[0]
		require.Equal(t, []string{"a b"}, sent.header.Values("X-Contract"), way)
		u, err := url.ParseRequestURI(sent.uri)
		require.NoError(t, err)
		want, err := url.ParseRequestURI(strings.TrimPrefix(s.row.Request, s.op.Method+" "))
		require.NoError(t, err)
		query := want.Query()
		query.Set("contract", "a/b c&d=e")
		require.Equal(t, query, u.Query(), way)
		require.Equal(t, want.EscapedPath(), u.EscapedPath(), way)
	}
	if s.row.Body == "" {
		return
	}
	got := platform.run(t.Context(), s.row.Call, s.ids, s.reply(), api.WithBodyField("contract", []any{nil, "a"}))
	require.NoError(t, got.err)
	want, err := parse([]byte(s.row.Body))
	require.NoError(t, err)
	sent, err := parse(got.seen[0].body)
	require.NoError(t, err)
	require.Equal(t, text(with(want, path{"contract"}, []any{nil, "a"})), text(sent))
}

const unknown = "contractUnknown"

func (s *subject) unknownMembersChangeNothing(t *testing.T) {
	if !s.decodes() {
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
		for _, kept := range catchAlls(reflect.ValueOf(got.values)) {
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

// catchAlls returns the structs in v that keep the members they do not know.
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
			if entry.Key().String() != unknown { // that entry is the test's own, and of another type
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
	platform := newService(publishing.WithStrictDecoding())
	visit(s.fixture.root, nil, func(at path, value any) {
		if word, ok := value.(string); ok && !isTime(word) {
			root := with(s.fixture.root, at, "something-new")
			_, encoded := s.succeed(t, platform, root)
			require.Empty(t, difference(root, encoded), "%s", at)
		}
	})
}

func (s *subject) memberOfAnotherTypeIsLostAlone(t *testing.T) {
	if !s.decodes() {
		return
	}
	platform := newService()
	strict := newService(publishing.WithStrictDecoding())
	for _, at := range members(s.fixture.root) {
		if s.isFrame(at) {
			continue
		}
		root, other := s.ofAnotherType(at)
		got, encoded := s.succeed(t, platform, root)
		require.Empty(t, difference(without(root, at), without(encoded, at)), "%s is now %s", at, other)
		kept, _ := atPath(encoded, at)
		if text(kept) == other {
			continue // raw JSON, or a union that keeps what it does not know
		}
		require.NotNil(t, got.meta.Mismatch, "%s is now %s", at, other)
		require.Equal(t, mismatchPath(s.fixture, at), got.meta.Mismatch.Path)
		_, ok := errors.AsType[*api.DecodeError](strict.run(t.Context(), s.row.Call, s.ids, s.fixture.replyWith(s.row.Status, root)).err)
		require.True(t, ok, "%s is now %s, and strict decoding takes it", at, other)
	}
}

// callersType is a type as a program writes it: predeclared, or exported by a package of the SDK.
var callersType = regexp.MustCompile(`^(\[\]|map\[string\])*(` + exportedType + `\[(map\[string\])?)?(string|bool|int|int64|float64|time\.Time|` + exportedType + `)\]?$`)

const exportedType = `(api|richtext|orgs|sites|customization|spaces|changerequests|permissions|pagination)\.[A-Z]\w*`

// unexportedType is one as an error of the JSON library shows it.
var unexportedType = regexp.MustCompile(`\b(api|richtext|orgs|sites|customization|spaces|changerequests|permissions|pagination|transport|jsonx|jsontext)\.[a-z]|struct ?{|jsontext\.|jsonx\.`)

// numbersAreReadHoweverTheyAreWritten is about the numbers of all rows, most of which are integers in Go. What a field cannot hold is
// reported, never lost.
func (s *subject) numbersAreReadHoweverTheyAreWritten(t *testing.T) {
	lenient, strict := newService(), newService(publishing.WithStrictDecoding())
	for _, r := range rowsOf(s.op) {
		f, err := load(r.Response)
		require.NoError(t, err)
		visit(f.root, nil, func(at path, value any) {
			number, ok := value.(json.Number)
			if !ok || strings.ContainsAny(number.String(), ".eE") {
				return
			}
			for _, form := range []string{".0", ".000e0", "E+0"} {
				got := strict.run(t.Context(), r.Call, s.ids, f.replyWith(r.Status, with(f.root, at, number+json.Number(form))))
				require.NoError(t, got.err, "%s: %s is %s%s", r, at, number, form)
				encoded, err := f.encode(got)
				require.NoError(t, err)
				require.Empty(t, difference(f.root, encoded), "%s: %s is %s%s", r, at, number, form)
			}
			for _, other := range []json.Number{number + ".5", "1e25", "1e400"} {
				root := with(f.root, at, other)
				got := lenient.run(t.Context(), r.Call, s.ids, f.replyWith(r.Status, root))
				require.NoError(t, got.err, "%s: %s is %s", r, at, other)
				encoded, err := f.encode(got)
				require.NoError(t, err)
				if got.meta.Mismatch == nil {
					require.Empty(t, difference(root, encoded), "%s: %s is %s", r, at, other)
					continue
				}
				require.Equal(t, mismatchPath(f, at), got.meta.Mismatch.Path, r)
				require.Equal(t, "number", got.meta.Mismatch.Got)
				require.Empty(t, difference(without(root, at), without(encoded, at)), "%s: %s is %s", r, at, other)
			}
		})
	}
}

func (s *subject) mismatchesAreInTheCallersTerms(t *testing.T) {
	lenient, strict := newService(), newService(publishing.WithStrictDecoding())
	for _, r := range rowsOf(s.op) {
		f, err := load(r.Response)
		require.NoError(t, err)
		other := &subject{s.op, r, f, s.ids}
		if !other.decodes() {
			continue
		}
		for _, at := range members(f.root) {
			root, is := other.ofAnotherType(at)
			got := lenient.run(t.Context(), r.Call, s.ids, f.replyWith(r.Status, root))
			if m := got.meta.Mismatch; m != nil {
				require.Regexp(t, callersType, m.Want, "%s: %s is now %s", r, at, is)
			}
			if value, _ := atPath(f.root, at); text(value)[0] != '{' && text(value)[0] != '[' {
				continue // no type of the SDK
			}
			if got = strict.run(t.Context(), r.Call, s.ids, f.replyWith(r.Status, root)); got.err != nil {
				require.NotRegexp(t, unexportedType, got.err.Error(), "%s: %s is now %s", r, at, is)
			}
		}
	}
}

// rowsOf returns the rows of an operation that succeed.
func rowsOf(o *op.Op) []*Row {
	var list []*Row
	for i := range table {
		if table[i].Op == o.Name && table[i].Err == nil {
			list = append(list, &table[i])
		}
	}
	return list
}

// ofAnotherType returns the answer with a value of another type at a place.
func (s *subject) ofAnotherType(at path) (root any, value string) {
	var other any = true
	if was, _ := atPath(s.fixture.root, at); was == true || was == false {
		other = []any{"a list"}
	}
	return with(s.fixture.root, at, other), text(other)
}

// isFrame tells whether a member is the frame of a list: without it the list would look empty, or at its end. A list that a write answers
// with is none, since the write has taken effect without it too.
func (s *subject) isFrame(at path) bool {
	root, ok := s.fixture.root.(map[string]any)
	if !ok {
		return false
	}
	_, isList := root["items"].([]any)
	if isList {
		return slices.Contains([]string{"/items", "/next", "/next/page"}, at.String())
	}
	_, isList = root[at.String()[1:]].([]any)
	return isList && s.op.Reads() && (len(root) == 1 || frames[s.op.Name] == at.String())
}

// frames are the lists that are the frame of an answer with more members.
var frames = map[string]string{"Spaces.Revisions.Changes": "/changes"}

func (s *subject) frameThatIsOffIsAnError(t *testing.T) {
	platform := newService()
	for _, at := range members(s.fixture.root) {
		if !s.isFrame(at) {
			continue
		}
		off, other := s.ofAnotherType(at)
		broken := map[string]any{other: off}
		if value, _ := atPath(s.fixture.root, at); len(at) == 1 && text(value)[0] == '[' {
			broken["null"] = with(s.fixture.root, at, nil)
			broken["missing"] = without(s.fixture.root, at)
		}
		for way, call := range s.row.ways() {
			for is, root := range broken {
				got := platform.run(t.Context(), call, s.ids, s.fixture.replyWith(s.row.Status, root))
				_, ok := errors.AsType[*api.DecodeError](got.err)
				require.True(t, ok, "%s: %s is %s: %v", way, at, is, got.err)
				require.Empty(t, got.values, way)
			}
		}
	}
}

// mismatchPath is where a mismatch is said to be: on a stream, in the message.
func mismatchPath(f *fixture, at path) string {
	if f.stream {
		at = at[1:]
	}
	return at.String()
}

func (s *subject) optionalMembersMayBeMissing(t *testing.T) {
	var optional []path
	for _, f := range findings() {
		if f.row != s.row {
			continue
		}
		require.Empty(t, strings.Join(f.problems, "\n"))
		for _, d := range f.drops {
			if !d.failed && !d.stays {
				optional = append(optional, d.path)
			}
		}
	}
	if !s.decodes() {
		require.Empty(t, optional)
		return
	}
	platform := newService(publishing.WithStrictDecoding())
	root := without(s.fixture.root, optional...)
	got, encoded := s.succeed(t, platform, root)
	require.Empty(t, difference(root, encoded))
	require.Len(t, got.values, len(s.fixture.messages()))
}

func (s *subject) answerThatIsNoObjectIsAnError(t *testing.T) {
	platform := newService()
	bodies := []string{"null", "[]", `"text"`, "1", "true", "", " ", `{"a"`, `{"a": }`, "<html></html>", `{} {}`, "\xef\xbb\xbfnull"}
	for way, call := range s.row.ways() {
		for _, body := range bodies {
			replies := s.fixture.replyBytes(s.row.Status, []byte(body))
			if s.fixture.stream {
				replies = s.fixture.replyBytes(s.row.Status, []byte("data: "+body+"\n\n"))
			}
			got := platform.run(t.Context(), call, s.ids, replies)
			says := fmt.Sprintf("%s: %q", way, body)
			if !s.decodes() || (body == "" && isPut(got)) {
				require.NoError(t, got.err, says)
				require.Equal(t, s.row.Outcome, got.outcome, says)
				require.Empty(t, got.values, says)
				continue
			}
			broken, ok := errors.AsType[*api.DecodeError](got.err)
			require.True(t, ok, "%s: %v", says, got.err)
			require.Equal(t, s.op.Name, broken.Operation, says)
			require.Equal(t, s.row.Status, broken.Status, says)
			require.Equal(t, !s.op.Reads(), api.MayHaveApplied(got.err), says)
			require.Empty(t, got.values, says)
			require.Empty(t, got.extra, says)
		}
	}
	if s.fixture.stream {
		got := platform.run(t.Context(), s.row.Call, s.ids, []reply{{s.row.Status, "application/json", []byte(`{}`)}})
		_, ok := errors.AsType[*api.DecodeError](got.err)
		require.True(t, ok, "no event stream: %v", got.err)
	}
}

func isPut(got *result) bool {
	_, ok := got.outcome.(api.PutOutcome)
	return ok
}

// messages are the fixture's JSON values: one, or those of the stream.
func (f *fixture) messages() []any {
	if list, ok := f.root.([]any); ok && f.stream {
		return list
	}
	return []any{f.root}
}

func (s *subject) walksHaveTheItems(t *testing.T) {
	if s.row.List == nil {
		walked := strings.HasSuffix(s.op.Name, ".List") && hasSibling(s.op.Name, "All")
		require.False(t, walked, "the service has a method All: want a walk in the row")
		return
	}
	cursor, _ := atPath(s.fixture.root, path{"next", "page"})
	require.NotEmpty(t, cursor, "want an answer that leads to a page")
	second := without(s.fixture.root, path{"next"})
	replies := append(s.reply(), s.fixture.replyWith(s.row.Status, second)...)
	items, _ := s.fixture.root.(map[string]any)["items"].([]any)
	for way, want := range map[string][]any{
		"all":   slices.Concat(items, items),
		"pages": {s.fixture.root, second},
	} {
		for _, opts := range [][]api.CallOption{nil, {api.WithPrefetch()}} {
			got := newService().run(t.Context(), s.row.ways()[way], s.ids, replies, opts...)
			require.NoError(t, got.err, way)
			var values []any
			for _, value := range got.values {
				encoded, err := encode(value)
				require.NoError(t, err)
				values = append(values, encoded)
			}
			require.Empty(t, difference(want, values), way)
			s.sentPages(t, got, cursor.(string))
		}
	}
}

// sentPages wants the row's request and then the same with another page.
func (s *subject) sentPages(t *testing.T, got *result, cursor string) {
	t.Helper()
	require.Len(t, got.seen, 2)
	require.Equal(t, s.row.Request, got.seen[0].method+" "+got.seen[0].uri)
	line, query, _ := strings.Cut(s.row.Request, "?")
	values, err := url.ParseQuery(query)
	require.NoError(t, err)
	values.Set("page", cursor)
	require.Equal(t, line+"?"+values.Encode(), got.seen[1].method+" "+got.seen[1].uri)
}

// minimalResponseIsNoError holds an operation against a 204 where its response has a body: an error
// unless the caller prefers a minimal one. A list or a stream would look empty, so it always is
// one.
func (s *subject) minimalResponseIsNoError(t *testing.T) {
	if !s.decodes() {
		return
	}
	platform := newService()
	isList := slices.ContainsFunc(members(s.fixture.root), s.isFrame)
	for way, call := range s.row.ways() {
		for _, prefer := range []string{"", "return=representation", "return=minimal"} {
			var opts []api.CallOption
			if prefer != "" {
				opts = append(opts, api.WithHeader("Prefer", prefer))
			}
			got := platform.run(t.Context(), call, s.ids, []reply{{http.StatusNoContent, "", nil}}, opts...)
			says := fmt.Sprintf("%s: Prefer: %s", way, prefer)
			require.Len(t, got.seen, 1, says)
			require.Equal(t, http.StatusNoContent, got.meta.Status, says)
			switch {
			case isPut(got):
				require.NoError(t, got.err, says)
				require.Equal(t, api.PutUnknown, got.outcome, says)
				require.Empty(t, got.values, says)
			case prefer != "return=minimal" || isList || s.fixture.stream:
				broken, ok := errors.AsType[*api.DecodeError](got.err)
				require.True(t, ok, "%s: %v", says, got.err)
				require.Equal(t, http.StatusNoContent, broken.Status, says)
				require.Empty(t, got.values, says)
			default:
				require.NoError(t, got.err, says)
				require.Len(t, got.values, 1, says)
				require.True(t, reflect.ValueOf(got.values[0]).Elem().IsZero(), says)
			}
		}
	}
}
