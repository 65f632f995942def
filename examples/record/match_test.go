package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gopkg.in/dnaeon/go-vcr.v4/pkg/cassette"
)

func TestRequestsMatch(t *testing.T) {
	t.Parallel()
	const recorded = origin + "/v1/orgs/org/sites?limit=2&shareKey=redacted-1&tag=a&tag=b"
	const body = "{\n  \"id\": 12345678901234567890,\n  \"secret\": \"redacted-2\",\n  \"title\": \"A \\\"title\\\"\"\n}"
	const target, sent = "http://127.0.0.1:1234/v1/orgs/org/sites?tag=a&shareKey=one&tag=b&limit=2", `{"title":"A \"title\"","secret":"s\"s","id":12345678901234567890}`
	for name, c := range map[string]struct {
		method, target, sent string
		want                 bool
	}{
		"the same":              {"PUT", target, sent, true},
		"another host":          {"PUT", strings.Replace(target, "http://127.0.0.1:1234", "https://api.example.com", 1), sent, true},
		"another secret":        {"PUT", strings.Replace(target, "one", "two", 1), strings.Replace(sent, "s\\\"s", "t", 1), true},
		"white space":           {"PUT", target, strings.ReplaceAll(sent, ",", " ,\n"), true},
		"another method":        {"POST", target, sent, false},
		"another path":          {"PUT", strings.Replace(target, "sites", "spaces", 1), sent, false},
		"a longer path":         {"PUT", strings.Replace(target, "sites", "sites/site", 1), sent, false},
		"another parameter":     {"PUT", strings.Replace(target, "limit=2", "limit=3", 1), sent, false},
		"one parameter more":    {"PUT", target + "&page=2", sent, false},
		"one parameter less":    {"PUT", strings.Replace(target, "&limit=2", "", 1), sent, false},
		"values in other order": {"PUT", strings.NewReplacer("tag=a", "tag=b", "tag=b", "tag=a").Replace(target), sent, false},
		"no secret":             {"PUT", strings.Replace(target, "shareKey=one&", "", 1), sent, false},
		"another field":         {"PUT", target, strings.Replace(sent, "title", "label", 1), false},
		"another number":        {"PUT", target, strings.Replace(sent, "67890", "67891", 1), false},
		"one field more":        {"PUT", target, strings.Replace(sent, "{", `{"a":1,`, 1), false},
		"no body":               {"PUT", target, "", false},
		"not JSON":              {"PUT", target, "text", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			req := httptest.NewRequestWithContext(t.Context(), c.method, c.target, strings.NewReader(c.sent))
			req.Header.Set("Content-Type", "application/json")
			req.Header.Set("Authorization", "Bearer other")
			require.Equal(t, c.want, new(redactor).matches(req, cassette.Request{Method: "PUT", URL: recorded, Body: body}))
			left, err := io.ReadAll(req.Body)
			require.NoError(t, err)
			require.Equal(t, c.sent, string(left), "the body can still be read")
		})
	}
}

func TestRequestsWithoutABodyMatch(t *testing.T) {
	t.Parallel()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://api.example.com/v1/orgs/a%2Fb?query=How%3Fa%3Db", nil)
	require.NoError(t, err)
	var r redactor
	recorded := rewriteURL(req.Method, req.URL, r.rewriting(req.URL, r.add))
	require.True(t, r.matches(req, cassette.Request{Method: http.MethodGet, URL: recorded}))
	require.Equal(t, origin+"/v1/orgs/a%2Fb?query=How%3Fredacted", recorded)
}
