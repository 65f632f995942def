package integrations

import (
	"context"
	"iter"
	"log/slog"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// EventService returns the events that the code of an integration has received.
//
// Experimental: may change in any minor release; see [api].
type EventService struct {
	core *transport.Core
}

// Event is a call that the service has made to the code of an integration. It contains the payload
// and the result of the call.
//
// Experimental: may change in any minor release; see [api].
type Event struct {
	ID            string `json:"id"`
	IntegrationID string `json:"integrationId"`
	// InstallationID is nil if the event is not about an installation.
	InstallationID *string      `json:"installationId,omitzero"`
	CreatedAt      time.Time    `json:"createdAt"`
	Payload        EventPayload `json:"payload"`
	Status         EventStatus  `json:"status"`
}

// LogValue implements [slog.LogValuer]. It hides the secrets of the payload.
func (e Event) LogValue() slog.Value { return logvalue.Of(e) }

// EventStatus is the result of an event.
//
// Experimental: may change in any minor release; see [api].
type EventStatus string

// Results of events.
const (
	EventStatusSuccess EventStatus = "success"
	EventStatusFailed  EventStatus = "failed"
)

// TracedEvent is an event with the log that the integration wrote while handling the event.
//
// Experimental: may change in any minor release; see [api].
type TracedEvent struct {
	Event Event       `json:"event" response:"about"`
	Trace *EventTrace `json:"trace,omitzero"` // nil if the service does not return one
}

// LogValue implements [slog.LogValuer]. It hides the secrets of the payload.
func (e TracedEvent) LogValue() slog.Value { return logvalue.Of(e) }

// EventTrace is the log that the code of an integration wrote.
//
// Experimental: may change in any minor release; see [api].
type EventTrace struct {
	Logs []EventLog `json:"logs"` // entries of the log, in undocumented order
}

// EventLog is an entry of a log. A field is nil if the entry does not have it.
//
// Experimental: may change in any minor release; see [api].
type EventLog struct {
	Message   *string    `json:"message,omitzero"`
	Timestamp *time.Time `json:"timestamp,omitzero"`
	Level     *LogLevel  `json:"level,omitzero"`
}

// LogLevel is the severity of an [EventLog].
//
// Experimental: may change in any minor release; see [api].
type LogLevel string

// Severities of entries of a log.
const (
	LogLevelDebug LogLevel = "debug"
	LogLevelInfo  LogLevel = "info"
	LogLevelWarn  LogLevel = "warn"
	LogLevelError LogLevel = "error"
)

// EventListOptions are the query parameters of [EventService.List].
//
// Experimental: may change in any minor release; see [api].
type EventListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of events per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
}

// List returns one page of the events of an integration. The order is undocumented. In package
// publishingtest, the newest event comes first.
//
// API: GET /v1/integrations/{integrationName}/events
func (s EventService) List(
	ctx context.Context, integrationName string, options EventListOptions, opts ...api.CallOption,
) (*pagination.Page[Event], error) {
	return transport.List[Event](
		ctx, s.core, opEventsList.Path(integrationName).Query(options), opts,
	)
}

// All returns an iterator over the events of an integration.
//
// API: GET /v1/integrations/{integrationName}/events
func (s EventService) All(
	ctx context.Context, integrationName string, options EventListOptions, opts ...api.CallOption,
) iter.Seq2[Event, error] {
	return transport.All[Event](
		ctx, s.core, opEventsList.Path(integrationName).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [EventService.List].
//
// API: GET /v1/integrations/{integrationName}/events
func (s EventService) ListPages(
	ctx context.Context, integrationName string, options EventListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[Event], error] {
	return transport.Pages[Event](
		ctx, s.core, opEventsList.Path(integrationName).Query(options), opts,
	)
}

// Get returns an event and its trace. If the event does not exist, the error matches
// [api.ErrNotFound].
//
// API: GET /v1/integrations/{integrationName}/events/{eventId}
func (s EventService) Get(
	ctx context.Context, integrationName, eventID string, opts ...api.CallOption,
) (*TracedEvent, error) {
	return transport.JSON[TracedEvent](
		ctx, s.core, opEventsGet.Path(integrationName, eventID), opts,
	)
}
