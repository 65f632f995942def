package transport

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/pagination"
)

// shelf is a list of pages by their cursors.
type shelf struct {
	mu    sync.Mutex
	pages map[string]string
	asked []string
}

func (s *shelf) RoundTrip(req *http.Request) (*http.Response, error) {
	cursor := req.URL.Query().Get("page")
	s.mu.Lock()
	s.asked = append(s.asked, cursor)
	page, ok := s.pages[cursor]
	s.mu.Unlock()
	if !ok {
		return respond(404, "")(req)
	}
	return respond(200, page, "X-Request-Id", "r-"+cursor)(req)
}

func page(next string, ids ...string) string {
	var items []string
	for _, id := range ids {
		items = append(items, fmt.Sprintf(`{"id":%q,"title":""}`, id))
	}
	link := ""
	if next != "" {
		link = fmt.Sprintf(`"next":{"page":%q},`, next)
	}
	return `{` + link + `"count":5,"items":[` + strings.Join(items, ",") + `]}`
}

func threePages() *shelf {
	return &shelf{pages: map[string]string{"": page("c/2+", "a", "b"), "c/2+": page("c3"), "c3": page("", "c")}}
}

// both runs a test without and with prefetch.
func both(t *testing.T, test func(t *testing.T, opts ...api.CallOption)) {
	t.Helper()
	t.Run("", func(t *testing.T) { t.Parallel(); test(t) })
	t.Run("prefetch", func(t *testing.T) { t.Parallel(); test(t, api.WithPrefetch()) })
}

func ids(things []thing) string {
	var all []string
	for _, t := range things {
		all = append(all, t.ID)
	}
	return strings.Join(all, " ")
}

func TestListReturnsOnePage(t *testing.T) {
	t.Parallel()
	s := threePages()
	list := operation(t, "GET", "/v1/things").Path().Query(thingQuery{Page: "c/2+", Limit: 2})
	got, err := List[thing](t.Context(), newCore(t, s), list, nil)
	require.NoError(t, err)
	require.Equal(t, "c3", got.NextCursor())
	require.EqualValues(t, 5, *got.Count)
	require.NotNil(t, got.Items)
	require.Empty(t, got.Items)
	require.Equal(t, []string{"c/2+"}, s.asked)
}

func TestAllYieldsEveryElementAndStartsAnew(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, opts ...api.CallOption) {
		for from, want := range map[string]string{"": "a b c", "c/2+": "c", "c3": "c"} {
			s := threePages()
			options := thingQuery{Page: from}
			things := All[thing](t.Context(), newCore(t, s), operation(t, "GET", "/v1/things").Path().Query(options), opts)
			require.Empty(t, s.asked, "nothing before the range")
			for range 2 {
				got, err := collect(things)
				require.NoError(t, err)
				require.Equal(t, want, ids(got))
			}
			require.Equal(t, thingQuery{Page: from}, options)
			first := s.asked[:len(s.asked)/2]
			require.Equal(t, first, s.asked[len(s.asked)/2:])
			require.Equal(t, from, first[0])
		}
	})
}

func TestEachPageKeepsTheOtherOptions(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, opts ...api.CallOption) {
		n := play(t, respond(200, page("c2", "a")), respond(200, page("", "b")))
		things := All[thing](t.Context(), newCore(t, n), operation(t, "GET", "/v1/things").Path().Query(thingQuery{Limit: 7}), append(opts, api.WithQuery("new", "x"), api.WithHeader("X-Test", "y")))
		_, err := collect(things)
		require.NoError(t, err)
		require.Len(t, n.attempts(), 2)
		require.Equal(t, "limit=7&new=x", n.attempts()[0].url.RawQuery)
		require.Equal(t, "limit=7&new=x&page=c2", n.attempts()[1].url.RawQuery)
		require.Equal(t, "y", n.attempts()[1].header.Get("X-Test"))
	})
}

// countedEncoding is a field of a query that counts how often it is encoded.
type countedEncoding struct{ times *int }

