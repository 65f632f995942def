package transport

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOwnFieldsAreAddedToThoseOfTheCaller(t *testing.T) {
	t.Parallel()
	core := newCore(t, play(t, respond(200, "")))
	for name, test := range map[string]struct {
		call  *call
		given http.Header
		want  http.Header
	}{
		"a read":        {&call{}, http.Header{}, http.Header{"User-Agent": {"test/1"}, "Accept": {"application/json"}}},
		"a body":        {&call{input: input{body: []byte("{}")}}, http.Header{}, http.Header{"User-Agent": {"test/1"}, "Accept": {"application/json"}, "Content-Type": {"application/json"}}},
		"a stream":      {&call{want: wantStream}, http.Header{}, http.Header{"User-Agent": {"test/1"}, "Accept": {"text/event-stream"}, "Accept-Encoding": {"identity"}}},
		"of the caller": {&call{}, http.Header{"Accept": {"text/csv"}, "X": {"y"}}, http.Header{"User-Agent": {"test/1"}, "Accept": {"text/csv"}, "X": {"y"}}},
	} {
		core.addHeader(test.call, test.given)
		require.Equal(t, test.want, test.given, name)
	}
}
