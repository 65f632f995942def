package spaces_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/spaces"
)

// book returns three pages. The first has two levels of pages below it.
func book() []spaces.Page {
	return []spaces.Page{
		{ID: "a", Pages: []spaces.Page{
			{ID: "b", Pages: []spaces.Page{{ID: "c"}, {ID: "d"}}},
			{ID: "e", Pages: []spaces.Page{}},
		}},
		{ID: "f"},
		{ID: "g", Pages: []spaces.Page{{ID: "h"}}},
	}
}

func line(visit spaces.PageVisit) string {
	text := fmt.Sprint(visit.Depth, " ")
	for _, parent := range visit.Parents {
		text += parent.ID + "/"
	}
	return text + visit.Page.ID
}

func TestWalkPagesVisitsInReadingOrder(t *testing.T) {
	t.Parallel()
	pages := book()
	var got []string
	for visit := range spaces.WalkPages(pages) {
		got = append(got, line(visit))
	}
	require.Equal(t, []string{"0 a", "1 a/b", "2 a/b/c", "2 a/b/d", "1 a/e", "0 f", "0 g", "1 g/h"}, got)
	for range spaces.WalkPages(nil) {
		require.Fail(t, "no pages, and a visit")
	}
}

func TestWalkPagesYieldsPointersIntoTheSlice(t *testing.T) {
	t.Parallel()
	pages := book()
	for visit := range spaces.WalkPages(pages) {
		visit.Page.Title = "title of " + visit.Page.ID
		for i, parent := range visit.Parents {
			require.Equal(t, "title of "+parent.ID, parent.Title, "%d: a parent comes before its pages", i)
		}
	}
	require.Equal(t, "title of d", pages[0].Pages[0].Pages[1].Title)
}

func TestWalkPagesEndsWhenTheLoopBreaks(t *testing.T) {
	t.Parallel()
	visits := spaces.WalkPages(book())
	for _, last := range []string{"a", "c", "e", "h"} {
		var got []string
		for visit := range visits {
			got = append(got, visit.Page.ID)
			if visit.Page.ID == last {
				break
			}
		}
		require.Equal(t, last, got[len(got)-1])
		require.Equal(t, "a", got[0], "each loop starts anew")
	}
}

func TestWalkPagesCanBeNested(t *testing.T) {
	t.Parallel()
	pages := book()
	visits := spaces.WalkPages(pages)
	var got []string
	for outer := range visits {
		before := line(outer)
		for inner := range spaces.WalkPages(outer.Page.Pages) {
			got = append(got, outer.Page.ID+">"+line(inner))
		}
		for range visits {
			continue
		}
		require.Equal(t, before, line(outer), "a nested loop does not change the visit")
	}
	require.Equal(t, []string{"a>0 b", "a>1 b/c", "a>1 b/d", "a>0 e", "b>0 c", "b>0 d", "g>0 h"}, got)
}
