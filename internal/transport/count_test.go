package transport

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/pagination"
)

// counted returns a page with a count, "" if there is none.
func counted(next, count string, ids ...string) responder {
	return respond(200, strings.Replace(page(next, ids...), `"count":5,`, map[bool]string{true: `"count":` + count + `,`}[count != ""], 1))
}

// ofCount returns the lines that report that a list ended early.
func (l *lines) ofCount() (reports []map[string]any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, line := range l.all {
		if text, values := fields(line); text == "WARN list ended before its count" {
			reports = append(reports, values)
		}
	}
	return reports
}

func isIncomplete(t *testing.T, err error, seen, count int64) {
	t.Helper()
	require.ErrorIs(t, err, pagination.ErrIncomplete)
	require.Equal(t, &pagination.IncompleteError{Operation: "Things.GET", Seen: seen, Count: count}, as[*pagination.IncompleteError](t, err))
	require.EqualError(t, err, fmt.Sprintf("Things.GET: the list ended after %d of %d elements", seen, count))
	var resumable *pagination.PageError
	require.NotErrorAs(t, err, &resumable, "there is no page to resume from")
	require.False(t, api.Retryable(err))
	require.False(t, api.MayHaveApplied(err))
}

func TestListIsIncompleteIfItEndsBeforeTheSmallestCountOfItsPages(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, opts ...api.CallOption) {
		for name, test := range map[string]struct {
			pages []responder
			ids   string
			count int64 // 0 if the list is complete
		}{
			"same counts":                   {[]responder{counted("c2", "5", "a", "b"), counted("c3", "5"), counted("", "5", "c")}, "a b c", 5},
			"the last count is smallest":    {[]responder{counted("c2", "9", "a", "b"), counted("c3", "7"), counted("", "4", "c")}, "a b c", 4},
			"the first count is smallest":   {[]responder{counted("c2", "4", "a", "b"), counted("c3", "7"), counted("", "9", "c")}, "a b c", 4},
			"only the first page has one":   {[]responder{counted("c2", "4", "a", "b"), counted("c3", ""), counted("", "", "c")}, "a b c", 4},
			"only the last page has one":    {[]responder{counted("c2", "", "a", "b"), counted("c3", ""), counted("", "4", "c")}, "a b c", 4},
			"a count is null or no integer": {[]responder{counted("c2", "4", "a", "b"), counted("c3", "null"), counted("", "4.5", "c")}, "a b c", 4},
			"no elements":                   {[]responder{counted("c2", "1"), counted("", "1")}, "", 1},
			"one page":                      {[]responder{counted("", "5", "a", "b")}, "a b", 5},
			"an empty cursor":               {[]responder{respond(200, `{"items":[],"count":1,"next":{"page":""}}`)}, "", 1},
			"as many as the smallest count": {[]responder{counted("c2", "9", "a", "b"), counted("c3", "3"), counted("", "9", "c")}, "a b c", 0},
			"more than the count":           {[]responder{counted("c2", "1", "a", "b"), counted("", "1", "c")}, "a b c", 0},
			"no count":                      {[]responder{counted("c2", "", "a", "b"), counted("", "", "c")}, "a b c", 0},
			"no elements, and none counted": {[]responder{counted("c2", "0"), counted("", "0")}, "", 0},
			"a count below zero":            {[]responder{counted("", "-1")}, "", 0},
		} {
			list := operation(t, "GET", "/v1/things").Path()
			want := strings.Fields(test.ids)
			core := func(log *lines, change ...func(*Settings)) *Core {
				return newCore(t, play(t, test.pages...), append(change, log.to)...)
			}

			var log lines
			var meta api.Meta
			got, err := collect(All[thing](t.Context(), core(&log), list, append(slices.Clone(opts), api.WithMeta(&meta))))
			require.NoError(t, err, name)
			require.Equal(t, want, strings.Fields(ids(got)), name)
			if test.count == 0 {
				require.Empty(t, log.ofCount(), name)
			} else {
				count, seen := fmt.Sprint(test.count), fmt.Sprint(len(want))
				require.Equal(t, &api.Mismatch{Pointer: "/count", Want: count, Got: seen}, meta.Mismatch, name)
				reports := log.ofCount()
				require.Len(t, reports, 1, name)
				for field, value := range map[string]any{"operation": "Things.GET", "pointer": "/count", "want": count, "got": seen} {
					require.Equal(t, value, reports[0][field], name)
				}
			}

			strict := append(slices.Clone(opts), api.WithStrictDecoding())
			if name == "a count is null or no integer" {
				continue // which strict decoding reports first
			}
			log = lines{}
			for mode, things := range map[string]func(func(thing, error) bool){
				"call":   All[thing](t.Context(), core(&log), list, strict),
				"client": All[thing](t.Context(), core(&log, func(s *Settings) { s.StrictDecoding = true }), list, opts),
			} {
				got, err := collect(things)
				require.Equal(t, want, strings.Fields(ids(got)), "%s, strict %s", name, mode)
				if test.count == 0 {
					require.NoError(t, err, "%s, strict %s", name, mode)
				} else {
					isIncomplete(t, err, int64(len(want)), test.count)
				}
			}
			require.Empty(t, log.ofCount(), "%s: the caller gets an error", name)

			collected, err := pagination.Collect(All[thing](t.Context(), core(&log), list, strict), 100)
			require.Equal(t, test.count != 0, err != nil, name)
			require.Len(t, collected, len(want), name)
			if test.count != 0 {
				isIncomplete(t, err, int64(len(want)), test.count)
			}
			own, err := collect(AllOwn[map[string]any](t.Context(), core(&log), list, strict))
			require.Equal(t, test.count != 0, err != nil, name)
			require.Len(t, own, len(want), name)
			if test.count != 0 {
				isIncomplete(t, err, int64(len(want)), test.count)
			}
		}
	})
}

