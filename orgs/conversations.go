package orgs

import (
	"context"
	"iter"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// ConversationService ingests conversations with customers, such as those of a support desk. The
// service finds issues in the conversations and groups the issues into clusters.
//
// The SDK never logs the texts of a conversation.
//
// Experimental: may change in any minor release; see [api].
type ConversationService struct {
	// Clusters lists the clusters of issues in conversations.
	Clusters ConversationClusterService

	core *transport.Core
}

// ConversationCreate is the request body of [ConversationService.Create]. It is encoded as a list.
//
// Experimental: may change in any minor release; see [api].
type ConversationCreate struct {
	Conversations []ConversationInput `json:"conversations" check:"required"`
}

// MarshalJSON encodes the list of conversations.
func (c ConversationCreate) MarshalJSON() ([]byte, error) { return jsonx.Marshal(c.Conversations) }

// UnmarshalJSON decodes a list of conversations, or a single one.
func (c *ConversationCreate) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '{' {
		c.Conversations = make([]ConversationInput, 1)
		return jsonx.Unmarshal(data, &c.Conversations[0])
	}
	return jsonx.Unmarshal(data, &c.Conversations)
}

// ConversationInput is a conversation to ingest.
//
// Experimental: may change in any minor release; see [api].
type ConversationInput struct {
	// ID identifies the conversation in its source. It has 1 to 255 characters.
	ID       string                `json:"id" check:"required,len=1..255"`
	Subject  string                `json:"subject,omitzero" check:"len=..512"`
	Metadata *ConversationMetadata `json:"metadata,omitzero"`
	Parts    []ConversationPart    `json:"parts" check:"required"` // in order
}

// ConversationMetadata is the metadata of a conversation at its source.
//
// Experimental: may change in any minor release; see [api].
type ConversationMetadata struct {
	URL        string            `json:"url,omitzero"` // URL of the conversation at its source
	Attributes map[string]string `json:"attributes,omitzero"`
	CreatedAt  *time.Time        `json:"createdAt,omitzero"`
}

// ConversationPart is a message of a conversation. This release knows no other kind of part.
//
// Experimental: may change in any minor release; see [api].
type ConversationPart struct {
	Type ConversationPartType `json:"type" check:"required"`
	Role ConversationRole     `json:"role" check:"required"`
	Body string               `json:"body"`
}

// ConversationPartType is the type of a part of a conversation.
//
// Experimental: may change in any minor release; see [api].
type ConversationPartType string

// ConversationPartTypeMessage is a message.
const ConversationPartTypeMessage ConversationPartType = "message"

// ConversationRole is the role of the author of a part of a conversation.
//
// Experimental: may change in any minor release; see [api].
type ConversationRole string

// Roles in a conversation.
const (
	ConversationRoleUser       ConversationRole = "user" // the customer
	ConversationRoleAssistant  ConversationRole = "assistant"
	ConversationRoleTeamMember ConversationRole = "team-member"
)

// Create adds conversations to an organization. It requires the token of an integration's
// installation with the scope "conversations:ingest". It is undocumented whether a conversation
// replaces an earlier conversation with the same source and ID. In package publishingtest, it does.
//
// Newer descriptions of the API do not contain this operation, so the service may respond with 404
// or 405.
//
// API: POST /v1/orgs/{organizationId}/conversations
func (s ConversationService) Create(
	ctx context.Context, orgID string, conversations ConversationCreate, opts ...api.CallOption,
) error {
	return transport.None(ctx, s.core, opConversationCreate.Path(orgID).Body(conversations), opts)
}

// ConversationClusterService lists the clusters of issues in conversations.
//
// Experimental: may change in any minor release; see [api].
type ConversationClusterService struct {
	// Issues lists the issues of a cluster.
	Issues ConversationClusterIssueService

	core *transport.Core
}

// ConversationCluster is a cluster of issues.
//
// Experimental: may change in any minor release; see [api].
type ConversationCluster struct {
	Object      string                   `json:"object"` // "issues-cluster"
	ID          string                   `json:"id"`
	Label       string                   `json:"label"`
	CreatedAt   time.Time                `json:"createdAt"`
	UpdatedAt   time.Time                `json:"updatedAt"`
	Icon        string                   `json:"icon"`
	Summary     string                   `json:"summary"`
	WeeklyPulse []int64                  `json:"weeklyPulse"` // number of issues in each of the last 13 weeks
	Sources     map[string]int64         `json:"sources"`     // number of issues by source
	Stats       ConversationClusterStats `json:"stats"`
	URLs        ConversationClusterURLs  `json:"urls"`
}

