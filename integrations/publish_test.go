package integrations_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
)

func publish(integration integrations.Publish) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Integrations.Publish(a.Ctx, a.ID[0], integration, a.Opts...)
	}
}

func unpublish(a contract.Args) (any, error) {
	return a.Integrations.Unpublish(a.Ctx, a.ID[0], a.Opts...)
}

// bare is what a request needs at least.
var bare = integrations.Publish{Organization: "acme", Script: "main()", Title: "Bare", Scopes: []integrations.Scope{}}

const bareBody = `{"organization": "acme", "script": "main()", "title": "Bare", "description": "", "scopes": []}`

var full = integrations.Publish{
	Organization:  "org_1",
	Script:        "addEventListener('fetch', () => 1 < 2)",
	Runtime:       integrations.RuntimeV2,
	Title:         "Sample",
	Description:   "Shows samples",
	Summary:       new("Shows samples in pages."),
	Icon:          []byte("\x89PNG\r\n\x1a\n"),
	PreviewImages: [][]byte{[]byte("first"), []byte("second?>")},
	ExternalLinks: []integrations.ExternalLink{{URL: "https://samples.example.com/docs", Label: "Documentation"}},
	Categories:    []integrations.Category{integrations.CategoryContent},
	Visibility:    integrations.VisibilityUnlisted,
	Target:        integrations.TargetSpace,
	Scopes:        []integrations.Scope{integrations.ScopeSpaceContentRead},
	Blocks: []integrations.Block{{
		ID: "diagram", Title: "Diagram", Description: new("A diagram"), Icon: new("diagram"), URLUnfurl: []string{"https://diagrams.example.com"},
		Markdown: &integrations.BlockMarkdown{Codeblock: new("diagram"), Body: new("content")},
	}},
	ContentSources: []integrations.ContentSource{{
		ID: "records", Title: "Records", Description: new("Records of the CRM"), Icon: new("records"),
		Configuration: integrations.ConfigurationComponent{ComponentID: "records-config"},
	}},
	Configurations: &integrations.Configurations{
		Account: &integrations.Configuration{Schema: &integrations.ConfigurationSchema{
			Properties: map[string]integrations.Property{
				"server": {
					Type: integrations.PropertyTypeString, Title: new("Server"), Description: new("Where the samples are"),
					Default: &integrations.PropertyDefault{Text: new("a")}, CompletionURL: new("/complete"), Enum: []string{"a", "b"},
				},
				"most":   {Type: integrations.PropertyTypeNumber, Default: &integrations.PropertyDefault{Number: new(12.5)}},
				"public": {Type: integrations.PropertyTypeBoolean, Default: &integrations.PropertyDefault{Bool: new(false)}},
				"login":  {Type: integrations.PropertyTypeButton, CallbackURL: new("/login"), ButtonText: new("Log in")},
				"color":  {Type: "color", Raw: api.Raw(`{"type": "color", "palette": [1]}`)},
			},
			Required: []string{"server"},
		}},
		Space: &integrations.Configuration{Component: &integrations.ConfigurationComponent{ComponentID: "space-config"}},
		Site:  &integrations.Configuration{Raw: api.Raw(`{"form": []}`)},
	},
	ContentSecurityPolicy: &integrations.ContentSecurityPolicy{Directives: map[string]string{"img-src": "https://images.example.com"}},
	Secrets:               api.NewSecretMap(map[string]string{"API_KEY": "hush-hush"}),
}