func (c countedEncoding) EncodeValues(key string, values *url.Values) error {
	*c.times++
	values.Set(key, "x")
	return nil
}

func TestQueryIsEncodedOnceForAnIteration(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, opts ...api.CallOption) {
		n := play(t, respond(200, page("c2", "a")), respond(200, page("c3", "b")), respond(200, page("", "c")))
		times := 0
		query := struct {
			Title countedEncoding `url:"title"`
			Page  string          `url:"page,omitempty"`
		}{Title: countedEncoding{&times}, Page: "c1"}
		_, err := collect(All[thing](t.Context(), newCore(t, n), operation(t, "GET", "/v1/things").Path().Query(query), opts))
		require.NoError(t, err)
		require.Equal(t, 1, times)
		var sent []string
		for _, attempt := range n.attempts() {
			sent = append(sent, attempt.url.RawQuery)
		}
		require.Equal(t, []string{"page=c1&title=x", "page=c2&title=x", "page=c3&title=x"}, sent)
	})
}

func TestPagesOfAnIterationDoNotWriteToTheCallersQuery(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, opts ...api.CallOption) {
		given := url.Values{"title": {"x"}}
		n := play(t, respond(200, page("c2", "a")), respond(200, page("", "b")))
		_, err := collect(All[thing](t.Context(), newCore(t, n), operation(t, "GET", "/v1/things").Path().Query(given), opts))
		require.NoError(t, err)
		require.Equal(t, "page=c2&title=x", n.attempts()[1].url.RawQuery)
		require.Equal(t, url.Values{"title": {"x"}}, given)
	})
}

func TestIterationStartsAtThePageOfAQueryOption(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, opts ...api.CallOption) {
		s := threePages()
		_, err := collect(All[thing](t.Context(), newCore(t, s), operation(t, "GET", "/v1/things").Path(), append(opts, api.WithQuery("page", "c3"))))
		require.NoError(t, err)
		require.Equal(t, []string{"c3"}, s.asked)
	})
}

func TestMetaAndRawBodyAreThoseOfTheYieldedPage(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, opts ...api.CallOption) {
		var meta api.Meta
		var raw []byte
		var seen []string
		s := threePages()
		for got, err := range Pages[thing](t.Context(), newCore(t, s), operation(t, "GET", "/v1/things").Path(), append(opts, api.WithMeta(&meta), api.WithRawBody(&raw))) {
			require.NoError(t, err)
			seen = append(seen, meta.RequestID)
			require.Contains(t, string(raw), fmt.Sprintf(`"items":[%s`, map[bool]string{true: "{", false: "]"}[len(got.Items) > 0]))
			require.Equal(t, got.NextCursor() != "", strings.Contains(string(raw), "next"))
			meta, raw = api.Meta{}, nil // a prefetch that wrote here now would be a race
		}
		require.Equal(t, []string{"r-", "r-c/2+", "r-c3"}, seen)
	})
}

func TestErrorOfAnIterationCarriesTheCursorAndTheCause(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, opts ...api.CallOption) {
		var meta api.Meta
		s := threePages()
		delete(s.pages, "c/2+")
		core := newCore(t, s)
		list := operation(t, "GET", "/v1/things").Path()
		got, err := collect(All[thing](t.Context(), core, list, append(opts, api.WithMeta(&meta))))
		require.Equal(t, "a b", ids(got))
		require.ErrorIs(t, err, api.ErrNotFound)
		require.Equal(t, "c/2+", as[*pagination.PageError](t, err).Cursor)
		require.Equal(t, 404, as[*api.Error](t, err).Status)
		require.Equal(t, 404, meta.Status)
		require.Equal(t, []string{"", "c/2+"}, s.asked)

		s.pages["c/2+"] = page("c3")
		got, err = collect(All[thing](t.Context(), core, list.Query(thingQuery{Page: "c/2+"}), opts))
		require.NoError(t, err)
		require.Equal(t, "c", ids(got), "resumed")
	})
}

