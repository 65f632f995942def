package transport

import (
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
)

func TestIDsAreEscapedIntoTheirSegments(t *testing.T) {
	t.Parallel()
	o := operation(t, "GET", "/v1/orgs/{organizationId}/sites/{siteId}/x")
	for id, want := range map[string]string{
		"s1":       "s1",
		"a/b":      "a%2Fb",
		"a%2Fb":    "a%252Fb",
		"a b":      "a%20b",
		"a?b#c":    "a%3Fb%23c",
		"...":      "...",
		"../x":     "..%2Fx",
		"%2e%2e":   "%252e%252e",
		"a\r\nb":   "a%0D%0Ab",
		"a\x00b":   "a%00b",
		"é":        "%C3%A9",
		"\xff":     "%FF",
		"a;b,c":    "a%3Bb%2Cc",
		"a:b@c&d=": "a:b@c&d=",
		"a\\b":     "a%5Cb",
	} {
		r := o.Path("o1", id)
		got, err := r.Path()
		require.NoError(t, err)
		require.Equal(t, "/v1/orgs/o1/sites/"+want+"/x", got.Escaped)
	}
}

func TestIDThatLeadsElsewhereIsRejectedWithTheNameOfItsParameter(t *testing.T) {
	t.Parallel()
	o := operation(t, "DELETE", "/v1/orgs/{organizationId}/sites/{siteId}")
	for _, id := range []string{"", ".", ".."} {
		for i, param := range []string{"organizationId", "siteId"} {
			ids := []string{"o1", "s1"}
			ids[i] = id
			n := play(t, respond(205, ""))
			// No option switches it off.
			_, err := Delete(t.Context(), newCore(t, n, func(s *Settings) { s.WithoutChecks = true }), o.Path(ids...), nil)
			invalid := as[*api.ValidationError](t, err)
			require.Equal(t, &api.ValidationError{Operation: "Things.DELETE", Field: param, Rule: `an id other than "", "." and ".."`, Value: id}, invalid)
			require.Empty(t, n.attempts())
		}
	}
}

func TestPathNeedsOneIDForEachParameter(t *testing.T) {
	t.Parallel()
	five := operation(t, "GET", "/v1/{a}/{b}/{c}/{d}/{e}")
	none := operation(t, "GET", "/v1/things")
	for _, r := range []op.Request{
		five.Path(), five.Path("1", "2", "3", "4"), five.Path("1", "2", "3", "4", "5", "6"), none.Path("1"), none.Path("1", "2", "3", "4", "5", "6"),
	} {
		_, err := r.Path()
		as[*api.ValidationError](t, err)
	}
	r := five.Path("1", "2", "3", "4", "5")
	path, err := r.Path()
	require.NoError(t, err)
	require.Equal(t, "/v1/1/2/3/4/5", path.Escaped)
}

func TestURLKeepsTheEscapesOfBaseAndPath(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ base, path, query, want string }{
		{"https://api.example.com", "/v1/x", "", "https://api.example.com/v1/x"},
		{"https://api.example.com/", "/v1/x", "a=b", "https://api.example.com/v1/x?a=b"},
		{"https://api.example.com/a%2Fb/", "/v1/x", "", "https://api.example.com/a%2Fb/v1/x"},
		{"https://api.example.com/a b", "/v1/x%2Fy", "", "https://api.example.com/a%20b/v1/x%2Fy"},
		{"https://api.example.com", "/v1/%41%7E", "", "https://api.example.com/v1/%41%7E"},
	} {
		u, err := url.Parse(test.base)
		require.NoError(t, err)
		base := newBasePath(u)
		before := *u
		require.Equal(t, test.want, joined(base, test.path, test.query))
		require.Equal(t, before, *u)
	}
}

func FuzzPathDecodesToItsIDs(f *testing.F) {
	for _, id := range []string{"s1", "a/b", "..", "", "%2e%2e", "a\r\nb", "é\xff"} {
		f.Add(id, "s1")
		f.Add("o1", id)
	}
	o, err := op.Parse("Things.Get", "GET", "/v1/orgs/{organizationId}/sites/{siteId}/x")
	require.NoError(f, err)
	base := newBasePath(&url.URL{Scheme: "https", Host: "api.example.com", Path: "/base"})
	f.Fuzz(func(t *testing.T, first, second string) {
		r := o.Path(first, second)
		path, err := r.Path()
		if err != nil {
			bad := map[string]bool{"": true, ".": true, "..": true}
			require.True(t, bad[first] || bad[second])
			return
		}
		sent, err := url.Parse(joined(base, path.Escaped, ""))
		require.NoError(t, err)
		require.Empty(t, sent.RawQuery+sent.Fragment)
		segments := strings.Split(sent.EscapedPath(), "/")
		require.Len(t, segments, 8)
		for i, want := range map[int]string{4: first, 6: second} {
			got, err := url.PathUnescape(segments[i])
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
		// A proxy that cleans the path has nothing to remove.
		require.Equal(t, sent.EscapedPath(), sent.JoinPath().EscapedPath())
	})
}

func joined(base basePath, path, query string) string {
	var u url.URL
	base.join(&u, path, query)
	return u.String()
}

type thingQuery struct {
	Page  string  `url:"page,omitempty"`
	Limit int     `url:"limit,omitempty"`
	Title *string `url:"title,omitempty"`
	Draft *bool   `url:"draft,omitempty"`
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
