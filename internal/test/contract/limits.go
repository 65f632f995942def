package contract

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
)

// A Limit is what the API reference requires of a field or a parameter of requests.
type Limit struct {
	Op    string
	Field string // as errors have it, such as "fontFaces[1].weight"
	// Check contains words, each of which is tried: those of the field's tag, such as
	// "required,len=1..50", and one for a rule of the Validate method of a struct around the field.
	Check string

	Rule   string // rule of the error, if the words do not determine it
	Prefix string // prefix of texts that match or make sense
	// Body is the body of a request, as JSON or, if no JSON decodes to it, as the struct. It breaks
	// a check of several fields or of a union. For other checks it has the field, and is needed if
	// no row has it.
	Body any
}

// Required is the word of a check that stands alone.
const Required = "required"

// A pattern is a pattern of the API reference, or another form of texts, with texts that match and
// texts that do not.
type pattern struct {
	text      string // regular expression of a pattern
	rule      string // rule of any other form
	swept     string // its word for the sweep of the in-memory server
	beyond    bool   // texts that match may have characters outside of ASCII
	good, bad []string
}

// patterns are the forms of texts by their names in check tags.
var patterns = map[string]pattern{
	"color": {
		text: `^#(?:[0-9a-fA-F]{3}){1,2}$`,
		good: []string{"#1aB", "#346ddb"},
		bad:  []string{"zebra", "#12345"},
	},
	"name": {
		text: "^[a-zA-Z0-9_.-]+$",
		good: []string{"a", "Z9", "slack", "my-integration_2.0", "-", "..."},
		bad:  []string{"a/b", "a b", "a%2Fb", "ä", "a\n", "a?b", "a:b", "a@b"},
	},
	"pagepath": {
		rule:  "a path without a slash at its start",
		swept: "path",
		good:  []string{"guides", "guides/a b/ü/", "%2Fguides"},
		bad:   []string{"/guides", "//"},
	},
	"proxy": {
		text: `^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$`,
		good: []string{"example.com/docs", "a_b.c-d.example.Museum/x/y_z-1"},
		bad:  []string{"example.com", "example.com/", "example.com/docs/", "https://example.com/docs", "localhost/docs", "example.c/docs", "exämple.com/docs", "example.com/a b"},
	},
	"web": {
		rule: "an absolute URL with http or https", beyond: true,
		good: []string{"https://example.com/a.png", "HTTP://localhost:8080?a=b"},
		bad:  []string{"ftp://example.com/a.png", "/a.png", "example.com/a.png", "https:", "https:///a.png", "javascript:alert(1)"},
	},
	"slug": {
		text: `^[a-z0-9]+(?:-[a-z0-9]+)*$`,
		good: []string{"a", "0", "pet-store", "v2-1-0"},
		bad:  []string{"A", "petStore", "-a", "a-", "a--b", "a b", "a_b", "a.b", "é", "a\n"},
	},
	"path": {
		text: `^\/(?:[A-Za-z0-9\-._~+]|%[0-9A-Fa-f]{2})+(?:\/(?:[A-Za-z0-9\-._~+]|%[0-9A-Fa-f]{2})+)*(?:\/?\*)?$`,
		good: []string{"/old", "/old/page-1/a.b_c~d", "/%C3%A9/%2f", "/OLD", "/a+b", "/old/*", "/old*"},
		bad:  []string{"/", "old", "/old/", "//old", "/old?a=b", "/old#a", "/é", "/a b", "/%2", "/*", "/old/*/page", "/old/**", "https://example.com/old", "/old\n"},
	},
	"subdomain": {
		text: `^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$`,
		good: []string{"acme", "a-1", "0-0", "a--b"},
		bad:  []string{"Acme", "-acme", "acme-", "acme.docs", "acme_docs", "acmé", "acme\n"},
	},
	"version": {
		rule:  `a text other than "latest"`,
		swept: "not=latest", // which is the path of another operation
		good:  []string{"Latest", "latest ", "latest/content", "version_1"},
		bad:   []string{"latest"},
	},
}