func TestTruncatedPageIsRetried(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, opts ...api.CallOption) {
		n := play(t,
			respond(200, page("c2", "a")),
			truncatedBody(200, page("c3", "b")[:30], io.ErrUnexpectedEOF), respond(502, ""), respond(200, page("c3", "b")),
			lostAfter(errReset), respond(200, page("", "c")))
		got, err := collect(All[thing](t.Context(), newCore(t, n), operation(t, "GET", "/v1/things").Path(), opts))
		require.NoError(t, err)
		require.Equal(t, "a b c", ids(got))
		require.Len(t, n.attempts(), 6)
	})
}

func TestWrongEnvelopeIsAlwaysADecodeError(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, opts ...api.CallOption) {
		for _, body := range []string{
			`null`, `[]`, `"x"`, ``, `{`, `<html>`,
			`{}`, `{"count":1}`, `{"items":null}`, `{"items":{}}`, `{"items":"x"}`, `{"items":5}`, `{"Items":[]}`,
			`{"items":[],"next":5}`, `{"items":[],"next":"c2"}`, `{"items":[],"next":[]}`, `{"items":[],"next":true}`,
			`{"items":[],"next":{"page":5}}`, `{"items":[],"next":{"page":{}}}`, `{"items":[],"next":{"page":false}}`,
			`{"next":{"page":["c2"]},"items":[]}`, `{"next":{"page":true},"items":[]}`, `{"items":[],"next":{"page":[]}}`,
			`{"items":["x"],"count":"many","next":{"page":5}}`, // not the first mismatch
			`{"items":[],"items":null}`,
			`{"items":[],"next":{"page":"c2"},"next":{"page":5}}`,
		} {
			n := play(t, respond(200, body))
			core := newCore(t, n)
			list := operation(t, "GET", "/v1/things").Path()
			got, err := List[thing](t.Context(), core, list, nil)
			require.Nil(t, got, body)
			as[*api.DecodeError](t, err)
			_, err = collect(All[thing](t.Context(), core, list, opts))
			as[*api.DecodeError](t, err)
			as[*pagination.PageError](t, err)
			require.Len(t, n.attempts(), 2, body)

			n = play(t, respond(200, page("c2", "a", "b")), respond(200, body))
			things, err := collect(All[thing](t.Context(), newCore(t, n), list, opts))
			require.Equal(t, "a b", ids(things), body)
			as[*api.DecodeError](t, err)
			require.Equal(t, "c2", as[*pagination.PageError](t, err).Cursor)
			require.Len(t, n.attempts(), 2, body)
		}
	})
}

func TestItemsHaveRoomForAsManyAsThePageBefore(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, opts ...api.CallOption) {
		n := play(t, respond(200, page("c2", "a", "b", "c")), respond(200, page("c3", "d")), respond(200, page("", "e", "f")))
		list := operation(t, "GET", "/v1/things").Path()
		var all [][]thing
		for page, err := range Pages[thing](t.Context(), newCore(t, n), list, opts) {
			require.NoError(t, err)
			all = append(all, page.Items)
		}
		require.Len(t, all, 3)
		if len(opts) == 0 { // a page that is fetched ahead may be decoded first
			require.Equal(t, 3, cap(all[1]))
		}
		for i, want := range []string{"a b c", "d", "e f"} { // no page is in the memory of another
			require.Equal(t, want, ids(all[i]))
		}
	})
}

func TestListEndsWhereThereIsNoCursor(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, opts ...api.CallOption) {
		for _, body := range []string{
			`{"items":[]}`, `{"items":[],"next":null}`, `{"items":[],"next":{}}`, `{"items":[],"next":{"page":""}}`, `{"items":[],"next":{"page":null}}`,
			`{"items":[],"count":null}`, `{"items":[],"count":"many"}`,
		} {
			n := play(t, respond(200, body))
			got, err := collect(All[thing](t.Context(), newCore(t, n), operation(t, "GET", "/v1/things").Path(), opts))
			require.NoError(t, err, body)
			require.Empty(t, got)
			require.Len(t, n.attempts(), 1)
		}
	})
}

