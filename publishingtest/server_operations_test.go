package publishingtest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/op"
)

// wantHandler returns a line that explains what to write for an operation without a handler.
// sources are the files of this package by name.
func wantHandler(name string, sources map[string]string) string {
	resource := name[:strings.LastIndexByte(name, '.')+1]
	line := fmt.Sprintf("%s has no handler: add a line %q: {handle: …} to", name, name)
	for file, source := range sources {
		if strings.Contains(source, "\n\t\""+resource) {
			return line + " the operations in publishingtest/" + file
		}
	}
	area, rest, _ := strings.Cut(strings.ToLower(strings.TrimSuffix(resource, ".")), ".")
	prefix := strings.TrimSuffix(area, "s")
	if rest != "" {
		prefix += "_" + strings.ReplaceAll(rest, ".", "")
	}
	return line + fmt.Sprintf(" operations that a new file publishingtest/%s.go declares", prefix)
}

func TestEachOperationHasAHandlerAndNoOther(t *testing.T) {
	t.Parallel()
	sources := map[string]string{}
	paths, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		source, err := os.ReadFile(path)
		require.NoError(t, err)
		sources[path] = string(source)
	}
	known := map[string]*op.Op{}
	var missing []string
	for _, o := range op.All() {
		known[o.Name] = o
		if implemented()[o.Name].handle == nil {
			missing = append(missing, wantHandler(o.Name, sources))
		}
	}
	if len(missing) > 0 {
		require.FailNow(t, strings.Join(missing, "\n"))
	}
	for name := range implemented() {
		if known[name] == nil {
			require.FailNow(t, name+" has a handler and is no operation: remove its line, or add the operation to the ops.go of its area")
		}
	}
}

func TestMessageOfAMissingHandlerContainsItsFile(t *testing.T) {
	t.Parallel()
	sources := map[string]string{"site_sharelinks.go": "var _ = declare(operations{\n\t\"Sites.ShareLinks.List\": {…"}
	require.Equal(t,
		`Sites.ShareLinks.Rotate has no handler: add a line "Sites.ShareLinks.Rotate": {handle: …} to the operations in publishingtest/site_sharelinks.go`,
		wantHandler("Sites.ShareLinks.Rotate", sources))
	require.Equal(t,
		`Sites.Banner.Get has no handler: add a line "Sites.Banner.Get": {handle: …} to operations that a new file publishingtest/site_banner.go declares`,
		wantHandler("Sites.Banner.Get", sources))
}

func TestOperationsWithoutAListed404ReturnItOr403(t *testing.T) {
	t.Parallel()
	known := map[string]*op.Op{}
	for _, o := range op.All() {
		known[o.Name] = o
	}
	for name := range unlisted404 {
		o := known[name]
		require.NotNil(t, o, name)
		require.NotEmpty(t, o.Params(), name)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for want, opts := range map[int][]Option{http.StatusNotFound: nil, http.StatusForbidden: {WithoutRule(string(ruleAbsent))}} {
				server := NewServer(t, opts...)
				path := o.Template
				for _, param := range o.Params() {
					path = strings.ReplaceAll(path, "{"+param+"}", "nowhere")
				}
				req := httptest.NewRequestWithContext(t.Context(), o.Method, path+"?query=x", strings.NewReader(`{"title":"Title","instructions":{"object":"document","nodes":[]},"operations":[],"id":"x","parts":[],"componentId":"x","props":{},"context":{"type":"configuration_site","theme":"dark","siteId":"x"}}`))
				req.Header.Set("Authorization", "Bearer "+server.Token())
				got := httptest.NewRecorder()
				server.ServeHTTP(got, req)
				require.Equal(t, want, got.Code, got.Body)
			}
		})
	}
}

func TestNoOperationIsDeclaredTwice(t *testing.T) {
	t.Parallel()
	require.PanicsWithValue(t, "publishingtest: Sites.Get is declared twice", func() {
		declare(operations{"Sites.Get": {}})
	})
}

func TestRuleIDsAreUnique(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, r := range Rules() {
		require.False(t, seen[r.ID], r.ID)
		require.NotEmpty(t, r.Text)
		seen[r.ID] = true
	}
	require.Greater(t, len(seen), 50)
}

func TestMessageShortensLongValues(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		value any
		want  string
	}{
		{nil, "none"},
		{"a<b", `"a<b"`},
		{true, "true"},
		{map[string]any{"a": 1.0}, `{"a":1}`},
		{strings.Repeat("ü", 100), `"` + strings.Repeat("ü", 59) + "…"},
		{func() {}, "func()"},
	} {
		require.Equal(t, test.want, abbreviated(test.value))
	}
}
