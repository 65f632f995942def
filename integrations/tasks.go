package integrations

import (
	"context"
	"log/slog"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// TaskService queues tasks for the scripts of integrations.
//
// Experimental: may change in any minor release; see [api].
type TaskService struct {
	core *transport.Core
}

// TaskCreate is the request body of [TaskService.Create].
//
// Experimental: may change in any minor release; see [api].
type TaskCreate struct {
	// Task is the object that the integration receives, such as api.Raw(`{"type": "sync"}`). It can
	// have any form.
	Task api.Raw `json:"task" check:"required" secret:"text"`
	// Schedule is the number of seconds until the service runs the task, at most 86400.
	Schedule *int64 `json:"schedule,omitzero" check:"range=0..86400"`
}

// LogValue implements [slog.LogValuer]. It hides the task.
func (c TaskCreate) LogValue() slog.Value { return logvalue.Of(c) }

// Validate checks that Task is an object.
func (c TaskCreate) Validate() error { return check.Object("task", c.Task) }

// Create queues a task, which the script of the integration runs later. Create requires the token
// of the integration, which only its script has.
//
// Each request queues another task, so Create is retried only if the service cannot have acted on
// it: see [api.MayHaveApplied].
//
// API: POST /v1/integrations/{integrationName}/tasks
func (s TaskService) Create(
	ctx context.Context, integrationName string, task TaskCreate, opts ...api.CallOption,
) error {
	return transport.None(ctx, s.core, opTaskCreate.Path(integrationName).Body(task), opts)
}
