package contract

import (
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// The checks of this package are run here on made-up operations and types that are wrong in one way each.

func parsed(t *testing.T, name, method, template string, opts ...op.Option) *op.Op {
	t.Helper()
	o, err := op.Parse(name, method, template, opts...)
	require.NoError(t, err)
	return o
}

// hasProblems wants each of the texts in one problem, and no others.
func hasProblems(t *testing.T, got, want []string) {
	t.Helper()
	require.Len(t, got, len(want), "%q", got)
	for _, says := range want {
		require.True(t, slices.ContainsFunc(got, func(problem string) bool { return strings.Contains(problem, says) }), "want %q in %q", says, got)
	}
}

const thingAnswer = `{"id": "a", "at": "2026-01-02T03:04:05.6+02:00", "name": "b", "tags": ["c", "d"], "sizes": [{"width": 1.50}], "by": {"e": {"on": true}}}`

type thingSize struct {
	Width float64 `json:"width"`
}

type thingFlag struct {
	On bool `json:"on"`
}

type thing struct {
	ID    string               `json:"id"`
	At    time.Time            `json:"at"`
	Name  *string              `json:"name,omitzero"`
	Tags  []string             `json:"tags,omitzero"`
	Sizes []thingSize          `json:"sizes"`
	By    map[string]thingFlag `json:"by,omitzero"`
}

func thingRow[T any]() row {
	return row{
		op: "Things.Get",
		call: func(a args) (any, error) {
			out := new(T)
			err := a.Do(a.ctx, publishing.Request{
				Method: "PUT",
				Path:   "/v1/things/{thingId}",
				Params: map[string]string{"thingId": a.id[0]},
				Query:  url.Values{"q": {"r"}},
				Body:   map[string]any{"on": true, "name": nil},
			}, out, a.opts...)
			if err != nil {
				return nil, err
			}
			return out, nil
		},
		request: "PUT /v1/things/thing%2F1?q=r",
		body:    `{"on": true, "name": null}`,
		status:  201,
		answer:  thingAnswer,
	}
}

func examined(t *testing.T, r row) *finding {
	t.Helper()
	return r.examine(parsed(t, "Things.Get", "PUT", "/v1/things/{thingId}"))
}

type (
	thingWithoutName struct {
		ID    string               `json:"id"`
		At    time.Time            `json:"at"`
		Tags  []string             `json:"tags,omitzero"`
		Sizes []thingSize          `json:"sizes"`
		By    map[string]thingFlag `json:"by,omitzero"`
	}
	thingCut struct {
		thing
		At day `json:"at"`
	}
	thingKept struct {
		ID    string                     `json:"id"`
		Extra map[string]json.RawMessage `json:",embed"`
	}
	thingHidden struct{ raw []byte }
)

// day is a time that loses its hours.
type day struct{ time.Time }

func (d *day) UnmarshalJSON(data []byte) error {
	if err := d.Time.UnmarshalJSON(data); err != nil {
		return err
	}
	d.Time = d.Truncate(24 * time.Hour)
	return nil
}

func (k *thingKept) UnmarshalJSON(data []byte) error {
	if err := json.Unmarshal(data, &k.Extra); err != nil {
		return err
	}
	k.ID = strings.Trim(string(k.Extra["id"]), `"`)
	delete(k.Extra, "id")
	return nil
}

func (k thingKept) MarshalJSON() ([]byte, error) {
	members := map[string]any{"id": k.ID}
	for name, value := range k.Extra {
		members[name] = value
	}
	return json.Marshal(members)
}

func (h *thingHidden) UnmarshalJSON(data []byte) error {
	h.raw = slices.Clone(data)
	return nil
}

func (h thingHidden) MarshalJSON() ([]byte, error) {
	if h.raw == nil {
		return []byte(`{}`), nil
	}
	return h.raw, nil
}

func TestExamineFindsWhatDoesNotComeBack(t *testing.T) {
	t.Parallel()
	zero := thingRow[thing]()
	zero.answer = `{"id": "", "at": "2026-01-02T03:04:05Z", "sizes": [{"width": 0}], "by": {"e": {"on": false}}}`
	null := thingRow[thing]()
	null.answer = `{"id": "a", "at": "2026-01-02T03:04:05Z", "name": null, "sizes": [], "by": null}`
	beside := thingRow[thing]()
	beside.call = func(args) (any, error) { return new(thing), errors.New("a reason") }
	for name, test := range map[string]struct {
		row  row
		want []string
	}{
		"as it should be":   {thingRow[thing](), nil},
		"null for absent":   {null, nil},
		"no field":          {thingRow[thingWithoutName](), []string{`came back: /name: want "b", got null`}},
		"a time cut short":  {thingRow[thingCut](), []string{`came back: /at: want "2026-01-02T03:04:05.6+02:00", got "2026-01-02T02:00:00+02:00"`}},
		"no exported field": {thingRow[thingHidden](), []string{`came back: /at: want "2026-01-02T03:04:05.6+02:00", got null`}},
		"a catch-all":       {thingRow[thingKept](), []string{"/at: no exported field", "/by: no", "/by/e: no", "/by/e/on: no", "/name: no", "/sizes: no", "/sizes/0/width: no", "/tags: no"}},
		"zero values":       {zero, []string{"/id: not missed", "/sizes/0/width: not missed", "/by/e/on: not missed"}},
		"a value beside":    {beside, []string{"want 1 request, got 0 (error: a reason)", "got a value beside an error", "error: a reason"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hasProblems(t, examined(t, test.row).problems, test.want)
		})
	}
}

func TestExamineFindsWhatIsOffOnTheWire(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		change func(*row)
		want   []string
	}{
		"another method":    {func(r *row) { r.request = "POST /v1/things/thing%2F1?q=r" }, []string{"request: want POST /v1"}},
		"another path":      {func(r *row) { r.request = "PUT /v1/things/thing/1?q=r" }, []string{"got PUT /v1/things/thing%2F1?q=r"}},
		"another query":     {func(r *row) { r.request = "PUT /v1/things/thing%2F1" }, []string{"got PUT /v1/things/thing%2F1?q=r"}},
		"absent for null":   {func(r *row) { r.body = `{"on": true}` }, []string{`body: want {"on":true}, got {"name":null,"on":true}`}},
		"another value":     {func(r *row) { r.body = `{"on": "true", "name": null}` }, []string{"body: want"}},
		"a body too much":   {func(r *row) { r.body = "" }, []string{"body: want none", `want no other headers, got ["Content-Type"]`}},
		"another status":    {func(r *row) { r.status = 404 }, []string{"error: Do: PUT"}},
		"an unmet error":    {func(r *row) { r.fails = api.ErrNotFound }, []string{`want one that matches "not found", got <nil>`}},
		"another error":     {func(r *row) { r.status, r.fails = 409, api.ErrNotFound }, []string{`want one that matches "not found", got Do: PUT`}},
		"an outcome":        {func(r *row) { r.outcome = api.Deleted }, []string{"outcome: want deleted, got <nil>"}},
		"a stream":          {func(r *row) { r.answer = "orgs/ask-stream.sse" }, []string{`Accept: want "text/event-stream"`, `Accept-Encoding: want "identity"`, "error: Do"}},
		"no file":           {func(r *row) { r.answer = "orgs/none.json" }, []string{"none.json"}},
		"an answer no JSON": {func(r *row) { r.answer = `{"id"}` }, []string{"answer: invalid character"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := thingRow[thing]()
			test.change(&r)
			got := examined(t, r).problems
			for _, says := range test.want {
				require.Contains(t, strings.Join(got, "\n"), says)
			}
			require.NotEmpty(t, got)
		})
	}
	r := thingRow[thing]()
	hasProblems(t, r.examine(nil).problems, []string{`no operation "Things.Get"`})
}

