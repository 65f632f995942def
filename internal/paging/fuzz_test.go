package paging

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/pagination"
)

// FuzzIterationIsTheConcatenationOrAnError builds a list whose page i leads to the page that byte i
// selects, with a hint that byte i+1 may make wrong, and compares both iterations with a plain
// loop.
func FuzzIterationIsTheConcatenationOrAnError(f *testing.F) {
	for _, seed := range [][]byte{{0}, {1, 2, 3, 0}, {1, 0}, {1, 2, 1}, {1, 200}, {5, 4, 3, 2, 1, 0}, {1, 130, 3, 4, 0}} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, links []byte) {
		if len(links) > 64 {
			return
		}
		cursor := func(i int) string {
			if i == 0 {
				return ""
			}
			return fmt.Sprint("c", i)
		}
		b := bookOf()
		for i, link := range links {
			b.pages[cursor(i)] = &pagination.Page[string]{Items: []string{fmt.Sprint(i)}}
			if next := int(link & 0x7f); next != 0 {
				b.pages[cursor(i)].Next = &pagination.Next{Cursor: cursor(next)}
			}
			if link&0x80 != 0 {
				b.hints[cursor(i)] = cursor(int(links[(i+1)%len(links)] & 0x7f))
			}
		}
		var want []string
		var loops, missing bool
		seen := map[string]bool{}
		for at := ""; ; {
			seen[at] = true
			page, ok := b.pages[at]
			if missing = !ok; missing {
				break
			}
			want = append(want, page.Items...)
			if at = page.NextCursor(); at == "" {
				break
			}
			if loops = seen[at]; loops {
				break
			}
		}
		for _, prefetch := range []bool{false, true} {
			got, err := b.items(t.Context(), "", prefetch)
			require.Equal(t, want, got)
			require.Equal(t, missing, errors.Is(err, errMissing))
			_, looped := errors.AsType[*pagination.CursorLoopError](err)
			require.Equal(t, loops, looped)
			require.Equal(t, loops || missing, err != nil)
			require.Zero(t, b.running)
		}
	})
}
