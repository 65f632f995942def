package sites_test

import (
	"strings"
	"testing"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/sites"
)

var (
	mcpServerPage = sites.MCPServerListOptions{Cursor: "c/2+d=", Limit: 1000}
	mcpHeaders    = api.NewSecretMap(map[string]string{"Authorization": "Bearer mcp_secret_1", "X-Tenant": "acme"})
)

func createMCPServer(server sites.MCPServerCreate) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Sites.MCPServers.Create(a.Ctx, a.ID[0], a.ID[1], server, a.Opts...)
	}
}

func updateMCPServer(update sites.MCPServerUpdate) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Sites.MCPServers.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], update, a.Opts...)
	}
}

func deleteMCPServer(a contract.Args) (any, error) {
	return a.Sites.MCPServers.Delete(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.Opts...)
}

const mcpServerRequest = siteRequest + "/mcp-servers/siteMcpServer%2F1"

var mcpServerRows = []contract.Row{
	{
		Op: "Sites.MCPServers.List",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.MCPServers.List(a.Ctx, a.ID[0], a.ID[1], mcpServerPage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.Sites.MCPServers.All(a.Ctx, a.ID[0], a.ID[1], mcpServerPage, a.Opts...), a.Sites.MCPServers.ListPages(a.Ctx, a.ID[0], a.ID[1], mcpServerPage, a.Opts...)
		},
		Request: "GET " + siteRequest + "/mcp-servers?limit=1000&page=c%2F2%2Bd%3D",
		Status:  200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@mcp-server.json",
			{"object": "site-mcp-server", "id": "mcp_2", "name": "Search", "url": "https://mcp.acme.example.com/search", "headers": {}, "transport": "sse",
			"urls": {"location": "https://api.example.com/v1/orgs/org_1/sites/site_1/mcp-servers/mcp_2"}}]}`,
	},

	{
		Op:       "Sites.MCPServers.Create",
		Call:     createMCPServer(sites.MCPServerCreate{Name: "Tickets", URL: "https://mcp.acme.example.com/tickets", Headers: mcpHeaders}),
		Request:  "POST " + siteRequest + "/mcp-servers",
		Body:     `{"name": "Tickets", "url": "https://mcp.acme.example.com/tickets", "headers": {"Authorization": "Bearer mcp_secret_1", "X-Tenant": "acme"}}`,
		Status:   201,
		Response: "mcp-server.json",
	},
	{
		Op:       "Sites.MCPServers.Create",
		Name:     "no headers",
		Call:     createMCPServer(sites.MCPServerCreate{Name: "Tickets", URL: "https://mcp.acme.example.com/tickets"}),
		Request:  "POST " + siteRequest + "/mcp-servers",
		Body:     `{"name": "Tickets", "url": "https://mcp.acme.example.com/tickets", "headers": {}}`,
		Status:   201,
		Response: "mcp-server.json",
	},

	{
		Op: "Sites.MCPServers.Get",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.MCPServers.Get(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.Opts...)
		},
		Request:  "GET " + mcpServerRequest,
		Status:   200,
		Response: "mcp-server.json",
	},

	{
		Op:       "Sites.MCPServers.Update",
		Call:     updateMCPServer(sites.MCPServerUpdate{Name: new("Tickets"), URL: new("https://mcp.acme.example.com/tickets"), Headers: mcpHeaders, Condition: api.Set("visitor.claims.isBeta")}),
		Request:  "PATCH " + mcpServerRequest,
		Body:     `{"name": "Tickets", "url": "https://mcp.acme.example.com/tickets", "headers": {"Authorization": "Bearer mcp_secret_1", "X-Tenant": "acme"}, "condition": "visitor.claims.isBeta"}`,
		Status:   200,
		Response: "mcp-server.json",
	},
	{
		Op:       "Sites.MCPServers.Update",
		Name:     "headers removed",
		Call:     updateMCPServer(sites.MCPServerUpdate{Headers: api.SecretMap{}}),
		Request:  "PATCH " + mcpServerRequest,
		Body:     `{"headers": {}}`,
		Status:   200,
		Response: "mcp-server.json",
	},

	{
		Op:       "Sites.MCPServers.Update",
		Name:     "condition removed",
		Call:     updateMCPServer(sites.MCPServerUpdate{Condition: api.Null[string]()}),
		Request:  "PATCH " + mcpServerRequest,
		Body:     `{"condition": null}`,
		Status:   200,
		Response: "mcp-server.json",
	},

	{
		Op:      "Sites.MCPServers.Delete",
		Call:    deleteMCPServer,
		Request: "DELETE " + mcpServerRequest,
		Status:  205,
		Outcome: api.Deleted,
	},
}

func TestHeadersOfAnMCPServerHaveLimits(t *testing.T) {
	t.Parallel()
	for _, value := range []string{"x", strings.Repeat("é", 512)} {
		headers := api.NewSecretMap(map[string]string{"Authorization": value})
		area.Accepts(t, "Sites.MCPServers.Create", createMCPServer(sites.MCPServerCreate{Name: "x", URL: "x", Headers: headers}))
		area.Accepts(t, "Sites.MCPServers.Update", updateMCPServer(sites.MCPServerUpdate{Headers: headers}))
	}
	for _, value := range []string{"", strings.Repeat("é", 513)} {
		headers := api.NewSecretMap(map[string]string{"Accept": "*/*", "Authorization": value})
		const rule = "1 to 512 characters"
		area.Rejects(t, "Sites.MCPServers.Create", createMCPServer(sites.MCPServerCreate{Name: "x", URL: "x", Headers: headers}), "headers[Authorization]", rule, "[secret]")
		area.Rejects(t, "Sites.MCPServers.Update", updateMCPServer(sites.MCPServerUpdate{Headers: headers}), "headers[Authorization]", rule, "[secret]")
	}
}
