package limits

import (
	"encoding/json"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
)

type shelfCreate struct {
	Title   string                `json:"title" check:"required,len=2..4"`
	Order   api.Order             `json:"order,omitzero"`
	Books   []book                `json:"books,omitzero" check:"items=..2"`
	Owner   api.Nullable[string]  `json:"owner,omitzero"`
	Level   api.Nullable[float64] `json:"level"`
	Notes   map[string]string     `json:"notes,omitzero" check:"values=1..3"`
	Opened  *time.Time            `json:"opened,omitzero"`
	Picture []byte                `json:"picture,omitzero"`
	Props   api.Raw               `json:"props,omitzero"`
	Key     api.Secret            `json:"key,omitzero"`
	Lock    *lock                 `json:"lock,omitzero"`
	Extra   map[string]api.Raw    `json:",embed"`
}

type book struct {
	Pages *int64 `json:"pages" check:"range=1..9"`
	Next  *book  `json:"next,omitzero"`
}

// lock is a union.
type lock struct {
	Code  *string
	Key   *keyLock
	Timer *timerLock
	Raw   api.Raw
}

type keyLock struct {
	Teeth int64 `json:"teeth"`
}

type timerLock struct {
	Hours float64 `json:"hours" check:"required"`
}

func (l *lock) UnmarshalJSON([]byte) error { return nil }

type shelfOptions struct {
	Cursor string      `url:"page,omitempty"`
	New    *bool       `url:"new,omitempty"`
	Query  string      `url:"query,omitempty" check:"required,len=..3"`
	Orders []api.Order `url:"orders,omitempty"`
}

var _ = []Fact{Field[shelfCreate]("props", Object)}

func TestBodyHasTheFormOfItsType(t *testing.T) {
	t.Parallel()
	table := Table{BodyOf(shelfCreate{}, "title", "books.next")}
	for body, want := range map[string]string{
		`{"title":"Go","level":null}`: "",
		`{"title":"Go","level":1.5,"order":"asc","books":[{"pages":9,"next":{"pages":null}}],"owner":null,"notes":{"a":"b"},
			"opened":"2026-01-02T03:04:05Z","picture":"AA==","props":{"x":null},"key":"k","lock":"1234","unknown":7}`: "",
		`{}`:                                     "title: want a value, got <nil>",
		`{"title":null}`:                         "title: want no null, got <nil>",
		`{"title":7}`:                            "title: want a string, got 7",
		`{"title":"Gopher"}`:                     "title: want 2 to 4 characters, got Gopher",
		`{"title":"Go"}`:                         "level: want a value, got <nil>",
		`{"title":"Go","order":""}`:              "order: want one of desc, asc, got ",
		`{"title":"Go","order":null}`:            "order: want no null, got <nil>",
		`{"title":"Go","books":{}}`:              "books: want a list, got map[]",
		`{"title":"Go","books":[7]}`:             "books[0]: want an object, got 7",
		`{"title":"Go","books":[null]}`:          "books[0]: want no null, got <nil>",
		`{"title":"Go","books":[{}]}`:            "books[0].pages: want a value, got <nil>",
		`{"title":"Go","books":[{"pages":1.5}]}`: "books[0].pages: want a whole number, got 1.5",
		`{"title":"Go","books":[{"pages":10}]}`:  "books[0].pages: want a number from 1 to 9, got 10",
		`{"title":"Go","books":[{"pages":1,"next":{"pages":0}}]}`:      "books[0].next.pages: want a number from 1 to 9, got 0",
		`{"title":"Go","books":[{"pages":1},{"pages":1},{"pages":1}]}`: "books: want at most 2 items, got [map[pages:1] map[pages:1] map[pages:1]]",
		`{"title":"Go","level":1,"notes":{"b":7,"a":"x"}}`:             "notes[b]: want a string, got 7",
		`{"title":"Go","level":1,"notes":{"b":"long"}}`:                "notes[b]: want 1 to 3 characters, got long",
		`{"title":"Go","level":1,"opened":"today"}`:                    `opened: want a date-time, such as "2026-01-02T03:04:05Z", got today`,
		`{"title":"Go","level":1,"picture":"?"}`:                       "picture: want text in base64, got ?",
		`{"title":"Go","level":1,"props":[]}`:                          "props: want an object, got []",
		`{"title":"Go","level":1,"lock":7}`:                            "lock: want a string or an object with teeth or an object with hours, got 7",
		`{"title":"Go","level":1,"lock":{}}`:                           "lock: want a string or an object with teeth or an object with hours, got map[]",
		`{"title":"Go","level":1,"lock":{"teeth":1.5}}`:                "lock.teeth: want a whole number, got 1.5",
		`{"title":"Go","level":1,"lock":{"hours":"x"}}`:                "lock.hours: want a number, got x",
	} {
		require.Equal(t, want, violation(t, table, "", body, Choice{Description: true}), body)
	}

	require.Empty(t, violation(t, table, "", `{"title":"Gopher","level":1,"books":[{"pages":1,"next":{"pages":0}}]}`, Choice{}))
	require.Equal(t, "books[0].pages: want a number from 1 to 9, got 0", violation(t, table, "", `{"title":"Gopher","books":[{"pages":0}]}`, Choice{}))
	require.Empty(t, violation(t, table, "", `{}`, Choice{Partial: true}))
	require.Equal(t, "books[0].pages: want a value, got <nil>", violation(t, table, "", `{"books":[{}]}`, Choice{Partial: true}))
}

func TestQueryHasTheFormOfItsType(t *testing.T) {
	t.Parallel()
	table := Table{QueryOf(shelfOptions{}, "orders")}
	for query, want := range map[string]string{
		"query=Go&new=true&orders=asc&orders=desc&page=7": "",
		"":                                "query: want a value, got <nil>",
		"query=Gopher":                    "query: want at most 3 characters, got Gopher",
		"query=Go&new=1":                  "new: want true or false, got 1",
		"query=Go&orders=asc&orders=left": "orders[1]: want one of desc, asc, got left",
	} {
		require.Equal(t, want, violation(t, table, query, "{}", Choice{Description: true}), query)
	}
	require.Empty(t, violation(t, table, "query=Go&orders=left", "{}", Choice{}))
}

func TestTypesAreNoLimits(t *testing.T) {
	t.Parallel()
	type plain struct {
		Name string     `json:"name" check:"required"`
		At   *time.Time `json:"at,omitzero"`
	}
	require.False(t, AllFromDescription(Table{BodyOf(plain{})}).FromDescription())
	require.True(t, AllFromDescription(Table{BodyOf(book{})}).FromDescription())
	require.False(t, Table{BodyOf(book{})}.FromDescription())
	require.True(t, Table{BodyOf(book{}, "pages")}.FromDescription())

	var body any
	require.NoError(t, json.Unmarshal([]byte(`{"name":7}`), &body))
	require.NotNil(t, AllFromDescription(Table{BodyOf(plain{})}).Violation(Input{Query: url.Values{}, Body: body}, Choice{}))
}
