package publishingtest_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

func (w *world) addSites(n int) []string {
	var ids []string
	for range n {
		ids = append(ids, w.Sites.Add(w.org, sites.Site{}).ID)
	}
	return ids
}

func idsOf(list []sites.Site) []string {
	return mapped(list, func(site sites.Site) string { return site.ID })
}

func TestPageSizeIsTheLimitOrTheDefault(t *testing.T) {
	t.Parallel()
	w := newWorld(t, publishingtest.WithPageSize(3))
	ids := w.addSites(7)
	for limit, want := range map[int]int{0: 3, 1: 1, 2: 2, 5: 5, 7: 7, 1000: 7} {
		page := must(w.client.Sites.List(t.Context(), w.org, sites.ListOptions{Limit: limit}))(t)
		require.Equal(t, ids[:want], idsOf(page.Items), limit)
		require.EqualValues(t, 7, *page.Count)
		require.Equal(t, want < 7, page.NextCursor() != "", limit)
	}
	bounded := newWorld(t, publishingtest.WithMaxPageSize(2))
	bounded.addSites(3)
	require.Len(t, must(bounded.client.Sites.List(t.Context(), bounded.org, sites.ListOptions{Limit: 1000}))(t).Items, 2)
}

func TestIterationYieldsEachElementOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, publishingtest.WithPageSize(2))
	ids := w.addSites(5)
	listed := collect(t, w.client.Sites.All(t.Context(), w.org, sites.ListOptions{}))
	require.Equal(t, ids, idsOf(listed))
	require.Equal(t, 3, w.Calls.Count("Sites.List"))
}

func TestLastPageHasNoNext(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, n := range []int{0, 1} {
		w.addSites(n)
		got := w.send(t, http.MethodGet, w.at("/sites"), "").object(t)
		require.NotContains(t, got, "next")
		require.InDelta(t, n, got["count"], 0)
		require.Len(t, got["items"], n)
	}
}

func TestCursorStaysValidWhenElementsAreDeletedBetweenPages(t *testing.T) {
	t.Parallel()
	for name, gone := range map[string][]int{
		"before the cursor":     {0},
		"at the cursor":         {1},
		"just after the cursor": {2},
		"all that was seen":     {0, 1},
		"on both sides":         {0, 2},
		"all but the last":      {0, 1, 2, 3, 4},
		"all":                   {0, 1, 2, 3, 4, 5},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, publishingtest.WithPageSize(2))
			ids := w.addSites(6)
			first := must(w.client.Sites.List(t.Context(), w.org, sites.ListOptions{}))(t)
			want := slices.Clone(ids[2:])
			for _, i := range gone {
				must(w.client.Sites.Delete(t.Context(), w.org, ids[i]))(t)
				want = slices.DeleteFunc(want, func(id string) bool { return id == ids[i] })
			}
			want = append(want, w.addSites(1)...)
			rest := collect(t, w.client.Sites.All(t.Context(), w.org, sites.ListOptions{Cursor: first.NextCursor()}))
			require.Equal(t, want, idsOf(rest))
		})
	}
}

func TestCursorStaysValidWhenFilesAreDeletedBetweenPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t, publishingtest.WithPageSize(2))
	w.Spaces.Add(w.org, spaces.Space{ID: "space"})
	var ids []string
	for range 6 {
		ids = append(ids, w.Spaces.Files.Add("space", "", spaces.File{}).ID)
	}
	first := must(w.client.Spaces.Files.List(t.Context(), "space", spaces.FileListOptions{}))(t)
	for _, id := range ids[:3] {
		w.Spaces.Files.Remove("space", "", id)
	}
	rest := collect(t, w.client.Spaces.Files.All(t.Context(), "space", spaces.FileListOptions{Cursor: first.NextCursor()}))
	require.Equal(t, ids[3:], mapped(rest, func(f spaces.File) string { return f.ID }))
}

func TestCursorNeedsEscaping(t *testing.T) {
	t.Parallel()
	w := newWorld(t, publishingtest.WithPageSize(1))
	w.addSites(2)
	page := must(w.client.Sites.List(t.Context(), w.org, sites.ListOptions{}))(t)
	cursor := page.NextCursor()
	for _, c := range []string{"+", "/", "=", " "} {
		require.Contains(t, cursor, c)
	}
	escaped := w.send(t, http.MethodGet, w.at("/sites?page=")+url.QueryEscape(cursor), "")
	require.Equal(t, http.StatusOK, escaped.status)
	bare := w.send(t, http.MethodGet, w.at("/sites?page=")+strings.ReplaceAll(cursor, " ", "%20"), "")
	require.Equal(t, http.StatusBadRequest, bare.status, "a client that does not escape must not pass")
}

func TestCursorIsRejectedByOtherLists(t *testing.T) {
	t.Parallel()
	w := newWorld(t, publishingtest.WithPageSize(1))
	w.addSites(3)
	page := must(w.client.Sites.List(t.Context(), w.org, sites.ListOptions{}))(t)
	cursor := url.QueryEscape(page.NextCursor())
	for query, want := range map[string]int{
		"/sites?limit=2&page=" + cursor:         http.StatusOK,
		"/sites?published=false&page=" + cursor: http.StatusBadRequest,
		"/spaces?page=" + cursor:                http.StatusBadRequest,
		"/sites?page=":                          http.StatusBadRequest,
		"/sites?page=2":                         http.StatusBadRequest,
		"/sites?page=" + cursor[:len(cursor)-8]: http.StatusBadRequest,
		"/sites?page=" + cursor + "AAAA":        http.StatusBadRequest,
	} {
		got := w.send(t, http.MethodGet, w.at(query), "")
		require.Equal(t, want, got.status, query)
		if want == http.StatusBadRequest {
			require.Contains(t, got.message(t), "page: want a cursor", query)
		}
	}
}

// TestListOfManyRowsIsCompleteOnEveryPlatform fails if positions have 32 bits: they end after 2,047
// rows.
func TestListOfManyRowsIsCompleteOnEveryPlatform(t *testing.T) {
	t.Parallel()
	const count = 5_100
	w := newWorld(t)
	w.Collections.Add(w.org, spaces.Collection{ID: "all"})
	var want []string
	for n := range count {
		id := fmt.Sprintf("s%d", n)
		w.Spaces.Add(w.org, spaces.Space{ID: id, Parent: new("all")})
		want = append(want, id)
	}
	listed := func() []string {
		got := mapped(collect(t, w.client.Collections.Spaces.All(t.Context(), "all", spaces.CollectionSpaceListOptions{Limit: 1000})), func(space spaces.Space) string { return space.ID })
		return got
	}
	require.Equal(t, want, listed())
	last := want[count-1]
	must(w.client.Spaces.Move(t.Context(), last, spaces.Move{Position: spaces.ContentPosition{Before: &spaces.ContentPointer{Space: new(want[0])}}}))(t)
	require.Equal(t, slices.Concat([]string{last}, want[:count-1]), listed())
}
