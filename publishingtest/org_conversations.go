package publishingtest

import (
	"net/http"
	"slices"

	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

var (
	ruleClusterAll   = newUndecidedRule("orgs.conversations.clusters.list.status", "a cluster of issues has no status, so a list of one status contains all of them; without the rule, none")
	ruleIssueOrder   = newUndecidedRule("orgs.conversations.clusters.issues.list.order", "the issues of a cluster are listed in the order in which they were added; without the rule, the latest first")
	ruleIngestUpsert = newUndecidedRule("orgs.conversations.create.upsert", "a conversation with the ID of an earlier one replaces that one, whatever their sources; without the rule, both are kept")
)

// The operations on conversations.
var _ = declare(operations{
	"Orgs.Conversations.Create":               {onOrganization(ingestConversations), limits.Table{limits.BodyOf(orgs.ConversationCreate{})}},
	"Orgs.Conversations.Clusters.List":        {onOrganization(listClusters), limits.Table{limits.QueryOf(orgs.ConversationClusterListOptions{})}},
	"Orgs.Conversations.Clusters.Get":         {handle: clusterKind.get},
	"Orgs.Conversations.Clusters.Issues.List": {handle: clusterKind.on(listIssues)},
})

// listBodies contains the operations whose body is a list. The values are the names of the lists in
// the tables of limits. Each of these operations also accepts a single item.
var listBodies = map[string]string{"Orgs.Conversations.Create": "conversations"}

// conversations are the conversations of an organization and the issues found in them.
type conversations struct {
	ingested ordered.Table[orgs.ConversationInput] // keys are IDs
	clusters ordered.Table[*cluster]
}

// cluster is a cluster of issues.
type cluster struct {
	data   orgs.ConversationCluster
	issues []orgs.ConversationIssueItem
}

// clusterKind is the resource kind for clusters of issues of organizations.
var clusterKind = &kind[*organization, cluster, orgs.ConversationCluster]{
	name: "cluster", param: "clusterId", in: organizationKind.scope(),
	table: func(org *organization) *ordered.Table[*cluster] { return &org.conversations.clusters },
	show: func(_ *call, _ *organization, found *cluster) orgs.ConversationCluster {
		return found.data
	},
}

func ingestConversations(c *call, org *organization) (response, error) {
	for _, given := range input[orgs.ConversationCreate](c).Conversations {
		org.conversations.ingested.Put(
			byRule(c.state, ruleIngestUpsert, given.ID, c.newID("conversation")), given,
		)
	}
	return response{status: http.StatusNoContent}, nil
}

func listClusters(c *call, org *organization) (response, error) {
	ascending := c.query.Get("order") == "asc"
	var sorted ordered.Elements[*cluster]
	for found := range org.conversations.clusters.Values() {
		value := found.data.UpdatedAt.UTC().Format(sortableTime)
		stats := found.data.Stats
		counts := map[orgs.ConversationClusterSort]int64{
			orgs.ConversationClusterSortIssues:        stats.Issues,
			orgs.ConversationClusterSortConversations: stats.Conversations,
			orgs.ConversationClusterSortTasksTotal:    stats.TasksTotal,
			orgs.ConversationClusterSortTasksBacklog:  stats.TasksBacklog,
			orgs.ConversationClusterSortTasksStarted:  stats.TasksStarted,
		}
		if count, ok := counts[orgs.ConversationClusterSort(c.query.Get("orderBy"))]; ok {
			value = ordered.At(count)
		}
		if c.query.Get("status") == "" || c.enabled(ruleClusterAll) {
			sorted.Add(sortPosition(value, found.data.ID, !ascending), found)
		}
	}
	return respondPage(c,
		sorted.Sorted(), func(found *cluster) orgs.ConversationCluster { return found.data })
}

func listIssues(c *call, _ *organization, found *cluster) (response, error) {
	issues := found.issues
	if !c.enabled(ruleIssueOrder) {
		issues = slices.Clone(issues)
		slices.Reverse(issues)
	}
	return respondPage(c, ordered.Of(issues), asIs)
}

// Add adds a cluster of issues to an organization and returns it. The service finds clusters in
// conversations, but this server has only the clusters that tests add. Fields that are not set are
// generated, except for the counts. WeeklyPulse must have 13 values or none.
func (s OrgConversationClusters) Add(
	orgID string, seed orgs.ConversationCluster, issues ...orgs.ConversationIssueItem,
) orgs.ConversationCluster {
	server := open(s.server)
	defer server.mu.hold()()
	seed, issues = clone(seed), clone(issues)
	org := organizationKind.seeded(server, orgID)
	now := server.state.now()
	seed.ID = server.seedID("issues-cluster", seed.ID)
	server.state.fillCommon(&seed, "issues-cluster", "orgs", orgID, "conversations-clusters", seed.ID)
	fill(&seed.Label, "Cluster "+seed.ID)
	fill(&seed.Icon, "circle")
	const weeks = 13
	if got := len(seed.WeeklyPulse); got != weeks {
		server.mistakeIf(got > 0,
			"the WeeklyPulse of a cluster of issues has %d values, got %d", weeks, got)
		seed.WeeklyPulse = make([]int64, weeks)
	}
	if seed.Sources == nil {
		seed.Sources = map[string]int64{}
	}
	fill(&seed.URLs.App, address(appURL, "o", orgID, "conversations", seed.ID))
	for i := range issues {
		issue, conversation := &issues[i].Issue, &issues[i].Conversation
		fill(&conversation.ID, server.state.newID("conversation"))
		conversation.Object, conversation.CreatedAt = "conversation", orElse(conversation.CreatedAt, now)
		fill(&conversation.Source, orgs.ConversationSourceEmail)
		fill(&conversation.URLs.Location, server.state.location("orgs", orgID, "conversations", conversation.ID))
		issue.ID = server.seedID("conversation-issue", issue.ID)
		issue.Object, issue.Conversation, issue.Cluster = "conversation-issue", conversation.ID, new(seed.ID)
		issue.CreatedAt, issue.IngestedAt = orElse(issue.CreatedAt, now), orElse(issue.IngestedAt, now)
		fill(&issue.URLs.Location, server.state.location("orgs", orgID, "conversations-issues", issue.ID))
	}
	org.conversations.clusters.Add(seed.ID, &cluster{seed, issues})
	return clone(seed)
}

// All returns the clusters of issues of an organization, in the order in which they were added.
func (s OrgConversationClusters) All(orgID string) []orgs.ConversationCluster {
	return clusterKind.all(open(s.server), orgID)
}

// All returns the conversations that an organization has ingested, in the order in which their IDs
// were first ingested.
func (s OrgConversations) All(orgID string) []orgs.ConversationInput {
	defer open(s.server).mu.hold()()
	return values(organizationKind.seeded(open(s.server), orgID).conversations.ingested.Values(), asIs)
}
