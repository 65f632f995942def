package op

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
)

func TestClassFollowsFromTheMethodUnlessTheTraitsSayMore(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		method string
		traits Traits
		class  Class
		reads  bool
	}{
		{"GET", Traits{}, Repeatable, true},
		{"HEAD", Traits{}, Repeatable, true},
		{"PUT", Traits{}, Repeatable, false},
		{"DELETE", Traits{}, Repeatable, false},
		{"POST", Traits{}, Once, false},
		{"PATCH", Traits{}, Once, false},
		{"OPTIONS", Traits{}, Once, false},
		{"NONSENSE", Traits{}, Once, false},
		{"PUT", Traits{Class: Once}, Once, false},
		{"POST", Traits{Class: Repeatable}, Repeatable, false},
		{"POST", Traits{Safe: true}, Repeatable, true},
		{"GET", Traits{Class: Stream}, Stream, true},
		{"POST", Traits{Class: Stream}, Stream, false},
	} {
		o, err := Parse("Things.X", test.method, "/v1/x", test.traits)
		require.NoError(t, err)
		require.Equal(t, test.class, o.Class, test.method)
		require.Equal(t, test.reads, o.Reads(), test.method)
		require.Equal(t, test.method != "GET" && test.method != "HEAD", o.HasBody(), test.method)
		require.Equal(t, test.method, o.Method)
	}
}

func TestRequestWithTheFieldOfOnceWithIsSentOnce(t *testing.T) {
	t.Parallel()
	o, err := Parse("Things.Render", "POST", "/v1/things/{thingId}", Traits{Safe: true, OnceWith: "action"})
	require.NoError(t, err)
	require.Equal(t, "action", o.OnceWith)
	for _, body := range []string{``, `{}`, `{"props":{"action":1}}`, `["action"]`, `"action"`, `{"action":`} {
		require.Same(t, o, o.For([]byte(body)), body)
	}
	for _, body := range []string{`{"action":{"action":"click"}}`, `{"props":{},"action":null}`} {
		acting := o.For([]byte(body))
		require.Equal(t, Once, acting.Class, body)
		require.False(t, acting.Reads(), body)
		require.Equal(t, o.Name, acting.Name)
		require.Equal(t, o.Params(), acting.Params())
		require.Equal(t, o.Unlisted, acting.Unlisted)
	}
	require.Equal(t, Repeatable, o.Class)
	require.True(t, o.Reads())
	without, err := Parse("Things.Get", "POST", "/v1/things/{thingId}", Traits{Safe: true})
	require.NoError(t, err)
	require.Empty(t, without.OnceWith)
	require.Same(t, without, without.For([]byte(`{"action":1}`)))
}

func TestRequestWithTheValueOfOnceWithInAListIsSentOnce(t *testing.T) {
	t.Parallel()
	o, err := Parse("Things.Put", "PUT", "/v1/things", Traits{OnceWith: "things[].intent=publish"})
	require.NoError(t, err)
	for _, body := range []string{
		``, `{}`, `{"intent":"publish"}`, `{"things":"publish"}`, `{"things":{"intent":"publish"}}`, `{"things":null}`, `{"things":[]}`,
		`{"things":[{"intent":"live"},{"intent":null},{},{"intent":{"intent":"publish"}}]}`, `["publish"]`,
	} {
		require.Same(t, o, o.For([]byte(body)), body)
	}
	for _, body := range []string{
		`{"things":[{"intent":"publish"}]}`, `{"things":[1,{"to":1e400,"to":{"a":1}},{"intent":"publish"}]}`, `{"things":[{},{"intent":"live"},{"source":"/a","intent":"publ\u0069sh"}]}`,
	} {
		require.Equal(t, Once, o.For([]byte(body)).Class, body)
	}
}

func TestTemplateIsTakenApartAroundItsParameters(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		template string
		literals []string
		params   []string
	}{
		{"/v1/sites", []string{"/v1/sites"}, nil},
		{"/v1/sites/{siteId}", []string{"/v1/sites/", ""}, []string{"siteId"}},
		{"/v1/{a}/x/{b}/y", []string{"/v1/", "/x/", "/y"}, []string{"a", "b"}},
		{"/{a}/{b}/{c}/{d}/{e}", []string{"/", "/", "/", "/", "/", ""}, []string{"a", "b", "c", "d", "e"}},
	} {
		o, err := Parse("Things.X", "GET", test.template)
		require.NoError(t, err)
		require.Equal(t, test.template, o.Template)
		require.Equal(t, test.literals, o.parsed().literals)
		require.Equal(t, test.params, o.Params())
	}
}

func TestRouteMatchesOnlyTheOperation(t *testing.T) {
	t.Parallel()
	for template, want := range map[string]string{"/v1/sites/{siteId}": "GET /v1/sites/{siteId}", "/v1/": "GET /v1/{$}"} {
		o, err := Parse("Things.X", "GET", template)
		require.NoError(t, err)
		require.Equal(t, want, o.Route())
	}
}

