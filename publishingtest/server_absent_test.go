package publishingtest_test

import (
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	constants "github.com/publishing-platform/publishing-go/internal/enums"
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

// TestQueryOfAWrongTypeReturns400 sends a word in each parameter that is a boolean or an enum.
func TestQueryOfAWrongTypeReturns400(t *testing.T) {
	t.Parallel()
	shared, tried := (&responseCall{}).prepare(t), 0
	var accepted []string
	for _, call := range responseCalls() {
		if call.first != nil || call.fill != nil {
			continue
		}
		method, path, body := call.wire(t, shared)
		path, given, _ := strings.Cut(path, "?")
		query, err := url.ParseQuery(given)
		require.NoError(t, err)
		for _, name := range wordsIn(call.op) {
			if name == "dereferenced" { // any value is accepted
				continue
			}
			changed := maps.Clone(query)
			changed.Set(name, "nonsense")
			got := shared.send(t, method, path+"?"+changed.Encode(), body)
			if got.status != http.StatusBadRequest || !strings.Contains(got.body, name) {
				accepted = append(accepted, call.op+" "+name)
			}
			tried++
		}
	}
	require.Empty(t, accepted)
	require.Greater(t, tried, 100)
}

// wordsIn returns the query parameters of an operation that are booleans, or enums with constants
// that all versions of the service know.
func wordsIn(operation string) (names []string) {
	at := reflect.ValueOf(publishing.Client{})
	steps := strings.Split(operation, ".")
	for _, step := range steps[:len(steps)-1] {
		at = at.FieldByName(step)
	}
	for in := range at.MethodByName(steps[len(steps)-1]).Type().Ins() {
		if in.Kind() != reflect.Struct {
			continue
		}
		for field := range in.Fields() {
			name, _, isQuery := strings.Cut(field.Tag.Get("url"), ",")
			t := field.Type
			if t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
				t = t.Elem()
			}
			if isQuery && (t.Kind() == reflect.Bool || len(constants.Values(t)) > 0) {
				names = append(names, name)
			}
		}
	}
	return names
}
