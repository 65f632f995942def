package sites_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
)

const (
	agentSettingsFields = `"scans": {"topics": "auto"}, "findings": {"changeRequests": "auto-fixable"},
		"editing": {"customInstructions": {"object": "document", "data": {"schemaVersion": 8}, "nodes": [{"object": "block", "type": "paragraph", "nodes": []}]}}`
	agentSettingsJSON = `{"object": "site-agent-settings", "updatedAt": "2026-01-02T03:04:05.678Z", "updatedBy": "user_1",
		"urls": {"location": "https://api.example.com/v1/orgs/org_1/sites/site_1/agent-settings"}, ` + agentSettingsFields + `}`
)

var agentSettingsRows = []contract.Row{
	{
		Op: "Sites.AgentSettings.Get",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.AgentSettings.Get(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
		},
		Request:  "GET " + siteRequest + "/agent-settings",
		Status:   200,
		Response: agentSettingsJSON,
	},

	{
		Op: "Sites.AgentSettings.Put",
		Call: func(a contract.Args) (any, error) {
			settings := sites.AgentSettingsPut{
				Scans:    sites.AgentScans{Topics: sites.AgentScanTopicsAuto},
				Findings: sites.AgentFindings{ChangeRequests: sites.AgentFindingChangeRequestsAutoFixable},
				Editing: sites.AgentEditing{CustomInstructions: richtext.Document{
					Object: "document", Data: richtext.DocumentData{SchemaVersion: new(int64(8))},
					Nodes: []richtext.Node{{Object: "block", Type: "paragraph", Nodes: []richtext.Node{}}},
				}},
			}
			return a.Sites.AgentSettings.Put(a.Ctx, a.ID[0], a.ID[1], settings, a.Opts...)
		},
		Request:  "PUT " + siteRequest + "/agent-settings",
		Body:     `{` + agentSettingsFields + `}`,
		Status:   200,
		Response: agentSettingsJSON,
	},
}

func TestEditOfAgentSettingsSendsWhatItGot(t *testing.T) {
	t.Parallel()
	edit := func(topics sites.AgentScanTopics) func(contract.Args) (any, error) {
		return func(a contract.Args) (any, error) {
			return a.Sites.AgentSettings.Edit(a.Ctx, a.ID[0], a.ID[1], func(settings *sites.AgentSettingsPut) error {
				settings.Scans.Topics = topics
				return nil
			}, a.Opts...)
		}
	}
	newer := strings.NewReplacer(
		`"topics": "auto"`, `"topics": "auto", "links": "weekly"`, `"type": "paragraph"`, `"type": "new-block", "fold": true`,
		`"findings"`, `"budget": 7, "findings"`,
	).Replace(agentSettingsJSON)
	got := contract.Call(t, edit(sites.AgentScanTopicsNever), []string{"org", "site"}, newer, agentSettingsJSON)
	require.NoError(t, got.Err)
	require.JSONEq(t, `{"scans": {"topics": "never", "links": "weekly"}, "budget": 7, "findings": {"changeRequests": "auto-fixable"},
		"editing": {"customInstructions": {"object": "document", "data": {"schemaVersion": 8}, "nodes": [{"object": "block", "type": "new-block", "fold": true, "nodes": []}]}}}`,
		got.Body(1), "what the response alone contains is not sent")

	got = contract.Call(t, edit(sites.AgentScanTopicsAuto), []string{"org", "site"}, newer)
	require.NoError(t, got.Err)
	require.Equal(t, 1, got.Sent(), "nothing to put")
}