// ConversationClusterStats contains the numbers of issues, conversations and tasks in a cluster.
//
// Experimental: may change in any minor release; see [api].
type ConversationClusterStats struct {
	Issues         int64 `json:"issues"`
	Conversations  int64 `json:"conversations"`
	TasksTotal     int64 `json:"tasksTotal"`
	TasksBacklog   int64 `json:"tasksBacklog"`
	TasksStarted   int64 `json:"tasksStarted"`
	TasksCompleted int64 `json:"tasksCompleted"`
	TasksCancelled int64 `json:"tasksCancelled"`
}

// ConversationClusterURLs contains the URLs of a cluster.
//
// Experimental: may change in any minor release; see [api].
type ConversationClusterURLs struct {
	Location string `json:"location"`
	App      string `json:"app"`
}

// ConversationClusterListOptions are the query parameters of [ConversationClusterService.List].
//
// Experimental: may change in any minor release; see [api].
type ConversationClusterListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of clusters per page, at most 1000; 0 for the service's default.
	Limit int       `url:"limit,omitempty" check:"range=0..1000"`
	Order api.Order `url:"order,omitempty"` // [api.OrderDesc] if empty
	// OrderBy is [ConversationClusterSortUpdatedAt] if empty.
	OrderBy ConversationClusterSort   `url:"orderBy,omitempty"`
	Status  ConversationClusterStatus `url:"status,omitempty"` // any status if empty
}

// ConversationClusterSort selects the order of a list of clusters.
//
// Experimental: may change in any minor release; see [api].
type ConversationClusterSort string

// Orders of clusters.
const (
	ConversationClusterSortUpdatedAt     ConversationClusterSort = "updatedAt"
	ConversationClusterSortIssues        ConversationClusterSort = "issues"
	ConversationClusterSortConversations ConversationClusterSort = "conversations"
	ConversationClusterSortTasksTotal    ConversationClusterSort = "tasksTotal"
	ConversationClusterSortTasksBacklog  ConversationClusterSort = "tasksBacklog"
	ConversationClusterSortTasksStarted  ConversationClusterSort = "tasksStarted"
)

// ConversationClusterStatus is the state of the analysis of a cluster.
//
// Experimental: may change in any minor release; see [api].
type ConversationClusterStatus string

// Statuses of clusters.
const (
	ConversationClusterStatusPending   ConversationClusterStatus = "pending"
	ConversationClusterStatusAnalysing ConversationClusterStatus = "analysing"
)

// List returns one page of the clusters of an organization.
//
// Newer descriptions of the API do not contain this operation, so the service may respond with 404
// or 405.
//
// API: GET /v1/orgs/{organizationId}/conversations-clusters
func (s ConversationClusterService) List(
	ctx context.Context, orgID string,
	options ConversationClusterListOptions, opts ...api.CallOption,
) (*pagination.Page[ConversationCluster], error) {
	return transport.List[ConversationCluster](
		ctx, s.core, opConversationClusterList.Path(orgID).Query(options), opts,
	)
}

