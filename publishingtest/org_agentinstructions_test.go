package publishingtest_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
)

func agentInstructionsProofs() map[string]proof {
	p := proofs{}
	p.responds("orgs.agentinstructions.get.empty", "GET", acme+"/agent-instructions", "", http.StatusOK)
	return p
}

func TestLastAgentInstructionsWinAndKeepUnknownNodes(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	w := newWorld(t, publishingtest.WithClock(func() time.Time { return now }))
	instructions := w.client.Orgs.AgentInstructions
	first := must(instructions.Get(t.Context(), w.org))(t)
	require.Equal(t, &orgs.AgentInstructions{
		Object: "agent-instructions", Instructions: richtext.Document{Object: "document", Nodes: []richtext.Node{}},
		UpdatedAt: now, UpdatedBy: "caller", URLs: orgs.AgentInstructionsURLs{Location: w.at("/agent-instructions")},
	}, first)

	now = now.Add(time.Minute)
	ada := w.Orgs.Members.Add(w.org, api.Member{ID: "ada", Role: new(api.RoleAdmin)}).ID
	unknown := richtext.Document{Object: "document", Nodes: []richtext.Node{{Object: "block", Type: "hologram", Extra: map[string]api.Raw{"beam": api.Raw(`[1]`)}}}}
	put := must(w.ClientFor(ada).Orgs.AgentInstructions.Put(t.Context(), w.org, orgs.AgentInstructionsPut{Instructions: unknown}))(t)
	require.Equal(t, now, put.UpdatedAt)
	require.Equal(t, ada, put.UpdatedBy)
	got := must(instructions.Get(t.Context(), w.org))(t)
	require.Equal(t, put, got)
	require.JSONEq(t, `{"object":"document","data":{},"nodes":[{"object":"block","type":"hologram","beam":[1]}]}`, jsonOf(t, got.Instructions))

	// A writer who still has the first document replaces the second one.
	first.Instructions.Nodes = append(first.Instructions.Nodes, richtext.NewParagraph("Be kind."))
	last := must(instructions.Put(t.Context(), w.org, orgs.AgentInstructionsPut{Instructions: first.Instructions}))(t)
	require.Equal(t, first.Instructions, last.Instructions)
	require.Equal(t, "caller", last.UpdatedBy)
	require.Equal(t, *last, w.Orgs.AgentInstructions.Get(w.org))
	other := w.Orgs.Add(orgs.Organization{}).ID
	require.Empty(t, w.Orgs.AgentInstructions.Get(other).Instructions.Nodes, "each organization has its own")
}
