package urls_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/urls"
)

// A service responds to each address with a body, and with 404 to others.
type service struct {
	*publishing.Client
	responses map[string]string

	mu    sync.Mutex
	asked []urls.PublishedLookup
}

func newService(t *testing.T, responses map[string]string) *service {
	t.Helper()
	s := &service{responses: responses}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	client, err := publishing.NewClient(server.URL, publishing.WithoutAuth(), publishing.WithoutRetry())
	require.NoError(t, err)
	t.Cleanup(client.CloseIdleConnections)
	s.Client = client
	return s
}

func (s *service) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var lookup urls.PublishedLookup
	_ = json.NewDecoder(req.Body).Decode(&lookup)
	s.asked = append(s.asked, lookup)
	body, there := s.responses[lookup.URL.Reveal()]
	switch {
	case !there:
		w.WriteHeader(http.StatusNotFound)
		body = `{"error": {"code": 404, "message": "nothing is published"}}`
	case body == "":
		w.WriteHeader(http.StatusForbidden)
	}
	_, _ = w.Write([]byte(body))
}

// addresses returns the addresses that were asked for.
func (s *service) addresses() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := []string{}
	for _, lookup := range s.asked {
		all = append(all, lookup.URL.Reveal())
	}
	return all
}

func contentOf(site string, complete bool) string {
	return fmt.Sprintf(`{"site": %q, "space": "space", "complete": %t}`, site, complete)
}

const host = "https://docs.example.com"

// A resolution is an address, what is published below the host, and the outcome.
type resolution struct {
	address   string
	responses map[string]string // keys are URLs
	asked     []string
	want      urls.Resolved
}

