package transport

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
)

type thingQuery struct {
	Page  string  `url:"page,omitempty"`
	Limit int     `url:"limit,omitempty"`
	Title *string `url:"title,omitempty"`
	Draft *bool   `url:"draft,omitempty"`
}

func TestQueryHasOnlyTheSetFields(t *testing.T) {
	t.Parallel()
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
	} {
		values, err := encodeQuery(test.arg, test.extra)
		require.NoError(t, err)
		require.Equal(t, test.want, values.Encode())
	}
}

func TestQueryThatIsNoStructIsAnErrorAndNothingIsSent(t *testing.T) {
	t.Parallel()
	for kind, query := range map[string]any{
		"int":            5,
		"map[string]int": map[string]int{"a": 1},
		"*url.Values":    &url.Values{"a": {"b"}},
	} {
		n := play(t, respond(200, oneThing))
		_, err := JSON[thing](t.Context(), newCore(t, n), operation(t, "GET", "/v1/things").Path().Query(query), nil)
		require.Equal(t, &api.ValidationError{
			Operation: "Things.GET", Field: "query", Rule: "a map[string]string, url.Values or a struct with url tags", Value: kind,
		}, as[*api.ValidationError](t, err))
		require.Empty(t, n.attempts())
	}
}

func TestCallersQueryIsNotWrittenTo(t *testing.T) {
	t.Parallel()
	given := url.Values{"a": {"1"}}
	n := play(t, respond(200, oneThing))
	r := operation(t, "GET", "/v1/things").Path().Query(given)
	_, err := JSON[thing](t.Context(), newCore(t, n), r, []api.CallOption{api.WithQuery("a", "2"), api.WithQuery("page", "c1")})
	require.NoError(t, err)
	require.Equal(t, "a=2&page=c1", n.attempts()[0].url.RawQuery)
	require.Equal(t, url.Values{"a": {"1"}}, given)
}