func TestHoldFindsLinesNoRowShows(t *testing.T) {
	t.Parallel()
	const operation = "PUT /v1/things/{thingId}"
	for _, test := range []struct {
		row  row
		line line
		want []string
	}{
		{thingRow[thing](), line{kind: kindAnswer, of: "Thing", path: "id", need: needRequired}, nil},
		{thingRow[thing](), line{kind: kindAnswer, of: "Thing", path: "name", need: needOptional}, nil},
		{thingRow[thing](), line{kind: kindAnswer, of: "Thing", path: "tags[]", values: []string{`"c"`, `"d"`}}, nil},
		{thingRow[thing](), line{kind: kindAnswer, of: "Thing", path: "sizes[].width"}, nil},
		{thingRow[thing](), line{kind: kindAnswer, of: "Thing", path: "by.*.on", values: []string{"true"}}, nil},
		{thingRow[thing](), line{kind: kindQuery, of: operation, path: "q", values: []string{`"r"`}}, nil},
		{thingRow[thing](), line{kind: kindBody, of: operation, path: "on", values: []string{"true"}}, nil},
		{thingRow[thing](), line{kind: kindAnswer, of: "Thing", path: "ID"}, []string{"no row has it"}},
		{thingRow[thing](), line{kind: kindAnswer, of: "Thing", path: "tags.c"}, []string{"no row has it"}},
		{thingRow[thing](), line{kind: kindAnswer, of: "Thing", path: "by.*.off"}, []string{"no row has it"}},
		{thingRow[thing](), line{kind: kindAnswer, of: "Thing", path: "name", need: needRequired}, []string{"required, and optional in Go"}},
		{thingRow[thing](), line{kind: kindAnswer, of: "Thing", path: "id", need: needOptional}, []string{"optional, and a value in Go"}},
		{thingRow[thing](), line{kind: kindAnswer, of: "Thing", path: "name", values: []string{"null"}}, []string{"no row has null"}},
		{thingRow[thing](), line{kind: kindQuery, of: operation, path: "r"}, []string{"no row has it"}},
		{thingRow[thing](), line{kind: kindQuery, of: operation, path: "q", values: []string{"true"}}, []string{"no row has true"}},
		{thingRow[thing](), line{kind: kindBody, of: operation, path: "on", values: []string{"false"}}, []string{"no row has false"}},
		{thingRow[thing](), line{kind: kindBody, of: operation, path: "name", values: []string{"null"}}, []string{"no row has it"}},
		{thingRow[thingWithoutName](), line{kind: kindAnswer, of: "Thing", path: "id"}, []string{"no row has it"}},
	} {
		lines := []*line{{kind: kindAnswer, of: operation, path: whole, shape: "Thing"}, &test.line}
		rows := []*finding{examined(t, test.row)}
		got := hold(lines, rows, []string{operation})[1]
		require.True(t, got.due)
		hasProblems(t, got.lacks, test.want)
		require.Equal(t, len(test.want) == 0, got.holds())

		later := hold(lines, rows, nil)[1]
		require.False(t, later.due, "an operation that is not there yet owes nothing")
		require.False(t, later.holds(), "and shows nothing")
		require.Empty(t, later.lacks)
	}
}