// words returns the words of the check, each with its argument.
func (l *Limit) words() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for check := range strings.SplitSeq(l.Check, ",") {
			if word, arg, _ := strings.Cut(check, "="); !yield(word, arg) {
				return
			}
		}
	}
}

// arg returns the argument of a word of the check.
func (l *Limit) arg(wanted string) (string, bool) {
	for word, arg := range l.words() {
		if word == wanted {
			return arg, true
		}
	}
	return "", false
}

// rule is the rule of the error for a request that breaks a word.
func (l *Limit) rule(word, arg string) string {
	least, most, limited := bounds(arg)
	list := strings.ReplaceAll(arg, "|", ", ")
	unit := map[string]string{"len": "character", "items": "item"}[word]
	switch {
	case l.Rule != "":
		return l.Rule
	case word == "exactly":
		return "exactly one of " + list
	case word == "atmost":
		return "at most one of " + list
	case word == "any":
		return "at least one of " + list
	case word == "match":
		return cmp.Or(patterns[arg].rule, "text that matches "+patterns[arg].text)
	case word == "object":
		return "a JSON object"
	case word == "range" && limited:
		return fmt.Sprintf("a number from %d to %d", least, most)
	case word == "range":
		return fmt.Sprintf("a number from %d", least)
	case unit != "" && !limited:
		return "at least " + plural(least, unit)
	case unit != "" && least == 0:
		return "at most " + plural(most, unit)
	case unit != "":
		return fmt.Sprintf("%d to %s", least, plural(most, unit))
	default:
		return word
	}
}

func plural(n int, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return fmt.Sprintf("%d %ss", n, unit)
}

// path is where the field is in a body. A body that is a list is the only field of its struct.
func (l *Limit) path(body any) path {
	at := path{}
	for _, step := range step.FindAllString(l.Field, -1) {
		if i, err := strconv.Atoi(strings.Trim(step, "[]")); err == nil {
			at = at.to(i)
		} else {
			at = at.to(strings.Trim(step, "[]"))
		}
	}
	if _, isList := body.([]any); isList {
		at = at[1:]
	}
	return at
}

var step = regexp.MustCompile(`\[[^\]]*\]|[^.\[\]]+`)

// A trial is a limit with the request that it is tried on.
type trial struct {
	*Limit
	suite       *suite
	op          *op.Op
	query       url.Values
	body        any // JSON
	queryType   reflect.Type
	bodyType    reflect.Type
	path        path // path of the field in the body
	has, secret bool // the body has the field; errors do not show it
}

// trial returns the trial of a limit.
func (s *suite) trial(t *testing.T, limit *Limit) *trial {
	t.Helper()
	l := &trial{Limit: limit, suite: s, op: op.Find(limit.Op)}
	require.NotNil(t, l.op, "%s: no operation", limit.Op)
	l.queryType, l.bodyType, _ = structsOf(methods()[l.Op])
	for i := range s.Rows {
		if r := &s.Rows[i]; r.Op == l.Op && !l.has && !l.elsewhere() {
			l.take(t, r)
		}
	}
	if body, ok := l.Body.(string); ok && !l.has {
		l.take(t, &Row{Body: body})
	}
	if l.bodyType != nil {
		name, _, _ := strings.Cut(index.ReplaceAllString(l.Field, ""), ".")
		field, _ := fieldNamed(l.bodyType, "json", name)
		tag := field.Tag.Get(logvalue.Tag)
		l.secret = field.Type == secretTypes[0] || field.Type == secretTypes[2] || tag != "" && tag != logvalue.Words
	}
	return l
}

// take sets the request to the request of a row.
func (l *trial) take(t *testing.T, r *Row) {
	t.Helper()
	_, query, _ := strings.Cut(r.Request, "?")
	var err error
	l.query, err = url.ParseQuery(query)
	require.NoError(t, err)
	l.body, l.path, l.has = nil, nil, false
	if r.Body == "" {
		return
	}
	l.body, err = parse([]byte(r.Body))
	require.NoError(t, err)
	l.path = l.Limit.path(l.body)
	value, _ := atPath(l.body, l.path)
	l.has = value != nil && len(l.path) > 0
}

