package contract

import (
	"encoding/json"
	"errors"
	"fmt"
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
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/richtext"
)

// A Length is a limit of the API reference on the length of a text, in characters.
type Length struct {
	Op, Field string
	Min, Max  int
	Pattern   *Pattern // that the text has to match too, nil for none
	Prefix    string   // of texts that match or make sense
	Required  bool
	Call      func(a Args, text string) (any, error)
}

// A Pattern is a pattern of the API reference with texts that match and texts that do not.
type Pattern struct {
	Name      string // in check tags
	Text      string
	Good, Bad []string
}

// A Need is something that a request cannot be sent without.
type Need struct {
	Op, Field string
	Check     string // of the tag, such as "required" or "exactly=role|level"
	Call      func(Args) (any, error)
	Rule      string // of the error, if Check does not say it
}

// The words of checks that stand alone.
const (
	Required = "required"
	One      = "one"
)

// rule is the rule of the error.
func (n *Need) rule() string {
	name, arg, _ := strings.Cut(n.Check, "=")
	list := strings.ReplaceAll(arg, "|", ", ")
	switch {
	case n.Rule != "":
		return n.Rule
	case name == "exactly":
		return "exactly one of " + list
	case name == "atmost":
		return "at most one of " + list
	case name == "any":
		return "at least one of " + list
	default:
		return n.Check
	}
}

// rule is the rule of the error for a text that is too short or too long.
func (l *Length) rule() string {
	if l.Min == 0 {
		return fmt.Sprintf("at most %d characters", l.Max)
	}
	return fmt.Sprintf("%d to %d characters", l.Min, l.Max)
}

// check is the limit as a check tag has it.
func (l *Length) check() string {
	least := ""
	if l.Min > 0 {
		least = strconv.Itoa(l.Min)
	}
	return fmt.Sprintf("len=%s..%d", least, l.Max)
}

// inPath reports whether the text is a parameter of the path.
func (l *Length) inPath() bool { return slices.Contains(operationNamed(l.Op).Params(), l.Field) }

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
	got := newService(opts...).run(t.Context(), call, sampleIDs(operationNamed(name)), f.reply(r.Status))
	require.NoError(t, got.Err)
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
	o := operationNamed(name)
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

// sent requires a request to have the text in its place.
func (l *Length) sent(t *testing.T, r *Sent, text string) {
	t.Helper()
	switch {
	case l.inPath():
		line, _, _ := strings.Cut(r.URI, "?")
		at := slices.Index(strings.Split(operationNamed(l.Op).Template, "/"), "{"+l.Field+"}")
		value, err := url.PathUnescape(strings.Split(line, "/")[at])
		require.NoError(t, err)
		require.Equal(t, text, value)
	case r.Body == nil:
		require.Equal(t, text, r.Query.Get(l.Field))
	default:
		at := path{}
		for step := range strings.SplitSeq(l.Field, ".") {
			at = at.to(step)
		}
		value, _ := atPath(r.Body, at)
		require.Equal(t, text, value)
	}
}

func (s *suite) lengthsHold(t *testing.T) {
	for i := range s.Lengths {
		l := &s.Lengths[i]
		t.Run(l.Op+" "+l.Field, func(t *testing.T) {
			t.Parallel()
			for _, character := range []string{"a", "é", "日", "😀"} {
				s.try(t, l, character)
			}
		})
	}
}

// try sends texts of lengths at the limits and outside of them, which consist of one character of
// one to four bytes.
func (s *suite) try(t *testing.T, l *Length, character string) {
	t.Helper()
	for _, n := range []int{l.Min - 1, l.Min, l.Max, l.Max + 1} {
		if n < len(l.Prefix) || (n == 0 && l.inPath()) {
			continue // an empty id is rejected whatever the limits
		}
		made := l.Prefix + strings.Repeat(character, n-len(l.Prefix))
		call := func(a Args) (any, error) { return l.Call(a, made) }
		rule := ""
		switch {
		case n == 0 && l.Required:
			rule = Required
		case n < l.Min || n > l.Max:
			rule = l.rule()
		case l.Pattern != nil && character != "a" && n > 0:
			rule = l.Pattern.rule()
		}
		if rule == "" {
			l.sent(t, s.Accepts(t, l.Op, call), made)
			continue
		}
		s.Rejects(t, l.Op, call, l.Field, rule, Shown(made))
		l.sent(t, s.Accepts(t, l.Op, call, publishing.WithoutValidation()), made)
	}
}

// rule is the rule of the error for a text that does not match.
func (p *Pattern) rule() string { return "text that matches " + p.Text }

func (s *suite) patternsHold(t *testing.T) {
	for i := range s.Lengths {
		l := &s.Lengths[i]
		if l.Pattern == nil {
			continue
		}
		require.NotEmpty(t, l.Pattern.Good, l.Pattern.Name)
		require.NotEmpty(t, l.Pattern.Bad, l.Pattern.Name)
		for _, made := range l.Pattern.Good {
			l.sent(t, s.Accepts(t, l.Op, func(a Args) (any, error) { return l.Call(a, made) }), made)
		}
		for _, made := range l.Pattern.Bad {
			s.Rejects(t, l.Op, func(a Args) (any, error) { return l.Call(a, made) }, l.Field, l.Pattern.rule(), made)
		}
	}
}