// TestHoldFindsFieldsThatOnlyACatchAllHas is about a row that passes, since what a catch-all keeps comes back.
func TestHoldFindsFieldsThatOnlyACatchAllHas(t *testing.T) {
	t.Parallel()
	f := examined(t, thingRow[thingKept]())
	f.problems = nil
	of := func(path string) []string {
		return hold([]*line{{kind: kindAnswer, of: "PUT /v1/things/{thingId}", path: path}}, []*finding{f}, []string{"PUT /v1/things/{thingId}"})[0].lacks
	}
	require.Empty(t, of("id"))
	require.Equal(t, []string{"no exported field has it"}, of("name"))
	require.Empty(t, of("by.*"), "a catch-all is the place for members of any name")
}

func TestStarsDoNotStandForNamedMembers(t *testing.T) {
	t.Parallel()
	lines := []*line{{of: "A", path: "data.*"}, {of: "A", path: "data.version"}, {of: "B", path: "data.other"}}
	nameStars(lines)
	require.Equal(t, []string{"version"}, lines[0].named)
	root, err := parse([]byte(`{"data": {"version": 1, "other": 2, "none": null}}`))
	require.NoError(t, err)
	require.Equal(t, []path{{"data", "other"}}, find(root, "data.*", lines[0].named))
}

