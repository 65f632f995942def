package publishingtest

import (
	"maps"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
	"github.com/publishing-platform/publishing-go/sites"
)

var (
	ruleMCPServer        = newUndecidedRule("mcp-server.absent-404", "a call for an MCP server that does not exist returns 404; without the rule, 403")
	ruleMCPServerOrder   = newUndecidedRule("sites.mcpservers.list.order", "the MCP servers of a site are listed in the order in which they were created; without the rule, the newest is the first")
	ruleMCPServerHeaders = newUndecidedRule("sites.mcpservers.update.headers", "the headers in an update replace all headers; without the rule, the others are kept")
)

// The operations on MCP servers.
var _ = declare(operations{
	"Sites.MCPServers.List":   {handle: mcpServerKind.list},
	"Sites.MCPServers.Create": {onSite(createMCPServer), limits.Table{limits.BodyOf(sites.MCPServerCreate{}), limits.Body("url", limits.URI)}},
	"Sites.MCPServers.Get":    {handle: mcpServerKind.get},
	"Sites.MCPServers.Update": {mcpServerKind.on(updateMCPServer), limits.Table{limits.BodyOf(sites.MCPServerUpdate{}), limits.Body("url", limits.URI)}},
	"Sites.MCPServers.Delete": {handle: inOrganization(mcpServerKind.delete)},
})

// mcpServerKind is the resource kind for MCP servers of sites, which provide tools for the
// assistant.
var mcpServerKind = &kind[*site, sites.MCPServer, sites.MCPServer]{
	name: "MCP server", id: "mcp-server", param: "siteMcpServerId", in: siteKind.scope(),
	table:  func(s *site) *ordered.Table[*sites.MCPServer] { return &s.mcpServers },
	show:   itself[*site, sites.MCPServer],
	absent: ruleMCPServer, oldest: ruleMCPServerOrder,
}

func createMCPServer(c *call, s *site) (response, error) {
	data := as[sites.MCPServer](input[sites.MCPServerCreate](c))
	data.ID = c.newID("mcp-server")
	m := c.addMCPServer(c.param("organizationId"), s, data)
	return respondCreated(*m, "")
}

// addMCPServer adds an MCP server and generates the fields that are not set, except for the ID.
func (st *state) addMCPServer(orgID string, s *site, data sites.MCPServer) *sites.MCPServer {
	st.fillCommon(&data, "site-mcp-server", "orgs", orgID, "sites", s.data.ID, "mcp-servers", data.ID)
	fill(&data.Name, "MCP server "+data.ID)
	fill(&data.URL, "https://mcp.publishing.example/"+data.ID)
	if data.Headers == nil {
		data.Headers = api.SecretMap{}
	}
	s.mcpServers.Add(data.ID, &data)
	return &data
}

func updateMCPServer(c *call, _ *site, m *sites.MCPServer) (response, error) {
	in := input[sites.MCPServerUpdate](c)
	if in.Headers != nil { // responses contain all headers
		headers := byRule(c.state, ruleMCPServerHeaders, api.SecretMap{}, clone(m.Headers))
		maps.Copy(headers, in.Headers)
		in.Headers = headers
	}
	merge(m, in)
	return respondOK(*m)
}

// Add adds an MCP server to a site and returns it. Fields that are not set are generated, except
// for Transport and Condition.
func (s SiteMCPServers) Add(orgID, siteID string, seed sites.MCPServer) sites.MCPServer {
	server := open(s.server)
	return mcpServerKind.add(server, seed, func(found *site, seed sites.MCPServer) *sites.MCPServer {
		server.accept(server.limit("Sites.MCPServers.Create", seed))
		return server.state.addMCPServer(orgID, found, seed)
	}, orgID, siteID)
}

// All returns the MCP servers of a site, in the order in which they were created.
func (s SiteMCPServers) All(orgID, siteID string) []sites.MCPServer {
	return mcpServerKind.all(open(s.server), orgID, siteID)
}
