package integrations_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
)

func queueTask(task integrations.TaskCreate) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return nil, a.Integrations.Tasks.Create(a.Ctx, a.ID[0], task, a.Opts...)
	}
}

var taskRows = []contract.Row{
	{
		Op:      "Integrations.Tasks.Create",
		Call:    queueTask(integrations.TaskCreate{Task: api.Raw(`{"type": "sync", "ids": [null]}`), Schedule: new(int64(86400))}),
		Request: "POST /v1/integrations/sample-1/tasks",
		Body:    `{"task": {"type": "sync", "ids": [null]}, "schedule": 86400}`,
		Status:  204,
	},
	{
		Op:      "Integrations.Tasks.Create",
		Name:    "at once",
		Call:    queueTask(integrations.TaskCreate{Task: api.Raw(`{}`), Schedule: new(int64(0))}),
		Request: "POST /v1/integrations/sample-1/tasks",
		Body:    `{"task": {}, "schedule": 0}`,
		Status:  204,
	},
}
