package publishingtest

import (
	"maps"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/sites"
)

var (
	ruleMCPServer        = newUndecidedRule("mcp-server.absent-404", "a call for an MCP server that does not exist returns 404; without the rule, 403")
	ruleMCPServerOrder   = newUndecidedRule("sites.mcpservers.list.order", "the MCP servers of a site are listed in the order in which they were created; without the rule, the newest is the first")
	ruleMCPServerHeaders = newUndecidedRule("sites.mcpservers.update.headers", "the headers in an update replace all headers; without the rule, the others are kept")
)

var (
	mcpServerName   = limits.Chars(1, 100)
	mcpServerURL    = limits.Chars(0, 2048)
	mcpServerHeader = limits.Chars(1, 512)
)

// mcpServerOperations are the operations on MCP servers.
var mcpServerOperations = operations{
	"Sites.MCPServers.List": {handle: onSite(listMCPServers)},
	"Sites.MCPServers.Create": {onSite(createMCPServer), limits.AllFromDescription(limits.Table{
		limits.Body("name", limits.String, limits.Required, mcpServerName),
		limits.Body("url", limits.String, limits.Required, mcpServerURL, limits.URI),
		limits.Body("headers", limits.Object, limits.Required),
		limits.Body("headers{}", limits.String, mcpServerHeader),
	})},
	"Sites.MCPServers.Get": {handle: onMCPServer(getMCPServer)},
	"Sites.MCPServers.Update": {onMCPServer(updateMCPServer), limits.AllFromDescription(limits.Table{
		limits.Body("name", limits.String, mcpServerName),
		limits.Body("url", limits.String, mcpServerURL, limits.URI),
		limits.Body("headers", limits.Object),
		limits.Body("headers{}", limits.String, mcpServerHeader),
	})},
	"Sites.MCPServers.Delete": {handle: onOrganization(deleteMCPServer)},
}

// mcpServer is a server with tools for the assistant of a site.
type mcpServer struct{ data sites.MCPServer }

func onMCPServer(handle func(c *call, m *mcpServer) (response, error)) handler {
	return onSite(func(c *call, s *site) (response, error) {
		m, err := find(c, &s.mcpServers, "siteMcpServerId", ruleMCPServer)
		if err != nil {
			return response{}, err
		}
		return handle(c, m)
	})
}

func listMCPServers(c *call, s *site) (response, error) {
	servers := s.mcpServers.Backward()
	if c.enabled(ruleMCPServerOrder) {
		servers = s.mcpServers.List()
	}
	return respondPage(c, servers, func(m *mcpServer) sites.MCPServer { return m.data })
}

func createMCPServer(c *call, s *site) (response, error) {
	in := input[sites.MCPServerCreate](c)
	m := c.addMCPServer(c.param("organizationId"), s, sites.MCPServer{ID: c.newID("mcp-server"), Name: in.Name, URL: in.URL, Headers: in.Headers})
	return respondCreated(m.data, "")
}

// addMCPServer adds an MCP server and generates the fields that are not set, except for the ID.
func (st *state) addMCPServer(organizationID string, s *site, data sites.MCPServer) *mcpServer {
	data.Object = "site-mcp-server"
	data.Name = orElse(data.Name, "MCP server "+data.ID)
	data.URL = orElse(data.URL, "https://mcp.publishing.example/"+data.ID)
	if data.Headers == nil {
		data.Headers = api.SecretMap{}
	}
	data.URLs.Location = orElse(data.URLs.Location, st.location("orgs", organizationID, "sites", s.data.ID, "mcp-servers", data.ID))
	m := &mcpServer{data}
	s.mcpServers.Add(data.ID, m)
	return m
}

func getMCPServer(_ *call, m *mcpServer) (response, error) { return respondOK(m.data) }

func updateMCPServer(c *call, m *mcpServer) (response, error) {
	in := input[sites.MCPServerUpdate](c)
	setIfGiven(&m.data.Name, in.Name)
	setIfGiven(&m.data.URL, in.URL)
	if in.Headers != nil {
		headers := clone(m.data.Headers) // responses have the others
		if c.enabled(ruleMCPServerHeaders) {
			clear(headers)
		}
		maps.Copy(headers, in.Headers)
		m.data.Headers = headers
	}
	return respondOK(m.data)
}

func deleteMCPServer(c *call, org *organization) (response, error) {
	s, ok := org.sites.Get(c.param("siteId"))
	return respondDeleted(ok && s.mcpServers.Remove(c.param("siteMcpServerId")))
}

// Add adds an MCP server to a site and returns it as the service does. Fields that are not
// set are generated, except for Transport and Condition.
func (s SiteMCPServers) Add(organizationID, siteID string, seed sites.MCPServer) sites.MCPServer {
	s.mu.Lock()
	defer s.mu.Unlock()
	seed = clone(seed)
	found := s.seedSite(organizationID, siteID)
	s.accept(s.limit("Sites.MCPServers.Create", sites.MCPServerCreate{Name: seed.Name, URL: seed.URL, Headers: seed.Headers}))
	seed.ID = s.seedID("mcp-server", seed.ID)
	return clone(s.state.addMCPServer(organizationID, found, seed).data)
}

// All returns the MCP servers of a site as the service does, in the order in which they were
// created.
func (s SiteMCPServers) All(organizationID, siteID string) []sites.MCPServer {
	s.mu.Lock()
	defer s.mu.Unlock()
	return values(&s.seedSite(organizationID, siteID).mcpServers, func(m *mcpServer) sites.MCPServer { return m.data })
}
