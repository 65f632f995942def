package contract

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/op"
)

func TestCensusFindsOperationsOutOfPlace(t *testing.T) {
	t.Parallel()
	documents := []documented{{"1", "1", "GET", "/v1/as"}, {"2", "1", "POST", "/v1/as"}, {"3", "2", "GET", "/v1/as/{aId}"}, {"4", beyond, "GET", "/v1/far"}}
	list, create, get := parsed(t, "As.List", "GET", "/v1/as"), parsed(t, "As.Create", "POST", "/v1/as"), parsed(t, "As.Get", "GET", "/v1/as/{aId}")
	passed := func(name string) *finding { return &finding{row: &Row{Op: name}} }
	for name, test := range map[string]struct {
		operations []*op.Op
		rows       []*finding
		holds      int
		want       []string
	}{
		"all":                   {[]*op.Op{list, create, get}, []*finding{passed("As.List"), passed("As.Create"), passed("As.Get")}, 3, nil},
		"a row that fails":      {[]*op.Op{list, get}, []*finding{passed("As.List"), passed("As.Get"), {row: &Row{Op: "As.Get"}, problems: []string{"x"}}}, 1, nil},
		"no row":                {[]*op.Op{list, get}, []*finding{passed("As.List")}, 1, []string{"As.Get: no row"}},
		"no operation":          {[]*op.Op{list}, []*finding{passed("As.List"), passed("As.Get")}, 1, []string{"As.Get: a row, and no operation"}},
		"not in the documents":  {[]*op.Op{parsed(t, "As.List", "GET", "/v2/as")}, []*finding{passed("As.List")}, 0, []string{"As.List: the documents have no GET /v2/as"}},
		"twice":                 {[]*op.Op{list, parsed(t, "As.Find", "GET", "/v1/as")}, []*finding{passed("As.List"), passed("As.Find")}, 1, []string{"As.Find: the same as As.List"}},
		"a post sent again":     {[]*op.Op{parsed(t, "As.Create", "POST", "/v1/as", op.Idempotent)}, []*finding{passed("As.Create")}, 1, []string{"may be sent again"}},
		"not marked beyond":     {[]*op.Op{parsed(t, "As.Far", "GET", "/v1/far")}, []*finding{passed("As.Far")}, 1, []string{"As.Far: beyond the documents false, want true"}},
		"marked beyond":         {[]*op.Op{parsed(t, "As.List", "GET", "/v1/as", op.Experimental)}, []*finding{passed("As.List")}, 1, []string{"As.List: beyond the documents true, want false"}},
		"a get sent once":       {[]*op.Op{parsed(t, "As.List", "GET", "/v1/as", op.AtMostOnce)}, []*finding{passed("As.List")}, 1, []string{"may be sent again"}},
		"a stream of no events": {[]*op.Op{parsed(t, "As.List", "GET", "/v1/as", op.EventStream)}, []*finding{passed("As.List")}, 1, []string{"may be sent again"}},
		"events of no stream":   {[]*op.Op{list}, []*finding{{row: &Row{Op: "As.List"}, fixture: &fixture{stream: true}}}, 1, []string{"may be sent again"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			holds, got := census(documents, test.operations, test.rows)
			require.Len(t, holds, test.holds)
			hasProblems(t, got, test.want)
		})
	}
}