func TestIncompleteErrorFollowsTheLastPageOnce(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, opts ...api.CallOption) {
		var meta api.Meta
		n := play(t, counted("c2", "5", "a"), counted("", "5", "b"))
		list := operation(t, "GET", "/v1/things").Path()
		pages := Pages[thing](t.Context(), newCore(t, n), list, append(opts, api.WithStrictDecoding(), api.WithMeta(&meta)))
		var yielded []string
		for page, err := range pages {
			if err != nil {
				require.Nil(t, page)
				isIncomplete(t, err, 2, 5)
				yielded = append(yielded, "error")
				continue
			}
			require.Nil(t, meta.Mismatch)
			yielded = append(yielded, ids(page.Items))
		}
		require.Equal(t, []string{"a", "b", "error"}, yielded)
		require.Equal(t, 200, meta.Status)
	})
}

func TestMismatchOfTheCountIsOfTheLastPageAndBeforeItsOthers(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, opts ...api.CallOption) {
		var log lines
		var meta api.Meta
		list := operation(t, "GET", "/v1/things").Path()
		last := respond(200, `{"count":5,"items":[{"id":"b","title":7}]}`)
		n := play(t, respond(200, `{"count":5,"next":{"page":"c2"},"items":[{"id":7,"title":""}]}`), last)
		var paths []string
		for _, err := range Pages[thing](t.Context(), newCore(t, n, log.to), list, append(opts, api.WithMeta(&meta))) {
			require.NoError(t, err)
			paths = append(paths, meta.Mismatch.Pointer)
		}
		require.Equal(t, []string{"/items/0/id", "/count"}, paths)
		require.Len(t, log.ofCount(), 1)

		log = lines{}
		_, err := List[thing](t.Context(), newCore(t, play(t, last), log.to), list, []api.CallOption{api.WithMeta(&meta)})
		require.NoError(t, err)
		require.Equal(t, &api.Mismatch{Pointer: "/count", Want: "5", Got: "1"}, meta.Mismatch)
		require.Len(t, log.ofCount(), 1)
	})
}

func TestOnePageIsIncompleteOnlyIfItIsTheWholeList(t *testing.T) {
	t.Parallel()
	list := operation(t, "GET", "/v1/things").Path()
	strict := []api.CallOption{api.WithStrictDecoding()}
	_, err := List[thing](t.Context(), newCore(t, play(t, counted("", "5", "a"))), list, strict)
	isIncomplete(t, err, 1, 5)
	_, err = ListAs[stats](t.Context(), newCore(t, play(t, respond(200, `{"total":1,"count":5,"items":[]}`))), list, strict)
	isIncomplete(t, err, 0, 5)

	for name, call := range map[string]struct {
		page    responder
		options thingQuery
		opts    []api.CallOption
	}{
		"complete":                   {counted("", "1", "a"), thingQuery{}, nil},
		"another page follows":       {counted("c2", "5", "a"), thingQuery{Limit: 1}, nil},
		"the caller's cursor":        {counted("", "5", "a"), thingQuery{Page: "c2"}, nil},
		"a cursor of a query option": {counted("", "5", "a"), thingQuery{}, []api.CallOption{api.WithQuery("page", "c2")}},
	} {
		var meta api.Meta
		for _, opts := range [][]api.CallOption{nil, strict} {
			core := newCore(t, play(t, call.page))
			got, err := List[thing](t.Context(), core, list.Query(call.options), append(append(call.opts, api.WithMeta(&meta)), opts...))
			require.NoError(t, err, name)
			require.Equal(t, "a", ids(got.Items))
			require.Nil(t, meta.Mismatch, name)
		}
	}
}

