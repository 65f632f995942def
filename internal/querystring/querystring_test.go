package querystring

import (
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

type thingQuery struct {
	Page  string  `url:"page,omitempty"`
	Limit int     `url:"limit,omitempty"`
	Title *string `url:"title,omitempty"`
	Draft *bool   `url:"draft,omitempty"`
}

type spanQuery struct {
	From  time.Time `url:"from,omitempty"`
	Until time.Time `url:",omitempty"`
	since time.Time
}

func TestQueryHasOnlyTheSetFields(t *testing.T) {
	t.Parallel()
	moment := time.Date(2026, 1, 2, 3, 4, 5, 678e6, time.UTC)
	for _, test := range []struct {
		arg   any
		extra url.Values
		want  string
	}{
		{nil, nil, ""},
		{thingQuery{}, nil, ""},
		{thingQuery{Page: "c/+=&", Limit: 5}, nil, "limit=5&page=c%2F%2B%3D%26"},
		{thingQuery{Draft: new(false), Title: new("")}, nil, "draft=false&title="},
		{thingQuery{Draft: new(true)}, nil, "draft=true"},
		{url.Values{"a": {"1", "2"}}, nil, "a=1&a=2"},
		{map[string]string{"b": "2", "a": "c/+=&"}, nil, "a=c%2F%2B%3D%26&b=2"},
		{map[string]string{"a": "1"}, url.Values{"a": {"2"}}, "a=2"},
		{map[string]string(nil), nil, ""},
		{nil, url.Values{"new": {"x"}}, "new=x"},
		{thingQuery{Limit: 5, Draft: new(true)}, url.Values{"limit": {"7", "8"}}, "draft=true&limit=7&limit=8"},
		{(*thingQuery)(nil), nil, ""},
		{spanQuery{From: moment, Until: moment, since: moment}, nil, "Until=2026-01-02T03%3A04%3A05.678Z&from=2026-01-02T03%3A04%3A05.678Z"},
	} {
		values, err := Encode("Things.GET", test.arg, test.extra)
		require.NoError(t, err)
		require.Equal(t, test.want, values.Encode())
	}
}
