package orgs

import (
	"context"
	"iter"
	"log/slog"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// AuditEventService reads the audit log of an organization, which records who did what, and when.
// Only administrators can read the log. For other users, or if the organization has not activated
// the log, the error matches [api.ErrForbidden].
//
// Experimental: may change in any minor release; see [api].
type AuditEventService struct {
	core *transport.Core
}

// AuditEvent is an action in an organization. Its labels are those at the time of the event.
//
// Experimental: may change in any minor release; see [api].
type AuditEvent struct {
	Object     string           `json:"object"` // "audit-event"
	ID         string           `json:"id"`     // a UUID
	OccurredAt time.Time        `json:"occurredAt"`
	Action     string           `json:"action"` // stable name: see [Service.AuditEventActions]
	Actor      AuditEventActor  `json:"actor"`
	Source     AuditEventSource `json:"source"`
	Target     AuditEventTarget `json:"target"`
	URLs       AuditEventURLs   `json:"urls"`
}

// AuditEventURLs contains the URL of an event in the API.
//
// Experimental: may change in any minor release; see [api].
type AuditEventURLs struct {
	Location string `json:"location"`
}

// AuditEventActor is the user, integration or other actor that performed an action.
//
// Experimental: may change in any minor release; see [api].
type AuditEventActor struct {
	Type  AuditEventActorType `json:"type"`
	ID    string              `json:"id"`
	Label *string             `json:"label,omitzero"`
}

// AuditEventActorType is the kind of an [AuditEventActor].
//
// Experimental: may change in any minor release; see [api].
type AuditEventActorType string

// Kinds of actors.
const (
	AuditEventActorTypeUser         AuditEventActorType = "user"
	AuditEventActorTypeIntegration  AuditEventActorType = "integration"
	AuditEventActorTypeInstallation AuditEventActorType = "installation"
	AuditEventActorTypeSystem       AuditEventActorType = "system"
	AuditEventActorTypeSupport      AuditEventActorType = "support"
)

// AuditEventSource is the origin of an action, such as the API.
//
// Experimental: may change in any minor release; see [api].
type AuditEventSource string

// Sources of events.
const (
	AuditEventSourceUI          AuditEventSource = "ui"
	AuditEventSourceAPI         AuditEventSource = "api"
	AuditEventSourceIntegration AuditEventSource = "integration"
	AuditEventSourceWebhook     AuditEventSource = "webhook"
	AuditEventSourceWorkflow    AuditEventSource = "workflow"
	AuditEventSourceScript      AuditEventSource = "script"
	AuditEventSourceSupport     AuditEventSource = "support"
)

// AuditEventTarget is the resource that was the target of an action.
//
// Experimental: may change in any minor release; see [api].
type AuditEventTarget struct {
	Type  string  `json:"type"`
	ID    string  `json:"id"`
	Label *string `json:"label,omitzero"`
}

// AuditEventDetails is an [AuditEvent] with the details that the service recorded.
//
// Experimental: may change in any minor release; see [api].
type AuditEventDetails struct {
	Object          string           `json:"object"` // "audit-event"
	ID              string           `json:"id"`     // a UUID
	OccurredAt      time.Time        `json:"occurredAt"`
	Action          string           `json:"action"`
	Actor           AuditEventActor  `json:"actor"`
	Source          AuditEventSource `json:"source"`
	Target          AuditEventTarget `json:"target"`
	URLs            AuditEventURLs   `json:"urls"`
	ExecutionID     *string          `json:"executionId,omitzero"`
	CorrelationID   *string          `json:"correlationId,omitzero"`
	CausedByEventID *string          `json:"causedByEventId,omitzero"`
	SchemaVersion   int64            `json:"schemaVersion"` // version of the schema of Payload, at least 1
	// Payload is a JSON object whose form depends on Action and SchemaVersion. It may contain
	// personal data, so it prints as "[secret]". [api.SecretJSON.Reveal] returns the JSON.
	Payload api.SecretJSON `json:"payload"`
}

// LogValue implements [slog.LogValuer]. It hides the payload.
func (d AuditEventDetails) LogValue() slog.Value { return logvalue.Of(d) }

// AuditEventListOptions are the query parameters of [AuditEventService.List].
//
// Experimental: may change in any minor release; see [api].
type AuditEventListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of events per page, at most 100; 0 for the service's default of 20.
	Limit int `url:"limit,omitempty" check:"range=0..100"`
	// From and To select the events that occurred at or after From and at or before To. A zero time
	// means no limit.
	From time.Time `url:"from,omitempty"`
	To   time.Time `url:"to,omitempty"`
	// Action, Actor and Target select the events with the given ID of an action, actor or target.
	Action string `url:"action,omitempty"`
	Actor  string `url:"actor,omitempty"`
	Target string `url:"target,omitempty"`
}

// Validate checks that From is not after To.
func (o AuditEventListOptions) Validate() error { return check.Period(o.From, o.To) }

// List returns one page of the events of an organization, the newest first.
//
// API: GET /v1/orgs/{organizationId}/audit-events
func (s AuditEventService) List(
	ctx context.Context, orgID string, options AuditEventListOptions, opts ...api.CallOption,
) (*pagination.Page[AuditEvent], error) {
	return transport.List[AuditEvent](ctx, s.core, opAuditEventList.Path(orgID).Query(options), opts)
}

// All returns an iterator over the events of an organization, the newest first. It does not yield
// events that occur during the iteration, because they are newer than the first event.
//
// API: GET /v1/orgs/{organizationId}/audit-events
func (s AuditEventService) All(
	ctx context.Context, orgID string, options AuditEventListOptions, opts ...api.CallOption,
) iter.Seq2[AuditEvent, error] {
	return transport.All[AuditEvent](ctx, s.core, opAuditEventList.Path(orgID).Query(options), opts)
}

// ListPages returns an iterator over the pages of [AuditEventService.List].
//
// API: GET /v1/orgs/{organizationId}/audit-events
func (s AuditEventService) ListPages(
	ctx context.Context, orgID string, options AuditEventListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[AuditEvent], error] {
	return transport.Pages[AuditEvent](ctx, s.core, opAuditEventList.Path(orgID).Query(options), opts)
}

// Get returns an event with its details.
//
// API: GET /v1/orgs/{organizationId}/audit-events/{auditEventId}
func (s AuditEventService) Get(
	ctx context.Context, orgID, auditEventID string, opts ...api.CallOption,
) (*AuditEventDetails, error) {
	return transport.JSON[AuditEventDetails](
		ctx, s.core, opAuditEventGet.Path(orgID, auditEventID), opts,
	)
}

// AuditEventActions contains the actions that an audit log can contain.
//
// Experimental: may change in any minor release; see [api].
type AuditEventActions struct {
	Items []AuditEventAction `json:"items" response:"about"`
}

// AuditEventAction is an action that an audit log can contain.
//
// Experimental: may change in any minor release; see [api].
type AuditEventAction struct {
	Object string `json:"object"` // "audit-event-action"
	ID     string `json:"id"`
	Label  string `json:"label"`
}

// AuditEventActions returns the actions that the audit log of an organization can contain. The
// result is not paginated.
//
// Experimental: may change in any minor release; see [api].
//
// API: GET /v1/orgs/{organizationId}/audit-event-actions
func (s Service) AuditEventActions(
	ctx context.Context, orgID string, opts ...api.CallOption,
) (*AuditEventActions, error) {
	return transport.JSON[AuditEventActions](ctx, s.core, opAuditEventActions.Path(orgID), opts)
}
