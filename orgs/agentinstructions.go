package orgs

import (
	"context"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/richtext"
)

// AgentInstructionsService manages the instructions that an organization gives to the agent of the
// service. The instructions are a single document.
//
// Experimental: may change in any minor release; see [api].
type AgentInstructionsService struct {
	core *transport.Core
}

// AgentInstructions contains the instructions that an organization gives to the agent.
//
// Experimental: may change in any minor release; see [api].
type AgentInstructions struct {
	Object       string                `json:"object"` // "agent-instructions"
	Instructions richtext.Document     `json:"instructions" response:"about"`
	UpdatedAt    time.Time             `json:"updatedAt"`
	UpdatedBy    string                `json:"updatedBy" response:"id"` // ID of a user
	URLs         AgentInstructionsURLs `json:"urls"`
}

// AgentInstructionsURLs contains the URL of agent instructions.
//
// Experimental: may change in any minor release; see [api].
type AgentInstructionsURLs struct {
	Location string `json:"location"` // relative, unlike the location of other resources
}

// Get returns the agent instructions of an organization. The instructions are always a document,
// never Markdown. It is undocumented what Get returns before the first
// [AgentInstructionsService.Put]. In package publishingtest, Get returns a document without nodes.
//
// API: GET /v1/orgs/{organizationId}/agent-instructions
func (s AgentInstructionsService) Get(
	ctx context.Context, orgID string, opts ...api.CallOption,
) (*AgentInstructions, error) {
	return transport.JSON[AgentInstructions](ctx, s.core, opAgentInstructionsGet.Path(orgID), opts)
}

// AgentInstructionsPut is the request body of [AgentInstructionsService.Put].
//
// Experimental: may change in any minor release; see [api].
type AgentInstructionsPut struct {
	Instructions richtext.Document `json:"instructions" check:"required"`
}

// Put replaces the agent instructions of an organization and returns the new instructions. To
// change only a part of the instructions, change the document that [AgentInstructionsService.Get]
// returns and pass it to Put; nodes of unknown types are kept. If somebody else changes the
// instructions between the Get and the Put, that change is lost without an error.
//
// API: PUT /v1/orgs/{organizationId}/agent-instructions
func (s AgentInstructionsService) Put(
	ctx context.Context, orgID string, instructions AgentInstructionsPut, opts ...api.CallOption,
) (*AgentInstructions, error) {
	return transport.JSON[AgentInstructions](
		ctx, s.core, opAgentInstructionsPut.Path(orgID).Body(instructions), opts,
	)
}