// inPath reports whether the field is a parameter of the path.
func (l *trial) inPath() bool { return slices.Contains(l.op.Params(), l.Field) }

// elsewhere reports whether the request has the field in the path or the query.
func (l *trial) elsewhere() bool {
	_, inQuery := fieldNamed(l.queryType, "url", l.Field)
	return l.query != nil && !l.has && (inQuery || l.inPath() || !l.op.HasBody())
}

// call returns the call with another value of the field, without the field if the value is nil.
func (l *trial) call(t *testing.T, value any) func(Args) (any, error) {
	t.Helper()
	body := l.body
	switch {
	case !l.has:
		require.True(t, l.elsewhere() || l.Body != nil, "%s %s: no row has it; give the limit a Body", l.Op, l.Field)
	case value == nil:
		body = without(body, l.path)
	default:
		body = with(body, l.path, value)
	}
	call := l.sending(t, body, value)
	at := slices.Index(l.op.Params(), l.Field)
	if at < 0 {
		return call
	}
	return func(a Args) (any, error) {
		a.ID = slices.Clone(a.ID)
		a.ID[at] = fmt.Sprint(value)
		return call(a)
	}
}

// sending returns the call with a body and, in the query, the value of the field and what else is
// required.
func (l *trial) sending(t *testing.T, body, value any) func(Args) (any, error) {
	t.Helper()
	return calling(l.Op, func(v reflect.Value) {
		switch v.Type() {
		case l.queryType:
			for field, v := range v.Fields() {
				name, _, _ := strings.Cut(field.Tag.Get("url"), ",")
				switch {
				case name != l.Field && hasWord(field, Required):
					v.SetString(l.query.Get(name))
				case name != l.Field || l.has || value == nil:
				case v.Kind() == reflect.Int:
					n, err := value.(json.Number).Int64()
					require.NoError(t, err)
					v.SetInt(n)
				default:
					v.SetString(value.(string))
				}
			}
		case l.bodyType:
			if given := reflect.ValueOf(l.Body); given.IsValid() && given.Type() == l.bodyType {
				v.Set(given)
				return
			}
			require.NoError(t, json.Unmarshal([]byte(text(body)), v.Addr().Interface()))
		}
	})
}

// Sent is a request that was sent.
type Sent struct {
	URI   string
	Query url.Values
	Body  any // JSON, nil for none
}

// Values returns the values of the body that are not null at a pattern of fields.tsv, such as
// "scope.siteSpaceIds[]".
func (s *Sent) Values(pattern string) []any {
	var list []any
	for _, p := range find(s.Body, pattern, nil) {
		value, _ := atPath(s.Body, p)
		list = append(list, value)
	}
	return list
}

// Accepts makes a call that gets the response of the operation's first row, and returns the
// request.
func (a Area) Accepts(t *testing.T, name string, call func(Args) (any, error), opts ...publishing.Option) *Sent {
	t.Helper()
	r := a.first(name)
	require.NotNil(t, r, "%s: no row", name)
	f, err := load(a.fixtures(), r.Response)
	require.NoError(t, err)
	if object, ok := f.root.(map[string]any); ok && object["next"] != nil {
		f.data = []byte(text(without(f.root, path{"next"})))
	}
	got := newService(opts...).run(t.Context(), call, sampleIDs(op.Find(name)), f.reply(r.Status))
	if _, ok := errors.AsType[*sites.RedirectPutError](got.Err); !ok { // the response is that of a request with fewer changes
		require.NoError(t, got.Err)
	}
	require.Len(t, got.seen, 1)
	sent := &Sent{URI: got.seen[0].uri}
	u, err := url.ParseRequestURI(sent.URI)
	require.NoError(t, err)
	sent.Query = u.Query()
	if len(got.seen[0].body) > 0 {
		sent.Body, err = parse(got.seen[0].body)
		require.NoError(t, err)
	}
	return sent
}