func TestCheckFieldsFindsLinesThatSayNothing(t *testing.T) {
	t.Parallel()
	good := line{document: "1", section: "Things", kind: kindAnswer, of: "Thing", path: "id"}
	for says, change := range map[string]func(*line){
		"":                       func(*line) {},
		"no such operation":      func(l *line) { l.of, l.kind = "GET /v1/others", kindQuery },
		"a shape has answer":     func(l *line) { l.kind = kindQuery },
		"unknown kind":           func(l *line) { l.of, l.kind = "GET /v1/things", "header" },
		"unknown need":           func(l *line) { l.need = "maybe" },
		"incomplete":             func(l *line) { l.section = "" },
		"no lines for the shape": func(l *line) { l.shape = "List of Other" },
		"is no JSON":             func(l *line) { l.values = []string{"yes"} },
		"twice":                  func(l *line) { l.path = "name" },
	} {
		changed := good
		changed.path = "title"
		change(&changed)
		got := checkFields([]*line{&good, {document: "1", section: "Things", kind: kindAnswer, of: "Thing", path: "name"}, &changed}, []string{"GET /v1/things"})
		if says == "" {
			require.Empty(t, got)
			continue
		}
		require.Contains(t, strings.Join(got, "\n"), says)
	}
}

func TestCensusFindsOperationsOutOfPlace(t *testing.T) {
	t.Parallel()
	documents := []documented{{"1", "1", "GET", "/v1/as"}, {"2", "1", "POST", "/v1/as"}, {"3", "2", "GET", "/v1/as/{aId}"}}
	list, create, get := parsed(t, "As.List", "GET", "/v1/as"), parsed(t, "As.Create", "POST", "/v1/as"), parsed(t, "As.Get", "GET", "/v1/as/{aId}")
	passed := func(name string) *finding { return &finding{row: &row{op: name}} }
	for name, test := range map[string]struct {
		operations []*op.Op
		rows       []*finding
		holds      int
		want       []string
	}{
		"all":                   {[]*op.Op{list, create, get}, []*finding{passed("As.List"), passed("As.Create"), passed("As.Get")}, 3, nil},
		"a row that fails":      {[]*op.Op{list, get}, []*finding{passed("As.List"), passed("As.Get"), {row: &row{op: "As.Get"}, problems: []string{"x"}}}, 1, nil},
		"no row":                {[]*op.Op{list, get}, []*finding{passed("As.List")}, 1, []string{"As.Get: no row"}},
		"no operation":          {[]*op.Op{list}, []*finding{passed("As.List"), passed("As.Get")}, 1, []string{"As.Get: a row, and no operation"}},
		"not in the documents":  {[]*op.Op{parsed(t, "As.List", "GET", "/v2/as")}, []*finding{passed("As.List")}, 0, []string{"As.List: the documents have no GET /v2/as"}},
		"twice":                 {[]*op.Op{list, parsed(t, "As.Find", "GET", "/v1/as")}, []*finding{passed("As.List"), passed("As.Find")}, 1, []string{"As.Find: the same as As.List"}},
		"a post sent again":     {[]*op.Op{parsed(t, "As.Create", "POST", "/v1/as", op.Idempotent)}, []*finding{passed("As.Create")}, 1, []string{"may be sent again"}},
		"a get sent once":       {[]*op.Op{parsed(t, "As.List", "GET", "/v1/as", op.AtMostOnce)}, []*finding{passed("As.List")}, 1, []string{"may be sent again"}},
		"a stream of no events": {[]*op.Op{parsed(t, "As.List", "GET", "/v1/as", op.EventStream)}, []*finding{passed("As.List")}, 1, []string{"may be sent again"}},
		"events of no stream":   {[]*op.Op{list}, []*finding{{row: &row{op: "As.List"}, fixture: &fixture{stream: true}}}, 1, []string{"may be sent again"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			holds, got := census(documents, test.operations, test.rows)
			require.Len(t, holds, test.holds)
			hasProblems(t, got, test.want)
		})
	}
}