func TestTemplateWithPartsOfSegmentsIsRejected(t *testing.T) {
	t.Parallel()
	const segments = "want parameters as whole segments, such as /v1/sites/{siteId}"
	for template, want := range map[string]string{
		"/v1/{": segments, "/v1/{}": segments, "/v1/{a": segments, "/v1/x{a}": segments, "/v1/{a}x": segments, "/v1/{a}{b}": segments,
		"/v1/{a/b}": segments, "/v1/{{a}}": segments, "{a}": segments, "/{a}/{b}/{c}/{d}/{e}/{f}": "want at most 5 parameters",
	} {
		o, err := Parse("Things.X", "GET", template)
		require.EqualError(t, err, want, template)
		require.Nil(t, o)
		require.PanicsWithError(t, fmt.Sprintf("operation Things.X: path template %q: %s", template, want), func() { newOp("Things.X", "GET", template, nil).Params() })
	}
}

func TestParsedOperationIsNotListed(t *testing.T) {
	t.Parallel()
	o, err := Parse("Things.Parsed", "GET", "/v1/x")
	require.NoError(t, err)
	require.True(t, o.Unlisted)
	require.NotContains(t, All(), o)
}

// The list is for package variables, so this is the one test that may write to it.
var (
	listedB = (&Group{Path: "/v1"}).New("Things.B", "POST", "/b")
	listedA = (&Group{Path: "/v1/a", Experimental: true}).New("Things.A", "GET", "", Traits{Class: Stream})
)

func TestOperationsAreListedByName(t *testing.T) {
	t.Parallel()
	require.Equal(t, []*Op{listedA, listedB}, All())
	require.False(t, listedA.Unlisted)
	require.Equal(t, Stream, listedA.Class)
	require.Equal(t, []string{"/v1/a", "/v1/b"}, []string{listedA.Template, listedB.Template})
	require.Equal(t, []bool{true, false}, []bool{listedA.Experimental, listedB.Experimental})
	All()[0] = nil
	require.Equal(t, []*Op{listedA, listedB}, All(), "the list is a copy")
}

func TestBadTemplatePanicsOnEachUse(t *testing.T) {
	t.Parallel()
	bad := newOp("Things.Bad", "GET", "/v1/{", nil)
	for range 2 {
		require.Panics(t, func() { bad.parsed() })
	}
}

func TestRequestIsAValue(t *testing.T) {
	t.Parallel()
	o, err := Parse("Things.X", http.MethodGet, "/v1/{a}/{b}")
	require.NoError(t, err)
	first := o.Path("1", "2")
	second := first.Query("q").Body("b")
	require.Equal(t, Request{Op: o, ids: [MaxParams]string{"1", "2"}, idsFilled: 2}, first)
	require.Equal(t, Request{Op: o, QueryArg: "q", BodyArg: "b", ids: [MaxParams]string{"1", "2"}, idsFilled: 2}, second)
	require.Equal(t, []string{"1", "2"}, second.IDs())
	params := o.Params()
	params[0] = "changed"
	require.Equal(t, []string{"a", "b"}, o.Params())
}

func TestRequestKnowsWhetherEachParameterHasAValue(t *testing.T) {
	t.Parallel()
	two, err := Parse("Things.X", "GET", "/v1/{a}/{b}")
	require.NoError(t, err)
	for n, want := range []bool{false, false, true, false, false, false, false, false} {
		r := two.Path(slices.Repeat([]string{"x"}, n)...)
		_, err := r.Path()
		require.Equal(t, want, err == nil, n)
		require.Len(t, r.IDs(), min(n, MaxParams))
	}
}

func TestLiteralsOfATemplateAreEscaped(t *testing.T) {
	t.Parallel()
	o, err := Parse("Things.Get", "GET", "/v1/ü|\"/{id}/a:b/x y")
	require.NoError(t, err)
	require.Equal(t, []string{"/v1/%C3%BC%7C%22/", "/a:b/x%20y"}, o.parsed().literals)
	require.Equal(t, "/v1/ü|\"/{id}/a:b/x y", o.Template)
}

func TestSecretHeaderIsCanonicalAndItsValueIsAddedToTheRequest(t *testing.T) {
	t.Parallel()
	o, err := Parse("Things.List", "GET", "/v1/things", Traits{SecretHeader: "x-partner-KEY"})
	require.NoError(t, err)
	require.Equal(t, "X-Partner-Key", o.SecretHeader)
	bare := o.Path()
	require.Equal(t, "sekret", bare.Secret(api.NewSecret("sekret")).SecretArg.Reveal())
	require.True(t, bare.SecretArg.IsZero())
	without, err := Parse("Things.List", "GET", "/v1/things")
	require.NoError(t, err)
	require.Empty(t, without.SecretHeader)
}
