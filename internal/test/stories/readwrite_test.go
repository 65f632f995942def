package stories_test

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/customization"
)

// readWrites are the methods that get a resource and send it back with a change, in place of what
// the service has.
var readWrites = map[string]struct {
	fixture  string   // a response with all that the service always sends: a file, or JSON
	optional []string // top-level fields that it may lack
	unions   []string // top-level fields that can be of any type
	call     func(t *testing.T, client *publishing.Client) error
}{
	"sites.CustomizationService.Edit": {
		fixture: "sites/testdata/customization.json", optional: []string{"title", "announcement", "pdf", "git"}, unions: []string{"favicon"},
		call: func(t *testing.T, client *publishing.Client) error {
			_, err := client.Sites.Customization.Edit(t.Context(), "org", "site", func(s *customization.Settings) error {
				s.Title = new("Other")
				return nil
			})
			return err
		},
	},
	"sites.AgentSettingsService.Edit": {
		fixture: `{"object": "site-agent-settings", "updatedAt": "2026-01-02T03:04:05.678Z", "updatedBy": "user_1",
			"urls": {"location": "https://api.example.com/v1/orgs/org_1/sites/site_1/agent-settings"}, "scans": {"topics": "auto"},
			"findings": {"changeRequests": "never"}, "editing": {"customInstructions": {"object": "document", "data": {}, "nodes": []}}}`,
		optional: []string{"updatedAt", "updatedBy"},
		call: func(t *testing.T, client *publishing.Client) error {
			_, err := client.Sites.AgentSettings.Edit(t.Context(), "org", "site", func(s *sites.AgentSettingsPut) error {
				s.Findings.ChangeRequests = sites.AgentFindingChangeRequestsAlways
				return nil
			})
			return err
		},
	},
	"integrations.InstallationService.MergeConfiguration": {
		fixture: "integrations/testdata/installation.json", optional: []string{"network"}, unions: []string{"network"},
		call: func(t *testing.T, client *publishing.Client) error {
			_, err := client.Integrations.Installations.MergeConfiguration(t.Context(), "chat", "in", secretChange(t))
			return err
		},
	},
	"integrations.InstallationSpaceService.MergeConfiguration": {
		fixture: "integrations/testdata/space-installation.json", unions: []string{"space"},
		call: func(t *testing.T, client *publishing.Client) error {
			_, err := client.Integrations.Installations.Spaces.MergeConfiguration(t.Context(), "chat", "in", "space", secretChange(t), integrations.InstallationSpaceUpdateOptions{})
			return err
		},
	},
	"integrations.InstallationSiteService.MergeConfiguration": {
		fixture: "integrations/testdata/site-installation.json", unions: []string{"site"},
		call: func(t *testing.T, client *publishing.Client) error {
			_, err := client.Integrations.Installations.Sites.MergeConfiguration(t.Context(), "chat", "in", "site", secretChange(t), integrations.InstallationSiteUpdateOptions{})
			return err
		},
	},
}

func secretChange(t *testing.T) api.SecretJSON {
	t.Helper()
	changes, err := api.NewSecretJSON(map[string]any{"new": 1})
	require.NoError(t, err)
	return changes
}

func TestReadWritesAreAllThatThereAre(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../../*/*.go")
	require.NoError(t, err)
	method := regexp.MustCompile(`(?m)^func \(\w+ (\w+)\) (\w+)\((?:[^\n]|\n\)|\n\t)*\btransport\.(?:Intact|Editor)\b`)
	var found []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, match := range method.FindAllSubmatch(text, -1) {
			found = append(found, filepath.Base(filepath.Dir(file))+"."+string(match[1])+"."+string(match[2]))
		}
	}
	slices.Sort(found)
	require.Equal(t, slices.Sorted(maps.Keys(readWrites)), found)
}

// TestReadWriteSendsNothingAfterAResponseWithoutTheResource calls each of them with responses that
// lack something, which would be replaced by nothing.
func TestReadWriteSendsNothingAfterAResponseWithoutTheResource(t *testing.T) {
	t.Parallel()
	for name, method := range readWrites {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			complete, err := []byte(method.fixture), error(nil)
			if method.fixture[0] != '{' {
				complete, err = os.ReadFile(filepath.Join("../../..", method.fixture))
			}
			require.NoError(t, err)
			var response atomic.Value
			var writes atomic.Int64
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body := response.Load()
				if r.Method != http.MethodGet {
					_, _ = io.Copy(io.Discard, r.Body)
					writes.Add(1)
					body = string(complete)
				}
				w.Header().Set("Content-Type", "application/json")
				_, _ = io.WriteString(w, body.(string))
			}))
			defer server.Close()
			client, err := publishing.NewClient(server.URL, publishing.WithToken("t"), publishing.WithHTTPClient(server.Client()))
			require.NoError(t, err)
			call := func(body string) error {
				response.Store(body)
				return method.call(t, client)
			}
			rejects := func(body, want string) {
				t.Helper()
				err := call(body)
				require.ErrorContains(t, err, want, body)
				require.False(t, publishing.MayHaveApplied(err), body)
				require.Zero(t, writes.Load(), body)
			}

			for _, body := range []string{`null`, `[]`, `"ok"`, `7`, ``} {
				rejects(body, "want a JSON object")
			}
			for _, body := range []string{`{}`, `{"ok":true}`, `{"error":{"code":500,"message":"x"}}`} {
				rejects(body, " is missing")
			}
			var fields map[string]json.RawMessage
			require.NoError(t, json.Unmarshal(complete, &fields))
			with := func(field, value string) string {
				changed := maps.Clone(fields)
				changed[field] = json.RawMessage(value)
				if value == "" {
					delete(changed, field)
				}
				text, err := json.Marshal(changed)
				require.NoError(t, err)
				return string(text)
			}
			var accepted []string
			for field, value := range fields {
				isOptional := slices.Contains(method.optional, field)
				for _, missing := range []string{"", "null"} {
					if isOptional {
						accepted = append(accepted, with(field, missing))
					} else {
						rejects(with(field, missing), "/"+field+" is missing")
					}
				}
				other := `"x"`
				if value[0] == '"' {
					other = `{"x":1}`
				}
				if !slices.Contains(method.unions, field) {
					rejects(with(field, other), "/"+field+": want ")
				}
			}
			for i, body := range append(accepted, string(complete)) {
				require.NoError(t, call(body), body)
				require.Equal(t, int64(i+1), writes.Load())
			}
		})
	}
}
