package integrations_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
)

func enableDevMode(mode integrations.DevPut) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return nil, a.Integrations.Dev.Put(a.Ctx, a.ID[0], mode, a.Opts...)
	}
}

var devModeRows = []contract.Row{
	{
		Op:      "Integrations.Dev.Put",
		Call:    enableDevMode(integrations.DevPut{TunnelURL: "https://tunnel.example.com/?a=b&c", All: new(true)}),
		Request: "PUT /v1/integrations/sample-1/dev",
		Body:    `{"tunnelUrl": "https://tunnel.example.com/?a=b&c", "all": true}`,
		Status:  204,
	},
	{
		Op:      "Integrations.Dev.Put",
		Name:    "for one organization",
		Call:    enableDevMode(integrations.DevPut{TunnelURL: "x", All: new(false)}),
		Request: "PUT /v1/integrations/sample-1/dev",
		Body:    `{"tunnelUrl": "x", "all": false}`,
		Status:  204,
	},

	{
		Op:      "Integrations.Dev.Delete",
		Call:    func(a contract.Args) (any, error) { return a.Integrations.Dev.Delete(a.Ctx, a.ID[0], a.Opts...) },
		Request: "DELETE /v1/integrations/sample-1/dev",
		Status:  205,
		Outcome: api.Deleted,
	},
}