// All returns an iterator over the clusters of an organization.
//
// API: GET /v1/orgs/{organizationId}/conversations-clusters
func (s ConversationClusterService) All(
	ctx context.Context, orgID string,
	options ConversationClusterListOptions, opts ...api.CallOption,
) iter.Seq2[ConversationCluster, error] {
	return transport.All[ConversationCluster](
		ctx, s.core, opConversationClusterList.Path(orgID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [ConversationClusterService.List].
//
// API: GET /v1/orgs/{organizationId}/conversations-clusters
func (s ConversationClusterService) ListPages(
	ctx context.Context, orgID string,
	options ConversationClusterListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[ConversationCluster], error] {
	return transport.Pages[ConversationCluster](
		ctx, s.core, opConversationClusterList.Path(orgID).Query(options), opts,
	)
}

// Get returns a cluster.
//
// Newer descriptions of the API do not contain this operation, so the service may respond with 404
// or 405.
//
// API: GET /v1/orgs/{organizationId}/conversations-clusters/{clusterId}
func (s ConversationClusterService) Get(
	ctx context.Context, orgID, clusterID string, opts ...api.CallOption,
) (*ConversationCluster, error) {
	return transport.JSON[ConversationCluster](
		ctx, s.core, opConversationClusterGet.Path(orgID, clusterID), opts,
	)
}

// ConversationClusterIssueService lists the issues of clusters.
//
// Experimental: may change in any minor release; see [api].
type ConversationClusterIssueService struct {
	core *transport.Core
}

// ConversationIssueItem is an issue and the conversation that contains it.
//
// Experimental: may change in any minor release; see [api].
type ConversationIssueItem struct {
	Issue        ConversationIssue `json:"issue"`
	Conversation Conversation      `json:"conversation"`
}

// ConversationIssue is an issue that was found in a conversation.
//
// Experimental: may change in any minor release; see [api].
type ConversationIssue struct {
	Object       string    `json:"object"` // "conversation-issue"
	ID           string    `json:"id"`
	Title        string    `json:"title"`
	Summary      string    `json:"summary"`
	CreatedAt    time.Time `json:"createdAt"`
	IngestedAt   time.Time `json:"ingestedAt"`
	Conversation string    `json:"conversation" response:"id"` // ID of the conversation
	// Cluster is the ID of the cluster, or nil if there is none.
	Cluster *string               `json:"cluster,omitzero"`
	URLs    ConversationIssueURLs `json:"urls"`
}

// ConversationIssueURLs contains the URL of an issue.
//
// Experimental: may change in any minor release; see [api].
type ConversationIssueURLs struct {
	Location string `json:"location"`
}

// Conversation is a conversation that was ingested, without its parts.
//
// Experimental: may change in any minor release; see [api].
type Conversation struct {
	Object      string             `json:"object"` // "conversation"
	ID          string             `json:"id"`
	Subject     *string            `json:"subject,omitzero"` // nil for none
	CreatedAt   time.Time          `json:"createdAt"`
	ProcessedAt *time.Time         `json:"processedAt,omitzero"` // nil until it is processed
	Source      ConversationSource `json:"source"`
	URLs        ConversationURLs   `json:"urls"`
}

// ConversationSource is the origin of a conversation: [ConversationSourceEmail], or an installation
// of an integration, such as "integration:zendesk:installation_1".
//
// Experimental: may change in any minor release; see [api].
type ConversationSource string

// ConversationSourceEmail means that a conversation came by email.
const ConversationSourceEmail ConversationSource = "email"

// ConversationURLs contains the URLs of a conversation.
//
// Experimental: may change in any minor release; see [api].
type ConversationURLs struct {
	Location string  `json:"location"`
	Source   *string `json:"source,omitzero"` // URL of the conversation at its source; nil if unknown
}

// ConversationClusterIssueListOptions are the query parameters of
// [ConversationClusterIssueService.List].
//
// Experimental: may change in any minor release; see [api].
type ConversationClusterIssueListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of issues per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
}

// List returns one page of the issues of a cluster, each with its conversation.
//
// Newer descriptions of the API do not contain this operation, so the service may respond with 404
// or 405.
//
// API: GET /v1/orgs/{organizationId}/conversations-clusters/{clusterId}/issues
func (s ConversationClusterIssueService) List(
	ctx context.Context, orgID, clusterID string,
	options ConversationClusterIssueListOptions, opts ...api.CallOption,
) (*pagination.Page[ConversationIssueItem], error) {
	return transport.List[ConversationIssueItem](
		ctx, s.core, opConversationIssueList.Path(orgID, clusterID).Query(options), opts,
	)
}

// All returns an iterator over the issues of a cluster.
//
// API: GET /v1/orgs/{organizationId}/conversations-clusters/{clusterId}/issues
func (s ConversationClusterIssueService) All(
	ctx context.Context, orgID, clusterID string,
	options ConversationClusterIssueListOptions, opts ...api.CallOption,
) iter.Seq2[ConversationIssueItem, error] {
	return transport.All[ConversationIssueItem](
		ctx, s.core, opConversationIssueList.Path(orgID, clusterID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [ConversationClusterIssueService.List].
//
// API: GET /v1/orgs/{organizationId}/conversations-clusters/{clusterId}/issues
func (s ConversationClusterIssueService) ListPages(
	ctx context.Context, orgID, clusterID string,
	options ConversationClusterIssueListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[ConversationIssueItem], error] {
	return transport.Pages[ConversationIssueItem](
		ctx, s.core, opConversationIssueList.Path(orgID, clusterID).Query(options), opts,
	)
}
