package pagination

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"
)

// long is a list of n pages of one element, with a gate before each.
func long(n int) *book {
	b := bookOf()
	cursor := func(i int) string {
		if i == 0 || i == n {
			return ""
		}
		return fmt.Sprint("c", i)
	}
	for i := range n {
		page := &Page[string]{Items: []string{fmt.Sprint(i)}}
		if next := cursor(i + 1); next != "" {
			page.Next = &Next{Page: next}
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
			for _, err := range b.walk(t.Context(), "", true) {
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
		turns := make(chan int)
		go func() {
			turn := 0
			for range b.walk(t.Context(), "", true) {
				turn++
				turns <- turn
			}
			close(turns)
		}()
		synctest.Wait()
		require.Equal(t, []string{"", "c1"}, b.asked(), "it waits for the first and has the hint")
		close(b.gates["c1"])
		synctest.Wait()
		require.Equal(t, []string{"", "c1"}, b.asked(), "the second is there and the first is not")
		close(b.gates[""])
		for i := 1; i <= 6; i++ {
			synctest.Wait()
			require.LessOrEqual(t, len(b.asked()), i+1, "before turn %d", i)
			require.Equal(t, i, <-turns)
			if gate := b.gates[fmt.Sprint("c", i+1)]; gate != nil {
				close(gate)
			}
		}
		_, more := <-turns
		require.False(t, more)
	})
}

func TestWrongHintIsAbandonedAndTheRightPageFetched(t *testing.T) {
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
				require.Contains(t, b.asked(), wrong)
				require.NotContains(t, b.handed, "c9")
				require.NotContains(t, b.handed, "stuck")
			})
		})
	}
}

func TestContextOfAFetchEndsWithItsTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := bookOf([]string{"", "c1", "a"}, []string{"c1", "c2", "b"}, []string{"c2", "", "c"})
		var fetches []context.Context
		walk := Walk(t.Context(), "", true, func(ctx context.Context, cursor string, early func(string)) (*Page[string], func(), error) {
			b.mu.Lock()
			fetches = append(fetches, ctx)
			b.mu.Unlock()
			return b.fetch(ctx, cursor, early)
		})
		for range walk {
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
		b.gates["c1"] = make(chan struct{}) // it ends by the cancel alone
		_, err := b.items(t.Context(), "", true)
		require.ErrorIs(t, err, errMissing)
		require.Empty(t, as[*PageError](t, err).Cursor)
		require.Zero(t, b.running)
	})
}

func TestMoreHintsThanOneAreIgnored(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := bookOf([]string{"", "c1", "a"}, []string{"c1", "", "b"})
		walk := Walk(t.Context(), "", true, func(ctx context.Context, cursor string, early func(string)) (*Page[string], func(), error) {
			for range 100 {
				early("c1")
				early("")
			}
			return b.fetch(ctx, cursor, early)
		})
		var got []string
		for item, err := range Items[string](walk) {
			require.NoError(t, err)
			got = append(got, item)
		}
		require.Equal(t, []string{"a", "b"}, got)
		require.Equal(t, []string{"", "c1"}, b.asked())
	})
}

func TestBreakAndPanicEndTheFetchUnderWay(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(){"panic": func() { panic("mine") }, "goexit": nil} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				b := long(3)
				close(b.gates[""]) // the second waits for ever
				body := func() {
					for range b.walk(t.Context(), "", true) {
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
		for range b.walk(t.Context(), "", true) {
			synctest.Wait()
			break
		}
		require.Zero(t, b.running)
		require.Equal(t, []string{"", "c1"}, b.asked())
	})
}

func TestPanicInAFetchComesOutOfTheLoop(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := bookOf([]string{"", "c1", "a"}, []string{"c1", "c2", "b"})
		walk := Walk(t.Context(), "", true, func(ctx context.Context, cursor string, early func(string)) (*Page[string], func(), error) {
			if cursor == "c1" {
				early("c2")
				panic("theirs")
			}
			return b.fetch(ctx, cursor, early)
		})
		var got []string
		require.PanicsWithValue(t, "theirs", func() {
			for page, err := range walk {
				require.NoError(t, err)
				got = append(got, page.Items...)
			}
		})
		require.Equal(t, []string{"a"}, got, "what came before it is handed over")
		require.Zero(t, b.running)
	})
}

func TestFetchThatLeavesItsGoroutineIsAnError(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		walk := Walk(t.Context(), "", true, func(context.Context, string, func(string)) (*Page[string], func(), error) {
			runtime.Goexit() // as a failed check of a test does
			return nil, nil, nil
		})
		var last error
		for _, err := range walk {
			last = err
		}
		require.ErrorIs(t, last, errGone)
	})
}
