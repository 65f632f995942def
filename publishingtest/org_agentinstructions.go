package publishingtest

import (
	"net/http"

	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/richtext"
)

var ruleAgentInstructionsEmpty = newUndecidedRule("orgs.agentinstructions.get.empty", "before the first update, the agent instructions of an organization are a document without nodes, updated by the user who created the organization; without the rule, the response is 404")

// The operations on agent instructions.
var _ = declare(operations{
	"Orgs.AgentInstructions.Get": {handle: onOrganization(getAgentInstructions)},
	"Orgs.AgentInstructions.Put": {onOrganization(putAgentInstructions), limits.Table{limits.BodyOf[orgs.AgentInstructionsPut]()}},
})

// agentInstructions are the agent instructions of an organization.
type agentInstructions struct {
	data orgs.AgentInstructions
	put  bool // whether a call or a test has replaced them
}

// newAgentInstructions returns the agent instructions of a new organization.
func (st *state) newAgentInstructions(org *orgs.Organization) agentInstructions {
	return agentInstructions{data: orgs.AgentInstructions{
		Object:       "agent-instructions",
		Instructions: richtext.Document{Object: "document", Nodes: []richtext.Node{}},
		UpdatedAt:    org.CreatedAt,
		UpdatedBy:    st.caller,
		URLs: orgs.AgentInstructionsURLs{
			Location: address("/v1", "orgs", org.ID, "agent-instructions"),
		},
	}}
}

func getAgentInstructions(c *call, org *organization) (response, error) {
	if org.agentInstructions.put || c.enabled(ruleAgentInstructionsEmpty) {
		return respondOK(org.agentInstructions.data)
	}
	return response{}, fail(http.StatusNotFound,
		"organizationId: the organization has no agent instructions")
}

func putAgentInstructions(c *call, org *organization) (response, error) {
	c.setAgentInstructions(org, input[orgs.AgentInstructionsPut](c).Instructions)
	return respondOK(org.agentInstructions.data)
}

func (st *state) setAgentInstructions(org *organization, instructions richtext.Document) {
	stored := &org.agentInstructions
	stored.put = true
	stored.data.Instructions, stored.data.UpdatedAt, stored.data.UpdatedBy = instructions, st.now(), st.caller
}

// Put replaces the agent instructions of an organization, as a call by [Server.Caller] does.
func (s OrgAgentInstructions) Put(orgID string, instructions richtext.Document) {
	defer s.mu.hold()()
	s.state.setAgentInstructions(s.seedOrganization(orgID), clone(instructions))
}

// Get returns the agent instructions of an organization.
func (s OrgAgentInstructions) Get(orgID string) orgs.AgentInstructions {
	defer s.mu.hold()()
	return clone(s.seedOrganization(orgID).agentInstructions.data)
}