var resolutions = map[string]resolution{
	"host": {
		address:   host,
		responses: map[string]string{host: contentOf("host", true)},
		asked:     []string{host},
		want:      urls.Resolved{Content: &urls.PublishedContent{Site: "host", Space: "space", Complete: true}},
	},
	"four segments": {
		address:   host + "/a/b/c/d/",
		responses: map[string]string{host + "/a/b/c/d": contentOf("d", true), host + "/a": contentOf("a", true)},
		asked:     []string{host + "/a/b/c/d"},
		want:      urls.Resolved{Content: &urls.PublishedContent{Site: "d", Space: "space", Complete: true}},
	},
	"the rest of a long path": {
		address:   host + "//a/b%2Fb/c/d%20d/e%2Fe/f?x=1&y=%202#part",
		responses: map[string]string{host + "/a/b%2Fb/c/d%20d?x=1&y=%202": contentOf("d", true)},
		asked:     []string{host + "/a/b%2Fb/c/d%20d?x=1&y=%202"},
		want:      urls.Resolved{Content: &urls.PublishedContent{Site: "d", Space: "space", Complete: true}, Path: "e%2Fe/f"},
	},
	"the whole address, even if a longer one could lead elsewhere": {
		address:   host + "/a/b",
		responses: map[string]string{host + "/a/b": contentOf("b", false), host + "/a": contentOf("a", true)},
		asked:     []string{host + "/a/b"},
		want:      urls.Resolved{Content: &urls.PublishedContent{Site: "b", Space: "space"}},
	},
	"a shorter complete prefix": {
		address:   host + "/a/b/c/d/e",
		responses: map[string]string{host + "/a/b/c/d": contentOf("d", false), host + "/a/b": contentOf("b", true), host: contentOf("host", true)},
		asked:     []string{host + "/a/b/c/d", host + "/a/b/c", host + "/a/b"},
		want:      urls.Resolved{Content: &urls.PublishedContent{Site: "b", Space: "space", Complete: true}, Path: "c/d/e"},
	},
	"the deepest if none is complete": {
		address:   host + "/a/b/c/d/e",
		responses: map[string]string{host + "/a/b/c": contentOf("c", false), host: contentOf("host", false)},
		asked:     []string{host + "/a/b/c/d", host + "/a/b/c", host + "/a/b", host + "/a", host},
		want:      urls.Resolved{Content: &urls.PublishedContent{Site: "c", Space: "space"}, Path: "d/e"},
	},
	"the redirect of the whole address": {
		address: host + "/a/b/c/d/e",
		responses: map[string]string{
			host + "/a/b/c/d":   `{"target": "external", "redirect": "https://login.example.com?location=/a/b/c/d"}`,
			host + "/a/b/c/d/e": `{"target": "external", "redirect": "https://login.example.com?location=/a/b/c/d/e"}`,
		},
		asked: []string{host + "/a/b/c/d", host + "/a/b/c/d/e"},
		want:  urls.Resolved{Redirect: &urls.Redirect{Target: urls.RedirectTargetExternal, URL: "https://login.example.com?location=/a/b/c/d/e"}},
	},
	"at most six requests": {
		address: host + "/a/b/c/d/e",
		responses: map[string]string{
			host:                `{"target": "content", "redirect": "https://www.example.com"}`,
			host + "/a/b/c/d/e": `{"target": "content", "redirect": "https://www.example.com/a/b/c/d/e"}`,
		},
		asked: []string{host + "/a/b/c/d", host + "/a/b/c", host + "/a/b", host + "/a", host, host + "/a/b/c/d/e"},
		want:  urls.Resolved{Redirect: &urls.Redirect{Target: urls.RedirectTargetContent, URL: "https://www.example.com/a/b/c/d/e"}},
	},
	"a redirect of a short address": {
		address:   host + "/a",
		responses: map[string]string{host + "/a": `{"target": "application", "redirect": "https://app.example.com"}`},
		asked:     []string{host + "/a"},
		want:      urls.Resolved{Redirect: &urls.Redirect{Target: urls.RedirectTargetApplication, URL: "https://app.example.com"}},
	},
	"a redirect that is gone": {
		address: host + "/a/b/c/d/e",
		responses: map[string]string{
			host + "/a/b/c/d":   `{"target": "content", "redirect": "https://www.example.com"}`,
			host + "/a/b/c/d/e": contentOf("e", false),
		},
		asked: []string{host + "/a/b/c/d", host + "/a/b/c/d/e"},
		want:  urls.Resolved{Content: &urls.PublishedContent{Site: "e", Space: "space"}},
	},
	"a revision": {
		address:   host + "/a/~/revisions/rev%2F1/b/c",
		responses: map[string]string{host + "/a": contentOf("a", false)},
		asked:     []string{host + "/a"},
		want:      urls.Resolved{Content: &urls.PublishedContent{Site: "a", Space: "space"}, Revision: "rev/1", Path: "b/c"},
	},
	"a change request": {
		address:   host + "/a/b/c/d/e/~/changes/7?x=1",
		responses: map[string]string{host + "/a/b/c/d?x=1": contentOf("d", true)},
		asked:     []string{host + "/a/b/c/d?x=1"},
		want:      urls.Resolved{Content: &urls.PublishedContent{Site: "d", Space: "space", Complete: true}, ChangeRequest: "7", Path: "e"},
	},
	"a path that is rather like that of a revision": {
		address:   host + "/~/revision/x/~/changes",
		responses: map[string]string{host + "/~/revision/x/~": contentOf("a", true)},
		asked:     []string{host + "/~/revision/x/~"},
		want:      urls.Resolved{Content: &urls.PublishedContent{Site: "a", Space: "space", Complete: true}, Path: "changes"},
	},
	"a variant that this release does not know": {
		address:   host + "/a/b/c/d/e",
		responses: map[string]string{host + "/a/b/c/d": `{"archive": true}`},
		asked:     []string{host + "/a/b/c/d"},
		want:      urls.Resolved{Raw: secretJSON(map[string]bool{"archive": true}), Path: "e"},
	},
}

func TestResolveFindsTheDeepestCompletePrefix(t *testing.T) {
	t.Parallel()
	for name, test := range resolutions {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newService(t, test.responses)
			var meta api.Meta
			got, err := s.URLs.ResolvePublished(t.Context(), urls.PublishedLookup{URL: api.NewSecret(test.address)}, api.WithMeta(&meta))
			require.NoError(t, err)
			require.Equal(t, test.asked, s.addresses())
			if !test.want.Raw.IsZero() {
				require.JSONEq(t, string(test.want.Raw.Reveal()), string(got.Raw.Reveal()))
				test.want.Raw = got.Raw
			}
			require.Equal(t, &test.want, got)
			require.Equal(t, http.StatusOK, meta.Status)
		})
	}
}