// Rejects makes a call that must not be sent, and requires an error with the field, the rule and
// the value.
func (a Area) Rejects(t *testing.T, name string, call func(Args) (any, error), field, rule, value string) {
	t.Helper()
	o := op.Find(name)
	require.NotNil(t, o, "%s: no operation", name)
	got := newService().run(t.Context(), call, sampleIDs(o), []reply{{status: 200}})
	require.Empty(t, got.seen)
	invalid, ok := errors.AsType[*api.ValidationError](got.Err)
	require.True(t, ok, "%v", got.Err)
	require.Equal(t, api.ValidationError{Operation: name, Field: field, Rule: rule, Value: value}, *invalid)
	require.False(t, api.MayHaveApplied(got.Err))
	require.Empty(t, got.Values)
	require.Empty(t, got.extra)
}

// Shown returns a text as an error contains it.
func Shown(text string) string {
	const most = 100
	if n := utf8.RuneCountInString(text); n > most {
		return fmt.Sprintf("%d characters", n)
	}
	return text
}

// Call makes a call that gets responses with status 200 and these JSON bodies, in order.
func Call(t *testing.T, call func(Args) (any, error), ids []string, bodies ...string) *Result {
	t.Helper()
	var replies []reply
	for _, body := range bodies {
		replies = append(replies, reply{200, "application/json", []byte(body)})
	}
	return newService().run(t.Context(), call, ids, replies)
}

// accepts sends a value of the field, and requires the request to have it in its place.
func (l *trial) accepts(t *testing.T, value any, opts ...publishing.Option) {
	t.Helper()
	r := l.suite.Accepts(t, l.Op, l.call(t, value), opts...)
	switch {
	case l.inPath():
		line, _, _ := strings.Cut(r.URI, "?")
		at := slices.Index(strings.Split(l.op.Template, "/"), "{"+l.Field+"}")
		got, err := url.PathUnescape(strings.Split(line, "/")[at])
		require.NoError(t, err)
		require.Equal(t, value, got)
	case !l.has:
		require.Equal(t, strings.TrimPrefix(fmt.Sprint(value), "0"), r.Query.Get(l.Field)) // 0 is not sent
	default:
		got, _ := atPath(r.Body, l.path)
		require.Equal(t, value, got)
	}
}

// rejects requires a value of the field to be rejected with a rule, unless validation is off.
func (l *trial) rejects(t *testing.T, value any, rule, shown string) {
	t.Helper()
	if l.secret && shown != "" {
		shown = api.Secret{}.String()
	}
	l.suite.Rejects(t, l.Op, l.call(t, value), l.Field, rule, shown)
	l.accepts(t, value, publishing.WithoutValidation())
}

// each tries each of the limits of the area that has one of the words.
func (s *suite) each(t *testing.T, words []string, try func(t *testing.T, l *trial, word, arg string)) {
	for _, l := range sample.OneByOne(s.Limits) {
		for word, arg := range l.words() {
			if slices.Contains(words, word) {
				t.Run(l.Op+" "+l.Field, func(t *testing.T) {
					t.Parallel()
					try(t, s.trial(t, &l), word, arg)
				})
			}
		}
	}
}

// counted are the words with the bounds of a number.
var counted = []string{"len", "items", "range"}

// lengthsHold sends texts, lists and numbers at the limits and outside of them. A text consists of
// one character of one to four bytes.
func (s *suite) lengthsHold(t *testing.T) {
	s.each(t, counted, func(t *testing.T, l *trial, word, arg string) {
		for _, character := range []string{"a", "é", "日", "😀"} {
			l.tryCounts(t, word, arg, character)
			if word == "items" || word == "range" {
				break
			}
		}
	})
}

