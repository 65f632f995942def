package publishingtest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/sites"
)

// TestLengthsAreCountedInCodePoints sends texts at both ends of each limit and beyond, in
// characters of one to four bytes.
func TestLengthsAreCountedInCodePoints(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		least, most  int
		method, path string
		around       string
	}{
		"title of a new site":     {2, 128, "POST", "/sites", `{"title":%s}`},
		"title of a site":         {2, 128, "PATCH", "/sites/site", `{"title":%s}`},
		"basename of a site":      {1, 100, "PATCH", "/sites/site", `{"basename":%s}`},
		"name of a new link":      {0, 50, "POST", "/sites/site/share-links", `{"name":%s}`},
		"name of a link":          {0, 50, "PATCH", "/sites/site/share-links/link", `{"name":%s}`},
		"text of a specification": {1, -1, "PUT", "/openapi/spec", `{"source":{"text":%s}}`},

		"title of a new section":       {2, 128, "POST", docs + "/sections", `{"spaceId":"guides","title":%s}`},
		"icon of a new section":        {0, 50, "POST", docs + "/sections", `{"spaceId":"guides","icon":%s}`},
		"title of a section":           {2, 128, "PATCH", docs + "/sections/first", `{"title":%s}`},
		"path of a section":            {1, 100, "PATCH", docs + "/sections/first", `{"path":%s}`},
		"condition of a section":       {0, 1024, "PATCH", docs + "/sections/first", `{"condition":%s}`},
		"icon of a section":            {0, 50, "PATCH", docs + "/sections/first", `{"icon":%s}`},
		"description of a section":     {0, 256, "PATCH", docs + "/sections/first", `{"description":%s}`},
		"title of a new section group": {1, 100, "POST", docs + "/section-groups", `{"title":%s}`},
		"icon of a new section group":  {0, 50, "POST", docs + "/section-groups", `{"title":"x","icon":%s}`},
		"title of a section group":     {1, 100, "PATCH", docs + "/section-groups/group", `{"title":%s}`},
		"icon of a section group":      {0, 50, "PATCH", docs + "/section-groups/group", `{"icon":%s}`},
		"family of a new font":         {1, 50, "PUT", acme + "/fonts", `{"fontFamily":%s,"fontFaces":[{"weight":400,"storageKey":"regular.woff2"}]}`},
		"family of a font":             {1, 50, "POST", acme + "/fonts/font", `{"fontFamily":%s}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newProofWorld(t)
			for _, letter := range []string{"a", "ü", "本", "😀"} {
				send := func(n, want int) {
					path := test.path
					if !strings.HasPrefix(path, "/v1/") {
						path = w.at(path)
					}
					got := w.send(t, test.method, path, fmt.Sprintf(test.around, quoted(strings.Repeat(letter, n))))
					if want == http.StatusBadRequest {
						require.Equal(t, want, got.status, "%d × %s", n, letter)
						require.Contains(t, got.message(t), "character", "%d × %s", n, letter)
					} else {
						require.Less(t, got.status, 300, "%d × %s: %s", n, letter, got.body)
					}
				}
				send(test.least, http.StatusOK)
				if test.least > 0 {
					send(test.least-1, http.StatusBadRequest)
				}
				if test.most > 0 {
					send(test.most, http.StatusOK)
					send(test.most+1, http.StatusBadRequest)
				}
			}
		})
	}
}

// TestLengthsOfPatterns covers limits of values whose pattern fixes the characters.
func TestLengthsOfPatterns(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t)
	for name, test := range map[string]struct {
		most int
		send func(n int) error
	}{
		"slug": {100, func(n int) error {
			_, err := w.client.Orgs.OpenAPI.Create(t.Context(), w.org, orgs.OpenAPICreate{Slug: strings.Repeat("a", n), Source: orgs.OpenAPISource{Text: "x"}})
			return err
		}},
		"slug of a put": {100, func(n int) error {
			_, err := w.client.Orgs.OpenAPI.Put(t.Context(), w.org, strings.Repeat("b", n), orgs.OpenAPIPut{Source: orgs.OpenAPISource{Text: "x"}})
			return err
		}},
		"source URL": {2048, func(n int) error {
			const start = "https://example.com/"
			_, err := w.Client(publishing.WithoutValidation()).Orgs.OpenAPI.Put(t.Context(), w.org, "spec",
				orgs.OpenAPIPut{Source: orgs.OpenAPISource{URL: start + strings.Repeat("a", n-len(start))}})
			return err
		}},
		"proxy": {512, func(n int) error {
			const start = "example.com/"
			_, err := w.Client(publishing.WithoutValidation()).Sites.Update(t.Context(), w.org, "site",
				sites.SiteUpdate{Proxy: api.Set(start + strings.Repeat("a", n-len(start)))})
			return err
		}},
	} {
		require.NoError(t, test.send(test.most), name)
		require.Error(t, test.send(test.most+1), name)
	}
}

func TestSourceURLIsCountedInCodePoints(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t)
	const start, most = "https://example.com/", 2048
	for _, letter := range []string{"a", "ü", "本", "😀"} {
		for n, good := range map[int]bool{most: true, most + 1: false} {
			source := `"source":{"url":` + quoted(start+strings.Repeat(letter, n-len(start))) + `}}`
			put := w.send(t, "PUT", w.at("/openapi/spec"), `{`+source)
			require.Equal(t, good, put.status == http.StatusOK, "%d × %s: %s", n, letter, put.body)
			slug := fmt.Sprintf("s%x-%d", letter, n)
			created := w.send(t, "POST", w.at("/openapi"), `{"slug":"`+slug+`",`+source)
			require.Equal(t, good, created.status == http.StatusCreated, "%d × %s: %s", n, letter, created.body)
		}
	}
}

func TestPatternsOfTheAPIReference(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t)
	for proxy, good := range map[string]bool{
		"example.com/docs": true, "a.b.example.com/docs/v2": true, "my_host.example.io/a-b": true,
		"example.com": false, "example.com/": false, "https://example.com/docs": false, "example.c/docs": false, "example.com/docs/": false, "example.com/ü": false, "": false,
	} {
		got := w.send(t, "PATCH", w.at("/sites/site"), `{"proxy":`+quoted(proxy)+`}`)
		require.Equal(t, good, got.status == http.StatusOK, proxy)
	}
	for slug, good := range map[string]bool{
		"a": true, "a-b-c1": true, "0": true,
		"A": false, "-a": false, "a-": false, "a--b": false, "a_b": false, "ü": false, "a b": false, "a\n": false,
	} {
		got := w.send(t, "POST", w.at("/openapi"), `{"slug":`+quoted(slug)+`,"source":{"text":"x"}}`)
		require.Equal(t, good, got.status == http.StatusCreated, "%q", slug)
	}
}

func TestAtMostTenPreviousQueries(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for n, want := range map[int]int{0: 200, 10: 200, 11: 400} {
		list := strings.TrimSuffix(strings.Repeat(`"q",`, n), ",")
		require.Equal(t, want, w.send(t, "POST", w.at("/ask"), `{"query":"x","previousQueries":[`+list+`]}`).status, n)
	}
}

func TestUnknownFieldsOfABodyAreIgnored(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	got := w.send(t, "POST", w.at("/sites"), `{"title":"Docs","colour":"blue","Title":"x"}`)
	require.Equal(t, http.StatusCreated, got.status)
	require.Equal(t, "Docs", got.object(t)["title"])
}

func TestInvalidJSONReturns400(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, body := range []string{"{", `{"title":"a"}}`, `{"title":"a"} x`, "title", `{'title':'a'}`, "null", "[]", `"x"`} {
		got := w.send(t, "POST", w.at("/sites"), body)
		require.Equal(t, http.StatusBadRequest, got.status, body)
		require.True(t, strings.HasPrefix(got.message(t), "body: want "), body)
	}
	require.Equal(t, http.StatusCreated, w.send(t, "POST", w.at("/sites"), "").status, "an empty body creates a site")
	require.Len(t, w.Sites(w.org), 1)
}

func TestBodyThatIsTooLargeReturns413(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	got := w.send(t, "POST", w.at("/sites"), `{"title":"`+strings.Repeat("a", 32<<20)+`"}`)
	require.Equal(t, http.StatusRequestEntityTooLarge, got.status)
}