var publishRows = []contract.Row{
	{
		Op:      "Integrations.Publish",
		Call:    publish(full),
		Request: "POST /v1/integrations/sample-1",
		Body: `{
			"organization": "org_1", "script": "addEventListener('fetch', () => 1 < 2)", "runtime": "v2", "title": "Sample", "description": "Shows samples",
			"summary": "Shows samples in pages.", "icon": "iVBORw0KGgo=", "previewImages": ["Zmlyc3Q=", "c2Vjb25kPz4="],
			"externalLinks": [{"url": "https://samples.example.com/docs", "label": "Documentation"}],
			"categories": ["content"], "visibility": "unlisted", "target": "space", "scopes": ["space:content:read"],
			"blocks": [{"id": "diagram", "title": "Diagram", "description": "A diagram", "icon": "diagram",
				"urlUnfurl": ["https://diagrams.example.com"], "markdown": {"codeblock": "diagram", "body": "content"}}],
			"contentSources": [{"id": "records", "title": "Records", "description": "Records of the CRM", "icon": "records",
				"configuration": {"componentId": "records-config"}}],
			"configurations": {
				"account": {
					"properties": {
						"server": {"type": "string", "title": "Server", "description": "Where the samples are", "default": "a", "completion_url": "/complete", "enum": ["a", "b"]},
						"most": {"type": "number", "default": 12.5},
						"public": {"type": "boolean", "default": false},
						"login": {"type": "button", "callback_url": "/login", "button_text": "Log in"},
						"color": {"type": "color", "palette": [1]}
					},
					"required": ["server"]
				},
				"space": {"componentId": "space-config"},
				"site": {"form": []}
			},
			"contentSecurityPolicy": {"img-src": "https://images.example.com"},
			"secrets": {"API_KEY": "hush-hush"}
		}`,
		Status:   200,
		Response: "integration.json",
	},
	{
		Op:       "Integrations.Publish",
		Name:     "with nothing optional",
		Call:     publish(bare),
		Request:  "POST /v1/integrations/sample-1",
		Body:     bareBody,
		Status:   200,
		Response: "integration-bare.json",
	},
	{
		Op:   "Integrations.Publish",
		Name: "with empty lists, and a policy that is a text",
		Call: publish(integrations.Publish{
			Organization: "acme", Script: "main()", Runtime: integrations.RuntimeV1, Title: "Bare", Scopes: []integrations.Scope{}, Summary: new(""),
			PreviewImages: [][]byte{}, ExternalLinks: []integrations.ExternalLink{}, Categories: []integrations.Category{}, Blocks: []integrations.Block{},
			ContentSources: []integrations.ContentSource{}, Configurations: &integrations.Configurations{}, Secrets: api.SecretMap{},
			ContentSecurityPolicy: &integrations.ContentSecurityPolicy{Policy: new("img-src 'none'")},
		}),
		Request: "POST /v1/integrations/sample-1",
		Body: `{"organization": "acme", "script": "main()", "runtime": "v1", "title": "Bare", "description": "", "scopes": [], "summary": "",
			"previewImages": [], "externalLinks": [], "categories": [], "blocks": [], "contentSources": [], "configurations": {}, "secrets": {},
			"contentSecurityPolicy": "img-src 'none'"}`,
		Status:   200,
		Response: "integration-bare.json",
	},

	{
		Op:      "Integrations.Unpublish",
		Call:    unpublish,
		Request: "DELETE /v1/integrations/sample-1",
		Status:  205,
		Outcome: api.Deleted,
	},
}

// TestPublishShowsNoSecret prints and logs what a program has of a call, and the error of a call
// whose response repeats the request.
func TestPublishShowsNoSecret(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusBadRequest)
		_, _ = w.Write([]byte(`{"error": {"code": 400, "message": "secrets.API_KEY: got hush-hush"}}`))
	}))
	t.Cleanup(server.Close)
	var shown strings.Builder
	logger := slog.New(slog.NewJSONHandler(&shown, &slog.HandlerOptions{Level: slog.LevelDebug}))
	client, err := publishing.NewClient(server.URL, publishing.WithToken("token"), publishing.WithLogger(logger))
	require.NoError(t, err)
	t.Cleanup(client.CloseIdleConnections)

	_, err = client.Integrations.Publish(t.Context(), "sample-1", full)
	require.ErrorIs(t, err, api.ErrBadRequest)
	fmt.Fprintf(&shown, "%v %+v %#v\n", err, full, full)
	logger.Info("published", slog.Any("integration", full))
	require.Contains(t, shown.String(), "API_KEY", "the names are no secrets")
	require.Contains(t, shown.String(), "[secret]")
	require.NotContains(t, shown.String(), "hush")
}
