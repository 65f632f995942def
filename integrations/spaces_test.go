package integrations_test

import (
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
)

func listOnSpace(options integrations.ListInSpaceOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Integrations.ListInSpace(a.Ctx, a.ID[0], options, a.Opts...)
	}
}

func listSpaceBlocks(a contract.Args) (any, error) {
	return a.Integrations.BlocksInSpace(a.Ctx, a.ID[0], a.Opts...)
}

var spaceRows = []contract.Row{
	{
		Op:   "Integrations.ListInSpace",
		Call: listOnSpace(integrations.ListInSpaceOptions{Search: "docs & co"}),
		List: func(a contract.Args) (all, pages any) {
			options := integrations.ListInSpaceOptions{Search: "docs & co"}
			return a.Integrations.AllInSpace(a.Ctx, a.ID[0], options, a.Opts...), a.Integrations.ListPagesInSpace(a.Ctx, a.ID[0], options, a.Opts...)
		},
		Request:  "GET /v1/spaces/space%2F1/integrations?search=docs+%26+co",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 1, "items": ["@integration.json"]}`,
	},
	{
		Op:       "Integrations.ListInSpace",
		Name:     "unset, empty",
		Call:     listOnSpace(integrations.ListInSpaceOptions{}),
		Request:  "GET /v1/spaces/space%2F1/integrations",
		Status:   200,
		Response: `{"items": []}`,
	},

	{
		Op:      "Integrations.BlocksInSpace",
		Call:    listSpaceBlocks,
		Request: "GET /v1/spaces/space%2F1/integration-blocks",
		Status:  200,
		Response: `[{"name": "sample-1", "blocks": [{
			"id": "diagram", "title": "Diagram", "description": "A diagram", "icon": "https://integrations.example.com/sample-1/diagram.svg",
			"urlUnfurl": ["https://diagrams.example.com"], "markdown": {"codeblock": "diagram", "body": "content"}
		}]}, {"name": "other", "blocks": [{"id": "plain", "title": "Plain"}]}]`,
	},
	{
		Op:       "Integrations.BlocksInSpace",
		Name:     "none",
		Call:     listSpaceBlocks,
		Request:  "GET /v1/spaces/space%2F1/integration-blocks",
		Status:   200,
		Response: `[]`,
	},
}
