package orgs_test

import (
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/orgs"
)

const (
	conversationClusterJSON = `{"object": "issues-cluster", "id": "cluster_1", "label": "Login", "createdAt": "2026-01-02T03:04:05.678Z", "updatedAt": "2026-02-03T04:05:06.789Z",
	"icon": "key", "summary": "People cannot log in.", "weeklyPulse": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], "sources": {"email": 2},
	"stats": {"issues": 1, "conversations": 2, "tasksTotal": 3, "tasksBacklog": 4, "tasksStarted": 5, "tasksCompleted": 6, "tasksCancelled": 7},
	"urls": {"location": "https://api.example.com/v1/orgs/org_1/conversations-clusters/cluster_1", "app": "https://app.example.com/c/1"}}`
	conversationIssueJSON = `{"issue": {"object": "conversation-issue", "id": "issue_1", "title": "No mail", "summary": "The mail did not come.", "createdAt": "2026-01-02T03:04:05.678Z",
	"ingestedAt": "2026-02-03T04:05:06.789Z", "conversation": "conversation_1", "cluster": "cluster_1", "urls": {"location": "https://api.example.com/v1/issue_1"}},
	"conversation": {"object": "conversation", "id": "conversation_1", "subject": "Help", "createdAt": "2026-01-02T03:04:05.678Z", "processedAt": "2026-02-03T04:05:06.789Z",
	"source": "integration:desk:installation_1", "urls": {"location": "https://api.example.com/v1/conversation_1", "source": "https://desk.example.com/1"}}}`
)

var (
	conversationClusterPage = orgs.ConversationClusterListOptions{
		Cursor: "c/2+d=", Limit: 1000, Order: api.OrderAsc, OrderBy: orgs.ConversationClusterSortIssues, Status: orgs.ConversationClusterStatusAnalysing,
	}
	conversationIssuePage = orgs.ConversationClusterIssueListOptions{Cursor: "c/2+d=", Limit: 1000}
	conversation          = orgs.ConversationInput{
		ID: "ticket_1", Subject: "Help",
		Metadata: &orgs.ConversationMetadata{
			URL: "https://desk.example.com/1", Attributes: map[string]string{"plan": "pro"}, CreatedAt: new(time.Date(2026, 1, 2, 3, 4, 5, 678_000_000, time.UTC)),
		},
		Parts: []orgs.ConversationPart{
			{Type: orgs.ConversationPartTypeMessage, Role: orgs.ConversationRoleUser, Body: "Where is my mail?"},
			{Type: orgs.ConversationPartTypeMessage, Role: orgs.ConversationRoleAssistant, Body: "On its way."},
			{Type: orgs.ConversationPartTypeMessage, Role: orgs.ConversationRoleTeamMember, Body: ""},
		},
	}
)

func ingest(conversations ...orgs.ConversationInput) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return nil, a.Orgs.Conversations.Create(a.Ctx, a.ID[0], orgs.ConversationCreate{Conversations: conversations}, a.Opts...)
	}
}

var conversationRows = []contract.Row{
	{
		Op:      "Orgs.Conversations.Create",
		Call:    ingest(conversation, orgs.ConversationInput{ID: "ticket_2", Parts: []orgs.ConversationPart{}}),
		Request: "POST /v1/orgs/organization%2F1/conversations",
		Body: `[{"id": "ticket_1", "subject": "Help", "metadata": {"url": "https://desk.example.com/1", "attributes": {"plan": "pro"}, "createdAt": "2026-01-02T03:04:05.678Z"},
			"parts": [{"type": "message", "role": "user", "body": "Where is my mail?"}, {"type": "message", "role": "assistant", "body": "On its way."},
			{"type": "message", "role": "team-member", "body": ""}]}, {"id": "ticket_2", "parts": []}]`,
		Status: 204,
	},

	{
		Op: "Orgs.Conversations.Clusters.List",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Conversations.Clusters.List(a.Ctx, a.ID[0], conversationClusterPage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.Orgs.Conversations.Clusters.All(a.Ctx, a.ID[0], conversationClusterPage, a.Opts...), a.Orgs.Conversations.Clusters.ListPages(a.Ctx, a.ID[0], conversationClusterPage, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/conversations-clusters?limit=1000&order=asc&orderBy=issues&page=c%2F2%2Bd%3D&status=analysing",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 1, "items": [` + conversationClusterJSON + `]}`,
	},

	{
		Op: "Orgs.Conversations.Clusters.Get",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Conversations.Clusters.Get(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/conversations-clusters/cluster%2F1",
		Status:   200,
		Response: conversationClusterJSON,
	},

	{
		Op: "Orgs.Conversations.Clusters.Issues.List",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Conversations.Clusters.Issues.List(a.Ctx, a.ID[0], a.ID[1], conversationIssuePage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.Orgs.Conversations.Clusters.Issues.All(a.Ctx, a.ID[0], a.ID[1], conversationIssuePage, a.Opts...), a.Orgs.Conversations.Clusters.Issues.ListPages(a.Ctx, a.ID[0], a.ID[1], conversationIssuePage, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/conversations-clusters/cluster%2F1/issues?limit=1000&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 1, "items": [` + conversationIssueJSON + `]}`,
	},
}