// tryCounts tries one number less than the least, and one more than the most.
func (l *trial) tryCounts(t *testing.T, word, arg, character string) {
	t.Helper()
	least, most, limited := bounds(arg)
	if !limited {
		most = least + 100
	}
	for _, n := range []int{least - 1, least, most, most + 1} {
		if (n < len(l.Prefix) && word != "range") || (n == 0 && l.inPath()) {
			continue // an empty id is rejected whatever the limits
		}
		value, shown := l.counted(word, n, character)
		pattern, matches := l.arg("match")
		_, required := l.arg(Required)
		switch {
		case n == 0 && required && word != "items":
			l.rejects(t, value, Required, shown)
		case n < least || limited && n > most:
			l.rejects(t, value, l.rule(word, arg), shown)
		case matches && !patterns[pattern].beyond && character != "a" && n > 0:
			l.rejects(t, value, l.rule("match", pattern), shown)
		default:
			l.accepts(t, value)
		}
	}
}

// counted returns a value with n characters or items, or n itself, and how errors show it.
func (l *trial) counted(word string, n int, character string) (value any, shown string) {
	switch word {
	case "range":
		return json.Number(strconv.Itoa(n)), strconv.Itoa(n)
	case "items":
		shown = plural(n, "item")
		row, _ := atPath(l.body, l.path)
		if list, isList := row.([]any); isList {
			return slices.Repeat(list[:1], n), shown
		}
		object := map[string]any{}
		for i := range n {
			object["A"+strings.Repeat("A", i)] = "hush"
		}
		return object, shown
	default:
		made := l.Prefix + strings.Repeat(character, n-len(l.Prefix))
		return made, Shown(made)
	}
}

// matched is the word about the form of a text.
var matched = []string{"match"}

func (s *suite) patternsHold(t *testing.T) {
	s.each(t, matched, func(t *testing.T, l *trial, word, arg string) {
		p := patterns[arg]
		require.NotEmpty(t, p.good, arg)
		require.NotEmpty(t, p.bad, arg)
		for _, made := range p.good {
			l.accepts(t, made)
		}
		for _, made := range p.bad {
			l.rejects(t, made, l.rule(word, arg), Shown(made))
		}
	})
}

// needed are the word about what a request needs and those for the rules of Validate methods.
var needed = []string{Required, "with", "object", "unique", "exactly", "atmost", "any", "form", "one"}

// needsHold sends requests without what they need, and with other JSON than an object.
func (s *suite) needsHold(t *testing.T) {
	s.each(t, needed, func(t *testing.T, l *trial, word, arg string) {
		switch word {
		case "object":
			for _, raw := range []string{`[]`, `"x"`, `1`, `true`} {
				value, err := parse([]byte(raw))
				require.NoError(t, err)
				l.rejects(t, value, l.rule(word, arg), raw)
			}
			l.accepts(t, map[string]any{})
		case Required:
			l.lacks(t, l.call(t, nil), Required)
		case "with":
			field, _, _ := strings.Cut(arg, ":")
			value, _ := atPath(l.body, l.path[:len(l.path)-1].to(field))
			l.lacks(t, l.call(t, nil), fmt.Sprintf("a value for the %s %q", field, value))
		case "unique":
			value, _ := atPath(l.body, l.path)
			l.lacks(t, l.call(t, slices.Repeat(value.([]any)[:1], 2)), "each item once")
		default:
			require.NotNil(t, l.Body, "give the limit a Body that breaks it")
			if body, ok := l.Body.(string); ok {
				l.take(t, &Row{Body: body})
			}
			field := l.Field
			if around := strings.LastIndexByte(field, '.'); word == "form" && around >= 0 {
				field = field[:around] // the error is about the struct
			}
			l.lacksIn(t, field, l.sending(t, l.body, nil), l.rule(word, arg))
		}
	})
}

// lacks requires a call not to be sent, since it lacks something.
func (l *trial) lacks(t *testing.T, call func(Args) (any, error), rule string) {
	t.Helper()
	l.lacksIn(t, l.Field, call, rule)
}

