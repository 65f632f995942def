package transport

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
)

type limitedBody struct {
	Title string `json:"title" check:"len=2..5"`
	Must  string `json:"must,omitzero" check:"required"`
}

type limitedQuery struct {
	Limit int `url:"limit,omitempty" check:"range=0..10"`
}

func TestBrokenLimitSendsNothingUnlessChecksAreOff(t *testing.T) {
	t.Parallel()
	put := operation(t, "PUT", "/v1/things/{slug}", op.Traits{Limit: op.Limit{Param: "slug", Words: "match=slug"}})
	put.Unlisted = false
	n := play(t, respond(204, ""))
	for field, r := range map[string]op.Request{
		"slug":  put.Path("No Slug"),
		"limit": put.Path("a-slug").Query(limitedQuery{11}),
		"title": put.Path("a-slug").Body(limitedBody{Title: "a", Must: "x"}),
	} {
		err := None(t.Context(), newCore(t, n), r, nil)
		require.Equal(t, field, as[*api.ValidationError](t, err).Field)
		require.Equal(t, put.Name, as[*api.ValidationError](t, err).Operation)
		require.Empty(t, n.attempts())
	}
	for _, r := range []op.Request{put.Path("No Slug"), put.Path("a-slug").Body(limitedBody{Title: "a", Must: "x"})} {
		require.NoError(t, None(t.Context(), newCore(t, n, func(s *Settings) { s.WithoutChecks = true }), r, nil))
	}
	require.Len(t, n.attempts(), 2)
}

func TestFieldThatTheCallReplacesIsNotChecked(t *testing.T) {
	t.Parallel()
	create := operation(t, "POST", "/v1/things")
	create.Unlisted = false
	n := play(t, respond(204, ""))
	r := create.Path().Query(limitedQuery{11}).Body(limitedBody{Title: "a"})
	require.NoError(t, None(t.Context(), newCore(t, n), r, []api.CallOption{
		api.WithBodyField("must", "x"), api.WithBodyField("title", 5), api.WithQuery("limit", "11"),
	}))
	require.JSONEq(t, `{"must":"x","title":5}`, n.attempts()[0].body)
	require.Equal(t, "limit=11", n.attempts()[0].url.RawQuery)
	err := None(t.Context(), newCore(t, n), r, []api.CallOption{api.WithBodyField("must", "x"), api.WithQuery("limit", "11")})
	require.Equal(t, "title", as[*api.ValidationError](t, err).Field)
}