func TestElementOfAnotherTypeDoesNotLoseThePage(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, opts ...api.CallOption) {
		var meta api.Meta
		n := play(t, respond(200, `{"items":[{"id":"a"},{"id":5,"title":"T"},7,{"id":"c"}],"next":null}`))
		got, err := collect(All[thing](t.Context(), newCore(t, n), operation(t, "GET", "/v1/things").Path(), append(opts, api.WithMeta(&meta))))
		require.NoError(t, err)
		require.Equal(t, []thing{{ID: "a"}, {Title: "T"}, {}, {ID: "c"}}, got)
		require.Equal(t, "/items/1/id", meta.Mismatch.Pointer)
	})
}

func TestCursorIsFoundWhereverItIs(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, opts ...api.CallOption) {
		for _, first := range []string{
			`{"next":{"page":"c2"},"items":[{"id":"a"}]}`,
			`{"previous":{"page":"wrong"},"next":{"page":"c2"},"items":[{"id":"a"}]}`,
			`{"items":[{"id":"a"}],"next":{"page":"c2"}}`,
			`{"next":{"extra":[1],"page":"c2"},"items":[{"id":"a"}]}`,
			`{"count":1,"next":{"x":{"page":"no"},"page":"c2"},"items":[{"id":"a"}]}`,
			`{"next":{"page":"wrong"},"items":[{"id":"a"}],"next":{"page":"c2"}}`,
			`{"next":{"page":"wrong","page":"c2"},"items":[{"id":"a"}]}`,
		} {
			s := &shelf{pages: map[string]string{"": first, "c2": page("", "b"), "wrong": page("", "x")}}
			got, err := collect(All[thing](t.Context(), newCore(t, s), operation(t, "GET", "/v1/things").Path(), opts))
			require.NoError(t, err)
			require.Equal(t, "a b", ids(got), first)
		}
	})
}

// slow is an element that is decoded only when the next page has been requested.
type slow struct{ id string }

var requested sync.Map // signals of an iteration, by the ID of its first element

func (s *slow) UnmarshalJSON(data []byte) error {
	s.id = string(data)
	if gate, ok := requested.Load(s.id); ok {
		<-gate.(chan struct{})
	}
	return nil
}

func TestNextPageIsRequestedBeforeThisOneIsDecoded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // which sees when all wait for each other
		gate := make(chan struct{})
		requested.Store(`"first"`, gate)
		core := newCore(t, play(t, respond(200, `{"next":{"page":"c2"},"items":["first"]}`), func(req *http.Request) (*http.Response, error) {
			close(gate)
			return respond(200, `{"items":["second"]}`)(req)
		}))
		got, err := collect(All[slow](t.Context(), core, operation(t, "GET", "/v1/things").Path(), []api.CallOption{api.WithPrefetch()}))
		require.NoError(t, err)
		require.Equal(t, []slow{{`"first"`}, {`"second"`}}, got)
	})
}

func TestDurationOfAPageIsThatOfItsCall(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, opts ...api.CallOption) {
		synctest.Test(t, func(t *testing.T) {
			core := newCore(t, roundTripFunc(func(req *http.Request) (*http.Response, error) {
				time.Sleep(time.Second)
				return threePages().RoundTrip(req)
			}))
			var meta api.Meta
			pages := 0
			for _, err := range Pages[thing](t.Context(), core, operation(t, "GET", "/v1/things").Path(), append(opts, api.WithMeta(&meta))) {
				require.NoError(t, err)
				require.Equal(t, time.Second, meta.Duration)
				time.Sleep(time.Hour)
				pages++
			}
			require.Equal(t, 3, pages)
		})
	})
}

func TestIterationWithAnInvalidQueryYieldsOneError(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, opts ...api.CallOption) {
		n := play(t, respond(200, page("")))
		_, err := collect(All[thing](t.Context(), newCore(t, n), operation(t, "GET", "/v1/things").Path().Query(5), opts))
		require.Error(t, err)
		_, err = collect(All[thing](t.Context(), newCore(t, n), operation(t, "GET", "/v1/things/{thingId}").Path(""), opts))
		as[*api.ValidationError](t, err)
		require.Empty(t, n.attempts())
	})
}

