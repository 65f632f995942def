package contract

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHoldDetectsLinesThatNoRowShows(t *testing.T) {
	t.Parallel()
	const operation = "PUT /v1/things/{thingId}"
	for _, test := range []struct {
		row  Row
		line line
		want []string
	}{
		{thingRow[thing](), line{kind: kindResponse, of: "Thing", path: "id", need: needRequired}, nil},
		{thingRow[thing](), line{kind: kindResponse, of: "Thing", path: "name", need: needOptional}, nil},
		{thingRow[thing](), line{kind: kindResponse, of: "Thing", path: "tags[]", values: []string{`"c"`, `"d"`}}, nil},
		{thingRow[thing](), line{kind: kindResponse, of: "Thing", path: "sizes[].width"}, nil},
		{thingRow[thing](), line{kind: kindResponse, of: "Thing", path: "by.*.on", values: []string{"true"}}, nil},
		{thingRow[thing](), line{kind: kindQuery, of: operation, path: "q", values: []string{`"r"`}}, nil},
		{thingRow[thing](), line{kind: kindBody, of: operation, path: "on", values: []string{"true"}}, nil},
		{thingRow[thing](), line{kind: kindResponse, of: "Thing", path: "ID"}, []string{"no row has it"}},
		{thingRow[thing](), line{kind: kindResponse, of: "Thing", path: "tags.c"}, []string{"no row has it"}},
		{thingRow[thing](), line{kind: kindResponse, of: "Thing", path: "by.*.off"}, []string{"no row has it"}},
		{thingRow[thing](), line{kind: kindResponse, of: "Thing", path: "name", need: needRequired}, []string{"required, and optional in Go"}},
		{thingRow[thing](), line{kind: kindResponse, of: "Thing", path: "id", need: needOptional}, []string{"optional, and a value in Go"}},
		{thingRow[thing](), line{kind: kindResponse, of: "Thing", path: "name", values: []string{"null"}}, []string{"no row has null"}},
		{thingRow[thing](), line{kind: kindQuery, of: operation, path: "r"}, []string{"no row has it"}},
		{thingRow[thing](), line{kind: kindQuery, of: operation, path: "q", values: []string{"true"}}, []string{"no row has true"}},
		{thingRow[thing](), line{kind: kindBody, of: operation, path: "on", values: []string{"false"}}, []string{"no row has false"}},
		{thingRow[thing](), line{kind: kindBody, of: operation, path: "name", values: []string{"null"}}, []string{"no row has it"}},
		{thingRow[thingWithoutName](), line{kind: kindResponse, of: "Thing", path: "id"}, []string{"no row has it"}},
	} {
		lines := []*line{{kind: kindResponse, of: operation, path: whole, shape: "Thing"}, &test.line}
		rows := []*finding{examined(t, test.row)}
		got := hold(lines, rows, []string{operation})[1]
		require.True(t, got.due)
		hasProblems(t, got.lacks, test.want)
		require.Equal(t, len(test.want) == 0, got.holds())

		later := hold(lines, rows, nil)[1]
		require.False(t, later.due, "an operation that is not there yet lacks nothing")
		require.False(t, later.holds(), "and nothing of it holds")
		require.Empty(t, later.lacks)
	}
}

// TestHoldDetectsFieldsThatOnlyACatchAllHas is about a row that passes, since what a catch-all
// keeps is encoded again.
func TestHoldDetectsFieldsThatOnlyACatchAllHas(t *testing.T) {
	t.Parallel()
	f := examined(t, thingRow[thingKept]())
	f.problems = nil
	of := func(path string) []string {
		return hold([]*line{{kind: kindResponse, of: "PUT /v1/things/{thingId}", path: path}}, []*finding{f}, []string{"PUT /v1/things/{thingId}"})[0].lacks
	}
	require.Empty(t, of("id"))
	require.Equal(t, []string{"no exported field has it"}, of("name"))
	require.Empty(t, of("by.*"), "a catch-all is the place for fields of any name")
}

func TestStarsDoNotStandForNamedFields(t *testing.T) {
	t.Parallel()
	lines := []*line{{of: "A", path: "data.*"}, {of: "A", path: "data.version"}, {of: "B", path: "data.other"}}
	nameStars(lines)
	require.Equal(t, []string{"version"}, lines[0].named)
	root, err := parse([]byte(`{"data": {"version": 1, "other": 2, "none": null}}`))
	require.NoError(t, err)
	require.Equal(t, []path{{"data", "other"}}, find(root, "data.*", lines[0].named))
}

func TestCheckFieldsDetectsLinesThatCheckNothing(t *testing.T) {
	t.Parallel()
	good := line{document: "1", section: "Things", kind: kindResponse, of: "Thing", path: "id"}
	for problem, change := range map[string]func(*line){
		"":                       func(*line) {},
		"no such operation":      func(l *line) { l.of, l.kind = "GET /v1/others", kindQuery },
		"a shape has the kind":   func(l *line) { l.kind = kindQuery },
		"unknown kind":           func(l *line) { l.of, l.kind = "GET /v1/things", "header" },
		"unknown need":           func(l *line) { l.need = "maybe" },
		"incomplete":             func(l *line) { l.section = "" },
		"no lines for the shape": func(l *line) { l.shape = "List of Other" },
		"is not JSON":            func(l *line) { l.values = []string{"yes"} },
		"twice":                  func(l *line) { l.path = "name" },
	} {
		changed := good
		changed.path = "title"
		change(&changed)
		got := checkFields([]*line{&good, {document: "1", section: "Things", kind: kindResponse, of: "Thing", path: "name"}, &changed}, []string{"GET /v1/things"})
		if problem == "" {
			require.Empty(t, got)
			continue
		}
		require.Contains(t, strings.Join(got, "\n"), problem)
	}
}
