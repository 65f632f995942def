package publishingtest_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/publishingtest"
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

// barePath returns the path of an operation with IDs that do not exist.
func barePath(o *op.Op) string { return strings.NewReplacer("{", "no-", "}", "").Replace(o.Template) }

func TestEachOperationHasAHandler(t *testing.T) {
	t.Parallel()
	sources := map[string]string{}
	for _, path := range must(filepath.Glob("*.go"))(t) {
		if !strings.HasSuffix(path, "_test.go") {
			sources[path] = string(must(os.ReadFile(path))(t))
		}
	}
	w := newWorld(t)
	w.lax, w.direct = true, true
	var missing []string
	for _, o := range op.All() {
		if w.send(t, o.Method, barePath(o), ""); w.Calls.Count(o.Name) == 0 {
			missing = append(missing, wantHandler(o.Name, sources))
		}
	}
	require.Empty(t, strings.Join(missing, "\n"))
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

// TestOperationsWithoutAListed404ReturnItOr403 switches off the rule for the operations for which
// no source lists the status. The other operations do not depend on the rule.
func TestOperationsWithoutAListed404ReturnItOr403(t *testing.T) {
	t.Parallel()
	const body = `{"title":"Title","instructions":{"object":"document","nodes":[]},"operations":[],"id":"x","parts":[],"componentId":"x","props":{},"context":{"type":"configuration_site","theme":"dark","siteId":"x"}}`
	with, without := newWorld(t), newWorld(t, publishingtest.WithoutRule("path.absent-404"))
	with.lax, with.direct, without.lax, without.direct = true, true, true, true
	unlisted := 0
	for _, o := range op.All() {
		path := barePath(o) + "?query=x"
		usual, other := with.send(t, o.Method, path, body).status, without.send(t, o.Method, path, body).status
		if usual != other {
			require.Equal(t, []int{http.StatusNotFound, http.StatusForbidden}, []int{usual, other}, o.Name)
			unlisted++
		}
	}
	require.Equal(t, 43, unlisted, "all of unlisted404")
}

func TestUnknownPathReturns501(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.lax, w.direct = true, true
	for _, path := range []string{"/", "/v1", "/v2/orgs/o/sites", "/v1/orgs/o/sites/", "/v1//orgs/o/sites", "/v1/orgs/o/../sites", "/v1/orgs/o/nothing%2Fhere"} {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			got := w.send(t, method, path, "")
			require.Equal(t, http.StatusNotImplemented, got.status, path)
			require.Contains(t, got.body, method+" "+path+": ", path)
			require.Empty(t, got.header.Get("Location"), path)
		}
	}
	require.Len(t, w.Calls.All(), 14)
	require.Empty(t, w.Calls.All()[0].Operation)
}

func TestWrongMethodOfAKnownPathReturns405(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.lax, w.direct = true, true
	for path, allow := range map[string]string{
		"/v1/orgs/o/sites":               "GET, POST",
		"/v1/orgs/o/sites/s":             "DELETE, GET, PATCH",
		"/v1/orgs/o/openapi/slug":        "DELETE, GET, PATCH, PUT",
		"/v1/orgs/o/ask":                 "POST",
		"/v1/spaces/s":                   "DELETE, GET, PATCH",
		"/v1/orgs/o/sites/s/share-links": "GET, POST",
	} {
		got := w.send(t, "REPORT", path, "")
		require.Equal(t, http.StatusMethodNotAllowed, got.status, path)
		require.Equal(t, allow, got.header.Get("Allow"), path)
		require.Contains(t, got.body, `"code":405`, path)
	}
}
