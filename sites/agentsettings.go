package sites

import (
	"context"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/richtext"
)

// AgentSettingsService manages the settings that determine what the agent of the service does for a
// site.
//
// Experimental: may change in any minor release; see [api].
type AgentSettingsService struct {
	core *transport.Core
}

// AgentSettings contains the settings of the agent for a site.
//
// Experimental: may change in any minor release; see [api].
type AgentSettings struct {
	Object    string            `json:"object"` // "site-agent-settings"
	UpdatedAt *time.Time        `json:"updatedAt,omitzero"`
	UpdatedBy *string           `json:"updatedBy,omitzero"` // ID of a user
	URLs      AgentSettingsURLs `json:"urls"`
	Scans     AgentScans        `json:"scans"`
	Findings  AgentFindings     `json:"findings"`
	Editing   AgentEditing      `json:"editing"`
}

// AgentSettingsURLs contains the URL of agent settings in the API.
//
// Experimental: may change in any minor release; see [api].
type AgentSettingsURLs struct {
	Location string `json:"location"`
}

// AgentScans configures what the agent looks for.
//
// Experimental: may change in any minor release; see [api].
type AgentScans struct {
	Topics AgentScanTopics `json:"topics" check:"required"`
}

// AgentScanTopics selects when the agent looks for topics.
//
// Experimental: may change in any minor release; see [api].
type AgentScanTopics string

// Values of [AgentScanTopics].
const (
	AgentScanTopicsAuto  AgentScanTopics = "auto"
	AgentScanTopicsNever AgentScanTopics = "never"
)

// AgentFindings configures what the agent does with the problems that it finds.
//
// Experimental: may change in any minor release; see [api].
type AgentFindings struct {
	ChangeRequests AgentFindingChangeRequests `json:"changeRequests" check:"required"`
}

// AgentFindingChangeRequests selects the findings for which the agent creates change requests.
//
// Experimental: may change in any minor release; see [api].
type AgentFindingChangeRequests string

// Values of [AgentFindingChangeRequests].
const (
	AgentFindingChangeRequestsAlways      AgentFindingChangeRequests = "always"
	AgentFindingChangeRequestsAutoFixable AgentFindingChangeRequests = "auto-fixable"
	AgentFindingChangeRequestsNever       AgentFindingChangeRequests = "never"
)

// AgentEditing configures how the agent writes.
//
// Experimental: may change in any minor release; see [api].
type AgentEditing struct {
	CustomInstructions richtext.Document `json:"customInstructions" check:"required"`
}

// Get returns the settings of the agent for a site. To change them, use
// [AgentSettingsService.Edit].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/agent-settings
func (s AgentSettingsService) Get(
	ctx context.Context, orgID, siteID string, opts ...api.CallOption,
) (*AgentSettings, error) {
	return transport.JSON[AgentSettings](ctx, s.core, opAgentSettingsGet.Path(orgID, siteID), opts)
}

// AgentSettingsPut is the request body of [AgentSettingsService.Put].
//
// Experimental: may change in any minor release; see [api].
type AgentSettingsPut struct {
	Scans    AgentScans    `json:"scans"`
	Findings AgentFindings `json:"findings"`
	Editing  AgentEditing  `json:"editing"`
}

// Put replaces all settings of the agent for a site and returns them. Settings that this release
// does not know are reset to their defaults. To keep such settings, use
// [AgentSettingsService.Edit].
//
// API: PUT /v1/orgs/{organizationId}/sites/{siteId}/agent-settings
func (s AgentSettingsService) Put(
	ctx context.Context, orgID, siteID string, settings AgentSettingsPut, opts ...api.CallOption,
) (*AgentSettings, error) {
	return transport.JSON[AgentSettings](
		ctx, s.core, opAgentSettingsPut.Path(orgID, siteID).Body(settings), opts,
	)
}

// Edit changes some of the settings of the agent for a site. It gets the settings, calls edit with
// them, and puts the changed settings. Edit keeps settings that this release does not know. It
// returns the settings in the response to the put or, if edit changed nothing, in the response to
// the get. In all other respects, it behaves like [CustomizationService.Edit].
//
// API: PUT /v1/orgs/{organizationId}/sites/{siteId}/agent-settings
func (s AgentSettingsService) Edit(
	ctx context.Context, orgID, siteID string,
	edit func(settings *AgentSettingsPut) error, opts ...api.CallOption,
) (*AgentSettings, error) {
	e := transport.Editor[AgentSettings, AgentSettingsPut]{
		Get: opAgentSettingsGet.Path(orgID, siteID),
		Put: opAgentSettingsPut.Path(orgID, siteID),
		Body: func(settings *AgentSettings) *AgentSettingsPut {
			return &AgentSettingsPut{settings.Scans, settings.Findings, settings.Editing}
		},
		ReadOnly: []string{"object", "updatedAt", "updatedBy", "urls"},
	}
	return e.Edit(ctx, s.core, edit, opts)
}
