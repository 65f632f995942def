package publishingtest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/sites"
)

// objectRow is a line of testdata/objects.tsv: a field of an object. Three names are special: "*"
// is any other field, "+" is another object whose fields the object has, too, and "." gives a type
// a name.
//
// A type is an object of the table, "string", "number", "integer", "boolean", "true", "false",
// "null", "any", "date-time" or "uri"; "=a|b" is one of some strings, "~p" a string that matches a
// pattern, "[T]" a list, "[T]+" one that is not empty, "{T}" an object with any field names, "{}"
// one without fields, "List<T>" a page of a list, and "T or U" either.
type objectRow struct {
	field, kind        string
	required, nullable bool
}

// responseRow is a line of testdata/responses.tsv: the body of a successful response of an
// operation, "-" for none. Location is empty for a response without the header; "location" leads to
// what was created, "revision" to the new revision, and "urls" is that of the URLs in the body.
type responseRow struct {
	status         int
	kind, location string
}

// responseChecker compares responses with the tables.
type responseChecker struct {
	objects   map[string][]objectRow
	responses map[string][]responseRow // keys are operations
	routes    *http.ServeMux           // operations, by their pattern
	names     map[string]string        // names of operations, by pattern
	seen      sync.Map                 // objects that were valid
}

// sharedResponseChecker checks the responses of all tests.
var sharedResponseChecker = sync.OnceValues(newResponseChecker)

