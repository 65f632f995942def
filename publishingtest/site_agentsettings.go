package publishingtest

import (
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
)

// The operations on the settings of the agent.
var _ = declare(operations{
	"Sites.AgentSettings.Get": {handle: onSite(shows((*call).agentSettingsOf))},
	"Sites.AgentSettings.Put": {onSite(putAgentSettings), limits.Table{limits.BodyOf[sites.AgentSettingsPut]()}},
})

// agentSettingsOf returns the settings of the agent for a site, or the defaults if they were not
// set.
func (st *state) agentSettingsOf(s *site) sites.AgentSettings {
	if s.agent != nil {
		return *s.agent
	}
	return sites.AgentSettings{
		Object:   "site-agent-settings",
		URLs:     sites.AgentSettingsURLs{Location: st.location("orgs", s.org.data.ID, "sites", s.data.ID, "agent-settings")},
		Scans:    sites.AgentScans{Topics: sites.AgentScanTopicsNever},
		Findings: sites.AgentFindings{ChangeRequests: sites.AgentFindingChangeRequestsNever},
		Editing:  sites.AgentEditing{CustomInstructions: richtext.Document{Object: "document", Nodes: []richtext.Node{}}},
	}
}

func putAgentSettings(c *call, s *site) (response, error) {
	in, settings := input[sites.AgentSettingsPut](c), c.agentSettingsOf(s)
	settings.Scans, settings.Findings, settings.Editing = in.Scans, in.Findings, in.Editing
	settings.UpdatedAt, settings.UpdatedBy = new(c.now()), &c.callerUser().ID
	s.agent = &settings
	return respondOK(settings)
}
