package paging

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/pagination"
)

func TestEachElementIsYieldedOnce(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, prefetch bool) {
		b := bookOf([]string{"", "c1", "a", "b"}, []string{"c1", "c2"}, []string{"c2", "c3", "c"}, []string{"c3", ""})
		got, err := b.items(t.Context(), "", prefetch)
		require.NoError(t, err)
		require.Equal(t, []string{"a", "b", "c"}, got, "an empty page does not end the iteration")
		require.Equal(t, []string{"", "c1", "c2", "c3"}, b.fetched())
	})
}

func TestNothingIsFetchedBeforeTheRange(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, prefetch bool) {
		b := bookOf([]string{"", "", "a"})
		pages := b.iterate(t.Context(), "", prefetch)
		items := itemsOf(pages)
		synctest.Wait()
		require.Empty(t, b.fetched())
		for range items {
		}
		require.Len(t, b.fetched(), 1)
	})
}

func TestRangingAgainStartsAnew(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, prefetch bool) {
		b := bookOf([]string{"c1", "c2", "a"}, []string{"c2", "", "b"})
		pages := b.iterate(t.Context(), "c1", prefetch)
		for range 3 {
			var got []string
			for page, err := range pages {
				require.NoError(t, err)
				got = append(got, page.Items...)
			}
			require.Equal(t, []string{"a", "b"}, got)
		}
		require.Equal(t, []string{"c1", "c2", "c1", "c2", "c1", "c2"}, b.fetched())
	})
}

func TestIterationEndsWithoutACursor(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, prefetch bool) {
		for _, last := range []*pagination.Page[string]{{}, {Next: &pagination.Next{}}, {Items: []string{"x"}}} {
			b := bookOf()
			b.pages[""] = last
			pages := 0
			for page, err := range b.iterate(t.Context(), "", prefetch) {
				require.NoError(t, err)
				require.Same(t, last, page)
				pages++
			}
			require.Equal(t, 1, pages)
			require.Len(t, b.fetched(), 1)
		}
	})
}

func TestCursorLoopEndsTheIterationBeforeAnotherFetch(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, prefetch bool) {
		for name, test := range map[string]struct {
			from  string
			book  *book
			got   []string
			again string
			asked []string
		}{
			"itself":              {"", bookOf([]string{"", "c1", "a"}, []string{"c1", "c1", "b"}), []string{"a", "b"}, "c1", []string{"", "c1"}},
			"two":                 {"", bookOf([]string{"", "A", "a"}, []string{"A", "B", "b"}, []string{"B", "A", "c"}), []string{"a", "b", "c"}, "A", []string{"", "A", "B"}},
			"where it began":      {"A", bookOf([]string{"A", "B", "a"}, []string{"B", "A", "b"}), []string{"a", "b"}, "A", []string{"A", "B"}},
			"itself at the start": {"A", bookOf([]string{"A", "A", "a"}), []string{"a"}, "A", []string{"A"}},
			"empty pages":         {"", bookOf([]string{"", "A"}, []string{"A", "B"}, []string{"B", "A"}), nil, "A", []string{"", "A", "B"}},
		} {
			got, err := test.book.items(t.Context(), test.from, prefetch)
			require.Equal(t, test.got, got, name)
			require.Equal(t, test.again, as[*pagination.CursorLoopError](t, err).Cursor, name)
			synctest.Wait()
			require.Equal(t, test.asked, test.book.fetched(), name)
		}
	})
}

func TestErrorEndsTheIterationAndCarriesTheCursor(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, prefetch bool) {
		for from, test := range map[string]struct {
			got    []string
			cursor string
		}{"": {[]string{"a"}, "c1"}, "c1": {nil, "c1"}, "gone": {nil, "gone"}} {
			b := bookOf([]string{"", "c1", "a"})
			yields, failures := 0, 0
			var got []string
			for page, err := range b.iterate(t.Context(), from, prefetch) {
				yields++
				if err != nil {
					failures++
					require.Nil(t, page)
					require.ErrorIs(t, err, errMissing)
					require.Equal(t, test.cursor, as[*pagination.PageError](t, err).Cursor)
					continue // it ends the iteration all the same
				}
				got = append(got, page.Items...)
			}
			require.Equal(t, 1, failures)
			require.Equal(t, len(test.got)+1, yields)
			require.Equal(t, test.got, got)
		}
	})
}

func TestBreakStopsFetching(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, prefetch bool) {
		b := bookOf([]string{"", "c1", "a"}, []string{"c1", "c2", "b"}, []string{"c2", "c3", "c"}, []string{"c3", "", "d"})
		for item, err := range itemsOf(b.iterate(t.Context(), "", prefetch)) {
			require.NoError(t, err)
			if item == "b" {
				break
			}
		}
		synctest.Wait()
		require.LessOrEqual(t, len(b.fetched()), map[bool]int{false: 2, true: 3}[prefetch])
		require.Zero(t, b.running)
	})
}

func TestPanicOfTheLoopPropagates(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, prefetch bool) {
		b := bookOf([]string{"", "c1", "a"}, []string{"c1", "c2", "b"}, []string{"c2", "", "c"})
		require.PanicsWithValue(t, "mine", func() {
			for range b.iterate(t.Context(), "", prefetch) {
				panic("mine")
			}
		})
		require.Zero(t, b.running)
	})
}

func TestCancelEndsTheIterationWithAnError(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, prefetch bool) {
		b := bookOf([]string{"", "c1", "a"}, []string{"c1", "c2", "b"}, []string{"c2", "", "c"})
		b.gates["c1"] = make(chan struct{})
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var got []string
		var last error
		for page, err := range b.iterate(ctx, "", prefetch) {
			if last = err; err == nil {
				got = append(got, page.Items...)
			}
			cancel()
		}
		require.Equal(t, []string{"a"}, got)
		require.ErrorIs(t, last, context.Canceled)
		require.Equal(t, "c1", as[*pagination.PageError](t, last).Cursor)
		synctest.Wait()
		require.Zero(t, b.running)
	})
}

func TestDeliverRunsBeforeItsPageIsYielded(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, prefetch bool) {
		b := bookOf([]string{"", "c1", "a"}, []string{"c1", "c2", "b"}, []string{"c2", "gone", "c"})
		var at []string
		for range b.iterate(t.Context(), "", prefetch) {
			at = append(at, fmt.Sprint(b.delivered))
		}
		require.Equal(t, []string{"[]", "[ c1]", "[ c1 c2]", "[ c1 c2 gone]"}, at, "a page that failed is delivered too")
	})
}

func TestItemsStopsWithTheLoop(t *testing.T) {
	t.Parallel()
	b := bookOf([]string{"", "c1", "a", "b"}, []string{"c1", "", "c"})
	var got []string
	for item := range itemsOf(b.iterate(t.Context(), "", false)) {
		if got = append(got, item); item == "a" {
			break
		}
	}
	require.Equal(t, []string{"a"}, got)
	require.Len(t, b.fetched(), 1)
}