func TestResolveSendsTheVisitorWithEachRequest(t *testing.T) {
	t.Parallel()
	s := newService(t, map[string]string{"https://docs.example.com": contentOf("host", true)})
	lookup := urls.PublishedLookup{
		URL: api.NewSecret("https://docs.example.com/a"), RedirectOnError: new(true),
		Visitor: &urls.Visitor{JWTToken: api.NewSecret("jwt_of_visitor")},
	}
	_, err := s.URLs.ResolvePublished(t.Context(), lookup)
	require.NoError(t, err)
	shorter := lookup
	shorter.URL = api.NewSecret("https://docs.example.com")
	require.Equal(t, []urls.PublishedLookup{lookup, shorter}, s.asked)
}

func TestResolveOfNothingIsNotFound(t *testing.T) {
	t.Parallel()
	s := newService(t, nil)
	got, err := s.URLs.ResolvePublished(t.Context(), urls.PublishedLookup{URL: api.NewSecret("https://docs.example.com/a/b/c/d/e/f")})
	require.ErrorIs(t, err, api.ErrNotFound)
	require.Nil(t, got)
	require.Len(t, s.addresses(), 5)
}

func TestErrorEndsTheSearch(t *testing.T) {
	t.Parallel()
	for name, responses := range map[string]map[string]string{
		"of a prefix":             {host + "/a/b/c": "", host: contentOf("host", true)},
		"after content":           {host + "/a/b/c/d": contentOf("d", false), host + "/a/b/c": "", host: contentOf("host", true)},
		"of the address moved to": {host + "/a/b/c": `{"target": "content", "redirect": "x"}`, host + "/a/b/c/d/e": "", host: contentOf("host", true)},
	} {
		s := newService(t, responses)
		got, err := s.URLs.ResolvePublished(t.Context(), urls.PublishedLookup{URL: api.NewSecret(host + "/a/b/c/d/e")})
		require.ErrorIs(t, err, api.ErrForbidden, name)
		require.Nil(t, got, name)
		require.NotContains(t, s.addresses(), host, name)
	}
}

func TestRedirectWhoseAddressIsGoneIsNotFound(t *testing.T) {
	t.Parallel()
	s := newService(t, map[string]string{host + "/a/b/c/d": `{"target": "content", "redirect": "x"}`, host: contentOf("host", true)})
	_, err := s.URLs.ResolvePublished(t.Context(), urls.PublishedLookup{URL: api.NewSecret(host + "/a/b/c/d/e")})
	require.ErrorIs(t, err, api.ErrNotFound)
	require.Equal(t, []string{host + "/a/b/c/d", host + "/a/b/c/d/e"}, s.addresses())
}

func TestAddressOfNoPageIsNotResolved(t *testing.T) {
	t.Parallel()
	s := newService(t, nil)
	for _, address := range []string{"", "docs.example.com/a", "/a", "ftp://docs.example.com", "https://", "https://hush%zz", "https://docs.example.com/%zz-hush"} {
		var meta api.Meta
		_, err := s.URLs.ResolvePublished(t.Context(), urls.PublishedLookup{URL: api.NewSecret(address)}, api.WithMeta(&meta))
		var invalid *api.ValidationError
		require.ErrorAs(t, err, &invalid, address)
		require.EqualError(t, err, "URLs.Published: url: want an address that begins with https:// or http://, got \"[secret]\"", address)
		require.Equal(t, "URLs.Published", meta.Operation, address)
	}
	require.Empty(t, s.addresses())

	var none publishing.Client
	_, err := none.URLs.ResolvePublished(t.Context(), urls.PublishedLookup{})
	_, want := none.URLs.Published(t.Context(), ofReader)
	require.EqualError(t, err, want.Error())
	require.NotErrorAs(t, err, new(*api.ValidationError))
}
