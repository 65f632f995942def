package orgs_test

import (
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/richtext"
)

const agentInstructionsJSON = `{"object": "agent-instructions", "instructions": ` + instructionsJSON + `, "updatedAt": "2026-01-02T03:04:05.678Z", ` +
	`"updatedBy": "user_1", "urls": {"location": "/v1/orgs/org_1/agent-instructions"}}`

var agentInstructionsRows = []contract.Row{
	{
		Op:       "Orgs.AgentInstructions.Get",
		Call:     func(a contract.Args) (any, error) { return a.Orgs.AgentInstructions.Get(a.Ctx, a.ID[0], a.Opts...) },
		Request:  "GET /v1/orgs/organization%2F1/agent-instructions",
		Status:   200,
		Response: agentInstructionsJSON,
	},

	{
		Op: "Orgs.AgentInstructions.Put",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.AgentInstructions.Put(a.Ctx, a.ID[0], orgs.AgentInstructionsPut{Instructions: instructions}, a.Opts...)
		},
		Request:  "PUT /v1/orgs/organization%2F1/agent-instructions",
		Body:     `{"instructions": ` + instructionsJSON + `}`,
		Status:   200,
		Response: agentInstructionsJSON,
	},
	{
		Op:   "Orgs.AgentInstructions.Put",
		Name: "without nodes",
		Call: func(a contract.Args) (any, error) {
			put := orgs.AgentInstructionsPut{Instructions: richtext.Document{Object: "document", Nodes: []richtext.Node{}}}
			return a.Orgs.AgentInstructions.Put(a.Ctx, a.ID[0], put, a.Opts...)
		},
		Request:  "PUT /v1/orgs/organization%2F1/agent-instructions",
		Body:     `{"instructions": {"object": "document", "data": {}, "nodes": []}}`,
		Status:   200,
		Response: agentInstructionsJSON,
	},
}
