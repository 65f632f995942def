package paging

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/pagination"
)

// long reyields a list of n pages of one element, each with a gate.
func long(n int) *book {
	b := bookOf()
	cursor := func(i int) string {
		if i == 0 || i == n {
			return ""
		}
		return fmt.Sprint("c", i)
	}
	for i := range n {
		page := &pagination.Page[string]{Items: []string{fmt.Sprint(i)}}
		if next := cursor(i + 1); next != "" {
			page.Next = &pagination.Next{Cursor: next}
		}
		b.pages[cursor(i)] = page
		b.gates[cursor(i)] = make(chan struct{})
	}
	return b
}

func TestNextPageIsFetchedWhileTheLoopWorks(t *testing.T) {
	t.Parallel()
	for _, hint := range []string{"", "-"} {
		synctest.Test(t, func(t *testing.T) {
			b := long(3)
			for cursor := range b.pages {
				b.hints[cursor] = hint
				close(b.gates[cursor])
			}
			var at []int
			for _, err := range b.iterate(t.Context(), "", true) {
				require.NoError(t, err)
				synctest.Wait()
				at = append(at, len(b.ended))
			}
			require.Equal(t, []int{2, 3, 3}, at)
		})
	}
}

func TestNeverMoreThanOnePageBeyondTheLoop(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := long(6)
		yields := make(chan int)
		go func() {
			yielded := 0
			for range b.iterate(t.Context(), "", true) {
				yielded++
				yields <- yielded
			}
			close(yields)
		}()
		synctest.Wait()
		require.Equal(t, []string{"", "c1"}, b.fetched(), "the hint starts the second while the first is under way")
		close(b.gates["c1"])
		synctest.Wait()
		require.Equal(t, []string{"", "c1"}, b.fetched(), "the second has come and the first has not")
		close(b.gates[""])
		for i := 1; i <= 6; i++ {
			synctest.Wait()
			require.LessOrEqual(t, len(b.fetched()), i+1, "before page %d", i)
			require.Equal(t, i, <-yields)
			if gate := b.gates[fmt.Sprint("c", i+1)]; gate != nil {
				close(gate)
			}
		}
		_, more := <-yields
		require.False(t, more)
	})
}

func TestWrongHintIsAbandonedAndTheRightPageIsFetched(t *testing.T) {
	t.Parallel()
	for name, wrong := range map[string]string{"of a page": "c9", "of a page that waits": "stuck", "of none": "nowhere", "of the page after": "c2"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				b := bookOf([]string{"", "c1", "a"}, []string{"c1", "c2", "b"}, []string{"c2", "", "c"}, []string{"c9", "", "x"}, []string{"stuck", "", "y"})
				b.hints[""] = wrong
				b.gates["stuck"] = make(chan struct{})
				got, err := b.items(t.Context(), "", true)
				require.NoError(t, err)
				require.Equal(t, []string{"a", "b", "c"}, got)
				require.Contains(t, b.fetched(), wrong)
				require.NotContains(t, b.delivered, "c9")
				require.NotContains(t, b.delivered, "stuck")
			})
		})
	}
}

func TestContextOfAFetchEndsWithTheFetch(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := bookOf([]string{"", "c1", "a"}, []string{"c1", "c2", "b"}, []string{"c2", "", "c"})
		var fetches []context.Context
		pages := pagesOf(t, func(ctx context.Context, cursor string, hint func(string)) (Page, func(), error) {
			b.mu.Lock()
			fetches = append(fetches, ctx)
			b.mu.Unlock()
			return b.fetch(ctx, cursor, hint)
		})
		for range pages {
		}
		require.Len(t, fetches, 3)
		for _, ctx := range fetches {
			require.ErrorIs(t, ctx.Err(), context.Canceled)
		}
	})
}

func TestHintOnTheLastPageIsAbandoned(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := bookOf([]string{"", "", "a"}, []string{"c1", "", "x"})
		b.hints[""] = "c1"
		got, err := b.items(t.Context(), "", true)
		require.NoError(t, err)
		require.Equal(t, []string{"a"}, got)
		require.Zero(t, b.running)
	})
}

func TestHintOfAPageThatFailsIsAbandoned(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := bookOf([]string{"c1", "", "x"})
		b.hints[""] = "c1"
		b.gates["c1"] = make(chan struct{}) // only cancellation ends it
		_, err := b.items(t.Context(), "", true)
		require.ErrorIs(t, err, errMissing)
		require.Empty(t, as[*pagination.PageError](t, err).Cursor)
		require.Zero(t, b.running)
	})
}

func TestHintsAfterTheFirstAreIgnored(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := bookOf([]string{"", "c1", "a"}, []string{"c1", "", "b"})
		pages := pagesOf(t, func(ctx context.Context, cursor string, hint func(string)) (Page, func(), error) {
			for range 100 {
				hint("c1")
				hint("")
			}
			return b.fetch(ctx, cursor, hint)
		})
		var got []string
		for item, err := range itemsOf(pages) {
			require.NoError(t, err)
			got = append(got, item)
		}
		require.Equal(t, []string{"a", "b"}, got)
		require.Equal(t, []string{"", "c1"}, b.fetched())
	})
}

func TestBreakAndPanicEndTheFetchUnderWay(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(){"panic": func() { panic("mine") }, "goexit": nil} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				b := long(3)
				close(b.gates[""]) // the second waits forever
				body := func() {
					for range b.iterate(t.Context(), "", true) {
						synctest.Wait()
						require.Equal(t, 1, b.running)
						if leave == nil {
							runtime.Goexit()
						}
						leave()
					}
				}
				done := make(chan any)
				go func() {
					defer func() { done <- recover() }()
					body()
				}()
				<-done
				require.Zero(t, b.running)
			})
		})
	}
	synctest.Test(t, func(t *testing.T) {
		b := long(3)
		close(b.gates[""])
		for range b.iterate(t.Context(), "", true) {
			synctest.Wait()
			break
		}
		require.Zero(t, b.running)
		require.Equal(t, []string{"", "c1"}, b.fetched())
	})
}

func TestPanicOfAFetchPropagatesToTheLoop(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := bookOf([]string{"", "c1", "a"}, []string{"c1", "c2", "b"})
		pages := pagesOf(t, func(ctx context.Context, cursor string, hint func(string)) (Page, func(), error) {
			if cursor == "c1" {
				hint("c2")
				panic("theirs")
			}
			return b.fetch(ctx, cursor, hint)
		})
		var got []string
		require.PanicsWithValue(t, "theirs", func() {
			for page, err := range pages {
				require.NoError(t, err)
				got = append(got, page.Items...)
			}
		})
		require.Equal(t, []string{"a"}, got, "the pages before it are yielded")
		require.Zero(t, b.running)
	})
}

func TestFetchThatEndsItsGoroutineIsAnError(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		pages := pagesOf(t, func(context.Context, string, func(string)) (Page, func(), error) {
			runtime.Goexit() // as t.FailNow does
			return nil, nil, nil
		})
		var last error
		for _, err := range pages {
			last = err
		}
		require.ErrorIs(t, last, errGoexit)
	})
}
