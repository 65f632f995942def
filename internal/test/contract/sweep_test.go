package contract

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"
)

const operationOfAllKinds = "As.Create"

// transcriptOfAllKinds returns an operation whose request has a place of each kind.
func transcriptOfAllKinds() *Transcript {
	line := func(place, field, need string, kinds, values []string, checks ...string) *requested {
		return &requested{of: operationOfAllKinds, place: place, field: field, need: need, kinds: kinds, values: values, checks: checks}
	}
	is := func(kinds ...string) []string { return kinds }
	return &Transcript{map[string][]*requested{
		operationOfAllKinds: {
			line(inPath, "aId", needRequired, nil, nil),
			line(inPath, "bId", needOptional, nil, nil, `bad=["%2F"]`),
			line(inQuery, "limit", "", nil, nil, pageSize[len("limit "):]),
			line(inQuery, "all", needRequired, is(kindBoolean), nil),
			line(inQuery, "sort", "", nil, is(`"up"`)),
			line(inBody, whole, "", is(kindObject), nil),
			line(inBody, "title", needRequired, is(kindString), nil, "len=2..3"),
			line(inBody, "size", "", is(kindNumber, kindNull), nil, "range=1..5"),
			line(inBody, "at", "", is(kindTime), nil),
			line(inBody, "list[].on", "", is(kindBoolean), nil),
			line(inBody, "list", "", is(kindList), nil, "items=1..2", "unique"),
			line(inBody, "kind", "", is(kindString), is(`"url"`), "form=kind:url+url|kind:page+page"),
			line(inBody, "url", "", is(kindString), nil, "with=kind:url"),
			line(inBody, "page", "", is(kindString), nil),
			line(inBody, "map", "", is(kindObject), nil, "values=1..2", "valuesmatch=line", "one"),
			line(inBody, "map.*", "", nil, nil),
			line(inBody, "first", "", is(kindString), nil, "exactly=first|second"),
			line(inBody, "second", "", is(kindList), nil),
			{of: operationOfAllKinds, place: inBody, field: "tree", kinds: is(kindObject), shape: "Tree"},
		},
		"Tree": {
			{of: "Tree", place: inShape, field: "name", need: needRequired, kinds: is(kindString)},
			{of: "Tree", place: inShape, field: "below[]", kinds: is(kindObject), shape: "Tree"},
		},
	}}
}

// sampleOfAllKinds is a request of the operation.
var sampleOfAllKinds = Sample{
	IDs: []string{"a", "b"}, Query: url.Values{"all": {"true"}},
	Body: `{"title":"Go","size":null,"at":"2026-01-02T03:04:05Z","list":[{"on":true}],"kind":"url","url":"u","map":{"x":"y"},"first":"1",` +
		`"tree":{"name":"n","below":[{"name":"m"}]}}`,
}

// mutantsOfAllKinds returns the changes of the request, by place.
func mutantsOfAllKinds() map[string][]string {
	no := func(more ...string) []string { return append([]string{"a boolean", "a list", "a number"}, more...) }
	return map[string][]string{
		"path aId":    {"unknown"},
		"path bId":    {`no match "/"`},
		"query limit": {"no number", "too high", "too low"},
		"query all":   {"missing", "no boolean"},
		"query sort":  {"unknown value"},
		"body":        {"missing", "truncated"},
		"body .":      {"a boolean", "a list", "a number", "a string", "null"},
		"body title":  no("an object", "missing", "null", "too long", "too short"),
		"body size":   {"a boolean", "a list", "a string", "an object", "too high", "too low"},
		"body at":     no("an object", "no date", "no date-time", "null"),
		"body list": {
			"a boolean", "a number", "a string", "an element twice", "an object", "null",
			"too few elements", "too many elements",
		},
		"body list[].on": {"a list", "a number", "a string", "an object", "null"},
		"body kind":      no("an object", "kind page", "null", "unknown value", "without kind", "without url"),
		"body url":       no("an object", "missing with kind", "null"),
		"body map": {
			"a boolean", "a line break in a value", "a list", "a number", "a string",
			"a value too long", "a value too short", "no variant", "null",
		},
		"body first":             no("all of first, second", "an object", "none of first, second", "null"),
		"body tree":              {"a boolean", "a list", "a number", "a string", "null"},
		"body tree Tree name":    no("an object", "missing", "null"),
		"body tree Tree below[]": {"a boolean", "a list", "a number", "a string", "null"},
	}
}

// TestMutantsDifferInOnePlace changes a request with values of each kind in each way.
func TestMutantsDifferInOnePlace(t *testing.T) {
	t.Parallel()
	transcript, sample := transcriptOfAllKinds(), sampleOfAllKinds
	mutants, err := transcript.Mutants(parsed(t, operationOfAllKinds, "POST", "/v1/as/{aId}/{bId}"), []Sample{sample, sample})
	require.NoError(t, err)
	root, err := parse([]byte(sample.Body))
	require.NoError(t, err)
	got := map[string][]string{}
	for _, m := range mutants {
		require.Zero(t, m.From)
		changed := []any{m.IDs, m.Query, m.Body}
		same := 0
		for i, value := range []any{sample.IDs, sample.Query, text(root)} {
			if _, isBody := value.(string); !isBody {
				if equalJSON(t, value, changed[i]) {
					same++
				}
			} else if m.Body == value || m.Body == sample.Body {
				same++
			}
		}
		require.Equal(t, 2, same, "%s", m.String())
		got[m.Place] = append(got[m.Place], m.Change)
	}
	require.Equal(t, mutantsOfAllKinds(), got)
	require.Equal(t, []string{"page", "second"}, transcript.Unsampled(parsed(t, operationOfAllKinds, "POST", "/v1/as/{aId}/{bId}"), []Sample{sample}))
}

func equalJSON(t *testing.T, a, b any) bool {
	t.Helper()
	first, err := encode(a)
	require.NoError(t, err)
	second, err := encode(b)
	require.NoError(t, err)
	return difference(first, second) == ""
}

// TestKindsAreThoseThatRowsSend is about the kinds of fields in the tables of requests.
func TestKindsAreThoseThatRowsSend(t *testing.T) {
	t.Parallel()
	var bodies []any
	for _, body := range []string{
		`{"a":"2026-01-02T03:04:05Z","b":"x","c":[1,null]}`,
		`{"a":"2027-01-02T03:04:05Z","b":"2026-01-02T03:04:05Z","c":[],"d":null}`,
	} {
		root, err := parse([]byte(body))
		require.NoError(t, err)
		bodies = append(bodies, root)
	}
	for path, want := range map[string][]string{
		"a": {kindTime}, "b": {kindString}, "c": {kindList}, "c[]": {kindNull, kindNumber}, "d": {kindNull}, "e": nil, whole: {kindObject},
	} {
		require.Equal(t, want, (&line{path: path}).kinds(bodies), path)
	}
	require.Equal(t, []string{kindTime, kindNull}, (&line{path: "a", note: "may be null"}).kinds(bodies))
	require.Empty(t, (&line{path: "b", note: "any value"}).kinds(bodies))
	require.Equal(t, []string{"a", "a.b", "a.b[]"}, enclosing("a.b[].c"))
}