// lacksIn is lacks for an error of another field.
func (l *trial) lacksIn(t *testing.T, field string, call func(Args) (any, error), rule string) {
	t.Helper()
	got := newService().run(t.Context(), call, sampleIDs(l.op), []reply{{status: 200}})
	require.Empty(t, got.seen)
	invalid, ok := errors.AsType[*api.ValidationError](got.Err)
	require.True(t, ok, "%v", got.Err)
	require.Equal(t, []string{l.Op, field, rule}, []string{invalid.Operation, invalid.Field, invalid.Rule})
}

// pageSize is the check of the limit of each list with pages that has no Limit.
const pageSize = "limit range=0..1000"

// pageSizeOf returns the check of the limit of a list.
func (s *suite) pageSizeOf(name string) string {
	for _, l := range s.Limits {
		if l.Op == name && l.Field == "limit" {
			return l.Field + " " + l.Check
		}
	}
	return pageSize
}

// pageSizesHold requests pages of sizes at the limits and outside of them, by the list and by its
// iterators.
func (s *suite) pageSizesHold(t *testing.T) {
	for _, o := range s.ops {
		if s.first(o.Name).List == nil || !hasPageSize(o.Name) {
			continue
		}
		t.Run(o.Name, func(t *testing.T) {
			t.Parallel()
			at := strings.LastIndexByte(o.Name, '.') + 1
			_, most, _ := strings.Cut(s.pageSizeOf(o.Name), "..")
			largest, err := strconv.Atoi(most)
			require.NoError(t, err)
			for _, method := range []string{"List", "All", "ListPages"} {
				name := o.Name[:at] + strings.Replace(o.Name[at:], "List", method, 1)
				for _, size := range []int{-1, 0, 1, largest, largest + 1} {
					call, want := s.listing(t, o, name, size)
					if size < 0 || size > largest {
						s.Rejects(t, o.Name, call, "limit", "a number from 0 to "+most, strconv.Itoa(size))
						s.Accepts(t, o.Name, call, publishing.WithoutValidation())
						continue
					}
					require.Equal(t, want, s.Accepts(t, o.Name, call).Query, name)
				}
			}
		})
	}
}

// hasPageSize reports whether the options of a list have a limit.
func hasPageSize(name string) bool {
	query, _, _ := structsOf(methods()[name])
	_, there := query.FieldByName("Limit")
	return there
}

// listing returns the call of a method of a list with nothing but a limit and what is required, and
// the query that it sends.
func (s *suite) listing(t *testing.T, o *op.Op, name string, size int) (call func(Args) (any, error), query url.Values) {
	t.Helper()
	query = url.Values{}
	if size > 0 {
		query.Set("limit", strconv.Itoa(size))
	}
	queryType, bodyType, _ := structsOf(methods()[name])
	require.NotNil(t, queryType, "%s: no query", name)
	for field := range queryType.Fields() {
		if hasWord(field, Required) {
			param, _, _ := strings.Cut(field.Tag.Get("url"), ",")
			query.Set(param, Required)
		}
	}
	return calling(name, func(value reflect.Value) {
		switch value.Type() {
		case queryType:
			value.FieldByName("Limit").SetInt(int64(size))
			for field, value := range value.Fields() {
				if hasWord(field, Required) {
					value.SetString(Required)
				}
			}
		case bodyType:
			require.NoError(t, json.Unmarshal([]byte(s.first(o.Name).Body), value.Addr().Interface()))
		}
	}), query
}

