package publishingtest_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
)

func conversationProofs() map[string]proof {
	const path, clusters, op = acme + "/conversations", acme + "/conversations-clusters", "orgs.conversations.create"
	p := proofs{}
	p[op+".upsert"] = func(t *testing.T, w *world) bool {
		require.Equal(t, http.StatusNoContent, w.send(t, "POST", path, `[{"id":"1","parts":[]},{"id":"1","parts":[]}]`).status)
		return len(w.Orgs.Conversations.All("acme")) == 1
	}
	p.shows("orgs.conversations.clusters.list.status", "GET", clusters+"?status=pending", "", func(list map[string]any) bool { return len(list["items"].([]any)) == 2 })
	p["orgs.conversations.clusters.issues.list.order"] = func(t *testing.T, w *world) bool {
		w.Orgs.Conversations.Clusters.Add("acme", orgs.ConversationCluster{ID: "ordered-cluster"}, orgs.ConversationIssueItem{Issue: orgs.ConversationIssue{ID: "earlier-issue"}}, orgs.ConversationIssueItem{})
		items := w.send(t, "GET", clusters+"/ordered-cluster/issues", "").object(t)["items"].([]any)
		return at(items[0].(map[string]any), "issue.id") == "earlier-issue"
	}
	return p
}

func TestConversationsAreIngestedAndClustersListed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	service := w.client.Orgs.Conversations
	given := orgs.ConversationInput{ID: "1", Subject: "Help", Parts: []orgs.ConversationPart{{Type: "message", Role: "user", Body: "Help"}}}
	for _, subject := range []string{"Help", "Solved"} {
		given.Subject = subject
		require.NoError(t, service.Create(t.Context(), w.org, orgs.ConversationCreate{Conversations: []orgs.ConversationInput{given}}))
	}
	require.Equal(t, []orgs.ConversationInput{given}, w.Orgs.Conversations.All(w.org))
	require.Equal(t, http.StatusNoContent, w.send(t, "POST", w.at("/conversations"), `{"id":"2","parts":[]}`).status, "a single one")
	require.Len(t, w.Orgs.Conversations.All(w.org), 2)

	few := w.Orgs.Conversations.Clusters.Add(w.org, orgs.ConversationCluster{UpdatedAt: time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC), Stats: orgs.ConversationClusterStats{Issues: 2}}, orgs.ConversationIssueItem{})
	many := w.Orgs.Conversations.Clusters.Add(w.org, orgs.ConversationCluster{Stats: orgs.ConversationClusterStats{Issues: 10}})
	for order, want := range map[api.Order][]orgs.ConversationCluster{"": {many, few}, api.OrderAsc: {few, many}} {
		page := must(service.Clusters.List(t.Context(), w.org, orgs.ConversationClusterListOptions{OrderBy: orgs.ConversationClusterSortIssues, Order: order}))(t)
		require.Equal(t, want, page.Items)
	}
	require.Equal(t, few.ID, must(service.Clusters.List(t.Context(), w.org, orgs.ConversationClusterListOptions{}))(t).Items[0].ID)
	require.Equal(t, &few, must(service.Clusters.Get(t.Context(), w.org, few.ID))(t))
	page := must(service.Clusters.Issues.List(t.Context(), w.org, few.ID, orgs.ConversationClusterIssueListOptions{}))(t)
	require.Len(t, page.Items, 1)
	require.Equal(t, &few.ID, page.Items[0].Issue.Cluster)
	require.Equal(t, page.Items[0].Issue.Conversation, page.Items[0].Conversation.ID)
}