func TestIterationOverAPartOfAListIsNotCounted(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, opts ...api.CallOption) {
		for _, strict := range [][]api.CallOption{nil, {api.WithStrictDecoding()}} {
			var log lines
			opts := append(slices.Clone(opts), strict...)
			list := operation(t, "GET", "/v1/things").Path()
			core := newCore(t, threePages(), log.to) // three elements of five

			got, err := collect(All[thing](t.Context(), core, list.Query(thingQuery{Page: "c/2+"}), opts))
			require.NoError(t, err)
			require.Equal(t, "c", ids(got))
			_, err = collect(All[thing](t.Context(), core, list, append(opts, api.WithQuery("page", "c3"))))
			require.NoError(t, err)

			for _, most := range []int{1, 2} { // limits within the first page
				yielded := 0
				for _, err := range All[thing](t.Context(), core, list, opts) {
					require.NoError(t, err)
					if yielded++; yielded == most {
						break
					}
				}
			}
			require.Empty(t, log.ofCount())

			for got, err := range All[thing](t.Context(), core, list, opts) {
				require.NoError(t, err)
				if got.ID == "c" { // the last one
					break
				}
			}

			s := threePages()
			delete(s.pages, "c3")
			_, err = collect(All[thing](t.Context(), newCore(t, s), list, opts))
			as[*pagination.PageError](t, err)
			require.NotErrorIs(t, err, pagination.ErrIncomplete)
			s.pages["c3"] = page("c/2+", "c")
			_, err = collect(All[thing](t.Context(), newCore(t, s), list, opts))
			require.Equal(t, "Things.GET", as[*pagination.CursorLoopError](t, err).Operation)
			require.EqualError(t, err, `Things.GET: the list leads back to page "c/2+"`)
		}
	})
}

func TestEachLoopOverAListIsCountedByItself(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, opts ...api.CallOption) {
		list := operation(t, "GET", "/v1/things").Path()
		things := All[thing](t.Context(), newCore(t, threePages()), list, append(opts, api.WithStrictDecoding()))
		for range 3 {
			got, err := collect(things)
			require.Equal(t, "a b c", ids(got))
			isIncomplete(t, err, 3, 5)
		}
	})
}

// An archive is a list that others change. The cursor of a page is the element before it.
type archive struct {
	mu     sync.Mutex
	ids    []string // sorted
	served int
	change map[int]func(ids []string) []string // before a page, counted from 0
}

func (a *archive) RoundTrip(req *http.Request) (*http.Response, error) {
	const size = 2
	a.mu.Lock()
	defer a.mu.Unlock()
	if change := a.change[a.served]; change != nil {
		a.ids = change(a.ids)
	}
	a.served++
	rest := slices.Clone(a.ids)
	if after := req.URL.Query().Get("page"); after != "" {
		rest = slices.DeleteFunc(rest, func(id string) bool { return id <= after })
	}
	next := ""
	if len(rest) > size {
		rest = rest[:size]
		next = rest[size-1]
	}
	return counted(next, fmt.Sprint(len(a.ids)), rest...)(req)
}

func TestListThatOthersChangeDuringAnIteration(t *testing.T) {
	t.Parallel()
	without := func(gone ...string) func([]string) []string {
		return func(ids []string) []string {
			return slices.DeleteFunc(ids, func(id string) bool { return slices.Contains(gone, id) })
		}
	}
	with := func(more ...string) func([]string) []string {
		return func(ids []string) []string { return slices.Sorted(slices.Values(append(ids, more...))) }
	}
	both(t, func(t *testing.T, opts ...api.CallOption) {
		for name, test := range map[string]struct {
			change map[int]func([]string) []string
			ids    string
			count  int64 // 0 if the list is complete
		}{
			"nothing":                              {nil, "b c d e f", 0},
			"a seen element is deleted":            {map[int]func([]string) []string{1: without("b")}, "b c d e f", 0},
			"all seen elements are deleted":        {map[int]func([]string) []string{1: without("b", "c"), 2: without("d", "e")}, "b c d e f", 0},
			"an unseen element is deleted":         {map[int]func([]string) []string{1: without("e")}, "b c d f", 0},
			"all unseen elements are deleted":      {map[int]func([]string) []string{1: without("d", "e", "f")}, "b c", 0},
			"an arrival before the first element":  {map[int]func([]string) []string{1: with("a")}, "b c d e f", 0},
			"an arrival after the last element":    {map[int]func([]string) []string{1: with("g")}, "b c d e f g", 0},
			"arrivals at both ends":                {map[int]func([]string) []string{1: with("a", "g"), 2: with("A", "h")}, "b c d e f g h", 0},
			"a seen element is deleted, one added": {map[int]func([]string) []string{1: without("b"), 2: with("g")}, "b c d e f g", 0},
			// There were five elements at each page, of which the iteration has seen four.
			"an unseen element is deleted, one added before": {map[int]func([]string) []string{1: func(ids []string) []string {
				return with("a")(without("e")(ids))
			}}, "b c d f", 5},
		} {
			list := operation(t, "GET", "/v1/things").Path()
			iterate := func(more api.CallOption) ([]thing, error) {
				core := newCore(t, &archive{ids: strings.Fields("b c d e f"), change: test.change})
				return collect(All[thing](t.Context(), core, list, append(slices.Clone(opts), more)))
			}
			var meta api.Meta
			got, err := iterate(api.WithMeta(&meta))
			require.NoError(t, err, name)
			require.Equal(t, test.ids, ids(got), name)
			require.Equal(t, test.count != 0, meta.Mismatch != nil, name)

			got, err = iterate(api.WithStrictDecoding())
			require.Equal(t, test.ids, ids(got), name)
			if test.count == 0 {
				require.NoError(t, err, name)
			} else {
				isIncomplete(t, err, int64(len(got)), test.count)
			}
		}
	})
}