func TestLoopOverEndlessEmptyPagesCanBreak(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, opts ...api.CallOption) {
		i := 0
		var mu sync.Mutex
		core := newCore(t, roundTripFunc(func(req *http.Request) (*http.Response, error) {
			mu.Lock()
			defer mu.Unlock()
			i++
			return respond(200, page(fmt.Sprint("c", i)))(req)
		}))
		yields := 0
		for _, err := range Pages[thing](t.Context(), core, operation(t, "GET", "/v1/things").Path(), opts) {
			require.NoError(t, err)
			if yields++; yields == 1000 {
				break
			}
		}
		mu.Lock()
		defer mu.Unlock()
		require.LessOrEqual(t, i, 1001)
	})
}

func TestAllOfAnOwnTypeIsDecodedByEncodingJSON(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, opts ...api.CallOption) {
		n := play(t, respond(200, `{"items":[{"TITLE":"a"}],"next":{"page":"c2"}}`), respond(200, `{"items":[{"title":"b"},{"title":5}]}`))
		var meta api.Meta
		things := AllOwn[struct{ Title string }](t.Context(), newCore(t, n), operation(t, "GET", "/v1/things").Path(), append(opts, api.WithMeta(&meta)))
		got, err := collect(things)
		require.Equal(t, []struct{ Title string }{{"a"}}, got)
		require.Equal(t, "c2", as[*pagination.PageError](t, err).Cursor)
		require.ErrorContains(t, as[*api.DecodeError](t, err).Err, "items[1]: ")
		require.Nil(t, meta.Mismatch)
		require.Equal(t, 200, meta.Status)
	})
}

func TestMismatchInAListOfAnOwnTypeNamesThatType(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]*api.Mismatch{
		`{"items":{}}`:                         {Pointer: "/items", Want: "[]transport.thing", Got: "object"},
		`{"items":[],"next":5}`:                {Pointer: "/next", Want: "pagination.Next", Got: "number"},
		`{"items":[],"next":{"page":5}}`:       {Pointer: "/next/page", Want: "string", Got: "number"},
		`{"items":[{"id":"a"}],"count":"one"}`: {Pointer: "/count", Want: "int64", Got: "string"},
	} {
		var meta api.Meta
		_, err := collect(AllOwn[thing](t.Context(), newCore(t, play(t, respond(200, body))), operation(t, "GET", "/v1/things").Path(), []api.CallOption{api.WithMeta(&meta)}))
		require.Equal(t, want.Pointer != "/count", err != nil, body)
		require.Equal(t, want, meta.Mismatch, body)
	}
}

// stats is a page with more than a page has.
type stats struct {
	pagination.Page[thing]
	Total int `json:"total"`
}

func TestStructThatEmbedsAPageIsIteratedAndChecked(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, opts ...api.CallOption) {
		n := play(t, respond(200, `{"total":9,"items":[{"id":"a"}],"next":{"page":"c2"}}`), respond(200, `{"total":9,"items":[{"id":"b"}]}`))
		core := newCore(t, n)
		list := operation(t, "GET", "/v1/things").Path()
		totals := 0
		for got, err := range PagesAs[stats](t.Context(), core, list, opts) {
			require.NoError(t, err)
			totals += got.Total
		}
		require.Equal(t, 18, totals)
		got, err := collect(AllAs[stats, thing](t.Context(), core, list, opts))
		require.NoError(t, err)
		require.Equal(t, "b", ids(got))
		one, err := ListAs[stats](t.Context(), core, list, nil)
		require.NoError(t, err)
		require.Equal(t, 9, one.Total)
		_, err = ListAs[stats](t.Context(), newCore(t, play(t, respond(200, `{"total":9}`))), list, nil)
		as[*api.DecodeError](t, err)
	})
}