// checked returns the checks of a struct of a request and of those in it, as field and word. A
// Validate method is a word of the struct.
func checked(t reflect.Type, key, at string) []string {
	var list []string
	if validates(t) {
		list = append(list, cmp.Or(strings.TrimSuffix(at, "."), whole)+" Validate")
	}
	for field := range t.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get(key), ",")
		if !field.IsExported() {
			continue
		}
		if name == "" { // a variant of a union
			if inner := structIn(field.Type); inner != nil && hasTag(inner, key) {
				list = append(list, checked(inner, key, at)...)
			}
			continue
		}
		name = at + name
		for word, arg := range words(field) {
			if arg != "" {
				word += "=" + arg
			}
			if word != "" {
				list = append(list, name+" "+word)
			}
		}
		inner := structIn(field.Type)
		if inner == nil || isNullable(inner) {
			continue
		}
		given := field.Type
		if isNullable(given) {
			get, _ := given.MethodByName("Get")
			given = get.Type.Out(0)
		}
		if kind := given.Kind(); kind == reflect.Slice || kind == reflect.Map {
			name += "[]"
		}
		if inner != t && inner != reflect.TypeFor[richtext.Document]() { // which responses have too, without limits
			list = append(list, checked(inner, key, name+".")...)
		}
	}
	return list
}

var index = regexp.MustCompile(`\[[^\]]*\]`)

// limitsAreAllTried requires a Limit or a test for each check of a request, and a check
// for each of them.
func (s *suite) limitsAreAllTried(t *testing.T) {
	there := map[string]bool{}
	for _, o := range s.ops {
		for i, param := range o.Params() {
			for word := range strings.SplitSeq(o.ParamCheck(i), ",") {
				if word != "" {
					there[o.Name+" "+param+" "+word] = true
				}
			}
		}
		query, body, _ := structsOf(methods()[o.Name])
		for key, of := range map[string]reflect.Type{"url": query, "json": body} {
			if of == nil {
				continue
			}
			for _, check := range checked(of, key, "") {
				if name, _, _ := strings.Cut(check, " "); key == "url" || o.HasBody() || s.isParameter(o, name) {
					there[o.Name+" "+check] = true
				}
			}
		}
	}
	report(t, s.untried(there))
}

// isParameter reports whether an operation has a query parameter with a name.
func (s *suite) isParameter(o *op.Op, name string) bool {
	return slices.ContainsFunc(s.lines, func(l *line) bool { return l.kind == kindQuery && l.of == routeOf(o) && l.path == name })
}

// untried compares the checks of requests, as operation, field and word, with those that the area
// tries.
func (s *suite) untried(there map[string]bool) (problems []string) {
	tried := map[string]bool{}
	try := func(op, field, word string) {
		if name, _, _ := strings.Cut(word, "="); !slices.Contains(tagWords, name) { // a rule of a struct around the field
			around := field
			for around != "" && !there[op+" "+around+" Validate"] {
				around = around[:max(0, strings.LastIndexByte(around, '.'))]
			}
			if around = cmp.Or(around, whole); there[op+" "+around+" Validate"] {
				field, word = around, "Validate"
			}
		}
		tried[op+" "+field+" "+word] = true
	}
	for _, check := range s.Tried {
		parts := strings.SplitN(check, " ", 3)
		try(parts[0], parts[1], parts[2])
	}
	for i := range s.Limits {
		l := &s.Limits[i]
		for word, arg := range l.words() {
			field, check := index.ReplaceAllString(l.Field, "[]"), strings.TrimSuffix(word+"="+arg, "=")
			if !slices.Contains(slices.Concat(counted, needed, matched), word) {
				problems = append(problems, fmt.Sprintf("%s %s %s: no Limit tries this word; add a test and its line to Tried", l.Op, field, check))
			}
			try(l.Op, field, check)
		}
	}
	for i := range s.Rows {
		if check := s.Rows[i].Op + " " + s.pageSizeOf(s.Rows[i].Op); s.Rows[i].List != nil && there[check] {
			tried[check] = true
		}
	}
	for _, check := range slices.Sorted(maps.Keys(there)) {
		if !tried[check] {
			problems = append(problems, fmt.Sprintf("%s: no test; add a contract.Limit to %s, or a test and its line to Tried", check, s.path("limits_test.go")))
		}
	}
	for _, check := range slices.Sorted(maps.Keys(tried)) {
		if !there[check] {
			problems = append(problems, fmt.Sprintf("%s: tried, and no check of the request; add it to the tag of the field, or remove it from %s", check, s.path("limits_test.go")))
		}
	}
	return problems
}
