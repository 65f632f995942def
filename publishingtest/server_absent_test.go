package publishingtest_test

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// createdBy are the operations that create what is absent, with the parameter that identifies it.
var createdBy = map[string]string{"Orgs.OpenAPI.Put": "specSlug", "Integrations.Publish": "integrationName"}

// TestUnknownIDsReturn404 replaces each ID in the paths of calls that succeed, one at a time. A
// delete returns 204, unless its organization does not exist.
func TestUnknownIDsReturn404(t *testing.T) {
	t.Parallel()
	shared, tried := (&responseCall{}).prepare(t), map[string]bool{}
	for _, call := range responseCalls() {
		o := operationOf(call.op)
		area, _, _ := strings.Cut(call.op, ".")
		if o.Method == http.MethodDelete && slices.Contains([]string{"Integrations", "Permissions", "CustomHostnames"}, area) {
			continue // what is around the target has a status of its own
		}
		tried[call.op] = true
		w := shared
		if call.first != nil || call.fill != nil {
			w = call.prepare(t)
		}
		known := call.ids
		for _, param := range o.Params() {
			if createdBy[call.op] == param {
				continue
			}
			call.ids = map[string]string{}
			maps.Copy(call.ids, known)
			call.ids[param] = "nowhere"
			method, path, body := call.wire(t, w)
			want := http.StatusNotFound
			if o.Method == http.MethodDelete && (param != "organizationId" || call.op == "Orgs.Fonts.Delete") && call.op != "Sites.SiteSpaces.Customization.Delete" {
				want = http.StatusNoContent
			}
			require.Equal(t, want, w.send(t, method, path, body).status, "%s %s", method, path)
		}
	}
	require.Greater(t, len(tried), 200)
}
