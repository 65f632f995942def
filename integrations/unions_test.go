package integrations_test

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
)

// TestUnknownVariantsRoundTrip decodes and encodes what a later version of the service may return.
func TestUnknownVariantsRoundTrip(t *testing.T) {
	t.Parallel()
	for text, value := range map[string]any{
		`{"form": {"steps": ["a", null]}}`: new(integrations.Configuration),
		`"none"`:                           new(integrations.Configuration),
		`{"componentId": "config", "size": "large"}`:                                                         new(integrations.Configuration),
		`{"properties": {"a": {"type": "number", "min": 1, "default": null}}, "layout": [1]}`:                new(integrations.Configuration),
		`{"componentId": "records", "size": {"width": 1}}`:                                                   new(integrations.ConfigurationComponent),
		`{"properties": {}, "required": [], "layout": {"columns": 2}}`:                                       new(integrations.ConfigurationSchema),
		`{"type": "color", "title": ["a"], "default": {"red": 1}, "palette": [1, {"a": null}], "enum": [7]}`: new(integrations.Property),
		`{"title": "without a type"}`:                                                                        new(integrations.Property),
		`["a"]`:                                                                                              new(integrations.Property),
		`{"type": "string", "default": ["a"], "pattern": "^a", "enum": []}`:                                  new(integrations.Property),
		`{"type": "button", "callback_url": "/a", "button_text": "A", "x":1}`:                                new(integrations.Property),
		`[1, null]`:          new(integrations.PropertyDefault),
		`"img-src 'none'"`:   new(integrations.ContentSecurityPolicy),
		`{}`:                 new(integrations.ContentSecurityPolicy),
		`{"img-src": ["a"]}`: new(integrations.ContentSecurityPolicy),
		`["img-src a"]`:      new(integrations.ContentSecurityPolicy),
		`{"block-all-mixed-content": "", "x-new": "a"}`:      new(integrations.ContentSecurityPolicy),
		`{"img-src": null, "child-src": "a"}`:                new(integrations.ContentSecurityPolicy),
		`{"codeblock": "a", "body": "b", "fence": "~~~"}`:    new(integrations.BlockMarkdown),
		`{"image": {"url": "https://samples.example.com/"}}`: new(integrations.BlockMarkdown),
		`{"organization": "acme", "region": ["eu"]}`:         new(integrations.InstallationTarget),
		`{"organization": "", "user": "ada"}`:                new(integrations.InstallationTarget),
	} {
		require.NoError(t, json.Unmarshal([]byte(text), value), text)
		encoded, err := json.Marshal(value)
		require.NoError(t, err)
		want := text
		if value, ok := value.(*integrations.Configuration); ok && value.Schema != nil {
			want = `{"properties": {"a": {"type": "number", "min": 1}}, "layout": [1]}` // absent and null are the same
		}
		require.JSONEq(t, want, string(encoded))
	}
}

// definition returns the JSON of an integration.
func definition(t *testing.T) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/integration.json")
	require.NoError(t, err)
	return bytes.Replace(data, []byte(`"@api/organization.json"`), contract.Fixture(t, "api/organization.json"), 1)
}

func TestConfigurationIsDecodedByItsFields(t *testing.T) {
	t.Parallel()
	got := contract.Decode[integrations.Integration](t, definition(t))
	account := got.Configurations.Account.Schema
	require.Equal(t, []string{"server"}, account.Required)
	require.Equal(t, integrations.Property{
		Type: integrations.PropertyTypeString, Title: new("Server"), Description: new("Where the samples are"),
		Default:       &integrations.PropertyDefault{Text: new("https://samples.example.com")},
		CompletionURL: new("/complete"), Enum: []string{"https://samples.example.com", "https://more.example.com"},
	}, account.Properties["server"])
	require.Equal(t, &integrations.PropertyDefault{Number: new(12.5)}, account.Properties["most"].Default)
	require.Equal(t, &integrations.PropertyDefault{Bool: new(true)}, account.Properties["public"].Default)
	require.Equal(t, "/login", *account.Properties["login"].CallbackURL)
	require.Equal(t, &integrations.Configuration{Component: &integrations.ConfigurationComponent{ComponentID: "space-config"}}, got.Configurations.Space)
	require.Equal(t, map[string]string{"img-src": "https://images.example.com", "upgrade-insecure-requests": "1"}, got.ContentSecurityPolicy.Directives)

	var unknown integrations.Configuration
	require.NoError(t, json.Unmarshal([]byte(`{"form":[]}`), &unknown))
	require.Equal(t, integrations.Configuration{Raw: api.Raw(`{"form":[]}`)}, unknown)
	var policy integrations.ContentSecurityPolicy
	require.NoError(t, json.Unmarshal([]byte(`"img-src a"`), &policy))
	require.Equal(t, integrations.ContentSecurityPolicy{Policy: new("img-src a")}, policy)
}

// TestPublishedIntegrationIsPublishedAgain sends the definition of an integration as it was
// received, as a program does that changes one field.
func TestPublishedIntegrationIsPublishedAgain(t *testing.T) {
	t.Parallel()
	got := contract.Decode[integrations.Integration](t, definition(t))
	again := bare
	again.Blocks, again.ContentSources, again.Configurations, again.ContentSecurityPolicy = got.Blocks, got.ContentSources, got.Configurations, got.ContentSecurityPolicy
	sent := area.Accepts(t, "Integrations.Publish", publish(again))
	var want map[string]any
	require.NoError(t, json.Unmarshal(definition(t), &want))
	body, err := json.Marshal(sent.Body)
	require.NoError(t, err)
	var is map[string]any
	require.NoError(t, json.Unmarshal(body, &is))
	for _, field := range []string{"blocks", "contentSources", "configurations", "contentSecurityPolicy"} {
		require.Equal(t, want[field], is[field], field)
	}
}
