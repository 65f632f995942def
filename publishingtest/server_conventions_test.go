package publishingtest_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
)

func TestEveryPathBeginsWithTheVersion(t *testing.T) {
	t.Parallel()
	for _, o := range op.All() {
		require.True(t, strings.HasPrefix(o.Template, "/v1/"), o.Name)
		if strings.HasPrefix(o.Name, "CustomHostnames.") {
			continue // a custom hostname is identified by its name alone
		}
		if strings.HasPrefix(o.Name, "Orgs.Imports.") {
			continue // the only names in the singular
		}
		if (strings.HasPrefix(o.Name, "Orgs.") || strings.HasPrefix(o.Name, "Sites.")) && o.Name != "Orgs.List" && o.Name != "Orgs.Create" && o.SecretHeader == "" {
			require.True(t, strings.HasPrefix(o.Template+"/", "/v1/orgs/{organizationId}/"), o.Name)
		}
	}
}

func TestNoVersionHeaderIsSent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	must(w.client.Sites.List(t.Context(), w.org, sites.ListOptions{}))(t)
	for name := range w.Calls.All()[0].Header {
		require.NotContains(t, strings.ToLower(name), "version")
	}
}

// callsForVisitors are the operations that sites call for visitors, who have no token.
var callsForVisitors = []string{"Sites.Insights.Events.Track", "URLs.Published"}

func TestEveryOperationNeedsAToken(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t)
	for _, o := range op.All() {
		if slices.Contains(callsForVisitors, o.Name) {
			continue
		}
		path := o.Template
		for _, param := range o.Params() {
			path = strings.Replace(path, "{"+param+"}", "x", 1)
		}
		req, err := http.NewRequestWithContext(t.Context(), o.Method, w.URL()+path, http.NoBody)
		require.NoError(t, err)
		require.Equal(t, http.StatusUnauthorized, do(t, req).status, o.Name)
		require.Zero(t, w.Calls.Commits(o.Name))
	}
}

// TestDeletesReturn205AndThen204 deletes what each delete deletes, twice.
func TestDeletesReturn205AndThen204(t *testing.T) {
	t.Parallel()
	for i, call := range responseCalls() {
		if operationOf(call.op).Method != http.MethodDelete || call.op == "Integrations.Dev.Delete" {
			continue // no source lists 204 for the development mode: see TestDevModeIsSwitched
		}
		t.Run(fmt.Sprintf("%s %d", call.op, i), func(t *testing.T) {
			t.Parallel()
			w := call.prepare(t)
			method, path, _ := call.wire(t, w)
			for i, want := range []int{http.StatusResetContent, http.StatusNoContent} {
				got := w.send(t, method, path, "")
				require.Equal(t, want, got.status, got.body)
				require.Empty(t, got.body)
				require.Equal(t, 1, w.Calls.Commits(call.op), "after %d", i+1)
			}
		})
	}
}

func TestNoOperationChangesTheHostname(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t)
	for _, body := range []string{`{"hostname":"docs.acme.example"}`, `{"hostname":"` + strings.Repeat("a", 513) + `"}`} {
		changed := w.send(t, "PATCH", docs, body)
		require.Equal(t, http.StatusOK, changed.status)
		require.NotContains(t, changed.object(t), "hostname")
	}
}

func TestUnexpectedErrorOfAnAdaptiveSchemaHasAJSONBody(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t)
	const schema = `{"jsonSchema":{"type":"object","additionalProperties":false,"properties":{}}}`
	for _, name := range []string{"Get", "Put"} {
		w.Faults.Add("Sites.AdaptiveSchema."+name, 2, publishingtest.Status(http.StatusTeapot))
	}
	require.NotEmpty(t, w.send(t, "GET", docs+"/adaptive-schema", "").message(t))
	require.NotEmpty(t, w.send(t, "PUT", docs+"/adaptive-schema", schema).message(t))
	_, get := w.client.Sites.AdaptiveSchema.Get(t.Context(), "acme", "docs")
	_, put := w.client.Sites.AdaptiveSchema.Put(t.Context(), "acme", "docs", sites.AdaptiveSchemaPut{
		JSONSchema: api.Raw(`{"type":"object","additionalProperties":false,"properties":{}}`),
	})
	for _, err := range []error{get, put} {
		failure, ok := errors.AsType[*api.Error](err)
		require.True(t, ok, "%v", err)
		require.Equal(t, http.StatusTeapot, failure.Status)
	}
}

func TestDeprecatedNamesAreDocumentedAsSuch(t *testing.T) {
	t.Parallel()
	for path, name := range map[string]string{"../sites/sections.go": "Move", "../sites/sectiongroups.go": "Move", "../orgs/ask.go": "PreviousQueries"} {
		file := must(parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments))(t)
		said := false
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				said = said || n.Name.Name == name && strings.Contains(n.Doc.Text(), "\nDeprecated: ")
			case *ast.Field:
				said = said || len(n.Names) == 1 && n.Names[0].Name == name && strings.Contains(n.Doc.Text(), "\nDeprecated: ")
			}
			return true
		})
		require.True(t, said, "%s in %s", name, path)
	}
}
