package bench

import (
	"fmt"
	"strings"
	"testing"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// deep is JSON with values in values. Before and after surround each, and wrong is the innermost
// with a value that does not fit.
type deep struct{ outer, before, fits, wrong, after, end string }

var deeps = map[string]struct {
	into func() any
	deep
}{
	"structure": {func() any { return new(sites.Structure) }, deep{
		`{"type":"sections","structure":[`, `{"object":"site-section-group","id":"a","title":"t","children":[`, ``,
		`{"object":"site-section","id":7}`, `]}`, `]}`,
	}},
	"structure, object last": {func() any { return new(sites.Structure) }, deep{
		`{"type":"sections","structure":[`, `{"id":"a","title":"t","children":[`, ``,
		`{"object":"site-section","id":7}`, `],"object":"site-section-group"}`, `]}`,
	}},
	"pages": {func() any { return new(spaces.PageTree) }, deep{
		`{"pages":[`, `{"id":"a","type":"group","title":"t","pages":[`, ``, `{"id":7}`, `]}`, `]}`,
	}},
	"nodes": {func() any { return new(richtext.Document) }, deep{
		`{"object":"document","nodes":[`, `{"object":"block","type":"blockquote","nodes":[`, ``, `{"object":7}`, `]}`, `]}`,
	}},
	"fragments": {func() any { return new(richtext.Document) }, deep{
		`{"object":"document","nodes":[`, `{"object":"block","type":"x","fragments":[{"object":"fragment","nodes":[`, ``, `{"object":7}`, `]}]}`, `]}`,
	}},
}

func (d deep) json(depth int, fits bool) []byte {
	inner := d.fits
	if !fits {
		inner = d.wrong
	}
	return []byte(d.outer + strings.Repeat(d.before, depth) + inner + strings.Repeat(d.after, depth) + d.end)
}

// BenchmarkDepth decodes values in values. The time doubles with the depth, whether all of them fit
// or not.
func BenchmarkDepth(b *testing.B) {
	for name, values := range deeps {
		for _, fits := range []bool{true, false} {
			for _, depth := range []int{500, 1000, 2000} {
				data := values.json(depth, fits)
				b.Run(fmt.Sprintf("%s/fits=%t/%d", name, fits, depth), func(b *testing.B) {
					for b.Loop() {
						if m, err := jsonx.Decode(data, values.into()); err != nil || (m == nil) != fits {
							b.Fatal(m, err)
						}
					}
				})
			}
		}
	}
}
