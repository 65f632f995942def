package publishingtest_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

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
	require.Len(t, w.Sites.All(w.org), 1)
}

func TestBodyThatIsTooLargeReturns413(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	got := w.send(t, "POST", w.at("/sites"), `{"title":"`+strings.Repeat("a", 32<<20)+`"}`)
	require.Equal(t, http.StatusRequestEntityTooLarge, got.status)
}

// TestLimitsThatNoRequestOfTheSweepBreaks covers fields that the SDK does not have.
func TestLimitsThatNoRequestOfTheSweepBreaks(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t)
	rejects := func(method, path, body, field string) {
		got := w.send(t, method, path, body)
		require.Equal(t, http.StatusBadRequest, got.status, body)
		require.True(t, strings.HasPrefix(got.message(t), field+": want "), got.body)
	}
	rejects("POST", track, `{"events":[`+strings.Replace(eventJSON("page_view", "v", "s"), `"visitorId"`, `"visitorAuthToken":1,"visitorId"`, 1)+`]}`, "events[0].session.visitorAuthToken")
	for field, values := range map[string][]string{
		"mode": {"1", "null", `"zebra"`}, "siteSpaceIds": {"1", "null", "[]"}, "siteSpaceId": {"1", "null"},
	} {
		for _, value := range values {
			rejects("POST", docs+"/search", `{"query":"x","`+field+`":`+value+`}`, field)
		}
	}
	for _, value := range []string{"1", "null"} {
		rejects("POST", docs+"/search", `{"query":"x","siteSpaceIds":[`+value+`]}`, "siteSpaceIds[0]")
		for path, begin := range map[string]string{"/search": `{"query":"x",`, "/ask": `{"question":"x",`} {
			const field = "scope.includedSiteSpaces"
			rejects("POST", docs+path, begin+`"scope":{"mode":"default","includedSiteSpaces":`+value+`}}`, field)
			rejects("POST", docs+path, begin+`"scope":{"mode":"default","includedSiteSpaces":[`+value+`]}}`, field+"[0]")
		}
	}
}

func TestMessageShortensLongValues(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t)
	for value, want := range map[string]string{
		"null": "none", `"a<b"`: `"a<b"`, "true": "true", `{"a":1}`: `{"a":1}`,
		`"` + strings.Repeat("ü", 100) + `"`: `"` + strings.Repeat("ü", 59) + "…",
	} {
		got := w.send(t, "PATCH", w.at("/sites/site"), `{"visibility":`+value+`}`)
		require.True(t, strings.HasSuffix(got.message(t), ", got "+want), got.message(t))
	}
}
