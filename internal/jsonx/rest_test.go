package jsonx

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDeepTreeWithAMismatchIsDecodedButForTheMismatch(t *testing.T) {
	t.Parallel()
	for name, wrong := range map[string]string{
		"one":  `{"type":"leaf","words":["a",7,"b"]}`,
		"many": `{"type":"leaf","words":["a",` + strings.Repeat("7,", 2*mostMismatches) + `"b"]}`,
		"text": `{"type":"leaf","words":"a"}`,
	} {
		const depth = 300
		body := strings.Replace(string(nestedUnion(depth, false)), `{"type":"leaf","words":["a"]}`, wrong, 1)
		var p part
		mismatch, err := Decode([]byte(`{"part":`+body+`}`), &struct {
			Part *part `json:"part"`
		}{&p})
		require.NoError(t, err, name)
		require.True(t, strings.HasPrefix(mismatch.Pointer, "/part/parts/0/parts/0/"), name)
		require.Equal(t, depth, depthOf(p), name)
		for p.Inner != nil {
			p = p.Inner.Parts[0]
		}
		if name != "text" {
			require.Equal(t, "ab", strings.Join(p.Leaf.Words, ""), name)
		}
	}
}