func newResponseChecker() (*responseChecker, error) {
	c := &responseChecker{objects: map[string][]objectRow{}, responses: map[string][]responseRow{}, routes: http.NewServeMux(), names: map[string]string{}}
	err := readTSV("objects.tsv", "object\tfield\tneed\tnull\ttype", func(col []string) error {
		c.objects[col[0]] = append(c.objects[col[0]], objectRow{field: col[1], kind: col[4], required: col[2] == "req", nullable: col[3] == "null"})
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = readTSV("responses.tsv", "operation\tstatus\ttype\tlocation", func(col []string) error {
		status, err := strconv.Atoi(col[1])
		c.responses[col[0]] = append(c.responses[col[0]], responseRow{status, col[2], col[3]})
		return err
	})
	for _, o := range op.All() {
		pattern := o.Route()
		c.routes.HandleFunc(pattern, http.NotFound)
		c.names[pattern] = o.Name
	}
	return c, err
}

func readTSV(name, header string, take func(columns []string) error) error {
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		return err
	}
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	if lines[0] != header {
		return fmt.Errorf("%s: want the header %q, got %q", name, header, lines[0])
	}
	for i, line := range lines[1:] {
		columns := strings.Split(line, "\t")
		if len(columns) != strings.Count(header, "\t")+1 {
			return fmt.Errorf("%s:%d: want %d columns, got %d", name, i+2, strings.Count(header, "\t")+1, len(columns))
		}
		if err := take(columns); err != nil {
			return fmt.Errorf("%s:%d: %w", name, i+2, err)
		}
	}
	return nil
}

// operationOf returns the name of the operation of a request, or "" if there is none.
func (c *responseChecker) operationOf(req *http.Request) string {
	_, pattern := c.routes.Handler(req)
	return c.names[pattern]
}

// check returns the differences of a response from the tables, and what strict decoding rejects.
func (c *responseChecker) check(req *http.Request, got wireResponse) []string {
	name := c.operationOf(req)
	switch {
	case got.status >= http.StatusBadRequest:
		return c.body("Error", got)
	case got.status == http.StatusNoContent && req.Method == http.MethodDelete:
		return c.body("-", got)
	}
	i := slices.IndexFunc(c.responses[name], func(row responseRow) bool { return row.status == got.status })
	if i < 0 {
		return []string{fmt.Sprintf("%s: the table has no response with status %d", name, got.status)}
	}
	row := c.responses[name][i]
	problems := append(c.body(row.kind, got), c.location(row.location, got)...)
	return append(problems, strictProblems(name, req.URL.Query().Get("page"), got)...)
}

// strictProblems decodes a response with the method of its operation and strict decoding. A list
// that begins at a cursor does not have all elements that it counts.
func strictProblems(name, cursor string, got wireResponse) []string {
	if got.body == "" {
		return nil
	}
	sent := false
	network := publishing.RoundTripperFunc(func(req *http.Request) (*http.Response, error) {
		sent = true
		body := io.NopCloser(strings.NewReader(got.body))
		return &http.Response{StatusCode: got.status, Header: got.header, Body: body, Request: req}, nil
	})
	client, err := publishing.NewClient("https://x.example", publishing.WithToken("token"),
		publishing.WithHTTPClient(&http.Client{Transport: network}),
		publishing.WithStrictDecoding(), publishing.WithoutValidation(), publishing.WithAttemptTimeout(-1))
	if err != nil {
		return []string{err.Error()}
	}
	at := reflect.ValueOf(client).Elem()
	steps := strings.Split(name, ".")
	for _, step := range steps[:len(steps)-1] {
		at = at.FieldByName(step)
	}
	var opts []api.CallOption
	if cursor != "" {
		opts = append(opts, api.WithQuery("page", cursor))
	}
	method := at.MethodByName(steps[len(steps)-1])
	var in []reflect.Value
	for typ := range method.Type().Ins() {
		switch typ {
		case reflect.TypeFor[context.Context]():
			in = append(in, reflect.ValueOf(context.Background()))
		case reflect.TypeFor[string]():
			in = append(in, reflect.ValueOf("id"))
		case reflect.TypeFor[api.Secret]():
			in = append(in, reflect.ValueOf(api.NewSecret("secret")))
		case reflect.TypeFor[[]api.CallOption]():
			in = append(in, reflect.ValueOf(opts))
		case reflect.TypeFor[sites.SectionCreate](): // a required Nullable has to be set
			in = append(in, reflect.ValueOf(sites.SectionCreate{SpaceID: api.Null[string]()}))
		case reflect.TypeFor[sites.SiteSpaceCreate]():
			in = append(in, reflect.ValueOf(sites.SiteSpaceCreate{SpaceID: api.Null[string]()}))
		default:
			in = append(in, reflect.Zero(typ))
		}
	}
	out := method.CallSlice(in)
	failed := out[len(out)-1]
	if failed.Kind() == reflect.Func {
		for _, failed = range failed.Seq2() { // the error of the last event
		}
	}
	err, _ = reflect.TypeAssert[error](failed)
	_, undecoded := errors.AsType[*api.DecodeError](err)
	switch {
	case !sent:
		return []string{fmt.Sprintf("%s: not sent: %v", name, err)}
	case undecoded || errors.Is(err, pagination.ErrIncomplete):
		return []string{err.Error()}
	default:
		return nil
	}
}

func (c *responseChecker) body(kind string, got wireResponse) []string {
	contentType := got.header.Get("Content-Type")
	if kind == "-" {
		if got.body != "" || contentType != "" {
			return []string{fmt.Sprintf("want no body, got %s %s", contentType, got.body)}
		}
		return nil
	}
	if inner, ok := strings.CutPrefix(kind, "stream<"); ok {
		if contentType != "text/event-stream" {
			return []string{"want an event stream, got " + contentType}
		}
		var problems []string
		for block := range strings.SplitSeq(strings.TrimSuffix(got.body, "\n\n"), "\n\n") {
			if strings.HasPrefix(block, "event: done\n") {
				break
			}
			problems = append(problems, c.text(strings.TrimSuffix(inner, ">"), strings.TrimPrefix(block, "data: "))...)
		}
		return problems
	}
	if contentType != "application/json; charset=utf-8" {
		return []string{"want JSON, got " + contentType}
	}
	return c.text(kind, got.body)
}

// text checks JSON.
func (c *responseChecker) text(kind, text string) []string {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var v any
	if err := decoder.Decode(&v); err != nil {
		return []string{fmt.Sprintf("want JSON, got %q", text)}
	}
	return c.value("", kind, v, true)
}

// location compares the header Location with the body.
func (c *responseChecker) location(kind string, got wireResponse) []string {
	location := got.header.Get("Location")
	if kind == "" {
		if location != "" {
			return []string{"want no Location, got " + location}
		}
		return nil
	}
	var created struct {
		ID, Revision string
		URLs         struct{ Location string }
	}
	_ = json.Unmarshal([]byte(got.body), &created)
	end := "/" + created.ID
	switch kind {
	case "revision":
		end = "/revisions/" + created.Revision
	case "urls":
		_, path, _ := strings.Cut(created.URLs.Location, "/v1/")
		end = "/v1/" + path
	}
	if u, err := url.Parse(location); err != nil || !u.IsAbs() || !strings.HasSuffix(location, end) {
		return []string{fmt.Sprintf("want a Location that ends with %s, got %q", end, location)}
	}
	return nil
}

// value checks a value against a type. A closed object has no fields but those of the type.
func (c *responseChecker) value(at, kind string, v any, closed bool) []string {
	either := alternatives(kind)
	if len(either) == 1 {
		return c.one(at, kind, v, closed)
	}
	var best []string
	for _, kind := range either {
		problems := c.one(at, kind, v, closed)
		if len(problems) == 0 {
			return nil
		}
		if fits := c.fits(kind, v); fits && (best == nil || len(problems) < len(best)) {
			best = problems
		}
	}
	if best == nil {
		best = []string{fmt.Sprintf("%s: want %s, got %s", at, kind, shortJSON(v))}
	}
	return best
}

// alternatives splits "T or U".
func alternatives(kind string) []string {
	if strings.HasPrefix(kind, "~") {
		return []string{kind}
	}
	var list []string
	depth, start := 0, 0
	for i := range len(kind) {
		switch kind[i] {
		case '[', '{', '<':
			depth++
		case ']', '}', '>':
			depth--
		case ' ':
			if depth == 0 && strings.HasPrefix(kind[i:], " or ") {
				list = append(list, kind[start:i])
				start = i + len(" or ")
			}
		}
	}
	return append(list, kind[start:])
}

// fits reports whether the constants of a value are none of another object, so that the value can
// be meant to be this one.
func (c *responseChecker) fits(kind string, v any) bool {
	fields, isObject := v.(map[string]any)
	rows := c.objects[kind]
	if !isObject || rows == nil {
		return false
	}
	for _, row := range rows {
		constant := strings.HasPrefix(row.kind, "=") || strings.HasPrefix(row.kind, "~")
		switch {
		case row.field == "." || row.field == "+":
			if !slices.ContainsFunc(alternatives(row.kind), func(kind string) bool { return kind == "{}" || c.fits(kind, v) }) {
				return false
			}
		case constant && row.required && fields[row.field] != nil && len(c.one("", row.kind, fields[row.field], true)) > 0:
			return false
		}
	}
	return true
}

func (c *responseChecker) one(at, kind string, v any, closed bool) []string {
	wrong := []string{fmt.Sprintf("%s: want %s, got %s", at, kind, shortJSON(v))}
	hold := func(ok bool) []string {
		if ok {
			return nil
		}
		return wrong
	}
	text, isText := v.(string)
	switch kind {
	case "any":
		return nil
	case "null":
		return hold(v == nil)
	case "string":
		return hold(isText)
	case "uri":
		u, err := url.Parse(text)
		return hold(isText && err == nil && u.IsAbs())
	case "date-time":
		_, err := time.Parse(time.RFC3339Nano, text)
		return hold(isText && err == nil)
	case "boolean":
		_, ok := v.(bool)
		return hold(ok)
	case "true", "false":
		return hold(v == (kind == "true"))
	case "number", "integer":
		number, ok := v.(json.Number)
		return hold(ok && (kind == "number" || !strings.ContainsAny(number.String(), ".eE")))
	case "{}":
		fields, ok := v.(map[string]any)
		return hold(ok && (!closed || len(fields) == 0))
	}
	if values, ok := strings.CutPrefix(kind, "="); ok {
		return hold(isText && slices.Contains(strings.Split(values, "|"), text))
	}
	if pattern, ok := strings.CutPrefix(kind, "~"); ok {
		return hold(isText && regexp.MustCompile(pattern).MatchString(text))
	}
	if inner, ok := strings.CutPrefix(kind, "["); ok {
		list, isList := v.([]any)
		inner, some := strings.CutSuffix(inner, "+")
		if !isList || some && len(list) == 0 {
			return wrong
		}
		var problems []string
		for i, element := range list {
			problems = append(problems, c.value(fmt.Sprintf("%s[%d]", at, i), strings.TrimSuffix(inner, "]"), element, true)...)
		}
		return problems
	}
	fields, isObject := v.(map[string]any)
	if !isObject {
		if rows := c.objects[kind]; rows != nil && rows[0].field == "." {
			return c.value(at, rows[0].kind, v, closed)
		}
		return wrong
	}
	return c.object(at, kind, fields, closed)
}

func (c *responseChecker) object(at, kind string, fields map[string]any, closed bool) []string {
	var problems []string
	known := c.fields(kind)
	for _, row := range c.rows(kind) {
		switch row.field {
		case ".":
			problems = append(problems, c.value(at, row.kind, fields, closed)...)
		case "+":
			problems = append(problems, c.value(at, row.kind, c.of(row.kind, fields), true)...)
		case "*":
			for _, name := range slices.Sorted(maps.Keys(fields)) {
				if !known[name] {
					problems = append(problems, c.value(at+"."+name, row.kind, fields[name], true)...)
				}
			}
		default:
			problems = append(problems, c.field(at+"."+row.field, row, fields)...)
		}
	}
	if closed && !known["*"] {
		for _, name := range slices.Sorted(maps.Keys(fields)) {
			if !known[name] {
				problems = append(problems, fmt.Sprintf("%s.%s: %s has no such field", at, name, kind))
			}
		}
	}
	if len(problems) == 0 {
		c.seen.Store(kind, true)
	}
	return problems
}

func (c *responseChecker) field(at string, row objectRow, fields map[string]any) []string {
	v, there := fields[row.field]
	switch {
	case !there && row.required:
		return []string{fmt.Sprintf("%s: want %s, got nothing", at, row.kind)}
	case !there || v == nil && row.nullable:
		return nil
	default:
		return c.value(at, row.kind, v, true)
	}
}

// of returns the fields of an object that a type can have.
func (c *responseChecker) of(kind string, fields map[string]any) map[string]any {
	known := c.fields(kind)
	own := maps.Clone(fields)
	maps.DeleteFunc(own, func(name string, _ any) bool { return !known[name] && !known["*"] })
	return own
}

// rows returns the fields of an object, of a page of a list, or of an object with any field names.
func (c *responseChecker) rows(kind string) []objectRow {
	if inner, ok := strings.CutPrefix(kind, "List<"); ok {
		return []objectRow{{field: "+", kind: "List"}, {field: "items", kind: "[" + strings.TrimSuffix(inner, ">") + "]", required: true}}
	}
	if inner, ok := strings.CutPrefix(kind, "{"); ok {
		return []objectRow{{field: "*", kind: strings.TrimSuffix(inner, "}")}}
	}
	if rows := c.objects[kind]; rows != nil {
		return rows
	}
	panic("testdata/objects.tsv has no " + kind)
}

// fields returns the names of the fields that a type can have.
func (c *responseChecker) fields(kind string) map[string]bool {
	names := map[string]bool{}
	for _, kind := range alternatives(kind) {
		if !strings.HasPrefix(kind, "List<") && !strings.HasPrefix(kind, "{") && c.objects[kind] == nil || kind == "{}" {
			continue // no type of objects with fields
		}
		for _, row := range c.rows(kind) {
			if row.field == "." || row.field == "+" {
				maps.Copy(names, c.fields(row.kind))
			} else {
				names[row.field] = true
			}
		}
	}
	return names
}

func shortJSON(v any) string {
	encoded, _ := json.Marshal(v)
	if len(encoded) > 100 {
		encoded = append(encoded[:100], "…"...)
	}
	return string(encoded)
}

// types returns the names of all types in a type.
func types(kind string) []string {
	if strings.HasPrefix(kind, "=") || strings.HasPrefix(kind, "~") {
		return nil
	}
	if either := alternatives(kind); len(either) > 1 {
		var all []string
		for _, kind := range either {
			all = append(all, types(kind)...)
		}
		return all
	}
	for _, around := range []string{"List<", "stream<", "[", "{"} {
		if inner, ok := strings.CutPrefix(kind, around); ok && kind != "{}" {
			return types(strings.TrimRight(strings.TrimSuffix(inner, "+"), ">]}"))
		}
	}
	return []string{kind}
}

func TestResponseTablesAreSound(t *testing.T) {
	t.Parallel()
	c := must(newResponseChecker())(t)
	used := map[string]bool{"Error": true, "List": true}
	use := func(kind, by string) {
		for _, name := range types(kind) {
			if name[0] < 'A' || name[0] > 'Z' {
				require.Contains(t, strings.Fields("string number integer boolean true false null any date-time uri {} -"), name, by)
				continue
			}
			require.NotNil(t, c.objects[name], "%s: testdata/objects.tsv has no %s", by, name)
			used[name] = true
		}
	}
	for name, rows := range c.responses {
		for _, row := range rows {
			use(row.kind, name)
			require.Contains(t, []string{"", "location", "revision", "urls"}, row.location, name)
		}
	}
	for name, rows := range c.objects {
		fields := map[string]bool{}
		for _, row := range rows {
			use(row.kind, name)
			require.False(t, fields[row.field] && row.field != "+", "%s: %s twice", name, row.field)
			fields[row.field] = true
		}
		require.True(t, len(rows) == 1 || !fields["."], "%s: fields beside another name", name)
	}
	for name := range c.objects {
		require.True(t, used[name], "testdata/objects.tsv: nothing has a %s", name)
	}
}

// TestResponsesOfEveryOperationAreDecoded sends each operation a response that cannot be decoded.
func TestResponsesOfEveryOperationAreDecoded(t *testing.T) {
	t.Parallel()
	c := must(sharedResponseChecker())(t)
	asJSON := http.Header{"Content-Type": {"application/json"}}
	for _, o := range op.All() {
		require.NotEmpty(t, c.responses[o.Name], "%s: want a line in testdata/responses.tsv", o.Name)
		got := wireResponse{c.responses[o.Name][0].status, asJSON, "{"}
		if o.Class == op.Stream {
			got.header, got.body = http.Header{"Content-Type": {"text/event-stream"}}, "data: {\n\n"
		}
		if kind := c.responses[o.Name][0].kind; kind != "-" && kind != "Empty" {
			require.Contains(t, strings.Join(strictProblems(o.Name, "", got), "\n"), "cannot decode", o.Name)
		}
	}
	for _, test := range []struct{ name, cursor, body, want string }{
		{"Sites.ShareLinks.List", "", `{"items":[],"count":1}`, "the list ended after 0 of 1 elements"},
		{"Sites.ShareLinks.List", "p", `{"items":[],"count":1}`, ""},
		{"Orgs.SAML.List", "", `{"items":[{"object":"saml-provider"}]}`, "/items/0/id is missing"},
	} {
		problems := strings.Join(strictProblems(test.name, test.cursor, wireResponse{http.StatusOK, asJSON, test.body}), "")
		require.Contains(t, problems, test.want, test.name)
		require.Equal(t, test.want == "", problems == "", test.name)
	}
}

func TestResponseCheckerCatchesInvalidResponses(t *testing.T) {
	t.Parallel()
	c := must(newResponseChecker())(t)
	const user = `{"object":"user","id":"ada","displayName":"Ada","urls":{"location":"https://x.example/ada"}`
	const comment = `{"object":"comment","id":"1","postedBy":` + user + `},"postedAt":"2026-01-02T03:04:05.678Z","reactions":[],"replies":0,"body":{"markdown":""},` +
		`"target":{"space":"s","revision":"r"},"urls":{"location":"https://x.example/1"},"permissions":{"view":true,"edit":true,"delete":true}`
	for _, test := range []struct{ kind, body, want string }{
		{"User", user + `}`, ""},
		{"User", user + `,"email":"ada@x.example"}`, ""},
		{"User", user + `,"email":null}`, `.email: want string, got null`},
		{"User", user + `,"age":36}`, `.age: User has no such field`},
		{"User", strings.Replace(user, `"id":"ada",`, "", 1) + `}`, `.id: want string, got nothing`},
		{"User", strings.Replace(user, `"id":"ada"`, `"id":7`, 1) + `}`, `.id: want string, got 7`},
		{"User", strings.Replace(user, `"user"`, `"person"`, 1) + `}`, `.object: want =user, got "person"`},
		{"User", strings.Replace(user, `https://x.example`, ``, 1) + `}`, `.urls.location: want uri, got "/ada"`},
		{"User", `[]`, `: want User, got []`},
		{"User", `{`, `want JSON, got "{"`},
		{"List<User>", `{"items":[` + user + `}],"count":1,"next":{"page":"2"}}`, ""},
		{"List<User>", `{"items":[` + user + `},null]}`, `.items[1]: want User, got null`},
		{"List<User>", `{"count":0}`, `.items: want [User], got nothing`},
		{"List<User>", `{"items":[],"count":"0"}`, `.count: want number, got "0"`},
		{"List<User>", `{"items":[],"next":{}}`, `.next.page: want string, got nothing`},
		{"List<User>", `{"items":[],"stats":{}}`, `.stats: List<User> has no such field`},
		{"Comment", comment + `,"status":"open"}`, ""},
		{"Comment", comment + `,"status":"resolved","resolvedAt":"2026-01-02T03:04:05Z","resolvedBy":` + user + `}}`, ""},
		{"Comment", comment + `,"status":"resolved"}`, ".resolvedAt: want date-time, got nothing\n.resolvedBy: want User, got nothing"},
		{"Comment", comment + `,"status":"lost"}`, `: want Comment/resolved or Comment/open, got `},
		{"Comment", strings.Replace(comment, ".678Z", "", 1) + `,"status":"open"}`, `.postedAt: want date-time, got "2026-01-02T03:04:05"`},
		{"Comment", strings.Replace(comment, `{"markdown":""}`, `{"html":""}`, 1) + `,"status":"open"}`, `.body`},
		{
			"Translation.stats", `{"runs":1,"totalWords":1,"totalPages":1,"totalDuration":1.5,"latestRunDuration":1e3,"latestPages":1,"latestWords":1}`,
			".totalDuration: want integer, got 1.5\n.latestRunDuration: want integer, got 1e3",
		},
		{"FontFace", `{"weight":400,"sources":[]}`, `.sources: want [FontSource]+, got []`},
		{
			"Subdomain", `{"object":"subdomain","subdomain":"-","target":{"type":"organization","organization":"o"},"isActive":1}`,
			".subdomain: want ~^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$, got \"-\"\n.isActive: want boolean, got 1",
		},
		{"UserContentPermission", `{"permission":null,"user":` + user + `}}`, `.permission: want =admin|create|edit|review|comment|read, got null`},
		{"SiteAdaptiveJSONSchema.properties", `{"isBeta":{"type":"boolean"}}`, `.isBeta.description: want string, got nothing`},
		{"RevisionBase.urls", `{"app":"https://x.example"}`, ""},
		{"Empty", `{"a":1}`, `: want {}, got {"a":1}`},
	} {
		got := strings.Join(c.text(test.kind, test.body), "\n")
		if test.want == "" {
			require.Empty(t, got, test.body)
		} else {
			require.True(t, strings.HasPrefix(got, test.want), "%s\nwant %s\ngot  %s", test.body, test.want, got)
		}
	}

	created := func(location string) wireResponse {
		header := http.Header{"Content-Type": {"application/json; charset=utf-8"}}
		if location != "" {
			header.Set("Location", location)
		}
		return wireResponse{http.StatusCreated, header, `{"revision":"r","importedResources":1,"totalResources":1}`}
	}
	for path, test := range map[string]struct {
		got  wireResponse
		want string
	}{
		"POST /v1/spaces/s/content/import":   {created("https://x.example/revisions/r"), ""},
		"POST /v1/spaces/s/content/import?a": {created("https://x.example/content"), "want a Location that ends with /revisions/r"},
		"POST /v1/spaces/s/content/import?b": {created("/revisions/r"), "want a Location that ends with /revisions/r"},
		"POST /v1/spaces/s/content/template": {wireResponse{http.StatusCreated, http.Header{"Location": {"https://x.example"}}, ""}, "want no Location"},
		"PATCH /v1/spaces/s":                 {wireResponse{http.StatusAccepted, http.Header{}, ""}, "Spaces.Update: the table has no response with status 202"},
		"DELETE /v1/spaces/s":                {wireResponse{http.StatusNoContent, http.Header{}, ""}, ""},
		"DELETE /v1/spaces/s?a":              {wireResponse{http.StatusResetContent, http.Header{"Content-Type": {"text/plain"}}, "gone"}, "want no body"},
		"GET /v1/spaces/s":                   {wireResponse{http.StatusOK, http.Header{"Content-Type": {"text/html"}}, "<html>"}, "want JSON, got text/html"},
		"GET /v1/orgs/o/ask/stream":          {wireResponse{http.StatusOK, http.Header{"Content-Type": {"application/json"}}, "{}"}, "want an event stream"},
		"GET /v1/orgs/o/ask/questions/stream": {
			wireResponse{http.StatusOK, http.Header{"Content-Type": {"text/event-stream"}}, "data: {\"question\":\"?\"}\n\ndata: {}\n\n"}, ".question: want string, got nothing",
		},
		"GET /v1/spaces/nowhere": {wireResponse{http.StatusNotFound, http.Header{"Content-Type": {"application/json; charset=utf-8"}}, `{"error":{"code":404}}`}, ".error.message"},
	} {
		method, target, _ := strings.Cut(path, " ")
		req, err := http.NewRequestWithContext(t.Context(), method, "http://x.example"+target, http.NoBody)
		require.NoError(t, err)
		got := strings.Join(c.check(req, test.got), "\n")
		require.Equal(t, test.want == "", got == "", "%s: %s", path, got)
		require.True(t, strings.HasPrefix(got, test.want), "%s: %s", path, got)
	}
}
