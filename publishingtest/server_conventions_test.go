package publishingtest_test

import (
	"errors"
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
		if (strings.HasPrefix(o.Name, "Orgs.") || strings.HasPrefix(o.Name, "Sites.")) && o.Name != "Orgs.List" && o.SecretHeader() == "" {
			require.True(t, strings.HasPrefix(o.Template+"/", "/v1/orgs/{organizationId}/"), o.Name)
		}
	}
}

func TestNoVersionHeaderIsSent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, err := w.client.Sites.List(t.Context(), w.org, sites.ListOptions{})
	require.NoError(t, err)
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

// TestObjectIdentifiesTheKind reads one resource of each kind.
func TestObjectIdentifiesTheKind(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t)
	const schema = `{"jsonSchema":{"type":"object","additionalProperties":false,"properties":{}}}`
	require.Equal(t, http.StatusOK, w.send(t, "PUT", docs+"/adaptive-schema", schema).status)
	require.Equal(t, http.StatusOK, w.send(t, "PATCH", acme+"/saml/saml", `{"defaultTeam":"team"}`).status)
	for _, test := range []struct{ path, member, object string }{
		{docs, "object", "site"},
		{docs + "/adaptive-schema", "object", "site-adaptive-schema"},
		{docs + "/sections", "items.0.object", "site-section"},
		{docs + "/sections", "items.0.siteSpaces.0.object", "site-space"},
		{docs + "/section-groups", "items.0.object", "site-section-group"},
		{docs + "/site-spaces", "items.0.object", "site-space"},
		{docs + "/site-spaces", "items.0.space.object", "space"},
		{docs + "/share-links", "items.0.object", "share-link"},
		{"/v1/orgs/org/openapi/spec", "object", "openapi-spec"},
		{acme + "/link-invites/to-org", "object", "invite"},
		{acme + "/teams/team/members", "items.0.organization.object", "member"},
		{acme + "/teams/team/members", "items.0.organization.user.object", "user"},
		{acme + "/saml/saml", "object", "saml-provider"},
		{acme + "/saml/saml", "defaultTeam.object", "team"},
		{acme + "/translations/translation", "object", "translation"},
		{acme + "/translations/translation", "instructions.object", "document"},
	} {
		require.Equal(t, test.object, at(w.send(t, "GET", test.path, "").object(t), test.member), "%s %s", test.path, test.member)
	}
}

func TestPermissionsAreBooleans(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t)
	require.Equal(t, http.StatusOK, w.send(t, "PATCH", acme+"/saml/saml", `{"defaultTeam":"team"}`).status)
	for _, test := range []struct{ path, member, names string }{
		{"/v1/orgs/org/openapi/spec", "permissions", "view edit"},
		{acme + "/fonts/font", "permissions", "edit"},
		{acme + "/teams/team/members", "items.0.permissions", "view"},
		{acme + "/saml/saml", "defaultTeam.permissions", "admin view"},
		{acme + "/translations/translation", "permissions", "view edit"},
	} {
		permissions, ok := at(w.send(t, "GET", test.path, "").object(t), test.member).(map[string]any)
		require.True(t, ok, test.path)
		names := strings.Fields(test.names)
		require.Len(t, permissions, len(names), test.path)
		for _, name := range names {
			require.IsType(t, true, permissions[name], "%s of %s", name, test.path)
		}
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
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		require.NoError(t, err)
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