// pageSize is the check of the limit of each list with pages.
const pageSize = "limit range=0..1000"

// pageSizesHold requests pages of sizes at the limits and outside of them, by the list and by its
// iterators.
func (s *suite) pageSizesHold(t *testing.T) {
	for _, o := range s.ops {
		if s.first(o.Name).List == nil {
			continue
		}
		t.Run(o.Name, func(t *testing.T) {
			t.Parallel()
			at := strings.LastIndexByte(o.Name, '.') + 1
			for _, method := range []string{"List", "All", "Pages"} {
				name := o.Name[:at] + strings.Replace(o.Name[at:], "List", method, 1)
				for _, size := range []int{-1, 0, 1, 1000, 1001} {
					call, want := s.listing(t, o, name, size)
					if size < 0 || size > 1000 {
						s.Rejects(t, o.Name, call, "limit", "a number from 0 to 1000", strconv.Itoa(size))
						s.Accepts(t, o.Name, call, publishing.WithoutValidation())
						continue
					}
					require.Equal(t, want, s.Accepts(t, o.Name, call).Query, name)
				}
			}
		})
	}
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

// needsHold requires that requests without a required field are not sent.
func (s *suite) needsHold(t *testing.T) {
	for i := range s.Needs {
		n := &s.Needs[i]
		o := operationNamed(n.Op)
		require.NotNil(t, o, "%s: no operation", n.Op)
		got := newService().run(t.Context(), n.Call, sampleIDs(o), []reply{{status: 200}})
		require.Empty(t, got.seen, "%s %s", n.Op, n.Field)
		invalid, ok := errors.AsType[*api.ValidationError](got.Err)
		require.True(t, ok, "%s %s: %v", n.Op, n.Field, got.Err)
		require.Equal(t, []string{n.Op, n.Field, n.rule()}, []string{invalid.Operation, invalid.Field, invalid.Rule})
	}
}

// checked returns the checks of a struct of a request and of those in it, as field and word.
func checked(t reflect.Type, key, at string) []string {
	var list []string
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

// limitsAreAllTried requires a Length, a Need or a test for each check of a request, and a check
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
				there[o.Name+" "+check] = true
			}
		}
	}
	report(t, s.untried(there))
}

// untried compares the checks of requests, as operation, field and word, with those that the area
// tries.
func (s *suite) untried(there map[string]bool) (problems []string) {
	tried := map[string]bool{}
	for _, check := range s.Tried {
		tried[check] = true
	}
	for i := range s.Lengths {
		l := &s.Lengths[i]
		tried[l.Op+" "+l.Field+" "+l.check()] = true
		if l.Pattern != nil {
			tried[l.Op+" "+l.Field+" match="+l.Pattern.Name] = true
		}
	}
	for i := range s.Rows {
		if s.Rows[i].List != nil {
			tried[s.Rows[i].Op+" "+pageSize] = true
		}
	}
	for i := range s.Needs {
		n := &s.Needs[i]
		tried[n.Op+" "+index.ReplaceAllString(n.Field, "[]")+" "+n.Check] = true
	}
	for _, check := range slices.Sorted(maps.Keys(there)) {
		if !tried[check] {
			problems = append(problems, fmt.Sprintf("%s: no test; add a contract.Length or a contract.Need to %s, or a test and its line to Tried", check, s.path("limits_test.go")))
		}
	}
	for _, check := range slices.Sorted(maps.Keys(tried)) {
		if !there[check] {
			problems = append(problems, fmt.Sprintf("%s: tried, and no check of the request; add it to the tag of the field, or remove it from %s", check, s.path("limits_test.go")))
		}
	}
	return problems
}

// RejectsPathsWithASlash checks that the operations of the area with the path of a page reject one
// that begins with a slash, and send any other as one segment.
func (a Area) RejectsPathsWithASlash(t *testing.T) {
	t.Helper()
	tried := 0
	for _, o := range op.All() {
		at := slices.Index(o.Params(), "pagePath")
		first := slices.IndexFunc(a.Rows, func(r Row) bool { return r.Op == o.Name })
		if at < 0 || first < 0 {
			continue
		}
		tried++
		for path, bad := range map[string]bool{"/guides": true, "//": true, "guides": false, "guides/a b/ü/": false, "%2Fguides": false} {
			call := func(args Args) (any, error) {
				args.ID = slices.Clone(args.ID)
				args.ID[at] = path
				return a.Rows[first].Call(args)
			}
			if bad {
				a.Rejects(t, o.Name, call, "pagePath", "a path without a slash at its start", path)
				a.Accepts(t, o.Name, call, publishing.WithoutValidation())
				continue
			}
			require.Contains(t, a.Accepts(t, o.Name, call).URI, "/path/"+url.PathEscape(path)+"?")
		}
	}
	require.Positive(t, tried)
}
